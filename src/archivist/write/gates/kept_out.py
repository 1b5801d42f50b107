"""Gate 6. What is not memory at all: queries and the state of running them, step notes, orders to the memory system.

An order hidden in what an agent or an automatic origin brings is held for a person, never lost. Source: Q3, Q5, X3.
"""

from archivist.records.candidate import AUTOMATIC, Action, Origin
from archivist.records.verdict import Hold, Pass, Reject, Verdict
from archivist.text.instructions import find_instructions
from archivist.text.queries import find_query_state
from archivist.write.gate import Draft
from archivist.write.view import View


class KeptOut:
    """A person may write what they like; everybody else is looked at."""

    name = "kept_out"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.origin is Origin.HUMAN or candidate.action is Action.EXPIRE:
            return Pass(candidate)
        if candidate.origin in AUTOMATIC | {Origin.AGENT} and candidate.value is None:
            state = find_query_state(candidate.text)
            if state:
                return Reject("query_state", f"{state} belongs to the task, not to memory")
        orders = find_instructions(f"{candidate.text}\n{candidate.description}\n{candidate.value or ''}")
        if orders:
            kinds = ", ".join(sorted({order.kind for order in orders}))
            return Hold("instruction_like", f"it reads like an instruction to the agent ({kinds}); a person decides")
        return Pass(candidate)
