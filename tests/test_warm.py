"""Asking a server that is none, or a bad one: nobody waits long, nobody is told, and nothing is given away."""

import json
import os
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from conftest import Cli

from episodic.config import Config, load
from episodic.consolidate.opening import get_store
from episodic.language import reading
from episodic.memory.store import Store
from episodic.models.senses import senses
from episodic.recall import updating
from episodic.recall.retrieve import retrieve
from episodic.surfaces.recalling import Asked, recall
from episodic.surfaces.warm import exchange, frames
from episodic.surfaces.warm.client import ask, running
from episodic.surfaces.warm.freshness import let_go_of_texts
from episodic.surfaces.warm.place import build, connect, place_of, prepare, proof

ASKED = Asked("deck", fast=True)
PRIVATE = "the deck is Zanzibar blue"
Conversation = Callable[[socket.socket], None]
unix = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix domain sockets")


@pytest.fixture
def settings(config: Config, tmp_path: Path) -> Config:
    """The settings of a home with one fact, of a place with no server, and of somebody in a hurry."""
    hurried = replace(
        config,
        cache=tmp_path / "c",
        models=Path("/nowhere"),
        serve_hello_seconds=0.3,
        serve_answer_seconds=0.3,
    )
    store = get_store(config=hurried)
    store.remember("The deck is blue.")
    store.close()
    return hurried


@pytest.fixture
def impostor(settings: Config) -> Iterator[Callable[[Conversation], list[bytes]]]:
    """Somebody who has taken the server's place; the list is what it was told."""
    place = place_of(settings.cache)
    prepare(place)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(place.door))
    listener.listen(1)

    def play(conversation: Conversation) -> list[bytes]:
        told: list[bytes] = []

        def meet() -> None:
            with suppress(OSError, ValueError):  # nobody may come before the door is closed
                connection, _ = listener.accept()
                with connection:
                    conversation(connection)
                    connection.settimeout(1)
                    while part := connection.recv(1 << 16):
                        told.append(part)

        Thread(target=meet, daemon=True).start()
        return told

    yield play
    listener.close()


def soon() -> float:
    return time.monotonic() + 5


def say(connection: socket.socket, document: dict[str, Any]) -> None:
    frames.send(connection, document, until=soon(), most=frames.ANSWER)


def hear(connection: socket.socket) -> dict[str, Any]:
    return frames.receive(connection, until=soon(), most=frames.ANSWER)


def replying(*replies: bytes | dict[str, Any], hello: str | None = None) -> Conversation:
    """Greet as a server does, hear the question, and say something."""

    def conversation(connection: socket.socket) -> None:
        hear(connection)
        say(connection, {"build": hello or build(), "proof": "", "nonce": "n"})
        hear(connection)
        for reply in replies:
            if isinstance(reply, bytes):
                connection.sendall(reply)
            else:
                say(connection, reply)
        connection.shutdown(socket.SHUT_RDWR)

    return conversation


def leaving(connection: socket.socket) -> None:
    connection.shutdown(socket.SHUT_RDWR)


def silent(connection: socket.socket) -> None:
    connection.settimeout(1)


def unsaid(connection: socket.socket) -> None:
    hear(connection)
    say(connection, {"build": build(), "proof": "", "nonce": "n"})
    hear(connection)


@unix
@pytest.mark.parametrize(
    "conversation",
    [
        leaving,
        silent,
        unsaid,
        replying(),
        replying(b"\0\0\0\x20{"),
        replying(b"\xff\xff\xff\xff"),
        replying(b"\0\0\0\2[]"),
        replying(b"\0\0\0\1{"),
        replying({}),
        replying({"hits": 3, "hint": "", "nothing": ""}),
        replying({"error": "SystemExit", "message": "x"}),
        replying({"error": "nothing of ours", "message": "x"}),
        replying({"error": 3}),
        replying({"refused": "busy"}),
        replying({"hits": {}}, hello="another build"),
    ],
)
def test_whoever_gets_no_answer_answers_himself(
    settings: Config, impostor: Callable[[Conversation], list[bytes]], conversation: Conversation
) -> None:
    impostor(conversation)
    assert ask(settings, "default", ASKED) is None
    impostor(conversation)
    assert [hit.text for hit in recall(settings, "default", ASKED).hits] == ["The deck is blue."]
    impostor(conversation)
    assert running(settings) is None


@unix
def test_a_server_of_another_build_is_told_nothing(
    settings: Config, impostor: Callable[[Conversation], list[bytes]]
) -> None:
    def greeting(connection: socket.socket) -> None:
        hear(connection)
        say(connection, {"build": "1 0.0.1 00000000", "proof": "", "nonce": "n"})

    told = impostor(greeting)
    assert ask(settings, "default", Asked(PRIVATE)) is None
    assert told == []


