"""Governed memory and knowledge for AI agents and the people they work for.

    import archivist

    with archivist.open() as app:
        alice = app.acting_as(user="alice", project="atlas")
        alice.memory.remember("Weekly reports use a short format", type="feedback")
        alice.memory.recall("how should the weekly report look?")

Each name is imported when it is first used, so that a command that needs little stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from archivist.version import __version__

if TYPE_CHECKING:
    from archivist.app import Archivist
    from archivist.app import open_app as open
    from archivist.doors.client.session import connect
    from archivist.errors import (
        AlreadyExists,
        ArchivistError,
        Invalid,
        NotFound,
        NotPermitted,
        SettingsError,
        StaleWrite,
        StoreError,
    )
    from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Status
    from archivist.records.principal import Principal, Role
    from archivist.records.scope import Scope
    from archivist.records.verdict import Outcome
    from archivist.session import Session
    from archivist.settings import Settings

__all__ = [
    "AlreadyExists",
    "Archivist",
    "ArchivistError",
    "Delivery",
    "Invalid",
    "Kind",
    "Memory",
    "MemoryType",
    "NotFound",
    "NotPermitted",
    "Outcome",
    "Principal",
    "Role",
    "Scope",
    "Session",
    "Settings",
    "SettingsError",
    "StaleWrite",
    "Status",
    "StoreError",
    "__version__",
    "connect",
    "open",
]

_ROOMS = {
    "archivist.app": {"Archivist"},
    "archivist.errors": {
        "AlreadyExists", "ArchivistError", "Invalid", "NotFound", "NotPermitted", "SettingsError", "StaleWrite",
        "StoreError",
    },
    "archivist.records.memory": {"Delivery", "Kind", "Memory", "MemoryType", "Status"},
    "archivist.records.principal": {"Principal", "Role"},
    "archivist.records.scope": {"Scope"},
    "archivist.records.verdict": {"Outcome"},
    "archivist.session": {"Session"},
    "archivist.settings": {"Settings"},
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "open":
        return import_module("archivist.app").open_app
    if name == "connect":
        return import_module("archivist.doors.client.session").connect
    room = next((room for room, names in _ROOMS.items() if name in names), None)
    if room is None:
        raise AttributeError(f"module 'archivist' has no attribute {name!r}")
    return getattr(import_module(room), name)
