"""The models of a home: made when a role first asks, metered by local day, and checked by `archivist doctor`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, get_args

from archivist.errors import SettingsError
from archivist.llm.base import Bounds, Embedder, Failure, LanguageModel, ModelFailed, Prompt, Reranker, Usage
from archivist.llm.chat import ChatModel
from archivist.llm.metered import DailyBudget, MeteredChat, MeteredEmbedder, MeteredModel, MeteredReranker
from archivist.settings import ModelSettings, RoleName
from archivist.stores.base import Store
from archivist.stores.model_use_port import ModelUse

ROLES: Final[tuple[RoleName, ...]] = get_args(RoleName)

Make = Callable[[str, str, str], LanguageModel]
"""Makes a model from `provider:model`, a base URL or nothing, and a key or nothing."""


MakeChat = Callable[[str, str, str], ChatModel]
"""The same for a model that holds a conversation."""


@dataclass(frozen=True, slots=True)
class RoleHealth:
    """Whether a model answers. `model` is empty where none is configured and the role works without one."""

    role: str
    model: str
    answers: bool
    detail: str


@dataclass(frozen=True)
class Echo:
    """The reply to the question of a health check."""

    ok: bool


class ModelDesk:
    """Hands each role its model, and keeps the meter.

    Args:
        environment: where keys stand; only read, and never shown.
        today: the local day, for the daily budget.
    """

    def __init__(
        self,
        store: Store,
        settings: Callable[[], ModelSettings],
        today: Callable[[], date],
        environment: Mapping[str, str],
        make: Make,
        make_chat: MakeChat,
    ) -> None:
        self._store = store
        self._settings = settings
        self._today = today
        self._environment = environment
        self._make = make
        self._make_chat = make_chat
        self._made: dict[tuple[str, str, str], LanguageModel] = {}

    def model_for(self, role: RoleName) -> LanguageModel | None:
        """The metered model of a role, or None where none is configured.

        Raises:
            SettingsError: it is configured and cannot be made: the library or the key is missing.
        """
        wanted = self._settings().of(role)
        if not wanted.model:
            return None
        key = (wanted.model, wanted.base_url, key_from(self._environment, wanted.api_key_env))
        if key not in self._made:
            self._made[key] = self._make(*key)
        limits = (wanted.timeout_s, wanted.max_output_tokens)
        return MeteredModel(role, self._made[key], self._budget(), self.spent_today, self._count, *limits)

    def chat_model(self) -> ChatModel | None:
        """The metered model of the assistant, or None where none is configured.

        Raises:
            SettingsError: as for `model_for`.
        """
        wanted = self._settings().of("assistant")
        if not wanted.model:
            return None
        model = self._make_chat(wanted.model, wanted.base_url, key_from(self._environment, wanted.api_key_env))
        limits = (wanted.timeout_s, wanted.max_output_tokens)
        return MeteredChat("assistant", model, self._budget(), self.spent_today, self._count, *limits)

    def metered_embedder(self, embedder: Embedder) -> Embedder:
        """The embedder on the meter; one that is local costs nothing and is not counted."""
        if embedder.name.startswith("local:"):
            return embedder
        return MeteredEmbedder(embedder, self._budget(), self.spent_today, self._count)

    def metered_reranker(self, reranker: Reranker) -> Reranker:
        """The reranker on the meter."""
        return MeteredReranker(reranker, self._budget(), self.spent_today, self._count)

    def spent_today(self) -> Usage:
        """What all roles have used on this local day."""
        with self._store.reading() as tx:
            uses = tx.model_use.since(self._today())
        return sum(
            (Usage(use.requests, use.input_tokens, use.output_tokens, use.dollars) for use in uses), start=Usage()
        )

    def meter(self, days: int = 7) -> list[ModelUse]:
        """What was used in the last `days` local days, by day, role and model."""
        with self._store.reading() as tx:
            return tx.model_use.since(self._today() - timedelta(days=days - 1))

    def check(self) -> list[RoleHealth]:
        """Ask each configured model one tiny question; roles that share a model share the answer."""
        answers: dict[tuple[str, str, str], tuple[bool, str]] = {}
        health = []
        for role in ROLES:
            wanted = self._settings().of(role)
            if not wanted.model:
                health.append(RoleHealth(role, "", answers=True, detail="works without a model"))
                continue
            where = (wanted.model, wanted.base_url, wanted.api_key_env)
            if where not in answers:
                answers[where] = self._ask(role)
            health.append(RoleHealth(role, wanted.model, *answers[where]))
        return health

    def _budget(self) -> DailyBudget:
        settings = self._settings()
        return DailyBudget(settings.max_tokens_per_day, settings.max_dollars_per_day)

    def _ask(self, role: RoleName) -> tuple[bool, str]:
        question = Prompt('Reply with the JSON object {"ok": true}.', "Are you there?")
        try:
            model = self.model_for(role)
            assert model is not None, "only configured roles are asked"
            model.ask(question, Echo, Bounds(timeout_s=15.0, max_output_tokens=50))
        except (ModelFailed, SettingsError) as exc:
            return False, exc.message
        return True, "answers"

    def _count(self, role: str, model: str, usage: Usage, failure: Failure | None) -> None:
        with self._store.transaction() as tx:
            tx.model_use.add(
                ModelUse(
                    self._today(),
                    role,
                    model,
                    usage.requests,
                    usage.input_tokens,
                    usage.output_tokens,
                    usage.dollars,
                    failures=int(failure is not None),
                )
            )
            if usage.requests:
                tx.ledger.count(f"model_requests_{role}", usage.requests)
                tx.ledger.count(f"model_tokens_{role}", usage.input_tokens + usage.output_tokens)
            if failure is not None:
                tx.ledger.count(f"model_failed_{failure}")


def key_from(environment: Mapping[str, str], variable: str, setting: str = "models.api_key_env") -> str:
    """The key that stands in that variable; empty where none is named.

    Raises:
        SettingsError: the variable that `setting` names is not set.
    """
    if not variable:
        return ""
    if not environment.get(variable):
        raise SettingsError(setting, f"the environment variable {variable} is not set")
    return environment[variable]
