"""Table `vector`: half-precision floats as the truth, and in memory the sign bits of the scopes that were asked about.

That vectors go with their texts is written into the schema, as triggers; nothing here removes one for that reason.
"""

from collections.abc import Sequence
from heapq import nlargest
from typing import TYPE_CHECKING

from archivist.records.scope import Scope
from archivist.stores.sqlite.codec import json_list
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.vector_port import Near, VectorKind, VectorModel, Waiting
from archivist.text.ranking import IndexedText

if TYPE_CHECKING:
    from archivist.stores.packed_vectors import Packed

MAX_PARTITIONS = 256
"""Scopes whose bits are held at once; the one that was asked about longest ago makes room."""

_Key = tuple[VectorKind, int, VectorModel]


class VectorCache:
    """The sign bits of partitions, each with the number of the change it was read at."""

    def __init__(self) -> None:
        self._held: dict[_Key, tuple[int, Packed]] = {}

    def get(self, key: _Key, change: int) -> "Packed | None":
        found = self._held.pop(key, None)
        if found is None or found[0] != change:
            return None
        self._held[key] = found
        return found[1]

    def put(self, key: _Key, change: int, packed: "Packed") -> None:
        while len(self._held) >= MAX_PARTITIONS:
            self._held.pop(next(iter(self._held)), None)
        self._held[key] = (change, packed)


class VectorTable:
    """Implements `stores.vector_port.Vectors`."""

    def __init__(self, connection: Connection, names: Names, cache: VectorCache) -> None:
        self._connection = connection
        self._names = names
        self._cache = cache
        self._sql = queries("vector")

    def waiting(
        self, kind: VectorKind, model: VectorModel, limit: int, subject: str | None = None, after: int = -1
    ) -> list[Waiting]:
        query = f"{kind}_waiting" if subject is None else f"{kind}_waiting_of"
        bindings = {"model": model.name, "dims": model.dimensions, "limit": limit, "after": after, "subject": subject}
        rows = self._connection.execute(self._sql[query], bindings)
        return [
            Waiting(seq, stamp, IndexedText(title=title, description=described, body=text))
            for seq, stamp, title, described, text in rows
        ]

    def put(self, kind: VectorKind, model: VectorModel, vectors: Sequence[tuple[Waiting, Sequence[float]]]) -> None:
        from archivist.stores.packed_vectors import to_bytes

        for waiting, vector in vectors:
            self._connection.execute(self._sql[f"{kind}_remove"], {"entry": waiting.entry})
            self._connection.execute(
                self._sql[f"{kind}_put"],
                {
                    "entry": waiting.entry,
                    "stamp": waiting.stamp,
                    "model": model.name,
                    "dims": model.dimensions,
                    "data": to_bytes(vector),
                    "text": waiting.text.body,
                },
            )

    def search(
        self,
        kind: VectorKind,
        model: VectorModel,
        scopes: Sequence[Scope],
        vector: Sequence[float],
        limit: int,
        also: Sequence[int] = (),
        only: Sequence[int] | None = None,
    ) -> Near:
        from archivist.stores.packed_vectors import cosines, unit, usual

        query = unit(vector)
        found: dict[int, float] = {}
        samples: list[tuple[int, list[float]]] = []
        for partition in self._names.known_scopes(self._connection, scopes):
            held = self._packed(kind, partition, model)
            if held is not None and only is not None:
                held = held.among(only)
            if held is None or not len(held.entries):
                continue
            likely, sample = held.likely(query), held.sample()
            near = cosines(self._some((kind, partition, model), [*likely, *sample, *also]), query)
            samples.append((len(held.entries), [near[entry] for entry in sample]))
            found |= {entry: near[entry] for entry in {*likely, *also} if entry in near}
        nearest = {*nlargest(limit, found, key=lambda entry: found[entry]), *also}
        return Near(
            {entry: cosine for entry, cosine in found.items() if entry in nearest},
            *usual(samples),
            sum(entries for entries, _ in samples),
        )

    def counts(self) -> dict[tuple[VectorKind, VectorModel], int]:
        rows = self._connection.execute(self._sql["counts"])
        return {(kind, VectorModel(name, dims)): count for kind, name, dims, count in rows}

    def forget_others(self, model: VectorModel) -> int:
        rows = self._connection.execute(
            self._sql["forget_others"], {"model": model.name, "dims": model.dimensions}
        ).fetchall()
        return len(rows)

    def _packed(self, kind: VectorKind, partition: int, model: VectorModel) -> "Packed | None":
        """The bits of a partition as it is in this transaction; None where it holds no vector."""
        row = self._connection.execute(self._sql["change"], {"kind": kind, "partition": partition}).fetchone()
        if row is None:
            return None
        key = (kind, partition, model)
        held = self._cache.get(key, row[0])
        if held is None:
            from archivist.stores.packed_vectors import packed

            bindings = {"kind": kind, "partition": partition, "model": model.name, "dims": model.dimensions}
            rows = self._connection.execute(self._sql["partition"], bindings).fetchall()
            held = packed(rows, model.dimensions)
            self._cache.put(key, row[0], held)
        return held if len(held.entries) else None

    def _some(self, key: _Key, entries: Sequence[int]) -> list[tuple[int, bytes]]:
        kind, partition, model = key
        return self._connection.execute(
            self._sql["some"],
            {
                "kind": kind,
                "partition": partition,
                "model": model.name,
                "dims": model.dimensions,
                "entries": json_list(entries),
            },
        ).fetchall()
