"""Makes the pictures of the README: `python docs/images/make.py [--every DIR]`. Needs playwright and a Chromium.

A home of its own is filled with what a person would find after a week, served, and looked at. `--every DIR` takes every
page in both themes, both languages and two widths instead, for whoever changes the console.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from time import sleep

import uvicorn
from playwright.sync_api import Page, sync_playwright

from archivist.app import Archivist, open_app
from archivist.doors.console.app import console_face
from archivist.doors.http.app import make_app
from archivist.records.conversation import Speaker

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
HERE = Path(__file__).parent
PAGES = ("memory", "queue", "records", "knowledge", "journal", "context", "activity", "settings", "chat")
TALK = (
    "Please always deploy the atlas service with the blue pipeline, never the green one.",
    "我们的周报固定在每周五下午四点发出，请记住用简体中文写。",
    "From now on use British spelling in every document you write for me.",
    "For atlas, remember that the staging database is restored from backup every Monday at 06:00.",
    "以后发布之前必须先跑一遍回归测试，这是我们的规定。",
)


def fill(app: Archivist, notes: Path) -> None:
    """A week of a person's work."""
    alice = app.acting_as("alice")
    alice.library.create()
    alice.projects.create("atlas", "Atlas")
    alice.projects.create("borealis", "北极光项目")
    alice.projects.set_focus("atlas")
    opened = alice.library.show()
    rules = (
        "Answer in the language of my message",
        "回答简短，结论放在最前面",
        "Ask before anything that cannot be undone",
    )
    facts = ("Works in the time zone of Taipei", "负责数据平台，常用 PostgreSQL 与 DuckDB")
    text = "# User Knowledge\n\n## Rules\n\n" + "".join(f"- {one}\n" for one in rules)
    alice.library.save(text + "\n## Info\n\n" + "".join(f"- {one}\n" for one in facts), opened.revision)
    at = app.acting_as("alice", project="atlas")
    at.memory.remember("The staging cluster runs in region eu-north-1", scope="project:atlas", tags=("infrastructure",))
    at.memory.remember("报表数据以财务系统导出的口径为准", scope="project:atlas", tags=("report",))
    at.memory.remember("Prefers tables over long prose", tags=("style",))
    for number, words in enumerate(TALK):
        at.conversations.say(f"talk-{number}", Speaker.USER, f"Good morning. {words} Thank you.")
        quote = words.rstrip(".。")
        acting = app.acting_as("alice", agent="coder", project="atlas")
        acting.proposals.propose(
            quote, quote=quote, conversation=f"talk-{number}", to="project:atlas" if "atlas" in words else None,
            rationale="The user said it as a standing rule.",
        )  # fmt: skip
    alice.workspaces.adopt(notes)
    alice.journal.add("Moved the nightly export to the new cluster; it finishes in half the time")
    alice.journal.add("Ask finance whether the March figures are final", "todo")
    alice.journal.add("Reports are built from the ledger export and from nothing else", "decision")
    at.context.build("assistant", "How do I deploy atlas?")
    at.knowledge.add_text("handbook.md", HANDBOOK, publish=True)
    at.knowledge.add_text("手册.md", "# 值班手册\n\n## 交接\n\n每天九点交接，先看告警再看工单。\n")


HANDBOOK = """# Operations handbook

What everybody on call should know.

## Restarting a service

Drain it first, then restart one node at a time. A restart that touches more than one node asks for a second person.

## Escalation

Call the lead after fifteen minutes without progress. Write down what was tried.
"""


@contextmanager
def served(app: Archivist, owner: str = "alice") -> Iterator[str]:
    """The address of a server over an open home."""
    config = uvicorn.Config(make_app(app, owner=owner, faces=[console_face()]), port=0, log_level="critical")
    server = uvicorn.Server(config)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        sleep(0.02)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(5)


def take(page: Page, address: str, target: Path, *, whole: bool) -> None:
    """One picture, of the window or of the whole page."""
    page.goto(address, wait_until="load")
    page.wait_for_timeout(150)
    page.screenshot(path=target, full_page=whole)


def main() -> None:
    """Take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=Path)
    parser.add_argument("--pages", nargs="*", default=PAGES)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder) / "home") as app, sync_playwright() as play:
        fill(app, Path(folder) / "notes")
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with served(app) as address:
            looks = LOOKS if asked.every is None else EVERY
            for name, theme, width, locale, pages in looks:
                context = browser.new_context(
                    color_scheme=theme,
                    locale=locale,
                    viewport={"width": width, "height": 800 if asked.every else 680},
                    reduced_motion="reduce",
                )
                page = context.new_page()
                for one in pages or asked.pages:
                    target = asked.every / f"{one}-{name}.png" if asked.every else HERE / f"{name}.png"
                    take(page, f"{address}/{one}", target, whole=asked.every is not None)
                    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                    if wide:
                        print(f"{one} {name}: wider than the window")
                context.close()
        browser.close()


LOOKS = (
    ("queue", "light", 1280, "en-US", ("queue",)),
    ("memory-dark", "dark", 1280, "en-US", ("memory",)),
    ("records-chinese", "light", 1280, "zh-CN", ("records",)),
)
EVERY = (
    ("light", "light", 1280, "en-US", ()),
    ("dark-zh", "dark", 1280, "zh-CN", ()),
    ("phone", "light", 360, "en-US", ()),
)

if __name__ == "__main__":
    main()
