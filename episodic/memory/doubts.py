"""What of a memory a person should look at, as rows. Knows no rule of doubting.

What is held back is not live, and was never true: no question about any time finds it. What was refused stays, out of
every answer, so that it can be brought back.
"""

from datetime import datetime
from typing import Final, NamedTuple

from episodic.language.dates import moment, stamp
from episodic.memory.db import Database, Row
from episodic.memory.idents import is_one
from episodic.memory.retention import KEPT, Retention

LOW: Final = "stated once, and no more than a rule read it"


class Doubt(NamedTuple):
    """A memory in doubt. `held`: in no answer until accepted; `accepted` is what was said of it, None so far."""

    id: int
    text: str
    kind: str
    said_at: datetime
    why: str
    held: bool
    accepted: bool | None


class Doubts:
    """The doubts of one scope."""

    def __init__(self, db: Database, scope: int, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._retention = retention

    def find(self, *, everything: bool = False) -> list[Doubt]:
        """Return what is in doubt, what is held first, then the newest; with `everything` what is settled too.

        A current fact of low confidence that nobody has looked at is in doubt without a row.
        """
        rows = self._db.rows(
            f"{_DOUBT} and (d.item is not null and (d.settled_at is null or :everything)"
            " or d.item is null and i.live = 1 and f.confidence = 'low' and f.reviewed = 0)"
            " order by d.settled_at is not null, coalesce(d.held, 0) desc, i.said_at desc, i.id desc",
            {"scope": self._scope, "everything": everything, "low": LOW, **self._retention.bound()},
        )
        return [_doubt(row) for row in rows]

    def read(self, item: int) -> Doubt | None:
        """Return what is in doubt about one fact; None where nothing is, it has expired, or is none of this user."""
        bound = {"scope": self._scope, "low": LOW, "item": item, **self._retention.bound()}
        rows = self._db.rows(f"{_DOUBT} and i.id = :item", bound) if is_one(item) else []
        found = _doubt(rows[0]) if rows else None
        return found if found is not None and (rows[0][-1] or rows[0][-2]) else None

    def cast(self, item: int, why: str, *, held: bool, at: datetime) -> None:
        """Put a fact in doubt, and hold it back if it is to be; joins the open transaction."""
        self._db.run(
            "insert into doubt (item, why, held, at) select id, ?, ?, ? from item where id = ? and scope = ?"
            " on conflict do nothing",
            (why, int(held), stamp(at), item, self._scope),
        )
        if held:
            self._db.run("update item set live = 0 where id = ? and scope = ?", (item, self._scope))
            self._db.run("update fact set retired_at = learnt_at where item = ?", (item,))

    def settle(self, item: int, *, accepted: bool | None, at: datetime) -> None:
        """Keep what a person said of a doubt, None to open it again; joins the open transaction."""
        self._db.run(
            "update doubt set accepted = ?, settled_at = ? where item = ?",
            (accepted if accepted is None else int(accepted), None if accepted is None else stamp(at), item),
        )

    def mark(self, item: int, *, live: bool, reviewed: bool, confidence: str, at: datetime) -> None:
        """Bring a fact into the state that follows from what was said of it; joins the open transaction."""
        self._db.run("update item set live = ? where id = ? and scope = ?", (int(live), item, self._scope))
        self._db.run(
            "update fact set retired_at = iif(:live, null, iif(:reviewed, :at, learnt_at)), reviewed = :reviewed,"
            " confidence = :confidence where item = :item",
            {"live": live, "reviewed": reviewed, "confidence": confidence, "at": stamp(at), "item": item},
        )

    def replaced_then(self, item: int, *, at: datetime) -> list[int]:
        """Return what a fact replaced until then."""
        rows = self._db.rows(
            "select s.old from supersession s join item i on i.id = s.old and +i.scope = ?"
            " where s.new = ? and s.undone_at = ? order by s.id",
            (self._scope, item, stamp(at)),
        )
        return [row[0] for row in rows]

    def rejected(self, turn: int) -> list[tuple[str, str]]:
        """Return text and quote of what a person rejected that a turn proves."""
        return self._db.rows(
            "select i.text, f.quote from evidence e join doubt d on d.item = e.item and d.accepted = 0"
            " join item i on i.id = e.item and +i.scope = ? join fact f on f.item = i.id where e.turn = ?",
            (self._scope, turn),
        )

    def settled_at(self, item: int) -> datetime | None:
        """Return when a doubt was settled."""
        found = self._db.value("select settled_at from doubt where item = ?", (item,))
        return moment(found) if found else None


# What no answer may show, whatever time is asked about; written for `doubt d`.
HELD_BACK: Final = "(d.accepted = 0 or (d.held = 1 and d.accepted is null))"

_DOUBT: Final = (
    "select i.id, i.text, i.kind, i.said_at, coalesce(d.why, :low), coalesce(d.held, 0), d.accepted,"
    " i.live = 1 and f.confidence = 'low' and f.reviewed = 0, d.item is not null"
    " from item i cross join fact f on f.item = i.id left join doubt d on d.item = i.id"
    f" where i.scope = :scope and i.layer = 'fact' and {KEPT}"
)


def _doubt(row: Row) -> Doubt:
    item, text, kind, said_at, why, held, accepted, *_ = row
    return Doubt(item, text, kind, moment(said_at), why, bool(held), None if accepted is None else bool(accepted))
