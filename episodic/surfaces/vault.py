"""Commands on the vault: a memory as pages of markdown. Knows no page and no file."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store

if TYPE_CHECKING:
    from episodic.rights.vault import Synced

vault = typer.Typer(help="Keep a memory as pages of markdown, for people to read.", no_args_is_help=True)
app.add_typer(vault, name="vault")

Folder = Annotated[
    Path | None, typer.Option("--dir", help="Where the pages are.", show_default="vault/ in the home, by user")
]


@vault.command()
def sync(
    user: User = "default",
    folder: Folder = None,
    home: Home = None,
    empty: Annotated[bool, typer.Option("--empty", help="Clear the pages of a memory that is empty now.")] = False,
    json: Json = False,
) -> None:
    """Write what is new, remove what is gone; what you edited is kept beside it.

    Commits its own files where the folder is a git repository, and never pushes.
    """
    from episodic.rights.vault import sync as bring_in_step
    from episodic.surfaces import render, terminal

    done = bring_in_step(open_store(home, user), folder, emptied=empty)
    if json:
        terminal.show([render.as_json({"schema": 1, **done._asdict()})])
        return
    _tell(done, "written", "removed")
    for note in done.notes:
        terminal.say(f"episodic: {note}")


@vault.command()
def status(user: User = "default", folder: Folder = None, home: Home = None, json: Json = False) -> None:
    """Show where the pages are, and what `sync` would do."""
    from episodic.rights.vault import state
    from episodic.surfaces import render, terminal

    found = state(open_store(home, user), folder)
    if json:
        terminal.show([render.as_json({"schema": 1, **found._asdict()})])
        return
    terminal.show([str(found.folder)])
    _tell(found, "to write", "to remove")


def _tell(done: "Synced", written: str, removed: str) -> None:
    """Say what became of the pages."""
    from episodic.surfaces import terminal

    counts = f"{len(done.written)} pages {written}, {len(done.removed)} {removed}, {done.unchanged} as they were"
    terminal.say(f"{counts}: {done.folder}{', committed' if done.committed else ''}")
    for name in done.kept:
        terminal.say(f"edited by hand: {name}")
