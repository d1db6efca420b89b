"""The one table of texts that programs put in the person's place, for records in which no field says so.

Knows no format. A text is here only if nobody types it: people write of tags, hooks and warnings too.
"""

import re
from collections.abc import Mapping
from typing import Final

NOTE: Final = "machine notes"
SUMMARY: Final = "compaction summaries"
INTERRUPTION: Final = "interruptions"
COMMAND: Final = "slash commands"
IMAGE: Final = "images"
_OUTPUT, _SHELL, _HOOK = "command output", "shell commands", "output of hooks"
_AGENT, _SCHEDULE, _INSTRUCTION = "messages between agents", "scheduled tasks", "instruction files"
_EDITOR, _ENVIRONMENT, _REMINDER = "editor context", "environment blocks", "system reminders"

# What stands within or before a person's own words and is cut out of them. Lower case; the set grows.
INSERTED: Final[Mapping[str, str]] = {
    "system-reminder": _REMINDER,
    "system_reminder": _REMINDER,
    "ide_opened_file": _EDITOR,
    "ide_selection": _EDITOR,
    "additional_data": _EDITOR,
    "attached_files": _EDITOR,
    "open_and_recently_viewed_files": _EDITOR,
    "user_settings_change": _EDITOR,
    "additional_metadata": _EDITOR,
    "environment_context": _ENVIRONMENT,
    "environment_details": _ENVIRONMENT,
    "user_info": _ENVIRONMENT,
    "git_status": _ENVIRONMENT,
    "project_layout": _ENVIRONMENT,
    "user_instructions": _INSTRUCTION,
    "user_rules": _INSTRUCTION,
    "permissions instructions": _INSTRUCTION,
    "hook_prompt": _HOOK,
    "hook_context": _HOOK,
    "qwen:user-prompt-submit-context": _HOOK,
    "codex_internal_context": NOTE,
    "goal_context": NOTE,
    "turn_aborted": INTERRUPTION,
    "user_shell_command": _SHELL,
    "subagent_notification": NOTE,
    "system_notification": NOTE,
}

# Tags that a whole text is wrapped in or opens with; written with - or _.
_TAGS: Final[Mapping[str, str]] = {
    "command-name": COMMAND,
    "command-message": COMMAND,
    "command-args": COMMAND,
    "local-command-stdout": _OUTPUT,
    "local-command-stderr": _OUTPUT,
    "local-command-caveat": _OUTPUT,
    "bash-input": _SHELL,
    "bash-stdout": _SHELL,
    "bash-stderr": _SHELL,
    "tick": NOTE,
    "goal": NOTE,
    "monitor-event": NOTE,
    "mcp-resource-update": NOTE,
    "mcp-polling-update": NOTE,
    "fork-boilerplate": NOTE,
    "session-start-hook": NOTE,
    "user-prompt-submit-hook": NOTE,
    "session-context": _ENVIRONMENT,
    "state-snapshot": SUMMARY,
    "teammate-message": _AGENT,
    "cross-session-message": _AGENT,
    "agent-message": _AGENT,
    "subagent-message": _AGENT,
    "peer-message": _AGENT,
    "coordinator-message": _AGENT,
    "session-message": _AGENT,
    "inbox-message": _AGENT,
    "agent-completions": _AGENT,
    "remote-trigger": _SCHEDULE,
    "cron-job": _SCHEDULE,
    "cron-task": _SCHEDULE,
    "wakeup": _SCHEDULE,
    "heartbeat": _SCHEDULE,
    "autonomous-loop": _SCHEDULE,
}
_FAMILIES: Final = (
    (re.compile(r".+-notifications?"), NOTE),
    (re.compile(r".+-reminder"), _REMINDER),
    (re.compile(r".+-hook(?:-.+)?"), _HOOK),
    (re.compile(r"scheduled-.+"), _SCHEDULE),
)
_OPENING_TAG: Final = re.compile(r"<(?P<tag>[a-z]+(?:[-_][a-z]+)*)(?P<with>\s[^<>]*)?>")

