"""Data sets in the shape of the evaluation kit: a folder with `corpus.jsonl` and `queries.jsonl`.

    corpus.jsonl    {"id", "text", "meta": {"group", …}}
    queries.jsonl   {"id", "text", "relevant": [ids], "category", "meta": {"group", …}}

A question is asked in its own group only. `meta.exclude` names ids that do not count as found (the section a question
was cut from); `meta.score: false` says that a question is not scored.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.peers.contract import Row

OWN = Path(__file__).parent / "data"
"""The small sets that come with the checkout."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question, whose it is, and the ids that answer it."""

    text: str
    scope: str
    relevant: frozenset[str]
    excluded: frozenset[str]
    category: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """Rows in the order in which they were said or stand, and the questions that something answers."""

    name: str
    rows: tuple[Row, ...]
    queries: tuple[Query, ...]


def load(folder: Path) -> Dataset:
    """Read one data set.

    Raises:
        OSError: one of its two files cannot be read.
        ValueError: a line is no JSON, or lacks a field; json's errors and KeyError included.
    """
    rows = tuple(
        Row(id=line["id"], text=line["text"], scope=line["meta"]["group"], meta=line["meta"])
        for line in _lines(folder / "corpus.jsonl")
    )
    queries = tuple(
        Query(
            line["text"],
            line["meta"]["group"],
            frozenset(line["relevant"]),
            frozenset(line["meta"].get("exclude") or ()),
            line.get("category", ""),
        )
        for line in _lines(folder / "queries.jsonl")
        if line["relevant"] and line["meta"].get("score", True)
    )
    return Dataset(folder.name, rows, queries)


def find(roots: Iterable[Path], names: Sequence[str] = ()) -> list[Path]:
    """The folders of data sets in or below `roots`, by name, or those of `names` in that order.

    Raises:
        LookupError: a name is not among them; says which there are.
    """
    found = {
        file.parent.name: file.parent
        for root in roots
        for pattern in ("queries.jsonl", "*/queries.jsonl", "*/*/queries.jsonl")
        for file in root.glob(pattern)
        if (file.parent / "corpus.jsonl").exists()
    }
    if missing := [name for name in names if name not in found]:
        raise LookupError(f"no data set {', '.join(missing)}; there are {', '.join(sorted(found)) or 'none'}")
    return [found[name] for name in names or sorted(found)]


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
