"""Runs the command line as a person would, in this process, and reads its JSON."""

import json
from pathlib import Path
from typing import Any

from archivist.doors.cli.guard import guarded
from archivist.doors.cli.main import cli


class Terminal:
    """A home and the commands typed at it."""

    def __init__(self, home: Path, capture: Any, user: str = "alice") -> None:
        self.home, self.user, self._capture = home, user, capture

    def run(self, *words: str) -> tuple[int, str, str]:
        """(exit code, standard output, standard error) of a command in this home."""
        return self.run_plain(*words, "--home", str(self.home), "--as", self.user)

    def run_plain(self, *words: str) -> tuple[int, str, str]:
        """The same without saying where and who."""
        self._capture.readouterr()
        code = guarded(cli, list(words))
        out, err = self._capture.readouterr()
        return code, out, err

    def json(self, *words: str) -> dict[str, Any]:
        """The answer of a command that is to succeed."""
        code, out, err = self.run(*words, "--json")
        assert code == 0, f"{words}: {code}\n{out}\n{err}"
        answer: dict[str, Any] = json.loads(out)
        return answer
