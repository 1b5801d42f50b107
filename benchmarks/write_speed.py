"""How many writes a second: `python benchmarks/write_speed.py [--records 2000] [--bulk 20000]`.

Single writes with the whole road (thirteen gates, record, audit entry, event, index row, one transaction each), and a
batch import. CPU time, since a busy machine says little about wall time; wall time is shown beside it.
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial

from archivist.app import Session, open_app, settings_from
from archivist.records.candidate import Candidate
from archivist.records.scope import user
from archivist.services.bulk import import_many

Write = Callable[[Session, list[str]], None]
SYLLABLES = ["ka", "to", "mi", "re", "sol", "la", "ne", "vi", "du", "pra", "ster", "lon", "gar", "bel", "tin", "mo"]
CHARACTERS = "项目周报部署网关数据库缓存队列前端计费搜索日志监控发布回归测试接口版本用户权限配置备份迁移"


def english(chance: random.Random) -> str:
    return " ".join("".join(chance.choices(SYLLABLES, k=chance.randint(1, 4))) for _ in range(12))


def chinese(chance: random.Random) -> str:
    return "".join(chance.choices(CHARACTERS, k=24)) + str(chance.randrange(10**6))


def single(session: Session, texts: list[str]) -> None:
    for text in texts:
        session.memory.remember(text)


def bulk(session: Session, texts: list[str], compare: bool = True) -> None:
    candidates = [Candidate(user("alice"), text) for text in texts]
    import_many(session.resources, session.principal, candidates, compare=compare)


def measure(what: str, write: Write, make: Callable[[random.Random], str], count: int) -> None:
    chance = random.Random(3)
    with tempfile.TemporaryDirectory() as folder, open_app(folder, settings=settings_from({"time_zone": "UTC"})) as app:
        session = app.acting_as("alice")
        single(session, [make(chance) for _ in range(200)])
        texts = [make(chance) for _ in range(count)]
        cpu, wall = time.process_time(), time.perf_counter()
        write(session, texts)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(f"{what:<18} {count / cpu:8,.0f} a second of CPU, {count / wall:8,.0f} by the clock ({count} records)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=2_000)
    parser.add_argument("--bulk", type=int, default=20_000)
    asked = parser.parse_args()
    for name, make in (("English", english), ("Chinese", chinese)):
        measure(f"single, {name}", single, make, asked.records)
        measure(f"batch, {name}", bulk, make, asked.bulk)
        measure(f"taken over, {name}", partial(bulk, compare=False), make, asked.bulk)


if __name__ == "__main__":
    main()
