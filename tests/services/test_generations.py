"""Configuration changes by generation: checked before it counts, switched at once, undone without losing a record."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.conftest import TestClock

from archivist.app import Archivist, load_settings, open_app
from archivist.errors import Invalid, NotFound, NotPermitted, SettingsError
from archivist.records.generation import GenerationState
from archivist.records.principal import Role

SECTION_13 = """\
memory:
  storage:
    backend: sqlite
    sqlite_path: .eva/data/memory.db
    sqlite_bundled: true
    wal: true
  agent:
    enabled: true
    max_records_per_agent: 1000
    max_value_bytes: 8192
    default_ttl_days: 90
  global:
    enabled: true
    write_mode: proposed
    min_confidence: 0.6
    require_review_for_scopes:
      - system
      - workspace
  retrieval:
    max_agent_memories: 8
    max_global_memories: 8
    max_total_tokens: 2000

knowledge:
  enabled: true
  storage:
    backend: sqlite
    sqlite_path: .eva/data/knowledge.db
    sqlite_bundled: true
    wal: true
  index:
    text:
      backend: sqlite_fts5
    vector:
      enabled: false
      backend: none
  allowed_sources:
    - workspace_doc
    - project_config
    - markdown
  markdown:
    enabled: true
    frontmatter: true
    heading_chunking: true
    preserve_code_blocks: true
    allowed_roots:
      - doc
      - knowledge
  chunk:
    max_tokens: 800
    overlap_tokens: 120
  retrieval:
    max_chunks: 8
    max_total_tokens: 3000
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write(tmp_path / "config.yaml", "time_zone: UTC\n")
    return tmp_path


@pytest.fixture
def opened(place: Path, clock: TestClock) -> Iterator[Archivist]:
    with open_app(place, clock=clock) as app:
        yield app


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    os.utime(path, ns=(0, hash(text) % 10**15))


def test_the_block_of_source_004_loads_as_it_stands(tmp_path: Path) -> None:
    write(tmp_path / "config.yaml", SECTION_13)
    with open_app(tmp_path) as app:
        settings = app.resources.settings()
        assert app.acting_as("alice").memory.remember("a fact").memory
    assert (tmp_path / ".eva/data/memory.db").is_file()
    assert settings.memory.global_.require_review_for_scopes == ("system", "workspace")
    assert settings.knowledge.retrieval.max_total_tokens == 3000


def test_the_environment_stands_over_the_file(tmp_path: Path) -> None:
    write(tmp_path / "config.yaml", "memory: {retrieval: {max_total_tokens: 100}}")
    settings = load_settings(tmp_path, {"ARCHIVIST_MEMORY__RETRIEVAL__MAX_TOTAL_TOKENS": "300"})
    assert settings.memory.retrieval.max_total_tokens == 300


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ("memory: {global: {write_mode: always}}", "memory.global.write_mode", ("'always'", "'proposed'", "'direct'")),
        ("memory: {retrieval: {max_total_tokens: -1}}", "memory.retrieval.max_total_tokens", ("-1", ">= 0")),
        ("memory: {retreival: {}}", "memory", ("retreival", "retrieval")),
        ("memory: {agent: {max_value_bytes: many}}", "memory.agent.max_value_bytes", ("'many'", "int")),
        ("colour: blue", "settings", ("colour", "time_zone")),
        ("memory: 3", "memory", ("object",)),
    ],
)
def test_an_error_names_key_value_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, words: tuple[str, ...]
) -> None:
    write(tmp_path / "config.yaml", text)
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path, {})
    assert caught.value.key == key
    for word in words:
        assert word in caught.value.message
    assert "config.yaml" in caught.value.message


def test_hot_keys_follow_the_file_while_running_and_others_wait(
    opened: Archivist, place: Path, clock: TestClock
) -> None:
    write(
        place / "config.yaml",
        "time_zone: UTC\nmemory:\n  retrieval: {max_global_memories: 3}\n  global: {write_mode: direct}\n"
        "  max_text_bytes: 99\n",
    )
    clock.move(seconds=2)
    now = opened.acting_as("root").generations.in_force()
    assert now.settings.memory.retrieval.max_global_memories == 3
    assert now.settings.memory.global_.write_mode == "proposed"
    assert set(now.waiting) == {"memory.global.write_mode", "memory.max_text_bytes"}
    assert now.number == 1


