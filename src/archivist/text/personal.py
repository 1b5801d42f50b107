"""Finds numbers and addresses that name a person: identity and passport numbers, cards, accounts, phones, e-mail.

A number is believed by its check digit, its issuer and its edges, never by its length alone: order numbers, time
stamps, versions and coordinates pass. Where a form is too weak to stand alone (a passport, a local phone number, a
short card number) a word near it has to say what it is. E-mail is a kind of its own, so that a policy can allow it.

Source: requirement P2; GB 11643 (identity numbers), ISO/IEC 7812 (cards), ISO 13616 (IBAN).
"""

import re
from collections.abc import Iterator
from datetime import date

from archivist.text.disguise import fold_disguise
from archivist.text.finding import Finding, without_overlaps
from archivist.text.hints import compiled

_FEWEST = 7  # digits of a number that names anybody; most versions, times and list marks have fewer
NEAR = 48  # characters before a number in which a word may say what it is

_edge_before = r"(?<![A-Za-z0-9_])(?<![A-Za-z0-9][.,:/-])"
_edge_after = r"(?![A-Za-z0-9_])(?![.,:/-]\d)"
_digits = r"[+(]{0,2}\d[\d ().\-–/]{5,}[\dXx]"
_resident = rf"{_edge_before}[1-9]\d{{16}}[\dXx]{_edge_after}"
_resident_spaced = rf"{_edge_before}[1-9]\d{{5}}[ -]\d{{8}}[ -]\d{{3}}[\dXx]{_edge_after}"
_card = rf"{_edge_before}\d(?:[ -]?\d){{11,18}}{_edge_after}"
_mobile = rf"(?<![A-Za-z0-9_.])(?:(?:\+|00)?86[- ]?)?1[3-9]\d(?:[- ]?\d{{4}}){{2}}{_edge_after}"
_landline = rf"{_edge_before}(?:\(0\d{{2,3}}\) ?|0\d{{2,3}}[- ])[2-9]\d{{6,7}}(?:-\d{{1,5}})?{_edge_after}"
_ssn = rf"{_edge_before}(?!000|666|9)\d{{3}}-(?!00)\d\d-(?!0000)\d{{4}}{_edge_after}"
_international = (
    rf"(?<![A-Za-z0-9_+.=])(?:\+|00(?=\d{{1,3}}[- ]))[1-9]\d{{0,3}}(?:[ .-]?\(?\d{{1,5}}\)?){{2,6}}"
    rf"(?:x\d{{1,5}})?{_edge_after}"
)
_american = rf"{_edge_before}(?:\(\d{{3}}\) ?|\d{{3}}[-.])\d{{3}}[-.]\d{{4}}(?:x\d{{1,5}})?{_edge_after}"
_local_phone = rf"{_edge_before}(?!0\.)\(?\d{{1,5}}\)?(?:[ .-]?\d{{2,5}}){{1,4}}(?:x\d{{1,5}})?{_edge_after}"
_iban = r"(?<![A-Za-z0-9])[A-Za-z]{2}\d\d(?: ?[A-Za-z0-9]{4}){2,7}(?: ?[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])"
_passport = r"(?<![A-Za-z0-9])(?:[A-Za-z]{1,2}\d{7,8}|\d{9})(?![A-Za-z0-9])"
_email = (
    r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9])"
)
_date = (
    r"(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d"
    r"|(?:19|20)\d\d[ -](?:19|20)\d\d|(?:19|20)\d\d[01]\d[0-3]\d(?!\d)"
)

_names_other = (
    r"(?i)(?:订单|流水|编号|单号|序列号|版本|坐标|时间戳|工单|批次|运单|条码|帖子|order|ticket|invoice|serial|version|timestamp"
    r"|build|issue|epoch|tracking|sku|isbn|issn|commit|\bsn|\b[a-z]{0,12}_?id)(?:号码?|\s?(?:no"
    r"|number|num|id)\b\.?)?[\s:#=是为]{0,4}$"
)
_names_card = r"(?i)card|visa|master|amex|credit|debit|maestro|payment|\bpay|charge|\bcc\b|卡|银联|支付|付款"
_names_phone = (
    r"(?i)phone|\bcall|\btel\b|telefon|mobile|\bcell|contact|\bfax|reach\b|\btext\b|messages? (?:to"
    r"|on)\b|\bsms|whatsapp|dial"
    r"|hotline|\bring\b|\banswer|电话|手机|联系|座机|传真|拨打|致电|热线"
)
_names_passport = r"(?i)passport|护照|通行证|travel document"

# Length of an IBAN by country, ISO 13616 registry.
_IBAN_LENGTHS = (
    "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18"
    "GR27GT28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21MC27MD24ME22MK19MR27MT31MU30NL18NO15"
    "PK24PL28PS29PT25QA29RO24RS22SA24SC31SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20"
)
_iban_length = {
    _IBAN_LENGTHS[at : at + 2]: int(_IBAN_LENGTHS[at + 2 : at + 4]) for at in range(0, len(_IBAN_LENGTHS), 4)
}

