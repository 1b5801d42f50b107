"""The life of a record through the service every door uses."""

from pathlib import Path

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist
from archivist.errors import AlreadyExists, Invalid, NotFound, NotPermitted, StaleWrite
from archivist.records.conversation import Speaker
from archivist.records.memory import Source, Status
from archivist.records.verdict import Outcome
from archivist.session import Session


@pytest.mark.parametrize(
    ("statement", "question"),
    [
        ("Weekly reports use a short format", "how should the weekly report look?"),
        ("周报使用简短格式", "周报用什么格式"),
        ("部署前先跑回归测试", "部署"),
    ],
)
def test_what_is_remembered_is_found_again(alice: Session, statement: str, question: str) -> None:
    assert alice.memory.remember(statement).outcome is Outcome.CREATED
    assert [hit.memory.text for hit in alice.memory.recall(question).hits] == [statement]


def test_source_is_set_by_the_system(app: Archivist, alice: Session) -> None:
    agent = app.acting_as("alice", agent="planner")
    assert alice.memory.remember("I like tea").memory.source is Source.HUMAN  # type: ignore[union-attr]
    assert agent.memory.remember("The office is in Hangzhou").memory.source is Source.MANUAL  # type: ignore[union-attr]


def test_a_name_that_is_taken_is_an_error_that_names_the_record(alice: Session) -> None:
    standing = alice.memory.remember("简洁", name="周报格式").memory
    with pytest.raises(AlreadyExists) as caught:
        alice.memory.remember("覆盖？", name="周报格式")
    assert caught.value.existing_id == standing.id  # type: ignore[union-attr]


def test_an_edit_keeps_origin_statistics_and_creation_time(alice: Session, clock: TestClock) -> None:
    created = alice.memory.remember("简洁", name="周报格式").memory
    alice.memory.recall("周报格式")
    clock.move(hours=1)
    edited = alice.memory.edit("周报格式", text="简洁，用表格").memory
    assert created is not None
    assert edited is not None
    assert (edited.source, edited.recall_count, edited.created_at) == (created.source, 1, created.created_at)
    assert edited.updated_at > created.updated_at


def test_a_recall_moves_activity_and_never_the_time_of_change(alice: Session, clock: TestClock) -> None:
    created = alice.memory.remember("The launch code name is North Star", name="launch").memory
    clock.move(days=3)
    alice.memory.recall("launch code name")
    after = alice.memory.show("launch")
    assert created is not None
    assert (after.updated_at, after.revision) == (created.updated_at, created.revision)
    assert (after.recall_count, after.last_active_at) == (1, clock.now)


def test_an_edit_of_an_old_revision_is_refused_with_the_text_that_stands(alice: Session) -> None:
    alice.memory.remember("令牌 30 分钟过期", name="token")
    alice.memory.edit("token", text="令牌 15 分钟过期")
    with pytest.raises(StaleWrite) as caught:
        alice.memory.edit("token", text="令牌 5 分钟过期", expected_revision=1)
    assert caught.value.current_text == "令牌 15 分钟过期"


def test_what_is_forgotten_is_gone_on_every_path_and_takes_nobodys_place(alice: Session) -> None:
    alice.memory.remember("JWT 用 jose 库，不用 jsonwebtoken", name="g1")
    alice.memory.remember("JWT 令牌 30 分钟过期", name="g2")
    alice.memory.forget("g1")
    assert [hit.memory.name for hit in alice.memory.recall("JWT", limit=1).hits] == ["g2"]
    assert not alice.memory.recall("jose").hits
    assert [one.name for one in alice.memory.list().items] == ["g2"]
    with pytest.raises(NotFound):
        alice.memory.show("g1")


def test_what_was_forgotten_can_be_restored(alice: Session) -> None:
    alice.memory.remember("I like tea", name="tea")
    alice.memory.forget("tea")
    assert alice.memory.restore("tea").status is Status.ACTIVE
    assert alice.memory.recall("tea").hits


def test_forgetting_what_is_not_there_is_not_a_success(alice: Session) -> None:
    with pytest.raises(NotFound):
        alice.memory.forget("no-such")


def test_clear_takes_one_scope_whole_and_nothing_else(app: Archivist) -> None:
    sessions = {id: app.acting_as(id) for id in ("1", "10", "1.0", "a%", "a_")}
    for id, session in sessions.items():
        session.memory.remember(f"note of {id}")
    assert sessions["1"].memory.clear("user:1") == 1
    left = {id for id, session in sessions.items() if session.memory.list().items}
    assert left == {"10", "1.0", "a%", "a_"}


