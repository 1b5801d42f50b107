"""What every full-text index promises. A backend's test subclasses `IndexContract` and makes an empty index."""

import time
import unicodedata
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivist.stores.index_port import Index
from archivist.text.ranking import IndexedText, Turn, asks
from archivist.text.words import contains_phrase, elements, parse_query, telling_terms

ALICE, BOB, PROJECT = 1, 2, 11  # 11 begins with 1 and is another partition

FOLDED = [
    ("ＵＳＢ 接口规范 第１０版", ["usb", "USB", "10", "ＵＳＢ", "接口"]),
    (unicodedata.normalize("NFD", "테스트 문서"), ["테스트", "문서"]),
    ("ｻｰﾊﾞ 一覧", ["サーバ", "一覧"]),
    (unicodedata.normalize("NFD", "café 選定"), ["café", "cafe", "選定"]),
]
CHINESE = {
    1: "设备清单(devices) 在机房 NAS 上",
    2: "今天讨论了部署方案",
    3: "重跑gen-itgc后50条悬空引用清零，修复已验证",
}
SYNTAX = {
    1: "The multi-agent launcher uses C++ and don't panic",
    2: "status: done, timeout error occurred",
    3: "retry OR fail (draft) GB/s 20.04",
    4: "部署手册：重启服务",
}
WORDS = ["部署", "方案", "设备", "launcher", "uses", "C++", "gen-itgc", "50", "条", "café", "🚀", "v7.6.1", "the", "的"]
SHARED = [HealthCheck.function_scoped_fixture, HealthCheck.differing_executors]  # one promise, kept by several indexes
PHRASES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4)


class Known:
    """The store's side of a search, in memory."""

    def __init__(self, texts: Mapping[int, IndexedText], hidden: Sequence[int] = (), threads: bool = False) -> None:
        self.known, self.hidden, self.threads = texts, set(hidden), threads
        self.boosted: dict[int, float] = {}

    def weights(self, entries: Sequence[int]) -> dict[int, float]:
        return {entry: self.boosted.get(entry, 1.0) for entry in entries if entry not in self.hidden}

    def texts(self, entries: Sequence[int]) -> dict[int, IndexedText]:
        return {entry: self.known[entry] for entry in entries if entry in self.known}

    def runs(self, entries: Sequence[int]) -> list[list[Turn]] | None:
        return [[Turn(entry, asks(self.known[entry].body)) for entry in sorted(self.known)]] if self.threads else None


def fill(index: Index, bodies: Mapping[int, str], partition: int = ALICE) -> Known:
    texts = {entry: IndexedText(body=body) for entry, body in bodies.items()}
    index.put_many((entry, partition, text) for entry, text in texts.items())
    return Known(texts)


def found(index: Index, known: Known, query: str, partitions: Sequence[int] = (ALICE,), limit: int = 10) -> list[int]:
    return [hit.entry for hit in index.search(parse_query(query), partitions, limit, known)]


