"""A model that answers from a script: for tests, examples, and for showing what happens when a model fails."""

from collections.abc import Callable, Sequence

import msgspec

from archivist.llm.base import Answer, Bounds, Failure, ModelFailed, Prompt, Reply, Usage

Line = object | ModelFailed | Callable[[Prompt], object]
"""What it says next: a reply (or its plain JSON form), a failure, or a function of the prompt that gives either."""


class ScriptedModel:
    """Implements `llm.base.LanguageModel`; `asked` keeps every prompt it got, `bounds` what each might take."""

    def __init__(self, *script: Line, name: str = "scripted:test") -> None:
        self.name = name
        self.asked: list[Prompt] = []
        self.bounds: list[Bounds] = []
        self._script: Sequence[Line] = script

    def ask(self, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        self.asked.append(prompt)
        self.bounds.append(bounds)
        if len(self.asked) > len(self._script):
            raise ModelFailed(Failure.UNAVAILABLE, "the script is at its end")
        line = self._script[len(self.asked) - 1]
        said = line(prompt) if callable(line) else line
        if isinstance(said, ModelFailed):
            raise said
        return Answer(parse(said, reply), Usage(1, len(prompt.content) // 4, 10), self.name)

    def rejected(self, why: str) -> ModelFailed:
        return ModelFailed(Failure.REJECTED, why)


def parse(said: object, reply: type[Reply]) -> Reply:
    """A reply from its plain form, strictly.

    Raises:
        ModelFailed: the shape is not the one that was asked for.
    """
    if isinstance(said, reply):
        return said
    try:
        return msgspec.json.decode(said, type=reply) if isinstance(said, str) else msgspec.convert(said, reply)
    except (msgspec.ValidationError, msgspec.DecodeError) as exc:
        raise ModelFailed(Failure.MALFORMED, str(exc)) from exc
