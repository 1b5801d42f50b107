"""What must never be stored is found in every form it is written in, and what only looks like it passes.

Key-like strings are joined from parts, so that no scanner of this repository takes a test for a leak.
"""

import base64
import json
import time
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.secrets import find_secrets, has_secret, mask_secrets
from tests.shared import shared

KEYS = {  # kind: a key of that form, in parts
    "openai_key": ("sk-", "proj-", "Ab1_Cd2-Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv"),
    "anthropic_key": ("sk-", "ant-api03-", "Ab1Cd2Ef3-Gh4Ij5Kl6Mn7Op8Qr9St0Uv_W1xY2zA3bC4dE5f"),
    "model_key": ("sk-", "4f9a1c7be02d4c55", "9b1f7ad3c8e60421"),
    "github_token": ("gh", "p_", "Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe9Dc8"),
    "gitlab_token": ("gl", "pat-", "x7Kp2mQz9RtL4vNc8Wsd"),
    "slack_token": ("xo", "xb-", "263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1"),
    "slack_webhook": ("https://hooks.slack", ".com/services/", "T0DCUJB1Q/B0DD08H5G/bJtrpFi1fO1JMCcwLx8uZyAg"),
    "aws_access_key": ("AK", "IA", "Q3EGRIHT7ZPLMXKW"),
    "google_key": ("AI", "za", "SyD9f3K7_x2LmQ8vB1nR4tY6uW0pZ5cE-hG"),
    "azure_client_secret": ("t02", "8Q~", "aLbmQuinnZtzbgtlEAYstnBWEmGPAoBm12"),
    "stripe_key": ("sk_", "live_", "Tph4NiI7TYooMQaujxvdEDq5"),
    "npm_token": ("np", "m_", "x7Kp2mQz9RtL4vNc8Wsdx7Kp2mQz9RtL4vNc"),
    "pypi_token": ("py", "pi-AgE", "IcHlwaS5vcmcCJDg5MTllXWJjLTRhODAtNDBhYi01Y2Y4LThjNjcxZTg3MsRj"),
    "huggingface_token": ("h", "f_", "KjHtiLyXDyXamXujmipxOfhajAhRQCYnge"),
    "sendgrid_key": ("S", "G.", "ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc1s5cr"),
    "telegram_token": ("1102015", "43:A", "AHdqTcvCH1vGWJxfSe1ofSAs0K5PALDsaw"),
    "discord_token": ("MTk4NjIyNDgz", "NDcxOTI1MjQ4.", "Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"),
    "alibaba_key": ("LT", "AI", "5tJk8Lm2Nq4Rs6Tv8Wx0"),
    "tencent_key": ("AK", "ID", "z8krbsJ5yKBZQpn74WFkmLPx3gnPhESA"),
    "baidu_key": ("AL", "TAK-", "b8Kd02LsM4qR7tVw9XyZ1a"),
    "volcano_key": ("AK", "LT", "NmQ2YTk1ZjEwZDRiNGE3NWI1ZjA2MjE4"),
    "jwt": ("ey", "JhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxIn0", ".c2lnbmF0dXJlLXZhbHVlLTEyMw"),
    "private_key": ("-----BEGIN ", "PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END ", "PRIVATE KEY-----"),
}
PGP = ("-----BEGIN PGP ", "PRIVATE KEY BLOCK-----\n\nlQOYBF\n-----END PGP ", "PRIVATE KEY BLOCK-----")
PLACED = {  # known only by the place they stand in
    "basic header": ("Authorization: ", "Basic dXNlcjpodW50ZXIyaHVudGVyMg=="),
    "bearer in curl": ("curl -H 'Authorization: ", "Bearer cfcabd11c7ed9a41b1a3e063c32d5114'"),
    "cookie": ("Cookie: theme=dark; ", "session=9f8Ad72kQmZ01xLpV3"),
    "password-only url": ("redis://", ":S3cretPw9@cache.internal:6379/0"),
    "encoded url password": ("postgresql://app:", "p%40ss-W0rd@db.internal/x"),
    "query parameter": ("https://api.example.com/v1?api", "_key=A1b2C3d4E5f6G7h8I9j0"),
    "chinese, full-width colon": ("数据库密码：", "Tq7#mZ2!pL9x"),
    "chinese, is": ("测试环境的密码是", " Tq7mZ2pL9x，别外传"),
    "chinese, changed": ("口令改成了 ", "Qw3rtZ9!k"),
    "chinese token": ("访问令牌：", "a8f3Kd92LsmQ04xz7Vb1"),
    "env file": ("DB_PASS", "WORD=tq7MZ2pl9x"),
    "yaml": ("password", ": 'h7!kQ2zz'"),
    "json": ('{"client_', 'secret": "a8f3Kd92LsmQ04xz7Vb1"}'),
    "connection string": ("Server=db;User Id=sa;Pass", "word=Tq7mZ2pL9x;Encrypt=yes"),
    "azure storage": ("Account", "Key=" + "k3J9" * 21 + "kw=="),
    "curl user": ("curl -u ", "api:d2LkV78zLxt https://x.example"),
    "option": ("mysql -u root --pass", "word Sne3sd8AZjq"),
    "sshpass": ("sshpass -p ", "'Tq7mZ2pL9x' ssh a@b"),
    "prose": ("The staging password", " is Tq7mZ2pL9x."),
}
HARMLESS = [
    "修复提交是 da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "请求号 123e4567-e89b-12d3-a456-426614174000",
    "we use a risk-based-approach-to-all-changes",
    "sk-learn 的 sk-means 聚类",
    "password: <your-password>",
    "DB_PASSWORD=${DB_PASSWORD}",
    "token = os.getenv('GITHUB_TOKEN')",
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "token 预算是 2000，密码策略见手册",
    "忘记密码请走工单",
    "AK" + "IAIOSFODNN7EXAMPLE 是文档里的示例密钥",
    "The password is stored hashed with argon2id and sha256.",
    "password: at least 12 characters, one digit",
    "密码长度不少于 8 位，密码：见保险箱",
    "令牌过期时间是 3600 秒",
    "the cache key is user:1234:profile:v2",
    "primary key: order_id, foreign key = customer_2026_id",
    "publicKeyToken=b77a5c561934e089",
    "max_tokens=4096, budget_tokens: 2000",
    "author = 'J. Smith 2026'",
    "订单号 2026112900000018，时间戳 1647725122003",
    "git clone https://github.com/acme/atlas.git@v1.2.3",
    "ssh://git@github.com:22/acme/atlas.git",
    "postgresql://user:password@localhost/db",
    "postgresql://app:${DB_PASSWORD}@db/x",
    'api_key = "YOUR_API_KEY_HERE"',
    "Authorization: Bearer <token>",
    "Authorization: Bearer $API_TOKEN",
    "passengers: 3 adults, 1 child; bypass=true1",
    "monkey: 12345678abcdefgh9",
    "keyboard = Logitech-K380-v2-2026",
    "a key insight of section 4.2.1: Q3-2026 revenue",
    "secret_name: prod/atlas/db-2026-11",
    "secretRef: atlas-db-credentials-v2",
    "token: 令牌由网关签发，见 RFC 7519",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----",
    "The header starts with -----BEGIN PRIVATE KEY----- and ends likewise.",
]


