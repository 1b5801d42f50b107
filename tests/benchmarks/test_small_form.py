"""The benchmarks in small: what they find has a floor, what they time is only looked at."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from benchmarks.__main__ import main
from benchmarks.datasets import OWN, load
from benchmarks.quality import measured


def results(folder: Path, name: str) -> Any:
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "floor"), [("chinese30", 1.0), ("english20", 0.95), ("talk18", 0.94), ("handbook14", 1.0)]
)
def test_without_a_model_the_doors_find_the_answer_among_the_first_five(name: str, floor: float) -> None:
    assert measured("archivist", load(OWN / name))["r5"] >= floor


def test_quality_tells_of_every_engine_even_of_one_that_cannot_be_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["quality", "--sets", "chinese30", "--peers", "archivist_index,fts5,nosuch", "--out", str(tmp_path)])
    kept = results(tmp_path, "quality")
    ours, plain, absent = (kept["sets"]["chinese30"]["peers"][name] for name in ("archivist_index", "fts5", "nosuch"))
    assert ours["r5"] == 1 > plain["r5"]
    assert "no adapter" in absent["failed"]
    assert ours["categories"].keys() == {"keyword", "question"}
    assert {"archivist", "python", "sqlite", "processor", "cores", "date", "command"} <= kept["circumstances"].keys()
    shown = capsys.readouterr().out
    assert "| archivist_index |" in shown
    assert "nosuch was not measured: no adapter" in shown
    plot = ElementTree.parse(tmp_path / "quality.svg").getroot()
    assert {"archivist index", "fts5", "not measured"} <= {text.text for text in plot.iter() if text.text}


def test_speed_tells_of_each_size_and_how_engines_compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["speed", "--small", "--peers", "archivist,fts5", "--others", "50", "--out", str(tmp_path)])
    kept = results(tmp_path, "speed")
    assert [one["rows"] for one in kept["peers"]["archivist"]] == [100, 400]
    assert {"p50_ms", "p95_ms", "cpu_p50_ms", "cpu_p95_ms", "add_cpu_ms", "peak_mb"} <= kept["peers"]["fts5"][1].keys()
    assert (kept["circumstances"]["seed"], kept["others"]) == (1, 50)
    assert capsys.readouterr().out.count("| archivist ") == 2
    plot = ElementTree.parse(tmp_path / "speed.svg").getroot()
    assert len(list(plot.iter("{http://www.w3.org/2000/svg}polyline"))) == 2


def test_an_engine_that_cannot_keep_up_stops_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["speed", "--small", "--peers", "fts5", "--budget", "0.0001", "--out", str(tmp_path)])
    assert "fts5 stopped" in capsys.readouterr().out


def test_cost_tells_what_a_record_takes_and_that_no_model_was_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["cost", "--small", "--peers", "archivist,fts5", "--out", str(tmp_path)])
    ours, plain = (results(tmp_path, "cost")["peers"][name] for name in ("archivist", "fts5"))
    assert ours["model_calls"] == 0
    assert plain["model_calls"] is None, "nobody counts them"
    assert ours["row_bytes"] > 100
    assert {"imported_per_s", "import_cpu_ms", "written_per_s", "write_cpu_ms", "peak_mb"} <= ours.keys()
    assert "| archivist |" in capsys.readouterr().out


@pytest.mark.parametrize("backend", ["sqlite_fts5", "tantivy"])
def test_scale_tells_how_a_home_grows_and_what_one_user_pays_among_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], backend: str
) -> None:
    small = ["--sizes", "100,400", "--own", "100", "--questions", "5"]
    main(["scale", *small, "--backend", backend, "--out", str(tmp_path)])
    kept = results(tmp_path, f"scale-{backend}")
    assert [one["rows"] for one in kept["sizes"]] == [100, 400]
    assert all(one["p50"] > 0 and one["index_bytes"] > 0 for one in kept["sizes"])
    assert kept["exponents"]["bytes"] > 0
    assert "exponents: import" in capsys.readouterr().out
