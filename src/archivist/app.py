"""The composition root: the only module that reads settings and environment, and the only one that builds things."""

import getpass
import hashlib
import os
import random
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from archivist.clock import Clock, local_day, system_clock
from archivist.errors import ArchivistError, SettingsError
from archivist.home import home_folder
from archivist.llm.base import Embedder, LanguageModel, Reranker
from archivist.llm.chat import ChatModel
from archivist.policy.names import clean_party
from archivist.records.principal import Principal, Role
from archivist.services.configuration import Configuration, Sources
from archivist.services.meaning import greet_embedder, greet_reranker
from archivist.services.memberships import memberships
from archivist.services.models import Make, MakeChat, ModelDesk
from archivist.services.resources import Resources
from archivist.services.specialists import Make as MakeSpecialist
from archivist.services.specialists import Specialist
from archivist.session import Session
from archivist.settings import RoleModel, Settings, explained, to_builtin
from archivist.stores.charter_files import read_charters
from archivist.stores.sqlite.connection import IN_MEMORY
from archivist.stores.sqlite.store import SqliteStore

SETTINGS_FILE = "config.yaml"
ENVIRONMENT_PREFIX = "ARCHIVIST_"
NOT_SETTINGS = frozenset({"HOME", "USER", "PROJECT", "HOOK_SECONDS", "WORKSPACE", "SHARED", "TOKEN", "ROLE"})


class Archivist:
    """One home, opened. Use as a context manager, or `close` it."""

    def __init__(
        self,
        home: Path | None,
        store: SqliteStore,
        resources: Resources,
        models: ModelDesk,
        specialists: tuple[Specialist[Embedder], Specialist[Reranker]],
    ) -> None:
        self.home = home
        self.store = store
        self.resources = resources
        self.models = models
        self.specialists = specialists

    def acting_as(
        self,
        user: str,
        *,
        project: str | None = None,
        projects: Iterable[str] | None = None,
        workspace: str | None = None,
        agent: str | None = None,
        task: str | None = None,
        role: Role = Role.ADMINISTRATOR,
    ) -> Session:
        """What `user` (or `agent` on the user's behalf) may ask for, with `project` in focus.

        They see the projects they belong to, narrowed to `projects` where those are given. A project in focus that
        nobody has made yet is made, with them as its member.

        Raises:
            NotPermitted: the project in focus is others'.
        """
        named = Principal(
            user=clean_party("user", user),
            role=role,
            agent=clean_party("agent", agent) if agent is not None else None,
            project=clean_party("project", project) if project is not None else None,
            workspace=clean_party("workspace", workspace) if workspace is not None else None,
            task=clean_party("task", task) if task is not None else None,
        )
        belongs = memberships(self.resources, named)
        narrowed = belongs if projects is None else belongs & ({*projects, project} - {None})
        principal = replace(named, projects=narrowed)
        return Session(self.resources, principal)

    def hand_on(self) -> None:
        """Hand new events on where somebody listens: in a home with a workspace or documents. Never fails an act."""
        with suppress(ArchivistError):
            with self.store.reading() as tx:
                if not (tx.workspaces.all() or tx.documents.any()):
                    return
            from archivist.upkeep.dispatch import dispatch_at_hand

            dispatch_at_hand(self.resources)

    def focus_of(self, user: str) -> str | None:
        """The project that `user` works in when none is named."""
        with self.store.reading() as tx:
            return tx.projects.focus(user)

    def close(self) -> None:
        """Let go of the database; what was committed is safe."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_app(
    home: Path | str | None = None,
    *,
    settings: Settings | None = None,
    clock: Clock = system_clock,
    chance: random.Random | None = None,
    make_model: Make | None = None,
    make_chat: MakeChat | None = None,
    make_embedder: MakeSpecialist[Embedder] | None = None,
    make_reranker: MakeSpecialist[Reranker] | None = None,
) -> Archivist:
    """Open the home at `home`, made where absent; `:memory:` is a home that leaves nothing behind.

    Without `home` it is `ARCHIVIST_HOME`, or `~/.archivist`. Settings given here win over environment and file.

    Raises:
        SettingsError: the file or the environment holds a key or value that is not allowed.
        StoreError: the database cannot be used; its kinds say why.
    """
    in_memory = home == IN_MEMORY
    folder = None if in_memory else home_folder(home)
    sources = _sources(folder, settings)
    first = sources.finish(sources.file()[0])
    path = IN_MEMORY if folder is None else folder / first.memory.storage.sqlite_path
    store = SqliteStore(path, clock)
    try:
        configuration = Configuration(store, clock, sources)
        store.index_with(configuration.settings().knowledge.index.text.backend)
    except BaseException:
        store.close()
        raise
    zone = _zone(configuration.settings().time_zone)
    desk = ModelDesk(
        store,
        lambda: configuration.settings().models,
        lambda: local_day(clock(), zone),
        os.environ,
        make_model or _make_model,
        make_chat or _make_chat,
    )
    embedder = Specialist(
        "embedder",
        lambda: _embedder_wanted(configuration.settings()),
        os.environ,
        make_embedder or _make_embedder,
        desk.metered_embedder,
        greet_embedder,
    )
    reranker = Specialist(
        "reranker",
        lambda: configuration.settings().models.reranking,
        os.environ,
        make_reranker or _make_reranker,
        desk.metered_reranker,
        greet_reranker,
    )
    resources = Resources(
        store=store,
        settings=configuration.settings,
        clock=clock,
        chance=chance or random.SystemRandom(),
        zone=zone,
        charter=configuration.charter,
        generation=configuration.generation,
        configuration=configuration,
        model_for=desk.model_for,
        chat_model=desk.chat_model,
        embedder=embedder.at_hand,
        reranker=reranker.at_hand,
    )
    return Archivist(folder, store, resources, desk, (embedder, reranker))


def _sources(folder: Path | None, given: Settings | None) -> Sources:
    """Where the configuration of a home comes from; settings that are given stand in place of file and environment."""
    path = folder / SETTINGS_FILE if folder is not None else None

    def file() -> tuple[dict[str, Any], str]:
        if given is not None:
            return to_builtin(given), "given"
        data = path.read_bytes() if path is not None and path.is_file() else b""
        return (_read_yaml(data, str(path)) if data else {}), hashlib.sha256(data).hexdigest()[:16]

    def finish(plain: dict[str, Any]) -> Settings:
        return given or settings_from(_with_environment(plain, os.environ), str(path or ""))

    def stamp() -> tuple[int, int] | None:
        try:
            found = path.stat() if path is not None and given is None else None
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size) if found else None

    return Sources(file, finish, stamp, lambda: read_charters(folder / "config") if folder is not None else {})


def _make_model(name: str, base_url: str, api_key: str) -> LanguageModel:
    """A real model; the library behind it is imported now, since something is about to be asked."""
    from archivist.llm.pydantic_ai import PydanticAiModel

    return PydanticAiModel(name, base_url, api_key)


def _embedder_wanted(settings: Settings) -> RoleModel | None:
    return settings.models.embedding if settings.knowledge.index.vector.on else None


def _make_embedder(name: str, base_url: str, api_key: str, timeout_s: float) -> Embedder:
    """A real embedder; what it needs is imported now, since something is about to be embedded."""
    from archivist.llm.embedders import make_embedder

    return make_embedder(name, base_url, api_key, timeout_s)


def _make_reranker(name: str, base_url: str, api_key: str, timeout_s: float) -> Reranker:
    """A real reranker: a server for models of that kind, or a language model that is asked for an order."""
    from archivist.llm.rerankers import API, ApiReranker

    if name.partition(":")[0] == API:
        return ApiReranker(name, base_url, api_key, timeout_s)
    from archivist.roles.reranker import BOUNDS, ModelReranker

    return ModelReranker(_make_model(name, base_url, api_key), BOUNDS.settled(timeout_s, 0))


def _make_chat(name: str, base_url: str, api_key: str) -> ChatModel:
    from archivist.llm.pydantic_ai_chat import PydanticAiChat

    return PydanticAiChat(name, base_url, api_key)


def default_user() -> str:
    """Who acts when nobody says: `ARCHIVIST_USER`, or the login name."""
    return os.environ.get("ARCHIVIST_USER") or getpass.getuser()


def default_language() -> Literal["zh", "en"]:
    """The language of who works here, as the system says it."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "zh" if spoken.lower().startswith("zh") else "en"


