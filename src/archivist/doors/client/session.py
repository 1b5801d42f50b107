"""The same verbs as an opened home's session, spoken to a server: moving from one to the other is one line.

    alice = archivist.open("~/.archivist").acting_as("alice", project="atlas")
    alice = archivist.connect("http://memory.example.com:8765", token, project="atlas")

Who asks is told by the token; `project`, `agent` and `task` narrow it. What has no verb here is reached by `send`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from archivist.doors.client import records
from archivist.doors.client.transport import Connection, Json, part
from archivist.read.recall import Recall
from archivist.records.memory import Memory
from archivist.records.proposal import Proposal, ProposalStatus
from archivist.records.scope import Scope
from archivist.services.memory import History
from archivist.services.proposals import Processed
from archivist.write.commit import Written
from archivist.write.proposals import Settled


@dataclass(frozen=True, slots=True)
class RemotePage:
    """Some of a longer list; hand `next_key` to `before` or `after` for the rest. None at the end."""

    items: list[Any]
    next_key: str | None = None


@dataclass(frozen=True, slots=True)
class RemoteTrace:
    """The record of a build: `told` holds all of it."""

    run: str
    tokens: int
    told: Json


@dataclass(frozen=True, slots=True)
class RemoteContext:
    """What an agent is given."""

    text: str
    trace: RemoteTrace


class RemoteSession:
    """Everything one token may ask for. A context manager; or `close` it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def send(self, method: str, path: str, body: Json | None = None, **options: Any) -> Json:
        """Any route below /api/v1, such as `send("GET", "/documents")`."""
        return self.connection.send(method, path, body, **options)

    @cached_property
    def memory(self) -> "RemoteMemory":
        return RemoteMemory(self.connection)

    @cached_property
    def proposals(self) -> "RemoteProposals":
        return RemoteProposals(self.connection)

    @cached_property
    def conversations(self) -> "RemoteConversations":
        return RemoteConversations(self.connection)

    @cached_property
    def agents(self) -> "RemoteAgents":
        return RemoteAgents(self.connection)

    @cached_property
    def global_memory(self) -> "RemoteGlobalMemory":
        return RemoteGlobalMemory(self.connection)

    @cached_property
    def context(self) -> "RemoteContexts":
        return RemoteContexts(self.connection)

    def close(self) -> None:
        """Let go of the connection."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def connect(
    url: str,
    token: str | None = None,
    *,
    project: str | None = None,
    agent: str | None = None,
    task: str | None = None,
    timeout_s: float = 30.0,
) -> RemoteSession:
    """What the holder of `token` may ask of the server at `url`; nothing is sent yet.

    Raises:
        Invalid: it is no address of a server.
    """
    named = {"Archivist-Project": project, "Archivist-Agent": agent, "Archivist-Task": task}
    focus = {header: quote(name) for header, name in named.items() if name is not None}
    return RemoteSession(Connection(url, token, focus, timeout_s))


class _Part:
    def __init__(self, connection: Connection) -> None:
        self._send = connection.send


class RemoteMemory(_Part):
    """As `services.memory.MemoryService`."""

    def remember(self, text: str, **fields: Any) -> Written:
        """Write one new statement; `fields` as in an opened home."""
        return records.written(self._send("POST", "/memories", {"text": text, **_plain(fields)}), text)

    def edit(
        self, name: str, *, scope: Scope | str | None = None, expected_revision: int | None = None, **changes: Any
    ) -> Written:
        """Change one record. Raises: StaleWrite where it is not at `expected_revision` any more."""
        body = {("name" if key == "new_name" else key): value for key, value in _plain(changes).items()}
        tag = "*" if expected_revision is None else f'"{expected_revision}"'
        told = self._send("PATCH", _one(name), body, query=_where(scope), headers={"If-Match": tag})
        return records.written(told, str(changes.get("text", name)))

    def recall(self, query: str, *, limit: int = 5, scopes: Sequence[Scope | str] = ()) -> Recall:
        """The records that answer `query`, best first."""
        asked = {"query": query, "limit": limit, "scopes": [str(scope) for scope in scopes], "whole": True}
        return records.recalled(self._send("POST", "/memories:recall", asked))

    def show(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """One live record, by name or id."""
        return self._record("GET", _one(name), scope)

    def forget(self, name: str, *, scope: Scope | str | None = None, reason: str = "") -> Memory:
        """Take a record out of use."""
        return self._record("DELETE", _one(name), scope, reason=reason or None)

    def restore(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Bring a forgotten record back."""
        return self._record("POST", f"{_one(name)}:restore", scope)

    def erase(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Remove a body everywhere, for good."""
        return self._record("POST", f"{_one(name)}:erase", scope)

    def settle(self, name: str, *, scope: Scope | str | None = None) -> Memory:
        """Decide a conflict in favour of this record."""
        return self._record("POST", f"{_one(name)}:keep", scope)

    def clear(self, scope: Scope | str) -> int:
        """Forget every record of one scope, and return how many."""
        return int(self._send("POST", "/memories:clear", {"scope": str(scope)})["cleared"])

    def list(
        self,
        *,
        scopes: Sequence[Scope | str] = (),
        statuses: Sequence[str] = (),
        limit: int = 50,
        before: str | None = None,
        **filters: Any,
    ) -> RemotePage:
        """One page of what may be seen, most recently changed first."""
        query = {"scope": [str(scope) for scope in scopes], "status": [str(one) for one in statuses], "limit": limit}
        told = self._send("GET", "/memories", query={**query, "cursor": before, **_plain(filters)})
        return RemotePage([records.memory(one) for one in told["records"]], told["next_cursor"])

    def history(self, name: str, *, scope: Scope | str | None = None) -> History:
        """Versions, supersede chain and acts of one record, whatever its status."""
        told = self._send("GET", f"{_one(name)}/history", query=_where(scope))
        return records.history(told, self._send("GET", f"{_one(name)}/why", query=_where(scope)))

    def _record(self, method: str, path: str, scope: Scope | str | None, **query: Any) -> Memory:
        return records.memory(self._send(method, path, query={**_where(scope), **query})["record"])


class RemoteProposals(_Part):
    """As `services.proposals.ProposalService`."""

    def propose(self, text: str, *, quote: str, conversation: str, **fields: Any) -> Written:
        """An agent's proposal; it waits in the queue."""
        body = {"text": text, "quote": quote, "conversation": conversation, **_plain(fields)}
        return records.written(self._send("POST", "/proposals", body), text)

    def queue(
        self, *, statuses: Sequence[str] = (ProposalStatus.PENDING,), limit: int = 100, after: str | None = None
    ) -> RemotePage:
        """What waits, oldest first."""
        query = {"status": [str(one) for one in statuses], "limit": limit, "cursor": after}
        told = self._send("GET", "/proposals", query=query)
        return RemotePage([records.proposal(one) for one in told["proposals"]], told["next_cursor"])

    def show(self, id: str) -> Proposal:
        """One entry, whatever its state."""
        return records.proposal(self._send("GET", f"/proposals/{part(id)}")["proposal"])

    def apply(self, id: str, to: Scope | str | None = None) -> Settled:
        """Write an entry into User or Project Knowledge."""
        body = {} if to is None else {"to": str(to)}
        return records.settled(self._send("POST", f"/proposals/{part(id)}:apply", body))

    def dismiss(self, id: str) -> Settled:
        """Turn an entry away."""
        return records.settled(self._send("POST", f"/proposals/{part(id)}:dismiss"))

    def process_all(self) -> Processed:
        """Apply every entry that needs no person's eye."""
        told = self._send("POST", "/proposals:process")
        skipped = tuple((one["id"], one["reason"]) for one in told["skipped"])
        return Processed(tuple(map(records.settled, told["applied"])), skipped)


class RemoteConversations(_Part):
    """As `services.conversations.ConversationService`, for what is said as it is said."""

    def say(self, conversation: str, speaker: str, text: str, **fields: Any) -> str:
        """Add one message; returns its id."""
        body = {"speaker": speaker, "text": text, **_plain(fields)}
        return str(self._send("POST", f"/conversations/{part(conversation)}/messages", body)["id"])

    def end(self, id: str) -> bool:
        """Say that a conversation is over; False when it was over before."""
        return bool(self._send("POST", f"/conversations/{part(id)}:end")["ended"])

    def extract(self, id: str) -> Json:
        """Read what is new for what is worth remembering; what came of it, in numbers."""
        return self._send("POST", f"/conversations/{part(id)}:extract")


class RemoteAgents(_Part):
    """As `services.agents.AgentMemoryService`; `agent` names whose notes are meant."""

    def put(self, key: str, value: Any, *, source_event: str, agent: str, **fields: Any) -> Written:
        """Write the note of that key."""
        body = {"value": value, "source_event": source_event, **_plain(fields)}
        return records.written(self._send("PUT", _note(agent, key), body), key)

    def get(self, key: str, *, agent: str) -> Memory:
        """The note of that key."""
        return records.memory(self._send("GET", _note(agent, key))["record"])

    def delete(self, key: str, *, source_event: str, agent: str, reason: str = "") -> Memory:
        """Take the note of that key out of use."""
        query = {"source_event": source_event, "reason": reason or None}
        return records.memory(self._send("DELETE", _note(agent, key), query=query)["record"])

    def search(self, query: str = "", *, agent: str, tag: str | None = None, limit: int = 10) -> Json:
        """Notes that match, without their values."""
        asked = {"query": query or None, "tag": tag, "limit": limit}
        return self._send("GET", f"/agents/{part(agent)}/memory", query=asked)


class RemoteGlobalMemory(_Part):
    """As `services.global_memory.GlobalMemoryService`."""

    def search(self, query: str, *, scopes: Sequence[Scope | str] = (), limit: int = 5) -> Recall:
        """Facts in force that match, best first."""
        asked = {"query": query, "scopes": [str(scope) for scope in scopes], "limit": limit, "whole": True}
        return records.recalled(self._send("POST", "/global:search", asked))

    def propose(self, text: str, *, source_event: str, **fields: Any) -> Written:
        """Propose a fact."""
        body = {"text": text, "source_event": source_event, **_plain(fields)}
        return records.written(self._send("POST", "/global:propose", body), text)

    def correct(self, name: str, text: str, *, source_event: str, **fields: Any) -> Written:
        """Propose what takes a record's place."""
        body = {"name": name, "text": text, "source_event": source_event, **_plain(fields)}
        return records.written(self._send("POST", "/global:correct", body), text)

    def expire(self, name: str, *, source_event: str, reason: str, scope: Scope | str | None = None) -> Written:
        """Propose that a record is over."""
        body = {"name": name, "source_event": source_event, "reason": reason, **_where(scope)}
        return records.written(self._send("POST", "/global:expire", body), name)


class RemoteContexts(_Part):
    """As `services.context.ContextService`."""

    def build(self, agent: str, query: str, **fields: Any) -> RemoteContext:
        """What `agent` is given for `query`."""
        told = self._send("POST", "/context:build", {"agent": agent, "query": query, **_plain(fields)})
        text = told.pop("text")
        return RemoteContext(text, RemoteTrace(told["run"], told["tokens"], told))

    def show(self, run: str) -> RemoteTrace:
        """What was injected into a run, and why."""
        told = self._send("GET", f"/context/{part(run)}")
        return RemoteTrace(told["run"], told["tokens"], told)


def _plain(fields: Mapping[str, Any]) -> Json:
    """Keyword arguments as JSON; what is None is left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    return {name: _plain_value(value) for name, value in given.items()}


def _plain_value(value: Any) -> Any:
    if isinstance(value, Scope):
        return str(value)
    return list(value) if isinstance(value, tuple | set | frozenset) else value


def _where(scope: Scope | str | None) -> Json:
    return {} if scope is None else {"scope": str(scope)}


def _one(name: str) -> str:
    return f"/memories/{part(name)}"


def _note(agent: str, key: str) -> str:
    return f"/agents/{part(agent)}/memory/{part(key)}"
