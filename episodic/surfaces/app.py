"""What all commands share: the application, its boundary for errors, the options, and how a store is opened."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup

from episodic.errors import EpisodicError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from episodic.memory.store import Store

INTERRUPTED = 130
Chosen = TypeVar("Chosen", bound=str)


class Boundary(TyperGroup):
    """The one place that turns errors of ours into a line; bugs crash with a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return self._flushed(ctx)
        except EpisodicError as error:
            print(f"episodic: {error}", file=sys.stderr)
            raise SystemExit(1) from None
        except KeyboardInterrupt:
            print("episodic: interrupted; what was saved stays saved, run it again to go on", file=sys.stderr)
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            # The reader has left, as `| head` does; what is still to be flushed at exit goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(0) from None

    def _flushed(self, ctx: Any) -> Any:
        """Run a command and push its output out here, where a broken pipe is expected."""
        try:
            return super().invoke(ctx)
        finally:
            sys.stdout.flush()


app = typer.Typer(
    cls=Boundary,
    help="Long-term memory for AI agents, in one SQLite file on your own machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich help costs a quarter of a second
)

User = Annotated[str, typer.Option("--user", envvar="EPISODIC_USER", help="Whose memory.", show_default=True)]
Home = Annotated[Path | None, typer.Option("--home", help="The folder it is kept in.", show_default="EPISODIC_HOME")]
Project = Annotated[str | None, typer.Option("--project", envvar="EPISODIC_PROJECT", help="Only this project.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
After = Annotated[str | None, typer.Option("--after", metavar="WHEN", help="From then on: a date, today, 7d, 2w.")]
Within = Annotated[
    float | None, typer.Option("--within", metavar="MS", help="Answer in the order found if reading takes longer.")
]
Before = Annotated[str | None, typer.Option("--before", metavar="WHEN", help="Until then, that day included.")]


@app.callback(invoke_without_command=True)
def main_options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Long-term memory for AI agents, in one SQLite file on your own machine."""
    if version:
        from episodic.version import __version__

        print(__version__)
        raise typer.Exit


FIRST = "nothing is remembered yet: run `episodic ingest FILE`, for instance on ~/.claude/projects"


def open_store(home: Path | None, user: str) -> "Store":
    """Open the store that the options name."""
    from episodic.config import load
    from episodic.consolidate.opening import get_store

    return get_store(user=user, config=load(home=home))


def opener(home: Path | None, user: str) -> Any:
    """Return what opens the store of a user a transcript names; one that names none belongs to `user`."""
    opened: dict[str, Store] = {}

    def open_for(name: str | None) -> "Store":
        key = name or user
        if key not in opened:
            opened[key] = open_store(home, key)
        return opened[key]

    return open_for


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


def project_of(given: str | None, store: "Store") -> str | None:
    """Return the project a person named; where there is none of that name, point out what it may have been."""
    from episodic.surfaces import terminal

    name, hint = named_project(given, store)
    if hint:
        terminal.say(f"episodic: {hint}")
    return name


def named_project(given: str | None, store: "Store") -> tuple[str | None, str]:
    """Return the project a person named, by its whole name or by the only one's last part, and a hint; CASES 74."""
    from episodic.capture.projects import short_name
    from episodic.language.likeness import near

    known = store.entities.projects() if given is not None else []
    if given is None or given in known:
        return given, ""
    short = [name for name in known if short_name(name).casefold() == given.casefold()]
    if len(short) == 1:
        return short[0], ""
    meant = short or near(given, known)
    return given, f"no project is called {given}: did you mean {' or '.join(meant)}?" if meant else ""


def nothing(store: "Store", below: int) -> str:
    """Say why there is nothing to show."""
    if not store.status().turns:
        return f"0 sessions indexed for user {store.user}: {FIRST}"
    return f"nothing found; {below} below what counts as an answer" if below else "nothing found"
