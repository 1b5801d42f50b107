"""A tiny HTTP server in this process that says what a test wants a model's server to say."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

AT_ONCE = {"retry-after-ms": "1"}
"""So that a client that tries again does not wait."""


@dataclass
class Said:
    """One answer; a `body` of bytes or text goes out as it is, anything else as JSON."""

    body: Any
    status: int = 200
    after_s: float = 0.0


Answers = Callable[[dict[str, Any]], Said]


@dataclass
class Server:
    """Where it listens, and what it was asked: each body with its path and headers."""

    url: str
    asked: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def serving(answer: Answers) -> Iterator[Server]:
    """A server that answers every POST with what `answer` makes of its JSON body."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            server.asked.append(body)
            server.paths.append(self.path)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            said = answer(body)
            time.sleep(said.after_s)
            data = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            self.send_response(said.status)
            for name, value in {
                "content-type": "application/json",
                "content-length": str(len(data)),
                **AT_ONCE,
            }.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *said: Any) -> None:
            """Nothing is printed."""

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *about: Any) -> None:
            """A client that hung up is no news."""

    listener = Quiet(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{listener.server_address[1]}/v1")
    thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listener.shutdown()
        listener.server_close()
        thread.join()
