"""Hits as what JSON has, and back, for one process to hand to another. Knows no socket and no store.

Not what `recall --json` prints: that is for programs of other people and says less.
"""

from collections.abc import Mapping
from dataclasses import fields
from datetime import date, datetime
from typing import Any, Final

from episodic.recall.hits import Hit, Hits
from episodic.records import EpisodeRecord

_FIELDS: Final = tuple(field.name for field in fields(Hit))


def packed(found: Hits) -> dict[str, Any]:
    """Return hits as mappings, lists, texts and numbers."""
    return {
        "strength": found.strength,
        "below": found.below,
        "notes": list(found.notes),
        "read": found.read,
        "loops": list(found.loops),
        "streams": list(found.streams),
        "hits": [_packed_hit(hit) for hit in found],
    }


def unpacked(document: Mapping[str, Any]) -> Hits:
    """Return the hits that `packed` made this of.

    Raises:
        KeyError, TypeError, ValueError, AttributeError: it was not made by this version.
    """
    return Hits(
        map(_unpacked_hit, document["hits"]),
        strength=document["strength"],
        below=document["below"],
        notes=document["notes"],
        read=document["read"],
        loops=document["loops"],
        streams=document["streams"],
    )


def _packed_hit(hit: Hit) -> dict[str, Any]:
    record = hit.record
    return {name: getattr(hit, name) for name in _FIELDS} | {
        "said_at": hit.said_at.isoformat(),
        "valid_until": _text(hit.valid_until),
        "on": f"{hit.on}" if hit.on else None,
        "ran_out": f"{hit.ran_out}" if hit.ran_out else None,
        "replaced_by": list(hit.replaced_by),
        "components": dict(hit.components),
        "record": record._asdict() | {"valid_until": _text(record.valid_until)} if record else None,
    }


def _unpacked_hit(document: Mapping[str, Any]) -> Hit:
    record = document["record"]
    return Hit(
        **{
            **document,
            "said_at": datetime.fromisoformat(document["said_at"]),
            "valid_until": _moment(document["valid_until"]),
            "on": _date(document.get("on")),
            "ran_out": _date(document.get("ran_out")),
            "replaced_by": tuple(document["replaced_by"]),
            "evidence": tuple((session, seq) for session, seq in document["evidence"]),
            "record": _unpacked_record(record) if record is not None else None,
        }
    )


def _unpacked_record(document: Mapping[str, Any]) -> EpisodeRecord:
    values: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in document.items()}
    return EpisodeRecord(**values | {"valid_until": _moment(document["valid_until"])})


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text is not None else None


def _date(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
