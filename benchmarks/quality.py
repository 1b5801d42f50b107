"""How well each engine finds what answers a question: every engine on the same rows, in the same run."""

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks import plots
from benchmarks.datasets import OWN, Dataset, find, load
from benchmarks.metrics import READ, Scores, mean, score, times
from benchmarks.peers.environments import Unavailable, chosen
from benchmarks.peers.process import PeerProcess
from benchmarks.results import FOLDER, circumstances, figure, save, table

PEERS = ("archivist", "archivist_index", "fts5")
COLUMNS = ("R@1", "R@5", "R@10", "MRR", "nDCG", "p50 ms", "p95 ms", "CPU p50", "MB")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, action="append", help="a set, or a folder of sets; may be repeated")
    parser.add_argument("--sets", default="", help="names of sets, separated by commas; all when left out")
    parser.add_argument("--peers", default=",".join(PEERS), help="adapters to ask, separated by commas, or all")
    parser.add_argument("--timeout", type=float, default=600, help="seconds one request to a peer may take")
    parser.add_argument("--name", default="quality", help="of the files of results")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder of results")


def run(given: argparse.Namespace) -> None:
    """Ask every engine about every set; print, save and plot."""
    sets = [load(folder) for folder in find(given.data or [OWN], [name for name in given.sets.split(",") if name])]
    results: dict[str, dict[str, Any]] = {}
    kept = {"circumstances": circumstances(), "sets": results}
    for dataset in sets:
        results[dataset.name] = {"rows": len(dataset.rows), "queries": len(dataset.queries), "peers": {}}
        for peer in chosen(given.peers):
            print(f"{dataset.name}: {peer} …", file=sys.stderr, flush=True)
            results[dataset.name]["peers"][peer] = measured(peer, dataset, given.timeout)
        print(f"\n{dataset.name}: {len(dataset.rows):,} rows, {len(dataset.queries):,} questions\n")
        print(printed(results[dataset.name]["peers"]), flush=True)
        save(given.out, given.name, kept, plots.quality(results))
    if len(results) > 1:
        print(f"\nR@5 / R@10 of every set\n\n{summary(results)}")
    print(f"\n{given.out / given.name}.json and .svg")


def measured(peer: str, dataset: Dataset, timeout_s: float = 600) -> dict[str, Any]:
    """What one engine reaches on a set, or under `failed` why it could not be measured."""
    try:
        with PeerProcess(peer, timeout_s) as asked:
            added = asked.add(dataset.rows)
            k = READ + max((len(query.excluded) for query in dataset.queries), default=0)
            answers = asked.search([(query.text, query.scope) for query in dataset.queries], k)
            about = asked.about()
    except Unavailable as why:
        return {"failed": str(why)}
    scores = scored(dataset, answers["found"])
    return {
        **asdict(mean(scores)),
        "categories": _by_category(dataset, scores),
        "unanswered": sum(not found for found in answers["found"]),
        **times(answers),
        "add_cpu_s": added["cpu_s"],
        **about,
    }


def scored(dataset: Dataset, found: Sequence[Sequence[str]]) -> list[Scores]:
    """The scores of each question, in order."""
    return [
        score([id for id in ids if id not in query.excluded], query.relevant)
        for query, ids in zip(dataset.queries, found, strict=True)
    ]


def printed(peers: dict[str, dict[str, Any]]) -> str:
    """The table of one set, best R@5 first, and a line for each engine that could not be asked."""
    able = sorted((row["r5"], name) for name, row in peers.items() if "failed" not in row)
    rows = []
    for _, name in reversed(able):
        row = peers[name]
        shares = [f"{row[key]:.3f}" for key in ("r1", "r5", "r10", "mrr", "ndcg")]
        rows.append(
            [name, *shares, *[figure(row[f"{key}_ms"]) for key in ("p50", "p95", "cpu_p50")], f"{row['peak_mb']:.0f}"]
        )
    failures = [f"{name} was not measured: {row['failed']}" for name, row in peers.items() if "failed" in row]
    return "\n".join([table(["engine", *COLUMNS], rows), *failures])


def summary(results: Mapping[str, Mapping[str, Any]]) -> str:
    """One table of all sets, the engine of the best mean R@5 first; a dash where it could not be asked."""
    sets = [one["peers"] for one in results.values()]
    peers = sorted(sets[0], key=lambda peer: -fmean(one[peer].get("r5", 0.0) for one in sets))

    def cell(row: Mapping[str, Any]) -> str:
        return "–" if "failed" in row else f"{row['r5']:.3f} / {row['r10']:.3f}"

    return table(["engine", *results], [[peer, *(cell(one[peer]) for one in sets)] for peer in peers])


def _by_category(dataset: Dataset, scores: Sequence[Scores]) -> dict[str, dict[str, float]]:
    parts: dict[str, list[Scores]] = defaultdict(list)
    for query, one in zip(dataset.queries, scores, strict=True):
        parts[query.category].append(one)
    return {name: {"queries": len(some), **asdict(mean(some))} for name, some in sorted(parts.items())}
