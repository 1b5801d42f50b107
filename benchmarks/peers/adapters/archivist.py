"""archivist through its doors, as installed and without a model: a home on disk, a user for every scope.

A row with a session is a message and is found by searching what was said; one with a document is a section of a
published document; any other is a memory, written in bulk by its user through every gate, and recalled. What the gates
merge is found as the one record that was kept.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import count, groupby
from pathlib import Path

from archivist.app import open_app, settings_from
from archivist.errors import ModelError
from archivist.llm.base import LanguageModel
from archivist.records.candidate import Candidate
from archivist.records.conversation import Conversation, Message, Speaker
from archivist.records.document import ParsedDocument, Section
from archivist.records.scope import user
from archivist.services.bulk import import_many
from archivist.session import Session
from archivist.stores.knowledge_port import NewDocument, NewVersion
from benchmarks.peers.contract import Row

REQUIRES = ()
DAYS = ("%I:%M %p on %d %B, %Y", "%B-%d-%Y", "%Y-%m-%d", "%d %B %Y")
UNDATED = datetime(2026, 11, 1, tzinfo=UTC)


class Peer:
    compare = True

    def __init__(self, folder: Path) -> None:
        settings = settings_from({"time_zone": "UTC", "memory": {"recall": {"max_bodies": 10}}})
        self._app = open_app(folder / "home", settings=settings, make_model=self._make_model)
        self.model_calls = 0
        self._sessions: dict[str, Session] = {}
        self._finds: dict[str, Callable[[str, str, int], list[str]]] = {}
        self._rows: dict[tuple[str, str], str] = {}
        self._numbers = count()

    def add(self, rows: Sequence[Row]) -> None:
        for scope, group in groupby(rows, key=lambda row: row["scope"]):
            some = list(group)
            if some[0]["meta"].keys() & {"session", "batch"}:
                self._finds[scope] = self._messages
                self._talk(scope, some)
            elif "doc" in some[0]["meta"]:
                self._finds[scope] = self._sections
                self._publish(scope, some)
            else:
                self._finds[scope] = self._memories
                self._remember(scope, some)

    def search(self, query: str, scope: str, k: int) -> list[str]:
        return self._finds[scope](scope, query, k)

    def close(self) -> None:
        self._app.close()

    def _make_model(self, name: str, base_url: str, api_key: str) -> LanguageModel:
        self.model_calls += 1
        raise ModelError(f"a benchmark asks no model, not even {name}")

    def _session(self, scope: str) -> Session:
        if scope not in self._sessions:
            self._sessions[scope] = self._app.acting_as(f"user{len(self._sessions)}")
        return self._sessions[scope]

    def _remember(self, scope: str, rows: Sequence[Row]) -> None:
        session, candidates = self._session(scope), []
        for row in rows:
            name = f"r{next(self._numbers)}"
            self._rows[scope, name] = row["id"]
            candidates.append(Candidate(user(session.principal.user), row["text"], name=name))
        import_many(session.resources, session.principal, candidates, compare=self.compare)

    def _memories(self, scope: str, query: str, k: int) -> list[str]:
        hits = self._session(scope).memory.recall(query, limit=k).hits
        return [self._rows[scope, hit.memory.name] for hit in hits]

    def _talk(self, scope: str, rows: Sequence[Row]) -> None:
        for _, group in groupby(rows, key=lambda row: row["meta"].get("session", row["meta"].get("batch"))):
            messages = tuple(_message(row, place) for place, row in enumerate(group))
            talk = Conversation(f"c{next(self._numbers)}", messages, started_at=messages[0].at)
            self._session(scope).conversations.add(talk)

    def _messages(self, scope: str, query: str, k: int) -> list[str]:
        return [found.located.message.id for found in self._session(scope).conversations.search(query, k).hits]

    def _publish(self, scope: str, rows: Sequence[Row]) -> None:
        documents: dict[str, list[Row]] = defaultdict(list)
        for row in rows:
            documents[row["meta"]["doc"]].append(row)
        session = self._session(scope)
        own, now = user(session.principal.user), session.resources.clock()
        with session.resources.store.transaction() as tx:
            for title, sections in documents.items():
                id = f"d{next(self._numbers)}"
                self._rows |= {(id, f"s{place}"): row["id"] for place, row in enumerate(sections)}
                parsed = _document(title, sections)
                kept = tx.documents.insert(NewDocument(id, own, title, now))
                version = NewVersion(parsed, (), "00" * 32, len(parsed.text), now, str(own))
                tx.documents.publish(tx.documents.add_version(kept, version), now, str(own))

    def _sections(self, scope: str, query: str, k: int) -> list[str]:
        hits = self._session(scope).knowledge.search(query, k).hits
        return [self._rows[hit.document.id, hit.section.anchor] for hit in hits]


def _message(row: Row, place: int) -> Message:
    """What was said, without the prefix that a data set writes before it for engines that only know text."""
    meta = row["meta"]
    day, who = str(meta.get("date") or ""), str(meta.get("speaker") or meta.get("role") or "")
    speaker = Speaker.ASSISTANT if who == Speaker.ASSISTANT else Speaker.USER
    text = row["text"].removeprefix(f"[{day}] ").removeprefix(f"{who}: ")
    return Message(row["id"], place, speaker, text, _day(day), name=str(meta.get("speaker") or ""))


def _day(text: str) -> datetime:
    for form in DAYS:
        try:
            return datetime.strptime(text, form).replace(tzinfo=UTC)
        except ValueError:
            continue
    return UNDATED


def _document(title: str, rows: Sequence[Row]) -> ParsedDocument:
    """A document of these rows, each a section under its title."""
    pieces: list[str] = []
    sections: list[Section] = []
    start, line = 0, 1
    for place, row in enumerate(rows):
        heading = str(row["meta"].get("title") or row["meta"].get("heading") or title)
        piece = f"{row['text']}\n\n"
        end, lines = start + len(piece), piece.count("\n")
        sections.append(Section(f"s{place}", 2, heading, (heading,), line, line + lines - 1, start, end, len(piece)))
        pieces.append(piece)
        start, line = end, line + lines
    return ParsedDocument(title, {}, "".join(pieces), tuple(sections), "utf-8", ())
