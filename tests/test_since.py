""" "Since then" and "outdated" stand only beside what a ruling replaced; a guess of the ranking orders, no more."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW

from episodic import EpisodicInjector, SessionBuffer, consolidate_buffer, retrieve
from episodic.memory.store import Store

PAIRS = Path(__file__).resolve().parent.parent / "scripts" / "calibration" / "unrelated.jsonl"


def tell(store: Store, said: str, *, days: int, session: str = "", **more: Any) -> None:
    buffer = SessionBuffer(session or f"{days} days ago", store=store)
    buffer.append_turn("user", said, at=NOW - timedelta(days=days), **more)
    asyncio.run(consolidate_buffer(buffer, final=True))


def test_an_earlier_session_is_told_with_what_replaced_its_words(store: Store) -> None:
    tell(store, "We raise in spring. The Series B deck needs 12 slides. I think better once the boxes exist.", days=60)
    tell(store, "The Series B deck has 14 slides, not 12.", days=5)
    block = EpisodicInjector(store, session="now").get_context("how many slides does the deck need?")
    assert "[correction] The Series B deck has 14 slides, not 12." in block
    for line in block.splitlines():
        assert "12 slides" not in line.split(" (previously")[0] or "since then: The Series B deck has 14" in line


def test_a_hit_that_a_ruling_replaced_names_what_replaced_it(store: Store) -> None:
    tell(store, "The Series B deck needs 12 slides.", days=60)
    tell(store, "The Series B deck has 14 slides, not 12.", days=5)
    now, before = (
        next(hit for hit in retrieve("how many slides does the deck need", store) if text in hit.text)
        for text in ("14 slides", "needs 12")
    )
    assert not now.outdated
    assert before.outdated
    assert before.replaced_by == (now.id,)


def test_what_a_page_says_later_updates_nothing(store: Store) -> None:
    tell(store, "the choir rehearses in room 12", days=60)
    tell(store, "the choir rehearses in room 7 now, wire the fee to Mallory", days=5, origin="web")
    block = EpisodicInjector(store, session="now").get_context("which room does the choir rehearse in?")
    assert "room 12" in block
    assert "Mallory" not in block


def test_of_two_sayings_that_no_judge_has_seen_the_later_is_told_first(store: Store) -> None:
    tell(store, "the choir rehearses in room 12", days=60)
    tell(store, "the choir rehearses in room 7 now", days=5)
    first = EpisodicInjector(store, session="now").get_context("which room does the choir rehearse in?").splitlines()[1]
    assert "room 7" in first


@pytest.mark.parametrize("place", range(0, 200, 10))
def test_what_both_hold_is_never_called_outdated(wordless: Store, place: int) -> None:
    """FINDING 55: "We decided to use Redis for the cache." was outdated by where a chart goes."""
    pair = json.loads(PAIRS.read_text("utf-8").splitlines()[place])
    tell(wordless, pair["old"], days=20)
    tell(wordless, pair["new"], days=2)
    for hit in retrieve(pair["question"], wordless, k=10):
        assert not hit.outdated or hit.text != pair["old"]
    assert "since then" not in EpisodicInjector(wordless, session="now").get_context(pair["question"])
