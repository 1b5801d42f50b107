"""Which field of a profile a changed preference is about, and what it says now: "以后代码注释用英文" and 注释语言.

By rule, and rather no answer than a wrong one: the statement must name the new value in a form of choosing (用、改用,
use, in, prefer, or `field: value`), and share a telling word with the field's name. The profile keeps its own words
for what everything is called; only the value changes.
Source: the layered workspace (003), 3.2; requirement W5.
"""

import re
from dataclasses import dataclass
from typing import Final

from archivist.text.plain_line import plain_line
from archivist.text.words import is_stop_word, terms
from archivist.views.profile import read_fields

LANGUAGES: Final = {
    "中文": "中文 汉语 chinese", "英文": "英文 英语 english", "日文": "日文 日语 japanese", "韩文": "韩文 韩语 korean",
    "法文": "法文 法语 french", "德文": "德文 德语 german", "西班牙文": "西班牙文 西班牙语 spanish",
}  # fmt: skip
"""A language by all its names: a preference for one is written in the words the profile uses."""
_LANGUAGE_OF: Final = {name: key for key, names in LANGUAGES.items() for name in names.split()}
_GENERAL: Final = (
    "语言 风格 偏好 习惯 方式 默认 常用 首选 的 use used language style preference preferred favourite favorite "
    "default format main my the of"
)
"""Words of a field's name that tell nothing of which field it is."""
_ZH: Final = re.compile(
    r"(?:改用|改成|改为|换成|换为|切换到|一律用|统一用|都用|使用|采用|喜欢用|习惯用|用)了?\s*"
    r"(?P<value>[^，。；,;.!！?？\s][^，。；,;!！?？]{0,38}?)\s*(?:写|来写|编写|书写|回答|吧|了|即可|就行|就好)?\s*[。.!！]?$"
)
_EN: Final = re.compile(
    r"\b(?:switch(?:ed)? to|chang(?:e|ed) to|now uses?|prefers?|use|using|written in|write .{0,40} in|in)\s+"
    r"(?P<value>[^\s,;.!?][^,;!?]{0,38}?)\s*"
    r"(?:\b(?:as|for) (?:my |the |all |our |code )*[\w ]{1,30}?)?\s*(?:from now on|instead|please|now)?\s*[.!]?$",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"^\s*(?P<name>[^:：]{1,30})[:：]\s*(?P<value>\S.{0,60}?)\s*[。.]?\s*$")
_LEAD: Final = re.compile(
    r"^(?:用户|我|the user|user|i)?\s*(?:从现在起|以后|今后|from now on,?|in future,?)?\s*", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class FieldChange:
    """The field as the profile calls it, what it says, and what it should say."""

    field: str
    old: str
    new: str


def changed_field(statement: str, profile: str) -> FieldChange | None:
    """The one field of `profile` that `statement` gives another value; None where none or several could be meant."""
    fields = read_fields(profile)
    line = _LEAD.sub("", " ".join(statement.split()))
    if (named := _NAMED.match(line)) and (exact := _exact(named["name"], fields)):
        return _change(exact, fields[exact], named["value"])
    value = _value(line)
    if not value:
        return None
    words = _telling(line.replace(value, " "))
    shared = {name: len(words & _telling(name)) for name in fields}
    best = max(shared.values(), default=0)
    meant = [name for name, count in shared.items() if count == best and best]
    meant = [name for name in meant if _same_kind(fields[name], value)] if len(meant) > 1 else meant
    return _change(meant[0], fields[meant[0]], value) if len(meant) == 1 else None


def _change(field: str, old: str, new: str) -> FieldChange | None:
    if old and not _same_kind(old, new):  # "use tabs in comments" says nothing of the language of comments
        return None
    language = _LANGUAGE_OF.get(new.casefold())
    if language is not None:
        if _LANGUAGE_OF.get(old.casefold()) == language:
            return None
        if old.isascii() and old:
            new = LANGUAGES[language].split()[-1].title()
        elif old:
            new = language
    return None if plain_line(old) == plain_line(new) else FieldChange(field, old, new)


def _exact(name: str, fields: dict[str, str]) -> str | None:
    return next((each for each in fields if plain_line(each) == plain_line(name)), None)


def _value(line: str) -> str:
    """What was chosen; a language anywhere behind the choosing word wins over the rest of the sentence."""
    found = _ZH.search(line) or _EN.search(line)
    if not found:
        return ""
    value = found["value"].strip(" \"'“”「」`*")
    names = [name for name in _LANGUAGE_OF if re.search(rf"(?<![a-z]){name}(?![a-z])", value.casefold())]
    return max(names, key=len) if names and len(value) <= 12 else value


def _telling(text: str) -> set[str]:
    general = {term for word in _GENERAL.split() for term in terms(word)}
    return {term for term in terms(text) if term not in general and not is_stop_word(term) and len(term) > 1}


def _same_kind(old: str, new: str) -> bool:
    return (old.casefold() in _LANGUAGE_OF) == (new.casefold() in _LANGUAGE_OF)
