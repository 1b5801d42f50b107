"""How fast documents come in and are found, and how often the exact section, beside FTS5 as it comes and ripgrep.

    export PYTHONPATH=src
    python benchmarks/knowledge_speed.py                              # import, known items, 5,000 and 50,000 sections
    python benchmarks/knowledge_speed.py --sections 5000 50000 500000

The trees are the raw TiDB (Chinese) and FastAPI (English) documentation of the evaluation material, found through
ARCHIVIST_SHARED. Times of an import are those of one processor core; those of a search are what a person waits.
"""

import argparse
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import apsw

from archivist.app import Session, open_app
from archivist.records.document import ParsedDocument, Section
from archivist.records.scope import user
from archivist.stores.knowledge_port import NewDocument, NewVersion

SHARED = Path(os.environ.get("ARCHIVIST_SHARED", Path(__file__).parents[2] / "shared"))
TREES = {"zh": SHARED / "eval/data/tidb-docs-zh/raw", "en": SHARED / "eval/data/fastapi-docs/raw/en"}
PER_DOCUMENT = 50
QUESTIONS = 200
CODE = re.compile(r"```.*?```", re.DOTALL)
MARKS = re.compile(r"[`*_>#\[\]()|{}/\\<]")


class Item(NamedTuple):
    """A question that one section answers."""

    question: str
    document: str
    anchor: str


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sections", type=int, nargs="*", default=[5_000, 50_000])
    options.add_argument("--import-only", metavar="TREE", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.import_only:
        print(json.dumps(import_tree(Path(given.import_only))))
        return
    for language, tree in TREES.items():
        report = in_a_process_of_its_own(tree)
        print(f"import {language}: {report}")
    sections = known_items()
    for size in given.sections:
        search_among(size, sections)


def in_a_process_of_its_own(tree: Path) -> str:
    """One import, with its own peak of memory."""
    command = [sys.executable, __file__, "--import-only", str(tree)]
    figures = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    return ", ".join(f"{name} {value}" for name, value in figures.items())


def import_tree(tree: Path) -> dict[str, float | int]:
    """Import and publish a tree: megabytes, seconds of processor, peak memory."""
    with tempfile.TemporaryDirectory() as home, open_app(home) as app:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        started, clock = time.process_time(), time.perf_counter()
        report = app.acting_as("bench").knowledge.add(tree, mask=True, publish=True)
        spent, waited = time.process_time() - started, time.perf_counter() - clock
        documents = [item.document for item in report.items if item.document and item.document.ready]
        size = sum(one.ready.size for one in documents if one.ready) / 1e6
        return {
            "documents": len(documents),
            "sections": sum(one.ready.sections for one in documents if one.ready),
            "MB": round(size, 2),
            "cpu_s": round(spent, 2),
            "wall_s": round(waited, 2),
            "MB_per_cpu_s": round(size / spent, 2),
            "database_MB": round(app.store.path.stat().st_size / 1e6, 1),
            "peak_MB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
            "peak_above_start_MB": round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024),
        }


def known_items() -> list[tuple[str, str]]:
    """Ask for sections of the real trees, print how often the exact one is among the first five; gives the texts."""
    pool: list[tuple[str, str]] = []
    with tempfile.TemporaryDirectory() as home, open_app(home) as app:
        session = app.acting_as("bench")
        for language, tree in TREES.items():
            report = session.knowledge.add(tree, mask=True, publish=True)
            names = [item.name for item in report.items if item.document]
            texts = [(name, one, text) for name in names for one, text in sections_of(session, name)]
            pool += [(one.title, text) for _, one, text in texts]
            found = list(items(language, texts))
            ranks = [rank_of(session, item) for item in found]
            top = {k: sum(rank < k for rank in ranks) / len(ranks) for k in (1, 5, 10)}
            print(
                f"known items {language}: {len(found)} questions, "
                + ", ".join(f"R@{k} {v:.3f}" for k, v in top.items())
            )
            with tempfile.TemporaryDirectory() as other:
                plain = PlainFts(Path(other) / "plain.db", [(one.title, text) for _, one, text in texts])
                keys = {(name, one.anchor): number for number, (name, one, _) in enumerate(texts)}
                held = [keys[item.document, item.anchor] in plain.search(item.question)[:5] for item in found]
                print(f"  bare FTS5: R@5 {sum(held) / len(held):.3f}")
    return pool


def sections_of(session: Session, name: str) -> Iterator[tuple[Section, str]]:
    """The sections of a document with their texts."""
    parsed = session.knowledge.export(name).parsed
    yield from ((one, parsed.text_of(one)) for one in parsed.sections)


def items(language: str, texts: Sequence[tuple[str, Section, str]]) -> Iterator[Item]:
    """Questions made from a heading and a cut of its body, as a person half remembers a page.

    A heading is cut between words only; what two sections answer word for word is no question after one of them.
    """
    chance = random.Random(5)
    shuffled = list(texts)
    chance.shuffle(shuffled)
    made = 0
    for name, section, text in shuffled:
        body = MARKS.sub(" ", CODE.sub(" ", text.partition("\n")[2]))
        if len(section.path) < 2 or len(body) < 150 or len(section.title) < 4 or made == QUESTIONS:
            continue
        if language == "en":
            question = _english(section.title, body, chance)
        else:
            heading, cut = _chinese(section.title, body, chance)
            twins = sum(cut in text and heading in one.title for _, one, text in texts) > 1
            question = "" if twins or not cut else f"{cut}，{heading}怎么办"
        if question:
            made += 1
            yield Item(question, name, section.anchor)


