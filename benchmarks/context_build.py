"""How long a context takes to build, and that no build is larger than its budget.

    python benchmarks/context_build.py 1000 10000 100000        builds over so many visible records: p50, p95
    python benchmarks/context_build.py --budgets 100000         random pieces and budgets through the cutter
    python benchmarks/context_build.py --sections 50000 100000  with so many sections in mounted documents besides

Records are spread over a user, a project, the system and the agent itself, in English and Chinese; one in fifty is a
rule, one in a thousand stands in the library. The home is on disk, and every build writes its trace.
"""

import argparse
import random
import statistics
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from archivist.app import open_app
from archivist.read.context.budget import fit_budget
from archivist.read.context.charter_part import CharterPart
from archivist.read.context.conversation_part import ConversationPart
from archivist.read.context.memories import AGENT_MEMORY, GLOBAL_MEMORY
from archivist.read.context.parts import Limits, Offer, Offered, Piece
from archivist.records.memory import Delivery, Kind, Memory, MemoryType
from archivist.records.scope import SYSTEM, agent, project, user
from archivist.session import Session
from archivist.text.tokens import count_tokens

NOW = datetime(2026, 11, 25, 9, 0, tzinfo=UTC)
AREAS = ("payment", "search", "billing", "login", "report", "支付", "搜索", "账单", "登录", "周报", "部署", "审计")
VERBS = (
    "listens on port",
    "is owned by team",
    "is released on day",
    "retries after",
    "写入分区",
    "负责人工号是",
    "超时为",
)
SECTIONS_EACH = 250
TASK = "benchmark"
QUESTIONS = (
    "which port has the payment service", "周报什么时候发布", "who owns search", "部署到哪个分区", "weekly report",
    "登录超时是多少", "billing retries", "审计要求",
)  # fmt: skip


def record(number: int, chance: random.Random) -> Memory:
    """One record as a real home may hold it: a sentence, some idle for long."""
    scope = (user("alice"), project("atlas"), SYSTEM, agent("planner", "alice"))[number % 4]
    used = NOW - timedelta(minutes=chance.randrange(500_000))
    return Memory(
        id=f"m{number:08}",
        scope=scope,
        name=f"fact-{number}",
        text=f"{chance.choice(AREAS)} {number % 997} {chance.choice(VERBS)} {chance.randrange(100_000)}",
        type=MemoryType.PROJECT,
        kind=Kind.RULE if number % 50 == 0 else Kind.INFO,
        created_at=used,
        updated_at=used,
        last_active_at=used,
        delivery=Delivery.ALWAYS if number % 1000 == 0 else Delivery.ON_DEMAND,
        importance=chance.random(),
        confidence=0.5 + chance.random() / 2,
        created_by="benchmark",
    )


def fill(session: Session, first: int, last: int, chance: random.Random) -> None:
    with session.resources.store.transaction() as tx:
        for number in range(first, last):
            tx.memories.insert(record(number, chance))


def measure(sizes: list[int], builds: int, sections: int) -> None:
    chance = random.Random(7)
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder)) as app:
        session = app.acting_as("alice", project="atlas")
        if sections:
            mount(session, sections)
        before = 0
        for size in sizes:
            fill(session, before, size, chance)
            before = size
            for question in QUESTIONS:
                session.context.build("planner", question)
            wall: list[float] = []
            cpu: list[float] = []
            for turn in range(builds):
                started, worked = time.perf_counter(), time.process_time()
                session.context.build("planner", QUESTIONS[turn % len(QUESTIONS)], task=TASK)
                wall.append((time.perf_counter() - started) * 1000)
                cpu.append((time.process_time() - worked) * 1000)
            print(f"{size:>9,} records: wall {_figures(wall)}; processor {_figures(cpu)}")


def _figures(times: list[float]) -> str:
    return f"p50 {statistics.median(times):5.1f} ms, p95 {statistics.quantiles(times, n=20)[18]:5.1f} ms"


def mount(session: Session, sections: int) -> None:
    """Documents with so many sections, published and mounted."""
    chance = random.Random(5)
    for number in range(0, sections, SECTIONS_EACH):
        parts = (
            f"## {chance.choice(AREAS)} {place}\n\nThe {chance.choice(AREAS)} service {chance.choice(VERBS)} {place}.\n"
            for place in range(number, number + SECTIONS_EACH)
        )
        name = f"manual-{number}.md"
        session.knowledge.add_text(name, f"# Manual {number}\n\n{chr(10).join(parts)}".encode())
        session.knowledge.publish(name)
        session.tasks.mount(TASK, name)


def try_budgets(times: int) -> None:
    """Random pieces, limits and budgets; the worst excess, which must be 0."""
    chance = random.Random(11)
    letters = "ab Z9.,-<>/|\n\t记忆系统预算🚀é\u200b`#()[]"
    started = time.perf_counter()
    worst = 0
    for turn in range(times):
        offered = [
            Offered(
                part,
                Offer(tuple(_piece(number, letters, chance) for number in range(chance.randrange(6)))),
                _limits(chance),
            )
            for part in (ConversationPart(), GLOBAL_MEMORY, AGENT_MEMORY)
        ]
        budget = chance.randrange(1, 400)
        fitted = fit_budget(offered, "q", budget, count_tokens, chinese=turn % 2 == 0)
        worst = max(worst, count_tokens(fitted.text) - budget)
    assert CharterPart().authority.binds
    print(f"{times:,} random builds in {time.perf_counter() - started:.0f} s: worst excess {max(worst, 0)} tokens")


def _piece(number: int, letters: str, chance: random.Random) -> Piece:
    text = "".join(chance.choices(letters, k=chance.randrange(1, 160)))
    piece = Piece(f"memory:{number}", text, label=chance.choice(("", "user:alice, 0.90")), place=number)
    return replace(piece, may_be_cut=chance.random() < 0.5, heading=chance.choice(("", "Rules")))


def _limits(chance: random.Random) -> Limits:
    return Limits(chance.choice((None, 2)), chance.choice((None, 100)), chance.choice(("a", "b")))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("sizes", nargs="*", type=int)
    parser.add_argument("--builds", type=int, default=200)
    parser.add_argument("--sections", type=int, default=0)
    parser.add_argument("--budgets", type=int, default=0)
    given = parser.parse_args()
    if given.sizes:
        measure(sorted(given.sizes), given.builds, given.sections)
    if given.budgets:
        try_budgets(given.budgets)
