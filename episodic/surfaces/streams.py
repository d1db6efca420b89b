"""Commands on threads of work: see them, name them, put right what was placed wrongly. Knows no SQL and no rule."""

from typing import TYPE_CHECKING, Annotated

import typer

from episodic.surfaces.app import Home, Json, Project, User, app, open_store, project_of
from episodic.surfaces.typed import nothing

if TYPE_CHECKING:
    from episodic.memory.store import Store

streams = typer.Typer(help="Show the threads of work that go on across sessions, and put them right.")
app.add_typer(streams, name="streams", invoke_without_command=True)

Thread = Annotated[int, typer.Argument(metavar="ID", help="The number behind a thread's #.")]


@streams.callback()
def listed(
    context: typer.Context,
    user: User = "default",
    project: Project = None,
    home: Home = None,
    everything: Annotated[bool, typer.Option("--all", help="Dormant and closed ones too.")] = False,
    json: Json = False,
) -> None:
    """Show the threads of work that go on across sessions, the last gone on with first."""
    if context.invoked_subcommand is not None:
        return
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    within = project_of(project, store)
    found = store.streams(project=within, everything=everything)
    dormant = [] if found else [one for one in store.streams(project=within, everything=True) if one.state == "dormant"]
    found = found or dormant
    if json:
        terminal.show([render.as_json({"schema": 1, "streams": found})])
        return
    terminal.show(render.streams(found, now=store.config.clock(), width=terminal.width(), colour=terminal.colour()))
    if dormant:
        days = store.config.dormant_days
        terminal.say(f"all threads are dormant, {len(dormant)} of them: nothing was said in them for {days} days")
    elif not found:
        terminal.say(nothing(store, 0))


@streams.command()
def show(ident: Thread, user: User = "default", home: Home = None, json: Json = False) -> None:
    """Show one thread with its episodes."""
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    stream = store.workstreams.read(ident, now=store.config.clock())
    told = store.episode_log.in_time(stream.episodes)
    if json:
        terminal.show([render.as_json({"schema": 1, "stream": stream, "episodes": told})])
        return
    width, colour = terminal.width(), terminal.colour()
    terminal.show(render.streams([stream], now=store.config.clock(), width=width, colour=colour))
    terminal.show(render.episodes(told, zone=store.config.local_zone(), width=width, colour=colour))


@streams.command()
def rename(
    ident: Thread,
    name: Annotated[str, typer.Argument(help="What you call it.")],
    user: User = "default",
    home: Home = None,
) -> None:
    """Give a thread your own name for it."""
    store = open_store(home, user)
    store.workstreams.rename(ident, name, at=store.config.clock())
    _done(store, ident)


@streams.command()
def merge(
    ident: Thread,
    other: Annotated[int, typer.Argument(metavar="OTHER", help="The thread whose episodes it takes over.")],
    user: User = "default",
    home: Home = None,
) -> None:
    """Make two threads one."""
    store = open_store(home, user)
    store.workstreams.merge(ident, other, at=store.config.clock())
    _done(store, ident)


@streams.command()
def split(
    ident: Thread,
    episodes: Annotated[list[int], typer.Argument(metavar="EPISODE...", help="The episodes that are another thread.")],
    user: User = "default",
    home: Home = None,
    name: Annotated[str | None, typer.Option("--name", help="The new thread's name; found out if left out.")] = None,
) -> None:
    """Make some of a thread's episodes a thread of their own."""
    from episodic.consolidate.christening import name_of

    store = open_store(home, user)
    taken = [one.name for one in store.streams(everything=True)]
    called = name or name_of(store, episodes, taken=taken)
    _done(store, store.workstreams.split(ident, episodes, name=called, at=store.config.clock()))


@streams.command()
def close(
    ident: Thread,
    user: User = "default",
    home: Home = None,
    reopen: Annotated[bool, typer.Option("--reopen", help="Open it again.")] = False,
) -> None:
    """Close a thread: nothing is added to it any more."""
    store = open_store(home, user)
    store.workstreams.close(ident, at=store.config.clock(), reopen=reopen)
    _done(store, ident)


def _done(store: "Store", ident: int) -> None:
    from episodic.surfaces import render, terminal

    now = store.config.clock()
    terminal.show(render.streams([store.workstreams.read(ident, now=now)], now=now, width=terminal.width()))
    terminal.say(f"`episodic undo {ident}` takes it back")
