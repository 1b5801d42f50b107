"""What every shelf must do, whatever it is made of (requirement M8). A backend subclasses and gives `shelf`."""

import pytest

from archivist.errors import AlreadyExists, Invalid, NotFound, StaleWrite
from archivist.stores.workspace.scan import scan
from archivist.stores.workspace.shelf import NEW, Shelf

UNSAFE = [
    "../escape.md", "..\\escape.md", "/etc/x.md", "a/../../b.md", "．．／x.md", "x\u0000.md",
    "~/.ssh/a.md",
    ".", "..", "", "a\nb.md", "a//b.md", "con.md", "C:x.md", "x.md ", "a\u202eb.md", "x" * 300 + ".md",
]  # fmt: skip


class ShelfContract:
    """The conformance suite."""

    @pytest.fixture
    def shelf(self) -> Shelf:
        raise NotImplementedError

    def test_what_is_written_is_read_back_unchanged(self, shelf: Shelf) -> None:
        for text in ["", "一\r\n二\n", "\ufeff# x", "---\nenabled: true\n---\n\n记忆 e\u0301\n"]:
            version = shelf.write("记忆.md", text)
            sheet = shelf.read("记忆.md")
            assert (sheet.name, sheet.text, sheet.version) == ("记忆.md", text, version)

    def test_the_list_is_sorted_and_complete(self, shelf: Shelf) -> None:
        assert shelf.list().texts == ()
        for name in ["b.mdc", "a.md", "notes/c.md"]:
            shelf.write(name, name)
        assert [text.name for text in shelf.list().texts] == ["a.md", "b.mdc", "notes/c.md"]

    def test_a_deleted_text_is_gone(self, shelf: Shelf) -> None:
        shelf.write("a.md", "x")
        shelf.delete("a.md")
        assert shelf.list().texts == ()
        with pytest.raises(NotFound):
            shelf.read("a.md")
        with pytest.raises(NotFound):
            shelf.delete("a.md")

    def test_a_mark_moves_with_the_content(self, shelf: Shelf) -> None:
        shelf.write("a.md", "one")
        before = shelf.list()
        assert shelf.list() == before
        shelf.write("a.md", "two")
        assert shelf.list() != before

    def test_equal_texts_have_equal_versions(self, shelf: Shelf) -> None:
        assert shelf.write("a.md", "x") == shelf.write("b.md", "x") != shelf.write("c.md", "y")

    def test_a_stale_write_is_refused_with_the_present_text(self, shelf: Shelf) -> None:
        old = shelf.write("a.md", "old")
        new = shelf.write("a.md", "new", expected=old)
        with pytest.raises(StaleWrite) as refused:
            shelf.write("a.md", "mine", expected=old)
        assert refused.value.current_text == "new"
        with pytest.raises(StaleWrite):
            shelf.delete("a.md", expected=old)
        assert shelf.read("a.md").text == "new"
        shelf.delete("a.md", expected=new)

    def test_new_means_new(self, shelf: Shelf) -> None:
        shelf.write("a.md", "x", expected=NEW)
        with pytest.raises(AlreadyExists):
            shelf.write("a.md", "y", expected=NEW)
        with pytest.raises(NotFound):
            shelf.write("b.md", "y", expected="0" * 64)
        assert [text.name for text in shelf.list().texts] == ["a.md"]

    def test_a_twin_in_another_case_is_refused(self, shelf: Shelf) -> None:
        shelf.write("Config.md", "x")
        with pytest.raises(AlreadyExists):
            shelf.write("config.md", "y")
        assert [text.name for text in shelf.list().texts] == ["Config.md"]

    def test_composed_and_decomposed_names_are_one(self, shelf: Shelf) -> None:
        shelf.write("cafe\u0301.md", "x")
        assert shelf.read("caf\u00e9.md").text == "x"
        assert [text.name for text in shelf.list().texts] == ["caf\u00e9.md"]

    @pytest.mark.parametrize("name", UNSAFE)
    def test_an_unsafe_name_touches_nothing(self, shelf: Shelf, name: str) -> None:
        with pytest.raises(Invalid):
            shelf.write(name, "x")
        with pytest.raises(Invalid):
            shelf.read(name)
        with pytest.raises(Invalid):
            shelf.delete(name)
        assert shelf.list().texts == ()

    def test_a_scan_tells_new_changed_renamed_and_deleted(self, shelf: Shelf) -> None:
        for name in ["keep.md", "change.md", "rename.md", "drop.md"]:
            shelf.write(name, f"text of {name}")
        changes, seen = scan(shelf, {})
        assert changes.new == ("change.md", "drop.md", "keep.md", "rename.md")
        assert not scan(shelf, seen)[0]
        shelf.write("change.md", "another text")
        shelf.delete("drop.md")
        shelf.delete("rename.md")
        shelf.write("moved/Rename.md", "text of rename.md")
        shelf.write("new.md", "new")
        changes, seen = scan(shelf, seen)
        assert (changes.new, changes.changed, changes.renamed, changes.deleted) == (
            ("new.md",), ("change.md",), (("rename.md", "moved/Rename.md"),), ("drop.md",),
        )  # fmt: skip
        assert not scan(shelf, seen)[0]

    def test_a_rename_by_case_only_is_no_new_text(self, shelf: Shelf) -> None:
        shelf.write("notes/config.md", "# Config\n")
        shelf.write("other.md", "# Config\n")
        _, seen = scan(shelf, {})
        shelf.delete("notes/config.md")
        shelf.write("notes/Config.md", "# Config\n")
        changes, seen = scan(shelf, seen)
        assert changes.renamed == (("notes/config.md", "notes/Config.md"),)
        assert (changes.new, changes.changed, changes.deleted) == ((), (), ())
        assert not scan(shelf, seen)[0]
