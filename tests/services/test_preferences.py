"""The first-run preferences: asked once, saved as rules, skipped to an empty template."""

import pytest

from archivist.app import Archivist, Session
from archivist.errors import AlreadyExists, Invalid, NotPermitted
from archivist.records.memory import Kind
from archivist.views.preferences import PREFERENCES, Language, rules_of


def test_there_are_four_and_each_has_both_languages() -> None:
    assert [preference.key for preference in PREFERENCES] == ["language", "format", "uncertainty", "confirmation"]
    for preference in PREFERENCES:
        for wording in (preference.question, *(choice.rule for choice in preference.choices)):
            assert wording.en.isascii()
            assert not wording.zh.isascii()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_choice_is_one_rule_that_the_gates_accept(app: Archivist, language: Language) -> None:
    for number in range(3):
        chosen = {preference.key: preference.choices[number].key for preference in PREFERENCES}
        session = app.acting_as(f"{language}-{number}")
        saved = session.preferences.save(chosen, language)
        assert [memory.text for memory in saved.document.memories] == [rule.text for rule in rules_of(chosen, language)]
        assert all(memory.kind is Kind.RULE for memory in saved.document.memories)
        assert not saved.refused
        assert saved.document.memories[0].text in session.library.injected().text


def test_they_are_asked_once_whether_saved_or_skipped(app: Archivist, alice: Session, bob: Session) -> None:
    assert alice.preferences.are_due()
    assert not app.acting_as("alice", agent="planner").preferences.are_due()
    alice.preferences.save({"format": "short"})
    assert bob.preferences.skip().exists
    for session in (alice, bob):
        assert not session.preferences.are_due()
        with pytest.raises(AlreadyExists):
            session.preferences.save({"format": "detailed"})


def test_with_memory_off_they_are_kept_and_injected_once_it_is_on(alice: Session) -> None:
    alice.oversight.switch("memory.enabled", on=False)
    alice.preferences.save({"language": "zh"}, "zh")
    alice.oversight.switch("memory.enabled", on=True)
    assert "始终用中文回答" in alice.library.injected().text


def test_an_unknown_choice_saves_nothing_and_an_agent_chooses_nothing(app: Archivist, alice: Session) -> None:
    for chosen in ({"format": "verse"}, {"mood": "good"}):
        with pytest.raises(Invalid):
            alice.preferences.save(chosen)
    assert alice.preferences.are_due()
    with pytest.raises(NotPermitted):
        app.acting_as("alice", agent="planner").preferences.save({})
