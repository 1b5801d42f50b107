"""Chinese questions find the memory that answers them, with few characters in common and no model.

`tests/data/zh_pairs.jsonl` is our own: 30 questions with their memories, 20 memories of other people about the same
subjects, 180 about others. It shows that nothing broke; how good the ranking is, the benchmarks say.
"""

import json
from pathlib import Path

from tests.contracts.index import ALICE, fill
from tests.stores.test_fts_index import connect

from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.text.words import parse_query

PAIRS = Path(__file__).parents[1] / "data" / "zh_pairs.jsonl"


def test_of_thirty_chinese_questions_at_least_27_find_their_memory_among_the_first_five() -> None:
    rows = [json.loads(line) for line in PAIRS.read_text("utf-8").splitlines()]
    index = FtsIndex(connect(), "memory")
    known = fill(index, {entry: row["memory"] for entry, row in enumerate(rows)})
    asked = {entry: row["question"] for entry, row in enumerate(rows) if "question" in row}
    answered = [
        entry
        for entry, question in asked.items()
        if entry in [hit.entry for hit in index.search(parse_query(question), [ALICE], 5, known)]
    ]
    assert (len(rows), len(asked)) == (230, 30)
    assert len(answered) >= 27, [asked[entry] for entry in asked if entry not in answered]
