"""What sameness gets right, and how fast: `python benchmarks/sameness.py STATE_BUNDLES.jsonl`.

Reads HL-Mem state bundles (events, claims, which claim supersedes which). Reports replacements found and invented,
look-alike bundles damaged, and the time of one write against 50 neighbours, read for the first time and again.
"""

import json
import sys
import time
from pathlib import Path

from archivist.text import readings, similarity
from archivist.text.resolve import current
from archivist.text.statements import relation

NEIGHBOURS = 50


def resolve(path: Path) -> str:
    found = right = expected = bundles = damaged = 0
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        at = {claim["id"]: claim["events"] for claim in row["claims"]}
        gold = {(i, j) for old, new in row["superseded"] for i in at[old] for j in at[new] if i < j}
        got = set(current(row["events"]))
        found, right, expected = found + len(got), right + len(got & gold), expected + len(gold)
        if row["must_not_supersede"]:
            bundles, damaged = bundles + 1, damaged + bool(got)
    return (
        f"replacements: precision {right / max(1, found):.3f}, recall {right / max(1, expected):.3f} of {expected}; "
        f"look-alikes damaged {damaged} of {bundles}"
    )


def time_a_write() -> str:
    old = [f"服务 component-{i} 的默认超时是 {i} 秒, only in working hours" for i in range(NEIGHBOURS)]
    spent = []
    for _ in ("first", "again"):
        started = time.process_time()
        for statement in old:
            relation(statement, "服务 component-7 的默认超时改为 90 秒, only in working hours")
        spent.append((time.process_time() - started) * 1000)
    started = time.process_time()
    for statement in old:
        similarity.similarity(statement, old[0])
    alone = (time.process_time() - started) * 1e6 / NEIGHBOURS
    return (
        f"one write against {NEIGHBOURS}: {spent[0]:.1f} ms first, {spent[1]:.2f} ms again; similarity {alone:.0f} µs"
    )


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(resolve(Path(argument)))
    readings.read.cache_clear()
    print(time_a_write())
