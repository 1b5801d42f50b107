"""What other tools remember, taken in: each statement an unreviewed candidate in the queue, with where it came from.

The tool's own id and time, and its words, are kept as the evidence. Taking the same file in again changes nothing: a
statement that waits, stands or was turned away is not asked about twice.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from archivist.errors import Invalid, NotFound
from archivist.importers.memories import READERS, SUFFIXES
from archivist.importers.memories.statement import Statement
from archivist.records.candidate import Candidate, Origin
from archivist.records.evidence import Evidence, Witness
from archivist.records.identifiers import MAX_ID_CHARACTERS
from archivist.records.principal import Principal
from archivist.records.scope import Scope, project, user
from archivist.records.verdict import Outcome
from archivist.services.portability import Imported
from archivist.services.resources import Resources
from archivist.write.commit import Written, commit
from archivist.write.gates import MEMORY_GATES
from archivist.write.once import remember_done, replayed
from archivist.write.pipeline import decide

MAX_FILES: Final = 10_000
MAX_FILE_BYTES: Final = 64_000_000
BATCH: Final = 100


class StatementService:
    """Imports for one principal, into their own scope or, with a project in focus, into the project's."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def take(self, source: str, path: Path) -> Imported:
        """Read a file or folder of `source`, a key of `READERS`.

        Raises:
            NotFound: nothing is there. Invalid: it is not of that kind; then nothing was taken.
        """
        statements = READERS[source](_files(path.expanduser(), SUFFIXES[source]))
        done = Imported()
        for start in range(0, len(statements), BATCH):
            self._take_batch(source, statements[start : start + BATCH], done)
        return done

    def _take_batch(self, source: str, statements: Sequence[Statement], done: Imported) -> None:
        with self._resources.store.transaction() as tx:
            pen = self._resources.pen(self._principal)
            for one in statements:
                candidate = self._candidate(source, one)
                if (before := replayed(tx, candidate, self._principal)) is not None:
                    done.unchanged += before.outcome is not Outcome.REJECTED
                    continue
                decision = decide(candidate, MEMORY_GATES, self._resources.view(tx, self._principal))
                written = commit(tx, decision, pen)
                remember_done(tx, candidate, written, pen)
                _note(done, one.id, written)

    def _candidate(self, source: str, one: Statement) -> Candidate:
        written = f", written {one.at.date().isoformat()}" if one.at else ""
        evidence = Evidence(one.text, Witness.DOCUMENT, f"import:{source}", one.id[:MAX_ID_CHARACTERS])
        return Candidate(
            scope=self._scope(),
            text=one.text,
            type=one.type,
            kind=one.kind,
            origin=Origin.IMPORT,
            description=one.description,
            topic=one.topic,
            tags=one.tags,
            evidence=(evidence,),
            rationale=f"imported from {source}: {one.id}{written}",
            said_at=one.at,
            valid_from=one.at,
            source_event=f"{source}:{one.id}"[:MAX_ID_CHARACTERS],
        )

    def _scope(self) -> Scope:
        focus = self._principal.project
        return project(focus) if focus is not None else user(self._principal.user)


def _note(done: Imported, id: str, written: Written) -> None:
    if written.proposal is not None:
        done.held[id] = written.proposal.id
    elif written.outcome is Outcome.UNCHANGED:
        done.unchanged += 1
    elif written.outcome is Outcome.REJECTED:
        done.refused[id] = written.detail or written.reason
    else:
        done.created.append(id)


def _files(path: Path, suffixes: Sequence[str]) -> list[tuple[str, bytes]]:
    """The file, or those below the folder that a reader knows, by name."""
    if path.is_file():
        found, root = [path], path.parent
    elif path.is_dir():
        found, root = sorted(one for one in path.rglob("*") if one.suffix in suffixes and one.is_file()), path
    else:
        raise NotFound("file or folder", str(path))
    if not found:
        raise Invalid(str(path), f"holds no file of {', '.join(suffixes)}")
    if len(found) > MAX_FILES or sum(one.stat().st_size for one in found) > MAX_FILE_BYTES:
        raise Invalid(str(path), f"holds more than {MAX_FILES:,} files or {MAX_FILE_BYTES:,} bytes")
    try:
        return [(one.relative_to(root).as_posix(), one.read_bytes()) for one in found]
    except OSError as exc:
        raise Invalid(str(path), f"cannot be read: {exc.strerror}") from exc
