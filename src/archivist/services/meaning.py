"""What helps a search beyond its words, asked for once, before anything is read; what is missing is said."""

from collections.abc import Callable
from typing import Final, TypeVar

from archivist.errors import ModelError, SettingsError
from archivist.llm.base import Embedder, Reranker
from archivist.read.aids import NO_AIDS, Aids, in_words
from archivist.read.fusion import question_from
from archivist.records.principal import Principal
from archivist.services.resources import Resources
from archivist.text.words import parse_query

Specialist = TypeVar("Specialist", Embedder, Reranker)

BY_WORDS: Final = "found by words only"
NOT_RERANKED: Final = "not reranked"


def aids_for(resources: Resources, query: str, *, of: Principal | None = None, in_order: bool = True) -> Aids:
    """What the query means, where there is an embedder, and a reranker, where there is one.

    Args:
        of: whose memory is searched; while it is switched off, nothing is sent anywhere.
        in_order: whether what is found is to be put in order by a model that reads it.
    """
    embedder, no_embedder = _at_hand(resources.embedder, BY_WORDS)
    reranker, no_reranker = _at_hand(resources.reranker, NOT_RERANKED) if in_order else (None, "")
    if not (embedder or reranker or no_embedder or no_reranker):
        return NO_AIDS  # before anything is read: most homes have neither, and every recall comes by here
    if parse_query(query).is_empty or (of is not None and not _remembers(resources, of)):
        return NO_AIDS
    question = None
    if embedder is not None:
        try:
            question = question_from(embedder, query)
        except ModelError as exc:
            no_embedder = f"{BY_WORDS}: {exc.message}"
    return Aids(question, reranker, in_words(no_embedder, no_reranker))


def greet_embedder(embedder: Embedder) -> str:
    """Embed three words, for a health check."""
    return f"answers, {len(embedder.embed(['Are you there?'])[0])} dimensions"


def greet_reranker(reranker: Reranker) -> str:
    """Let it judge two texts, for a health check."""
    reranker.rerank("Are you there?", ["I am here.", "It rains."])
    return "answers"


class AskedOnce:
    """What questions of one request mean: each is embedded once, and none after the embedder has failed.

    `lacking` says why it gave nothing; empty where it did, or where there is none.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._known: dict[str, Aids] = {}
        self.lacking = ""

    def __call__(self, query: str) -> Aids:
        if self.lacking:
            return NO_AIDS
        if query not in self._known:
            self._known[query] = aids_for(self._resources, query, in_order=False)
            self.lacking = self._known[query].lacking
        return self._known[query]


def _remembers(resources: Resources, principal: Principal) -> bool:
    with resources.store.reading() as tx:
        return resources.view(tx, principal).enabled


def _at_hand(given: Callable[[], Specialist | None], without: str) -> tuple[Specialist | None, str]:
    """What is configured, or None; and, where it cannot be made, what follows from that and why."""
    try:
        return given(), ""
    except (ModelError, SettingsError) as exc:
        return None, f"{without}: {exc.message}"
