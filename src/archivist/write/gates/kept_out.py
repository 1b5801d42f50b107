"""Gate 6. What is not memory at all: queries and the state of running them, step notes, orders to the memory system,
and the echo of what memory itself put into the conversation.

An order hidden in what an agent or an automatic origin brings is held for a person, never lost. Source: Q3, Q5, X3.
"""

from collections.abc import Sequence

from archivist.records.candidate import AUTOMATIC, Action, Origin
from archivist.records.conversation import Message, MessageOrigin
from archivist.records.verdict import Hold, Pass, Reject, Verdict
from archivist.text.instructions import find_instructions
from archivist.text.queries import find_query_state
from archivist.text.quotes import find_quote
from archivist.write.gate import Draft
from archivist.write.view import View


class KeptOut:
    """A person may write what they like; everybody else is looked at."""

    name = "kept_out"

    def check(self, draft: Draft, view: View) -> Verdict:
        candidate = draft.candidate
        if candidate.origin is Origin.HUMAN or candidate.action is Action.EXPIRE:
            return Pass(candidate)
        if candidate.origin in AUTOMATIC and _came_from_memory(candidate.text, view.heard(candidate)):
            return Reject("injected", "it came up the read road in this conversation; it is known, not new")
        if candidate.origin in AUTOMATIC | {Origin.AGENT} and candidate.value is None:
            state = find_query_state(candidate.text)
            if state:
                return Reject("query_state", f"{state} belongs to the task, not to memory")
        shown = (candidate.text, candidate.description, candidate.value, candidate.topic, candidate.name)
        orders = find_instructions("\n".join(part for part in shown if part))
        if orders:
            kinds = ", ".join(sorted({order.kind for order in orders}))
            return Hold("instruction_like", f"it reads like an instruction to the agent ({kinds}); a person decides")
        return Pass(candidate)


def _came_from_memory(text: str, heard: Sequence[Message]) -> bool:
    return any(message.origin is MessageOrigin.INJECTED and find_quote(text, message.text) for message in heard)