@pytest.mark.parametrize("scope", ["user:", "", "user", "users:a", "user:bob"])
def test_clear_with_an_empty_misspelt_or_foreign_scope_deletes_nothing(alice: Session, scope: str) -> None:
    alice.memory.remember("I like tea")
    with pytest.raises((Invalid, NotPermitted)):
        alice.memory.clear(scope)
    assert alice.memory.list().items


def test_an_agent_cannot_clear_or_erase(app: Archivist, alice: Session) -> None:
    alice.memory.remember("I like tea", name="tea")
    agent = app.acting_as("alice", agent="planner")
    with pytest.raises(NotPermitted):
        agent.memory.clear("user:alice")
    with pytest.raises(NotPermitted):
        agent.memory.erase("tea")


def test_a_correction_replaces_and_the_chain_keeps_every_statement(alice: Session) -> None:
    alice.memory.remember("我最喜欢喝可乐")
    assert alice.memory.remember("我现在最喜欢喝咖啡").outcome is Outcome.SUPERSEDED
    assert [hit.memory.text for hit in alice.memory.recall("喜欢喝什么").hits] == ["我现在最喜欢喝咖啡"]
    last = alice.memory.remember("还是最喜欢喝可乐").memory
    assert last is not None
    assert [hit.memory.text for hit in alice.memory.recall("喜欢喝什么").hits] == ["还是最喜欢喝可乐"]
    assert len(alice.memory.history(last.id).chain) == 3


def test_equal_statements_are_kept_once(alice: Session) -> None:
    first = alice.memory.remember("口径：GMV含退款")
    second = alice.memory.remember("口径： ＧＭＶ含退款。")
    assert second.outcome is Outcome.UNCHANGED
    assert second.memory == first.memory


def test_nobody_sees_what_another_user_remembers(alice: Session, bob: Session) -> None:
    alice.memory.remember("My passphrase hint is lavender", name="hint")
    assert not bob.memory.recall("lavender").hits
    assert not bob.memory.list().items
    for act in (bob.memory.show, bob.memory.forget, bob.memory.history, bob.memory.erase):
        with pytest.raises(NotFound):
            act("hint")


def test_names_are_the_same_in_either_unicode_form(alice: Session) -> None:
    alice.memory.remember("一", name="café-지침")
    assert alice.memory.show("cafe\u0301-\u110c\u1175\u110e\u1175\u11b7").text == "一"


@pytest.mark.parametrize("name", ["", ".", "..", "a\nb", "x\x00.md", "tabs\u200b", "\ud800", "n" * 201])
def test_names_nobody_could_tell_apart_are_refused(alice: Session, name: str) -> None:
    with pytest.raises(Invalid):
        alice.memory.remember("text", name=name)
    assert not alice.memory.list().items


def test_old_words_are_gone_from_search_after_an_edit(alice: Session) -> None:
    alice.memory.remember("令牌有效期 30 分钟", name="token")
    alice.memory.edit("token", text="令牌有效期 15 分钟")
    assert not alice.memory.recall("30 分钟").hits
    assert alice.memory.recall("15 分钟").hits


def test_erased_words_are_in_no_file_of_the_home(home: Archivist) -> None:
    alice = home.acting_as("alice")
    talk = "c1"
    for number in range(20):
        alice.memory.remember(f"fact {number} about subject {number * 7919}")
    alice.conversations.say(talk, Speaker.USER, "以后 zanzibar 的周报都用英文写。")
    alice.conversations.extract(talk)
    (entry,) = alice.proposals.queue().items
    written = alice.proposals.apply(entry.id).written
    assert written is not None
    assert written.memory is not None
    alice.memory.edit(written.memory.id, text="zanzibar 的周报都用英文写，每周一发出", tags=["zanzibar"])
    alice.memory.recall("zanzibar")
    alice.memory.erase(written.memory.id)
    assert alice.oversight.verify().whole
    assert alice.conversations.search("zanzibar").hits == ()
    assert home.home is not None
    for path in home.home.rglob("*"):
        assert not path.is_file() or b"zanzibar" not in path.read_bytes().lower(), path.name


def test_a_backup_does_not_bring_erased_words_back(home: Archivist, tmp_path: Path) -> None:
    alice = home.acting_as("alice")
    alice.memory.remember("The zanzibar protocol is blue", name="z")
    home.store.copy_to(tmp_path / "old.db")
    alice.memory.erase("z")
    erased = alice.memory.erased()
    home.store.replace_by(tmp_path / "old.db")
    assert alice.memory.erase_again(erased) == 1
    assert not alice.memory.recall("zanzibar").hits
    assert b"zanzibar" not in home.store.path.read_bytes()
