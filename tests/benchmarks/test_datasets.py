"""Data sets in the shape of the evaluation kit, wherever their folder is."""

import json
from pathlib import Path

import pytest
from benchmarks.datasets import OWN, find, load


def made(folder: Path, corpus: list[object], queries: list[object]) -> Path:
    folder.mkdir(parents=True)
    for name, lines in (("corpus", corpus), ("queries", queries)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return folder


def test_only_questions_that_something_answers_and_that_count_are_asked(tmp_path: Path) -> None:
    row = {"id": "a", "text": "周报", "meta": {"group": "g"}}
    asked = [
        {"id": "1", "text": "周报?", "relevant": ["a"], "meta": {"group": "g", "exclude": ["b"]}},
        {"id": "2", "text": "unanswerable", "relevant": [], "meta": {"group": "g"}},
        {"id": "3", "text": "not scored", "relevant": ["a"], "meta": {"group": "g", "score": False}},
    ]
    dataset = load(made(tmp_path / "mine", [row], asked))
    assert [query.text for query in dataset.queries] == ["周报?"]
    assert dataset.queries[0].excluded == {"b"}
    assert (dataset.name, dataset.rows[0]["scope"]) == ("mine", "g")


def test_a_set_is_found_by_its_own_path_and_below_a_folder(tmp_path: Path) -> None:
    one, two = made(tmp_path / "kit/data/one", [], []), made(tmp_path / "two", [], [])
    assert find([one]) == [one]
    assert find([tmp_path / "kit", two]) == [one, two]
    assert find([tmp_path / "kit", two], ["two"]) == [two]


def test_a_name_that_is_not_there_says_which_are(tmp_path: Path) -> None:
    made(tmp_path / "one", [], [])
    with pytest.raises(LookupError, match="no data set two; there are one"):
        find([tmp_path], ["two"])


@pytest.mark.parametrize("folder", find([OWN]), ids=lambda folder: folder.name)
def test_every_answer_of_our_own_sets_is_in_their_corpus(folder: Path) -> None:
    dataset = load(folder)
    ids = [row["id"] for row in dataset.rows]
    assert len(set(ids)) == len(ids)
    assert {id for query in dataset.queries for id in query.relevant} <= set(ids)
    assert {query.scope for query in dataset.queries} == {row["scope"] for row in dataset.rows}


def test_the_chinese_set_has_thirty_questions_half_of_them_keywords() -> None:
    categories = [query.category for query in load(OWN / "chinese30").queries]
    assert (categories.count("keyword"), categories.count("question")) == (15, 15)
