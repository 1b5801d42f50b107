"""Gate 12: per user message two queued and three calls, per conversation five waiting; three suggestions a turn."""

from datetime import timedelta

from archivist.app import Archivist, Session
from archivist.records.conversation import Speaker
from archivist.write.commit import Written
from tests.conftest import TestClock
from tests.write.road import Road

SUBJECTS = ["网关", "数据库", "缓存", "队列", "前端", "计费", "搜索", "日志", "监控"]
TALK = "，".join(f"{one}由{number}号小组负责" for number, one in enumerate(SUBJECTS))


def propose(app: Archivist, number: int, quote: str = "") -> Written:
    agent = app.acting_as("alice", agent="planner")
    text = f"{SUBJECTS[number]}由{number}号小组负责"
    return agent.proposals.propose(text, quote=quote or text, conversation="c1")


def test_two_are_queued_in_answer_to_one_message_and_the_next_message_opens_it_again(
    app: Archivist, road: Road
) -> None:
    road.say(TALK)
    assert [propose(app, number).outcome for number in range(3)] == ["held", "held", "rejected"]
    road.say(TALK)
    assert propose(app, 2).outcome == "held"


def test_failed_calls_count_among_the_three(app: Archivist, road: Road) -> None:
    road.say(TALK)
    answers = [propose(app, 0, "never said this"), propose(app, 1, "nor was this said"), propose(app, 2),
               propose(app, 3)]  # fmt: skip
    assert [one.reason for one in answers] == ["no_evidence", "no_evidence", "review", "quota"]


def test_five_wait_at_most_in_one_conversation_and_deciding_makes_room(
    app: Archivist, road: Road, alice: Session
) -> None:
    for number in range(5):
        road.say(TALK)
        assert propose(app, number).outcome == "held"
    road.say(TALK)
    assert propose(app, 5).reason == "quota"
    first, second, *_ = alice.proposals.queue().items
    alice.proposals.apply(first.id)
    assert propose(app, 5).outcome == "held"
    alice.proposals.dismiss(second.id)
    assert propose(app, 6).outcome == "held"
    road.say(TALK)
    assert propose(app, 7).reason == "quota"


def test_a_better_wording_of_one_that_waits_needs_no_room(app: Archivist, road: Road) -> None:
    for number in range(5):
        road.say(TALK)
        propose(app, number)
    road.say("网关其实由 0 号小组来负责")
    agent = app.acting_as("alice", agent="planner")
    written = agent.proposals.propose("网关都由0号小组负责", quote="网关其实由 0 号小组来负责", conversation="c1")
    assert written.reason in {"review", "already_pending"}


def test_people_and_other_conversations_have_their_own_account(app: Archivist, road: Road) -> None:
    for _ in range(3):
        road.say(TALK)
        for number in range(4):
            propose(app, number)
    road.say("the gateway belongs to team nine", conversation="c2")
    agent = app.acting_as("alice", agent="planner")
    assert agent.proposals.propose(
        "the gateway belongs to team nine", quote="the gateway belongs to team nine", conversation="c2"
    ).outcome == "held"  # fmt: skip
    assert road.send("我喜欢喝茶").outcome == "created"


def test_at_most_three_suggestions_come_from_one_turn(road: Road, clock: TestClock) -> None:
    message = road.say(TALK)
    road.say("好的", Speaker.ASSISTANT)
    from archivist.records.candidate import Origin
    from archivist.records.evidence import Evidence, Witness

    def suggest(number: int) -> str:
        text = f"{SUBJECTS[number]}由{number}号小组负责"
        evidence = (Evidence(text, Witness.USER, "c1", message.id),)
        written = road.send(text, origin=Origin.EXTRACTION, quote=text, conversation="c1", evidence=evidence)
        if written.proposal:
            with road.resources.store.transaction() as tx:
                tx.proposals.record_call("alice", "c1", f"turn:{message.id}", True, clock.now + timedelta(0))
        return written.reason

    assert [suggest(number) for number in range(4)] == ["review", "review", "review", "quota"]


def test_a_query_steps_pitfall_goes_to_the_tasks_ledger_and_never_into_the_queue(app: Archivist, road: Road) -> None:
    road.say("join on order_id")
    agent = app.acting_as("alice", agent="planner", task="t1")
    note = "[[QUERY_STEP]] join on order_id, not id"
    assert agent.proposals.propose(note, quote="join on order_id", conversation="c1").reason == "query_state"
    with road.resources.store.reading() as tx:
        assert [text for text, _ in tx.proposals.step_notes("alice", "t1")] == [note]
    assert app.acting_as("alice").proposals.count() == 0
