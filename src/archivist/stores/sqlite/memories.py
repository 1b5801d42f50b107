"""Table `memory`: records, their versions, and the fingerprints of what must not come back. Keeps the index in step."""

from collections.abc import Callable, Sequence
from datetime import datetime

from archivist.errors import NotFound
from archivist.records.memory import (
    Delivery,
    Kind,
    ManifestLine,
    Memory,
    MemoryType,
    Source,
    Status,
    Version,
)
from archivist.records.scope import Scope, ScopeKind
from archivist.stores.base import MemoryFilter, Page, Refusal, Searchable
from archivist.stores.index_port import Index
from archivist.stores.sqlite.codec import (
    evidence_from,
    from_ms,
    json_list,
    json_text,
    maybe_instant,
    maybe_ms,
    memory_from,
    tags_from,
    to_ms,
)
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.rows import Connection, Row
from archivist.stores.sqlite.sql_files import queries
from archivist.text.fold import fold_hash
from archivist.text.ranking import IndexedText
from archivist.text.words import parse_query, telling_terms

LIVE = frozenset({Status.ACTIVE, Status.CONFLICT})


def memory_from_row(row: Row) -> Memory:
    """The one place that knows the columns of `memory_record`."""
    (_seq, id, scope_kind, scope_id, holder, name, text, type, kind, created_at, updated_at, last_active_at, delivery,
     description, topic, position, value, tags, importance, confidence, source, evidence, created_by, approved_by,
     source_event, status, supersedes, valid_from, valid_until, expires_at, schema_version, revision, recall_count,
     last_recalled_at, generation, _scope, _fold) = row  # fmt: skip
    return Memory(
        id=id,
        scope=Scope(ScopeKind(scope_kind), scope_id, holder),
        name=name,
        text=text,
        type=MemoryType(type),
        kind=Kind(kind),
        created_at=from_ms(created_at),
        updated_at=from_ms(updated_at),
        last_active_at=from_ms(last_active_at),
        delivery=Delivery(delivery) if delivery else Delivery.ON_DEMAND,
        description=description or "",
        topic=topic or "",
        position=position or 0.0,
        value=value,
        tags=tags_from(tags),
        importance=importance,
        confidence=confidence,
        source=Source(source),
        evidence=evidence_from(evidence),
        created_by=created_by,
        approved_by=approved_by,
        source_event=source_event,
        status=Status(status),
        supersedes=supersedes,
        valid_from=maybe_instant(valid_from),
        valid_until=maybe_instant(valid_until),
        expires_at=maybe_instant(expires_at),
        schema_version=schema_version,
        revision=revision,
        recall_count=recall_count,
        last_recalled_at=maybe_instant(last_recalled_at),
        generation=generation,
    )


class _Live:
    """What an index asks about records, when every live one counts alike."""

    def __init__(self, table: "MemoryTable") -> None:
        self._table = table

    def weights(self, seqs: Sequence[int]) -> dict[int, float]:
        return dict.fromkeys(seqs, 1.0)

    def texts(self, seqs: Sequence[int]) -> dict[int, IndexedText]:
        return self._table.texts(seqs)

    def runs(self, seqs: Sequence[int]) -> None:
        return None


class _Shown(_Live):
    """What an index asks about records, when only those that may be shown now count, the important a little more."""

    def __init__(self, table: "MemoryTable", now: datetime) -> None:
        super().__init__(table)
        self._now = now

    def weights(self, seqs: Sequence[int]) -> dict[int, float]:
        return {seq: 0.9 + 0.2 * importance for seq, importance in self._table.shown(seqs, self._now).items()}


def _indexed_row(name: str, description: str | None, text: str, tags: str | None) -> IndexedText:
    described = description if description and description != text else ""
    return IndexedText(title=name, description=described, body=text, tags=tags_from(tags))


def indexed_text(memory: Memory) -> IndexedText:
    """What of a record can be found."""
    return IndexedText(
        title=memory.name,
        description=memory.description if memory.description != memory.text else "",
        body=memory.text,
        tags=memory.tags,
    )


