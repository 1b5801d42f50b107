"""The digest of a session start is made by a model in the background, and is never older than the files."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, open_app, settings_from
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.read.layers import fingerprint
from archivist.stores.workspace_port import KeptBrief
from archivist.upkeep.briefing import BRIEF
from archivist.upkeep.jobs import run_due, run_now

TOLD = "The parser is being rewritten."
NOTE = "Rewrote the parser of the import"


@contextmanager
def home(script: ScriptedModel, clock: TestClock, folder: Path, **models: object) -> Iterator[Archivist]:
    settings = settings_from({"time_zone": "UTC", "models": models or {"roles": {"briefer": "test:any"}}})
    with open_app(
        ":memory:", settings=settings, clock=clock, chance=random.Random(1), make_model=lambda *_: script
    ) as app:
        alice = app.acting_as("alice")
        alice.workspaces.adopt(folder, language="en")
        alice.journal.add(NOTE)
        yield app


def outcome(app: Archivist) -> str:
    (done,) = run_now(app.resources, BRIEF)
    return done.brought.outcome


def test_the_rules_digest_is_shown_until_the_models_is_there(clock: TestClock, tmp_path: Path) -> None:
    script = ScriptedModel({"brief": TOLD})
    with home(script, clock, tmp_path) as app:
        alice = app.acting_as("alice")
        assert NOTE in alice.journal.brief()
        assert script.asked == []
        clock.move(minutes=15)
        assert BRIEF in [done.job for done in run_due(app.resources)]
        assert alice.journal.brief() == TOLD
        assert TOLD in alice.context.build("planner", "go on").text
        assert app.models.meter(1)[0].role == "briefer"


def test_a_changed_file_voids_the_digest_at_once(clock: TestClock, tmp_path: Path) -> None:
    with home(ScriptedModel({"brief": TOLD}, {"brief": "It is done."}), clock, tmp_path) as app:
        alice = app.acting_as("alice")
        assert outcome(app) == "made"
        alice.journal.add("Deployed the new parser")
        assert NOTE in alice.journal.brief()
        assert outcome(app) == "made"
        assert alice.journal.brief() == "It is done."


def test_the_same_files_are_asked_about_once(clock: TestClock, tmp_path: Path) -> None:
    script = ScriptedModel({"brief": TOLD})
    with home(script, clock, tmp_path) as app:
        assert [outcome(app), outcome(app)] == ["made", "unchanged"]
        assert len(script.asked) == 1


def test_who_asks_for_less_than_the_model_wrote_gets_the_rules(clock: TestClock, tmp_path: Path) -> None:
    with home(ScriptedModel({"brief": TOLD}), clock, tmp_path) as app:
        outcome(app)
        assert app.acting_as("alice").journal.brief(limit_words=4) != TOLD


@pytest.mark.parametrize(
    ("failure", "asked"), [(ModelFailed(Failure.TIMED_OUT, "slow"), 2), ({"brief": "Version 7 is out."}, 1)]
)
def test_what_passes_is_asked_for_again_and_what_would_come_again_is_not(
    clock: TestClock, tmp_path: Path, failure: object, asked: int
) -> None:
    script = ScriptedModel(failure, {"brief": TOLD})
    with home(script, clock, tmp_path) as app:
        assert outcome(app) == "by_rule"
        assert NOTE in app.acting_as("alice").journal.brief()
        outcome(app)
        assert len(script.asked) == asked


def test_without_a_model_nobody_is_asked_and_a_digest_of_one_is_shown_no_more(clock: TestClock, tmp_path: Path) -> None:
    script = ScriptedModel()
    with home(script, clock, tmp_path, default="") as app:
        alice = app.acting_as("alice")
        with app.store.transaction() as tx:
            (folder,) = tx.workspaces.all()
            tx.workspaces.keep_brief(folder.seq, KeptBrief(fingerprint(alice.journal.layers()), TOLD))
        assert outcome(app) == "by_rule"
        assert NOTE in alice.journal.brief()
        assert script.asked == []


def test_a_question_to_the_notes_is_answered_by_the_model_out_of_their_lines(clock: TestClock, tmp_path: Path) -> None:
    script = ScriptedModel({"answer": "The parser was rewritten.", "days": ["2026-11-25"]})
    with home(script, clock, tmp_path) as app:
        alice = app.acting_as("alice")
        assert alice.journal.ask("what about the parser?").text == "The parser was rewritten. [2026-11-25]"
        assert NOTE in script.asked[0].content
        assert not alice.journal.ask("what about kubernetes?").days
        assert len(script.asked) == 1


def test_erasing_a_record_takes_the_digest_too(clock: TestClock, tmp_path: Path) -> None:
    with home(ScriptedModel({"brief": TOLD}), clock, tmp_path) as app:
        alice = app.acting_as("alice")
        outcome(app)
        alice.memory.remember("The parser is secret", name="parser")
        alice.memory.erase("parser")
        assert alice.journal.brief() != TOLD
