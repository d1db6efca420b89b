"""The command line: every command parses, calls one room of the house, and prints. Knows no SQL, model or rule.

Heavy imports live inside the commands, so that `--help`, `stats` and every hook start without numpy.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from episodic.errors import EpisodicError, InputError

if TYPE_CHECKING:
    from datetime import datetime

    from episodic.memory.store import Store

INTERRUPTED = 130


class Boundary(TyperGroup):
    """The one place that turns errors of ours into a line; bugs crash with a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except EpisodicError as error:
            print(f"episodic: {error}", file=sys.stderr)
            raise SystemExit(1) from None
        except KeyboardInterrupt:
            print("episodic: interrupted; what was saved stays saved, run it again to go on", file=sys.stderr)
            raise SystemExit(INTERRUPTED) from None
        except BrokenPipeError:
            sys.stderr.close()  # the reader has left, as `| head` does
            raise SystemExit(0) from None


app = typer.Typer(
    cls=Boundary,
    help="Long-term memory for AI agents, in one SQLite file on your own machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich help costs a quarter of a second
)

User = Annotated[str, typer.Option("--user", envvar="EPISODIC_USER", help="Whose memory.", show_default=True)]
Home = Annotated[Path | None, typer.Option("--home", help="The folder it is kept in.", show_default="EPISODIC_HOME")]
Project = Annotated[str | None, typer.Option("--project", envvar="EPISODIC_PROJECT", help="Only this project.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
After = Annotated[str | None, typer.Option("--after", metavar="WHEN", help="From then on: a date, today, 7d, 2w.")]
Before = Annotated[str | None, typer.Option("--before", metavar="WHEN", help="Until then, that day included.")]


@app.callback(invoke_without_command=True)
def main_options(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Long-term memory for AI agents, in one SQLite file on your own machine."""
    if version:
        from episodic.version import __version__

        print(__version__)
        raise typer.Exit


@app.command()
def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Files or folders; - reads standard input.")],
    user: User = "default",
    project: Project = None,
    home: Home = None,
    session: Annotated[str | None, typer.Option("--session", help="The session's id, for one session.")] = None,
    format: Annotated[str | None, typer.Option("--format", help="plain or claude-code; found out if left out.")] = None,  # noqa: A002 - the word people use
    json: Json = False,
) -> None:
    """Take transcripts in: Claude Code sessions, or lines of {"role", "content"}.

    Safe to run again: only what is new is added.
    """
    from episodic.surfaces import ingesting, terminal

    done = ingesting.ingest(paths, _opener(home, user), project=project, session=session, format=format)
    if json:
        terminal.show([ingesting.as_json(done)])
    else:
        for line in ingesting.summary(done):
            terminal.say(line)
    if done.refused and not done.intake.files:
        raise typer.Exit(1)


@app.command()
def remember(
    text: Annotated[str, typer.Argument(help="A sentence, in your own words; - reads standard input.")],
    user: User = "default",
    project: Project = None,
    home: Home = None,
    kind: Annotated[str | None, typer.Option("--kind", help="What kind of fact; found out if left out.")] = None,
) -> None:
    """Keep one fact, written by hand."""
    from episodic.consolidate.heuristics import kind_of
    from episodic.records import KINDS
    from episodic.surfaces import terminal

    words = sys.stdin.read() if text == "-" else text
    known = next((one for one in KINDS if one == kind), None)
    if kind is not None and known is None:
        raise InputError(f"{kind!r} is no kind: use one of {', '.join(KINDS)}")
    fact = _store(home, user).remember(words, kind=known or kind_of(words) or "personal", project=project)
    terminal.say(f"remembered as #{fact}")


@app.command()
def recall(
    question: Annotated[list[str], typer.Argument(help="What to look for, in any words.")],
    user: User = "default",
    project: Project = None,
    home: Home = None,
    limit: Annotated[int, typer.Option("-k", "--limit", help="Hits at most.")] = 5,
    after: After = None,
    before: Before = None,
    kind: Annotated[list[str] | None, typer.Option("--kind", help="Only facts of this kind.")] = None,
    layer: Annotated[list[str] | None, typer.Option("--layer", help="Only fact, episode or turn.")] = None,
    fast: Annotated[bool, typer.Option("--fast", help="By words only, without opening a model.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show the scores behind each hit.")] = False,
    json: Json = False,
) -> None:
    """Find what is known about something."""
    from typing import cast

    from episodic.recall.retrieve import retrieve
    from episodic.surfaces import render, terminal

    store = _store(home, user)
    found = retrieve(
        " ".join(question),
        store,
        k=limit,
        after=_when(after, store),
        before=_when(before, store, end=True),
        kinds=cast(Any, kind),
        layers=cast(Any, layer),
        project=project,
        fast=fast,
    )
    for note in found.notes:
        terminal.say(f"episodic: {note}")
    if json:
        terminal.show([render.as_json(render.hits_as_dict(found))])
        return
    now = store.config.clock()
    terminal.show(render.hits(found, now=now, width=terminal.width(), colour=terminal.colour(), explain=explain))
    if not found:
        terminal.say(_nothing(store, found.below))


@app.command()
def episodes(
    user: User = "default",
    project: Project = None,
    home: Home = None,
    last: Annotated[int, typer.Option("--last", min=1, help="The newest N.")] = 10,
    after: After = None,
    before: Before = None,
    json: Json = False,
) -> None:
    """Show what happened, newest first, one record a session or subject."""
    from episodic.surfaces import render, terminal

    store = _store(home, user)
    found = store.episodes(last=last, after=_when(after, store), before=_when(before, store, end=True), project=project)
    if json:
        terminal.show([render.as_json({"schema": 1, "episodes": found})])
        return
    zone = store.config.local_zone()
    terminal.show(render.episodes(found, zone=zone, width=terminal.width(), colour=terminal.colour()))
    if not found:
        terminal.say(_nothing(store, 0))


@app.command()
def show(
    ident: Annotated[int, typer.Argument(metavar="ID", help="The number behind a #.")],
    user: User = "default",
    home: Home = None,
    json: Json = False,
) -> None:
    """Show one memory whole, with the turns that prove it."""
    from episodic.errors import NotFoundError
    from episodic.surfaces import render, terminal

    store = _store(home, user)
    one = store.memories.items([ident]).get(ident)
    if one is None:
        raise NotFoundError(f"there is no #{ident} for user {user}: see `episodic recall --explain` for numbers")
    said = store.turns.read(one.evidence_items)
    if json:
        terminal.show([render.as_json({"schema": 1, "item": one, "turns": list(said.values())})])
        return
    turns = {(turn.session, turn.seq): f"{turn.name or turn.role}: {turn.content}" for turn in said.values()}
    terminal.show(render.item(one, turns, zone=store.config.local_zone(), width=terminal.width()))


@app.command()
def stats(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Count what is remembered."""
    from episodic.surfaces import render, terminal

    status = _store(home, user).status()
    if json:
        terminal.show([render.as_json({"schema": 1, **status._asdict()})])
        return
    terminal.show(render.table(render.stats(status)))
    if not status.turns:
        terminal.say(_FIRST)


@app.command()
def status(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Show where every captured turn is, and what leaves this machine."""
    from episodic.surfaces import render, terminal

    found = _store(home, user).status()
    if json:
        terminal.show([render.as_json({"schema": 1, **found._asdict()})])
        return
    terminal.show(render.table({**render.progress(found), "language model": "none; no text leaves this machine"}))


@app.command()
def doctor(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Check home, index, journal and models; exits 1 when something is wrong."""
    from episodic.memory.health import examine
    from episodic.surfaces import render, terminal

    findings = list(examine(_store(home, user)))
    if json:
        terminal.show([render.as_json({"schema": 1, "findings": findings})])
    else:
        terminal.show(render.table({f"{'ok ' if f.ok else 'BAD'} {f.name}": f.detail for f in findings}))
    if not all(finding.ok for finding in findings):
        raise typer.Exit(1)


@app.command()
def verify(user: User = "default", home: Home = None, json: Json = False) -> None:
    """Prove that no line of the journal was altered or lost; exits 1 when one was."""
    from episodic.memory.health import verify as verify_journals
    from episodic.surfaces import render, terminal

    verdicts = list(verify_journals(_store(home, user)))
    faults = [f"{verdict.path.name}: {fault}" for verdict in verdicts for fault in verdict.problems]
    if json:
        terminal.show([render.as_json({"schema": 1, "journals": verdicts})])
    else:
        terminal.show(faults)
        terminal.say(f"{sum(v.entries for v in verdicts)} turns in {len(verdicts)} journals, {len(faults)} faults")
    if faults:
        raise typer.Exit(1)


@app.command()
def forget(
    everything: Annotated[bool, typer.Option("--all", help="Everything of this user.")] = False,
    all_users: Annotated[bool, typer.Option("--all-users", help="The whole home.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without asking.")] = False,
    user: User = "default",
    home: Home = None,
) -> None:
    """Delete memories for good: rows, index, vectors and journal."""
    from episodic.rights.forget import forget_all, forget_home
    from episodic.surfaces import render, terminal

    if everything == all_users:
        raise InputError("say what to forget: --all for this user, or --all-users for the whole home")
    store = _store(home, user)
    held = store.status()
    what = f"the whole home {store.home} ({held.users} users)" if all_users else f"everything of user {user}"
    counts = f"{held.sessions} sessions, {held.turns} turns, {held.facts} facts, {held.episodes} episodes"
    terminal.say(f"This forgets {what}: {counts}.")
    agreed = yes or terminal.confirm("There is no way back. Go on?")
    if agreed is None:
        raise InputError("nothing was forgotten: add --yes where there is no terminal to ask on")
    if not agreed:
        terminal.say("Nothing was forgotten.")
        return
    receipt = forget_home(store) if all_users else forget_all(store)
    if receipt.left:
        raise InputError(f"still there: {', '.join(receipt.left)}; close other programs and run it again")
    terminal.show(render.table({"forgotten": counts, "left": "0 rows, 0 index words, 0 vectors, 0 journal bytes"}))


@app.command()
def reindex(
    user: User = "default",
    home: Home = None,
    everything: Annotated[bool, typer.Option("--all", help="Make every vector and index row anew.")] = False,
) -> None:
    """Index and embed what is waiting; safe to interrupt and run again."""
    from episodic.surfaces import terminal

    store = _store(home, user)
    turns = store.catch_up()
    if everything:
        store.lexical.rebuild()
        store.embeddings.start_over()
    profile = store.embeddings.profile()
    with terminal.bar("embedding", store.embeddings.waiting()) as advance:
        items = store.embeddings.catch_up(on_progress=advance)
    if profile is None:
        terminal.say(f"episodic: no vectors were made: {store.embeddings.trouble}")
    terminal.say(f"{turns} turns indexed, {items} items embedded")


@app.command()
def config(
    json: Json = False,
    home: Home = None,
) -> None:
    """Show every setting; change one in config.toml or by EPISODIC_<NAME>."""
    from dataclasses import fields

    from episodic.config import Config, config_file, load
    from episodic.surfaces import render, terminal

    settings = load(home=home)
    values = {field.name: getattr(settings, field.name) for field in fields(Config)}
    if json:
        terminal.show([render.as_json({"schema": 1, "file": config_file(), "settings": values})])
        return
    terminal.show(render.table({name: "" if value is None else value for name, value in values.items()}))
    terminal.say(f"file: {config_file()}")


def main() -> None:
    """Run the command line."""
    if sys.stdout.encoding.lower().replace("-", "") != "utf8" and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # Windows' own code pages lose most scripts
    app(prog_name="episodic")


_FIRST = "nothing is remembered yet: run `episodic ingest FILE`, for instance on ~/.claude/projects"


def _store(home: Path | None, user: str) -> "Store":
    from episodic.config import load
    from episodic.memory.store import get_store

    return get_store(user=user, config=load(home=home))


def _opener(home: Path | None, user: str) -> Any:
    """Return what opens the store of a user a transcript names; one that names none belongs to `user`."""
    opened: dict[str, Store] = {}

    def open_for(name: str | None) -> "Store":
        key = name or user
        if key not in opened:
            opened[key] = _store(home, key)
        return opened[key]

    return open_for


def _when(text: str | None, store: "Store", *, end: bool = False) -> "datetime | None":
    from datetime import UTC

    from episodic.language.dates import bound

    if text is None:
        return None
    try:
        when = bound(text, now=store.config.clock(), zone=store.config.local_zone(), end=end)
        return when.astimezone(UTC)  # at either end of the calendar this fails too
    except (ValueError, OverflowError):
        raise InputError(f"{text!r} is no time: use a date such as 2026-11-29, today, yesterday, or 7d") from None


def _nothing(store: "Store", below: int) -> str:
    if not store.status().turns:
        return f"0 sessions indexed for user {store.user}: {_FIRST}"
    return f"nothing found; {below} below what counts as an answer" if below else "nothing found"
