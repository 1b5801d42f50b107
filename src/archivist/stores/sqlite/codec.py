"""How values stand in columns: instants as milliseconds, tuples and records as JSON."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from archivist.records.candidate import Candidate
from archivist.records.conversation import Summary
from archivist.records.evidence import Evidence
from archivist.records.memory import Memory
from archivist.records.verdict import Step
from archivist.stores.library_port import KeptEntry

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def to_ms(instant: datetime) -> int:
    """Milliseconds since 1970; the instant must be aware."""
    return (instant - EPOCH) // _MILLISECOND


def from_ms(milliseconds: int) -> datetime:
    """The instant, in UTC."""
    return EPOCH + milliseconds * _MILLISECOND


def maybe_ms(instant: datetime | None) -> int | None:
    return None if instant is None else to_ms(instant)


def maybe_instant(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else from_ms(milliseconds)


def json_text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def json_list(values: Sequence[int] | Sequence[str]) -> str:
    """A JSON array, for `json_each` in a query."""
    return msgspec.json.encode(list(values)).decode()


_tags = msgspec.json.Decoder(tuple[str, ...])
_evidence = msgspec.json.Decoder(tuple[Evidence, ...])
_steps = msgspec.json.Decoder(tuple[Step, ...])
_candidate = msgspec.json.Decoder(Candidate)
_memory = msgspec.json.Decoder(Memory)
_entries = msgspec.json.Decoder(tuple[KeptEntry, ...])
_facts = msgspec.json.Decoder(dict[str, str])


_summary = msgspec.json.Decoder(Summary)


def summary_from(text: str) -> Summary:
    return _summary.decode(text)


def tags_from(text: str | None) -> tuple[str, ...]:
    return _tags.decode(text) if text else ()


def evidence_from(text: str | None) -> tuple[Evidence, ...]:
    return _evidence.decode(text) if text else ()


def steps_from(text: str | None) -> tuple[Step, ...]:
    return _steps.decode(text) if text else ()


def candidate_from(text: str) -> Candidate:
    return _candidate.decode(text)


def memory_from(text: str) -> Memory:
    return _memory.decode(text)


def entries_from(text: str) -> tuple[KeptEntry, ...]:
    return _entries.decode(text)


def facts_from(text: str | None) -> dict[str, str]:
    return _facts.decode(text) if text else {}
