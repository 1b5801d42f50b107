"""Real models through pydantic-ai: OpenAI, Anthropic, Google, and any server that speaks OpenAI's protocol.

The library is imported when a model is made. A server may not know every way of asking for a typed reply; the ways are
tried from the strictest down until one is accepted, and the one that worked is kept for the life of the process.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from archivist.errors import SettingsError
from archivist.llm.base import Answer, Bounds, Failure, ModelFailed, Prompt, Reply, Usage
from archivist.llm.calls import Caller

WAYS: Final = ("native", "tool", "prompted")
"""JSON schema enforced by the server; a forced tool call; a schema in the prompt and a strict parser here."""


class PydanticAiModel:
    """Implements `llm.base.LanguageModel` for `provider:model`, or for `openai-compatible` with a base URL."""

    def __init__(
        self, name: str, base_url: str = "", api_key: str = "", ways: Sequence[str] = WAYS, model: Any = None
    ) -> None:
        """Make the model; nothing is sent yet. `model` is for tests: a scripted model of the library.

        Raises:
            SettingsError: the library is not installed, or the name is not `provider:model`.
        """
        self.name = name
        self._ways = ways
        self._model = model if model is not None else make_model(name, base_url, api_key)

    def ask(self, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        return self._ask_in(self._ways, prompt, reply, bounds)

    def rejected(self, why: str) -> ModelFailed:
        return ModelFailed(Failure.REJECTED, why)

    def _ask_in(self, ways: Sequence[str], prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        """Ask in the first of these ways that is not refused, and keep it; where all are, the server is in trouble."""
        try:
            answer = self._ask(ways[0], prompt, reply, bounds)
        except Exception as exc:
            refused = _refuses_the_way(exc)
            if refused and len(ways) > 1:
                return self._ask_in(ways[1:], prompt, reply, bounds)
            self._ways = self._ways if refused else ways
            raise as_failure(exc) from exc
        self._ways = ways
        return answer

    def _ask(self, way: str, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        from pydantic_ai import Agent, NativeOutput, PromptedOutput, ToolOutput
        from pydantic_ai.usage import UsageLimits

        output: dict[str, Callable[[type[Reply]], Any]] = {
            "native": NativeOutput,
            "tool": ToolOutput,
            "prompted": PromptedOutput,
        }
        agent: Any = Agent(self._model, output_type=output[way](reply), instructions=prompt.instructions, retries=1)
        asking = agent.run(
            prompt.content,
            model_settings={
                "timeout": bounds.timeout_s,
                "max_tokens": bounds.max_output_tokens,
                "temperature": 0.0,
            },
            usage_limits=UsageLimits(request_limit=2),
        )
        run = caller().call(asking, bounds.timeout_s)
        used = run.usage
        usage = Usage(used.requests, used.input_tokens, used.output_tokens, float(used.cost or 0))
        return Answer(run.output, usage, self.name)


@cache
def caller() -> Caller:
    """The one loop in which models are asked: the library shares its connections among all models of the process."""
    import pydantic_ai

    pydantic_ai.BANNER_ENABLED = False  # it would stand in the middle of a conversation, or of a protocol
    return Caller("archivist-models")


def make_model(name: str, base_url: str, api_key: str) -> Any:
    """The library's model for `provider:model`, or for a server at `base_url` that speaks OpenAI's protocol.

    Raises:
        SettingsError: the library is not installed, or the name is not `provider:model`.
    """
    try:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider
    except ImportError as exc:
        raise SettingsError("models", "needs the library for models: pip install 'archivist[models]'") from exc
    provider, _, model = name.partition(":")
    if not model:
        raise SettingsError("models", f"{name!r} is not provider:model, such as openai:gpt-5-mini")
    if base_url:
        return OpenAIChatModel(model, provider=OpenAIProvider(base_url=base_url, api_key=api_key or "none"))
    try:
        return infer_model(name)
    except (UserError, ImportError) as exc:
        raise SettingsError("models", f"{provider} cannot be used: {_first_line(exc)}") from exc


def _refuses_the_way(exc: Exception) -> bool:
    """A 4xx or 5xx about the request's form, or a library that knows the model cannot do it."""
    from pydantic_ai import exceptions as known

    if isinstance(exc, known.UserError):
        return True
    return isinstance(exc, known.ModelHTTPError) and exc.status_code in {400, 404, 415, 422, 500, 501}


def as_failure(exc: Exception) -> ModelFailed:
    """Our one error for every error of the library; the message names the kind and never the key or the prompt."""
    from pydantic_ai import exceptions as known

    kinds: tuple[tuple[tuple[type[Exception], ...], Failure], ...] = (
        ((known.ModelRateLimitError, known.ModelQuotaExceededError), Failure.RATE_LIMITED),
        ((known.ModelTimeoutError, known.ModelRequestTimeout, known.RunTimedOut, TimeoutError), Failure.TIMED_OUT),
        ((known.ContentFilterError,), Failure.REFUSED),
        ((known.ModelAuthenticationError, known.ModelNotFoundError, known.UserError), Failure.ACCESS),
        ((known.UnexpectedModelBehavior, known.UsageLimitExceeded), Failure.MALFORMED),
        ((known.ModelAPIError,), Failure.UNAVAILABLE),
    )
    if isinstance(exc, known.ModelHTTPError) and exc.status_code == 429:
        return ModelFailed(Failure.RATE_LIMITED, type(exc).__name__)
    for types, reason in kinds:
        if isinstance(exc, types):
            return ModelFailed(reason, type(exc).__name__)
    return ModelFailed(Failure.UNAVAILABLE, type(exc).__name__)


def _first_line(exc: Exception) -> str:
    return str(exc).splitlines()[0][:200] if str(exc) else type(exc).__name__
