"""What an adapter is: a module of `benchmarks.peers.adapters` that makes a peer answer to two methods.

    REQUIRES = ("name==1.2.3",)     what `python -m benchmarks peers install` puts into its environment; empty: nothing
    PYTHON = "3.12"                 only where the peer needs another Python than this one
    SCOPED = False                  only where a store knows no users: every scope then gets a store of its own
    EMBEDS = True                   only where it asks `benchmarks.peers.embedding`, whose time is not counted
    class Peer: ...                 the protocol below, and a `close()` where letting go of it would not be enough

The peer's library is imported when a `Peer` is made, so the module itself can be read anywhere.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, TypedDict


class Row(TypedDict):
    """One thing to find. `scope` is whose it is; `meta` is what the data set knows of it beside its text."""

    id: str
    text: str
    scope: str
    meta: dict[str, Any]


class Peer(Protocol):
    """A store opened in an empty folder that lives as long as its process."""

    def __init__(self, folder: Path) -> None: ...

    def add(self, rows: Sequence[Row]) -> None:
        """Keep rows so that the next search finds them, by the quickest way in that the peer documents."""
        ...

    def search(self, query: str, scope: str, k: int) -> list[str]:
        """The ids of at most `k` rows of a scope, best first."""
        ...
