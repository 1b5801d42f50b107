"""How a home grows: many users, up to ten million records, and what one user's recall costs among all the others.

    python -m benchmarks.scale                                         # 10,000 to 1,000,000 records
    python -m benchmarks.scale --sizes 10000,100000,1000000,10000000 --folder /big/disk
    python -m benchmarks.scale --backend tantivy --results benchmarks/results

Every user has `--own` records (10,000). At each size a cohort of users is added, their records interleaved as they
would arrive, and one of them is measured whole: the store's search with its check of what may be shown, beside a home
that holds the records of that user alone, question by question in turns. The measured users' texts are all different;
those of the others are drawn from a stock of 4,000. Rows go straight into the table and the index, without gates,
audit and versions; with `--index-only` those of the others into the index alone. Times are of the processor, since a
wall clock tells of the neighbours.
"""

import argparse
import json
import math
import os
import platform
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import apsw

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from archivist.records.identifiers import spell_id
from archivist.records.memory import Kind, Memory, MemoryType
from archivist.records.scope import Scope, user
from archivist.stores.index_port import Index
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.memories import MemoryTable
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.sqlite.store import SqliteStore
from archivist.text.ranking import IndexedText
from benchmarks.recall_speed import NOW, questions, synthetic

BATCH = 50_000  # rows in one transaction
STOCK = 4_000  # texts that the records of users who are not measured are drawn from
MAX_CHARACTERS = 120  # of a text; a record is a sentence


@dataclass(frozen=True, slots=True)
class Grown:
    """One size. Seconds are of the processor and from the start; recall is in milliseconds of it, a question."""

    rows: int
    table_s: float
    index_s: float
    rows_per_s: float
    table_bytes: int
    index_bytes: int
    p50: float
    p95: float
    alone_p50: float
    alone_p95: float

    @property
    def ratio(self) -> float:
        return self.p50 / self.alone_p50


class Home:
    """A store with one index over its table of memories."""

    def __init__(self, folder: Path, backend: str, *, index_only: bool = False) -> None:
        self.folder, self.backend, self.index_only = folder, backend, index_only
        folder.mkdir(parents=True)
        self.store = SqliteStore(folder / "archivist.db", lambda: NOW)
        self._names = Names()
        self.table_s = self.index_s = 0.0
        self._next = 1
        self._draw = random.Random(3)
        if backend == "tantivy":
            from archivist.stores.tantivy_index import TantivyIndex

            self._outside = TantivyIndex(folder / "memory")

    def index(self, connection: apsw.Connection) -> Index:
        return self._outside if self.backend == "tantivy" else FtsIndex(connection, "memory")

    def add(self, records: Iterator[tuple[Scope, str]], measured: Scope) -> None:
        """Records in their order, a batch a transaction."""
        while batch := list(islice(records, BATCH)):
            with self.store.database.writing() as connection:
                first, self._next = self._next, self._next + len(batch)
                scopes = {scope: self._names.scope(connection, scope) for scope in {scope for scope, _ in batch}}
                with self._timed("table_s"):
                    self._insert(connection, first, scopes, batch, measured)
                with self._timed("index_s"):
                    self.index(connection).put_many(
                        (seq, scopes[scope], IndexedText(title=f"n{seq}", body=text))
                        for seq, (scope, text) in enumerate(batch, first)
                    )
            with self._timed("index_s"):
                self.store.database.writer.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _insert(
        self,
        connection: apsw.Connection,
        first: int,
        scopes: dict[Scope, int],
        batch: Sequence[tuple[Scope, str]],
        measured: Scope,
    ) -> None:
        table = MemoryTable(connection, self._names, FtsIndex(connection, "memory"), lambda: 1)
        usual = table._bindings(_memory(batch[0][0]))  # every column as the product writes it
        insert = queries("memory")["insert"].replace("(id,", "(seq, id,", 1).replace("(:id,", "(:seq, :id,", 1)
        returned = connection.executemany(
            insert,
            (
                {
                    **usual,
                    "seq": seq, "id": f"mem_{spell_id(self._draw.getrandbits(50), 10)}", "scope": scopes[scope],
                    "name": f"n{seq}", "text": text, "fold": self._draw.getrandbits(62),
                }
                for seq, (scope, text) in enumerate(batch, first)
                if scope == measured or not self.index_only
            ),
        )  # fmt: skip
        for _ in returned:  # a row is written when its answer is read
            pass

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        before = time.process_time()
        yield
        setattr(self, what, getattr(self, what) + time.process_time() - before)

    @contextmanager
    def searching(self, scope: Scope) -> Iterator[Callable[[str], object]]:
        """The store's search over the records of one user."""
        with self.store.database.reading() as connection:
            table = MemoryTable(connection, self._names, self.index(connection), lambda: 1)  # type: ignore[arg-type]
            yield lambda question: table.search([scope], question, 5, NOW)

    def settle(self) -> None:
        """Bring the index into its fastest form, as the night does."""
        with self._timed("index_s"):
            if self.backend == "tantivy":
                self._outside.commit()
            else:
                self.store.tidy()
        self.store.database.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def bytes(self) -> tuple[int, int]:
        """What the table takes on disk, and what the index takes."""
        if self.backend == "tantivy":
            index = sum(file.stat().st_size for file in (self.folder / "memory").iterdir())
        else:
            ((index,),) = self.store.database.writer.execute("SELECT sum(length(block)) FROM memory_fts_data")
            ((sizes,),) = self.store.database.writer.execute("SELECT sum(length(sz) + 8) FROM memory_fts_docsize")
            index += sizes
        whole = (self.folder / "archivist.db").stat().st_size
        return whole - (index if self.backend != "tantivy" else 0), index


