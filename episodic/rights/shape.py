"""What each record of an export holds, field by field. Knows no store and no file."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from episodic.errors import FormatError
from episodic.records import ENTITY_KINDS, KINDS, ORIGINS, OUTCOMES, OWNERS, ROLES

_STAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_MARK: Final = re.compile(r"(?:[0-9a-f]{2})+")

Check = Callable[[Any], bool]


def check(record: Any) -> Mapping[str, Any]:
    """Return a record that is one.

    Raises:
        FormatError: it is none, or a field of it is not what it should be; the text names the field.
    """
    if not isinstance(record, dict) or record.get("type") not in _SHAPES:
        raise FormatError("it is no record of an export")
    shape = _SHAPES[record["type"]]
    for field, holds in shape.items():
        name, optional = field.rstrip("?"), field.endswith("?")
        if name not in record and not optional:
            raise FormatError(f"this {record['type']} has no {name}")
        if name in record and not holds(record[name]):
            raise FormatError(f"this {record['type']}'s {name} is not one")
    if unknown := sorted(record.keys() - {field.rstrip("?") for field in shape} - {"type"}):
        raise FormatError(f"a {record['type']} has no field {unknown[0]}")
    return record


def _text(value: Any) -> bool:
    return isinstance(value, str) and value == value.encode("utf-8", "ignore").decode()


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def _number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _switch(value: Any) -> bool:
    return isinstance(value, bool)


def _time(value: Any) -> bool:
    return isinstance(value, str) and bool(_STAMP.fullmatch(value))


def _day(value: Any) -> bool:
    return isinstance(value, str) and bool(_DAY.fullmatch(value))


def _mark(value: Any) -> bool:
    return isinstance(value, str) and bool(_MARK.fullmatch(value))


def _of(*allowed: str) -> Check:
    return lambda value: isinstance(value, str) and value in allowed


def _all(holds: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(holds, value))


def _place(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and _text(value[0]) and _count(value[1])


def _ref(value: Any) -> bool:
    return _count(value) or _place(value)


def _mapping(value: Any) -> bool:
    return isinstance(value, dict)


def _each(shape: Mapping[str, Check]) -> Check:
    """Return what holds of a list of parts with these fields."""

    def holds(value: Any) -> bool:
        return isinstance(value, list) and all(_fits(part, shape) for part in value)

    return holds


def _fits(part: Any, shape: Mapping[str, Check]) -> bool:
    if not isinstance(part, dict) or part.keys() - {field.rstrip("?") for field in shape}:
        return False
    return all(
        holds(part[field.rstrip("?")]) if field.rstrip("?") in part else field.endswith("?")
        for field, holds in shape.items()
    )


_VERDICTS: Final = _each({"judge": _text, "outcome": _text, "scores": _mapping, "at": _time})
_DOUBTED: Final = {"why": _text, "held": _switch, "at": _time, "settled_at?": _time, "accepted?": _switch}
_DECIDER: Final = _of("referee", "guard", "user")
_LISTS: Final = ("topics", "decisions", "advice_given", "actions", "lessons", "key_numbers", "concerns", "tags")

# A field with a question mark is left out where there is none of it.
_SHAPES: Final[Mapping[str, Mapping[str, Check]]] = {
    "session": {
        "id": _text,
        "source?": _text,
        "project?": _text,
        "started_at?": _time,
        "last_turn_at?": _time,
        "turns": _count,
        "consolidated": _count,
        "told": _count,
        "parked?": _text,
    },
    "turn": {
        "session": _text,
        "seq": _count,
        "role": _of(*ROLES),
        "name?": _text,
        "origin": _of(*ORIGINS),
        "at": _time,
        "text?": _text,
        "ids?": _all(_mark),
    },
    "fact": {
        "n": _count,
        "kind": _of(*KINDS),
        "text": _text,
        "project?": _text,
        "said_at": _time,
        "current": _switch,
        "around?": _text,
        "quote": _text,
        "speaker": _text,
        "stance": _text,
        "confidence": _of("high", "medium", "low"),
        "recurrence": _count,
        "valid_from?": _time,
        "valid_until?": _time,
        "last_confirmed_at": _time,
        "salience": _number,
        "tier": _of("durable", "episodic"),
        "learnt_at?": _time,
        "retired_at?": _time,
        "reviewed": _switch,
        "evidence?": _all(_place),
        "verdicts?": _VERDICTS,
        "doubt?": lambda value: _fits(value, _DOUBTED),
    },
    "supersession": {
        "old": _count,
        "new": _count,
        "why": _text,
        "decided_by": _DECIDER,
        "known_at": _time,
        "undone_at?": _time,
    },
    "episode": {
        "n": _count,
        "session": _text,
        "text?": _text,
        "project?": _text,
        "said_at": _time,
        "current": _switch,
        "merged_into?": _count,
        "subject": _text,
        **{f"{name}?": _all(_text) for name in _LISTS},
        "outcome": _of(*OUTCOMES),
        "user_state?": _text,
        "valid_until?": _time,
        "turn_count": _count,
        "started_at": _time,
        "ended_at": _time,
        "archived_at?": _time,
        "evidence?": _all(_place),
        "verdicts?": _VERDICTS,
    },
    "workstream": {
        "n": _count,
        "project?": _text,
        "name": _text,
        "named_by": _DECIDER,
        "opened_at": _time,
        "closed_at?": _time,
        "merged_into?": _count,
        "members?": _each(
            {
                "episode": _count,
                "score?": _number,
                "decided_by": _DECIDER,
                "at": _time,
                "terms?": _all(_text),
                "openings?": _all(_count),
            }
        ),
        "changes?": _each(
            {
                "what": _of("opened", "attached", "renamed", "merged", "split", "closed", "reopened"),
                "decided_by": _DECIDER,
                "at": _time,
                "undone_at": lambda value: value is None or _time(value),
                "before": _mapping,
            }
        ),
    },
    "loop": {
        "n": _count,
        "turn": _place,
        "project?": _text,
        "text": _text,
        "quote": _text,
        "owner": _of(*OWNERS),
        "due?": _day,
        "state": _of("open", "done", "dropped", "snoozed"),
        "opened_at": _time,
        "last_seen_at": _time,
        "closed_at?": _time,
        "snoozed_until?": _time,
        "evidence?": _each({"part": _of("opens", "closes"), "turn": _place, "quote": _text}),
        "changes?": _each(
            {
                "what": _of("opened", "said again", "done", "dropped", "snoozed", "reopened"),
                "decided_by": _of("user", "evidence", "referee"),
                "turn?": _place,
                "note?": _text,
                "old_state?": _text,
                "old_due?": _day,
                "old_closed_at?": _time,
                "old_snoozed_until?": _time,
                "at": _time,
                "undone_at?": _time,
            }
        ),
    },
    "entity": {
        "n": _count,
        "kind": _of(*ENTITY_KINDS),
        "name": _text,
        "identity?": _text,
        "learnt_at": _time,
        "aliases?": _each({"alias": _text, "item": _ref}),
        "mentions": _all(_ref),
    },
    "join": {
        "entity": _count,
        "target": _count,
        "why": _text,
        "decided_by": _of("guard", "user"),
        "at": _time,
        "undone_at?": _time,
    },
    "profile": {
        "entity": _count,
        "text": _text,
        "written_by": _of("rule", "model"),
        "basis": _count,
        "stale": _switch,
        "made_at": _time,
        "facts?": _all(_count),
    },
}

TYPES: Final = tuple(_SHAPES)
