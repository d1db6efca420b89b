"""Who has a memory in a home, and whose is switched off. Knows nothing of what is remembered."""

from datetime import datetime
from typing import NamedTuple

from episodic.language.dates import moment, stamp
from episodic.memory.db import Database


class Member(NamedTuple):
    """A user of a home and how much is remembered of theirs; `paused` where nothing is written for them."""

    user: str
    sessions: int
    turns: int
    facts: int
    episodes: int
    last_at: datetime | None
    paused: bool


class Household:
    """The users of a home, and the switch of one scope. `off` is the switch that the environment sets."""

    def __init__(self, db: Database, scope: int, *, off: bool) -> None:
        self._db = db
        self._scope = scope
        self._off = off

    def members(self) -> list[Member]:
        """Return all users, by name."""
        counted = "(select count(*) from item where scope = u.id and live = 1 and layer = '{}')"
        rows = self._db.rows(
            "select u.user, (select count(*) from session where scope = u.id),"
            f" {', '.join(counted.format(layer) for layer in ('turn', 'fact', 'episode'))},"
            " (select max(last_turn_at) from session where scope = u.id), u.paused_at is not null"
            " from scope u order by u.user"
        )
        return [
            Member(user, sessions, turns, facts, episodes, moment(last) if last else None, bool(paused))
            for user, sessions, turns, facts, episodes, last, paused in rows
        ]

    def paused(self) -> str:
        """Return why nothing is written, for a person to read; empty where memory is on."""
        if self._off:
            return "EPISODIC_OFF is set"
        if self._db.read_only:
            return "its home cannot be written"
        rows = self._db.rows(
            "select 'for this user', paused_at from scope where id = ? and paused_at is not null"
            " union all select 'for everyone', at from paused",
            (self._scope,),
        )
        return " and ".join(f"paused {whom} since {moment(at):%Y-%m-%d %H:%M} UTC" for whom, at in rows)

    def pause(self, *, everyone: bool, at: datetime) -> None:
        """Write nothing from now on, for this user or for everyone; what is there can still be read and forgotten."""
        with self._db.transaction("switch"):
            if everyone:
                self._db.run("insert or ignore into paused values (1, ?)", (stamp(at),))
            else:
                on = "update scope set paused_at = ? where id = ? and paused_at is null"
                self._db.run(on, (stamp(at), self._scope))

    def resume(self, *, everyone: bool) -> bool:
        """Write again; False where it was not paused."""
        with self._db.transaction("switch"):
            if everyone:
                was = self._db.value("select 1 from paused") is not None
                self._db.run("delete from paused")
            else:
                was = self._db.value("select paused_at from scope where id = ?", (self._scope,)) is not None
                self._db.run("update scope set paused_at = null where id = ?", (self._scope,))
        return was