_OPENINGS: Final = (
    ("Caveat: The messages below", _OUTPUT),
    ("This session is being continued from a previous conversation", SUMMARY),
    ("Another language model started to solve this problem and produced a summary", SUMMARY),
    ("[Request interrupted by user", INTERRUPTION),
    ("[Tool call did not complete:", INTERRUPTION),
    ("[Tool call skipped:", INTERRUPTION),
    ("Another Claude session sent a message:\n", _AGENT),
    ("[Subagent report]", _AGENT),
    ("<<autonomous-loop", _SCHEDULE),
    ("[cron:", _SCHEDULE),
    ("Read HEARTBEAT.md if it exists", _SCHEDULE),
    ("[SYSTEM NOTIFICATION", NOTE),
    ("[SYSTEM: Background process", NOTE),
    ("[System note:", NOTE),
    ("A new session was started via /new or /reset", NOTE),
    ("Pre-compaction memory flush", NOTE),
    ("Your claude.ai usage limit has reset", NOTE),
    ("System: Potential loop detected", NOTE),
    ("Continue if you have next steps, or stop and ask for clarification", NOTE),
    ("The following tool was executed by the user", NOTE),
    ("Warning: The maximum number of unified exec processes you can keep open is", NOTE),
    ("Warning: Your account was flagged for potentially high-risk cyber activity", NOTE),
    ("Warning: apply_patch was requested via ", NOTE),
    ("Here is a list of plugins that are available but not installed.", _INSTRUCTION),
    ("Base directory for this skill:", _INSTRUCTION),
    ("[Image: source:", IMAGE),
    ("[Image: original ", IMAGE),
)
# What is a program's in one format only; elsewhere people paste such lines.
_OPENINGS_OF: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "gemini": (("System: ", NOTE),),
    "qwen": (("System: ", NOTE),),
}
_WHOLE: Final = (
    (re.compile(r"System: please continue\.?", re.IGNORECASE), NOTE),
    (re.compile(r"Tool loaded\."), NOTE),
    (re.compile(r"(?:\[Image #\d+\]\s*)+"), IMAGE),
)
_SHAPES: Final = (
    (re.compile(r"[A-Z][A-Za-z]+(?::\w+)? hook (?:feedback:|blocking error|additional context:)"), _HOOK),
    (
        re.compile(r"(?:\w+ )?(?:Operation|Execution) (?:stopped|blocked) by (?:\w+ )?hook(?::|\s*$)", re.IGNORECASE),
        _HOOK,
    ),
    (re.compile(r"This is the \w+ (?:CLI|Code)\. We are setting up the context"), _ENVIRONMENT),
)


def reason_of(text: str, format_name: str = "") -> str | None:
    """Return what a text in the person's place is when a program wrote it, None when a person may have.

    The outer whitespace is nobody's. An opening tag counts when it closes again, or when nothing but its own lines
    follow, as in a file that was cut: who asks what a tag is writes on beside it.
    """
    text = text.strip()
    for opening, reason in (*_OPENINGS, *_OPENINGS_OF.get(format_name, ())):
        if text.startswith(opening):
            return reason
    for shape, reason in _SHAPES:
        if shape.match(text):
            return reason
    for whole, reason in _WHOLE:
        if whole.fullmatch(text):
            return reason
    return _of_tag(text)


def _of_tag(text: str) -> str | None:
    opening = _OPENING_TAG.match(text)
    if opening is None:
        return None
    name = opening["tag"].replace("_", "-")
    reason = _TAGS.get(name) or next((why for family, why in _FAMILIES if family.fullmatch(name)), None)
    after = text[opening.end() : opening.end() + 1]
    closed = after in ("", "\n") or f"</{opening['tag']}>" in text
    return reason if closed else None
