"""The Tantivy index keeps the promise of every index, ranks as FTS5 does, and its own: erased words leave the files."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contracts.index import ALICE, IndexContract, Known, fill, found
from tests.stores.test_fts_index import connect

from archivist.errors import StoreBusy, StoreError
from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.tantivy_index import TantivyIndex
from archivist.text.ranking import IndexedText
from archivist.text.words import parse_query


class Remembering(TantivyIndex):
    """The store knows the texts of an index; here the index that is tested does."""

    def __init__(self, folder: Path | None = None) -> None:
        self.known: dict[int, tuple[int, IndexedText]] = {}
        super().__init__(folder, lambda: [(entry, *known) for entry, known in self.known.items()])

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        given = list(entries)
        self.known |= {entry: (partition, text) for entry, partition, text in given}
        super().put_many(given)

    def remove(self, entries: Iterable[int]) -> None:
        given = list(entries)
        for entry in given:
            self.known.pop(entry, None)
        super().remove(given)


@pytest.fixture
def index() -> TantivyIndex:
    return Remembering()


class TestTantivyIndex(IndexContract):
    """Every promise of `IndexContract`."""


def on_disk(folder: Path) -> dict[str, list[bytes]]:
    """What the files of the segments hold, whatever the segments are called."""
    kinds = (".term", ".idx", ".fast", ".fieldnorm", ".pos", ".store")
    return {kind: sorted(file.read_bytes() for file in folder.glob(f"*{kind}")) for kind in kinds}


def test_an_erased_word_leaves_the_files(tmp_path: Path) -> None:
    """A dictionary of terms spells no word out: the files must be those of an index that never held it."""
    index, innocent = Remembering(tmp_path / "index"), Remembering(tmp_path / "innocent")
    fill(innocent, {2: "launcher"})
    innocent.commit()
    fill(index, {1: "zanzibarquux", 2: "launcher"})
    index.commit()
    index.remove([1])
    index.commit()
    assert on_disk(tmp_path / "index") != on_disk(tmp_path / "innocent")
    index.compact()
    assert on_disk(tmp_path / "index") == on_disk(tmp_path / "innocent")


def test_another_process_sees_what_was_committed_and_may_write_after_it(tmp_path: Path) -> None:
    one, other = Remembering(tmp_path), Remembering(tmp_path)
    known = fill(one, {1: "launcher"})
    with pytest.raises(StoreBusy):
        other.put(2, ALICE, IndexedText(body="launcher"))
    one.commit()
    other.put(2, ALICE, IndexedText(body="launcher"))
    other.commit()
    one.reload()
    known.known = {**known.known, 2: IndexedText(body="launcher")}
    assert found(one, known, "launcher") == [2, 1]


def test_an_index_is_opened_again_as_it_was_left(tmp_path: Path) -> None:
    index = Remembering(tmp_path)
    known = fill(index, {1: "令牌有效期 30 分钟", 2: "launcher"})
    index.commit()
    again = TantivyIndex(tmp_path)
    assert found(again, known, "令牌") == [1]
    fill(again, {1: "今天下雨"})
    assert found(again, known, "令牌") == []


def test_a_damaged_folder_is_told_with_what_to_do(tmp_path: Path) -> None:
    index = Remembering(tmp_path)
    fill(index, {1: "launcher"})
    index.commit()
    (tmp_path / "meta.json").write_text("{}", "utf-8")
    with pytest.raises(StoreError, match="segments") as caught:
        TantivyIndex(tmp_path)
    assert "archivist reindex" in caught.value.hint


WORDS = st.sampled_from(
    [
        "tea",
        "Tea",
        "cake",
        "jam",
        "launcher",
        "weekly",
        "the",
        "of",
        "部署",
        "报告",
        "部署报告",
        "缓存",
        "8080",
        "v7.6.1",
    ]
)
TEXTS = st.builds(
    IndexedText,
    title=st.lists(WORDS, max_size=2).map(" ".join),
    body=st.lists(WORDS, min_size=1, max_size=12).map(" ".join),
)


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.integers(1, 60), TEXTS, min_size=1), st.lists(WORDS, min_size=1, max_size=5).map(" ".join))
def test_it_ranks_as_fts5_does(texts: dict[int, IndexedText], query: str) -> None:
    fts, tantivy = FtsIndex(connect(), "memory"), TantivyIndex(None)
    for index in (fts, tantivy):
        index.put_many((entry, ALICE, text) for entry, text in texts.items())
    asked = parse_query(query)
    for known in (Known(texts), Known(texts, threads=True)):
        ours, theirs = (index.search(asked, [ALICE], 10, known) for index in (fts, tantivy))
        assert [hit.entry for hit in theirs] == [hit.entry for hit in ours]
        assert [hit.relevance for hit in theirs] == pytest.approx([hit.relevance for hit in ours])
