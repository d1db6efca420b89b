"""Commands about how long things are kept: `retention` and `sweep`. Knows no rule of what has expired."""

from typing import TYPE_CHECKING, Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, Json, User, app, open_store

if TYPE_CHECKING:
    from episodic.memory.store import Store
    from episodic.rights.forget import Counts

Limit = Annotated[str | None, typer.Option(metavar="DAYS", help="For so many days, or none for ever.")]


@app.command()
def retention(
    user: User = "default",
    home: Home = None,
    turns: Limit = None,
    episodes: Limit = None,
    facts: Limit = None,
    json: Json = False,
) -> None:
    """Show or set for how many days turns, episodes and facts are kept; loops are kept as facts are.

    What has expired is shown by nothing from then on, and `sweep` removes it.
    """
    from episodic.memory.retention import Days
    from episodic.rights.retention import due
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    given = {"turns": turns, "episodes": episodes, "facts": facts}
    days = {**store.retention.days()._asdict(), **{name: _days(text) for name, text in given.items() if text}}
    if any(given.values()):
        store.retention.keep(Days(**days))
    counts = due(store).counts
    if json:
        terminal.show([render.as_json({"schema": 1, "days": days, "due": counts._asdict()})])
        return
    kept = {name: "for ever" if limit is None else f"{limit} days" for name, limit in days.items()}
    terminal.show(render.table(kept))
    if waiting := _counted(counts):
        terminal.say(f"{waiting} to be removed: `episodic sweep` does it, with --dry-run it only says so")


@app.command()
def sweep(
    user: User = "default",
    home: Home = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    json: Json = False,
) -> None:
    """Remove what has expired, and in minimal mode the words of turns that are facts and episodes by now."""
    from episodic.rights import retention as keeping
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    if dry_run:
        counts, left = keeping.due(store).counts, tuple[str, ...]()
    else:
        receipt = keeping.sweep(store)
        counts, left = receipt.before, receipt.left
    if json:
        name = "would_go" if dry_run else "gone"
        terminal.show([render.as_json({"schema": 1, name: counts._asdict(), "left": left})])
    else:
        terminal.say(f"{'would go' if dry_run else 'gone'}: {_counted(counts) or 'nothing'}")
    if left:
        raise InputError(f"still there: {', '.join(left)}; close other programs and run it again")


def swept(store: "Store") -> str:
    """Remove what is due, as other commands do on their way; returns what to say of it."""
    if not (store.retention.is_set() or store.config.minimal) or store.household.paused():
        return ""
    from episodic.rights.retention import sweep as sweep_now

    gone = _counted(sweep_now(store).before)
    return f"{gone} no longer kept" if gone else ""


def _counted(counts: "Counts") -> str:
    from episodic.surfaces import render

    return render.counted(turn=counts.turns, fact=counts.facts, episode=counts.episodes, loop=counts.loops)


def _days(text: str) -> int | None:
    """Read a limit a person typed.

    Raises:
        InputError: it is no number of days.
    """
    if text.strip().casefold() == "none":
        return None
    number = text.strip().removesuffix("d").strip()
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= 36_500):
        raise InputError(f"{text!r} is no number of days: give 1 to 36500, or none for ever")
    return int(number)
