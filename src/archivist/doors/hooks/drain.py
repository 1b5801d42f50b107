"""Takes up what hooks left: keeps the turns as conversations, and reads them for candidates once a turn is over.

Where the assistant has a transcript, that is what is kept; the prompt and the last answer that came with the hook fill
in what the transcript lacks yet. A message that is kept already is not kept twice, whichever way it came.
"""

import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from archivist.app import default_user, open_app
from archivist.doors.hooks import spool
from archivist.doors.hooks.dialects import Event
from archivist.doors.hooks.run import Asker
from archivist.errors import ArchivistError, NotFound, StoreBusy
from archivist.importers.transcripts import parse
from archivist.importers.transcripts.imported import conversation_id, digest
from archivist.records.conversation import Conversation, Message, MessageOrigin, Speaker
from archivist.session import Session
from archivist.stores.workspace.lock import locked

MAX_TRANSCRIPT_BYTES: Final = 64_000_000
ENDS_A_TURN: Final = frozenset({Event.STOP, Event.PRE_COMPACT, Event.SESSION_END})


def drain(asker: Asker) -> None:
    """Take up everything that waits; returns at once where another process does so already."""
    _give_way()
    folder = asker.home / spool.FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with locked(folder, 0.0), open_app(asker.home) as app:
            session = app.acting_as(asker.user or default_user(), project=asker.project)
            with session.resources.store.reading() as tx:
                is_on = session.resources.view(tx, session.principal).enabled
            while taken := list(spool.take(asker.home)):
                for file, rows in taken:
                    if is_on:
                        keep(session, rows)
                    file.unlink()
    except StoreBusy:
        return


def _give_way() -> None:
    """Let the assistant, and the hooks it waits for, go first."""
    if hasattr(os, "nice"):
        os.nice(10)


def keep(session: Session, rows: list[dict[str, Any]]) -> None:
    """Keep these turns, in their order; one that cannot be kept does not stop the next."""
    for row in rows:
        try:
            id = _kept(session, row)
            if row["event"] in ENDS_A_TURN:
                session.conversations.extract(id)
            if row["event"] == Event.SESSION_END:
                session.conversations.end(id)
        except (ArchivistError, KeyError, OSError):
            continue


def _kept(session: Session, row: dict[str, Any]) -> str:
    """The conversation, with what it lacked."""
    id = conversation_id(str(row["dialect"]), row["session"])
    at = datetime.fromtimestamp(row["at"], UTC)
    try:
        standing = session.conversations.messages(id)
    except NotFound:
        standing = []
    lacking = [*_of_transcript(row, id, at, standing)]
    lacking += _of_turn(row, id, at, [*standing, *lacking])
    if lacking:
        project = session.principal.project
        session.conversations.add(
            Conversation(id, tuple(lacking), source=row["dialect"], project=project, started_at=at)
        )
    return id


def _of_transcript(row: dict[str, Any], id: str, at: datetime, standing: list[Message]) -> list[Message]:
    """What the assistant's own record holds beyond what stands; nothing while it cannot be read.

    The same words said twice are two messages there too: as many are taken as are lacking.
    """
    path = Path(row["transcript"])
    if not row["transcript"] or row["event"] not in ENDS_A_TURN or not path.is_file():
        return []
    if path.stat().st_size > MAX_TRANSCRIPT_BYTES:
        return []
    try:
        conversations = parse(path.read_bytes(), str(path), at).conversations
    except ArchivistError:
        return []
    counted = Counter(_words(one) for one in standing)
    lacking: list[Message] = []
    for one in (one for each in conversations if each.id == id for one in each.messages):
        if counted[_words(one)] > 0:
            counted[_words(one)] -= 1
        else:
            lacking.append(one)
    return lacking


def _of_turn(row: dict[str, Any], id: str, at: datetime, standing: list[Message]) -> list[Message]:
    """The words that came with the hook itself; a turn that has an id is told once by it, others by their words."""
    known = {one.id for one in standing}
    words = {_words(one) for one in standing}
    told: list[Message] = []
    for speaker, text in ((Speaker.USER, row["prompt"]), (Speaker.ASSISTANT, row["answer"])):
        typed = speaker is Speaker.USER
        named = digest(id, row["turn"] if typed and row["turn"] else text, str(speaker))
        origin = MessageOrigin.TYPED if typed else MessageOrigin.GENERATED
        message = Message(named, 0, speaker, text, at, origin)
        is_known = named in known or ((not typed or not row["turn"]) and _words(message) in words)
        if text.strip() and not is_known:
            told.append(message)
    return told


def _words(message: Message) -> tuple[Speaker, str]:
    return message.speaker, " ".join(message.text.split())
