"""What was read from a file: its sessions, what was skipped and why, and what was broken."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from episodic.records import Message

EXAMPLE_CHARS: Final = 2000  # of a text that was left out: more than is shown, so that a secret is masked whole


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


class LeftOut(Counter[str]):
    """What was left out: how often for each reason, and of each the first example that has a text.

    The examples are as they were found, a page of each at most; who shows them masks them.
    """

    def __init__(self, counts: Mapping[str, int] | None = None, *, examples: Mapping[str, str] | None = None) -> None:
        super().__init__(counts or {})
        self.examples = dict(examples or {})

    def note(self, reason: str, text: str) -> None:
        """Count one thing that is left out, and keep it where it is the first of its kind."""
        self[reason] += 1
        if text.strip():
            self.examples.setdefault(reason, text.strip()[:EXAMPLE_CHARS])


@dataclass(frozen=True, slots=True)
class Transcript:
    """All that was read from one file: sessions, what was skipped and why (reason → count), and what was broken.

    `examples` holds a text that was skipped for each reason, where one has a text; unmasked.
    """

    format: str
    sessions: tuple[TranscriptSession, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    bad_lines: tuple[BadLine, ...] = ()
    examples: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, format_name: str, sessions: Iterable[TranscriptSession], skipped: LeftOut) -> "Transcript":
        """Return what a reader read, without the sessions in which nothing was said."""
        said = tuple(session for session in sessions if session.messages)
        return cls(format_name, said, dict(skipped), examples=skipped.examples)


def joined(parts: Iterable[Transcript]) -> Transcript:
    """Return the parts of one file as the whole."""
    whole = list(parts)
    skipped = LeftOut()
    for part in whole:
        skipped.update(part.skipped)
        skipped.examples = {**part.examples, **skipped.examples}
    return Transcript(
        whole[0].format,
        tuple(session for part in whole for session in part.sessions),
        dict(skipped),
        tuple(line for part in whole for line in part.bad_lines),
        skipped.examples,
    )
