"""What every store promises about vectors."""

import math

import pytest
from tests.contracts.knowledge import ALICE, BOB, kept

from archivist.stores.base import Store, Transaction
from archivist.stores.vector_port import VectorModel

MODEL = VectorModel("test:plane", 2)
EAST = (1.0, 0.0)


def filled(tx: Transaction, model: VectorModel = MODEL) -> dict[float, int]:
    """Give every waiting section a vector, each a little further from the east; which section lies at which angle."""
    waiting = tx.vectors.waiting("section", model, 100)
    angles = [number / 10 for number in range(len(waiting))]
    made = [(one, (math.cos(angle), math.sin(angle))) for one, angle in zip(waiting, angles, strict=True)]
    tx.vectors.put("section", model, made)
    return {angle: one.entry for angle, one in zip(angles, waiting, strict=True)}


class VectorContract:
    """Subclass with a fixture `store`."""

    @pytest.fixture
    def store(self) -> Store:
        raise NotImplementedError

    def test_the_nearest_are_found_with_their_cosine_and_no_more_than_were_asked_for(self, store: Store) -> None:
        with store.transaction() as tx:
            kept(tx, "a.md")
            kept(tx, "b.md")
            at = filled(tx)
            near = tx.vectors.search("section", MODEL, [ALICE], EAST, 2).cosines
        assert near == {at[0.0]: pytest.approx(1.0, abs=1e-3), at[0.1]: pytest.approx(math.cos(0.1), abs=1e-3)}

    def test_among_some_entries_only_these_are_found(self, store: Store) -> None:
        with store.transaction() as tx:
            kept(tx, "a.md")
            b = kept(tx, "b.md")
            filled(tx)
            only = tx.documents.sections_of([b.seq])
            assert len(only) == 2
            assert sorted(tx.vectors.search("section", MODEL, [ALICE], EAST, 10, only=only).cosines) == sorted(only)
            assert tx.vectors.search("section", MODEL, [ALICE], EAST, 10, only=[]).cosines == {}

    def test_among_some_entries_no_other_scope_is_seen(self, store: Store) -> None:
        with store.transaction() as tx:
            b = kept(tx, "b.md", scope=BOB)
            filled(tx)
            assert (
                tx.vectors.search("section", MODEL, [ALICE], EAST, 10, only=tx.documents.sections_of([b.seq])).cosines
                == {}
            )

    def test_what_is_asked_for_besides_is_measured_too(self, store: Store) -> None:
        with store.transaction() as tx:
            kept(tx, "a.md")
            kept(tx, "b.md")
            at = filled(tx)
            assert sorted(tx.vectors.search("section", MODEL, [ALICE], EAST, 1, [at[0.3]]).cosines) == [
                at[0.0],
                at[0.3],
            ]

    def test_another_model_or_length_finds_nothing(self, store: Store) -> None:
        with store.transaction() as tx:
            kept(tx)
            filled(tx)
            assert tx.vectors.search("section", VectorModel("test:other", 2), [ALICE], EAST, 10).cosines == {}
            assert (
                tx.vectors.search("section", VectorModel("test:plane", 3), [ALICE], (1.0, 0.0, 0.0), 10).cosines == {}
            )

    def test_a_document_taken_out_of_use_takes_its_vectors_with_it(self, store: Store) -> None:
        with store.transaction() as tx:
            document = kept(tx)
            filled(tx)
            tx.documents.unpublish(document)
            assert tx.vectors.counts() == {}
