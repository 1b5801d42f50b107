"""LangGraph's `BaseStore` over an agent's private notes: each item is a note of its own.

`put` is an agent's write, so it lands in that agent's own notes and never in what a person reviewed; an item that a
gate refuses raises, since the interface has no way to say no. Namespaces are compared part by part. There is no TTL in
minutes. Needs `langgraph-checkpoint`.
"""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import quote

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    validate_op_namespace,
)

from archivist.doors.adapters.notes import Notes, value_of
from archivist.errors import Invalid
from archivist.records.identifiers import MAX_ID_CHARACTERS
from archivist.records.memory import Memory
from archivist.services.recalling import recalled
from archivist.session import Session

TAG: Final = "langgraph"
SUMMARY_CHARACTERS: Final = 1_500
MOST_HITS: Final = 50

Namespace = tuple[str, ...]


class ArchivistStore(BaseStore):
    """`graph.compile(store=ArchivistStore(app.acting_as(user, agent="planner")))`."""

    supports_ttl = False

    def __init__(self, session: Session) -> None:
        self._session = session
        self._notes = Notes(session, TAG)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Reads see the state before the batch's own writes; of several writes to one key the last counts."""
        asked = list(ops)
        for op in asked:
            validate_op_namespace(op)
        results: list[Result] = [None if isinstance(op, PutOp) else self._read(op) for op in asked]
        writes = {(op.namespace, op.key): op for op in asked if isinstance(op, PutOp)}
        for op in writes.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """The same, in a thread."""
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Op) -> Result:
        match op:
            case GetOp():
                note = self._notes.get(_key(op.namespace, op.key))
                return _item(note) if note is not None else None
            case SearchOp():
                return self._search(op)
            case ListNamespacesOp():
                return self._namespaces(op)
            case _:
                raise Invalid("op", f"{type(op).__name__} is no operation of a store")

    def _put(self, op: PutOp) -> None:
        key = _key(op.namespace, op.key)
        if op.value is None:
            self._notes.delete(key)
            return
        words = "" if op.index is False else " ".join(_words(op.value))
        summary = f"{'/'.join(op.namespace)} {op.key}: {words}"[:SUMMARY_CHARACTERS]
        self._notes.put(key, {"namespace": list(op.namespace), "key": op.key, "value": op.value}, summary)

    def _search(self, op: SearchOp) -> list[SearchItem]:
        if op.query:
            principal = self._session.principal
            found = recalled(self._session.resources, principal, op.query, MOST_HITS, [self._notes.scope])
            scored = [(hit.memory, hit.relevance) for hit in found.hits if TAG in hit.memory.tags]
        else:
            scored = [(note, None) for note in self._notes.all()]  # type: ignore[misc]
        items = [
            SearchItem(
                namespace=item.namespace,
                key=item.key,
                value=item.value,
                created_at=item.created_at,
                updated_at=item.updated_at,
                score=score,
            )
            for item, score in ((_item(note), score) for note, score in scored)
            if item.namespace[: len(op.namespace_prefix)] == tuple(op.namespace_prefix)
            and _passes(item.value, op.filter or {})
        ]
        return items[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        known = {_item(note).namespace for note in self._notes.all()}
        wanted = {
            space[: op.max_depth] if op.max_depth else space
            for space in known
            if all(_matches(space, condition) for condition in op.match_conditions or ())
        }
        return sorted(wanted)[op.offset : op.offset + op.limit]


def _key(namespace: Namespace, key: str) -> str:
    """One key for both, each part escaped by itself, so that no two pairs meet.

    Raises:
        Invalid: together they are too long.
    """
    whole = "/".join(quote(part, safe="") for part in (*namespace, key))
    if len(whole) > MAX_ID_CHARACTERS:
        raise Invalid("key", f"namespace and key take {len(whole)} characters; at most {MAX_ID_CHARACTERS}")
    return whole


def _item(note: Memory) -> Item:
    held: Mapping[str, Any] = value_of(note)
    created: datetime = note.created_at
    return Item(
        value=held["value"],
        key=held["key"],
        namespace=tuple(held["namespace"]),
        created_at=created,
        updated_at=note.updated_at,
    )


def _words(value: Any) -> Iterator[str]:
    """Every text and number in a value, in order."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _words(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _words(inner)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield str(value)


def _passes(value: Mapping[str, Any], conditions: Mapping[str, Any]) -> bool:
    return all(_holds(value.get(field), wanted) for field, wanted in conditions.items())


def _holds(found: Any, wanted: Any) -> bool:
    if not (isinstance(wanted, Mapping) and wanted and all(str(name).startswith("$") for name in wanted)):
        return bool(found == wanted)
    return all(_compared(found, operator, value) for operator, value in wanted.items())


def _compared(found: Any, operator: str, value: Any) -> bool:
    match operator:
        case "$eq":
            return bool(found == value)
        case "$ne":
            return bool(found != value)
        case "$gt" | "$gte" | "$lt" | "$lte":
            try:
                low, high = float(found), float(value)
            except (TypeError, ValueError):
                return False
            return {"$gt": low > high, "$gte": low >= high, "$lt": low < high, "$lte": low <= high}[operator]
        case _:
            raise ValueError(f"Unsupported operator: {operator}")


def _matches(namespace: Namespace, condition: MatchCondition) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in {"*", label} for wanted, label in zip(path, part, strict=True))
