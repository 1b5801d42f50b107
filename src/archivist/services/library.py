"""User and Project Knowledge as a door may ask for them: show, save, reorganise, undo, expand, and unsaved edits.

Changing a document is a person's act. A save names the revision it began from, which is compared inside the
transaction that writes; one that comes too late is refused, kept as unsaved edits, and answered with both sides in one
text. Source: requirements L1 to L7; cases CO-03 and OP-02.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final

from archivist.errors import Invalid, MemoryOff, NotFound, StaleWrite
from archivist.llm.base import ModelFailed
from archivist.read.library import SHOWN, InjectedLibrary, LibraryDocument, document, expanded, injected_library
from archivist.records.memory import Memory
from archivist.records.principal import Principal
from archivist.records.scope import Scope
from archivist.roles.organizer import Organizer as ModelOrganizer
from archivist.services.library_places import changeable, readable, with_focus
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.stores.library_port import Backup, UnsavedEdits
from archivist.text.sensitive import mask_sensitive
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import parse
from archivist.views.library_diff import match_entries
from archivist.views.library_records import as_entries, document_text, limits_of, revision_of
from archivist.views.library_status import Mode, status
from archivist.views.merge import MINE, THEIRS, MergeView, three_way
from archivist.views.reorganize import Problem, check_preserves, read_answer, reorganize
from archivist.write import library as write
from archivist.write.library import EntryOutcome

MAX_CHARACTERS: Final = 200_000
"""Ten times what may be injected of a project; a longer text is a document, not a library."""
UNSAVED_FOR: Final = timedelta(days=2)
"""How long edits that an editor announced keep the automatic reorganising away."""
OPEN_EDITOR: Final = "editor"

Organizer = Callable[[str, Mode], str]
"""A model's hand: takes the document and the form it should have, gives it back tidied. Its answer is checked."""


@dataclass(frozen=True, slots=True)
class Saved:
    """The document as it stands after a save, and what became of every edit."""

    document: LibraryDocument
    entries: tuple[EntryOutcome, ...]

    @property
    def refused(self) -> tuple[EntryOutcome, ...]:
        """Entries that are not in the document; their words are the caller's to keep."""
        return tuple(one for one in self.entries if one.is_refused)


@dataclass(frozen=True, slots=True)
class Tidied:
    """What reorganising did: `done`, `unchanged`, `refused` (the answer was no good) or `skipped`, and why.

    `merged` counts entries folded into their equals. `flattened` says that topics were taken away, which asks for a
    notice. Where it was refused or skipped, the document is as it was.
    """

    outcome: str
    document: LibraryDocument
    merged: int = 0
    flattened: bool = False
    problems: tuple[str, ...] = ()


