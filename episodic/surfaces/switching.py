"""Commands about whose memory it is and whether it is on: `users`, `pause`, `resume`. Knows no SQL."""

from typing import Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store

Everyone = Annotated[bool, typer.Option("--everyone", help="For all users of the home.")]


@app.command()
def users(home: Home = None, json: Json = False) -> None:
    """Show who has a memory in this home, how much is in it, and when they last said something."""
    from episodic.config import load
    from episodic.memory.store import members
    from episodic.surfaces import render, terminal

    config = load(home=home)
    found = members(config)
    if json:
        terminal.show([render.as_json({"schema": 1, "users": found})])
        return
    terminal.show(render.members(found, zone=config.local_zone()))
    if not found:
        terminal.say("nobody has a memory in this home yet")


@app.command()
def pause(user: User = "default", home: Home = None, everyone: Everyone = False) -> None:
    """Write nothing from now on; what is there can still be read, corrected and forgotten."""
    from episodic.surfaces import terminal

    store = open_store(home, user)
    store.household.pause(everyone=everyone, at=store.config.clock())
    terminal.say(
        f"memory is off for {_whom(user, everyone=everyone)}: `{_resume(user, everyone=everyone)}` switches it on"
    )


@app.command()
def resume(user: User = "default", home: Home = None, everyone: Everyone = False) -> None:
    """Remember again."""
    from episodic.surfaces import terminal

    store = open_store(home, user)
    was = store.household.resume(everyone=everyone)
    still = store.household.paused()
    if still:
        terminal.say(f"memory is still off: {still}; see --everyone and EPISODIC_OFF")
        return
    terminal.say(f"memory is on for {_whom(user, everyone=everyone)}" + ("" if was else ", and was before"))


def _whom(user: str, *, everyone: bool) -> str:
    return "everyone" if everyone else f"user {user}"


def _resume(user: str, *, everyone: bool) -> str:
    whose = " --everyone" if everyone else "" if user == "default" else f" --user '{user}'"
    return f"episodic resume{whose}"
