"""Listens to memories, documents and conversations and gives each a vector, where an embedder is configured.

Or fills up all at once. Nothing waits for it: what has no vector yet is found by its words. An entry whose text changed
while its vector was made is left waiting, since the change has an event of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from archivist.errors import ArchivistError
from archivist.llm.base import Embedder
from archivist.records.event import Event, Topic
from archivist.stores.vector_port import VectorKind, VectorModel
from archivist.text.ranking import IndexedText
from archivist.upkeep.means import Means

BATCH: Final = 32
KINDS: Final[dict[Topic, VectorKind]] = {
    Topic.MEMORY_UPDATED: "memory",
    Topic.KNOWLEDGE_INDEXED: "section",
    Topic.KNOWLEDGE_PUBLISHED: "section",
    Topic.CONVERSATION_COMPACTED: "message",
    Topic.CONVERSATION_ENDED: "message",
}
"""What is to be embedded after which event."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What a filling brought. `others` were of another model or length, and are gone."""

    model: VectorModel
    memories: int
    sections: int
    messages: int
    others: int


def embedded_text(kind: VectorKind, text: IndexedText) -> str:
    """What of an entry is put into its vector; of a message, who says what."""
    if kind == "message":
        return f"{text.title}: {text.body}" if text.title else text.body
    title = "" if text.title in text.body else text.title
    return "\n".join(part for part in (title, text.description, text.body) if part)


def embed_subject(means: Means, event: Event) -> None:
    """Give what the event is about its vectors."""
    embedder = means.embedder()
    if embedder is not None:
        _fill(means, embedder, KINDS[event.topic], event.subject.partition(":")[2], lambda done: None)


def fill_up(means: Means, embedder: Embedder, say: Callable[[int], None] = lambda done: None) -> Filled:
    """Give everything in force a vector of this model; vectors of others go. `say` hears how many are done.

    Raises:
        ModelFailed: the model did not answer; what was done is kept, and doing it again goes on there.
    """
    model = VectorModel(embedder.name, embedder.dimensions)
    with means.store.transaction() as tx:
        others = tx.vectors.forget_others(model)
    memories = _fill(means, embedder, "memory", None, say)
    sections = _fill(means, embedder, "section", None, lambda done: say(memories + done))
    messages = _fill(means, embedder, "message", None, lambda done: say(memories + sections + done))
    return Filled(model, memories, sections, messages, others)


def drifted(means: Means, embedder: Embedder) -> int:
    """How many vectors are of another model or length, and count for nothing until they are made anew."""
    model = VectorModel(embedder.name, embedder.dimensions)
    with means.store.reading() as tx:
        return sum(number for (_, other), number in tx.vectors.counts().items() if other != model)


def _fill(means: Means, embedder: Embedder, kind: VectorKind, subject: str | None, say: Callable[[int], None]) -> int:
    model = VectorModel(embedder.name, embedder.dimensions)
    after, done = -1, 0
    while True:
        with means.store.reading() as tx:
            waiting = tx.vectors.waiting(kind, model, BATCH, subject, after)
        if not waiting:
            return done
        vectors = embedder.embed([embedded_text(kind, one.text) for one in waiting])
        if len(vectors) != len(waiting):
            raise ArchivistError(f"{embedder.name} gave {len(vectors)} vectors for {len(waiting)} texts")
        with means.store.transaction() as tx:
            tx.vectors.put(kind, model, list(zip(waiting, vectors, strict=True)))
        after, done = waiting[-1].entry, done + len(waiting)
        say(done)
