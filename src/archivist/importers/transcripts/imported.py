"""What every transcript importer gives back, and how it is put together: conversations, and what was left out and why.

Nothing is lost in silence. A row that cannot be read is an error that names file, line and field, or is named in
`skipped`; only what a host wrote for itself (tool traffic, reminders, meta rows) is passed over without a word.
Ids depend on the source's own ids, or else on content, so that importing the same file again changes nothing.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final

from archivist.errors import Invalid
from archivist.records.conversation import Conversation, Message, MessageOrigin, Speaker
from archivist.records.identifiers import clean_id, spell_id

_ID_LENGTH: Final = 20  # base-32 digits: 100 bits


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was left out: `where` names file and line or field, `why` says it in plain words."""

    where: str
    why: str


@dataclass(frozen=True, slots=True)
class Imported:
    """What a transcript file holds."""

    conversations: tuple[Conversation, ...]
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A message before it has its place: `key` is the source's own id for it, if there is one; `at` may be unknown.

    `name` is who speaks, where the source tells.
    """

    speaker: Speaker
    text: str
    at: datetime | None = None
    key: str = ""
    origin: MessageOrigin = MessageOrigin.TYPED
    name: str = ""


def assemble(
    source: str, id: str, turns: Iterable[Turn], undated: datetime, *, title: str = "", project: str | None = None
) -> Conversation:
    """The conversation that `turns` make, in their order; blank turns are left out.

    A turn without a time takes that of the turn before it; before the first known time, `undated`.
    """
    messages: list[Message] = []
    seen: Counter[tuple[str, str]] = Counter()
    at = undated
    for turn in turns:
        if not turn.text.strip():
            continue
        at = turn.at or at
        said = (turn.speaker, turn.text)
        seen[said] += 1
        key = turn.key or f"{turn.speaker}\n{seen[said]}\n{turn.text}"
        origin = turn.origin if turn.speaker is Speaker.USER else MessageOrigin.GENERATED
        messages.append(Message(digest(id, key), len(messages), turn.speaker, turn.text, at, origin, turn.name))
    started = messages[0].at if messages else None
    return Conversation(id, tuple(messages), title.strip(), source, project, started)


def conversation_id(source: str, own_id: object, *otherwise: str) -> str:
    """`source:own_id` where the source has a usable id, else an id made from the texts in `otherwise`."""
    if isinstance(own_id, str):
        try:
            return clean_id("conversation", f"{source}:{own_id.strip()}" if own_id.strip() else "")
        except Invalid:
            return f"{source}:{digest(own_id)}"
    return f"{source}:{digest(*otherwise)}"


def digest(*parts: str) -> str:
    """A short id that stands for `parts`; equal parts, equal id."""
    packed = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return spell_id(int.from_bytes(sha256(packed).digest()), _ID_LENGTH)


def moment(value: object) -> datetime | None:
    """A time as exports write it, in UTC: RFC 3339 text (no zone means UTC), or seconds since 1970; None for null.

    Raises:
        ValueError: anything else.
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        raise ValueError("is a truth value, not a time")
    if isinstance(value, int | float):
        seconds = value / 1000 if abs(value) > 1e11 else value  # some tools count milliseconds
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, OSError, ValueError) as error:
            raise ValueError(f"{value!r} is not a time") from error
    if not isinstance(value, str):
        raise ValueError(f"must be a time, not {type(value).__name__}")
    try:
        read = datetime.fromisoformat(value.strip())
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"{value[:40]!r} is not a time such as 2026-11-25T09:30:00Z") from error


def moment_or_none(value: object) -> datetime | None:
    """Like `moment`, for exports whose times are a service's own affair: unreadable means unknown."""
    try:
        return moment(value)
    except ValueError:
        return None
