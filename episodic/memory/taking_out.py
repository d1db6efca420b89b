"""A memory's rows as records that another home can take in. Knows no file, masks nothing.

A turn goes by its session and seq, everything else by a number of its own among the records, so that no id of this home
travels. Records come in an order that names nothing before it was told, save what replaced it; what is none, or
no longer there is left out of them. Tombstones and vectors stay where they are.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from episodic.language.tokens import prepare
from episodic.memory.db import Database, Row
from episodic.memory.episode_log import EPISODE_LISTS
from episodic.memory.turns import own_mark

Record = dict[str, Any]
Place = tuple[str, int]

FACT: Final = (
    *("quote", "speaker", "stance", "confidence", "recurrence", "valid_from", "valid_until", "last_confirmed_at"),
    *("salience", "tier", "learnt_at", "retired_at", "reviewed"),
)
DOUBT: Final = ("why", "held", "at", "settled_at", "accepted")
EPISODE: Final = (
    *("subject", *EPISODE_LISTS, "outcome", "user_state", "valid_until", "turn_count", "started_at", "ended_at"),
    "archived_at",
)
STREAM: Final = ("project", "name", "named_by", "opened_at", "closed_at")
STREAM_CHANGE: Final = ("what", "decided_by", "at", "undone_at")
LOOP: Final = (
    *("project", "text", "quote", "owner", "due", "state", "opened_at", "last_seen_at", "closed_at"),
    "snoozed_until",
)
LOOP_CHANGE: Final = (
    *("what", "decided_by", "note", "old_state", "old_due", "old_closed_at", "old_snoozed_until", "at", "undone_at"),
)
ENTITY: Final = ("kind", "name", "identity", "learnt_at")
JOIN: Final = ("why", "decided_by", "at", "undone_at")
EDGE: Final = ("why", "decided_by", "known_at", "undone_at")
PROFILE: Final = ("text", "written_by", "basis", "stale", "made_at")
# The ids that a thread's change holds of what was before it; see workstreams.py.
BEFORE_ONE: Final = ("episode", "stream", "from")
BEFORE_MANY: Final = "episodes"


class TakingOut:
    """The records of one scope, all of one moment while `Database.reading` holds it."""

    def __init__(self, db: Database, scope: int) -> None:
        self._db = db
        self._scope = scope
        self._turns: dict[int, Place] = {}
        self._numbers: dict[int, int] = {}  # of everything that shares the items' space of ids
        self._entities: dict[int, int] = {}
        self._count = 0

    def records(self) -> Iterator[Record]:
        """Yield every record, in the order another home can take them in."""
        yield from self._sessions()
        yield from self._facts()
        yield from self._edges()
        yield from self._episodes()
        yield from self._streams()
        yield from self._loops()
        yield from self._known()
        yield from self._joins()
        yield from self._profiles()

    def _rows(self, sql: str) -> list[Row]:
        return self._db.rows(sql, {"scope": self._scope})

    def _grouped(self, sql: str) -> dict[int, list[Row]]:
        """Return rows by their first column, without it."""
        found: dict[int, list[Row]] = {}
        for key, *rest in self._rows(sql):
            found.setdefault(key, []).append(tuple(rest))
        return found

    def _numbered(self, what: str, ident: int, **more: Any) -> Record:
        self._count += 1
        numbers = self._entities if what == "entity" else self._numbers
        numbers[ident] = self._count
        return _record(type=what, n=self._count, **more)

    def _places(self, items: Iterable[int]) -> list[Place]:
        return sorted(self._turns[item] for item in items if item in self._turns)

    def _sessions(self) -> Iterator[Record]:
        for ident, name, source, project, began, last, indexed, done, told, parked in self._rows(
            "select id, external_id, source, project, started_at, last_turn_at, indexed_seq, consolidated_seq,"
            " told_seq, parked_reason from session where scope = :scope order by id"
        ):
            yield _record(
                type="session",
                id=name,
                source=source,
                project=project,
                started_at=began,
                last_turn_at=last,
                turns=indexed + 1,
                consolidated=done + 1,
                told=told + 1,
                parked=parked,
            )
            yield from self._said(ident, name)

    def _said(self, session: int, name: str) -> Iterator[Record]:
        marks = dict[int, list[bytes]]()
        for item, digest in self._db.rows(
            "select i.item, i.digest from turn t join identity i on i.item = t.item"
            " where t.session = ? order by i.item, i.digest",
            (session,),
        ):
            marks.setdefault(item, []).append(digest)
        for item, seq, role, speaker, origin, at, text in self._db.rows(
            "select t.item, t.seq, t.role, t.name, t.origin, i.said_at, i.text from turn t"
            " join item i on i.id = t.item where t.session = ? order by t.seq",
            (session,),
        ):
            self._turns[item] = (name, seq)
            own = own_mark(name, seq, role, text, at)
            ids = [digest.hex() for digest in marks.get(item, ()) if digest != own]
            yield _record(
                type="turn", session=name, seq=seq, role=role, name=speaker, origin=origin, at=at, text=text, ids=ids
            )

    def _evidence(self, layer: str) -> dict[int, list[Row]]:
        return self._grouped(
            "select e.item, e.turn from item i join evidence e on e.item = i.id"
            f" where i.scope = :scope and i.layer = '{layer}'"
        )

    def _verdicts(self, layer: str) -> dict[int, list[Row]]:
        return self._grouped(
            "select v.item, v.judge, v.outcome, v.scores, v.at from item i join verdict v on v.item = i.id"
            f" where i.scope = :scope and i.layer = '{layer}' order by v.id"
        )

    def _facts(self) -> Iterator[Record]:
        proofs, verdicts = self._evidence("fact"), self._verdicts("fact")
        doubts = self._grouped(
            f"select d.item, {', '.join(f'd.{name}' for name in DOUBT)} from item i join doubt d on d.item = i.id"
            " where i.scope = :scope"
        )
        rows = self._rows(
            "select i.id, i.kind, i.text, i.project, i.said_at, i.live, i.context, "
            + ", ".join(f"f.{name}" for name in FACT)
            + " from item i join fact f on f.item = i.id where i.scope = :scope order by i.id"
        )
        numbers = {row[0]: self._count + place for place, row in enumerate(rows, start=1)}
        for ident, kind, text, project, said_at, live, context, *rest in rows:
            columns = dict(zip(FACT, rest, strict=True))
            yield self._numbered(
                "fact",
                ident,
                kind=kind,
                text=text,
                project=project,
                said_at=said_at,
                current=bool(live),
                around=_beyond(context, prepare(columns["quote"])) or None,
                **columns | {"reviewed": bool(columns["reviewed"])},
                evidence=self._places(turn for (turn,) in proofs.get(ident, ())),
                verdicts=_verdicts(verdicts.get(ident, ()), numbers),
                doubt=next((_doubt(row) for row in doubts.get(ident, ())), None),
            )

    def _edges(self) -> Iterator[Record]:
        for old, new, *rest in self._rows(
            f"select s.old, s.new, {', '.join(f's.{name}' for name in EDGE)} from supersession s"
            " join item i on i.id = s.old where i.scope = :scope order by s.id"
        ):
            ends = {"old": self._numbers[old], "new": self._numbers[new]}
            yield _record(type="supersession", **ends, **dict(zip(EDGE, rest, strict=True)))

    def _episodes(self) -> Iterator[Record]:
        proofs, verdicts = self._evidence("episode"), self._verdicts("episode")
        rows = self._rows(
            "select i.id, s.external_id, i.text, i.project, i.said_at, i.live, e.merged_into, "
            + ", ".join(f"e.{name}" for name in EPISODE)
            + " from item i join episode e on e.item = i.id join session s on s.id = e.session"
            " where i.scope = :scope order by i.id"
        )
        numbers = {row[0]: self._count + place for place, row in enumerate(rows, start=1)}
        for ident, session, text, project, said_at, live, into, *rest in rows:
            columns = dict(zip(EPISODE, rest, strict=True))
            yield self._numbered(
                "episode",
                ident,
                session=session,
                text=text,
                project=project,
                said_at=said_at,
                current=bool(live),
                merged_into=numbers.get(into),
                **columns | {name: json.loads(columns[name]) for name in EPISODE_LISTS},
                evidence=self._places(turn for (turn,) in proofs.get(ident, ())),
                verdicts=_verdicts(verdicts.get(ident, ()), {}),
            )

    def _streams(self) -> Iterator[Record]:
        members = self._grouped(
            "select m.workstream, m.episode, m.score, m.decided_by, m.at, a.terms, a.openings from workstream w"
            " join membership m on m.workstream = w.id left join activity a on a.episode = m.episode"
            " where w.scope = :scope order by m.at, m.episode"
        )
        changes = self._grouped(
            f"select c.workstream, c.before, {', '.join(f'c.{name}' for name in STREAM_CHANGE)} from workstream w"
            " join workstream_change c on c.workstream = w.id where w.scope = :scope order by c.id"
        )
        found = self._rows(
            f"select id, merged_into, {', '.join(STREAM)} from workstream where scope = :scope order by id"
        )
        kept = followed(members, {row[0]: row[1] for row in found})
        rows = [row for row in found if row[0] in kept]
        threads = {row[0]: self._count + place for place, row in enumerate(rows, start=1)}
        names = self._numbers | threads
        for ident, into, *rest in rows:
            yield self._numbered(
                "workstream",
                ident,
                **dict(zip(STREAM, rest, strict=True)),
                merged_into=threads.get(into),
                members=[self._member(row) for row in members.get(ident, ())],
                changes=list(_changes(changes.get(ident, ()), names)),
            )

    def _member(self, row: Row) -> Record:
        episode, score, decided_by, at, words, openings = row
        return _record(
            episode=self._numbers[episode],
            score=score,
            decided_by=decided_by,
            at=at,
            terms=json.loads(words) if words else None,
            openings=json.loads(openings) if openings else None,
        )

    def _loops(self) -> Iterator[Record]:
        proofs = self._grouped(
            "select e.loop, e.turn, e.part, e.quote from loop l join loop_evidence e on e.loop = l.id"
            " where l.scope = :scope"
        )
        changes = self._grouped(
            f"select c.loop, c.turn, {', '.join(f'c.{name}' for name in LOOP_CHANGE)} from loop l"
            " join loop_change c on c.loop = l.id where l.scope = :scope order by c.id"
        )
        for ident, turn, *rest in self._rows(
            f"select id, turn, {', '.join(LOOP)} from loop where scope = :scope order by id"
        ):
            yield self._numbered(
                "loop",
                ident,
                turn=self._turns[turn],
                **dict(zip(LOOP, rest, strict=True)),
                evidence=[
                    {"part": part, "turn": place, "quote": quote}
                    for part, place, quote in sorted(
                        (part, self._turns[turn], quote) for turn, part, quote in proofs.get(ident, ())
                    )
                ],
                changes=[
                    _record(turn=self._turns.get(turn), **dict(zip(LOOP_CHANGE, one, strict=True)))
                    for turn, *one in changes.get(ident, ())
                ],
            )

    def _known(self) -> Iterator[Record]:
        """Yield the entities; one that nothing mentions is about to go."""
        mentions = self._grouped(
            "select x.entity, x.item from entity e join item_entity x on x.entity = e.id where e.scope = :scope"
        )
        aliases = self._grouped(
            "select a.entity, a.alias, a.item from entity e join entity_alias a on a.entity = e.id"
            " where e.scope = :scope order by a.entity, a.key"
        )
        for ident, *rest in self._rows(f"select id, {', '.join(ENTITY)} from entity where scope = :scope order by id"):
            if ident not in mentions:
                continue
            items = [item for (item,) in mentions[ident]]
            others = ((alias, self._names(item)) for alias, item in aliases.get(ident, ()))
            yield self._numbered(
                "entity",
                ident,
                **dict(zip(ENTITY, rest, strict=True)),
                aliases=[{"alias": alias, "item": item} for alias, item in others if item is not None],
                mentions=[
                    *self._places(items),
                    *sorted(self._numbers[item] for item in items if item in self._numbers),
                ],
            )

    def _names(self, item: int) -> Place | int | None:
        return self._turns.get(item) or self._numbers.get(item)

    def _joins(self) -> Iterator[Record]:
        for entity, target, *rest in self._rows(
            f"select j.entity, j.target, {', '.join(f'j.{name}' for name in JOIN)} from entity_join j"
            " join entity e on e.id = j.entity where e.scope = :scope order by j.id"
        ):
            if entity in self._entities and target in self._entities:
                ends = {"entity": self._entities[entity], "target": self._entities[target]}
                yield _record(type="join", **ends, **dict(zip(JOIN, rest, strict=True)))

    def _profiles(self) -> Iterator[Record]:
        cited = self._grouped(
            "select p.entity, p.fact from entity e join profile_fact p on p.entity = e.id"
            " where e.scope = :scope order by p.fact"
        )
        for entity, *rest in self._rows(
            f"select p.entity, {', '.join(f'p.{name}' for name in PROFILE)} from profile p"
            " join entity e on e.id = p.entity where e.scope = :scope order by p.entity"
        ):
            columns = dict(zip(PROFILE, rest, strict=True))
            if entity in self._entities and columns["text"]:
                facts = [self._numbers[fact] for (fact,) in cited.get(entity, ())]
                columns["stale"] = bool(columns["stale"])
                yield _record(type="profile", entity=self._entities[entity], **columns, facts=facts)


def followed(full: Iterable[int], merged: Mapping[int, int | None]) -> set[int]:
    """Return the threads that have episodes, and those that were merged, by way of others maybe, into one of them."""
    kept = set(full)
    while more := {one for one, into in merged.items() if into in kept and one not in kept}:
        kept |= more
    return kept


def _record(**fields: Any) -> Record:
    """Return a record without what is none and lists of nothing."""
    return {name: value for name, value in fields.items() if value is not None and value != []}


def _beyond(context: str, quote: str) -> str:
    """Return what stands around a fact beside its quote, as the index has it."""
    return context[len(quote) :].strip() if context.startswith(quote) else ""


def _verdicts(rows: Sequence[Row], numbers: Mapping[int, int]) -> list[Record]:
    """Return what was decided, a neighbour by its number."""
    told = []
    for judge, outcome, text, at in rows:
        scores = json.loads(text)
        if "neighbour" in scores:
            scores["neighbour"] = numbers.get(scores["neighbour"])
        told.append({"judge": judge, "outcome": outcome, "scores": scores, "at": at})
    return told


def _doubt(row: Row) -> Record:
    columns = dict(zip(DOUBT, row, strict=True))
    accepted = columns.pop("accepted")
    return _record(**columns | {"held": bool(columns["held"])}, accepted=None if accepted is None else bool(accepted))


def _changes(rows: Sequence[Row], names: Mapping[int, int]) -> Iterator[Record]:
    """Yield a thread's changes; one about what is gone is left out, for it could not be undone."""
    for text, *rest in rows:
        before = json.loads(text)
        ones = {key: names.get(before[key]) for key in BEFORE_ONE if before.get(key) is not None}
        if None in ones.values():
            continue
        if BEFORE_MANY in before:
            before[BEFORE_MANY] = [names[one] for one in before[BEFORE_MANY] if one in names]
        yield {**dict(zip(STREAM_CHANGE, rest, strict=True)), "before": before | ones}
