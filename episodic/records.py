"""The nouns: what passes between the folders. Knows no file, no model and no clock.

Named tuples, here and for the rows of memory/: on Python 3.11 a frozen slotted dataclass takes ten times as long to
define, and every start of the command line and of a hook pays for that.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final, Literal, NamedTuple, get_args

Role = Literal["user", "assistant", "system", "tool"]
Origin = Literal["user", "assistant", "tool", "file", "web", "attachment", "summary", "manual"]
Layer = Literal["fact", "episode", "turn"]
Kind = Literal[
    "personal",
    "preference",
    "decision",
    "correction",
    "temporal",
    "technical",
    "relationship",
    "activity",
    "event",
]
Stance = Literal["stated", "confirmed", "suggested", "hypothetical"]
Confidence = Literal["high", "medium", "low"]
Strength = Literal["strong", "weak", "none"]
Action = Literal["add", "restate", "supersede"]
Decider = Literal["referee", "guard", "user"]
Outcome = Literal["positive", "neutral", "unresolved", "negative"]
# What data protection law holds apart from other personal data; config.py lists the same names.
Category = Literal["health", "faith", "politics", "sexuality", "union", "ethnicity", "biometrics"]
Owner = Literal["user", "assistant", "other"]
LoopState = Literal["open", "stale", "snoozed", "done", "dropped"]
EntityKind = Literal["person", "project", "tool", "file", "organisation", "thing"]

ROLES: tuple[Role, ...] = get_args(Role)
ORIGINS: tuple[Origin, ...] = get_args(Origin)
LAYERS: tuple[Layer, ...] = get_args(Layer)
KINDS: tuple[Kind, ...] = get_args(Kind)
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
CATEGORIES: tuple[Category, ...] = get_args(Category)
OWNERS: tuple[Owner, ...] = get_args(Owner)
ENTITY_KINDS: tuple[EntityKind, ...] = get_args(EntityKind)


FACT_CHARS: Final = 300  # a fact at most; what is longer is a text, or a model repeating itself
BETWEEN: Final = " · "  # between two clauses of a summary, after one that ends without a full stop
EPISODE_WORDS: Final = 60  # an episode's summary at most; more is not read

# What other tools call the roles, in lower case.
ROLE_OF: Mapping[str, Role] = {
    "user": "user",
    "human": "user",
    "customer": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "gpt": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}

# Whose words a role's are when nobody says otherwise.
ORIGIN_OF: Mapping[Role, Origin] = {"user": "user", "assistant": "assistant", "system": "user", "tool": "tool"}


class Piece(NamedTuple):
    """A part of a message and the identities it goes by.

    A message can grow between two readings of its file; keeping the parts apart lets the second reading add only
    what is new. `identities` are opaque strings (a uuid, the uuid it was copied from, a digest of role, time and text):
    a piece is known already when any one of them is.
    """

    text: str
    identities: tuple[str, ...] = ()


class Message(NamedTuple):
    """One turn as a transcript holds it, before masking: what a reader hands to a buffer.

    `clock` is what its own clock said where its place in the session gave it another time.
    """

    role: Role
    pieces: tuple[Piece, ...]
    at: datetime | None = None
    name: str | None = None
    origin: Origin = "user"
    clock: datetime | None = None

    @property
    def content(self) -> str:
        """The whole text, pieces joined by a blank line."""
        return "\n\n".join(piece.text for piece in self.pieces)


class Turn(NamedTuple):
    """One accepted turn of a session. `seq` counts from 0; `at` is aware, in UTC; `item` is its id once indexed.

    One that is not `kept` has lost its words, as its owner keeps none for so long; that it was said is still known.
    """

    session: str
    seq: int
    role: Role
    content: str
    at: datetime
    name: str | None = None
    origin: Origin = "user"
    item: int | None = None
    kept: bool = True


class Candidate(NamedTuple):
    """A fact as proposed, before it is grounded. `quote` is claimed to stand verbatim in turn `seq`.

    `sure` is how little doubt its words leave that it is one of its kind, where nobody but rules read them.
    """

    kind: Kind
    text: str
    quote: str
    seq: int
    stance: Stance = "stated"
    entities: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    sure: Confidence = "medium"


class EpisodeRecord(NamedTuple):
    """What happened in one session, or in one stretch of it that kept to a subject. `summary` has at most 60 words.

    `decisions` are what the user committed to, `advice_given` what the assistant put forward, `actions` what was done
    or tried. `key_numbers` are figures as said, each with who said it. `user_state` is the user's mood, kept only where
    the setting asks for it.
    """

    subject: str
    summary: str
    topics: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    advice_given: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()
    key_numbers: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    outcome: Outcome = "neutral"
    user_state: str | None = None
    valid_until: datetime | None = None
    turn_seqs: tuple[int, ...] = ()


class Name(NamedTuple):
    """Somebody or something known: what it is called and what else it goes by. A `thing` is of no kind known yet."""

    id: int
    name: str
    kind: EntityKind = "thing"
    aliases: tuple[str, ...] = ()


class Neighbour(NamedTuple):
    """A fact already known, held against a new one. `cosine` is None where one of them has no vector."""

    id: int
    text: str
    kind: Kind
    entities: tuple[str, ...] = ()
    cosine: float | None = None


class Verdict(NamedTuple):
    """What to do with a candidate. `id` is the neighbour concerned; `why` names the rule, never a text."""

    action: Action
    id: int | None = None
    why: str = ""
    decided_by: Decider = "guard"
    unreviewed: bool = False
    reasons: tuple[str, ...] = ()


class Opening(NamedTuple):
    """Something left open, as proposed. `quote` is claimed to stand verbatim in turn `seq`; `other` is neither side."""

    text: str
    quote: str
    seq: int
    owner: Owner
    due: date | None = None


class OpenLoop(NamedTuple):
    """Something still open, held against what is said later; session, seq and time are those of its last saying."""

    id: int
    text: str
    quote: str
    owner: Owner
    session: str
    seq: int
    opened_at: datetime


class Closing(NamedTuple):
    """A loop that a turn finishes, as proposed. `quote` is claimed to stand verbatim in turn `seq`."""

    loop: int
    quote: str
    seq: int
