"""`episodic install`, `uninstall` and `hook`: an agent's hooks, put in, taken out and answered."""

import difflib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Home, User, app

if TYPE_CHECKING:
    from episodic.surfaces.hooks.agents import AgentName
    from episodic.surfaces.hooks.install import Change

Agent = Annotated[str, typer.Argument(help="claude-code, codex or gemini.")]
Here = Annotated[bool, typer.Option("--project", help="This folder's settings, instead of yours for all projects.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]


@app.command()
def install(
    agent: Agent, user: User = "default", home: Home = None, project: Here = False, dry_run: DryRun = False
) -> None:
    """Put hooks into an agent's settings: it is told what you know, and its sessions are remembered.

    What else is in the file keeps its bytes; `episodic uninstall` gives back the file of before.
    """
    from episodic.surfaces import terminal
    from episodic.surfaces.hooks.install import settings_path, with_hooks

    name = _agent(agent)
    if not user.strip():
        raise InputError("the user id is blank: name one, for instance --user default")
    path = settings_path(name, project=Path.cwd() if project else None, environ=os.environ)
    change = with_hooks(name, path, user=user, home=str(home.resolve()) if home else "")
    _do(change, dry_run=dry_run)
    if change.before == change.after:
        terminal.say(f"{path} has them already")
    elif not dry_run:
        terminal.say(f"{name} will remember from its next session on; {_after(name)}")


@app.command()
def uninstall(agent: Agent, project: Here = False, dry_run: DryRun = False) -> None:
    """Take our hooks out of an agent's settings again; what is remembered stays."""
    from episodic.surfaces import terminal
    from episodic.surfaces.hooks.install import settings_path, without_hooks

    name = _agent(agent)
    path = settings_path(name, project=Path.cwd() if project else None, environ=os.environ)
    change = without_hooks(path)
    _do(change, dry_run=dry_run)
    if change.before == change.after:
        terminal.say(f"{path} has none of ours")


@app.command()
def hook(
    event: Annotated[str, typer.Argument(help="The agent's name of the event, such as UserPromptSubmit.")],
    agent: Annotated[str, typer.Option("--agent", help="claude-code, codex or gemini.")] = "claude-code",
    user: User = "default",
    home: Home = None,
) -> None:
    """Answer an agent's hook: its JSON on standard input, ours on standard output, exit code 0 whatever happens.

    At the start of a session: what goes on and the last session. At a prompt: what is known of it. At the end of a turn
    the transcript is taken in, in the background. `episodic install` sets this up.
    """
    from episodic.surfaces.hooks.run import main

    main([event, "--agent", agent, "--user", user, *(("--home", str(home)) if home else ())])


def _agent(name: str) -> "AgentName":
    from episodic.surfaces.hooks.agents import EVENTS

    for known in EVENTS:
        if name == known:
            return known
    raise InputError(f"{name!r} is no agent we have hooks for: use one of {', '.join(EVENTS)}")


def _do(change: "Change", *, dry_run: bool) -> None:
    """Change it, and show what: in this order, as nobody may read on."""
    from episodic.surfaces import terminal
    from episodic.surfaces.hooks.install import apply

    if not dry_run:
        apply(change)
    terminal.show(_diff(change))


def _diff(change: "Change") -> Iterator[str]:
    before, after = (text.splitlines() if text else [] for text in (change.before, change.after))
    name = str(change.path)
    return difflib.unified_diff(before, after, name, name, lineterm="", n=1)


def _after(agent: "AgentName") -> str:
    if agent == "codex":
        return "Codex asks you to trust them: say yes in /hooks"
    return "`episodic doctor` shows when they last ran"
