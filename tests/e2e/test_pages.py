"""Every page in both themes: no accessibility violation, nothing wider than the window, and little to load."""

from pathlib import Path

import pytest

from tests.e2e.conftest import House, propose

AXE = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
PAGES = ("/memory", "/queue", "/records", "/knowledge", "/journal", "/context", "/activity", "/settings", "/chat")
CUT_OFF = """[...document.querySelectorAll("main *")]
  .filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest(".scroll, .unseen, [hidden]"))
  .map((part) => part.outerHTML.slice(0, 120))"""
MAX_BYTES = 300_000
LONG = "A_very_long_word_without_any_place_to_break_it_" * 6


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_violates_the_accessibility_guidelines(house: House, theme: str) -> None:
    fill(house)
    found: list[str] = []
    with house.window(theme=theme) as page:
        for path in PAGES:
            page.goto(house.address + path)
            answer = page.evaluate(f"{AXE}; axe.run(document, {{runOnly: {RULES}, resultTypes: ['violations']}})")
            for one in answer["violations"]:
                found += [f"{path} {one['id']}: {node['html'][:160]}" for node in one["nodes"][:3]]
    assert found == []


def test_nothing_is_wider_than_a_phone_or_cut_off(house: House) -> None:
    fill(house)
    with house.window(width=360) as page:
        for path in PAGES:
            page.goto(house.address + path)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert page.evaluate(CUT_OFF) == [], path


def test_a_page_weighs_less_than_300_kb_and_asks_nobody_else(house: House) -> None:
    fill(house)
    with house.window("/login") as page:
        for path in PAGES:
            weights: list[int] = []
            elsewhere: list[str] = []

            def weigh(response: object) -> None:
                url = response.url  # type: ignore[attr-defined]
                if "/events" in url:
                    return
                if not url.startswith(house.address):
                    elsewhere.append(url)  # noqa: B023
                weights.append(len(response.body()))  # type: ignore[attr-defined]  # noqa: B023

            page.on("response", weigh)
            page.goto(house.address + path)
            page.remove_listener("response", weigh)
            assert sum(weights) < MAX_BYTES, (path, sum(weights))
            assert elsewhere == []


def test_the_keys_are_explained_and_every_page_begins_with_a_way_to_its_content(house: House) -> None:
    with house.window("/records") as page:
        page.keyboard.press("?")
        assert page.locator("#keys").is_visible()
        page.keyboard.press("Escape")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.type") == "search"


def fill(house: House) -> None:
    """Something on every page, with words that do not break."""
    alice = house.app.acting_as("alice")
    propose(house.app, "The report is due on Fridays", f"The name is {LONG}")
    alice.memory.remember(f"A record with {LONG}", tags=("long",))
    alice.knowledge.add_text("handbook.md", f"# Handbook {LONG}\n\n## Part\n\n{LONG}\n", publish=True)
    alice.context.build("assistant", "report")
    alice.tokens.create(label=LONG)
