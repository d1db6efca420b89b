"""Passages and their vectors: a scan over one bit a dimension, then exact cosines for what it found; tokens beside.

Knows nothing of texts or models; vectors come in and scores go out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.memory.db import Database
from episodic.memory.filters import Filter

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KNN_LIMIT: Final = 4096  # vec0 takes no larger k


class Near(NamedTuple):
    """An item found by meaning: its cosine, and where in its text the passage stands that gave it."""

    item: int
    cosine: float
    start: int
    end: int


class Embedded(NamedTuple):
    """One passage ready to be stored: its item, its place in the item's text in characters, its vector, its tokens.

    `tokens` are (tokens, dimension / 8) uint8, or None without a model for them.
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
            self._db.run(
                f"create virtual table if not exists scan_{profile}"
                f" using vec0(bits bit[{dimension}], scope integer, live integer)"
            )
            self._db.run("update embedding_profile set active = (id = ?)", (profile,))
            self._db.run(
                "insert or ignore into waiting select i.id from item i where not exists"
                " (select 1 from passage p join embedding e on e.passage = p.id and e.profile = ? where p.item = i.id)",
                (profile,),
            )
        return profile

    def put(self, profile: int, passages: Sequence[Embedded]) -> None:
        """Store passages with their vectors and take their items off the waiting list. Joins the open transaction."""
        import numpy as np

        for passage in passages:
            row = self._passage(passage)
            if row is None:
                continue  # forgotten while it was being embedded
            vector = passage.vector.astype("<f4")
            self._db.run("insert or ignore into embedding values (?, ?, ?)", (row, profile, vector.tobytes()))
            if passage.tokens is not None:
                bound = (row, profile, passage.tokens.tobytes())
                self._db.run("insert or ignore into token_vector values (?, ?, ?)", bound)
            bits = np.packbits(vector > 0, bitorder="little").tobytes()
            self._db.run(f"delete from scan_{profile} where rowid = ?", (row,))
            self._db.run(
                f"insert into scan_{profile} (rowid, bits, scope, live)"
                " select ?, vec_bit(?), i.scope, i.live from item i where i.id = ?",
                (row, bits, passage.item),
            )
        items = {passage.item for passage in passages}
        self._db.run_many("delete from waiting where item = ?", [(item,) for item in items])

    def retire(self, items: Iterable[int], *, live: bool = False) -> None:
        """Take items out of, or back into, the scan of what is current."""
        find = "select id from passage where item = ?"
        passages = [row[0] for item in items for row in self._db.rows(find, (item,))]
        for profile in self._profiles():  # one row at a time: vec0 refuses bit columns in an update over a subquery
            self._db.run_many(
                f"update scan_{profile} set live = ? where rowid = ?", [(int(live), passage) for passage in passages]
            )

    def remove(self, items: Sequence[int]) -> None:
        """Delete the vectors of items in every profile."""
        for profile in self._profiles():
            self._db.run_many(
                f"delete from scan_{profile} where rowid in (select id from passage where item = ?)",
                [(item,) for item in items],
            )
        self._db.run_many("delete from passage where item = ?", [(item,) for item in items])

    def drop_others(self, profile: int) -> None:
        """Delete what other embedders left, once this one has embedded everything."""
        with self._db.transaction():
            for other in self._profiles():
                if other != profile:
                    self._db.run(f"drop table scan_{other}")
                    self._db.run("delete from embedding where profile = ?", (other,))
                    self._db.run("delete from token_vector where profile = ?", (other,))
                    self._db.run("delete from embedding_profile where id = ?", (other,))

    def search(
        self, query: "NDArray[np.float32]", *, profile: int, allowed: Filter, depth: int, factor: int
    ) -> list[Near]:
        """Return the items nearest to a vector, best first; an item scores by its best passage.

        `factor` times `depth` passages are taken by Hamming distance and rescored exactly.
        """
        import numpy as np

        bits = np.packbits(query > 0, bitorder="little").tobytes()
        condition, bound = allowed.sql()
        live = "" if allowed.retired_too else " and live = 1"
        within = f" and rowid in (select p.id from item i join passage p on p.item = i.id where {condition})"
        found = self._db.rows(
            'select p.item, p.start, p."end", e.vector from'
            f" (select rowid from scan_{profile} where bits match vec_bit(:bits)"
            f" and k = :k and scope = :scope{live}{within if allowed.narrows else ''}) s"
            " join passage p on p.id = s.rowid join embedding e on e.passage = s.rowid and e.profile = :profile",
            {"bits": bits, "k": min(depth * factor, _KNN_LIMIT), "scope": self._scope, "profile": profile}
            | (bound if allowed.narrows else {}),
        )
        if not found:
            return []
        cosines = np.frombuffer(b"".join(row[3] for row in found), "<f4").reshape(len(found), -1) @ query
        best: dict[int, Near] = {}
        for (item, start, end, _), cosine in zip(found, cosines.tolist(), strict=True):
            if item not in best or cosine > best[item].cosine:
                best[item] = Near(item, cosine, start, end)
        return sorted(best.values(), key=lambda near: (-near.cosine, near.item))[:depth]

    def vectors(self, items: Iterable[int], *, profile: int) -> Mapping[int, "NDArray[np.float32]"]:
        """Return one vector an item, the mean of its passages, of length 1; items without any are left out."""
        import json

        import numpy as np

        rows = self._db.rows(
            "select p.item, e.vector from json_each(:items) j join passage p on p.item = j.value"
            " join item i on i.id = p.item and i.scope = :scope"
            " join embedding e on e.passage = p.id and e.profile = :profile order by p.item, p.ordinal",
            {"items": json.dumps(list(items)), "scope": self._scope, "profile": profile},
        )
        parts: dict[int, list[NDArray[np.float32]]] = defaultdict(list)
        for item, vector in rows:
            parts[item].append(np.frombuffer(vector, "<f4"))
        means = {item: np.mean(vectors, axis=0) for item, vectors in parts.items()}
        return {item: mean / max(float(np.linalg.norm(mean)), 1e-12) for item, mean in means.items()}

    def tokens(self, items: Iterable[int], *, profile: int) -> list[tuple[int, bytes]]:
        """Return (item, bits) of every passage of the items that has its tokens, by item."""
        import json

        rows = self._db.rows(
            "select p.item, t.bits from json_each(:items) j join passage p on p.item = j.value"
            " join item i on i.id = p.item and i.scope = :scope"
            " join token_vector t on t.passage = p.id and t.profile = :profile order by p.item, p.ordinal",
            {"items": json.dumps(list(items)), "scope": self._scope, "profile": profile},
        )
        return [(int(item), bits) for item, bits in rows]

    def _passage(self, passage: Embedded) -> int | None:
        key = (passage.item, passage.ordinal)
        self._db.run(
            'insert into passage (item, ordinal, start, "end") select id, ?, ?, ? from item where id = ?'
            ' on conflict (item, ordinal) do update set start = excluded.start, "end" = excluded."end"',
            (passage.ordinal, passage.start, passage.end, passage.item),
        )
        row: int | None = self._db.value("select id from passage where item = ? and ordinal = ?", key)
        return row

    def _profiles(self) -> list[int]:
        return [row[0] for row in self._db.rows("select id from embedding_profile")]
