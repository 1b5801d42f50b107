"""Brings files into the knowledge base: finds, reads, checks and keeps them, some documents a transaction.

An import that was cut off is simply started again: what was kept is known by its hash and not read twice. One file that
cannot be kept stops nothing; the report names it. Whoever imports must be a person (`policy.knowledge`); what arrives
waits until it is published. A file that is renamed keeps its document; one that is gone is missing, not deleted.
"""

import hashlib
import unicodedata
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from archivist.errors import ArchivistError, Invalid, NotFound
from archivist.importers import IMPORTERS, walk
from archivist.importers.walk import Skipped
from archivist.policy.knowledge import require_import, reviews
from archivist.records.knowledge import Document, Source
from archivist.records.principal import Principal
from archivist.records.scope import Scope
from archivist.services.resources import Resources
from archivist.settings import SensitiveSettings
from archivist.stores.base import Transaction
from archivist.stores.knowledge_port import NewDocument, NewVersion
from archivist.write import documents as acts
from archivist.write.commit import Pen
from archivist.write.prepare import Prepared, prepare
from archivist.write.sensitive_text import masked

EVERYTHING = "**/*"
MAX_NAME = 1_000
BATCH_FILES = 64
BATCH_BYTES = 4_000_000

Progress = Callable[[int, int, str], None]
"""Called after each file with how many are done, of how many, and the name of the last."""

_UNREADABLE = {"Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"}


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of one file: created, changed, unchanged, reverted, renamed, found, missing, refused."""

    name: str
    outcome: str
    reason: str = ""
    document: Document | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, file by file, what it left out, and what a person should know."""

    items: tuple[Imported, ...]
    skipped: tuple[Skipped, ...] = ()
    notices: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        return dict(Counter(item.outcome for item in self.items))

    def __add__(self, other: "ImportReport") -> "ImportReport":
        return ImportReport(self.items + other.items, self.skipped + other.skipped, self.notices + other.notices)


@dataclass(frozen=True, slots=True)
class Found:
    """The files that an argument stands for, by their paths below `root`; `pattern` is "" for a single file."""

    root: Path
    files: tuple[str, ...]
    pattern: str
    skipped: tuple[Skipped, ...] = ()
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    """Bytes under the name and path they are to be kept by."""

    name: str
    path: str
    data: bytes
    sha256: str


