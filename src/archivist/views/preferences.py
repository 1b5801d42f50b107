"""The four first-run preferences, as data for every door: what is asked, what can be chosen, and the rule it becomes.

A choice is one rule in the words of the language the person reads; no choice is no rule. Afterwards they are entries
of User Knowledge like any other. Source: requirement L8; seeds/001, 15.3.1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from archivist.errors import Invalid
from archivist.records.memory import Kind
from archivist.views.entry import Entry

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Wording:
    """One thing in both languages."""

    en: str
    zh: str

    def read(self, language: Language) -> str:
        """The words in that language."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: how it is offered, and the rule that it becomes."""

    key: str
    label: Wording
    rule: Wording


@dataclass(frozen=True, slots=True)
class Preference:
    """One of the four settings."""

    key: str
    question: Wording
    choices: tuple[Choice, ...]


PREFERENCES: Final = (
    Preference(
        "language",
        Wording("Which language should answers be in?", "回答用什么语言？"),
        (
            Choice(
                "mine",
                Wording("the language I write in", "跟我用的语言一致"),
                Wording("Answer in the language of my message", "用我提问的语言回答"),
            ),
            Choice("en", Wording("English", "英文"), Wording("Always answer in English", "始终用英文回答")),
            Choice("zh", Wording("Chinese", "中文"), Wording("Always answer in Chinese", "始终用中文回答")),
        ),
    ),
    Preference(
        "format",
        Wording("How long should answers be, and in what form?", "回答的长短和格式？"),
        (
            Choice(
                "short",
                Wording("short, the conclusion first", "简短，结论在前"),
                Wording("Keep answers short, with the conclusion first", "回答简短，结论放在最前面"),
            ),
            Choice(
                "structured",
                Wording("structured, with headings and tables", "结构化，用标题和表格"),
                Wording("Structure answers with headings, lists and tables", "回答要结构化，使用标题、列表和表格"),
            ),
            Choice(
                "detailed",
                Wording("detailed, with the reasoning", "详细，写出推理过程"),
                Wording("Give detailed answers and show the reasoning", "回答要详细，并写出推理过程"),
            ),
        ),
    ),
    Preference(
        "uncertainty",
        Wording("What should happen when something is uncertain?", "遇到不确定的事怎么办？"),
        (
            Choice(
                "say",
                Wording("say so, and how sure it is", "说明不确定，以及有多大把握"),
                Wording(
                    "Say what is uncertain and how sure you are; never present a guess as a fact",
                    "说明哪些内容不确定、有多大把握，不要把猜测当作事实",
                ),
            ),
            Choice(
                "ask",
                Wording("ask me first", "先问我"),
                Wording("When something is unclear, ask me before answering", "有不清楚的地方，先问我再回答"),
            ),
            Choice(
                "assume",
                Wording("assume the likeliest, and name it", "按最可能的情况处理，并写明假设"),
                Wording("When something is unclear, go on with the likeliest assumption and name it",
                        "有不清楚的地方，按最可能的假设继续，并写明该假设"),
            ),
        ),
    ),
    Preference(
        "confirmation",
        Wording("What should be asked about before it is done?", "哪些事做之前要先问？"),
        (
            Choice(
                "irreversible",
                Wording("what cannot be undone", "无法撤销的事"),
                Wording("Ask before anything that cannot be undone: deleting, sending, publishing, paying",
                        "无法撤销的操作先征求同意：删除、发送、发布、付款"),
            ),
            Choice(
                "changes",
                Wording("every change to files or systems", "对文件或系统的每次改动"),
                Wording("Ask before every change to files or systems", "改动文件或系统之前一律先征求同意"),
            ),
            Choice(
                "nothing",
                Wording("nothing; report afterwards", "不用问，事后说明"),
                Wording("Act without asking and report what was done", "无需事先询问，做完后说明做了什么"),
            ),
        ),
    ),
)  # fmt: skip


def rules_of(chosen: Mapping[str, str], language: Language) -> list[Entry]:
    """The rules that these choices become: `{preference: choice}`, in the order of the questions.

    Raises:
        Invalid: a preference or a choice is none of those there are.
    """
    known = {preference.key: preference for preference in PREFERENCES}
    if unknown := [key for key in chosen if key not in known]:
        raise Invalid("preference", f"{unknown[0]!r} is none of {', '.join(known)}")
    return [
        Entry(Kind.RULE, _choice(preference, chosen[preference.key]).rule.read(language))
        for preference in PREFERENCES
        if preference.key in chosen
    ]


def _choice(preference: Preference, key: str) -> Choice:
    for choice in preference.choices:
        if choice.key == key:
            return choice
    keys = ", ".join(choice.key for choice in preference.choices)
    raise Invalid(preference.key, f"{key!r} is none of {keys}")
