"""Generations of configuration, as the rest of the house sees them."""

from typing import Protocol

from archivist.records.generation import Generation, GenerationState


class Generations(Protocol):
    """Every generation there was; one is active."""

    def add(self, generation: Generation) -> None:
        """Keep a generation; one of that number that is there stays as it is."""
        ...

    def get(self, number: int) -> Generation | None:
        """The generation of that number."""
        ...

    def latest(self, limit: int) -> list[Generation]:
        """The newest first."""
        ...

    def set_state(self, number: int, state: GenerationState) -> None:
        """Move a generation on in its life."""
        ...
