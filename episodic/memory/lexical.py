"""The lexical index of one user: an FTS5 table of its own, so that BM25 counts no other user's words.

Knows nothing of how words are prepared; it takes them as prepared.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from episodic.errors import StoreError
from episodic.memory.db import Database
from episodic.memory.filters import Filter

FORM: Final = 2  # of the prepared words, the one before: accents alone were folded, by FTS5 itself, and signs left out
# Words come folded and cut, so that FTS5 is to cut at spaces and nothing else: emoji and the vowel signs of India are
# parts of a word. Cn: its tables are of Unicode 6.1.
_TOKENIZER: Final = "porter unicode61 remove_diacritics 0 categories 'L* M* N* P* S* Cf Cn Co'"
_AHEAD: Final = 2  # times as many as wanted are held against what is current; most is
_FURTHER: Final = 10  # times as many against a filter; one that admits a tenth is met at once


class LexicalIndex:
    """FTS5 over the items of one scope, two columns: an item's own words and those around it.

    Beside its table there may be the one of an older version, with the items whose words are still in the form of then.
    """

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope
        self._table = f"lexical_{scope}_{FORM}"
        self._older = f"lexical_{scope}"
        older = db.value("select 1 from sqlite_master where name = ?", (self._older,))
        self._is_new = older is None  # it never comes back, so that nobody need ask again

    def create(self) -> None:
        """Create the index of a new user; `secure-delete` leaves no word behind in a deleted row's page."""
        self._db.run(
            f"create view if not exists {self._table}_source as select id, own, context from item"
            f" where scope = {self._scope}"
        )
        self._db.run(
            f"create virtual table if not exists {self._table} using fts5(own, context,"
            f" content = '{self._table}_source', content_rowid = 'id', tokenize = \"{_TOKENIZER}\")"
        )
        self._db.run(f"insert into {self._table} ({self._table}, rank) values ('secure-delete', 1)")

    def put(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Add rows of (item, own, context)."""
        if self._table not in self._tables():
            self.create()
        self._db.run_many(f"insert into {self._table} (rowid, own, context) values (?, ?, ?)", rows)

    def take(self, rows: Sequence[tuple[int, str, str]]) -> None:
        """Remove rows, given exactly as they were put."""
        older = self.older(row[0] for row in rows)
        for table, of_it in ((self._table, False), (self._older, True)):
            take = f"insert into {table} ({table}, rowid, own, context) values ('delete', ?, ?, ?)"
            if found := [row for row in rows if (row[0] in older) is of_it]:
                self._db.run_many(take, found)

    def drop(self) -> None:
        """Remove the index with all its words."""
        for table in (self._table, self._older):
            self._db.run(f"drop table if exists {table}")
            self._db.run(f"drop view if exists {table}_source")

    def is_there(self) -> bool:
        """Whether the index was created."""
        return self._db.value("select 1 from sqlite_schema where name = ?", (self._table,)) is not None

    def rebuild(self) -> None:
        """Read every item again; none may be of an older form."""
        self._db.run(f"insert into {self._table} ({self._table}) values ('rebuild')")

    def is_sound(self) -> bool:
        """Whether the index agrees with the items; rank 1 is the check that compares them.

        Where there is an older table beside it, neither has all of them, and only their own pages are checked.
        """
        tables = self._tables()
        try:
            for table in tables:
                check = f"insert into {table} ({table}, rank) values ('integrity-check', ?)"
                self._db.run(check, (int(len(tables) == 1),))
        except StoreError:  # what the check found, told as the disk's fault
            return False
        return True

    def held(self, items: Collection[int]) -> int:
        """Return how many of some items the index has."""
        find = "select count(*) from {}_docsize where id in (select value from json_each(?))"
        return sum(int(self._db.value(find.format(table), (json.dumps([*items]),))) for table in self._tables())

    def knows(self, word: str) -> bool:
        """Whether any item has a word, its own or around it."""
        find = "select 1 from {0} where {0} match ? limit 1"
        return any(self._db.value(find.format(table), (_quoted(word),)) is not None for table in self._tables())

    def behind(self) -> int:
        """Return how many items are indexed in the form of an older version."""
        if self._older not in self._tables():
            return 0
        return int(self._db.value(f"select count(*) from {self._older}_docsize"))

    def older(self, items: Iterable[int] | None = None, *, most: int = -1) -> set[int]:
        """Return the items, or which of some, that are indexed in the form of an older version, the first of them."""
        if self._older not in self._tables():
            return set()
        among = "" if items is None else "where id in (select value from json_each(:items))"
        bound = {"items": json.dumps(list(items or ())), "most": most}
        return {row[0] for row in self._db.rows(f"select id from {self._older}_docsize {among} limit :most", bound)}

    def drop_older(self) -> None:
        """Remove the table of an older version, once it has no item any more."""
        self._db.run(f"drop table if exists {self._older}")
        self._db.run(f"drop view if exists {self._older}_source")

    def _tables(self) -> list[str]:
        """Return the tables there are; asked each time where there was an older one, which another process may drop."""
        if self._is_new:
            return [self._table]
        find = "select name from sqlite_master where name in (?, ?) order by name = ?"
        return [row[0] for row in self._db.rows(find, (self._table, self._older, self._older))]

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
        found = [
            one
            for table in self._tables()
            for one in _Search(self._db, table, context_weight or 0.0).best(allowed, bound, depth=depth)
        ]
        return sorted(found, key=lambda one: (-one[1], one[0]))[:depth]

    def having(self, words: Sequence[Sequence[str]], *, around: bool = False) -> list[int]:
        """Return the items that have all words, each in any of its spellings, in their own or in those around too.

        None where there is no word.
        """
        if not words:
            return []
        query = " AND ".join(f"({' OR '.join(map(_quoted, word))})" for word in words)
        bound = (query if around else f"own : ({query})",)
        return [
            row[0]
            for table in self._tables()
            for row in self._db.rows(f"select rowid from {table} where {table} match ?", bound)
        ]


class _Search:
    """One table asked for what matches best."""

    def __init__(self, db: Database, table: str, context_weight: float) -> None:
        self._db = db
        self._table = table
        self._score = f"-bm25({table}, 1.0, {context_weight:.3f})"

    def best(self, allowed: Filter, bound: dict[str, Any], *, depth: int) -> list[tuple[int, float]]:
        """Return (item, BM25) of what is admitted and matches best, best first."""
        score = self._score
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


def _match(terms: Sequence[str], *, column: str | None) -> str:
    """Return an FTS5 query for any of the terms; each is quoted, so that nothing a person types is syntax."""
    quoted = " OR ".join(map(_quoted, terms))
    return f"{{{column}}} : ({quoted})" if column else quoted


def _quoted(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
