"""Folders come in whole, stay themselves when files move, and never lead out of where they are."""

import os
import zipfile
from pathlib import Path

import pytest

from archivist.app import Archivist, Session
from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.importers import walk
from archivist.records.event import Topic
from archivist.records.knowledge import DocumentState
from archivist.services.importing import ImportReport


def outcomes(report: ImportReport) -> dict[str, str]:
    return {item.name: item.outcome for item in report.items}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of notes in two languages."""
    root = tmp_path / "notes"
    (root / "sub").mkdir(parents=True)
    (root / "config.md").write_text("# Config\n\nlavender\n", "utf-8")
    (root / "sub" / "制度.md").write_text("# 制度\n\n报销上限 500\n", "utf-8")
    (root / "plain.txt").write_text("plain words\n", "utf-8")
    (root / "picture.png").write_bytes(b"\x89PNG\x00")
    return root


def test_a_folder_is_imported_with_its_folders_in_the_names_and_what_is_left_out_is_told(
    alice: Session, folder: Path
) -> None:
    seen: list[tuple[int, int]] = []
    report = alice.knowledge.add(folder, progress=lambda done, total, name: seen.append((done, total)))
    assert outcomes(report) == {
        "notes/config.md": "created", "notes/sub/制度.md": "created", "notes/plain.txt": "created",
    }  # fmt: skip
    assert [(one.path, "no importer" in one.reason) for one in report.skipped] == [("picture.png", True)]
    assert seen[-1] == (3, 3)
    assert all(one.state is DocumentState.PENDING for one in alice.knowledge.documents())


def test_the_same_bytes_again_change_nothing(app: Archivist, alice: Session, folder: Path) -> None:
    alice.knowledge.add(folder, publish=True)
    before = alice.knowledge.documents()
    events = len(alice.oversight.events(limit=1000))
    for path in (folder, folder / "config.md", f"{folder}/sub/*.md", f"{folder}/**/*.md"):
        assert set(outcomes(alice.knowledge.add(path)).values()) == {"unchanged"}
    assert alice.knowledge.documents() == before
    assert len(alice.oversight.events(limit=1000)) == events


def test_an_import_that_was_cut_off_is_started_again_where_it_stopped(
    alice: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("archivist.services.importing.BATCH_FILES", 1)

    def stop(done: int, total: int, name: str) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        alice.knowledge.add(folder, progress=stop)
    report = alice.knowledge.add(folder)
    assert sorted(outcomes(report).values()) == ["created", "unchanged", "unchanged"]


def test_a_renamed_file_keeps_its_document_its_review_and_its_id(alice: Session, folder: Path) -> None:
    alice.knowledge.add(folder, publish=True)
    id = alice.knowledge.show("notes/config.md").id
    (folder / "config.md").rename(folder / "Config.md")
    assert outcomes(alice.knowledge.sync())["notes/Config.md"] in ("renamed", "unchanged")
    assert set(outcomes(alice.knowledge.sync()).values()) == {"unchanged"}
    (folder / "docs").mkdir()
    (folder / "Config.md").rename(folder / "docs" / "设置.md")
    alice.knowledge.sync("notes")
    moved = alice.knowledge.show("notes/docs/设置.md")
    assert (moved.id, moved.state) == (id, DocumentState.READY)
    assert [hit.document.name for hit in alice.knowledge.search("lavender").hits] == ["notes/docs/设置.md"]
    with pytest.raises(NotFound):
        alice.knowledge.show("config.md")


def test_a_file_that_is_gone_is_missing_and_not_served_until_it_is_back(alice: Session, folder: Path) -> None:
    alice.knowledge.add(folder, publish=True)
    text = (folder / "config.md").read_bytes()
    (folder / "config.md").unlink()
    assert outcomes(alice.knowledge.sync())["notes/config.md"] == "missing"
    assert "notes/config.md" not in outcomes(alice.knowledge.sync())
    assert alice.knowledge.show("config.md").state is DocumentState.MISSING
    assert not alice.knowledge.search("lavender").hits
    (folder / "config.md").write_bytes(text)
    assert outcomes(alice.knowledge.sync())["notes/config.md"] == "found"
    assert alice.knowledge.search("lavender").hits


def test_a_folder_that_is_gone_or_empty_is_an_error_and_changes_nothing(alice: Session, folder: Path) -> None:
    alice.knowledge.add(folder, publish=True)
    folder.rename(folder.parent / "elsewhere")
    with pytest.raises(NotFound):
        alice.knowledge.sync()
    folder.mkdir()
    with pytest.raises(Invalid):
        alice.knowledge.sync()
    assert alice.knowledge.search("lavender").hits


def test_a_changed_file_waits_while_the_published_text_is_served(alice: Session, folder: Path) -> None:
    alice.knowledge.add(folder, publish=True)
    (folder / "sub" / "制度.md").write_text("# 制度\n\n报销上限 5000\n", "utf-8")
    assert outcomes(alice.knowledge.sync())["notes/sub/制度.md"] == "changed"
    assert "5000" not in alice.knowledge.search("报销上限").hits[0].excerpt.text
    assert alice.knowledge.show("制度.md").state is DocumentState.CHANGED


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_links_lead_nowhere_and_a_folder_swapped_for_a_link_is_left(alice: Session, tmp_path: Path) -> None:
    shared, private = tmp_path / "shared", tmp_path / "private"
    (shared / "sub").mkdir(parents=True)
    private.mkdir()
    (shared / "a.md").write_text("# 公开\n", "utf-8")
    (shared / "sub" / "x.md").write_text("# 子目录\n", "utf-8")
    (private / "x.md").write_text("# 机密\n", "utf-8")
    (shared / "out.md").symlink_to("/etc/hostname")
    (shared / "loop").symlink_to(shared)
    (shared / "dir.md").symlink_to(shared / "sub")
    (shared / "dead.md").symlink_to(shared / "nowhere")
    report = alice.knowledge.add(shared, publish=True)
    assert sorted(outcomes(report)) == ["shared/a.md", "shared/sub/x.md"]
    assert sorted(one.path for one in report.skipped) == ["dead.md", "dir.md", "loop", "out.md"]
    (shared / "sub" / "x.md").unlink()
    (shared / "sub").rmdir()
    (shared / "sub").symlink_to(private)
    report = alice.knowledge.sync()
    assert outcomes(report)["shared/sub/x.md"] == "missing"
    assert "sub" in {one.path for one in report.skipped}
    assert not alice.knowledge.search("机密").hits
    link = tmp_path / "link"
    link.symlink_to(shared)
    assert outcomes(alice.knowledge.add(link))["shared/a.md"] == "unchanged"


def test_one_bad_file_stops_nothing_and_is_named_without_its_secret(alice: Session, folder: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (folder / "keys.md").write_text(f"# Keys\n\ntoken = {key}\n", "utf-8")
    (folder / "broken.md").write_bytes(b"# A\x00\xff")
    report = alice.knowledge.add(folder)
    assert report.counts == {"created": 3, "refused": 2}
    reasons = {item.name: item.reason for item in report.items if item.outcome == "refused"}
    assert "line 3" in reasons["notes/keys.md"]
    assert key not in str(report)
    failed = [event for event in alice.oversight.events() if event.topic is Topic.KNOWLEDGE_INDEX_FAILED]
    assert len(failed) == 2
    assert key not in str(failed)


def test_a_file_that_changes_while_it_is_read_is_refused_by_name(
    alice: Session, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = walk.read

    def changing(root: Path, path: str, max_bytes: int) -> bytes:
        if path == "config.md":
            raise Invalid(path, "changes while it is read")
        return real(root, path, max_bytes)

    monkeypatch.setattr(walk, "read", changing)
    assert outcomes(alice.knowledge.add(folder))["notes/config.md"] == "refused"


def test_a_file_beyond_the_limit_is_refused_before_it_is_read_so_that_memory_stays_bounded(
    alice: Session, tmp_path: Path
) -> None:
    with (tmp_path / "huge.md").open("wb") as file:
        file.truncate(100_000_000)
    (item,) = alice.knowledge.add(tmp_path / "huge.md").items
    assert (item.outcome, "100000000 bytes" in item.reason) == ("refused", True)
    with pytest.raises(Invalid):
        alice.knowledge.add_text("huge.md", b"x" * 20_000_001)


def test_a_converted_file_is_kept_beside_its_text_and_a_bomb_is_refused(alice: Session, tmp_path: Path) -> None:
    pytest.importorskip("markdownify", reason="needs the extra documents")
    page = b"<html><head><title>Leave</title></head><body><h1>Leave</h1><p>25 days a year</p></body></html>"
    (tmp_path / "leave.html").write_bytes(page)
    with zipfile.ZipFile(tmp_path / "bomb.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 400_000_000)
    entities = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'
    with zipfile.ZipFile(tmp_path / "entities.docx", "w") as archive:
        archive.writestr("word/document.xml", entities)
    report = alice.knowledge.add(tmp_path, publish=True)
    assert sorted(item.outcome for item in report.items) == ["created", "refused", "refused"]
    assert alice.knowledge.original("leave.html") == page
    hit = alice.knowledge.search("days a year").hits[0]
    assert (hit.document.name.endswith("leave.html"), hit.section.title) == (True, "Leave")


def test_two_folders_of_one_name_are_two_sources(alice: Session, tmp_path: Path) -> None:
    for place in ("one", "two"):
        (tmp_path / place / "docs").mkdir(parents=True)
        (tmp_path / place / "docs" / "readme.md").write_text(f"# {place}\n", "utf-8")
        alice.knowledge.add(tmp_path / place / "docs")
    assert [one.name for one in alice.knowledge.documents()] == ["docs/readme.md", "docs-2/readme.md"]
    assert [one.name for one in alice.sources.all()] == ["docs", "docs-2"]


def test_names_that_differ_by_case_only_are_told(alice: Session, folder: Path) -> None:
    (folder / "Config.md").write_text("# Other\n", "utf-8")
    if len(list(folder.glob("*onfig.md"))) < 2:
        pytest.skip("this disk does not tell case apart")
    report = alice.knowledge.add(folder)
    assert any("Config.md" in notice for notice in report.notices)
    assert {"notes/config.md", "notes/Config.md"} <= set(outcomes(report))


def test_nothing_there_is_an_error(alice: Session, tmp_path: Path) -> None:
    for path in (tmp_path / "no-such.md", tmp_path / "no-such", f"{tmp_path}/*.md"):
        with pytest.raises((NotFound, Invalid)):
            alice.knowledge.add(path)
    assert not alice.knowledge.documents()


# -- what agents propose


@pytest.fixture
def fenced(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Archivist:
    """A home whose agents may speak of `notes` only."""
    from archivist.app import open_app, settings_from

    plain = {"time_zone": "UTC", "knowledge": {"markdown": {"allowed_roots": [str(folder)]}}}
    return open_app(":memory:", settings=settings_from(plain))


def test_an_agent_proposes_within_the_allowed_roots_and_a_person_decides(fenced: Archivist, folder: Path) -> None:
    agent = fenced.acting_as("alice", agent="planner")
    proposal = agent.sources.propose(folder, "needed for the report")
    assert (proposal.findings.files, proposal.findings.refused) == (3, ())
    alice = fenced.acting_as("alice")
    assert not alice.knowledge.documents()
    for act in (agent.sources.accept, agent.sources.refuse):
        with pytest.raises(NotPermitted):
            act(proposal.id)
    report = alice.sources.accept(proposal.id)
    assert report.counts == {"created": 3}
    assert {one.state for one in alice.knowledge.documents()} == {DocumentState.PENDING}
    with pytest.raises(Invalid):
        alice.sources.refuse(proposal.id)
    topics = [event.topic for event in alice.oversight.events()]
    assert Topic.SOURCE_PROPOSED in topics
    assert Topic.SOURCE_ACCEPTED in topics
    fenced.close()


def test_a_proposal_outside_of_the_roots_or_through_a_link_is_refused(fenced: Archivist, folder: Path) -> None:
    agent = fenced.acting_as("alice", agent="planner")
    outside = folder.parent / "notes-evil"
    outside.mkdir()
    (outside / "x.md").write_text("# X\n", "utf-8")
    (folder / "way-out").symlink_to(outside)
    for path in (outside, outside / "x.md", folder / "way-out", folder / ".." / "notes-evil", "/etc"):
        with pytest.raises(NotPermitted):
            agent.sources.propose(path)
    with pytest.raises(NotFound):
        agent.sources.propose(folder / "no-such")
    fenced.close()


def test_without_allowed_roots_an_agent_proposes_nothing_and_a_proposal_for_others_is_refused(
    app: Archivist, fenced: Archivist, folder: Path
) -> None:
    with pytest.raises(NotPermitted):
        app.acting_as("alice", agent="planner").sources.propose(folder)
    with pytest.raises(NotPermitted):
        fenced.acting_as("alice", agent="planner").sources.propose(folder, scope="user:bob")
    fenced.close()


def test_a_proposal_that_holds_only_secrets_is_refused_at_once(fenced: Archivist, folder: Path) -> None:
    key = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    (folder / "keys.md").write_text(f"token = {key}\n", "utf-8")
    with pytest.raises(Invalid) as refusal:
        fenced.acting_as("alice", agent="planner").sources.propose(folder / "keys.md")
    assert key not in str(refusal.value)
    fenced.close()
