"""Asks a language model for the facts of a window. Knows no store and trusts no answer: grounding comes after it."""

import json
import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime, tzinfo
from importlib.resources import files
from typing import Any, Final, NamedTuple, get_args

from episodic.language.dates import day_start
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.records import CATEGORIES, KINDS, Candidate, Category, Stance, Turn

SITE: Final = "extract"

_NEEDS: Final = ("kind", "text", "quote", "turn")
_TURN_CHARS: Final = 6_000  # of one turn; a model pays no more attention to the middle of a longer one
_HEARD: Final = ("user", "assistant", "manual")  # origins a model is shown; tool output and files prove nothing here
_STANCES: Final[tuple[Stance, ...]] = get_args(Stance)

_CALLED: Final[Mapping[Category, str]] = {"union": "union membership"}
_TEXT: Final = {"type": "string"}
_DAY: Final = {"anyOf": [_TEXT, {"type": "null"}]}  # a list of types is no part of the Messages API's schemas
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["facts"],
    "properties": {
        "facts": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [*_NEEDS, "stance", "entities", "valid_from", "valid_until"],
                "properties": {
                    "kind": {"type": "string", "enum": list(KINDS)},
                    "text": _TEXT,
                    "quote": _TEXT,
                    "turn": {"type": "integer"},
                    "stance": {"type": "string", "enum": list(_STANCES)},
                    "entities": {"type": "array", "items": _TEXT},
                    "valid_from": _DAY,
                    "valid_until": _DAY,
                },
            },
        }
    },
}


class Withhold(NamedTuple):
    """What a model is told to leave out; what it proposes all the same is refused afterwards (minimise.py)."""

    banned: frozenset[Category] = frozenset(CATEGORIES)
    tone: bool = False


async def extract(
    client: Client,
    window: Sequence[Turn],
    *,
    context: Sequence[Turn],
    zone: tzinfo,
    withhold: Withhold = Withhold(),  # noqa: B008 - a tuple
) -> list[Candidate]:
    """Return what the model proposes for a window; an answer that lacks what a fact needs is left out.

    Raises:
        LLMError: the model cannot be asked, declined, or said nothing that can be used.
    """
    if not any(turn.origin in _HEARD for turn in window):
        return []
    system = prompt("extract").replace("{withheld}\n", _left_out(withhold))
    request = Request(system=system, user=fenced(_shown(window, context)), schema=SCHEMA)
    parsed = await client.ask_items(request, site=SITE, wants="facts", needs=_NEEDS)
    candidates = (_candidate(item, zone) for item in parsed.items)
    return [candidate for candidate in candidates if candidate is not None]


def prompt(name: str) -> str:
    """Read one of the prompts beside this module."""
    return (files("episodic.consolidate") / "prompts" / f"{name}.md").read_text("utf-8")


def _left_out(withhold: Withhold) -> str:
    """Write the lines of the prompt that name what is left out, each with its line break."""
    names = [_CALLED.get(category, category) for category in CATEGORIES if category in withhold.banned]
    listed = " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    lines = [f"Nothing about anybody's {listed}."] if names else []
    if not withhold.tone:
        lines.append("Nothing that is only how somebody feels at the moment.")
    return "".join(f"{line}\n" for line in lines)


def fenced(data: Mapping[str, Any]) -> str:
    """Return data as JSON between two lines with a mark that nobody who wrote the data can have known."""
    mark = os.urandom(8).hex()
    return f"{mark}\n{json.dumps(data, ensure_ascii=False)}\n{mark}"


def shown(turns: Sequence[Turn], *, chars: int) -> list[dict[str, Any]]:
    """Return turns as a model is shown them, each cut after `chars`; tool output and files are left out."""
    return [
        {"n": turn.seq, "role": turn.name or turn.role, "at": f"{turn.at:%Y-%m-%d}", "text": turn.content[:chars]}
        for turn in turns
        if turn.origin in _HEARD
    ]


def _shown(window: Sequence[Turn], context: Sequence[Turn]) -> dict[str, Any]:
    return {name: shown(turns, chars=_TURN_CHARS) for name, turns in (("context", context), ("turns", window))}


def _candidate(item: Mapping[str, Any], zone: tzinfo) -> Candidate | None:
    """Read one fact; None where a field is not what it has to be, as schemas are not enforced everywhere."""
    kind = next((kind for kind in KINDS if kind == item["kind"]), None)
    stance: Stance = next((stance for stance in _STANCES if stance == item.get("stance")), "stated")
    text, quote, seq = item["text"], item["quote"], item["turn"]
    if kind is None or not isinstance(text, str) or not isinstance(quote, str) or not isinstance(seq, int):
        return None
    entities = item.get("entities")
    return Candidate(
        kind=kind,
        text=text.strip(),
        quote=quote.strip(),
        seq=seq,
        stance=stance,
        entities=tuple(str(name) for name in entities) if isinstance(entities, list) else (),
        valid_from=day(item.get("valid_from"), zone),
        valid_until=day(item.get("valid_until"), zone),
    )


def day(text: object, zone: tzinfo) -> datetime | None:
    """Return the start of a day a model gave as an ISO date; None where it gave none."""
    try:
        return day_start(date.fromisoformat(str(text)[:10]), zone)
    except ValueError:
        return None
