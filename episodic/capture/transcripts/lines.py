"""Turn the bytes of a file into JSON values, one bad line at a time, and read the scraps every format shares.

Knows no transcript format: what a value means is for the reader that takes it.
"""

import codecs
import hashlib
import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import BinaryIO

from episodic.capture.transcripts.transcript import BadLine
from episodic.language.dates import is_no_time

DOCUMENT_LIMIT = 256 * 1024**2  # bytes of a document that is read whole; more is read line by line
ITEM_LIMIT = 64 * 1024**2  # characters one item of an array may take; more is a break, not an item
CHUNK = 1024**2  # bytes of an array read at a time
HEAD = 64 * 1024  # bytes in which a file must show its format; a line that starts there is read whole
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

TORN = "torn last line"
_HALF_A_MARK = (codecs.BOM_UTF8[:1], codecs.BOM_UTF8[:2])
_CONTINUED = bytes(range(0x80, 0x100))
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_UNSTORABLE = re.compile("[\ud800-\udfff]")
_SEPARATORS = re.compile(r"[\s,]*")
_DECODER = json.JSONDecoder(strict=False)
_EPOCH_TEXT = re.compile(r"-?\d{9,}(?:\.\d+)?")


class Lines:
    """The JSON values of a file, in order; what could not be read lies in `bad` once they have passed.

    A file is one value a line, one long array, or one document (a pretty-printed object); arrays give their items. Only
    a document is held in memory whole.
    """

    def __init__(self, opened: Callable[[], BinaryIO]) -> None:
        self._open = opened
        with opened() as stream:
            self._wide = stream.read(2).startswith(_UTF16)
        self._shape: Callable[[int | None], Iterator[object]] | None = None
        self.bad: list[BadLine] = []
        self.mangled = 0

    @property
    def blank(self) -> bool:
        """Whether there is nothing in it at all; half a byte-order mark is nothing too."""
        with self._stream() as stream:
            lines = (_bare(raw) for raw in iter(lambda: stream.readline(HEAD), b""))
            return not any(raw.removeprefix(codecs.BOM_UTF8).strip() for raw in lines if raw not in _HALF_A_MARK)

    def __iter__(self) -> Iterator[object]:
        """Yield every value of the file, and gather its bad lines anew."""
        yield from self._values(None)

    def head(self) -> Iterator[object]:
        """Yield the values that start in the first 64 KiB."""
        yield from self._values(HEAD)

    def head_text(self) -> str:
        """Return the first 64 KiB as text."""
        with self._stream() as stream:
            return _decode(_bare(stream.read(HEAD)))

    def text(self) -> Iterator[str]:
        """Yield the lines as text, without their ends."""
        self.bad, self.mangled = [], 0
        with self._stream() as stream:
            for raw in stream:
                line = raw.rstrip(b"\r\n")
                text = _decode(_bare(line))
                self.mangled += "\ufffd" in text and not _is_utf8(line)
                yield clean(text)

    def _values(self, limit: int | None) -> Iterator[object]:
        self.bad, self.mangled = [], 0
        if self._shape is None:
            self._shape = self._find_shape()
        yield from self._shape(limit)

    @contextmanager
    def _stream(self) -> Iterator[BinaryIO]:
        """Open the file, in UTF-8 even where PowerShell's > wrote it."""
        with self._open() as stream:
            if not self._wide:
                yield stream
                return
            text = stream.read().decode("utf-16", "replace")
            yield io.BytesIO(text.encode("utf-8", "replace"))

    def _find_shape(self) -> Callable[[int | None], Iterator[object]]:
        """Tell one value a line from one array and one document, by the first line with something in it."""
        with self._stream() as stream:
            said = (raw for raw in iter(lambda: stream.readline(HEAD), b"") if _decode(_bare(raw)).strip())
            first, more = next(said, b""), next(said, b"")
        opening = _decode(_bare(first)).lstrip()[:1]
        is_whole = first.endswith(b"\n") and bool(more)
        if opening not in ("[", "{") or (is_whole and _parses(_decode(_bare(first)))):
            return self._by_line
        if opening == "[":
            return self._by_item
        return self._document() if is_whole else self._by_line

    def _by_line(self, limit: int | None) -> Iterator[object]:
        place = 0
        with self._stream() as stream:
            for number, raw in enumerate(stream, 1):
                if limit is not None and place >= limit:
                    return
                place += len(raw)
                text = _decode(_bare(raw))
                if not text.strip():
                    continue
                try:
                    values = _parse(text)
                except (ValueError, RecursionError) as error:
                    torn = not raw.endswith(b"\n")  # only the last line can be
                    self.bad.append(BadLine(number, text, TORN if torn else _reason(error)))
                    continue
                self.mangled += "\ufffd" in text and not _is_utf8(raw)
                yield from (item for value in values for item in _items(value))

    def _by_item(self, limit: int | None) -> Iterator[object]:
        with self._stream() as stream:
            items = _Items(stream, bad=self.bad, limit=limit)
            yield from items
            self.mangled = items.mangled

    def _document(self) -> Callable[[int | None], Iterator[object]]:
        """Read the file as one JSON document; one that is none, or too large to be, is read line by line."""
        data = bytearray()
        with self._stream() as stream:
            for raw in stream:
                data += _bare(raw)
                if len(data) > DOCUMENT_LIMIT:
                    return self._by_line
        text = _decode(bytes(data))
        values, end = _decode_run(text, 0)
        if end < len(text):
            return self._by_line
        mangled = int("\ufffd" in text and not _is_utf8(bytes(data)))

        def whole(_: int | None) -> Iterator[object]:
            self.mangled = mangled
            yield from (item for value in values for item in _items(value))

        return whole


