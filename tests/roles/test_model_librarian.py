"""The librarian with a model: bounded, checked, and replaced by quotes where nothing holds."""

from collections.abc import Sequence

import pytest

from archivist.errors import NotFound
from archivist.importers.markdown import parse
from archivist.llm.base import Failure, ModelFailed
from archivist.llm.scripted import ScriptedModel
from archivist.roles.librarian import Passage
from archivist.roles.model_librarian import MOST_STEPS, ModelLibrarian
from archivist.roles.model_summarizer import ModelSummarizer
from archivist.roles.summarizer import summarize_by_rule
from archivist.text.quotes import Span

TEXT = "报销上限是 500 元，需要主管批准。"


class Shelf:
    """One document of one section."""

    def search_docs(self, query: str, limit: int) -> Sequence[Passage]:
        return [Passage("rule.md", "制度", "制度", ("制度",), TEXT, TEXT, 1, 3, 1.0)]

    def read_doc(self, name: str) -> Sequence[tuple[str, str]]:
        return [("制度", "制度")]

    def read_section(self, name: str, anchor: str) -> str:
        if (name, anchor) != ("rule.md", "制度"):
            raise NotFound("section", f"{name}#{anchor}")
        return TEXT

    def passage(self, name: str, anchor: str, span: Span) -> Passage:
        return Passage(name, "制度", anchor, ("制度",), span.of(TEXT), TEXT, 1, 1, 1.0)


def cited(quote: str = "报销上限是 500 元", document: str = "rule.md") -> dict[str, object]:
    citation = {"document": document, "anchor": "制度", "quote": quote}
    return {"action": "answer", "answer": "上限 500 元。", "citations": [citation], "not_covered": ["差旅标准"]}


def test_it_searches_reads_and_answers_with_citations_that_were_checked() -> None:
    script = ScriptedModel(
        {"action": "search", "query": "报销"}, {"action": "read", "document": "rule.md", "anchor": "制度"}, cited()
    )
    answer = ModelLibrarian(script).answer("报销上限是多少？差旅标准呢？", Shelf())
    assert answer.text == "上限 500 元。"
    assert [citation.passage.anchor for citation in answer.citations] == ["制度"]
    assert answer.not_covered == ("差旅标准",)
    assert TEXT in script.asked[2].content


@pytest.mark.parametrize(
    "bad",
    [cited("上限是 5000 元"), cited(document="no-such.md"), {**cited(), "citations": []}, {**cited(), "answer": " "}],
)
def test_an_answer_whose_citations_do_not_hold_is_not_believed(bad: dict[str, object]) -> None:
    answer = ModelLibrarian(ScriptedModel(bad)).answer("报销上限是多少？", Shelf())
    assert answer.text != "上限 500 元。"
    assert answer.citations[0].passage.quote == TEXT


def test_it_stops_after_its_steps_and_quotes_instead() -> None:
    script = ScriptedModel(*[{"action": "search", "query": str(n)} for n in range(20)])
    answer = ModelLibrarian(script).answer("报销上限是多少？", Shelf())
    assert len(script.asked) == MOST_STEPS
    assert answer.citations


@pytest.mark.parametrize("wrong", [{"action": "read", "document": "x", "anchor": "y"}, {"action": "dance"}])
def test_a_step_that_leads_nowhere_is_told_so_and_the_work_goes_on(wrong: dict[str, object]) -> None:
    script = ScriptedModel(wrong, cited())
    assert ModelLibrarian(script).answer("报销上限？", Shelf()).text == "上限 500 元。"


@pytest.mark.parametrize("reason", list(Failure))
def test_when_the_model_fails_the_best_sections_are_quoted(reason: Failure) -> None:
    assert ModelLibrarian(ScriptedModel(ModelFailed(reason, "x"))).answer("报销上限是多少？", Shelf()).citations


DOCUMENT = parse("# 报销制度\n\n报销上限是 500 元，需要主管批准。\n\n## 例外\n\n差旅另计。\n".encode(), "rule.md")


def test_a_summary_that_the_document_bears_out_is_kept() -> None:
    said = ModelSummarizer(ScriptedModel({"summary": "说明报销上限 500 元以及例外情况。"}))(DOCUMENT)
    assert said == "说明报销上限 500 元以及例外情况。"


@pytest.mark.parametrize("said", ["上限 5000 元", "", "The reimbursement limit is 500.", "长" * 5000])
def test_a_summary_with_a_new_number_another_language_or_no_measure_is_replaced(said: str) -> None:
    assert ModelSummarizer(ScriptedModel({"summary": said}))(DOCUMENT) == summarize_by_rule(DOCUMENT)
