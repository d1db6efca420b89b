"""The process that keeps the models open. Knows no rule of answering, and keeps nothing of what it was asked.

A store is opened for each question and closed after it, which takes a millisecond: a store held open would keep a
forgotten file on the disk, and its readers would hold up who empties the write-ahead log.
"""

import os
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hmac import compare_digest
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from episodic.config import Config
from episodic.errors import EpisodicError, ModelError, ServerError
from episodic.surfaces.recalling import Asked, recall_here
from episodic.surfaces.telling import Message, context_here
from episodic.surfaces.warm import exchange, frames
from episodic.surfaces.warm.freshness import Code, let_go_of_texts
from episodic.surfaces.warm.place import (
    Line,
    Place,
    build,
    is_same_user,
    leave,
    listen,
    lock_of,
    marked,
    place_of,
    prepare,
    proof,
    unusable,
)

if TYPE_CHECKING:
    from episodic.models.senses import Senses

_PATIENCE: Final = 2.0  # seconds until an asker has said who it is and what it asks, and until it has read the answer
_CLIENTS: Final = 16  # at a time; more are turned away, and answer themselves
_QUEUE: Final = 4  # questions that wait for one another; who comes later is faster on its own
_LOOK: Final = 3600.0  # seconds the server sleeps at most; systems refuse to sleep for ever
_GRACE: Final = 10.0  # seconds that answers under way get when the server ends


def serve(config: Config, *, idle_seconds: float, ready: Callable[[], None]) -> None:
    """Answer until nobody has asked for `idle_seconds`, somebody says stop, or the code is another one.

    Args:
        config: where the place is, and the models to open first.
        idle_seconds: without a question.
        ready: called once, when questions are taken.

    Raises:
        ServerError: one runs already, or there is no place for one.
    """
    place = place_of(config.cache)
    prepare(place)
    with _claimed(place):
        try:
            line = listen(place)
        except OSError as error:
            raise unusable(place, error) from error
        mark = marked(place)
        try:
            Server(line, config, idle_seconds=idle_seconds).run(ready)
        finally:
            leave(place, line, mark)


@contextmanager
def _claimed(place: Place) -> Iterator[None]:
    """Be the one server of a place.

    Raises:
        ServerError: another process is.
    """
    from filelock import Timeout

    lock = lock_of(place)
    try:
        lock.acquire()
    except Timeout:
        raise ServerError("a server runs already: `episodic serve --stop` ends it") from None
    except OSError as error:
        raise unusable(place, error) from error
    try:
        yield
    finally:
        lock.release()


