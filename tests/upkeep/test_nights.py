"""Nights: a digest is proved before it replaces the old one, a night is done once, and a quiet timer is no success."""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.errors import NotPermitted, StoreError
from archivist.records.candidate import Candidate, Origin
from archivist.records.event import Consumer, Topic
from archivist.records.principal import Principal
from archivist.records.scope import user
from archivist.session import Session
from archivist.stores.base import AuditFilter
from archivist.upkeep.consolidation.pipeline import Consolidated, Outcome
from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.folder_jobs import CONSOLIDATE, upkeep_for
from archivist.upkeep.jobs import run_due, run_now
from archivist.upkeep.nightly import replace_digest
from archivist.upkeep.scheduler import Scheduler
from archivist.views.digest import Digest, DigestLine

OLD = """# 永久记忆

<!-- archivist:own -->
别动这段
<!-- /archivist:own -->

## 📝 待办事项（未完成）
- [ ] **[2026-11-20]** 写文档
"""


@pytest.fixture
def nights(tmp_path: Path, clock: TestClock) -> Iterator[Archivist]:
    """A home on disk whose user lives in Shanghai, one evening."""
    clock.now = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)
    settings = settings_from({"time_zone": "Asia/Shanghai"})
    with open_app(tmp_path / "home", settings=settings, clock=clock, chance=random.Random(5)) as app:
        yield app


@pytest.fixture
def alice(nights: Archivist, tmp_path: Path) -> Session:
    session = nights.acting_as("alice")
    session.workspaces.adopt(tmp_path / "ws")
    return session


def consolidations(app: Archivist) -> list[str]:
    return [done.brought.outcome for done in run_due(app.resources) if done.job == CONSOLIDATE]


def test_a_week_of_work_becomes_the_digest_with_its_backup_and_its_change(alice: Session, tmp_path: Path) -> None:
    (tmp_path / "ws" / "MEMORY.md").write_text(OLD, "utf-8")
    alice.journal.add("决定采用指数退避重试", "decision", "payments")
    run = alice.upkeep.consolidate()
    assert (run.outcome, run.wrote) == ("distilled", "MEMORY.md")
    text = (tmp_path / "ws" / "MEMORY.md").read_text("utf-8")
    assert all(part in text for part in ("别动这段", "写文档", "指数退避"))
    assert (tmp_path / "ws" / "MEMORY.md.bak").read_text("utf-8") == OLD
    assert "+- **[2026-11-24]** 决定采用指数退避重试" in (tmp_path / "ws" / "MEMORY.md.diff").read_text("utf-8")
    again = alice.upkeep.consolidate()
    assert (again.outcome, again.wrote) == ("unchanged", "")
    assert (tmp_path / "ws" / "MEMORY.md").read_text("utf-8") == text
    assert (tmp_path / "ws" / "MEMORY.md.bak").read_text("utf-8") == OLD


@pytest.mark.parametrize(
    "broken",
    [
        "",
        "没有可提炼的内容。",
        "I'm sorry, but I can't help with that.",
        "# 永久记忆\n\n## 📝 待办事项（未完成）\n- [ ] **[2026-11-20]** 写文",
        "# 永久记忆\n\n## 📝 待办事项（未完成）\n- [ ] **[2026-11-20]** 写文档\n",
    ],
)
def test_an_empty_broken_or_shortened_result_changes_nothing_and_is_a_failure(
    alice: Session, tmp_path: Path, broken: str
) -> None:
    """Field case OP-02: an answer that is no digest, one that is cut off, one that lost the person's own part."""
    path = tmp_path / "ws" / "MEMORY.md"
    path.write_text(OLD, "utf-8")
    lines = (DigestLine(date(2026, 11, 20), "写文档"), DigestLine(date(2026, 11, 21), "补测试"))
    digest = Digest(todos=lines if "写文档" not in broken else lines[:1])
    made = Consolidated(Outcome.DISTILLED, (), digest, broken)
    run = replace_digest(alice.workspaces.current(), lambda current: made)
    assert run.outcome == "failed"
    assert "left as it is" in run.reason
    assert path.read_text("utf-8") == OLD
    assert not (tmp_path / "ws" / "MEMORY.md.diff").exists()


def test_a_digest_that_is_no_text_is_left_alone(alice: Session, tmp_path: Path) -> None:
    (tmp_path / "ws" / "MEMORY.md").write_bytes(b"\xff\xfe\x00")
    alice.journal.add("x is done", "highlight")
    assert alice.upkeep.consolidate().outcome == "failed"
    assert (tmp_path / "ws" / "MEMORY.md").read_bytes() == b"\xff\xfe\x00"
    assert any("failed" in warning for warning in alice.upkeep.status().warnings)


