"""How often a conversation asks a model, and with how many tokens: every role counted by the product's own meter.

    python -m benchmarks.model_calls [--kit ../shared/eval]

The conversations of `benchmarks/data/turns` (and of the evaluation kit, where it is given) are replayed turn by turn
through the assistant, with a model that answers as asked and counts. After each turn the work in the background is
done: what was said is read, what has grown long is summed up. Sixty records are remembered before, so that recall has
something to choose from; the assistant recalls where the user asks something in a conversation of substance. Tokens are
estimates of `text.tokens`, without what a provider adds for schemas and tools.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from archivist.app import Archivist, open_app, settings_from
from archivist.llm.base import Answer, Bounds, Failure, ModelFailed, Prompt, Reply, Usage
from archivist.llm.chat import ChatTool, Heard, Past, Spoken
from archivist.llm.scripted import parse
from archivist.session import Session
from archivist.text.length import is_chinese
from archivist.text.tokens import count_tokens
from archivist.upkeep.dispatch import dispatch

DATA = Path(__file__).parent / "data"
REMEMBERED = 30  # of each language
KIT_TURNS = 60  # of each conversation of the kit
ASSISTANT = "assistant"
SUMMARY = {
    "zh": "用户在查导入为什么慢，和助手一起找到了原因并逐步改进，目前结果令人满意，还有一些收尾工作要做。",
    "en": "The user asks why an import is slow; they find the cause, mend it step by step, and some work is left.",
}


@dataclass(frozen=True)
class Talk:
    """One conversation: what the user said and what the assistant answered, turn by turn."""

    language: str
    kind: str
    turns: tuple[tuple[str, str], ...]

    @property
    def recalls(self) -> bool:
        return self.kind not in {"small talk", "one question"}


class Counting:
    """Implements `llm.base.LanguageModel`: a usual answer to every role, and what it would cost."""

    name = "counting:model"

    def ask(self, prompt: Prompt, reply: type[Reply], bounds: Bounds) -> Answer[Reply]:
        said = json.dumps(_ANSWERS[reply.__name__](prompt), ensure_ascii=False)
        usage = Usage(1, count_tokens(prompt.instructions) + count_tokens(prompt.content), count_tokens(said))
        return Answer(parse(said, reply), usage, self.name)

    def rejected(self, why: str) -> ModelFailed:
        return ModelFailed(Failure.REJECTED, why)


def _found(prompt: Prompt) -> object:
    last = [line for line in prompt.content.splitlines() if line.startswith("[user] ")][-1].removeprefix("[user] ")
    return {"found": [{"statement": last, "quote": last, "type": "feedback", "kind": "rule"}]}


_ANSWERS: Mapping[str, Callable[[Prompt], object]] = {
    "Selection": lambda prompt: {"relevant": [1, 2]},
    "Findings": _found,
    "Compacted": lambda prompt: {"summary": SUMMARY["zh" if is_chinese(prompt.content) else "en"]},
}


@dataclass
class Reading:
    """Implements `llm.chat.ChatModel`: reads the assistant's part of a conversation out, and recalls where it may."""

    name: str = Counting.name
    answer: str = ""
    recalls: bool = False

    def turn(
        self,
        instructions: str,
        past: Sequence[Past],
        question: str,
        tools: Sequence[ChatTool],
        bounds: Bounds,
        heard: Callable[[Heard], None],
    ) -> Spoken:
        if self.recalls and question.rstrip().endswith(("?", "？")):
            next(tool for tool in tools if tool.name == "recall").run({"query": question})
        return Spoken(self.answer, Usage(1))


@dataclass
class Counted:
    """What a kind of conversation asked, by role. `most` is the most background calls after one turn."""

    turns: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    most: int = 0


