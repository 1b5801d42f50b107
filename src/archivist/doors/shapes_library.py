"""How libraries and projects look in JSON, and what a reader should be told about a document."""

from typing import Final

from archivist.doors.shapes import Json, evidence, moment
from archivist.read.library import InjectedLibrary, LibraryDocument
from archivist.records.memory import Memory
from archivist.records.project import Membership, Project
from archivist.records.scope import ScopeKind
from archivist.services.library import Saved, Tidied
from archivist.stores.library_port import UnsavedEdits
from archivist.write.library import EntryOutcome

_NAMES: Final = {ScopeKind.USER: "User Knowledge", ScopeKind.PROJECT: "Project Knowledge"}


def title(document: LibraryDocument) -> str:
    """What the document is called."""
    return f"{_NAMES[document.scope.kind]} ({document.scope.id})"


def document(found: LibraryDocument) -> Json:
    """A document: its text, the figures of the saved state, and where every entry comes from."""
    figures = found.status
    return {
        "scope": str(found.scope),
        "text": found.text,
        "mode": figures.mode,
        "characters": figures.characters,
        "limit": figures.limits.injected_at_most,
        "catalog_from": figures.limits.catalog_from,
        "rules": figures.rules,
        "infos": figures.infos,
        "topics": figures.topics,
        "revision": found.revision,
        "updated_at": moment(found.updated_at),
        "exists": found.exists,
        "notices": notices(found),
        "entries": [entry(memory) for memory in found.memories],
    }


def entry(memory: Memory) -> Json:
    """One entry and its origin."""
    return {
        "id": memory.id,
        "name": memory.name,
        "kind": memory.kind,
        "topic": memory.topic,
        "text": memory.text,
        "status": memory.status,
        "source": memory.source,
        "created_by": memory.created_by,
        "approved_by": memory.approved_by,
        "evidence": [evidence(piece) for piece in memory.evidence],
        "revision": memory.revision,
        "updated_at": moment(memory.updated_at),
    }


def notices(found: LibraryDocument) -> list[str]:
    """What a reader should know about the saved document, in sentences."""
    figures = found.status
    told = []
    if figures.will_be_flattened:
        told.append(
            f"below {figures.limits.catalog_from:,} characters entries are flat: reorganising takes the topics away"
        )
    if figures.wants_reorganising:
        told.append("it has the size of a catalogue and no topics yet: reorganise it, or the next conversation will")
    if figures.exceeds_limit:
        limit = figures.limits.injected_at_most
        told.append(f"it is over {limit:,} characters: what has no room is left out, the least important first")
    if found.in_conflict:
        told.append(f"{len(found.in_conflict)} entries contradict one another and are not injected until you decide")
    return told


def saved(answer: Saved) -> Json:
    """A document after a save, and what became of every edit."""
    return {**document(answer.document), "edits": [outcome(one) for one in answer.entries]}


def outcome(one: EntryOutcome) -> Json:
    """What became of one edit. What was refused for a secret in it is not repeated."""
    return {
        "act": one.act,
        "outcome": one.outcome,
        "text": one.text,
        "id": one.id,
        "reason": one.reason,
        "detail": one.detail,
    }


def tidied(answer: Tidied) -> Json:
    """What reorganising did."""
    return {
        **document(answer.document),
        "outcome": answer.outcome,
        "merged": answer.merged,
        "flattened": answer.flattened,
        "problems": list(answer.problems),
    }


def injected(part: InjectedLibrary) -> Json:
    """What a model is shown of a document."""
    return {
        "scope": str(part.scope),
        "mode": part.mode,
        "text": part.text,
        "used": [memory.id for memory in part.used],
        "left_out": [memory.id for memory in part.left_out],
    }


def unsaved(edits: UnsavedEdits) -> Json:
    """What an editor holds."""
    return {
        "editor": edits.editor,
        "base_revision": edits.base_revision,
        "text": edits.text,
        "at": moment(edits.at),
    }


def project(one: Project) -> Json:
    """A project."""
    return {
        "id": one.id, "title": one.title, "created_at": moment(one.created_at), "created_by": one.created_by,
    }  # fmt: skip


def member(one: Membership) -> Json:
    """One who belongs to a project."""
    return {"user": one.user, "added_at": moment(one.added_at), "added_by": one.added_by}
