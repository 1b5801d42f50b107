"""How long a recall takes as one user's records grow: every engine on the same rows, in the same run.

On a busy machine compare processor times and ratios, not wall times. With --others the rows of other users stand beside
those of the one who asks; an engine that gives every user a store of its own is not touched by them.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks import plots
from benchmarks.metrics import times
from benchmarks.peers.contract import Row
from benchmarks.peers.environments import Unavailable, chosen
from benchmarks.peers.process import PeerProcess
from benchmarks.results import FOLDER, circumstances, figure, save, table
from benchmarks.texts import from_file, questions, rows, synthetic

PEERS = ("archivist_taken_over", "fts5", "tantivy", "tantivy_terms")
SIZES = (1_000, 10_000, 100_000)
SMALL = (100, 400)
QUESTIONS = 100
ROUNDS = 3
FOUND = 5
SEED = 1
ALICE = "alice"
OTHERS = tuple(f"other{number}" for number in range(997))
COLUMNS = ("rows", "p50 ms", "p95 ms", "CPU p50", "CPU p95", "ratio", "CPU ms a row added", "MB")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--peers", default=",".join(PEERS), help="adapters to ask, or all; ratios refer to the first")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="records of one user, growing")
    parser.add_argument("--others", type=int, default=0, help="rows of other users, there from the beginning")
    parser.add_argument("--texts", type=Path, help='a file of {"text": …} lines instead of made-up ones')
    parser.add_argument("--queries", type=Path, help='a file of {"text": …} lines instead of made-up ones')
    parser.add_argument(
        "--budget", type=float, default=300, help="processor seconds an engine may take for its next size"
    )
    parser.add_argument("--small", action="store_true", help="a few rows and questions: does it run at all")
    parser.add_argument("--name", default="speed", help="of the files of results")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of results")


def run(given: argparse.Namespace) -> None:
    """Let every engine grow and answer; print, save and plot."""
    sizes = SMALL if given.small else tuple(map(int, given.sizes.split(",")))
    texts = from_file(given.texts, SEED) if given.texts else synthetic(SEED)
    own = rows(texts, sizes[-1], [ALICE])
    asked = {size: _questions(own[:size], given.queries, 20 if given.small else QUESTIONS) for size in sizes}
    results: dict[str, list[dict[str, Any]]] = {}
    kept = {"circumstances": circumstances(SEED), "others": given.others, "peers": results}
    for peer in chosen(given.peers):
        print(f"{peer} …", file=sys.stderr, flush=True)
        others = rows(synthetic(SEED + 1), given.others, OTHERS, first=sizes[-1])
        results[peer] = list(growing(peer, own, others, asked, given.budget))
        save(given.out, given.name, kept, plots.speed(results))
    print(printed(results))
    print(f"\n{given.out / given.name}.json and .svg")


def growing(
    peer: str, own: Sequence[Row], others: Sequence[Row], asked: dict[int, list[str]], budget_s: float
) -> Iterator[dict[str, Any]]:
    """What one engine needs at each size; the last says under `failed` why it went no further."""
    last: dict[str, Any] | None = None
    try:
        with PeerProcess(peer, timeout_s=10 * budget_s) as process:
            if others:
                process.add(others)
            for size, queries in asked.items():
                held = last["rows"] if last else 0
                if last:
                    _refuse_if_slow(last, size, len(queries), budget_s)
                added = process.add(own[held:size])
                answers = process.search([(query, ALICE) for query in queries], FOUND, ROUNDS)
                last = {
                    "rows": size,
                    **times(answers),
                    "add_cpu_ms": 1_000 * added["cpu_s"] / (size - held),
                    **process.about(),
                }
                yield last
    except Unavailable as why:
        yield {"failed": str(why)}


def _refuse_if_slow(last: Mapping[str, Any], size: int, questions: int, budget_s: float) -> None:
    """Judge by the size before: adding costs the same for each row, and asking grows with them at most."""
    adding = last["add_cpu_ms"] * (size - last["rows"]) / 1_000
    asking = last["cpu_p50_ms"] * questions * size / last["rows"] / 1_000
    if adding + asking > budget_s:
        raise Unavailable(f"{size:,} rows would take about {adding + asking:,.0f} s of the processor")


def printed(results: dict[str, list[dict[str, Any]]]) -> str:
    """The table, sizes together; ratios are those of the median processor time to the first engine's."""
    first = {one["rows"]: one["cpu_p50_ms"] for one in next(iter(results.values())) if "rows" in one}
    lines = []
    for size in sorted({one["rows"] for grown in results.values() for one in grown if "rows" in one}):
        for peer, grown in results.items():
            for one in grown:
                if one.get("rows") == size:
                    times = [figure(one[key]) for key in ("p50_ms", "p95_ms", "cpu_p50_ms", "cpu_p95_ms")]
                    ratio = f"{one['cpu_p50_ms'] / first[size]:.2f}" if first.get(size) else "–"
                    rest = [figure(one["add_cpu_ms"]), f"{one['peak_mb']:.0f}"]
                    lines.append([peer, f"{size:,}", *times, ratio, *rest])
    failed = [f"{peer} stopped: {one['failed']}" for peer, grown in results.items() for one in grown if "failed" in one]
    return "\n".join([table(["engine", *COLUMNS], lines), *failed])


def _questions(own: Sequence[Row], file: Path | None, count: int) -> list[str]:
    if file is None:
        return questions([row["text"] for row in own], count, SEED)
    given = from_file(file, SEED)
    return [next(given) for _ in range(count)]
