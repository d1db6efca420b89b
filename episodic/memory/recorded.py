"""Which rows are part of the record, and how they are written in it: by table, and by the names of their columns.

What can be derived again is not: turns and what they go by, which their journals have, words as the index keeps them,
vectors, and what only saves work. Of a turn whose words were taken out the journal has nothing left, so it is.
"""

import base64
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from episodic.memory.db import Database, Row

Values = dict[str, Any]


class Table(NamedTuple):
    """A table of the record: which of its rows are a scope's, and the columns left out of it.

    `light` columns alone are no decision of anybody's, and in no hurry to be on disk: the journals have them too.
    """

    name: str
    mine: str
    left_out: frozenset[str] = frozenset()
    light: frozenset[str] = frozenset()


_OF_ITEMS: Final = "item in (select id from item where scope = :scope)"
_OF_LOOPS: Final = "loop in (select id from loop where scope = :scope)"
_OF_THREADS: Final = "workstream in (select id from workstream where scope = :scope)"
_OF_NAMES: Final = "entity in (select id from entity where scope = :scope)"
_WORDLESS: Final = "select t.item from turn t join item i on i.id = t.item where i.scope = :scope and t.kept = 0"
_SEEN: Final = frozenset({"project", "started_at", "last_turn_at", "indexed_seq"})

# Those that others refer to come first.
TABLES: Final = {
    table.name: table
    for table in (
        Table("scope", "id = :scope"),
        Table("session", "scope = :scope", frozenset({"journal_bytes"}), _SEEN),
        Table("item", f"scope = :scope and (layer <> 'turn' or id in ({_WORDLESS}))", frozenset({"own"})),
        Table("turn", f"item in ({_WORDLESS})"),
        Table("identity", f"item in ({_WORDLESS})"),
        Table("fact", _OF_ITEMS),
        Table("episode", _OF_ITEMS),
        Table("evidence", _OF_ITEMS),
        Table("supersession", "old in (select id from item where scope = :scope)"),
        Table("verdict", _OF_ITEMS),
        Table("doubt", _OF_ITEMS),
        Table("workstream", "scope = :scope"),
        Table("membership", _OF_THREADS),
        Table("activity", "episode in (select id from item where scope = :scope)"),
        Table("workstream_change", _OF_THREADS),
        Table("loop", "scope = :scope"),
        Table("loop_evidence", _OF_LOOPS),
        Table("loop_change", _OF_LOOPS),
        Table("entity", "scope = :scope"),
        Table("entity_alias", _OF_NAMES),
        Table("entity_join", _OF_NAMES),
        Table("item_entity", _OF_NAMES),
        Table("profile", _OF_NAMES),
        Table("profile_fact", _OF_NAMES),
        Table("vault", "scope = :scope"),
        Table("project_mark", "scope = :scope"),
        # These are of the whole home.
        Table("tombstone", "true"),
        Table("paused", "true"),
        Table("spending", "true", light=frozenset({"*"})),
    )
}
# Somebody's words: where such a row goes, or is worded anew, what was in it must not stay in the record either.
WORDS: Final = {"item": "text", "loop": "text", "turn": "kept"}


class Columns:
    """The columns of the record's tables in a file, looked up once each."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._found: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}

    def all(self, table: str) -> tuple[str, ...]:
        """Return all columns in their order."""
        return self._of(table)[0]

    def key(self, table: str) -> tuple[str, ...]:
        """Return those that name a row."""
        return self._of(table)[1]

    def recorded(self, table: str) -> tuple[str, ...]:
        """Return those that are in the record."""
        return tuple(name for name in self.all(table) if name not in TABLES[table].left_out)

    def _of(self, table: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if table not in self._found:
            rows = self._db.rows("select name, pk from pragma_table_info(?) order by cid", (table,))
            keyed = sorted((place, name) for name, place in rows if place)
            self._found[table] = tuple(row[0] for row in rows), tuple(name for _, name in keyed)
        return self._found[table]


def state(db: Database, scope: int, columns: Columns) -> Values:
    """Return all of a scope's record as the body of a state: rows, the turns there are, and the highest ids given."""
    put: dict[str, list[Values]] = {}
    for table in TABLES.values():
        found = rows(db, columns, table.name, where=table.mine, bound={"scope": scope})
        if found:
            put[table.name] = found
    turns = db.rows(
        "select t.session, t.seq, t.item, i.project from turn t join item i on i.id = t.item"
        " where i.scope = ? and t.kept = 1 order by t.session, t.seq",
        (scope,),
    )
    highest = "select name, seq from sqlite_sequence where name <> 'embedding_profile' order by name"
    ids: dict[str, int] = dict(db.rows(highest))
    return {"turns": runs(turns), "put": put, "ids": ids}


def rows(db: Database, columns: Columns, table: str, *, where: str, bound: Mapping[str, Any]) -> list[Values]:
    """Return rows of a table as the record has them, in the order of their keys."""
    names = columns.recorded(table)
    listed, key = ", ".join(map(quoted, names)), ", ".join(map(quoted, columns.key(table)))
    found = db.rows(f"select {listed} from {table} where {where} order by {key}", bound)
    return [{name: written(value) for name, value in zip(names, row, strict=True)} for row in found]


def runs(turns: Iterable[Row]) -> list[Values]:
    """Return turns, as (session, seq, item, project) in order, as stretches in which seq and item count up together."""
    found: list[Values] = []
    for session, seq, item, project in turns:
        last = found[-1] if found else None
        follows = (
            last is not None
            and (last["session"], last.get("project")) == (session, project)
            and (last["seq"] + last["count"], last["item"] + last["count"]) == (seq, item)
        )
        if last is not None and follows:
            last["count"] += 1
        else:
            found.append({"session": session, "seq": seq, "item": item, "count": 1})
            if project is not None:
                found[-1]["project"] = project
    return found


def written(value: Any) -> Any:
    """Return a value of a column as JSON has it."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def read(value: Any) -> Any:
    """Return a value of the record as a column has it."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def quoted(name: str) -> str:
    """Return a column's name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def matching(names: Sequence[str]) -> str:
    """Return the condition that columns have the values bound by their names."""
    return " and ".join(f"{quoted(name)} = :{name}" for name in names)
