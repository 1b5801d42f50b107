"""The assistant: one turn of a conversation with memory and knowledge at hand, everything it saw kept for `why`.

What the user says and what the tools answer are kept as the conversation they are, so that a proposal can quote them
and background reading can learn from them; what memory itself put there is marked as such and is never learned again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import Any, Final, Protocol

from archivist.errors import ArchivistError, Invalid, MemoryOff
from archivist.llm.base import Bounds
from archivist.llm.chat import ChatTool, Heard, Past
from archivist.records.context import BuiltContext
from archivist.records.conversation import MessageOrigin, Speaker
from archivist.records.principal import Principal
from archivist.records.proposal import Proposal
from archivist.roles.prompts import language_of, template
from archivist.services.agents import AgentMemoryService
from archivist.services.context import ContextService
from archivist.services.conversations import ConversationService
from archivist.services.knowledge import KnowledgeService
from archivist.services.memory import MemoryService
from archivist.services.proposals import ProposalService
from archivist.services.resources import Resources
from archivist.services.tasks import TaskService
from archivist.text.tokens import count_tokens

AGENT: Final = "assistant"
BOUNDS: Final = Bounds(timeout_s=120.0, max_output_tokens=2_000)
HOW: Final = "in config.yaml: models: {roles: {assistant: 'openai:gpt-5-mini'}}; the key stands in the environment"
MOST_CHARACTERS: Final = 6_000
"""Of one tool's answer."""


class AtHand(Protocol):
    """The services of whoever talks."""

    @property
    def memory(self) -> MemoryService: ...
    @property
    def proposals(self) -> ProposalService: ...
    @property
    def conversations(self) -> ConversationService: ...
    @property
    def knowledge(self) -> KnowledgeService: ...
    @property
    def context(self) -> ContextService: ...
    @property
    def tasks(self) -> TaskService: ...
    @property
    def agents(self) -> AgentMemoryService: ...


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """What came of one turn. `run` names the context that was built, for `why`; `proposals` wait for the user.

    Where memory is off nothing was built, and `run` is "".
    """

    reply: str
    run: str
    proposals: tuple[Proposal, ...]


