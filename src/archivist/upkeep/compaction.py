"""Background summing up: the summary that the rule made of a long conversation is put into words by a model.

The rule's stands from the first moment and nothing waits. Where the conversation has moved on, or was redacted
meanwhile, the model's is dropped. A failure leaves the rule's standing until the next time. Source: requirement C8.
"""

from archivist.records.conversation import Summary
from archivist.records.event import Event
from archivist.roles.model_compactor import ModelCompactor
from archivist.upkeep.means import Means


def sum_up(means: Means, event: Event) -> None:
    """Ask the model of the compactor, where there is one, for the summary that an event says was made."""
    owner, id = event.facts["owner"], event.subject.removeprefix("conversation:")
    model = means.model_for("compactor")
    if model is None:
        return
    with means.store.reading() as tx:
        standing = tx.conversations.summary(owner, id)
        if standing is None or standing.by or str(standing.to) != event.facts["to"]:
            return
        messages = tx.conversations.messages(owner, id)[: standing.to]
    text = ModelCompactor(model)(messages, means.settings().context.conversation_tokens // 2)
    with means.store.transaction() as tx:
        if text != standing.text and tx.conversations.summary(owner, id) == standing:
            tx.conversations.set_summary(owner, id, Summary(standing.to, text, model.name))
