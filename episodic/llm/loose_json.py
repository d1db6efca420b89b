"""Reads JSON as language models write it, up to where it stops making sense. Knows nothing of what it is about.

Valid JSON is read exactly. Beyond it: commas too many or too few, bad escapes, bare quotes and line breaks inside
strings, NaN and Python's literals, keys given twice. Where text ends, what is complete is kept: the containers around
the first list, and the complete elements of that list; an element is all there or not at all. An object in a list that
makes no sense costs itself alone: reading goes on at the next one.
"""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

_DEEPEST: Final = 64  # containers in each other; deeper is no data, and recursion has an end

_SPACE: Final = re.compile(r"[\s,]*")
_PLAIN: Final = re.compile(r'[^"\\]*')
_HEX: Final = re.compile(r"[0-9a-fA-F]{4}")
_HEX_CUT: Final = re.compile(r"[0-9a-fA-F]{0,3}\Z")
_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_LITERAL: Final = re.compile(r"(?:true|false|null|True|False|None|NaN|[-+]?Infinity)(?![^\W])")
_LITERALS: Final = {"true": True, "True": True, "false": False, "False": False}  # all others are no values: null
_COLON: Final = re.compile(r"\s*:\s*")
# What follows the quote that ends a string; any other quote stands inside it.
_END_OF_STRING: Final = re.compile(
    r"""\s*(?: [}\]:] | \Z | ``` | ,\s*(?: ["{\[\]}\d.-] | \Z | (?:true|false|null|True|False|None|NaN|Infinity)\b ) )
      | [^\S\n]*\n\s*" """,
    re.VERBOSE,
)
_ESCAPES: Final = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CONTROLS: Final = frozenset("bfnrt")
_LONGEST_NUMBER: Final = 300  # digits; Python refuses to read more than 4,300 into an int


# Where an object ends and the next one of its list begins, or the list ends.
_NEXT: Final = re.compile(r"\}[\s,]*(?=\{|\](?!\s*\}\s*,\s*\{))")
_TAIL: Final = re.compile(r"[\s\w.+-]*\Z")  # a value that may only be cut off


class Read(NamedTuple):
    """A value and where it ended; not `complete` when the text ended or broke inside it. `repairs`: what was mended.

    `lost` counts the objects of lists that made no sense and are left out.
    """

    value: Any
    end: int
    complete: bool
    repairs: frozenset[str]
    lost: int = 0


def read(text: str, start: int = 0) -> Read | None:
    """Read the object or list that begins at `start`; None when none does."""
    reader = _Reader(text, start)
    try:
        value = reader.value(0, keep=True)
    except _StopError:
        return None
    return Read(value, reader.at, not reader.cut, frozenset(reader.repairs), reader.lost)


class _StopError(Exception):
    """The text ends or makes no sense here."""


class _Reader:
    """A place in a text. `cut`: a container that was kept is not complete."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.cut = False
        self.lost = 0
        self.repairs: set[str] = set()

    def value(self, depth: int, *, keep: bool) -> Any:
        """Read any value; `keep` its beginning if it is a container that the text ends in."""
        char = self._char()
        if char == '"':
            return self._string()
        if char in ("{", "["):
            if depth == _DEEPEST:
                raise _StopError
            self.at += 1
            return (
                self._kept({}, self._member, depth, keep) if char == "{" else self._kept([], self._element, depth, keep)
            )
        return self._scalar()

    def _kept(self, found: Any, fill: Callable[[Any, int, bool], bool], depth: int, keep: bool) -> Any:  # noqa: FBT001
        """Fill a container to its end, or, where its beginning is to be kept, to where it breaks."""
        try:
            while not self.cut and fill(found, depth + 1, keep):
                pass
        except _StopError:
            if not keep:
                raise
            self.cut = True
        return found

    def _member(self, found: dict[str, Any], depth: int, keep: bool) -> bool:  # noqa: FBT001
        """Read a key and its value into an object; False at the object's end."""
        self._skip_space()
        if self._char() == "}":
            self.at += 1
            return False
        if self._char() != '"':
            raise _StopError
        key = self._string()
        colon = _COLON.match(self.text, self.at)
        if colon is None:
            raise _StopError
        self.at = colon.end()
        value = self.value(depth, keep=keep)
        if key in found:
            self.repairs.add("a key given twice")
            if isinstance(found[key], list) and isinstance(value, list):
                value = found[key] + value
        found[key] = value
        return True

    def _element(self, found: list[Any], depth: int, keep: bool) -> bool:  # noqa: FBT001
        """Read an element into a list; False at the list's end."""
        self._skip_space()
        start = self.at
        if self._char() == "]":
            self.at += 1
            return False
        try:
            found.append(self.value(depth, keep=False))
        except _StopError:
            if not keep or not self._passed_over(start):
                raise
            self.lost += 1
        return True

    def _passed_over(self, start: int) -> bool:
        """Go to the end of an object that makes no sense; False where the text ends in it, or it is none."""
        if self.text[start] != "{" or _TAIL.match(self.text, self.at):
            return False
        following = _NEXT.search(self.text, start)
        if following is not None:
            self.at = following.end()
        return following is not None

    def _scalar(self) -> Any:
        if literal := _LITERAL.match(self.text, self.at):
            self.at = literal.end()
            return _LITERALS.get(literal.group())
        number = _NUMBER.match(self.text, self.at)
        if number is None or number.end() == len(self.text):  # its digits may go on where the text ends
            raise _StopError
        self.at = number.end()
        return _number(number.group())

    def _string(self) -> str:
        r"""Read the string whose opening quote is here; in one with a bad escape no backslash stands for a line break.

        In `C:\users\new` nobody wrote one.
        """
        parts: list[str] = []
        escaped: dict[int, str] = {}
        is_plain = False
        self.at += 1
        while True:
            plain = _PLAIN.match(self.text, self.at)
            parts.append(plain.group() if plain else "")
            self.at += len(parts[-1])
            if self._char() == "\\":
                begun = self.at
                parts.append(self._escape())
                written = self.text[begun : self.at]
                escaped |= {len(parts) - 1: written} if written[1:] in _CONTROLS else {}
                is_plain |= parts[-1] == written != "\\'"
                continue
            self.at += 1
            if _END_OF_STRING.match(self.text, self.at):
                return _whole("".join(escaped.get(at, part) if is_plain else part for at, part in enumerate(parts)))
            self.repairs.add("a bare quote")
            parts.append('"')

    def _escape(self) -> str:
        """Read the escape that is here; one that means nothing stands for itself, as in a path of Windows."""
        self.at += 1
        char = self._char()
        self.at += 1
        if char in _ESCAPES:
            return _ESCAPES[char]
        if char == "u":
            if digits := _HEX.match(self.text, self.at):
                self.at += 4
                return chr(int(digits.group(), 16))
            if _HEX_CUT.match(self.text, self.at):
                raise _StopError
        self.repairs.add("a bad escape")
        return "\\" + char

    def _skip_space(self) -> None:
        if space := _SPACE.match(self.text, self.at):
            self.at = space.end()

    def _char(self) -> str:
        if self.at >= len(self.text):
            raise _StopError
        return self.text[self.at]


def _number(digits: str) -> int | float | None:
    if len(digits) > _LONGEST_NUMBER:
        return None
    if digits.lstrip("-").isdecimal():
        return int(digits)
    number = float(digits)
    return number if abs(number) != float("inf") else None


def _whole(text: str) -> str:
    """Join surrogate pairs and replace those that stand alone, which no database takes."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