class LibraryService:
    """The documents that one principal may see: their own User Knowledge, and Project Knowledge of their projects."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    # -- reading

    def show(self, scope: Scope | str | None = None) -> LibraryDocument:
        """The document as saved. `scope` is `user` (the default), `project` (the one in focus) or `project:ID`.

        Raises:
            NotFound: it is a project this principal does not belong to.
        """
        with self._resources.store.reading() as tx:
            return document(tx, self._scope(scope))

    def injected(self, scope: Scope | str | None = None) -> InjectedLibrary:
        """What of the document a model is shown now: its text, or the index of its topics."""
        with self._resources.store.reading() as tx:
            self._demand_memory(tx)
            return injected_library(tx, self._scope(scope), self._resources.clock(), self._floor())

    def expand(self, topic: str, scope: Scope | str | None = None) -> list[Memory]:
        """The full entries behind one line of the index; without a scope, of User and then of Project Knowledge.

        Raises:
            NotFound: nothing is called so; the hint names what is near.
        """
        asked = [self._scope(scope)] if scope is not None else with_focus(self._principal)
        with self._resources.store.reading() as tx:
            self._demand_memory(tx)
            problems: list[NotFound] = []
            for place in asked:
                try:
                    return expanded(tx, place, topic, self._resources.clock(), self._floor())
                except NotFound as exc:
                    problems.append(exc)
        raise problems[-1]

    # -- changing

    def create(self, scope: Scope | str | None = None) -> LibraryDocument:
        """Make the empty document where there is none yet."""
        place = self._own(scope)
        with self._resources.store.transaction() as tx:
            if not document(tx, place).exists:
                write.note(tx, place, self._resources.pen(self._principal), "create", "the empty template")
            return document(tx, place)

    def save(
        self,
        text: str,
        base_revision: str | None,
        scope: Scope | str | None = None,
        *,
        base_text: str | None = None,
        editor: str = OPEN_EDITOR,
    ) -> Saved:
        """Make the document say what was typed. What the gates refuse is named in the answer; the rest is saved.

        `base_text` is the document the typing began from, which makes the view of a conflict exact.

        Raises:
            Invalid: no revision was given, conflict marks still stand in it, or it is too long.
            StaleWrite: the document moved on; it carries both sides in one text, and what was typed is kept as the
                unsaved edits of `editor`.
            NotPermitted: an agent asked, or the person may not write there.
        """
        place = self._own(scope)
        if base_revision is None:
            raise Invalid(
                "revision", "is required, so that no one's change is lost", hint="send the one that `show` gave you"
            )
        if len(text) > MAX_CHARACTERS:
            raise Invalid(
                "text", f"is {len(text):,} characters long; at most {MAX_CHARACTERS:,}",
                hint="keep long texts as documents: archivist knowledge add FILE",
            )  # fmt: skip
        typed = parse(text)
        with self._resources.store.transaction() as tx:
            self._demand_memory(tx)
            standing = tx.memories.always(place, SHOWN)
            _refuse_marks(typed, standing)
            revision = revision_of(standing)
            stale = revision != str(base_revision)
            if stale and normal_entries(typed) != normal_entries(_unnamed(standing)):
                self._keep(tx, place, text, base_revision, editor)
            if not stale:
                pen = self._resources.pen(self._principal)
                outcomes = write.save(tx, place, typed, self._resources.settings().memory, pen)
                tx.libraries.drop_edits(place, self._principal.user, editor)
                saved = Saved(document(tx, place), tuple(outcomes))
        if stale:
            merged = _merged(base_text, typed, as_entries(standing)).text
            raise StaleWrite("library", str(place), base_revision, revision, document_text(standing), merged)
        return saved

    def reorganize(self, scope: Scope | str | None = None, organizer: Organizer | None = None) -> Tidied:
        """Merge equals, and give the document the form its size asks for; a person asks for it.

        The state before is kept; `undo` puts it back.

        Raises:
            NotPermitted: an agent asked, or the person may not write there.
        """
        return self._reorganize(self._own(scope), self._principal, organizer or self._organizer())

    def before_first_message(self, conversation: str, organizer: Organizer | None = None) -> list[Tidied]:
        """Reorganise what has the size of a catalogue and no topics yet, once for this conversation.

        Nothing happens in a conversation that has begun, over unsaved edits, with memory off, or where it brought
        nothing the last time and the document is the same. A failure is tried again in another conversation. It is done
        by rule, whatever model is configured: the first message must not wait for one.
        """
        with self._resources.store.reading() as tx:
            state = tx.conversations.state(self._principal.user, conversation)
            if (state is not None and state.messages) or not self._resources.view(tx, self._principal).enabled:
                return []
            due = [place for place in with_focus(self._principal) if self._is_due(tx, place, conversation)]
        for place in due:
            with self._resources.store.transaction() as tx:
                tx.ledger.give_receipt("tried", self._resources.clock(), *self._try_of(place, conversation))
        upkeep = replace(self._principal, agent=None, upkeep="reorganize")
        return [self._reorganize(place, upkeep, organizer) for place in due]

    def undo(self, scope: Scope | str | None = None) -> LibraryDocument:
        """Put back the document as it was before the last reorganising that changed it.

        What was changed since keeps its new words.

        Raises:
            NotFound: there is nothing to undo.
        """
        place = self._own(scope)
        with self._resources.store.transaction() as tx:
            undoable = (kept for kept in tx.libraries.backups(place) if kept.before != kept.after)
            backup = next((kept for kept in undoable if kept.undone_at is None), None)
            if backup is None:
                raise NotFound("reorganising to undo in", str(place))
            write.put_back(tx, place, backup, self._resources.pen(self._principal))
            return document(tx, place)

    def backups(self, scope: Scope | str | None = None) -> list[Backup]:
        """The states kept before each reorganising, latest first."""
        with self._resources.store.reading() as tx:
            return tx.libraries.backups(self._scope(scope))

    # -- unsaved edits

    def keep_edits(
        self, text: str, base_revision: str, scope: Scope | str | None = None, editor: str = OPEN_EDITOR
    ) -> None:
        """Announce what an editor holds and has not saved: no job writes over it, and it can be fetched again."""
        with self._resources.store.transaction() as tx:
            self._keep(tx, self._own(scope), text, base_revision, editor)

    def unsaved(self, scope: Scope | str | None = None) -> list[UnsavedEdits]:
        """What this user's editors hold, latest first."""
        with self._resources.store.reading() as tx:
            return [one for one in self._unsaved(tx, self._scope(scope)) if one.user == self._principal.user]

    def drop_edits(self, scope: Scope | str | None = None, editor: str = OPEN_EDITOR) -> bool:
        """Say that an editor holds nothing any more; False when it held nothing."""
        with self._resources.store.transaction() as tx:
            return tx.libraries.drop_edits(self._own(scope), self._principal.user, editor)

    # -- how

    def _organizer(self) -> Organizer | None:
        """The model of the role; its answer is checked like any other. None: by rule."""
        model = self._resources.model_for("organizer")
        if model is None:
            return None
        role = ModelOrganizer(model)
        return lambda text, mode: role(text, flat=mode is Mode.FLAT)

    def _reorganize(self, place: Scope, who: Principal, organizer: Organizer | None) -> Tidied:
        with self._resources.store.reading() as tx:
            seen = document(tx, place)
        answer = _asked(organizer, seen)
        pen = self._resources.pen(who)
        with self._resources.store.transaction() as tx:
            self._demand_memory(tx)
            now = document(tx, place)
            write.back_up(tx, place, now.memories, pen)
            if answer is not None and now.revision != seen.revision:
                write.note(tx, place, pen, "reorganize", "", "skipped", "the document was changed meanwhile")
                return Tidied("skipped", now, problems=("the document was changed meanwhile",))
            tidied, problems, flattened = _tidied(now, answer)
            if problems:
                told = tuple(map(str, problems))
                write.note(tx, place, pen, "reorganize", f"{len(told)} problems", "refused", problems[0].fault)
                return Tidied("refused", now, problems=told)
            entries = normal_entries(as_entries(now.memories))
            if tidied == entries:
                nothing = ("reorganize", str(place), now.revision)
                tx.ledger.give_receipt("unchanged", self._resources.clock(), *nothing)
                return Tidied("unchanged", now)
            write.rearrange(tx, place, tidied, pen)
            merged = len(entries) - len(tidied)
            write.note(tx, place, pen, "reorganize", f"{len(tidied)} entries, {merged} merged")
            return Tidied("done", document(tx, place), merged, flattened)

    def _is_due(self, tx: Transaction, place: Scope, conversation: str) -> bool:
        shown = tx.memories.always(place, SHOWN)
        return (
            not any(memory.topic for memory in shown)  # the usual answer, and the quickest
            and status(as_entries(shown), limits_of(place)).wants_reorganising
            and not self._unsaved(tx, place)
            and tx.ledger.receipt(*self._try_of(place, conversation)) is None
            and tx.ledger.receipt("reorganize", str(place), revision_of(shown)) is None  # in vain, the last time
        )

    def _try_of(self, place: Scope, conversation: str) -> tuple[str, ...]:
        """The parts of the receipt for one try in one conversation."""
        return ("reorganize", str(place), self._principal.user, conversation)

    def _keep(self, tx: Transaction, place: Scope, text: str, base_revision: str, editor: str) -> None:
        safe, now = mask_sensitive(text, with_email=False), self._resources.clock()
        tx.libraries.keep_edits(place, UnsavedEdits(self._principal.user, editor, str(base_revision), safe, now))

    def _unsaved(self, tx: Transaction, place: Scope) -> list[UnsavedEdits]:
        return tx.libraries.unsaved(place, self._resources.clock() - UNSAVED_FOR)

    def _scope(self, scope: Scope | str | None) -> Scope:
        return readable(self._principal, scope)

    def _own(self, scope: Scope | str | None) -> Scope:
        return changeable(self._principal, scope)

    def _floor(self) -> float:
        return self._resources.settings().memory.global_.min_confidence

    def _demand_memory(self, tx: Transaction) -> None:
        if not self._resources.view(tx, self._principal).enabled:
            raise MemoryOff


