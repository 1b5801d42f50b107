"""Gate 5. The quote stands in messages that may prove it, and what is kept is the slice of the original.

Extraction may quote the user only. An agent's proposal may also quote what a tool or document said, but that proves
only that it was said: such a proposal is untrusted, and a person decides. So is a statement whose words stand in what a
tool or document said and not in the user's own, whatever quote comes with it and whoever reports it as the user's wish.
Source: requirements X10, Q3; design, gate 5; field case EX-06.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from archivist.records.candidate import Action, Candidate, Origin
from archivist.records.conversation import Message, MessageOrigin, Speaker
from archivist.records.evidence import Evidence, Witness
from archivist.records.scope import ScopeKind
from archivist.records.verdict import Hold, Pass, Reject, Verdict, quoted
from archivist.text.carried import says, says_itself
from archivist.text.evidence import find_evidence
from archivist.text.fences import blank_fenced
from archivist.text.quotes import find_quote
from archivist.write.gate import Draft
from archivist.write.pipeline import UNTRUSTED
from archivist.write.view import View

NEEDS_NONE: Final = frozenset({Origin.HUMAN, Origin.IMPORT, Origin.CONSOLIDATION})


class EvidenceGate:
    """People need no evidence for what they say themselves; everybody else does."""

    name = "evidence"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.origin in NEEDS_NONE or candidate.scope.kind is ScopeKind.AGENT:
            return _with_what_was_said(candidate, view)
        heard = view.heard(candidate)
        answer = _proved(candidate, heard)
        if not isinstance(answer, Pass) or candidate.action is Action.EXPIRE:
            return answer
        teller = _told_by(candidate.text, heard)
        if teller is None:
            return answer
        why = f"its words stand in what a {teller} said, and not in the user's own"
        return Hold(UNTRUSTED, why, answer.candidate)


def _with_what_was_said(candidate: Candidate, view: View) -> Pass:
    """What needs no evidence, with the evidence that a person offers all the same, where it stands as quoted."""
    if candidate.origin is not Origin.HUMAN or not candidate.quote or not candidate.conversation:
        return Pass(candidate)
    heard = view.heard(candidate)
    found = _from_user(candidate, heard) or _from_elsewhere(candidate, heard)
    if found is None:
        return Pass(candidate, f"the quote does not stand in conversation {quoted(candidate.conversation)}")
    return Pass(replace(candidate, evidence=(found,)))


def _proved(candidate: Candidate, heard: Sequence[Message]) -> Pass | Hold | Reject:
    """What the quote proves, or the lack of one."""
    if not candidate.quote:
        if candidate.origin is Origin.TOOL:
            return Pass(candidate, "the user's wish, as the agent's memory tool reports it")
        if candidate.origin is Origin.AGENT and candidate.source_event and not candidate.conversation:
            return Hold(UNTRUSTED, f"no quote was given; it rests on event {quoted(candidate.source_event)} alone")
        return Reject("no_evidence", "no quote was given")
    messages = heard if candidate.conversation else ()
    if found := _from_user(candidate, messages):
        return Pass(replace(candidate, evidence=(found,)), "the user's own words")
    if candidate.origin is not Origin.EXTRACTION and (found := _from_elsewhere(candidate, messages)):
        why = f"the evidence is what a {found.witness} said, not the user"
        return Hold(UNTRUSTED, why, replace(candidate, evidence=(found,)))
    where = "the user's messages" if candidate.origin is Origin.EXTRACTION else "the recent messages"
    place = quoted(candidate.conversation)
    return Reject("no_evidence", f"the quote does not stand in {where} of conversation {place}")


def _told_by(statement: str, heard: Sequence[Message]) -> Witness | None:
    """Who said the statement's words, where the user did not."""
    typed = [one for one in heard if one.speaker is Speaker.USER and one.origin is not MessageOrigin.INJECTED]
    if any(says_itself(message.text, statement) for message in typed):
        return None
    for message in heard:
        foreign = message.speaker is Speaker.TOOL or message.origin is MessageOrigin.INJECTED
        if (foreign or message in typed) and says(message.text, statement):
            return Witness.TOOL if message.speaker is Speaker.TOOL else Witness.DOCUMENT
    return None


def _from_user(candidate: Candidate, messages: Iterable[Message]) -> Evidence | None:
    for message in _latest_first(messages):
        if (
            message.speaker is Speaker.USER
            and message.origin is MessageOrigin.TYPED
            and (span := find_evidence(candidate.quote, blank_fenced(message.text)))
        ):
            return _evidence(candidate, message, span.start, span.end, Witness.USER)
    return None


def _from_elsewhere(candidate: Candidate, messages: Iterable[Message]) -> Evidence | None:
    """The quote in a tool's output, or in what a user's message only carries: a pasted document or mail."""
    for message in _latest_first(messages):
        quotable = message.speaker in {Speaker.TOOL, Speaker.USER} and message.origin is not MessageOrigin.INJECTED
        if quotable and (span := find_quote(candidate.quote, message.text)):
            witness = Witness.TOOL if message.speaker is Speaker.TOOL else Witness.DOCUMENT
            return _evidence(candidate, message, span.start, span.end, witness)
    return None


def _latest_first(messages: Iterable[Message]) -> Iterable[Message]:
    return reversed(list(messages))


def _evidence(candidate: Candidate, message: Message, start: int, end: int, witness: Witness) -> Evidence:
    return Evidence(message.text[start:end], witness, candidate.conversation, message.id, start, end)
