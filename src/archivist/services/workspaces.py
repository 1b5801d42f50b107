"""Layered folders as a door may ask for them: adopt or create one, and keep its fragments and the records in step."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from archivist.errors import AlreadyExists, Invalid, NotFound, NotPermitted, StoreReadOnly
from archivist.records.principal import Principal, Role
from archivist.services.resources import Resources
from archivist.stores.workspace.layers import Layer, WorkspaceLayout, adopt, create
from archivist.stores.workspace.opened import IN_STORE, OpenWorkspace, open_workspace
from archivist.stores.workspace_port import ProfileChange, WorkspaceFolder
from archivist.write.commit import record
from archivist.write.shelf_writing import sync_fragments
from archivist.write.shelving import Synced


@dataclass(frozen=True, slots=True)
class AdoptedFolder:
    """A folder that is now known, whether it was made, and what its fragments became."""

    known: WorkspaceFolder
    created: bool
    present: tuple[Layer, ...]
    synced: Synced


class WorkspaceService:
    """The folders of one principal."""

    def __init__(self, resources: Resources, principal: Principal) -> None:
        self._resources = resources
        self._principal = principal

    def adopt(self, path: Path, *, fragments: str = "", language: Literal["zh", "en"] | None = None) -> AdoptedFolder:
        """Take a folder as it is, or make one where there is none; its fragments are read into the records.

        With a project in focus it becomes that project's folder. Taking it again changes nothing.

        Raises:
            NotPermitted: an agent asked.
            AlreadyExists: another folder, which is still there, has this place.
        """
        self._demand_person("adopt a folder")
        if fragments and not fragments.startswith(IN_STORE) and "://" not in fragments:
            raise Invalid("fragments", f"{fragments!r} is no address such as s3://bucket/folder or sql:name")
        focus = self._principal.project or ""
        settings = self._resources.settings()
        layout = WorkspaceLayout(**settings.workspace.names) if settings.workspace.names else None
        with self._resources.store.reading() as tx:
            before = tx.workspaces.of(self._principal.user, focus)
        root = path.expanduser().absolute()
        if before is not None and Path(before.path) != root and Path(before.path).is_dir():
            raise AlreadyExists("workspace", focus or self._principal.user, before.path)
        is_new = not root.exists() or (root.is_dir() and not any(root.iterdir()))
        try:
            chosen = language or ("zh" if settings.language == "zh" else "en")
            adopted = create(root, layout or WorkspaceLayout(), chosen) if is_new else adopt(root, layout)
        except OSError as exc:
            raise StoreReadOnly(f"{root}: {exc.strerror}") from exc
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            known = tx.workspaces.put(
                self._principal.user, focus, str(root), fragments, adopted.layout, self._resources.clock()
            )
            if before is None:
                record(tx, pen, "adopt", "done", f"workspace:{known.seq}", detail=f"{len(adopted.present)} layers")
        return AdoptedFolder(known, is_new, adopted.present, self.sync())

    def current(self) -> OpenWorkspace:
        """The folder of the project in focus, or else the user's own, opened.

        Raises:
            NotFound: there is none, or it is not where it was.
        """
        with self._resources.store.reading() as tx:
            known = tx.workspaces.of(self._principal.user, self._principal.project or "")
            known = known or tx.workspaces.of(self._principal.user)
        if known is None:
            raise NotFound("workspace", self._principal.user, hint="make one: archivist init --workspace DIR")
        return open_workspace(known, self._resources.zone)

    def sync(self, *, accept_deletions: bool = False) -> Synced:
        """Take in what was done to the fragments by hand, and write back what became of the records.

        Args:
            accept_deletions: also forget when every file went at once, which looks like a disk that is not there.
        Raises:
            NotPermitted: an agent asked: what it would bring in counts as a person's act.
        """
        self._demand_person("bring files in")
        opened = self.current()
        return sync_fragments(
            self._resources.store,
            opened,
            lambda: self._resources.pen(self._principal),
            lambda tx: self._resources.view(tx, self._principal),
            accept_deletions=accept_deletions,
        )

    def profile_changes(self) -> list[ProfileChange]:
        """How the fields of the profile came to be what they are, oldest first."""
        opened = self.current()
        with self._resources.store.reading() as tx:
            return tx.workspaces.profile_changes(opened.known.seq)

    def _demand_person(self, act: str) -> None:
        if not self._principal.is_person or not self._principal.has_role(Role.MEMBER):
            raise NotPermitted(self._principal.name, act)
