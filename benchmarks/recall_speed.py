"""How long a recall takes, beside bare FTS5 and Tantivy on the same rows, with the same words, in the same run.

    python -m benchmarks.recall_speed                         # 1,000 and 10,000 records of one user
    python -m benchmarks.recall_speed --sizes 100000 --others 1000000
    python -m benchmarks.recall_speed --texts corpus.jsonl --queries queries.jsonl     # your own {"text": …} lines

archivist is measured whole: the store's search with its check of what may be shown. The two others only search: every
match of an OR of the same terms, ranked by BM25. On a busy machine compare CPU times and ratios, not wall times.
Tantivy is skipped where it is not installed (`pip install tantivy`).
"""

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from uuid import uuid4

import apsw

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from archivist.records.memory import Kind, Memory, MemoryType
from archivist.records.scope import user
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.store import SqliteStore
from archivist.text.ranking import IndexedText
from archivist.text.words import parse_query, terms

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ALICE = user("alice")
QUERIES = 200

_ENGLISH = (
    "deploy report budget meeting launcher retry cache customer contract server invoice garden piano travel recipe"
)
_CHINESE = "部署报告预算会议缓存客户合同服务器发票旅行数据口径指标退款流程设备接口规范测试上线"


def synthetic(seed: int) -> Iterator[str]:
    """Statements of about 200 bytes, seven in ten English, with words as unevenly common as in real text."""
    draw = random.Random(seed)
    roots = _ENGLISH.split()
    words = [f"{roots[n % len(roots)]}{n // len(roots) or ''}" for n in range(20_000)]
    while True:
        if draw.random() < 0.7:
            yield " ".join(words[int(len(words) ** draw.random()) - 1] for _ in range(draw.randint(15, 40)))
        else:
            yield "".join(draw.choices(_CHINESE, k=draw.randint(20, 60))) + f"，编号 {draw.randint(1, 9_999)}。"


def from_file(path: Path, seed: int) -> Iterator[str]:
    """The texts of a JSON-lines file in a random order, joined in twos where the file is used up."""
    texts = [json.loads(line)["text"][:400] for line in path.read_text("utf-8").splitlines() if line.strip()]
    draw = random.Random(seed)
    draw.shuffle(texts)
    yield from texts
    while True:
        yield " ".join(draw.sample(texts, 2))[:400]


def questions(texts: Sequence[str], seed: int) -> list[str]:
    """Questions made of a few words of some text, as a person half remembers it."""
    draw = random.Random(seed)
    asked = []
    for text in draw.choices(texts, k=QUERIES):
        if text.isascii():
            asked.append("what did we say about " + " ".join(draw.sample(text.split(), min(5, len(text.split())))))
        else:
            at = draw.randrange(max(1, len(text) - 8))
            asked.append(text[at : at + 8] + " 是什么？")
    return asked


@dataclass(frozen=True, slots=True)
class Measured:
    """Times of one engine over all queries, in milliseconds, and what it keeps for a row, in bytes."""

    name: str
    rows: int
    p50: float
    p95: float
    cpu: float
    row_bytes: float
    rows_per_s: float


def measured(
    name: str, rows: int, search: Callable[[str], object], asked: Sequence[str], size: int, seconds: float
) -> Measured:
    """Ask each question once to warm up and three times more; the best of the three counts."""
    times: list[float] = []
    for question in asked:
        search(question)
        times.append(min(_wall_ms(search, question) for _ in range(3)))
    cpu = time.process_time()
    for question in asked:
        search(question)
    cpu = (time.process_time() - cpu) / len(asked) * 1_000
    times.sort()
    return Measured(
        name, rows, statistics.median(times), times[int(len(times) * 0.95)], cpu, size / rows, rows / max(seconds, 1e-9)
    )


def _wall_ms(search: Callable[[str], object], question: str) -> float:
    before = time.perf_counter()
    search(question)
    return (time.perf_counter() - before) * 1_000


def archivist(texts: Sequence[str], asked: Sequence[str], others: int, folder: Path) -> Measured:
    """The store's own search; the rows of others stand in the index only, where they could be in the way."""
    path = folder / "archivist.db"
    store = SqliteStore(path, lambda: NOW)
    before = time.perf_counter()
    for start in range(0, len(texts), 5_000):
        with store.transaction() as tx:
            for number, text in enumerate(texts[start : start + 5_000], start):
                tx.memories.insert(_memory(number, text))
    seconds = time.perf_counter() - before
    size = _settled_size(store, path)
    if others:
        _add_others(store, others, len(texts))
    with store.reading() as tx:
        found = measured(
            f"archivist beside {others:,} of others" if others else "archivist",
            len(texts),
            lambda question: tx.memories.search([ALICE], question, 5, NOW),
            asked,
            size,
            seconds,
        )
    store.close()
    return found


def _settled_size(store: SqliteStore, path: Path) -> int:
    with store.database.writing() as connection:
        FtsIndex(connection, "memory").compact()
    store.database.writer.execute("VACUUM")
    store.database.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.stat().st_size