class IndexContract:
    """Subclass as `Test…` with a fixture `index` that gives an empty index."""

    def test_sharing_finds_whoever_holds_the_words_most_first_and_in_one_partition_only(self, index: Index) -> None:
        fill(index, {1: "端口是 8080", 2: "网关的端口是 8081", 3: "the port of the gateway is 8080", 4: "今天下雨"})
        fill(index, {5: "网关的端口是 8081"}, BOB)
        assert index.sharing(telling_terms("网关的端口是 8082"), ALICE, 10)[0] == 2
        assert 4 not in index.sharing(telling_terms("网关的端口是 8082"), ALICE, 10)
        assert 1 in index.sharing(telling_terms("端口是 9090"), ALICE, 10)
        assert index.sharing(telling_terms("网关的端口是 8082"), BOB, 10) == [5]
        assert index.sharing([], ALICE, 10) == index.sharing(telling_terms("*)("), ALICE, 10) == []

    @pytest.mark.parametrize(
        ("query", "entries"),
        [
            ("设备", [1]),
            ("部署", [2]),
            ("署", [2]),
            ('"部署方案"', [2]),
            ('"方案部署"', []),
            ("NAS", [1]),
            ("itgc", [3]),
            ("gen", [3]),
            ("悬空", [3]),
            ("50条", [3]),
        ],
    )
    def test_chinese_words_of_any_length_and_glued_latin_are_found(
        self, index: Index, query: str, entries: list[int]
    ) -> None:
        assert found(index, fill(index, CHINESE), query) == entries

    @pytest.mark.parametrize(
        ("query", "entry"),
        [
            ("multi-agent", 1),
            ("C++", 1),
            ("don't", 1),
            ("status: done", 2),
            ('timeout "error', 2),
            ("retry OR", 3),
            ("(draft", 3),
            ("GB/s", 3),
            ("20.04", 3),
            ("-panic", 1),
            ("text:launcher", 1),
            ("部署手册：重启", 4),
        ],
    )
    def test_ordinary_text_is_never_syntax(self, index: Index, query: str, entry: int) -> None:
        assert found(index, fill(index, SYNTAX), query)[:1] == [entry]

    @pytest.mark.parametrize(
        "query", ["AND", "NEAR(a b)", "pan*", "^multi", "a OR", ")", "{}", "a'b\"c", "\\", "%", "~", "7:"]
    )
    def test_no_text_makes_a_search_fail(self, index: Index, query: str) -> None:
        found(index, fill(index, SYNTAX), query)

    @pytest.mark.parametrize("query", ["", " 　\n", "！？…", "-", "*", '"'])
    def test_nothing_to_search_for_finds_nothing(self, index: Index, query: str) -> None:
        assert found(index, fill(index, SYNTAX), query) == []

    def test_emoji_stop_words_and_a_pasted_log_find_what_they_mean(self, index: Index) -> None:
        known = fill(index, {1: "发布流程 🚀 见手册", 2: "To be or not to be 是剧本第三幕的台词"})
        assert found(index, known, "🚀") == [1]
        assert found(index, known, "to be or not to be") == [2]
        before = time.process_time()
        assert found(index, known, "记忆系统需要回答长问题。" * 1_700 + "剧本第三幕") == [2]
        assert time.process_time() - before < 2

    def test_an_empty_index_answers(self, index: Index) -> None:
        assert found(index, Known({}), "word " * 200) == []

    @pytest.mark.parametrize(("text", "queries"), FOLDED)
    def test_width_form_and_accents_do_not_matter(self, index: Index, text: str, queries: list[str]) -> None:
        known = fill(index, {1: text})
        assert [query for query in queries if found(index, known, query) != [1]] == []

    def test_a_deleted_entry_takes_no_place(self, index: Index) -> None:
        known = fill(index, {1: "JWT 用 jose 库，不用 jsonwebtoken", 2: "JWT 令牌 30 分钟过期"})
        index.remove([1, 99])
        assert found(index, known, "JWT", limit=1) == [2]
        assert found(index, known, "jose") == found(index, known, "jsonwebtoken") == []
        assert index.check() == []

    def test_an_edit_leaves_no_old_words(self, index: Index) -> None:
        fill(index, {1: "令牌有效期 30 分钟"})
        known = fill(index, {1: "令牌有效期 15 分钟"})
        assert found(index, known, "30 分钟") == []
        assert found(index, known, "15 分钟") == [1]
        assert index.check() == []

    def test_what_is_not_shown_takes_no_place(self, index: Index) -> None:
        known = fill(index, {entry: f"JWT note {entry}" for entry in range(1, 400)})
        known.hidden = set(range(2, 400))
        assert found(index, known, "JWT", limit=1) == [1]

    def test_a_search_sees_its_partitions_only(self, index: Index) -> None:
        known = fill(index, {1: "launcher of Alice"})
        known.known |= fill(index, {2: "launcher of Bob"}, BOB).known  # type: ignore[operator]
        known.known |= fill(index, {3: "launcher of the project"}, PROJECT).known  # type: ignore[operator]
        assert found(index, known, "launcher") == [1]
        assert sorted(found(index, known, "launcher", [ALICE, PROJECT])) == [1, 3]
        assert found(index, known, '"launcher of"', [BOB]) == [2]
        assert found(index, known, "launcher", []) == []

    def test_an_entry_that_moves_leaves_its_partition(self, index: Index) -> None:
        known = fill(index, {1: "launcher"})
        fill(index, {1: "launcher"}, BOB)
        assert found(index, known, "launcher", [ALICE]) == []
        assert found(index, known, "launcher", [BOB]) == [1]

    def test_a_title_counts_more_than_a_body(self, index: Index) -> None:
        texts = {
            1: IndexedText(body="install it with pip", title="Launcher"),
            2: IndexedText(body="the launcher is installed with pip", title="Setup"),
            3: IndexedText(body="nothing of the kind", title="Other"),
        }
        index.put_many((entry, ALICE, text) for entry, text in texts.items())
        assert found(index, Known(texts), "launcher") == [1, 2]

    def test_rare_words_count_more_and_equals_come_newest_first(self, index: Index) -> None:
        known = fill(index, {1: "tea notes", 2: "tea notes", 3: "jose notes", 4: "tea notes"})
        assert found(index, known, "jose notes")[:2] == [3, 4]
        assert found(index, known, "tea") == [4, 2, 1]

    @pytest.mark.parametrize("query", ["What would she like to drink this evening?", "今天晚上她想喝什么饮料"])
    def test_a_question_finds_what_shares_only_its_field_behind_what_shares_its_words(
        self, index: Index, query: str
    ) -> None:
        known = fill(
            index, {1: "prefers black coffee", 2: "她想喝什么饮料自己说; she would drink", 3: "the launcher restarts"}
        )
        assert found(index, known, query) == [2, 1]

    def test_a_key_word_finds_only_what_holds_it(self, index: Index) -> None:
        known = fill(index, {1: "prefers black coffee", 2: "a cup of tea", 3: "周末喝茶"})
        assert found(index, known, "tea") == [2]
        assert found(index, known, "喝茶") == [3]

    def test_a_document_is_found_by_its_words_and_not_by_their_field(self, index: Index) -> None:
        known = fill(index, {1: "black coffee"})
        index.put(2, ALICE, IndexedText(body="black coffee", is_personal=False))
        known.known = {**known.known, 2: IndexedText(body="black coffee", is_personal=False)}
        assert found(index, known, "What would she like to drink this evening?") == [1]

    def test_the_weight_of_an_entry_moves_it(self, index: Index) -> None:
        known = fill(index, {1: "tea notes", 2: "tea notes"})
        known.boosted = {2: 0.7}
        assert found(index, known, "tea") == [1, 2]

    def test_a_turn_is_read_with_the_turns_beside_it(self, index: Index) -> None:
        turns = {n: f"small talk number {n}" for n in range(1, 12)}
        turns |= {5: "Which database did we choose for the ledger?", 6: "Postgres, after a long talk."}
        known = fill(index, turns)
        known.threads = True
        assert set(found(index, known, "database chosen for the ledger")[:2]) == {5, 6}

    @pytest.mark.parametrize(
        ("asked", "answer", "query"),
        [
            (
                "Where did you learn watercolor painting?",
                "A friend showed me.",
                "how did Evan learn watercolor painting",
            ),
            ("你是在哪里学会水彩画的？", "一个朋友教我的。", "他在哪里学会水彩画"),
        ],
    )
    def test_what_a_turn_asks_belongs_to_the_turn_that_answers(
        self, index: Index, asked: str, answer: str, query: str
    ) -> None:
        turns = {n: f"small talk number {n}" for n in range(1, 12)} | {5: asked, 6: answer}
        known = fill(index, turns)
        known.threads = True
        assert found(index, known, query)[:2] in ([5, 6], [6, 5])
        known.known = {**known.known, 5: IndexedText(body=asked.rstrip("?？"))}
        told = {hit.entry: hit.relevance for hit in index.search(parse_query(query), [ALICE], 10, known)}
        known.known = {**known.known, 5: IndexedText(body=asked)}
        answered = {hit.entry: hit.relevance for hit in index.search(parse_query(query), [ALICE], 10, known)}
        assert answered[6] > told[6]
        assert answered[5] < told[5]

    def test_the_name_of_a_speaker_is_true_of_their_own_turns_only(self, index: Index) -> None:
        texts = {
            n: IndexedText(title="Caroline" if n % 2 else "Melanie", body="painted a lake" if n in {4, 5} else "hello")
            for n in range(1, 9)
        }
        index.put_many((entry, ALICE, text) for entry, text in texts.items())
        known = Known(texts, threads=True)
        assert found(index, known, "the lake Melanie painted")[0] == 4
        assert found(index, known, "the lake Caroline painted")[0] == 5

    @pytest.mark.parametrize(
        ("one", "other", "query"),
        [("Caroline", "Melanie", "when did Caroline paint the lake"), ("王芳", "李雷", "王芳什么时候画的湖")],
    )
    def test_of_two_who_say_the_same_the_one_who_is_asked_about_comes_first(
        self, index: Index, one: str, other: str, query: str
    ) -> None:
        said = "我画了那个湖" if "湖" in query else "I did paint the lake"
        texts = {
            n: IndexedText(title=one if n % 2 else other, body=said if n in {3, 8} else "ok") for n in range(1, 12)
        }
        index.put_many((entry, ALICE, text) for entry, text in texts.items())
        hits = index.search(parse_query(query), [ALICE], 10, Known(texts, threads=True))
        told = {hit.entry: hit.relevance for hit in hits}
        assert told[3] > 1.3 * told[8]

    def test_relevance_is_between_zero_and_one_and_falls(self, index: Index) -> None:
        known = fill(index, {n: "tea " * n + "cake " * (9 - n) for n in range(1, 9)})
        hits = index.search(parse_query("tea cake jam"), [ALICE], 10, known)
        relevances = [hit.relevance for hit in hits]
        assert relevances == sorted(relevances, reverse=True)
        assert all(0 < relevance <= 1 for relevance in relevances)

    def test_a_rare_word_is_found_among_thousands_that_share_the_others(self, index: Index) -> None:
        known = fill(index, {n: f"weekly report of team {n % 7}" for n in range(1, 7_001)})
        known.known |= fill(index, {3: "weekly report of the walrus"}).known  # type: ignore[operator]
        assert found(index, known, "weekly report walrus")[0] == 3
        assert found(index, known, '"weekly report" team 3')

    @pytest.mark.parametrize(("first", "second"), [("tea", "cake"), ("部署", "发票")])
    def test_the_one_entry_that_holds_two_frequent_words_comes_before_thousands_that_hold_one(
        self, index: Index, first: str, second: str
    ) -> None:
        known = fill(index, {n: f"{first if n % 2 else second}, number {n}" for n in range(1, 5_001)})
        known.known |= fill(index, {3: f"{first}, {second}"}).known  # type: ignore[operator]
        entries = found(index, known, f"{first} {second}", limit=5)
        assert (entries[0], len(entries)) == (3, 5)

    def test_a_word_that_thousands_hold_tells_apart_those_that_hold_a_rare_one(self, index: Index) -> None:
        known = fill(index, {n: f"{'tea' if n % 5 == 0 else 'cake'} number {n}" for n in range(1, 5_001)})
        known.known |= fill(index, {n: f"{'tea' if n == 9 else 'cake'} walrus" for n in range(5, 15)}).known  # type: ignore[operator]
        assert found(index, known, "walrus tea")[0] == 9

    def test_rebuilding_and_compacting_change_no_answer(self, index: Index) -> None:
        known = fill(index, CHINESE)
        before = [found(index, known, query) for query in ("设备", "部署", "50条")]
        index.clear()
        assert found(index, known, "设备") == []
        index.put_many((entry, ALICE, text) for entry, text in known.known.items())
        index.compact()
        assert [found(index, known, query) for query in ("设备", "部署", "50条")] == before

    @given(PHRASES, PHRASES, st.sampled_from([" ", "，", ""]))
    @settings(max_examples=40, deadline=None, suppress_health_check=SHARED)
    def test_a_phrase_is_found_iff_it_is_contiguous(
        self, index: Index, text: list[str], phrase: list[str], between: str
    ) -> None:
        body, asked = between.join(text), " ".join(phrase)
        query = parse_query(f'"{asked}"')
        known = fill(index, {1: body})
        if query.phrases:
            stands = contains_phrase(elements(body), elements(asked))
            assert bool(found(index, known, f'"{asked}"')) is stands

    @given(st.text(max_size=60), st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
    @settings(max_examples=40, deadline=None, suppress_health_check=SHARED)
    def test_any_text_is_found_by_its_folded_twin(self, index: Index, body: str, form: str) -> None:
        known = fill(index, {1: body})
        if not parse_query(body).is_empty:
            assert found(index, known, unicodedata.normalize(form, body).replace('"', " ")) == [1]  # type: ignore[arg-type]
        index.remove([1])
        assert found(index, known, body) == []
