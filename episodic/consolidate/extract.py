"""Asks a language model for a window's facts and loops. Knows no store and trusts no answer: grounding comes after."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from importlib.resources import files
from typing import Any, Final, NamedTuple, get_args

from episodic.consolidate.quoting import as_said
from episodic.consolidate.wording import in_own_words
from episodic.language.dates import day_start
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.llm.replies import Parsed
from episodic.records import CATEGORIES, KINDS, OWNERS, Candidate, Category, OpenLoop, Stance, Turn

SITE: Final = "extract"

_NEEDS: Final = ("kind", "text", "quote", "turn")
_TURN_CHARS: Final = 6_000  # of one turn in one question; a model pays less attention to the middle of a longer one
_PART_OVERLAP: Final = 400  # characters that two parts of a longer one share
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

    def plus(self, other: "Extracted") -> "Extracted":
        """Return both together; a part of a long turn was shown twice, so what is said twice counts once."""
        new = [one for one in other.candidates if one not in self.candidates]
        rest = {
            name: [*fields.entries(self.rest, name), *fields.entries(other.rest, name)]
            for name in ("loops_opened", "loops_closed")
        }
        return Extracted([*self.candidates, *new], rest, self.cut or other.cut, self.lost + other.lost)


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
    if not any(map(_is_heard, window)):
        return Extracted([], {})
    system = prompt("extract").replace("{withheld}\n", _left_out(withhold))
    told = Extracted([], {})
    for sheet in _sheets(window, context):
        request = Request(system=system, user=fenced({"open_loops": _known(loops), **sheet}), schema=SCHEMA)
        parsed = await client.ask_items(request, site=SITE, wants="facts", needs=_NEEDS)
        told = told.plus(_read(parsed, [*context, *window], zone))
    return told


def _read(parsed: Parsed, seen: Sequence[Turn], zone: tzinfo) -> Extracted:
    turns = {turn.seq: turn for turn in seen}
    found = (one for item in parsed.items if (one := _candidate(item, turns, zone)) is not None)
    candidates = [in_own_words(one, turns[one.seq], seen) if one.seq in turns else one for one in found]
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
        if _is_heard(turn)
    ]


def _is_heard(turn: Turn) -> bool:
    """Whether a turn is shown to a model: what a system says has the user for its origin, and is not theirs."""
    return turn.origin in _HEARD and turn.role in {"user", "assistant"}


def _known(loops: Sequence[OpenLoop]) -> list[dict[str, Any]]:
    return [
        {"n": n, "text": loop.text, "owner": loop.owner, "since": f"{loop.opened_at:%Y-%m-%d}"}
        for n, loop in enumerate(loops, start=1)
    ]


def _sheets(window: Sequence[Turn], context: Sequence[Turn]) -> Iterator[dict[str, Any]]:
    """Yield what a model is shown, question by question: all turns, then the next parts of those that are longer.

    The parts of a turn overlap, so that no sentence is read in halves only.
    """
    before = [*context, *window]
    yield {"context": shown(context, chars=_TURN_CHARS), "turns": shown(window, chars=_TURN_CHARS)}
    step = _TURN_CHARS - _PART_OVERLAP
    longest = max(len(turn.content) for turn in window)
    for start in range(step, longest - _PART_OVERLAP, step):
        parts = [
            turn._replace(content=turn.content[start:]) for turn in window if len(turn.content) > start + _PART_OVERLAP
        ]
        if turns := shown(parts, chars=_TURN_CHARS):
            near = [turn for turn in before if turn.seq < turns[0]["n"]][-2:]
            yield {"context": shown(near, chars=_PART_OVERLAP), "turns": turns}


def _candidate(item: Mapping[str, Any], turns: Mapping[int, Turn], zone: tzinfo) -> Candidate | None:
    """Read one fact; None where a field is not what it has to be, as schemas are not enforced everywhere."""
    kind = next((kind for kind in KINDS if kind == item["kind"]), None)
    stance: Stance = next((stance for stance in _STANCES if stance == item.get("stance")), "stated")
    seq = fields.whole(item["turn"])
    text, quote = _as_said(item["text"], item["quote"], turns.get(-1 if seq is None else seq))
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


def _as_said(text: object, quote: object, turn: Turn | None) -> tuple[str, str]:
    """Return a fact's text, and its quote in the turn's own words where it can be found there."""
    for place, spelled in enumerate(fields.spellings(quote) if turn is not None else ()):
        if turn is not None and (said := as_said(spelled, turn.content)):
            texts = fields.spellings(text)
            return (texts[min(place, len(texts) - 1)] if texts else ""), " ".join(said.split())
    return fields.line(text), fields.line(quote)


def day(text: object, zone: tzinfo) -> datetime | None:
    """Return the start of a day a model gave as an ISO date; None where it gave none."""
    found = fields.day(text)
    return day_start(found, zone) if found is not None else None
