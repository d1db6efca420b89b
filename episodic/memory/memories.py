"""Items of every layer, whole, and episodes as rows. Knows nothing of how they were arrived at."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from episodic.language.dates import moment
from episodic.language.tokens import prepare
from episodic.memory.db import Database, Row
from episodic.memory.filters import Filter
from episodic.memory.lexical import LexicalIndex
from episodic.memory.retention import KEPT, Retention
from episodic.records import Confidence, Kind, Layer, Turn


class Item(NamedTuple):
    """Anything searchable, whole: what it says, when it was said, who said it, and which turns prove it."""

    id: int
    layer: Layer
    kind: Kind | None
    text: str
    said_at: datetime
    live: bool
    project: str | None
    speaker: str
    session: str
    evidence: tuple[tuple[str, int], ...]
    evidence_items: tuple[int, ...]
    confidence: Confidence | None = None
    recurrence: int = 1
    quote: str | None = None
    valid_until: datetime | None = None
    by_hand: bool = False


class Memories:
    """The items of one scope, whatever their layer."""

    def __init__(self, db: Database, scope: int, lexical: LexicalIndex, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._lexical = lexical
        self._retention = retention

    def items(self, ids: Iterable[int]) -> dict[int, Item]:
        """Return items of this user by id, with their evidence; unknown and expired ones are left out."""
        wanted = json.dumps(list(ids))
        rows = self._db.rows(
            "select i.id, i.layer, i.kind, i.text, i.said_at, i.live, i.project,"
            " coalesce(t.name, t.role, f.speaker, ''),"
            " s.external_id, f.confidence, f.recurrence, f.quote, f.valid_until, coalesce(s.source = 'manual', 0),"
            " t.seq"
            " from item i left join turn t on t.item = i.id left join fact f on f.item = i.id"
            " left join episode e on e.item = i.id left join session s on s.id = coalesce(t.session, e.session)"
            f" where +i.scope = :scope and i.id in (select value from json_each(:ids)) and {KEPT}",
            {"scope": self._scope, "ids": wanted, **self._retention.bound()},
        )
        proofs: dict[int, list[tuple[str, int, int]]] = {}
        for item, session, seq, turn in self._db.rows(
            "select e.item, s.external_id, t.seq, t.item from evidence e join turn t on t.item = e.turn"
            " join session s on s.id = t.session where +s.scope = :scope"
            " and e.item in (select value from json_each(:ids)) order by e.item, s.id, t.seq",
            {"scope": self._scope, "ids": wanted},
        ):
            proofs.setdefault(item, []).append((session, seq, turn))
        return {row[0]: _item(row, proofs.get(row[0], [])) for row in rows}

    def having(self, words: Sequence[Sequence[str]]) -> list[int]:
        """Return the items, retired ones too, that have all words, each in any spelling, their own or around them."""
        return self._lexical.having(words, around=True)

    def meeting(self, allowed: Filter, ids: Iterable[int]) -> set[int]:
        """Return which of some items are admitted."""
        condition, bound = allowed._replace(among=tuple(ids)).sql()
        return {
            row[0]
            for row in self._db.rows(f"select i.id from item i where {condition}", bound | {"scope": self._scope})
        }

    def latest(self, allowed: Filter, *, limit: int, backwards: bool = True) -> list[int]:
        """Return what is admitted, episodes before facts before turns, each the newest first, or the oldest."""
        condition, bound = allowed.lookup()
        layer = "case i.layer when 'episode' then 0 when 'fact' then 1 else 2 end"
        order = f"{layer}, i.said_at {'desc' if backwards else 'asc'}, i.id"
        find = f"select i.id from item i where {condition} order by {order} limit :limit"
        return [row[0] for row in self._db.rows(find, bound | {"scope": self._scope} | {"limit": limit})]

    def add_item(  # noqa: PLR0913 - a row's columns, by name
        self, *, layer: Layer, kind: Kind | None, project: str | None, said_at: str, text: str, context: str
    ) -> int:
        """Store and index what every layer's items have; joins the open transaction. Returns the new id."""
        return self.put_item(
            layer=layer, kind=kind, project=project, said_at=said_at, text=text, around=prepare(context)
        )

    def put_item(  # noqa: PLR0913 - a row's columns, by name
        self, *, layer: Layer, kind: Kind | None, project: str | None, said_at: str, text: str, around: str
    ) -> int:
        """Do the same with the words around it as the index takes them."""
        own = prepare(text)
        item = self._db.insert(
            "insert into item (scope, layer, kind, project, said_at, text, own, context)"
            " values (?, ?, ?, ?, ?, ?, ?, ?)",
            (self._scope, layer, kind, project, said_at, text, own, around),
        )
        self._lexical.put([(item, own, around)])
        self._db.run("insert into waiting values (?)", (item,))
        return item

    def prove(self, item: int, turns: Iterable[Turn]) -> None:
        """Add turns to what proves an item."""
        self._db.run_many("insert or ignore into evidence values (?, ?)", [(item, turn.item) for turn in turns])


def _item(row: Row, proofs: Sequence[tuple[str, int, int]]) -> Item:
    (
        ident,
        layer,
        kind,
        text,
        said_at,
        live,
        project,
        speaker,
        session,
        confidence,
        recurrence,
        quote,
        until,
        by_hand,
        seq,
    ) = row
    if layer == "turn":
        proofs = [(session, seq, ident)]
    return Item(
        id=ident,
        layer=layer,
        kind=kind,
        text=text,
        said_at=moment(said_at),
        live=bool(live),
        project=project,
        speaker=speaker,
        session=session or (proofs[0][0] if proofs else ""),
        evidence=tuple((name, number) for name, number, _ in proofs),
        evidence_items=tuple(turn for _, _, turn in proofs),
        confidence=confidence,
        recurrence=recurrence or 1,
        quote=quote,
        valid_until=moment(until) if until else None,
        by_hand=bool(by_hand),
    )
