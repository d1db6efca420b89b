"""Whether a home is well. Knows nothing of how findings are shown."""

import os
import platform
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Final

import apsw

from episodic.errors import ModelError, StoreError
from episodic.memory.counts import Status
from episodic.memory.db import REBUILD
from episodic.memory.journal import Verdict
from episodic.memory.store import JOURNAL, Store
from episodic.memory.whole import users_of
from episodic.version import __version__

_PAUSES: Final = (0.05, 0.2, 0.5)  # seconds; a line is written in less
_NEWEST: Final = 50  # turns; enough to tell in which language a person talks now


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what it looked at, whether that is well, and what was found or what to do."""

    name: str
    ok: bool
    detail: str


def examine(store: Store) -> Iterator[Finding]:
    """Yield every check of a home, cheapest first."""
    yield from _whereabouts(store.home)
    yield _owner_only(store)
    yield Finding("sqlite", True, f"{apsw.sqlite_lib_version()}, sqlite-vec {store.db.value('select vec_version()')}")
    whole = store.db.is_sound()
    yield Finding("database", whole, "ok" if whole else f"{store.db.path} is damaged: {REBUILD}")
    if not whole:
        return  # nothing read from it would tell anything, and some of it cannot be read
    status = store.status()
    yield Finding("switch", True, f"off: {status.paused}; see `episodic resume`" if status.paused else "on")
    yield _lexical(store)
    models = _models(store)
    yield models
    if models.ok:
        yield _languages(store)
    waiting = status.waiting_items
    few = waiting <= store.config.embed_in_recall  # the next recall embeds them itself
    yield Finding("vectors", few, f"{waiting} items wait: run `episodic reindex`" if waiting else "all there")
    behind = status.unindexed_bytes
    yield Finding("journal", not behind, f"{behind} bytes wait: run `episodic reindex`" if behind else "all indexed")
    faults = [fault for verdict in (*verify(store), verify_record(store)) for fault in verdict.problems]
    yield Finding("journal chain", not faults, faults[0] + ": see `episodic verify`" if faults else "unbroken")
    yield _backlog(store, status)
    doubts = store.doubts.find()
    held = sum(one.held for one in doubts)
    found = f"{held} held back, {len(doubts) - held} of low confidence: see `episodic review`" if doubts else "nothing"
    yield Finding("in doubt", True, found)
    yield Finding("quarantine", True, f"{status.quarantined_lines} unreadable lines kept aside")


def examine_closed(home: Path, error: StoreError) -> Iterator[Finding]:
    """Yield what can be said of a home that cannot be opened."""
    yield from _whereabouts(home)
    yield Finding("database", False, str(error))
    users = users_of(home / JOURNAL)
    yield Finding("journal", True, f"of {len(users)} users" if users else "there is none")


def _whereabouts(home: Path) -> Iterator[Finding]:
    yield Finding("home", True, str(home))
    yield Finding("version", True, f"episodic {__version__}, Python {platform.python_version()}")


def verify_record(store: Store) -> Verdict:
    """Check the log of what was decided against its own chain and against how far the store has come."""
    return _still(lambda: store.events.verify(store.recorder.head()))


def verify(store: Store) -> Iterator[Verdict]:
    """Check every journal of the user against its own chain and against what was indexed."""
    indexed = {store.journal.path(session.name): session for session in store.turns.sessions()}
    expected = {path for path, session in indexed.items() if session.indexed_seq >= 0}
    for path in sorted({*store.journal.files(), *expected}):
        if not path.exists():
            yield Verdict(path, 0, 0, 0, -1, ("the file is gone: restore it from a backup",))
            continue
        verdict = _still(partial(store.journal.verify, path))
        session = indexed.get(path)
        if session is not None and session.indexed_seq > verdict.last_seq:
            cut = f"ends at seq {verdict.last_seq}, but {session.indexed_seq} was indexed: lines were cut off"
            verdict = verdict._replace(problems=(*verdict.problems, cut))
        yield verdict


def _still(check: Callable[[], Verdict]) -> Verdict:
    """Look again where something is wrong: while another process writes, a line may be on its way."""
    verdict = check()
    for pause in _PAUSES:
        if not verdict.problems:
            break
        time.sleep(pause)
        verdict = check()
    return verdict


def _lexical(store: Store) -> Finding:
    if store.db.read_only:
        return Finding("lexical index", True, "not checked, as SQLite writes to check it")
    sound, behind = store.lexical.is_sound(), store.lexical.behind()
    well = f"agrees with the items; {behind} of an older version: run `episodic reindex`"
    well = well if behind else "agrees with the items"
    return Finding("lexical index", sound, well if sound else "drifted: run `episodic reindex --all`")


def _backlog(store: Store, status: Status) -> Finding:
    oldest = store.turns.oldest_pending()
    age = f", the oldest of {oldest.astimezone(store.config.local_zone()):%Y-%m-%d}" if oldest is not None else ""
    advice = ": `episodic consolidate --retry` tries again" if status.parked else ""
    bugs = dict.fromkeys(one.told for one in store.turns.parking.all() if one.bug)
    advice += "".join(f"; {bug}: report it, a newer version tries again by itself" for bug in bugs)
    return Finding("backlog", not status.parked, f"{status.pending} turns pending{age}, {status.parked} parked{advice}")


def _owner_only(store: Store) -> Finding:
    if os.name == "nt":
        return Finding("permissions", True, "left to the profile folder")
    mode = stat.S_IMODE(store.db.path.stat().st_mode)
    private = not mode & 0o077
    return Finding("permissions", private, f"{mode:o}" if private else f"{mode:o}: run chmod 600 on {store.db.path}")


def _models(store: Store) -> Finding:
    senses = store.senses
    try:
        found = (senses.embedder(), senses.reranker(), senses.late())
    except ModelError as error:
        return Finding("models", False, str(error))
    return Finding("models", True, ", ".join(model.files.name for model in found if model is not None))


def read_lately(store: Store) -> float | None:
    """Return the share of the newest turns that the embedder can read, 0 to 1; None without turns or without one."""
    newest = store.memories.latest(store.filter(layers=("turn",)), limit=_NEWEST)
    embedder = store.embeddings.embedder() if newest else None
    if embedder is None:
        return None
    return fmean(embedder.reads(item.text) for item in store.memories.items(newest).values())


def _languages(store: Store) -> Finding:
    share = read_lately(store)
    if share is None:
        return Finding("languages", True, "nothing to read yet")
    advice = "" if share > store.config.read_share else ": words do the rest; see the README for multilingual models"
    return Finding("languages", True, f"the models read {share:.0%} of what was said lately{advice}")
