"""Threads of work as rows: begun, gone on with, renamed, merged, split, closed, each change logged and undoable.

Knows no rule of belonging. A thread is a hypothesis until a second session is in it; dormant once nothing was said in
it for long. Both are reckoned when asked, so that no clock has to run.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal, NamedTuple

from episodic.errors import InputError, NotFoundError
from episodic.language.dates import moment, stamp
from episodic.memory.db import Database
from episodic.memory.idents import draw, is_one
from episodic.memory.retention import KEPT, Retention
from episodic.records import Decider

StreamState = Literal["hypothesis", "confirmed", "dormant", "closed"]


class Stream(NamedTuple):
    """One thread. `sessions`, `facts` and `loops` are counted; `episodes` are its members, oldest first."""

    id: int
    name: str
    project: str | None
    state: StreamState
    sessions: int
    facts: int
    last_at: datetime
    episodes: tuple[int, ...]


class Kept(NamedTuple):
    """What is kept of an episode to hold others against it.

    `vector` is rows of float32 in bytes; `terms` names a term once for every turn that holds it. `pinned`: a person or
    a model placed it, or a person named its thread.
    """

    episode: int
    project: str | None
    stream: int | None
    vector: bytes | None
    terms: tuple[str, ...]
    openings: tuple[int, ...]
    pinned: bool = False


class Workstreams:
    """The threads of one scope. `dormant_after` is how long nothing was said in a dormant one."""

    def __init__(self, db: Database, scope: int, retention: Retention, *, dormant_after: timedelta) -> None:
        self._db = db
        self._scope = scope
        self._retention = retention
        self._dormant_after = dormant_after

    def find(self, *, now: datetime, everything: bool = False, project: str | None = None) -> list[Stream]:
        """Return the threads, the last gone on with first; closed, dormant and merged ones only with `everything`."""
        rows = self._db.rows(
            f"{_STREAM} and (:project is null or w.project = :project) group by w.id order by last_at desc, w.id desc",
            {"scope": self._scope, "project": project, **self._retention.bound()},
        )
        streams = [self._stream(row, now=now) for row in rows]
        return [one for one in streams if everything or one.state in {"hypothesis", "confirmed"}]

    def read(self, ident: int, *, now: datetime) -> Stream:
        """Return one thread.

        Raises:
            NotFoundError: nothing of this user goes by that number.
        """
        find = f"{_STREAM} and w.id = :id group by w.id"
        rows = (
            self._db.rows(find, {"scope": self._scope, "id": ident, **self._retention.bound()}) if is_one(ident) else []
        )
        if not rows:
            raise NotFoundError(f"there is no thread #{ident}: see `episodic streams --all` for numbers")
        return self._stream(rows[0], now=now)

    def of_episodes(self, episodes: Iterable[int]) -> dict[int, int]:
        """Return which thread each episode is part of."""
        rows = self._db.rows(
            "select m.episode, m.workstream from membership m cross join workstream w on w.id = m.workstream"
            " where w.scope = ? and m.episode in (select value from json_each(?))",
            (self._scope, json.dumps(list(episodes))),
        )
        return dict(rows)

    def of_turns(self, turns: Iterable[int]) -> dict[int, int]:
        """Return which thread turns are part of, by the episode that tells them."""
        rows = self._db.rows(
            "select e.turn, m.workstream from json_each(:turns) j cross join evidence e on e.turn = j.value"
            " join membership m on m.episode = e.item join workstream w on w.id = m.workstream"
            " where w.scope = :scope order by m.at",
            {"scope": self._scope, "turns": json.dumps(list(turns))},
        )
        return dict(rows)

    def names_of_turns(self, turns: Iterable[int]) -> dict[int, str]:
        """Return the name of the thread that turns are part of."""
        found = self.of_turns(turns)
        names: dict[int, str] = dict(
            self._db.rows(
                "select id, name from workstream where scope = ? and id in (select value from json_each(?))",
                (self._scope, json.dumps([*found.values()])),
            )
        )
        return {turn: names[stream] for turn, stream in found.items() if stream in names}

    def unplaced(self) -> list[int]:
        """Return the current episodes that are part of no thread yet, oldest first."""
        rows = self._db.rows(
            "select e.item from item i cross join episode e on e.item = i.id"
            " where i.scope = ? and i.layer = 'episode' and i.live = 1"
            " and not exists (select 1 from membership m where m.episode = e.item) order by e.ended_at, e.item",
            (self._scope,),
        )
        return [row[0] for row in rows]

    def unmeasured(self) -> list[int]:
        """Return the episodes of a thread that nothing is kept of to hold others against: they were told anew."""
        rows = self._db.rows(
            "select m.episode from workstream w join membership m on m.workstream = w.id"
            " where w.scope = ? and not exists (select 1 from activity a where a.episode = m.episode)"
            " order by m.episode",
            (self._scope,),
        )
        return [row[0] for row in rows]

    def activities(self) -> list[Kept]:
        """Return what is kept of every episode that is part of an open thread, in the order they were placed."""
        rows = self._db.rows(
            "select a.episode, i.project, m.workstream, a.vector, a.terms, a.openings,"
            " m.decided_by <> 'guard' or w.named_by = 'user' from activity a"
            " join item i on i.id = a.episode join membership m on m.episode = a.episode"
            " join workstream w on w.id = m.workstream where +i.scope = ? and w.closed_at is null"
            " order by m.at, a.episode",
            (self._scope,),
        )
        return [
            Kept(episode, project, stream, vector, tuple(json.loads(words)), tuple(json.loads(openings)), bool(pinned))
            for episode, project, stream, vector, words, openings, pinned in rows
        ]

    def keep(self, kept: Kept) -> None:
        """Keep what an episode is held against others by; joins the open transaction."""
        self._db.run(
            "insert or replace into activity values (?, ?, ?, ?)",
            (kept.episode, kept.vector, json.dumps(kept.terms, ensure_ascii=False), json.dumps(kept.openings)),
        )

    def begin(self, name: str, *, project: str | None, decided_by: Decider, at: datetime) -> int:
        """Begin a thread; joins the open transaction. Returns its id."""
        ident = draw(self._db)
        self._db.run(
            "insert into workstream (id, scope, project, name, named_by, opened_at) values (?, ?, ?, ?, ?, ?)",
            (ident, self._scope, project, name, decided_by, stamp(at)),
        )
        self._log(ident, "opened", decided_by, {}, at=at)
        return ident

    def attach(self, episode: int, stream: int, *, score: float | None, decided_by: Decider, at: datetime) -> None:
        """Make an episode part of a thread, and of no other; joins the open transaction."""
        before = self.of_episodes([episode]).get(episode)
        self._db.run(
            "insert or replace into membership values (?, ?, ?, ?, ?)", (episode, stream, score, decided_by, stamp(at))
        )
        self._log(stream, "attached", decided_by, {"episode": episode, "stream": before}, at=at)

    def emptied(self, *, at: datetime) -> None:
        """Close the open threads that have no episode left; joins the open transaction."""
        self._db.run(
            "update workstream set closed_at = ? where scope = ? and closed_at is null"
            " and not exists (select 1 from membership m where m.workstream = workstream.id)",
            (stamp(at), self._scope),
        )

    def named(self, stream: int, name: str, *, decided_by: Decider) -> None:
        """Name a thread by its members, unless a person has named it; joins the open transaction."""
        self._db.run(
            "update workstream set name = ?, named_by = ? where id = ? and scope = ? and named_by <> 'user'",
            (name, decided_by, stream, self._scope),
        )

    def rename(self, stream: int, name: str, *, at: datetime) -> None:
        """Give a thread a person's name for it.

        Raises:
            InputError: the name is blank.
        """
        words = " ".join(name.split())
        if not words:
            raise InputError('the name is blank: give the thread one, for instance "Series B deck"')
        before = self._row(stream)
        with self._db.transaction("workstream"):
            self._db.run("update workstream set name = ?, named_by = 'user' where id = ?", (words, stream))
            self._log(stream, "renamed", "user", {"name": before[0], "named_by": before[1]}, at=at)

    def merge(self, stream: int, other: int, *, at: datetime) -> None:
        """Make all of another thread's episodes part of this one.

        Raises:
            InputError: they are the same.
        """
        if stream == other:
            raise InputError(f"#{stream} cannot be merged with itself: name two threads")
        self._row(stream), self._row(other)
        with self._db.transaction("workstream"):
            moved = self._members(other)
            self._move(moved, stream, at=at)
            self._db.run(
                "update workstream set merged_into = ?, closed_at = ? where id = ?", (stream, stamp(at), other)
            )
            self._log(stream, "merged", "user", {"from": other, "episodes": moved}, at=at)

    def split(self, stream: int, episodes: Sequence[int], *, name: str, at: datetime) -> int:
        """Make some of a thread's episodes a thread of their own; returns its id.

        Raises:
            InputError: one of them is not part of it, or none would be left.
        """
        mine = self._members(stream)
        self._row(stream)
        if strangers := [episode for episode in episodes if episode not in mine]:
            raise InputError(f"#{strangers[0]} is no episode of thread #{stream}: see `episodic streams show {stream}`")
        if not episodes or len(set(episodes)) == len(mine):
            raise InputError("name some of the thread's episodes, not all: `episodic rename` gives it another name")
        with self._db.transaction("workstream"):
            project = self._db.value("select project from workstream where id = ?", (stream,))
            new = self.begin(name, project=project, decided_by="user", at=at)
            self._move(episodes, new, at=at)
            self._log(new, "split", "user", {"from": stream, "episodes": list(episodes)}, at=at)
        return new

    def close(self, stream: int, *, at: datetime, reopen: bool = False) -> None:
        """Close a thread, so that nothing is added to it any more; or open it again."""
        self._row(stream)
        with self._db.transaction("workstream"):
            closed_at = self._db.value("select closed_at from workstream where id = ?", (stream,))
            self._db.run("update workstream set closed_at = ? where id = ?", (None if reopen else stamp(at), stream))
            self._log(stream, "reopened" if reopen else "closed", "user", {"closed_at": closed_at}, at=at)

    def undo(self, stream: int, *, at: datetime) -> str:
        """Take back the last change a person made to a thread; returns what it was.

        Raises:
            InputError: a person changed nothing.
        """
        self._row(stream)
        rows = self._db.rows(
            "select id, what, before from workstream_change where workstream = ? and decided_by = 'user'"
            " and undone_at is null and what not in ('opened', 'attached') order by id desc limit 1",
            (stream,),
        )
        if not rows:
            raise InputError(f"nobody changed thread #{stream}: there is nothing to undo")
        change, what, before = rows[0][0], str(rows[0][1]), json.loads(rows[0][2])
        with self._db.transaction("workstream"):
            self._take_back(stream, what, before, at=at)
            self._db.run("update workstream_change set undone_at = ? where id = ?", (stamp(at), change))
        return what

    def _take_back(self, stream: int, what: str, before: Mapping[str, Any], *, at: datetime) -> None:
        if what == "renamed":
            self._db.run(
                "update workstream set name = ?, named_by = ? where id = ?",
                (before["name"], before["named_by"], stream),
            )
        elif what == "merged":
            self._db.run("update workstream set merged_into = null, closed_at = null where id = ?", (before["from"],))
            self._move(before["episodes"], before["from"], at=at)
        elif what == "split":
            self._move(self._members(stream), before["from"], at=at)
            self._db.run(
                "update workstream set merged_into = ?, closed_at = ? where id = ?", (before["from"], stamp(at), stream)
            )
        else:
            self._db.run("update workstream set closed_at = ? where id = ?", (before["closed_at"], stream))

    def holds(self, ident: int) -> bool:
        """Whether a number is a thread's."""
        find = "select 1 from workstream where id = ? and scope = ?"
        return is_one(ident) and self._db.value(find, (ident, self._scope)) is not None

    def _row(self, stream: int) -> tuple[str, str]:
        find = "select name, named_by from workstream where id = ? and scope = ?"
        rows = self._db.rows(find, (stream, self._scope)) if is_one(stream) else []
        if not rows:
            raise NotFoundError(f"there is no thread #{stream}: see `episodic streams --all` for numbers")
        return str(rows[0][0]), str(rows[0][1])

    def _members(self, stream: int) -> list[int]:
        rows = self._db.rows(
            "select m.episode from membership m join item i on i.id = m.episode where m.workstream = ? order by m.at",
            (stream,),
        )
        return [row[0] for row in rows]

    def _move(self, episodes: Iterable[int], stream: int, *, at: datetime) -> None:
        self._db.run(
            "update membership set workstream = ?, decided_by = 'user', at = ?"
            " where episode in (select value from json_each(?))",
            (stream, stamp(at), json.dumps(list(episodes))),
        )

    def _log(self, stream: int, what: str, decided_by: str, before: Mapping[str, object], *, at: datetime) -> None:
        self._db.run(
            "insert into workstream_change (workstream, what, decided_by, before, at) values (?, ?, ?, ?, ?)",
            (stream, what, decided_by, json.dumps(before), stamp(at)),
        )

    def _stream(self, row: tuple[Any, ...], *, now: datetime) -> Stream:
        ident, name, project, closed_at, sessions, facts, last_at, episodes = row
        last = moment(last_at)
        state: StreamState = "confirmed" if sessions > 1 else "hypothesis"
        if closed_at is not None:
            state = "closed"
        elif now - last > self._dormant_after:
            state = "dormant"
        return Stream(ident, name, project, state, sessions, facts, last, tuple(sorted(json.loads(episodes))))


# A merged episode counts by the sessions of its turns; facts are those its turns prove.
_STREAM: Final = (
    "select w.id, w.name, w.project, w.closed_at,"
    " (select count(distinct t.session) from membership n join evidence v on v.item = n.episode"
    "  join turn t on t.item = v.turn where n.workstream = w.id),"
    " (select count(distinct f.item) from membership n join evidence v on v.item = n.episode"
    "  join evidence o on o.turn = v.turn join fact f on f.item = o.item"
    "  join item l on l.id = f.item and l.live = 1 where n.workstream = w.id),"
    " max(e.ended_at) as last_at, json_group_array(m.episode)"
    " from workstream w join membership m on m.workstream = w.id join episode e on e.item = m.episode"
    f" join item i on i.id = m.episode and {KEPT} where w.scope = :scope"
)
