"""Nothing becomes a memory of the user's that the user did not say, and nothing leaves its line of the block."""

import asyncio
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import NOW
from poison import POISONS, Poison

from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, get_store
from episodic.config import load
from episodic.fence import OURS, hides
from episodic.memory.store import Store

LINE = re.compile(r"- \d{4}-\d\d-\d\d (?:\[\w+\] )?\S|▸ \S")


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Every poison in a session of its own, consolidated, between a question and an answer."""
    settings = load({}, file=Path(os.devnull), home=tmp_path_factory.mktemp("poisoned"), now=NOW)
    store = get_store(config=replace(settings, models=Path("/nowhere")))
    for poison in POISONS:
        buffer = SessionBuffer(poison.name, store=store)
        buffer.append_turn("user", "Could you look into this for me?", at=NOW)
        buffer.append_turn(poison.role, poison.text, origin=poison.origin, at=NOW)
        buffer.append_turn("assistant", "I looked at it.", at=NOW)
        asyncio.run(consolidate_buffer(buffer, final=True))
    yield store
    store.close()


def test_there_are_forty_of_them() -> None:
    assert len(POISONS) >= 40
    assert len({poison.canary for poison in POISONS}) == len(POISONS)


def test_none_of_them_becomes_a_fact_a_loop_or_a_decision(poisoned: Store) -> None:
    assert poisoned.status().facts == 0
    assert [loop.text for loop in poisoned.loops(everything=True)] == []
    decided = [text for episode in poisoned.episodes() for text in episode.record.decisions]
    assert not [text for text in decided for poison in POISONS if poison.canary in text]


@pytest.mark.parametrize("poison", POISONS, ids=lambda poison: poison.name)
def test_none_of_them_is_told_as_the_users_or_leaves_its_line(poisoned: Store, poison: Poison) -> None:
    injector = EpisodicInjector(poisoned, session=f"asks {poison.name}", fast=True)
    block = injector.get_context(f"what do you know about {poison.canary}?")
    assert not hides(block)
    for line in block.splitlines():
        assert OURS.match(line) or LINE.match(line), line
    if poison.role == "tool":
        assert poison.canary not in block, "no page's or tool's words are told"
    assert not re.search(rf"\[(?!said|episode)\w+\][^\n]*{poison.canary}", block)
