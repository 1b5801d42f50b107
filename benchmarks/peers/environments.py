"""The environments of the peers: one for each, in a cache folder outside the checkout.

`ARCHIVIST_BENCH_CACHE` names that folder; without it, it stands in the user's cache.
"""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

OWN = "archivist"
"""Adapters of that prefix run in this environment: they are ours."""

ALL = "all"


class Unavailable(Exception):
    """A peer cannot be asked, and why, in words for a table."""


def names() -> list[str]:
    """Every adapter there is, ours first."""
    found = [file.stem for file in (Path(__file__).parent / "adapters").glob("*.py") if file.stem != "__init__"]
    return sorted(found, key=lambda name: (not name.startswith(OWN), name))


def chosen(text: str) -> list[str]:
    """The adapters named in `text`, separated by commas; `all` stands for every one that can be asked here."""
    return [name for name in names() if is_ready(name)] if text == ALL else text.split(",")


def adapter(name: str) -> ModuleType:
    """The module of an adapter; it imports its peer later.

    Raises:
        Unavailable: there is none of that name.
    """
    if name not in names():
        raise Unavailable(f"no adapter {name!r}; there are {', '.join(names())}")
    return import_module(f"benchmarks.peers.adapters.{name}")


def cache_folder() -> Path:
    """Where environments and vectors are kept; made when it is not there."""
    base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    folder = Path(os.environ.get("ARCHIVIST_BENCH_CACHE", base / "archivist-bench"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def python_of(name: str) -> str:
    """The interpreter that runs an adapter: this one where it requires nothing, else that of its environment.

    Raises:
        Unavailable: there is no adapter of that name, or it is not installed.
    """
    if not adapter(name).REQUIRES:
        return sys.executable
    python = _folder(name) / "bin" / "python"
    if not (_folder(name) / "installed").exists():
        raise Unavailable(f"not installed: python -m benchmarks peers install {name}")
    return str(python)


def is_ready(name: str) -> bool:
    """It is ours, needs nothing, or is installed."""
    try:
        python_of(name)
    except Unavailable:
        return False
    return True


def install(name: str) -> None:
    """Make a peer's environment anew and install its pinned requirements from the configured package index.

    Raises:
        Unavailable: it has no such Python, or pip failed; with pip's last words.
    """
    requires = adapter(name).REQUIRES
    if not requires:
        return
    python, folder = _base_python(name), _folder(name)
    shutil.rmtree(folder, ignore_errors=True)
    _run([python, "-m", "venv", str(folder)])
    _run([str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-input", *requires])
    (folder / "installed").write_text("\n".join(requires), "utf-8")


def _folder(name: str) -> Path:
    """Adapters of the same requirements share an environment; another version of a peer has another."""
    first: str = adapter(name).REQUIRES[0]
    return cache_folder() / "peers" / first.replace("==", "-")


def _base_python(name: str) -> str:
    wanted = getattr(adapter(name), "PYTHON", None)
    if wanted is None:
        return sys.executable
    for folder in os.get_exec_path():  # the first that starts: a version manager's stand-in may have nothing behind it
        python = shutil.which(f"python{wanted}", path=folder)
        if python and subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0:
            return python
    raise Unavailable(f"needs Python {wanted}, which is not on the path")


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines()
        raise Unavailable(words[-1][:200] if words else f"{command[0]} ended with {done.returncode}")
