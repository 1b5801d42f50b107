"""Chunks of the documents that are mounted in the task, each with the pointer to read on from.

Without a task, or with nothing mounted, there is no such part. A section gives its one chunk that answers best; what
covers far less of the question than the best one stays out. Source: requirements C3, K4, K9, K10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from archivist.read.context.parts import KNOWLEDGE_NOTICE, Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.read.found import FoundSection, sections_found
from archivist.read.sections import reading_of
from archivist.records.context import Drop, Dropped, Score
from archivist.records.knowledge import Document, StoredChunk
from archivist.settings import Settings
from archivist.stores.base import Transaction
from archivist.text.words import parse_query, terms

POT: Final = "knowledge"
CONSIDERED: Final = 3
"""Sections looked at for each chunk that may go in."""
NEAR_THE_BEST: Final = 0.4
"""Share of the relevance of the best section that another one must have to be worth its tokens."""


@dataclass(frozen=True, slots=True)
class KnowledgePart:
    """What the mounted documents say about the question."""

    name: str = "knowledge"
    authority: Authority = Authority.KNOWLEDGE
    notice: Notice = KNOWLEDGE_NOTICE

    def limits(self, settings: Settings) -> Limits:
        retrieval = settings.knowledge.retrieval
        return Limits(retrieval.max_chunks, retrieval.max_total_tokens, POT)

    def offer(self, tx: Transaction, asked: Asked) -> Offer:
        if asked.task is None or not asked.settings.knowledge.enabled:
            return Offer()
        reading = reading_of(tx, replace(asked.principal, task=asked.task), asked.now)
        scopes = [scope for scope in reading.scopes if scope in asked.scopes]
        limit = CONSIDERED * asked.settings.knowledge.retrieval.max_chunks
        if not scopes or not reading.mounted or not limit:
            return Offer()
        found = sections_found(tx, scopes, reading.mounted, asked.query, limit, asked.aids.question)
        documents = tx.documents.by_seqs([one.stored.document for one in found])
        floor = NEAR_THE_BEST * max((one.relevance for one in found), default=0.0)
        near = [one for one in found if one.relevance >= floor]
        far = [one for one in found if one.relevance < floor]
        left = [Dropped(piece.id, Drop.NOT_RELEVANT) for piece in _pieces(tx, far, documents, asked.query)]
        return Offer(tuple(_pieces(tx, near, documents, asked.query)), tuple(left))


def _pieces(
    tx: Transaction, found: Sequence[FoundSection], documents: dict[int, Document], query: str
) -> Iterator[Piece]:
    wanted = set(parse_query(query, quotes_bind=False).terms)
    for place, one in enumerate(found):
        chunks = tx.documents.chunks(one.stored.seq)
        if not chunks:
            continue
        chunk = max(chunks, key=lambda chunk: (len(wanted & set(terms(chunk.text))), -chunk.position))
        document = documents[one.stored.document]
        yield Piece(
            id=f"chunk:{document.id}#{chunk.anchor}@{chunk.position}",
            text=chunk.text.strip("\n"),
            label=_pointer(document, chunk),
            place=place,
            score=Score(relevance=one.relevance),
            scope=str(document.scope),
            by_meaning=one.by_meaning,
        )


def _pointer(document: Document, chunk: StoredChunk) -> str:
    return f"{document.name}#{chunk.anchor}, lines {chunk.line_start}-{chunk.line_end}"
