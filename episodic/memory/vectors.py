"""Passages and their vectors: a scan over one bit a dimension, then exact cosines for what it found; tokens beside.

Knows nothing of texts or models; vectors come in and scores go out.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.memory import scan
from episodic.memory.db import Database
from episodic.memory.filters import Filter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What a user told an assistant, which is cut into sentences too, as a condition on `turn t`.
TOLD: Final = "t.role = 'user' and t.origin = 'user' and t.name is null"

_GROWTH: Final = 4  # how many times more are held against a filter when too few were admitted
_PATIENCE: Final = 10  # times as many as wanted, from which a filter is asked for all that it admits


class Near(NamedTuple):
    """An item found by meaning: its cosine, and where in its text the passage stands that gave it."""

    item: int
    cosine: float
    start: int
    end: int


class Embedded(NamedTuple):
    """One passage ready to be stored: its item, its place in the item's text in characters, its vector, its tokens.

    `ordinal` counts the pieces of a text from 0 up and its sentences, which are searched apart, from -1 down. `tokens`
    are (tokens, dimension / 8) uint8, or None without a model for them.
    """

    item: int
    ordinal: int
    start: int
    end: int
    vector: "NDArray[np.float32]"
    tokens: "NDArray[np.uint8] | None" = None


class VectorIndex:
    """The vectors of one scope under one embedder."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope

    def use(self, *, name: str, fingerprint: str, dimension: int) -> int:
        """Make an embedder the active one and return its profile id; a change makes every item wait for vectors."""
        found = self._db.rows("select id, active from embedding_profile where fingerprint = ?", (fingerprint,))
        if found and found[0][1]:
            return int(found[0][0])
        with self._db.transaction():
            self._db.run(
                "insert into embedding_profile (name, fingerprint, dimension) values (?, ?, ?) on conflict do nothing",
                (name, fingerprint, dimension),
            )
            profile = int(self._db.value("select id from embedding_profile where fingerprint = ?", (fingerprint,)))
            scan.create(self._db, profile, dimension=dimension)
            self._db.run("update embedding_profile set active = (id = ?)", (profile,))
            self._db.run(
                "insert or ignore into waiting select i.id from item i where not exists"
                " (select 1 from passage p join embedding e on e.passage = p.id and e.profile = ? where p.item = i.id)"
                " and i.id not in (select item from turn where kept = 0)"
                f" union select t.item from turn t where {TOLD} and t.kept = 1 and not exists"
                " (select 1 from passage p join embedding e on e.passage = p.id and e.profile = ?"
                " where p.item = t.item and p.ordinal < 0)",
                (profile, profile),
            )
        return profile

    def put(self, profile: int, passages: Sequence[Embedded], *, complete: bool = True) -> None:
        """Store passages with their vectors; joins the open transaction.

        With all that belongs to them their items are `complete`, and are taken off the waiting list.
        """
        if passages:
            scan.create(self._db, profile, dimension=len(passages[0].vector))
        for passage in passages:
            row = self._passage(passage)
            if row is None:
                continue  # forgotten while it was being embedded
            vector = passage.vector.astype("<f4")
            self._db.run("insert or ignore into embedding values (?, ?, ?)", (row, profile, vector.tobytes()))
            if passage.tokens is not None:
                bound = (row, profile, passage.tokens.tobytes())
                self._db.run("insert or ignore into token_vector values (?, ?, ?)", bound)
            table = scan.name_of(profile, sentences=passage.ordinal < 0)
            self._db.run(f"delete from {table} where rowid = ?", (row,))
            self._db.run(
                f"insert into {table} (rowid, bits, scope, live)"
                " select ?, vec_bit(?), i.scope, i.live from item i where i.id = ?",
                (row, scan.bits_of(vector), passage.item),
            )
        items = {passage.item for passage in passages} if complete else ()
        self._db.run_many("delete from waiting where item = ?", [(item,) for item in items])

    def retire(self, items: Iterable[int], *, live: bool = False) -> None:
        """Take items out of, or back into, the scan of what is current."""
        find = "select id from passage where item = ?"
        passages = [row[0] for item in items for row in self._db.rows(find, (item,))]
        for table in self._scans():  # one row at a time: vec0 refuses bit columns in an update over a subquery
            self._db.run_many(
                f"update {table} set live = ? where rowid = ?", [(int(live), passage) for passage in passages]
            )

    def remove(self, items: Sequence[int]) -> None:
        """Delete the vectors of items in every profile."""
        for table in self._scans():
            self._db.run_many(
                f"delete from {table} where rowid in (select id from passage where item = ?)",
                [(item,) for item in items],
            )
        self._db.run_many("delete from passage where item = ?", [(item,) for item in items])

    def drop_others(self, profile: int) -> None:
        """Delete what other embedders left, once this one has embedded everything."""
        with self._db.transaction():
            for other in self._profiles():
                if other != profile:
                    for table in scan.names(self._db, other):
                        self._db.run(f"drop table {table}")
                    self._db.run("delete from embedding where profile = ?", (other,))
                    self._db.run("delete from token_vector where profile = ?", (other,))
                    self._db.run("delete from embedding_profile where id = ?", (other,))

    def search(  # noqa: PLR0913 - a search's options, by name
        self,
        query: "NDArray[np.float32]",
        *,
        profile: int,
        allowed: Filter,
        depth: int,
        factor: int,
        sentences: bool = False,
    ) -> list[Near]:
        """Return the items nearest to a vector, best first; an item scores by its best piece, or by its best sentence.

        `factor` times `depth` of them are taken by Hamming distance and rescored exactly.
        """
        table = scan.name_of(profile, sentences=sentences)
        if table not in scan.names(self._db, profile):
            return []  # a file of an older version, nothing of which was cut into sentences yet
        ranked = scan.nearest(self._db, table, query, scope=self._scope, retired_too=allowed.retired_too)
        found = self._db.rows(
            'select p.item, p.start, p."end", e.vector from json_each(:passages) j'
            " cross join passage p on p.id = j.value cross join embedding e on e.passage = p.id"
            " where e.profile = :profile",
            {"passages": json.dumps(sorted(self._admitted(ranked, allowed, count=depth * factor))), "profile": profile},
        )
        if not found:
            return []
        cosines = _matrix(row[3] for row in found) @ query
        best: dict[int, Near] = {}
        for (item, start, end, _), cosine in zip(found, cosines.tolist(), strict=True):
            if item not in best or cosine > best[item].cosine:
                best[item] = Near(item, cosine, start, end)
        return sorted(best.values(), key=lambda near: (-near.cosine, near.item))[:depth]

    def vectors(self, items: Iterable[int], *, profile: int) -> Mapping[int, "NDArray[np.float32]"]:
        """Return one vector an item, the mean of its pieces, of length 1; items without any are left out."""
        import numpy as np

        rows = self._db.rows(
            "select p.item, e.vector from json_each(:items) j cross join passage p on p.item = j.value"
            " join item i on i.id = p.item and +i.scope = :scope"
            " join embedding e on e.passage = p.id and e.profile = :profile where p.ordinal >= 0"
            " order by p.item, p.ordinal",
            {"items": json.dumps(list(items)), "scope": self._scope, "profile": profile},
        )
        if not rows:
            return {}
        items = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        first = np.flatnonzero(np.diff(items, prepend=-1))  # of each item's rows, which stand together
        sums = np.add.reduceat(_matrix(row[1] for row in rows), first)
        lengths = np.maximum(np.linalg.norm(sums, axis=1, keepdims=True), 1e-12)
        return dict(zip(items[first].tolist(), sums / lengths, strict=True))

    def tokens(self, items: Iterable[int], *, profile: int) -> list[tuple[int, bytes]]:
        """Return (item, bits) of every passage of the items that has its tokens, by item."""
        rows = self._db.rows(
            "select p.item, t.bits from json_each(:items) j cross join passage p on p.item = j.value"
            " join item i on i.id = p.item and +i.scope = :scope"
            " join token_vector t on t.passage = p.id and t.profile = :profile order by p.item, p.ordinal",
            {"items": json.dumps(list(items)), "scope": self._scope, "profile": profile},
        )
        return [(int(item), bits) for item, bits in rows]

    def _admitted(self, ranked: "NDArray[np.int64]", allowed: Filter, *, count: int) -> list[int]:
        """Return the first passages that a filter admits.

        Where it admits most, the nearest are held against it first; else all that it admits is looked up.
        """
        import numpy as np

        if not (allowed.narrows or allowed.holds_back):
            return list(ranked[:count].tolist())
        condition, bound = allowed.sql()
        bound |= {"scope": self._scope}
        found: list[int] = []
        start, size = 0, count * 2
        while allowed.is_wide and start < min(len(ranked), count * _PATIENCE) and len(found) < count:
            near = ranked[start : start + size].tolist()
            rows = self._db.rows(
                "select p.id from json_each(:near) j cross join passage p on p.id = j.value"
                f" cross join item i on i.id = p.item where {condition}",
                bound | {"near": json.dumps(near)},
            )
            kept = {row[0] for row in rows}
            found += [passage for passage in near if passage in kept]
            start, size = start + size, size * _GROWTH
        if len(found) < count and start < len(ranked):
            condition, bound = allowed.lookup()
            bound |= {"scope": self._scope}
            rows = self._db.rows(f"select p.id from item i join passage p on p.item = i.id where {condition}", bound)
            rest = ranked[start:]
            found += rest[np.isin(rest, np.fromiter((row[0] for row in rows), np.int64))].tolist()
        return found[:count]

    def _passage(self, passage: Embedded) -> int | None:
        key = (passage.item, passage.ordinal)
        self._db.run(
            'insert into passage (item, ordinal, start, "end") select id, ?, ?, ? from item where id = ?'
            ' on conflict (item, ordinal) do update set start = excluded.start, "end" = excluded."end"',
            (passage.ordinal, passage.start, passage.end, passage.item),
        )
        row: int | None = self._db.value("select id from passage where item = ? and ordinal = ?", key)
        return row

    def _scans(self) -> list[str]:
        return [table for profile in self._profiles() for table in scan.names(self._db, profile)]

    def _profiles(self) -> list[int]:
        return [row[0] for row in self._db.rows("select id from embedding_profile")]


def _matrix(vectors: Iterable[bytes]) -> "NDArray[np.float32]":
    """Return stored vectors as the rows of one array."""
    import numpy as np

    rows = list(vectors)
    return np.frombuffer(b"".join(rows), "<f4").reshape(len(rows), -1)
