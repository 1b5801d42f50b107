"""A workspace of three years: 1,100 day notes and 20,000 fragments. Seconds a step, and the peak memory of the process.

    python benchmarks/workspace_scale.py [--notes 1100] [--fragments 20000]

The folder is made anew in a temporary place, with chance held still; nothing outside it is touched.
"""

import argparse
import random
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TypeVar
from zoneinfo import ZoneInfo

from archivist.app import open_app, settings_from
from archivist.read.day_reader import answer
from archivist.stores.workspace.day_files import DayFiles
from archivist.stores.workspace.files import Folder
from archivist.stores.workspace.folder_shelf import FolderShelf
from archivist.stores.workspace.layers import WorkspaceLayout, adopt
from archivist.stores.workspace.scan import scan
from archivist.upkeep.consolidation.pipeline import consolidate
from archivist.upkeep.consolidation.settings import ConsolidationSettings
from archivist.views.day_note import DayNote, Entry, Section, Session, Todo, parse, render
from archivist.views.day_note_edit import append

T = TypeVar("T")
TODAY = date(2026, 11, 30)
WORDS = [
    "缓存",
    "登录",
    "支付",
    "账单",
    "导入",
    "部署",
    "架构",
    "超时",
    "cache",
    "login",
    "import",
    "parser",
    "queue",
    "retry",
]

SYLLABLES = [
    "ka",
    "lo",
    "mi",
    "tra",
    "ven",
    "dor",
    "pel",
    "sun",
    "gri",
    "bex",
    "oma",
    "lit",
    "quo",
    "zan",
    "fer",
    "hul",
]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--notes", type=int, default=1100)
    arguments.add_argument("--fragments", type=int, default=20_000)
    sizes = arguments.parse_args()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        (root / "ws").mkdir()
        fill(root / "ws", sizes.notes, sizes.fragments, random.Random(7))
        measure_home(root / "home", root / "ws")
        measure(root / "ws")


def fill(root: Path, notes: int, fragments: int, chance: random.Random) -> None:
    """Write the files directly: making the data is not what is measured."""
    (root / "daily-memories").mkdir()
    (root / ".memories").mkdir()
    for ago in range(notes):
        day = TODAY - timedelta(days=ago)
        (root / "daily-memories" / f"{day}.md").write_text(render(note_of(day, chance)), encoding="utf-8")
    for number in range(fragments):
        text = f"---\nenabled: true\nupdatedAt: 2026-02-26T07:49:57.791Z\n---\n\n{number} {sentence(chance)}\n"
        (root / ".memories" / f"{number:08}.mdc").write_text(text, encoding="utf-8")


def note_of(day: date, chance: random.Random) -> DayNote:
    sessions = tuple(
        Session(
            sentence(chance), f"{day}", f"/src/project-{chance.randrange(6)}", tuple(sentence(chance) for _ in range(4))
        )
        for _ in range(5)
    )
    return DayNote(
        day,
        sessions,
        highlights=tuple(Entry(sentence(chance)) for _ in range(4)),
        decisions=tuple(Entry(sentence(chance), f"project-{chance.randrange(6)}") for _ in range(2)),
        todos=tuple(Todo(sentence(chance), chance.random() < 0.5) for _ in range(3)),
    )


def session_of(day: date, chance: random.Random) -> Session:
    work = tuple(sentence(chance) for _ in range(4))
    return Session(sentence(chance), f"{day}", f"/src/project-{chance.randrange(6)}", work)


def sentence(chance: random.Random) -> str:
    """Eight words, half of them of the few that every note has, half names of modules as a codebase has them."""
    names = (f"{chance.choice(SYLLABLES)}{chance.choice(SYLLABLES)}_{chance.choice(SYLLABLES)}" for _ in range(4))
    return " ".join([*chance.choices(WORDS, k=4), *names]) + f" {chance.randrange(1000)}"


def measure_home(home: Path, root: Path) -> None:
    """The same through the home: every fragment walks the gates once, and is a record from then on."""
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    settings = settings_from({"time_zone": "Asia/Shanghai"})
    with open_app(home, settings=settings, clock=lambda: now) as app:
        session = app.acting_as("alice")
        adopted = timed("home: adopt (every gate for every text)", lambda: session.workspaces.adopt(root))
        brought = adopted.synced
        print(f"    {len(brought.taken)} taken in, {len(brought.held)} held, {len(brought.refused)} refused")
        timed("home: sync without changes", session.workspaces.sync)
        (root / ".memories" / "00000009.mdc").write_text("the port of the ledger is 6001\n", encoding="utf-8")
        changed = timed("home: sync with one change", session.workspaces.sync)
        assert changed.changed == ["00000009.mdc"]
        timed("home: recall", lambda: session.memory.recall("the port of the ledger"))
        timed("home: brief", session.journal.brief)
        timed("home: note", lambda: session.journal.add("完成了压测", "highlight"))
        run = timed("home: consolidate", session.upkeep.consolidate)
        print(f"    {run.outcome}, wrote {run.wrote}")
        timed("home: status", session.upkeep.status)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'home: peak memory':40} {peak:8.0f} MB")


def measure(root: Path) -> None:
    folder = Folder(root)
    days = DayFiles(folder, WorkspaceLayout(), ZoneInfo("Asia/Shanghai"))
    shelf = FolderShelf(Folder(root / ".memories"))
    timed("adopt", lambda: adopt(root))
    _, seen = timed("first scan (reads everything)", lambda: scan(shelf, {}))
    timed("scan without changes", lambda: scan(shelf, seen))
    shelf.write("00000007.mdc", "changed\n")
    changes, _ = timed("scan with one change", lambda: scan(shelf, seen))
    assert changes.changed == ("00000007.mdc",)
    timed("append to today's note", lambda: days.edit(TODAY, add_highlight))
    timed("consolidate (reads the last 7 days)", lambda: distil(days))
    notes = timed("read and parse every note", lambda: [parse(days.read(day), day) for day in days.online()])
    timed("answer from every note", lambda: answer("支付超时怎么处理的", notes))
    timed("archive all but 7 days", lambda: days.archive(TODAY))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'peak memory':40} {peak:8.0f} MB")


def add_highlight(text: str) -> str:
    return append(text, "完成了压测", Section.HIGHLIGHT, at=datetime(2026, 11, 30, 12))


def distil(days: DayFiles) -> None:
    week = [day for day in days.online() if day > TODAY - timedelta(days=7)]
    result = consolidate([parse(days.read(day), day) for day in week], TODAY, ConsolidationSettings())
    print("    " + ", ".join(f"{stage.name} {stage.came_in}>{stage.went_out}" for stage in result.stages))


def timed(name: str, act: Callable[[], T]) -> T:
    start = time.perf_counter()
    result = act()
    print(f"{name:40} {time.perf_counter() - start:8.3f} s")
    return result


if __name__ == "__main__":
    main()
