"""Commands on what was said: extract from transcripts, list and search conversations."""

from datetime import UTC, datetime
from pathlib import Path

import click

from archivist.doors import shapes
from archivist.doors.cli.common import Asked, command
from archivist.errors import Invalid, NotFound
from archivist.importers.transcripts import IMPORTERS
from archivist.read.recall import RecallStatus
from archivist.write.extraction import Extracted

MAX_FILE_BYTES = 1 << 30


@command(epilog="\b\nExample: archivist extract ~/.claude/projects/*/*.jsonl")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--format", "source", type=click.Choice(list(IMPORTERS)), help="Told from the content where not given.")
def extract(asked: Asked, files: tuple[Path, ...], source: str | None) -> int:
    """Read transcripts for what is worth remembering; what is found waits in the queue.

    Reads archivist's own JSON, Claude Code and Codex sessions, ChatGPT and Claude exports. What was read once is not
    read again.
    """
    answers: list[Extracted] = []
    skipped: list[shapes.Json] = []
    count = 0
    with asked.session() as session:
        for path in files:
            data, changed = _read(path)
            imported = session.conversations.import_transcript(data, str(path), changed, source)
            count += len(imported.conversations)
            skipped += [{"where": one.where, "why": one.why} for one in imported.skipped]
            answers += [session.conversations.extract(conversation.id) for conversation in imported.conversations]
        waiting = session.proposals.count()
    answer = shapes.extracted(count, answers, skipped)

    def human() -> None:
        from archivist.doors.cli import output

        new = [one.proposal for read in answers for one in read.written if one.proposal]
        if new:
            output.proposals(new)
        output.say(
            f"conversations read: {count}, candidates: {answer['candidates']} ({answer['queued']} queued, "
            f"{answer['written']} written, {len(answer['rejected'])} refused)"
        )
        for refusal in answer["rejected"]:
            output.say(f"  refused ({refusal['reason']}): {refusal['text']}", "dim")
        for one in skipped[:10]:
            output.say(f"  not read: {one['where']}: {one['why']}", "dim")
        if answer["reason"]:
            output.say(answer["reason"], "yellow")
        if waiting:
            output.say(f"{waiting} wait for you: archivist review", "bold")

    asked.answer(answer, human)
    return 0


@command()
@click.argument("query", required=False)
@click.option("--limit", type=click.IntRange(1, 500), default=20, show_default=True)
def conversations(asked: Asked, query: str | None, limit: int) -> int:
    """List the conversations that are kept, or search what was said in them."""
    from archivist.doors.cli import output

    with asked.session() as session:
        if query is None:
            kept = session.conversations.latest(limit)
            answer = [
                {"id": one.id, "title": one.title, "source": one.source, "messages": one.messages,
                 "last_message_at": shapes.moment(one.last_message_at)}
                for one in kept
            ]  # fmt: skip
            asked.answer(
                {"conversations": answer},
                lambda: output.table(
                    ("id", "title", "from", "messages", "last"),
                    [
                        (one.id, one.title, one.source, str(one.messages), output.when(one.last_message_at))
                        for one in kept
                    ],
                ),
            )
            return 0
        found = session.conversations.search(query, limit)
    hits = [
        {
            "conversation": one.located.conversation,
            "title": one.located.title,
            "message": one.located.message.id,
            "speaker": one.located.message.speaker,
            "name": one.located.message.name,
            "text": one.located.message.text,
            "at": shapes.moment(one.located.message.at),
            "relevance": round(one.relevance, 4),
        }
        for one in found.hits
    ]

    def human() -> None:
        said = [one.located.message for one in found.hits]
        output.table(
            ("when", "speaker", "said"),
            [(output.when(one.at), one.name or str(one.speaker), one.text[:300]) for one in said],
        )
        if found.status is RecallStatus.DEGRADED:
            output.say(found.reason, "dim")

    asked.answer({"status": found.status, "count": len(hits), "hits": hits, "reason": found.reason}, human)
    return 0


def _read(path: Path) -> tuple[bytes, datetime]:
    """The bytes of a file and when it changed.

    Raises:
        NotFound, Invalid: it is not there, or cannot be read; nothing was kept of it.
    """
    if path.exists() and not path.is_file():
        hint = f"name its files: archivist extract {path}/*.jsonl" if path.is_dir() else ""
        raise Invalid(str(path), f"is {'a folder' if path.is_dir() else 'no ordinary file'}", hint=hint)
    if not path.is_file():
        raise NotFound("file", str(path))
    state = path.stat()
    if state.st_size > MAX_FILE_BYTES:
        raise Invalid(str(path), f"is {state.st_size:,} bytes; at most {MAX_FILE_BYTES:,}")
    try:
        return path.read_bytes(), datetime.fromtimestamp(state.st_mtime, UTC)
    except OSError as exc:
        raise Invalid(str(path), f"cannot be read: {exc.strerror}") from exc
