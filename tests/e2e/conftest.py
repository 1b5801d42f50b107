"""A real browser at a real server over a home of its own; where there is no Chromium, these tests say so and skip."""

import os
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest
import uvicorn

from archivist.app import Archivist, open_app, settings_from
from archivist.doors.console.app import console_face
from archivist.doors.http.app import make_app
from archivist.llm.chat import ChatModel
from archivist.records.conversation import Speaker

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright  # noqa: E402

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
WAIT_MS = 8_000


@dataclass
class House:
    """An open home, where it is served, and windows to look at it."""

    app: Archivist
    address: str
    browser: Browser

    @contextmanager
    def window(self, path: str = "/memory", *, width: int = 1280, theme: str = "light") -> Iterator[Page]:
        """A new window; it must not have met an error of our scripts or of the content policy."""
        context: BrowserContext = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=theme, locale="en-US", reduced_motion="reduce"
        )
        context.set_default_timeout(WAIT_MS)
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if "Content Security Policy" in line.text else None)
        page.goto(self.address + path)
        yield page
        context.close()
        assert wrong == []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def house(chromium: Browser, tmp_path: Path) -> Iterator[House]:
    """alice's home, with her User Knowledge and a project in focus."""
    with served(chromium, tmp_path) as opened:
        alice = opened.app.acting_as("alice")
        alice.library.create()
        alice.projects.create("atlas", "Atlas")
        yield opened


@contextmanager
def served(browser: Browser, folder: Path, chat: ChatModel | None = None) -> Iterator[House]:
    """A new home, served; `chat` answers as its assistant."""
    models = {"roles": {"assistant": "test:chat"}} if chat else {}
    settings = settings_from({"time_zone": "UTC", "models": models})
    make = {"make_chat": lambda *_: chat} if chat else {}
    with open_app(
        folder / "home", settings=settings, clock=lambda: datetime.now(UTC), chance=random.Random(7), **make
    ) as app:
        application = make_app(app, owner="alice", faces=[console_face()])
        server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="critical", timeout_graceful_shutdown=1))
        thread = Thread(target=server.run, daemon=True)
        thread.start()
        until(lambda: server.started)
        try:
            yield House(app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", browser)
        finally:
            application.state.door.draining.set()
            server.should_exit = True
            thread.join(5)


def propose(app: Archivist, *statements: str, to: str | None = None) -> None:
    """An agent's proposals, each quoting what alice said."""
    for statement in statements:
        talk = f"talk-{statement}"
        app.acting_as("alice").conversations.say(talk, Speaker.USER, f"Listen. {statement}. Thank you.")
        agent = app.acting_as("alice", agent="coder", project="atlas")
        agent.proposals.propose(statement, quote=statement, conversation=talk, to=to)


def until(holds: Callable[[], object], seconds: float = 8) -> None:
    """Wait for what comes by itself."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
