"""For how long what was said last is kept, and until when a fact holds: one rule for every way in.

A turn expires by when it was said, an episode by its end, a fact and a loop by when they were last said; being recalled
changes none of these. What has expired is returned by nothing and removed by the sweep.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from episodic.language.dates import stamp
from episodic.memory.db import Database

# Both are written for `item i` and bound by `Retention.bound`.
KEPT: Final = (
    "(case i.layer when 'turn' then i.said_at >= :keep_turns when 'episode' then i.said_at >= :keep_episodes"
    " else :keep_facts = '' or exists (select 1 from fact kf where kf.item = i.id"
    " and kf.last_confirmed_at >= :keep_facts) end)"
)
HOLDS: Final = "(not exists (select 1 from fact lf where lf.item = i.id and lf.valid_until <= :at))"

_LONGEST: Final = 36_500  # days; more is for ever


class Days(NamedTuple):
    """For how many days each layer is kept; None: for ever. Loops are kept as facts are."""

    turns: int | None = None
    episodes: int | None = None
    facts: int | None = None


class Expired(NamedTuple):
    """What has expired, by its ids."""

    turns: tuple[int, ...]
    episodes: tuple[int, ...]
    facts: tuple[int, ...]
    loops: tuple[int, ...]


class Retention:
    """The limits of one scope, by a clock."""

    def __init__(self, db: Database, scope: int, *, clock: Callable[[], datetime]) -> None:
        self._db = db
        self._scope = scope
        self._clock = clock

    def days(self) -> Days:
        """Return the limits."""
        rows = self._db.rows("select keep_turns, keep_episodes, keep_facts from scope where id = ?", (self._scope,))
        return Days(*rows[0]) if rows else Days()

    def keep(self, days: Days) -> None:
        """Set the limits; nothing is removed by that."""
        with self._db.transaction("setting"):
            self._db.run(
                "update scope set keep_turns = ?, keep_episodes = ?, keep_facts = ? where id = ?", (*days, self._scope)
            )

    def bound(self) -> dict[str, Any]:
        """Return what binds `KEPT` and `HOLDS`; limits end at midnight, so that they hold for a whole answer."""
        now, days = self._clock(), self.days()
        return {"at": stamp(now), **{f"keep_{name}": _cutoff(now, limit) for name, limit in days._asdict().items()}}

    def is_set(self) -> bool:
        """Whether anything is kept for a time only."""
        return any(limit is not None for limit in self.days())

    def lapsed(self) -> bool:
        """Whether some fact held until a time that has passed."""
        find = (
            "select 1 from fact f cross join item i on i.id = f.item and +i.scope = ?"
            " where (f.valid_from is not null or f.valid_until is not null) and f.valid_until <= ? limit 1"
        )
        return self._db.value(find, (self._scope, stamp(self._clock()))) is not None

    def expired(self) -> Expired:
        """Return what is there still that has expired."""
        bound = {"scope": self._scope, **self.bound()}
        found: dict[str, tuple[int, ...]] = {}
        for layer in ("turn", "episode", "fact"):
            rows = self._db.rows(
                "select i.id from item i left join turn t on t.item = i.id where i.scope = :scope and i.layer = :layer"
                f" and coalesce(t.kept, 1) = 1 and not {KEPT} order by i.id",
                bound | {"layer": layer},
            )
            found[f"{layer}s"] = tuple(row[0] for row in rows)
        loops = "select id from loop where scope = :scope and last_seen_at < :keep_facts order by id"
        return Expired(**found, loops=tuple(row[0] for row in self._db.rows(loops, bound)))


def _cutoff(now: datetime, days: int | None) -> str:
    """Return the first time that is kept, as stored; empty where all are."""
    if days is None:
        return ""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return stamp(midnight - timedelta(days=min(days, _LONGEST)))
