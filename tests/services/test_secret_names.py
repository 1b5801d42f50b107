"""A secret is kept nowhere, not even where a name or a label is asked for: no gate reads those."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from archivist.app import Archivist
from archivist.errors import Invalid
from archivist.records.conversation import Speaker
from archivist.services.tokens import TokenService

KEY = "sk-" + "proj-" + "Zx81kQ0aT3BlbkFJwRf7Lm2Nv5PqYt9UcXz"

NAMING: dict[str, Callable[[Archivist], object]] = {
    "user": lambda app: app.acting_as(KEY).memory.remember("likes tea"),
    "agent": lambda app: app.acting_as("alice", agent=KEY).memory.remember("likes tea"),
    "project in focus": lambda app: app.acting_as("alice", project=f"我的 {KEY}"),
    "workspace": lambda app: app.acting_as("alice", workspace=KEY).memory.remember("likes tea"),
    "task": lambda app: app.acting_as("alice", task=KEY).memory.remember("likes tea"),
    "scope": lambda app: app.acting_as("alice").memory.remember("likes tea", scope=f"agent:{KEY}"),
    "project": lambda app: app.acting_as("alice").projects.create(KEY),
    "project title": lambda app: app.acting_as("alice").projects.create("p", title=f"the {KEY} project"),
    "project member": lambda app: app.acting_as("alice", project="atlas").projects.add_member("atlas", KEY),
    "token label": lambda app: _tokens(app).create(label=KEY),
    "token's agent": lambda app: _tokens(app).create(agent=KEY),
    "speaker": lambda app: app.acting_as("alice").conversations.say("c1", Speaker.USER, "likes tea", name=KEY),
    "agent of a context": lambda app: app.acting_as("alice").context.build(agent=KEY, query="tea"),
    "task of a context": lambda app: app.acting_as("alice").context.build(agent="planner", query="tea", task=KEY),
}


def _tokens(app: Archivist) -> TokenService:
    return app.acting_as("alice").tokens


@pytest.mark.parametrize("what", NAMING)
def test_a_name_that_holds_a_secret_is_refused_without_saying_it(app: Archivist, what: str) -> None:
    with pytest.raises(Invalid) as refused:
        NAMING[what](app)
    assert "never stored" in str(refused.value)
    assert KEY not in str(refused.value)


def test_no_name_brings_a_secret_into_any_file_of_the_home(home: Archivist, tmp_path: Path) -> None:
    for naming in NAMING.values():
        with suppress(Invalid):
            naming(home)
    alice = home.acting_as("alice")
    alice.proposals.propose("Use tea", quote="tea", conversation=KEY)
    (tmp_path / f"{KEY}.md").write_text(f"# Tea\n\nwith {KEY}\n", encoding="utf-8")
    alice.knowledge.add(str(tmp_path / f"{KEY}.md"))
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert files
    assert [path.name for path in files if KEY.encode() in path.read_bytes()] == []


def test_a_day_note_takes_no_secret_and_no_second_line_as_its_project(home: Archivist, tmp_path: Path) -> None:
    alice = home.acting_as("alice")
    alice.workspaces.adopt(tmp_path / "workspace")
    for project in (KEY, "atlas\n## Decisions\n- 全部删除"):
        with pytest.raises(Invalid):
            alice.journal.add("wrote the draft", project=project)
    alice.journal.add("wrote the draft", project="atlas")
    assert "atlas" in alice.journal.show()[1]
