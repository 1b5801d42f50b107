"""What a running home goes by: the settings and charters of the generation in force, kept up to date.

Three kinds of keys. Hot ones (how much is retrieved, how large a context is) follow the file while running. Guarded
ones (who may write what without review, what may be read from where, the index, how secrets are treated) follow the
generation alone, so that editing a file does not widen anything: that takes `archivist config reload`. All others are
read when a process starts and on reload. The environment stands over all of them: who starts the process sets it.
Source: requirements F1, F2, R3; source 004, section 13.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

import msgspec

from archivist.clock import Clock
from archivist.errors import SettingsError, StoreBusy, StoreReadOnly
from archivist.records.charter import Charter
from archivist.records.generation import Bundle, Generation, GenerationState
from archivist.settings import Settings
from archivist.stores.base import Store

Plain = dict[str, Any]

HOT: Final = ("memory.retrieval", "memory.recall", "knowledge.retrieval", "context")
GUARDED: Final = (
    "memory.global", "memory.extraction.write_mode", "memory.sensitive", "memory.quotas", "knowledge.index",
    "knowledge.allowed_sources", "knowledge.markdown.allowed_roots",
)  # fmt: skip
LOOK_AGAIN: Final = timedelta(seconds=1)
"""How often a running process looks whether the file or the generation has changed."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where configuration comes from; the composition root gives the means.

    `file` returns the settings file as plain mappings with its fingerprint, `finish` puts the environment over a copy
    of them and checks, `stamp` says cheaply whether the file may have changed, `charters` reads those of the home.
    """

    file: Callable[[], tuple[Plain, str]]
    finish: Callable[[Plain], Settings]
    stamp: Callable[[], object]
    charters: Callable[[], dict[str, Charter]]


@dataclass(frozen=True, slots=True)
class InForce:
    """What holds now. `waiting` names keys of the file that wait for a reload; `problem` says why it was not read."""

    number: int
    settings: Settings
    charters: Mapping[str, Charter]
    conduct: Mapping[str, str]
    waiting: tuple[str, ...] = ()
    problem: str = ""


class Configuration:
    """The generation in force, for one open home."""

    def __init__(self, store: Store, clock: Clock, sources: Sources) -> None:
        """Take up the active generation; the first is made from the file.

        Raises:
            SettingsError: the file, the environment or a charter holds what is not allowed.
        """
        self._store = store
        self._clock = clock
        self.sources = sources
        self._stamp = sources.stamp()
        self._looked = clock()
        self._now = self._taken_up(*sources.file())

    def now(self) -> InForce:
        """What holds at this moment; looked up anew at most once a second."""
        at = self._clock()
        if not self._looked <= at < self._looked + LOOK_AGAIN:
            self._looked = at
            self._refresh()
        return self._now

    def settings(self) -> Settings:
        """The settings in force."""
        return self.now().settings

    def generation(self) -> int:
        """The number of the generation in force."""
        return self.now().number

    def charter(self, agent: str, user: str, project: str | None) -> Charter:
        """What people fixed for this agent, with the conduct of the user's workspace for the project or in general."""
        now = self.now()
        charter = now.charters.get(agent, Charter(agent))
        conduct = now.conduct.get(workspace_key(user, project or "")) or now.conduct.get(workspace_key(user, ""), "")
        return msgspec.structs.replace(charter, conduct=conduct)

    def take_up(self) -> InForce:
        """Go by the active generation from now on, after a switch in this process."""
        self._now = self._taken_up(*self.sources.file())
        return self._now

    def _refresh(self) -> None:
        """Notice a switch made by another process, and hot keys changed in the file. What is broken changes nothing."""
        with self._store.reading() as tx:
            switched = tx.generation() != self._now.number
        try:
            if switched:
                self.take_up()
            elif (stamp := self.sources.stamp()) != self._stamp:
                self._stamp = stamp
                self._warm()
        except SettingsError as exc:
            self._now = replace(self._now, problem=exc.message)

    def _warm(self) -> None:
        plain, _ = self.sources.file()
        checked = self.sources.finish(plain)
        settings = self._now.settings
        for key in HOT:
            settings = _with(settings, key, _of(checked, key))
        waiting = tuple(differences(settings, checked))
        self._now = replace(self._now, settings=settings, waiting=waiting, problem="")

    def _taken_up(self, plain: Plain, file: str) -> InForce:
        """The active generation, with the file's keys where they may count."""
        generation = self._active(plain, file)
        bundle = generation.bundle
        checked = self.sources.finish(plain)
        if bundle.file == file:
            settings = self.sources.finish(bundle.settings)
        else:
            settings = self.sources.finish(_guarded(plain, bundle.settings))
        waiting = tuple(differences(settings, checked))
        return InForce(generation.number, settings, bundle.charters, bundle.conduct, waiting)

    def _active(self, plain: Plain, file: str) -> Generation:
        with self._store.reading() as tx:
            number = tx.generation()
            found = tx.generations.get(number)
        if found is not None:
            return found
        first = Generation(
            number, GenerationState.ACTIVE, Bundle(plain, file, self.sources.charters()), "archivist", self._clock()
        )
        try:
            with self._store.transaction() as tx:
                tx.generations.add(first)
                return tx.generations.get(number) or first
        except (StoreBusy, StoreReadOnly):
            return first


def workspace_key(owner: str, project: str) -> str:
    """How a bundle calls the workspace of a user for a project; lengths keep two pairs apart."""
    return f"{len(owner)}:{owner}/{project}"


def differences(one: Settings, other: Settings) -> list[str]:
    """The keys in which two settings differ, in order."""
    ours, theirs = flat(msgspec.to_builtins(one)), flat(msgspec.to_builtins(other))
    return [key for key in ours if ours[key] != theirs.get(key)]


def flat(plain: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Nested mappings as one, by dotted keys."""
    found: dict[str, Any] = {}
    for key, value in plain.items():
        if isinstance(value, Mapping) and value:
            found |= flat(value, f"{under}{key}.")
        else:
            found[f"{under}{key}"] = value
    return found


def _guarded(plain: Plain, standing: Plain) -> Plain:
    """`plain` with the guarded keys as they stand."""
    merged = _copied(plain)
    for key in GUARDED:
        *groups, last = key.split(".")
        inner, there = merged, standing
        for group in groups:
            inner = inner.setdefault(group, {})
            there = there.get(group) or {}
        inner.pop(last, None)
        if last in there:
            inner[last] = there[last]
    return merged


def _copied(plain: Plain) -> Plain:
    copied: Plain = msgspec.to_builtins(plain)
    return copied


def _of(settings: Any, key: str) -> Any:
    for part in key.split("."):
        settings = getattr(settings, part)
    return settings


def _with(settings: Any, key: str, value: Any) -> Any:
    part, _, rest = key.partition(".")
    changed = value if not rest else _with(getattr(settings, part), rest, value)
    return msgspec.structs.replace(settings, **{part: changed})
