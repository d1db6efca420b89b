"""Episodes as rows: told once, never edited, merged by adding a row and archived by state. Knows nothing of who tells.

An archived episode is out of every answer and every list that does not ask for it; `restore` brings it back.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import Final, Literal, NamedTuple, get_args

from episodic.language.dates import moment, stamp
from episodic.language.tokens import asked, stands_in
from episodic.memory.db import Database, Row
from episodic.memory.memories import Memories
from episodic.memory.retention import KEPT, Retention
from episodic.memory.vectors import VectorIndex
from episodic.records import EpisodeRecord, Outcome, Turn

EpisodeList = Literal["topics", "decisions", "advice_given", "actions", "lessons", "key_numbers", "concerns", "tags"]
EPISODE_LISTS: Final[tuple[EpisodeList, ...]] = get_args(EpisodeList)


class Episode(NamedTuple):
    """One episode with its record's fields; `id` is its item. `merged_into` is the episode that tells it now."""

    id: int
    session: str
    project: str | None
    started_at: datetime
    ended_at: datetime
    record: EpisodeRecord
    by_hand: bool = False
    archived_at: datetime | None = None
    merged_into: int | None = None


class Wanted(NamedTuple):
    """Which episodes are looked for; None leaves a side open.

    Times are as stored. `having` keeps those whose list of that name is not empty, `subject` those whose subject,
    topics, tags or summary have all its words, `tag` and `outcome` those with that one.
    """

    after: str | None = None
    before: str | None = None
    project: str | None = None
    having: EpisodeList | None = None
    subject: str | None = None
    tag: str | None = None
    outcome: Outcome | None = None
    archived: bool = False


class EpisodeLog:
    """The episodes of one scope."""

    def __init__(
        self, db: Database, scope: int, memories: Memories, vectors: VectorIndex, retention: Retention
    ) -> None:
        self._db = db
        self._scope = scope
        self._memories = memories
        self._vectors = vectors
        self._retention = retention

    def add(self, record: EpisodeRecord, turns: Sequence[Turn], *, session: int, project: str | None) -> int:
        """Store an episode proved by all its turns; joins the open transaction. Returns its id."""
        item = self._memories.add_item(
            layer="episode",
            kind=None,
            project=project,
            said_at=stamp(max(turn.at for turn in turns)),
            text=record.summary,
            context=surroundings(record),
        )
        columns = {"item": item, "session": session, **_columns(record, turns)}
        names = ", ".join(columns)
        self._db.run(f"insert into episode ({names}) values ({', '.join(f':{name}' for name in columns)})", columns)
        self._memories.prove(item, turns)
        return item

    def retell(self, episode: int, record: EpisodeRecord, turns: Sequence[Turn]) -> None:
        """Put another record in an episode's place, whose words and index are written anew; joins the transaction.

        Only for what lost some of its turns: else an episode is written once.
        """
        columns = _columns(record, turns)
        assignments = ", ".join(f"{name} = :{name}" for name in columns)
        self._db.run(f"update episode set {assignments} where item = :item", {**columns, "item": episode})

    def find(self, wanted: Wanted, *, most: int | None = None) -> list[Episode]:
        """Return episodes, newest first, by the end of their last turn; `most` of them."""
        words, columns, bounds = asked(wanted.subject or ""), _EPISODE, "i.scope = :scope"
        if words:
            bounds = "+i.scope = :scope and i.id in (select value from json_each(:named))"
        elif most is not None:  # newest first by the index, until there are enough
            columns, bounds = _EPISODE.replace(_BY_ITEM, _BY_END), "+i.scope = :scope"
        rows = self._db.each(
            f"{columns} and {bounds} and {KEPT} and (:archived or i.live = 1)"
            " and (:after is null or e.ended_at >= :after) and (:before is null or e.started_at < :before)"
            " and (:project is null or i.project = :project) and (:outcome is null or e.outcome = :outcome)"
            " order by e.ended_at desc, e.item desc",
            {"scope": self._scope, "named": json.dumps(self._memories.having(words)), **wanted._asdict()}
            | self._retention.bound(),
        )
        return list(islice((episode for row in rows if _fits(episode := _episode(row), wanted)), most))

    def read(self, ids: Iterable[int]) -> dict[int, Episode]:
        """Return episodes by id, archived ones too; unknown and expired ones are left out."""
        rows = self._db.rows(
            f"{_EPISODE} and +i.scope = :scope and i.id in (select value from json_each(:ids)) and {KEPT}",
            {"scope": self._scope, "ids": json.dumps(list(ids)), **self._retention.bound()},
        )
        return {row[0]: _episode(row) for row in rows}

    def in_time(self, ids: Iterable[int]) -> list[Episode]:
        """Return episodes by id, oldest first, archived ones too."""
        return sorted(self.read(ids).values(), key=lambda one: (one.ended_at, one.id))

    def archive(self, ids: Iterable[int], *, at: datetime, into: int | None = None) -> None:
        """Take episodes out of every answer, as told by another one where `into` names it; joins the transaction."""
        self._set(list(ids), archived_at=stamp(at), into=into)

    def restore(self, episode: int, *, at: datetime) -> list[int]:
        """Take back an archiving, or a merge by its row; joins the open transaction. Returns the ids brought back.

        The row of a merge is archived in turn, so that nothing said of it is lost. None where there was neither.
        """
        sources = [row[0] for row in self._db.rows("select item from episode where merged_into = ?", (episode,))]
        if sources:
            self.archive([episode], at=at)
        archived = self._db.value("select archived_at from episode where item = ?", (episode,))
        back = sources or ([episode] if archived else [])
        self._set(back, archived_at=None, into=None)
        return back

    def settled(self) -> set[int]:
        """Return the episodes whose merging or archiving was taken back: a person has decided that they stay."""
        rows = self._db.rows(
            "select v.item from verdict v join item i on i.id = v.item"
            " where +i.scope = ? and i.layer = 'episode' and v.outcome = 'undone'",
            (self._scope,),
        )
        return {row[0] for row in rows}

    def members(self, episodes: Iterable[int]) -> list[int]:
        """Return the turns that prove episodes, and the facts those turns prove."""
        rows = self._db.rows(
            "select turn from evidence where item in (select value from json_each(:ids)) union"
            " select f.item from evidence e join evidence f on f.turn = e.turn"
            " where e.item in (select value from json_each(:ids))",
            {"ids": json.dumps(list(episodes))},
        )
        return [row[0] for row in rows]

    def _set(self, episodes: list[int], *, archived_at: str | None, into: int | None) -> None:
        wanted = json.dumps(episodes)
        self._db.run(
            "update episode set archived_at = ?, merged_into = ? where item in (select value from json_each(?))",
            (archived_at, into, wanted),
        )
        self._db.run(
            "update item set live = ? where +scope = ? and id in (select value from json_each(?))",
            (int(archived_at is None), self._scope, wanted),
        )
        self._vectors.retire(episodes, live=archived_at is None)