def _english(title: str, body: str, chance: random.Random) -> str:
    words = re.findall(r"[A-Za-z][A-Za-z'-]{3,}", body)[:25]
    heading = re.findall(r"[A-Za-z]{3,}", title)
    if len(words) < 12 or not heading:
        return ""
    return f"How {' '.join([*chance.sample(heading, min(3, len(heading))), *chance.sample(words, 4)])}?"


def _chinese(title: str, body: str, chance: random.Random) -> tuple[str, str]:
    """The beginning of the heading, at least ten characters where it has them, and five to nine of the body."""
    runs = re.findall(r"[\u4e00-\u9fff]{6,}", body)
    if len(runs) < 2:
        return "", ""
    run = chance.choice(runs[:5])
    start = chance.randrange(0, max(1, len(run) - 6))
    heading = ""
    for piece in re.findall(r"[\w.-]*[A-Za-z0-9_][\w.-]*|.", " ".join(title.split()), re.ASCII):
        if len(heading) >= 10:
            break
        heading += piece
    return heading, run[start : start + chance.randint(5, 9)]


def rank_of(session: Session, item: Item) -> int:
    """At which place the exact section stands, 99 where it is not among ten."""
    hits = session.knowledge.search(item.question, 10).hits
    keys = [(hit.document.name, hit.section.anchor) for hit in hits]
    return keys.index((item.document, item.anchor)) if (item.document, item.anchor) in keys else 99


def search_among(size: int, pool: Sequence[tuple[str, str]]) -> None:
    """Search among `size` sections made of the sentences of the real ones, beside bare FTS5 and ripgrep."""
    chance = random.Random(size)
    sentences = [piece for _, text in pool for piece in re.split(r"(?<=[。.])\s*|\n\n", text) if 20 < len(piece) < 300]
    titles = [title for title, _ in pool if title]
    made = [(f"{chance.choice(titles)} {number}", "\n".join(chance.sample(sentences, 3))) for number in range(size)]
    asked = [f"{title} {body[:24]}" for title, body in chance.sample(made, 60)]
    with tempfile.TemporaryDirectory() as folder, open_app(Path(folder) / "home") as app:
        session = app.acting_as("bench")
        started = time.perf_counter()
        for number in range(0, size, PER_DOCUMENT):
            _keep(session, number, made[number : number + PER_DOCUMENT])
        built = time.perf_counter() - started
        ours = timed(lambda query: session.knowledge.search(query, 8).hits, asked)
        first = session.knowledge.documents()[:3]
        session.tasks.mount("t", *(one.id for one in first))
        within = app.acting_as("bench", task="t")
        narrowed = timed(lambda query: within.knowledge.search(query, 8).hits, asked)
        plain = PlainFts(Path(folder) / "plain.db", made)
        bare = timed(plain.search, asked)
        print(
            f"{size} sections (kept and indexed in {built:.0f} s): search {ours}, in a task with 3 documents {narrowed}"
        )
        print(f"  bare FTS5 {bare}; ripgrep {_ripgrep(Path(folder), made, asked)}")


def _keep(session: Session, number: int, sections: Sequence[tuple[str, str]]) -> None:
    """One published document, made without a file."""
    pieces, parts, start, line = [], list[Section](), 0, 1
    for place, (title, body) in enumerate(sections):
        piece = f"## {title}\n\n{body}\n\n"
        lines = piece.count("\n")
        parts.append(Section(f"s{place}", 2, title, (title,), line, line + lines - 1, start, start + len(piece), 80))
        pieces.append(piece)
        start, line = start + len(piece), line + lines
    parsed = ParsedDocument(f"Document {number}", {}, "".join(pieces), tuple(parts), "utf-8", ())
    now = session.resources.clock()
    with session.resources.store.transaction() as tx:
        document = tx.documents.insert(NewDocument(f"bench{number}", user("bench"), f"bench/{number}.md", now))
        document = tx.documents.add_version(document, NewVersion(parsed, (), "00" * 32, start, now, "user:bench"))
        tx.documents.publish(document, now, "user:bench")


class PlainFts:
    """FTS5 as it comes, with the words of a question joined by OR."""

    def __init__(self, path: Path, sections: Sequence[tuple[str, str]]) -> None:
        self._connection = apsw.Connection(str(path))
        self._connection.execute("CREATE VIRTUAL TABLE section USING fts5 (title, body)")
        with self._connection:
            self._connection.executemany("INSERT INTO section VALUES (?, ?)", sections)

    def search(self, query: str) -> list[int]:
        """Numbers of the best eight, counted from 0."""
        match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        rows = self._connection.execute(
            "SELECT rowid - 1 FROM section WHERE section MATCH ? ORDER BY rank LIMIT 8", (match,)
        )
        return [row[0] for row in rows]


def timed(search: Callable[[str], object], queries: Sequence[str]) -> str:
    """Median and 95th percentile, after one round to warm up."""
    for query in queries[:5]:
        search(query)
    took = []
    for query in queries:
        started = time.perf_counter()
        search(query)
        took.append((time.perf_counter() - started) * 1_000)
    return f"p50 {statistics.median(took):.1f} ms, p95 {statistics.quantiles(took, n=20)[-1]:.1f} ms"


def _ripgrep(folder: Path, sections: Sequence[tuple[str, str]], queries: Sequence[str]) -> str:
    if shutil.which("rg") is None:
        return "not installed"
    files = folder / "files"
    files.mkdir()
    for number in range(0, len(sections), PER_DOCUMENT):
        text = "".join(f"## {title}\n\n{body}\n\n" for title, body in sections[number : number + PER_DOCUMENT])
        (files / f"{number}.md").write_text(text, "utf-8")

    def search(query: str) -> None:
        subprocess.run(["rg", "-l", "-F", "--", query[-24:], str(files)], capture_output=True, check=False)

    return timed(search, queries[:20])


if __name__ == "__main__":
    main()
