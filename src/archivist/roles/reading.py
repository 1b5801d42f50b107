"""Who reads conversations: the model of the role, or the cue grammar where none is configured."""

from collections.abc import Callable, Sequence

from archivist.llm.base import LanguageModel
from archivist.records.candidate import Candidate
from archivist.records.conversation import Conversation
from archivist.roles.extractor import Setting, extract_conversation
from archivist.roles.model_extractor import ModelExtractor


def extractor_for(model: LanguageModel | None) -> Callable[[Conversation, Setting, int], Sequence[Candidate]]:
    """The extractor that asks `model`, or the deterministic one."""
    return extract_conversation if model is None else ModelExtractor(model)
