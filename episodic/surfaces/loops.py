"""`episodic loops`: what is unfinished, and what its owner says about it. Knows no rule of opening or closing."""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Annotated, Final

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, Project, User, app, open_store, project_of
from episodic.surfaces.typed import nothing, one_of, when

if TYPE_CHECKING:
    from episodic.memory.loops import Loop
    from episodic.memory.store import Store
    from episodic.memory.workstreams import Stream
    from episodic.rights.settle import Action

Ids = Annotated[list[int], typer.Argument(metavar="ID...", help="The numbers behind a #.")]
Note = Annotated[str | None, typer.Option("--note", help="Why, in your own words.")]
_GLUE: Final = "\u00a0"  # keeps what stands in brackets on one line
_AHEAD: Final = re.compile(r"(\d{1,4}) ?([dw])")

loops = typer.Typer(help="Show what is unfinished, and say what became of it.")
app.add_typer(loops, name="loops", invoke_without_command=True)


@loops.callback()
def listed(
    context: typer.Context,
    user: User = "default",
    project: Project = None,
    home: Home = None,
    everything: Annotated[bool, typer.Option("--all", help="With what is done, dropped or put off.")] = False,
    owner: Annotated[str | None, typer.Option("--owner", help="Only those of user, assistant or other.")] = None,
    due_before: Annotated[str | None, typer.Option("--due-before", metavar="WHEN", help="Due by then.")] = None,
    json: Json = False,
) -> None:
    """Show what is unfinished, what is due first on top; say what became of it."""
    if context.invoked_subcommand is not None:
        return
    from episodic.records import OWNERS

    store = open_store(home, user)
    last = when(due_before, store, end=True)
    found = store.loops(
        everything=everything,
        project=project_of(project, store),
        owner=one_of(owner, OWNERS, what="owner"),
        due_before=last.astimezone(store.config.local_zone()).date() if last else None,
    )
    _show(store, found, json=json)


@loops.command()
def done(idents: Ids, user: User = "default", home: Home = None, note: Note = None) -> None:
    """Say that it is done."""
    _settle(open_store(home, user), "done", idents, note=note)


@loops.command()
def drop(idents: Ids, user: User = "default", home: Home = None, note: Note = None) -> None:
    """Say that it will not be done, or never was to be."""
    _settle(open_store(home, user), "drop", idents, note=note)


@loops.command()
def snooze(
    idents: Ids,
    until: Annotated[str, typer.Option("--until", metavar="WHEN", help="A date, friday, tomorrow, 7d.")],
    user: User = "default",
    home: Home = None,
    note: Note = None,
) -> None:
    """Put it out of sight until a day."""
    store = open_store(home, user)
    _settle(store, "snooze", idents, note=note, until=_ahead(until, store))


@loops.command()
def reopen(idents: Ids, user: User = "default", home: Home = None, note: Note = None) -> None:
    """Say that it is open after all."""
    _settle(open_store(home, user), "reopen", idents, note=note)


def show_loop(store: "Store", ident: int, *, json: bool) -> bool:
    """Show one loop whole, with the turns that prove it and what became of it; False where the number is no loop's."""
    from episodic.surfaces import render, terminal

    loop = store.loop_book.read(ident, now=store.config.clock())
    if loop is None:
        return False
    changes = store.loop_book.changes(ident)
    if json:
        terminal.show([render.as_json({"schema": 1, "loop": loop, "changes": changes})])
        return True
    zone = store.config.local_zone()
    terminal.show(lines([loop], today=_today(store), width=terminal.width()))
    terminal.show(f'  ← {session} {seq}: "{loop.quote}"' for session, seq in loop.evidence[:1])
    terminal.show(f"  ← {session} {seq}" for session, seq in (*loop.evidence[1:], *loop.closing))
    for change in changes:
        words = ", ".join(filter(None, (change.note, "taken back" if change.undone else None)))
        said = f"  · {change.at.astimezone(zone):%Y-%m-%d} {change.decided_by}: {change.what}"
        terminal.show([f"{said}  ({words})" if words else said])
    return True


