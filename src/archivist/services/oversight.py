"""Looking inside: the audit trail, the events, the switches, the counters. Acts on switches are a person's."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from archivist.errors import Invalid, NotFound, NotPermitted
from archivist.policy.access import Act, Right, readable_scopes, right
from archivist.records.audit import AuditEntry, ChainReport
from archivist.records.event import Event, Topic
from archivist.records.principal import Principal, Role
from archivist.services.resources import Resources
from archivist.stores.base import AuditFilter
from archivist.write.commit import record
from archivist.write.undo import undo

EVERYTHING: Final = AuditFilter()
FOR_ALL: Final = frozenset({Topic.SETTINGS_CHANGED})
"""What concerns everybody; any other event without a scope is nobody's to see."""

FEED_BATCH: Final = 500
SWITCHES: Final = ("memory.enabled", "memory.automatic_suggestions")


class OversightService:
    """What one principal may see of the workings."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def audit(
        self,
        wanted: AuditFilter = EVERYTHING,
        limit: int = 50,
        before: int | None = None,
    ) -> list[AuditEntry]:
        """Entries about scopes this principal may read, newest first."""
        readable = readable_scopes(self._principal)
        scopes = readable if wanted.scopes is None else [scope for scope in wanted.scopes if scope in readable]
        narrowed = replace(wanted, scopes=scopes, unscoped_by=self._sees_unscoped_by())
        with self._resources.store.reading() as tx:
            return tx.audit.page(narrowed, limit, before)

    def verify(self) -> ChainReport:
        """Recompute the whole chain."""
        with self._resources.store.reading() as tx:
            return tx.audit.verify()

    def events(self, after: int = 0, limit: int = 100) -> list[Event]:
        """Events about scopes this principal may read, in order, numbered above `after`."""
        return self.feed(after, limit)[0]

    def feed(self, after: int = 0, limit: int = 100) -> tuple[list[Event], int]:
        """Events as in `events`, and the number of the last one looked at: where to go on from, seen or not."""
        readable = set(readable_scopes(self._principal))
        found: list[Event] = []
        with self._resources.store.reading() as tx:
            while len(found) < limit and (batch := tx.events.after(after, FEED_BATCH)):
                for event in batch:
                    after = event.number
                    if event.scope in readable or (event.scope is None and event.topic in FOR_ALL):
                        found.append(event)
                        if len(found) == limit:
                            break
        return found, after

    def switches(self) -> dict[str, bool]:
        """Each switch as it stands; the second keeps its value while the first is off."""
        with self._resources.store.reading() as tx:
            view = self._resources.view(tx, self._principal)
            return {SWITCHES[0]: view.enabled, SWITCHES[1]: view.automatic_suggestions}

    def switch(self, key: str, on: bool) -> None:
        """Set a switch for every process that uses this home.

        Raises:
            NotPermitted: an agent asked.
            Invalid: there is no such switch.
        """
        if not self._principal.is_person or not self._principal.has_role(Role.MEMBER):
            raise NotPermitted(self._principal.name, "change settings")
        if key not in SWITCHES:
            raise Invalid("setting", f"{key!r} is none of {', '.join(SWITCHES)}")
        pen = self._resources.pen(self._principal)
        value = "true" if on else "false"
        with self._resources.store.transaction() as tx:
            tx.ledger.set(key, value, self._principal.name, pen.now)
            record(tx, pen, "switch", value, f"setting:{key}", topic=Topic.SETTINGS_CHANGED)

    def undo(self, number: int) -> str:
        """Take back the decision of that audit entry, and say what is the case now. A person's act.

        Raises:
            NotPermitted: an agent asked, or the person may not decide there.
            NotFound: there is no such entry, or it concerns a scope of others.
            Invalid: it cannot be taken back, or something newer stands on it.
        """
        if not self._principal.is_person:
            raise NotPermitted(self._principal.name, "take decisions back")
        with self._resources.store.transaction() as tx:
            entry = tx.audit.get(number)
            if entry is None or not self._concerns(entry):
                raise NotFound("audit entry", str(number))
            if entry.scope is not None and right(self._principal, Act.DECIDE, entry.scope) is not Right.ALLOW:
                raise NotPermitted(self._principal.name, f"decide for {entry.scope}")
            return undo(tx, entry, self._resources.pen(self._principal))

    def entry(self, number: int) -> AuditEntry:
        """One entry of the trail.

        Raises:
            NotFound: there is none of that number, or it concerns a scope of others.
        """
        with self._resources.store.reading() as tx:
            entry = tx.audit.get(number)
        if entry is None or not self._concerns(entry):
            raise NotFound("audit entry", str(number))
        return entry

    def _concerns(self, entry: AuditEntry) -> bool:
        return entry.scope is None or entry.scope in readable_scopes(self._principal)

    def counters(self) -> dict[str, int]:
        """Every counter."""
        with self._resources.store.reading() as tx:
            return tx.ledger.counters()

    def _sees_unscoped_by(self) -> str | None:
        """Acts that concern no scope are shown to who did them, and to who runs the home."""
        return None if self._principal.has_role(Role.ADMINISTRATOR) else self._principal.user

    def acts_on(self, subjects: Sequence[str]) -> list[AuditEntry]:
        """All that happened to these things, oldest first."""
        with self._resources.store.reading() as tx:
            return [entry for subject in subjects for entry in tx.audit.of_subject(subject)]
