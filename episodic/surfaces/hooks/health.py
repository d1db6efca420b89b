"""Whether an agent's hooks are in place and at work. Knows no memory but the log the hooks write."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from episodic.config import Config
from episodic.errors import InputError
from episodic.memory.health import Finding
from episodic.surfaces import render
from episodic.surfaces.hooks.agents import EVENTS, AgentName
from episodic.surfaces.hooks.install import commands, settings_path
from episodic.surfaces.hooks.run import last_lines

_NONE: Final = "none installed: `episodic install claude-code`, codex or gemini"
_ELSEWHERE: Final = "none in your own settings; what ran is, or was, a plugin's or a project's"
_LOOKED_AT: Final = 50  # calls; more was long ago


def examine(config: Config, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Yield one check for each agent that has hooks of ours, and one for how their last calls went."""
    found = False
    for agent in EVENTS:
        finding = _installed(agent, environ)
        if finding is not None:
            found = True
            yield finding
    lines = last_lines(str(config.home), most=_LOOKED_AT)
    if not found:
        yield Finding("hooks", True, _ELSEWHERE if lines else _NONE)
    if found:
        yield _last_calls(config, lines)
    elif lines:
        yield replace(_last_calls(config, lines), ok=True)  # they may be gone by now


def _installed(agent: AgentName, environ: Mapping[str, str]) -> Finding | None:
    name = f"hooks of {agent}"
    path = settings_path(agent, project=None, environ=environ)
    try:
        lines = commands(path)
    except InputError as error:
        return Finding(name, False, str(error))
    if not lines:
        return None
    again = f"run `episodic install {agent}` again"
    missing = [event for event in EVENTS[agent] if event not in lines]
    if missing:
        return Finding(name, False, f"no hook for {', '.join(missing)}: {again}")
    program = Path(next(iter(lines.values())).split(" hook ")[0].strip('"'))
    if program.is_absolute() and not program.exists():
        return Finding(name, False, f"{program} is gone: {again}")
    return Finding(name, True, f"installed in {path}")


def _last_calls(config: Config, lines: Sequence[Mapping[str, Any]]) -> Finding:
    if not lines:
        return Finding("hook calls", True, "none yet: begin a new session of the agent")
    troubles = [line["trouble"] for line in lines if line.get("trouble")]
    last, usual = datetime.fromisoformat(lines[0]["at"]), sorted(line["ms"] for line in lines)[len(lines) // 2]
    detail = f"last {render.age(last, config.clock())}, {usual} ms in the middle"
    if troubles:
        failed = f"{len(troubles)} of the last {len(lines)} failed, the last with {troubles[0]}"
        detail += f"; {failed}: see hooks.log in the home"
    return Finding("hook calls", len(troubles) * 2 <= len(lines), detail)
