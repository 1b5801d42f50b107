"""The fields of everyday life: what they join, in both languages, and what the file that holds them must not do."""

from collections import Counter
from pathlib import Path

import pytest

from archivist.text import associations
from archivist.text.associations import FIELD, fields_of
from archivist.text.words import telling_terms, terms

LINES = [
    line
    for line in Path(associations.__file__).with_suffix(".txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(
    ("field", "question", "answer"),
    [
        ("drink", "something to drink?", "prefers black coffee"),
        ("drink", "我想喝什么饮料", "he likes green tea"),
        ("drink", "喝点什么", "他只喝咖啡"),
        ("exercise", "any exercise this week?", "每天早上跑步"),
        ("animal", "去动物园看什么", "she saw a giraffe and two pandas"),
        ("family", "Who is in her family?", "她的妹妹在北京"),
    ],
)
def test_a_question_and_an_answer_that_share_no_word_share_a_field(field: str, question: str, answer: str) -> None:
    assert not set(telling_terms(question)) & set(telling_terms(answer))
    assert FIELD + field in fields_of(terms(question)).keys() & fields_of(terms(answer)).keys()


def test_a_field_counts_each_of_its_words_once_and_in_any_form() -> None:
    assert fields_of(terms("cooking, cooked, cooks"))[FIELD + "cook"] == 1
    assert fields_of(terms("she cooked in the kitchen"))[FIELD + "cook"] == 2


def test_a_chinese_word_is_there_only_as_a_whole() -> None:
    assert FIELD + "animal" in fields_of(terms("看到了长颈鹿"))
    assert not fields_of(terms("长颈"))
    assert not fields_of(terms("颈鹿"))


@pytest.mark.parametrize(
    "statement", ["the launcher timeout is 30 seconds", "restart the cache", "重试次数是三次", "缓存设为开启", ""]
)
def test_what_is_no_part_of_everyday_life_belongs_to_no_field(statement: str) -> None:
    assert not fields_of(terms(statement))


def test_no_field_stands_twice_in_the_file_and_no_word_twice_in_a_field() -> None:
    names = [line for line in LINES if not line.startswith(" ")]
    assert [name for name, count in Counter(names).items() if count > 1] == []
    held: dict[str, list[str]] = {}
    for line in LINES:
        if line.startswith(" "):
            held[next(reversed(held))] += line.split()
        else:
            held[line] = []
    twice = {name: [word for word, count in Counter(words).items() if count > 1] for name, words in held.items()}
    assert {name: words for name, words in twice.items() if words} == {}


def test_every_word_of_the_file_is_found_by_itself() -> None:
    field = ""
    for line in LINES:
        if not line.startswith(" "):
            field = FIELD + line
        for word in line.split() if line.startswith(" ") else ():
            assert field in fields_of(terms(word)), word