class Importer:
    """Imports for one principal into one scope."""

    def __init__(
        self, resources: Resources, principal: Principal, scope: Scope, *, mask: bool = False, publish: bool = False
    ) -> None:
        """Raises `NotPermitted` unless the principal may import there (and publish there, where asked)."""
        require_import(principal, scope)
        self._resources, self._principal, self._scope = resources, principal, scope
        self._publish = publish and reviews(principal, scope)
        policy = resources.settings().memory.sensitive
        self._policy = SensitiveSettings("mask", "mask", policy.email) if mask else policy

    def add_text(self, name: str, data: bytes) -> Imported:
        """Keep a text under a name; the same name is the same document."""
        name = clean_name(name)
        limit = self._resources.settings().knowledge.max_document_bytes
        if len(data) > limit:
            raise Invalid(name, f"is {len(data)} bytes long, more than {limit}")
        file = _File(name, "", data, hashlib.sha256(data).hexdigest())
        return next(iter(self._keep([file], None)))

    def add_path(self, argument: str, progress: Progress | None = None) -> ImportReport:
        """Import a file, a folder or a pattern.

        Raises:
            NotFound: there is nothing there.
            Invalid: not one file of it can be imported.
        """
        return self._add(find_files(argument), progress)

    def sync(self, source: Source, progress: Progress | None = None) -> ImportReport:
        """Read a source again: what is new, changed, renamed, gone."""
        root = Path(source.uri)
        if not root.is_dir():
            raise NotFound("folder", source.uri, hint="nothing was changed")
        if source.pattern:
            return self._add(_discovered(source.uri, root, source.pattern), progress)
        with self._resources.store.reading() as tx:
            known = tx.documents.of_source(source.id)
        gone = [document for document in known if not (root / document.path).is_file()]
        report = self._read_all(source, root, [one.path for one in known if one not in gone], progress)
        return report + ImportReport(tuple(self._mark_missing(gone)))

    def _add(self, found: Found, progress: Progress | None) -> ImportReport:
        source, prefix = self._source(found.root, found.pattern)
        root, paths = Path(source.uri), [f"{prefix}{path}" for path in found.files]
        vanished = self._vanished(source, prefix, paths) if found.pattern == EVERYTHING else []
        renamed = list(self._follow_renames(source, root, paths, vanished))
        followed = {item.document.id for item in renamed if item.document}
        report = self._read_all(source, root, paths, progress)
        gone = self._mark_missing([one for one in vanished if one.id not in followed])
        return ImportReport((*renamed, *report.items, *gone), found.skipped, found.notices)

    def _source(self, root: Path, pattern: str) -> tuple[Source, str]:
        """The source that files below `root` belong to, made if there is none, and where in it `root` lies."""
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            standing = tx.sources.all([self._scope])
            around = [one for one in standing if walk.is_inside(Path(one.uri), root)]
            if around:
                source = max(around, key=lambda one: len(one.uri))
                below = root.relative_to(source.uri).as_posix()
                widens = below == "." and source.pattern != EVERYTHING and pattern
                tx.sources.synced(source.id, pattern if widens else source.pattern, pen.now)
                return source, "" if below == "." else f"{below}/"
            name = _free(clean_name(root.name or "files"), {one.name for one in standing})
            source = Source(pen.new_id(), self._scope, name, str(root), pattern, pen.now, self._principal.name)
            tx.sources.insert(source)
            tx.sources.synced(source.id, pattern, pen.now)
        return source, ""

    def _read_all(self, source: Source, root: Path, paths: Sequence[str], progress: Progress | None) -> ImportReport:
        items: list[Imported] = []
        for batch in self._batches(source, root, paths, items):
            items += self._keep(batch, source)
            if progress is not None:
                progress(len(items), len(paths), items[-1].name if items else "")
        return ImportReport(tuple(items))

    def _batches(
        self, source: Source, root: Path, paths: Sequence[str], refused: list[Imported]
    ) -> Iterator[list[_File]]:
        """Files in batches of bounded size; one that cannot be read is put among the refused."""
        batch: list[_File] = []
        size = 0
        names: set[str] = set()
        for path in paths:
            try:
                name = clean_name(f"{source.name}/{path}")
                if name in names:
                    raise Invalid(name, "is named like another file but for the form of its letters")
                names.add(name)
                data = self._bytes(root, path)
            except ArchivistError as error:
                refused.append(self._refuse(f"{source.name}/{path}", error))
                continue
            batch.append(_File(name, unicodedata.normalize("NFC", path), data, hashlib.sha256(data).hexdigest()))
            size += len(data)
            if len(batch) >= BATCH_FILES or size >= BATCH_BYTES:
                yield batch
                batch, size = [], 0
        yield batch

    def _bytes(self, root: Path, path: str) -> bytes:
        return walk.read(root, path, self._resources.settings().knowledge.max_document_bytes)

    def _keep(self, files: Sequence[_File], source: Source | None) -> list[Imported]:
        """Keep what is new or changed among some files, in one transaction."""
        work = [self._look(file) for file in files]
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            return [self._keep_one(tx, pen, source, *one) for one in work]

    def _look(self, file: _File) -> tuple[_File, Document | None, Prepared | ArchivistError | None]:
        """A file, the document it is, and its content read, or why not; None where it is known already."""
        with self._resources.store.reading() as tx:
            standing = tx.documents.by_name(self._scope, file.name)
            if standing is not None and _is_known(standing, file.sha256):
                return file, standing, None
            previous = tx.documents.parsed(standing.latest) if standing and standing.latest else None
        settings = self._resources.settings().knowledge.chunk
        try:
            made = prepare(file.data, file.name, self._check, settings.max_tokens, settings.overlap_tokens, previous)
        except ArchivistError as error:
            return file, standing, error
        return file, standing, made

    def _check(self, text: str, name: str) -> tuple[str, str]:
        return masked(text, name, self._policy)

    def _keep_one(
        self,
        tx: Transaction,
        pen: Pen,
        source: Source | None,
        file: _File,
        seen: Document | None,
        made: Prepared | ArchivistError | None,
    ) -> Imported:
        standing = tx.documents.by_name(self._scope, file.name)
        if (standing and standing.latest) != (seen and seen.latest):
            return self._keep_one(tx, pen, source, *self._look(file))  # another import was faster
        if isinstance(made, ArchivistError):
            acts.refuse_file(tx, pen, self._scope, file.name, made.message)
            return Imported(file.name, "refused", made.message)
        if standing is not None and standing.missing_at is not None:
            standing = acts.mark_missing(tx, pen, standing, False)
            if made is None:
                return Imported(file.name, "found", document=standing)
        if made is None and standing is not None:
            return self._known(tx, pen, file, standing)
        assert made is not None
        kept = acts.keep_version(
            tx,
            pen,
            standing
            or NewDocument(pen.new_id(), self._scope, file.name, pen.now, source.id if source else None, file.path),
            NewVersion(
                made.parsed, made.chunks, file.sha256, len(file.data), pen.now, self._principal.name, made.original
            ),
        )
        if self._publish:
            kept = acts.publish(tx, pen, kept)
        return Imported(file.name, "changed" if standing else "created", "; ".join(made.parsed.notices), kept)

    def _known(self, tx: Transaction, pen: Pen, file: _File, standing: Document) -> Imported:
        if standing.ready and standing.pending and standing.ready.sha256 == file.sha256:
            return Imported(file.name, "reverted", document=acts.discard_pending(tx, pen, standing))
        if self._publish and standing.pending:
            return Imported(file.name, "published", document=acts.publish(tx, pen, standing))
        return Imported(file.name, "unchanged", document=standing)

    def _vanished(self, source: Source, prefix: str, paths: Iterable[str]) -> list[Document]:
        """Documents of a folder whose file is not among its files any more."""
        present = {unicodedata.normalize("NFC", path) for path in paths}
        with self._resources.store.reading() as tx:
            known = tx.documents.of_source(source.id)
        return [one for one in known if one.path.startswith(prefix) and one.path not in present]

    def _follow_renames(
        self, source: Source, root: Path, paths: Iterable[str], vanished: Sequence[Document]
    ) -> Iterator[Imported]:
        """Give a document whose file is gone the name of a new file with the same content."""
        waiting = list(vanished)
        if not waiting:
            return
        with self._resources.store.reading() as tx:
            known = {one.path for one in tx.documents.of_source(source.id)}
        for path in paths:
            folded = unicodedata.normalize("NFC", path)
            if folded in known:
                continue
            try:
                digest = hashlib.sha256(self._bytes(root, path)).hexdigest()
                name = clean_name(f"{source.name}/{path}")
            except ArchivistError:
                continue  # it is refused, with its reason, when it is read to be kept
            same = [one for one in waiting if one.latest and one.latest.sha256 == digest]
            if same:
                document = max(same, key=lambda one: _alike(one.path, path))
                waiting.remove(document)
                yield self._rename(document, name, folded)

    def _rename(self, document: Document, name: str, path: str) -> Imported:
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            kept = acts.rename(tx, pen, document, name, path)
            if kept.missing_at is not None:
                kept = acts.mark_missing(tx, pen, kept, False)
        return Imported(name, "renamed", f"was {document.name}", kept)

    def _mark_missing(self, documents: Iterable[Document]) -> Iterator[Imported]:
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            for document in documents:
                if document.missing_at is None:
                    kept = acts.mark_missing(tx, pen, document, True)
                    yield Imported(document.name, "missing", "its file is gone", kept)

    def _refuse(self, name: str, error: ArchivistError) -> Imported:
        shown = name.encode("utf-8", "backslashreplace").decode()
        pen = self._resources.pen(self._principal)
        with self._resources.store.transaction() as tx:
            acts.refuse_file(tx, pen, self._scope, shown, error.message)
        return Imported(shown, "refused", error.message)