def key(kind: str) -> str:
    return "".join(KEYS[kind])


def wide(text: str) -> str:
    return "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize("kind", KEYS)
def test_every_form_of_key_is_found_and_named(kind: str) -> None:
    for text in (key(kind), f"线上用的是{key(kind)}，勿外传", f'KEY="{key(kind)}"\n'):
        assert kind in {finding.kind for finding in find_secrets(text)}, text
        assert "".join(KEYS[kind][-1:]) not in mask_secrets(text)


def test_a_pgp_private_key_is_a_private_key() -> None:
    assert [finding.kind for finding in find_secrets("".join(PGP))] == ["private_key"]


@pytest.mark.parametrize("name", PLACED)
def test_a_secret_is_known_by_its_place(name: str) -> None:
    assert has_secret("".join(PLACED[name]))


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_passes(text: str) -> None:
    assert find_secrets(text) == []


@pytest.mark.parametrize("kind", sorted(KEYS.keys() - {"private_key", "slack_webhook"}))
def test_a_disguise_hides_no_key(kind: str) -> None:
    plain = key(kind)
    middle = len(plain) // 2
    for disguised in (
        wide(plain),
        "\u200b".join(plain),
        plain[:middle] + "\u2060\u202e" + plain[middle:],
        quote(plain, safe="").replace("-", "%2D").replace("_", "%5F"),
        plain.replace("-", "&#45;").replace("_", "&#x5f;"),
        json.dumps(f"a\n{plain}\n"),
        base64.b64encode(f"the key is {plain} for the agent".encode()).decode(),
        f"\x1b[93m{plain}\x1b[0m",
    ):
        assert has_secret(f"see {disguised} below"), disguised


