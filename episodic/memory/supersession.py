"""Chains of facts that replaced one another, walkable and undoable. Knows nothing of why one fact replaces another.

A fact holds from its start (see facts.py) until the start of what replaced it. Facts may come in any order: one that
arrives late takes its place in the chain by its start, and one said again after another held in between becomes two
rows, so that the same sayings give the same intervals in every order.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, NamedTuple

from episodic.language.dates import moment, stamp
from episodic.memory.db import Database
from episodic.memory.facts import Facts, says_the_same
from episodic.memory.retention import KEPT, Retention
from episodic.memory.vectors import VectorIndex
from episodic.records import Decider

KNOWN_BEFORE: Final = "edited into a known fact"
_START: Final = "coalesce(f.valid_from, i.said_at)"


class Link(NamedTuple):
    """One fact of a chain: its text, from when until when it held, and who decided that it replaced the one before."""

    id: int
    text: str
    start: datetime
    end: datetime | None
    live: bool
    decided_by: Decider | None
    why: str | None


class Supersessions:
    """The chains of one scope."""

    def __init__(self, db: Database, scope: int, facts: Facts, vectors: VectorIndex, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._facts = facts
        self._vectors = vectors
        self._retention = retention

    def chain(self, fact: int) -> list[Link]:
        """Return all facts that replaced one another, this one among them, by their start."""
        rows = self._db.rows(
            "with recursive member (id) as (select :fact"
            " union select s.new from member m join supersession s on s.old = m.id where s.undone_at is null"
            " union select s.old from member m join supersession s on s.new = m.id where s.undone_at is null)"
            f" select i.id, i.text, {_START}, f.valid_until, i.live, max(s.decided_by), max(s.why) from member m"
            " join item i on i.id = m.id and +i.scope = :scope join fact f on f.item = i.id"
            " left join supersession s on s.new = i.id and s.undone_at is null"
            f" where {KEPT} group by i.id order by {_START}, i.id",
            {"fact": fact, "scope": self._scope, **self._retention.bound()},
        )
        following = [row[2] for row in rows[1:]] + [None] * bool(rows)
        ends = [min(filter(None, (row[3], then)), default=None) for row, then in zip(rows, following, strict=True)]
        return [
            Link(ident, text, moment(start), moment(end) if end else None, bool(live), decider, why)
            for (ident, text, start, _, live, decider, why), end in zip(rows, ends, strict=True)
        ]

    def same_at(self, fact: int, text: str, start: datetime) -> int | None:
        """Return the fact of a chain that a saying belongs to: it says the same, and nothing else held in between."""
        chain = self.chain(fact)
        before = [link for link in chain if link.start <= start]
        after = [link for link in chain if link.start > start]
        within = any(start < moment(self._facts.last_said(link.id)) for link in before[-1:])
        near = [*before[-1:], *(after[:1] if not within else [])]
        return next((link.id for link in near if says_the_same(link.text, text)), None)

    def replace(self, old: int, new: int, *, why: str, decided_by: Decider, at: datetime) -> None:
        """Put `new` into the chain of `old`; joins the open transaction.

        A fact that started earlier never retires a later one: it is the one that is retired.
        """
        self._split(self.chain(old), new, at)
        self._split_new(self.chain(old), new, at)
        members = [link for link in self.chain(old) if link.id != new]
        start = self._start(new)
        earlier = [link.id for link in members if link.start <= start]
        later = [link.id for link in members if link.start > start]
        for before, after in (*((link, new) for link in earlier[-1:]), *((new, link) for link in later[:1])):
            self._add_edge(before, after, why=why, decided_by=decided_by, at=at)
        if not later:
            self._set_live([new], live=True, at=at)  # it may have been undone before

    def undo(self, new: int, *, at: datetime, keep: bool = False) -> list[int]:
        """Take a fact out of its chain and retire it; joins the open transaction.

        What it replaced is current again, or gives way to what had replaced it. With `keep`, and where an edit led to a
        fact that was known before, the fact stays as it is and only replaces nothing any more. Returns what of the
        chain is current; nothing where it replaced nothing.
        """
        edges = (
            "select s.{}, s.why, s.decided_by from supersession s join item i on i.id = s.old and +i.scope = ?"
            " join item n on n.id = s.new join fact f on f.item = n.id"
            " where s.{} = ? and s.undone_at is null order by coalesce(f.valid_from, n.said_at), s.new, s.old"
        )
        replaced = self._db.rows(edges.format("old", "new"), (self._scope, new))
        old = [row[0] for row in replaced]
        if not old:
            return []
        if keep or any(why == KNOWN_BEFORE for _, why, _ in replaced):
            return self._part(old, new, at=at)
        next_ones = self._db.rows(edges.format("new", "old"), (self._scope, new))
        undone = "update supersession set undone_at = :at where :fact in (old, new) and undone_at is null"
        self._db.run(undone, {"at": stamp(at), "fact": new})
        self._set_live([new], live=False, at=at)
        if next_ones:
            after, why, decided_by = next_ones[0]
            for before in old:
                self._add_edge(before, after, why=why, decided_by=decided_by, at=at)
        else:
            self._revive(old, at=at)
        return sorted({link.id for fact in old for link in self.chain(fact) if link.live})

    def _part(self, old: Sequence[int], new: int, *, at: datetime) -> list[int]:
        """Let a fact replace nothing any more and stay what it is itself."""
        self._db.run("update supersession set undone_at = ? where new = ? and undone_at is null", (stamp(at), new))
        self._revive(old, at=at)
        return sorted({link.id for fact in (*old, new) for link in self.chain(fact) if link.live})

    def _revive(self, facts: Iterable[int], *, at: datetime) -> None:
        """Bring facts back that nothing replaces any more."""
        replaced = "select 1 from supersession where old = ? and undone_at is null"
        self._set_live([fact for fact in facts if self._db.value(replaced, (fact,)) is None], live=True, at=at)

    def previous(self, facts: Iterable[int]) -> dict[int, str]:
        """Return for each fact the text of the one it replaced, where there is one."""
        rows = self._db.rows(
            f"select s.new, i.text, max({_START}) from json_each(:facts) j cross join supersession s on s.new = j.value"
            " join item i on i.id = s.old and +i.scope = :scope join fact f on f.item = i.id"
            f" where s.undone_at is null and {KEPT} group by s.new",
            {"facts": json.dumps(list(facts)), "scope": self._scope, **self._retention.bound()},
        )
        return {new: text for new, text, _ in rows}

    def outdated(self, turns: Iterable[int]) -> dict[int, list[int]]:
        """Return, for turns that prove a retired fact and no current one, the current facts of its chain."""
        found: dict[int, list[int]] = {}
        for turn, fact in self._db.rows(
            "select e.turn, e.item from json_each(:turns) j cross join evidence e on e.turn = j.value"
            " join item i on i.id = e.item and +i.scope = :scope and i.layer = 'fact' and i.live = 0"
            " where not exists (select 1 from evidence o join item l on l.id = o.item"
            " where o.turn = e.turn and l.layer = 'fact' and l.live = 1)",
            {"turns": json.dumps(list(turns)), "scope": self._scope},
        ):
            found.setdefault(turn, []).extend(link.id for link in self._holding(fact))
        return found

    def outdated_at(self, turns: Iterable[int], at: datetime) -> dict[int, list[int]]:
        """Return, for turns that prove no fact that held at a time, the facts of their chains that did."""
        held: dict[int, list[int]] = {}
        proved: dict[int, set[int]] = {}
        for turn, fact in self._db.rows(
            "select e.turn, e.item from json_each(:turns) j cross join evidence e on e.turn = j.value"
            " join item i on i.id = e.item and +i.scope = :scope and i.layer = 'fact'",
            {"turns": json.dumps(list(turns)), "scope": self._scope},
        ):
            then = [link for link in self.chain(fact) if link.start <= at and (link.end is None or link.end > at)]
            held.setdefault(turn, []).extend(link.id for link in then)
            proved.setdefault(turn, set()).add(fact)
        return {turn: facts for turn, facts in held.items() if facts and proved[turn].isdisjoint(facts)}

    def replaced(self, turns: Iterable[int]) -> dict[int, list[tuple[str, str]]]:
        """Return, for turns that prove retired facts, the words that proved each and the fact that holds now."""
        found: dict[int, list[tuple[str, str]]] = {}
        for turn, fact, quote in self._db.rows(
            "select e.turn, e.item, f.quote from json_each(:turns) j cross join evidence e on e.turn = j.value"
            " join item i on i.id = e.item and +i.scope = :scope and i.layer = 'fact' and i.live = 0"
            " join fact f on f.item = i.id",
            {"turns": json.dumps(list(turns)), "scope": self._scope},
        ):
            found.setdefault(turn, []).extend((quote, link.text) for link in self._holding(fact))
        return found

    def _holding(self, fact: int) -> list[Link]:
        """Return what of a chain is current and holds still."""
        now = str(self._retention.bound()["at"])
        return [link for link in self.chain(fact) if link.live and (link.end is None or stamp(link.end) > now)]

    def _split(self, members: Sequence[Link], new: int, at: datetime) -> None:
        """Where a fact was said before and after the new one's start, make the earlier sayings a row of their own."""
        start = self._start(new)
        for link in members:
            if link.id != new and link.start < start < moment(self._facts.last_said(link.id)):
                twin = self._facts.split_off(link.id, before=stamp(start))
                self._db.run("update supersession set new = ? where new = ?", (twin, link.id))
                self._add_edge(twin, link.id, why="said again", decided_by="guard", at=at)

    def _split_new(self, members: Sequence[Link], new: int, at: datetime) -> None:
        """Where the new one was said before and after another's start, put its earlier sayings into the chain first."""
        start, last = self._start(new), moment(self._facts.last_said(new))
        between = [link for link in members if link.id != new and start < link.start < last]
        for link in reversed(between):
            twin = self._facts.split_off(new, before=stamp(link.start))
            self._db.run("update supersession set new = ? where new = ?", (twin, new))
            self._add_edge(twin, link.id, why="said again", decided_by="guard", at=at)

    def _start(self, fact: int) -> datetime:
        find = f"select {_START} from item i join fact f on f.item = i.id where i.id = ?"
        return moment(str(self._db.value(find, (fact,))))

    def _add_edge(self, old: int, new: int, *, why: str, decided_by: Decider, at: datetime) -> None:
        self._db.run(
            "insert into supersession (old, new, why, decided_by, known_at) values (?, ?, ?, ?, ?)"
            " on conflict (old, new) do update set undone_at = null",
            (old, new, why, decided_by, stamp(at)),
        )
        self._set_live([old], live=False, at=at)

    def _set_live(self, facts: Sequence[int], *, live: bool, at: datetime) -> None:
        retired_at = None if live else stamp(at)
        self._db.run_many("update item set live = ? where id = ?", [(int(live), fact) for fact in facts])
        self._db.run_many("update fact set retired_at = ? where item = ?", [(retired_at, fact) for fact in facts])
        self._vectors.retire(facts, live=live)
