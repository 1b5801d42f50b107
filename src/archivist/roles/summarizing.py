"""Who summarises documents: the model of the role, or the rule where none is configured."""

from archivist.llm.base import LanguageModel
from archivist.roles.model_summarizer import ModelSummarizer
from archivist.roles.summarizer import Summarizer, summarize_by_rule


def summarizer_for(model: LanguageModel | None) -> Summarizer:
    """The summarizer that asks `model`, or the deterministic one."""
    return summarize_by_rule if model is None else ModelSummarizer(model)