@pytest.mark.parametrize("glue", ["\n", " \\\n  ", '" +\n    "', "\r\n> "])
def test_a_key_broken_over_two_lines_is_found_whole(glue: str) -> None:
    plain = key("github_token")
    text = f'token "{plain[:17]}{glue}{plain[17:]}" end'
    assert plain[-8:] not in mask_secrets(text)
    assert mask_secrets(text).endswith('" end')


def test_a_private_key_in_base64_is_found() -> None:
    assert has_secret(base64.b64encode(key("private_key").encode()).decode())


def test_masking_keeps_all_else() -> None:
    assert mask_secrets(f"用 {key('github_token')} 登录") == "用 [github_token] 登录"
    assert mask_secrets("".join(PLACED["chinese, is"])) == "测试环境的密码是 [password]，别外传"


def test_a_finding_never_holds_the_value() -> None:
    assert key("github_token") not in repr(find_secrets(key("github_token")))


MARKS = (
    "\n",
    " ",
    "=",
    ":",
    "密码",
    "password",
    "%2D",
    "\u200b",
    "é",
    "İ",
    "ﬁ",
    "[password]",
    "key",
    "://",
    "@",
    '"',
    "\\n",
)
pieces = st.sampled_from([*map("".join, (*KEYS.values(), *PLACED.values(), PGP)), *HARMLESS, *MARKS])


@settings(max_examples=150, deadline=None)
@given(st.lists(pieces | st.text(max_size=12), max_size=7).map("".join))
def test_masked_text_holds_no_secret_and_places_lie_within(text: str) -> None:
    findings = find_secrets(text)
    assert all(0 <= finding.start < finding.end <= len(text) for finding in findings)
    assert all(one.end <= other.start for one, other in pairwise(findings))
    assert has_secret(text) == bool(findings)
    assert not has_secret(mask_secrets(text))


def cases(name: str) -> Iterator[tuple[str, str, bool]]:
    for line in shared("eval", "data", "secrets", name).read_text("utf-8").splitlines():
        case = json.loads(line)
        yield case["source"], base64.b64decode(case["text_b64"]).decode("utf-8", "replace"), bool(case["label"])


@pytest.mark.parametrize("name", ["lines.jsonl", "files.jsonl"])
def test_public_fixtures_are_caught(name: str) -> None:
    caught: dict[str, list[bool]] = {}
    for source, text, label in cases(name):
        if label:
            caught.setdefault(source, []).append(has_secret(text))
    assert {source: sum(hits) / len(hits) >= 0.95 for source, hits in caught.items()} == dict.fromkeys(caught, True)


def test_no_seed_raises_an_alarm() -> None:
    for path in sorted(shared("seeds").rglob("*")):
        if path.is_file():
            assert find_secrets(path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize("hint", ["tgp_v1_", "llx-", "key=", "-----BEGIN PRIVATE KEY-----\nA", "secret_"])
def test_repetition_does_not_stall_the_scan(hint: str) -> None:
    start = time.process_time()
    find_secrets(hint * (6000 // len(hint)))
    assert time.process_time() - start < 3
