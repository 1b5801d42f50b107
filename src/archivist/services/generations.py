"""Switching configuration: prepare the next generation beside the current one, check it, and switch at once; go back.

What is written under a preparing generation stays out of sight until the switch, and goes out of use when it is
discarded. Going back makes an older bundle the next generation, so that no record ever disappears by it.
All of it is a person's act, audited and announced. Source: requirements R3, F2, C2; source 004, sections 11.3 and 13.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.records.event import Topic
from archivist.records.generation import Bundle, Change, Generation, GenerationState
from archivist.records.principal import Principal, Role
from archivist.services.configuration import Configuration, InForce, flat, workspace_key
from archivist.services.resources import Resources
from archivist.stores.base import Transaction
from archivist.stores.workspace.files import Folder
from archivist.write import lifecycle
from archivist.write.commit import record


@dataclass(frozen=True, slots=True)
class Switched:
    """The generation in force after an act, and what it changed."""

    generation: Generation
    changes: tuple[Change, ...]


class GenerationService:
    """Generations, for one principal."""

    def __init__(self, resources: Resources, principal: Principal, configuration: Configuration) -> None:
        self._resources = resources
        self._principal = principal
        self._configuration = configuration

    def in_force(self) -> InForce:
        """What holds now, and which keys of the file wait for a reload."""
        return self._configuration.now()

    def latest(self, limit: int = 20) -> list[Generation]:
        """The newest generations first."""
        with self._resources.store.reading() as tx:
            return tx.generations.latest(limit)

    def reload(self) -> Switched:
        """Prepare, check and switch to what the files say now; where nothing differs, nothing happens.

        Raises:
            SettingsError: names file, key, value and what is allowed; the generation in force stays.
            NotPermitted: only an administrator in person.
        """
        self._demand()

        def switch(tx: Transaction) -> Switched:
            current, bundle = self._current(tx), self._read(tx)
            if bundle == current.bundle:
                return Switched(current, ())
            return self._activate(tx, self._prepare(tx, bundle))

        return self._switched(switch)

    def prepare(self) -> Generation:
        """Prepare what the files say now beside the generation in force.

        Raises:
            SettingsError, NotPermitted: see `reload`.
            Invalid: another generation is being prepared.
        """
        self._demand()
        with self._resources.store.transaction() as tx:
            return self._prepare(tx, self._read(tx))

    def activate(self, number: int) -> Switched:
        """Switch to a prepared generation; what was written under it is seen from now on.

        Raises:
            NotFound: no generation of that number is being prepared.
        """
        self._demand()
        return self._switched(lambda tx: self._activate(tx, self._preparing(tx, number)))

    def discard(self, number: int) -> int:
        """Give up a prepared generation, and return how many records written under it went out of use.

        Raises:
            NotFound: no generation of that number is being prepared.
        """
        self._demand()
        with self._resources.store.transaction() as tx:
            self._preparing(tx, number)
            pen = self._resources.pen(self._principal)
            written = tx.memories.of_generation(number)
            for memory in written:
                lifecycle.expire(tx, memory, pen, f"generation {number} was discarded")
            tx.generations.set_state(number, GenerationState.DISCARDED)
            record(tx, pen, "discard", "discarded", f"generation:{number}", topic=Topic.SETTINGS_CHANGED)
            return len(written)

    def roll_back(self) -> Switched:
        """Make the bundle that was in force before the next generation.

        Raises:
            Invalid: there was none before.
        """
        self._demand()

        def switch(tx: Transaction) -> Switched:
            current = self._current(tx)
            older = [one for one in tx.generations.latest(1000) if one.state is GenerationState.RETIRED]
            before = next((one for one in older if one.bundle != current.bundle), None)
            if before is None:
                raise Invalid("generation", "there is none to go back to")
            _, file = self._configuration.sources.file()
            bundle = msgspec.structs.replace(before.bundle, file=file)
            return self._activate(tx, self._prepare(tx, bundle))

        return self._switched(switch)

    def _switched(self, switch: Callable[[Transaction], Switched]) -> Switched:
        """Switch in one transaction, and go by it once it is committed."""
        with self._resources.store.transaction() as tx:
            switched = switch(tx)
        self._configuration.take_up()
        return switched

    def _demand(self) -> None:
        if not (self._principal.is_person and self._principal.has_role(Role.ADMINISTRATOR)):
            raise NotPermitted(self._principal.name, "change the configuration")

    def _read(self, tx: Transaction) -> Bundle:
        """What the files say, checked whole."""
        sources = self._configuration.sources
        plain, file = sources.file()
        conduct = {
            workspace_key(one.owner, one.project): Folder(Path(one.path)).read_or(one.layout.conduct)
            for one in tx.workspaces.all()
        }
        return Bundle(plain, file, sources.charters(), {key: text for key, text in conduct.items() if text.strip()})

    def _prepare(self, tx: Transaction, bundle: Bundle) -> Generation:
        newest = tx.generations.latest(1)[0]
        if newest.state is GenerationState.PREPARING:
            raise Invalid("generation", f"{newest.number} is being prepared", hint="activate or discard it first")
        self._configuration.sources.finish(bundle.settings)
        pen = self._resources.pen(self._principal)
        prepared = Generation(newest.number + 1, GenerationState.PREPARING, bundle, self._principal.name, pen.now)
        tx.generations.add(prepared)
        record(tx, pen, "prepare", "prepared", f"generation:{prepared.number}")
        return prepared

    def _activate(self, tx: Transaction, prepared: Generation) -> Switched:
        current = self._current(tx)
        changes = tuple(changed(current.bundle, prepared.bundle))
        pen = self._resources.pen(self._principal)
        tx.generations.set_state(current.number, GenerationState.RETIRED)
        tx.generations.set_state(prepared.number, GenerationState.ACTIVE)
        tx.ledger.set("generation", str(prepared.number), self._principal.name, pen.now)
        told = ", ".join(change.key for change in changes)
        record(
            tx, pen, "activate", "active", f"generation:{prepared.number}", detail=f"changed: {told or 'nothing'}",
            topic=Topic.SETTINGS_CHANGED,
        )  # fmt: skip
        active = tx.generations.get(prepared.number)
        assert active is not None, "it was set in this transaction"
        return Switched(active, changes)

    def _current(self, tx: Transaction) -> Generation:
        current = tx.generations.get(tx.generation())
        assert current is not None, "opening the home made the first"
        return current

    def _preparing(self, tx: Transaction, number: int) -> Generation:
        found = tx.generations.get(number)
        if found is None or found.state is not GenerationState.PREPARING:
            raise NotFound("generation in preparation", str(number))
        return found


def changed(before: Bundle, after: Bundle) -> Iterator[Change]:
    """What differs between two bundles, key by key."""
    ours, theirs = _told(before), _told(after)
    for key in sorted(ours.keys() | theirs.keys()):
        if ours.get(key) != theirs.get(key):
            yield Change(key, ours.get(key, ""), theirs.get(key, ""))


def _told(bundle: Bundle) -> dict[str, str]:
    charters: dict[str, Any] = msgspec.to_builtins(bundle.charters)
    everything = flat(bundle.settings) | flat({"agents": charters}) | flat({"conduct": bundle.conduct})
    told = {key: value for key, value in everything.items() if value != {}}
    return {key: json.dumps(value, ensure_ascii=False, default=str) for key, value in told.items()}
