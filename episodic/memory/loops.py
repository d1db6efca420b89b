"""Open loops as rows: opened, said again, finished, put off, each change logged and undoable. Knows no cue.

Nothing here is ever closed by age: a loop not spoken of for long is shown as stale, and stays what it was.
"""

import json
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final, Literal, NamedTuple

from episodic.language.dates import moment, stamp
from episodic.memory.db import Database, Row
from episodic.memory.idents import draw, is_one
from episodic.memory.retention import Retention
from episodic.records import Closing, LoopState, Opening, OpenLoop, Owner, Turn

By = Literal["user", "evidence", "referee"]
Change = Literal["opened", "said again", "done", "dropped", "snoozed", "reopened"]

_STATES: Final[Mapping[Change, str]] = {
    "done": "done",
    "dropped": "dropped",
    "snoozed": "snoozed",
    "reopened": "open",
}


class Loop(NamedTuple):
    """Something unfinished, or finished since. `due` is a local day; `evidence` opened it, `closing` ended it.

    `workstream` is the thread its episode is part of. `state` is what it is now: a snoozed one whose time has come is
    open, an open one not spoken of for long is stale.
    """

    id: int
    text: str
    owner: Owner
    due: date | None
    state: LoopState
    opened_at: datetime
    evidence: tuple[tuple[str, int], ...]
    project: str | None
    quote: str
    last_seen_at: datetime
    closed_at: datetime | None = None
    snoozed_until: datetime | None = None
    closing: tuple[tuple[str, int], ...] = ()
    workstream: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is still to be done and not put off."""
        return self.state in {"open", "stale"}


class LoopChange(NamedTuple):
    """What became of a loop, by whom and when; `note` is what a person wrote."""

    what: Change
    decided_by: By
    at: datetime
    note: str | None
    undone: bool


class Loops:
    """The loops of one scope. `stale_after` is how long nobody has spoken of a stale one."""

    def __init__(self, db: Database, scope: int, retention: Retention, *, stale_after: timedelta) -> None:
        self._db = db
        self._scope = scope
        self._retention = retention
        self._stale_after = stale_after

    def find(
        self,
        *,
        now: datetime,
        everything: bool = False,
        project: str | None = None,
        owner: Owner | None = None,
        due_before: date | None = None,
    ) -> list[Loop]:
        """Return loops, those with a day first, then the oldest; open and stale ones, or all with `everything`."""
        rows = self._db.rows(
            f"{_LOOP} and (:project is null or l.project = :project) and (:owner is null or l.owner = :owner)"
            " and (:due is null or l.due < :due) order by l.due is null, l.due, l.opened_at, l.id",
            {
                "scope": self._scope,
                "project": project,
                "owner": owner,
                "due": due_before.isoformat() if due_before else None,
                "since": self._since(),
            },
        )
        found = self._whole(rows, now)
        return [loop for loop in found if everything or loop.is_open]

    def read(self, ident: int, *, now: datetime) -> Loop | None:
        """Return one loop of this user."""
        rows = self._db.rows(f"{_LOOP} and l.id = :id", self._bound(ident)) if is_one(ident) else []
        return next(iter(self._whole(rows, now)), None)

    def opened_by(self, idents: Iterable[int]) -> dict[int, list[int]]:
        """Return the turns that opened loops of this user, the last of each first."""
        found: dict[int, list[int]] = {}
        for loop, turn in self._db.rows(
            "select e.loop, e.turn from loop_evidence e join loop l on l.id = e.loop join item i on i.id = e.turn"
            " where l.scope = ? and e.part = 'opens' and e.loop in (select value from json_each(?))"
            " order by i.said_at desc, i.id desc",
            (self._scope, json.dumps(list(idents))),
        ):
            found.setdefault(loop, []).append(turn)
        return found

    def unfinished(self, *, project: str | None) -> list[OpenLoop]:
        """Return what is neither done nor dropped, of a project or of none; what was said last comes first."""
        rows = self._db.rows(
            "select l.id, l.text, l.quote, l.owner, s.external_id, t.seq, i.said_at from loop l join turn t on t.item ="
            " (select e.turn from loop_evidence e join item i on i.id = e.turn where e.loop = l.id and e.part = 'opens'"
            " order by i.said_at desc, i.id desc limit 1) join item i on i.id = t.item"
            " join session s on s.id = t.session"
            " where l.scope = :scope and l.last_seen_at >= :since and l.state in ('open', 'snoozed')"
            " and (l.project is null or l.project = :project)"
            " order by i.said_at desc, l.id desc",
            {"scope": self._scope, "project": project, "since": self._since()},
        )
        return [
            OpenLoop(ident, text, quote, owner, session, seq, moment(said))
            for ident, text, quote, owner, session, seq, said in rows
        ]

    def open(self, opening: Opening, turn: Turn, *, project: str | None, by: By, at: datetime) -> int:
        """Store a new loop proved by `turn`; joins the open transaction. Returns its id."""
        ident = draw(self._db)
        self._db.run(
            "insert into loop (id, scope, session, turn, project, text, quote, owner, due, opened_at, last_seen_at)"
            " select :id, :scope, session, :turn, :project, :text, :quote, :owner, :due, :said, :said"
            " from turn where item = :turn",
            {
                "id": ident,
                "scope": self._scope,
                "turn": turn.item,
                "project": project,
                "text": opening.text,
                "quote": opening.quote,
                "owner": opening.owner,
                "due": opening.due.isoformat() if opening.due else None,
                "said": stamp(turn.at),
            },
        )
        self._prove(ident, turn, "opens", opening.quote)
        self._log(ident, "opened", by=by, at=at, turn=turn)
        return ident

    def say_again(self, ident: int, opening: Opening, turn: Turn, *, by: By, at: datetime) -> None:
        """Add a saying to a loop there is, and the day it names; joins the open transaction."""
        if self._db.value("select 1 from loop_evidence where loop = ? and turn = ?", (ident, turn.item)):
            return
        self._log(ident, "said again", by=by, at=at, turn=turn)
        self._prove(ident, turn, "opens", opening.quote)
        self._db.run(
            "update loop set due = iif(last_seen_at <= :said, coalesce(:due, due), coalesce(due, :due)),"
            " last_seen_at = max(last_seen_at, :said) where id = :id",
            {"id": ident, "said": stamp(turn.at), "due": opening.due.isoformat() if opening.due else None},
        )

    def close(self, closing: Closing, turn: Turn, *, by: By, at: datetime) -> bool:
        """Finish a loop by what a turn says, unless it is finished already; joins the open transaction."""
        if self._state(closing.loop) not in {"open", "snoozed"}:
            return False
        self.change(closing.loop, "done", by=by, at=at, turn=turn)
        self._prove(closing.loop, turn, "closes", closing.quote)
        self._db.run(
            "update loop set closed_at = :said, last_seen_at = max(last_seen_at, :said) where id = :id",
            {"id": closing.loop, "said": stamp(turn.at)},
        )
        return True

    def change(  # noqa: PLR0913 - all but two by name
        self,
        ident: int,
        what: Change,
        *,
        by: By,
        at: datetime,
        until: datetime | None = None,
        note: str | None = None,
        turn: Turn | None = None,
    ) -> None:
        """Bring a loop into another state and log it; joins the open transaction."""
        self._log(ident, what, by=by, at=at, turn=turn, note=note)
        state = _STATES[what]
        self._db.run(
            "update loop set state = :state, closed_at = iif(:closed, :at, null), snoozed_until = :until,"
            " last_seen_at = iif(:state = 'open', :at, last_seen_at) where id = :id",
            {
                "id": ident,
                "state": state,
                "closed": state in {"done", "dropped"},
                "at": stamp(at),
                "until": stamp(until) if until else None,
            },
        )

    def undo(self, ident: int, *, at: datetime) -> Change | None:
        """Take back a loop's last change; joins the open transaction. Returns which; None where there was none."""
        rows = self._db.rows(
            "select id, what, turn, old_state, old_due, old_closed_at, old_snoozed_until from loop_change"
            " where loop = ? and undone_at is null and what <> 'opened' order by id desc limit 1",
            (ident,),
        )
        if not rows:
            return None
        change, what, turn, state, due, closed, until = rows[0]
        self._db.run("update loop_change set undone_at = ? where id = ?", (stamp(at), change))
        self._db.run(
            "update loop set state = ?, due = ?, closed_at = ?, snoozed_until = ? where id = ?",
            (state, due, closed, until, ident),
        )
        part = "opens" if what == "said again" else "closes"
        self._db.run("delete from loop_evidence where loop = ? and turn = ? and part = ?", (ident, turn, part))
        done: Change = what
        return done

    def changes(self, ident: int) -> list[LoopChange]:
        """Return what became of a loop, oldest first."""
        rows = self._db.rows(
            "select what, decided_by, at, note, undone_at is not null from loop_change where loop = ? order by id",
            (ident,),
        )
        return [LoopChange(what, by, moment(at), note, bool(undone)) for what, by, at, note, undone in rows]

    def _since(self) -> str:
        """Return since when a loop has to have been spoken of to be kept."""
        return str(self._retention.bound()["keep_facts"])

    def _bound(self, ident: int) -> dict[str, object]:
        return {"scope": self._scope, "id": ident, "since": self._since()}

    def _state(self, ident: int) -> str | None:
        state: str | None = self._db.value("select state from loop where id = ? and scope = ?", (ident, self._scope))
        return state

    def _prove(self, ident: int, turn: Turn, part: Literal["opens", "closes"], quote: str) -> None:
        self._db.run("insert or ignore into loop_evidence values (?, ?, ?, ?)", (ident, turn.item, part, quote))

    def _log(  # noqa: PLR0913 - a row's columns, by name
        self, ident: int, what: Change, *, by: By, at: datetime, turn: Turn | None, note: str | None = None
    ) -> None:
        self._db.run(
            "insert into loop_change (loop, what, decided_by, turn, note, old_state, old_due, old_closed_at,"
            " old_snoozed_until, at) select id, :what, :by, :turn, :note, state, due, closed_at, snoozed_until, :at"
            " from loop where id = :id",
            {
                "id": ident,
                "what": what,
                "by": by,
                "turn": turn.item if turn else None,
                "note": note,
                "at": stamp(at),
            },
        )

    def _whole(self, rows: Iterable[Row], now: datetime) -> list[Loop]:
        """Make records of rows, with their evidence and the state they are in now."""
        rows = list(rows)
        proofs: dict[tuple[int, str], list[tuple[str, int]]] = {}
        for ident, part, session, seq in self._db.rows(
            "select e.loop, e.part, s.external_id, t.seq from loop_evidence e join turn t on t.item = e.turn"
            " join session s on s.id = t.session join item i on i.id = e.turn"
            " where e.loop in (select value from json_each(?)) order by i.said_at, t.seq",
            (json.dumps([row[0] for row in rows]),),
        ):
            proofs.setdefault((ident, part), []).append((session, seq))
        return [self._loop(row, proofs, now) for row in rows]

    def _loop(self, row: Row, proofs: Mapping[tuple[int, str], list[tuple[str, int]]], now: datetime) -> Loop:
        ident, text, owner, due, state, opened, project, quote, seen, closed, until, workstream = row
        return Loop(
            id=ident,
            text=text,
            owner=owner,
            due=date.fromisoformat(due) if due else None,
            state=self._now(state, moment(seen), moment(until) if until else None, now),
            opened_at=moment(opened),
            evidence=tuple(proofs.get((ident, "opens"), ())),
            project=project,
            quote=quote,
            last_seen_at=moment(seen),
            closed_at=moment(closed) if closed else None,
            snoozed_until=moment(until) if until else None,
            closing=tuple(proofs.get((ident, "closes"), ())),
            workstream=workstream,
        )

    def _now(self, state: LoopState, seen: datetime, until: datetime | None, now: datetime) -> LoopState:
        if state == "snoozed":
            return "open" if until is not None and until <= now else "snoozed"
        return "stale" if state == "open" and now - seen > self._stale_after else state


_LOOP: Final = (
    "select l.id, l.text, l.owner, l.due, l.state, l.opened_at, l.project, l.quote, l.last_seen_at, l.closed_at,"
    " l.snoozed_until, (select m.workstream from loop_evidence e join evidence v on v.turn = e.turn"
    " join membership m on m.episode = v.item where e.loop = l.id order by e.part desc, m.at desc limit 1)"
    " from loop l where l.scope = :scope and l.last_seen_at >= :since"
)
