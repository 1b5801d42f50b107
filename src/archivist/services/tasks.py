"""The knowledge set of a task: which documents it may read. A person edits it; it counts from the next message on.

Rows are closed and never removed, so what an earlier message could read stays as it was. Source: requirements K4, K5.
"""

from collections.abc import Sequence
from datetime import datetime

from archivist.errors import NotPermitted
from archivist.policy.access import Act, Right, right
from archivist.policy.knowledge import document_scopes, reviews
from archivist.policy.names import clean_party
from archivist.read.sections import by_any_name, the_one
from archivist.records.event import Topic
from archivist.records.knowledge import Document, Mount
from archivist.records.principal import Principal
from archivist.records.scope import Scope, task
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.write.commit import record


class TaskService:
    """The tasks of one principal's user."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def mount(self, id: str, *names: str) -> list[Mount]:
        """Let a task read these documents too; all of them or, where one is not found, none.

        Raises:
            NotPermitted: an agent asked. NotFound: a document that this principal may not see, or that is not there.
        """
        return self._change(id, names, is_mount=True)

    def unmount(self, id: str, *names: str) -> list[Mount]:
        """Take documents away from a task; without names, all."""
        return self._change(id, names, is_mount=False)

    def show(self, id: str, at: datetime | None = None) -> list[Mount]:
        """What a task may read now, or could at that moment; what its user may not see any more is left out."""
        scope = self._scope(id)
        with self._resources.store.reading() as tx:
            return self._mounts(tx, scope, at)

    def _change(self, id: str, names: Sequence[str], *, is_mount: bool) -> list[Mount]:
        scope = self._scope(id)
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "change what a task may read")
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            documents = [self._document(tx, name) for name in names]
            if not names and not is_mount:
                documents = [one.document for one in tx.mounts.of_task(scope, pen.now)]
            for document in documents:
                if is_mount:
                    changed = tx.mounts.mount(scope, document, pen.now, self._principal.name)
                else:
                    changed = tx.mounts.unmount(scope, document, pen.now)
                if changed:
                    action = "mount" if is_mount else "unmount"
                    facts = {"task": scope.id, "document": document.id}
                    record(
                        tx, pen, action, "done", f"document:{document.id}", scope=scope, detail=document.name,
                        topic=Topic.MOUNTS_CHANGED, facts=facts,
                    )  # fmt: skip
            return self._mounts(tx, scope, None)

    def _mounts(self, tx: Transaction, scope: Scope, at: datetime | None) -> list[Mount]:
        visible = document_scopes(self._principal)
        found = tx.mounts.of_task(scope, at or self._resources.clock())
        return [one for one in found if one.document.scope in visible and self._sees(one.document)]

    def _document(self, tx: Transaction, name: str) -> Document:
        found = by_any_name(tx, document_scopes(self._principal), name)
        return the_one([one for one in found if self._sees(one)], name)

    def _sees(self, document: Document) -> bool:
        return document.served is not None or reviews(self._principal, document.scope)

    def _scope(self, id: str) -> Scope:
        scope = task(clean_party("task", id), self._principal.user)
        if right(self._principal, Act.READ, scope) is Right.DENY:
            raise NotPermitted(self._principal.name, f"see task {id}")
        return scope
