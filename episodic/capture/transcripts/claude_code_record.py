"""Judge one Claude Code record: who said it, which words of it are theirs, and why the rest is left out.

Knows no other record: copies, branches and withdrawals are for `claude_code`.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from episodic.capture.transcripts.branches import Part

# Kinds of origin behind which a person stands; the set grows, and most newcomers are programs.
PEOPLE = frozenset({"human", "user", "cli", "composer", "bridge", "sdk"})

_COMMAND, _OUTPUT, _SHELL, _NOTE = "slash commands", "command output", "shell commands", "machine notes"
_SUMMARY, _INTERRUPTION = "compaction summaries", "interruptions"
_OPENINGS = (
    ("<command-name>", _COMMAND),
    ("<command-message>", _COMMAND),
    ("<command-args>", _COMMAND),
    ("<local-command-stdout>", _OUTPUT),
    ("<local-command-stderr>", _OUTPUT),
    ("<local-command-caveat>", _OUTPUT),
    ("Caveat: The messages below", _OUTPUT),
    ("<bash-input>", _SHELL),
    ("<bash-stdout>", _SHELL),
    ("<bash-stderr>", _SHELL),
    ("<task-notification>", _NOTE),
    ("<tick>", _NOTE),
    ("<goal>", _NOTE),
    ("<session-start-hook>", _NOTE),
    ("<user-prompt-submit-hook>", _NOTE),
    ("<teammate-message", _NOTE),
    ("This session is being continued from a previous conversation", _SUMMARY),
    ("[Request interrupted by user", _INTERRUPTION),
)
_INSERTED = (
    ("system-reminder", "system reminders"),
    ("ide_opened_file", "editor context"),
    ("ide_selection", "editor context"),
)
_BLOCKS = {
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "tool_use": "tool calls",
    "tool_result": "tool results",
    "image": "images",
    "document": "documents",
}
_PLACEHOLDER = "(no content)"  # what Claude Code writes where a message may not be empty


@dataclass(frozen=True, slots=True)
class Said:
    """The verdict on a record: its part in the conversation, the words, and what was skipped, once per thing."""

    part: Part = "other"
    text: str = ""
    skipped: tuple[str, ...] = ()


def judge(record: dict[str, object]) -> Said:
    """Return what a person or the model said in a record; of anything else, only the reason it is skipped."""
    kind = record.get("type")
    if _is_subagent(record):
        return Said(skipped=("subagent records",))
    if kind == "user":
        return _user(record)
    if kind == "assistant":
        return _assistant(record)
    if kind == "attachment":
        return _attachment(record)
    part: Part = "boundary" if record.get("subtype") == "compact_boundary" else "other"
    return Said(part, skipped=(f"{kind} records" if isinstance(kind, str) else "records without a type",))


def _is_subagent(record: dict[str, object]) -> bool:
    return any(record.get(key) for key in ("isSidechain", "agentId", "teamName", "parent_tool_use_id"))


def _user(record: dict[str, object]) -> Said:
    blocks = _blocks(record)
    if _answers_a_tool(record) or any(block.get("type") == "tool_result" for block in blocks):
        return Said("results", skipped=("tool results",))
    if record.get("isCompactSummary"):
        return Said("boundary", skipped=(_SUMMARY,))
    if not isinstance(record.get("message"), dict):
        return Said(skipped=("records without a message",))
    reason = _not_a_person(record)
    return Said(skipped=(reason,)) if reason else _typed(blocks)


def _answers_a_tool(record: dict[str, object]) -> bool:
    return any(record.get(key) for key in ("toolUseResult", "sourceToolAssistantUUID", "sourceToolUseID"))


def _not_a_person(record: dict[str, object]) -> str | None:
    """Return why a record in the user's place was not typed by one, from what is said about it; None when it may be."""
    if record.get("isMeta") or record.get("isVisibleInTranscriptOnly"):
        return _NOTE
    origin = record.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    if (isinstance(kind, str) and kind not in PEOPLE) or record.get("promptSource") == "system":
        return "not typed by a person"
    return None


