"""`episodic context`: what an agent is shown before it answers. Decides nothing itself."""

import sys
from typing import Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, Project, User, Within, app, open_store, project_of


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
    from episodic.recall.inject import EpisodicInjector
    from episodic.surfaces import render, terminal

    if not session:
        raise InputError("say whose turn it is: give --session NAME, the agent's own session")
    begins = start or compacted
    if not message and not begins:
        raise InputError("give the user's message, or --start for what a session begins with")
    store = open_store(home, user)
    named = project_of(project, store)
    injector = EpisodicInjector(store, session=session, project=named, fast=fast, within=within)
    blocks = [injector.start(compacted=compacted)] if begins else []
    if message:
        asked = sys.stdin.read() if message == ["-"] else " ".join(message)
        blocks.append(injector.get_context(asked))
    text = "\n".join(filter(None, blocks))
    terminal.show([render.as_json({"schema": 1, "session": session, "context": text})] if json else [text] * bool(text))
