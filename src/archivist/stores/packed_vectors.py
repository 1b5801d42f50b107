"""Vectors as bytes and as sign bits: float16 is what is kept, bits are what is scanned.

Two vectors that point the same way agree in most signs. So the bits of a partition are compared first, a forty-eighth
of the bytes, and only the few hundred that agree best are read and measured. Needs numpy: import when it is used.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESCORED = 400
"""How many of the best by sign bits are measured; with 400 of 100,000 none of the ten nearest was lost."""
SAMPLED = 128
"""So many entries of a partition, evenly spread over it, tell which cosines are usual in it."""

Bits = NDArray[np.uint64]
Entries = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Packed:
    """The entries of one partition and the sign bits of their vectors: a row for each 64 signs, a column an entry."""

    entries: Entries
    bits: Bits

    def among(self, entries: Sequence[int]) -> "Packed":
        """Those of the partition that are in `entries`."""
        kept = np.isin(self.entries, np.asarray(entries, np.int64))
        return Packed(self.entries[kept], self.bits[:, kept])

    def likely(self, query: NDArray[np.float32], count: int = RESCORED) -> list[int]:
        """The `count` entries whose signs agree best with the query's."""
        if len(self.entries) <= count:
            return [int(entry) for entry in self.entries]
        differing = np.zeros(len(self.entries), np.uint16)
        for word, asked in zip(self.bits, _pack(query[None, :])[:, 0], strict=True):
            differing += np.bitwise_count(word ^ asked)
        return [int(entry) for entry in self.entries[np.argpartition(differing, count)[:count]]]

    def sample(self, count: int = SAMPLED) -> list[int]:
        """`count` entries, evenly spread."""
        places = np.linspace(0, len(self.entries) - 1, min(count, len(self.entries))).astype(int)
        return [int(entry) for entry in self.entries[places]]


def unit(vector: Sequence[float]) -> NDArray[np.float32]:
    """The vector with length one; zeros stay zeros."""
    array = np.asarray(vector, np.float32)
    length = float(np.linalg.norm(array))
    return array / np.float32(length) if length else array


def to_bytes(vector: Sequence[float]) -> bytes:
    return unit(vector).astype("<f2").tobytes()


def packed(rows: Sequence[tuple[int, bytes]], dimensions: int) -> Packed:
    """The rows of one partition, ready to be scanned."""
    entries = np.fromiter((entry for entry, _ in rows), np.int64, len(rows))
    return Packed(entries, _pack(_matrix([data for _, data in rows], dimensions)))


def cosines(rows: Sequence[tuple[int, bytes]], query: NDArray[np.float32]) -> dict[int, float]:
    """How near each row is to the query, in -1..1."""
    near = _matrix([data for _, data in rows], len(query)).astype(np.float32) @ query
    return {entry: float(cosine) for (entry, _), cosine in zip(rows, near, strict=True)}


def usual(samples: Sequence[tuple[int, Sequence[float]]]) -> tuple[float, float]:
    """Mean and standard deviation of the cosines of several partitions.

    Args:
        samples: for each, how many entries it holds, and the cosines of some of them.
    """
    if not samples:
        return 0.0, 0.0
    every = np.concatenate([sample for _, sample in samples])
    weights = np.concatenate([np.full(len(sample), entries / len(sample)) for entries, sample in samples])
    mean = float(np.average(every, weights=weights))
    return mean, float(np.sqrt(np.average((every - mean) ** 2, weights=weights)))


def _matrix(rows: Sequence[bytes], dimensions: int) -> NDArray[np.float16]:
    return np.frombuffer(b"".join(rows), "<f2").reshape(len(rows), dimensions)


def _pack(matrix: NDArray[np.float16] | NDArray[np.float32]) -> Bits:
    bits = np.packbits(matrix > 0, axis=1)
    padded = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8)))
    return np.ascontiguousarray(np.ascontiguousarray(padded).view(np.uint64).T)
