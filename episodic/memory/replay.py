"""Puts recorded events into the rows of one scope: all of them into a new file, or what a crash left out of an old one.

Knows nothing of how events come about, judges nothing and asks no model: an event says what became of the rows.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import apsw

from episodic.language.tokens import prepare
from episodic.memory import events, recorded
from episodic.memory.db import Database
from episodic.memory.events import Event
from episodic.memory.journal import FORGOTTEN, Journal
from episodic.memory.lexical import LexicalIndex
from episodic.memory.recorded import TABLES, Columns, Values
from episodic.memory.turns import Turns
from episodic.memory.vectors import VectorIndex

_SEQUENCES: Final = ("item", "loop", "workstream")  # which draw their ids from one


class Place(NamedTuple):
    """Where a turn stands in the rows: its item, and what project it was filed under."""

    item: int
    project: str | None


class Replay:
    """The rows of a scope, as far as events tell them. Every call joins the open transaction."""

    def __init__(self, db: Database, scope: int, *, journal: Journal, turns: Turns) -> None:
        self._db = db
        self._scope = scope
        self._journal = journal
        self._turns = turns
        self._columns = Columns(db)
        self._vectors = VectorIndex(db, scope)
        self._lexical = LexicalIndex(db, scope)

    def take_in(self, found: Sequence[Event]) -> bool:
        """Bring the rows to where the events end, and what is derived from them too.

        Nothing is done, and False returned, where the rows cannot follow: those of another user have the numbers of
        some of these, which were never acknowledged then; or turns are missing, of which all is made anew once they are
        back.
        """
        return self._are_said([one.body for one in found]) and self.make(found)

    def make(self, found: Sequence[Event]) -> bool:
        """Do the same with as many turns as there are; of the others goes what rests on nothing else."""
        if not all(self._are_free(one.body) for one in found):
            return False
        self._db.run("pragma defer_foreign_keys = on")
        connection = self._db.connection()
        connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)  # what triggers did is among what is recorded
        try:
            self._apply(found)
        finally:
            connection.config(apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 1)
        return True

    def _apply(self, found: Sequence[Event]) -> None:
        bodies = [one.body for one in found]
        if found and found[0].kind == events.STATE:
            self._empty_of_all_but(bodies[0])
        self._say(self._sessions(bodies), bodies)
        for body in bodies:
            self._gone(body.get("gone", {}))
            self._put(body.get("put", {}))
            self._set(body.get("set", {}))
        self._lose_what_hangs_on_nothing()
        self._reach_no_further_than_the_journals()
        self._count_on(bodies)
        self._derive()

    def _are_said(self, bodies: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the journals reach as far as the turns that events tell of."""
        furthest: dict[int, int] = {}
        for body in bodies:
            for run in body.get("turns", ()):
                furthest[run["session"]] = max(furthest.get(run["session"], -1), run["seq"] + run["count"] - 1)
        names = self._sessions(bodies)
        return all(self._journal.last_seq(names.get(session, "")) >= seq for session, seq in furthest.items())

    def _are_free(self, body: Mapping[str, Any]) -> bool:
        """Whether no row of another user would be written over."""
        turns = [run["item"] + step for run in body.get("turns", ()) for step in range(run["count"])]
        wanted = [("item", "id", turns)]
        for table, rows in body.get("put", {}).items():
            key = self._columns.key(table) if table in TABLES else ()
            if key in (("id",), ("item",)) and table != "scope":
                wanted.append((table, key[0], [row[key[0]] for row in rows]))
        return not any(self._is_taken(*one) for one in wanted)

    def _is_taken(self, table: str, key: str, ids: Sequence[int]) -> bool:
        mine = "scope = :scope" if "scope" in self._columns.all(table) else TABLES[table].mine
        taken = f"select 1 from {table} where {key} in (select value from json_each(:ids)) and not ({mine}) limit 1"
        return self._db.value(taken, {"scope": self._scope, "ids": json.dumps(ids)}) is not None

    # Turns, from their journals ---------------------------------------------------------------------------------------

    def _sessions(self, bodies: Iterable[Mapping[str, Any]]) -> dict[int, str]:
        """Return sessions by their rows: those that are there, and those that come."""
        rows = self._db.rows("select id, external_id from session where scope = ?", (self._scope,))
        return dict(rows) | {
            row["id"]: row["external_id"] for body in bodies for row in body.get("put", {}).get("session", ())
        }

    def _say(self, sessions: Mapping[int, str], bodies: Iterable[Mapping[str, Any]]) -> None:
        """Put the turns into rows that the events tell of, under the numbers they had."""
        places: dict[int, dict[int, Place]] = {}
        for body in bodies:
            for run in body.get("turns", ()):
                of_session = places.setdefault(run["session"], {})
                for step in range(run["count"]):
                    of_session[run["seq"] + step] = Place(run["item"] + step, run.get("project"))
        for session, wanted in places.items():
            here = {row[0] for row in self._db.rows("select seq from turn where session = ?", (session,))}
            path = self._journal.path(sessions.get(session, ""))
            said = self._journal.entries(path) if path.exists() and wanted.keys() - here else ()
            for entry in said:
                if entry.seq in wanted and entry.seq not in here and not entry.source.get(FORGOTTEN):
                    place = wanted[entry.seq]
                    self._turns.put(session, entry, item=place.item, project=place.project)

    # Rows, as they were left ------------------------------------------------------------------------------------------

    def _empty_of_all_but(self, state: Mapping[str, Any]) -> None:
        """Delete the rows that a state does not have, and the turns it does not tell of."""
        told = [run["item"] + step for run in state.get("turns", ()) for step in range(run["count"])]
        wordless = [row["item"] for row in state.get("put", {}).get("turn", ())]
        kept = json.dumps([*told, *wordless])
        turns = self._db.rows(
            "select id from item where scope = ? and layer = 'turn' and id not in (select value from json_each(?))",
            (self._scope, kept),
        )
        self._delete_items([row[0] for row in turns])
        for table in reversed(TABLES.values()):
            key = self._columns.key(table.name)
            wanted = {_key(row, key) for row in state.get("put", {}).get(table.name, ())}
            here = recorded.rows(self._db, self._columns, table.name, where=table.mine, bound={"scope": self._scope})
            lost = [row for row in here if _key(row, key) not in wanted]
            if table.name == "item":
                self._delete_items([row["id"] for row in lost if row["id"] not in {*told}])
            elif table.name != "turn":
                self._gone({table.name: lost})

    def _gone(self, gone: Mapping[str, Sequence[Values]]) -> None:
        self._delete_items([row["id"] for row in gone.get("item", ())])
        for table in reversed([name for name in TABLES if name in gone and name != "item"]):
            key = self._columns.key(table)
            bound = [{name: recorded.read(row[name]) for name in key} for row in gone[table]]
            self._db.run_many(f"delete from {table} where {recorded.matching(key)}", bound)

    def _delete_items(self, items: Sequence[int]) -> None:
        if items:
            self._vectors.remove(items)
            self._db.run_many("delete from item where id = ? and +scope = ?", [(item, self._scope) for item in items])

    def _put(self, put: Mapping[str, Sequence[Values]]) -> None:
        for table in (name for name in TABLES if name in put):
            columns, key = self._columns.all(table), self._columns.key(table)
            for names, rows in _alike(put[table], columns):
                bound = [{name: recorded.read(row[name]) for name in names} for row in rows]
                if table == "item":
                    names = (*names, "own")  # noqa: PLW2901 - which is made of the text
                    bound = [row | {"own": prepare(row["text"])} for row in bound]
                    self._worded({row["id"]: row["text"] for row in bound})
                rest = ", ".join(f"{recorded.quoted(n)} = excluded.{recorded.quoted(n)}" for n in names if n not in key)
                self._db.run_many(
                    f"insert into {table} ({', '.join(map(recorded.quoted, names))})"
                    f" values ({', '.join(f':{name}' for name in names)})"
                    f" on conflict do {f'update set {rest}' if rest else 'nothing'}",
                    bound,
                )

    def _set(self, changes: Mapping[str, Sequence[Values]]) -> None:
        for table in (name for name in TABLES if name in changes):
            key = self._columns.key(table)
            for names, rows in _alike(changes[table], self._columns.all(table)):
                bound = [{name: recorded.read(row[name]) for name in names} for row in rows]
                sets = [name for name in names if name not in key]
                if table == "item" and "live" in sets:
                    for row in bound:
                        self._vectors.retire([row["id"]], live=bool(row["live"]))
                assigned = ", ".join(f"{recorded.quoted(name)} = :{name}" for name in sets)
                if assigned:
                    self._db.run_many(f"update {table} set {assigned} where {recorded.matching(key)}", bound)

    def _worded(self, items: Mapping[int, str]) -> None:
        """Make items wait for vectors of what they say, where they said something else or nothing before."""
        find = "select id, text from item where id in (select value from json_each(?))"
        known: dict[int, str] = dict(self._db.rows(find, (json.dumps([*items]),)))
        changed = [item for item, text in items.items() if known.get(item) != text]
        self._vectors.remove([item for item in changed if item in known])
        self._db.run_many("delete from waiting where item = ?", [(item,) for item in changed])
        self._db.run_many("insert into waiting values (?)", [(item,) for item in changed if items[item]])

    # What follows from them -------------------------------------------------------------------------------------------

    def _lose_what_hangs_on_nothing(self) -> None:
        """Delete what rests on turns which the journals have no more, and on nothing else."""
        lost = self._db.rows("select distinct item from evidence where turn not in (select id from item)")
        while broken := self._db.rows('select "table", rowid from pragma_foreign_key_check where rowid is not null'):
            for table, row in broken:
                self._db.run(f"delete from {recorded.quoted(table)} where rowid = ?", (row,))
        for table, column in (("evidence", "turn"), ("evidence", "item"), ("loop_evidence", "turn")):
            self._db.run(f"delete from {table} where {column} not in (select id from item)")
        proofless = "select value from json_each(?) where value not in (select item from evidence)"
        self._delete_items([row[0] for row in self._db.rows(proofless, (json.dumps([row[0] for row in lost]),))])
        self._db.run("delete from item_entity where item not in (select id from item)")
        self._db.run("delete from entity_alias where item not in (select id from item)")

    def _reach_no_further_than_the_journals(self) -> None:
        """Have sessions come as far as what was said at most: of what a power cut took, nothing was made."""
        for session, name, seq in self._db.rows(
            "select id, external_id, indexed_seq from session where scope = ?", (self._scope,)
        ):
            last = self._journal.last_seq(name)
            if last < seq:
                marks = ("indexed_seq", "consolidated_seq", "told_seq")
                self._db.run(
                    f"update session set {', '.join(f'{mark} = min({mark}, :last)' for mark in marks)} where id = :id",
                    {"last": last, "id": session},
                )

    def _count_on(self, bodies: Iterable[Mapping[str, Any]]) -> None:
        """Give no number again that was given: the highest ones are part of a state."""
        for body in bodies:
            for name, number in body.get("ids", {}).items():
                self._reach(name, int(number))
        highest = (self._db.value(f"select max(id) from {table}") or 0 for table in _SEQUENCES)
        self._reach("item", max(highest))

    def _reach(self, name: str, number: int) -> None:
        bound = {"name": name, "number": number}
        found = self._db.value("select seq from sqlite_sequence where name = :name", bound)
        if found is None:
            self._db.run("insert into sqlite_sequence (name, seq) values (:name, :number)", bound)
        elif found < number:
            self._db.run("update sqlite_sequence set seq = :number where name = :name", bound)

    def _derive(self) -> None:
        """Make anew what the rows are found by."""
        for (session,) in self._db.rows("select id from session where scope = ?", (self._scope,)):
            self._turns.set_contexts(session)
        if not self._lexical.is_there():
            self._lexical.create()
        self._lexical.rebuild()


def _alike(rows: Iterable[Values], columns: Sequence[str]) -> Iterator[tuple[tuple[str, ...], list[Values]]]:
    """Group rows by the columns they have; those that this version has not are left out."""
    found: dict[tuple[str, ...], list[Values]] = {}
    for row in rows:
        found.setdefault(tuple(name for name in row if name in columns), []).append(row)
    yield from found.items()


def _key(row: Values, names: Sequence[str]) -> tuple[Any, ...]:
    return tuple(json.dumps(row[name]) for name in names)
