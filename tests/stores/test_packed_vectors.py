"""Sign bits find the nearest vectors that the vectors themselves would find."""

import numpy as np
import pytest

from archivist.stores.packed_vectors import cosines, packed, to_bytes, unit, usual


@pytest.mark.parametrize("dimensions", [8, 100, 384])
def test_bytes_keep_the_direction_at_half_precision(dimensions: int) -> None:
    vector = np.random.default_rng(1).normal(size=dimensions)
    assert len(to_bytes(vector.tolist())) == 2 * dimensions
    near = cosines([(1, to_bytes(vector.tolist()))], unit((3 * vector).tolist()))
    assert near[1] == pytest.approx(1.0, abs=1e-3)


def test_the_ten_nearest_of_many_are_among_the_likely() -> None:
    chance = np.random.default_rng(2)
    centres = chance.normal(size=(50, 384))
    vectors = centres[chance.integers(0, 50, 3_000)] + 0.7 * chance.normal(size=(3_000, 384))
    rows = [(entry, to_bytes(vector.tolist())) for entry, vector in enumerate(vectors)]
    held = packed(rows, 384)
    for asked in (unit((vectors[at] + 0.1 * chance.normal(size=384)).tolist()) for at in range(20)):
        near = cosines(rows, asked)
        nearest = sorted(near, key=lambda entry: -near[entry])[:10]
        assert set(nearest) <= set(held.likely(asked))


def test_a_vector_of_zeros_is_near_nothing_and_breaks_nothing() -> None:
    zeros = to_bytes([0.0] * 8)
    assert cosines([(1, zeros)], unit([1.0] * 8)) == {1: 0.0}
    assert packed([(1, zeros)], 8).likely(unit([0.0] * 8)) == [1]


def test_a_sample_tells_what_cosines_are_usual_in_partitions_of_any_size() -> None:
    chance = np.random.default_rng(3)
    parts = [chance.normal(shift, 1.0, size=(count, 64)) for shift, count in ((0.0, 3_000), (0.5, 1_000), (2.0, 3))]
    asked = unit([1.0] * 64)
    samples: list[tuple[int, list[float]]] = []
    for part in parts:
        rows = [(at, to_bytes(row.tolist())) for at, row in enumerate(part)]
        near = cosines(rows, asked)
        samples.append((len(rows), [near[entry] for entry in packed(rows, 64).sample()]))
    every = np.concatenate([[float(unit(row.tolist()) @ asked) for row in part] for part in parts])
    mean, spread = usual(samples)
    assert mean == pytest.approx(every.mean(), abs=0.03)
    assert spread == pytest.approx(every.std(), rel=0.15)
    assert usual([]) == (0.0, 0.0)
