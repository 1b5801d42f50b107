"""Asks the first-run preferences in a terminal: one question, numbered answers, Enter for none."""

import locale
from collections.abc import Callable
from typing import Final

import click

from archivist.session import Session
from archivist.views.preferences import PREFERENCES, Language, Preference, Wording

ASKED: Final = Wording(
    "How should agents work with you? Four questions; Enter skips one, and everything can be changed later.",
    "希望智能体怎样与你协作？共四个问题；按 Enter 跳过，以后随时可改。",
)
SAVED: Final = Wording(
    "saved {count} rules in User Knowledge; change them with: archivist library edit",
    "已在 User Knowledge 中保存 {count} 条规则；修改用：archivist library edit",
)
SKIPPED: Final = Wording("nothing was chosen; User Knowledge is empty", "未选择任何项；User Knowledge 为空模板")

Prompt = Callable[[str, int], int]


def ask_preferences(session: Session, language: str, prompt: Prompt | None = None) -> None:
    """Ask a person who has no User Knowledge yet, and save what they choose; interrupting it skips it all."""
    if not session.preferences.are_due():
        return
    spoken = language_of(language)
    click.echo(ASKED.read(spoken))
    chosen: dict[str, str] = {}
    try:
        for preference in PREFERENCES:
            if number := _ask(preference, spoken, prompt or _number):
                chosen[preference.key] = preference.choices[number - 1].key
    except click.Abort:
        chosen = {}
    saved = session.preferences.save(chosen, spoken)
    click.echo((SAVED if chosen else SKIPPED).read(spoken).format(count=len(saved.entries)))


def language_of(setting: str) -> Language:
    """The language to ask in: the setting, or the terminal's own."""
    if setting in {"en", "zh"}:
        return "zh" if setting == "zh" else "en"
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"


def _ask(preference: Preference, language: Language, prompt: Prompt) -> int:
    click.echo(f"\n{preference.question.read(language)}")
    for number, choice in enumerate(preference.choices, 1):
        click.echo(f"  {number}  {choice.label.read(language)}")
    return prompt(">", len(preference.choices))


def _number(text: str, most: int) -> int:
    picked: int = click.prompt(text, default=0, show_default=False, type=click.IntRange(0, most), prompt_suffix=" ")
    return picked
