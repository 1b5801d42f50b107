"""Every counter in the text form that Prometheus reads. Source: requirement O1."""

from collections.abc import Iterator, Mapping
from typing import Final

BUCKETS_MS: Final = (5, 10, 25, 50, 100, 250, 1000)
"""Upper bounds of the histogram of build times, in milliseconds."""
BUILD_BUCKET: Final = "context_build_ms_bucket:"
HELP: Final = {
    "memory_reads": "Recalls that found something.",
    "memory_writes": "Records created, updated, superseded or expired.",
    "proposals_accepted": "Proposals a person applied.",
    "proposals_rejected": "Proposals a person dismissed.",
    "rejections": "Candidates the gates refused.",
    "sensitive_rejections": "Candidates refused for a secret or a personal number.",
    "conflicts": "Pairs of statements that contradict each other.",
    "documents_indexed": "Documents indexed.",
    "retrieval_ms_sum": "Milliseconds spent on finding what may go into contexts.",
    "context_builds": "Contexts built.",
    "context_builds_failed": "Contexts that could not be built.",
    "context_tokens": "Tokens of all built contexts.",
    "agent_searches": "Searches of agents within a run.",
}
_ALWAYS: Final = tuple(HELP)


def prometheus(counters: Mapping[str, int]) -> str:
    """The counters as Prometheus text, version 0.0.4; those that never counted stand at 0."""
    return "\n".join([*_plain(counters), *_histogram(counters), ""])


def bucket_of(build_ms: float) -> str:
    """The counter that a build of this length belongs to."""
    return BUILD_BUCKET + next((str(most) for most in BUCKETS_MS if build_ms <= most), "+Inf")


def _plain(counters: Mapping[str, int]) -> Iterator[str]:
    names = [name for name in counters if not name.startswith("context_build_ms")]
    for name in sorted({*_ALWAYS, *names}):
        metric = f"archivist_{''.join(sign if sign.isalnum() else '_' for sign in name)}_total"
        yield f"# HELP {metric} {HELP.get(name, name.replace('_', ' '))}"
        yield f"# TYPE {metric} counter"
        yield f"{metric} {counters.get(name, 0)}"


def _histogram(counters: Mapping[str, int]) -> Iterator[str]:
    metric = "archivist_context_build_milliseconds"
    yield f"# HELP {metric} How long building a context took."
    yield f"# TYPE {metric} histogram"
    so_far = 0
    for bound in (*map(str, BUCKETS_MS), "+Inf"):
        so_far += counters.get(BUILD_BUCKET + bound, 0)
        yield f'{metric}_bucket{{le="{bound}"}} {so_far}'
    yield f"{metric}_sum {counters.get('context_build_ms_sum', 0)}"
    yield f"{metric}_count {so_far}"
