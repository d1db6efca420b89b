"""`episodic context`: what an agent is shown before it answers. Decides nothing itself."""

import sys
from typing import Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, Project, User, Within, app


@app.command()
def context(
    message: Annotated[list[str] | None, typer.Argument(help="The user's message; - reads standard input.")] = None,
    session: Annotated[str, typer.Option("--session", help="The agent's session, which is told nothing twice.")] = "",
    user: User = "default",
    project: Project = None,
    home: Home = None,
    start: Annotated[bool, typer.Option("--start", help="What a session begins with.")] = False,
    compacted: Annotated[
        bool, typer.Option("--compacted", help="The agent's context was cut: it may be told all again.")
    ] = False,
    fast: Annotated[bool, typer.Option("--fast", help="By words only, without opening a model.")] = False,
    within: Within = None,
    json: Json = False,
) -> None:
    """Print what an agent should know before it answers a message: a block to put above that message.

    Nothing is printed where nothing is worth saying. --start prints what goes on and the last session instead.
    """
    from episodic.config import load
    from episodic.surfaces import render, telling, terminal

    if not session:
        raise InputError("say whose turn it is: give --session NAME, the agent's own session")
    if not message and not (start or compacted):
        raise InputError("give the user's message, or --start for what a session begins with")
    asked = None
    if message:
        asked = sys.stdin.read() if message == ["-"] else " ".join(message)
    wanted = telling.Message(session, asked, start, compacted, project, typed=True, fast=fast, within=within)
    told = telling.context(load(home=home), user, wanted)
    if told.hint:
        terminal.say(f"episodic: {told.hint}")
    if json:
        terminal.show([render.as_json({"schema": 1, "session": session, "context": told.block})])
    elif told.block:
        terminal.show([told.block])