def test_a_broken_file_changes_nothing_in_a_running_home_and_is_told(
    opened: Archivist, place: Path, clock: TestClock
) -> None:
    write(place / "config.yaml", "memory: {retrieval: {max_global_memories: x}}")
    clock.move(seconds=2)
    now = opened.acting_as("root").generations.in_force()
    assert now.settings.memory.retrieval.max_global_memories == 8
    assert "max_global_memories" in now.problem
    with pytest.raises(SettingsError):
        opened.acting_as("root").generations.reload()
    assert opened.acting_as("root").generations.in_force().number == 1


def test_a_new_process_does_not_take_what_widens_from_the_file_until_it_is_reloaded(
    place: Path, clock: TestClock
) -> None:
    with open_app(place, clock=clock):
        pass
    write(place / "config.yaml", "time_zone: Asia/Shanghai\nmemory: {global: {write_mode: direct}}")
    with open_app(place, clock=clock) as app:
        assert app.resources.settings().memory.global_.write_mode == "proposed"
        assert str(app.resources.zone) == "Asia/Shanghai"
        switched = app.acting_as("root").generations.reload()
        assert {change.key for change in switched.changes} == {"memory.global.write_mode", "time_zone"}
        assert app.resources.settings().memory.global_.write_mode == "direct"
    with open_app(place, clock=clock) as app:
        assert app.resources.settings().memory.global_.write_mode == "direct"
        assert app.acting_as("root").generations.reload().changes == ()


def test_going_back_makes_the_older_configuration_the_next_and_keeps_every_record(
    place: Path, opened: Archivist, clock: TestClock
) -> None:
    root = opened.acting_as("root").generations
    with pytest.raises(Invalid):
        root.roll_back()
    write(place / "config.yaml", "time_zone: UTC\nmemory: {global: {write_mode: direct}, max_text_bytes: 99}")
    root.reload()
    opened.acting_as("alice").memory.remember("written under the second")
    switched = root.roll_back()
    assert switched.generation.number == 3
    assert opened.resources.settings().memory.max_text_bytes == 8192
    assert opened.acting_as("alice").memory.recall("written under the second").hits
    with open_app(place, clock=clock) as again:
        assert again.resources.settings().memory.max_text_bytes == 8192
    states = [(one.number, one.state) for one in root.latest()]
    assert states == [(3, GenerationState.ACTIVE), (2, GenerationState.RETIRED), (1, GenerationState.RETIRED)]


def test_a_switch_in_one_process_is_noticed_by_another(place: Path, opened: Archivist, clock: TestClock) -> None:
    with open_app(place, clock=clock) as other:
        write(place / "config.yaml", "time_zone: UTC\nmemory: {global: {write_mode: direct}}")
        other.acting_as("root").generations.reload()
    clock.move(seconds=2)
    assert opened.resources.settings().memory.global_.write_mode == "direct"
    assert opened.resources.generation() == 2


def test_what_a_preparing_generation_writes_is_out_of_sight_until_it_is_in_force(
    opened: Archivist, place: Path
) -> None:
    alice, root = opened.acting_as("alice"), opened.acting_as("root").generations
    write(place / "config.yaml", "time_zone: UTC\nmemory: {max_text_bytes: 4000}")
    prepared = root.prepare()
    alice.under(prepared.number).memory.remember("The zebra is striped", name="zebra", kind="rule", delivery="always")
    alice.memory.remember("The horse is brown", name="horse")
    assert not alice.memory.recall("zebra").hits
    assert [one.name for one in alice.memory.list().items] == ["horse"]
    assert "zebra" not in alice.context.build("planner", "zebra").text
    with pytest.raises(NotFound):
        alice.memory.show("zebra")
    with pytest.raises(Invalid):
        alice.under(prepared.number).memory.edit("horse", text="The horse is grey")
    with pytest.raises(Invalid):
        root.prepare()
    root.activate(prepared.number)
    assert alice.memory.recall("zebra").hits
    assert "zebra" in alice.context.build("planner", "zebra").text