def _asked(organizer: Organizer | None, seen: LibraryDocument) -> str | None:
    """The organizer's answer; None where there is none, or its model failed: the rule does it then."""
    if organizer is None:
        return None
    try:
        return organizer(seen.text, seen.status.mode)
    except ModelFailed:
        return None


def _tidied(now: LibraryDocument, answer: str | None) -> tuple[list[Entry], list[Problem], bool]:
    """The entries as they should stand, what is wrong with them, and whether topics were taken away."""
    before = normal_entries(as_entries(now.memories))
    if answer is not None:
        after, problems = read_answer(answer, before)
        return after, problems, now.status.topics > 0 and not any(entry.topic for entry in after)
    tags = {memory.id: memory.tags for memory in now.memories}
    tidied = reorganize(before, limits_of(now.scope), tags)
    return list(tidied.entries), check_preserves(before, tidied.entries), tidied.flattened


def _unnamed(memories: Iterable[Memory]) -> list[Entry]:
    return [replace(entry, id=None) for entry in as_entries(memories)]


def _refuse_marks(typed: Iterable[Entry], standing: Iterable[Memory]) -> None:
    known = {memory.text for memory in standing}
    left = [entry.text for entry in typed if entry.text.startswith((MINE, THEIRS)) and entry.text not in known]
    if left:
        raise Invalid(
            "text", f"{len(left)} entries still carry a conflict mark, the first is {left[0][:60]!r}",
            hint=f"keep the version you want and take {MINE} or {THEIRS} away",
        )  # fmt: skip


def _merged(base_text: str | None, typed: list[Entry], current: list[Entry]) -> MergeView:
    """Both sides in one document. Without the text both began from, whatever only one side has is kept."""
    if base_text is not None:
        return three_way(parse(base_text), typed, current)
    mine, theirs = normal_entries(typed), normal_entries(current)
    shared = match_entries(theirs, mine)
    same = [theirs[index] for place, index in shared.items() if mine[place].text == theirs[index].text]
    return three_way(same, typed, current)