def test_where_nothing_runs_nothing_is_made(settings: Config) -> None:
    assert ask(settings, "default", ASKED) is None
    assert not settings.cache.exists()


# A port, where there is no socket -----------------------------------------------------------------------------------


@pytest.fixture
def ported(environment: dict[str, str], cli: Cli, tmp_path: Path) -> Iterator[Config]:
    """The settings of a server whose socket's path would be too long."""
    environment |= {"EPISODIC_CACHE": str(tmp_path / ("long" * 30)), "EPISODIC_MODELS": "/nowhere"}
    environment |= {"EPISODIC_SERVE_HELLO_SECONDS": "20", "EPISODIC_SERVE_ANSWER_SECONDS": "60"}
    cli("remember", "The deck is blue.")
    assert cli("serve", "--background").returncode == 0
    yield load(environment)
    assert cli("serve", "--stop").stderr == "stopped\n"


def test_a_port_does_as_well_and_opens_to_nobody_else(ported: Config, cli: Cli) -> None:
    place = place_of(ported.cache)
    assert not place.has_socket
    warm = cli("recall", "deck", "--json")
    assert json.loads(warm.stdout)["hits"]
    assert warm.stdout == cli("recall", "deck", "--json", extra={"EPISODIC_SERVE": "off"}).stdout
    server = running(ported)
    assert server
    assert server.answered == 1
    if os.name != "nt":
        assert stat.S_IMODE(place.port.stat().st_mode) == 0o600
    port = json.loads(place.port.read_text())["port"]
    with pytest.raises(OSError, match="refused"), socket.create_connection(("127.0.0.2", port), 1):
        pass
    for request in (
        {"do": "status"},
        {"do": "status", "proof": ""},
        {"do": "stop", "proof": proof("x", "client", "n")},
    ):
        with connect(place, seconds=5).end as connection:
            say(connection, {"nonce": "n"})
            assert hear(connection)["proof"]
            say(connection, request)
            with pytest.raises((ValueError, OSError)):
                hear(connection)
    assert running(ported)


def test_who_takes_the_port_of_a_dead_server_is_told_nothing(settings: Config, tmp_path: Path) -> None:
    far = replace(settings, cache=tmp_path / ("long" * 30))
    place = place_of(far.cache)
    prepare(place)
    heard: list[dict[str, Any]] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        place.port.write_text(json.dumps({"port": listener.getsockname()[1], "token": "known to the dead"}))

        def meet() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError, ValueError):
                heard.append(hear(connection))
                say(connection, {"build": build(), "proof": "guessed", "nonce": "n"})
                heard.append(hear(connection))

        thread = Thread(target=meet, daemon=True)
        thread.start()
        assert ask(far, "default", Asked(PRIVATE)) is None
        thread.join(timeout=10)
    assert [[*document] for document in heard] == [["nonce"]]


# What is said -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("now", [None, datetime(2026, 11, 29, 9)])  # noqa: DTZ001 - in the user's zone
def test_a_question_arrives_with_every_setting(settings: Config, now: datetime | None) -> None:
    asked = Asked("重跑 \udce9?", k=3, kinds=["decision"], history=True)
    mine = replace(settings, now=now, pool=7)
    said = exchange.question(mine, "anna", asked)
    assert said
    heard = json.loads(json.dumps(said))
    assert (*exchange.settings_of(heard), Asked(**heard["asked"])) == (mine, "anna", asked)


def test_a_clock_of_ones_own_and_a_home_to_be_made_are_not_sent(settings: Config, tmp_path: Path) -> None:
    assert exchange.question(replace(settings, now=lambda: datetime(2026, 1, 1)), "default", ASKED) is None  # noqa: DTZ001 - never asked
    assert exchange.question(replace(settings, home=tmp_path / "new"), "default", ASKED) is None
    assert not (tmp_path / "new").exists()
    assert exchange.question(replace(settings, models=Path("mine")), "default", ASKED) is None  # a note would name it


def test_a_path_is_sent_whole(settings: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(settings.home.parent)
    said = exchange.question(replace(settings, home=Path(settings.home.name)), "default", ASKED)
    assert said
    assert exchange.settings_of(said)[0].home == settings.home


# What is kept between two questions ---------------------------------------------------------------------------------


def test_texts_are_let_go_and_models_are_not(store: Store) -> None:
    for text in ("The Zanzibar deck has 12 slides.", "The Zanzibar deck has 14 slides."):
        store.remember(text)
    retrieve("how many slides has the Zanzibar deck", store)
    held = senses(folder=store.config.models, cache=store.config.cache, workers=store.config.threads)
    assert reading.read.cache_info().currsize
    assert updating.sayings.cache_info().currsize
    let_go_of_texts()
    assert reading.read.cache_info().currsize == 0
    assert updating.sayings.cache_info().currsize == 0
    assert senses(folder=store.config.models, cache=store.config.cache, workers=store.config.threads) is held
