"""Tables `library`, `library_backup` and `library_draft`: what documents have beside the records of their scope."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from archivist.records.scope import Scope
from archivist.stores.library_port import Backup, DocumentRow, KeptEntry, UnsavedEdits
from archivist.stores.sqlite.codec import entries_from, from_ms, json_text, maybe_instant, to_ms
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries


class LibraryTable:
    """Documents by scope, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names) -> None:
        self._connection = connection
        self._names = names
        self._sql = queries("library")

    def document(self, scope: Scope) -> DocumentRow | None:
        number = self._names.known_scope(self._connection, scope)
        row = self._connection.execute(self._sql["document"], {"scope": number}).fetchone()
        return None if row is None else DocumentRow(from_ms(row[0]), from_ms(row[1]))

    def touch(self, scope: Scope, at: datetime) -> None:
        number = self._names.scope(self._connection, scope)
        self._connection.execute(self._sql["touch"], {"scope": number, "at": to_ms(at)})

    def add_backup(
        self, scope: Scope, before: Sequence[KeptEntry], after: Sequence[KeptEntry], at: datetime, keep: int
    ) -> int:
        number = self._names.scope(self._connection, scope)
        bindings = {"scope": number, "before": json_text(before), "after": json_text(after), "at": to_ms(at)}
        row = self._connection.execute(self._sql["add_backup"], bindings).fetchone()
        self._connection.execute(self._sql["trim_backups"], {"scope": number, "keep": keep})
        return int(row[0])

    def backups(self, scope: Scope) -> list[Backup]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql["backups"], {"scope": number}).fetchall()
        return [
            Backup(seq, entries_from(before), entries_from(after), from_ms(at), maybe_instant(undone_at))
            for seq, before, after, at, undone_at in rows
        ]

    def mark_undone(self, number: int, at: datetime) -> None:
        self._connection.execute(self._sql["mark_undone"], {"seq": number, "at": to_ms(at)})

    def keep_edits(self, scope: Scope, edits: UnsavedEdits) -> None:
        bindings = {
            "scope": self._names.scope(self._connection, scope),
            "user": edits.user,
            "editor": edits.editor,
            "base": edits.base_revision,
            "text": edits.text,
            "at": to_ms(edits.at),
        }
        self._connection.execute(self._sql["keep_edits"], bindings)

    def unsaved(self, scope: Scope, since: datetime) -> list[UnsavedEdits]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql["unsaved"], {"scope": number, "since": to_ms(since)})
        return [UnsavedEdits(user, editor, base, text, from_ms(at)) for user, editor, base, text, at in rows]

    def drop_edits(self, scope: Scope, user: str, editor: str) -> bool:
        bindings = {"scope": self._names.known_scope(self._connection, scope), "user": user, "editor": editor}
        return self._connection.execute(self._sql["drop_edits"], bindings).fetchone() is not None

    def erase(self, scope: Scope, id: str) -> None:
        number = self._names.known_scope(self._connection, scope)
        for backup in self.backups(scope):
            bindings = {
                "seq": backup.number,
                "before": json_text(_without(backup.before, id)),
                "after": json_text(_without(backup.after, id)),
            }
            self._connection.execute(self._sql["rewrite_backup"], bindings)
        self._connection.execute(self._sql["drop_all_edits"], {"scope": number})


def _without(entries: Iterable[KeptEntry], id: str) -> list[KeptEntry]:
    return [entry for entry in entries if entry.id != id]