def lines(
    found: "Sequence[Loop]", *, today: date, width: int, threads: "Mapping[int, Stream] | None" = None
) -> Iterator[str]:
    """Yield a line a loop, its number in a column of its own; below its thread where one of `threads` has it."""
    for thread, members in _grouped(found, threads or {}):
        if thread:
            yield from _heading(thread, width)
        texts = [_entry(loop, today) for loop in members]
        indent = "  " * bool(thread)
        room = max(24, width - 4 - len(indent) - max((len(f"#{loop.id}") for loop in members), default=0))
        column = min(room, max(map(len, texts), default=0))
        for loop, text in zip(members, texts, strict=True):
            first, *rest = (line.replace(_GLUE, " ") for line in textwrap.wrap(text, column) or [""])
            yield f"{indent}· {first.ljust(column)}  #{loop.id}"
            yield from (f"{indent}  {line}" for line in rest)


def _grouped(
    found: "Sequence[Loop]", threads: "Mapping[int, Stream]"
) -> "Iterator[tuple[Stream | None, Sequence[Loop]]]":
    """Yield loops by the thread they are part of, in the order of the first of each; those of none come last."""
    groups: dict[int | None, list[Loop]] = {}
    for loop in found:
        groups.setdefault(loop.workstream if loop.workstream in threads else None, []).append(loop)
    alone = groups.pop(None, [])
    yield from ((threads[stream], members) for stream, members in groups.items() if stream is not None)
    if alone:
        yield None, alone


def _heading(thread: "Stream", width: int) -> "Iterator[str]":
    facts = f"{thread.facts} fact" + "s" * (thread.facts != 1)
    told = f"({thread.state}, {facts})".replace(" ", _GLUE)
    for n, line in enumerate(textwrap.wrap(f"{thread.name}  {told}", width - 2)):
        yield f"{'  ' if n else '▸ '}{line.replace(_GLUE, ' ')}"


def _entry(loop: "Loop", today: date) -> str:
    facts = [
        f"due {loop.due}" if loop.due else None,
        "overdue" if loop.due and loop.due < today and loop.is_open else None,
        f"since {loop.last_seen_at:%Y-%m-%d} not a word of it" if loop.state == "stale" else None,
        f"until {loop.snoozed_until:%Y-%m-%d}" if loop.state == "snoozed" and loop.snoozed_until else None,
        f"{loop.state} {loop.closed_at:%Y-%m-%d}" if loop.closed_at else None,
        "the assistant's" if loop.owner == "assistant" else None,
    ]
    told = ", ".join(filter(None, facts)).replace(" ", _GLUE)
    return f"{loop.text}  ({told})" if told else loop.text


def _show(store: "Store", found: "Sequence[Loop]", *, json: bool) -> None:
    from episodic.surfaces import render, terminal

    if json:
        terminal.show([render.as_json({"schema": 1, "loops": found})])
        return
    threads = {stream.id: stream for stream in store.streams(everything=True)}
    terminal.show(lines(found, today=_today(store), width=terminal.width(), threads=threads))
    if not found:
        terminal.say("nothing is open" if store.status().turns else nothing(store, 0))


def _settle(
    store: "Store", action: "Action", idents: Sequence[int], *, note: str | None, until: datetime | None = None
) -> None:
    from episodic.rights import settle
    from episodic.surfaces import terminal

    for ident in idents:
        loop = settle.settle(store, ident, action, note=note, until=until)
        now = f"put off until {until.astimezone(store.config.local_zone()):%Y-%m-%d}" if until else loop.state
        terminal.say(f"#{ident} is {now}: {loop.text}; `episodic undo {ident}` takes it back")


def _ahead(text: str, store: "Store") -> datetime:
    """Read a day to come: a date, a weekday, tomorrow, or 7d or 2w from now."""
    from episodic.language.dates import day_start
    from episodic.language.due import due

    today, zone = _today(store), store.config.local_zone()
    if span := _AHEAD.fullmatch(text.strip().casefold()):
        return day_start(today + timedelta(days=int(span[1]) * (7 if span[2] == "w" else 1)), zone)
    day = due(text, on=today)
    if day is None:
        raise InputError(f"{text!r} is no day to come: use a date such as 2026-12-24, friday, tomorrow, or 7d")
    return day_start(day, zone)


def _today(store: "Store") -> date:
    zone: tzinfo = store.config.local_zone()
    return store.config.clock().astimezone(zone).date()
