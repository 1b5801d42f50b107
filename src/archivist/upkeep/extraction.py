"""Background reading: a conversation that ended is read for what is worth keeping. The task itself never waits.

A failure is the dispatcher's to retry and to tell; reading twice finds nothing new. Source: requirements X1, X9.
"""

from typing import Final

from archivist.records.event import Event
from archivist.records.principal import Principal
from archivist.roles.reading import extractor_for
from archivist.upkeep.means import Means
from archivist.write.extraction import extract_new

JOB: Final = "extraction"


def read_ended(means: Means, event: Event) -> None:
    """Read what is new of the conversation that an event says has ended; nothing where it is gone meanwhile."""
    owner, id = event.facts["owner"], event.subject.removeprefix("conversation:")
    with means.store.reading() as tx:
        state = tx.conversations.state(owner, id)
    if state is not None:
        projects = frozenset({state.project} if state.project else ())
        reader = Principal(owner, upkeep=JOB, project=state.project, projects=projects)
        extract_new(means, reader, id, extractor_for(means.model_for("extractor")))
