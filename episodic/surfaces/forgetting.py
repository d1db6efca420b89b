"""The command that forgets: says what goes, asks, shows the receipt. Knows no rule of what goes with what."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from episodic.errors import InputError
from episodic.surfaces.app import After, Before, Home, Json, User, app, open_store, project_of
from episodic.surfaces.typed import when

if TYPE_CHECKING:
    from collections.abc import Iterator

    from episodic.memory.memories import Item
    from episodic.memory.store import Store
    from episodic.rights.forget import Receipt
    from episodic.rights.meant import Doomed, Seeds

_SHOWN: Final = 8  # lines of what goes; `--json --dry-run` has all of it

# No name from the environment: what is deleted is said in so many words.
OfProject = Annotated[str | None, typer.Option("--project", help="Only what belongs to this project.")]


class _How(NamedTuple):
    """How it is done: without asking, only in words, with a search of every file, as JSON."""

    yes: bool
    dry_run: bool
    verify: bool
    json: bool


@app.command()
def forget(
    idents: Annotated[list[int] | None, typer.Argument(metavar="[ID]...", help="The numbers behind a #.")] = None,
    user: User = "default",
    home: Home = None,
    query: Annotated[str | None, typer.Option("--query", help="Only what has all these words.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="Only what was said in this session.")] = None,
    project: OfProject = None,
    after: After = None,
    before: Before = None,
    source: Annotated[str | None, typer.Option("--source", help="Only what came from this file.")] = None,
    with_history: Annotated[
        bool, typer.Option("--with-history", help="With what a fact replaced and what replaced it.")
    ] = False,
    everything: Annotated[bool, typer.Option("--all", help="Everything of this user.")] = False,
    all_users: Annotated[bool, typer.Option("--all-users", help="The whole home.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    verify: Annotated[bool, typer.Option("--verify", help="Then search every file of the home for it.")] = False,
    json: Json = False,
) -> None:
    """Delete memories for good: rows, index, vectors and journal. Several bounds narrow together.

    A fact takes the turns along that it quotes, a turn all that rests on it alone; you are shown both before.
    """
    how = _How(yes, dry_run, verify, json)
    bounds = (query, session, project, after, before, source)
    named = bool(idents) or any(bound is not None for bound in bounds)
    if named + everything + all_users != 1:
        raise InputError(
            "say what to forget: numbers, or --query, --session, --project, --after, --before or --source;"
            " --all for this user, or --all-users for the whole home"
        )
    store = open_store(home, user)
    if not named:
        _whole(store, everything_of_all=all_users, how=how)
        return
    from episodic.rights.forget import wanted

    seeds = wanted(
        store,
        idents or [],
        query=query,
        session=session,
        project=project_of(project, store),
        after=when(after, store),
        before=when(before, store, end=True),
        sources=_sources(source, store),
        with_history=with_history,
    )
    _parts(store, seeds, how=how)


def _parts(store: "Store", seeds: "Seeds", *, how: _How) -> None:
    from episodic.rights.forget import forget as forget_these
    from episodic.rights.meant import doomed
    from episodic.surfaces import terminal

    going = doomed(store, seeds)
    if how.dry_run and how.json:
        _print_json(_plan_as_dict(store, going))
        return
    for line in _preview(store, going):
        terminal.say(line)
    if not how.dry_run and _agreed(how):
        _receipt(forget_these(store, seeds, verify=how.verify), how=how)


def _whole(store: "Store", *, everything_of_all: bool, how: _How) -> None:
    """Forget a user, or the home."""
    from episodic.rights.forget import forget_all, forget_home
    from episodic.surfaces import render, terminal

    held = store.status()
    what = f"everything of user {store.user}"
    if everything_of_all:
        what = f"the whole home {store.home} ({held.users} users)"
    counts = f"{held.sessions} sessions, {held.turns} turns, {held.facts} facts, {held.episodes} episodes"
    if how.dry_run and how.json:
        of = {name: getattr(held, name) for name in ("users", "sessions", "turns", "facts", "episodes")}
        _print_json({"forgets": of if everything_of_all else {**of, "users": 1}})
        return
    terminal.say(f"This forgets {what}: {counts}.")
    if how.dry_run or not _agreed(how):
        return
    receipt = forget_home(store) if everything_of_all else forget_all(store, verify=how.verify)
    if how.json:
        _receipt(receipt, how=how)
        return
    _check(receipt)
    terminal.show(render.table({"forgotten": counts, "left": "0 rows, 0 index words, 0 vectors, 0 journal bytes"}))
    _verified(receipt)


def _agreed(how: _How) -> bool:
    """Ask, unless that was said already.

    Raises:
        InputError: there is nobody to ask.
    """
    from episodic.surfaces import terminal

    agreed = how.yes or terminal.confirm("There is no way back. Go on?")
    if agreed is None:
        raise InputError("nothing was forgotten: add --yes where there is no terminal to ask on")
    if not agreed:
        terminal.say("Nothing was forgotten.")
    return agreed


def _preview(store: "Store", going: "Doomed") -> "Iterator[str]":
    """Yield what goes, in counts and a few lines, and what changes with it."""
    from episodic.surfaces import render, terminal

    counts = render.counted(
        turn=len(going.turns), fact=len(going.facts), episode=len(going.episodes), loop=len(going.loops)
    )
    yield f"This forgets {counts or 'nothing whole'}:"
    width, items = terminal.width(), _items(store, (*going.facts, *going.episodes))
    yield from render.named(items, most=_SHOWN, width=width)
    known = store.forgetting.loop_texts() if going.loops else {}
    for loop in going.loops[:_SHOWN]:
        yield f"  #{loop} [loop] {known[loop].splitlines()[0]}"
    others = [one for one in going.turns if one not in going.quoted]
    yield from render.named(_items(store, others), most=_SHOWN, width=width)
    if going.quoted:
        yield f"and {render.counted(turn=len(going.quoted))} that say it:"
        yield from render.named(_items(store, going.quoted), most=_SHOWN, width=width)
    yield from _changes(store, going)


def _changes(store: "Store", going: "Doomed") -> "Iterator[str]":
    """Yield what stays, but not as it was."""
    from episodic.surfaces import render, terminal

    if going.retold:
        yield f"{render.counted(episode=len(going.retold))} told anew from what is left of their turns, or gone"
    if going.weakened:
        yield f"{render.counted(fact=len(going.weakened))} said elsewhere too, kept with that as the proof"
    older = store.supersessions.previous(going.facts)
    if older:
        yield "What they replaced stays history and is not current again; --with-history forgets that too."
    if going.near:
        yield "Not forgotten, as they have only some of the words:"
        yield from render.named(_items(store, going.near), most=_SHOWN, width=terminal.width())


def _items(store: "Store", ids: "tuple[int, ...] | list[int]") -> "list[Item]":
    known = store.memories.items(ids)
    return [known[one] for one in ids if one in known]


def _receipt(receipt: "Receipt", *, how: _How) -> None:
    """Show what is gone and that nothing of it is left."""
    from episodic.surfaces import render, terminal

    before = receipt.before
    if how.json:
        found = [trace._asdict() for trace in receipt.traces]
        _print_json(
            {"forgotten": before._asdict(), "left": receipt.left, "searched": receipt.searched, "traces": found}
        )
        if receipt.left or receipt.traces:
            raise typer.Exit(1)
        return
    _check(receipt)
    counts = {"turn": before.turns, "fact": before.facts, "episode": before.episodes, "loop": before.loops}
    lines = {"forgotten": render.counted(**counts) or "nothing whole"}
    if before.retold or before.reworded:
        lines["told anew"] = render.counted(episode=before.retold, fact=before.reworded)
    terminal.show(render.table({**lines, "left": "0 rows, 0 index words, 0 vectors, 0 journal lines"}))
    _verified(receipt)


def _check(receipt: "Receipt") -> None:
    if receipt.left:
        raise InputError(f"still there: {', '.join(receipt.left)}; close other programs and run it again")


def _verified(receipt: "Receipt") -> None:
    """Show what a search of every file found; exits 1 when it found something."""
    from episodic.surfaces import terminal

    if receipt.searched is None:
        return
    terminal.show(f"{trace.path}: {trace.found} traces: {trace.advice}" for trace in receipt.traces)
    terminal.say(f"{receipt.searched} files searched, {len(receipt.traces)} with traces")
    if receipt.traces:
        raise typer.Exit(1)


def _sources(source: str | None, store: "Store") -> list[str] | None:
    """Return what a file may have been called when it was taken in.

    Raises:
        InputError: nothing came from it.
    """
    if source is None:
        return None
    names = {source, str(Path(source).resolve())}
    known = store.forgetting.sources()
    found = [one for one in known if one in names or str(Path(one).resolve()) in names]
    if not found:
        raise InputError(f"nothing came from {source}: what was taken in came from {', '.join(known) or 'no file'}")
    return found


def _plan_as_dict(store: "Store", going: "Doomed") -> dict[str, Any]:
    counts = {name: len(getattr(going, name)) for name in ("turns", "facts", "episodes", "loops")}
    changed = {name: list(getattr(going, name)) for name in ("quoted", "weakened", "retold", "near")}
    return {"forgets": counts, "items": _items(store, going.items), "loops": list(going.loops), **changed}


def _print_json(document: dict[str, Any]) -> None:
    from episodic.surfaces import render, terminal

    terminal.show([render.as_json({"schema": 1, **document})])