def test_what_a_discarded_generation_wrote_never_comes_into_sight(opened: Archivist, place: Path) -> None:
    alice, root = opened.acting_as("alice"), opened.acting_as("root").generations
    write(place / "config.yaml", "time_zone: UTC\nmemory: {max_text_bytes: 4000}")
    prepared = root.prepare()
    alice.under(prepared.number).memory.remember("The zebra is striped", name="zebra")
    assert root.discard(prepared.number) == 1
    with pytest.raises(NotFound):
        root.activate(prepared.number)
    assert root.reload().generation.number == 3
    assert not alice.memory.recall("zebra").hits


def test_only_an_administrator_in_person_switches_and_each_switch_is_audited(opened: Archivist, place: Path) -> None:
    write(place / "config.yaml", "time_zone: UTC\nmemory: {max_text_bytes: 4000}")
    for session in (opened.acting_as("bob", role=Role.REVIEWER), opened.acting_as("root", agent="planner")):
        with pytest.raises(NotPermitted):
            session.generations.reload()
    root = opened.acting_as("root")
    root.generations.reload()
    entry = root.oversight.audit(limit=1)[0]
    assert (entry.action, entry.subject, "memory.max_text_bytes" in entry.detail) == ("activate", "generation:2", True)
    assert root.oversight.events()[-1].topic == "/settings/changed"


def test_a_charter_takes_effect_by_generation_and_is_checked_before(opened: Archivist, place: Path) -> None:
    alice, root = opened.acting_as("alice"), opened.acting_as("root").generations
    write(place / "config/agents/planner/agent.yaml", "id: planner\nname: Planner\nduties: [Plan the week]\n")
    write(place / "config/agents/planner/constraints.md", "不得删除任何文件。\n")
    assert "不得删除" not in alice.context.build("planner", "plan").text
    switched = root.reload()
    assert any(change.key.startswith("agents.planner") for change in switched.changes)
    text = alice.context.build("planner", "plan").text
    assert text.index("Plan the week") < text.index("不得删除任何文件")
    write(place / "config/policies/agents/planner.yaml", "read_scopes: [galaxy]\n")
    with pytest.raises(SettingsError) as caught:
        root.reload()
    assert "planner.yaml" in caught.value.message
    write(place / "config/policies/agents/planner.yaml", "read_scope: [user]\n")
    with pytest.raises(SettingsError):
        root.reload()
    write(place / "config/agents/planner/agent.yaml", "id: someone\n")
    with pytest.raises(SettingsError):
        root.reload()
    assert "不得删除" in alice.context.build("planner", "plan").text


@pytest.mark.parametrize("id", ["../planner", "..", "a/../../b", "~", "％2e％2e"])
def test_no_agent_id_reaches_out_of_the_folder_of_charters(opened: Archivist, place: Path, id: str) -> None:
    write(place / "planner/constraints.md", "outside")
    write(place / "constraints.md", "outside")
    opened.acting_as("root").generations.reload()
    try:
        text = opened.acting_as("alice").context.build(id, "x").text
    except Invalid:
        return
    assert "outside" not in text


def test_the_conduct_of_an_adopted_workspace_is_part_of_the_charter(opened: Archivist, place: Path) -> None:
    from archivist.stores.workspace.layers import WorkspaceLayout

    write(place / "ws/SOUL.md", "Be kind and brief.")
    with opened.store.transaction() as tx:
        tx.workspaces.put("alice", "", str(place / "ws"), "", WorkspaceLayout(), opened.resources.clock())
    opened.acting_as("root").generations.reload()
    assert "Be kind and brief." in opened.acting_as("alice").context.build("planner", "x").text
    assert "Be kind" not in opened.acting_as("bob").context.build("planner", "x").text