def _memory(scope: Scope) -> Memory:
    return Memory(
        id="", scope=scope, name="", text="", type=MemoryType.PROJECT, kind=Kind.INFO, created_at=NOW, updated_at=NOW,
        last_active_at=NOW, created_by="user:alice",
    )  # fmt: skip


def cohort(first: int, users: int, own: int, seed: int) -> Iterator[tuple[Scope, str]]:
    """The records of some users, interleaved; the user in the middle has texts of their own."""
    stock = [text[:MAX_CHARACTERS] for text in islice(synthetic(9), STOCK)]
    scopes = [user(f"user-{first + number}") for number in range(users)]
    measured, texts, draw = users // 2, iter(texts_of(own, seed)), random.Random(seed)
    for _ in range(own):
        for number, scope in enumerate(scopes):
            yield scope, next(texts) if number == measured else draw.choice(stock)


def texts_of(own: int, seed: int) -> list[str]:
    """What the measured user of a cohort has."""
    return [text[:MAX_CHARACTERS] for text in islice(synthetic(100 + seed), own)]


def compared(
    among: Callable[[str], object], alone: Callable[[str], object], asked: Sequence[str]
) -> tuple[list[float], list[float]]:
    """Milliseconds of each question, in both homes by turns; once to warm up, then the best of three."""
    for question in asked:
        among(question), alone(question)
    pairs = [
        (min(_cpu_ms(among, question) for _ in range(3)), min(_cpu_ms(alone, question) for _ in range(3)))
        for question in asked
    ]
    return sorted(one for one, _ in pairs), sorted(other for _, other in pairs)


def _cpu_ms(search: Callable[[str], object], question: str) -> float:
    before = time.thread_time()
    search(question)
    return (time.thread_time() - before) * 1_000


def grow(folder: Path, backend: str, sizes: Sequence[int], own: int, *, index_only: bool) -> Iterator[Grown]:
    """One home through all sizes, each compared with a home of the measured user alone."""
    home = Home(folder / backend, backend, index_only=index_only)
    users = 0
    for step, size in enumerate(sizes):
        more = size // own - users
        scope = user(f"user-{users + more // 2}")
        home.add(cohort(users, more, own, step), scope)
        home.settle()
        texts = texts_of(own, step)
        alone = Home(folder / f"{backend}-alone-{step}", backend)
        alone.add(((scope, text) for text in texts), scope)
        alone.settle()
        with home.searching(scope) as among, alone.searching(scope) as by_itself:
            times, alone_times = compared(among, by_itself, questions(texts, step))
        table, index = home.bytes()
        users += more
        yield Grown(
            size, home.table_s, home.index_s, size / (home.table_s + home.index_s), table, index,
            statistics.median(times), times[int(len(times) * 0.95)],
            statistics.median(alone_times), alone_times[int(len(alone_times) * 0.95)],
        )  # fmt: skip


