"""Every error archivist raises on purpose; each takes the facts and words its own message.

    ArchivistError
    ├── Invalid (ValueError)          what was given is malformed; `field` names the part
    ├── NotFound (LookupError)        no such thing, or not visible to who asks: the answer is the same
    ├── AlreadyExists                 create met an existing record; names it
    ├── StaleWrite                    the record moved on since it was read; carries both revisions
    ├── NotPermitted (PermissionError)
    ├── NotAuthenticated             who asks did not say, or could not prove, who they are
    ├── MemoryOff                     memory is switched off
    ├── QuotaExceeded                 a limit of calls, results, records or bytes is used up
    ├── KeyReused                     an idempotency key came with another request
    ├── CursorInvalid (ValueError)    a page cursor is broken, stale or somebody else's
    ├── SettingsError (ValueError)    names the key, the value and what is allowed
    ├── StoreError                    the database cannot do it
    │   ├── StoreBusy                 locked by another process for longer than the time-out
    │   ├── StoreReadOnly
    │   ├── StoreFull
    │   ├── StoreCorrupt
    │   └── StoreTooNew               made by a newer archivist; left as it is
    └── ModelError                    the model did not answer, or answered nonsense

A refused candidate is not an error: it is a `Decision` (see `records.verdict`), recorded with its reason.
`code` is stable: it stands in JSON answers, problem documents and tests. `hint` says what to do next.
"""

from typing import ClassVar


class ArchivistError(Exception):
    """Root of the tree."""

    code: ClassVar[str] = "error"
    hint: str = ""

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Invalid(ArchivistError, ValueError):
    """What was given is malformed."""

    code = "invalid"

    def __init__(self, field: str, problem: str, *, hint: str = "") -> None:
        super().__init__(f"{field}: {problem}", hint=hint)
        self.field, self.problem = field, problem


class NotFound(ArchivistError, LookupError):
    """Nothing of that kind has that name, or none that the asker may see."""

    code = "not_found"

    def __init__(self, kind: str, name: str, *, hint: str = "") -> None:
        super().__init__(f"no {kind} {name!r}", hint=hint)
        self.kind, self.name = kind, name


class AlreadyExists(ArchivistError):
    """Create and update are different acts; this name is taken."""

    code = "exists"

    def __init__(self, kind: str, name: str, existing_id: str) -> None:
        super().__init__(f"{kind} {name!r} exists already ({existing_id})", hint="edit it, or choose another name")
        self.kind, self.name, self.existing_id = kind, name, existing_id


class StaleWrite(ArchivistError):
    """The thing was changed by someone else since it was read.

    `current_text` is what stands now. `merged_text` holds both sides' changes where they could be put together, with
    both versions of what both changed; nothing of what was typed is missing in it.
    """

    code = "stale"

    def __init__(
        self,
        kind: str,
        name: str,
        expected: int | str,
        current: int | str,
        current_text: str = "",
        merged_text: str = "",
    ) -> None:
        super().__init__(
            f"{kind} {name!r} is at revision {current}, you changed revision {expected}",
            hint="read it again and redo the change",
        )
        self.kind, self.name, self.expected, self.current = kind, name, expected, current
        self.current_text, self.merged_text = current_text, merged_text


class NotPermitted(ArchivistError, PermissionError):
    """This principal may not do that there."""

    code = "not_permitted"

    def __init__(self, who: str, act: str, *, hint: str = "") -> None:
        super().__init__(f"{who} may not {act}", hint=hint)
        self.who, self.act = who, act


class NotAuthenticated(ArchivistError):
    """Nobody knows who asks: there is no token, or it is not in force. It is never said which."""

    code = "not_authenticated"

    def __init__(self) -> None:
        super().__init__(
            "a valid token is needed", hint="make one: archivist token create; send it as Authorization: Bearer TOKEN"
        )


class MemoryOff(ArchivistError):
    """Memory is switched off: nothing is written, injected or offered."""

    code = "off"

    def __init__(self) -> None:
        super().__init__(
            "memory is switched off", hint="a person can turn it on: archivist config set memory.enabled true"
        )


class QuotaExceeded(ArchivistError):
    """A limit is used up."""

    code = "quota"

    def __init__(self, what: str, limit: int, *, hint: str = "") -> None:
        super().__init__(f"{what}: the limit of {limit} is used up", hint=hint)
        self.what, self.limit = what, limit


class KeyReused(ArchivistError):
    """The key that makes an act happen once came with another act."""

    code = "idempotency_key_reused"

    def __init__(self) -> None:
        super().__init__("this idempotency key was used for another request", hint="use a new key for a new act")


class CursorInvalid(ArchivistError, ValueError):
    """A page cursor is broken, belongs to another text or principal, or its text has changed."""

    code = "invalid_cursor"

    def __init__(self, problem: str) -> None:
        super().__init__(f"cursor: {problem}", hint="start again without a cursor")
        self.problem = problem


class SettingsError(ArchivistError, ValueError):
    """A setting is unknown or has a value that is not allowed."""

    code = "settings"

    def __init__(self, key: str, problem: str, *, source: str = "") -> None:
        super().__init__(f"{source + ': ' if source else ''}{key}: {problem}")
        self.key, self.problem, self.source = key, problem, source


class StoreError(ArchivistError):
    """The database cannot do what was asked."""

    code = "store"


class StoreBusy(StoreError):
    """Another process held the write lock for longer than the time-out."""

    code = "store_busy"


class StoreReadOnly(StoreError):
    """The database file or its folder cannot be written."""

    code = "store_read_only"


class StoreFull(StoreError):
    """The disk is full."""

    code = "store_full"


class StoreCorrupt(StoreError):
    """The file is not a database, or is damaged."""

    code = "store_corrupt"


class StoreTooNew(StoreError):
    """A newer archivist made this database; it is left as it is."""

    code = "store_too_new"


class ModelError(ArchivistError):
    """A model did not answer, or its answer could not be used."""

    code = "model"
