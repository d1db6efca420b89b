"""A language model's server on this machine: the Messages API and the chat API, playing what it is told.

What it plays is a list of acts, one a request; the last one goes on. It keeps what it was asked in `asked`.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, NamedTuple

KEY = "sk-ant-api03-Wq8ZtL2mXn5RbV7cYd9KfG"  # no key of anybody's


class Asked(NamedTuple):
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def key(self) -> str:
        """The key, in whichever header; the anthropic package changed from one to the other."""
        return self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def system(self) -> str:
        """The system prompt, in whichever of the two protocols."""
        said: str = self.body["system"] if "system" in self.body else self.body["messages"][0]["content"]
        return said

    @property
    def user(self) -> str:
        """The user's prompt."""
        said: str = self.body["messages"][-1]["content"]
        return said


class Sent(NamedTuple):
    status: int
    body: bytes
    headers: Mapping[str, str] = {}


Act = Callable[[Asked, Event], Sent | None]  # the event: the server closes; None: it hangs up without a word


def says(text: str, *, stop: str = "end", thinks: str = "") -> Act:
    """A reply in the protocol that was spoken. `stop`: end, length or refusal."""

    def act(asked: Asked, _closing: Event) -> Sent:
        written = _message if asked.path.endswith("/messages") else _completion
        return _json(200, written(text, stop, thinks, str(asked.body["model"])))

    return act


def fails(status: int, message: str = "no", *, headers: Mapping[str, str] | None = None, **more: Any) -> Act:
    """An error, in the form that both protocols share. Who retries is told to be quick."""
    quick = {"retry-after-ms": "1"} if headers is None else headers
    error = {"type": "error", "error": {"type": "some_error", "message": message, **more}}
    return lambda _asked, _closing: _json(status, error, quick)


def sends(body: bytes, *, status: int = 200, kind: str = "application/json", **headers: str) -> Act:
    """Bytes as they are."""
    return lambda _asked, _closing: Sent(status, body, {"content-type": kind, **headers})


def knows(*formats: str, otherwise: Act) -> Act:
    """A server that answers 400 to a response_format it does not know."""

    def act(asked: Asked, closing: Event) -> Sent | None:
        asks = asked.body.get("response_format", {"type": "plain"})["type"]
        refused = fails(400, f"'response_format.type' {asks} is not supported", headers={})
        return otherwise(asked, closing) if asks in formats else refused(asked, closing)

    return act


def hangs(_asked: Asked, closing: Event) -> None:
    """No answer, until the server closes."""
    closing.wait()


def hangs_up(_asked: Asked, _closing: Event) -> None:
    """A closed connection."""


class Server:
    """Plays its acts at `url`."""

    def __init__(self, *acts: Act) -> None:
        self.acts: list[Act] = list(acts)
        self.asked: list[Asked] = []
        self.closing = Event()
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.played = self

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}"

    def plays(self, *acts: Act) -> None:
        """Play these from now on."""
        self.acts = list(acts)

    def answer(self, asked: Asked) -> Sent | None:
        self.asked.append(asked)
        act = self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]
        return act(asked, self.closing)

    @contextmanager
    def open(self) -> Iterator["Server"]:
        thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self.closing.set()
            self._http.shutdown()
            thread.join()
            self._http.server_close()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    played: Server

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Somebody who gave up waiting is no error."""


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        server = self.server
        assert isinstance(server, _Http)
        sent = server.played.answer(Asked(self.path, headers, body))
        if sent is None:
            self.close_connection = True
            return
        self.send_response(sent.status)
        for name, value in {"content-length": str(len(sent.body)), **sent.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(sent.body)

    def do_GET(self) -> None:
        """A redirect that was followed ends here, and is counted."""
        server = self.server
        assert isinstance(server, _Http)
        server.played.asked.append(Asked(self.path, {}, {}))
        self.send_error(404)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is the library's
        """Say nothing."""


def _json(status: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Sent:
    return Sent(status, json.dumps(body).encode(), {"content-type": "application/json", **(headers or {})})


def _message(text: str, stop: str, thinks: str, model: str) -> dict[str, Any]:
    stops = {"end": "end_turn", "length": "max_tokens", "refusal": "refusal"}
    content: Sequence[dict[str, str]] = [{"type": "text", "text": text}] if text else []
    if thinks:
        content = [{"type": "thinking", "thinking": thinks, "signature": "s"}, *content]
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": stops[stop],
        "stop_sequence": None,
        "usage": {"input_tokens": 120, "output_tokens": 40},
    }


def _completion(text: str, stop: str, thinks: str, model: str) -> dict[str, Any]:
    stops = {"end": "stop", "length": "length", "refusal": "content_filter"}
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if thinks:
        message["reasoning_content"] = thinks
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": stops[stop]}],
        "usage": {"prompt_tokens": 120, "completion_tokens": 40, "total_tokens": 160},
    }
