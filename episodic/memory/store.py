"""One user's memory: the journal and the one SQLite file, opened together. Knows nothing of ranking or consolidating.

Order of every write: the journal first, fsynced; then rows, with the watermark that says so, in one transaction.
Order of locks: the journal's file lock, then SQLite's, never the reverse.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from episodic.config import Config, load
from episodic.errors import InputError, NotFoundError
from episodic.language.dates import bound_of, stamp
from episodic.language.tokens import asked
from episodic.memory import by_hand, whole
from episodic.memory.counts import Status, counted
from episodic.memory.db import Database
from episodic.memory.doubts import Doubts
from episodic.memory.embeddings import Embeddings
from episodic.memory.entities import Entities
from episodic.memory.episode_log import Episode, EpisodeList, EpisodeLog, Wanted
from episodic.memory.events import EventLog
from episodic.memory.facts import Facts, Ruling
from episodic.memory.filters import Filter
from episodic.memory.forgetting import Forgetting
from episodic.memory.household import Household, Member
from episodic.memory.injections import Injections
from episodic.memory.journal import Journal
from episodic.memory.leases import Leases
from episodic.memory.lexical import LexicalIndex
from episodic.memory.loops import Loop, Loops
from episodic.memory.memories import Item, Memories
from episodic.memory.neighbours import neighbours
from episodic.memory.owner import Receipt, Rights
from episodic.memory.profiles import Profiles
from episodic.memory.projects import Projects
from episodic.memory.recording import Recorder
from episodic.memory.replay import Replay
from episodic.memory.retention import Retention
from episodic.memory.sources import Sources
from episodic.memory.spending import Spending
from episodic.memory.supersession import Link, Supersessions
from episodic.memory.told_days import ToldDays
from episodic.memory.tombstones import Tombstones
from episodic.memory.turns import Neighbourhood, Turns
from episodic.memory.vaults import Vaults
from episodic.memory.vectors import VectorIndex
from episodic.memory.workstreams import Stream, Workstreams
from episodic.memory.writer import Accepted, Writer
from episodic.models.senses import senses
from episodic.records import Kind, Message, Neighbour, Outcome, Owner, Turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DATABASE: Final = "episodic.db"
JOURNAL: Final = "journal"
KEY: Final = "key"

_OF_A_USER: Final = (
    "source_file",
    "project_mark",
    "workstream",
    "entity",
    "session",
    "item",
    "injected",
    "injection",
)  # all else hangs on these


class Why(NamedTuple):
    """An item, the turns that prove it, what was decided about it, and its chain of facts, oldest first."""

    item: Item
    turns: tuple[Turn, ...]
    rulings: tuple[Ruling, ...]
    chain: tuple[Link, ...]


class Store:
    """The memory of one user in one home; no call can reach another user's.

    `judge` holds what is written by hand against what is known, `introduce` learns who it names; see
    `consolidate/opening.py`. `rights` is what its owner may do to it; see `rights/opening.py`.

    Raises:
        InputError: the user id is blank.
        StoreError: the home cannot be opened.
    """

    def __init__(
        self,
        config: Config,
        user: str,
        *,
        judge: by_hand.Judge | None = None,
        introduce: by_hand.Introduce | None = None,
        rights: Rights | None = None,
    ) -> None:
        if not user.strip():
            raise InputError("the user id is blank: name one, for instance --user default")
        if not user.isascii() and user != user.encode("utf-8", "ignore").decode():
            raise InputError("the user id is not valid Unicode: name another one")
        self.config = config
        self.user = user
        self.judge = judge
        self.introduce = introduce
        self.rights = rights
        self.home = config.home
        now = stamp(config.clock())
        whole.demand_database(self.home / DATABASE, self.home / JOURNAL)
        self.db = Database(self.home / DATABASE, now=now)
        self.journal = Journal(self.home / JOURNAL, user)
        self.scope = whole.scope_of(self.db, user, now=now, journal=self.journal.folder)
        self.lexical = LexicalIndex(self.db, self.scope)
        self.vectors = VectorIndex(self.db, self.scope)
        self.retention = Retention(self.db, self.scope, clock=config.clock)
        self.household = Household(self.db, self.scope, off=config.off)
        self.senses = senses(folder=config.models, cache=config.cache, workers=config.threads)
        self.embeddings = Embeddings(
            self.db, self.scope, self.vectors, household=self.household, config=config, senses=self.senses
        )
        self.tombstones = Tombstones(self.db, self.scope, self.home / KEY)
        around = Neighbourhood(config.context_turns, config.context_words)
        self._told_days = ToldDays(self.db, self.scope, config.local_zone())
        self.turns = Turns(self.db, self.scope, self.lexical, around, self.retention, self._told_days)
        self.writer = Writer(
            self.db,
            self.scope,
            user=user,
            journal=self.journal,
            turns=self.turns,
            tombstones=self.tombstones,
            household=self.household,
            config=config,
        )
        self.sources = Sources(self.db, self.scope)
        self.projects = Projects(self.db, self.scope)
        self.memories = Memories(self.db, self.scope, self.lexical, self.retention)
        self.episode_log = EpisodeLog(self.db, self.scope, self.memories, self.vectors, self.retention)
        self.forgetting = Forgetting(self.db, self.scope, self.lexical, self.vectors, self.turns)
        self.spending = Spending(self.db)
        self.workstreams = Workstreams(
            self.db, self.scope, self.retention, dormant_after=timedelta(days=config.dormant_days)
        )
        self.leases = Leases(self.home, user)
        self.loop_book = Loops(self.db, self.scope, self.retention, stale_after=timedelta(days=config.loop_stale_days))
        self.facts = Facts(self.db, self.scope, self.memories, self.retention)
        self.entities = Entities(self.db, self.scope, self.lexical, self.retention)
        self.profiles = Profiles(self.db, self.scope, self.retention)
        self.supersessions = Supersessions(self.db, self.scope, self.facts, self.vectors, self.retention)
        self.doubts = Doubts(self.db, self.scope, self.retention)
        self.vaults = Vaults(self.db, self.scope)
        self.injections = Injections(self.db, self.scope)
        self.events = EventLog(self.journal.folder)
        replay = Replay(self.db, self.scope, journal=self.journal, turns=self.turns)
        self.recorder = Recorder(self.db, self.scope, self.events, clock=config.clock, take_in=replay.take_in)
        whole.level(self.db, self.recorder)

    def transaction(self, kind: str = "") -> AbstractContextManager[None]:
        """All of what is written inside, or none of it; `kind` is what the record says was done."""
        return self.db.transaction(kind)

    def close(self) -> None:
        """Close this thread's connection."""
        self.db.close()

    def write(
        self, session: str, messages: Sequence[Message], *, project: str | None = None, source: str | None = None
    ) -> Accepted:
        """Take messages into the journal and the index; see `Writer.write`."""
        return self.writer.write(session, messages, project=project, source=source)

    def catch_up(self) -> int:
        """Index what a crash left in the journal only; returns how many turns that was.

        What an older version wrote is recorded too, if nothing was so far, and its turns are read for days.
        """
        if not self.db.read_only:
            self.recorder.take_over()
        count = self.writer.catch_up()
        if not self.db.read_only:
            self._told_days.finish()
        return count

    def unindexed_bytes(self) -> int:
        """Return how much of the journal has not reached the index; 0 when all has.

        Looks at every session's journal: ask `journal.unsettled` first where time matters.
        """
        return self.writer.unindexed_bytes()

    def remember(self, text: str, *, kind: Kind = "personal", project: str | None = None) -> int:
        """Keep what a person writes by hand, as a turn of theirs and a fact it proves; returns the fact's id.

        Saying the same again confirms the fact there is, an update takes the old one's place: see `why`. While memory
        is switched off nothing is kept, and what is returned is 0, which is nobody's id.

        Raises:
            InputError: there is nothing to remember, or too much for one fact.
        """
        return by_hand.remember(self, text, kind=kind, project=project)[0]

    def remember_episode(  # noqa: PLR0913 - all but one by name
        self,
        what: str,
        *,
        outcome: str | None = None,
        worked: bool | None = None,
        tried: Iterable[str] = (),
        lessons: Iterable[str] = (),
        tags: Iterable[str] = (),
        project: str | None = None,
    ) -> int:
        """Keep what happened, in a person's or an agent's own words; returns the episode's id, 0 while switched off.

        Args:
            what: what happened; with `outcome` at most 60 words.
            outcome: how it ended.
            worked: whether that was good; None: it is open still.
            tried: what was tried before.
            lessons: what to do, or not to do, another time.
            tags: names to find it by.
            project: what it belongs to.

        Raises:
            InputError: it does not say what happened, or takes too many words for it.
        """
        self.db.demand_writable()
        if self.household.paused():
            return 0
        told = by_hand.record(what, outcome=outcome, worked=worked, tried=tried, lessons=lessons, tags=tags)
        return by_hand.keep_episode(self, told, project=project)

    def episodes(  # noqa: PLR0913 - all by name
        self,
        *,
        last: int | None = None,
        after: datetime | date | None = None,
        before: datetime | date | None = None,
        project: str | None = None,
        having: EpisodeList | None = None,
        subject: str | None = None,
        tag: str | None = None,
        outcome: Outcome | None = None,
        archived: bool = False,
    ) -> list[Episode]:
        """Return episodes, newest first; `after` includes, `before` excludes, naive times are in the user's zone.

        Args:
            last: how many at most.
            after: the earliest time, included.
            before: the first time left out.
            project: only what belongs to it.
            having: only those whose list of that name is not empty.
            subject: only those whose subject, topics, tags or summary have all its words.
            tag: only those with that tag, in any case.
            outcome: only those that ended like that.
            archived: with those that were merged or archived.
        """
        zone = self.config.local_zone()
        wanted = Wanted(
            after=stamp(bound_of(after, zone)) if after is not None else None,
            before=stamp(bound_of(before, zone)) if before is not None else None,
            project=self.projects.resolved(project),
            having=having,
            subject=subject,
            tag=tag,
            outcome=outcome,
            archived=archived,
        )
        return self.episode_log.find(wanted, most=last)

    def loops(
        self,
        *,
        everything: bool = False,
        project: str | None = None,
        owner: Owner | None = None,
        due_before: date | None = None,
    ) -> list[Loop]:
        """Return what is unfinished, dated ones first; with `everything` also what is done, dropped or put off."""
        return self.loop_book.find(
            now=self.config.clock(),
            everything=everything,
            project=self.projects.resolved(project),
            owner=owner,
            due_before=due_before,
        )

    def neighbours(self, text: str, *, project: str | None, vector: "NDArray[np.float32] | None") -> list[Neighbour]:
        """Return the current facts nearest to a text by words and, where there is a vector, by meaning; nearest first.

        Only facts of the same project, or of none where the text has none.
        """
        return neighbours(self, text, project=project, vector=vector)

    def filter(self, **bounds: Any) -> Filter:
        """Return the bounds of a search, which keep out what has expired and what holds no longer."""
        lapsing = self.retention.lapsed()
        kept = self.retention.bound() if lapsing or self.retention.is_set() else None
        bounds["project"] = self.projects.resolved(bounds.get("project"))
        return Filter(**bounds, kept=kept, lapsing=lapsing)

    def streams(self, *, project: str | None = None, everything: bool = False) -> list[Stream]:
        """Return the threads of work, the last gone on with first; dormant and closed ones with `everything`."""
        named = self.projects.resolved(project)
        return self.workstreams.find(now=self.config.clock(), everything=everything, project=named)

    def about(self, subject: str) -> list[int]:
        """Return the items about a subject: they have all its words, or are part of an episode that has."""
        words = asked(subject)
        episodes = [episode.id for episode in self.episode_log.find(Wanted(subject=subject))] if words else []
        return [*self.lexical.having(words), *episodes, *self.episode_log.members(episodes)]

    def proofs(self, idents: Iterable[int]) -> list[Turn]:
        """Return the turns that prove memories, each once, oldest first."""
        items = self.memories.items(idents).values()
        turns = self.turns.read(turn for item in items for turn in item.evidence_items).values()
        return sorted(turns, key=lambda turn: (turn.at, turn.session, turn.seq))

    def why(self, ident: int) -> Why:
        """Return what proves a memory: its turns, what was decided about it, and what it replaced or was replaced by.

        Raises:
            NotFoundError: nothing of this user goes by that number.
        """
        item = self.memories.items([ident]).get(ident)
        if item is None:
            raise NotFoundError(
                f"there is no #{ident} for user {self.user}: see `episodic recall --explain` for numbers"
            )
        turns = sorted(self.turns.read(item.evidence_items).values(), key=lambda turn: (turn.session, turn.seq))
        chain = self.supersessions.chain(ident) if item.layer == "fact" else []
        return Why(item, tuple(turns), tuple(self.facts.verdicts(ident)), tuple(chain))

    def forget(  # noqa: PLR0913 - what narrows, by name
        self,
        ids: int | Sequence[int] = (),
        *,
        query: str | None = None,
        session: str | None = None,
        project: str | None = None,
        after: datetime | date | None = None,
        before: datetime | date | None = None,
        source: str | None = None,
        everything: bool = False,
        with_history: bool = False,
        verify: bool = False,
    ) -> Receipt:
        """Remove memories for good, with the turns that say them and all that rests on these alone.

        Nothing asks here, as `episodic forget` does. Several bounds narrow together.

        Args:
            ids: facts, turns, episodes or loops by their numbers.
            query: only what has all its words.
            session: only what was said in it.
            project: only what belongs to it.
            after: only what was said from then on; naive times are in the user's zone.
            before: only what was said before.
            source: only what came from that file.
            everything: all of this user.
            with_history: what a fact replaced and what replaced it goes too; else that stays history.
            verify: search every file of the home for it afterwards.

        Raises:
            NotFoundError: nothing goes by one of the numbers, or nothing is like that.
            InputError: nothing was named, or everything and something at once.
            JournalError: another process is writing for this user.
        """
        if self.rights is None:
            raise InputError("this store was opened without its owner's rights: open it with episodic.get_store")
        return self.rights(
            self,
            (ids,) if isinstance(ids, int) else tuple(ids),
            query=query,
            session=session,
            project=self.projects.resolved(project),
            after=after,
            before=before,
            sources=None if source is None else (source,),
            everything=everything,
            with_history=with_history,
            verify=verify,
        )

    def users(self) -> list[str]:
        """Return the users of this home."""
        return [row[0] for row in self.db.rows("select user from scope order by user")]

    def status(self) -> Status:
        """Count what is here."""
        return counted(self)

    def erase(self) -> bool:
        """Remove every row, word and vector of this user, leaving tombstones for what its sources call the turns.

        The caller removes the journal; the write-ahead log is folded in, so that no byte of it stays on disk. The user
        keeps the scope's id: another one who got it would be read by whoever still has this store open. Returns whether
        that could be done; a process that reads for minutes holds it up.
        """
        items = [row[0] for row in self.db.rows("select id from item where scope = ?", (self.scope,))]
        with self.transaction("forget"):
            self.tombstones.mark(self.turns.marks())
            self.vectors.remove(items)
            self.lexical.drop()
            for table in _OF_A_USER:
                self.db.run(f"delete from {table} where scope = ?", (self.scope,))
            self.lexical.create()
        return self.db.checkpoint()


def members(config: Config) -> list[Member]:
    """Return the users of a home and how much is remembered of theirs, without making one."""
    whole.demand_database(config.home / DATABASE, config.home / JOURNAL)
    if not (config.home / DATABASE).exists():
        return []
    return Household(Database(config.home / DATABASE, now=stamp(config.clock())), 0, off=config.off).members()


def open_store(  # noqa: PLR0913 - all but two by name
    home: str | Path | None = None,
    user: str = "default",
    *,
    clock: Callable[[], datetime] | datetime | None = None,
    config: Config | None = None,
    judge: by_hand.Judge | None = None,
    introduce: by_hand.Introduce | None = None,
    rights: Rights | None = None,
) -> Store:
    """Open a user's memory, made if it is new; the public way is `get_store`, which names the judge.

    Raises:
        ConfigError: a setting cannot be read.
        StoreError: the home cannot be opened.
    """
    settings = config or load()
    if home is not None:
        settings = replace(settings, home=Path(home).expanduser())
    if clock is not None:
        settings = replace(settings, now=clock)
    return Store(settings, user, judge=judge, introduce=introduce, rights=rights)
