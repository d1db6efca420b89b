"""What recall returns. Knows nothing of how it is found: who only shows an answer loads no database and no model."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from episodic.records import Confidence, EpisodeRecord, Kind, Layer, Strength


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing recalled. `evidence` are the (session, seq) that prove it; `score` compares within one answer only.

    `record` is an episode's: what was tried, how it ended, what it taught. `outdated` is what proves only something
    that was superseded. `shown` is the part of a turn that answers, as a person reads it; elsewhere it is the text.
    `replaced_by` are the numbers of the facts that hold instead. `on` is the day it tells of ("we shipped yesterday")
    where that is one, and not the day it was said; `ran_out` is the last day on which it says that it holds, once past.
    """

    id: int
    layer: Layer
    kind: Kind | None
    text: str
    score: float
    said_at: datetime
    speaker: str
    session: str
    evidence: tuple[tuple[str, int], ...]
    confidence: Confidence | None = None
    previously: str | None = None
    superseded: bool = False
    outdated: bool = False
    valid_until: datetime | None = None
    record: EpisodeRecord | None = None
    shown: str = ""
    on: date | None = None
    ran_out: date | None = None
    replaced_by: tuple[int, ...] = ()
    components: Mapping[str, float] = field(default_factory=dict)


class Hits(list[Hit]):
    """Hits, best first, and how sure recall is of them.

    `strength` is strong, weak or none; `below` counts what was found and held too weak to show; `notes` says what
    recall had to do without; `read` is the share of the question that the models can read, None where none was asked.
    `loops` and `streams` are the numbers of what answers a question for the state of things, with `store.loops()` and
    `store.streams()`.
    """

    def __init__(  # noqa: PLR0913 - all but one by name
        self,
        hits: Iterable[Hit] = (),
        *,
        strength: Strength = "none",
        below: int = 0,
        notes: Sequence[str] = (),
        read: float | None = None,
        loops: Iterable[int] = (),
        streams: Iterable[int] = (),
    ) -> None:
        super().__init__(hits)
        self.read = read
        self.loops = tuple(loops)
        self.streams = tuple(streams)
        self.strength: Strength = strength
        self.below = below
        self.notes = tuple(notes)
