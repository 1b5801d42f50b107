"""How a new statement may stand to an old one. Who only tells them apart does not wait for the tables that find it out.

`text.statements` says which it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from archivist.text.differences import Difference


@dataclass(frozen=True, slots=True)
class Same:
    """Equal folded text."""


@dataclass(frozen=True, slots=True)
class Rewording:
    """One statement in other words, or with more or less detail.

    `shortens`: the old one says something the new one leaves out, and nothing is new; the old one is the fuller.
    """

    similarity: float
    shortens: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """One subject, another value: both cannot hold. `partly`: the old one also says things that still can."""

    difference: Difference
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Different:
    """Another subject, or another thing said of it: both can hold."""


Relation = Same | Rewording | Conflict | Different
