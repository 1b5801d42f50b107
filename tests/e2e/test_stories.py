"""The stories of a person at the console, each from the first click to what stands in the home."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from archivist.llm.chat import ChatTool
from tests.e2e.conftest import House, propose, served, until
from tests.services.test_chat import ScriptedChat

COLOURS = (
    "amber", "azure", "beige", "black", "bronze", "coral", "cyan", "ebony", "emerald", "fuchsia", "golden", "ivory",
    "jade", "lilac", "maroon", "olive", "pink", "ruby", "silver", "violet",
)  # fmt: skip


@pytest.mark.parametrize("way", ["save", "skip", "escape"])
def test_the_first_run_asks_once_and_only_an_answer_closes_it(chromium: Browser, tmp_path: Path, way: str) -> None:
    with served(chromium, tmp_path) as house, house.window() as page:
        dialog = page.locator("#preferences")
        dialog.wait_for()
        page.mouse.click(5, 5)
        assert dialog.is_visible(), "a click outside closes nothing"
        if way == "save":
            page.select_option("#preferences [name=language]", "zh")
            page.click("text=Save preferences")
        elif way == "skip":
            page.click("text=Skip for now")
        else:
            page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        page.wait_for_load_state()
        until(lambda: house.app.acting_as("alice").library.show().exists)
        text = house.app.acting_as("alice").library.show().text
        assert ("Always answer in Chinese" in text) == (way == "save")
        page.goto(house.address + "/memory")
        assert page.locator("#preferences").count() == 0


def test_twenty_entries_are_reviewed_with_the_keyboard_alone(house: House) -> None:
    propose(house.app, *(f"The {colour} team reports every week" for colour in COLOURS))
    alice = house.app.acting_as("alice")
    waiting = alice.proposals.count()
    assert waiting == 20
    with house.window("/queue") as page:
        count = page.locator(".tabs .count")
        second = page.locator(".list a").nth(1).inner_text()
        page.keyboard.press("ArrowDown")
        page.wait_for_url("**id=**")
        assert page.locator(".list [aria-current]").inner_text() == second
        for left in range(waiting - 1, -1, -1):
            page.keyboard.press("3" if left % 2 else "1")
            until(lambda: count.inner_text().strip() == str(left))  # noqa: B023
            page.wait_for_load_state()
        page.get_by_text("Nothing waits for you.").wait_for()
    assert alice.proposals.count() == 0
    assert len(alice.memory.list().items) == 10


def test_a_stale_save_in_two_windows_loses_nothing(house: House) -> None:
    with house.window() as one, house.window() as other:
        one.fill("#text", "## Rules\n- Written in the first window\n\n## Info\n")
        other.fill("#text", "## Rules\n- Written in the second window\n\n## Info\n")
        one.get_by_role("button", name="Save", exact=True).click()
        one.wait_for_load_state()
        until(lambda: "first window" in house.app.acting_as("alice").library.show().text)
        other.keyboard.press("Control+s")
        other.locator(".conflict").wait_for()
        typed = other.input_value("#text")
        assert "first window" in typed
        assert "second window" in typed
        other.get_by_role("button", name="Save", exact=True).click()
        until(lambda: "second window" in house.app.acting_as("alice").library.show().text)
    assert "first window" in house.app.acting_as("alice").library.show().text


def test_what_was_typed_and_not_saved_comes_back(house: House) -> None:
    alice = house.app.acting_as("alice")
    with house.window() as page:
        page.fill("#text", "## Rules\n- Nearly lost\n\n## Info\n")
        assert page.locator(".after-save").is_visible()
        assert page.locator(".needs-saved").first.is_disabled()
        until(lambda: alice.library.unsaved())
    with house.window() as page:
        page.click("text=Go on with it")
        until(lambda: "Nearly lost" in page.input_value("#text"))


def test_memory_off_veils_the_page_until_it_is_on_again(house: House) -> None:
    with house.window() as page:
        page.click("button:has-text('Enabled')")
        page.locator(".veil").wait_for()
        assert page.locator(".window-body").get_attribute("inert") is not None
        assert page.locator("button:has-text('Automatic suggestions')").is_disabled()
        page.click("button:has-text('Enabled')")
        page.locator(".veil").wait_for(state="detached")
        assert page.locator("button:has-text('Automatic suggestions')").get_attribute("aria-checked") == "true"


def test_an_entry_applied_in_one_window_moves_the_editor_of_the_other(house: House) -> None:
    house.app.acting_as("alice").projects.set_focus("atlas")
    propose(house.app, "Deploy with the blue pipeline")
    with house.window("/queue") as queue, house.window() as editor:
        editor.locator(".dot").wait_for(state="attached")
        queue.keyboard.press("2")
        editor.wait_for_url("**scope=project%3Aatlas")
        assert "Deploy with the blue pipeline" in editor.input_value("#text")
        editor.locator(".dot").wait_for(state="detached")


def test_an_entry_without_a_project_asks_which(house: House) -> None:
    propose(house.app, "Deploy with the green pipeline")
    with house.window("/queue") as page:
        page.keyboard.press("2")
        page.locator("#pick").wait_for()
        page.click("#pick >> text=Apply")
        page.get_by_text("Applied to project:atlas").wait_for()
    assert "green pipeline" in house.app.acting_as("alice").library.show("project:atlas").text


def test_a_document_is_dropped_in_published_searched_and_read(house: House, tmp_path: Path) -> None:
    file = tmp_path / "handbook.md"
    file.write_text(
        "# Handbook\n\n## Restarting\n\nDrain the node first.\n\n## Escalation\n\nCall the lead.\n", "utf-8"
    )
    with house.window("/knowledge") as page:
        page.set_input_files("[type=file]", str(file))
        page.click("button:has-text('Upload')")
        page.get_by_role("button", name="Publish", exact=True).click()
        page.get_by_role("button", name="Unpublish").wait_for()
        page.click(".outline >> text=Escalation")
        page.locator(".prose >> text=Call the lead.").wait_for()
        page.goto(house.address + "/knowledge")
        page.fill("[type=search]", "drain")
        page.locator("#found mark").first.wait_for()


def test_erasing_a_record_takes_its_words_away(house: House) -> None:
    alice = house.app.acting_as("alice")
    written = alice.memory.remember("The launch code name is Kingfisher")
    assert written.memory is not None
    with house.window(f"/records/{written.memory.id}") as page:
        page.on("dialog", lambda dialog: dialog.accept())
        page.click("button:has-text('Erase')")
        page.get_by_text("Erased", exact=True).wait_for()
        assert "Kingfisher" not in page.content()


def test_a_pasted_conversation_ends_as_an_applied_entry(house: House) -> None:
    with house.window("/chat") as page:
        page.fill("textarea[name=text]", "user: Please remember: from now on always use British spelling.")
        page.click("text=Read it")
        page.locator("h1:has-text('new messages read')").wait_for()
        page.goto(house.address + "/queue")
        if page.locator("[data-key='1']").count():
            page.keyboard.press("1")
            page.get_by_text("Applied to user:alice").wait_for()
    held = house.app.acting_as("alice").memory.list().items
    assert any("British spelling" in memory.text for memory in held)


def test_a_card_in_a_chat_is_applied_and_keeps_its_state(chromium: Browser, tmp_path: Path) -> None:
    said = "Always write my reports in British spelling"

    def answer(tools: Mapping[str, ChatTool]) -> str:
        tools["propose_knowledge"].run({"text": said, "quote": said})
        return "Proposed; you decide."

    with served(chromium, tmp_path, ScriptedChat(answer)) as house:
        alice = house.app.acting_as("alice")
        alice.library.create()
        with house.window("/chat") as page:
            page.fill("#ask textarea", said)
            page.keyboard.press("Enter")
            page.get_by_text("Proposed; you decide.").wait_for()
            page.locator(".proposal").get_by_role("button", name="User", exact=True).click()
            page.locator(".proposal .tag.applied").wait_for()
            page.reload()
            assert page.locator(".proposal button").count() == 0
        assert said in alice.library.show().text
