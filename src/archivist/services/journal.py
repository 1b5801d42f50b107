"""The journal as a door may ask for it: note work at once, start a session, ask the notes, fill in what was missed.

What is noted passes the gates that guard every lasting word (switch, shape, access, secrets, and orders that an agent
brings), and each act is in the audit trail; a write that failed is as well. Reading masks what came past the gates by
hand. Readers never write. Source: the layered workspace (003), 4; requirements W2 to W6, P2 and E2.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from archivist.errors import Invalid, NotFound, StoreError
from archivist.llm.base import ModelFailed
from archivist.policy.names import clean_party
from archivist.policy.sensitive import masked_text
from archivist.read.day_reader import Answer, answer
from archivist.read.layers import read_layers, read_or_empty
from archivist.read.shown_brief import brief_of
from archivist.records.candidate import Candidate, Origin
from archivist.records.principal import Principal
from archivist.records.scope import user
from archivist.records.verdict import Decision, Outcome
from archivist.roles.model_reader import ModelReader
from archivist.services.resources import Resources
from archivist.services.workspaces import WorkspaceService
from archivist.stores.workspace.opened import OpenWorkspace
from archivist.text.length import is_chinese
from archivist.text.plain_line import plain_line
from archivist.views.day_note import DayNote, Language, Section, parse
from archivist.views.day_note_edit import append, check_off
from archivist.views.digest import parse as parse_digest
from archivist.write.commit import record
from archivist.write.gates.access import Access
from archivist.write.gates.kept_out import KeptOut
from archivist.write.gates.secrets import Secrets
from archivist.write.gates.shape import Shape
from archivist.write.gates.switch import Switch
from archivist.write.pipeline import decide
from archivist.write.worth_noting import missing_work

JOURNAL_GATES: Final = (Switch(), Shape(), Access(), Secrets(), KeptOut())

SHOWN_TO_MODEL: Final = 1_500
"""Characters or words of the notes out of which a model answers in 300."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What came of a note: where it stands, or the decision that turned it away."""

    day: date
    path: str
    decision: Decision

    @property
    def refused(self) -> bool:
        """Whether nothing was written."""
        return not self.path


@dataclass(frozen=True, slots=True)
class Backfilled:
    """What a session did that its day's notes lacked, and what came of noting it."""

    missing: tuple[str, ...]
    noted: tuple[Noted, ...]


