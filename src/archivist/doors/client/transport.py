"""Requests to a server over one kept connection a thread, and its problem documents as the errors they were.

Only the standard library is used. A request that may be repeated without harm is sent again once, where the server
closed a connection that had been idle: reads by themselves, and acts because each carries an Idempotency-Key.
"""

import http.client
import json
import threading
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote, urlencode, urlsplit

from archivist.errors import ArchivistError, Invalid, StoreError

Json = dict[str, Any]
PREFIX: Final = "/api/v1"
READS: Final = frozenset({"GET", "HEAD"})
FACTS: Final = ("field", "existing_id", "expected", "current", "current_text", "merged_text")


@dataclass
class Connection:
    """Where the server is and who asks."""

    url: str
    token: str | None = None
    focus: Mapping[str, str] = field(default_factory=dict)
    """Headers that say which project, agent or task is meant."""
    timeout_s: float = 30.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise Invalid("url", f"{self.url!r} is no address such as http://127.0.0.1:8765")
        self._host, self._port, self._is_secure = parts.hostname, parts.port, parts.scheme == "https"
        self._base = parts.path.rstrip("/")
        self._local = threading.local()

    def send(
        self,
        method: str,
        path: str,
        body: Json | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Json:
        """The JSON answer; a decision against a statement is an answer too, and tells its outcome.

        Raises:
            ArchivistError: of the class that the same act raises in an opened home.
        """
        sent = {"Accept": "application/json", **self.focus, **(headers or {})}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        if method not in READS:
            sent.setdefault("Idempotency-Key", uuid.uuid4().hex)
        raw = None if body is None else json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        asked = {name: value for name, value in (query or {}).items() if value is not None}
        target = f"{self._base}{PREFIX}{path}" + (f"?{urlencode(asked, doseq=True)}" if asked else "")
        status, answer = self._exchange(method, target, raw, sent)
        if status >= 400 and "outcome" not in answer:
            raise error_from(answer)
        return answer

    def close(self) -> None:
        """Let go of this thread's connection."""
        open_one: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if open_one is not None:
            open_one.close()
            self._local.connection = None

    def _exchange(self, method: str, target: str, raw: bytes | None, headers: Mapping[str, str]) -> tuple[int, Json]:
        problem: Exception | None = None
        for connection in self._connections():
            try:
                connection.request(method, target, raw, dict(headers))
                response = connection.getresponse()
                return response.status, _parsed(response.read())
            except (http.client.HTTPException, OSError) as exc:
                problem = exc
                self.close()
        raise StoreError(f"{self.url} does not answer: {problem}", hint="is it running? archivist serve") from problem

    def _connections(self) -> Iterator[http.client.HTTPConnection]:
        """The kept connection, then a new one."""
        kept: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if kept is not None:
            yield kept
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        self._local.connection = kind(self._host, self._port, timeout=self.timeout_s)
        yield self._local.connection


def part(value: str) -> str:
    """A name as one part of an address."""
    return quote(value, safe="")


def error_from(problem: Json) -> ArchivistError:
    """The error behind a problem document."""
    code = problem.get("code", "error")
    kind = _kinds().get(code, ArchivistError)
    error = kind.__new__(kind)
    ArchivistError.__init__(error, str(problem.get("detail", "the server refused")), hint=str(problem.get("hint", "")))
    for name in FACTS:
        if name in problem:
            setattr(error, name, problem[name])
    return error


def _kinds() -> dict[str, type[ArchivistError]]:
    found: dict[str, type[ArchivistError]] = {}
    waiting: list[type[ArchivistError]] = [ArchivistError]
    while waiting:
        kind = waiting.pop()
        found[kind.code] = kind
        waiting += kind.__subclasses__()
    return found


def _parsed(raw: bytes) -> Json:
    try:
        answer = json.loads(raw) if raw else {}
    except ValueError as exc:
        raise StoreError("the server's answer is not JSON: is it an archivist?") from exc
    if not isinstance(answer, dict):
        raise StoreError("the server's answer is no object: is it an archivist?")
    return answer
