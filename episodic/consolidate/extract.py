"""Asks a language model for a window's facts and loops. Knows no store and trusts no answer: grounding comes after."""

import json
import os
from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from importlib.resources import files
from typing import Any, Final, NamedTuple, get_args

from episodic.language.dates import day_start
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.records import CATEGORIES, KINDS, OWNERS, Candidate, Category, OpenLoop, Stance, Turn

SITE: Final = "extract"

_NEEDS: Final = ("kind", "text", "quote", "turn")
_TURN_CHARS: Final = 6_000  # of one turn; a model pays no more attention to the middle of a longer one
_HEARD: Final = ("user", "assistant", "manual")  # origins a model is shown; tool output and files prove nothing here
_STANCES: Final[tuple[Stance, ...]] = get_args(Stance)
_NAME_CHARS: Final = 60  # of an entity; a longer one is a sentence
_NAMES: Final = 12  # entities of one fact

_CALLED: Final[Mapping[Category, str]] = {"union": "union membership"}
_TEXT: Final = {"type": "string"}
_DAY: Final = {"anyOf": [_TEXT, {"type": "null"}]}  # a list of types is no part of the Messages API's schemas
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["facts", "loops_opened", "loops_closed"],
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
        },
        "loops_opened": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["text", "quote", "turn", "owner", "due"],
                "properties": {
                    "text": _TEXT,
                    "quote": _TEXT,
                    "turn": {"type": "integer"},
                    "owner": {"type": "string", "enum": list(OWNERS)},
                    "due": _DAY,
                },
            },
        },
        "loops_closed": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["loop", "quote", "turn"],
                "properties": {"loop": {"type": "integer"}, "quote": _TEXT, "turn": {"type": "integer"}},
            },
        },
    },
}


class Withhold(NamedTuple):
    """What a model is told to leave out; what it proposes all the same is refused afterwards (minimise.py)."""

    banned: frozenset[Category] = frozenset(CATEGORIES)
    tone: bool = False


class Extracted(NamedTuple):
    """What a model proposes for a window; `rest` is what it said of loops, as it came; `cut`: there was more.

    `lost` counts the items that could not be read as facts.
    """

    candidates: list[Candidate]
    rest: Mapping[str, Any]
    cut: bool = False
    lost: int = 0


async def extract(  # noqa: PLR0913 - all but two by name
    client: Client,
    window: Sequence[Turn],
    *,
    context: Sequence[Turn],
    loops: Sequence[OpenLoop] = (),
    zone: tzinfo,
    withhold: Withhold = Withhold(),  # noqa: B008 - a tuple
) -> Extracted:
    """Return what the model proposes for a window; an answer that lacks what a fact needs is left out.

    It is shown the open `loops`, numbered from 1.

    Raises:
        LLMError: the model cannot be asked, declined, or said nothing that can be used.
    """
    if not any(turn.origin in _HEARD for turn in window):
        return Extracted([], {})
    system = prompt("extract").replace("{withheld}\n", _left_out(withhold))
    request = Request(system=system, user=fenced(_shown(window, context, loops)), schema=SCHEMA)
    parsed = await client.ask_items(request, site=SITE, wants="facts", needs=_NEEDS)
    candidates = [one for item in parsed.items if (one := _candidate(item, zone)) is not None]
    lost = parsed.lost + len(parsed.items) - len(candidates)
    return Extracted(candidates, parsed.rest, parsed.truncated, lost)


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


def _shown(window: Sequence[Turn], context: Sequence[Turn], loops: Sequence[OpenLoop]) -> dict[str, Any]:
    known = [
        {"n": n, "text": loop.text, "owner": loop.owner, "since": f"{loop.opened_at:%Y-%m-%d}"}
        for n, loop in enumerate(loops, start=1)
    ]
    turns = {name: shown(turns, chars=_TURN_CHARS) for name, turns in (("context", context), ("turns", window))}
    return {"open_loops": known, **turns}


def _candidate(item: Mapping[str, Any], zone: tzinfo) -> Candidate | None:
    """Read one fact; None where a field is not what it has to be, as schemas are not enforced everywhere."""
    kind = next((kind for kind in KINDS if kind == item["kind"]), None)
    stance: Stance = next((stance for stance in _STANCES if stance == item.get("stance")), "stated")
    text, quote, seq = fields.line(item["text"]), fields.line(item["quote"]), fields.whole(item["turn"])
    if kind is None or not text or not quote or seq is None:
        return None
    return Candidate(
        kind=kind,
        text=text,
        quote=quote,
        seq=seq,
        stance=stance,
        entities=tuple(name for name in fields.texts(item.get("entities")) if len(name) <= _NAME_CHARS)[:_NAMES],
        valid_from=day(item.get("valid_from"), zone),
        valid_until=day(item.get("valid_until"), zone),
    )


def day(text: object, zone: tzinfo) -> datetime | None:
    """Return the start of a day a model gave as an ISO date; None where it gave none."""
    found = fields.day(text)
    return day_start(found, zone) if found is not None else None
