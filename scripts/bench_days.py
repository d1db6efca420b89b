"""Times in questions: ours beside dateparser, parsedatetime and recognizers-text, on `tests/day_phrases.tsv`.

A time is right when its first and its last day are. The others read points in time as well as spans; a point counts as
its day. Where they offer several readings, the first that is not after the asker's day is taken.
"""

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from bench_recall import show

PHRASES: Final = Path(__file__).parent.parent / "tests" / "day_phrases.tsv"
_ROUNDS: Final = 5  # of which the fastest counts

Days = tuple[date | None, date]


class Phrase(NamedTuple):
    """A question, when it is asked, and the days it means, both included; None where it names no time."""

    language: str
    text: str
    now: datetime
    days: Days | None


class Reader(NamedTuple):
    """A way of reading times: what has to be installed and imported for it, and how it is called."""

    module: str
    read: Callable[[Phrase], Days | None]


def days(arguments: argparse.Namespace) -> dict[str, Any]:
    """Read every phrase in every way that is installed."""
    phrases = list(read(PHRASES))
    result = dict[str, Any]()
    for name, reader in READERS.items():
        if find_spec(reader.module.split(".")[0]) is None:
            print(f"{name} is not installed: left out", file=sys.stderr)
            continue
        counts, wrong = judged(reader, phrases)
        took = {"import, ms": _import_ms(reader.module), "a phrase, ms": _phrase_ms(reader, phrases)}
        result[name] = {**{count: counts[count] for count in COUNTS}, **took}
        if arguments.misses and not arguments.json:
            print("\n".join(f"{name}: {phrase.text!r} ({phrase.now:%a %d %b}): {got}" for phrase, got in wrong))
    times = sum(phrase.days is not None for phrase in phrases)
    show(f"{times} phrases that name a time, {len(phrases) - times} that name none", result, arguments)
    return result


COUNTS: Final = ("right", "wrong", "not understood", "false alarms")


def read(path: Path) -> Iterable[Phrase]:
    """Read the table of phrases."""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        language, text, asked, zone, first, last = line.split("\t")
        now = datetime.strptime(asked[4:], "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone))
        start = None if first in {"-", "none"} else date.fromisoformat(first)
        yield Phrase(language, text, now, None if last == "none" else (start, date.fromisoformat(last)))


def judged(reader: Reader, phrases: Iterable[Phrase]) -> tuple[Counter[str], list[tuple[Phrase, Days | None]]]:
    """Count what a reader makes of phrases; return what it gets wrong too."""
    counts, wrong = Counter[str](dict.fromkeys(COUNTS, 0)), []
    for phrase in phrases:
        got = reader.read(phrase)
        if phrase.days is None:
            verdict = "false alarms" if got is not None else "quiet"
        else:
            verdict = "not understood" if got is None else "right" if got == phrase.days else "wrong"
        counts[verdict] += 1
        if verdict not in ("right", "quiet"):
            wrong.append((phrase, got))
    return counts, wrong


def _ours(phrase: Phrase) -> Days | None:
    from episodic.recall.question import understand

    window = understand(phrase.text, now=phrase.now, zone=phrase.now.tzinfo or ZoneInfo("UTC")).window
    return (window.first, window.last) if window is not None and window.sure else None


def _dateparser(phrase: Phrase) -> Days | None:
    from dateparser.search import search_dates

    settings = {
        "RELATIVE_BASE": phrase.now.replace(tzinfo=None),
        "PREFER_DATES_FROM": "past",
        "RETURN_TIME_SPAN": True,
    }
    found = search_dates(phrase.text, languages=[phrase.language], settings=settings) or []
    points = [point.date() for _, point in found]
    return (min(points), max(points)) if points else None


def _parsedatetime(phrase: Phrase) -> Days | None:
    import parsedatetime

    found = parsedatetime.Calendar().nlp(phrase.text, sourceTime=phrase.now.timetuple()) or ()
    points = [point.date() for point, kind, *_ in found if kind & 1]
    return (min(points), max(points)) if points else None


def _recognizers(phrase: Phrase) -> Days | None:
    from recognizers_date_time import recognize_datetime

    names = {"en": "en-us", "de": "de-de", "es": "es-es", "fr": "fr-fr"}
    with suppress(Exception):  # it raises on some texts, and on a language that it has no tables for
        found = recognize_datetime(phrase.text, names[phrase.language], reference=phrase.now.replace(tzinfo=None))
        spans = [span for one in found for value in one.resolution["values"] if (span := _resolved(value))]
        past = [span for span in spans if (span[0] or date.min) <= phrase.now.date()]
        return next(iter(past or spans), None)
    return None


def _resolved(value: dict[str, str]) -> Days | None:
    if value["type"] in ("date", "datetime"):
        day = date.fromisoformat(value["value"][:10])
        return day, day
    if value["type"] in ("daterange", "datetimerange") and "end" in value:
        end = date.fromisoformat(value["end"][:10])
        last = end - timedelta(days=1) if value["type"] == "daterange" else end
        return (date.fromisoformat(value["start"][:10]) if "start" in value else None), last
    return None


READERS: Final = {
    "episodic": Reader("episodic.recall.question", _ours),
    "dateparser": Reader("dateparser.search", _dateparser),
    "parsedatetime": Reader("parsedatetime", _parsedatetime),
    "recognizers-text": Reader("recognizers_date_time", _recognizers),
}


def _import_ms(module: str) -> float:
    """Return what a start pays for a module, beyond that of Python itself."""
    return 1000 * (_started(f"import {module}") - _started("pass"))


def _started(code: str) -> float:
    def once() -> float:
        started = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True, stderr=subprocess.DEVNULL)
        return time.perf_counter() - started

    return min(once() for _ in range(_ROUNDS))


def _phrase_ms(reader: Reader, phrases: list[Phrase]) -> float:
    def once() -> float:
        started = time.perf_counter()
        for phrase in phrases:
            reader.read(phrase)
        return time.perf_counter() - started

    return 1000 * min(once() for _ in range(2)) / len(phrases)
