"""Traces of built contexts, as the rest of the house sees them."""

from datetime import datetime
from typing import Protocol

from archivist.records.context import Trace


class Traces(Protocol):
    """What was shown in which run, and why; kept for a while, and for its owner only."""

    def insert(self, trace: Trace) -> None:
        """Keep a trace."""
        ...

    def get(self, owner: str, run: str) -> Trace | None:
        """The owner's trace of that run."""
        ...

    def latest(self, owner: str, limit: int) -> list[Trace]:
        """The owner's traces, latest first."""
        ...

    def spend(self, owner: str, run: str, results: int, tokens: int) -> None:
        """Count one search of the agent in that run."""
        ...

    def purge(self, before: datetime) -> None:
        """Let go of what was built before that time."""
        ...
