"""Chat: talk to the assistant, with cards for what it proposes; or read a conversation that was had elsewhere.

The words come as server-sent events while they are spoken. A card only looks at the queue: it pauses nobody, and after
a reload it shows what became of its entry. Source: requirement U5; issue 10, page 1.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, Final

from starlette.datastructures import UploadFile
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from archivist.doors.console.visit import Visit, page
from archivist.errors import ArchivistError, Invalid
from archivist.llm.chat import Heard, Words
from archivist.records.conversation import Speaker
from archivist.records.proposal import Proposal
from archivist.records.verdict import Outcome
from archivist.services.chat import HOW
from archivist.services.proposals import ALL

CARDS: Final = 500
"""How many entries of the queue are looked through for those of one conversation."""


@page
async def chat(visit: Visit) -> Response:
    """A conversation, or an empty one to begin."""
    wanted = visit.request.query_params.get("id", "")

    def look() -> dict[str, Any]:
        session = visit.session
        shown = [one for one in (session.conversations.messages(wanted) if wanted else ()) if one.text]
        return {
            "messages": shown,
            "latest": session.conversations.latest(20),
            "cards": _cards(visit, wanted) if wanted else [],
            "suggested": session.projects.focus() or "",
            "is_offered": session.chat.is_offered,
        }

    fresh = wanted or visit.session.resources.new_id()
    return visit.page("chat.html", id=wanted, fresh=fresh, how=HOW, speakers=Speaker, **await visit.door.run(look))


@page
async def cards(visit: Visit) -> Response:
    """The cards of one conversation as things stand now."""
    id = visit.request.path_params["id"]

    def look() -> dict[str, Any]:
        return {"cards": _cards(visit, id), "suggested": visit.session.projects.focus() or "", "id": id}

    return visit.page("_cards.html", **await visit.door.run(look))


@page
async def say(visit: Visit) -> Response:
    """Say something; the answer streams as events `words`, `tool`, `failed` and `end`."""
    fields, id = await visit.form(), visit.request.path_params["id"]
    return StreamingResponse(_turn(visit, id, fields.get("text", "")), media_type="text/event-stream")


@page
async def read(visit: Visit) -> Response:
    """Read a transcript that was pasted or dropped, and propose what is worth remembering."""
    async with visit.request.form() as form:
        file, pasted = form.get("file"), form.get("text")
        if isinstance(file, UploadFile) and file.filename:
            name, content = file.filename, await file.read()
        elif isinstance(pasted, str) and pasted.strip():
            name, content = f"pasted-{visit.session.resources.new_id()}.jsonl", _as_rows(pasted).encode()
        else:
            raise Invalid("text", "paste a conversation, or drop its file")

    def act() -> dict[str, Any]:
        session = visit.session
        imported = session.conversations.import_transcript(content, name, session.resources.clock())
        found = [session.conversations.extract(one.id) for one in imported.conversations]
        return {
            "imported": imported,
            "queued": sum(one.count(Outcome.HELD) for one in found),
            "written": sum(one.count(Outcome.CREATED, Outcome.UPDATED, Outcome.SUPERSEDED) for one in found),
            "reasons": sorted({one.reason for one in found if one.reason}),
            "refused": [each for one in found for each in one.written if each.outcome is Outcome.REJECTED],
        }

    return visit.page("read.html", **await visit.door.run(act))


async def _turn(visit: Visit, id: str, text: str) -> AsyncIterator[str]:
    loop, waiting = asyncio.get_running_loop(), asyncio.Queue[tuple[str, str] | None]()

    def heard(one: Heard) -> None:
        event = ("words", one.text) if isinstance(one, Words) else ("tool", f"{one.name}: {one.answer}")
        loop.call_soon_threadsafe(waiting.put_nowait, event)

    def speak() -> None:
        try:
            turn = visit.session.chat.turn(id, text, heard)
            event = ("end", turn.run)
        except ArchivistError as exc:
            event = ("failed", f"{exc.message}. {exc.hint}".strip())
        loop.call_soon_threadsafe(waiting.put_nowait, event)
        loop.call_soon_threadsafe(waiting.put_nowait, None)

    speaking = asyncio.ensure_future(visit.door.run(partial(speak)))
    while (event := await waiting.get()) is not None:
        yield f"event: {event[0]}\ndata: {json.dumps(event[1], ensure_ascii=False)}\n\n"
    await speaking


def _cards(visit: Visit, conversation: str) -> list[Proposal]:
    """What was proposed in a conversation and not refused, whatever became of it since."""
    entries = visit.session.proposals.queue(statuses=ALL, limit=CARDS).items
    return [one for one in entries if _is_from(one, conversation)]


def _is_from(entry: Proposal, conversation: str) -> bool:
    quoted = {piece.conversation for piece in entry.candidate.evidence}
    return entry.candidate.conversation == conversation or conversation in quoted


def _as_rows(pasted: str) -> str:
    """A pasted conversation as rows of a transcript; where it names no speakers, the user said all of it."""
    if pasted.lstrip().startswith(("{", "[")):
        return pasted
    rows: list[dict[str, str]] = []
    for line in pasted.splitlines():
        speaker, said = _spoken(line)
        if speaker or not rows:
            rows.append({"role": speaker or "user", "content": said})
        else:
            rows[-1]["content"] += f"\n{said}"
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _spoken(line: str) -> tuple[str, str]:
    """Who says a line, "" where it does not tell, and the words."""
    name, mark, said = line.replace("：", ":", 1).partition(":")
    roles = {"user": "user", "me": "user", "我": "user", "用户": "user", "assistant": "assistant", "助手": "assistant"}
    role = roles.get(name.strip().lower(), "") if mark else ""
    return (role, said.strip()) if role else ("", line)


ROUTES: Final = (
    Route("/chat", chat),
    Route("/chat/read", read, methods=["POST"]),
    Route("/chat/{id}", say, methods=["POST"]),
    Route("/chat/{id}/cards", cards),
)
