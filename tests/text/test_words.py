"""The tokenizer: what a text is found by, in Chinese and English, and what a query asks for."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.words import MAX_TERMS, Query, contains_phrase, elements, parse_query, terms

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=200)
WORDY = st.lists(
    st.sampled_from(
        ["设", "备", "部署", "方案", "the", "launcher", "C++", "gen-itgc", "50", "条", "café", "ｻｰﾊﾞ", "🚀", "v7.6.1"]
    ),
    max_size=8,
)


def finds(query: str, text: str) -> bool:
    """Whether any term or character the query asks for is the text's."""
    asked, there = parse_query(query), terms(text)
    return any(term in there for term in asked.terms) or any(
        term.startswith(character) for character in asked.characters for term in there
    )


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("设备清单(devices) 在机房 NAS 上", ["设备", "NAS", "nas", "机", "单", "devices", "device"]),
        ("重跑gen-itgc后50条悬空引用清零，修复已验证", ["itgc", "gen", "gen-itgc", "悬空", "50条", "零"]),
        ("The multi-agent launcher uses C++ and don't panic", ["multi-agent", "multiagent", "C++", "don't", "panics"]),
        ("retry OR fail (draft) GB/s 20.04", ["retry OR", "(draft", "GB/s", "20.04", "retries"]),
        ("set `tidb_enable_fast_create_table`", ["tidb_enable_fast_create_table", "create table", "tidb"]),
        ("call createTable now", ["create_table", "createTable", "create-table", "table"]),
        ("GitHub and TiDB", ["github", "tidb", "TIDB"]),
        ("since v7.6.1", ["7.6.1", "v7.6", "v7.6.1"]),
        ("发布流程 🚀 见手册", ["🚀", "手册", "手"]),
        ("ＵＳＢ 接口规范 第１０版", ["usb", "USB", "10", "ＵＳＢ"]),
        (unicodedata.normalize("NFD", "테스트 문서"), ["테스트", "문서"]),
        ("ｻｰﾊﾞ 一覧", ["サーバ", "一覧"]),
        (unicodedata.normalize("NFD", "café 選定"), ["café", "cafe", "CAFÉ"]),
        ("She bought two children's books", ["buy", "child", "book", "buying"]),
    ],
)
def test_a_text_is_found_as_people_type_it(text: str, queries: list[str]) -> None:
    assert [query for query in queries if not finds(query, text)] == []


@pytest.mark.parametrize("text", ["", " 　\n", "！？…", "-", "*", '"', "___", "\x00\u200b\ud800"])
def test_nothing_to_search_for_is_an_empty_query(text: str) -> None:
    assert parse_query(text).is_empty


@pytest.mark.parametrize("text", ["to be or not to be", "the", "是什么", "的", "不是"])
def test_stop_words_never_empty_a_query(text: str) -> None:
    assert not parse_query(text).is_empty


def test_stop_words_leave_a_query_that_has_others() -> None:
    assert parse_query("what is the launcher for?").terms == ("launcher",)
    assert parse_query("TiDB 是什么？").terms == ("tidb",)


@pytest.mark.parametrize(
    "text", ["AND", "NEAR(a b)", "text:launcher", "-panic", "^multi", "pan*", "a OR b)", "部署手册：重启"]
)
def test_no_text_is_query_syntax(text: str) -> None:
    asked = parse_query(text)
    assert asked.phrases == ()
    assert all(not set(term) & set('"*:^()') for term in asked.terms)


def test_only_straight_quotes_that_close_ask_for_an_order() -> None:
    assert parse_query('"部署方案" x').phrases == (("部", "署", "方", "案"),)
    assert parse_query('timeout "error').phrases == ()
    assert parse_query('she said "see you there"', quotes_bind=False).phrases == ()


@pytest.mark.parametrize(
    "talk", ['Ann: "see you there"\nBob: "at the old mill"', '小安："周五见"\n小北: "在老磨坊门口"']
)
def test_quotes_in_a_pasted_conversation_are_quotations(talk: str) -> None:
    assert parse_query(talk).phrases == ()
    assert parse_query(talk.partition("\n")[2] + "\n").phrases != ()


def test_a_phrase_stands_in_a_text_only_in_its_order() -> None:
    text = elements("今天讨论了部署方案")
    assert contains_phrase(text, elements("部署方案"))
    assert not contains_phrase(text, elements("方案部署"))


def test_a_figure_in_a_short_query_is_needed() -> None:
    assert parse_query("30 分钟").needed == {"30"}
    assert parse_query("1,000 rows").needed == {"1000"}
    assert parse_query("what did we decide about the 30 minutes limit").needed == frozenset()


def test_a_pasted_log_is_asked_by_few_words_and_by_its_end_too() -> None:
    log = "记忆系统需要回答长问题。" * 1_700 + "剧本第三幕"
    asked = parse_query(log)
    assert "剧本" in asked.terms
    many = parse_query(" ".join(f"word{n}" for n in range(3_000)))
    assert len(many.terms) == MAX_TERMS
    assert many.terms[-1] == "word2999"


@given(ANY_TEXT)
@settings(max_examples=50, deadline=None)
def test_any_text_has_terms_an_index_can_store(text: str) -> None:
    for term in terms(text):
        assert term
        assert len(term) <= 64
        assert not any(character.isspace() or 0xD800 <= ord(character) < 0xE000 for character in term)
    assert isinstance(parse_query(text), Query)
    elements(text)


@given(WORDY, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
@settings(max_examples=50, deadline=None)
def test_a_text_and_its_folded_twin_have_the_same_terms(words: list[str], form: str) -> None:
    text = " ".join(words)
    assert terms(unicodedata.normalize(form, text)) == terms(text)  # type: ignore[arg-type]
    assert terms(text.upper()) == terms(text.lower())


@given(WORDY, WORDY, WORDY)
@settings(max_examples=50, deadline=None)
def test_a_phrase_is_found_wherever_it_is_contiguous(before: list[str], phrase: list[str], after: list[str]) -> None:
    wanted = elements(" ".join(phrase))
    if wanted:
        assert contains_phrase(elements(" ".join([*before, *phrase, *after])), wanted)
