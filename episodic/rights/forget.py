"""Forgetting: what was meant goes, what is left is told anew, and a receipt is counted afterwards. Knows no SQL.

The journal goes blank before the rows are gone for good: a crash in between leaves what can be named, and forgotten,
again. Asks no questions; see `meant.py` for what goes with what.
"""

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple

from episodic.errors import InputError
from episodic.language.dates import bound_of, stamp
from episodic.language.tokens import asked, prepare
from episodic.memory.episode_log import surroundings
from episodic.memory.forgetting import Scope
from episodic.memory.leases import FOLDER as LEASES
from episodic.memory.store import DATABASE, JOURNAL, KEY, Store
from episodic.memory.stripping import blank
from episodic.rights import meant, traces
from episodic.rights.meant import Doomed, Seeds
from episodic.rights.traces import Needles, Trace

_OURS: Final = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "episodic.lock", "embedding.lock", KEY)
_FOLDERS: Final = (JOURNAL, "quarantine", LEASES)
_BACKUPS: Final = "episodic.before-*.db*"


class Counts(NamedTuple):
    """How much went, by layer; `retold` episodes and `reworded` facts stay in other words."""

    turns: int = 0
    facts: int = 0
    episodes: int = 0
    loops: int = 0
    retold: int = 0
    reworded: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """How much was forgotten, and what is left of it.

    `left` names what could not be removed and is empty when all is gone. `searched` counts the files that were read to
    verify it, None: it was not asked for; `traces` are the files that hold some of it still, and what to do.
    """

    before: Counts
    left: tuple[str, ...] = ()
    searched: int | None = None
    traces: tuple[Trace, ...] = ()


def wanted(  # noqa: PLR0913 - what narrows, by name
    store: Store,
    ids: Sequence[int] = (),
    *,
    query: str | None = None,
    session: str | None = None,
    project: str | None = None,
    after: datetime | date | None = None,
    before: datetime | date | None = None,
    sources: Sequence[str] | None = None,
    with_history: bool = False,
) -> Seeds:
    """Return what a person names, with everything up to date; raises as `meant.named` does."""
    if store.journal.unsettled():
        store.catch_up()  # what a crash left in the journal only has no number yet
    zone = store.config.local_zone()
    bounds = Scope(
        session=session,
        project=project,
        after=stamp(bound_of(after, zone)) if after is not None else None,
        before=stamp(bound_of(before, zone)) if before is not None else None,
        sources=tuple(sources) if sources is not None else None,
    )
    return meant.named(store, ids, query=query, meant=bounds, with_history=with_history)


def forget(store: Store, seeds: Seeds, *, verify: bool = False) -> Receipt:
    """Remove what was named and all that hangs on it; with `verify`, search every file of the home for it.

    Raises:
        JournalError: another process is writing for this user, or the disk refused; nothing was forgotten then.
    """
    with store.journal.locked(seconds=store.config.lock_seconds):
        with store.transaction("forget"):
            going = meant.doomed(store, seeds)
            places = store.forgetting.places(going.turns)
            said = traces.words_of(store, going.items, going.loops)
            store.tombstones.mark(store.turns.marks(going.turns))
            gone = Needles(store, said)
            retold, reworded = _remove(store, going, places, gone)
            empty = store.forgetting.empty(places)
            blank(store, places, but=empty, is_left=gone.is_not_in)
            store.forgetting.drop_sessions(empty)
            store.projects.prune()
        drop_sessions(store, empty, gone)
    emptied = emptied_of(store, gone)
    drop_backups(store.home)
    counts = Counts(
        turns=len(going.turns),
        facts=len(going.facts),
        episodes=len(going.episodes) + len(going.retold) - retold,
        loops=len(going.loops),
        retold=retold,
        reworded=reworded,
    )
    rest = left(store, going.items, going.loops, places, emptied=emptied)
    folders, trouble = _in_step(store)
    found = traces.search(store, gone, folders=folders) if verify else None
    return Receipt(counts, (*rest, *trouble), found.files if found else None, found.traces if found else ())


def forget_all(store: Store, *, verify: bool = False) -> Receipt:
    """Remove everything of the store's user: rows, words, vectors, journal and quarantine. The store stays usable.

    Tombstones stay, so that taking the same transcripts in again does not bring it back.

    Raises:
        JournalError: another process is writing for this user.
    """
    store.catch_up()  # a turn that a crash left in the journal only has no identity to bury yet
    held = store.status()
    loops = len(store.loop_book.find(now=store.config.clock(), everything=True))
    said = traces.all_words(store) if verify else ()
    with store.journal.locked(seconds=store.config.lock_seconds):
        store.erase()
        store.journal.remove()
    emptied = store.db.rebuild()
    drop_backups(store.home)
    folders, trouble = _in_step(store)
    after = Store(store.config, store.user).status()
    counts = {"turns": after.turns, "facts": after.facts, "episodes": after.episodes, "journal": after.journal_bytes}
    rest = [f"{count} {name}" for name, count in counts.items() if count]
    found = traces.search(store, Needles(store, said), folders=folders) if verify else None
    return Receipt(
        Counts(held.turns, held.facts, held.episodes, loops),
        (*rest, *(() if emptied else (_BUSY,)), *trouble),
        found.files if found else None,
        found.traces if found else (),
    )


def forget_home(store: Store) -> Receipt:
    """Remove everything of every user: what Episodic keeps in its home, tombstones and key too, and nothing else."""
    held, home = store.status(), store.home
    store.close()
    for path in _kept(home):
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    return Receipt(Counts(held.turns, held.facts, held.episodes), tuple(str(path) for path in _kept(home)))


