"""Any sequence of acts, by several people, agents and jobs, keeps what the write road promises."""

import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from archivist.app import Archivist, Session, open_app, settings_from
from archivist.errors import ArchivistError
from archivist.records.candidate import Origin
from archivist.records.memory import Memory, Status
from archivist.records.principal import Principal
from archivist.stores.base import MemoryFilter
from tests.conftest import TestClock
from tests.write.road import Road

STATEMENTS = [
    "端口是 8080", "端口是 8081", "The port is 8080", "用户喜欢表格", "用户不喜欢表格", "用户很喜欢表格",
    "Weekly reports use tables", "The weekly reports always use tables", "Weekly reports never use tables",
    "部署日是周二", "部署日改为周四", "I like tea",
]  # fmt: skip
WHO = ["alice", "bob"]
texts = st.sampled_from(STATEMENTS)
people = st.sampled_from(WHO)
numbers = st.integers(0, 30)


class Home(RuleBasedStateMachine):
    """One home, two users, their agents, and background reading that writes at once."""

    app: Archivist

    @initialize()
    def open(self) -> None:
        self.clock = TestClock()
        plain = {"time_zone": "UTC", "memory": {"extraction": {"write_mode": "direct"}}}
        self.app = open_app(":memory:", settings=settings_from(plain), clock=self.clock, chance=random.Random(5))
        self.road = Road(self.app.resources)
        self.people_wrote: dict[str, Memory] = {}
        self.talk = 0

    def teardown(self) -> None:
        self.app.close()

    def session(self, who: str) -> Session:
        return self.app.acting_as(who)

    def some(self, who: str, number: int, *statuses: Status) -> Memory | None:
        found = self.session(who).memory.list(statuses=statuses or tuple(Status), limit=100).items
        return found[number % len(found)] if found else None

    def others_see(self, who: str) -> list[tuple[str, str]]:
        other = next(name for name in WHO if name != who)
        return [(one.id, one.status) for one in self.session(other).memory.list(limit=200).items]

    @rule(who=people, text=texts)
    def a_person_says(self, who: str, text: str) -> None:
        before = self.others_see(who)
        self.session(who).memory.remember(text)
        assert self.others_see(who) == before

    @rule(who=people, text=texts, confidence=st.sampled_from([0.3, 0.6, 0.95]), corrects=st.booleans())
    def reading_finds(self, who: str, text: str, confidence: float, corrects: bool) -> None:
        self.talk += 1
        talk = f"c{self.talk}"
        message = self.road.say(text, conversation=talk, owner=who)
        persons = {one.id: one.text for one in self.session(who).memory.list(limit=200).items if one.by_person}
        self.road.send(
            text, who=Principal(who, upkeep="extraction"), origin=Origin.EXTRACTION, quote=text, conversation=talk,
            confidence=confidence, is_correction=corrects, said_at=message.at,
        )  # fmt: skip
        after = {one.id: one.text for one in self.session(who).memory.list(limit=200).items}
        assert persons.items() <= after.items(), "automatic never replaces what a person wrote"

    @rule(who=people, text=texts)
    def an_agent_remembers(self, who: str, text: str) -> None:
        self.app.acting_as(who, agent="helper").memory.remember(text)

    @rule(who=people, number=numbers, text=texts)
    def a_person_edits(self, who: str, number: int, text: str) -> None:
        if one := self.some(who, number, Status.ACTIVE, Status.CONFLICT):
            self.session(who).memory.edit(one.id, text=text)

    @rule(who=people, number=numbers, act=st.sampled_from(["forget", "restore", "erase", "settle"]))
    def a_person_acts(self, who: str, number: int, act: str) -> None:
        before = self.others_see(who)
        if one := self.some(who, number):
            self.try_to(lambda: getattr(self.session(who).memory, act)(one.id))
        assert self.others_see(who) == before

    @rule(who=people, number=numbers, act=st.sampled_from(["apply", "dismiss"]))
    def a_person_decides(self, who: str, number: int, act: str) -> None:
        found = self.session(who).proposals.queue().items
        if found:
            getattr(self.session(who).proposals, act)(found[number % len(found)].id)

    @rule(who=people, number=numbers)
    def a_person_takes_back(self, who: str, number: int) -> None:
        found = self.session(who).oversight.audit(limit=100)
        if found:
            self.try_to(lambda: self.session(who).oversight.undo(found[number % len(found)].number))

    def try_to(self, act: Any) -> None:
        try:
            act()
        except ArchivistError:
            return
        finally:
            self.clock.move(seconds=1)

    @invariant()
    def one_live_record_has_a_name_in_a_scope(self) -> None:
        for who in WHO:
            names = [one.name for one in self.session(who).memory.list(limit=200).items]
            assert len(names) == len(set(names))

    @invariant()
    def every_record_has_a_trail(self) -> None:
        for who in WHO:
            for one in self.session(who).memory.list(statuses=tuple(Status), limit=200).items:
                acts = self.session(who).oversight.acts_on([f"memory:{one.id}"])
                assert acts
                assert one.status is Status.ERASED or acts[0].trail

    @invariant()
    def what_is_recalled_is_an_active_record_of_ones_own(self) -> None:
        for who in WHO:
            for text in STATEMENTS[::4]:
                for hit in self.session(who).memory.recall(text).hits:
                    assert hit.memory.status is Status.ACTIVE
                    assert hit.memory.scope.id == who

    @invariant()
    def nobody_is_in_conflict_alone(self) -> None:
        with self.app.store.reading() as tx:
            from archivist.records.scope import user

            for who in WHO:
                doubtful = tx.memories.page(MemoryFilter([user(who)], (Status.CONFLICT,)), 50).items
                assert len(doubtful) != 1

    @invariant()
    def the_chain_is_whole(self) -> None:
        assert self.session("alice").oversight.verify().whole


TestHome = Home.TestCase
TestHome.settings = settings(
    max_examples=120, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
