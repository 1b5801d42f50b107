"""The FTS5 index as the young part of a layered one: what changed since it was last emptied into the settled part.

An entry that stands here is judged here alone, whatever the settled part says of it. So one that is removed and stands
in the settled part is *buried*: it stays as an entry that nothing finds, until the settled part has forgotten it too.
"""

from collections.abc import Collection, Iterable, Iterator

import msgspec

from archivist.stores.sqlite.fts_index import FtsIndex
from archivist.stores.sqlite.fts_lookup import read_varint

_BURIED = " gone:"  # a term that no partition has: partitions are numbers
_read_terms = msgspec.json.Decoder(list[str]).decode


class FreshIndex(FtsIndex):
    """An `FtsIndex` that says what it holds."""

    def __len__(self) -> int:
        ((count,),) = self._connection.execute(self._sql["count"])
        return int(count)

    def holding(self, entries: Collection[int]) -> set[int]:
        """Those of these entries that stand here, buried ones too."""
        wanted = msgspec.json.encode(list(entries)).decode()
        return {entry for (entry,) in self._connection.execute(self._sql["holding"], {"entries": wanted})}

    def bury(self, entries: Iterable[int]) -> None:
        """Hide what the settled part says of these."""
        self._connection.executemany(self._sql["put"], ({"entry": entry, "terms": _BURIED} for entry in entries))

    def buried(self) -> list[int]:
        """The entries that the settled part has to forget."""
        return [entry for (entry,) in self._connection.execute(self._sql["buried"])]

    def everything(self) -> Iterator[tuple[int, list[str], int]]:
        """Every entry with its terms, each with its partition before it, and their number, repeats counted."""
        self._connection.execute(self._sql["open_terms"])
        for entry, terms, size in self._connection.execute(self._sql["all_terms"]):
            if (found := _read_terms(terms)) != [_BURIED.strip()]:
                yield entry, found, read_varint(size)
