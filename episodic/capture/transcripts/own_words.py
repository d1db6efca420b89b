"""Take out of what a person said what programs put there: our own recalled block, reminders, editor context.

Knows no format: which texts a person's are is for the readers.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from episodic import fence
from episodic.capture.transcripts.transcript import Transcript, TranscriptSession
from episodic.records import Message

OURS = "recalled context of our own"

# What tools wrap around things of their own in the user's place. Lower case; the set grows.
_INSERTED = {
    "system-reminder": "system reminders",
    "system_reminder": "system reminders",
    "ide_opened_file": "editor context",
    "ide_selection": "editor context",
    "additional_data": "editor context",
    "attached_files": "editor context",
    "open_and_recently_viewed_files": "editor context",
    "user_settings_change": "editor context",
    "additional_metadata": "editor context",
    "environment_context": "environment blocks",
    "environment_details": "environment blocks",
    "user_info": "environment blocks",
    "git_status": "environment blocks",
    "user_instructions": "instruction files",
    "user_rules": "instruction files",
    "project_layout": "environment blocks",
    "permissions instructions": "instruction files",
    "hook_prompt": "output of hooks",
    "hook_context": "output of hooks",
    "qwen:user-prompt-submit-context": "output of hooks",
    "codex_internal_context": "machine notes",
    "goal_context": "machine notes",
    "turn_aborted": "interruptions",
    "user_shell_command": "shell commands",
    "subagent_notification": "machine notes",
    "system_notification": "machine notes",
}
_TAG = re.compile(
    r"<(?P<tag>" + "|".join(sorted(map(re.escape, _INSERTED), key=len, reverse=True)) + r")(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"<(?P<tag>user_query|USER_REQUEST)>(?P<text>.*?)</(?P=tag)>", re.DOTALL)
# What people write to other memories to be left alone; it holds here too.
_UNWANTED = re.compile(r"<INSTRUCTIONS-TO-EPISODIC-MEMORY>\s*DO NOT INDEX THIS CHAT", re.IGNORECASE)
_WHOLE = re.compile(r"\s*<(?P<tag>[a-zA-Z][\w:-]*)(?:\s[^<>]*)?>.*</(?P=tag)>\s*", re.DOTALL)


def own_words(text: str, skipped: Counter[str]) -> str:
    """Return what is left of a text in the user's place without what a program inserted; counts that."""
    if wrapped := [match["text"].strip() for match in _WRAPPED.finditer(text)]:
        return "\n\n".join(wrapped)
    kept, at = [], 0
    for match in _TAG.finditer(text):
        if match.start() < at:
            continue
        closing = f"</{match['tag']}>"
        end = text.find(closing, match.end())
        if end < 0:
            if text[: match.start()].strip():
                continue  # people write of tags too
            end = len(text)
        kept.append(text[at : match.start()])
        at = end + len(closing)
        skipped[_INSERTED[match["tag"].lower()]] += 1
    return "".join((*kept, text[at:])).strip()


def is_tagged(text: str) -> bool:
    """Say whether a text is one tagged block and nothing else, as programs write."""
    return _WHOLE.fullmatch(text) is not None


def without_ours(transcript: Transcript) -> Transcript:
    """Return a transcript without the block of recalled memories in what a person is said to have said.

    A memory that quotes itself back would confirm itself. A session whose person says so is not to be remembered.
    """
    skipped = Counter(transcript.skipped)
    sessions = tuple(_session(session, skipped) for session in transcript.sessions)
    if sessions == transcript.sessions:
        return transcript
    return replace(transcript, sessions=tuple(one for one in sessions if one.messages), skipped=dict(skipped))


def _session(session: TranscriptSession, skipped: Counter[str]) -> TranscriptSession:
    messages = tuple(_messages(session.messages, skipped))
    unwanted = session.do_not_remember or any(_UNWANTED.search(one.content) for one in messages if one.role == "user")
    if messages == session.messages and unwanted == session.do_not_remember:
        return session
    return replace(session, messages=messages, do_not_remember=unwanted)


def _messages(messages: Iterable[Message], skipped: Counter[str]) -> Iterator[Message]:
    for message in messages:
        pieces = tuple(piece._replace(text=fence.without_ours(piece.text)) for piece in message.pieces)
        if message.role != "user" or pieces == message.pieces:
            yield message
            continue
        skipped[OURS] += 1
        if left := tuple(piece for piece in pieces if piece.text.strip()):
            yield message._replace(pieces=left)
