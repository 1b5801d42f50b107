"""A summary is made beside the road: it blocks nothing, belongs to its version, and its failure is on record."""

from functools import partial

from archivist.app import Archivist, Session
from archivist.errors import ModelError
from archivist.importers import markdown
from archivist.records.document import ParsedDocument
from archivist.records.event import Consumer, Topic
from archivist.roles.summarizer import MAX_CHARACTERS, summarize_by_rule
from archivist.upkeep.dispatch import dispatch
from archivist.upkeep.summarize import summarizing

TEXT = (
    "---\ntitle: Leave\n---\n\n# Leave\n\nAll have [15 days](x.md) of leave. More on request.\n\n## Carry over\n\nx\n"
)


def summary(session: Session, name: str) -> str:
    document = session.knowledge.show(name)
    return document.ready.summary if document.ready else ""


def test_a_summary_is_the_leading_sentences_and_the_headings() -> None:
    said = summarize_by_rule(markdown.parse(TEXT.encode(), "a.md"))
    assert said == "All have 15 days of leave. More on request. | Carry over"
    chinese = summarize_by_rule(markdown.parse("# 制度\n\n报销上限 500 元。出差另计。\n\n## 例外\n".encode(), "a.md"))
    assert chinese == "报销上限 500 元。出差另计。 | 例外"
    authored = summarize_by_rule(markdown.parse(b"---\nsummary: Said by its author.\n---\n# A\n\nwords\n", "a.md"))
    assert authored == "Said by its author."


def test_a_summary_is_bounded_and_an_empty_document_has_none() -> None:
    assert len(summarize_by_rule(markdown.parse(("# T\n\n" + "字" * 9_000).encode(), "a.md"))) <= MAX_CHARACTERS
    assert summarize_by_rule(markdown.parse(b"", "a.md")) == ""


def test_a_version_gets_its_own_summary_and_a_change_voids_the_old_one(app: Archivist, alice: Session) -> None:
    alice.knowledge.add_text("leave.md", TEXT, publish=True)
    assert dispatch(app.resources) == 1
    assert "15 days" in summary(alice, "leave.md")
    alice.knowledge.add_text("leave.md", TEXT.replace("15", "20"))
    assert "15 days" in summary(alice, "leave.md")
    alice.knowledge.publish("leave.md")
    assert summary(alice, "leave.md") == ""
    assert dispatch(app.resources) == 1
    assert "20 days" in summary(alice, "leave.md")
    assert dispatch(app.resources) == 0


def test_a_failed_summary_is_on_record_and_blocks_neither_publishing_nor_reading(
    app: Archivist, alice: Session
) -> None:
    def fails(document: ParsedDocument) -> str:
        raise ModelError("the model is down")

    consumer = Consumer(frozenset({Topic.KNOWLEDGE_INDEXED}), partial(summarizing(fails), app.resources))
    alice.knowledge.add_text("leave.md", TEXT, publish=True)
    dispatch(app.resources, {"summaries": consumer})
    ready = alice.knowledge.show("leave.md").ready
    assert ready is not None
    assert (ready.summary, ready.summary_error) == ("", "the model is down")
    assert alice.knowledge.search("days of leave").hits
    app.resources.clock.move(hours=1)  # type: ignore[attr-defined]
    dispatch(app.resources)
    assert "15 days" in summary(alice, "leave.md")
