"""What happens when a command fails in a way that nobody expected, or nobody is there to answer."""

from pathlib import Path

import click
import pytest

from archivist.doors.cli.guard import guarded


@click.group()
def cli() -> None:
    """A program with faults."""


@cli.command()
@click.option("--home")
def fail(home: str) -> None:
    """Fail with words of a memory in the trace."""
    raise RuntimeError(f"words of {home}")


@cli.command()
def ask() -> None:
    """Ask a person."""
    click.confirm("Sure?", abort=True)


@pytest.mark.parametrize("named", [["--home", "{}"], ["--home={}"]])
def test_a_trace_stays_in_the_home_whose_words_may_stand_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: list[str]
) -> None:
    elsewhere, here = tmp_path / "elsewhere", tmp_path / "here"
    monkeypatch.setenv("ARCHIVIST_HOME", str(elsewhere))
    assert guarded(cli, ["fail", *(word.format(here) for word in named)]) == 1
    assert "words of" in (here / "last-error.txt").read_text("utf-8")
    assert not elsewhere.exists()
    assert "words of" not in capsys.readouterr().err


def test_a_question_that_nobody_can_answer_names_the_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/null") as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        assert guarded(cli, ["ask"]) == 130
    assert "--yes" in capsys.readouterr().err
