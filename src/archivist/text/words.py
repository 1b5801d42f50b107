"""One tokenizer for everything that searches: FTS5 today, any other index tomorrow.

A text becomes *terms* (what an index stores and a query looks up) and *elements* (the smallest pieces in order, which
decide whether a quoted phrase stands in a text). The rules, Chinese and English alike:

- words are folded (`text.fold`) and lightly stemmed (`text.stems`);
- a run of Chinese, Japanese, Korean, Thai, Lao, Khmer or Burmese becomes its pairs of characters and its last
  character, so a single character is found as the beginning of a term;
- an identifier is kept whole (without its separators) and in parts: `gen-itgc` is genitgc, gen, itgc; `createTable` and
  `create_table` are one word; a dotted number is whole and by its beginnings (7.6.1, 7.6); C++ and C# keep their signs;
- Latin glued to Chinese is split from it; an emoji is a word;
- stop words leave a query only while something else is left of it.

Nothing a person types is query syntax, except a pair of straight quotes, which asks for words in that order.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import add

from archivist.text.fold import normalize
from archivist.text.patterns import pattern
from archivist.text.stems import stem
from archivist.text.stop_words import STOP_WORDS

MAX_TEXT_CHARS = 20_000  # of a query; of a longer one, its beginning and its end are read
MAX_SHORT_CHARS = 1_000  # of a text whose terms are kept for the next who asks
MAX_TERMS = 64  # of a query; a pasted log asks at its beginning or at its end
MAX_TERM_CHARS = 64
MAX_SHORT = 4  # words or single characters: a query so short means the figure it holds
BREAK = "\n"
MAX_PARTS = 8  # an identifier of more parts is a path or a blob: its parts only

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\u3005-\u3007\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_EMOJI = (
    "\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001f3fa\U0001f400-\U0001faff"  # skin tones, 1f3fb to 1f3ff, are not words
)
_MARKS = "\u0300-\u036f\u0900-\u0963\u0966-\u0dff"  # Indic vowels belong to the word; Python's \w leaves them out
_CHAR = rf"(?:[^\W{_UNSPACED}]|[{_MARKS}])"
_TOKEN = pattern(rf"([{_UNSPACED}]+)|([{_EMOJI}])|({_CHAR}+(?:[.,_\-/'’&]{_CHAR}+)*(?:\+\+|#(?!\w))?)")
_ASCII_TOKEN = pattern(r"()()([A-Za-z0-9_]+(?:[.,_\-/'&][A-Za-z0-9_]+)*(?:\+\+|#(?!\w))?)")
_CLITIC = pattern(r"['’](?:s|re|ve|ll|d|m)\b", re.IGNORECASE)
_NUMBER = pattern(r"[vV]?(\d+(?:\.\d+)+)")
_THOUSANDS = pattern(r"\d{1,3}(?:,\d{3})+")
_SEPARATOR = pattern(r"[.,_\-/&]+")
_CAMEL = pattern(r"[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+|[^A-Za-z0-9]+")
_QUOTED = pattern(r'["＂]([^"＂\n]{1,120})["＂]')
_RUN = pattern(f"[{_UNSPACED}]+")
_FIGURE = pattern(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Query:
    """What a person asked for, ready to be looked up.

    `terms` are unique, in the order typed. `fillers` are its stop words, which only tell apart what the terms found.
    `characters` stand alone in their script and are looked up as the beginning of a term; `singles` are those of its
    longer runs, which find a paraphrase where few entries are searched. `phrases` are the elements of each quoted part,
    in order. `needed` are terms without which nothing is an answer: the figures of a query of a few words ('30 分钟'
    does not ask for '15 分钟').
    """

    terms: tuple[str, ...]
    fillers: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()
    needed: frozenset[str] = frozenset()

    @property
    def is_empty(self) -> bool:
        """There is nothing to search for, which is not the same as no match."""
        return not (self.terms or self.characters)


def terms(text: str) -> list[str]:
    """The terms of a text as an index stores them, in order, repeats kept."""
    return list(_short_terms(text)) if len(text) <= MAX_SHORT_CHARS else _terms(text)


@lru_cache(4096)
def _short_terms(text: str) -> tuple[str, ...]:
    """One write asks four times for the terms of one statement: to compare, to name, to index."""
    return tuple(_terms(text))


def _terms(text: str) -> list[str]:
    found: list[str] = []
    for run, emoji, word in _tokens(text):
        if word:
            found += _word_terms(word)
        elif run:
            found += _run_terms(run)
        else:
            found.append(emoji)
    return found


def elements(text: str) -> list[str]:
    """The smallest pieces of a text in order, unstemmed: parts of words, single characters of unspaced scripts.

    A `BREAK` stands where a mark or a space parts two runs of an unspaced script.
    """
    found: list[str] = []
    after_run = False
    for run, emoji, word in _tokens(text):
        if run and after_run:
            found.append(BREAK)
        found += _parts(word) if word else run or emoji
        after_run = bool(run)
    return found


def parse_query(text: str, *, quotes_bind: bool = True) -> Query:
    """What is asked for in `text`, whatever it holds; it never raises.

    Args:
        quotes_bind: whether straight quotes ask for their words in that order. True for a search box; False for a
            message, where a quotation is only a quotation. Several lines are a message wherever they are pasted.
    """
    is_message = not quotes_bind or "\n" in text.strip()
    if len(text) > MAX_TEXT_CHARS:
        text = text[: MAX_TEXT_CHARS // 2] + "\n" + text[-MAX_TEXT_CHARS // 2 :]
    tokens = _tokens(text)
    runs = [run for run, _, _ in tokens if run]
    asked, fillers = _telling([term for token in tokens for term in _asked_terms(*token)])
    alone, _ = _telling([run for run in runs if len(run) == 1])
    singles, _ = _telling([character for run in runs if len(run) > 1 for character in run])
    quoted = [] if is_message else _QUOTED.findall(text)
    return Query(
        terms=asked,
        fillers=fillers,
        characters=tuple(one for one in alone if not (asked and is_stop_word(one))),
        singles=tuple(one for one in singles if not is_stop_word(one)),
        phrases=tuple(phrase for part in quoted if len(phrase := tuple(elements(part))) > 1),
        needed=frozenset(_figures(tokens)) if len(elements(text)) <= MAX_SHORT else frozenset(),
    )


def telling_terms(text: str) -> list[str]:
    """The terms of a statement that say something, each once; all of them where none does."""
    found = list(dict.fromkeys(terms(text)))
    return [term for term in found if not is_stop_word(term)] or found


def is_stop_word(term: str) -> bool:
    """Whether a term says nothing about the subject of a query that holds other words."""
    return term in STOP_WORDS


def contains_phrase(pieces: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether the elements of a phrase stand side by side, in order, among the elements of a text."""
    first, length = phrase[0], len(phrase)
    wanted = list(phrase)
    return any(piece == first and list(pieces[at : at + length]) == wanted for at, piece in enumerate(pieces))


