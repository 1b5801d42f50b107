"""Gate 12. How much may be asked for. Source: requirements Q4, X12, A4."""

from typing import Final

from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import Speaker
from archivist.records.scope import ScopeKind
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View

NO_MESSAGE: Final = ""


class Quota:
    """Agents' proposals by message and by conversation, suggestions by turn, agents' own notes by number."""

    name = "quota"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.scope.kind is ScopeKind.AGENT:
            return self._notes(draft, view)
        if candidate.origin is Origin.EXTRACTION:
            return self._suggestions(candidate, view)
        if candidate.origin is not Origin.AGENT:
            return Pass(candidate)
        limits = view.settings.quotas
        calls, queued = view.calls_this_message(answered_in(candidate), answered_message(candidate, view))
        if calls >= limits.calls_per_message:
            return Reject("quota", f"{limits.calls_per_message} proposals were tried in answer to this message already")
        if queued >= limits.queued_per_message:
            return Reject(
                "quota", f"{limits.queued_per_message} proposals were queued in answer to this message already"
            )
        if view.waiting_of(candidate) - _makes_room(candidate, view) >= limits.pending_per_conversation:
            return Reject(
                "quota",
                f"{limits.pending_per_conversation} proposals of this conversation wait for a person; "
                "applying or dismissing some makes room",
            )
        return Pass(candidate)

    def _suggestions(self, candidate: Candidate, view: View) -> Verdict:
        limit = view.settings.extraction.max_per_turn
        _, taken = view.calls_this_message(candidate.conversation, turn_of(candidate, view))
        if taken >= limit:
            return Reject("quota", f"{limit} suggestions came from this turn already")
        return Pass(candidate)

    def _notes(self, draft: Draft, view: View) -> Verdict:
        limit = view.settings.agent.max_records_per_agent
        is_new = draft.intent is None and draft.candidate.updates is None
        if is_new and view.count_live(draft.candidate.scope) >= limit:
            return Reject("quota", f"{draft.candidate.scope} holds {limit} records already; delete some first")
        return Pass(draft.candidate)


def _makes_room(candidate: Candidate, view: View) -> int:
    """1 where the candidate takes the place of an entry that waits from the same conversation."""
    replaced = view.proposal(candidate.supersedes_proposal) if candidate.supersedes_proposal else None
    return int(replaced is not None and replaced.candidate.conversation == candidate.conversation)


def turn_of(candidate: Candidate, view: View) -> str:
    """The turn a suggestion comes from, named after its first message: what the user said without being answered."""
    first = NO_MESSAGE
    for message in reversed(view.heard(candidate)):
        if first and message.speaker is not Speaker.USER:
            break
        first = message.id
    return f"turn:{first}"


def answered_in(candidate: Candidate) -> str:
    """Where a call is counted: in its conversation, or with the event it answers where there is none."""
    return candidate.conversation or f"event:{candidate.source_event or NO_MESSAGE}"


def answered_message(candidate: Candidate, view: View) -> str:
    """The user's latest message in the candidate's conversation: the one that calls are counted for."""
    return view.answered_message(candidate.conversation)
