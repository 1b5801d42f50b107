"""The meter of model calls, as the rest of the house sees it."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ModelUse:
    """What one role asked of one model on one local day. `dollars` is 0.0 where the price is not known."""

    day: date
    role: str
    model: str
    requests: int
    input_tokens: int
    output_tokens: int
    dollars: float
    failures: int


class ModelUses(Protocol):
    """Adds up calls by day, role and model."""

    def add(self, use: ModelUse) -> None:
        """Add to what is there for that day, role and model."""
        ...

    def since(self, day: date) -> list[ModelUse]:
        """What was used from `day` on, the latest day first."""
        ...
