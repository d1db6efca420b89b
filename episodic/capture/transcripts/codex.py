"""Read Codex rollouts: what people typed and what was answered, each once though it is written twice or three times.

Knows no file name. A turn goes by its thread, its text and how often that was said: forks are written with new times.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from episodic.capture.transcripts.gathering import Gathering, inner, objects, word, words
from episodic.capture.transcripts.lines import digest, moment, string
from episodic.capture.transcripts.own_words import is_tagged
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

Told = Literal["event", "item", "response"]

NAME = "codex"
WHAT = "Codex rollouts (`~/.codex/sessions`), packed with zstd too"

_RECORDS = ("session_meta", "turn_context", "response_item", "event_msg", "compacted", "world_state")
_EVENTS: dict[str, Role] = {"user_message": "user", "agent_message": "assistant"}
_ITEMS: dict[str, Role] = {"UserMessage": "user", "AgentMessage": "assistant"}
_TWICE = "written twice by the tool"
_TELLING: frozenset[Told] = frozenset({"event", "item"})
_WARNING = "Warning: "
_REQUEST = "## My request for Codex:"
_OPENINGS = ("# AGENTS.md instructions", "# Context from my IDE setup", "# Files mentioned by the user")
_COPIED = timedelta(seconds=10)  # after a fork's own beginning, in which its history is written into it


def matches(value: object) -> bool:
    """Say whether a JSON value is a line of a rollout."""
    return isinstance(value, dict) and "payload" in value and value.get("type") in _RECORDS


def read(values: Iterable[object], *, file: Path | None = None) -> Transcript:  # noqa: ARG001
    """Read a rollout into the session of its first header; what was rolled back is left out."""
    skipped = LeftOut()
    thread = _Thread(Gathering(NAME, skipped))
    for record in objects(values, skipped):
        thread.take(record)
    if thread.is_subagent:
        skipped["subagent records"] += len(thread.session.said)
        thread.session.said.clear()
    thread.drop_warnings()
    session = thread.session.done()
    return Transcript.of(NAME, [session], skipped)


@dataclass(slots=True)
class _Thread:
    """A rollout while it is read. `told` counts, for each text, how often each kind of record said it."""

    session: Gathering
    has_header: bool = False
    is_subagent: bool = False
    forked_from: str | None = None
    forked_until: datetime | None = None
    told: dict[tuple[Role, str], Counter[Told]] = field(default_factory=dict)

    def take(self, record: dict[str, object]) -> None:
        kind, payload = record.get("type"), inner(record, "payload")
        at = moment(record.get("timestamp"))
        if kind == "session_meta":
            self._header(payload)
        elif kind == "event_msg":
            self._event(payload, at)
        elif kind == "response_item" and payload.get("type") == "message":
            self._response(payload, at)
        else:
            label = payload.get("type") if kind == "response_item" else kind
            self.session.skipped[f"{label} records"] += 1

    def drop_warnings(self) -> None:
        """Drop warnings to the model, which stand in the person's place but in no event, where events tell the rest."""
        by_event = {text for (role, text), told in self.told.items() if role == "user" and told.keys() & _TELLING}
        if not by_event:
            return
        for one in [one for one in self.session.said if one.role == "user" and one.text.startswith(_WARNING)]:
            if " ".join(one.text.split()) not in by_event:
                self.session.said.remove(one)
                self.session.skipped.note("machine notes", one.text)

    def _header(self, payload: dict[str, object]) -> None:
        """Take the first header; a fork's history brings those of the threads it came from along."""
        if self.has_header:
            self.session.skipped["session_meta records"] += 1
            return
        self.has_header = True
        self.session.name, self.session.cwd = string(payload, "id", "session_id"), string(payload, "cwd")
        self.forked_from = string(payload, "forked_from_id")
        begun = moment(payload.get("timestamp"))
        self.forked_until = begun + _COPIED if begun and begun.tzinfo else None
        spawned = isinstance(payload.get("source"), dict) and "subagent" in inner(payload, "source")
        self.is_subagent = spawned or string(payload, "parent_thread_id") is not None

    def _event(self, payload: dict[str, object], at: datetime | None) -> None:
        kind, item = payload.get("type"), inner(payload, "item")
        if isinstance(kind, str) and kind in _EVENTS:
            self._say(_EVENTS[kind], string(payload, "message") or "", at, told="event")
        elif kind == "item_completed" and word(item, "type") in _ITEMS:
            role = _ITEMS[str(item["type"])]
            self._say(role, words(item.get("content"), self.session.skipped), at, told="item")
        elif kind == "thread_rolled_back":
            self._roll_back(payload.get("num_turns"))
        else:
            self.session.skipped[f"{kind} events"] += 1

    def _response(self, payload: dict[str, object], at: datetime | None) -> None:
        role = payload.get("role")
        text = words(payload.get("content"), self.session.skipped)
        if role == "assistant":
            self._say("assistant", text, at, told="response")
        elif role == "user" and (is_tagged(text) or text.lstrip().startswith(_OPENINGS)) and _REQUEST not in text:
            self.session.skipped["instructions and environment"] += 1
        elif role == "user":
            self._say("user", text, at, told="response")
        else:
            self.session.skipped[f"{role} text"] += 1

    def _say(self, role: Role, text: str, at: datetime | None, *, told: Told) -> None:
        """Take a turn if no other kind of record has told as many of its words as this one now has."""
        if role == "user" and _REQUEST in text:
            text = text.split(_REQUEST, 1)[1]
        elif role == "user" and text.lstrip().startswith(_OPENINGS):
            self.session.skipped["instructions and environment"] += 1
            return
        folded = " ".join(text.split())
        counts = self.told.setdefault((role, folded), Counter())
        before = max(counts.values(), default=0)
        counts[told] += 1
        if counts[told] <= before:
            self.session.skipped[_TWICE] += 1
        elif folded:
            self.session.say(role, text, at=at, also=self._goes_by(role, folded, at, times=counts[told]))

    def _goes_by(self, role: Role, text: str, at: datetime | None, *, times: int) -> list[str]:
        threads = [self.session.name or ""]
        copied = at is None or self.forked_until is None or at.tzinfo is None or at <= self.forked_until
        if self.forked_from and copied:
            threads.append(self.forked_from)
        return [f"sha:{digest(NAME, thread, role, text, str(times))}" for thread in threads]

    def _roll_back(self, turns: object) -> None:
        """Drop the last turns of the person's and all that followed the first of them."""
        said = self.session.said
        starts = [place for place, one in enumerate(said) if one.role == "user"]
        count = turns if isinstance(turns, int) and turns > 0 else 0
        if count and starts:
            first = starts[max(0, len(starts) - count)]
            self.session.skipped["rolled back"] += len(said) - first
            del said[first:]
