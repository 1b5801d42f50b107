"""Runs the HTTP application: where it listens, what it refuses to open to others, and how it stops without losing work.

On SIGTERM or Ctrl-C no new connection is taken, open event streams end, requests in hand are answered, and then the
home is closed. Nothing is acknowledged before it is committed, so a harder end loses nothing that was promised either.
"""

import logging
import signal
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Final

import uvicorn
from starlette.applications import Starlette

from archivist.app import Archivist
from archivist.doors.http.app import Face, make_app
from archivist.doors.http.guard import is_loopback
from archivist.errors import SettingsError
from archivist.settings import ServerSettings

KEEP_ALIVE_S: Final = 15


class Server(uvicorn.Server):
    """Ends event streams as soon as it is asked to stop, so that they do not hold the others up."""

    def __init__(self, config: uvicorn.Config, application: Starlette, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._application, self._ready = application, ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in good order; a second Ctrl-C does not wait. The signal is not raised again: the home must close."""
        self._application.state.door.draining.set()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    def _log_started_message(self, listeners: Sequence[object]) -> None:
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        self._ready(f"http://{f'[{host}]' if ':' in host else host}:{port}")


def serve(
    app: Archivist,
    settings: ServerSettings,
    owner: str | None,
    ready: Callable[[str], None],
    faces: Sequence[Face] = (),
) -> None:
    """Serve until told to stop; `ready` gets the address once it listens.

    Raises:
        SettingsError: it would be open to other machines while nobody has a token.
    """
    demand_tokens_for_others(app, settings.host)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    application = make_app(app, settings, owner=owner, faces=faces)
    config = uvicorn.Config(
        application,
        settings.host,
        settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        lifespan="on",
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=settings.drain_s,
    )
    Server(config, application, ready).run()


def demand_tokens_for_others(app: Archivist, host: str) -> None:
    """Refuse to listen where other machines can reach, unless somebody has a token in force.

    Raises:
        SettingsError: nobody has.
    """
    if is_loopback(host):
        return
    now = app.resources.clock()
    with app.store.reading() as tx:
        if not any(token.is_live(now) for token in tx.tokens.of_user(None)):
            raise SettingsError("server.host", f"{host} is open to other machines; first: archivist token create")
