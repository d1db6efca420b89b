"""Builds a home of any size through the store's own writers, and beside it the bare tables that recall is held against.

Knows nothing of what is measured.
"""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import apsw
import numpy as np
import sqlite_vec
from made_up import Talk, Talker
from numpy.typing import NDArray

from episodic import Store, get_store
from episodic.memory.embeddings import sentences_of
from episodic.memory.vectors import Embedded
from episodic.records import Candidate, EpisodeRecord, Message, Piece, Turn

NOW: Final = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
USER: Final = "default"  # who asks; six in seven sessions are this user's
HOME: Final = "home"
BARE: Final = "bare.db"

_OTHERS: Final = ("anna", "bo", "cem")
_SUBJECTS: Final = 300
_SPREAD: Final = 0.5  # cosine .8 within a subject, .6 without, as of texts on one thing and on any
_PASSAGES: Final = 64  # a transaction, as where texts are embedded
_LONG: Final = 150  # words from which a text has two passages
_FACT_EVERY: Final = 8  # turns
_REPLACED_EVERY: Final = 10  # sessions, in which a fact replaces the one before

Vectors = NDArray[np.float32]


def build(folder: Path, size: int) -> dict[str, Any]:
    """Fill a home with so many items and return how fast that went and how large it is."""
    folder.mkdir(parents=True, exist_ok=True)
    authors = {user: _Author(user, folder / HOME) for user in (USER, *_OTHERS)}
    talker = Talker()
    centres = _centres(authors[USER].store, talker)
    done, marks = 0, [(0, time.perf_counter())]
    for number, talk in enumerate(talker.sessions(size, subjects=_SUBJECTS)):
        user = USER if number % 7 else _OTHERS[number // 7 % len(_OTHERS)]
        done += authors[user].write(talk, number, talker, centres)
        if done * 10 // size >= len(marks):
            marks.append((done, time.perf_counter()))
        if done >= size:
            break
    for author in authors.values():
        author.close(talker, centres)
    taken = sum(path.stat().st_size for path in (folder / HOME).rglob("*") if path.is_file())
    _build_bare(folder)
    return {
        "items a second": _rate(marks[0], marks[-1]),
        "of the last tenth": _rate(marks[-2], marks[-1]),
        "bytes an item": round(taken / done),
    }


class _Author:
    """Writes one user's sessions: turns, a fact of every eighth, and an episode."""

    def __init__(self, user: str, home: Path) -> None:
        self.store = get_store(home, user=user, clock=NOW)
        profile = self.store.embeddings.profile()
        assert profile is not None
        self._profile = profile
        self._ready: list[tuple[int, int, int, int, int]] = []
        self._last_fact: int | None = None

    def write(self, talk: Talk, number: int, talker: Talker, centres: Vectors) -> int:
        """Take a session in; returns how many items it became."""
        began = NOW - timedelta(hours=5 * number + 1)
        said = [
            Message(("user", "assistant")[place % 2], (Piece(text),), at=began + timedelta(minutes=place))
            for place, text in enumerate(talk.turns)
        ]
        turns = self.store.write(f"session {number}", said).items
        items = dict(zip(turns, talk.turns, strict=True))
        for item, text in zip(turns[::2], talk.turns[::2], strict=True):  # the user's, sentence by sentence too
            self._ready += [(item, ~place, *span, talk.subject) for place, span in enumerate(sentences_of(text))]
        items |= self._learn(number, talker)
        for item, text in items.items():
            half, end = len(text) // 2, len(text)
            spans = [(0, half), (half, end)] if len(text.split()) > _LONG else [(0, end)]
            self._ready += [(item, ordinal, *span, talk.subject) for ordinal, span in enumerate(spans)]
        if len(self._ready) >= _PASSAGES:
            self._put(talker, centres)
        return len(items)

    def close(self, talker: Talker, centres: Vectors) -> None:
        """Finish."""
        self._put(talker, centres)
        self.store.db.checkpoint()
        self.store.close()

    def _learn(self, number: int, talker: Talker) -> dict[int, str]:
        """Make facts and an episode of a session, as consolidating would, without what it costs to find them."""
        session = self.store.turns.session(f"session {number}")
        assert session is not None
        turns = self.store.turns.window(session.id, after=-1)
        record = EpisodeRecord(subject=talker.text(3), summary=talker.text(40), topics=(talker.text(2),))
        with self.store.transaction():
            learnt = dict(self._fact(turn, replaces=number % _REPLACED_EVERY == 0) for turn in turns[::_FACT_EVERY])
            learnt[self.store.episode_log.add(record, turns, session=session.id, project=None)] = record.summary
        return learnt

    def _fact(self, turn: Turn, *, replaces: bool) -> tuple[int, str]:
        text = " ".join(turn.content.split()[:12])
        fact = self.store.facts.add(
            Candidate("decision", text, text, turn.seq),
            turn,
            speaker="user",
            confidence="medium",
            project=None,
            learnt_at=NOW,
        )
        if replaces and self._last_fact is not None:
            self.store.supersessions.replace(self._last_fact, fact, why="made up", decided_by="guard", at=NOW)
        self._last_fact = fact
        return fact, text

    def _put(self, talker: Talker, centres: Vectors) -> None:
        subjects = np.asarray([row[-1] for row in self._ready], np.int64)
        vectors = talker.vectors(centres, subjects, _SPREAD)
        passages = [Embedded(*row[:4], vector) for row, vector in zip(self._ready, vectors, strict=True)]
        with self.store.transaction():
            self.store.vectors.put(self._profile, passages)
        self._ready.clear()


def open_bare(folder: Path) -> apsw.Connection:
    """Open the bare tables as anybody would."""
    connection = apsw.Connection(str(folder / BARE))
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    return connection


def _build_bare(folder: Path) -> None:
    """Put the rows of the user who asks, and nobody else's, into plain tables: FTS5, vec0, and the exact vectors."""
    connection = open_bare(folder)
    connection.execute("pragma journal_mode = off; pragma synchronous = off").fetchall()
    connection.execute("attach ? as home", (str(folder / HOME / "episodic.db"),))
    scope = connection.execute("select id from home.scope where user = ?", (USER,)).fetchone()
    dimension = connection.execute("select dimension from home.embedding_profile where active = 1").fetchone()
    assert scope
    assert dimension
    connection.execute("begin")
    connection.execute("create virtual table words using fts5(text, tokenize = 'porter unicode61')")
    connection.execute(f"create virtual table scan using vec0(bits bit[{dimension[0]}])")
    connection.execute("create table exact (id integer primary key, vector blob not null)")
    connection.execute("insert into words (rowid, text) select id, text from home.item where scope = ?", scope)
    connection.execute(
        "insert into exact select p.id, e.vector from home.passage p join home.item i on i.id = p.item"
        " join home.embedding e on e.passage = p.id where i.scope = ? and p.ordinal >= 0",
        scope,
    )
    connection.execute("insert into scan (rowid, bits) select id, vec_quantize_binary(vector) from exact")
    connection.execute("commit")
    connection.close()


def _centres(store: Store, talker: Talker) -> Vectors:
    """Return what the subjects are around: the embedder's own vectors of made-up texts, as questions get its too."""
    embedder = store.embeddings.embedder()
    assert embedder is not None
    return embedder.documents([talker.text(20) for _ in range(_SUBJECTS)])


def _rate(before: tuple[int, float], after: tuple[int, float]) -> int:
    return round((after[0] - before[0]) / (after[1] - before[1]))
