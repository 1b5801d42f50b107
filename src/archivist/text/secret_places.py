"""Secrets known by where they stand: after a name, in a header, in a URL, behind an option. And what is none.

A password has no shape of its own; its place tells. The name decides how much the value must look like a secret:
after "password" little is asked, after "key" a lot, because keys are also columns, caches and pianos. What stands
there may still be a placeholder, an identifier, a version or a reference to the environment; `is_placeholder` and
`looks_random` are the judges, and they are why project memory full of hashes and ids passes.

Refuses to guess at ordinary words: "the password policy is strict" and 忘记密码请走工单 hold no secret.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from archivist.text.hints import compiled

type_hint = r"(?:\s?:?\s?(?:&?str|&'static str|[Ss]tring|std::string|const char ?\*)\b)?"
_separator = r"(?:[:?|]{0,3}=[=>]?|!=|->|:|\|\||(?<!\s)>|%3D)"
_quote = r"(?:\\?[\"'`]|&quot;)"
_direct = rf"{_quote}?[\])]{{0,2}}{type_hint}[ \t]{{0,4}}{_separator}[ \t=(]{{0,4}}"
_assigned = rf"(?:{_direct}|{_quote}\s{{1,3}}value\s?=\s?)"
_argument = rf"{_quote}\s{{0,2}}(?P<comma>[,)])\s{{0,2}}(?:or\s|\|\|\s)?\s{{0,2}}(?={_quote})"
_value = (
    r"(?:[bBrRuUf@$]{0,2}(?P<quote>\\?[\"'`]|&quot;)(?P<quoted>(?:(?!(?P=quote))[^\n]){4,400})(?P=quote)"
    r"|(?P<bare>[^\s\"'`<>,;()\[\]{}\\]{4,400})(?P<next>[(\[{]?))"
)


class Place(NamedTuple):
    """Where a secret may stand: `hints` find it, `pattern` reads on from there, `judge` looks at name and value."""

    kind: str
    hints: tuple[str, ...]
    pattern: str
    judge: Callable[[str, str], bool]


# ------------------------------------------------------------------------------------------------- what is no secret

_placeholder = r"""(?xi)
    ^[<\[{(%@_*.-]*$                                  # nothing but marks
    | ^<[^>]*>?$ | ^\[[a-z_ -]+\]$ | ^%\w+%$ | ^@\w+@$ | ^\#\{ | ^\{[\w.:() \[\]-]*\}$ | ^\*+
    | \$\{[\w.:-]*\} | ^\$\{ | ^\$\( | ^\$[a-z_{(]\w*$ | \{\{[^{}]*\}\} | ^\{\{     # filled in later
    | x{4,} | 123456789012 | \*{3,} | \.\.\.|… | \[[a-z_]{4,}\]
    | example | placeholder | change[_-]?me | redacted | dummy | sample | foobar | todo | fixme | masked
    | (?:^|[^a-z])(?:your|my)[_-]?(?:own[_-]?)?(?:api|pass|secret|token|key|access|pw|db|auth|client|account)
    | (?:insert|replace|enter|put|goes|set)[_-].*(?:here|key|token|password) | [a-z_-]here$ | ^not[_-]a[_-]
    | getenv | environ | process\.env | \benv[.\[(] | ^env: | secrets?\. | ^vault: | ^ENC\( | ^AQICAH | ^\{cipher\}
    | ^[a-z][a-z0-9+.-]*://[^@\s]*$ | ^arn:aws
    """
_one_letter = r"([A-Za-z*.])\1{5,}|(\d)\2{15,}"
_ORDINARY_WORDS = (
    "password passwd pass passphrase passcode pwd secret secrets token tokens key keys apikey api_key string text null "
    "none nil true false undefined required optional default user username admin root test testing value hidden "
    "unknown empty missing invalid basic bearer digest oauth oauth2 base64 sha256 sha512 sha1 md5 utf8 utf-8 bcrypt "
    "argon2 hs256 rs256 es256 ed25519 x25519 aes256 rsa2048 rsa4096 int32 int64 uint8 float64 http2 ipv4 ipv6 p256 "
    "varchar varchar2 nvarchar2 passwd1 http https localhost github gitlab google"
)
_ordinary = frozenset(_ORDINARY_WORDS.split())
_hash_name = r"(?i)sha-?\d|md5|checksum|digest|integrity|commit|revision|srcrev"
_plain_hex = r"[0-9a-f]+|[0-9A-F]+"
_uuid = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_identifier = r"[A-Za-z_$][A-Za-z_$]*(?:[.:/-]{1,2}[A-Za-z_$][A-Za-z_$0-9]{0,40}){0,9}[;,.]?"
_version_like = r"v?\d+(?:\.\d+)+\S{0,40}|[\d.:/-]+|\d{4}-\d\d-\d\dT\S*|0x[0-9a-fA-F]+"
_pieces = r"[A-Za-z0-9]+"


def is_placeholder(value: str) -> bool:
    """Whether the value stands for one to be filled in later, or is a published example."""
    return (
        bool(compiled(_placeholder).search(value) or compiled(_one_letter).search(value)) or value.lower() in _ordinary
    )


def looks_random(value: str, at_least: int = 10) -> bool:
    """Whether nobody would call something so: mixed, varied, and no identifier, version, path or date."""
    if len(value) < at_least or is_placeholder(value) or compiled(_version_like).fullmatch(value) or " " in value:
        return False
    pieces = compiled(_pieces).findall(value)
    if not any(_is_mixed(piece) for piece in pieces) and not _is_mixed_over_marks(value):
        return False
    return len(set(value)) >= min(8, 5 + len(value) // 8)


def _is_mixed(piece: str) -> bool:
    """A run that is no word with a number behind it: letters and digits change places, or the case keeps jumping."""
    if len(piece) < 8:
        return False
    turns = sum(_class_of(one) != _class_of(other) for one, other in pairwise(piece))
    if any(sign.isdigit() for sign in piece):
        return turns >= (2 if len(piece) >= 10 else 3) and not piece.isdigit()
    return len(piece) >= 16 and turns >= len(piece) // 3


def _is_mixed_over_marks(value: str) -> bool:
    """The same for values such as 32 letters cut by - _ + / = into short runs."""
    letters = "".join(compiled(_pieces).findall(value))
    return (
        len(letters) >= 16
        and sum(sign.isdigit() for sign in letters) >= 3
        and any(sign.isupper() for sign in letters)
        and any(sign.islower() for sign in letters)
        and not any(
            piece.isalpha() and len(piece) > 5 and piece in (piece.lower(), piece.upper(), piece.title())
            for piece in compiled(_pieces).findall(value)
        )
    )


def _class_of(sign: str) -> int:
    return 0 if sign.isdigit() else 1 if sign.islower() else 2


def looks_like_password(value: str) -> bool:
    """Whether the value could be a password: six signs, two sorts of them, and no placeholder, path or identifier."""
    if len(value) < 6 or is_placeholder(value) or " " in value.strip() or compiled(_identifier).fullmatch(value):
        return False
    if value.isdigit():
        return True
    if compiled(_version_like).fullmatch(value) or value.startswith(("/", "./", "../", "--", "#{")):
        return False
    digits = any(sign.isdigit() for sign in value)
    letters = any(sign.isalpha() for sign in value)
    marks = len({sign for sign in value if not sign.isalnum() and sign not in "._-/:"})
    return value.isascii() and ((digits and letters) or (letters and marks > 0) or (digits and marks > 0))


def has_many_marks(value: str) -> bool:
    """Whether the value mixes letters with marks as only a generated password does."""
    return looks_like_password(value) and sum(sign in "!#$%^&*~?@" for sign in value) >= 3


# ------------------------------------------------------------------------------------------------------------ judges

_password_end = r"(?i)pass(?:wor[dt]|wd|phrase|code)?s?$|(?:p|ps)wd?$|pword$|密码|口令|暗号|密碼"
_no_secret_end = (
    r"(?ix)(?:^|[_.\- a-z])(?:id|ids|name|names|url|uri|endpoint|path|file|filename|dir|type|types|size|length|len|"
    r"count|limit|budget|version|ver|expir\w*|ttl|header|selector|format|prefix|suffix"
    r"|arn|alias|hash|algorithm|algo|map|ref|policy|"
    r"field|label|hint|regex|pattern|rules?|strength|manager|page|attempts?|min|max|input|placeholder|title|desc|"
    r"description|text|message|error|status|store|class|owner|ring|code|usage|used|window|per|rate|cost|price|index|"
    r"binding|frame|board|word_?list|stroke|press(?:ed)?|event|generator|provider|service|issuer|audience|scope|source"
    r"|seconds|minutes|hours|days|ms)s?$"
)
_no_secret_start = (
    r"(?ix)(?:public|pub|csrf|xsrf|next|page|continuation|cursor|primary|foreign"
    r"|unique|start|end|first|last|split|region|range|record|entry|column|field"
    r"|lookup|search|composite|surrogate|join|parent|child|root|node|leaf"
    r"|cache|sort|partition|shard|dedup\w*|"
    r"idempoten\w*|hot|short|row|group|object|s3|map|dict|json|i18n|translation|routing"
    r"|message|event|sync|site|publishable)"
    r"[_.\- ]?(?:api[_-]?)?(?:key|token|auth|secret)|authenticity|monkey|turkey|donkey|author|keyword|keyboard|tokeniz"
    r"|credit|accredit|incredib|secretar|^_authtoken"  # the last is a line of .npmrc, which has a place of its own
)
_strong_name = (
    r"(?ix)token|secret|credential|passphrase|密钥|秘钥|私钥|令牌|凭证|凭据|金鑰|"
    r"(?:api|access|auth|private|encrypt\w*|signing|master|account|client|service|app"
    r"|license|admin|session|shared|cloud|"
    r"iam|storage|deploy|consumer|subscription|snyk|heroku|sonar|\w{3,})[_.\- ]?"
    r"(?:api|access|auth|secret)?[_.\- ]?key(?![a-z])"
)


def holds_password(name: str, value: str) -> bool:
    """A value after a name such as `db_password` or 密码."""
    if compiled(_no_secret_end).search(name) and not compiled(_password_end).search(name):
        return False
    return looks_like_password(value)


def holds_key(name: str, value: str) -> bool:
    """A value after a name such as `api_key`, `token`, `client_secret` or 密钥."""
    if (
        compiled(_no_secret_end).search(name)
        or compiled(_no_secret_start).search(name)
        or compiled(_hash_name).search(name)
    ):
        return False
    if compiled(_strong_name).search(name):
        return looks_random(value) or compiled(_uuid).fullmatch(value) is not None or has_many_marks(value)
    if compiled(_uuid).fullmatch(value) or compiled(_plain_hex).fullmatch(value):
        return False
    return looks_random(value, at_least=20) and max(map(len, compiled(_pieces).findall(value))) >= 16


def holds_login(name: str, value: str) -> bool:
    """The password part of `user:password` in a URL or behind `curl -u`."""
    return len(set(value)) >= 3 and not is_placeholder(value) and not value.startswith(("$", "{", "<", "%s", "%("))


def holds_header(name: str, value: str) -> bool:
    """A value in an Authorization, Cookie or token header."""
    return looks_random(value, at_least=8) or (
        not is_placeholder(value) and compiled(_uuid).fullmatch(value) is not None
    )


def holds_prose_password(name: str, value: str) -> bool:
    """A value after "the password is": prose, so two sorts of sign are too little."""
    sorts = sum(any(test(sign) for sign in value) for test in (str.isdigit, str.isupper, str.islower))
    marks = any(sign in "!@#$%^&*+~?" for sign in value)
    return looks_like_password(value) and (sorts + marks >= 3 or (value.isdigit() and len(value) <= 12))


# ------------------------------------------------------------------------------------------------------------ places

_password_name = (
    r"(?:pass(?:wor[dt]|wd|phrase|code)?|[Pp]ass(?:wor[dt]|wd|phrase|code)?|PASS(?:WOR[DT]|WD|PHRASE|CODE)?)"
)
_tail = r"[\w.-]{0,40}?"

PLACES: tuple[Place, ...] = (
    Place(
        "url_password",
        ("://",),
        r"://[^\s/?#@:\"'<>\\]{0,200}:(?P<bare>[^\s/@\"'<>\\]{1,200})@(?=[\w.\[$-])",
        holds_login,
    ),
    Place(
        "login",
        (" -u", "--user"),
        r"(?:\s-u|--user)[ =]{0,2}[\"']?[^\s:\"'$]{0,80}:[\"']?(?P<bare>[^\s\"'/][^\s\"']{2,120})",
        lambda name, value: holds_login(name, value) and not value[:4].isdigit(),
    ),
    Place(
        "authorization",
        ("authorization", "api-token", "api-key", "apikey", "x-token", "token:", "auth-token", "art-api"),
        r"(?i:(?:authorization|[\w-]{0,12}api-?(?:token|key)|x-token|token|auth-token|art-api)[\"'\]]{0,2}\s{0,3}"
        r"[:=]\s{0,3}\\?[\"'/]?"
        r"(?:(?:basic|bearer|token|digest|ntlm|negotiate|apikey|oauth|key|bot|api-token)\s{1,3})?)(?P<bare>"
        r"[^\s\"'<>,;\\]{8,4000})",
        holds_header,
    ),
    Place("authorization", ("bearer ",), r"(?i:bearer)\s{1,3}(?P<bare>[A-Za-z0-9_.~+/=-]{16,4000})", holds_header),
    Place(
        "cookie",
        ("cookie:", 'cookie":', "cookie':"),
        r"(?i:cookie)[\"']?\s{0,2}:\s{0,2}[\"']?(?:[\w.-]{1,60}=[^\s;\"']{0,400};\s?){0,12}?[\w.-]{1,60}=(?P<bare>"
        r"[^\s;\"']{10,4000})",
        holds_header,
    ),
    Place(
        "npm_token",
        ("//",),
        r"//[\w.-]+(?::\d+)?(?:/[\w./-]*)?/:_(?:authToken|auth|password)=(?P<bare>[^\s\"'$]{8,200})",
        lambda _, value: not value.startswith("${"),
    ),
    Place("login", ("contribsys__com",), rf"(?i:CONTRIBSYS__COM){_assigned}{_value}", lambda _, value: ":" in value),
    Place(
        "password",
        ("pass", "pwd", "psw"),
        rf"(?:{_password_name}|[Pp]s?wd|PS?WD|[Pp]sw|PSW)(?![a-z]){_tail}(?:{_assigned}|{_argument}){_value}",
        holds_password,
    ),
    Place("password", ("pw",), rf"(?<![^\s\"'_.,;(/:-])(?:pw|PW|Pw){_assigned}{_value}", holds_password),
    Place(
        "password",
        ("--pass", "-pass", "_pass"),
        rf"[-_]{{1,2}}(?i:pass(?:word|wd|phrase)?)\s{{1,3}}{_value}",
        holds_password,
    ),
    Place(
        "password",
        ("password", "passphrase", "passcode"),
        rf"(?i:pass(?:word|phrase|code))(?:\s[a-z]{{2,12}}){{0,4}}?\s(?:is|was|to|as|=)\s{{1,2}}{_value}",
        holds_prose_password,
    ),
    Place(
        "password",
        ("密码", "口令", "暗号", "密碼"),
        rf"(?:密码|口令|暗号|密碼)[^\s:=。;,!?\w]{{0,6}}?\s?(?:改成了?|改为了?|设为|设置为|换成了?|就?是|为|{_assigned}|[\s(]){{1,3}}\s?{_value}",
        holds_password,
    ),
    Place(
        "secret",
        ("密钥", "秘钥", "私钥", "令牌", "凭证", "凭据", "金鑰"),
        rf"(?:密钥|秘钥|私钥|令牌|凭证|凭据|金鑰)[^\s:=。;,!?\w]{{0,6}}?\s?(?:改成了?|改为了?|设为|设置为|换成了?|就?是|为"
        rf"|{_assigned}|[\s(]){{1,3}}\s?{_value}",
        holds_key,
    ),
    Place(
        "secret",
        ("secret", "cred"),
        rf"(?i:secret|cred(?:ential)?s?){_tail}(?:{_assigned}|{_argument}){_value}",
        holds_key,
    ),
    Place("token", ("token",), rf"(?i:tokens?){_tail}(?:{_assigned}|{_argument}){_value}", holds_key),
    Place("key", ("key",), rf"(?i:keys?){_tail}(?:{_assigned}|{_argument}){_value}", holds_key),
    Place(
        "secret",
        ("auth", "_pw", "api", "login"),
        rf"(?i:auth|_pw|api|login)\w{{0,20}}?(?:{_assigned}|{_argument}){_value}",
        holds_key,
    ),
    Place(
        "secret", ("token", "secret", "key"), rf"(?<=-)(?i:token|secret|key)[\w-]{{0,20}}\s{{1,3}}{_value}", holds_key
    ),
    Place("token", ("token", "secret"), r"(?i:token|secret)\s{1,3}(?P<bare>[A-Za-z0-9_+/=-]{32,400})", holds_key),
    Place("password", ("sshpass",), rf"sshpass\s-p\s?{_value}", holds_password),
    Place(
        "password",
        ("convertto-securestring",),
        rf"(?i:ConvertTo-SecureString)(?:\s-\w+){{0,4}}\s{{1,3}}{_value}",
        holds_password,
    ),
    Place("password", ("curlopt_",), rf"CURLOPT_\w*(?:PASSW|USERPWD|BEARER)\w*,\s?{_value}", holds_login),
    Place(
        "key",
        ("key",),
        r"(?i:key)\w{0,20}(?:\[\w*\])?\s{0,3}=?\s{0,3}(?P<bare>[{\[(]\s?(?:(?:0[xX][0-9a-fA-F]{1,2}"
        r"|\d{1,3}),\s{0,2}){12})",
        lambda *_: True,
    ),
    Place("token", ("token",), rf"(?i:token)\s(?:is|was|to|=)\s{{1,2}}{_value}", holds_key),
)
