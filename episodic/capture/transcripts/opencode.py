"""Read OpenCode sessions: from its folder of small files, by the session's own, or from `opencode export`.

Knows no database; newer versions keep one, and export from it.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering, inner, objects
from episodic.capture.transcripts.lines import moment, string
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import ROLE_OF

NAME = "opencode"
WHAT = "OpenCode sessions (`~/.local/share/opencode/storage/session`), or `opencode export`"
PARTS_OF_SESSIONS = frozenset({"message", "part"})  # folders beside session/ whose files are no transcripts alone

_KINDS = {"tool": "tool calls", "reasoning": "thinking", "file": "documents", "compaction": "compaction summaries"}


def matches(value: object) -> bool:
    """Say whether a JSON value is a session's own file, or an export of one."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("messages"), list) and "id" in inner(value, "info"):
        return True
    return "projectID" in value and isinstance(value.get("directory"), str)


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:
    """Read sessions; the messages and parts of one in a folder lie in folders beside it."""
    skipped = LeftOut()
    done = []
    for value in objects(values, skipped):
        info = inner(value, "info") or value
        listed = value.get("messages")
        if isinstance(listed, list):
            told = [(inner(one, "info") or one, one.get("parts")) for one in objects(listed, skipped)]
        else:
            told = [(message, parts) for message, parts in _beside(info, file)]
        done.append(_session(info, told, skipped))
    return Transcript.of(NAME, done, skipped)


def _session(
    info: dict[str, object], told: Iterable[tuple[dict[str, object], object]], skipped: LeftOut
) -> TranscriptSession:
    session = Gathering(NAME, skipped, name=string(info, "id"), cwd=string(info, "directory"))
    is_subagent = string(info, "parentID") is not None
    for message, parts in sorted(told, key=lambda one: _order(one[0])):
        role = ROLE_OF.get(str(message.get("role")))
        text = _text(parts, skipped)
        if is_subagent:
            skipped["subagent records"] += 1
        elif role not in ("user", "assistant"):
            skipped["unknown role"] += 1
        elif message.get("summary") is True:
            skipped["compaction summaries"] += 1
        elif not text:
            skipped["messages without text"] += 1
        else:
            at = moment(inner(message, "time").get("created"))
            session.say(role, text, at=at, ident=string(message, "id"))
    return session.done(begun=moment(inner(info, "time").get("created")))


def _order(message: dict[str, object]) -> tuple[float, str]:
    created = inner(message, "time").get("created")
    return (float(created) if isinstance(created, int | float) else 0.0, str(message.get("id")))


def _text(parts: object, skipped: LeftOut) -> str:
    texts = []
    for part in objects(parts if isinstance(parts, list) else (), skipped):
        kind = part.get("type")
        if kind == "text" and not part.get("synthetic") and not part.get("ignored"):
            texts.append(string(part, "text") or "")
        else:
            skipped["machine notes" if kind == "text" else _KINDS.get(str(kind), f"{kind} parts")] += 1
    return "\n\n".join(text.strip() for text in texts if text.strip())


def _beside(info: dict[str, object], file: Path | None) -> Iterator[tuple[dict[str, object], object]]:
    """Yield a session's messages with their parts: storage/message/<session>/*.json, storage/part/<message>/*.json."""
    ident = string(info, "id")
    if file is None or ident is None or len(file.parts) < 3 or not _is_name(ident):
        return
    storage = file.parent.parent.parent
    loose = [part for part in _read_all(storage / "part") if "messageID" in part]  # as the first versions had them
    for message in _read_all(storage / "message" / ident):
        name = string(message, "id") or ""
        parts = [*_read_all(storage / "part" / name)] if _is_name(name) else []
        yield message, [*parts, *(part for part in loose if part["messageID"] == name)]


def _is_name(ident: str) -> bool:
    """Say whether an id is a plain name, so that none leads out of the folder."""
    return bool(ident) and not set(ident) & set('/\\:*?"<>|') and not ident.startswith(".")


def _read_all(folder: Path) -> Iterator[dict[str, object]]:
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return
    for path in files:
        try:
            value = json.loads(path.read_text("utf-8", "replace"), strict=False)
        except (OSError, ValueError, RecursionError):
            continue  # being written, or damaged: the session is read again when it has changed
        if isinstance(value, dict):
            yield value
