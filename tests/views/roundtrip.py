"""The round-trip laws of the library over many generated documents: `python -m tests.views.roundtrip 100000`.

Prints the number of documents and of lists of entries tried, and the seconds it took; stops at the first that fails.
"""

import sys
import time

from hypothesis import HealthCheck, given, settings
from tests.views.documents import documents, entry_lists

from archivist.views.entry import Entry, normal_entries
from archivist.views.library import normalise, parse, render


def main(count: int) -> None:
    tried = {"documents": 0, "lists of entries": 0}
    many = settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))

    @many
    @given(documents)
    def document_law(text: str) -> None:
        tried["documents"] += 1
        once = normalise(text)
        assert normalise(once) == once
        assert parse(once) == parse(text)

    @many
    @given(entry_lists)
    def entries_law(entries: list[Entry]) -> None:
        tried["lists of entries"] += 1
        assert parse(render(entries)) == normal_entries(entries)

    start = time.perf_counter()
    document_law()
    entries_law()
    print(*(f"{number} {what}" for what, number in tried.items()), f"{time.perf_counter() - start:.0f} s", sep=", ")


if __name__ == "__main__":
    main(int(sys.argv[1]))
