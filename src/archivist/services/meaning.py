"""What helps a search beyond its words, asked for once, before anything is read; what is missing is said."""

from archivist.errors import ModelError, SettingsError
from archivist.llm.base import Embedder, Reranker
from archivist.read.aids import Aids, in_words
from archivist.read.fusion import Question
from archivist.services.resources import Resources
from archivist.stores.vector_port import VectorModel
from archivist.text.words import parse_query


def aids_for(resources: Resources, query: str, *, in_order: bool = True) -> Aids:
    """What the query means, where there is an embedder, and a reranker, where there is one.

    Args:
        in_order: whether what is found is to be put in order by a model that reads it.
    """
    if parse_query(query).is_empty:
        return Aids()
    question, no_question = question_of(resources, query)
    reranker, no_reranker = _reranker(resources) if in_order else (None, "")
    return Aids(question, reranker, in_words(no_question, no_reranker))


def question_of(resources: Resources, query: str) -> tuple[Question | None, str]:
    """What the query means, and, where an embedder is wanted and gave nothing, why."""
    try:
        embedder = resources.embedder()
        if embedder is None or not query.strip():
            return None, ""
        (vector,) = embedder.embed([query], as_query=True)
    except (ModelError, SettingsError) as exc:
        return None, f"found by words only: {exc.message}"
    return Question(VectorModel(embedder.name, len(vector)), vector, embedder.least), ""


def greet_embedder(embedder: Embedder) -> str:
    """Embed three words, for a health check."""
    return f"answers, {len(embedder.embed(['Are you there?'])[0])} dimensions"


def greet_reranker(reranker: Reranker) -> str:
    """Let it judge two texts, for a health check."""
    reranker.rerank("Are you there?", ["I am here.", "It rains."])
    return "answers"


def _reranker(resources: Resources) -> tuple[Reranker | None, str]:
    try:
        return resources.reranker(), ""
    except SettingsError as exc:
        return None, f"not reranked: {exc.message}"
