"""Judge one Claude Code record: who said it, which words of it are theirs, and why the rest is left out.

Knows no other record: copies, branches, withdrawals and the queue are for `claude_code`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from episodic.capture.transcripts import claude_code_words as forms
from episodic.capture.transcripts.branches import Part
from episodic.capture.transcripts.own_words import own_words
from episodic.capture.transcripts.program_texts import COMMAND, NOTE, SUMMARY, reason_of
from episodic.capture.transcripts.transcript import LeftOut

# Kinds of origin behind which a person stands; the set grows, and most newcomers are programs.
PEOPLE = frozenset({"human", "user", "cli", "composer", "bridge", "sdk"})
QUEUED = "queue-operation records"
CHANNEL = "messages over a channel"

Carrier = Literal["prompt", "command", "attachment", "queue"]

_TYPED = ("typed", "queued")  # what `promptSource` says of a prompt from the keyboard
_RESULTS = "tool results"
_ASKING = "AskUserQuestion"
_MEMORY_NOTE = ("<user-memory-input>", "</user-memory-input>")  # around what was typed behind a #
_BLOCKS = {
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "tool_use": "tool calls",
    "tool_result": _RESULTS,
    "image": "images",
    "document": "documents",
}
_Block = dict[str, object]
_PLACEHOLDER = "(no content)"  # what Claude Code writes where a message may not be empty


@dataclass(frozen=True, slots=True)
class Said:
    """The verdict on a record: its part in the conversation, the words, and what was skipped, once per thing.

    `carrier` is the kind of record a person's words came in, as one prompt is written in several; `sender` who wrote
    over a channel, where it names them. `plan` is one the model made that stands in the person's place.
    """

    part: Part = "other"
    text: str = ""
    skipped: tuple[str, ...] = ()
    carrier: Carrier | None = None
    sender: str | None = None
    plan: str = ""


def judge(record: dict[str, object], tools: Mapping[str, str] | None = None) -> Said:
    """Return what a person or the model said in a record; of anything else, only the reason it is skipped.

    `tools` are the names of the tools called so far, by the id of the call.
    """
    kind = record.get("type")
    if _is_subagent(record):
        refused = _refusals(record) if kind == "user" and not record.get("teamName") else ""
        return Said(text=refused, carrier="prompt") if refused else Said(skipped=("subagent records",))
    if kind == "user":
        return _user(record, tools or {})
    if isinstance(kind, str) and kind in _OTHERS:
        return _OTHERS[kind](record)
    return Said(skipped=(f"{kind} records" if isinstance(kind, str) else "records without a type",))


def calls(record: dict[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the id and the name of every tool a reply calls."""
    for block in _blocks(record) if record.get("type") == "assistant" else ():
        ident, name = block.get("id"), block.get("name")
        if block.get("type") == "tool_use" and isinstance(ident, str) and isinstance(name, str):
            yield ident, name


def texts(record: dict[str, object]) -> str:
    """Return a text of a record, whatever it is, to show what was left out."""
    attachment = record.get("attachment")
    inside = attachment.get("prompt", attachment.get("content")) if isinstance(attachment, dict) else None
    held = [*_blocks(record), *_as_blocks(record.get("content")), *_as_blocks(inside)]
    found = (block.get(key) for block in held for key in ("text", "content", "thinking", "input", "attachment"))
    return next((str(text) for text in found if text), "")


def _is_subagent(record: dict[str, object]) -> bool:
    return any(record.get(key) for key in ("isSidechain", "agentId", "teamName", "parent_tool_use_id"))


def _user(record: dict[str, object], tools: Mapping[str, str]) -> Said:
    blocks = _blocks(record)
    if _answers_a_tool(record) or any(block.get("type") == "tool_result" for block in blocks):
        return _result(record, tools)
    if record.get("isCompactSummary"):
        return Said("boundary", skipped=(SUMMARY,))
    if not isinstance(record.get("message"), dict):
        return Said(skipped=("records without a message",))
    if over := _over_channel(record, blocks):
        return over
    reason = _not_a_person(record)
    return Said(skipped=(reason,)) if reason else _typed(blocks, plan=record.get("planContent"))


def _answers_a_tool(record: dict[str, object]) -> bool:
    return any(record.get(key) for key in ("toolUseResult", "sourceToolAssistantUUID", "sourceToolUseID"))


def _result(record: dict[str, object], tools: Mapping[str, str]) -> Said:
    """Judge a tool's result: the person answered the asking tool, refused with words, or allowed it and added some."""
    skipped = LeftOut()
    words = (_answers(record, tools), _refusals(record), *_beside(record, skipped))
    if said := "\n\n".join(dict.fromkeys(word for word in words if word)):
        return Said("results", said, tuple(skipped.elements()), carrier="prompt")
    return Said("results", skipped=(_RESULTS,))


def _beside(record: dict[str, object], skipped: LeftOut) -> Iterator[str]:
    """Yield what a person wrote when they allowed a tool: text beside a result that is none of the program's."""
    blocks = _blocks(record)
    is_answer = any(block.get("type") == "tool_result" for block in blocks)
    if not is_answer or record.get("sourceToolUseID") or _not_a_person(record):
        return
    for block in blocks:
        own = own_words(_text(block) or "", skipped)
        if own and not reason_of(own):
            yield own


def _answers(record: dict[str, object], tools: Mapping[str, str]) -> str:
    results = [block for block in _blocks(record) if block.get("type") == "tool_result"]
    if any(tools.get(str(block.get("tool_use_id")), _ASKING) != _ASKING for block in results):
        return ""
    in_text = (forms.answers_in_text(_result_text(block)) for block in results if not block.get("is_error"))
    return forms.answers(record.get("toolUseResult")) or "\n".join(text for text in in_text if text)


