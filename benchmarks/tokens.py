"""How far the token estimate is from real tokenizers, and how fast it is: `python benchmarks/tokens.py FOLDER...`.

Takes Markdown, text, Python and JSONL files, paragraph by paragraph, and needs the extra `tokens`. Per tokenizer and
kind of text: the estimate's sum over the true sum, the mean error of a paragraph, and the error of the worst in 20
among paragraphs of at least 30 tokens.
"""

import json
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from archivist.text.tokens import count_tokens, load_counter

PARAGRAPHS = 1500  # of each kind, drawn with a fixed seed
TOKENIZERS = ("o200k_base", "qwen3", "cl100k_base")


def paragraphs(folder: Path) -> Iterator[tuple[str, str]]:
    """Each paragraph with its kind: `code`, `Chinese` or `English`."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".md", ".txt", ".py", ".jsonl"):
            text = path.read_text("utf-8", errors="ignore")
            whole = (
                [str(json.loads(line).get("text") or "") for line in text.splitlines()]
                if path.suffix == ".jsonl"
                else [text]
            )
            for paragraph in (part for passage in whole for part in re.split(r"\n\s*\n", passage) if len(part) >= 20):
                chinese = len(re.findall(r"[\u4e00-\u9fff]", paragraph)) > len(paragraph) / 5
                yield ("code" if path.suffix == ".py" else "Chinese" if chinese else "English"), paragraph


def report(kind: str, texts: list[str]) -> None:
    estimates = [count_tokens(text) for text in texts]
    for tokenizer in TOKENIZERS:
        counts = list(map(load_counter(tokenizer), texts))
        errors = sorted(abs(e / c - 1) for e, c in zip(estimates, counts, strict=True) if c >= 30)
        low = min(e / c for e, c in zip(estimates, counts, strict=True) if c >= 30)
        mean, worst = sum(errors) / len(errors), errors[int(0.95 * len(errors))]
        total = sum(estimates) / sum(counts)
        print(f"{kind:8} {tokenizer:12} sum {total:.3f}  mean error {mean:.3f}  p95 {worst:.2f}  lowest {low:.2f}")
    joined = "\n".join(texts)
    started = time.process_time()
    count_tokens(joined)
    print(f"{kind:8} {len(joined.encode()) / (time.process_time() - started) / 1e6:.1f} MB/s, {len(texts)} paragraphs")


if __name__ == "__main__":
    kinds: dict[str, list[str]] = defaultdict(list)
    for argument in sys.argv[1:]:
        for kind, paragraph in paragraphs(Path(argument)):
            kinds[kind].append(paragraph)
    for kind, texts in kinds.items():
        random.Random(7).shuffle(texts)
        report(kind, texts[:PARAGRAPHS])
