"""Read aider's chat history: markdown in which only the start of a line says who speaks.

Knows no zone: the time a session started is the machine's own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from episodic.capture.transcripts.gathering import Gathering
from episodic.capture.transcripts.lines import moment
from episodic.capture.transcripts.transcript import LeftOut, Transcript
from episodic.records import Role

NAME = "aider"
WHAT = "aider's chat history (`.aider.chat.history.md`)"
TEXT = True

_STARTED = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\s*")
_USER, _TOOL = "####", ">"
_FENCE = re.compile(r"\s*(?:```|~~~)")
_MARKED = "  "  # what aider ends its own lines with, so that they break in markdown
_ASKING = re.compile(r"/(?:ask|code|architect)\s+(?=\S)")
_LINT = "# Fix any errors below, if possible."


def matches(value: str) -> bool:
    """Say whether a text has the line every session starts with."""
    return _STARTED.search("\n" + value) is not None and any(_STARTED.fullmatch(line) for line in value.splitlines())


def read(values: Iterable[str], *, file: Path | None = None) -> Transcript:
    """Read the lines of a history into sessions, each begun by its line."""
    skipped = LeftOut()
    cwd = str(file.parent) if file is not None and file.name.startswith(".aider") else None
    names: Counter[str] = Counter()
    done = []
    for begun, turns in _sessions(values):
        session = Gathering(NAME, skipped, cwd=cwd)
        for role, text in turns:
            _say(session, role, text)
        if session.said:
            done.append(session.done(begun=begun, names=names))
    return Transcript.of(NAME, done, skipped)


_Turn = tuple[Role, str]


@dataclass(slots=True)
class _Talk:
    """The turns of one session, put together line by line."""

    turns: list[tuple[Role, list[str]]] = field(default_factory=list)
    fenced: bool = False

    def take(self, line: str) -> None:
        marked = line.endswith(_MARKED) or not self.fenced  # in a block of code, only what aider marked is its own
        if marked and line.startswith(_USER) and line[len(_USER) :][:1] in ("", " "):
            self.fenced = False
            self._add("user", line.removeprefix(_USER).removeprefix(" ").rstrip())
        elif marked and line.startswith(_TOOL):
            self._add("tool", line)
        else:
            self.fenced ^= _FENCE.match(line) is not None
            if line.strip() or (self.turns and self.turns[-1][0] == "assistant"):
                self._add("assistant", line)

    def _add(self, role: Role, line: str) -> None:
        if not self.turns or self.turns[-1][0] != role:
            self.turns.append((role, []))
        self.turns[-1][1].append(line)

    def told(self) -> Iterator[_Turn]:
        yield from ((role, "\n".join(lines).strip()) for role, lines in self.turns)


def _sessions(lines: Iterable[str]) -> Iterator[tuple[datetime | None, list[_Turn]]]:
    begun, talk = None, _Talk()
    for line in lines:
        started = _STARTED.fullmatch(line)
        if started is None:
            talk.take(line)
            continue
        yield begun, list(talk.told())
        begun, talk = moment(started[1]), _Talk()
    yield begun, list(talk.told())


def _say(session: Gathering, role: Role, text: str) -> None:
    reason = None
    if role == "tool":
        reason = "tool output"
    elif role == "assistant" and not session.said:
        reason = "text before the first question"
    elif role == "user" and text.startswith(_LINT):
        reason = "machine notes"
    elif role == "user" and (match := _ASKING.match(text)):
        text = text[match.end() :]
    elif role == "user" and text.startswith(("/", "!")):
        reason = "slash commands"
    if reason:
        session.skipped[reason] += 1
    else:
        session.say(role, text)
