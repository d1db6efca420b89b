"""JSON as people write settings, with comments and trailing commas: where each value stands, and edits in place.

Knows no setting. An edit touches the bytes it adds or takes and no other, which no library for JSON with comments that
we found does.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

_SPACE: Final = re.compile(r"(?:[\s\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_DEEPEST: Final = 100  # levels; no settings nest like that


class Node(NamedTuple):
    """A value and where it stands, `stop` excluded; of an object's members and an array's items, each by its own.

    `keys` are where each member's key begins; empty for an array.
    """

    value: Any
    start: int
    stop: int
    names: tuple[str, ...] = ()
    keys: tuple[int, ...] = ()
    parts: tuple["Node", ...] = ()

    def member(self, name: str) -> "Node | None":
        """Return a member's value, the last one of that name, as JSON has it."""
        found = [part for known, part in zip(self.names, self.parts, strict=True) if known == name]
        return found[-1] if found else None


def parse(text: str) -> Node:
    """Read one value.

    Raises:
        ValueError: it is none, or more than one.
    """
    node = _value(text, _skip(text, 0), 0)
    if _skip(text, node.stop) != len(text):
        raise ValueError(f"something follows at character {node.stop}")
    return node


def with_part(text: str, parent: Node, written: str) -> str:
    """Return the text with a member (`"key": value`) or an item added at the end of an object or array."""
    closing = parent.stop - 1
    lines = "\n" in text[parent.start : closing]
    outer = _indent(text, closing) if lines else ""
    inner = _indent(text, parent.keys[0] if parent.keys else parent.parts[0].start) if lines and parent.parts else ""
    inner = inner or outer + "  "
    end = "\r\n" if "\r\n" in text[parent.start : closing] else "\n"
    if not parent.parts:
        added = f"{end}{inner}{written}{end}{outer}" if lines else written
        start = parent.start + 1
        return text[:start] + text[start:closing].rstrip() + added + text[closing:]
    last = parent.parts[-1].stop
    comma = "" if _has_comma(text, last) else ","
    between = text[last:closing]
    kept = between.rstrip()
    tail = f"{end}{inner}{written}{end}{outer}" if lines else f" {written}{between[len(kept) :]}"
    return text[:last] + comma + kept + tail + text[closing:]


def without_parts(text: str, parent: Node, places: Sequence[int]) -> str:
    """Return the text without some of the members or items of an object or array, and without their commas."""
    for place in sorted(places, reverse=True):
        start = parent.keys[place] if parent.keys else parent.parts[place].start
        stop = parent.parts[place].stop
        if _has_comma(text, stop):
            stop = _skip(text, stop) + 1
        elif place > 0:
            before = parent.parts[place - 1].stop
            comma = _skip(text, before)
            text = text[:comma] + text[comma + 1 :]
            start, stop = start - 1, stop - 1
        head = text[:start]
        bare = head.rstrip(" \t")
        text = (bare[:-1].rstrip(" \t\r") if bare.endswith("\n") else head) + text[stop:]
    return text


def _value(text: str, at: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise ValueError("it nests too deeply")
    if text[at : at + 1] == "{":
        return _object(text, at, depth)
    if text[at : at + 1] == "[":
        return _array(text, at, depth)
    match = _STRING.match(text, at) or _SCALAR.match(text, at)
    if match is None:
        raise ValueError(f"no value at character {at}")
    return Node(json.loads(match[0]), at, match.end())


def _object(text: str, at: int, depth: int) -> Node:
    names, keys, parts = list[str](), list[int](), list[Node]()
    place = _skip(text, at + 1)
    while text[place : place + 1] != "}":
        key = _STRING.match(text, place)
        colon = _skip(text, key.end()) if key else place
        if key is None or text[colon : colon + 1] != ":":
            raise ValueError(f"no key at character {place}")
        part = _value(text, _skip(text, colon + 1), depth + 1)
        names.append(json.loads(key[0]))
        keys.append(place)
        parts.append(part)
        place = _next(text, part.stop, "}")
    value = {name: part.value for name, part in zip(names, parts, strict=True)}
    return Node(value, at, place + 1, tuple(names), tuple(keys), tuple(parts))


def _array(text: str, at: int, depth: int) -> Node:
    parts = list[Node]()
    place = _skip(text, at + 1)
    while text[place : place + 1] != "]":
        part = _value(text, place, depth + 1)
        parts.append(part)
        place = _next(text, part.stop, "]")
    return Node([part.value for part in parts], at, place + 1, parts=tuple(parts))


def _next(text: str, at: int, closing: str) -> int:
    """Return where the next part begins, or the closing bracket stands; a trailing comma is let pass."""
    place = _skip(text, at)
    if text[place : place + 1] == ",":
        return _skip(text, place + 1)
    if text[place : place + 1] != closing:
        raise ValueError(f"neither a comma nor {closing} at character {place}")
    return place


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _has_comma(text: str, at: int) -> bool:
    place = _skip(text, at)
    return text[place : place + 1] == ","


def _indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip())]
