"""User and Project Knowledge through the service every door uses: saved by hand, and what becomes of every entry."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import TestClock
from tests.views.documents import entries as any_entries

from archivist.app import Archivist, Session, open_app, settings_from
from archivist.errors import Invalid, MemoryOff, NotFound, NotPermitted, StaleWrite
from archivist.records.memory import Delivery, Kind, Source, Status
from archivist.records.scope import user
from archivist.services.library import Saved
from archivist.views.entry import Entry
from archivist.views.library import normalise, parse, render
from archivist.views.library_status import Mode
from archivist.views.merge import MINE, THEIRS

FIRST = """\
## Rules
- 周报简洁
- 注释用中文
- Confirm before pushing to main

## Info
- GMV 不含退款
"""


def save(session: Session, text: str, scope: str | None = None) -> Saved:
    return session.library.save(text, session.library.show(scope).revision, scope)


def acts(saved: Saved) -> list[tuple[str, str]]:
    return [(one.act, one.outcome) for one in saved.entries]


def test_a_document_that_was_never_written_is_the_empty_template(alice: Session) -> None:
    shown = alice.library.show()
    assert shown.text == "## Rules\n(none yet)\n\n## Info\n(none yet)\n" == render([])
    assert (shown.exists, shown.updated_at, shown.status.rules) == (False, None, 0)
    assert alice.library.create().exists
    assert alice.library.show("project").exists, "a new project has its template from the start"


def test_what_is_saved_is_shown_and_is_a_persons_statement(alice: Session) -> None:
    saved = save(alice, FIRST)
    assert acts(saved) == [("added", "created")] * 4
    assert alice.library.show().text == normalise(FIRST)
    assert (saved.document.status.rules, saved.document.status.infos) == (3, 1)
    for memory in saved.document.memories:
        assert (memory.source, memory.delivery, memory.scope) == (Source.HUMAN, Delivery.ALWAYS, user("alice"))
    assert alice.memory.recall("GMV").hits


def test_a_save_of_the_shown_text_changes_nothing_and_is_no_act(alice: Session) -> None:
    save(alice, FIRST)
    before, acts_before = alice.library.show(), alice.oversight.audit(limit=500)
    assert save(alice, before.text).entries == ()
    assert alice.library.show() == before
    assert alice.oversight.audit(limit=500) == acts_before


def test_a_reworded_or_moved_entry_keeps_id_evidence_and_history(app: Archivist, alice: Session) -> None:
    alice.conversations.say("c1", "user", "Please keep the weekly report short from now on.")  # type: ignore[arg-type]
    agent = app.acting_as("alice", project="atlas", agent="planner")
    waiting = agent.proposals.propose(
        "Keep the weekly report short", quote="keep the weekly report short", conversation="c1"
    ).proposal
    assert waiting is not None
    alice.proposals.apply(waiting.id, "user")
    save(alice, alice.library.show().text.replace("## Info", "- 注释用中文\n\n## Info"))
    first = alice.library.show().memories[0]
    saved = save(alice, "## Rules\n- 注释用中文\n- Reports\n  - Keep the weekly report short, one page\n\n## Info\n")
    assert acts(saved) == [("changed", "updated")]
    after = saved.document.memories[1]
    assert (after.id, after.evidence, after.source) == (first.id, first.evidence, first.source)
    assert (after.text, after.topic) == ("Keep the weekly report short, one page", "Reports")
    assert [version.memory.text for version in alice.memory.history(after.id).versions] == [first.text]
    saved = save(alice, "## Rules\n- 注释用中文\n\n## Info\n- Keep the weekly report short, one page\n")
    assert (saved.document.memories[1].id, saved.document.memories[1].topic) == (first.id, "")


def test_an_entry_taken_out_can_be_restored_and_does_not_come_back_by_itself(alice: Session) -> None:
    save(alice, FIRST)
    gone = alice.library.show().memories[1]
    assert acts(save(alice, FIRST.replace("- 注释用中文\n", ""))) == [("removed", "removed")]
    assert "注释用中文" not in alice.library.show().text
    assert alice.memory.history(gone.id).memory.status is Status.FORGOTTEN
    alice.memory.restore(gone.id)
    assert alice.library.show().text == normalise(FIRST), "it comes back to its place"


def test_the_order_is_what_was_typed(alice: Session) -> None:
    save(alice, FIRST)
    ids = {memory.text: memory.id for memory in alice.library.show().memories}
    turned = (
        "## Rules\n- Confirm before pushing to main\n- 新的规则\n- 周报简洁\n- 注释用中文\n\n## Info\n- GMV 不含退款\n"
    )
    save(alice, turned)
    shown = alice.library.show()
    assert shown.text == normalise(turned)
    assert {text: id for text, id in ids.items() if text != "新的规则"}.items() <= {
        (memory.text, memory.id) for memory in shown.memories
    }


def test_an_applied_proposal_stands_at_the_end_of_its_part(app: Archivist, alice: Session) -> None:
    save(alice, FIRST)
    alice.conversations.say("c1", "user", "以后所有邮件都用英文写。")  # type: ignore[arg-type]
    agent = app.acting_as("alice", project="atlas", agent="planner")
    waiting = agent.proposals.propose("所有邮件都用英文写", quote="所有邮件都用英文写", conversation="c1").proposal
    assert waiting is not None
    alice.proposals.apply(waiting.id, "user")
    assert [memory.text for memory in alice.library.show().memories][2:] == [
        "Confirm before pushing to main", "所有邮件都用英文写", "GMV 不含退款",
    ]  # fmt: skip


def test_typing_what_is_remembered_on_demand_brings_that_record_into_the_library(alice: Session) -> None:
    known = alice.memory.remember("所有邮件都用英文写", type="feedback", tags=["邮件"]).memory
    saved = save(alice, "## Info\n- 所有邮件都用英文写\n")
    assert acts(saved) == [("added", "updated")]
    assert known is not None
    (joined,) = saved.document.memories
    assert (joined.id, joined.type, joined.tags) == (known.id, known.type, known.tags)


def test_two_topics_may_say_the_same_and_an_equal_entry_stands_once(alice: Session) -> None:
    text = "## Rules\n- Weekly report\n  - Keep it short\n- Email\n  - Keep it short\n- 注释用中文\n- 注释用中文。\n"
    saved = save(alice, text)
    assert acts(saved) == [("added", "created")] * 3 + [("added", "unchanged")]
    assert [(memory.topic, memory.text) for memory in saved.document.memories] == [
        ("Weekly report", "Keep it short"), ("Email", "Keep it short"), ("", "注释用中文"),
    ]  # fmt: skip


def test_a_rewording_beside_the_old_words_stays_as_it_was_typed(alice: Session) -> None:
    text = "## Rules\n- Keep the weekly report short\n- Keep weekly reports short and simple\n"
    assert [memory.text for memory in save(alice, text).document.memories] == [
        "Keep the weekly report short", "Keep weekly reports short and simple",
    ]  # fmt: skip


def test_what_is_typed_side_by_side_stands_side_by_side_and_a_contradiction_is_named(alice: Session) -> None:
    both = "## Info\n- 令牌 30 分钟过期\n- GMV 不含退款\n- 令牌 15 分钟过期\n"
    saved = save(alice, both)
    assert acts(saved) == [("added", "created")] * 3
    assert [one.detail.startswith("contradicts") for one in saved.entries] == [False, False, True]
    assert alice.library.injected().text == normalise(both)


def test_what_a_person_types_wins_over_what_the_document_does_not_show(alice: Session) -> None:
    old = alice.memory.remember("令牌 30 分钟过期").memory
    saved = save(alice, "## Info\n- 令牌 15 分钟过期\n")
    assert acts(saved) == [("added", "superseded")]
    assert old is not None
    assert saved.document.memories[0].supersedes == old.id


def test_an_entry_that_is_refused_is_named_and_the_rest_is_saved(alice: Session) -> None:
    secret = "sk-" + "proj-" + "a8Fk2LmQ9xZ7vB4nR6tY1wE3" * 2
    save(alice, FIRST)
    saved = save(alice, FIRST.replace("- 周报简洁", f"- the key is {secret}\n- 周报简洁\n- tab\x00bed"))
    assert [(one.act, one.reason, one.text) for one in saved.refused] == [
        ("added", "secret_detected", ""), ("added", "invalid", "tab\x00bed"),
    ]  # fmt: skip
    assert saved.document.text == normalise(FIRST)


# -- CO-03: nobody overwrites what came meanwhile


def test_a_save_without_a_revision_is_invalid(alice: Session) -> None:
    with pytest.raises(Invalid, match="revision"):
        alice.library.save(FIRST, None)
    assert not alice.library.show().exists


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_stale_editor_overwrites_nothing_and_loses_nothing(app: Archivist, language: str) -> None:
    old, new, mine = {
        "zh": ("旧内容", "部署前先跑回归测试", "手工修改"),
        "en": ("Old content", "Run the tests before a deploy", "Typed by hand"),
    }[language]
    tab_a, tab_b = app.acting_as("alice"), app.acting_as("alice")
    save(tab_a, f"## Rules\n- {old}\n")
    opened = tab_a.library.show()
    save(tab_b, f"## Rules\n- {old}\n- {new}\n")
    typed = f"## Rules\n- {old}\n- {mine}\n"
    with pytest.raises(StaleWrite) as caught:
        tab_a.library.save(typed, opened.revision, base_text=opened.text)
    stale = caught.value
    assert stale.current == tab_b.library.show().revision
    assert stale.current_text == normalise(f"## Rules\n- {old}\n- {new}\n")
    assert stale.merged_text == normalise(f"## Rules\n- {old}\n- {mine}\n- {new}\n")
    assert [edits.text for edits in tab_a.library.unsaved()] == [typed]
    for revision in ("0", ""):
        with pytest.raises(StaleWrite):
            tab_a.library.save(typed, revision)
    assert tab_b.library.show().text == stale.current_text
    tab_a.library.save(stale.merged_text, str(stale.current))
    assert not tab_a.library.unsaved()


def test_what_both_changed_is_marked_and_cannot_be_saved_undecided(app: Archivist) -> None:
    one, other = app.acting_as("alice"), app.acting_as("alice")
    save(one, "## Info\n- The launch is on Monday in Hangzhou\n")
    opened = one.library.show()
    save(other, "## Info\n- The launch is on Tuesday in Hangzhou\n")
    with pytest.raises(StaleWrite) as caught:
        one.library.save(
            "## Info\n- The launch is on Friday in Hangzhou\n", opened.revision, base_text=opened.text
        )  # fmt: skip
    merged = caught.value.merged_text
    assert f"{THEIRS} The launch is on Tuesday" in merged
    assert f"{MINE} The launch is on Friday" in merged
    with pytest.raises(Invalid, match="conflict mark"):
        one.library.save(merged, str(caught.value.current))
    assert "Tuesday" in one.library.show().text


def test_without_the_text_it_began_from_a_stale_save_keeps_both_sides(alice: Session) -> None:
    opened = alice.library.show()
    save(alice, "## Info\n- 服务端口是 8080\n")
    with pytest.raises(StaleWrite) as caught:
        alice.library.save("## Info\n- 我们在杭州\n", opened.revision)
    assert {entry.text for entry in parse(caught.value.merged_text)} == {"服务端口是 8080", "我们在杭州"}


def test_of_two_saves_at_once_one_wins_and_the_other_is_told(home: Archivist, clock: TestClock) -> None:
    revision = home.acting_as("alice").library.show().revision
    texts = [f"## Rules\n- 第 {number} 个编辑器写的规则\n" for number in range(4)]

    def race(text: str) -> str:
        with open_app(home.home, settings=settings_from({"time_zone": "UTC"}), clock=clock) as app:
            try:
                app.acting_as("alice").library.save(text, revision)
            except StaleWrite:
                return ""
            return text

    with ThreadPoolExecutor(len(texts)) as pool:
        won = [text for text in pool.map(race, texts) if text]
    assert len(won) == 1
    assert home.acting_as("alice").library.show().text == normalise(won[0])


def test_reorganising_while_a_tab_is_open_makes_that_tab_stale(alice: Session) -> None:
    save(alice, "## Rules\n- Reports\n  - Keep the weekly report short\n")
    opened = alice.library.show()
    alice.library.keep_edits(opened.text + "- more\n", opened.revision)
    assert alice.library.reorganize().outcome == "done"
    assert alice.library.backups()[0].before[0].topic == "Reports"
    with pytest.raises(StaleWrite):
        alice.library.save(opened.text + "- more\n", opened.revision)


def test_a_recall_does_not_move_the_revision_and_any_change_of_a_record_does(alice: Session, clock: TestClock) -> None:
    save(alice, FIRST)
    before = alice.library.show().revision
    clock.move(hours=1)
    assert alice.memory.recall("GMV").hits
    assert alice.library.show().revision == before
    alice.memory.edit(alice.library.show().memories[0].id, tags=["周报"])
    assert alice.library.show().revision != before


def test_kept_edits_hold_no_secret(alice: Session) -> None:
    secret = "sk-" + "proj-" + "a8Fk2LmQ9xZ7vB4nR6tY1wE3" * 2
    alice.library.keep_edits(f"- {secret}\n", "r")
    assert secret not in alice.library.unsaved()[0].text


# -- who may


def test_an_agent_reads_and_expands_and_changes_nothing(app: Archivist, alice: Session) -> None:
    save(alice, FIRST)
    agent = app.acting_as("alice", project="atlas", agent="planner")
    assert agent.library.show().text == normalise(FIRST)
    assert [memory.text for memory in agent.library.expand("周报简洁")] == ["周报简洁"]
    for act in (
        lambda: save(agent, "## Rules\n"), agent.library.reorganize, agent.library.undo, agent.library.create,
    ):  # fmt: skip
        with pytest.raises(NotPermitted):
            act()  # type: ignore[no-untyped-call]


def test_a_library_is_its_owners_and_a_projects_its_members(app: Archivist, alice: Session) -> None:
    save(alice, "## Rules\n- 只属于 Alice\n")
    save(alice, "## Info\n- Atlas 用 PostgreSQL\n", "project")
    bob = app.acting_as("bob")
    assert bob.library.show().status.rules == 0
    for scope in ("user:alice", "project:atlas", "project:no-such"):
        with pytest.raises(NotFound):
            bob.library.show(scope)
    alice.projects.add_member("atlas", "bob")
    assert app.acting_as("bob").library.show("project:atlas").status.infos == 1
    with pytest.raises(Invalid):
        alice.library.show("workspace:acme")


def test_what_ones_own_knowledge_says_may_stand_in_the_projects_too(app: Archivist, alice: Session) -> None:
    save(alice, "## Rules\n- 注释用中文\n")
    assert acts(save(alice, "## Rules\n- 注释用中文\n", "project")) == [("added", "created")]
    assert alice.library.show().text == normalise("## Rules\n- 注释用中文\n")


def test_with_memory_off_nothing_is_saved_or_injected_and_the_document_can_be_read(alice: Session) -> None:
    save(alice, FIRST)
    alice.oversight.switch("memory.enabled", on=False)
    with pytest.raises(MemoryOff):
        save(alice, "## Rules\n")
    with pytest.raises(MemoryOff):
        alice.library.injected()
    assert alice.library.show().text == normalise(FIRST)


# -- older documents


def test_an_older_file_migrates_on_read_and_nothing_is_lost(alice: Session) -> None:
    old = Path(__file__).parents[1] / "data" / "old_user_knowledge.md"
    saved = save(alice, old.read_text("utf-8"))
    assert not saved.refused
    assert saved.document.text.count("## ") == 2
    for words in ("GMV 不含退款", "Use a short format", "Fiscal year starts in April", "默认用折线图", "a loose note"):
        assert words in saved.document.text


# -- what a model is shown


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_large_library_is_injected_as_an_index_whose_topics_can_be_expanded(alice: Session, language: str) -> None:
    line, topic, other = {
        "zh": ("报表第 {} 条：金额一律写到小数点后两位，并注明口径与取数时间，不得省略来源", "报表口径", "部署流程"),
        "en": ("Rule {}: give amounts with two decimals, their source and the time of reading", "Reports", "Deploy"),
    }[language]  # fmt: skip
    facts = [line.format(number) for number in range(90)]
    text = f"## Rules\n- {topic}\n" + "".join(f"  - {fact}\n" for fact in facts)
    text += f"- {other}\n  - {'先跑回归测试' if language == 'zh' else 'Run the tests first'}\n"
    saved = save(alice, text)
    assert not saved.refused
    status = saved.document.status
    assert (status.mode, status.characters, status.topics) == (Mode.CATALOG, len(saved.document.text), 2)
    assert status.characters > 3_000
    part = alice.library.injected()
    assert (part.mode, len(part.used)) == (Mode.CATALOG, 91)
    assert f"- {topic} (90)" in part.text
    assert facts[0] not in part.text
    assert [memory.text for memory in alice.library.expand(f"- {topic} (90)")] == facts
    with pytest.raises(NotFound, match="topic"):
        alice.library.expand("no such thing at all")


def test_only_what_is_in_force_now_is_injected(alice: Session, clock: TestClock) -> None:
    save(alice, "## Info\n- 代码冻结到周五\n- GMV 不含退款\n")
    frozen = alice.library.show().memories[0]
    with alice.resources.store.transaction() as tx:
        clock.move(days=1)
        tx.memories.replace(replace(frozen, valid_until=clock.now, revision=2))
    assert [memory.text for memory in alice.library.injected().used] == ["GMV 不含退款"]


def test_what_has_no_room_is_left_out_whole_the_least_important_first(alice: Session) -> None:
    facts = [f"{number:03} " + "重要的事实要记住并且不能忘记" * 5 for number in range(90)]
    save(alice, "## Info\n" + "".join(f"- {fact}\n" for fact in facts))
    first = alice.library.show().memories[0]
    alice.memory.edit(first.id, importance=0.1)
    part = alice.library.injected()
    assert len(part.text) <= 6_000
    assert part.left_out
    assert first.id in {memory.id for memory in part.left_out}
    assert len(part.used) + len(part.left_out) == 90


# -- properties


@pytest.fixture(scope="module")
def shared_home() -> Iterator[Archivist]:
    chance = random.Random(11)
    with open_app(":memory:", settings=settings_from({"time_zone": "UTC"}), clock=TestClock(), chance=chance) as app:
        yield app


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_document_is_saved_shown_and_saved_again_unchanged(shared_home: Archivist, data: st.DataObject) -> None:
    session = shared_home.acting_as(f"user-{shared_home.resources.new_id()}")
    typed = parse(render(data.draw(st.lists(any_entries, max_size=8))))
    saved = save(session, render(typed))
    told = {one.text for one in saved.entries if one.outcome in {"rejected", "unchanged"}}
    shown = {(memory.kind, memory.text) for memory in saved.document.memories}
    assert all((entry.kind, entry.text) in shown or entry.text in told for entry in typed), "nothing typed is lost"
    again = save(session, saved.document.text)
    assert again.entries == ()
    assert again.document.revision == saved.document.revision


WORDS = st.sampled_from(
    ["周报保持简短", "Keep it short", "注释用中文", "GMV 不含退款", "Deploy on Fridays", "端口是 8080", "先跑测试"]
)


@settings(max_examples=40, deadline=None)
@given(
    first=st.lists(st.tuples(WORDS, st.sampled_from(["", "Reports", "部署"])), max_size=8),
    second=st.lists(st.tuples(WORDS, st.sampled_from(["", "Reports", "部署"])), max_size=8),
)
def test_a_save_makes_the_document_say_what_was_typed_and_touches_no_other_scope(
    shared_home: Archivist, first: list[tuple[str, str]], second: list[tuple[str, str]]
) -> None:
    who = shared_home.resources.new_id()
    session = shared_home.acting_as(f"user-{who}", project=f"project-{who}")
    save(session, "## Info\n- 端口是 9090\n- Keep it short\n", "project")
    other = session.library.show("project")
    for typed in (first, second):
        entries = [Entry(Kind.RULE, text, topic) for text, topic in typed]
        save(session, render(entries))
        assert [(one.topic, one.text) for one in session.library.show().memories] == list(
            dict.fromkeys((entry.topic, entry.text) for entry in entries)
        )
    assert session.library.show("project") == other