def test_the_night_comes_at_eleven_of_the_users_time_and_once(
    alice: Session, nights: Archivist, clock: TestClock
) -> None:
    alice.journal.add("修复了登录超时", "highlight")
    assert consolidations(nights) == []
    clock.now = datetime(2026, 11, 24, 15, 0, 30, tzinfo=UTC)  # 23:00:30 in Shanghai
    assert consolidations(nights) == ["distilled"]
    assert consolidations(nights) == []


def test_two_schedulers_never_do_one_night_twice(
    alice: Session, nights: Archivist, clock: TestClock, tmp_path: Path
) -> None:
    alice.journal.add("修复了登录超时", "highlight")
    clock.move(hours=4)
    with open_app(tmp_path / "home", settings=settings_from({"time_zone": "Asia/Shanghai"}), clock=clock) as other:
        assert sorted(consolidations(nights) + consolidations(other)) == ["distilled"]


def test_a_claim_is_held_while_its_owner_works_and_taken_over_when_it_was_cut_off(
    nights: Archivist, clock: TestClock
) -> None:
    def claim() -> int | None:
        with nights.store.transaction() as tx:
            return tx.job_runs.claim("night", "consolidate", None, clock.now, clock.now + timedelta(minutes=10))

    first = claim()
    assert first is not None
    assert claim() is None
    clock.move(minutes=11)
    assert claim() == first
    with nights.store.transaction() as tx:
        tx.job_runs.finish(first, clock.now, "distilled", 1, 1, "")
    clock.move(days=1)
    assert claim() is None


def test_a_machine_that_slept_makes_up_for_one_night_and_not_for_every_night(
    alice: Session, nights: Archivist, clock: TestClock
) -> None:
    alice.journal.add("修复了登录超时", "highlight")
    clock.move(days=3)
    assert consolidations(nights) == ["distilled"]
    assert consolidations(nights) == []


def test_nights_without_yield_become_a_warning_and_a_counter(
    alice: Session, nights: Archivist, clock: TestClock
) -> None:
    for _ in range(3):
        assert not any("nothing to distil" in warning for warning in alice.upkeep.status().warnings)
        clock.move(days=1)
        assert consolidations(nights) == ["no_notes"]
    status = alice.upkeep.status()
    assert status.idle_nights == 3
    assert any("3 nights in a row" in warning for warning in status.warnings)
    assert alice.oversight.counters()["consolidation_idle_runs"] == 3
    alice.journal.add("Back at work: fixed the parser", "highlight")
    clock.move(days=1)
    assert consolidations(nights) == ["distilled"]
    assert alice.upkeep.status().idle_nights == 0


def test_a_night_that_no_timer_came_for_is_a_warning(alice: Session, clock: TestClock) -> None:
    clock.move(days=1)
    assert any("schedule install" in warning for warning in alice.upkeep.status().warnings)


def test_what_upkeep_did_stands_in_the_trail_under_its_own_name(
    alice: Session, nights: Archivist, clock: TestClock
) -> None:
    alice.journal.add("修复了登录超时", "highlight")
    clock.move(hours=4)
    run_due(nights.resources)
    (entry,) = alice.oversight.audit(AuditFilter(action="consolidate"))
    assert (entry.actor, entry.outcome) == ("upkeep:consolidate", "distilled")


def test_old_notes_go_to_the_archive_and_come_back(alice: Session, clock: TestClock, tmp_path: Path) -> None:
    alice.journal.add("x is done", "highlight")
    clock.move(days=7)
    assert alice.upkeep.archive() == []
    clock.move(days=1)
    assert alice.upkeep.archive() == [date(2026, 11, 24)]
    assert (tmp_path / "ws/daily-memories/archive/2026-11-24.md").exists()
    assert alice.upkeep.status().archived == 1
    alice.upkeep.unarchive(date(2026, 11, 24))
    assert (tmp_path / "ws/daily-memories/2026-11-24.md").exists()


def test_records_whose_time_is_over_expire(alice: Session, nights: Archivist, clock: TestClock) -> None:
    written = alice.memory.remember("The code freeze lasts until Friday", name="freeze").memory
    assert written is not None
    with nights.store.transaction() as tx:
        tx.memories.replace(replace(written, expires_at=clock.now + timedelta(hours=1)))
    clock.move(hours=2)
    (done,) = run_now(nights.resources, "expire")
    assert done.brought.went_out == 1
    assert alice.memory.history("freeze").memory.status == "expired"