def _add_others(store: SqliteStore, others: int, after: int) -> None:
    rows = ((10 * after + n, 1_000 + n % 997, IndexedText(body=text)) for n, text in enumerate(synthetic(2)))
    for _ in range(0, others, 50_000):
        with store.database.writing() as connection:
            FtsIndex(connection, "memory").put_many(islice(rows, 50_000))


def _memory(number: int, text: str) -> Memory:
    return Memory(
        id=f"mem_{uuid4().hex}",
        scope=ALICE,
        name=f"n{number}",
        text=text,
        type=MemoryType.PROJECT,
        kind=Kind.INFO,
        created_at=NOW,
        updated_at=NOW,
        last_active_at=NOW,
        created_by="user:alice",
    )


def bare_fts5(texts: Sequence[str], asked: Sequence[str], folder: Path) -> Measured:
    """FTS5 as it comes: an OR of the terms, ORDER BY rank, text kept beside it."""
    path = folder / "fts5.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    connection.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, text TEXT)")
    connection.execute("CREATE VIRTUAL TABLE entry_fts USING fts5 (terms, content = '')")
    before = time.perf_counter()
    with connection:
        connection.executemany("INSERT INTO entry VALUES (?, ?)", enumerate(texts))
        rows = ((number, " ".join(terms(text))) for number, text in enumerate(texts))
        connection.executemany("INSERT INTO entry_fts (rowid, terms) VALUES (?, ?)", rows)
    seconds = time.perf_counter() - before
    connection.execute("INSERT INTO entry_fts (entry_fts) VALUES ('optimize')")
    connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")

    def search(question: str) -> list[object]:
        match = " OR ".join(f'"{term}"' for term in parse_query(question).terms)
        rows = connection.execute("SELECT rowid FROM entry_fts WHERE entry_fts MATCH ? ORDER BY rank LIMIT 5", (match,))
        return list(rows)

    return measured("bare FTS5", len(texts), search, asked, path.stat().st_size, seconds)


def tantivy_library(texts: Sequence[str], asked: Sequence[str], folder: Path) -> Measured | None:
    """Tantivy with the same terms, split at white space; None where it is not installed."""
    try:
        import tantivy
    except ImportError:
        return None
    schema = (
        tantivy.SchemaBuilder()
        .add_text_field("terms", tokenizer_name="whitespace", index_option="freq")
        .add_unsigned_field("seq", stored=True)
        .build()
    )
    where = folder / "tantivy"
    where.mkdir()
    index = tantivy.Index(schema, path=str(where))
    writer = index.writer(heap_size=100_000_000, num_threads=1)
    before = time.perf_counter()
    for number, text in enumerate(texts):
        writer.add_document(tantivy.Document(terms=" ".join(terms(text)), seq=number))
    writer.commit()
    writer.wait_merging_threads()
    seconds = time.perf_counter() - before
    index.reload()
    searcher = index.searcher()

    def search(question: str) -> list[object]:
        wanted = [
            (tantivy.Occur.Should, tantivy.Query.term_query(schema, "terms", term))
            for term in parse_query(question).terms
        ]
        return [searcher.doc(place) for _, place in searcher.search(tantivy.Query.boolean_query(wanted), 5).hits]

    size = sum(file.stat().st_size for file in where.iterdir())
    return measured("Tantivy", len(texts), search, asked, size, seconds)


def table(results: Sequence[Measured]) -> str:
    """The results as Markdown; ratios against archivist's first line of the same size."""
    lines = [
        "| engine | rows | p50 ms | p95 ms | CPU ms | CPU beside archivist | bytes a row | rows/s added |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    base: dict[int, float] = {}
    for one in results:
        base.setdefault(one.rows, one.cpu)
        lines.append(
            f"| {one.name} | {one.rows:,} | {one.p50:.2f} | {one.p95:.2f} | {one.cpu:.2f} | "
            f"{one.cpu / base[one.rows]:.2f} | {one.row_bytes:.0f} | {one.rows_per_s:,.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="1000,10000", help="records of one user, separated by commas")
    parser.add_argument("--others", type=int, default=0, help="rows of other users beside them, at every size")
    parser.add_argument("--texts", type=Path, help='a file of {"text": …} lines instead of made-up ones')
    parser.add_argument("--queries", type=Path, help='a file of {"text": …} lines instead of made-up ones')
    given = parser.parse_args()
    results: list[Measured] = []
    for size in map(int, given.sizes.split(",")):
        texts = list(islice(from_file(given.texts, 1) if given.texts else synthetic(1), size))
        asked = list(islice(from_file(given.queries, 1), QUERIES)) if given.queries else questions(texts, 1)
        for name, run in (
            ("archivist", lambda folder, t=texts, a=asked: archivist(t, a, 0, folder)),
            (
                "others",
                lambda folder, t=texts, a=asked: archivist(t, a, given.others, folder) if given.others else None,
            ),
            ("fts5", lambda folder, t=texts, a=asked: bare_fts5(t, a, folder)),
            ("tantivy", lambda folder, t=texts, a=asked: tantivy_library(t, a, folder)),
        ):
            print(f"{name}, {size:,} rows …", file=sys.stderr)
            with tempfile.TemporaryDirectory() as folder:
                if (result := run(Path(folder))) is not None:
                    results.append(result)
    print(table(results))


if __name__ == "__main__":
    main()
