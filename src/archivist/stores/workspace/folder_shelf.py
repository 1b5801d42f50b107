"""A shelf that is a folder of Markdown files, such as `.memories/`: open to an editor, git and Obsidian.

Source: the layered workspace (003), 3.6; requirements M8 and W1.
"""

from archivist.errors import NotFound
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.names import safe_name
from archivist.stores.workspace.shelf import Inventory, Sheet, Shelved, check_expected, version_of

SUFFIXES = (".md", ".mdc")


class FolderShelf:
    """The texts of a folder; a name is a relative path such as `11391733.mdc`."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def list(self) -> Inventory:
        """See `Shelf`; costs one look at each file's status and reads none."""
        listing = self._folder.list(suffixes=SUFFIXES)
        return Inventory(tuple(Shelved(file.name, file.mark) for file in listing.files), listing.skipped)

    def read(self, name: str) -> Sheet:
        """See `Shelf`."""
        text = self._folder.read(name)
        return Sheet(safe_name(name), text, version_of(text))

    def write(self, name: str, text: str, *, expected: str | None = None) -> str:
        """See `Shelf`; compared and replaced under the folder's lock."""
        with self._folder.lock():
            check_expected(name, self._present(name), expected)
            self._folder.replace(name, text)
        return version_of(text)

    def delete(self, name: str, *, expected: str | None = None) -> None:
        """See `Shelf`."""
        with self._folder.lock():
            present = self._present(name)
            if present is None:
                raise NotFound("text", name)
            check_expected(name, present, expected)
            self._folder.unlink(name)

    def _present(self, name: str) -> str | None:
        try:
            return self._folder.read(name)
        except NotFound:
            return None
