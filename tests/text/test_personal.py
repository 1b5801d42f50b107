"""Numbers that name a person are found by check digit, issuer and edges; order numbers and time stamps pass."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archivist.text.finding import mask
from archivist.text.personal import find_personal, is_resident_number
from tests.shared import shared

PERSONAL = {
    "身份证号110101190001010014请勿外传": "id_card",
    "身份证 11010119000101009x": "id_card",
    "身份证号１１０１０１１９０００１０１００１４": "id_card",
    "her ID is 110101 19000101 0014.": "id_card",
    "银行卡 6222021234567890128": "bank_card",
    "卡号：6222 0212 3456 7890 128": "bank_card",
    "pay with 4111-1111-1111-1111 please": "bank_card",
    "Amex 378282246310005": "bank_card",
    "手机13800138000": "phone",
    "电话 +86 138-0013-8000": "phone",
    "座机 010-62770334": "phone",
    "call +44 20 7946 0958": "phone",
    "my number: (415) 555-0132": "phone",
    "护照号 E12345678": "passport",
    "passport no. G12345678": "passport",
    "SSN 125-17-4954": "us_ssn",
    "转到 GB82 WEST 1234 5698 7654 32": "iban",
    "写信给 alice.wang@acme.cn。": "email",
}
HARMLESS = [
    "订单号 110101190001010015",
    "流水 9110101190001010014123",
    "时间戳 1647725122003",
    "订单号 2026112900000018",
    "版本 6222.0212.3456",
    "坐标 52.5702100309281",
    "编号 13800138000123",
    "order 13800138000, ticket 4111111111111111",
    "2026-11-29 10:30:05 to 2026-12-01",
    "call at 10:30 on 2026-11-29",
    "sha da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "123e4567-e89b-12d3-a456-426614174000",
    "latency 1234567890 ns, 192.168.100.200:8080",
    "git@github.com:acme/atlas.git v10.20.30",
    "ISBN 978-7-111-40701-0",
    "预算 1,234,567,890 元，共 12 345 678 行",
    "护照办理流程见第 12345678 号文件夹之外的说明 AB",
    "phone screens are 1080 x 2400",
]


@pytest.mark.parametrize("text", PERSONAL)
def test_a_personal_number_is_found_and_named(text: str) -> None:
    assert [finding.kind for finding in find_personal(text)] == [PERSONAL[text]]


@pytest.mark.parametrize("text", HARMLESS)
def test_other_numbers_pass(text: str) -> None:
    assert [finding for finding in find_personal(text) if finding.kind != "email"] == []


def test_only_the_number_is_masked() -> None:
    text = "手机 13800138000，备用 +86 139 0013 9000。"
    assert mask(text, find_personal(text)) == "手机 [phone]，备用 [phone]。"


@settings(max_examples=60)
@given(st.integers(0, 16), st.integers(1, 9))
def test_one_wrong_digit_is_no_resident_number(place: int, step: int) -> None:
    good = "110101190001010014"
    wrong = good[:place] + str((int(good[place]) + step) % 10) + good[place + 1 :]
    assert is_resident_number(good)
    assert not is_resident_number(wrong)


pieces = st.sampled_from([*PERSONAL, *HARMLESS, "-", " ", "+", "(", "卡", "phone", "\u200b", "İ", "１"]) | st.text(
    max_size=8
)


@settings(max_examples=100, deadline=None)
@given(st.lists(pieces, max_size=6).map("".join))
def test_places_lie_within_the_text(text: str) -> None:
    findings = find_personal(text)
    assert all(0 <= finding.start < finding.end <= len(text) for finding in findings)
    assert findings == sorted(findings)


def test_public_cases_are_caught() -> None:
    kinds = {"CREDIT_CARD", "US_SSN", "PHONE_NUMBER", "EMAIL_ADDRESS", "IBAN_CODE"}
    hits: list[bool] = []
    for line in shared("eval", "data", "pii", "cases.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        found = find_personal(case["text"])
        spans = [(start, end) for start, end, kind in case["spans"] if kind in kinds]
        hits += (any(one.start < end and start < one.end for one in found) for start, end in spans)
    assert sum(hits) / len(hits) >= 0.95


def test_no_seed_names_a_person_by_number() -> None:
    for path in sorted(shared("seeds").rglob("*")):
        if path.is_file():
            assert [one for one in find_personal(path.read_text("utf-8")) if one.kind != "email"] == [], path.name
