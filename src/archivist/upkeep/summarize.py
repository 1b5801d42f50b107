"""Listens to `/knowledge/indexed` and keeps a summary with each new version of a document.

Nothing waits for it: a document is published and read without. A version that changed has a summary of its own, or
none; a failure is kept with the version and tried again by the dispatcher. Source: requirement K2.
"""

from collections.abc import Callable

from archivist.errors import ArchivistError
from archivist.records.event import Event
from archivist.records.knowledge import DocumentVersion
from archivist.roles.summarizer import Summarizer
from archivist.roles.summarizing import summarizer_for
from archivist.stores.base import Transaction
from archivist.upkeep.means import Means


def summarizing(summarizer: Summarizer) -> Callable[[Means, Event], None]:
    """The consumer that asks this summarizer."""

    def act(means: Means, event: Event) -> None:
        with means.store.reading() as tx:
            version = _version(tx, event)
            if version is None or version.summary:
                return
            document = tx.documents.parsed(version)
        try:
            summary = summarizer(document)
        except ArchivistError as error:
            with means.store.transaction() as tx:
                tx.documents.set_summary(version.seq, "", error.message)
            raise
        with means.store.transaction() as tx:
            tx.documents.set_summary(version.seq, summary)

    return act


def _version(tx: Transaction, event: Event) -> DocumentVersion | None:
    """The version that the event is about; None where the document is gone or has moved on."""
    document = tx.documents.by_id(event.subject.removeprefix("document:"))
    if document is None or document.deleted_at is not None:
        return None
    standing = (one for one in (document.ready, document.pending) if one is not None)
    return next((one for one in standing if str(one.number) == event.facts.get("version")), None)


def summarize_document(means: Means, event: Event) -> None:
    """The consumer as it runs: with the model of the role where there is one."""
    summarizing(summarizer_for(means.model_for("summarizer")))(means, event)
