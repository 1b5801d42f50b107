import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.views.documents import entry_lists

from archivist.errors import NotFound
from archivist.records.memory import Kind
from archivist.views.entry import Entry, normal_entries
from archivist.views.library import parse, render
from archivist.views.library_injection import Injected, Standing, catalog, expand, fit, inject
from archivist.views.library_status import PROJECT_LIMITS, USER_LIMITS, LibraryLimits, Mode, status

RULE, INFO = Kind.RULE, Kind.INFO


def of_size(characters: int, letter: str, topic: str = "") -> list[Entry]:
    """A document of one entry that has exactly so many characters."""
    missing = characters - len(render([Entry(RULE, letter, topic)]))
    return [Entry(RULE, letter * (1 + missing), topic)]


@pytest.mark.parametrize("letter", ["a", "中", "𠀀"])
@pytest.mark.parametrize(("limits", "border"), [(USER_LIMITS, 2_500), (PROJECT_LIMITS, 5_000)])
def test_a_document_is_a_catalogue_from_its_threshold_on(limits: LibraryLimits, border: int, letter: str) -> None:
    below, at = status(of_size(border - 1, letter), limits), status(of_size(border, letter), limits)
    assert (below.characters, below.mode, at.characters, at.mode) == (border - 1, Mode.FLAT, border, Mode.CATALOG)
    assert (below.wants_reorganising, at.wants_reorganising) == (False, True)


@pytest.mark.parametrize(("limits", "limit"), [(USER_LIMITS, 6_000), (PROJECT_LIMITS, 20_000)])
def test_the_injection_limit_is_another_one(limits: LibraryLimits, limit: int) -> None:
    assert not status(of_size(limit, "中"), limits).exceeds_limit
    assert status(of_size(limit + 1, "中"), limits).exceeds_limit


def test_counts_and_notices() -> None:
    figures = status(parse("## Rules\n- T\n  - a\n  - b\n- c\n## Info\n- d\n"), USER_LIMITS)
    assert (figures.rules, figures.infos, figures.topics, figures.will_be_flattened) == (3, 1, 1, True)
    assert not status(parse("## Rules\n- a\n"), USER_LIMITS).will_be_flattened


def test_a_small_document_is_injected_whole() -> None:
    entries = [Entry(RULE, "周报简洁"), Entry(INFO, "GMV 不含退款", "口径")]
    assert inject(entries, USER_LIMITS) == Injected(Mode.FLAT, render(entries))
    assert inject([], USER_LIMITS).text == ""


def test_what_does_not_fit_is_left_out_by_importance_then_age() -> None:
    entries = [Entry(RULE, text, id=text) for text in ("old", "new", "vital")]
    standing = {"old": Standing(0.5, 1), "new": Standing(0.5, 2), "vital": Standing(0.9, 0)}
    kept, left_out = fit(entries, len(render(entries[1:])), standing)
    assert [entry.text for entry in kept] == ["new", "vital"]
    assert [entry.text for entry in left_out] == ["old"]


@settings(max_examples=150)
@given(entry_lists, st.integers(0, 300))
def test_no_more_than_the_limit_is_kept_and_nothing_is_cut_inside(entries: list[Entry], limit: int) -> None:
    shown = normal_entries(entries)
    kept, left_out = fit(shown, limit, {})
    assert not kept or len(render(kept)) <= limit
    assert sorted(map(repr, [*kept, *left_out])) == sorted(map(repr, shown))


def test_a_large_document_is_injected_as_an_index() -> None:
    entries = [Entry(RULE, "推送前确认"), *(Entry(RULE, f"第{n}条" + "长" * 900, "周报") for n in range(3))]
    injected = inject(entries, USER_LIMITS)
    assert injected.mode is Mode.CATALOG
    assert injected.text == "## Rules\n- 推送前确认\n- 周报 (3)\n\n## Info\n(none yet)\n" == catalog(entries)


LIBRARY = parse(
    "## Rules\n- Weekly report\n  - Keep it short\n- 部署 / 回滚\n  - 先备份\n"
    "## Info\n- Weekly report\n  - Due on Friday\n- " + "x" * 200 + " end\n"
)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("Weekly report", ["Keep it short", "Due on Friday"]),
        ("- ＷＥＥＫＬＹ　report (1)", ["Keep it short", "Due on Friday"]),
        ("week", ["Keep it short", "Due on Friday"]),
        ("回滚", ["先备份"]),
        ("- " + "x" * 120 + "…", ["x" * 200 + " end"]),
    ],
)
def test_a_topic_is_found_however_it_is_asked_for(asked: str, found: list[str]) -> None:
    assert [entry.text for entry in expand(LIBRARY, asked)] == found


@pytest.mark.parametrize("asked", ["Weakly reports", "部署回退", "", "  "])
def test_an_unknown_topic_is_answered_with_near_ones(asked: str) -> None:
    with pytest.raises(NotFound) as error:
        expand(LIBRARY, asked)
    assert asked.strip() == "" or asked[:2] in error.value.hint or "Weekly report" in error.value.hint


@pytest.mark.parametrize(
    ("said", "found"), [("回归", "部署前先跑回归测试"), ("pull request", "Review a pull request in the morning")]
)
def test_what_no_title_says_is_found_in_the_entries(said: str, found: str) -> None:
    entries = [
        Entry(Kind.RULE, "部署前先跑回归测试", "上线"),
        Entry(Kind.RULE, "Review a pull request in the morning", "Work"),
    ]
    assert [entry.text for entry in expand(entries, said)] == [found]
