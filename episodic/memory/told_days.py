"""The days that turns tell of, as rows. Knows no grammar: the words are read by `language.told_days`."""

from datetime import tzinfo
from typing import Final

from episodic.language.dates import day_of, day_start, moment, stamp
from episodic.language.told_days import told_days
from episodic.memory.db import Database

_AT_ONCE: Final = 200  # older turns read with every few new ones; a second for ten thousand of them
_ROLES: Final = ("user", "assistant")  # who tells of days; what a tool returns is full of dates


class ToldDays:
    """The days that the turns of one scope tell of."""

    def __init__(self, db: Database, scope: int, zone: tzinfo) -> None:
        self._db = db
        self._scope = scope
        self._zone = zone

    def put(self, item: int, *, role: str, text: str, at: str) -> None:
        """Keep the days a new turn tells of; joins the open transaction."""
        if role not in _ROLES:
            return
        spans = told_days(text, on=day_of(moment(at), self._zone))
        self._db.run_many(
            "insert into told_days values (?, ?, ?, ?)",
            [
                (item, stamp(day_start(first, self._zone)), stamp(day_start(end, self._zone)), (end - first).days)
                for first, end in spans
            ],
        )

    def finish(self) -> None:
        """Read all turns that are still to be read, some at a time so that others can write meanwhile."""
        while self._db.value("select 1 from undated"):
            with self._db.transaction():
                if not self.catch_up():
                    return  # the rest is other users'

    def catch_up(self) -> int:
        """Read some of the turns that are still to be read, the newest first; joins the open transaction."""
        rows = self._db.rows(
            "select u.item, t.role, i.text, i.said_at from undated u cross join item i on i.id = u.item"
            " join turn t on t.item = u.item where +i.scope = ? order by u.item desc limit ?",
            (self._scope, _AT_ONCE),
        )
        for item, role, text, at in rows:
            self.put(item, role=role, text=text, at=at)
        self._db.run_many("delete from undated where item = ?", [(row[0],) for row in rows])
        return len(rows)
