"""Asks a language model to rule where words alone cannot: one call a window. Knows no store.

The guard keeps the last word on loss: where numbers, dates, names or negations differ, nothing is ever called the same.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from episodic.consolidate.extract import fenced, prompt
from episodic.consolidate.novelty import critical_difference
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.records import Neighbour, Verdict

SITE: Final = "referee"

_NEEDS: Final = ("candidate", "ruling", "known")
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["rulings"],
    "properties": {
        "rulings": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [*_NEEDS, "why"],
                "properties": {
                    "candidate": {"type": "integer"},
                    "ruling": {"type": "string", "enum": ["add", "restate", "supersede"]},
                    "known": {"type": "integer"},
                    "why": {"type": "string"},
                },
            },
        }
    },
}

Pair = tuple[str, Sequence[Neighbour]]


async def rule(client: Client, pairs: Sequence[Pair]) -> dict[int, Verdict]:
    """Return the verdicts by the candidates' places; one the model says nothing usable about is left out.

    Raises:
        LLMError: the model cannot be asked, declined, or said nothing that can be used.
    """
    if not pairs:
        return {}
    shown = [
        {"n": place, "text": text, "known": [{"n": n, "text": one.text} for n, one in enumerate(known, start=1)]}
        for place, (text, known) in enumerate(pairs)
    ]
    request = Request(system=prompt("referee"), user=fenced({"candidates": shown}), schema=SCHEMA)
    parsed = await client.ask_items(request, site=SITE, wants="rulings", needs=_NEEDS)
    verdicts: dict[int, Verdict] = {}
    for item in parsed.items:
        place = fields.whole(item["candidate"])
        if place is not None and 0 <= place < len(pairs):
            verdict = _verdict(item, *pairs[place])
            if verdict is not None:
                verdicts[place] = verdict
    return verdicts


def _verdict(item: Mapping[str, Any], text: str, known: Sequence[Neighbour]) -> Verdict | None:
    ruling, number = item["ruling"], fields.whole(item["known"])
    if ruling == "add":
        return Verdict("add", decided_by="referee")
    if number is None or not 1 <= number <= len(known):
        return None
    told = known[number - 1]
    differs = critical_difference(told.text, text)
    if ruling == "restate":
        if differs:  # an update that was called the same would be lost
            return Verdict("add", why="same, it says, but not so", decided_by="referee", reasons=differs)
        return Verdict("restate", told.id, "same in other words", "referee")
    if ruling == "supersede":
        return Verdict("supersede", told.id, "replaced", "referee", reasons=differs)
    return None