class _Items:
    """The items of one long JSON array, decoded as they come; what follows a break is one bad line."""

    def __init__(self, stream: BinaryIO, *, bad: list[BadLine], limit: int | None) -> None:
        self.mangled = 0
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._bad = bad
        self._limit = limit
        self._text = ""
        self._ended = False

    def __iter__(self) -> Iterator[object]:
        place, gone, lines = 0, 0, 0  # in the text at hand; what was dropped before it, in characters and lines
        while self._limit is None or gone + place < self._limit:
            place = self._next(place)
            if place >= len(self._text):
                return
            found = self._item(place)
            if found is None:
                break
            value, place = found
            yield from _items(value)
            if place > CHUNK:
                lines, gone = lines + self._text.count("\n", 0, place), gone + place
                self._text, place = self._text[place:], 0
        else:
            return
        rest = self._text[place:]
        if rest.strip() not in ("", "]"):
            self._bad.append(BadLine(lines + self._text.count("\n", 0, place) + 1, rest[:CHUNK], TORN))

    def _next(self, place: int) -> int:
        """Return where the next item starts: brackets of the array and commas only part them."""
        while True:
            place = _skip(self._text, place)
            if place < len(self._text) and self._text[place] in "[]":
                place += 1
            elif place < len(self._text) or not self._more():
                return place

    def _item(self, place: int) -> tuple[object, int] | None:
        """Decode one item, reading on while it is cut short; None where it is broken."""
        wanted = 0
        while True:
            while len(self._text) - place < wanted and self._more():
                pass
            try:
                value, end = _DECODER.raw_decode(self._text, place)
            except (ValueError, RecursionError):
                wanted = max(2 * (len(self._text) - place), CHUNK)
                if self._ended or wanted > ITEM_LIMIT:
                    return None
                continue
            if end == len(self._text) and self._more():  # a number may go on
                continue
            scrub = "\\u" in self._text[place:end] or "\x1b" in self._text[place:end]
            return (_scrub(value) if scrub else value), end

    def _more(self) -> bool:
        raw = self._stream.read(CHUNK)
        self._ended = not raw
        text = self._decoder.decode(_bare(raw), final=not raw)
        if "\ufffd" in text and not self.mangled:
            self.mangled = int(not _is_utf8(raw.strip(_CONTINUED)))  # a chunk may begin or end within a character
        self._text += text
        return bool(raw)


def _bare(raw: bytes) -> bytes:
    return raw.replace(b"\0", b"")


def clean(text: str) -> str:
    """Make text storable: lone surrogates become U+FFFD; NULs and terminal colour codes go."""
    if "\x1b" in text:
        text = _ANSI.sub("", text)
    return _UNSTORABLE.sub("\ufffd", text.replace("\0", ""))


def digest(*parts: str) -> str:
    """Return 32 hex digits that stand for the parts, in order."""
    packed = json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return hashlib.blake2b(packed, digest_size=16).hexdigest()


def moment(value: object) -> datetime | None:
    """Read ISO 8601, or an epoch in s, ms, µs or ns: UTC when a zone is known, naive when none is given, else None.

    What stands for no time is None too, so that turns which share it are not taken for one another.
    """
    try:
        at = _read_moment(value)
    except (ValueError, OverflowError):
        return None
    return None if at is None or is_no_time(at) else at


def _read_moment(value: object) -> datetime | None:
    if isinstance(value, str):
        text = value.strip()
        return _epoch(float(text)) if _EPOCH_TEXT.fullmatch(text) else _iso(text)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _epoch(value)
    return None


def stamp(at: datetime | None) -> str:
    """Write a moment the one way digests use."""
    return "" if at is None else at.isoformat()


def string(record: dict[str, object], *keys: str) -> str | None:
    """Return the first of the keys that holds a text with something in it, or a whole number, as text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None


def _epoch(value: float) -> datetime:
    unit = 1_000_000  # microseconds in a second; each step down is a thousand times finer
    size = abs(value)
    for limit in (1e11, 1e14, 1e17):  # as seconds, 1e11 is the year 5138
        if size < limit:
            return EPOCH + timedelta(microseconds=round(value * unit))
        unit //= 1000
    return EPOCH + timedelta(microseconds=round(value / 1000))


def _iso(text: str) -> datetime:
    at = datetime.fromisoformat(f"{text}00:00" if text.endswith("+") else text)  # some exports cut the zone off
    return at if at.tzinfo is None else at.astimezone(UTC)


def _decode(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n")


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _parse(text: str) -> list[object]:
    """Parse a line: one value, or several objects where two writers lost the newline between them."""
    try:
        value = json.loads(text, strict=False)
    except json.JSONDecodeError:
        values, end = _decode_run(text, 0)
        if end == len(text) and all(isinstance(item, dict) for item in values):
            return values
        raise
    return [_scrub(value) if "\\u" in text or "\x1b" in text else value]


def _parses(text: str) -> bool:
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg} at column {error.colno}"
    return "nested too deeply" if isinstance(error, RecursionError) else "not JSON"


def _scrub(value: object) -> object:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [_scrub(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): _scrub(item) for key, item in value.items()}
    return value


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _decode_run(text: str, start: int) -> tuple[list[object], int]:
    """Decode values that follow one another, commas between or not; return them and where it stopped."""
    values: list[object] = []
    at = _skip(text, start)
    while at < len(text):
        try:
            value, end = _DECODER.raw_decode(text, at)
            values.append(_scrub(value))
        except (ValueError, RecursionError):
            break
        at = _skip(text, end)
    return values, at


def _skip(text: str, at: int) -> int:
    found = _SEPARATORS.match(text, at)
    return found.end() if found else at
