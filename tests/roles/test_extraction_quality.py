"""Precision and recall of the cue grammar on real, labelled sentences; floors lie a little below what was reached."""

import json
from pathlib import Path

import pytest
from tests.shared import shared

from archivist.roles.extractor import worth_remembering


def rows(path: Path) -> list[tuple[str, bool]]:
    read = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [(row["text"], bool(row["label"])) for row in read]


@pytest.mark.parametrize(
    ("parts", "precision", "recall"),
    [
        (("data", "memory-extraction", "mempalace_memory.jsonl"), 0.98, 0.75),
        (("data", "memory-extraction", "dulemon_utterances.jsonl"), 0.85, 0.25),
        (("data-nc", "prefeval", "extraction_labels.jsonl"), 0.99, 0.90),
        (("data-nc", "locomo", "extraction_labels.jsonl"), 0.65, 0.05),
    ],
)
def test_precision_and_recall_hold(parts: tuple[str, ...], precision: float, recall: float) -> None:
    labelled = rows(shared("eval", *parts))
    kept = [label for text, label in labelled if worth_remembering(text)]
    assert sum(kept) / len(kept) >= precision
    assert sum(kept) / sum(label for _, label in labelled) >= recall


def test_ordinary_requests_give_next_to_nothing() -> None:
    path = shared("eval", "data", "prompt-injection", "cases.jsonl")
    harmless = [row["text"] for row in map(json.loads, path.read_text("utf-8").splitlines()) if not row["label"]]
    assert sum(map(worth_remembering, harmless)) <= len(harmless) / 50
