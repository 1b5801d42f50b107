"""Imports run down: from a lower floor or within one room; never up, sideways, or from a package around the file."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1] / "src" / "archivist"
FLOORS = [
    ("errors", "settings", "clock", "version", "home"),
    ("records", "text"),
    ("policy",),
    ("stores", "llm", "bus"),
    ("importers", "views", "roles"),
    ("write", "read"),
    ("services", "upkeep"),
    ("context_parts",),
    ("session",),
    ("app",),
    ("doors",),
    ("__init__",),
    ("__main__",),
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def source_of(name: str) -> Path:
    """The file that a dotted name such as `archivist.stores.base.Store` is taken from."""
    here = ROOT.parent
    for part in name.split("."):
        if (here / f"{part}.py").is_file():
            return here / f"{part}.py"
        if not (here / part).is_dir():
            break
        here /= part
    return here / "__init__.py"


def arrows() -> Iterator[tuple[Path, Path]]:
    """Every (file, file it imports from) of the package, imports inside functions included."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write the import in full"
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from ((path, source_of(name)) for name in names if name.split(".")[0] == ROOT.name)


def test_imports_run_down() -> None:
    climbs = {
        f"{path.relative_to(ROOT)} -> {room_of(source)}"
        for path, source in arrows()
        if room_of(source) != room_of(path) and FLOOR[room_of(source)] >= FLOOR[room_of(path)]
    }
    assert not climbs


def test_no_file_imports_a_package_that_holds_it() -> None:
    loops = {
        f"{path.relative_to(ROOT)} -> {source.relative_to(ROOT)}"
        for path, source in arrows()
        if source.name == "__init__.py" and source.parent in path.parents and source != path
    }
    assert not loops


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in ROOT.rglob("*.py")} <= FLOOR.keys()