class JournalService:
    """The day notes of one principal."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal
        self._workspaces = WorkspaceService(resources, principal)

    def add(
        self, text: str, section: Section | str = Section.WORK, project: str = "", day: date | None = None
    ) -> Noted:
        """Note something in the file of today, or of an earlier `day`; several writers at once lose nothing.

        Args:
            project: whose work it is; the project in focus where none is said.
        Raises:
            NotFound: there is no workspace.
            Invalid: there is no such section, the day has not come yet, or the project is no name.
        """
        part = _section(section)
        opened = self._workspaces.current()
        label = clean_party("project", project) if project.strip() else self._principal.project or ""
        at = self._resources.clock().astimezone(self._resources.zone)
        if day is not None and day > at.date():
            raise Invalid("day", f"{day} has not come yet")
        at = at if day is None else datetime.combine(day, at.timetz())
        language = self._language(opened, text)

        def change(safe: str) -> Callable[[str], str]:
            return lambda page: append(page, safe, part, at=at, project=label, language=language)

        return self._note(opened, at.date(), text, change)

    def done(self, todo: str) -> Noted:
        """Check a to-do off where it stands, newest note first; one that only the digest still knows is noted as done.

        Raises:
            NotFound: no open to-do reads so.
            Invalid: several do.
        """
        opened = self._workspaces.current()
        today = self._resources.today()
        where = [day for day in reversed(opened.days.online()) if _holds(opened.days.read(day), todo)]
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            decision = decide(self._candidate(todo), JOURNAL_GATES, self._resources.view(tx, self._principal))
            if decision.outcome is not Outcome.REJECTED:
                for day in where:
                    opened.days.edit(day, lambda page: check_off(page, todo))
                if not where:
                    self._check_off_carried(opened, today, todo)
            record(tx, pen, "journal", "done", f"journal:{(where or [today])[0]}", detail="checked a to-do off")
        day = where[0] if where else today
        return Noted(day, opened.days.name_of(day), decision)

    def show(self, day: date | None = None) -> tuple[date, str]:
        """The note of a day, today by default, from the archive where it lies there; "" when nothing was noted."""
        opened = self._workspaces.current()
        wanted = day or self._resources.today()
        return wanted, self._masked(opened.days.read(wanted))

    def brief(self, limit_words: int = 200) -> str:
        """The digest a session starts with; the layers are read side by side. "" where there is no workspace yet."""
        try:
            opened = self._workspaces.current()
        except NotFound:
            return ""
        layers = self.layers(opened)
        with self._resources.store.reading() as tx:
            return brief_of(tx, opened.known, layers, self._resources.settings(), limit_words)

    def brief_later(self, limit_words: int = 200) -> "Future[str]":
        """The same, begun now and waited for when it is needed: a session need not wait to start."""
        pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="archivist-brief")
        promised = pool.submit(self.brief, limit_words)
        pool.shutdown(wait=False)
        return promised

    def layers(self, opened: OpenWorkspace | None = None) -> Mapping[str, str]:
        """The texts a session starts with, by layer, masked; read in parallel, and a missing one is ""."""
        opened = opened or self._workspaces.current()
        sensitive = self._resources.settings().memory.sensitive
        return read_layers(opened.folder, opened.layout, self._resources.today(), sensitive)

    def ask(self, question: str, limit: int = 300) -> Answer:
        """What the notes say, archive included, each line with its day; or in a model's words, with the days behind."""
        opened = self._workspaces.current()
        days = sorted({*opened.days.online(), *opened.days.archived()})
        notes = [parse(self._masked(opened.days.read(day)), day) for day in days]
        today = self._resources.today()
        model = self._resources.model_for("briefer")
        if model is not None:
            found = answer(question, notes, SHOWN_TO_MODEL, today)
            with suppress(ModelFailed):
                return found if not found.days else Answer(*ModelReader(model)(question, found.text, found.days, limit))
        return answer(question, notes, limit, today)

    def backfill(self, summary: str, *, write: bool = True, project: str = "") -> Backfilled:
        """Note what `summary` says was done and the notes of the last two days lack; doing it again adds nothing."""
        opened = self._workspaces.current()
        today = self._resources.today()
        noted = "\n".join(opened.days.read(today - timedelta(days=ago)) for ago in (0, 1))
        missing = tuple(missing_work(summary, noted))
        return Backfilled(missing, tuple(self.add(text, project=project) for text in missing) if write else ())

    def recent(self, days: int = 2) -> list[DayNote]:
        """The notes of the last days, today's first, masked; for whoever builds a context."""
        opened = self._workspaces.current()
        wanted = [self._resources.today() - timedelta(days=ago) for ago in range(days)]
        return [parse(text, day) for day in wanted if (text := self._masked(opened.days.read(day)))]

    # -- how

    def _note(
        self, opened: OpenWorkspace, day: date, text: str, change: Callable[[str], Callable[[str], str]]
    ) -> Noted:
        pen = self._resources.pen(self._principal)
        subject = f"journal:{day}"
        try:
            with self._resources.store.transaction() as tx:
                view = self._resources.view(tx, self._principal)
                decision = decide(self._candidate(text), JOURNAL_GATES, view)
                is_order = decision.outcome is Outcome.HELD and decision.reason == "instruction_like"
                if decision.outcome is Outcome.REJECTED or is_order:
                    record(tx, pen, "journal", "rejected", subject, decision=decision)
                    tx.ledger.count("journal_rejections")
                    return Noted(day, "", decision)
                opened.days.edit(day, change(decision.candidate.text))
                record(tx, pen, "journal", "noted", subject, decision=decision)
                tx.ledger.count("journal_notes")
        except StoreError as exc:
            with self._resources.store.transaction() as tx:
                record(tx, pen, "journal", "failed", subject, reason=exc.code, detail="the day note was not written")
                tx.ledger.count("journal_failures")
            raise
        return Noted(day, opened.days.name_of(day), decision)

    def _check_off_carried(self, opened: OpenWorkspace, today: date, todo: str) -> None:
        """A to-do whose note is in the archive: today's note says it is done, so the digest lets it go tonight."""
        digest = parse_digest(read_or_empty(opened.folder, opened.layout.digest))
        wanted = plain_line(todo)
        found = [line for line in digest.todos if wanted and wanted in plain_line(line.text)]
        if not found:
            raise NotFound("to-do", todo)
        if len(found) > 1:
            raise Invalid("todo", f"{len(found)} open to-dos contain {todo!r}", hint="give more of its words")
        at = self._resources.clock().astimezone(self._resources.zone)
        line = found[0]
        opened.days.edit(
            today,
            lambda page: check_off(append(page, line.text, Section.TODO, at=at, project=line.project), line.text),
        )

    def _language(self, opened: OpenWorkspace, text: str) -> Language:
        """Of the headings of a new note: the setting's, or else that of the note before, or of who works here."""
        chosen = self._resources.settings().language
        if chosen != "auto":
            return chosen
        days = opened.days.online()
        layers = (opened.layout.conduct, opened.layout.profile)
        before = [opened.days.read(days[-1])] if days else [read_or_empty(opened.folder, name) for name in layers]
        return "zh" if is_chinese("\n".join([*before, text])) else "en"

    def _candidate(self, text: str) -> Candidate:
        origin = Origin.HUMAN if self._principal.is_person else Origin.TOOL
        return Candidate(scope=user(self._principal.user), text=text, origin=origin)

    def _masked(self, text: str) -> str:
        return masked_text(text, self._resources.settings().memory.sensitive)


def _section(section: Section | str) -> Section:
    try:
        return Section(section)
    except ValueError:
        raise Invalid("section", f"{section!r} is none of {', '.join(Section)}") from None


def _holds(page: str, todo: str) -> bool:
    """Whether an open to-do of the page reads so. Raises: Invalid when several do."""
    try:
        return check_off(page, todo) != page
    except NotFound:
        return False
