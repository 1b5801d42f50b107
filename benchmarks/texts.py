"""Rows and questions to measure speed and cost with: made up, or out of a file, and the same for the same seed."""

import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.peers.contract import Row

MAX_CHARACTERS = 400

_ENGLISH = (
    "deploy report budget meeting launcher retry cache customer contract server invoice garden piano travel recipe"
)
_CHINESE = "部署报告预算会议缓存客户合同服务器发票旅行数据口径指标退款流程设备接口规范测试上线"


def synthetic(seed: int) -> Iterator[str]:
    """Statements of about 200 bytes, seven in ten English, with words as unevenly common as in real text."""
    draw = random.Random(seed)
    roots = _ENGLISH.split()
    words = [f"{roots[n % len(roots)]}{n // len(roots) or ''}" for n in range(20_000)]
    while True:
        if draw.random() < 0.7:
            yield " ".join(words[int(len(words) ** draw.random()) - 1] for _ in range(draw.randint(15, 40)))
        else:
            yield "".join(draw.choices(_CHINESE, k=draw.randint(20, 60))) + f"，编号 {draw.randint(1, 9_999)}。"


def from_file(file: Path, seed: int) -> Iterator[str]:
    """The texts of a JSON-lines file in a random order, joined in twos where the file is used up."""
    texts = [json.loads(line)["text"][:MAX_CHARACTERS] for line in file.read_text("utf-8").splitlines() if line.strip()]
    draw = random.Random(seed)
    draw.shuffle(texts)
    yield from texts
    while True:
        yield " ".join(draw.sample(texts, 2))[:MAX_CHARACTERS]


def rows(texts: Iterator[str], count: int, scopes: Sequence[str], first: int = 0) -> list[Row]:
    """The next `count` texts as rows numbered from `first`, dealt out to the scopes in turn."""
    return [
        Row(id=f"r{number}", text=text, scope=scopes[number % len(scopes)], meta={})
        for number, text in enumerate(islice(texts, count), first)
    ]


def questions(texts: Sequence[str], count: int, seed: int) -> list[str]:
    """Questions made of a few words of some text, as a person half remembers it."""
    draw = random.Random(seed)
    asked = []
    for text in draw.choices(texts, k=count):
        words = text.split()
        if text.isascii():
            asked.append("what did we say about " + " ".join(draw.sample(words, min(5, len(words)))))
        else:
            at = draw.randrange(max(1, len(text) - 8))
            asked.append(text[at : at + 8] + " 是什么？")
    return asked