class MemoryTable:
    """The records, inside one transaction or one consistent read."""

    def __init__(self, connection: Connection, names: Names, index: Index, generation: Callable[[], int]) -> None:
        self._connection = connection
        self._names = names
        self._index = index
        self._generation = generation
        self._sql = queries("memory")

    # -- writing

    def insert(self, memory: Memory) -> None:
        row = self._connection.execute(self._sql["insert"], self._bindings(memory)).fetchone()
        if memory.status in LIVE:
            self._put(row[0], memory)

    def replace(self, memory: Memory) -> None:
        row = self._connection.execute(self._sql["replace"], self._bindings(memory)).fetchone()
        if row is None:
            raise NotFound("memory", memory.id)
        self._index.remove([row[0]])
        if memory.status in LIVE:
            self._put(row[0], memory)

    def add_version(self, before: Memory, at: datetime, actor: str, audit: int) -> None:
        self._connection.execute(
            self._sql["add_version"],
            {
                "id": before.id,
                "revision": before.revision,
                "body": json_text(before),
                "at": to_ms(at),
                "actor": self._names.actor(self._connection, actor),
                "audit": audit,
            },
        )

    def blank_versions(self, id: str) -> None:
        self._connection.execute(self._sql["blank_versions"], {"id": id})

    def touch(self, ids: Sequence[str], at: datetime) -> None:
        self._connection.execute(self._sql["touch"], {"ids": json_list(ids), "at": to_ms(at)})

    def refuse(self, scope: Scope, text: str, subject: str, why: str, at: datetime) -> None:
        self._connection.execute(
            self._sql["refuse"],
            {
                "scope": self._names.scope(self._connection, scope),
                "fold": fold_hash(text),
                "subject": subject,
                "why": why,
                "at": to_ms(at),
            },
        )

    def unrefuse(self, subject: str) -> None:
        self._connection.execute(self._sql["unrefuse"], {"subject": subject})

    # -- reading

    def get(self, id: str) -> Memory | None:
        row = self._connection.execute(self._sql["by_id"], {"id": id}).fetchone()
        return None if row is None else memory_from_row(row)

    def live_by_name(self, scope: Scope, name: str) -> Memory | None:
        return self._one("live_by_name", scope, {"name": name})

    def latest_by_name(self, scope: Scope, name: str) -> Memory | None:
        return self._one("latest_by_name", scope, {"name": name})

    def names_with_base(self, scope: Scope, base: str) -> set[str]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql["names_like_base"], {"scope": number, "base": base})
        return {row[0] for row in rows}

    def equal_statements(self, scope: Scope, text: str) -> list[Memory]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql["by_fold"], {"scope": number, "fold": fold_hash(text)})
        return [memory_from_row(row) for row in rows]

    def similar(self, scope: Scope, text: str, limit: int, is_near: Callable[[str], bool]) -> list[Memory]:
        number = self._names.known_scope(self._connection, scope)
        if number is None:
            return []
        sharing = self._index.sharing(telling_terms(text), number, limit)
        rows = self._connection.execute(self._sql["statements"], {"seqs": json_list(sharing)})
        near = {seq for seq, statement in rows if is_near(statement)}
        return self.by_seqs([seq for seq in sharing if seq in near]) if near else []

    def by_seqs(self, seqs: Sequence[int]) -> list[Memory]:
        rows = self._connection.execute(self._sql["by_seqs"], {"seqs": json_list(seqs)})
        found = {row[0]: memory_from_row(row) for row in rows}
        return [found[seq] for seq in seqs if seq in found]

    def page(self, wanted: MemoryFilter, limit: int, before: tuple[int, int] | None = None) -> Page[Memory]:
        scopes = self._names.known_scopes(self._connection, wanted.scopes)
        rows = self._connection.execute(
            self._sql["page"],
            {
                "scopes": json_list(scopes),
                "statuses": json_list([str(status) for status in wanted.statuses]),
                "type": wanted.type,
                "kind": wanted.kind,
                "source": wanted.source,
                "delivery": wanted.delivery,
                "tag": wanted.tag,
                "generation": self._generation(),
                "before_at": before[0] if before else 1 << 62,
                "before_seq": before[1] if before else 1 << 62,
                "limit": limit + 1,
            },
        ).fetchall()
        shown = [memory_from_row(row) for row in rows[:limit]]
        more = len(rows) > limit
        return Page(shown, (to_ms(shown[-1].updated_at), rows[limit - 1][0]) if more else None)

    def manifest(self, scopes: Sequence[Scope], limit: int, now: datetime) -> list[tuple[int, ManifestLine]]:
        numbers = self._names.known_scopes(self._connection, scopes)
        if not numbers:
            return []
        by_number = {self._names.known_scope(self._connection, scope): scope for scope in scopes}
        rows = self._connection.execute(
            self._sql["manifest"],
            {"scopes": json_list(numbers), "generation": self._generation(), "now": to_ms(now), "limit": limit},
        )
        return [
            (seq, ManifestLine(id, by_number[scope], MemoryType(type), name, description or text, from_ms(updated_at)))
            for seq, id, scope, type, name, description, text, updated_at in rows
        ]

    def search(self, scopes: Sequence[Scope], query: str, limit: int, now: datetime) -> list[tuple[int, float]]:
        numbers = self._names.known_scopes(self._connection, scopes)
        if not numbers:
            return []
        hits = self._index.search(parse_query(query), numbers, limit, _Shown(self, now))
        return [(hit.entry, hit.relevance) for hit in hits]

    def shown(self, seqs: Sequence[int], now: datetime) -> dict[int, float]:
        """Those of `seqs` that may be shown at `now`, each with its importance."""
        rows = self._connection.execute(
            self._sql["shown"], {"seqs": json_list(seqs), "generation": self._generation(), "now": to_ms(now)}
        )
        return dict(rows.fetchall())

    def texts(self, seqs: Sequence[int]) -> dict[int, IndexedText]:
        """The texts of these records as they were indexed."""
        rows = self._connection.execute(self._sql["by_seqs"], {"seqs": json_list(seqs)})
        return {row[0]: indexed_text(memory_from_row(row)) for row in rows}

    def searchable(self, seqs: Sequence[int], now: datetime) -> dict[int, Searchable]:
        rows = self._connection.execute(
            self._sql["searchable"], {"seqs": json_list(seqs), "generation": self._generation(), "now": to_ms(now)}
        )
        return {
            row[0]: Searchable(
                IndexedText(title=row[1], description=row[2] or "", body=row[3], tags=tags_from(row[4])),
                importance=row[5],
                confidence=row[6],
                last_active_at=from_ms(row[7]),
                updated_at=from_ms(row[8]),
            )
            for row in rows
        }

    def always(self, scope: Scope, statuses: Sequence[Status] = (Status.ACTIVE,)) -> list[Memory]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(
            self._sql["always"],
            {
                "scope": number,
                "statuses": json_list([str(status) for status in statuses]),
                "generation": self._generation(),
            },
        )
        return [memory_from_row(row) for row in rows]

    def last_position(self, scope: Scope, kind: Kind) -> float:
        number = self._names.known_scope(self._connection, scope)
        row = self._connection.execute(self._sql["last_position"], {"scope": number, "kind": kind}).fetchone()
        return float(row[0])

    def place(self, id: str, position: float) -> None:
        self._connection.execute(self._sql["place"], {"id": id, "position": position})

    def counts(self, scopes: Sequence[Scope]) -> dict[tuple[Scope, Status], int]:
        numbers = self._names.known_scopes(self._connection, scopes)
        rows = self._connection.execute(self._sql["count"], {"scopes": json_list(numbers)})
        return {(Scope(ScopeKind(kind), id, holder), Status(status)): count for kind, id, holder, status, count in rows}

    def count_live(self, scope: Scope) -> int:
        number = self._names.known_scope(self._connection, scope)
        row = self._connection.execute(self._sql["count_live"], {"scope": number}).fetchone()
        return int(row[0])

    def due(self, now: datetime, limit: int) -> list[Memory]:
        rows = self._connection.execute(self._sql["due"], {"now": to_ms(now), "limit": limit})
        return [memory_from_row(row) for row in rows]

    def due_in(self, scope: Scope, now: datetime, limit: int) -> list[Memory]:
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql["due_in"], {"scope": number, "now": to_ms(now), "limit": limit})
        return [memory_from_row(row) for row in rows]

    def of_generation(self, number: int) -> list[Memory]:
        return [
            memory_from_row(row) for row in self._connection.execute(self._sql["of_generation"], {"number": number})
        ]

    def latest(self, scope: Scope, limit: int, now: datetime) -> list[int]:
        return self._latest("latest", scope, limit, now)

    def latest_rules(self, scope: Scope, limit: int, now: datetime) -> list[int]:
        return self._latest("latest_rules", scope, limit, now)

    def _latest(self, query: str, scope: Scope, limit: int, now: datetime) -> list[int]:
        bindings = {"generation": self._generation(), "now": to_ms(now), "limit": limit}
        number = self._names.known_scope(self._connection, scope)
        rows = self._connection.execute(self._sql[query], {"scope": number, **bindings})
        return [row[0] for row in rows]

    def held_back(self, scopes: Sequence[Scope], now: datetime, limit: int) -> list[Memory]:
        numbers = self._names.known_scopes(self._connection, scopes)
        bindings = {
            "scopes": json_list(numbers),
            "now": to_ms(now),
            "generation": self._generation(),
            "limit": limit,
        }
        seqs = [row[0] for row in self._connection.execute(self._sql["held_back"], bindings)]
        return self.by_seqs(seqs)

    def versions(self, id: str) -> list[Version]:
        rows = self._connection.execute(self._sql["versions"], {"id": id})
        return [Version(memory_from(body), from_ms(at), actor, audit) for body, at, actor, audit in rows]

    def successors(self, id: str) -> list[Memory]:
        return [memory_from_row(row) for row in self._connection.execute(self._sql["successors"], {"id": id})]

    def refusal(self, scope: Scope, text: str) -> Refusal | None:
        number = self._names.known_scope(self._connection, scope)
        row = self._connection.execute(self._sql["refusal"], {"scope": number, "fold": fold_hash(text)}).fetchone()
        return None if row is None else Refusal(row[0], row[1], from_ms(row[2]))

    def erased(self) -> list[str]:
        return [row[0] for row in self._connection.execute(self._sql["erased"])]

    # -- the index

    def rebuild_index(self, batch: int = 5_000) -> int:
        self._index.clear()
        after = count = 0
        while True:
            rows = self._connection.execute(self._sql["all_rows"], {"after": after, "limit": batch}).fetchall()
            if not rows:
                return count
            self._index.put_many(
                (seq, scope, _indexed_row(name, description, text, tags))
                for seq, scope, name, description, text, tags in rows
            )
            after, count = rows[-1][0], count + len(rows)

    def _put(self, seq: int, memory: Memory) -> None:
        self._index.put(seq, self._names.scope(self._connection, memory.scope), indexed_text(memory))

    def _one(self, query: str, scope: Scope, bindings: dict[str, str]) -> Memory | None:
        number = self._names.known_scope(self._connection, scope)
        row = self._connection.execute(self._sql[query], {"scope": number, **bindings}).fetchone()
        return None if row is None else memory_from_row(row)

    def _bindings(self, memory: Memory) -> dict[str, object]:
        connection, names = self._connection, self._names
        return {
            "id": memory.id,
            "scope": names.scope(connection, memory.scope),
            "name": memory.name,
            "text": memory.text,
            "fold": fold_hash(memory.text),
            "type": memory.type,
            "kind": memory.kind,
            "status": memory.status,
            "source": memory.source,
            "created_by": names.actor(connection, memory.created_by),
            "created_at": to_ms(memory.created_at),
            "updated_at": to_ms(memory.updated_at),
            "last_active_at": to_ms(memory.last_active_at),
            "revision": memory.revision,
            "importance": memory.importance,
            "confidence": memory.confidence,
            "approved_by": names.actor(connection, memory.approved_by) if memory.approved_by else None,
            "delivery": memory.delivery if memory.delivery is not Delivery.ON_DEMAND else None,
            "description": memory.description or None,
            "topic": memory.topic or None,
            "position": memory.position or None,
            "value": memory.value,
            "tags": json_list(memory.tags) if memory.tags else None,
            "evidence": json_text(memory.evidence) if memory.evidence else None,
            "source_event": memory.source_event,
            "supersedes": memory.supersedes,
            "valid_from": maybe_ms(memory.valid_from),
            "valid_until": maybe_ms(memory.valid_until),
            "expires_at": maybe_ms(memory.expires_at),
            "recall_count": memory.recall_count,
            "last_recalled_at": maybe_ms(memory.last_recalled_at),
            "schema_version": memory.schema_version,
            "generation": memory.generation,
        }
