"""Holds what a language model says of loops against the turns, and keeps what was said. Knows no store.

A quote must stand in the turn it names, as for facts; only a turn after the one that opened a loop can finish it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, tzinfo
from typing import Any

from episodic.consolidate.grounding import Grounded, Refused, ground
from episodic.consolidate.loop_ends import comes_after
from episodic.consolidate.loops import LONGEST
from episodic.language.cues import fold
from episodic.language.dates import day_of
from episodic.language.promises import DEFERS
from episodic.llm import fields
from episodic.records import OWNERS, Candidate, Closing, Opening, OpenLoop, Owner, Turn


def openings(
    told: Mapping[str, Any], window: Sequence[Turn], *, context: Sequence[Turn], zone: tzinfo
) -> Iterator[Opening]:
    """Yield the loops a reply says were opened in the window, where the words are there."""
    for entry in fields.entries(told, "loops_opened"):
        text, quote = fields.line(entry.get("text")), fields.line(entry.get("quote"))
        turn = _proved(text, quote, fields.whole(entry.get("turn")), window, context)
        if turn is not None and len(text) <= LONGEST:
            owner: Owner = next((owner for owner in OWNERS if owner == entry.get("owner")), _speaker(turn))
            yield Opening(text, quote, turn.seq, owner, _due(entry.get("due"), turn, zone))


def closings(told: Mapping[str, Any], window: Sequence[Turn], *, loops: Sequence[OpenLoop]) -> Iterator[Closing]:
    """Yield which of the loops that were shown a reply says are finished, where a later turn says so."""
    done: set[int] = set()
    for entry in fields.entries(told, "loops_closed"):
        number, quote = fields.whole(entry.get("loop")), fields.line(entry.get("quote"))
        if number is None or not 1 <= number <= len(loops):
            continue
        loop, turn = loops[number - 1], _proved(quote, quote, fields.whole(entry.get("turn")), window, ())
        if turn is not None and comes_after(turn, loop) and loop.id not in done:
            done.add(loop.id)
            yield Closing(loop.id, quote, turn.seq)


def _proved(text: str, quote: str, seq: int | None, window: Sequence[Turn], context: Sequence[Turn]) -> Turn | None:
    """Return the turn of the window that a claim names, if it says the quote and nothing in the text was made up."""
    turn = next((turn for turn in window if turn.seq == seq and turn.role in {"user", "assistant"}), None)
    if turn is None or turn.origin not in {"user", "manual", "assistant"}:
        return None
    verdict = ground(Candidate("activity", text, quote, turn.seq), [*context, *window])
    put_off = isinstance(verdict, Refused) and verdict.reason == "question" and DEFERS.search(fold(quote))
    return turn if isinstance(verdict, Grounded) or put_off else None


def _speaker(turn: Turn) -> Owner:
    return "assistant" if turn.role == "assistant" else "user"


def _due(value: object, turn: Turn, zone: tzinfo) -> date | None:
    """Return a day from the turn's own on; a model that gives another has misread the year."""
    day = fields.day(value)
    return day if day is not None and day >= day_of(turn.at, zone) else None
