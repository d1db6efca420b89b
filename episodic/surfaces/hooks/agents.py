"""How each agent calls a hook and what it wants back. Knows no memory.

Every agent gives one JSON object on standard input and takes one on standard output; they differ in the names of their
events and in what they do with more than they asked for: Codex refuses an object with any other key.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

Moment = Literal["start", "prompt", "stop", "compact", "end"]
AgentName = Literal["claude-code", "codex", "gemini"]


class Called(NamedTuple):
    """One call of a hook: when, in which session, and what the user wrote where they did.

    `compacted` says that the agent's context was cut; `transcript` is the file that the agent keeps of the session.
    `native` is the agent's own name of the event.
    """

    moment: Moment
    native: str
    session: str
    cwd: str
    prompt: str = ""
    transcript: str = ""
    compacted: bool = False


# Their own names of their events, and what these are to us.
EVENTS: Final[Mapping[AgentName, Mapping[str, Moment]]] = {
    "claude-code": {
        "SessionStart": "start",
        "UserPromptSubmit": "prompt",
        "Stop": "stop",
        "PreCompact": "compact",
        "SessionEnd": "end",
    },
    "codex": {"SessionStart": "start", "UserPromptSubmit": "prompt", "Stop": "stop", "PreCompact": "compact"},
    "gemini": {
        "SessionStart": "start",
        "BeforeAgent": "prompt",
        "AfterAgent": "stop",
        "PreCompress": "compact",
        "SessionEnd": "end",
    },
}
_SHOWN: Final = frozenset({"start", "prompt"})  # moments at which an agent takes a text
_LOST: Final = frozenset({"compact", "clear"})  # beginnings at which it has lost what it was told
_COMMAND: Final = re.compile(r"\s*/[\w:.-]+(?![\w:.-]|/)")  # a slash command; a path has another slash
_A_USER: Final = frozenset({None, "", "user"})  # whose prompts are a person's; others come from loops and schedules


def called(agent: AgentName, event: str, said: Mapping[str, Any]) -> Called | None:
    """Read one call; None where there is nothing to do: a subagent's, a machine's prompt, a slash command.

    Raises:
        ValueError: the event is none of this agent's.
    """
    native = _native(agent, event or str(said.get("hook_event_name", "")))
    session = said.get("session_id")
    if not isinstance(session, str) or not session.strip() or said.get("agent_id"):
        return None
    moment, prompt = EVENTS[agent][native], said.get("prompt")
    prompt = prompt if isinstance(prompt, str) else ""
    if moment == "prompt" and (said.get("source") not in _A_USER or _COMMAND.match(prompt)):
        return None
    return Called(
        moment,
        native,
        session,
        cwd=_text(said.get("cwd")),
        prompt=prompt,
        transcript=_text(said.get("transcript_path")),
        compacted=moment == "start" and said.get("source") in _LOST,
    )


def reply(call: Called | None, block: str) -> str:
    """Return what an agent reads: its text where it takes one, else an empty object, which every agent lets pass."""
    if call is None or not block or call.moment not in _SHOWN:
        return "{}"
    told = {"hookEventName": call.native, "additionalContext": block}
    return json.dumps({"hookSpecificOutput": told}, ensure_ascii=False)


def _native(agent: AgentName, event: str) -> str:
    """Return an agent's own name of an event, given in any spelling: `user-prompt-submit`, `prompt`."""
    known = EVENTS[agent]
    plain = event.replace("-", "").replace("_", "").casefold()
    for native, moment in known.items():
        if plain in (native.casefold(), moment):
            return native
    raise ValueError(event)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
