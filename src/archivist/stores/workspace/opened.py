"""An adopted folder, opened: its files, its day notes, and the shelf its fragments lie on."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from archivist.errors import NotFound
from archivist.stores.base import Store
from archivist.stores.workspace.day_files import DayFiles
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.folder_shelf import FolderShelf
from archivist.stores.workspace.layers import WorkspaceLayout
from archivist.stores.workspace.object_shelf import open_object_shelf
from archivist.stores.workspace.shelf import Shelf
from archivist.stores.workspace_port import WorkspaceFolder

IN_STORE: Final = "sql:"
"""How the address of a shelf in the database begins."""


@dataclass(frozen=True, slots=True)
class OpenWorkspace:
    """The folder, and what the home knows of it."""

    known: WorkspaceFolder
    folder: Folder
    days: DayFiles

    @property
    def layout(self) -> WorkspaceLayout:
        """The names of the layers."""
        return self.known.layout

    def shelf(self, store: Store) -> Shelf | None:
        """Where the fragments lie; None when the folder for them is not there. Raises: Invalid for a link outside."""
        if self.known.fragments.startswith(IN_STORE):
            return store.sheets(self.known.fragments.removeprefix(IN_STORE))
        if self.known.fragments:
            return open_object_shelf(self.known.fragments)
        path = self.folder.locate(self.layout.fragments)
        return FolderShelf(Folder(path)) if path.is_dir() else None


def open_workspace(known: WorkspaceFolder, zone: ZoneInfo) -> OpenWorkspace:
    """The folder as it lies on the disk now.

    Raises:
        NotFound: it was moved or its disk is not there; nothing that is known of it changes.
    """
    try:
        folder = Folder(Path(known.path))
    except NotFound as exc:
        hint = "adopt it where it lies now: archivist init --workspace DIR"
        raise NotFound("workspace folder", known.path, hint=hint) from exc
    return OpenWorkspace(known, folder, DayFiles(folder, known.layout, zone))
