"""Turn the bytes of a file into JSON values, one bad line at a time, and read the scraps every format shares.

Knows no transcript format: what a value means is for the reader that takes it.
"""

import codecs
import gzip
import hashlib
import io
import json
import re
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from episodic.capture.transcripts.transcript import BadLine
from episodic.errors import FormatError

UNPACKED_LIMIT = 2 * 1024**3  # bytes one .gz may grow to; more is a bomb or a mistake, and would not fit in memory
CHUNK = 1024**2  # bytes unpacked at a time, so that the limit is noticed early
HEAD = 64 * 1024  # bytes in which a file must show its format; a line that starts there is read whole
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

GZIP_MAGIC = b"\x1f\x8b"
TORN = "torn last line"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\^_])")
_UNSTORABLE = re.compile("[\ud800-\udfff]")
_SEPARATORS = re.compile(r"[\s,]*")
_EPOCH_TEXT = re.compile(r"-?\d{9,}(?:\.\d+)?")


class Lines:
    """The JSON values of a file, in order; what could not be read lies in `bad` once they have passed.

    A file is one value a line, or one document (an array, a pretty-printed object); arrays give their items.
    """

    def __init__(self, data: bytes) -> None:
        if data.startswith(_UTF16):  # what PowerShell's > writes
            data = data.decode("utf-16", "replace").encode("utf-8", "replace")
        self._data = data.replace(b"\0", b"")
        self._whole: list[object] | None = None
        self._after_whole: list[BadLine] = []
        self.bad: list[BadLine] = []
        self.mangled = 0
        if self._data.lstrip(codecs.BOM_UTF8 + b" \t\r\n")[:1] in (b"[", b"{"):
            self._whole = self._document()

    @property
    def blank(self) -> bool:
        """Whether there is nothing in it at all; half a byte-order mark is nothing too."""
        return codecs.BOM_UTF8.startswith(self._data) or not self._data.removeprefix(codecs.BOM_UTF8).strip()

    def __iter__(self) -> Iterator[object]:
        """Yield every value of the file, and gather its bad lines anew."""
        yield from self._values(len(self._data))

    def head(self) -> Iterator[object]:
        """Yield the values that start in the first 64 KiB."""
        yield from self._values(HEAD)

    def _values(self, limit: int) -> Iterator[object]:
        self.bad, self.mangled = [], 0
        if self._whole is None:
            yield from self._by_line(limit)
            return
        self.bad = list(self._after_whole)
        self.mangled = int(not _is_utf8(self._data))
        yield from self._whole

    def _by_line(self, limit: int) -> Iterator[object]:
        start = 0
        for number, raw in enumerate(io.BytesIO(self._data), 1):
            if start >= limit:
                return
            start += len(raw)
            text = _decode(raw)
            if not text.strip():
                continue
            try:
                values = _parse(text)
            except (ValueError, RecursionError) as error:
                torn = start == len(self._data) and not raw.endswith(b"\n")
                self.bad.append(BadLine(number, text, TORN if torn else _reason(error)))
                continue
            self.mangled += "\ufffd" in text and not _is_utf8(raw)
            yield from (item for value in values for item in _items(value))

    def _document(self) -> list[object] | None:
        """Read the file as one JSON document; None when it is one value a line, or neither."""
        first = next(line for line in io.BytesIO(self._data) if _decode(line).strip())
        if _parses(_decode(first)):
            return None
        text = _decode(self._data)
        values, end = _decode_run(text, 0)
        if end < len(text):  # broken or cut short: an array still gives the items before the break
            opening = text.find("[") + 1
            values, end = _decode_run(text, opening) if text.lstrip().startswith("[") else ([], 0)
            if not any(isinstance(value, dict) for value in values):
                return None
            self._after_whole = _rest(text, end)
        return [item for value in values for item in _items(value)]


def unpack(data: bytes, *, name: str = "-", limit: int = UNPACKED_LIMIT) -> tuple[bytes, bool]:
    """Unpack gzip, known by its magic bytes; other bytes pass through. The flag says whether all of it came out.

    Raises:
        FormatError: it grows past `limit` bytes, or nothing of it can be unpacked.
    """
    if not data.startswith(GZIP_MAGIC):
        return data, True
    unpacked = bytearray()
    whole = True
    with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
        try:
            while chunk := stream.read(CHUNK):
                unpacked += chunk
                if len(unpacked) > limit:
                    raise FormatError(f"{name} unpacks to more than {limit:,} bytes; split it into smaller files")
        except (EOFError, gzip.BadGzipFile, zlib.error):
            whole = False
    if not whole and not unpacked:
        raise FormatError(f"{name} is damaged gzip; pack it again or give the unpacked file")
    return bytes(unpacked), whole


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
    """Read ISO 8601, or an epoch in s, ms, µs or ns: UTC when a zone is known, naive when none is given, else None."""
    try:
        if isinstance(value, str):
            text = value.strip()
            return _epoch(float(text)) if _EPOCH_TEXT.fullmatch(text) else _iso(text)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return _epoch(value)
    except (ValueError, OverflowError):
        return None
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
    at = datetime.fromisoformat(text)
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
    decoder = json.JSONDecoder(strict=False)
    values: list[object] = []
    at = _skip(text, start)
    while at < len(text):
        try:
            value, end = decoder.raw_decode(text, at)
            values.append(_scrub(value))
        except (ValueError, RecursionError):
            break
        at = _skip(text, end)
    return values, at


def _skip(text: str, at: int) -> int:
    found = _SEPARATORS.match(text, at)
    return found.end() if found else at


def _rest(text: str, at: int) -> list[BadLine]:
    """Return what follows a broken array as one bad line; a closing bracket alone is not bad."""
    rest = text[at:]
    if rest.strip() in ("", "]"):
        return []
    return [BadLine(text.count("\n", 0, at) + 1, rest, TORN)]
