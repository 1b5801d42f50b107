"""What upkeep needs of the house: the store, the settings, the time; `services.Resources` gives it."""

from collections.abc import Callable
from datetime import date
from typing import Protocol
from zoneinfo import ZoneInfo

from archivist.clock import Clock
from archivist.llm.base import Embedder, LanguageModel
from archivist.records.principal import Principal
from archivist.settings import RoleName, Settings
from archivist.stores.base import Store, Transaction
from archivist.write.commit import Pen
from archivist.write.view import View


class Means(Protocol):
    """Shared by all jobs of one application."""

    @property
    def store(self) -> Store: ...
    @property
    def settings(self) -> Callable[[], Settings]: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def zone(self) -> ZoneInfo: ...
    def pen(self, principal: Principal) -> Pen: ...
    def view(self, tx: Transaction, principal: Principal) -> View: ...
    def today(self) -> date: ...
    def new_id(self) -> str: ...
    @property
    def model_for(self) -> Callable[[RoleName], LanguageModel | None]: ...
    @property
    def embedder(self) -> Callable[[], Embedder | None]: ...