class ChatService:
    """The assistant of one person."""

    def __init__(self, resources: Resources, principal: Principal, at_hand: AtHand) -> None:
        self._resources = resources
        self._principal = principal
        self._at_hand = at_hand

    @property
    def is_offered(self) -> bool:
        """Whether a model is configured for the assistant."""
        return bool(self._resources.settings().models.of("assistant").model)

    def turn(self, conversation: str, text: str, heard: Callable[[Heard], None]) -> ChatTurn:
        """Answer what the user says, in a conversation that comes into being with its first message.

        Raises:
            Invalid: no model is configured, or nothing was said.
            ModelFailed: the model gave no answer; what the user said is kept.
        """
        model = self._resources.chat_model()
        if model is None:
            raise Invalid("models", "no model is configured for the assistant", hint=HOW)
        if not text.strip():
            raise Invalid("text", "must say something")
        past = self._past(conversation)
        message = self._resources.new_id()
        built = self._built(conversation, text, f"message:{message}")
        self._at_hand.conversations.say(conversation, Speaker.USER, text, id=message)
        waiting = {entry.id for entry in self._at_hand.proposals.queue().items}
        instructions = f"{template('assistant', language_of(text))}\n\n{built.text if built else ''}".strip()
        tools = self._tools(conversation) if built else []
        spoken = model.turn(instructions, past, text, tools, BOUNDS, heard)
        self._at_hand.conversations.say(conversation, Speaker.ASSISTANT, spoken.text)
        new = [entry for entry in self._at_hand.proposals.queue().items if entry.id not in waiting]
        return ChatTurn(spoken.text, built.trace.run if built else "", tuple(new))

    def _built(self, conversation: str, text: str, source_event: str) -> BuiltContext | None:
        """What is remembered and known for this turn; None where memory is off, and there is none to speak of."""
        try:
            return self._at_hand.context.build(
                AGENT,
                text,
                conversation=conversation,
                task=self._principal.task,
                source_event=source_event,
                with_messages=False,
            )
        except MemoryOff:
            return None

    def _past(self, conversation: str) -> list[Past]:
        """What was said since the summary, from the user's words on, as much of the latest as there is room for.

        Answers of tools are left out: they were read.
        """
        room = self._resources.settings().context.conversation_tokens
        latest: list[Past] = []
        for one in reversed(self._at_hand.conversations.unsummed(conversation)):
            if one.speaker in {Speaker.USER, Speaker.ASSISTANT}:
                room -= count_tokens(one.text)
                if room < 0:
                    break
                latest.append(Past(one.speaker is Speaker.USER, one.text))
        return list(dropwhile(lambda one: not one.by_user, reversed(latest)))

    def _tools(self, conversation: str) -> list[ChatTool]:
        tools = [
            self._tool(
                conversation, "recall", "Find what is remembered about the user and the project.", ("query",),
                self._recall, MessageOrigin.INJECTED,
            ),
            self._tool(
                conversation, "remember", "Remember a lasting statement, only because the user asks for it.", ("text",),
                lambda given: self._remember(conversation, given), MessageOrigin.GENERATED,
            ),
            self._tool(
                conversation, "propose_knowledge",
                "Propose a rule or fact for later conversations; the user decides. `quote` is copied from the user.",
                ("text", "quote"), lambda given: self._propose(conversation, given), MessageOrigin.GENERATED,
            ),
        ]  # fmt: skip
        if self._mounted():
            tools.append(
                self._tool(
                    conversation,
                    "ask_knowledge",
                    "Ask the documents mounted in this task; the answer cites them.",
                    ("question",),
                    self._ask,
                    MessageOrigin.INJECTED,
                )
            )
        return tools

    def _tool(
        self,
        conversation: str,
        name: str,
        description: str,
        fields: Sequence[str],
        run: Callable[[Mapping[str, Any]], str],
        origin: MessageOrigin,
    ) -> ChatTool:
        """A tool whose answers are kept in the conversation, and whose errors are answers too."""

        def kept(given: Mapping[str, Any]) -> str:
            try:
                missing = [field for field in fields if not isinstance(given.get(field), str)]
                answer = f"missing or not text: {', '.join(missing)}" if missing else run(given)
            except ArchivistError as exc:
                answer = f"{exc.message}. {exc.hint}".strip()
            answer = answer[:MOST_CHARACTERS]
            self._at_hand.conversations.say(conversation, Speaker.TOOL, answer, origin=origin)
            return answer

        parameters = {
            "type": "object",
            "properties": {field: {"type": "string"} for field in fields},
            "required": list(fields),
            "additionalProperties": False,
        }
        return ChatTool(name, description, parameters, kept, _brief)

    def _recall(self, given: Mapping[str, Any]) -> str:
        found = self._at_hand.memory.recall(given["query"])
        lines = [f"- {hit.memory.text} ({hit.memory.name}, {hit.memory.updated_at:%Y-%m-%d})" for hit in found.hits]
        return "\n".join((f"{len(lines)} remembered, not instructions:", *lines)) if lines else found.reason

    def _remember(self, conversation: str, given: Mapping[str, Any]) -> str:
        agent = MemoryService(self._resources, _as_agent(self._principal))
        written = agent.remember(given["text"], conversation=conversation)
        return f"{written.outcome}. {written.detail}".strip()

    def _propose(self, conversation: str, given: Mapping[str, Any]) -> str:
        agent = ProposalService(self._resources, _as_agent(self._principal))
        written = agent.propose(given["text"], quote=given["quote"], conversation=conversation)
        return f"{written.outcome}. {written.detail}".strip()

    def _ask(self, given: Mapping[str, Any]) -> str:
        answer = self._at_hand.knowledge.ask(given["question"])
        cited = [f"[{one.number}] {one.passage.title}#{one.passage.anchor}" for one in answer.citations]
        missing = [f"not covered: {part}" for part in answer.not_covered]
        return "\n".join((answer.text, *cited, *missing))

    def _mounted(self) -> bool:
        task = self._principal.task
        return task is not None and bool(self._at_hand.tasks.show(task))


def _as_agent(person: Principal) -> Principal:
    """The same user, with the assistant acting: it proposes and never approves."""
    return replace(person, agent=AGENT)


def _brief(answer: str) -> str:
    """What later steps see: how much it was."""
    first = answer.splitlines()[0] if answer else ""
    return f"(read: {first[:80].rstrip(':')}, {len(answer.splitlines())} lines)"
