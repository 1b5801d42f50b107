"""Tantivy with runs of two and three characters, the one tokenizer of its own that can find Chinese."""

from typing import Any

from benchmarks.peers.adapters import tantivy

REQUIRES = tantivy.REQUIRES


class Peer(tantivy.Peer):
    tokenizer = "ngram"

    def _prepare(self) -> None:
        runs = self._library.Tokenizer.ngram(2, 3, False)
        self._analyzer = self._library.TextAnalyzerBuilder(runs).filter(self._library.Filter.lowercase()).build()
        self._index.register_tokenizer(self.tokenizer, self._analyzer)

    def _words(self, query: str) -> Any:
        terms = {term for term in self._analyzer.analyze(query) if term.strip() == term}
        return self._library.Query.boolean_query(
            [
                (self._library.Occur.Should, self._library.Query.term_query(self._schema, "text", term))
                for term in sorted(terms)
            ]
        )
