"""Commands of a memory's owner: see, prove, correct. Knows no rule of deciding."""

from typing import TYPE_CHECKING, Annotated

import typer

from episodic.surfaces.app import Home, Json, User, app, open_store

if TYPE_CHECKING:
    from episodic.memory.store import Store

Ident = Annotated[int, typer.Argument(metavar="ID", help="The number behind a #.")]


@app.command()
def show(
    ident: Ident,
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Show one memory whole, with the turns that prove it."""
    _show(ident, open_store(home, user), json=json, rulings=False)


@app.command()
def why(
    ident: Ident,
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Show what proves a memory: its quote, its turns, and what was decided about it."""
    _show(ident, open_store(home, user), json=json, rulings=True)


@app.command()
def history(
    ident: Ident,
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Show what a fact replaced and what replaced it, with the days each held."""
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    found = store.why(ident)
    if json:
        terminal.show([render.as_json({"schema": 1, "chain": found.chain})])
        return
    terminal.show(render.chain(found.chain, zone=store.config.local_zone(), width=terminal.width()))
    if not found.chain:
        terminal.say(f"#{ident} is no fact and has no history")


@app.command()
def edit(
    ident: Ident,
    text: Annotated[str, typer.Argument(help="What is true instead, in your own words.")],
    user: User = "default",
    home: Home = None,
) -> None:
    """Correct a fact: a new one takes its place, and the old one stays in its history."""
    from episodic.rights import correct
    from episodic.surfaces import terminal

    fact = correct.edit(open_store(home, user), ident, text)
    terminal.say(f"#{fact} is current now, #{ident} is history; `episodic undo {fact}` takes it back")


@app.command()
def undo(
    ident: Ident,
    user: User = "default",
    home: Home = None,
    keep: Annotated[bool, typer.Option("--keep", help="Keep the fact too, beside what it replaced.")] = False,
) -> None:
    """Take back: what a fact replaced is current again, episodes are as before a merge, a loop as it was before."""
    from episodic.rights import correct, review, settle
    from episodic.surfaces import terminal

    store = open_store(home, user)
    if store.workstreams.holds(ident):
        terminal.say(f"undone: {store.workstreams.undo(ident, at=store.config.clock())}")
        return
    if (taken := settle.undo(store, ident)) is not None:
        terminal.say(f"#{ident} is {taken[1].state} again: {taken[1].text} ({taken[0]} was taken back)")
        return
    if (doubted := review.undo(store, ident)) is not None:
        terminal.say(f"#{ident} is in doubt again: {doubted.text}")
        return
    back = correct.undo(store, ident, keep=keep)
    terminal.say(f"current now: {', '.join(f'#{old}' for old in back)}")


def _show(ident: int, store: "Store", *, json: bool, rulings: bool) -> None:
    """Show a loop, or anything else with what proves it, and with what was decided about it where that is asked."""
    from episodic.surfaces import render, terminal
    from episodic.surfaces.loops import show_loop

    if show_loop(store, ident, json=json):
        return
    found = store.why(ident)
    if json:
        told = found._asdict() if rulings else {"item": found.item, "turns": found.turns}
        terminal.show([render.as_json({"schema": 1, **told})])
        return
    zone, width = store.config.local_zone(), terminal.width()
    terminal.show(render.item(found, zone=zone, width=width))
    if rulings:
        terminal.show(render.rulings(found.rulings, zone=zone, width=width))
