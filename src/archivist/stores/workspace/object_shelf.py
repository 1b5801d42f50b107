"""A shelf in an object store, through any filesystem of fsspec: S3 and its kin, Azure, Google, a memory for tests.

Needs the extra `objects`. The mark is the store's own (ETag, or whatever tells its versions apart), so a listing reads
no object. An object store has no lock: between compare and write another writer may come in, and the later one wins;
only "must be new" is settled by the store itself, where it can.
Source: requirement M8.
"""

from typing import Any, Protocol

from archivist.errors import AlreadyExists, Invalid, NotFound, StoreError
from archivist.stores.workspace.names import safe_name, same_name
from archivist.stores.workspace.shelf import NEW, Inventory, Sheet, Shelved, check_expected, version_of

SUFFIXES = (".md", ".mdc")
_MARKS = ("ETag", "etag", "md5", "content_md5", "LastModified", "last_modified", "created", "mtime")


class ObjectStore(Protocol):
    """The part of `fsspec.AbstractFileSystem` that a shelf uses."""

    def find(self, path: str, detail: bool = ...) -> dict[str, dict[str, Any]]: ...
    def cat_file(self, path: str) -> bytes: ...
    def pipe_file(self, path: str, value: bytes, mode: str = ...) -> Any: ...
    def rm_file(self, path: str) -> Any: ...
    def exists(self, path: str) -> bool: ...
    def invalidate_cache(self, path: str | None = ...) -> None: ...


class ObjectShelf:
    """The texts under `prefix` (bucket and folder) of an object store."""

    def __init__(self, store: ObjectStore, prefix: str) -> None:
        self._store, self._prefix = store, prefix.rstrip("/")

    def list(self) -> Inventory:
        """See `Shelf`."""
        self._store.invalidate_cache()
        texts, skipped = [], {}
        for path, facts in sorted(self._found().items()):
            name = path.lstrip("/").removeprefix(self._prefix.lstrip("/") + "/")
            if not name.lower().endswith(SUFFIXES):
                continue
            try:
                texts.append(Shelved(safe_name(name), _mark(facts)))
            except Invalid as exc:
                skipped[name] = exc.problem
        return Inventory(tuple(texts), skipped)

    def read(self, name: str) -> Sheet:
        """See `Shelf`."""
        text = self._present(name)
        if text is None:
            raise NotFound("text", name)
        return Sheet(safe_name(name), text, version_of(text))

    def write(self, name: str, text: str, *, expected: str | None = None) -> str:
        """See `Shelf`."""
        present = self._present(name)
        check_expected(name, present, expected)
        if present is None:
            self._refuse_twin(name)
        try:
            mode = "create" if expected == NEW else "overwrite"
            self._store.pipe_file(self._path(name), text.encode("utf-8"), mode=mode)
        except FileExistsError as exc:
            raise AlreadyExists("text", name, "written meanwhile") from exc
        except OSError as exc:
            raise StoreError(f"{name!r}: {exc}") from exc
        return version_of(text)

    def delete(self, name: str, *, expected: str | None = None) -> None:
        """See `Shelf`."""
        present = self._present(name)
        if present is None:
            raise NotFound("text", name)
        check_expected(name, present, expected)
        self._store.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._prefix}/{safe_name(name)}"

    def _present(self, name: str) -> str | None:
        try:
            return self._store.cat_file(self._path(name)).decode("utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as exc:
            raise Invalid(name, f"is not UTF-8 text (byte {exc.start})") from exc
        except OSError as exc:
            raise StoreError(f"{name!r}: {exc}") from exc

    def _refuse_twin(self, name: str) -> None:
        twins = [each.name for each in self.list().texts if same_name(each.name) == same_name(name)]
        if twins:
            raise AlreadyExists("text", name, twins[0])

    def _found(self) -> dict[str, dict[str, Any]]:
        try:
            return self._store.find(self._prefix, detail=True)
        except FileNotFoundError:
            return {}
        except OSError as exc:
            raise StoreError(f"the object store does not answer: {exc}") from exc


def open_object_shelf(url: str, **options: Any) -> ObjectShelf:
    """The shelf at an address such as `s3://bucket/folder`; `options` go to the filesystem of fsspec."""
    import fsspec

    store, prefix = fsspec.core.url_to_fs(url, **options)
    return ObjectShelf(store, prefix)


def _mark(facts: dict[str, Any]) -> str:
    """What tells one version of an object from the next, with its size; "" when the store tells nothing."""
    told = [str(facts[key]) for key in _MARKS if facts.get(key)]
    return f"{told[0]}-{facts.get('size')}" if told else ""