# Issuer: first digits, and the lengths it gives out. ISO/IEC 7812; short ones need a word that says "card".
_issuers = (
    (r"62|81", range(16, 20)),  # UnionPay
    (r"4", (16, 19)),  # Visa
    (r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720", (16,)),  # Mastercard
    (r"3[47]", (15,)),  # American Express
    (r"6011|64[4-9]|65", range(16, 20)),  # Discover
    (r"35(?:2[89]|[3-8])", range(16, 20)),  # JCB
)
_issuers_named = (
    (r"4", (13,)),
    (r"30[0-5]|3095|3[689]", range(14, 20)),  # Diners
    (r"2131|1800", (15,)),
    (r"35", (16,)),
    (r"50|5[6-9]|6", range(12, 20)),  # Maestro
)


def find_personal(text: str) -> list[Finding]:
    """Every personal number and address, in reading order; offsets are those of the text as given."""
    folded = fold_disguise(text)
    found = without_overlaps(_findings(folded.text))
    return [Finding(*folded.place(one.start, one.end), one.kind) for one in found]


def _findings(text: str) -> Iterator[Finding]:
    if "@" in text:
        yield from _of_kind("email", _email, text)
    for run in compiled(_digits).finditer(text):
        yield from _numbers_in(text, max(0, run.start() - 2), run.end() + 8)
    for match in compiled(_iban).finditer(text):
        if _is_iban(match.group()):
            yield Finding(*match.span(), "iban")
    for word in compiled(_names_passport).finditer(text):
        yield from _of_kind("passport", _passport, text, word.end(), word.end() + NEAR // 2)


def _of_kind(kind: str, pattern: str, text: str, start: int = 0, end: int | None = None) -> Iterator[Finding]:
    for match in compiled(pattern).finditer(text, start, len(text) if end is None else end):
        yield Finding(*match.span(), kind)


def _numbers_in(text: str, start: int, end: int) -> Iterator[Finding]:
    """The numbers of a run of digits and marks, the surest kinds first."""
    digits = _count(text[start:end])
    if digits < _FEWEST:
        return
    before = text[max(0, start - NEAR) : start + 2]
    for pattern in (_resident, _resident_spaced) if digits > 16 else ():
        for match in compiled(pattern).finditer(text, start, end):
            if is_resident_number(match.group()):
                yield Finding(*match.span(), "id_card")
    yield from _of_kind("us_ssn", _ssn, text, start, end)
    for match in compiled(_card).finditer(text, start, end):
        if _is_card(match.group(), named=_says(_names_card, text, match)) and not _is_named_other(text, match):
            yield Finding(*match.span(), "bank_card")
    for pattern in (_mobile, _international, _landline, _american) if digits > 9 else (_international,):
        for match in compiled(pattern).finditer(text, start, end):
            if not _is_named_other(text, match) and _FEWEST <= _count(match.group()) <= 20:
                yield Finding(*match.span(), "phone")
    if compiled(_names_phone).search(before):
        for match in compiled(_local_phone).finditer(text, start, end):
            if (
                _FEWEST <= _count(match.group()) <= 15
                and not compiled(_date).match(match.group())
                and not _is_named_other(text, match)
            ):
                yield Finding(*match.span(), "phone")


def _says(words: str, text: str, match: re.Match[str]) -> bool:
    return compiled(words).search(text, max(0, match.start() - NEAR), match.end() + NEAR // 2) is not None


def _is_named_other(text: str, match: re.Match[str]) -> bool:
    return compiled(_names_other).search(text[max(0, match.start() - 24) : match.start()]) is not None


def _count(number: str) -> int:
    return sum(map(str.isdigit, number))


def is_resident_number(number: str) -> bool:
    """Whether 18 signs are a Chinese resident identity number: a region, a day that exists, the check digit."""
    number = re.sub(r"[ -]", "", number).upper()
    try:
        born = date(int(number[6:10]), int(number[10:12]), int(number[12:14]))
    except ValueError:
        return False
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(weight * int(sign) for weight, sign in zip(weights, number[:17], strict=True))
    return born.year >= 1900 and "11" <= number[:2] <= "91" and "10X98765432"[total % 11] == number[17]


def _is_card(number: str, named: bool) -> bool:
    digits = re.sub(r"\D", "", number)
    issuers = (*_issuers, *_issuers_named) if named else _issuers
    return any(
        len(digits) in lengths and compiled(prefix).match(digits) for prefix, lengths in issuers
    ) and _passes_luhn(digits)


def _passes_luhn(digits: str) -> bool:
    doubled = (sum(divmod(2 * int(sign), 10)) for sign in digits[-2::-2])
    return len(set(digits)) > 1 and (sum(doubled) + sum(map(int, digits[-1::-2]))) % 10 == 0


def _is_iban(number: str) -> bool:
    signs = number.replace(" ", "").upper()
    if _iban_length.get(signs[:2]) != len(signs):
        return False
    return int("".join(str(int(sign, 36)) for sign in signs[4:] + signs[:4])) % 97 == 1
