"""Counters are read by Prometheus, and a span tells ids and never words."""

from archivist.app import Session
from archivist.services.metrics import prometheus


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