def _refusals(record: dict[str, object]) -> str:
    """Return what a person said to the tools they refused. A tool that worked only quotes such a text."""
    results = [b for b in _blocks(record) if b.get("type") == "tool_result" and b.get("is_error") is not False]
    told, beside = [_result_text(block) for block in results], record.get("toolUseResult")
    if isinstance(beside, str) and results:
        told.append(beside)  # the same again, or all there is
    return "\n\n".join(dict.fromkeys(words for text in told if (words := forms.refusal(text))))


def _result_text(block: dict[str, object]) -> str:
    return "\n".join(text for inner in _as_blocks(block.get("content")) if (text := _text(inner)))


def _not_a_person(record: dict[str, object]) -> str | None:
    """Return why a record in the user's place was not typed by one, from what is said about it; None when it may be."""
    if record.get("isMeta") or record.get("isVisibleInTranscriptOnly"):
        return NOTE
    kind, source = _origin(record).get("kind"), record.get("promptSource")
    unclear = kind == "unclassified" and source in _TYPED
    if (isinstance(kind, str) and kind not in PEOPLE and not unclear) or source == "system":
        return "not typed by a person"
    return None


def _origin(record: dict[str, object]) -> dict[str, object]:
    origin = record.get("origin")
    return origin if isinstance(origin, dict) else {}


def _over_channel(record: dict[str, object], blocks: list[_Block], carrier: Carrier = "prompt") -> Said | None:
    """Judge what came over a channel, which is flagged as a program's whoever wrote it; None if it did not."""
    origin = _origin(record)
    if origin and origin.get("kind") != "channel":
        return None
    text = "\n\n".join(text for block in blocks if (text := _text(block)))
    server = str(origin.get("server") or "") if origin else None
    sent = forms.sent(text, server)
    if sent is None:
        return None
    words = own_words(sent.words, LeftOut()) if sent.is_person else ""
    if not words or reason_of(words):
        return Said(skipped=(CHANNEL,))
    part: Part = "prompt" if carrier == "prompt" else "other"
    return Said(part, words, carrier=carrier, sender=sent.sender)


def _system(record: dict[str, object]) -> Said:
    """Judge a note of the program's own: it holds a command that went no further, or marks a compaction."""
    command = record.get("content") if record.get("subtype") == "local_command" else None
    if words := forms.behind_command(command) if isinstance(command, str) else None:
        return Said(text=words, carrier="command")
    return Said("boundary" if record.get("subtype") == "compact_boundary" else "other", skipped=("system records",))


def _queued(record: dict[str, object]) -> Said:
    """Judge a prompt that was queued; whether it went on from there is for who knows the other records."""
    if record.get("operation") != "enqueue":
        return Said(skipped=(QUEUED,))
    blocks = list(_as_blocks(record.get("content", record.get("prompt"))))
    mode = record.get("commandMode", record.get("mode", "prompt"))
    said = _over_channel(record, blocks, "queue")
    if said is None and (_not_a_person(record) or mode != "prompt"):
        return Said(skipped=(QUEUED,))
    return said or _typed(blocks, part="other", carrier="queue")


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
    blocks = list(_as_blocks(attachment.get("prompt")))
    if over := _over_channel(attachment, blocks, "attachment"):
        return over
    reason = _not_a_person(attachment) or _not_a_person(record)
    if reason or attachment.get("commandMode", "prompt") != "prompt":
        return Said(skipped=(reason or "not typed by a person",))
    return _typed(blocks, part="other", carrier="attachment")


def _typed(blocks: list[_Block], *, part: Part = "prompt", carrier: Carrier = "prompt", plan: object = None) -> Said:
    """Judge blocks in the user's place by their words.

    A slash command is followed by its expansion in the same record, so it drops the other blocks; anything else of a
    program's only drops itself. A queued prompt has its words but no part in forks: it may hang anywhere.
    """
    texts, skipped = [], LeftOut()
    for block in blocks:
        text = _text(block)
        if text is None:
            skipped[_other(block)] += 1
            continue
        text = _own(text, skipped)
        reason = reason_of(text) or (COMMAND if carrier in ("queue", "attachment") and _is_command(text) else None)
        if reason == COMMAND:
            return _command(text, carrier)
        if reason == SUMMARY:
            return Said("boundary", skipped=(SUMMARY,))
        if reason:
            skipped[reason] += 1
        elif text:
            texts.append(text)
    text = "\n\n".join(texts)
    accepted, said_of_it = forms.plan(text, plan)
    if accepted:
        return Said(part, said_of_it, tuple(skipped.elements()), carrier=carrier, plan=accepted)
    if not texts:
        return Said(skipped=tuple(skipped.elements()) or ("empty text",))
    return Said(part, text, tuple(skipped.elements()), carrier=carrier)


def _own(text: str, skipped: LeftOut) -> str:
    text = own_words(text, skipped)
    return text.removeprefix(_MEMORY_NOTE[0]).removesuffix(_MEMORY_NOTE[1]).strip()


def _is_command(text: str) -> bool:
    return forms.behind_command(text) is not None


def _command(text: str, carrier: Carrier) -> Said:
    words = forms.behind_command(text)
    return (
        Said(text=words, carrier="command" if carrier == "prompt" else carrier) if words else Said(skipped=(COMMAND,))
    )


def _blocks(record: dict[str, object]) -> list[_Block]:
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


_OTHERS = {
    "assistant": _assistant,
    "attachment": _attachment,
    "queue-operation": _queued,
    "system": _system,
}
