"""The round-trip laws of the library over many generated documents: `python -m tests.views.roundtrip 100000 [SEED]`.

Documents and entries are put together by chance from the hostile pieces of the property tests, and from single signs.
Prints how many were tried and the seconds it took; stops at the first that breaks a law, and shows it.
"""

import random
import sys
import time

from tests.views.documents import LINES

from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import normalise, parse, render

SIGNS = " \t-*+#`~|>1.:ab中，\r\u3000é😀"
BREAKS = ["\n", "\n", "\n\n", "\r\n", "\r"]


def piece(chance: random.Random) -> str:
    if chance.random() < 0.75:
        return chance.choice(LINES)
    return "".join(chance.choices(SIGNS, k=chance.randrange(12)))


def document(chance: random.Random) -> str:
    return "".join(piece(chance) + chance.choice(BREAKS) for _ in range(chance.randrange(24)))


def entry(chance: random.Random) -> Entry:
    topic = chance.choice(["", "", "T", "部署", piece(chance)])
    return Entry(chance.choice(list(Kind)), "\n".join(piece(chance) for _ in range(chance.randrange(1, 5))), topic)


def main(count: int, seed: int = 0) -> None:
    chance = random.Random(seed)
    start = time.perf_counter()
    for _ in range(count):
        text = document(chance)
        once = normalise(text)
        assert normalise(once) == once, repr(text)
        assert parse(once) == parse(text), repr(text)
        entries = [entry(chance) for _ in range(chance.randrange(7))]
        assert parse(render(entries)) == normal_entries(entries), entries
    print(f"{count} documents and {count} lists of entries kept both laws, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
