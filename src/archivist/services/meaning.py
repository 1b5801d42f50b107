"""What a question means, asked of the embedder once, before anything is read. No embedder, or none that answers: words.

Also the desk that keeps the embedder of a home, made when something is first embedded.
"""

from collections.abc import Callable, Mapping

from archivist.errors import ModelError, SettingsError
from archivist.llm.base import Embedder
from archivist.read.fusion import Question
from archivist.services.resources import Resources
from archivist.settings import Settings
from archivist.stores.vector_port import VectorModel

MakeEmbedder = Callable[[str, str, str], Embedder]
"""Makes an embedder from `provider:model`, a base URL or nothing, and a key or nothing."""


class EmbedderDesk:
    """Hands out the embedder of a home; one is kept as long as the settings name it.

    Args:
        environment: where keys stand; only read, and never shown.
        metered: puts one that costs something on the meter.
    """

    def __init__(
        self,
        settings: Callable[[], Settings],
        environment: Mapping[str, str],
        make: MakeEmbedder,
        metered: Callable[[Embedder], Embedder],
    ) -> None:
        self._settings = settings
        self._environment = environment
        self._make = make
        self._metered = metered
        self._made: dict[tuple[str, str, str], Embedder] = {}

    def embedder(self) -> Embedder | None:
        """The embedder, or None where vectors are off.

        Raises:
            SettingsError: vectors are on and it cannot be made: the library or the key is missing.
        """
        if not self._settings().knowledge.index.vector.on:
            return None
        wanted = self._settings().models.embedding
        key = (wanted.model, wanted.base_url, self._key(wanted.api_key_env))
        if key not in self._made:
            self._made = {key: self._make(*key)}
        return self._metered(self._made[key])

    def check(self) -> tuple[str, bool, str] | None:
        """Which embedder, whether it answers, and in what words; None where vectors are off."""
        if not self._settings().knowledge.index.vector.on:
            return None
        name = self._settings().models.embedding.model
        try:
            embedder = self.embedder()
            assert embedder is not None, "vectors are on"
            return name, True, f"answers, {len(embedder.embed(['Are you there?'])[0])} dimensions"
        except (ModelError, SettingsError) as exc:
            return name, False, exc.message

    def _key(self, variable: str) -> str:
        if variable and not self._environment.get(variable):
            raise SettingsError("models.embedder.api_key_env", f"the environment variable {variable} is not set")
        return self._environment.get(variable, "") if variable else ""


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
