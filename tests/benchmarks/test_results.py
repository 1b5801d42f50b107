"""What a run leaves can be read, compared and shown to anyone."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from benchmarks.quality import summary
from benchmarks.results import circumstances, figure, save, table
from benchmarks.texts import questions, rows, synthetic

from benchmarks import plots


def test_a_table_is_markdown_with_figures_to_the_right() -> None:
    shown = table(["engine", "R@5"], [["archivist", ".7"], ["fts5", ".471"]])
    assert shown.splitlines() == [
        "| engine    |  R@5 |",
        "| --------- | ---: |",
        "| archivist |   .7 |",
        "| fts5      | .471 |",
    ]


@pytest.mark.parametrize(
    ("value", "shown"), [(0.046, "0.05"), (2.345, "2.35"), (12.34, "12.3"), (250.4, "250"), (12345.6, "12,346")]
)
def test_a_figure_shows_no_more_than_it_knows(value: float, shown: str) -> None:
    assert figure(value) == shown


def test_where_a_file_stood_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["x", "quality", "--data", "/home/alice/private/kit", "--sets", "locomo"])
    assert circumstances()["command"] == "python -m benchmarks quality --data kit --sets locomo"


def test_results_are_kept_as_json_in_few_digits_with_their_plot_beside_them(tmp_path: Path) -> None:
    save(tmp_path / "new", "run", {"周报": [1 / 3]}, plot="<svg/>")
    assert json.loads((tmp_path / "new/run.json").read_text("utf-8")) == {"周报": [0.333333]}
    assert (tmp_path / "new/run.svg").read_text("utf-8") == "<svg/>"


def test_the_same_seed_gives_the_same_rows_and_questions() -> None:
    once, again = (rows(synthetic(7), 50, ["a", "b"]) for _ in range(2))
    assert once == again != rows(synthetic(8), 50, ["a", "b"])
    assert {row["scope"] for row in once} == {"a", "b"}
    texts = [row["text"] for row in once]
    assert questions(texts, 9, 7) == questions(texts, 9, 7)
    assert any(text.isascii() for text in texts)
    assert not all(text.isascii() for text in texts)


def test_a_bar_is_as_long_as_the_share_it_shows_and_the_best_engine_stands_on_top() -> None:
    peers = {"fts5": {"r5": 0.25}, "archivist": {"r5": 0.5}, "absent": {"failed": "not installed"}}
    drawn = ElementTree.fromstring(plots.quality({"talk & tea": {"peers": peers}}))
    bars = [float(part.attrib["width"]) for part in _of(drawn, "bar")]
    (track, *_) = (float(part.attrib["width"]) for part in _of(drawn, "track"))
    assert bars == [track / 2, track / 4]
    assert [part.text for part in drawn.iter() if part.text in (*peers, "talk & tea")] == [
        "talk & tea", "archivist", "fts5", "absent"
    ]  # fmt: skip


def test_ten_times_the_rows_is_one_step_to_the_right_and_names_do_not_lie_on_one_another() -> None:
    grown = {
        name: [{"rows": rows, "cpu_p50_ms": ms} for rows, ms in ((100, 1.0), (1_000, 1.01), (10_000, last))]
        for name, last in (("archivist", 2.0), ("fts5", 2.001), ("bm25s", 2.002))
    } | {"absent": [{"failed": "not installed"}]}
    drawn = ElementTree.fromstring(plots.speed(grown))
    (line, *others) = (part.attrib["points"] for part in _of(drawn, "line"))
    first, second, third = (float(point.split(",")[0]) for point in line.split())
    assert second - first == pytest.approx(third - second)
    assert len(others) == 2
    ends = [float(part.attrib["y"]) for part in drawn.iter() if re.match("(archivist|fts5|bm25s) ", part.text or "")]
    assert min(abs(a - b) for a in ends for b in ends if a != b) > 12


def test_the_summary_has_a_column_for_each_set_and_a_dash_for_what_could_not_be_asked() -> None:
    absent = {"failed": "not installed"}
    one = {"peers": {"fts5": {"r5": 0.5, "r10": 0.6}, "archivist": {"r5": 0.7, "r10": 0.8}, "absent": absent}}
    two = {"peers": {"fts5": {"r5": 0.9, "r10": 1.0}, "archivist": absent, "absent": absent}}
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in summary({"a": one, "b": two}).splitlines()]
    assert cells[0] == ["engine", "a", "b"]
    assert cells[2:] == [
        ["fts5", "0.500 / 0.600", "0.900 / 1.000"], ["archivist", "0.700 / 0.800", "–"], ["absent", "–", "–"]
    ]  # fmt: skip


def test_a_plot_of_nothing_says_so() -> None:
    assert "Nothing was measured" in plots.speed({"absent": [{"failed": "not installed"}]})


def _of(drawn: ElementTree.Element, kind: str) -> list[Any]:
    return [part for part in drawn.iter() if kind in part.attrib.get("class", "").split() and part.tag[-4:] != "text"]
