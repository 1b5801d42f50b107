"""Records out to Markdown files and back in: the mirror, and the import that reads one, or any folder of such files.

Out goes what the principal may see. In comes every file down the write road: a record of that name which says something
else is edited by the person who asked, a new one is a new statement of theirs, and reading the same folder again
changes nothing. What a file claims of scope is checked like any wish; source, status and confidence are the record's.
Source: requirements M2, P3; design, section 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from archivist.errors import ArchivistError, Invalid, NotFound, NotPermitted
from archivist.read.visibility import visible
from archivist.records.candidate import Candidate
from archivist.records.identifiers import clean_id
from archivist.records.memory import Delivery, Kind, Memory, MemoryType, Status
from archivist.records.principal import Principal
from archivist.records.scope import Scope, user
from archivist.records.verdict import Outcome
from archivist.services.resources import Resources
from archivist.stores.base import MemoryFilter, Transaction
from archivist.stores.mirror import Mirrored, Page, mirror
from archivist.stores.workspace.files import Folder
from archivist.views.record_file import Meaning, meaning, parse, render, show
from archivist.write.commit import commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.pipeline import decide

PAGE: Final = 500
BATCH: Final = 100


@dataclass(slots=True)
class Imported:
    """What reading a folder brought, by name of the file."""

    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: int = 0
    held: dict[str, str] = field(default_factory=dict)
    conflicts: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


class PortabilityService:
    """The records of one principal as files."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def mirror(self, root: Path) -> Mirrored:
        """Write every live record this principal may see as Markdown; only what changed is written."""
        return mirror(root.expanduser(), (Page(memory, render(show(memory))) for memory in self._visible()))

    def import_markdown(self, root: Path) -> Imported:
        """Read a folder of Markdown files, or one file, as records.

        Raises:
            NotFound: there is no such folder or file.
            NotPermitted: an agent asked: what it would bring in counts as a person's act.
        """
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "import files")
        root = root.expanduser()
        if not root.exists():
            raise NotFound("file or folder", str(root))
        folder = Folder(root if root.is_dir() else root.parent)
        if root.is_dir():
            listing = folder.list()
            names = [file.name for file in listing.files]
        else:
            listing, names = None, [root.name]
        done = Imported()
        if listing is not None:
            done.refused.update(listing.skipped)
        for start in range(0, len(names), BATCH):
            with self._resources.store.transaction() as tx:
                for name in names[start : start + BATCH]:
                    self._take(tx, folder, name, done)
        return done

    def _take(self, tx: Transaction, folder: Folder, name: str, done: Imported) -> None:
        try:
            file = parse(folder.read(name))
            candidate = self._candidate(tx, file.body, meaning(file), name)
        except ArchivistError as exc:
            done.refused[name] = exc.message
            return
        if candidate is None:
            done.unchanged += 1
            return
        view = self._resources.view(tx, self._principal)
        refusal = view.refusal(candidate)
        if refusal is not None and candidate.updates is None:
            done.refused[name] = f"{refusal.why} before, as {refusal.subject}; archivist restore brings it back"
            return
        written = commit(tx, decide(candidate, MEMORY_GATES, view), self._resources.pen(self._principal))
        match written.outcome:
            case Outcome.CREATED | Outcome.SUPERSEDED:
                done.created.append(name)
            case Outcome.UPDATED | Outcome.EXPIRED:
                done.updated.append(name)
            case Outcome.UNCHANGED:
                done.unchanged += 1
            case Outcome.CONFLICT:
                done.conflicts.append(name)
            case Outcome.HELD:
                done.held[name] = written.proposal.id if written.proposal else ""
            case Outcome.REJECTED:
                done.refused[name] = written.detail or written.reason

    def _candidate(self, tx: Transaction, body: str, said: Meaning, file: str) -> Candidate | None:
        """What a file wants; None when the record of its name says exactly that."""
        if not said.enabled:
            raise Invalid("file", "says that it is switched off")
        scope = (said.scope or user(self._principal.user)).held_by(self._principal.user)
        name = clean_id("name", said.name) if said.name else None
        standing = tx.memories.live_by_name(scope, name) if name and scope in visible(self._principal, []) else None
        if standing is not None and _says(standing, body, said):
            return None
        return Candidate(
            scope=scope,
            text=body,
            type=said.type or (standing.type if standing else MemoryType.USER),
            kind=said.kind or (standing.kind if standing else Kind.INFO),
            name=name,
            description=said.description,
            delivery=standing.delivery if standing else Delivery.ON_DEMAND,
            topic=said.topic,
            position=standing.position if standing else None,
            tags=said.tags,
            importance=standing.importance if standing else 0.5,
            updates=standing.id if standing else None,
            source_event=f"file:{file}",
        )

    def _visible(self) -> Iterator[Memory]:
        scopes: list[Scope] = list(visible(self._principal, []))
        before: tuple[int, int] | None = None
        while True:
            with self._resources.store.reading() as tx:
                page = tx.memories.page(MemoryFilter(scopes, (Status.ACTIVE, Status.CONFLICT)), PAGE, before)
            yield from page.items
            if page.next_key is None:
                return
            before = page.next_key


def _says(memory: Memory, body: str, said: Meaning) -> bool:
    return (
        memory.text.strip() == body.strip()
        and said.description in ("", memory.description)
        and said.type in (None, memory.type)
        and said.kind in (None, memory.kind)
        and said.topic in ("", memory.topic)
        and said.tags in ((), memory.tags)
    )