def find_files(argument: str, allowed_roots: Container[Path] | None = None) -> Found:
    """The files that a file, folder or pattern stands for.

    Raises:
        NotFound: there is nothing there. NotPermitted: it is outside of every allowed root, links resolved.
        Invalid: not one file of it can be imported.
    """
    root, pattern = walk.locate(argument, allowed_roots)
    path = Path(argument).expanduser()
    if path.is_dir():
        return _discovered(argument, root, EVERYTHING)
    if path.name and (root / path.name).is_file():
        return Found(root, (path.name,), "")
    return _discovered(argument, root, pattern)


def _discovered(argument: str, root: Path, pattern: str) -> Found:
    found = walk.discover(root, pattern, IMPORTERS.keys())
    if not found.files:
        why = "; ".join(f"{one.path}: {one.reason}" for one in found.skipped[:3])
        if not why and pattern != EVERYTHING:
            raise NotFound("file", argument)
        raise Invalid(argument, f"holds no file that can be imported{': ' + why if why else ''}")
    return Found(root, found.files, pattern, found.skipped, found.notices)


def clean_name(name: str) -> str:
    """A document's name in NFC, its parts joined by `/`.

    Raises:
        Invalid: it is empty, too long, leads out of its folder, or holds a character nobody can read.
    """
    text = unicodedata.normalize("NFC", name.strip().replace("\\", "/")).strip("/")
    if not text or len(text) > MAX_NAME:
        raise Invalid("name", "must not be empty" if not text else f"is longer than {MAX_NAME} characters")
    for character in text:
        if unicodedata.category(character) in _UNREADABLE:
            raise Invalid("name", f"holds the unreadable character U+{ord(character):04X}")
    if any(part in ("", ".", "..") for part in text.split("/")):
        raise Invalid("name", f"{text!r} leads out of its folder")
    return text


def _is_known(document: Document, sha256: str) -> bool:
    versions = [version for version in (document.ready, document.pending) if version is not None]
    return any(version.sha256 == sha256 for version in versions)


def _free(name: str, taken: set[str]) -> str:
    """`name`, or with the first number that makes it a new one."""
    number = 2
    free = name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


def _alike(old: str, new: str) -> tuple[bool, bool]:
    """How much two paths have in common, to choose among files of one content."""
    one, other = PurePosixPath(old), PurePosixPath(new)
    return one.name.casefold() == other.name.casefold(), one.parent == other.parent
