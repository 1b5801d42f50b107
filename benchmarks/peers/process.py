"""One peer in a process of its own, with an empty home, told to stay offline."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.peers.contract import Row
from benchmarks.peers.environments import Unavailable, cache_folder, python_of

CHECKOUT = Path(__file__).parents[2]
BATCH = 50_000
OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "ANONYMIZED_TELEMETRY": "False",
    "TOKENIZERS_PARALLELISM": "false",
}


class PeerProcess:
    """Asks an adapter; every method raises `Unavailable`, in words for a table, once the peer cannot go on."""

    def __init__(self, name: str, timeout_s: float = 600) -> None:
        """Start it in an empty folder; `timeout_s` is the most that one request may take."""
        python = python_of(name)
        self.name = name
        self._timeout_s = timeout_s
        self._folder = Path(tempfile.mkdtemp(prefix=f"bench-{name}-"))
        self._log = (self._folder / "log").open("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [python, "-m", "benchmarks.peers.serve", name, str(self._folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            encoding="utf-8",
            cwd=self._folder,
            env=self._environment(),
        )

    def add(self, rows: Sequence[Row]) -> dict[str, float]:
        """Hand over all rows, in batches; seconds by the clock and of the processor."""
        spent = [self._ask("add", rows=list(rows[at : at + BATCH])) for at in range(0, len(rows), BATCH)]
        return {key: sum(one[key] for one in spent) for key in ("wall_s", "cpu_s")}

    def add_singly(self, rows: Sequence[Row]) -> dict[str, float]:
        """Hand over rows one call each; seconds by the clock and of the processor."""
        return self._ask("add_singly", rows=list(rows))

    def search(self, queries: Sequence[tuple[str, str]], k: int, rounds: int = 1) -> dict[str, Any]:
        """`found` ids for each (query, scope), and the best `ms` and `cpu_ms` of each in so many rounds."""
        return self._ask("search", queries=list(queries), k=k, rounds=rounds)

    def about(self) -> dict[str, Any]:
        """`versions`, the `peak_mb` of memory it has held, and `model_calls`, which only our own adapters count."""
        return self._ask("about")

    def disk_bytes(self) -> int:
        """What its files take once its stores are closed; nothing can be asked of them afterwards."""
        self._ask("close")
        files = (file for file in self._folder.rglob("*") if file.is_file() and file.name != "log")
        return sum(file.stat().st_size for file in files)

    def end(self) -> None:
        """Kill it and remove what it kept."""
        with suppress(BrokenPipeError), self._process:
            self._process.kill()
        self._log.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def _ask(self, op: str, **request: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        clock = threading.Timer(self._timeout_s, self._process.kill)
        clock.start()
        try:
            self._process.stdin.write(json.dumps({"op": op, **request}, ensure_ascii=False) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            was_late = not clock.is_alive()
            clock.cancel()
        if not line:
            raise Unavailable(f"no answer to {op} within {self._timeout_s:.0f} s" if was_late else self._last_words())
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise Unavailable(answer["error"])
        return answer

    def _last_words(self) -> str:
        self._process.wait()
        self._log.seek(0)
        words = self._log.read().strip().splitlines()
        return f"ended with {self._process.returncode}: {words[-1][:200] if words else 'no words'}"

    def _environment(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "LC_ALL", "TMPDIR")}
        own = {
            "HOME": str(self._folder),
            "PYTHONPATH": os.pathsep.join([str(CHECKOUT), str(CHECKOUT / "src")]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "ARCHIVIST_BENCH_CACHE": str(cache_folder()),
        }
        return kept | OFFLINE | own
