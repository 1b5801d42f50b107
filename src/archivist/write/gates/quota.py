"""Gate 12. How much may be asked for. Source: requirements Q4, X12, A4."""

from typing import Final

from archivist.records.candidate import Candidate, Origin
from archivist.records.conversation import MessageOrigin, Speaker
from archivist.records.scope import ScopeKind
from archivist.records.verdict import Pass, Reject, Verdict
from archivist.write.gate import Draft
from archivist.write.view import View

NO_MESSAGE: Final = ""
"""What a call counts for when its conversation is not known: all such calls count together."""


class Quota:
    """Agents' proposals by message and by conversation; agents' own notes by number."""

    name = "quota"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.scope.kind is ScopeKind.AGENT:
            return self._notes(draft, view)
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
        if view.waiting_of(candidate) >= limits.pending_per_conversation:
            return Reject(
                "quota",
                f"{limits.pending_per_conversation} proposals of this conversation wait for a person; "
                "applying or dismissing some makes room",
            )
        return Pass(candidate)

    def _notes(self, draft: Draft, view: View) -> Verdict:
        limit = view.settings.agent.max_records_per_agent
        is_new = draft.intent is None and draft.candidate.updates is None
        if is_new and view.count_live(draft.candidate.scope) >= limit:
            return Reject("quota", f"{draft.candidate.scope} holds {limit} records already; delete some first")
        return Pass(draft.candidate)


def answered_in(candidate: Candidate) -> str:
    """Where a call is counted: in its conversation, or with the event it answers where there is none."""
    return candidate.conversation or f"event:{candidate.source_event or NO_MESSAGE}"


def answered_message(candidate: Candidate, view: View) -> str:
    """The user's latest message in the candidate's conversation: the one that calls are counted for."""
    for message in reversed(view.recent_messages(candidate.conversation)):
        if message.speaker is Speaker.USER and message.origin is MessageOrigin.TYPED:
            return message.id
    return NO_MESSAGE
