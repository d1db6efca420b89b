"""The command that keeps the models open; registers `serve`. Knows no question and no answer."""

import time
from typing import TYPE_CHECKING, Annotated, Final

import typer

from episodic.errors import InputError, ServerError
from episodic.surfaces.app import Json, app

if TYPE_CHECKING:
    from episodic.config import Config
    from episodic.surfaces.warm.client import Running

_PATIENCE: Final = 20.0  # seconds a server gets to start or to end; it takes one, on a busy machine a few
_LOOK: Final = 0.02  # seconds between two looks


@app.command()
def serve(
    idle: Annotated[
        float | None, typer.Option("--idle", metavar="MINUTES", show_default="30", help="End after so long unasked.")
    ] = None,
    background: Annotated[bool, typer.Option("--background", help="Detached; returns once it answers.")] = False,
    stop: Annotated[bool, typer.Option("--stop", help="End the one that runs.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say whether one runs.")] = False,
    json: Json = False,
) -> None:
    """Keep the models open, so that recall answers at once, until nobody has asked for half an hour.

    Every answer is the same with and without it. It listens to you alone, on this machine, and keeps nothing.
    """
    from episodic.config import load
    from episodic.surfaces import render, terminal

    if sum((background, stop, status)) > 1:
        raise InputError("--background, --stop and --status stand alone: give one of them")
    config = load(serve_idle_minutes=idle)
    if stop:
        terminal.say(_stop(config))
    elif status:
        from episodic.surfaces.warm.client import running

        found = running(config)
        terminal.show([render.as_json({"schema": 1, "server": found})] if json else [render.server(found)])
    elif config.serve == "off":
        raise InputError("serve is off, so nobody would ask: set it to auto, or unset EPISODIC_SERVE")
    elif background:
        terminal.say(_start(config))
    else:
        from episodic.surfaces.warm.server import serve as serve_here

        said = f"serving until {config.serve_idle_minutes:g} min pass without a question; Ctrl-C ends it"
        serve_here(config, idle_seconds=config.serve_idle_minutes * 60, ready=lambda: terminal.say(said))


def _start(config: "Config") -> str:
    """Start one in the background, unless one runs; returns what to say.

    Raises:
        ServerError: it does not answer.
    """
    from episodic.surfaces import background, render
    from episodic.surfaces.warm.client import running
    from episodic.surfaces.warm.place import is_claimed, place_of, prepare

    if found := running(config):
        return f"a server runs already: {render.server(found)}"
    place = place_of(config.cache)
    prepare(place)
    started = background.start("serve", "--idle", str(config.serve_idle_minutes))
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if found := running(config):
            return render.server(found)
        if started.poll() is not None and not is_claimed(place):
            break  # it ended, and not because another one was faster
        time.sleep(_LOOK)
    raise ServerError("the server does not answer: run `episodic serve` to see why")


def _stop(config: "Config") -> str:
    """End the one that runs; returns what to say.

    Raises:
        ServerError: it does not end.
    """
    from episodic.surfaces.warm.client import stop
    from episodic.surfaces.warm.place import is_claimed, place_of

    place = place_of(config.cache)
    found: Running | None = stop(config)
    if found is None and not is_claimed(place):
        return "no server runs"
    until = time.monotonic() + _PATIENCE
    while is_claimed(place):
        if time.monotonic() > until:
            raise ServerError(f"the server that holds {place.lock} does not end: end its process")
        time.sleep(_LOOK)
    return "stopped"
