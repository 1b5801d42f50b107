"""Kill -9 at random moments, again and again: `python benchmarks/crash.py [--kills 60] [--writers 4] [--seed 1]`.

Writers in processes of their own do mixed acts (remember, edit, forget, propose, apply, say and extract) and print one
line after each act that was acknowledged. Now and then all of them are killed. After every kill the home is opened
anew and looked at: no acknowledged write is missing, none is half there, the chain verifies, the index agrees with the
records, the database is sound, and no entry of the queue was applied twice.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from archivist.app import open_app
from archivist.errors import ArchivistError
from archivist.records.conversation import Speaker
from archivist.records.memory import Status

PER_WRITER = 250


def write(home: str, writer: int, seed: int) -> None:
    """One writer's life: acts at random, each told of on standard output once it is done."""
    chance = random.Random(seed)
    with open_app(home) as app:
        alice, agent = app.acting_as("alice"), app.acting_as("alice", agent="helper")
        mine: list[str] = []
        for turn in range(PER_WRITER):
            act = chance.choice(["remember"] * 5 + ["edit", "forget", "propose", "extract", "apply"])
            token = f"w{writer}s{seed}t{turn}"
            told: dict[str, str] = {"act": act, "token": token}
            try:
                if act == "remember":
                    written = alice.memory.remember(f"fact {token} of {chance.random()}", name=token)
                    mine.append(token)
                    told["outcome"] = str(written.outcome)
                elif act == "edit" and mine:
                    name = chance.choice(mine)
                    alice.memory.edit(name, text=f"fact {name} changed to {token}")
                    told["name"] = name
                elif act == "forget" and mine:
                    told["name"] = mine.pop(chance.randrange(len(mine)))
                    alice.memory.forget(told["name"])
                elif act == "propose":
                    words = f"rule {token}: the gateway of team {token} stays closed at night"
                    alice.conversations.say(token, Speaker.USER, words)
                    agent.proposals.propose(words, quote=words, conversation=token)
                elif act == "extract":
                    alice.conversations.say(token, Speaker.USER, f"以后 {token} 的周报都用英文写。")
                    alice.conversations.extract(token)
                elif act == "apply" and (waiting := alice.proposals.queue(limit=20).items):
                    entry = chance.choice(waiting)
                    told["id"], told["outcome"] = entry.id, alice.proposals.apply(entry.id).outcome
                else:
                    continue
            except ArchivistError as exc:
                told["error"] = exc.code
            print(json.dumps(told), flush=True)


def look(home: Path, acknowledged: list[dict[str, str]]) -> list[str]:
    """What is wrong with the home, in words."""
    wrong: list[str] = []
    with open_app(home) as app:
        wrong += app.store.problems()
        alice = app.acting_as("alice")
        report = alice.oversight.verify()
        if not report.whole:
            wrong.append(f"chain broken at {report.broken_at}: {report.problem}")
        with app.store.reading() as tx:
            connection = tx.connection
            rows = dict(connection.execute("SELECT name, text FROM memory"))
            alive = "SELECT seq FROM memory WHERE status IN ('active', 'conflict')"
            live = {row[0] for row in connection.execute(alive)}
            indexed = {row[0] for row in connection.execute("SELECT rowid FROM memory_fts")}
            trailed = {row[0] for row in connection.execute("SELECT DISTINCT subject FROM audit")}
            ids = [row[0] for row in connection.execute("SELECT id FROM memory")]
            applied = connection.execute(
                "SELECT subject, count(*) FROM audit WHERE action = 'apply' AND outcome = 'applied' GROUP BY subject"
            ).fetchall()
        wrong += [f"acknowledged and missing: {told}" for told in acknowledged if _missing(told, rows)]
        wrong += [f"index and records differ by {len(live ^ indexed)}"] if live != indexed else []
        wrong += [f"without a trail: {id}" for id in ids if f"memory:{id}" not in trailed]
        wrong += [f"applied {count} times: {subject}" for subject, count in applied if count > 1]
        statuses = (Status.ACTIVE, Status.CONFLICT)
        names = [one.name for one in alice.memory.list(statuses=statuses, limit=10_000).items]
        wrong += ["two live records of one name"] if len(names) != len(set(names)) else []
    return wrong


def _missing(told: dict[str, str], rows: dict[str, str]) -> bool:
    return told["act"] == "remember" and "error" not in told and told["token"] not in rows


def _wait_for_lines(outputs: list[Path], least: int) -> None:
    """Until the writers have told of so many acts together, or a minute has gone."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and sum(path.read_bytes().count(b"\n") for path in outputs) < least:
        time.sleep(0.01)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = random.Random(asked.seed)
    acknowledged: list[dict[str, str]] = []
    errors = 0
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        open_app(home).close()
        for kill in range(asked.kills):
            outputs = [Path(folder) / f"out{kill}-{writer}" for writer in range(asked.writers)]
            writers = []
            for writer, output in enumerate(outputs):
                command = [sys.executable, __file__, "--write", str(home), str(writer), str(asked.seed * 10_000 + kill)]
                with output.open("wb") as file:
                    writers.append(subprocess.Popen(command, stdout=file, env=os.environ))
            _wait_for_lines(outputs, chance.randrange(10, 90))
            time.sleep(chance.random() * 0.05)
            for process in writers:
                process.send_signal(signal.SIGKILL)
            for process in writers:
                process.wait()
            for output in outputs:
                whole = output.read_bytes().rpartition(b"\n")[0]
                acknowledged += [json.loads(line) for line in whole.splitlines()]
            errors = sum("error" in told for told in acknowledged)
            if wrong := look(home, acknowledged):
                print(f"after kill {kill + 1}:", *wrong[:10], sep="\n  ")
                return 1
        killed = asked.kills * asked.writers
        print(
            f"{asked.kills} rounds, {killed} processes killed, {len(acknowledged)} acts acknowledged, {errors} refused"
        )
        print("none missing, none half there, chain whole, index agrees, nothing applied twice")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        sys.exit(main())
