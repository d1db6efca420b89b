"""The lexical index of one user: an FTS5 table of its own, so that BM25 counts no other user's words.

Knows nothing of how words are prepared; it takes them as prepared.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from episodic.errors import StoreError
from episodic.memory.db import Database
from episodic.memory.filters import Filter

_TOKENIZER: Final = "porter unicode61 remove_diacritics 2"
_AHEAD: Final = 2  # times as many as wanted are held against what is current; most is
_FURTHER: Final = 10  # times as many against a filter; one that admits a tenth is met at once


class LexicalIndex:
    """FTS5 over the items of one scope, two columns: an item's own words and those around it."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope
        self._table = f"lexical_{scope}"

    def create(self) -> None:
        """Create the index of a new user; `secure-delete` leaves no word behind in a deleted row's page."""
        self._db.run(
            f"create view {self._table}_source as select id, own, context from item where scope = {self._scope}"
        )
        self._db.run(
            f"create virtual table {self._table} using fts5"
            f"(own, context, content = '{self._table}_source', content_rowid = 'id', tokenize = '{_TOKENIZER}')"
        )
        self._db.run(f"insert into {self._table} ({self._table}, rank) values ('secure-delete', 1)")

    def put(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Add rows of (item, own, context)."""
        self._db.run_many(f"insert into {self._table} (rowid, own, context) values (?, ?, ?)", rows)

    def take(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Remove rows, given exactly as they were put."""
        self._db.run_many(
            f"insert into {self._table} ({self._table}, rowid, own, context) values ('delete', ?, ?, ?)", rows
        )

    def drop(self) -> None:
        """Remove the index with all its words."""
        self._db.run(f"drop table if exists {self._table}")
        self._db.run(f"drop view if exists {self._table}_source")

    def is_there(self) -> bool:
        """Whether the index was created."""
        return self._db.value("select 1 from sqlite_schema where name = ?", (self._table,)) is not None

    def rebuild(self) -> None:
        """Read every item again."""
        self._db.run(f"insert into {self._table} ({self._table}) values ('rebuild')")

    def is_sound(self) -> bool:
        """Whether the index agrees with the items; rank 1 is the check that compares them."""
        try:
            self._db.run(f"insert into {self._table} ({self._table}, rank) values ('integrity-check', 1)")
        except StoreError:  # what the check found, told as the disk's fault
            return False
        return True

    def held(self, items: Collection[int]) -> int:
        """Return how many of some items the index has."""
        find = f"select count(*) from {self._table}_docsize where id in (select value from json_each(?))"
        return int(self._db.value(find, (json.dumps(list(items)),)))

    def knows(self, word: str) -> bool:
        """Whether any item has a word, its own or around it."""
        find = f"select 1 from {self._table} where {self._table} match ? limit 1"
        return self._db.value(find, (_quoted(word),)) is not None

    def search(
        self, terms: Sequence[str], *, allowed: Filter, depth: int, context_weight: float | None
    ) -> list[tuple[int, float]]:
        """Return (item, BM25) of the items that match any term best, best first; higher matches better.

        `context_weight` is that of the context column against 1 for an item's own words; None asks only the latter.
        Where most is admitted only the best are held against the filter, as looking every match up takes longer than
        ranking it: 29 ms of 47 at 100,000 items. Where little is, what is admitted is looked up first.
        """
        if not terms:
            return []
        bound = {"query": _match(terms, column="own" if context_weight is None else None), "scope": self._scope}
        score = f"-bm25({self._table}, 1.0, {context_weight or 0.0:.3f})"
        if not allowed.is_wide:
            return self._among(score, allowed, bound | {"depth": depth})
        condition, more = allowed.sql()
        ahead = depth * (_FURTHER if allowed.narrows or allowed.holds_back else _AHEAD)
        best = (
            f"select {self._table}.rowid as id, {score} as score from {self._table} where {self._table} match :query"
            " order by score desc, id limit :ahead"
        )
        found = self._db.rows(
            f"with best as materialized ({best}) select best.id, score, {condition} from best"
            " cross join item i on i.id = best.id order by score desc, best.id",
            bound | more | {"ahead": ahead},
        )
        admitted = [(item, score) for item, score, is_admitted in found if is_admitted]
        if len(admitted) < depth and len(found) == ahead:
            return self._each(score, allowed, bound | {"depth": depth})
        return admitted[:depth]

    def _among(self, score: str, allowed: Filter, bound: dict[str, Any]) -> list[tuple[int, float]]:
        """Look up what is admitted, and rank what of it matches; the plus keeps FTS5 from asking for each by its id."""
        condition, more = allowed.lookup()
        admitted = f"+{self._table}.rowid in (select i.id from item i where {condition})"
        return self._matching(score, f"where {self._table} match :query and {admitted}", bound | more)

    def _each(self, score: str, allowed: Filter, bound: dict[str, Any]) -> list[tuple[int, float]]:
        """Look every match up; CROSS JOIN keeps the planner on the FTS side, a plain join took 58 s at 50,000 rows."""
        condition, more = allowed.sql()
        joined = f"cross join item i on i.id = {self._table}.rowid"
        return self._matching(score, f"{joined} where {self._table} match :query and {condition}", bound | more)

    def _matching(self, score: str, which: str, bound: dict[str, Any]) -> list[tuple[int, float]]:
        find = f"select {self._table}.rowid, {score} from {self._table} {which} order by 2 desc, 1 limit :depth"
        return [(int(item), float(score)) for item, score in self._db.rows(find, bound)]

    def having(self, terms: Sequence[str], *, around: bool = False) -> list[int]:
        """Return the items that have all terms in their own words, or in those around too; none where there is none."""
        if not terms:
            return []
        find = f"select rowid from {self._table} where {self._table} match ?"
        query = " AND ".join(map(_quoted, terms))
        return [row[0] for row in self._db.rows(find, (query if around else f"own : ({query})",))]


def _match(terms: Sequence[str], *, column: str | None) -> str:
    """Return an FTS5 query for any of the terms; each is quoted, so that nothing a person types is syntax."""
    quoted = " OR ".join(map(_quoted, terms))
    return f"{{{column}}} : ({quoted})" if column else quoted


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