def test_a_night_tidies_the_index_and_everything_is_found_as_before(alice: Session, nights: Archivist) -> None:
    for statement in ("The code freeze lasts until Friday", "周报用英文写", "The launcher is written in Rust"):
        alice.memory.remember(statement)
    (done,) = run_now(nights.resources, "tidy")
    assert done.brought.outcome == "done"
    assert [hit.memory.text for hit in alice.memory.recall("周报").hits] == ["周报用英文写"]
    assert alice.memory.recall("launcher").hits


@pytest.mark.parametrize(
    ("row", "statement", "new"),
    [
        ("| 注释语言 | 中文 |", "以后代码注释用英文", "| 注释语言 | 英文 |"),
        ("- **Comment language**: Chinese", "Write comments in English", "- **Comment language**: English"),
    ],
)  # fmt: skip
def test_a_changed_preference_reaches_the_profile_and_the_old_value_the_history(
    alice: Session, tmp_path: Path, row: str, statement: str, new: str
) -> None:
    profile = tmp_path / "ws" / "USER.md"
    profile.write_text(f"# 我\n\n| 类别 | 内容 |\n|---|---|\n{row}\n\nfree words\n", "utf-8")
    record = alice.memory.remember(statement).memory
    assert record is not None
    assert alice.upkeep.dispatch() == 1
    assert profile.read_text("utf-8") == f"# 我\n\n| 类别 | 内容 |\n|---|---|\n{new}\n\nfree words\n"
    (change,) = alice.workspaces.profile_changes()
    assert (change.memory, bool(change.old), bool(change.new)) == (record.id, True, True)
    alice.upkeep.dispatch()
    assert len(alice.workspaces.profile_changes()) == 1
    alice.memory.erase(record.id)
    alice.upkeep.dispatch()
    assert alice.workspaces.profile_changes()[0].old == ""


def test_a_proposal_changes_the_profile_only_once_a_person_applied_it(alice: Session, tmp_path: Path) -> None:
    profile = tmp_path / "ws" / "USER.md"
    profile.write_text("| 注释语言 | 中文 |\n", "utf-8")
    held = alice.memory.submit(Candidate(user("alice"), "以后代码注释用英文", origin=Origin.IMPORT)).proposal
    assert held is not None
    alice.upkeep.dispatch()
    assert "中文" in profile.read_text("utf-8")
    alice.proposals.apply(held.id)
    alice.upkeep.dispatch()
    assert "英文" in profile.read_text("utf-8")


def test_a_consumer_that_fails_waits_longer_each_time_and_then_sets_the_event_aside(
    alice: Session, nights: Archivist, clock: TestClock
) -> None:
    calls = []

    def fail(event: object) -> None:
        calls.append(event)
        raise StoreError("the disk is full")

    consumers = {"broken": Consumer(frozenset({Topic.MEMORY_UPDATED}), fail)}
    alice.memory.remember("I like tea")
    for _ in range(8):
        dispatch(nights.resources, consumers)
        clock.move(minutes=30)
    assert len(calls) == 5
    with nights.store.reading() as tx:
        (letter,) = tx.events.dead_letters()
    assert (letter.consumer, letter.attempts) == ("broken", 5)


def test_the_scheduler_runs_what_is_due_and_survives_what_fails(
    alice: Session, nights: Archivist, clock: TestClock, tmp_path: Path
) -> None:
    alice.journal.add("修复了登录超时", "highlight")
    clock.move(hours=4)
    deadline = datetime.now(UTC) + timedelta(seconds=10)
    with Scheduler(nights.resources, every_s=0.01):
        while not (tmp_path / "ws" / "MEMORY.md").exists() and datetime.now(UTC) < deadline:
            pass
    assert (tmp_path / "ws" / "MEMORY.md").exists()


def test_an_agent_runs_no_upkeep(nights: Archivist, alice: Session) -> None:
    agent = nights.acting_as("alice", agent="coder")
    for act in (agent.upkeep.consolidate, agent.upkeep.archive, agent.upkeep.run):
        with pytest.raises(NotPermitted):
            act()


def test_upkeep_acts_for_an_owner_and_for_nobody_else(alice: Session) -> None:
    assert upkeep_for(alice.workspaces.current().known, "scan") == Principal("alice", upkeep="scan")
