"""Sessions and their turns as rows, and what stands around each turn. Knows nothing of the journal's files."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from episodic.language.dates import moment
from episodic.language.tokens import prepare
from episodic.memory.db import Database, Row
from episodic.memory.journal import FORGOTTEN, Entry, mark_of
from episodic.memory.lexical import LexicalIndex
from episodic.memory.parking import Parking
from episodic.memory.retention import Retention
from episodic.memory.told_days import ToldDays
from episodic.records import Turn
from episodic.redact import clean


class Session(NamedTuple):
    """One session's row; watermarks are seqs, -1 before the first turn."""

    id: int
    name: str
    project: str | None
    indexed_seq: int
    consolidated_seq: int
    told_seq: int
    journal_bytes: int
    last_turn_at: datetime


class Saying(NamedTuple):
    """A turn by which the same one is known again; `text` is as an export has it, `at` a stamp."""

    item: int
    seq: int
    role: str
    text: str
    at: str


class Neighbourhood(NamedTuple):
    """How far around a turn its context reaches: turns to each side, and words of each."""

    turns: int
    words: int


_SESSION = (
    "select id, external_id, project, indexed_seq, consolidated_seq, told_seq, journal_bytes, last_turn_at from session"
)
_TURN = (
    "select s.external_id, t.seq, t.role, i.text, i.said_at, t.name, t.origin, i.id, t.kept from turn t"
    " join item i on i.id = t.item join session s on s.id = t.session where +i.scope = :scope"
)
_AROUND = (
    "select t.seq, i.id, i.own, i.context, t.origin from turn t join item i on i.id = t.item"
    " where t.session = :session and t.kept = 1"
)
_WORDED = (
    "select t.seq, i.id, i.own, i.context, i.text, t.name from turn t join item i on i.id = t.item where t.kept = 1"
)


