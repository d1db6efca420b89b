"""Reads single values of a reply, of whatever type, length or spelling they are. Pure; knows no schema.

A value that is not what it should be is read as absent: the caller decides what its item is worth without it.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

_YEARS: Final = range(1900, 2201)  # beyond them a day is a slip, and the calendar's ends overflow
_DIGITS: Final = re.compile(r"\s*#?(\d{1,9})\s*")


def line(value: object) -> str:
    """Return a text on one line, without control characters; empty where it is no text."""
    if not isinstance(value, str):
        return ""
    return " ".join("".join(" " if unicodedata.category(char) in _CONTROLS else char for char in value).split())


_CONTROLS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})


def spellings(value: object) -> list[str]:
    r"""Return what a text may have been, on one line, likeliest first: its writer may not have escaped as JSON has it.

    A line break may have been the start of a folder's name, as in `C:\new`, and a `\n` a line break.
    """
    if not isinstance(value, str):
        return []
    found = (value, value.translate(_WRITTEN), re.sub(r"\\[bfnrt]", " ", value))
    return [text for text in dict.fromkeys(map(line, found)) if text]


_WRITTEN: Final = {
    ord(char): written for char, written in zip("\b\f\n\r\t", (r"\b", r"\f", r"\n", r"\r", r"\t"), strict=True)
}


def whole(value: object) -> int | None:
    """Return a number that counts something, also where it is written 3.0 or "3"; None where it is none."""
    if isinstance(value, str):
        digits = _DIGITS.fullmatch(value)
        return int(digits[1]) if digits else None
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return None
    return int(value)


def day(value: object) -> date | None:
    """Return a day that is given as an ISO date or time; None where it is none."""
    try:
        found = date.fromisoformat(value.strip()[:10]) if isinstance(value, str) else None
    except ValueError:
        return None
    return found if found is not None and found.year in _YEARS else None


def texts(value: object) -> list[str]:
    """Return the texts of a list, each on one line, or of one text that should have been a list."""
    listed = value if isinstance(value, list) else [value]
    return [text for text in map(line, listed) if text]


def entries(told: Mapping[str, Any], name: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of the list a reply has under a name."""
    found = told.get(name)
    yield from (entry for entry in (found if isinstance(found, list) else ()) if isinstance(entry, Mapping))
