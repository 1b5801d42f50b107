"""Who calls: from the client's name and the request to a session of one user, with the home opened when first needed.

A home that cannot be opened (a broken setting, a newer database) does not keep the server from answering: each call
says what is wrong, and the next one tries again. Source: case HM-01.
"""

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from archivist.app import Archivist
from archivist.session import Session

DEFAULT_AGENT: Final = "assistant"
MAX_NAME: Final = 64


@dataclass(frozen=True, slots=True)
class Call:
    """One request as the transport brought it. `request` is the HTTP request, and None over stdio."""

    client: str | None
    request: Any = None


class Callers(Protocol):
    """Turns a call into what its principal may ask for."""

    def session(self, call: Call) -> Session:
        """The session of the agent that calls.

        Raises:
            ArchivistError: it may not call, or the home cannot be opened.
        """
        ...

    def person(self, call: Call) -> Session:
        """The session of the person the agent works for, for what the person answers in their client.

        Raises:
            ArchivistError: as for `session`.
        """
        ...


class OneUser:
    """Every call comes from agents of one user, as over stdio."""

    def __init__(
        self,
        open_home: Callable[[], Archivist],
        user: str,
        *,
        agent: str | None = None,
        project: str | None = None,
        workspace: str | None = None,
        task: str | None = None,
    ) -> None:
        self._open_home = open_home
        self._user, self._agent = user, agent
        self._project, self._workspace, self._task = project, workspace, task
        self._lock = threading.Lock()
        self._app: Archivist | None = None

    def session(self, call: Call) -> Session:
        return self._acting(self._agent or agent_name(call.client))

    def person(self, call: Call) -> Session:
        return self._acting(None)

    def close(self) -> None:
        """Let go of the home."""
        with self._lock:
            if self._app is not None:
                self._app.close()
                self._app = None

    def _acting(self, agent: str | None) -> Session:
        with self._lock:
            self._app = self._app or self._open_home()
            app = self._app
        return app.acting_as(self._user, project=self._project, workspace=self._workspace, agent=agent, task=self._task)


def agent_name(client: str | None) -> str:
    """A client's name as an id: `Claude Code` is claude-code."""
    plain = re.sub(r"[^\w.]+", "-", client or "").strip("-._").lower()[:MAX_NAME]
    return plain or DEFAULT_AGENT
