"""Commands on projects: see them, rename them, put two together. Knows no SQL and no rule."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store
from episodic.surfaces.typed import FIRST

if TYPE_CHECKING:
    from datetime import datetime

    from episodic.memory.projects import Project
    from episodic.rights.moving import Moved

projects = typer.Typer(help="Show the projects that sessions belong to, and mend those that moved.")
app.add_typer(projects, name="projects", invoke_without_command=True)

Known = Annotated[str, typer.Argument(help="Its name, a former one, its last part, or its folder.")]


@projects.callback()
def listed(context: typer.Context, user: User = "default", home: Home = None, json: Json = False) -> None:
    """Show the projects that sessions belong to, the last used first, and whether their folders are still there."""
    if context.invoked_subcommand is not None:
        return
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    found = store.projects.all()
    if json:
        terminal.show([render.as_json({"schema": 1, "projects": [_as_dict(one) for one in found]})])
        return
    now = store.config.clock()
    terminal.show(line for one in found for line in _lines(one, now))
    if not found:
        terminal.say("nothing belongs to a project yet" if store.status().turns else FIRST)


@projects.command()
def move(
    old: Known,
    new: Annotated[str, typer.Argument(help="Its new name, or the folder it lies in now.")],
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Give a project another name or folder; all that belongs to it moves, and the old name still finds it."""
    from episodic.rights import moving

    done = moving.move(open_store(home, user), old, new)
    _done(done, f"`episodic projects move {done.new} {done.old}` takes it back", json=json)


@projects.command()
def merge(
    one: Known,
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The project that becomes part of it.")],
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Make two projects one: all of the second belongs to the first, and its name leads there."""
    from episodic.rights import moving

    _done(moving.merge(open_store(home, user), one, other), "they cannot be parted again", json=json)


def _done(moved: "Moved", further: str, *, json: bool) -> None:
    from episodic.surfaces import render, terminal

    if json:
        terminal.show([render.as_json({"schema": 1, **moved._asdict()})])
        return
    sessions = _counted(moved.sessions, "session")
    if moved.old == moved.new:
        terminal.say(f"{moved.new} is found in that folder now")
    else:
        terminal.say(f"{moved.old} is {moved.new} now, {sessions}; {further}")


def _lines(one: "Project", now: "datetime") -> Iterator[str]:
    from episodic.surfaces.render import age

    used = age(one.last_used_at, now) if one.last_used_at else "never"
    sessions, turns = _counted(one.sessions, "session"), _counted(one.turns, "turn")
    yield f"{one.name}  ({sessions}, {turns}, {used})"
    yield from (f"  {folder}{'' if Path(folder).is_dir() else '  (gone)'}" for folder in one.values("folder"))
    if former := one.values("name"):
        yield f"  before: {', '.join(former)}"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _as_dict(one: "Project") -> dict[str, object]:
    folders = [{"path": folder, "exists": Path(folder).is_dir()} for folder in one.values("folder")]
    return {
        "name": one.name,
        "sessions": one.sessions,
        "turns": one.turns,
        "facts": one.facts,
        "last_used_at": one.last_used_at,
        "exists": any(folder["exists"] for folder in folders) if folders else None,
        "folders": folders,
        "remotes": one.values("remote"),
        "commits": one.values("commit"),
        "former_names": one.values("name"),
    }