def surroundings(record: EpisodeRecord) -> str:
    """Return the words that an episode is found by beside its summary."""
    return " ".join((record.subject, *record.topics, *record.tags, *record.lessons))


def _columns(record: EpisodeRecord, turns: Sequence[Turn]) -> dict[str, object]:
    times = [turn.at for turn in turns]
    return {
        "subject": record.subject,
        **{name: json.dumps(getattr(record, name), ensure_ascii=False) for name in EPISODE_LISTS},
        "outcome": record.outcome,
        "user_state": record.user_state,
        "valid_until": stamp(record.valid_until) if record.valid_until else None,
        "turn_count": len(turns),
        "started_at": stamp(min(times)),
        "ended_at": stamp(max(times)),
    }


_BY_ITEM: Final = " from item i cross join episode e on e.item = i.id"
_BY_END: Final = " from episode e cross join item i on i.id = e.item"
_EPISODE: Final = (
    "select e.item, s.external_id, i.project, e.started_at, e.ended_at, e.subject, i.text, e.outcome, e.user_state,"
    " e.valid_until, e.archived_at, e.merged_into, coalesce(s.source = 'manual', 0), "
    + ", ".join(f"e.{name}" for name in EPISODE_LISTS)
    + ", (select json_group_array(t.seq order by t.seq) from evidence v join turn t on t.item = v.turn"
    + " where v.item = e.item and t.session = e.session)"
    + _BY_ITEM
    + " cross join session s on s.id = e.session where i.layer = 'episode'"
)


def _episode(row: Row) -> Episode:
    item, session, project, started, ended, subject, summary, outcome, state, until, archived, into, hand, *rest = row
    *lists, seqs = (tuple(json.loads(text)) for text in rest)
    record = EpisodeRecord(
        subject=subject,
        summary=summary,
        outcome=outcome,
        user_state=state,
        valid_until=moment(until) if until else None,
        turn_seqs=seqs,
        **dict(zip(EPISODE_LISTS, lists, strict=True)),
    )
    return Episode(
        item,
        session,
        project,
        moment(started),
        moment(ended),
        record,
        by_hand=bool(hand),
        archived_at=moment(archived) if archived else None,
        merged_into=into,
    )


def _fits(episode: Episode, wanted: Wanted) -> bool:
    record = episode.record
    if wanted.having is not None and not getattr(record, wanted.having):
        return False
    if wanted.tag is not None and wanted.tag.casefold() not in {tag.casefold() for tag in record.tags}:
        return False
    if wanted.subject is None:
        return True
    return stands_in(wanted.subject, " ".join((record.subject, *record.topics, *record.tags, record.summary)))
