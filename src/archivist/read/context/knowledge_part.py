"""Chunks of the documents that are mounted in the task, each with the pointer to read on from.

Without a task, or with nothing mounted, there is no such part. A section gives its one chunk that answers best; what
covers far less of the question than the best one stays out. Source: requirements C3, K4, K9, K10.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from archivist.read.context.parts import KNOWLEDGE_NOTICE, Asked, Limits, Notice, Offer, Piece
from archivist.read.context.precedence import Authority
from archivist.read.sections import reading_of
from archivist.records.context import Drop, Dropped, Score
from archivist.records.knowledge import Document, StoredChunk, StoredSection
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
        hits = tx.documents.search(scopes, asked.query, limit, reading.mounted)
        documents = tx.documents.by_seqs([stored.document for stored, _ in hits])
        floor = NEAR_THE_BEST * max((relevance for _, relevance in hits), default=0.0)
        near = [(stored, relevance) for stored, relevance in hits if relevance >= floor]
        far = [(stored, relevance) for stored, relevance in hits if relevance < floor]
        left = [Dropped(piece.id, Drop.NOT_RELEVANT) for piece in _pieces(tx, far, documents, asked.query)]
        return Offer(tuple(_pieces(tx, near, documents, asked.query)), tuple(left))


def _pieces(
    tx: Transaction, hits: Sequence[tuple[StoredSection, float]], documents: dict[int, Document], query: str
) -> Iterator[Piece]:
    wanted = set(parse_query(query, quotes_bind=False).terms)
    for place, (stored, relevance) in enumerate(hits):
        chunks = tx.documents.chunks(stored.seq)
        if not chunks:
            continue
        chunk = max(chunks, key=lambda one: (len(wanted & set(terms(one.text))), -one.position))
        document = documents[stored.document]
        yield Piece(
            id=f"chunk:{document.id}#{chunk.anchor}@{chunk.position}",
            text=chunk.text.strip("\n"),
            label=_pointer(document, chunk),
            place=place,
            score=Score(relevance=relevance),
            scope=str(document.scope),
        )


def _pointer(document: Document, chunk: StoredChunk) -> str:
    return f"{document.name}#{chunk.anchor}, lines {chunk.line_start}-{chunk.line_end}"