def exponent(rows: Sequence[int], values: Sequence[float]) -> float:
    """By which power of the rows the values grow: the slope of a straight line through their logarithms."""
    x, y = [math.log(one) for one in rows], [math.log(one) for one in values]
    return statistics.linear_regression(x, y).slope


def report(backend: str, grown: Sequence[Grown], *, index_only: bool) -> dict[str, Any]:
    """The figures of one backend with what is needed to judge them."""
    rows = [one.rows for one in grown]
    columns = {
        "import": [one.table_s + one.index_s for one in grown],
        "index import": [one.index_s for one in grown],
        "bytes": [float(one.table_bytes + one.index_bytes) for one in grown],
        "index bytes": [float(one.index_bytes) for one in grown],
        "recall p50": [one.p50 for one in grown],
        "recall p95": [one.p95 for one in grown],
    }
    return {
        "name": f"scale-{backend}",
        "loaded": "index of all, table of the measured users" if index_only else "table and index",
        "versions": versions(),
        "rows": [asdict(one) | {"ratio": one.ratio} for one in grown],
        "exponents": {name: exponent(rows, values) for name, values in columns.items()} if len(grown) > 1 else {},
    }


def versions() -> dict[str, Any]:
    """What the figures depend on."""
    try:
        import tantivy
    except ImportError:
        outside = None
    else:
        outside = tantivy.__version__
    return {
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
        "tantivy": outside,
        "cpus": os.cpu_count(),
    }


def table(grown: Sequence[Grown]) -> str:
    """The sizes as Markdown."""
    lines = [
        "| rows | import CPU s | of it the index | rows/s | table bytes a row | index bytes a row |"
        " recall p50 ms | p95 | alone p50 | p95 | ratio |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {one.rows:,} | {one.table_s + one.index_s:,.1f} | {one.index_s:,.1f} | {one.rows_per_s:,.0f} | "
        f"{one.table_bytes / one.rows:,.0f} | {one.index_bytes / one.rows:,.0f} | {one.p50:.2f} | {one.p95:.2f} | "
        f"{one.alone_p50:.2f} | {one.alone_p95:.2f} | {one.ratio:.2f} |"
        for one in grown
    ]
    return "\n".join(lines)


def main() -> None:
    """Grow, measure, print and save after each size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="10000,100000,1000000", help="records, separated by commas")
    parser.add_argument("--own", type=int, default=10_000, help="records of one user")
    parser.add_argument("--backend", choices=("sqlite_fts5", "tantivy"), default="sqlite_fts5")
    parser.add_argument("--index-only", action="store_true", help="the others' records stand in the index alone")
    parser.add_argument("--folder", type=Path, help="where the homes are made and left; a temporary one by default")
    parser.add_argument("--results", type=Path, help="a folder for the figures as JSON")
    given = parser.parse_args()
    sizes = [int(size) for size in given.sizes.split(",")]
    with tempfile.TemporaryDirectory() as temporary:
        grown: list[Grown] = []
        folder = given.folder or Path(temporary)
        for one in grow(folder, given.backend, sizes, given.own, index_only=given.index_only):
            grown.append(one)
            told = report(given.backend, grown, index_only=given.index_only)
            print(f"{given.backend}, {one.rows:,} rows done", file=sys.stderr)
            if given.results is not None:
                given.results.mkdir(parents=True, exist_ok=True)
                file = given.results / f"{told['name']}.json"
                file.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    print(table(grown))
    print("\nexponents: " + ", ".join(f"{name} {power:.2f}" for name, power in told["exponents"].items()))


if __name__ == "__main__":
    main()