def phrase_terms(phrase: Sequence[str]) -> list[str]:
    """The terms that stand in every text which contains the phrase."""
    pairs = [one + other for one, other in pairwise(phrase) if _RUN.fullmatch(one + other)]
    return pairs + [stem(piece) for piece in phrase if piece != BREAK and not _RUN.fullmatch(piece)]


def _tokens(text: str) -> list[tuple[str, str, str]]:
    """(unspaced run, emoji, word) of which exactly one is filled."""
    if text.isascii():
        return _ASCII_TOKEN.findall(text)
    return _TOKEN.findall(normalize(text))


@lru_cache(maxsize=65536)
def _word_terms(word: str) -> tuple[str, ...]:
    if word.isascii() and word.isalpha() and word.islower():
        return (stem(word[:MAX_TERM_CHARS]),)  # most words; the rules below would say the same
    if number := _NUMBER.fullmatch(word):
        figures = number[1].split(".")
        return tuple(".".join(figures[:end]) for end in range(len(figures), 1, -1))
    parts = _parts(word)
    found = [stem(part) for part in parts]
    if 1 < len(parts) <= MAX_PARTS:
        found.insert(0, stem("".join(parts))[:MAX_TERM_CHARS])
    elif len(parts) == 1:
        found += [stem(hump) for hump in _humps(word)]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=65536)
def _parts(word: str) -> tuple[str, ...]:
    """The parts of a word between its separators, folded; a camel hump is not a part (GitHub is github)."""
    if number := _NUMBER.fullmatch(word):
        return (number[1],)
    if _THOUSANDS.fullmatch(word):
        return (word.replace(",", ""),)
    word = _CLITIC.sub("", word).replace("'", "").replace("’", "").casefold()
    return tuple(part[:MAX_TERM_CHARS] for part in _SEPARATOR.split(word) if part)


def _humps(word: str) -> Iterator[str]:
    """createTable gives create, table; TiDB gives nothing, its humps being too short to be words."""
    if word.islower() or word.isupper() or not word.isascii():
        return
    humps = _CAMEL.findall(word)
    if len(humps) > 1 and all(len(hump) > 2 for hump in humps):
        yield from (hump.lower() for hump in humps)


def _run_terms(run: str) -> list[str]:
    return [*map(add, run, run[1:]), run[-1]]


def _asked_terms(run: str, emoji: str, word: str) -> Sequence[str]:
    if word:
        return _word_terms(word)
    return _run_terms(run)[:-1] if run else (emoji,)


def _telling(asked: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(at most `MAX_TERMS` telling terms, stop words), without repeats; the first is empty only if both are."""
    unique = list(dict.fromkeys(asked))
    telling = [term for term in unique if not is_stop_word(term)]
    if not telling:
        return tuple(unique[:MAX_TERMS]), ()
    if len(telling) > MAX_TERMS:
        telling = telling[: MAX_TERMS // 2] + telling[-MAX_TERMS // 2 :]
    return tuple(telling), tuple(term for term in unique if is_stop_word(term))


def _figures(tokens: Sequence[tuple[str, str, str]]) -> list[str]:
    return [_word_terms(word)[0] for _, _, word in tokens if _FIGURE.fullmatch(word)]
