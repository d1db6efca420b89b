"""What was read from a file: its sessions, what was skipped and why, and what was broken."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from episodic.records import Message


@dataclass(frozen=True, slots=True)
class TranscriptSession:
    """The messages of one session, in order.

    `session_id` is the one the transcript names, or one derived from the content's head. `cwd` is the working folder
    the tool recorded and `project` a name given in so many words; either may be missing. `do_not_remember` is what its
    owner asked of the tool, and holds here too.
    """

    session_id: str
    messages: tuple[Message, ...]
    cwd: str | None = None
    project: str | None = None
    user: str | None = None
    do_not_remember: bool = False


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that could not be read. `number` counts from 1; `raw` is the line as found, decoded with replacement."""

    number: int
    raw: str
    reason: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that was read from one file: sessions, what was skipped and why (reason → count), and what was broken."""

    format: str
    sessions: tuple[TranscriptSession, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    bad_lines: tuple[BadLine, ...] = ()


def joined(parts: Iterable[Transcript]) -> Transcript:
    """Return the parts of one file as the whole."""
    whole = list(parts)
    skipped: Counter[str] = Counter()
    for part in whole:
        skipped.update(part.skipped)
    return Transcript(
        whole[0].format,
        tuple(session for part in whole for session in part.sessions),
        dict(skipped),
        tuple(line for part in whole for line in part.bad_lines),
    )
