"""Reorganising through the service: nothing is lost, nothing is made up, the state before is kept and comes back."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import TestClock

from archivist.app import Archivist, Session, open_app, settings_from
from archivist.errors import NotFound
from archivist.llm.scripted import ScriptedModel
from archivist.records.conversation import Speaker
from archivist.records.evidence import Evidence, Witness
from archivist.records.memory import Kind, Status
from archivist.services.library import Organizer, Saved, Tidied
from archivist.text.fold import fold_statement
from archivist.views.entry import Entry
from archivist.views.library import normalise, render
from archivist.views.library_status import Mode
from archivist.views.reorganize import statement

SMALL = "## Rules\n- 周报简洁\n- 注释用中文\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"
REFUSALS = [
    "",
    "整段对话未包含任何可提取的事实，当前 profile 保持不变。",
    "I'm sorry, but I can't help with that.",
    "## Rules\n- 周报简洁\n\n## Info\n(none yet)\n",
    "## Rules\n- 周报简洁\n- 注释用中",
    "## Rules\n- 周报简洁\n- 注释用中文\n- 推送前确认\n- 新增一条\n\n## Info\n- GMV 不含退款\n",
]
"""What a stub model answers in case OP-02, and an answer that makes something up."""


def save(session: Session, text: str, scope: str | None = None) -> Saved:
    return session.library.save(text, session.library.show(scope).revision, scope)


def answering(answer: str) -> Organizer:
    def organizer(_text: str, _mode: Mode) -> str:
        return answer

    return organizer


def large(rows: int = 60) -> str:
    """A flat document in the size of a catalogue: two things it is about, in both languages."""
    rules = [f"周报第 {number} 节要写清楚数据来源和取数口径，不得省略" for number in range(rows)]
    facts = [f"PostgreSQL table number {number} keeps one row for every order ever placed" for number in range(rows)]
    return (
        "## Rules\n" + "".join(f"- {one}\n" for one in rules) + "\n## Info\n" + "".join(f"- {one}\n" for one in facts)
    )


@pytest.mark.parametrize("answer", REFUSALS)
def test_an_answer_that_loses_or_invents_is_refused_and_the_old_text_stays(alice: Session, answer: str) -> None:
    save(alice, SMALL)
    before = alice.library.show()
    tidied = alice.library.reorganize(organizer=answering(answer))
    assert tidied.outcome == "refused"
    assert tidied.problems
    assert alice.library.show().text == before.text == normalise(SMALL)
    assert [entry.text for entry in alice.library.backups()[0].before] == [memory.text for memory in before.memories]
    act = next(act for act in alice.oversight.audit() if act.action == "reorganize")
    assert (act.outcome, bool(act.reason)) == ("refused", True)
    with pytest.raises(NotFound):
        alice.library.undo()


def test_a_fence_around_the_answer_is_taken_off(alice: Session) -> None:
    save(alice, SMALL)
    tidied = alice.library.reorganize(organizer=answering(f"```markdown\n{SMALL}```"))
    assert tidied.outcome == "unchanged"
    assert "```" not in alice.library.show().text


def test_a_models_grouping_keeps_every_record_and_its_letters(alice: Session) -> None:
    save(alice, SMALL)
    ids = {memory.text: memory.id for memory in alice.library.show().memories}
    grouped = "## Rules\n- 写作\n  - 注释用中文\n  - 周报简洁。\n- 推送前确认\n\n## Info\n- GMV 不含退款\n"
    assert alice.library.reorganize(organizer=answering(grouped)).outcome == "done"
    shown = alice.library.show()
    assert {memory.text: memory.id for memory in shown.memories} == ids
    assert [memory.topic for memory in shown.memories] == ["写作", "写作", "", ""]


def test_a_document_that_changes_while_the_model_thinks_is_left_alone(app: Archivist, alice: Session) -> None:
    save(alice, SMALL)

    def slow(text: str, _mode: Mode) -> str:
        save(app.acting_as("alice"), SMALL.replace("- 周报简洁\n", "- 周报简洁\n- 新的规则\n"))
        return text

    assert alice.library.reorganize(organizer=slow).outcome == "skipped"
    assert "新的规则" in alice.library.show().text


def test_below_the_size_topics_are_taken_away_with_a_notice_and_an_undo_brings_them_back(alice: Session) -> None:
    topical = "## Rules\n- Weekly report\n  - Keep it short\n  - Use a table\n- 注释用中文\n- 注释用中文！\n"
    save(alice, topical + "\n## Info\n- 部署\n  - 先跑回归测试\n")
    before = alice.library.show()
    assert before.status.will_be_flattened
    tidied = alice.library.reorganize()
    assert (tidied.outcome, tidied.flattened) == ("done", True)
    assert [memory.text for memory in tidied.document.memories] == [
        "Weekly report: Keep it short", "Weekly report: Use a table", "注释用中文", "部署：先跑回归测试",
    ]  # fmt: skip
    back = alice.library.undo()
    assert back.text == before.text
    assert [memory.id for memory in back.memories] == [memory.id for memory in before.memories]
    with pytest.raises(NotFound):
        alice.library.undo()


def test_equals_are_folded_with_their_evidence_and_come_back_with_an_undo(alice: Session) -> None:
    save(alice, "## Rules\n- Reports: Keep it short\n- Reports\n  - Keep it short\n")
    before = alice.library.show()
    quoted = replace(before.memories[1], evidence=(Evidence("keep it short", Witness.USER, "c1", "m1", 0, 13),))
    with alice.resources.store.transaction() as tx:
        tx.memories.replace(quoted)
    tidied = alice.library.reorganize()
    assert (tidied.outcome, tidied.merged) == ("done", 1)
    (kept,) = tidied.document.memories
    assert (kept.id, kept.evidence) == (before.memories[0].id, quoted.evidence)
    assert alice.memory.history(quoted.id).memory.status is Status.SUPERSEDED
    assert alice.library.undo().text == before.text


def test_an_undo_leaves_alone_what_was_changed_since(alice: Session) -> None:
    save(alice, "## Rules\n- Weekly report\n  - Keep it short\n- Email\n  - Answer within a day\n")
    alice.library.reorganize()
    save(alice, "## Rules\n- Weekly report: Keep it very short\n- Email: Answer within a day\n- 新的规则\n")
    assert alice.library.undo().text == normalise(
        "## Rules\n- Weekly report: Keep it very short\n- Email\n  - Answer within a day\n- 新的规则\n"
    )


def test_a_flat_catalogue_gets_topics_without_a_model(alice: Session) -> None:
    save(alice, large())
    before = alice.library.show()
    assert before.status.wants_reorganising
    tidied = alice.library.reorganize()
    assert tidied.outcome == "done"
    assert tidied.document.status.topics >= 2
    assert sorted(memory.text for memory in tidied.document.memories) == sorted(one.text for one in before.memories)
    assert len(alice.library.injected().text) < 1_000


def test_an_erased_statement_is_gone_from_the_backups_too(alice: Session) -> None:
    save(alice, "## Rules\n- Reports\n  - Keep it short\n  - 秘密的句子\n")
    secret = alice.library.show().memories[1]
    alice.library.reorganize()
    alice.memory.erase(secret.id)
    assert all(entry.id != secret.id for kept in alice.library.backups() for entry in (*kept.before, *kept.after))
    assert "秘密" not in alice.library.undo().text


# -- L7


def first_message(session: Session, conversation: str, organizer: Organizer | None = None) -> list[Tidied]:
    return session.library.before_first_message(conversation, organizer)


def test_a_flat_catalogue_is_reorganised_once_before_a_conversation(app: Archivist, alice: Session) -> None:
    save(alice, large())
    agent = app.acting_as("alice", project="atlas", agent="planner")
    assert [tidied.outcome for tidied in first_message(agent, "c1")] == ["done"]
    assert first_message(agent, "c2") == []
    act = next(act for act in alice.oversight.audit(limit=500) if act.subject == "library:user:alice")
    assert act.actor == "upkeep:reorganize"


def test_no_model_is_asked_before_the_first_message(clock: TestClock) -> None:
    script = ScriptedModel()
    settings = settings_from({"time_zone": "UTC", "models": {"roles": {"organizer": "test:any"}}})
    with open_app(":memory:", settings=settings, clock=clock, make_model=lambda *_: script) as app:
        session = app.acting_as("alice")
        save(session, large())
        assert [tidied.outcome for tidied in first_message(session, "c1")] == ["done"]
        assert script.asked == []


def test_a_failure_is_tried_again_in_another_conversation_only(alice: Session) -> None:
    save(alice, large())
    assert [one.outcome for one in first_message(alice, "c1", answering(""))] == ["refused"]
    assert first_message(alice, "c1", answering("")) == []
    assert [one.outcome for one in first_message(alice, "c2")] == ["done"]


def test_unsaved_edits_are_not_written_over(alice: Session, clock: TestClock) -> None:
    save(alice, large())
    alice.library.keep_edits("typed", alice.library.show().revision)
    assert first_message(alice, "c1") == []
    alice.library.drop_edits()
    assert [one.outcome for one in first_message(alice, "c1")] == ["done"]


def test_a_conversation_that_has_begun_is_left_alone_and_so_is_a_small_document(alice: Session) -> None:
    save(alice, SMALL)
    assert first_message(alice, "c0") == []
    save(alice, large())
    alice.conversations.say("c1", Speaker.USER, "你好")
    assert first_message(alice, "c1") == []


def test_what_brought_nothing_is_not_tried_again_until_the_document_changes(alice: Session) -> None:
    facts = "".join(f"- {chr(0x4E00 + 97 * number) * 60}\n" for number in range(60))
    save(alice, f"## Info\n{facts}")
    assert [one.outcome for one in first_message(alice, "c1")] == ["unchanged"]
    assert first_message(alice, "c2") == []


def test_a_context_for_a_new_conversation_shows_the_index(app: Archivist, alice: Session) -> None:
    save(alice, large())
    agent = app.acting_as("alice", project="atlas", agent="planner")
    assert not alice.library.show().status.topics
    built = agent.context.build("planner", "周报", conversation="c1", budget_tokens=2_000)
    assert alice.library.show().status.topics
    assert f"({60})" in built.text


# -- the law

STATEMENTS = st.sampled_from(
    ["周报保持简短", "Keep it short", "注释用中文", "keep it short.", "Deploy on Fridays", "端口是 8080", "先跑测试"]
)
TOPICS = st.sampled_from(["", "Reports", "部署"])
KINDS = st.sampled_from(list(Kind))


@settings(max_examples=20, deadline=None)
@given(st.lists(st.builds(Entry, KINDS, STATEMENTS, TOPICS), max_size=9), st.booleans())
def test_no_statement_is_lost_or_made_up_and_an_undo_restores_it(entries: list[Entry], is_large: bool) -> None:
    with open_app(":memory:", settings=settings_from({"time_zone": "UTC"}), clock=TestClock()) as app:
        alice = app.acting_as("alice")
        filling = [Entry(Kind.INFO, f"Row {number} " + "filling " * 12) for number in range(30)] if is_large else []
        save(alice, render([*entries, *filling]))
        before = alice.library.show()
        tidied = alice.library.reorganize()
        assert tidied.outcome in {"done", "unchanged"}
        assert _said(before.memories) == _said(tidied.document.memories)
        if tidied.outcome == "done":
            back = alice.library.undo()
            assert back.text == before.text
            assert all(memory.status is Status.ACTIVE for memory in back.memories)


def _said(memories: object) -> set[tuple[Kind, str]]:
    """The folded statements of a document, each with its topic's title in it."""
    assert isinstance(memories, tuple)
    fold: Callable[[str], str] = fold_statement
    return {(one.kind, fold(statement(Entry(one.kind, one.text, one.topic)))) for one in memories}
