"""A batch walks the same road: the same gates, the same trail, equal statements once."""

import pytest

from archivist.app import Archivist, Session
from archivist.records.candidate import Candidate, Origin
from archivist.records.event import Topic
from archivist.records.scope import user
from archivist.services.bulk import import_many


@pytest.mark.parametrize("compare", [True, False])
def test_a_batch_has_records_trail_events_and_index_rows(app: Archivist, alice: Session, compare: bool) -> None:
    texts = [f"fact {number} about subject {number * 7919}" for number in range(25)] + ["周报用表格", "周报用表格。"]
    done = import_many(
        app.resources, alice.principal, [Candidate(user("alice"), text) for text in texts], compare=compare, batch=10
    )
    assert done.outcomes == {"created": 26, "unchanged": 1}
    assert len(alice.memory.list(limit=100).items) == 26
    assert alice.oversight.verify().whole
    assert sum(event.topic is Topic.MEMORY_UPDATED for event in alice.oversight.events()) == 26
    assert alice.memory.recall("周报").hits


def test_secrets_are_refused_and_the_rest_is_kept(app: Archivist, alice: Session) -> None:
    key = "sk-" + "proj-Ab1_Cd2-Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv"
    done = import_many(app.resources, alice.principal, [Candidate(user("alice"), text) for text in (key, "I like tea")])
    assert done.outcomes == {"rejected": 1, "created": 1}
    assert [one.reason for one in done.rejected] == ["secret_detected"]


def test_what_contradicts_a_record_is_seen_within_the_batch_too(app: Archivist, alice: Session) -> None:
    texts = ["端口是 8080", "端口是 8081"]
    done = import_many(app.resources, alice.principal, [Candidate(user("alice"), text) for text in texts])
    assert done.outcomes == {"created": 1, "superseded": 1}


def test_an_import_waits_and_a_second_time_adds_nothing(app: Archivist, alice: Session) -> None:
    candidates = [Candidate(user("alice"), "I like tea", origin=Origin.IMPORT, source_event="file:1")]
    for _ in range(2):
        import_many(app.resources, alice.principal, candidates)
    assert alice.proposals.count() == 1
