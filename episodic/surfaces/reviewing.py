"""Commands on memories in doubt: see them, take them for true, or not. Knows no rule of doubting."""

from typing import TYPE_CHECKING, Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store

if TYPE_CHECKING:
    from episodic.memory.doubts import Doubt

review = typer.Typer(help="Show the memories in doubt, and say which are true.")
app.add_typer(review, name="review", invoke_without_command=True)

Ident = Annotated[int, typer.Argument(metavar="ID", help="The number behind a #.")]


@review.callback()
def listed(
    context: typer.Context,
    user: User = "default",
    home: Home = None,
    everything: Annotated[bool, typer.Option("--all", help="What was accepted or rejected too.")] = False,
    json: Json = False,
) -> None:
    """Show the memories in doubt: what reads like an order to an agent first, which is in no answer until accepted."""
    if context.invoked_subcommand is not None:
        return
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    found = store.doubts.find(everything=everything)
    if json:
        terminal.show([render.as_json({"schema": 1, "doubts": found})])
        return
    for one in found:
        terminal.show([f"{one.said_at.astimezone(store.config.local_zone()):%Y-%m-%d}  {one.text}  #{one.id}"])
        terminal.show([f"            {one.why} ({_state(one)})"])
    if not found:
        terminal.say("nothing is in doubt")


@review.command()
def accept(ident: Ident, user: User = "default", home: Home = None) -> None:
    """Take a memory for true; `undo` takes that back."""
    from episodic.rights import review as rights
    from episodic.surfaces import terminal

    found = rights.accept(open_store(home, user), ident)
    terminal.say(f"#{ident} is current: {found.text}")


@review.command()
def reject(ident: Ident, user: User = "default", home: Home = None) -> None:
    """Take a memory out of every answer, without deleting it; `undo` takes that back, `forget` deletes."""
    from episodic.rights import review as rights
    from episodic.surfaces import terminal

    found = rights.reject(open_store(home, user), ident)
    terminal.say(f"#{ident} is in no answer any more: {found.text}")


def _state(one: "Doubt") -> str:
    if one.accepted is not None:
        return "accepted" if one.accepted else "rejected"
    return "held back" if one.held else "in answers until rejected"
