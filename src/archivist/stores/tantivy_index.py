"""The full-text index in Tantivy: a folder of its own, for one kind of entry. Needs the extra `tantivy`.

Terms are the same as in FTS5, each with its partition before it, and so is the ranking: Tantivy adds up what the terms
of an entry are worth, `term_search` compares the best exactly. Three things are peculiar to it:

- Optional terms are asked for one inside the other (`(rare or rarer) and maybe common`), since a union of lists is read
  from end to end, while a list that is only looked into is skipped through.
- Who holds what is read off one score: each term that is looked for counts a power of two, and a sum of 24 of them
  still fits a 32-bit float exactly.
- tantivy-py cannot merge segments at will. What was removed leaves the files only when everything is written anew, so
  the index is told where its entries can be had again.

What changes is seen by the next search of this object, which commits first. One process writes at a time.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import tantivy
from tantivy import Occur
from tantivy import Query as Asked

from archivist.errors import StoreBusy, StoreError
from archivist.stores.term_search import GROUP, MAX_SHARERS, SearchScope, TermIndex, entry_terms
from archivist.text.ranking import MARKS, IndexedText, fields_asked, rough_scores
from archivist.text.words import Query

WRITER_BYTES: Final = 300_000_000  # of memory at most, before a segment is written; the larger, the less to merge
MAX_POSTINGS: Final = 1_000  # entries; terms that hold so many together find the candidates, others only count
MAX_BEGINNINGS: Final = 1_000  # terms that begin with one character
FLAGS: Final = 24  # bits of a 32-bit float's mantissa
_MARKED: Final = -1  # in place of an entry; those that the store gives out are not negative
_MARK: Final = "="  # before a mark, where a term has its partition

Source = Callable[[], Iterable[tuple[int, int, IndexedText]]]


class TantivyIndex(TermIndex):
    """Implements `index_port.Index`."""

    def __init__(self, folder: Path | None, source: Source = tuple) -> None:
        """Open the index in a folder, made where absent, or one in memory.

        Args:
            source: everything that should be in the index, for writing it anew.

        Raises:
            StoreError: the folder holds something else, or is damaged.
        """
        self._folder = folder
        self._source = source
        self._writer: tantivy.IndexWriter | None = None
        self._schema = (
            tantivy.SchemaBuilder()
            .add_text_field("terms", tokenizer_name="whitespace", index_option="basic")
            .add_integer_field("entry", indexed=True, fast=True)
            .add_integer_field("length", fast=True)
            .build()
        )
        with self._translated():
            if folder is not None:
                folder.mkdir(parents=True, exist_ok=True)
            path = None if folder is None else str(folder)
            self._index = tantivy.Index(self._schema, path, sort_by_field="entry", sort_order=tantivy.Order.Desc)
            newest = self._index.searcher().search(Asked.all_query(), 1, order_by_field="entry").hits
        self._highest = int(newest[0][0]) if newest else -1

    # -- writing

    def put(self, entry: int, partition: int, text: IndexedText) -> None:
        """Index an entry; one that is there already is replaced, also in another partition."""
        self.put_many([(entry, partition, text)])

    def put_many(self, entries: Iterable[tuple[int, int, IndexedText]]) -> None:
        """`put` for many (entry, partition, text)."""
        with self._writing() as writer:
            for entry, partition, text in entries:
                terms = [f"{partition}:{term}" for term in entry_terms(text)]
                self._add(writer, entry, terms, len(terms))

    def put_terms(self, entry: int, terms: Sequence[str], length: int) -> None:
        """`put` for terms that have their partition before them; of `length` terms when repeats are counted."""
        with self._writing() as writer:
            self._add(writer, entry, terms, length)

    def remove(self, entries: Iterable[int]) -> None:
        """Forget entries; one that is not there is no error."""
        with self._writing() as writer:
            for entry in entries:
                writer.delete_documents_by_term("entry", entry)

    def clear(self) -> None:
        """Forget everything, before a rebuild."""
        with self._writing() as writer:
            writer.delete_all_documents()
        self._highest = -1

    def mark(self, mark: str) -> None:
        """Note what state of the records this is, to be found by `is_at`. Older marks stay: nothing is removed."""
        number = self._newest_mark(_MARK) + 1
        with self._writing() as writer:
            writer.add_document(tantivy.Document(terms=f"{_MARK} {_MARK}{mark}", entry=_MARKED, length=number))

    def commit(self) -> None:
        """Make what was changed lasting and visible, and let others write."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with self._translated():
                writer.commit()
                writer.wait_merging_threads()
                self._index.reload()

    def compact(self) -> None:
        """Write the files anew if anything was removed: after an erasure no word of it may be left."""
        self.commit()
        if not self.holds_removed():
            return
        self.clear()
        self.put_many(self._source())
        self.commit()
        with self._writing() as writer:  # once no search of this process holds the old files any more
            writer.garbage_collect_files()
        self.commit()

    def holds_removed(self) -> bool:
        """Whether a file still has the terms of something that was removed, by this process or another."""
        if self._folder is None:
            return False
        written = json.loads((self._folder / "meta.json").read_bytes())
        return any(segment["deletes"] for segment in written["segments"])

    # -- reading

    def reload(self) -> None:
        """See what another process has written."""
        with self._translated():
            self._index.reload()

    def holding(self, entries: Collection[int]) -> list[int]:
        """Those of these entries that stand here."""
        self.commit()
        searcher = self._index.searcher()
        return [entry for entry in entries if searcher.doc_freq("entry", entry)]

    def is_at(self, mark: str) -> bool:
        """Whether `mark` was the last to be set."""
        self.commit()
        return self._newest_mark(f"{_MARK}{mark}") == self._newest_mark(_MARK) > 0

    def check(self) -> list[str]:
        """What is wrong with the index, in words; empty when it is whole."""
        try:
            self.commit()
            with self._translated():
                self._index.searcher().search(Asked.all_query(), 1, order_by_field="entry")
        except StoreError as error:
            return [error.message]
        return []

    def newest_holding(self, terms: Sequence[str], partition: int) -> list[list[int]]:
        """For each term the newest entries of a partition that hold it, at most `MAX_SHARERS`."""
        self.commit()
        searcher = self._index.searcher()
        asked = [Asked.term_query(self._schema, "terms", f"{partition}:{term}", "basic") for term in terms]
        found = [searcher.search(one, MAX_SHARERS, count=False, order_by_field="entry").hits for one in asked]
        return [[int(entry) for entry, _ in hits] for hits in found]

    def look_up(self, query: Query, scope: SearchScope) -> "TantivyLookup":
        """The terms of a query, found in a scope."""
        self.commit()
        return TantivyLookup(self._index.searcher(), self._schema, query, scope)

    # -- in pieces

    def _add(self, writer: tantivy.IndexWriter, entry: int, terms: Sequence[str], length: int) -> None:
        if entry <= self._highest:  # a newer one cannot stand here yet
            writer.delete_documents_by_term("entry", entry)
        self._highest = max(self._highest, entry)
        writer.add_document(tantivy.Document(terms=" ".join(terms), entry=entry, length=length))

    def _newest_mark(self, term: str) -> int:
        """The number of the newest mark with this term; 0 where there is none."""
        asked = Asked.term_query(self._schema, "terms", term, "basic")
        hits = self._index.searcher().search(asked, 1, count=False, order_by_field="length").hits
        return int(hits[0][0]) if hits else 0

    @contextmanager
    def _writing(self) -> Iterator[tantivy.IndexWriter]:
        with self._translated():
            if self._writer is None:
                self._writer = self._index.writer(WRITER_BYTES, 1)
            yield self._writer

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn Tantivy's errors into ours; it knows one kind only."""
        try:
            yield
        except ValueError as exc:
            if "LockBusy" in str(exc):
                raise StoreBusy(f"{self._folder} is busy: another process writes it", hint="try again") from exc
            raise StoreError(f"{self._folder}: {exc}", hint="make it anew: archivist reindex") from exc


