"""Gate 11. What a person wrote or reviewed, nothing automatic and no agent changes. Source: requirements X7, M4."""

from archivist.records.candidate import AUTOMATIC, Origin
from archivist.records.memory import Source
from archivist.records.verdict import Contradict, Hold, MergeInto, Pass, Reject, Supersede, Verdict, quoted
from archivist.write.gate import Draft
from archivist.write.view import View


class Provenance:
    """An agent may propose a correction to it, whatever its confidence; an automatic rewording is dropped."""

    name = "provenance"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        target = draft.intent.memory_id if draft.intent else candidate.updates
        if target is None or candidate.origin is Origin.HUMAN:
            return Pass(candidate)
        memory = view.memory(target)
        if memory is None or not memory.by_person:
            return Pass(candidate)
        if candidate.origin is Origin.TOOL and memory.source is Source.MANUAL and memory.approved_by is None:
            return Pass(candidate)  # the same tool wrote it, at the same user's word
        match draft.intent:
            case MergeInto(similarity=1.0):
                return Pass(candidate)
            case MergeInto() if candidate.origin in AUTOMATIC:
                return Reject(
                    "reviewed", f"{quoted(memory.name)} was written or reviewed by a person and says this already"
                )
            case None if candidate.origin is Origin.TOOL:
                return Pass(candidate)  # an explicit update of one record, at the user's word
            case None | MergeInto() | Supersede() | Contradict():
                return Hold("reviewed", f"{quoted(memory.name)} was written or reviewed by a person, who decides")
