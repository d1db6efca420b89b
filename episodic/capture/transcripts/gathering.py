"""A session while it is read: what was said in it, and what each turn of it goes by, the same at every reading.

Knows no format and no store.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.lines import digest, stamp
from episodic.capture.transcripts.own_words import own_words
from episodic.capture.transcripts.program_texts import reason_of
from episodic.capture.transcripts.transcript import LeftOut, TranscriptSession
from episodic.records import ORIGIN_OF, Message, Piece, Role

_UUID = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)
_TEXT_BLOCKS = ("text", "input_text", "output_text")
_BLOCKS = {
    "thinking": "thinking",
    "redacted_thinking": "thinking",
    "reasoning": "thinking",
    "think": "thinking",
    "tool_use": "tool calls",
    "tool_call": "tool calls",
    "tool-call": "tool calls",
    "toolCall": "tool calls",
    "tool_result": "tool results",
    "tool-result": "tool results",
    "toolResult": "tool results",
    "image": "images",
    "image_url": "images",
    "input_image": "images",
    "input_audio": "recordings",
    "document": "documents",
    "file": "documents",
}


@dataclass(frozen=True, slots=True)
class _Said:
    role: Role
    text: str
    at: datetime | None
    ident: str | None
    also: tuple[str, ...]
    name: str | None


@dataclass(slots=True)
class Gathering:
    """What was said in a session so far. `name` is the session's own, where the tool gives it one."""

    format: str
    skipped: LeftOut
    name: str | None = None
    cwd: str | None = None
    project: str | None = None
    said: list[_Said] = field(default_factory=list)

    def say(  # noqa: PLR0913 - all but two by name
        self,
        role: Role,
        text: str,
        *,
        at: datetime | None = None,
        ident: str | None = None,
        also: Iterable[str] = (),
        name: str | None = None,
    ) -> bool:
        """Take a turn, of a person only their own words; returns whether anything was left of it.

        Args:
            role: whose it is.
            text: what was said.
            at: when, exactly; a time several turns share is for `done`.
            ident: what the tool calls the turn: unique everywhere if it is a UUID, else in its session.
            also: what else it goes by.
            name: the speaker's.
        """
        own = own_words(text, self.skipped) if role == "user" else text.strip()
        if own and role == "user" and (reason := reason_of(own, self.format)):
            self.skipped.note(reason, own)
            return False
        if own:
            self.said.append(_Said(role, own, at, ident, tuple(also), name))
        elif not text.strip():
            self.skipped["empty text"] += 1
        return bool(own)

    def done(
        self, *, begun: datetime | None = None, names: Counter[str] | None = None, do_not_remember: bool = False
    ) -> TranscriptSession:
        """Return the session; without a name of its own it gets one from its first turn, which stays when it grows.

        Args:
            begun: when the session began, for turns that have no time of their own.
            names: how often a derived name was given already in this file.
            do_not_remember: its owner asked for that.
        """
        name = self.name or self._derived(begun, names if names is not None else Counter())
        return TranscriptSession(
            name,
            tuple(self._messages(name, begun)),
            cwd=self.cwd,
            project=self.project,
            do_not_remember=do_not_remember,
        )

    def _derived(self, begun: datetime | None, names: Counter[str]) -> str:
        if not self.said:
            return self.format
        first = self.said[0]
        head = digest(stamp(begun), first.role, stamp(first.at), first.text)
        names[head] += 1
        return f"{self.format}-{head}" + ("" if names[head] == 1 else f"-{names[head]}")

    def _messages(self, session: str, begun: datetime | None) -> Iterator[Message]:
        known: dict[str, str] = {}
        times: Counter[str] = Counter()
        for said in self.said:
            words_of = digest(said.role, said.text)
            own = [one if known.get(one, words_of) == words_of else f"{one}:{words_of}" for one in _own(said, session)]
            if not own and not said.also:
                times[words_of] += 1
                own = [f"sha:{digest(digest(session, said.role, said.text), str(times[words_of]))}"]
            if not known.keys().isdisjoint(own):
                self.skipped["duplicates"] += 1
                continue
            known.update(dict.fromkeys(own, words_of))
            piece = Piece(said.text, (*own, *said.also))
            yield Message(said.role, (piece,), at=said.at or begun, name=said.name, origin=ORIGIN_OF[said.role])


def _own(said: _Said, session: str) -> Iterator[str]:
    """Yield what a turn goes by: its id, and role, time and text, which survive a new session id.

    An id alone is not believed where other words had it before: some files carry one on every line. Without either, the
    same short word would be one thing everywhere; there the session and the count take their place.
    """
    if said.ident:
        yield f"uuid:{said.ident}" if is_uuid(said.ident) else f"id:{session}:{said.ident}"
    if said.at is not None:
        yield f"sha:{digest(said.role, stamp(said.at), said.text)}"


def is_uuid(text: str) -> bool:
    """Say whether a text is a UUID, with hyphens or without."""
    return _UUID.fullmatch(text) is not None


def named_by(file: Path | None, *, generic: str = "") -> str | None:
    """Return the id in a file's name, or in the nearest folder's where every session's file is called `generic`.

    For formats that write it nowhere else. A folder's name is no session's where several files lie in it.
    """
    if file is None:
        return None
    name = file.name.split(".")[0]
    for part in reversed(file.parts[-6:-1]) if name == generic else (name,):
        if found := _UUID.search(part):
            return found[0]
    return None


def words(content: object, skipped: LeftOut) -> str:
    """Return the text of a message's content, a string or a list of blocks; counts the blocks that are no text."""
    if isinstance(content, str):
        return content
    texts = []
    for block in content if isinstance(content, list) else ():
        if isinstance(block, str):
            texts.append(block)
            continue
        kind, text = (block.get("type"), block.get("text")) if isinstance(block, dict) else (None, None)
        if isinstance(text, str) and (kind is None or (isinstance(kind, str) and kind.lower() in _TEXT_BLOCKS)):
            texts.append(text)
        else:
            skipped[kind_of_block(kind)] += 1
    return "\n\n".join(text for text in texts if text.strip())


def kind_of_block(kind: object) -> str:
    """Say what a block that is no text is, for the count of what was skipped."""
    return _BLOCKS.get(kind, f"{kind} blocks") if isinstance(kind, str) else "blocks without a type"


def word(record: Mapping[str, object], key: str) -> str:
    """Return a text a record has under a key, empty where it has none: something to look up in a table."""
    value = record.get(key)
    return value if isinstance(value, str) else ""


def inner(record: Mapping[str, object], *keys: str) -> dict[str, object]:
    """Return the object within objects that the keys lead to; an empty one where there is none."""
    found: object = record
    for key in keys:
        found = found.get(key) if isinstance(found, Mapping) else None
    return dict(found) if isinstance(found, dict) else {}


def objects(values: Iterable[object], skipped: LeftOut) -> Iterator[dict[str, object]]:
    """Yield the values that are objects; counts the others."""
    for value in values:
        if isinstance(value, dict):
            yield value
        else:
            skipped["not an object"] += 1


def path_to(leaf: str, parents: Mapping[str, str | None]) -> set[str] | None:
    """Return a leaf and all above it; None where the way to a root is broken, as nothing is then known of branches."""
    found: set[str] = set()
    at: str | None = leaf
    while at is not None:
        if at not in parents or at in found:
            return None
        found.add(at)
        at = parents[at]
    return found
