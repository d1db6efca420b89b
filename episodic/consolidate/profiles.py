"""Sums up one entity in a few sentences, each with the numbers of the facts it stands on. Knows no store.

Without a language model the best facts speak for themselves; with one, a sentence whose cited facts do not hold its
figures, dates and names is left out.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from episodic.consolidate.extract import fenced, prompt
from episodic.consolidate.grounding import invented
from episodic.language.cues import fold
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.records import Turn

SITE: Final = "profile"

_WORDS: Final = 60  # of a profile; more is not read
_SHOWN: Final = 40  # facts a model is shown; what matters of somebody is in the best of them
_SENTENCES: Final = 6

_TEXT: Final = {"type": "string"}
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sentences"],
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "facts"],
                "properties": {"text": _TEXT, "facts": {"type": "array", "items": {"type": "integer"}}},
            },
        }
    },
}


class Basis(NamedTuple):
    """A current fact that a profile may stand on."""

    id: int
    text: str
    said_at: datetime
    salience: float = 0.5
    recurrence: int = 1


class Summary(NamedTuple):
    """A profile's text, its sentences ending in `[#12].`, and the facts it cites."""

    text: str
    facts: tuple[int, ...]


def sum_up(facts: Sequence[Basis]) -> Summary:
    """Return the best facts as they are, as many as fit."""
    return _joined([(fact.text, (fact.id,)) for fact in _best(facts)])


async def narrate(client: Client, name: str, facts: Sequence[Basis]) -> Summary:
    """Have a model sum the facts up; the extractive profile where nothing it says holds.

    Raises:
        LLMError: the model cannot be asked, declined, or said nothing that can be used.
    """
    best = _best(facts)[:_SHOWN]
    shown = [{"n": fact.id, "said": f"{fact.said_at:%Y-%m-%d}", "text": fact.text} for fact in best]
    request = Request(system=prompt("profile"), user=fenced({"name": name, "facts": shown}), schema=SCHEMA)
    parsed = await client.ask_items(request, site=SITE, wants="sentences", needs=("text", "facts"))
    by_id = {fact.id: fact for fact in best}
    held = [said for item in parsed.items[:_SENTENCES] if (said := _held(item, name, by_id)) is not None]
    told = _joined(held)
    return told if told.facts else sum_up(facts)


def _best(facts: Sequence[Basis]) -> list[Basis]:
    """Order facts by what they weigh, the often said and the newest first among equals; none twice."""
    first: dict[str, Basis] = {}
    for fact in sorted(facts, key=_weight, reverse=True):
        first.setdefault(fold(fact.text), fact)
    return list(first.values())


def _weight(fact: Basis) -> tuple[float, datetime]:
    return fact.salience + 0.1 * min(fact.recurrence - 1, 4), fact.said_at


def _held(item: Mapping[str, Any], name: str, facts: Mapping[int, Basis]) -> tuple[str, tuple[int, ...]] | None:
    """Return a sentence with what it cites, where all it says of figures, dates and names stands there."""
    text, listed = fields.line(item["text"]), item["facts"]
    cited = [fields.whole(ident) for ident in (listed if isinstance(listed, list) else [listed])]
    sure = [ident for ident in cited if ident is not None and ident in facts]
    if not text or not cited or len(sure) < len(cited):
        return None
    plain = " ".join(re.sub(r"\[?#\d+\]?", "", text).split())
    said = [Turn("", ident, "user", f"{name}: {facts[ident].text}", facts[ident].said_at) for ident in sure]
    return (plain, tuple(dict.fromkeys(sure))) if plain and not invented(plain, said) else None


def _joined(sentences: Sequence[tuple[str, tuple[int, ...]]]) -> Summary:
    """Put sentences together while they fit, each with its numbers."""
    parts: list[str] = []
    cited: dict[int, None] = {}
    left = _WORDS
    for text, ids in sentences:
        words = len(text.split())
        if words > left:
            continue
        left -= words
        parts.append(f"{text.rstrip(' .')} [{', '.join(f'#{ident}' for ident in ids)}].")
        cited |= dict.fromkeys(ids)
    return Summary(" ".join(parts), tuple(cited))
