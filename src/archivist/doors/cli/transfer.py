"""What comes from other tools and other homes, and the way out: everything as plain files."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from archivist.doors.cli.common import Asked, command
from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.records.principal import Role
from archivist.records.verdict import Outcome
from archivist.services.portability import Imported
from archivist.session import Session

MAX_FILE_BYTES: Final = 1_000_000_000


@command(epilog="\b\nExample: archivist export ~/archivist-2026-12-01")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def export(asked: Asked, folder: Path) -> int:
    """Write everything to the empty folder DIR, with its history; `import archivist DIR` reads it back."""
    from archivist.stores.sqlite.portable import write_home

    if asked.role is not Role.ADMINISTRATOR:
        raise NotPermitted(asked.user, "export a home")
    with asked.app() as app:
        rows = write_home(app.store, folder.expanduser())
    total = sum(rows.values())
    asked.answer({"folder": str(folder), "rows": rows}, lambda: click.echo(f"wrote {total:,} rows to {folder}"))
    return 0


def import_home(asked: Asked, folder: Path) -> int:
    """Read an export back into a home that holds nothing yet."""
    from archivist.stores.sqlite.portable import read_home

    if asked.role is not Role.ADMINISTRATOR:
        raise NotPermitted(asked.user, "import a home")
    with asked.app() as app:
        rows = read_home(app.store, folder.expanduser())
    total = sum(rows.values())
    asked.answer({"folder": str(folder), "rows": rows}, lambda: click.echo(f"read {total:,} rows, checked"))
    return 0


def statements(source: str) -> Callable[[Session, Path], Imported]:
    """Takes in what another tool remembers, each statement as a proposal."""
    return lambda session, path: session.statements.take(source, path)


def claude_code(session: Session, path: Path) -> Imported:
    """Claude Code's memory files, or one of its transcripts."""
    is_transcript = path.suffix == ".jsonl"
    return (
        conversations("claude-code")(session, path) if is_transcript else session.statements.take("claude-code", path)
    )


def conversations(source: str) -> Callable[[Session, Path], Imported]:
    """Keeps the conversations of an export and reads them for candidates."""

    def read(session: Session, path: Path) -> Imported:
        if not path.is_file():
            raise NotFound("file", str(path))
        if path.stat().st_size > MAX_FILE_BYTES:
            raise Invalid(str(path), f"is larger than {MAX_FILE_BYTES:,} bytes")
        undated = datetime.fromtimestamp(path.stat().st_mtime, UTC)
        kept = session.conversations.import_transcript(path.read_bytes(), str(path), undated, source)
        done = Imported(refused={one.where: one.why for one in kept.skipped})
        for conversation in kept.conversations:
            extracted = session.conversations.extract(conversation.id)
            for written in extracted.written:
                name = written.decision.candidate.text
                if written.proposal is not None:
                    done.held[name] = written.proposal.id
                elif written.outcome is Outcome.CREATED:
                    done.created.append(name)
            done.unchanged += not extracted.written
        return done

    return read


OTHERS: Final[dict[str, Callable[[Session, Path], Imported]]] = {
    "mem0": statements("mem0"),
    "basic-memory": statements("basic-memory"),
    "mcp-memory": statements("mcp-memory"),
    "jsonl": statements("jsonl"),
    "claude-code": claude_code,
    "chatgpt": conversations("chatgpt"),
    "claude": conversations("claude-ai"),
}
