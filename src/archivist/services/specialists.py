"""Models that do one thing, an embedder and a reranker: each made when first wanted, and checked by `doctor`."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from archivist.errors import ModelError, SettingsError
from archivist.services.models import RoleHealth, key_from
from archivist.settings import RoleModel

Made = TypeVar("Made")
Make = Callable[[str, str, str, float], Made]
"""Makes one from `provider:model`, a base URL or nothing, a key or nothing, and seconds or 0 for its usual time."""


class Specialist(Generic[Made]):
    """Hands out the one model of its kind; it is kept as long as the settings name it.

    Args:
        kind: such as `embedder`, as it is called in the settings.
        wanted: what the settings say; None, or a model without a name, is switched off.
        environment: where keys stand; only read, and never shown.
        metered: puts one that costs something on the meter.
        greet: asks it something tiny and says in words what came of it.
    """

    def __init__(
        self,
        kind: str,
        wanted: Callable[[], RoleModel | None],
        environment: Mapping[str, str],
        make: Make[Made],
        metered: Callable[[Made], Made],
        greet: Callable[[Made], str],
    ) -> None:
        self.kind = kind
        self._wanted = wanted
        self._environment = environment
        self._make = make
        self._metered = metered
        self._greet = greet
        self._made: dict[tuple[str, str, str, float], Made] = {}

    @property
    def name(self) -> str:
        """Which model; empty where it is switched off."""
        wanted = self._wanted()
        return wanted.model if wanted is not None else ""

    def at_hand(self) -> Made | None:
        """The model, or None where it is switched off.

        Raises:
            SettingsError: it is wanted and cannot be made: the library or the key is missing.
        """
        wanted = self._wanted()
        if wanted is None or not wanted.model:
            return None
        api_key = key_from(self._environment, wanted.api_key_env, f"models.{self.kind}.api_key_env")
        key = (wanted.model, wanted.base_url, api_key, wanted.timeout_s)
        if key not in self._made:
            self._made = {key: self._make(*key)}
        return self._metered(self._made[key])

    def check(self) -> RoleHealth:
        """Whether it answers; one that is switched off has nothing to answer."""
        try:
            model = self.at_hand()
            return RoleHealth(self.kind, self.name, True, "switched off" if model is None else self._greet(model))
        except (ModelError, SettingsError) as exc:
            return RoleHealth(self.kind, self.name, False, exc.message)
