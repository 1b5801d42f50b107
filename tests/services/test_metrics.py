"""Counters are read by Prometheus, and a span tells ids and never words."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from archivist.services import spans
from archivist.services.metrics import prometheus
from archivist.session import Session


def test_counters_are_prometheus_text_with_help_type_and_a_cumulative_histogram(alice: Session) -> None:
    alice.memory.remember("The report is short", name="report")
    alice.memory.recall("report")
    alice.memory.remember("key sk-" + "proj-" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0")
    alice.context.build("planner", "report")
    text = prometheus(alice.oversight.counters())
    lines = text.splitlines()
    for line in (
        "archivist_memory_writes_total 1", "archivist_memory_reads_total 1", "archivist_sensitive_rejections_total 1",
        "archivist_context_builds_total 1", "archivist_conflicts_total 0", "archivist_documents_indexed_total 0",
        'archivist_context_build_milliseconds_bucket{le="+Inf"} 1', "archivist_context_build_milliseconds_count 1",
    ):  # fmt: skip
        assert line in lines
    names = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
    buckets = [int(line.split()[-1]) for line in lines if "_bucket{" in line]
    assert buckets == sorted(buckets)


class Listening:
    """A tracer that keeps what it is told."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.attributes: dict[str, object] = {}

    @contextmanager
    def start_as_current_span(self, name: str) -> Iterator["Listening"]:
        self.names.append(name)
        yield self

    def set_attribute(self, key: str, value: object) -> None:
        self.attributes[key] = value


def test_a_span_of_a_build_tells_ids_versions_and_times_and_no_words(
    alice: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    tracer = Listening()
    monkeypatch.setattr(spans, "_tracer", lambda: tracer)
    kept = alice.memory.remember("The zanzibar report is short", name="z").memory
    alice.context.build("planner", "zanzibar", source_event="e1")
    assert tracer.names == ["archivist.context.build"]
    assert kept is not None
    assert tracer.attributes["archivist.global_memory_ids"] == f"memory:{kept.id}"
    assert tracer.attributes["archivist.event_id"] == "e1"
    assert {
        "archivist.context_builder_version",
        "archivist.memory_policy_version",
        "archivist.retrieval_latency_ms",
    } <= (tracer.attributes.keys())
    assert "zanzibar" not in repr(tracer.attributes)


def test_without_anybody_listening_a_span_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "_tracer", lambda: None)
    with spans.span("x") as traced:
        traced.set({"a": 1})
