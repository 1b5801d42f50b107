"""A generation: an immutable bundle of settings and charters, prepared beside the one in force and switched at once."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from archivist.records.charter import Charter


class GenerationState(StrEnum):
    """Where a generation is in its life."""

    PREPARING = "preparing"  # what is written under it is not seen yet
    ACTIVE = "active"
    RETIRED = "retired"
    DISCARDED = "discarded"


class Bundle(Struct, frozen=True):
    """What is in force together.

    `settings` is the file as plain mappings, without defaults and environment; `file` is its fingerprint at the time.
    `conduct` holds the SOUL.md of each adopted workspace, by `owner/project`.
    """

    settings: dict[str, Any] = field(default_factory=dict)
    file: str = ""
    charters: dict[str, Charter] = field(default_factory=dict)
    conduct: dict[str, str] = field(default_factory=dict)


class Generation(Struct, frozen=True):
    """One row: the bundle and its number. Numbers only rise; going back makes an older bundle the next generation."""

    number: int
    state: GenerationState
    bundle: Bundle
    by: str
    at: datetime


class Change(Struct, frozen=True):
    """One difference between two generations; values as JSON-like text, empty where there was or is none."""

    key: str
    before: str
    after: str
