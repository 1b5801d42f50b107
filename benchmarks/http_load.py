"""How a server answers under load: recall and context with 1, 8 and 64 clients, then 64 writers, over loopback.

    python benchmarks/http_load.py [--records 100000] [--seconds 10] [--write-seconds 30]

The server is `archivist serve` in a process of its own, over a home made for the run; the load comes from this process,
one kept connection a client, each sending its next request when the last was answered. Server and load share the
machine, so with many clients the figures are those of both. Writers write statements of their own; at the end every
acknowledged one is looked up, and the audit chain is verified.
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles

from archivist.app import Archivist, open_app
from archivist.records.candidate import Candidate, Origin
from archivist.records.scope import user
from archivist.services.tokens import TokenService

SOURCE = Path(__file__).parents[1] / "src"
WORDS = """report review launch budget parser release deadline vendor invoice meeting design database cache queue
deploy rollback incident customer contract travel hotel train garden recipe violin lecture museum harbour mountain
周报 评审 发布 预算 数据库 缓存 合同 客户 会议 设计 上线 回滚 事故 供应商 发票 旅行 火车 酒店 花园 博物馆""".split()  # noqa: SIM905
CLIENTS = (1, 8, 64)
BATCH = 500


def statement(chance: random.Random, number: int) -> str:
    """A line that is unlike the others: words by chance, and a name of its own."""
    return f"item{number} {' '.join(chance.choices(WORDS, k=9))} owner{chance.randrange(5_000)}"


def fill(app: Archivist, count: int) -> None:
    """Write `count` records straight through the store, past the gates, as a bulk load does."""
    from archivist.write.commit import commit
    from archivist.write.pipeline import decide

    chance, principal = random.Random(7), app.acting_as("alice").principal
    for start in range(0, count, BATCH):
        with app.store.transaction() as tx:
            pen = app.resources.pen(principal)
            for number in range(start, min(start + BATCH, count)):
                candidate = Candidate(user("alice"), statement(chance, number), origin=Origin.HUMAN, name=f"n{number}")
                commit(tx, decide(candidate, (), app.resources.view(tx, principal)), pen)


class Client:
    """One kept connection."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str, body: dict[str, object]) -> tuple[int, bytes]:
        self._connection.request("POST", f"/api/v1{path}", json.dumps(body).encode(), self._headers)
        response = self._connection.getresponse()
        return response.status, response.read()


def load(clients: int, seconds: float, ask: Callable[[int, int], int]) -> tuple[list[float], int, float]:
    """(latencies in ms, answers that were not 2xx, seconds) of so many clients asking for so long."""
    took: list[list[float]] = [[] for _ in range(clients)]
    bad = [0] * clients
    until = time.perf_counter() + seconds

    def run(client: int) -> None:
        number = 0
        while time.perf_counter() < until:
            began = time.perf_counter()
            status = ask(client, number)
            took[client].append((time.perf_counter() - began) * 1000)
            bad[client] += not 200 <= status < 300
            number += 1

    threads = [threading.Thread(target=run, args=(client,)) for client in range(clients)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [ms for one in took for ms in one], sum(bad), time.perf_counter() - began


def tell(name: str, clients: int, took: list[float], bad: int, seconds: float) -> None:
    """One line of the table."""
    cuts = quantiles(took, n=20) if len(took) > 1 else took * 19
    print(f"{name:<8} {clients:>3} {len(took) / seconds:>8.0f}/s  p50 {cuts[9]:>7.1f} ms  p95 {cuts[18]:>7.1f} ms  "
          f"{len(took):>6} answers, {bad} not 2xx", flush=True)  # fmt: skip


def resident_mib(pid: int) -> float:
    """How much memory a process holds."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1_048_576


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--records", type=int, default=100_000)
    options.add_argument("--seconds", type=float, default=10)
    options.add_argument("--write-seconds", type=float, default=30)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        (home / "config.yaml").write_text("server:\n  requests_per_minute: 0\n")
        with open_app(home) as app:
            began = time.perf_counter()
            fill(app, given.records)
            print(f"{given.records:,} records in {time.perf_counter() - began:.0f} s", flush=True)
            token = TokenService(app.resources, app.acting_as("alice").principal).create().secret
        environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
        command = "-m archivist serve --port 0 --json --as alice --home"
        words = [sys.executable, *command.split(), str(home)]
        with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(json.loads(server.stdout.readline())["url"].rpartition(":")[2])
            time.sleep(3)
            print(f"idle server: {resident_mib(server.pid):.0f} MiB", flush=True)
            measure(port, token, given.seconds)
            kept = write(port, token, given.write_seconds)
            print(f"after the load: {resident_mib(server.pid):.0f} MiB", flush=True)
            server.send_signal(signal.SIGTERM)
            print(f"stopped with {server.wait(60)}", flush=True)
        check(home, kept)


class Asking:
    """So many clients, each with a connection and chance of its own, and what they ask."""

    def __init__(self, port: int, token: str, clients: int, seed: int = 0) -> None:
        self._connections = [Client(port, token) for _ in range(clients)]
        self._chances = [random.Random(seed + number) for number in range(clients)]
        self.kept: list[str] = []

    def recall(self, client: int, number: int) -> int:
        return self._connections[client].post("/memories:recall", {"query": self._query(client), "limit": 5})[0]

    def context(self, client: int, number: int) -> int:
        body: dict[str, object] = {"agent": "planner", "query": self._query(client)}
        return self._connections[client].post("/context:build", body)[0]

    def remember(self, client: int, number: int) -> int:
        name = f"w{client}-{number}"
        text = statement(self._chances[client], 10_000_000 + client * 100_000 + number)
        status, _ = self._connections[client].post("/memories", {"text": text, "name": name})
        if status == 201:
            self.kept.append(name)
        return status

    def _query(self, client: int) -> str:
        return " ".join(self._chances[client].choices(WORDS, k=3))


def measure(port: int, token: str, seconds: float) -> None:
    """Recall and context with few and many clients."""
    for clients in CLIENTS:
        asking = Asking(port, token, clients)
        tell("recall", clients, *load(clients, seconds, asking.recall))
        tell("context", clients, *load(clients, seconds, asking.context))


def write(port: int, token: str, seconds: float) -> list[str]:
    """The names that 64 writers were told are kept."""
    asking = Asking(port, token, CLIENTS[-1], seed=1_000)
    tell("write", CLIENTS[-1], *load(CLIENTS[-1], seconds, asking.remember))
    return asking.kept


def check(home: Path, kept: list[str]) -> None:
    """Look every acknowledged record up."""
    with open_app(home) as app:
        alice = app.acting_as("alice")
        lost = [name for name in kept if not alice.memory.history(name).memory.text]
        whole = alice.oversight.verify().whole
    print(f"{len(kept)} acknowledged, {len(lost)} lost, audit chain {'whole' if whole else 'BROKEN'}")


if __name__ == "__main__":
    main()
