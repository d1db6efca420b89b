"""Where the tools people work with keep their sessions, and how each of them lets that be moved."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from episodic.capture.transcripts import find
from episodic.errors import InputError

EVERY = "all"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: where it keeps its sessions, below which folders, in which files, and which variable moves it."""

    name: str
    home: Callable[[Mapping[str, str]], Path]
    folders: tuple[str, ...]
    variable: str
    is_session: Callable[[PurePath], bool] = lambda _: True


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of a tool: where was looked, and the sessions there, the oldest change first."""

    tool: Tool
    places: tuple[Path, ...]
    files: tuple[Path, ...]


def search(names: Sequence[str], environ: Mapping[str, str] | None = None) -> list[Found]:
    """Look for the sessions of tools by their names; `all` is every one.

    Raises:
        InputError: a tool is unknown.
    """
    environ = os.environ if environ is None else environ
    known = {tool.name: tool for tool in TOOLS}
    if unknown := sorted(set(names) - known.keys() - {EVERY}):
        raise InputError(f"--from {unknown[0]} is unknown: use one of {', '.join(known)}, or {EVERY}")
    wanted = known.values() if EVERY in names else [known[name] for name in dict.fromkeys(names)]
    return [_found(tool, environ) for tool in wanted]


def _found(tool: Tool, environ: Mapping[str, str]) -> Found:
    home = tool.home(environ)
    places = tuple(_aider(environ)) if tool.name == "aider" else tuple(home / folder for folder in tool.folders)
    files = [file for place in places if place.exists() for file in find(place)]
    sessions = {file for file in files if tool.is_session(file.relative_to(home) if tool.folders else file)}
    return Found(tool, places, tuple(sorted(sessions, key=_changed)))


def _changed(file: Path) -> tuple[int, str]:
    """Order files by their time, so that what was said first is taken in first."""
    try:
        return file.stat().st_mtime_ns, str(file)
    except OSError:
        return 0, str(file)


def _aider(environ: Mapping[str, str]) -> Iterator[Path]:
    """Yield the histories aider would go on with here: the one that is set, else that of this folder or one above."""
    if named := environ.get("AIDER_CHAT_HISTORY_FILE"):
        yield Path(named).expanduser()
        return
    here = Path.cwd()
    yield from (folder / ".aider.chat.history.md" for folder in (here, *here.parents))


def _moved_by(variable: str, *default: str) -> Callable[[Mapping[str, str]], Path]:
    """Return what finds a tool's folder: where the variable says, else below the person's own."""

    def home(environ: Mapping[str, str]) -> Path:
        named = environ.get(variable)
        return Path(named).expanduser() if named else Path.home().joinpath(*default)

    return home


def _gemini(environ: Mapping[str, str]) -> Path:
    named = environ.get("GEMINI_CLI_HOME")
    return (Path(named).expanduser() if named else Path.home()) / ".gemini"


def _opencode(environ: Mapping[str, str]) -> Path:
    named = environ.get("XDG_DATA_HOME")
    return (Path(named).expanduser() if named else Path.home() / ".local" / "share") / "opencode"


TOOLS: Sequence[Tool] = (
    Tool(
        "claude-code",
        _moved_by("CLAUDE_CONFIG_DIR", ".claude"),
        ("projects", "transcripts"),
        "CLAUDE_CONFIG_DIR",
        # Of what lies in folders beside a session, nothing was said by a person.
        lambda path: path.name != "sessions-index.json" and not {"tool-results", "subagents"} & {*path.parts},
    ),
    Tool("codex", _moved_by("CODEX_HOME", ".codex"), ("sessions", "archived_sessions"), "CODEX_HOME"),
    Tool("gemini", _gemini, ("tmp",), "GEMINI_CLI_HOME", lambda path: "chats" in path.parts),
    Tool(
        "cursor",
        _moved_by("CURSOR_CONFIG_DIR", ".cursor"),
        ("projects",),
        "CURSOR_CONFIG_DIR",
        lambda path: "agent-transcripts" in path.parts,
    ),
    Tool(
        "copilot",
        _moved_by("COPILOT_HOME", ".copilot"),
        ("session-state",),
        "COPILOT_HOME",
        lambda path: path.suffix == ".jsonl",
    ),
    Tool("opencode", _opencode, ("storage/session",), "XDG_DATA_HOME"),
    Tool("aider", lambda _: Path.cwd(), (), "AIDER_CHAT_HISTORY_FILE"),
)
