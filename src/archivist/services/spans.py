"""Spans for OpenTelemetry, where its API is installed and somebody listens; otherwise nothing at all.

Attributes are ids, counts and versions (requirement O2), never words of a memory or a question.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

NAME: Final = "archivist"


class Span:
    """One stretch of work; attributes may be added while it lasts."""

    def __init__(self, inner: Any = None) -> None:
        self._inner = inner

    def set(self, attributes: Mapping[str, str | int | float]) -> None:
        """Add attributes."""
        if self._inner is not None:
            for key, value in attributes.items():
                self._inner.set_attribute(f"{NAME}.{key}", value)


SILENT: Final = Span()


@contextmanager
def span(name: str) -> Iterator[Span]:
    """A span around the block."""
    tracer = _tracer()
    if tracer is None:
        yield SILENT
        return
    with tracer.start_as_current_span(f"{NAME}.{name}") as inner:
        yield Span(inner)


@cache
def _tracer() -> Any:
    if find_spec("opentelemetry") is None or find_spec("opentelemetry.trace") is None:
        return None
    return import_module("opentelemetry.trace").get_tracer(NAME)
