"""Tantivy given archivist's own words (stems, pairs of Chinese characters), the same for text and question."""

from collections.abc import Sequence
from typing import Any

from archivist.text.words import parse_query, terms
from benchmarks.peers.adapters import tantivy
from benchmarks.peers.contract import Row

REQUIRES = tantivy.REQUIRES


class Peer(tantivy.Peer):
    tokenizer = "whitespace"

    def add(self, rows: Sequence[Row]) -> None:
        super().add([{**row, "text": " ".join(terms(row["text"]))} for row in rows])

    def _words(self, query: str) -> Any:
        return self._library.Query.boolean_query(
            [
                (self._library.Occur.Should, self._library.Query.term_query(self._schema, "text", term))
                for term in parse_query(query).terms
            ]
        )
