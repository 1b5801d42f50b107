"""Acts on documents: a new version arrives, is published, withdrawn, renamed, missed, deleted. Each is audited.

Whoever calls has asked the policy; here it is carried out, with its audit entry and event, in the one transaction that
is open. A version that is in force never changes: changed text is a new version that waits.
Source: requirements K2, K3, K10, E1.
"""

from archivist.records.event import Topic
from archivist.records.knowledge import Document
from archivist.records.scope import Scope
from archivist.stores.base import Transaction
from archivist.stores.knowledge_port import NewDocument, NewVersion
from archivist.text.secrets import mask_secrets
from archivist.write.commit import Pen, record


def keep_version(tx: Transaction, pen: Pen, document: Document | NewDocument, new: NewVersion) -> Document:
    """A new document with its first version, or a new version of one that stands; it waits for a person."""
    standing = tx.documents.insert(document) if isinstance(document, NewDocument) else document
    kept = tx.documents.add_version(standing, new)
    version = kept.pending
    assert version is not None
    facts = {
        "name": kept.name,
        "version": str(version.number),
        "sha256": version.sha256,
        "sections": str(version.sections),
        "state": version.state,
    }
    what = "created" if version.number == 1 else "changed"
    _record(tx, pen, kept, "import", what, f"version {version.number} waits", Topic.KNOWLEDGE_INDEXED, facts)
    tx.ledger.count("documents_indexed")
    return kept


def refuse_file(tx: Transaction, pen: Pen, scope: Scope, name: str, reason: str) -> None:
    """Note that a file was not imported; neither its name nor the reason tells a secret."""
    name, reason = mask_secrets(name), mask_secrets(reason)
    facts = {"name": name, "reason": reason}
    topic = Topic.KNOWLEDGE_INDEX_FAILED
    record(tx, pen, "import", "refused", f"file:{name[:200]}", scope=scope, detail=reason, topic=topic, facts=facts)


def publish(tx: Transaction, pen: Pen, document: Document) -> Document:
    """Put the version that waits in force."""
    number = document.pending.number if document.pending else 0
    kept = tx.documents.publish(document, pen.now, pen.principal.name)
    facts = {"name": kept.name, "version": str(number)}
    _record(tx, pen, kept, "publish", "ready", f"version {number}", Topic.KNOWLEDGE_PUBLISHED, facts)
    return kept


def unpublish(tx: Transaction, pen: Pen, document: Document, reason: str = "") -> Document:
    """Take the version in force out of use."""
    kept = tx.documents.unpublish(document)
    _record(tx, pen, kept, "unpublish", str(kept.state), reason, Topic.KNOWLEDGE_WITHDRAWN)
    return kept


def discard_pending(tx: Transaction, pen: Pen, document: Document) -> Document:
    """Drop the version that waits, as the file says again what is in force."""
    kept = tx.documents.discard_pending(document)
    _record(tx, pen, kept, "import", "reverted", "the file is as published again")
    return kept


def rename(tx: Transaction, pen: Pen, document: Document, name: str, path: str) -> Document:
    """The same document under another name; what was published stays so."""
    kept = tx.documents.rename(document, name, path)
    _record(tx, pen, kept, "rename", "renamed", f"was {document.name}")
    return kept


def mark_missing(tx: Transaction, pen: Pen, document: Document, is_missing: bool) -> Document:
    """Its file is gone, or back."""
    kept = tx.documents.mark_missing(document, pen.now if is_missing else None)
    _record(
        tx,
        pen,
        kept,
        "sync",
        "missing" if is_missing else "found",
        "",
        Topic.KNOWLEDGE_WITHDRAWN if is_missing else None,
    )
    return kept


def delete(tx: Transaction, pen: Pen, document: Document, erase: bool) -> Document:
    """Take a document out of use; with `erase` its texts go for good, and only that it was stays."""
    gone = tx.documents.delete(document, pen.now)
    if erase:
        tx.documents.erase(gone)
    _record(tx, pen, gone, "delete", "erased" if erase else "deleted", "", Topic.KNOWLEDGE_WITHDRAWN)
    return gone


def _record(
    tx: Transaction,
    pen: Pen,
    document: Document,
    action: str,
    outcome: str,
    detail: str,
    topic: Topic | None = None,
    facts: dict[str, str] | None = None,
) -> None:
    record(
        tx,
        pen,
        action,
        outcome,
        f"document:{document.id}",
        scope=document.scope,
        detail=detail,
        topic=topic,
        facts=facts,
    )
