"""A memory as one file of lines, out and in again. Knows no SQL and no other tool's format.

An export is JSON Lines in UTF-8. The first line says what follows; with more users, each has such a line of its own:

    {"type":"header","format":"episodic","schema":1,"version":"0.1.0","user":"default","counts":{"turn":2,…}}

Every other line is one record, in this order: sessions, each with its turns, facts, supersessions, episodes,
workstreams, loops, entities, joins, profiles; rights/shape.py has every field. A turn goes by its session and seq
(`["session-1", 3]`), all else by its `n`, counted within the file. Times are UTC, what is none or empty is left out.
The same memory gives the same bytes. Retired facts and what replaced them are in it; tombstones and vectors are not.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from episodic.errors import FormatError
from episodic.memory.store import Store
from episodic.memory.taking_in import take_in
from episodic.memory.taking_out import Record, TakingOut
from episodic.memory.taking_turns import Taken
from episodic.redact import clean
from episodic.rights.retention import due, sweep
from episodic.rights.shape import TYPES, check
from episodic.version import __version__

SCHEMA: Final = 1
FORMAT: Final = "episodic"

# Whose values are somebody's words, wherever in a record; the rest are ids, times, numbers and our own names.
_WORDS: Final = frozenset(
    "text quote name alias around subject topics decisions advice_given actions lessons key_numbers concerns tags"
    " user_state note terms project identity source parked".split()
)


class Part(NamedTuple):
    """One user's records of a file."""

    user: str
    records: list[Record]


def export(store: Store) -> Iterator[str]:
    """Yield the lines of a store's user, all of one moment; what is secret is masked.

    Raises:
        JournalError: turns that a crash left in the journal cannot be indexed.
    """
    store.catch_up()
    if store.retention.is_set() and any(due(store)):
        sweep(store)  # what has expired leaves by no way
    with store.db.reading():
        counts = Counter(record["type"] for record in TakingOut(store.db, store.scope).records())
        yield _line(
            {
                "type": "header",
                "format": FORMAT,
                "schema": SCHEMA,
                "version": __version__,
                "user": store.user,
                "counts": {name: counts[name] for name in TYPES if counts[name]},
            }
        )
        for record in TakingOut(store.db, store.scope).records():
            yield _line(_cleaned(record))


def is_export(text: str) -> bool:
    """Whether a file begins as an export does."""
    first = text.split("\n", 1)[0]
    return '"header"' in first and f'"format":"{FORMAT}"' in first.replace(" ", "")


def read(text: str) -> list[Part]:
    """Return what a file holds, all of it checked and clean.

    Raises:
        FormatError: a line is no record, or the file ends early, or a newer version wrote it.
    """
    parts, counts = list[Part](), list[dict[str, int]]()
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if _is_header(record) or not parts:
                user, expected = _header(record)
                parts.append(Part(user, []))
                counts.append(expected)
            else:
                parts[-1].records.append(dict(check(_cleaned(record))))
        except (ValueError, RecursionError, FormatError) as error:
            reason = error if isinstance(error, FormatError) else "it is no JSON"
            raise FormatError(f"line {number} cannot be taken in ({reason}): export again") from error
    for part, expected in zip(parts, counts, strict=True):
        _is_whole(part, expected)
    return parts


def bring(parts: Sequence[Part], store_of: Callable[[str], Store]) -> list[tuple[str, Taken]]:
    """Take every user's records into that user's store; returns what became of them.

    Raises:
        FormatError: records contradict one another; of that user's only turns were taken in.
        JournalError: the journal cannot be written.
    """
    return [(part.user, take_in(store_of(part.user), part.records)) for part in parts]


def _is_header(record: Any) -> bool:
    return isinstance(record, dict) and record.get("type") == "header"


def _header(record: Any) -> tuple[str, dict[str, int]]:
    if not _is_header(record):
        raise FormatError("the file does not begin with a header")
    if record.get("format") != FORMAT or not isinstance(record.get("schema"), int):
        raise FormatError("the header is none of ours")
    if record["schema"] > SCHEMA:
        raise FormatError("a newer version wrote it, run `pip install --upgrade episodic-recall` first")
    user, counts = record.get("user"), record.get("counts")
    if not isinstance(user, str) or not user.strip() or not isinstance(counts, dict):
        raise FormatError("the header names no user")
    return user, counts


def _is_whole(part: Part, expected: dict[str, int]) -> None:
    found = Counter(record["type"] for record in part.records)
    for name in TYPES:
        if found[name] != expected.get(name, 0):
            missing = f"{found[name]} of {expected.get(name, 0)} {name} records"
            raise FormatError(f"the file holds {missing} of user {part.user}: it was cut off, export again")
    numbers = [record["n"] for record in part.records if "n" in record]
    if len(set(numbers)) < len(numbers):
        raise FormatError(f"two records of user {part.user} have one number: export again")


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _cleaned(value: Any, *, words: bool = False) -> Any:
    """Return a record with all of somebody's words masked."""
    if isinstance(value, dict):
        return {key: _cleaned(part, words=key in _WORDS) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(part, words=words) for part in value]
    return clean(value) if words and isinstance(value, str) else value


def counted(taken: Iterable[tuple[str, Taken]]) -> Taken:
    """Return what became of all users' records together."""
    total = Taken(Counter(), Counter(), Counter())
    for _, one in taken:
        for sums, more in zip(total, one, strict=True):
            sums.update(more)
    return total
