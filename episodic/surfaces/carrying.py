"""Commands that take a memory along: out, in, and a copy of the whole home. Knows no format and no SQL."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, User, app, open_store

if TYPE_CHECKING:
    from episodic.memory.taking_turns import Taken
    from episodic.rights.transfer import Part

_SHOWN = {
    "turn": "turns",
    "fact": "facts",
    "episode": "episodes",
    "workstream": "threads",
    "loop": "loops",
    "entity": "names",
    "profile": "profiles",
}


@app.command()
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Where to; - is standard output.")] = "-",
    user: User = "default",
    home: Home = None,
    all_users: Annotated[bool, typer.Option("--all-users", help="Everybody's, one after another.")] = False,
) -> None:
    """Write a memory to one file of JSON lines that `import` takes in again.

    Everything a person can see is in it, with what was replaced; the same memory gives the same bytes.
    """
    from episodic.rights import transfer
    from episodic.surfaces import terminal

    store = open_store(home, user)
    users = store.users() if all_users else [user]
    lines = (line for name in users for line in transfer.export(store if name == user else open_store(home, name)))
    if file == "-":
        terminal.show(lines)
        return
    count = _write(Path(file), lines)
    terminal.say(f"{count} lines written to {file}, which only you can read")


@app.command(name="import")
def take_in(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An export, or another tool's; - reads standard input.")],
    user: User = "default",
    home: Home = None,
    into: Annotated[
        str | None, typer.Option("--into", metavar="USER", help="Whose it becomes, whoever the file names.")
    ] = None,
    json: Json = False,
) -> None:
    """Take an export in beside what is there, or what another tool remembers; safe to run again.

    What was forgotten here does not come back. Besides our own exports it reads mem0's JSON, Claude.ai's memories.json
    and a list such as ChatGPT writes when asked for all it has stored; what comes from these waits for `review`.
    """
    from episodic.rights import foreign, takeover, transfer
    from episodic.surfaces import render, terminal
    from episodic.surfaces.app import opener

    text = _read(file)
    open_for = opener(home, user)
    if transfer.is_export(text):
        parts = _for_one(transfer.read(text), into)
        done = transfer.bring(parts, open_for)
    else:
        name, found = into or user, foreign.read(text)
        done = [(name, takeover.take_over(open_for(name), found))]
    for name, _ in done:
        store = open_for(name)
        with terminal.bar("embedding", store.embeddings.waiting()) as advance:
            store.embeddings.catch_up(on_progress=advance)
    if json:
        told = {name: one._asdict() for name, one in done}
        terminal.show([render.as_json({"schema": 1, "users": told})])
        return
    for name, one in done:
        terminal.say(f"user {name}: {_counted(one)}")
        if not transfer.is_export(text) and one.added["fact"]:
            terminal.say("`episodic review` shows what was taken over")


def _for_one(parts: "list[Part]", into: str | None) -> "list[Part]":
    """Return a file's parts, the only one for another user where that is asked."""
    if into is None:
        return parts
    if len(parts) > 1:
        raise InputError("the file holds more than one user: leave --into out, or export one alone")
    return [part._replace(user=into) for part in parts]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A zip file; only you will be able to read it.")],
    user: User = "default",
    home: Home = None,
) -> None:
    """Copy the whole home, all users, to one file, while others go on writing.

    `restore` makes a home of it; so does any program that unpacks zip files.
    """
    from episodic.rights.backup import back_up
    from episodic.surfaces import terminal

    done = back_up(open_store(home, user), file)
    terminal.say(f"{done.users} users, {done.journals} journals, {done.size} bytes in {file}")
    terminal.say("what you forget from now on stays in it: make a new one then, and delete this")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote.")],
    home: Home = None,
) -> None:
    """Make a home of a backup, where there is none yet."""
    from episodic.config import load
    from episodic.rights.backup import restore as restore_home
    from episodic.surfaces import terminal

    folder = load(home=home).home
    count = restore_home(file, folder)
    terminal.say(f"{count} files restored to {folder}: `episodic doctor` checks them")


@app.command()
def rebuild(
    home: Home = None,
    force: Annotated[bool, typer.Option("--force", help="Even where nothing is wrong; the old file is kept.")] = False,
    json: Json = False,
) -> None:
    """Make the database anew from the journal, of all users: where it is lost, damaged, or of another home.

    Turns, facts, episodes, threads, loops, names, settings: all come back as they were, under the numbers they had.
    """
    from episodic.config import load
    from episodic.rights.rebuild import rebuild as rebuild_home
    from episodic.surfaces import render, terminal

    config = load(home=home)
    done = list(rebuild_home(config, force=force, open_store=lambda name: open_store(home, name)))
    for one in done:
        store = open_store(home, one.user)
        with terminal.bar("embedding", store.embeddings.waiting()) as advance:
            store.embeddings.catch_up(on_progress=advance)
    if json:
        terminal.show([render.as_json({"schema": 1, "users": done})])
        return
    for one in done:
        status = one.status
        terminal.say(
            f"user {one.user}: {status.turns} turns, {status.facts} facts, {status.episodes} episodes are back"
        )
        if not one.recorded:
            terminal.say("what was made of them is not in the journal: `episodic consolidate` makes it anew")
        for problem in one.problems:
            terminal.say(f"episodic: {problem}: see `episodic verify --user {one.user}`")


def _counted(taken: "Taken") -> str:
    """Say what became of records."""
    new = ", ".join(f"{taken.added[what]} {name}" for what, name in _SHOWN.items() if taken.added[what])
    known, gone = sum(taken.known[what] for what in _SHOWN), sum(taken.forgotten[what] for what in _SHOWN)
    parts = [f"{new} new" if new else "nothing new", f"{known} known already"]
    return "; ".join(parts + ([f"{gone} left out, as they were forgotten before"] if gone else []))


def _read(file: str) -> str:
    """Return a file's text.

    Raises:
        InputError: it cannot be read, or is no text.
    """
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): check its name and permissions") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no UTF-8 text: give an export, for instance by `episodic export FILE`") from error


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write lines for the owner alone; a file that was there is replaced once all of them are written.

    Raises:
        InputError: it cannot be written.
    """
    from episodic.rights.writing import written

    with written(path) as partial, partial.open("w", encoding="utf-8", newline="\n") as file:
        return sum(1 for line in _ended(lines) if file.write(line))


def _ended(lines: Iterable[str]) -> Iterator[str]:
    return (f"{line}\n" for line in lines)
