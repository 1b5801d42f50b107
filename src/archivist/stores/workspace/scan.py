"""What changed on a shelf since the last look, without reading what did not.

A text whose mark is as before is taken as unchanged; another is read and its version compared, so that a mere touch is
no change. A text that went while one of equal content came was renamed (also by letter case only): that is no new
text. What was seen is a plain mapping, handed in and out, so that a database can keep it.
Source: field case FS-01; requirement W1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from archivist.errors import Invalid, NotFound
from archivist.stores.workspace.names import same_name
from archivist.stores.workspace.shelf import Shelf, Shelved


@dataclass(frozen=True, slots=True)
class Seen:
    """What is remembered of a text: its mark and its version."""

    mark: str
    version: str


@dataclass(frozen=True, slots=True)
class Changes:
    """Names by what became of them; `renamed` holds (old, new); `skipped` says why something was passed over."""

    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    renamed: tuple[tuple[str, str], ...] = ()
    deleted: tuple[str, ...] = ()
    skipped: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether anything changed."""
        return bool(self.new or self.changed or self.renamed or self.deleted)


def scan(shelf: Shelf, seen: Mapping[str, Seen]) -> tuple[Changes, dict[str, Seen]]:
    """The changes since `seen`, and what is to be handed in the next time."""
    inventory = shelf.list()
    skipped = dict(inventory.skipped)
    now: dict[str, Seen] = {}
    for text in inventory.texts:
        before = seen.get(text.name)
        if before and text.mark and before.mark == text.mark:
            now[text.name] = before
        elif looked := _look(shelf, text, skipped):
            now[text.name] = looked
        elif before and text.name in skipped:
            now[text.name] = before
    gone = [name for name in seen if name not in now]
    fresh = [name for name in now if name not in seen]
    renamed = _pair(gone, fresh, seen, now)
    return (
        Changes(
            new=tuple(name for name in fresh if name not in {new for _, new in renamed}),
            changed=tuple(name for name in now if name in seen and seen[name].version != now[name].version),
            renamed=renamed,
            deleted=tuple(name for name in gone if name not in {old for old, _ in renamed}),
            skipped=skipped,
        ),
        now,
    )


def _look(shelf: Shelf, text: Shelved, skipped: dict[str, str]) -> Seen | None:
    try:
        return Seen(text.mark, shelf.read(text.name).version)
    except Invalid as exc:
        skipped[text.name] = exc.problem
    except NotFound:  # it went between listing and reading
        pass
    return None


def _pair(
    gone: list[str], fresh: list[str], seen: Mapping[str, Seen], now: Mapping[str, Seen]
) -> tuple[tuple[str, str], ...]:
    """Each name that went with the one of equal content that came; one that only changed its case goes first."""
    came: dict[str, list[str]] = {}
    for name in fresh:
        came.setdefault(now[name].version, []).append(name)
    pairs = []
    for old in gone:
        candidates = came.get(seen[old].version, [])
        if candidates:
            new = min(candidates, key=lambda name: (same_name(name) != same_name(old), _last(name) != _last(old)))
            candidates.remove(new)
            pairs.append((old, new))
    return tuple(pairs)


def _last(name: str) -> str:
    return name.rsplit("/", 1)[-1]
