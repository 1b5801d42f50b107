"""Light English stemming: the forms of one word share a stem, different words seldom do.

Plurals, -ed, -ing, -ly and a silent final e come off, by the first steps of Porter's second stemmer, and the common
irregular forms are led back to their word: bought, buying and buys are all `buy`. Nothing else is cut: a stem that
joins `organ` and `organization` costs more than it finds. Words are folded ASCII; others come back as they are.
Source: M. F. Porter, the English (Porter2) stemmer, steps 0, 1 and 5.
"""

import re
from functools import lru_cache

_IRREGULAR = """
be am is are was were been being; have has had having; do does did done doing; go goes went gone going; buy bought;
bring brought; think thought; teach taught; catch caught; seek sought; fight fought; get got gotten getting;
give gave given; take took taken; make made; come came; become became; run ran; begin began begun; drink drank drunk;
sing sang sung; swim swam swum; sit sat; spend spent; send sent; build built; lend lent; lose lost; keep kept;
sleep slept; feel felt; leave left; mean meant; meet met; say said; tell told; sell sold; hear heard; hold held;
stand stood; understand understood; find found; win won; know knew known; grow grew grown; throw threw thrown;
fly flew flown flies flying; draw drew drawn; show shown; write wrote written; drive drove driven; ride rode ridden;
rise rose risen; choose chose chosen; speak spoke spoken; break broke broken; steal stole stolen; wake woke woken;
wear wore worn; tear tore torn; eat ate eaten; fall fell fallen; see saw seen; forget forgot forgotten; feed fed;
lead led; pay paid; shoot shot; stick stuck; hang hung; die died dying dies; lie lying; tie tying;
child children; man men; woman women; foot feet; tooth teeth; mouse mice; person people; wife wives; agree agreed;
bus buses; news; knife knives; leaf leaves; half halves; shelf shelves; analysis analyses; index indices indexes
"""
_BASE = {form: base for line in _IRREGULAR.split(";") for base, *forms in [line.split()] for form in (base, *forms)}
_VOWEL = re.compile(r"[aeiouy]")
_REGION = re.compile(r"[^aeiouy]*[aeiouy]+[^aeiouy]")
_SHORT_END = re.compile(r"(?:^|.*[^aeiouy])[aeiouy][^aeiouywx]$")
_DOUBLE = ("bb", "dd", "ff", "gg", "mm", "nn", "pp", "rr", "tt")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of one folded word."""
    if word in _BASE:
        return _BASE[word]
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    word = _without_plural(word)
    word = _without_ending(word)
    word = _BASE.get(word, word)
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return word[:-1] + "i"
    return _without_silent_e(word)


def _without_plural(word: str) -> str:
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ies", "ied")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith(("ches", "shes", "xes", "zzes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and _VOWEL.search(word[:-2]):
        return word[:-1]
    return word


def _without_ending(word: str) -> str:
    if word.endswith("eed"):
        return word
    for ending in ("ingly", "edly", "ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and _VOWEL.search(root):
            return _mended(root)
    root = word.removesuffix("ly")
    return root if len(root) > 3 and root != word else word


def _mended(root: str) -> str:
    """A verb's root as its base form is spelled: hop(p)ing, hop(e)ing, creat(e)ing."""
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if root.endswith(_DOUBLE):
        return root[:-1]
    return root + "e" if _is_short(root) else root


def _without_silent_e(word: str) -> str:
    if word.endswith("e") and (region := _REGION.match(word)) and region.end() < len(word):
        return word if _SHORT_END.match(word[:-1]) and region.end() >= len(word) - 1 else word[:-1]
    return word


def _is_short(root: str) -> bool:
    region = _REGION.match(root)
    return (region is None or region.end() == len(root)) and bool(_SHORT_END.match(root))
