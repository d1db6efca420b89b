"""The command about people and things; registers `who`. Knows no rule of naming."""

from typing import TYPE_CHECKING, Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, User, app, open_store
from episodic.surfaces.typed import FIRST

if TYPE_CHECKING:
    from episodic.memory.store import Store


@app.command()
def who(
    name: Annotated[list[str] | None, typer.Argument(metavar="[NAME]", help="Whom; everybody if left out.")] = None,
    user: User = "default",
    home: Home = None,
    merge: Annotated[tuple[str, str] | None, typer.Option("--merge", help="Count the second for the first.")] = None,
    part: Annotated[str | None, typer.Option("--part", help="Take back that this name counts for another.")] = None,
    json: Json = False,
) -> None:
    """Show a person, project or thing: what is known, and who and what it goes with."""
    from episodic.rights import acquaintances
    from episodic.surfaces import terminal

    if sum(bool(one) for one in (name, merge, part)) > 1:
        raise InputError("--merge and --part stand alone: give the name in a second command")
    store = open_store(home, user)
    if merge:
        one = acquaintances.merge(store, *merge)
        terminal.say(f"{merge[1]} is {one.name} now; `episodic who --part {_quoted(merge[1])}` takes it back")
    elif part:
        apart, other = acquaintances.part(store, part)
        terminal.say(f"{apart} and {other} are two again")
    elif name:
        _one(store, " ".join(name), json=json)
    else:
        _all(store, json=json)


def _all(store: "Store", *, json: bool) -> None:
    from episodic.surfaces import render, terminal

    known = store.entities.known()
    if json:
        terminal.show([render.as_json({"schema": 1, "known": known})])
        return
    terminal.show(render.acquaintances(known, width=terminal.width()))
    if not known:
        terminal.say("nobody is known by name yet" if store.status().turns else FIRST)


def _one(store: "Store", name: str, *, json: bool) -> None:
    from episodic.rights import acquaintances
    from episodic.surfaces import loops, render, terminal

    found = store.entities.find(name)
    near = [] if found else acquaintances.alike(store, name)
    if len(found) == 1:
        portrait = acquaintances.portrait(store, found[0])
        document = {"schema": 1, **portrait._asdict()}
        now, width = store.config.clock(), terminal.width()
        today = now.astimezone(store.config.local_zone()).date()
        unfinished = loops.lines(portrait.loops, today=today, width=width)
        lines = render.portrait(portrait, unfinished, now=now, width=width, colour=terminal.colour())
        terminal.show([render.as_json(document)] if json else lines)
        return
    if json:
        terminal.show([render.as_json({"schema": 1, "entity": None, "among": found, "near": near})])
    elif found:
        terminal.show(render.acquaintances(found, width=terminal.width()))
        terminal.say(f"{len(found)} go by {name}: give one of these names")
    else:
        hint = f": did you mean {' or '.join(near)}?" if near else "; `episodic who` lists who is"
        terminal.say(f"nobody and nothing is known as {name}{hint}")


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
