"""Facts as rows: added, confirmed, split by time. Knows nothing of what replaces what.

A fact holds from its start: when it became true where that was said, else when it was said first.
"""

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from episodic.language.dates import moment, stamp
from episodic.language.tokens import prepare
from episodic.memory.db import Database
from episodic.memory.memories import Memories
from episodic.memory.retention import HOLDS, KEPT, Retention
from episodic.records import Candidate, Confidence, Kind, Turn


class Ruling(NamedTuple):
    """What a judge decided about a fact, with its scores, and when."""

    judge: str
    outcome: str
    scores: Mapping[str, object]
    at: datetime


class Facts:
    """The facts of one scope."""

    def __init__(self, db: Database, scope: int, memories: Memories, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._memories = memories
        self._retention = retention

    def add(  # noqa: PLR0913 - a row's columns, by name
        self,
        candidate: Candidate,
        turn: Turn,
        *,
        speaker: str,
        confidence: Confidence,
        project: str | None,
        learnt_at: datetime,
        salience: float = 1.0,
        tier: Literal["durable", "episodic"] = "durable",
    ) -> int:
        """Store a fact proved by `turn`; joins the open transaction. Returns its id."""
        item = self._memories.add_item(
            layer="fact",
            kind=candidate.kind,
            project=project,
            said_at=stamp(turn.at),
            text=candidate.text,
            context=" ".join((candidate.quote, *candidate.entities)),
        )
        self._db.run(
            "insert into fact (item, quote, speaker, stance, confidence, valid_from, valid_until, last_confirmed_at,"
            " learnt_at, salience, tier) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                item,
                candidate.quote,
                speaker,
                candidate.stance,
                confidence,
                stamp(candidate.valid_from) if candidate.valid_from else None,
                stamp(candidate.valid_until) if candidate.valid_until else None,
                stamp(turn.at),
                stamp(learnt_at),
                salience,
                tier,
            ),
        )
        self._memories.prove(item, [turn])
        return item

    def same(self, candidate: Candidate, *, project: str | None) -> int | None:
        """Return the live fact that says the same, letter case, spacing and a full stop aside; None without one.

        The index's words find it and do not suffice: to them "can" and "can't", "C++" and "C#" are the same.
        """
        rows = self._db.rows(
            "select i.id, i.text from item i where i.scope = :scope and i.layer = 'fact' and i.live = 1"
            f" and i.kind = :kind and i.own = :own and i.project is :project and {KEPT} and {HOLDS} order by i.id",
            {"scope": self._scope, "kind": candidate.kind, "own": prepare(candidate.text), "project": project}
            | self._retention.bound(),
        )
        return next((item for item, text in rows if says_the_same(text, candidate.text)), None)

    def texts(self, facts: Iterable[int]) -> dict[int, tuple[str, Kind]]:
        """Return what facts say and their kinds, without their evidence, of which a fact said often has thousands."""
        rows = self._db.rows(
            "select id, text, kind from item where +scope = ? and id in (select value from json_each(?)) order by id",
            (self._scope, json.dumps(list(facts))),
        )
        return {item: (text, kind) for item, text, kind in rows}

    def current_of(self, turns: Iterable[int], *, kinds: Sequence[Kind] | None = None) -> list[int]:
        """Return the current facts that some turns prove, of some kinds or of all, newest first."""
        rows = self._db.rows(
            "select distinct i.id, i.said_at from json_each(:turns) j cross join evidence e on e.turn = j.value"
            " join item i on i.id = e.item where i.scope = :scope and i.layer = 'fact' and i.live = 1"
            " and (:kinds is null or i.kind in (select value from json_each(:kinds)))"
            f" and {KEPT} and {HOLDS} order by i.said_at desc, i.id desc",
            {
                "scope": self._scope,
                "turns": json.dumps(list(turns)),
                "kinds": json.dumps(list(kinds)) if kinds is not None else None,
                **self._retention.bound(),
            },
        )
        return [row[0] for row in rows]

    def restate(self, fact: int, turn: Turn) -> None:
        """Count one more saying of a fact; the same turn proves it only once. A restated fact is of high confidence."""
        if self._db.value("select 1 from evidence where item = ? and turn = ?", (fact, turn.item)):
            return
        self._memories.prove(fact, [turn])
        at = stamp(turn.at)
        self._db.run(
            "update fact set recurrence = recurrence + 1, confidence = 'high',"
            " last_confirmed_at = max(last_confirmed_at, :at) where item = :fact",
            {"at": at, "fact": fact},
        )
        self._db.run("update item set said_at = min(said_at, :at) where id = :fact", {"at": at, "fact": fact})

    def last_said(self, fact: int) -> str:
        """Return when a fact was last said; one that names its own time is said at that time only."""
        return str(
            self._db.value(
                "select coalesce(f.valid_from, max(t.said_at), i.said_at) from item i join fact f on f.item = i.id"
                " left join evidence e on e.item = i.id left join item t on t.id = e.turn where i.id = ?",
                (fact,),
            )
        )

    def split_off(self, fact: int, *, before: str) -> int:
        """Make a row of its own of what was said of a fact before a time; returns the new row's id."""
        text, kind, project, said_at, quote = self._db.rows(
            "select i.text, i.kind, i.project, i.said_at, f.quote from item i join fact f on f.item = i.id"
            " where i.id = ?",
            (fact,),
        )[0]
        twin = self._memories.add_item(
            layer="fact", kind=kind, project=project, said_at=said_at, text=text, context=quote
        )
        self._db.run(
            "insert into fact (item, quote, speaker, stance, confidence, recurrence, valid_from, valid_until,"
            " last_confirmed_at, salience, tier, learnt_at, retired_at, reviewed)"
            " select :twin, quote, speaker, stance, confidence, recurrence, valid_from, valid_until,"
            " last_confirmed_at, salience, tier, learnt_at, retired_at, reviewed from fact where item = :fact",
            {"twin": twin, "fact": fact},
        )
        self._db.run(
            "update evidence set item = :twin where item = :fact"
            " and turn in (select id from item where layer = 'turn' and said_at < :before)",
            {"fact": fact, "before": before, "twin": twin},
        )
        for one in (twin, fact):
            self.recount(one)
        return twin

    def proved_by(self, turns: Iterable[Turn], *, retired_too: bool = False) -> list[Candidate]:
        """Return the live facts that any of the turns prove, as they were proposed, in the order of their ids."""
        rows = self._db.rows(
            "select distinct i.kind, i.text, f.quote, t.seq, f.stance from evidence e join item i on i.id = e.item"
            " join fact f on f.item = i.id join turn t on t.item = e.turn"
            " where +i.scope = :scope and (i.live = 1 or :retired_too)"
            " and e.turn in (select value from json_each(:turns)) order by i.id",
            {"scope": self._scope, "turns": json.dumps([turn.item for turn in turns]), "retired_too": retired_too},
        )
        return [Candidate(kind, text, quote, seq, stance) for kind, text, quote, seq, stance in rows]

    def judged(self, fact: int, *, judge: str, outcome: str, scores: Mapping[str, object], at: datetime) -> None:
        """Keep a verdict and the scores behind it; joins the open transaction. No text of anybody's belongs in it."""
        self._db.run(
            "insert into verdict (item, judge, outcome, scores, at) values (?, ?, ?, ?, ?)",
            (fact, judge, outcome, json.dumps(scores, sort_keys=True), stamp(at)),
        )

    def verdicts(self, fact: int) -> list[Ruling]:
        """Return what was decided about a fact, oldest first."""
        rows = self._db.rows(
            "select v.judge, v.outcome, v.scores, v.at from verdict v join item i on i.id = v.item"
            " where v.item = ? and i.scope = ? order by v.id",
            (fact, self._scope),
        )
        return [Ruling(judge, outcome, json.loads(scores), moment(at)) for judge, outcome, scores, at in rows]

    def reword(self, fact: int, quote: str) -> None:
        """Let other words prove a fact that lost the turn with its own; joins the open transaction."""
        self._db.run("update fact set quote = ? where item = ?", (quote, fact))

    def recount(self, fact: int) -> None:
        """Bring what is derived from a fact's sayings in line with its evidence."""
        said = "select {} from evidence e join item t on t.id = e.turn where e.item = :fact"
        self._db.run(
            f"update fact set recurrence = max(1, ({said.format('count(*)')})),"
            f" last_confirmed_at = coalesce(({said.format('max(t.said_at)')}), last_confirmed_at) where item = :fact",
            {"fact": fact},
        )
        self._db.run(
            f"update item set said_at = coalesce(({said.format('min(t.said_at)')}), said_at) where id = :fact",
            {"fact": fact},
        )


def _folded(text: str) -> str:
    """Return a text without what does not change what it says."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    return " ".join(plain.split()).rstrip(" .!。")


def says_the_same(one: str, other: str) -> bool:
    """Whether two texts differ in letter case, spacing and a full stop at most."""
    return _folded(one) == _folded(other)