@dataclass(frozen=True, slots=True)
class _Term:
    """A term that was looked up: about how many entries hold it, and how the index spells it, bare and with marks."""

    found: int
    spellings: Mapping[str, Sequence[str]]


class TantivyLookup:
    """Implements `term_search.Lookup`."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema, query: Query, scope: SearchScope) -> None:
        self._searcher, self._schema, self._scope = searcher, schema, scope
        self._unmarked = {*query.singles, *fields_asked(query)}
        self._narrowing = [self._any(self._spelt(term)) for term in scope.required]
        if scope.groups:
            self._narrowing.append(self._any(self._spelt(*(f"{GROUP}{group}" for group in scope.groups))))
        self._terms: dict[str, _Term] = {}
        self._lengths: dict[int, int] = {}
        self.size = self._count(self._spelt(""))
        self.found_in: Mapping[str, int] = self.also(query.terms, query.characters)

    def also(self, terms: Sequence[str] = (), beginnings: Sequence[str] = ()) -> dict[str, int]:
        """Look these up too; how many entries hold each, counting what was removed until its segment is merged."""
        spelt = {term: self._spelt(term) for term in terms}
        spelt |= {character: self._begun(character) for character in beginnings}
        for term, spellings in spelt.items():
            found = self._count(spellings)
            marks = MARKS if found and term not in self._unmarked else ()
            marked = {mark: self._spelt(term + mark) for mark in marks}
            self._terms[term] = _Term(found, {"": spellings} | {mark: some for mark, some in marked.items() if some})
        return {term: self._terms[term].found for term in spelt}

    def candidates(self, weights: Mapping[str, float], count: int, sure: int) -> dict[int, float]:
        """The `count` entries whose terms add up to most, with what they add up to; of equals the newest."""
        asked = self._asked(weights)
        if asked is None:
            return {}
        hits = self._searcher.search(asked, count + 1, count=False).hits
        if len(hits) > count and hits[-1][0] == hits[-2][0]:  # equals stand on both sides of the line
            hits = self._searcher.search(asked, max(count, MAX_POSTINGS), count=False).hits
        entries = self._values("entry", [address for _, address in hits])
        return {entry: score for entry, (score, _) in zip(entries, hits, strict=True)}

    def holders(self, entries: Collection[int]) -> dict[str, dict[str, Collection[int]]]:
        """Who of these holds what was looked up."""
        held: dict[str, dict[str, set[int]]] = {
            term: {mark: set() for mark in found.spellings} for term, found in self._terms.items()
        }
        flags = [(term, mark) for term, found in self._terms.items() if found.found for mark in found.spellings]
        for start in range(0, len(flags), FLAGS):
            part = flags[start : start + FLAGS]
            for entry, score in self._flagged(entries, part).items():
                for bit, (term, mark) in enumerate(part):
                    if score >> bit & 1:
                        held[term][mark].add(entry)
        return {term: dict(marked) for term, marked in held.items()}

    def lengths(self, entries: Collection[int]) -> dict[int, int]:
        """The number of terms of each."""
        if any(entry not in self._lengths for entry in entries):
            self._flagged(entries, [])
        return {entry: self._lengths[entry] for entry in entries if entry in self._lengths}

    # -- in pieces

    def _asked(self, weights: Mapping[str, float]) -> Asked | None:
        """Who holds one of the rarer terms, with what all the terms add up to; None where nobody holds any."""
        rising = sorted((term for term in self._terms.items() if term[1].found), key=lambda term: term[1].found)
        together = 0
        finding: list[Asked] = []
        counting: list[Asked] = []
        for name, term in rising:
            for mark, spellings in term.spellings.items():
                worth = rough_scores({name: weights[name]}, {name: {mark: (0,)}})[0]
                part = Asked.const_score_query(self._any(spellings), worth)
                (finding if together < MAX_POSTINGS else counting).append(part)
            together += term.found
        if not finding:
            return None
        asked = Asked.boolean_query([(Occur.Should, part) for part in finding])
        for part in counting:
            asked = Asked.boolean_query([(Occur.Must, asked), (Occur.Should, part)])
        return self._narrowed(asked)

    def _flagged(self, entries: Collection[int], flags: Sequence[tuple[str, str]]) -> dict[int, int]:
        """Each entry with a bit for each (term, mark) that it holds; their lengths are noted by the way."""
        these = [(Occur.Should, Asked.term_query(self._schema, "entry", entry)) for entry in entries]
        asked = self._narrowed(Asked.const_score_query(Asked.boolean_query(these), 0.0))
        for bit, (term, mark) in enumerate(flags):
            part = Asked.const_score_query(self._any(self._terms[term].spellings[mark]), float(1 << bit))
            asked = Asked.boolean_query([(Occur.Must, asked), (Occur.Should, part)])
        hits = self._searcher.search(asked, max(1, len(these)), count=False).hits
        addresses = [address for _, address in hits]
        found = self._values("entry", addresses)
        self._lengths |= zip(found, self._values("length", addresses), strict=True)
        return {entry: int(score) for entry, (score, _) in zip(found, hits, strict=True)}

    def _values(self, field: str, addresses: list[tantivy.DocAddress]) -> list[int]:
        return [int(value or 0) for value in self._searcher.fast_field_values(field, addresses)]

    def _count(self, spellings: Sequence[str]) -> int:
        if len(spellings) <= len(self._scope.partitions) and not self._narrowing:
            return sum(self._searcher.doc_freq("terms", one) for one in spellings)
        found = self._searcher.search(self._narrowed(self._any(spellings)), 1)
        return int(found.count)  # type: ignore[attr-defined]  # tantivy's stubs leave it out

    def _spelt(self, *terms: str) -> list[str]:
        """These terms in each of the partitions, as far as any entry holds them."""
        wanted = (f"{partition}:{term}" for partition in self._scope.partitions for term in terms)
        return [one for one in wanted if self._searcher.doc_freq("terms", one)]

    def _begun(self, character: str) -> list[str]:
        """The terms of the partitions that begin with a character, the more frequent ones."""
        prefixes = [f"{partition}:{character}" for partition in self._scope.partitions]
        found = (self._searcher.terms_with_prefix("terms", prefix, limit=MAX_BEGINNINGS) for prefix in prefixes)
        return [term for some in found for term, _ in some]

    def _any(self, spellings: Sequence[str]) -> Asked:
        terms = [Asked.term_query(self._schema, "terms", one, "basic") for one in spellings]
        return terms[0] if len(terms) == 1 else Asked.boolean_query([(Occur.Should, term) for term in terms])

    def _narrowed(self, asked: Asked) -> Asked:
        if not self._narrowing:
            return asked
        musts = [(Occur.Must, Asked.const_score_query(one, 0.0)) for one in self._narrowing]
        return Asked.boolean_query([(Occur.Must, asked), *musts])
