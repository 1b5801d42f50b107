"""Text is read in the encodings people use, and nothing is ever stored as rubbish."""

import pytest

from archivist.errors import Invalid
from archivist.text.encodings import decode
from tests.shared import shared

CHINESE = "# 概要\n\n记忆是可维护的用户记录，而不是日志。每天写一点。\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_is_read_without_a_word(encoding: str) -> None:
    assert decode(CHINESE.encode(encoding)) == (CHINESE, "utf-8", ())


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "gb2312", "utf-16", "utf-32"])
def test_other_encodings_are_converted_with_a_notice(encoding: str) -> None:
    decoded = decode(CHINESE.encode(encoding))
    assert decoded.text == CHINESE
    assert "converted" in decoded.notices[0]


@pytest.mark.parametrize(
    "data",
    [
        b"# a\x00b\n",
        CHINESE.encode()[:-12] + b"\xe8",
        CHINESE.encode() * 20 + b"\xff\xfe" + CHINESE.encode(),
        "Über die Größe der Köche und Bäche, déjà vu".encode("latin-1"),
        "記憶是可維護的用戶記錄，而不是日誌。每天寫一點。".encode("big5"),
        "これは日本語の文章です。毎日少しずつ書きます。".encode("shift-jis"),
        b"\x89PNG\r\n\x1a\n\xde\xad\xbe\xef",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
        CHINESE.encode("utf-16") + b"\x00",
        CHINESE.encode("utf-16-le"),
    ],
)
def test_what_is_no_whole_text_is_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        decode(data)


@pytest.mark.parametrize("name", ["utf16le-bom.md", "gb18030.md"])
def test_a_real_page_reads_the_same_in_every_encoding(name: str) -> None:
    folder = shared("eval", "data", "markdown-torture", "variants")
    plain = (folder / "bom-lf.md").read_bytes().decode("utf-8-sig")
    assert decode((folder / name).read_bytes()).text.replace("\r\n", "\n") == plain.replace("\r\n", "\n")


@pytest.mark.parametrize("name", ["truncated-utf8.md", "nul-byte.md"])
def test_a_damaged_page_is_refused(name: str) -> None:
    with pytest.raises(Invalid):
        decode(shared("eval", "data", "markdown-torture", "variants", name).read_bytes())