def talks(kit: Path | None) -> Iterator[Talk]:
    """Our own conversations, then those of the kit."""
    for line in (DATA / "turns" / "conversations.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        yield Talk(row["language"], row["kind"], tuple((said, answer) for said, answer in row["turns"]))
    if kit is not None:
        yield from _memorybank(kit / "data" / "memorybank" / "corpus.jsonl")
        yield from _beam(kit / "data" / "beam-100k" / "corpus.jsonl")


def _memorybank(file: Path) -> Iterator[Talk]:
    """The first conversation of each language: companions' small talk, with facts about the person in between."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for language in ("zh", "en"):
        of = [row for row in rows if row["meta"]["lang"] == language]
        said = [row for row in of if row["meta"]["group"] == of[0]["meta"]["group"]][:KIT_TURNS]
        turns = tuple((row["meta"]["user"], row["text"].partition("\nassistant: ")[2]) for row in said)
        yield Talk(language, "MemoryBank", turns)


def _beam(file: Path) -> Iterator[Talk]:
    """The beginning of the first conversation: long requests about one's work."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()[: 4 * KIT_TURNS]]
    said = [(row["meta"]["role"], row["text"].partition(": ")[2]) for row in rows]
    turns = tuple((one, other) for (role, one), (_, other) in pairwise(said) if role == "user" and one and other)
    yield Talk("en", "BEAM", turns[:KIT_TURNS])


def replay(app: Archivist, talk: Talk, reader: Reading, counted: Counted) -> None:
    """One conversation of a user of its own, turn by turn."""
    alice = app.acting_as(f"alice-{talk.language}-{talk.kind.replace(' ', '-')}".lower())
    _remember(alice)
    for said, answer in talk.turns:
        reader.answer, reader.recalls = answer or "OK.", talk.recalls
        before = _calls(app)
        alice.chat.turn("talk", said, lambda heard: None)
        during = _calls(app)
        alice.conversations.extract("talk")
        dispatch(app.resources)
        counted.turns += 1
        counted.calls += _calls(app) - before
        counted.most = max(counted.most, (_calls(app) - during).total())


def _remember(alice: Session) -> None:
    for corpus in ("english20", "chinese30"):
        for line in (DATA / corpus / "corpus.jsonl").read_text("utf-8").splitlines()[:REMEMBERED]:
            alice.memory.remember(json.loads(line)["text"])


def _calls(app: Archivist) -> Counter[str]:
    return Counter({use.role: use.requests for use in app.models.meter(1)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kit", type=Path, help="the evaluation kit, whose conversations are replayed too")
    kit = parser.parse_args().kit
    reader = Reading()
    settings = settings_from({"models": {"default": Counting.name}})
    with open_app(":memory:", settings=settings, make_model=lambda *_: Counting(), make_chat=lambda *_: reader) as app:
        kinds: dict[tuple[str, str], Counted] = {}
        for talk in talks(kit):
            replay(app, talk, reader, kinds.setdefault((talk.kind, talk.language), Counted()))
        _print_calls(kinds)
        _print_tokens(app, sum(counted.turns for counted in kinds.values()))


def _print_calls(kinds: Mapping[tuple[str, str], Counted]) -> None:
    print("Calls a turn, the assistant's own left out; `most` is the most in the background after one turn.\n")
    print("| conversation | turns | selector | extractor | compactor | most |\n|---|--:|--:|--:|--:|--:|")
    for (kind, language), counted in kinds.items():
        shares = " | ".join(
            f"{counted.calls[role] / counted.turns:.2f}" for role in ("selector", "extractor", "compactor")
        )
        print(f"| {kind} ({language}) | {counted.turns} | {shares} | {counted.most} |")


def _print_tokens(app: Archivist, turns: int) -> None:
    print("\n| role | calls | tokens in a call | tokens out a call | tokens a turn |\n|---|--:|--:|--:|--:|")
    for use in sorted(app.models.meter(1), key=lambda use: use.role):
        each = f"{use.input_tokens / use.requests:.0f} | {use.output_tokens / use.requests:.0f}"
        print(f"| {use.role} | {use.requests} | {each} | {(use.input_tokens + use.output_tokens) / turns:.0f} |")


if __name__ == "__main__":
    main()
