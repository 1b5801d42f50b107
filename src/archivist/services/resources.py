"""What every service works with: the store, the settings, the time and chance. Built once, in `app`."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from zoneinfo import ZoneInfo

from archivist.clock import Clock, local_day
from archivist.llm.base import Embedder, LanguageModel, Reranker
from archivist.llm.chat import ChatModel
from archivist.records.charter import Charter
from archivist.records.identifiers import spell_id
from archivist.records.principal import Principal
from archivist.services.configuration import Configuration
from archivist.services.value_schemas import ValueSchemas
from archivist.settings import RoleName, Settings
from archivist.stores.base import Store, Transaction
from archivist.write.commit import Pen
from archivist.write.view import View

ID_DIGITS = 12


def no_chat() -> None:
    """No model is configured for the assistant."""


def no_model(role: RoleName) -> None:
    """No model is configured for any role: each does its job without one."""


def no_embedder() -> None:
    """Vectors are off: everything is found by its words."""


def no_reranker() -> None:
    """No model is configured to put in order what was found."""


@dataclass(frozen=True, slots=True)
class Resources:
    """Shared by all services of one application."""

    store: Store
    settings: Callable[[], Settings]
    clock: Clock
    chance: random.Random
    zone: ZoneInfo
    values: ValueSchemas = field(default_factory=ValueSchemas)
    charter: Callable[[str, str, str | None], Charter] = lambda agent, user, project: Charter(agent)
    """What people fixed for an agent of a user in a project."""
    generation: Callable[[], int] = lambda: 1
    """The number that what is written carries."""
    configuration: Configuration | None = None
    model_for: Callable[[RoleName], LanguageModel | None] = no_model
    chat_model: Callable[[], ChatModel | None] = no_chat
    embedder: Callable[[], Embedder | None] = no_embedder
    reranker: Callable[[], Reranker | None] = no_reranker

    def new_id(self) -> str:
        """Twelve typeable characters; 60 bits, so that two never meet."""
        return spell_id(self.chance.getrandbits(5 * ID_DIGITS), ID_DIGITS)

    def pen(self, principal: Principal) -> Pen:
        """For one act of writing, now."""
        return Pen(principal, self.clock(), self.new_id, self.generation())

    def view(self, tx: Transaction, principal: Principal) -> View:
        """For one walk through the gates, now."""
        return View(tx, principal, self.settings().memory, self.clock())

    def today(self) -> date:
        """The day it is for the user."""
        return local_day(self.clock(), self.zone)
