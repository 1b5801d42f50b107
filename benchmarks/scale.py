"""How a home grows: many users, up to ten million records, and what one user's recall costs among all the others.

Every user has as many records. At each size a cohort of users is added, their records interleaved as they would arrive,
and one of them is measured whole: the store's search with its check of what may be shown, beside a home that holds the
records of that user alone, question by question in turns. The measured users' texts are all different; those of the
others are drawn from a stock. Rows go straight into the table and the index, without gates, audit and versions, and the
index is brought into its fastest form as the night does. Times are of the processor.
"""

import argparse
import math
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import apsw

from archivist.records.identifiers import spell_id
from archivist.records.memory import Kind, Memory, MemoryType
from archivist.records.scope import Scope, user
from archivist.stores.index_port import Index
from archivist.stores.sqlite.fresh_index import FreshIndex
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.memories import MemoryTable
from archivist.stores.sqlite.names import Names
from archivist.stores.sqlite.sql_files import queries
from archivist.stores.sqlite.store import SqliteStore
from archivist.text.ranking import IndexedText
from benchmarks.metrics import percentile
from benchmarks.results import FOLDER, circumstances, figure, save, table
from benchmarks.texts import questions, synthetic

NOW = datetime(2026, 11, 30, tzinfo=UTC)
BACKENDS = ("sqlite_fts5", "tantivy")
BATCH = 50_000  # rows in one transaction
STOCK = 4_000  # texts that the records of users who are not measured are drawn from
MAX_CHARACTERS = 120  # of a text; a record is a sentence
QUESTIONS = 200
FOUND = 5
SEED = 100
COLUMNS = (
    "rows", "import CPU s", "of it index", "rows/s", "table B/row", "index B/row", "recall p50 ms", "p95", "alone p50",
    "p95", "ratio",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sizes", default="10000,100000,1000000", help="records of all users, growing")
    parser.add_argument("--own", type=int, default=10_000, help="records of one user")
    parser.add_argument("--questions", type=int, default=QUESTIONS, help="asked at each size, four times each")
    parser.add_argument("--backend", choices=BACKENDS, default="sqlite_fts5", help="where the index is kept")
    parser.add_argument("--index-only", action="store_true", help="those not measured stand in the index alone")
    parser.add_argument("--folder", type=Path, help="where the homes are made and left; a temporary one by default")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of results")


def run(given: argparse.Namespace) -> None:
    """Grow, measure, save after each size, and print."""
    with tempfile.TemporaryDirectory() as temporary:
        grown: list[Grown] = []
        sizes = [int(size) for size in given.sizes.split(",")]
        home = Home(given.folder or Path(temporary), given.backend, index_only=given.index_only)
        for one in grow(home, sizes, given.own, given.questions):
            print(f"{given.backend}, {one.rows:,} rows", file=sys.stderr, flush=True)
            grown.append(one)
            save(given.out, f"scale-{given.backend}", report(home, grown))
    print(printed(grown))
    print("\nexponents: " + ", ".join(f"{name} {power:.2f}" for name, power in exponents(grown).items()))


@dataclass(frozen=True, slots=True)
class Grown:
    """One size. Seconds are of the processor and from the start; recall is in milliseconds of it, a question."""

    rows: int
    table_s: float
    index_s: float
    table_bytes: int
    index_bytes: int
    p50: float
    p95: float
    alone_p50: float
    alone_p95: float

    @property
    def rows_per_s(self) -> float:
        return self.rows / (self.table_s + self.index_s)

    @property
    def ratio(self) -> float:
        return self.p50 / self.alone_p50


class Home:
    """A store with one index over its table of memories."""

    def __init__(self, folder: Path, backend: str, *, index_only: bool = False) -> None:
        self.folder, self.backend, self.index_only = folder, backend, index_only
        folder.mkdir(parents=True, exist_ok=True)
        self.store = SqliteStore(folder / "archivist.db", lambda: NOW)
        self._names = Names()
        self._draw = random.Random(SEED)
        self._next = 1
        self.seconds = {"table": 0.0, "index": 0.0}
        self._settled = None
        if backend == "tantivy":
            from archivist.stores.tantivy_index import TantivyIndex

            self._settled = TantivyIndex(folder / "memory")

    def add(self, records: Iterable[tuple[Scope, str]], measured: Scope) -> None:
        """Records in their order, a batch a transaction."""
        rest = iter(records)
        while batch := list(islice(rest, BATCH)):
            first, self._next = self._next, self._next + len(batch)
            with self.store.database.writing() as connection:
                scopes = {scope: self._names.scope(connection, scope) for scope in {scope for scope, _ in batch}}
                rows = [(seq, scope, text) for seq, (scope, text) in enumerate(batch, first)]
                with self._timed("table"):
                    self._insert(connection, scopes, [row for row in rows if row[1] == measured or not self.index_only])
                with self._timed("index"):
                    index = FtsIndex(connection, "memory") if self._settled is None else self._settled
                    index.put_many((seq, scopes[scope], _indexed(seq, text)) for seq, scope, text in rows)
            with self._timed("index"):
                self.store.database.writer.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def settle(self) -> None:
        """Bring the index into its fastest form, as the night does."""
        with self._timed("index"):
            if self._settled is None:
                self.store.tidy()
            else:
                self._settled.commit()
        self.store.database.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def searching(self, scope: Scope) -> Iterator[Callable[[str], object]]:
        """The store's search over the records of one user."""
        with self.store.database.reading() as connection:
            records = MemoryTable(connection, self._names, self._index(connection), lambda: 1)
            yield lambda question: records.search([scope], question, FOUND, NOW)

    def bytes(self) -> tuple[int, int]:
        """What the table takes on disk, and what the index takes."""
        whole = (self.folder / "archivist.db").stat().st_size
        if self._settled is not None:
            return whole, sum(file.stat().st_size for file in (self.folder / "memory").iterdir())
        ((terms,),) = self.store.database.writer.execute("SELECT sum(length(block)) FROM memory_fts_data")
        ((lengths,),) = self.store.database.writer.execute("SELECT sum(length(sz) + 8) FROM memory_fts_docsize")
        return whole - terms - lengths, terms + lengths

    def _index(self, connection: apsw.Connection) -> Index:
        """The index as a transaction of the product has it, with nothing in its fresh part."""
        if self._settled is None:
            return FtsIndex(connection, "memory")
        from archivist.stores.sqlite.layered_index import LayeredIndex

        settled = self._settled
        return LayeredIndex(FreshIndex(connection, "memory"), settled, lambda: settled)

    def _insert(
        self, connection: apsw.Connection, scopes: dict[Scope, int], rows: Sequence[tuple[int, Scope, str]]
    ) -> None:
        """Rows with every column as the product writes it, under numbers of our own."""
        records = MemoryTable(connection, self._names, FtsIndex(connection, "memory"), lambda: 1)
        usual = records._bindings(_memory(user("anybody")))
        insert = queries("memory")["insert"].replace("(id,", "(seq, id,", 1).replace("(:id,", "(:seq, :id,", 1)
        own = (
            {
                "seq": seq, "id": f"mem_{spell_id(self._draw.getrandbits(50), 10)}", "scope": scopes[scope],
                "name": f"n{seq}", "text": text, "fold": self._draw.getrandbits(62),
            }
            for seq, scope, text in rows
        )  # fmt: skip
        for _ in connection.executemany(insert, ({**usual, **one} for one in own)):
            pass  # a row is written when its answer is read

    @contextmanager
    def _timed(self, what: str) -> Iterator[None]:
        before = time.process_time()
        yield
        self.seconds[what] += time.process_time() - before


def grow(home: Home, sizes: Sequence[int], own: int, asked: int) -> Iterator[Grown]:
    """One home through all sizes, each compared with a home of the measured user alone."""
    users = 0
    for step, size in enumerate(sizes):
        more = size // own - users
        measured = user(f"user-{users + more // 2}")
        home.add(cohort(users, more, own, step), measured)
        home.settle()
        texts = texts_of(own, step)
        alone = Home(home.folder / f"alone-{step}", home.backend)
        alone.add(((measured, text) for text in texts), measured)
        alone.settle()
        among, by_itself = compared(home, alone, measured, questions(texts, asked, step))
        table_bytes, index_bytes = home.bytes()
        users += more
        yield Grown(
            size, home.seconds["table"], home.seconds["index"], table_bytes, index_bytes,
            percentile(among, 0.5), percentile(among, 0.95), percentile(by_itself, 0.5), percentile(by_itself, 0.95),
        )  # fmt: skip


def cohort(first: int, users: int, own: int, step: int) -> Iterator[tuple[Scope, str]]:
    """The records of some users, interleaved; the user in the middle has texts of their own."""
    stock = [text[:MAX_CHARACTERS] for text in islice(synthetic(SEED - 1), STOCK)]
    scopes = [user(f"user-{first + number}") for number in range(users)]
    measured, texts, draw = users // 2, iter(texts_of(own, step)), random.Random(step)
    for _ in range(own):
        for number, scope in enumerate(scopes):
            yield scope, next(texts) if number == measured else draw.choice(stock)


def texts_of(own: int, step: int) -> list[str]:
    """What the measured user of a cohort has."""
    return [text[:MAX_CHARACTERS] for text in islice(synthetic(SEED + step), own)]


def compared(home: Home, alone: Home, scope: Scope, asked: Sequence[str]) -> tuple[list[float], list[float]]:
    """Milliseconds of each question in both homes by turns: once to warm up, then the best of three."""
    with home.searching(scope) as among, alone.searching(scope) as by_itself:
        for question in asked:
            among(question)
            by_itself(question)
        pairs = [(_fastest(among, question), _fastest(by_itself, question)) for question in asked]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _fastest(search: Callable[[str], object], question: str) -> float:
    times = []
    for _ in range(3):
        before = time.thread_time()
        search(question)
        times.append((time.thread_time() - before) * 1_000)
    return min(times)


def _indexed(seq: int, text: str) -> IndexedText:
    return IndexedText(title=f"n{seq}", body=text)


def _memory(scope: Scope) -> Memory:
    return Memory(
        id="", scope=scope, name="", text="", type=MemoryType.PROJECT, kind=Kind.INFO, created_at=NOW, updated_at=NOW,
        last_active_at=NOW, created_by="user:anybody",
    )  # fmt: skip


def exponents(grown: Sequence[Grown]) -> dict[str, float]:
    """By which power of the rows each figure grows: the slope of a straight line through the logarithms."""
    if len(grown) < 2:
        return {}
    columns = {
        "import": [one.table_s + one.index_s for one in grown],
        "index import": [one.index_s for one in grown],
        "bytes": [one.table_bytes + one.index_bytes for one in grown],
        "index bytes": [one.index_bytes for one in grown],
        "recall p50": [one.p50 for one in grown],
        "recall p95": [one.p95 for one in grown],
    }
    rows = [math.log(one.rows) for one in grown]
    return {
        name: statistics.linear_regression(rows, [math.log(value) for value in values]).slope
        for name, values in columns.items()
    }


def report(home: Home, grown: Sequence[Grown]) -> dict[str, Any]:
    """The figures of one home with what is needed to judge them."""
    return {
        "circumstances": circumstances(SEED) | {"tantivy": _tantivy()},
        "backend": home.backend,
        "loaded": "index of all, table of the measured users" if home.index_only else "table and index of all",
        "sizes": [asdict(one) | {"rows_per_s": one.rows_per_s, "ratio": one.ratio} for one in grown],
        "exponents": exponents(grown),
    }


def printed(grown: Sequence[Grown]) -> str:
    """The sizes as a table."""
    rows = [
        [
            f"{one.rows:,}",
            *map(figure, (one.table_s + one.index_s, one.index_s, one.rows_per_s)),
            *map(figure, (one.table_bytes / one.rows, one.index_bytes / one.rows)),
            *map(figure, (one.p50, one.p95, one.alone_p50, one.alone_p95, one.ratio)),
        ]
        for one in grown
    ]
    return table(COLUMNS, rows)


def _tantivy() -> str | None:
    try:
        import tantivy
    except ImportError:
        return None
    return tantivy.__version__
