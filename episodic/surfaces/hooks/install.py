"""Puts our hooks into an agent's settings and takes them out again. Knows no memory.

The file is another program's, and people keep their own hooks, comments and formatting in it: what is ours is put in as
text, so that everything else keeps its bytes, and taken out as text, so that nothing of it is left. What cannot be put
in like that is not touched.
"""

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from episodic.errors import InputError
from episodic.surfaces.hooks.agents import EVENTS, AgentName
from episodic.surfaces.hooks.jsonc import Node, parse, with_part, without_parts

BACKUP: Final = ".before-episodic"
_SECONDS: Final[Mapping[str, int]] = {"prompt": 5, "start": 10, "stop": 10, "compact": 10, "end": 5}


class Change(NamedTuple):
    """What a settings file is and would be; None: there is none."""

    path: Path
    before: str | None
    after: str | None


def settings_path(agent: AgentName, *, project: Path | None, environ: Mapping[str, str]) -> Path:
    """Return where an agent keeps its hooks: the user's own file, or a project's."""
    home = Path.home()
    if agent == "claude-code":
        folder = project / ".claude" if project else Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
        return folder / "settings.json"
    if agent == "codex":
        folder = project / ".codex" if project else Path(environ.get("CODEX_HOME") or home / ".codex")
        return folder / "hooks.json"
    return (project or home) / ".gemini" / "settings.json"


def command(agent: AgentName, event: str, *, user: str, home: str) -> str:
    """Return the line an agent runs; it stays the same across versions, as Codex trusts a hook by its text."""
    program = Path(sys.argv[0]) if Path(sys.argv[0]).name.startswith("episodic") else None
    own = program if program is not None and program.is_file() else Path(shutil.which("episodic") or "episodic")
    words = [str(own.resolve()) if own.is_file() else str(own), "hook", event, "--agent", agent]
    words += ["--user", user] * (user != "default") + ["--home", home] * bool(home)
    return " ".join(_quoted(word) for word in words)


def commands(path: Path) -> dict[str, str]:
    """Return the commands of ours in a settings file, by event.

    Raises:
        InputError: it cannot be read.
    """
    text = _read(path)
    found = _entries(text, path) if text is not None and text.strip() else []
    return {event: _line(group) for event, group in found}


def is_ours(line: str) -> bool:
    """Tell whether a command runs one of our hooks."""
    return bool(re.search(r"""(?:^|[/\\"'])episodic(?:\.exe)?["']? hook \S+ --agent """, line))


def with_hooks(agent: AgentName, path: Path, *, user: str, home: str) -> Change:
    """Return a settings file with our hooks in it, each once; where they are there already, as they should be now.

    Raises:
        InputError: it is no JSON object, or its hooks are of a shape we do not know.
    """
    before = _read(path)
    text = _without(before, path) if before is not None and before.strip() else "{}\n"
    for event, moment in EVENTS[agent].items():
        line = command(agent, event, user=user, home=home)
        text = _added(text, event, _entry(agent, line, _SECONDS[moment]), path)
    known = bool(before and before.strip()) and _root(before or "", path).value == _root(text, path).value
    return Change(path, before, before if known else text)


def without_hooks(path: Path) -> Change:
    """Return a settings file without our hooks.

    Where nothing was changed since they were put in, it is the file of before, byte by byte.
    """
    before = _read(path)
    if before is None or not before.strip():
        return Change(path, before, before)
    after, kept = _without(before, path), _read(_backup(path))
    if kept is not None and _with_as(kept, before, path) == before:
        return Change(path, before, kept)
    return Change(path, before, None if kept is None and after != before and not _root(after, path).value else after)


def apply(change: Change) -> None:
    """Write a changed settings file; what it was stays beside it for as long as hooks of ours are in it.

    Raises:
        InputError: it cannot be written.
    """
    path, backup = change.path.resolve(), _backup(change.path)
    try:
        if change.before != change.after:
            path.parent.mkdir(parents=True, exist_ok=True)
            if change.before is not None and not _ours(change.before, path):
                _write(backup, change.before, like=path)
            if change.after is None:
                path.unlink(missing_ok=True)
            else:
                _write(path, change.after, like=path)
        if change.after is None or not _ours(change.after, path):
            backup.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}): permit it, or edit it by hand") from error


