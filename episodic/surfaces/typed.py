"""Reads what a person typed: a time, a name, a project; and says why there is nothing. Knows no command line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from episodic.errors import InputError

if TYPE_CHECKING:
    from datetime import datetime

    from episodic.memory.store import Store

Chosen = TypeVar("Chosen", bound=str)

FIRST = "nothing is remembered yet: run `episodic ingest --from claude-code`, or on a file"


def when(text: str | None, store: "Store", *, end: bool = False, last: bool = False) -> "datetime | None":
    """Read a time a person typed; None where none was.

    A day is its first moment, with `end` the first of the next one, with `last` its own last.

    Raises:
        InputError: it is none.
    """
    from datetime import UTC, timedelta

    from episodic.language.dates import bound

    if text is None:
        return None
    try:
        now, zone = store.config.clock(), store.config.local_zone()
        moment = bound(text, now=now, zone=zone, end=end or last)
        if last and moment != bound(text, now=now, zone=zone):
            moment -= timedelta(microseconds=1)
        return moment.astimezone(UTC)  # at either end of the calendar this fails too
    except (ValueError, OverflowError):
        raise InputError(f"{text!r} is no time: use a date such as 2026-11-29, today, yesterday, or 7d") from None


def one_of(given: str | None, allowed: "Sequence[Chosen]", *, what: str) -> "Chosen | None":
    """Return which of the allowed names a person gave; None where they gave none.

    Raises:
        InputError: it is none of them.
    """
    if given is None:
        return None
    for name in allowed:
        if name == given:
            return name
    raise InputError(f"{given!r} is no {what}: use one of {', '.join(map(str, allowed))}")


def named_project(given: str | None, store: "Store") -> tuple[str | None, str]:
    """Return the project a person named, by a name of its or the only one's last part, and a hint; CASES 74."""
    from episodic.capture.projects import short_name
    from episodic.language.likeness import near

    if given is None:
        return None, ""
    former, known = store.projects.former(), store.entities.projects()
    if given in former or given in known:
        return former.get(given, given), ""
    called = {name: name for name in known} | former
    short = {now: None for name, now in called.items() if short_name(name).casefold() == given.casefold()}
    if len(short) == 1:
        return next(iter(short)), ""
    meant = short or near(given, known)
    return given, f"no project is called {given}: did you mean {' or '.join(meant)}?" if meant else ""


def nothing(store: "Store", below: int) -> str:
    """Say why there is nothing to show."""
    if not store.status().turns:
        return f"0 sessions indexed for user {store.user}: {FIRST}"
    return f"nothing found; {below} below what counts as an answer" if below else "nothing found"
