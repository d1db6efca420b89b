"""The command line: every command parses, calls one room of the house, and prints. Knows no SQL, model or rule.

Heavy imports live inside the commands, so that `--help`, `stats` and every hook start without numpy.
"""

import sys
from typing import Annotated

import typer

from episodic.surfaces.app import (
    After,
    Before,
    Home,
    Json,
    Project,
    User,
    Within,
    app,
    open_store,
    opener,
    project_of,
    typed_out,
)
from episodic.surfaces.typed import nothing, one_of, when


@app.command()
def ingest(
    called: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="PATH...", help="Files or folders; - reads standard input.")
    ] = None,
    user: User = "default",
    project: Project = None,
    home: Home = None,
    tool: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="TOOL", help="All sessions of a tool, where it keeps them; or of all."),
    ] = None,
    session: Annotated[str | None, typer.Option("--session", help="The session's id, for one session.")] = None,
    format: Annotated[  # noqa: A002 - the word people use
        str | None, typer.Option("--format", metavar="NAME", help="What it is; found out if left out.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what would be read, and what not and why; write nothing.")
    ] = False,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="For facts and episodes, or leave them to later.")
    ] = True,
    json: Json = False,
) -> None:
    """Take transcripts in: sessions of coding agents, exports of ChatGPT and Claude.ai, chats of frameworks.

    Safe to run again, every hour too: only what is new is added, and files in folders are read only if they changed.
    With --no-wait, facts and episodes are made in the background. --from takes claude-code, codex, gemini, cursor,
    copilot, opencode and aider.
    """
    if not paths and not tool:
        raise typer.BadParameter("give a PATH, or a TOOL with --from")
    from episodic.surfaces import ingesting, terminal

    if explain:
        from episodic.surfaces import explaining, render

        told = explaining.explain(paths or (), tool or (), format=format)
        if json:
            files = [explaining.as_dict(one) for one in told]
            terminal.show([render.as_json({"schema": 1, "files": files})])
        else:
            for one in told:
                terminal.show(explaining.lines(one))
        return
    named = user if typed_out(called, "user") else None
    wanted = ingesting.Wanted(paths or (), tool or (), project=project, session=session, format=format, user=named)
    done = ingesting.ingest(wanted, opener(home, user), wait=wait)
    if json:
        terminal.show([ingesting.as_json(done)])
    else:
        for line in ingesting.summary(done):
            terminal.say(line)
    if done.report.bugs or (done.refused and paths and not done.intake.files and not done.unchanged):
        raise typer.Exit(1)


@app.command()
def remember(
    text: Annotated[str | None, typer.Argument(help="A sentence, in your own words; - reads standard input.")] = None,
    user: User = "default",
    project: Project = None,
    home: Home = None,
    kind: Annotated[str | None, typer.Option("--kind", help="What kind of fact; found out if left out.")] = None,
    episode: Annotated[str | None, typer.Option("--episode", help="What happened, instead of a fact.")] = None,
    outcome: Annotated[str | None, typer.Option("--outcome", help="How the episode ended.")] = None,
    worked: Annotated[bool | None, typer.Option("--worked/--failed", help="Whether that was good.")] = None,
    tried: Annotated[list[str] | None, typer.Option("--tried", help="What was tried before.")] = None,
    lesson: Annotated[list[str] | None, typer.Option("--lesson", help="What to do another time.")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", help="A name to find the episode by.")] = None,
) -> None:
    """Keep one fact, or one episode, written by hand."""
    from episodic.surfaces import remembering, terminal

    told = remembering.Told(outcome, worked, tuple(tried or ()), tuple(lesson or ()), tuple(tag or ()))
    store = open_store(home, user)
    if episode is not None:
        terminal.say(remembering.episode(store, episode, told, text=text, project=project))
    else:
        terminal.say(remembering.fact(store, text, told, kind=kind, project=project))


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
    subject: Annotated[str | None, typer.Option("--subject", help="Only what was said about this.")] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="WHEN", help="What was true then.")] = None,
    known_at: Annotated[str | None, typer.Option("--known-at", metavar="WHEN", help="What we knew then.")] = None,
    history: Annotated[bool, typer.Option("--history", help="With what has been superseded.")] = False,
    fast: Annotated[bool, typer.Option("--fast", help="By words only, without opening a model.")] = False,
    within: Within = None,
    everything: Annotated[bool, typer.Option("--all", help="With what is hardly about the question.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show the scores behind each hit.")] = False,
    json: Json = False,
) -> None:
    """Find what is known about something."""
    from episodic.config import load
    from episodic.surfaces import recalling

    config = load(home=home)
    asked = recalling.Asked(
        " ".join(question),
        k=limit,
        after=after,
        before=before,
        kinds=kind,
        layers=layer,
        project=project,
        subject=subject,
        as_of=as_of,
        known_at=known_at,
        history=history,
        fast=fast,
        within=within,
        everything=everything,
    )
    found = recalling.recall(config, user, asked)
    from episodic.surfaces import answering  # after it was asked: who waits for a server has time to load it

    answering.show(found, config, user, explain=explain, json=json)


@app.command()
def episodes(
    user: User = "default",
    project: Project = None,
    home: Home = None,
    last: Annotated[int, typer.Option("--last", min=1, help="The newest N.")] = 10,
    after: After = None,
    before: Before = None,
    having: Annotated[
        str | None, typer.Option("--with", help="Only with decisions, lessons, actions, advice_given, and so on.")
    ] = None,
    subject: Annotated[str | None, typer.Option("--subject", help="Only about this, in these words.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="Only with this tag.")] = None,
    outcome: Annotated[
        str | None, typer.Option("--outcome", help="Only positive, neutral, unresolved or negative ones.")
    ] = None,
    archived: Annotated[bool, typer.Option("--archived", help="With merged and archived ones.")] = False,
    json: Json = False,
) -> None:
    """Show what happened, newest first, one record a session or subject."""
    from episodic.memory.episode_log import EPISODE_LISTS
    from episodic.records import OUTCOMES
    from episodic.surfaces import render, terminal

    store = open_store(home, user)
    found = store.episodes(
        last=last,
        after=when(after, store),
        before=when(before, store, end=True),
        project=project_of(project, store),
        having=one_of(having, EPISODE_LISTS, what="list of an episode"),
        subject=subject,
        tag=tag,
        outcome=one_of(outcome, OUTCOMES, what="outcome"),
        archived=archived,
    )
    if json:
        terminal.show([render.as_json({"schema": 1, "episodes": found})])
        return
    zone = store.config.local_zone()
    terminal.show(render.episodes(found, zone=zone, width=terminal.width(), colour=terminal.colour()))
    if not found:
        terminal.say(nothing(store, 0))


def main() -> None:
    """Run the command line."""
    if sys.stdout.encoding.lower().replace("-", "") != "utf8" and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")  # Windows' own code pages lose most scripts
    app(prog_name="episodic")


# They register their commands, after those above.
from episodic.surfaces import (  # noqa: E402
    carrying,  # noqa: F401
    context,  # noqa: F401
    correcting,  # noqa: F401
    forgetting,  # noqa: F401
    hooking,  # noqa: F401
    keeping,  # noqa: F401
    loops,  # noqa: F401
    mcp,  # noqa: F401
    people,  # noqa: F401
    probing,  # noqa: F401
    projects,  # noqa: F401
    retaining,  # noqa: F401
    reviewing,  # noqa: F401
    serving,  # noqa: F401
    streams,  # noqa: F401
    switching,  # noqa: F401
    vault,  # noqa: F401
)