def _with_as(text: str, model: str, path: Path) -> str:
    """Return a text with the hooks of ours that another one has, put in as we put them in."""
    text = text if text.strip() else "{}\n"
    for event, entry in _entries(model, path):
        text = _added(text, event, json.dumps(entry, ensure_ascii=False), path)
    return text


def _entry(agent: AgentName, line: str, seconds: int) -> str:
    timeout = seconds * 1000 if agent == "gemini" else seconds  # Gemini counts milliseconds
    named = {"name": "episodic"} if agent == "gemini" else {}
    return json.dumps(
        {"hooks": [{**named, "type": "command", "command": line, "timeout": timeout}]}, ensure_ascii=False
    )


def _added(text: str, event: str, entry: str, path: Path) -> str:
    """Return a settings text with one more hook of an event."""
    root = _root(text, path)
    hooks = root.member("hooks")
    if hooks is None:
        return with_part(text, root, f'"hooks": {{"{event}": [{entry}]}}')
    if not isinstance(hooks.value, dict):
        raise InputError(f'"hooks" in {path} is no object: correct it, then run this again')
    known = hooks.member(event)
    if known is None:
        return with_part(text, hooks, f'"{event}": [{entry}]')
    if not isinstance(known.value, list):
        raise InputError(f'"{event}" in {path} is no list: correct it, then run this again')
    return with_part(text, known, entry)


def _without(text: str, path: Path) -> str:
    """Return a settings text without any hook of ours, and without what only held them."""
    for event, _ in _entries(text, path):
        root = _root(text, path)
        hooks = root.member("hooks")
        groups = hooks.member(event) if hooks is not None else None
        if hooks is None or groups is None:
            continue
        places = [n for n, group in enumerate(groups.value) if _is_ours(group)]
        if len(places) < len(groups.parts):
            text = without_parts(text, groups, places)
        elif len(hooks.parts) > 1:
            text = without_parts(text, hooks, [hooks.names.index(event)])
        else:
            text = without_parts(text, root, [root.names.index("hooks")])
    return text


def _entries(text: str, path: Path) -> list[tuple[str, Any]]:
    """Return the hooks of ours in a settings text, each with its event, in the order they stand there."""
    hooks = _root(text, path).value.get("hooks")
    named = hooks.items() if isinstance(hooks, dict) else ()
    return [
        (event, group) for event, groups in named if isinstance(groups, list) for group in groups if _is_ours(group)
    ]


def _is_ours(group: Any) -> bool:
    """Tell whether a group of hooks is one we put in: it holds one of ours and nobody else's."""
    return is_ours(_line(group))


def _line(group: Any) -> str:
    """Return the command of a group's only hook; "" where it has none, or more."""
    hooks = group.get("hooks") if isinstance(group, dict) else None
    only = hooks[0] if isinstance(hooks, list) and len(hooks) == 1 else None
    line = only.get("command") if isinstance(only, dict) else None
    return line if isinstance(line, str) else ""


def _ours(text: str, path: Path) -> bool:
    return bool(text.strip()) and bool(_entries(text, path))


def _root(text: str, path: Path) -> Node:
    try:
        root = parse(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no JSON ({error}): correct it, then run this again") from None
    if not isinstance(root.value, dict):
        raise InputError(f"{path} holds no JSON object: correct it, then run this again")
    hooks = root.member("hooks")
    if root.names.count("hooks") > 1 or (hooks is not None and len({*hooks.names}) < len(hooks.names)):
        raise InputError(f"a name stands twice in the hooks of {path}: leave one, then run this again")
    return root


def _backup(path: Path) -> Path:
    return path.with_name(path.name + BACKUP)


def _read(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()  # no translation of line ends: they are the owner's
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error}): permit it, or edit it by hand") from error


def _write(path: Path, text: str, *, like: Path) -> None:
    """Replace a file in one step, with the permissions of another one."""
    mode = like.stat().st_mode & 0o777 if like.exists() else 0o600
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)


def _quoted(word: str) -> str:
    if re.fullmatch(r"[\w@%+=:,./\\-]+", word):
        return word
    quoted = json.dumps(word, ensure_ascii=False)
    return quoted if os.name == "nt" else re.sub(r"[$`]", r"\\\g<0>", quoted)  # which a shell reads in quotes too
