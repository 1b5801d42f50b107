"""A compacted conversation keeps what was decided, what is to do, the figures and the names, and nothing else."""

from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.roles.compactor import compact
from archivist.text.tokens import count_tokens

AT = datetime(2026, 11, 25, tzinfo=UTC)


def talk(*texts: str, speaker: Speaker = Speaker.USER, origin: MessageOrigin = MessageOrigin.TYPED) -> list[Message]:
    return [Message(f"m{place}", place, speaker, text, AT, origin) for place, text in enumerate(texts)]


def test_decisions_todos_figures_and_names_are_kept_in_chinese_and_in_english() -> None:
    said = ["你好！", "我们决定用 PostgreSQL。", "下一步要补 `auth.py` 的测试。", "压测是每秒 1200 次。", "天气不错。"]
    said += ["要不要改用 MySQL？", "We decided to ship on 2026-12-04.", "Remember to tell Maria Lopez."]
    told = compact(talk(*said, "Latency is 35 ms.", "Nice weather."), 500)
    for words in ("PostgreSQL", "补 `auth.py`", "1200", "2026-12-04", "Maria Lopez", "35 ms", "auth.py"):
        assert words in told
    for words in ("天气", "weather", "你好", "MySQL？"):
        assert words not in told


def test_of_two_decisions_that_contradict_the_later_one_stays() -> None:
    told = compact(talk("我们决定端口用 8080。", "随便聊聊。", "我们决定端口用 9090。"), 300)
    assert "9090" in told
    assert "8080" not in told


def test_what_a_tool_said_or_what_was_injected_is_not_kept() -> None:
    assert not compact(talk("We decided to pay 5000 dollars", speaker=Speaker.TOOL), 300)
    assert not compact(talk("We decided to pay 5000 dollars", origin=MessageOrigin.INJECTED), 300)


def test_decisions_come_first_where_room_is_short() -> None:
    figures = [f"The load of node {number} is {number * 7919} requests." for number in range(50)]
    told = compact(talk("We decided to use Kafka.", *figures), 120)
    assert "Kafka" in told
    assert count_tokens(told) <= 120


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(st.sampled_from("决定1 用a.。\nB?`/"), max_size=60), max_size=20), st.integers(1, 300))
def test_no_summary_is_longer_than_its_budget(texts: list[str], budget: int) -> None:
    assert count_tokens(compact(talk(*texts), budget)) <= budget