def load_settings(folder: Path | None, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a home: environment over file over default.

    Raises:
        SettingsError: names the key, the value and what is allowed.
    """
    path = folder / SETTINGS_FILE if folder is not None else None
    plain = _read_yaml(path.read_bytes(), str(path)) if path is not None and path.is_file() else {}
    given = os.environ if environment is None else environment
    return settings_from(_with_environment(plain, given), str(path) if path is not None else "")


def settings_from(plain: Mapping[str, Any], source: str = "") -> Settings:
    """Checked settings from plain mappings; an older switch is folded into the one that replaced it.

    Raises:
        SettingsError: names the key, the value and what is allowed.
    """
    try:
        settings = msgspec.convert(plain, Settings, strict=False)
    except msgspec.ValidationError as exc:
        key, problem = explained(plain, str(exc))
        raise SettingsError(key, problem, source=source) from exc
    old = settings.memory.use_knowledge_extraction_queue
    if old is not None:
        memory = msgspec.structs.replace(
            settings.memory, enabled=settings.memory.enabled and old, use_knowledge_extraction_queue=None
        )
        settings = msgspec.structs.replace(settings, memory=memory)
    _zone(settings.time_zone)
    return settings


def _read_yaml(data: bytes, source: str) -> dict[str, Any]:
    import yaml

    try:
        plain = yaml.safe_load(data.decode("utf-8-sig"))
    except (yaml.YAMLError, UnicodeDecodeError) as exc:
        raise SettingsError("file", f"is not YAML in UTF-8: {exc}", source=source) from exc
    if plain is None:
        return {}
    if not isinstance(plain, dict):
        raise SettingsError("file", "must hold a mapping of settings", source=source)
    return plain


def _with_environment(plain: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """A copy of the file's mappings with the environment's values over them."""
    merged: dict[str, Any] = deepcopy(dict(plain))
    for name, value in given.items():
        if name.startswith(ENVIRONMENT_PREFIX) and name.removeprefix(ENVIRONMENT_PREFIX) not in NOT_SETTINGS:
            _put(merged, name.removeprefix(ENVIRONMENT_PREFIX).lower().split("__"), value)
    return merged


def _put(plain: dict[str, Any], keys: list[str], value: str) -> None:
    for key in keys[:-1]:
        inner = plain.setdefault(key, {})
        if not isinstance(inner, dict):
            raise SettingsError(".".join(keys), f"{key!r} is a value, not a group", source="environment")
        plain = inner
    plain[keys[-1]] = value


def _zone(name: str) -> ZoneInfo:
    if not name:
        return _machine_zone()
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError) as exc:
        raise SettingsError("time_zone", f"{name!r} is not an IANA time zone such as Asia/Shanghai") from exc


def _machine_zone() -> ZoneInfo:
    link = Path("/etc/localtime")
    _, found, name = str(link.resolve()).partition("/zoneinfo/")
    return ZoneInfo(os.environ.get("TZ") or (name if found else "UTC"))