class Server:
    """Takes questions from a line and answers them one by one: one alone uses every core it may."""

    def __init__(self, line: Line, config: Config, *, idle_seconds: float) -> None:
        self._line = line
        self._config = config
        self._idle = idle_seconds
        self._code = Code()
        self._build = build()
        self._turn, self._book = Lock(), Lock()
        self._clients: set[Thread] = set()
        self._asking = 0
        self._answered = 0
        self._started = self._asked_at = time.monotonic()
        self._ended = Event()
        self._waker, self._woken = socket.socketpair()

    def run(self, ready: Callable[[], None]) -> None:
        """Take questions until the end; answers under way are given first."""
        self._line.end.setblocking(False)
        opening = Thread(target=self._open_models, daemon=True)
        with self._waker, self._woken, _on_termination(self.end):
            opening.start()
            ready()
            while not self._ended.is_set() and (left := self._left()) > 0:
                heard, _, _ = select.select([self._line.end, self._woken], [], [], min(left, _LOOK))
                if self._line.end in heard:
                    self._welcome()
            until = time.monotonic() + _GRACE
            for thread in self._clients:
                thread.join(max(0.0, until - time.monotonic()))
            opening.join()  # a process that leaves while a thread of it opens a model may never end

    def end(self) -> None:
        """Take no further question."""
        self._ended.set()
        with suppress(OSError):
            self._waker.send(b"\0")

    def _left(self) -> float:
        return self._idle if self._asking else self._asked_at + self._idle - time.monotonic()

    def _welcome(self) -> None:
        try:
            connection, _ = self._line.end.accept()
        except OSError:
            return  # left again, or there are no descriptors to be had
        self._clients = {client for client in self._clients if client.is_alive()}
        client = Thread(target=self._meet, args=(connection,), daemon=True)
        if len(self._clients) >= _CLIENTS:
            connection.close()
            return
        self._clients.add(client)
        client.start()

    def _meet(self, connection: socket.socket) -> None:
        """Hear one client out; one that says nothing, or nonsense, is left."""
        with connection, suppress(OSError, *exchange.MALFORMED):
            self._converse(connection)

    def _converse(self, connection: socket.socket) -> None:
        until = time.monotonic() + _PATIENCE
        if not is_same_user(connection):
            return
        greeting = frames.receive(connection, until=until, most=frames.GREETING)
        if not self._code.is_current():
            self.end()
            return
        nonce, token = os.urandom(16).hex(), self._line.token
        hello = {"build": self._build, "proof": proof(token, "server", str(greeting["nonce"])), "nonce": nonce}
        frames.send(connection, hello, until=until, most=frames.GREETING)
        request = frames.receive(connection, until=until, most=frames.QUESTION)
        if not compare_digest(str(request["proof"]), proof(token, "client", nonce)):
            return
        try:
            reply = self._reply(request)
            frames.send(connection, reply, until=time.monotonic() + _PATIENCE, most=frames.ANSWER)
        finally:
            if request["do"] in _ASKS:
                let_go_of_texts()
        if request["do"] == "stop":
            self.end()

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        answers = {"recall": self._asked, "context": self._asked, "status": self._status, "stop": self._status}
        return answers[request["do"]](request)

    def _status(self, _: dict[str, Any]) -> dict[str, Any]:
        seconds = time.monotonic() - self._started
        return {"pid": os.getpid(), "seconds": seconds, "answered": self._answered, "idle_seconds": self._idle}

    def _asked(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._asking > _QUEUE:
            return {"refused": "busy"}
        with self._counting():
            return self._answer(request)

    @contextmanager
    def _counting(self) -> Iterator[None]:
        """Wait for one's turn; while somebody does, the server is not idle."""
        with self._book:
            self._asking += 1
        try:
            with self._turn:
                yield
        finally:
            with self._book:
                self._asking -= 1
            self._asked_at = time.monotonic()

    def _answer(self, request: dict[str, Any]) -> dict[str, Any]:
        config, user = exchange.settings_of(request)
        if hasattr(time, "tzset"):
            time.tzset()  # the machine may have travelled since
        if request["zone"] != exchange.zone(config) or request["home"] != exchange.identity(config.home):
            return {"refused": "elsewhere"}
        if not _senses(config).are_current():
            self.end()
            return {"refused": "other models"}
        try:
            found = _ASKS[request["do"]](config, user, request["asked"])
        except EpisodicError as error:
            found = exchange.refusal(error)
        except Exception as error:  # noqa: BLE001 - a bug; who asked meets it as well, and it ends nobody else's server
            print(f"episodic: a question could not be answered here ({type(error).__name__})", file=sys.stderr)
            return {"refused": "a bug"}
        self._answered += 1
        return found

    def _open_models(self) -> None:
        """Open the models before somebody asks; where there are none, each answer says so."""
        from episodic.consolidate import opening  # noqa: F401 - here and below: what the first question would load
        from episodic.recall import inject, updating  # noqa: F401

        with self._turn, suppress(ModelError):
            _senses(self._config).warm_up()


def _recall(config: Config, user: str, asked: dict[str, Any]) -> dict[str, Any]:
    return exchange.answer(recall_here(config, user, Asked(**asked)))


def _context(config: Config, user: str, asked: dict[str, Any]) -> dict[str, Any]:
    return context_here(config, user, Message(**asked))._asdict()


_ASKS: Final = {"recall": _recall, "context": _context}


def _senses(config: Config) -> "Senses":
    from episodic.models.senses import senses

    return senses(folder=config.models, cache=config.cache, workers=config.threads)


@contextmanager
def _on_termination(end: Callable[[], None]) -> Iterator[None]:
    """End in order when the system or a person asks for it; an interrupt is one, afterwards."""
    asked: list[int] = []

    def note(number: int, _: object) -> None:
        asked.append(number)
        end()

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if signal.SIGINT in asked:
        raise KeyboardInterrupt
