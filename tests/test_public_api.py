"""What `archivist` promises to those who import it."""

import archivist


def test_every_public_name_can_be_had() -> None:
    assert all(getattr(archivist, name) is not None for name in archivist.__all__)


def test_about_twenty_names_are_public() -> None:
    assert len(archivist.__all__) <= 25


def test_the_example_of_the_docstring_works() -> None:
    with archivist.open(":memory:") as app:
        alice = app.acting_as(user="alice", project="atlas")
        alice.memory.remember("Weekly reports use a short format", type="feedback")
        assert alice.memory.recall("how should the weekly report look?").hits
