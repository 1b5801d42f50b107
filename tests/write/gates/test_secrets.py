"""Gate 4: no key and no personal number gets in through any field, by any origin, and none is left in the file."""

from typing import Any

import pytest

from archivist.app import Archivist, Session
from archivist.records.candidate import Origin
from archivist.records.evidence import Evidence, Witness
from tests.write.road import Road, step, with_settings

KEYS = {
    "openai": "sk-" + "proj-Ab1_Cd2-Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv",
    "github": "github_" + "pat_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ012345678",
    "aws": "AK" + "IAQ3EGRIHT7ZPLMXKW",
    "basic": "Authorization: " + "Basic dXNlcjpodW50ZXIyaHVudGVyMg==",
    "redis": "redis://" + ":S3cretPw9@cache.internal:6379/0",
    "postgres": "postgresql://app:" + "p%40ss-W0rd@db.internal/x",
    "parameter": "https://api.example.com/v1?api" + "_key=A1b2C3d4E5f6G7h8I9j0",
    "pem": "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END " + "PRIVATE KEY-----",
    "pgp": "-----BEGIN PGP " + "PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP " + "PRIVATE KEY BLOCK-----",
    "jwt": "eyJhbGciOiJIUzI1NiJ9" + ".eyJzdWIiOiIxIn0" + ".c2lnbmF0dXJlLXZhbHVlLTEyMw",
    "password": "数据库密码：" + "Tq7#mZ2!pL9x",
    "id card": "身份证号" + "11010119000101" + "0014请勿外传",
    "bank card": "银行卡 62220212" + "34567890128",
    "phone": "电话 +86 138" + "-0013-8000",
}
HARMLESS = [
    "修复提交是 da39a3ee5e6b4b0d3255bfef95601890afd80709", "请求号 123e4567-e89b-12d3-a456-426614174000",
    "we use a risk-based-approach-to-all-changes", "sk-learn 的 sk-means 聚类", "password: <your-password>",
    "DB_PASSWORD=${DB_PASSWORD}", "token = os.getenv('GITHUB_TOKEN')", "token 预算是 2000，密码策略见手册",
    "忘记密码请走工单", "AK" + "IAIOSFODNN7EXAMPLE 是文档里的示例密钥", "订单号 110101190001010015",
    "时间戳 1647725122003", "订单号 2026112900000018", "版本 6222.0212.3456", "编号 13800138000123",
]  # fmt: skip
UNIQUE = [
    "Gh4Ij5Kl6Mn7Op8Qr9St0Uv", "ABCDEFG0abcdefghijkl_mnop", "AQ3EGRIHT7ZPLMXKW", "dXNlcjpodW50ZXIyaHVudGVyMg",
    "S3cretPw9", "p%40ss-W0rd", "A1b2C3d4E5f6G7h8I9j0", "MIIEvQIBADANBgkq", "c2lnbmF0dXJlLXZhbHVlLTEyMw",
    "Tq7#mZ2!pL9x", "110101190001010014", "6222021234567890128", "0013-8000",
]  # fmt: skip
FIELDS = ["text", "description", "topic", "rationale", "quote", "name", "tags", "value", "evidence", "source_event",
          "conversation"]  # fmt: skip


def put(field: str, value: str) -> dict[str, Any]:
    """The fields of a candidate that holds `value` in one place."""
    held: Any = value
    if field == "tags":
        held = (value,)
    if field == "evidence":
        held = (Evidence(value, Witness.USER),)
    return {"text": "I like tea", field: held}


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_lets_a_key_in(road: Road, field: str) -> None:
    written = road.send(**put(field, KEYS["openai"]))
    assert (written.outcome, written.reason) == ("rejected", "secret_detected")
    assert KEYS["openai"] not in written.detail


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize("origin", [Origin.HUMAN, Origin.TOOL, Origin.AGENT, Origin.IMPORT])
def test_every_kind_is_refused_whoever_brings_it(road: Road, kind: str, origin: Origin) -> None:
    written = road.send(f"note: {KEYS[kind]}", origin=origin)
    assert written.reason == "secret_detected"
    assert KEYS[kind][-12:] not in written.detail


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_passes(road: Road, text: str) -> None:
    assert road.send(text).outcome == "created"


def test_policy_may_mask_or_hold_by_kind_of_scope(app: Archivist) -> None:
    rules = {"scopes": {"user": {"personal": "mask"}, "project": {"personal": "hold"}}}
    road = Road(with_settings(app, sensitive=rules))
    from archivist.records.principal import Principal
    from archivist.records.scope import project

    masked = road.send(f"call me: {KEYS['phone']}").memory
    assert masked is not None
    assert "0013" not in masked.text
    assert "[phone]" in masked.text
    who = Principal("alice", project="atlas", projects=frozenset({"atlas"}))
    held = road.send(f"联系{KEYS['phone']}", who=who, scope=project("atlas"))
    assert (held.outcome, held.reason) == ("held", "sensitive")
    assert held.proposal is not None
    assert "0013" not in held.proposal.candidate.text
    assert road.send(KEYS["openai"]).reason == "secret_detected"


@pytest.mark.parametrize(("answer", "outcome"), [("allow", "created"), ("refuse", "rejected"), ("hold", "held")])
def test_e_mail_follows_the_policy(app: Archivist, answer: str, outcome: str) -> None:
    road = Road(with_settings(app, sensitive={"email": answer}))
    assert road.send("write to ann@example.com").outcome == outcome


def test_a_refused_secret_is_in_no_byte_of_the_home(home: Archivist) -> None:
    alice, agent = home.acting_as("alice"), home.acting_as("alice", agent="planner")
    for key in KEYS.values():
        for field in ("text", "description", "topic", "quote"):
            Road(home.resources).send(**put(field, key))
        alice.conversations.say("c1", speaker_user(), f"remember {key}")
        agent.proposals.propose(f"rule: {key}", quote=key, conversation="c1", rationale=key)
        alice.conversations.say("c2", speaker_tool(), f"output {key}")
        alice.conversations.extract("c1")
    alice.memory.remember("I like tea", name="tea")
    alice.memory.forget("tea", reason=f"it held {KEYS['openai']}")
    alice.memory.recall(KEYS["openai"])
    home.close()
    assert home.home is not None
    content = b"".join(path.read_bytes() for path in sorted(home.home.rglob("*")) if path.is_file())
    assert [secret for secret in UNIQUE if secret.encode() in content] == []


def speaker_user() -> Any:
    from archivist.records.conversation import Speaker

    return Speaker.USER


def speaker_tool() -> Any:
    from archivist.records.conversation import Speaker

    return Speaker.TOOL


def test_the_trail_names_the_kind_and_keeps_no_fingerprint(road: Road, alice: Session) -> None:
    written = road.send(f"the key is {KEYS['openai']}")
    entry = alice.oversight.audit()[0]
    assert entry.digest == ""
    assert step(written.decision, "secrets").detail in entry.detail
    assert "sk-" not in entry.detail
