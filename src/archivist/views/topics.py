"""Gives entries of a library a topic where something they share names one: a tag, a topic there already, a key term.

A title is only ever taken from the entries' own words or tags. What shares nothing keeps no topic. Pure and without a
model; a better grouping is a model's work, checked by `views.reorganize`. Source: requirement L5; issue 4, point 5.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from archivist.text.fold import fold, fold_statement
from archivist.text.stems import stem
from archivist.text.words import is_stop_word
from archivist.views.entry import Entry

MIN_SHARED = 3
"""Entries that must share a term before it becomes a title."""

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_+#.-]*[A-Za-z0-9_+#]")
_RUN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]{2,}")
_LETTER = r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_COMMON = """
use keep always never prefer avoid make write ask include exclude show need every first before after new user please
default only set run add get
不要 不能 不得 必须 必須 所有 每次 每个 使用 需要 默认 统一 保持 禁止 优先 如果 我们 我們 用户 用戶 请用 先用 一律
不用 避免 总是
"""
_SAYS_HOW = frozenset(_COMMON.split())
"""Words that many statements share without being about the same thing."""


def with_topics(entries: Sequence[Entry], tags: Mapping[str, Sequence[str]]) -> list[Entry]:
    """The entries, those of one topic side by side where its first one stood; `tags` is by id."""
    named = _by_key_term(_by_title(_by_tag(entries, tags)))
    order: dict[tuple[str, str], int] = {}
    for place, entry in enumerate(named):
        order.setdefault(_group(entry, place), place)
    return [named[place] for place in sorted(range(len(named)), key=lambda p: (order[_group(named[p], p)], p))]


def mentions(text: str, title: str) -> bool:
    """Whether the text says the title as words of its own; a Chinese character beside it is another word."""
    title = re.escape(fold_statement(title))
    return bool(re.search(f"(?<!{_LETTER}){title}(?!{_LETTER})", fold_statement(text)))


def _group(entry: Entry, place: int) -> tuple[str, str]:
    return (entry.kind, fold_statement(entry.topic)) if entry.topic else ("alone", str(place))


def _by_tag(entries: Sequence[Entry], tags: Mapping[str, Sequence[str]]) -> list[Entry]:
    """The tag that most entries of the part share."""
    shared = Counter((entry.kind, tag) for entry in entries for tag in set(tags.get(entry.id or "", ())))
    return [
        replace(entry, topic=max(fitting, key=lambda tag: (shared[entry.kind, tag], tag)))
        if not entry.topic and (fitting := [tag for tag in tags.get(entry.id or "", ()) if shared[entry.kind, tag] > 1])
        else entry
        for entry in entries
    ]


def _by_title(entries: Sequence[Entry]) -> list[Entry]:
    """The first topic of the part that the entry names."""
    titles = dict.fromkeys((entry.kind, entry.topic) for entry in entries if entry.topic)

    def named(entry: Entry) -> Entry:
        fitting = (title for kind, title in titles if kind is entry.kind and mentions(entry.text, title))
        return replace(entry, topic=entry.topic or next(fitting, ""))

    return [named(entry) for entry in entries]


def _by_key_term(entries: Sequence[Entry]) -> list[Entry]:
    """Again and again the term that most of the entries without a topic share."""
    named = list(entries)
    loose = {place: _terms(entry.text) for place, entry in enumerate(named) if not entry.topic}
    while True:
        shared = Counter((named[place].kind, key) for place, terms in loose.items() for key in terms)
        fitting = [(count, len(key), key, kind) for (kind, key), count in shared.items() if count >= MIN_SHARED]
        if not fitting:
            return named
        _, _, key, kind = max(fitting)
        members = [place for place, terms in loose.items() if key in terms and named[place].kind is kind]
        title = Counter(loose[place][key] for place in members).most_common(1)[0][0]
        for place in members:
            named[place] = replace(named[place], topic=title)
            del loose[place]


def _terms(text: str) -> dict[str, str]:
    """Key to typed form of each term of the first line that could be a title."""
    line = text.partition("\n")[0]
    terms = {stem(fold(word)): word for word in _WORD.findall(line) if not _is_common(fold(word))}
    subject = next((starts for run in _RUN.findall(line) if (starts := _starts(run))), [])
    return terms | {start: start for start in subject}


def _starts(run: str) -> list[str]:
    """The first two to six characters of a run of Chinese; that of the first run is what a statement is about."""
    if run[:2] in _SAYS_HOW:
        return []
    return [run[:length] for length in range(2, min(6, len(run)) + 1)]


def _is_common(word: str) -> bool:
    return len(word) < 3 or word in _SAYS_HOW or is_stop_word(stem(word))
