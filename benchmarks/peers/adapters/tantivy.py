"""Tantivy with its English stemmer, asked by its own lenient query parser."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.peers.contract import Row

REQUIRES = ("tantivy==0.27.0",)


class Peer:
    tokenizer = "en_stem"

    def __init__(self, folder: Path) -> None:
        import tantivy

        self._library = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("id", stored=True, tokenizer_name="raw")
        builder.add_text_field("scope", tokenizer_name="raw")
        builder.add_text_field("text", tokenizer_name=self.tokenizer)
        self._schema = builder.build()
        self._index = tantivy.Index(self._schema, path=str(folder))
        self._prepare()
        self._writer = self._index.writer(heap_size=100_000_000, num_threads=1)

    def _prepare(self) -> None:
        """Nothing: the stemmer is registered as it comes."""

    def add(self, rows: Sequence[Row]) -> None:
        for row in rows:
            self._writer.add_document(self._library.Document(id=row["id"], scope=row["scope"], text=row["text"]))
        self._writer.commit()
        self._index.reload()

    def search(self, query: str, scope: str, k: int) -> list[str]:
        own = self._library.Query.term_query(self._schema, "scope", scope)
        clauses = [
            (self._library.Occur.Must, self._library.Query.const_score_query(own, 0.0)),
            (self._library.Occur.Must, self._words(query)),
        ]
        searcher = self._index.searcher()
        hits = searcher.search(self._library.Query.boolean_query(clauses), k).hits
        return [searcher.doc(place)["id"][0] for _, place in hits]

    def _words(self, query: str) -> Any:
        return self._index.parse_query_lenient(" ".join(re.findall(r"\w+", query)), ["text"])[0]