def _assistant(record: dict[str, object]) -> Said:
    message = record.get("message")
    if record.get("isApiErrorMessage"):
        return Said(skipped=("API errors",))
    if isinstance(message, dict) and message.get("model") == "<synthetic>":
        return Said(skipped=("synthetic replies",))
    texts, skipped = [], []
    for block in _blocks(record):
        text = _text(block)
        if text is None:
            skipped.append(_other(block))
        elif text.strip() and text.strip() != _PLACEHOLDER:
            texts.append(text.strip())
        else:
            skipped.append("empty text")
    return Said("reply", "\n\n".join(texts), tuple(skipped))


def _attachment(record: dict[str, object]) -> Said:
    """Judge an attachment: only a prompt queued while the model was busy is something said."""
    attachment = record.get("attachment")
    if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
        return Said(skipped=("attachments",))
    reason = _not_a_person(attachment) or _not_a_person(record)
    if reason or attachment.get("commandMode", "prompt") != "prompt":
        return Said(skipped=(reason or "not typed by a person",))
    return _typed(list(_as_blocks(attachment.get("prompt"))), part="other")


def _typed(blocks: list[dict[str, object]], *, part: Part = "prompt") -> Said:
    """Judge blocks in the user's place by their words.

    A slash command is followed by its expansion in the same record, so one such block drops them all; an interruption
    only drops itself. A queued prompt has its words but no part in forks: it may hang anywhere.
    """
    texts, skipped = [], []
    for block in blocks:
        text = _text(block)
        if text is None:
            skipped.append(_other(block))
            continue
        text = _own_words(text, skipped)
        reason = next((reason for opening, reason in _OPENINGS if text.startswith(opening)), None)
        if reason is not None and reason != _INTERRUPTION:
            return Said("boundary" if reason == _SUMMARY else "other", skipped=(reason,))
        if reason:
            skipped.append(reason)
        elif text:
            texts.append(text)
    if not texts:
        return Said(skipped=tuple(skipped) or ("empty text",))
    return Said(part, "\n\n".join(texts), tuple(skipped))


def _own_words(text: str, skipped: list[str]) -> str:
    """Return the text without what the program inserted, and note that in `skipped`."""
    for tag, reason in _INSERTED:
        shorter = _without(text, tag)
        if shorter != text:
            skipped.append(reason)
            text = shorter
    return text.strip()


def _without(text: str, tag: str) -> str:
    """Cut every <tag>…</tag>; one that never closes is cut only where it opens the text, for people write of tags too.

    Not a regular expression: those take quadratic time on many tags that never close.
    """
    opening, closing = f"<{tag}>", f"</{tag}>"
    kept, at = [], 0
    while (start := text.find(opening, at)) >= 0 and (end := text.find(closing, start)) >= 0:
        kept.append(text[at:start])
        at = end + len(closing)
    rest = "".join((*kept, text[at:]))
    return "" if rest.lstrip().startswith(opening) else rest


def _blocks(record: dict[str, object]) -> list[dict[str, object]]:
    message = record.get("message")
    return list(_as_blocks(message.get("content"))) if isinstance(message, dict) else []


def _as_blocks(content: object) -> Iterator[dict[str, object]]:
    """Yield content, a string or a list of blocks and strings, as blocks; what is neither is no one's words."""
    for block in content if isinstance(content, list) else (content,):
        if isinstance(block, str):
            yield {"type": "text", "text": block}
        elif isinstance(block, dict):
            yield block


def _text(block: dict[str, object]) -> str | None:
    text = block.get("text")
    return text if block.get("type") == "text" and isinstance(text, str) else None


def _other(block: dict[str, object]) -> str:
    kind = block.get("type")
    return _BLOCKS.get(kind, f"{kind} blocks") if isinstance(kind, str) else "blocks without a type"