class Turns:
    """The sessions and turns of one scope."""

    def __init__(  # noqa: PLR0913, PLR0917 - a store's parts, made once
        self,
        db: Database,
        scope: int,
        lexical: LexicalIndex,
        around: Neighbourhood,
        retention: Retention,
        told_days: ToldDays,
    ) -> None:
        self._db = db
        self._scope = scope
        self._lexical = lexical
        self._around = around
        self._retention = retention
        self._told_days = told_days
        self.parking = Parking(db, scope)

    def session(self, name: str) -> Session | None:
        """Return a session by its own name."""
        rows = self._db.rows(f"{_SESSION} where scope = ? and external_id = ?", (self._scope, name))
        return _session(rows[0]) if rows else None

    def sessions(self) -> list[Session]:
        """Return all sessions, oldest row first."""
        return [_session(row) for row in self._db.rows(f"{_SESSION} where scope = ? order by id", (self._scope,))]

    def unfinished(self) -> list[Session]:
        """Return the sessions with turns that no fact or no episode was made from yet, and that are not parked.

        Those with a parked turn that is to be tried again are among them.
        """
        behind = "min(consolidated_seq, told_seq) < indexed_seq or id in (select value from json_each(?))"
        # What was said first is learnt first, whatever its file is called.
        sql = (
            f"{_SESSION} where scope = ? and parked_reason is null and ({behind}) order by coalesce(started_at, ''), id"
        )
        return [_session(row) for row in self._db.rows(sql, (self._scope, json.dumps([*self.parking.sessions_due()])))]

    def open_session(self, name: str, *, project: str | None, source: str | None) -> Session:
        """Return a session, made if it is new. A project named later is kept when there was none."""
        self._db.run(
            "insert into session (scope, external_id, project, source) values (?, ?, ?, ?)"
            " on conflict (scope, external_id) do update set project = coalesce(project, excluded.project)",
            (self._scope, name, project, source),
        )
        found = self.session(name)
        assert found is not None  # noqa: S101 - it was just written, in this transaction
        return found

    def known(self, digests: Iterable[bytes]) -> set[bytes]:
        """Return which identities belong to turns that are here already."""
        find = "select 1 from identity where scope = ? and digest = ?"
        return {digest for digest in set(digests) if self._db.value(find, (self._scope, digest))}

    def marks(self, items: Iterable[int] | None = None) -> list[bytes]:
        """Return what turns go by, in their sources and in an export; None: all turns.

        Whoever forgets turns buries these, so that neither a transcript nor an export brings them back.
        """
        wanted = None if items is None else json.dumps(list(items))
        rows = self._db.rows(
            f"{_TURN} and (:items is null or i.id in (select value from json_each(:items)))",
            {"scope": self._scope, "items": wanted},
        )
        given = self._db.rows(
            "select digest from identity where scope = :scope"
            " and (:items is null or item in (select value from json_each(:items)))",
            {"scope": self._scope, "items": wanted},
        )
        return [*(row[0] for row in given), *(own_mark(*row[:5]) for row in rows)]

    def items_of(self, digests: Iterable[bytes]) -> dict[bytes, int]:
        """Return which turns the identities belong to that are here."""
        find = "select item from identity where scope = ? and digest = ?"
        found = {digest: self._db.value(find, (self._scope, digest)) for digest in set(digests)}
        return {digest: item for digest, item in found.items() if item is not None}

    def times(self, digests: Iterable[bytes]) -> dict[bytes, datetime]:
        """Return when the turns were said that the identities belong to, of those that are here."""
        find = "select i.said_at from identity d join item i on i.id = d.item where d.scope = ? and d.digest = ?"
        found = {digest: self._db.value(find, (self._scope, digest)) for digest in set(digests)}
        return {digest: moment(at) for digest, at in found.items() if at is not None}

    def as_said(self, session: int) -> list[Saying]:
        """Return what was said in a session, in order."""
        find = f"{_TURN} and t.session = :session order by t.seq"
        rows = self._db.rows(find, {"scope": self._scope, "session": session})
        return [Saying(row[7], row[1], row[2], clean(row[3]), row[4]) for row in rows]

    def carried(self, session: int, marks: Mapping[str, int], more: Mapping[str, str | None]) -> None:
        """Set a session's watermarks as they were where its turns came from; joins the open transaction.

        `more` are its times and why it is parked, for a session that was not here before.
        """
        self._db.run(
            "update session set consolidated_seq = :consolidated, told_seq = :told,"
            " started_at = coalesce(:started_at, started_at), last_turn_at = coalesce(:last_turn_at, last_turn_at),"
            " parked_reason = coalesce(:parked, parked_reason) where id = :id and scope = :scope",
            {"started_at": None, "last_turn_at": None, "parked": None, **more, **marks}
            | {"id": session, "scope": self._scope},
        )

    def index(self, session: Session, entries: Sequence[Entry], *, journal_bytes: int) -> list[int]:
        """Make rows of journalled turns and move the watermark; joins the open transaction. Returns new item ids.

        A turn whose identity is known already moves the watermark and adds nothing.
        """
        fresh = [entry for entry in entries if entry.seq > session.indexed_seq]
        items = [item for entry in fresh if (item := self._add(session, entry)) is not None]
        if items:
            self._refresh_context(session.id, since=fresh[0].seq)
            self._told_days.catch_up()
        last = fresh[-1].seq if fresh else session.indexed_seq
        times = [entry.at for entry in fresh]
        self._db.run(
            "update session set indexed_seq = max(indexed_seq, :last), journal_bytes = :bytes,"
            " started_at = coalesce(started_at, :first_at), last_turn_at = max(coalesce(last_turn_at, ''), :last_at)"
            " where id = :id",
            {
                "last": last,
                "bytes": journal_bytes,
                "first_at": min(times, default=None),
                "last_at": max(times, default=""),
                "id": session.id,
            },
        )
        return items

    def window(self, session: int, *, after: int, before: int | None = None) -> list[Turn]:
        """Return the turns of a session with a seq above `after`, and below `before` where given, in order."""
        rows = self._db.rows(
            f"{_TURN} and t.session = :session and t.kept = 1 and t.seq > :after and t.seq < :before order by t.seq",
            {"scope": self._scope, "session": session, "after": after, "before": 1 << 62 if before is None else before},
        )
        return [_turn(row) for row in rows]

    def consolidated(self, name: str, seq: int) -> None:
        """Move a session's consolidation watermark; joins the open transaction."""
        self._db.run(
            "update session set consolidated_seq = max(consolidated_seq, ?), attempts = 0, parked_reason = null"
            " where scope = ? and external_id = ?",
            (seq, self._scope, name),
        )

    def failed(self, name: str) -> int:
        """Count a failed attempt at a session's next window; returns how many there were."""
        bound = (self._scope, name)
        with self._db.transaction("consolidate"):
            self._db.run("update session set attempts = attempts + 1 where scope = ? and external_id = ?", bound)
            return int(self._db.value("select attempts from session where scope = ? and external_id = ?", bound) or 0)

    def park(self, name: str, reason: str) -> None:
        """Park a session from its next window on, where no single turn is to blame."""
        with self._db.transaction("consolidate"):
            self._db.run(
                "update session set parked_reason = ? where scope = ? and external_id = ?", (reason, self._scope, name)
            )

    def unpark(self) -> int:
        """Give parked sessions and turns another round of attempts; returns how many sessions that concerns."""
        with self._db.transaction("consolidate"):
            sessions = {*self.parked()} | self.parking.release()
            self._db.run("update session set attempts = 0, parked_reason = null where scope = ?", (self._scope,))
        return len(sessions)

    def parked(self) -> dict[str, str]:
        """Return why sessions, or single turns of them, are parked, by the sessions' names."""
        rows = self._db.rows(
            "select external_id, parked_reason from session where scope = ? and parked_reason is not null order by id",
            (self._scope,),
        )
        reasons: dict[str, dict[str, None]] = {name: {reason: None} for name, reason in rows}
        for one in self.parking.all():
            reasons.setdefault(one.session, {})[f"turn {one.seq}: {one.told}"] = None
        return {name: "; ".join(told) for name, told in reasons.items()}

    def told(self, session: int, seq: int) -> None:
        """Move a session's episode watermark; joins the open transaction."""
        self._db.run("update session set told_seq = max(told_seq, ?) where id = ?", (seq, session))

    def progress(self) -> tuple[int, int, int]:
        """Return how many turns are consolidated, pending and parked."""
        done, pending, parked = self._db.rows(
            "select coalesce(sum(t.seq <= s.consolidated_seq), 0),"
            " coalesce(sum(t.seq > s.consolidated_seq and s.parked_reason is null), 0),"
            " coalesce(sum(t.seq > s.consolidated_seq and s.parked_reason is not null), 0)"
            " from turn t join session s on s.id = t.session where s.scope = ? and t.kept = 1",
            (self._scope,),
        )[0]
        alone = len(self.parking.all())
        return int(done) - alone, int(pending), int(parked) + alone

    def oldest_pending(self) -> datetime | None:
        """Return when the oldest turn was said that waits to be consolidated."""
        found = self._db.value(
            "select min(i.said_at) from session s cross join turn t on t.session = s.id and t.seq > s.consolidated_seq"
            " join item i on i.id = t.item where s.scope = ? and s.parked_reason is null",
            (self._scope,),
        )
        return moment(found) if found else None

    def neighbours(self, items: Iterable[int], *, reach: int) -> dict[int, dict[int, int]]:
        """Return for each turn the turns up to `reach` seqs before and after it, as {offset: item}; not itself.

        What is written by hand stands alone.
        """
        found: dict[int, dict[int, int]] = {}
        for item, other, offset in self._db.rows(
            "select t.item, n.item, n.seq - t.seq from json_each(:items) j cross join turn t on t.item = j.value"
            " join turn n on n.session = t.session and n.seq between t.seq - :reach and t.seq + :reach"
            " where n.item <> t.item and n.kept = 1 and 'manual' not in (n.origin, t.origin) order by t.item, n.seq",
            {"items": json.dumps(list(items)), "reach": reach},
        ):
            found.setdefault(item, {})[offset] = other
        return found

    def surroundings(self, items: Iterable[int], *, reach: int) -> dict[int, dict[int, int]]:
        """Return the turns each item stands among, as {turn: distance in turns}, itself left out.

        A fact stands where it was last said: in the turn that proves it, at distance 0. Episodes and what is written by
        hand stand alone.
        """
        found: dict[int, dict[int, int]] = {}
        for item, other, distance in self._db.rows(
            "select a.item, n.item, abs(n.seq - t.seq) from (select j.value as item, coalesce("
            " (select f.item from turn f where f.item = j.value),"
            " (select max(e.turn) from fact f join evidence e on e.item = f.item where f.item = j.value)) as turn"
            " from json_each(:items) j) a cross join turn t on t.item = a.turn"
            " join turn n on n.session = t.session and n.seq between t.seq - :reach and t.seq + :reach"
            " where n.item <> a.item and n.kept = 1 and 'manual' not in (n.origin, t.origin) order by a.item, n.seq",
            {"items": json.dumps(list(items)), "reach": reach},
        ):
            found.setdefault(item, {})[other] = distance
        return found

    def read(self, items: Iterable[int]) -> dict[int, Turn]:
        """Return turns by their item ids, without words that have expired; what is no turn of this user is left out."""
        rows = self._db.rows(
            f"{_TURN} and i.id in (select value from json_each(:items))",
            {"scope": self._scope, "items": json.dumps(list(items))},
        )
        since = self._retention.bound()["keep_turns"]
        return {row[7]: _turn(row) if row[4] >= since else _turn(row)._replace(content="", kept=False) for row in rows}

    def present(self, items: Collection[int]) -> bool:
        """Whether all of some turns are there with their words."""
        count = "select count(*) from turn where kept = 1 and item in (select value from json_each(?))"
        return int(self._db.value(count, (json.dumps(list(items)),))) == len(items)

    def _add(self, session: Session, entry: Entry) -> int | None:
        digests = [bytes.fromhex(text) for text in entry.source.get("ids", ())]
        if entry.source.get(FORGOTTEN) or self.known(digests):
            return None
        item = self.put(session.id, entry, project=session.project)
        if not entry.content.strip():
            self._lexical.put([(item, "", "")])  # found by nothing, and yet a row that the index has to know
        return item

    def put(self, session: int, entry: Entry, *, project: str | None, item: int | None = None) -> int:
        """Make rows of one turn, under a number it had before or the next one; joins the open transaction.

        What stands around it is not in its row, nor it in the index.
        """
        name = entry.source.get("name")
        # An empty turn keeps its place, as one that lost its words does, and is found by nothing.
        says_anything = bool(entry.content.strip())
        item = self._db.insert(
            "insert into item (id, scope, layer, project, said_at, text, own, context)"
            " values (:id, :scope, 'turn', :project, :at, :text, :own, '')",
            {
                "id": item,
                "scope": self._scope,
                "project": project,
                "at": entry.at,
                "text": entry.content,
                "own": own_words(entry.content, name if says_anything else None),
            },
        )
        self._db.run(
            "insert into turn (item, session, seq, role, name, origin, kept) values (?, ?, ?, ?, ?, ?, ?)",
            (item, session, entry.seq, entry.role, name, entry.source.get("origin", "user"), int(says_anything)),
        )
        digests = [bytes.fromhex(text) for text in entry.source.get("ids", ())]
        self._db.run_many("insert into identity values (?, ?, ?)", [(self._scope, d, item) for d in digests])
        if says_anything:
            self._db.run("insert into waiting values (?)", (item,))
            self._told_days.put(item, role=entry.role, text=entry.content, at=entry.at)
        return item

    def set_contexts(self, session: int) -> None:
        """Write what stands around each turn of a session, for an index that is made anew; joins the transaction."""
        rows = self._db.rows(f"{_AROUND} order by t.seq", {"session": session})
        found = ((self._context(rows, place), row[1], row[3]) for place, row in enumerate(rows))
        changed = [(context, item) for context, item, before in found if context != before]
        self._db.run_many("update item set context = ? where id = ?", changed)

    def _refresh_context(self, session: int, *, since: int) -> None:
        """Index the turns from `since` on, and write again the few before them whose context now reaches further.

        What is written by hand stands alone: the note before it is about something else.
        """
        reach = self._around.turns
        rows = self._db.rows(
            f"{_AROUND} and (t.seq >= :since or t.seq in"
            " (select seq from turn where session = :session and kept = 1 and seq < :since"
            " order by seq desc limit :reach)) order by t.seq",
            {"session": session, "since": since, "reach": 2 * reach},
        )
        first = next((place for place, row in enumerate(rows) if row[0] >= since), len(rows))
        for place in range(max(0, first - reach), len(rows)):
            self._put_context(rows, place, is_new=rows[place][0] >= since)

    def renew(self, session: int) -> None:
        """Prepare the words of a session's turns anew, and index them; joins the open transaction."""
        rows = self._db.rows(f"{_WORDED} and t.session = ? order by t.seq", (session,))
        self._lexical.take([(item, own, context) for _, item, own, context, _, _ in rows])
        new = [(own_words(text, name), item) for _, item, _, _, text, name in rows]
        self._db.run_many("update item set own = ? where id = ?", new)
        if rows:
            self._refresh_context(session, since=rows[0][0])

    def close_gaps(self, session: int, seqs: Iterable[int]) -> None:
        """Write the contexts of the turns around some that are gone; joins the open transaction."""
        reach, done = self._around.turns, set[tuple[int, ...]]()
        bound = {"session": session, "reach": 2 * reach}
        for seq in sorted(seqs):
            before, after = (
                self._db.rows(f"{_AROUND} and t.seq {side} limit :reach", bound | {"seq": seq})
                for side in ("< :seq order by t.seq desc", "> :seq order by t.seq")
            )
            rows = [*reversed(before), *after]
            gap = tuple(row[0] for row in rows)
            for place in range(max(0, len(before) - reach), len(before) + min(reach, len(after))):
                if gap not in done:
                    self._put_context(rows, place, is_new=False)
            done.add(gap)

    def _put_context(self, rows: Sequence[Row], place: int, *, is_new: bool) -> None:
        """Index a turn with the words of those around it, `rows` in order; one that is not new only if they differ."""
        _, item, words, before, _ = rows[place]
        context = self._context(rows, place)
        if not is_new and context == before:
            return
        if not is_new:
            self._lexical.take([(item, words, before)])
        self._db.run("update item set context = ? where id = ?", (context, item))
        self._lexical.put([(item, words, context)])

    def _context(self, rows: Sequence[Row], place: int) -> str:
        """Return the words of the turns around one."""
        reach = self._around.turns
        near = [*rows[max(0, place - reach) : place], *rows[place + 1 : place + reach + 1]]
        own = (" ".join(row[2].split()[: self._around.words]) for row in near if row[4] != "manual")
        return "" if rows[place][4] == "manual" else " ".join(filter(None, own))


def own_words(text: str, name: str | None) -> str:
    """Return a turn's own words as the index has them; its speaker's name is one of them."""
    return " ".join(filter(None, (prepare(name or ""), prepare(text))))


def own_mark(session: str, seq: int, role: str, text: str, at: str) -> bytes:
    """Return the digest a turn goes by where no source gave it one; `at` is a stamp.

    Of the text as an export has it: what is secret may be masked by now that was not when it was said.
    """
    return mark_of(json.dumps(["turn", session, seq, role, clean(text), at], ensure_ascii=False))


def _session(row: Row) -> Session:
    ident, name, project, indexed, consolidated, told, size, last = row
    last_turn_at = moment(last) if last else datetime.min.replace(tzinfo=UTC)
    return Session(ident, name, project, indexed, consolidated, told, size, last_turn_at)


def _turn(row: Row) -> Turn:
    session, seq, role, text, at, name, origin, item, kept = row
    return Turn(session, seq, role, text, moment(at), name, origin, item, bool(kept))
