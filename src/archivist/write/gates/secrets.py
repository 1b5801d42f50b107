"""Gate 4. Keys, tokens, cookies, private keys and personal numbers never enter; the answer names the kind only.

Every field that would be kept is looked at, and the quote as well. Policy says whether such a candidate is refused,
masked, or held for a person with the value masked: even then the value itself is not kept. Source: requirement P2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from archivist.policy.sensitive import judged, masked_text
from archivist.records.candidate import Candidate
from archivist.records.verdict import Hold, Pass, Reject, Verdict
from archivist.settings import SensitiveSettings
from archivist.text.finding import Finding
from archivist.write.gate import Draft
from archivist.write.view import View


class Secrets:
    """Refuse, mask or hold, by kind: secrets, personal numbers, e-mail addresses."""

    name = "secrets"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate, policy = draft.candidate, view.settings.sensitive.of(draft.candidate.scope.kind)
        found = [one for text in dict.fromkeys(_texts(candidate)) if text for one in judged(text, policy)]
        if refused := _kinds(found, "refuse"):
            return Reject("secret_detected", f"it holds {refused}, which is never stored")
        held, masked = _kinds(found, "hold"), _kinds(found, "mask")
        if not (held or masked):
            return Pass(candidate)
        safe = _masked(candidate, policy)
        if held:
            return Hold("sensitive", f"it held {held}, now masked; a person decides", safe)
        return Pass(safe, f"masked: {masked}")


def _kinds(found: Sequence[tuple[Finding, str]], answer: str) -> str:
    return ", ".join(sorted({finding.kind for finding, what in found if what == answer}))


def _texts(candidate: Candidate) -> Iterator[str]:
    yield from (candidate.text, candidate.description, candidate.topic, candidate.quote, candidate.rationale)
    yield from (candidate.name or "", candidate.value or "", candidate.conversation, candidate.source_event or "")
    yield from candidate.tags
    yield from (evidence.quote for evidence in candidate.evidence)


def _masked(candidate: Candidate, policy: SensitiveSettings) -> Candidate:
    def clean(text: str) -> str:
        return masked_text(text, policy)

    return replace(
        candidate,
        text=clean(candidate.text),
        description=clean(candidate.description),
        topic=clean(candidate.topic),
        quote=clean(candidate.quote),
        rationale=clean(candidate.rationale),
        name=clean(candidate.name) if candidate.name else None,
        value=clean(candidate.value) if candidate.value else None,
        conversation=clean(candidate.conversation),
        source_event=clean(candidate.source_event) if candidate.source_event else None,
        tags=tuple(clean(tag) for tag in candidate.tags),
        evidence=tuple(replace(evidence, quote=clean(evidence.quote)) for evidence in candidate.evidence),
    )
