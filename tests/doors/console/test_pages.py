"""The console's pages: they open, they refuse, and nothing anybody wrote can act in them."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from archivist.app import Archivist
from archivist.doors.console.app import console_face
from archivist.doors.console.pages import markdown
from archivist.doors.http.app import make_app

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'><svg/onload=alert(3)>"
PAGES = ("/memory", "/queue", "/records", "/knowledge", "/journal", "/context", "/chat", "/activity", "/settings")


@pytest.fixture
def browser(home: Archivist) -> Iterator[TestClient]:
    """A browser on this machine, at a home with one hostile record and one hostile project."""
    alice = home.acting_as("alice", project="atlas")
    alice.memory.remember(HOSTILE, name="hostile", description=HOSTILE, tags=("<b>",))
    alice.memory.remember(f"always {HOSTILE}", delivery="always", topic="<i>topic</i>")
    application = make_app(home, owner="alice", faces=[console_face()])
    with TestClient(application, base_url="http://localhost", client=("127.0.0.1", 50000)) as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_page_opens_in_both_languages_with_its_policy(browser: TestClient, path: str, language: str) -> None:
    answer = browser.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert f'lang="{"zh-CN" if language == "zh" else "en"}"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("path", PAGES)
def test_what_anybody_wrote_is_text_and_nothing_else(browser: TestClient, path: str) -> None:
    page = browser.get(path).text
    for acting in ("<script>alert", "<img src=x", "<svg/onload", "<b>", "<i>topic"):
        assert acting not in page


@pytest.mark.parametrize(
    "text", [HOSTILE, "[x](javascript:alert(1))", "[x](data:text/html,<script>)", "![x](javascript:alert(1))"]
)
def test_markdown_never_acts(text: str) -> None:
    drawn = markdown(text)
    assert "<script" not in drawn
    assert 'href="javascript' not in drawn
    assert "<img src=x" not in drawn


def test_a_page_that_is_not_there_says_so(browser: TestClient) -> None:
    answer = browser.get("/records/no-such")
    assert answer.status_code == 404
    assert "no-such" in answer.text


def test_a_post_from_another_site_is_refused_and_changes_nothing(browser: TestClient) -> None:
    answer = browser.post(
        "/switch/memory.enabled", data={"on": "false"}, headers={"Origin": "https://attacker.example"}
    )
    assert answer.status_code == 403
    assert 'aria-checked="true"' in browser.get("/memory").text


def test_memory_off_veils_the_page_and_keeps_the_second_switch(browser: TestClient) -> None:
    browser.post("/switch/memory.enabled", data={"on": "false"}, headers={"Origin": "http://localhost"})
    page = browser.get("/memory").text
    assert 'class="veil"' in page
    assert page.count('aria-checked="true"') == 1
    assert "disabled" in page


def test_a_stale_save_shows_both_versions_and_keeps_the_typing(browser: TestClient, home: Archivist) -> None:
    alice = home.acting_as("alice")
    opened = alice.library.show()
    alice.library.save(opened.text + "\n- written meanwhile\n", opened.revision)
    answer = browser.post(
        "/memory/save",
        data={"scope": "user:alice", "revision": opened.revision, "text": opened.text + "\n- typed by hand\n"},
        headers={"Origin": "http://localhost"},
    )
    assert answer.status_code == 409
    assert "typed by hand" in answer.text
    assert "written meanwhile" in answer.text


def test_without_a_token_a_stranger_is_asked_for_one_and_a_wrong_one_is_refused(home: Archivist) -> None:
    application = make_app(home, owner=None, faces=[console_face()])
    with TestClient(application, base_url="http://localhost") as stranger:
        asked = stranger.get("/memory", follow_redirects=False)
        assert asked.status_code == 303
        assert asked.headers["location"].startswith("/login")
        wrong = stranger.post("/login", data={"token": "nonsense"}, headers={"Origin": "http://localhost"})
        assert wrong.status_code == 401
        secret = home.acting_as("alice").tokens.create("alice").secret
        let_in = stranger.post(
            "/login", data={"token": secret, "next": "//evil.example"}, headers={"Origin": "http://localhost"},
            follow_redirects=False,
        )  # fmt: skip
        assert let_in.headers["location"] == "/"
        assert "httponly" in let_in.headers["set-cookie"].lower()
        assert stranger.get("/memory").status_code == 200