def _in_step(store: Store) -> tuple[list[Path], tuple[str, ...]]:
    """Bring every vault of the user in step with what is left; returns their folders, and what went wrong."""
    if not (store.vaults.folders() or (store.config.vault or store.home / "vault").exists()):
        return [], ()
    from episodic.rights import vault

    folders = vault.vaults_of(store)
    try:
        vault.sync_all(store, emptied=True)
    except InputError as error:
        return folders, (f"a vault ({error})",)
    return folders, ()


def drop_backups(home: Path) -> int:
    """Delete the copies that a migration made before it: it succeeded, and they hold what was forgotten since."""
    copies = list(home.glob(_BACKUPS))
    for path in copies:
        path.unlink(missing_ok=True)
    return len(copies)


def _remove(store: Store, going: Doomed, places: dict[str, list[int]], gone: Needles) -> tuple[int, int]:
    """Delete what goes and write anew what changes; returns how many episodes and facts have other words now."""
    names = store.forgetting.names_in([*going.turns, *going.facts, *going.reworded, *going.borrowed])
    threads = store.forgetting.threads_of([*going.episodes, *going.retold])
    store.forgetting.delete(going.items)
    words = {**going.reworded, **_quotes(store, going.borrowed)}
    for fact, text in words.items():
        store.forgetting.reword(fact, text=text, own=prepare(text), context=prepare(text))
        store.facts.reword(fact, text)
    for fact in going.weakened:
        store.facts.recount(fact)
    for loop in going.borrowed_loops:
        store.forgetting.requote_loop(loop)
    store.forgetting.unindex(going.retold)
    retold = sum(_retell(store, episode, gone) for episode in going.retold)
    store.forgetting.close_gaps(places)
    store.forgetting.lose_course(places)
    rename(store, threads)
    drop_names(store, names)
    now = store.config.clock()
    for fact in {*going.weakened, *words}:
        store.facts.judged(fact, judge="user", outcome="evidence forgotten", scores={}, at=now)
    return retold, len(words)


def drop_names(store: Store, names: Mapping[int, str]) -> None:
    """Delete those of some names that no item says any more; joins the open transaction."""
    store.forgetting.drop_names(one for one, name in names.items() if not _is_said(store, name))


def _is_said(store: Store, name: str) -> bool:
    words = asked(name)
    return not words or bool(store.lexical.having(words))


def _quotes(store: Store, facts: Collection[int]) -> dict[int, str]:
    return {item.id: item.quote for item in store.memories.items(facts).values() if item.quote is not None}


def _retell(store: Store, episode: int, gone: Needles) -> bool:
    """Sum an episode up by the turns it has left, or keep what of it is not gone; where nothing is it goes."""
    from episodic.consolidate.minimise import (  # their tables take longer to load than forgetting takes
        discretion,
        pruned,
    )
    from episodic.consolidate.tell import told_by_rule

    proofs = store.proofs([episode])
    turns = [turn for turn in proofs if turn.kept] or proofs
    record = None
    if turns and turns[0].kept:
        record = told_by_rule(store, turns, discretion(store.config, turns))
    elif turns:
        record = pruned(store.episode_log.read([episode])[episode].record, gone.allows)
    if record is None:
        store.forgetting.delete([episode])
        return False
    own, around = prepare(record.summary), prepare(surroundings(record))
    at = stamp(max(turn.at for turn in turns))
    store.forgetting.reword(episode, text=record.summary, own=own, context=around, said_at=at)
    store.episode_log.retell(episode, record, turns)
    return True


def rename(store: Store, threads: Collection[int]) -> None:
    """Name threads by the episodes they have left."""
    if not threads:
        return
    from episodic.consolidate.christening import name_of

    streams = {one.id: one for one in store.streams(everything=True)}
    names = dict[int, str]()
    for thread in threads:
        if thread in streams:
            others = [one.name for one in streams.values() if one.id != thread]
            names[thread] = name_of(store, streams[thread].episodes, taken=others)
    store.forgetting.rename_threads(threads, names)


def emptied_of(store: Store, gone: Needles) -> bool:
    """Fold in the write-ahead log, and write the file anew where it holds what is gone; whether that could be done."""
    emptied = store.db.checkpoint()
    return store.db.rebuild() if emptied and traces.is_held(store, gone) else emptied


def drop_sessions(store: Store, empty: Collection[str], gone: Needles) -> None:
    """Delete the journals of sessions that nothing is left of, and what could not be read and holds what is gone."""
    for session in empty:
        store.journal.drop(session)
    store.journal.clear_quarantine(gone.is_not_in)


def left(
    store: Store, items: Collection[int], loops: Collection[int], places: dict[str, list[int]], *, emptied: bool
) -> tuple[str, ...]:
    """Return what is still there of what was to go, each with its count."""
    held = store.forgetting.left(items, loops)
    found = [f"{count} {_NAMES[name]}" for name, count in held._asdict().items() if count]
    recorded = store.recorder.holding({*items, *loops})
    found += [f"{recorded} rows in {store.events.path.name}"] if recorded else []
    for session, seqs in places.items():
        path = store.journal.path(session)
        lines = store.journal.holding(path, frozenset(seqs)) if path.exists() else 0
        found += [f"{lines} lines in {path.name}"] if lines else []
    return (*found, *(() if emptied else (_BUSY,)))


_BUSY: Final = "words in the database's write-ahead log"
_NAMES: Final = {"rows": "rows", "words": "entries in the index", "vectors": "vectors"}


def _kept(home: Path) -> Iterator[Path]:
    yield from (path for name in (*_OURS, *_FOLDERS) if (path := home / name).exists())
    yield from home.glob(_BACKUPS)
