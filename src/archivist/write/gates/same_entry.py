"""Gate 9 for a library document as a person saves it: no entry stands twice, and no word typed is taken for another.

The person sees the whole document, so a rewording stays as typed: only an entry of the same part and topic with the
same folded text is the same. Two topics may say the same of two things. What was remembered on demand so far joins the
library as the record it is. Source: issue 4, point 2; requirement L3.
"""

from archivist.records.candidate import Candidate
from archivist.records.memory import Delivery, Memory
from archivist.records.verdict import MergeInto, Pass, Verdict, quoted
from archivist.text.fold import fold_statement
from archivist.write.gate import Draft
from archivist.write.view import View


class SameEntry:
    """Of a person's words only the document's own scope is asked: what another scope says is not in this document."""

    name = "same_entry"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        equal = [one for one in view.equals(candidate) if one.id != candidate.updates]
        for memory in equal:
            if _is_the_same(candidate, memory):
                return MergeInto(memory.id, 1.0, f"the document says this already as {quoted(memory.name)}")
        on_demand = [memory for memory in equal if memory.delivery is Delivery.ON_DEMAND]
        if on_demand and candidate.updates is None:
            known = on_demand[0]
            return MergeInto(known.id, 1.0, f"{quoted(known.name)} now goes with every conversation", adds=True)
        return Pass(candidate)


def _is_the_same(candidate: Candidate, memory: Memory) -> bool:
    return (
        memory.delivery is Delivery.ALWAYS
        and memory.kind is candidate.kind
        and fold_statement(memory.topic) == fold_statement(candidate.topic)
    )
