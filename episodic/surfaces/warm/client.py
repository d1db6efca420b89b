"""Asks the server, where one runs. Loads no model and no database: who asks it does so to be quick.

Whatever goes wrong, nobody waits long and nobody is told: the asker does it itself.
"""

import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from episodic.config import Config
from episodic.surfaces.recalling import Answer, Asked
from episodic.surfaces.telling import Message, Told
from episodic.surfaces.warm import exchange, frames
from episodic.surfaces.warm.place import build, connect, is_same_user, place_of, proof


class Running(NamedTuple):
    """A server: its process, for how long it has run, how many questions it answered, how long it waits for another."""

    pid: int
    seconds: float
    answered: int
    idle_seconds: float


def ask(config: Config, user: str, asked: Asked) -> Answer | None:
    """Have the server answer; None where none runs, or where it would not answer as this process would.

    Raises:
        EpisodicError: answering raised it.
    """
    if config.serve == "off":
        return None
    question = exchange.question(config, user, asked)
    reply = _exchange(config, {"do": "recall", **question}, meanwhile=_get_ready) if question is not None else None
    return exchange.answer_of(reply) if reply is not None else None


def tell(config: Config, user: str, message: Message) -> Told | None:
    """Have the server find out what an agent should know; None and raises as `ask` does."""
    if config.serve == "off":
        return None
    question = exchange.question(config, user, message)
    reply = _exchange(config, {"do": "context", **question}) if question is not None else None
    return exchange.told_of(reply) if reply is not None else None


def _get_ready() -> None:
    """Load what reads and shows an answer while the server works on it."""
    from episodic.recall import wire  # noqa: F401
    from episodic.surfaces import render, terminal  # noqa: F401


def running(config: Config) -> Running | None:
    """Return the server that runs, whether or not it is asked."""
    return _running(_exchange(config, {"do": "status"}))


def stop(config: Config) -> Running | None:
    """Have the server end once it has given the answers it is at; returns which one that was, None where none runs."""
    return _running(_exchange(config, {"do": "stop"}))


def _running(reply: dict[str, Any] | None) -> Running | None:
    try:
        return Running(**reply) if reply is not None else None
    except TypeError:
        return None


def _exchange(
    config: Config, request: dict[str, Any], *, meanwhile: Callable[[], None] = lambda: None
) -> dict[str, Any] | None:
    """Say one thing and hear one back, from a server of the same build; None where that cannot be done in time."""
    until = time.monotonic() + config.serve_hello_seconds
    try:
        line = connect(place_of(config.cache), seconds=config.serve_hello_seconds)
        with line.end as connection:
            if not is_same_user(connection):
                return None
            nonce = os.urandom(16).hex()
            frames.send(connection, {"nonce": nonce}, until=until, most=frames.GREETING)
            hello = frames.receive(connection, until=until, most=frames.GREETING)
            if hello["build"] != build() or hello["proof"] != proof(line.token, "server", nonce):
                return None
            signed = request | {"proof": proof(line.token, "client", hello["nonce"])}
            frames.send(connection, signed, until=until, most=frames.QUESTION)
            until = time.monotonic() + config.serve_answer_seconds
            meanwhile()
            reply = frames.receive(connection, until=until, most=frames.ANSWER)
    except (OSError, *exchange.MALFORMED):
        return None
    return None if "refused" in reply else reply
