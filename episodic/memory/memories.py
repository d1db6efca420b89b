"""Items of every layer, whole, and episodes as rows. Knows nothing of how they were arrived at."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from episodic.language.dates import moment, stamp
from episodic.language.tokens import prepare
from episodic.memory.db import Database, Row
from episodic.memory.lexical import LexicalIndex
from episodic.records import Confidence, EpisodeRecord, Kind, Layer, Turn


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


class Episode(NamedTuple):
    """One episode with its record's fields; `id` is its item."""

    id: int
    session: str
    project: str | None
    started_at: datetime
    ended_at: datetime
    record: EpisodeRecord


class Memories:
    """The items and episodes of one scope."""

    def __init__(self, db: Database, scope: int, lexical: LexicalIndex) -> None:
        self._db = db
        self._scope = scope
        self._lexical = lexical

    def add_episode(self, record: EpisodeRecord, turns: Sequence[Turn], *, session: int, project: str | None) -> int:
        """Store an episode proved by all its turns; joins the open transaction. Returns its id."""
        times = [turn.at for turn in turns]
        item = self.add_item(
            layer="episode",
            kind=None,
            project=project,
            said_at=stamp(max(times)),
            text=record.summary,
            context=" ".join((record.subject, *record.topics)),
        )
        lists = (record.topics, record.decisions, record.advice_given, record.actions, record.key_numbers)
        self._db.run(
            "insert into episode (item, session, subject, topics, decisions, advice_given, actions, key_numbers,"
            " turn_count, started_at, ended_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                item,
                session,
                record.subject,
                *(json.dumps(texts, ensure_ascii=False) for texts in lists),
                len(turns),
                stamp(min(times)),
                stamp(max(times)),
            ),
        )
        self.prove(item, turns)
        return item

    def episodes(
        self,
        *,
        limit: int | None = None,
        after: str | None = None,
        before: str | None = None,
        project: str | None = None,
    ) -> list[Episode]:
        """Return episodes, newest first, by the end of their last turn."""
        rows = self._db.rows(
            "select e.item, s.external_id, i.project, e.started_at, e.ended_at, e.subject, i.text, e.topics,"
            " e.decisions, e.advice_given, e.actions, e.key_numbers,"
            " (select json_group_array(t.seq order by t.seq) from evidence v join turn t on t.item = v.turn"
            " where v.item = e.item)"
            " from episode e join item i on i.id = e.item join session s on s.id = e.session"
            " where i.scope = :scope and i.live = 1 and (:after is null or e.ended_at >= :after)"
            " and (:before is null or e.started_at < :before) and (:project is null or i.project = :project)"
            " order by e.ended_at desc, e.item desc limit :limit",
            {
                "scope": self._scope,
                "after": after,
                "before": before,
                "project": project,
                "limit": -1 if limit is None else limit,
            },
        )
        return [_episode(row) for row in rows]

    def items(self, ids: Iterable[int]) -> dict[int, Item]:
        """Return items of this user by id, with their evidence; unknown ids are left out."""
        wanted = json.dumps(list(ids))
        rows = self._db.rows(
            "select i.id, i.layer, i.kind, i.text, i.said_at, i.live, i.project,"
            " coalesce(t.name, t.role, f.speaker, ''),"
            " s.external_id, f.confidence, f.recurrence, f.quote, f.valid_until, t.seq"
            " from item i left join turn t on t.item = i.id left join fact f on f.item = i.id"
            " left join episode e on e.item = i.id left join session s on s.id = coalesce(t.session, e.session)"
            " where i.scope = :scope and i.id in (select value from json_each(:ids))",
            {"scope": self._scope, "ids": wanted},
        )
        proofs: dict[int, list[tuple[str, int, int]]] = {}
        for item, session, seq, turn in self._db.rows(
            "select e.item, s.external_id, t.seq, t.item from evidence e join turn t on t.item = e.turn"
            " join session s on s.id = t.session where s.scope = :scope"
            " and e.item in (select value from json_each(:ids)) order by e.item, s.id, t.seq",
            {"scope": self._scope, "ids": wanted},
        ):
            proofs.setdefault(item, []).append((session, seq, turn))
        return {row[0]: _item(row, proofs.get(row[0], [])) for row in rows}

    def add_item(  # noqa: PLR0913 - a row's columns, by name
        self, *, layer: Layer, kind: Kind | None, project: str | None, said_at: str, text: str, context: str
    ) -> int:
        """Store and index what every layer's items have; joins the open transaction. Returns the new id."""
        own, around = prepare(text), prepare(context)
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
    ident, layer, kind, text, said_at, live, project, speaker, session, confidence, recurrence, quote, until, seq = row
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
    )


def _episode(row: Row) -> Episode:
    item, session, project, started, ended, subject, summary, *lists = row
    topics, decisions, advice, actions, numbers, seqs = (tuple(json.loads(text)) for text in lists)
    record = EpisodeRecord(
        subject=subject,
        summary=summary,
        topics=topics,
        decisions=decisions,
        advice_given=advice,
        actions=actions,
        key_numbers=numbers,
        turn_seqs=seqs,
    )
    return Episode(item, session, project, moment(started), moment(ended), record)
