"""Turns that could not be consolidated and are set aside with the reason, while what was said after them goes on.

A parked turn is a verdict on it, so that it goes when the turn does. Knows nothing of why a turn cannot be read.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from episodic.language.dates import stamp
from episodic.memory.db import Database
from episodic.version import __version__

_JUDGE: Final = "parking"
# What is tried again: what a person asked for, and what a bug of another version stopped.
_DUE: Final = (
    f"v.judge = '{_JUDGE}' and (v.outcome = 'again'"
    " or json_extract(v.scores, '$.bug') = 1 and json_extract(v.scores, '$.version') != :version)"
)


class Parked(NamedTuple):
    """A turn that is set aside; `reason` holds no word of anybody's. `bug`: our own, of the `version` that met it."""

    session: str
    seq: int
    reason: str
    bug: bool
    version: str

    @property
    def told(self) -> str:
        """The reason as it is shown."""
        return f"a bug of Episodic {self.version}, {self.reason}" if self.bug else self.reason


class Parking:
    """The parked turns of one scope."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def park(self, items: Iterable[int], reason: str, *, bug: bool, at: datetime) -> None:
        """Set turns aside, or park them anew; joins the open transaction."""
        items = list(items)
        self.lift(items)
        scores = json.dumps({"bug": bug, "reason": reason, "version": __version__})
        self._db.run_many(
            "insert into verdict (item, judge, outcome, scores, at) select id, :judge, 'parked', :scores, :at"
            " from item where id = :item and scope = :scope",
            [
                {"judge": _JUDGE, "scores": scores, "at": stamp(at), "item": item, "scope": self._scope}
                for item in items
            ],
        )

    def lift(self, items: Iterable[int]) -> None:
        """Count turns as parked no more; joins the open transaction."""
        self._db.run(
            "delete from verdict where judge = ? and item in (select value from json_each(?))",
            (_JUDGE, json.dumps(list(items))),
        )

    def release(self) -> set[str]:
        """Have all parked turns tried again; returns the names of their sessions."""
        with self._db.transaction("consolidate"):
            sessions = {one.session for one in self.all()}
            ours = "item in (select id from item where scope = ?)"
            self._db.run(f"update verdict set outcome = 'again' where judge = ? and {ours}", (_JUDGE, self._scope))
        return sessions

    def due(self, session: int) -> list[int]:
        """Return the seqs of a session's turns that are to be tried again, in order."""
        rows = self._db.rows(
            "select distinct t.seq from turn t join verdict v on v.item = t.item"
            f" where t.session = :session and t.kept = 1 and {_DUE} order by t.seq",
            {"session": session, "version": __version__},
        )
        return [row[0] for row in rows]

    def sessions_due(self) -> set[int]:
        """Return the sessions with turns that are to be tried again."""
        rows = self._db.rows(
            "select distinct t.session from verdict v join turn t on t.item = v.item and t.kept = 1"
            f" join item i on i.id = t.item and +i.scope = :scope where {_DUE}",
            {"scope": self._scope, "version": __version__},
        )
        return {row[0] for row in rows}

    def all(self) -> list[Parked]:
        """Return every parked turn, by session and in order."""
        rows = self._db.rows(
            "select s.external_id, t.seq, json_extract(v.scores, '$.reason'), json_extract(v.scores, '$.bug'),"
            " json_extract(v.scores, '$.version') from verdict v join turn t on t.item = v.item"
            " join session s on s.id = t.session where v.judge = ? and s.scope = ? order by s.id, t.seq",
            (_JUDGE, self._scope),
        )
        return [Parked(session, seq, reason, bool(bug), version) for session, seq, reason, bug, version in rows]
