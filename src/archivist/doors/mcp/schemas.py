"""JSON schemas of what the tools answer: the shapes of `doors.shapes`, with the keys a program may rely on."""

from collections.abc import Iterable
from typing import Any, Final

from archivist.read.recall import RecallStatus
from archivist.records.verdict import Outcome

Json = dict[str, Any]

TEXT: Final[Json] = {"type": "string"}
WHOLE: Final[Json] = {"type": "integer"}
NUMBER: Final[Json] = {"type": "number"}
FLAG: Final[Json] = {"type": "boolean"}
ANYTHING: Final[Json] = {}


def one_of(members: Iterable[str]) -> Json:
    """A string out of a closed set."""
    return {"type": "string", "enum": [str(member) for member in members]}


def maybe(schema: Json) -> Json:
    """That, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def listed(schema: Json) -> Json:
    """A list of that."""
    return {"type": "array", "items": schema}


def record(required: dict[str, Json], optional: dict[str, Json] | None = None) -> Json:
    """An object; more keys may come with later versions."""
    return {"type": "object", "properties": required | (optional or {}), "required": list(required)}


EVIDENCE: Final = record({"quote": TEXT, "conversation": maybe(TEXT), "message": maybe(TEXT)})
MEMORY: Final = record(
    {
        "id": TEXT, "name": TEXT, "scope": TEXT, "type": TEXT, "kind": TEXT, "status": TEXT, "text": TEXT,
        "description": TEXT, "tags": listed(TEXT), "revision": WHOLE, "evidence": listed(EVIDENCE),
        "created_at": TEXT, "updated_at": TEXT,
    }
)  # fmt: skip
PROPOSAL: Final = record({"id": TEXT, "status": TEXT, "text": TEXT, "suggested": TEXT, "detail": TEXT})
WRITTEN: Final = record(
    {
        "outcome": one_of(Outcome), "record": maybe(MEMORY), "proposal": maybe(PROPOSAL), "reason": TEXT,
        "detail": TEXT,
    }
)  # fmt: skip
HIT: Final = record(
    {
        "id": TEXT, "name": TEXT, "scope": TEXT, "type": TEXT, "kind": TEXT, "body": TEXT, "relevance": NUMBER,
        "updated_at": TEXT, "evidence": listed(EVIDENCE),
    }
)  # fmt: skip
RECALLED: Final = record({"status": one_of(RecallStatus), "count": WHOLE, "hits": listed(HIT), "reason": TEXT})
NOTE: Final = record({"key": TEXT, "summary": TEXT, "tags": listed(TEXT), "relevance": NUMBER})
NOTED: Final = record({"status": one_of(RecallStatus), "count": WHOLE, "hits": listed(NOTE), "reason": TEXT})
ONE: Final = record({"record": MEMORY})
