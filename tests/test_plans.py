"""What a question costs as a memory grows: its statements begin with words, ids or bounds, and none walks a table.

A walk that nobody sees among a test's few hundred rows took recall 4 s at 100,000.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import CACHE, NOW

from episodic.config import load
from episodic.language.dates import stamp
from episodic.language.tokens import asked_words
from episodic.memory.filters import Filter
from episodic.memory.store import Store
from episodic.memory.vectors import Embedded, Near
from episodic.recall.retrieve import retrieve
from episodic.records import Candidate, EpisodeRecord, Kind, Message, Piece, Turn

GROWING = {
    "item",
    "turn",
    "passage",
    "embedding",
    "token_vector",
    "evidence",
    "fact",
    "episode",
    "session",
    "supersession",
}
FEW = "USING COVERING INDEX fact_by_validity"  # facts that say from when or until when
WALK = re.compile(
    r"SCAN (\w+)(?! VIRTUAL TABLE)\b|SEARCH (\w+) USING .*\(scope=\?\)|SEARCH (\w+) USING INDEX .*\(scope=\? AND layer=\?\)"
)
NAMED = re.compile(r"\b(?:from|join) (\w+)(?: (?!on\b|where\b|join\b|cross\b|left\b|order\b|union\b)(\w+))?")
QUESTION = "which budget did the ferry counter need"
WORDS = "deck slide budget ferry oak counter ledger backup tomato basil train seat".split()
SESSIONS, TURNS = 15, 20

ASKED: Mapping[str, Mapping[str, Any]] = {
    "anything": {},
    "by words": {"fast": True},
    "history": {"history": True},
    "turns": {"layers": ["turn"]},
    "facts": {"layers": ["fact"]},
    "a kind": {"kinds": ["decision"]},
    "a project": {"project": "kitchen"},
    "a subject": {"subject": "ferry"},
    "after": {"after": date(2026, 11, 27)},
    "between": {"after": date(2026, 11, 20), "before": date(2026, 11, 27)},
    "as of": {"as_of": date(2026, 11, 20)},
    "known at": {"known_at": date(2026, 11, 20)},
}
FILTERS = {
    "anything": Filter(),
    "history": Filter(with_retired=True),
    "turns": Filter(layers=("turn",)),
    "facts": Filter(layers=("fact",)),
    "a kind": Filter(kinds=("decision",)),
    "a project": Filter(project="kitchen"),
    "a project and what has none": Filter(project="kitchen", with_unfiled=True),
    "facts of no project": Filter(layers=("fact",), only_unfiled=True),
    "some": Filter(among=tuple(range(1, 1000, 3))),
    "after": Filter(after=stamp(NOW - timedelta(days=3))),
    "before": Filter(before=stamp(NOW - timedelta(days=9))),
    "then": Filter(within=(stamp(NOW - timedelta(days=9)), stamp(NOW - timedelta(days=6)))),
    "up to then": Filter(within=(None, stamp(NOW - timedelta(days=6)))),
    "then, in a project": Filter(within=(None, stamp(NOW - timedelta(days=6))), project="kitchen"),
    "as of": Filter(as_of=stamp(NOW - timedelta(days=6))),
}


@pytest.fixture(scope="module", params=["as it grew", "analysed"])
def grown(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Store]:
    """Three hundred turns with made-up vectors, facts of which some were replaced, and episodes; another user's too."""
    home = tmp_path_factory.mktemp("grown") / "home"
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    for user in ("other", "default"):
        store = Store(config, user)
        for number in range(SESSIONS):
            _converse(store, number)
        _embed(store)
        if user == "other":
            store.close()
    if request.param == "analysed":
        store.db.run("analyze")
    yield store
    store.close()


def _converse(store: Store, number: int) -> None:
    """Have a session of its own day, in a project every third time, with a fact of every fourth turn."""
    day = NOW - timedelta(days=number)
    said = [
        Message("user", (Piece(" ".join(_words(number + 3 * place))),), at=day + timedelta(minutes=place))
        for place in range(TURNS)
    ]
    store.write(f"s{number}", said, project="kitchen" if number % 3 == 0 else None)
    session = store.turns.session(f"s{number}")
    assert session is not None
    turns = store.turns.window(session.id, after=-1)
    with store.transaction():
        first, second, *_ = [_learn(store, turn, session.project) for turn in turns[::4]]
        store.supersessions.replace(first, second, why="a test", decided_by="user", at=NOW)
        record = EpisodeRecord(subject="the ferry", summary=" ".join(_words(number)))
        store.episode_log.add(record, turns, session=session.id, project=session.project)


def _learn(store: Store, turn: Turn, project: str | None) -> int:
    kind: Kind = "decision" if turn.seq % 8 else "preference"
    start = turn.at - timedelta(days=4) if turn.seq == 8 else None
    proposed = Candidate(kind, turn.content, turn.content, turn.seq, valid_from=start)
    return store.facts.add(proposed, turn, speaker="user", confidence="medium", project=project, learnt_at=turn.at)


def _words(number: int) -> list[str]:
    """Return some words, more or less of them and others for every number."""
    return [word for place, word in enumerate(WORDS) if (number * 7 + place * place) % 5 < 2] or WORDS[:1]


def _embed(store: Store) -> None:
    """Give every item a vector, every tenth two, and two of three a sentence's too."""
    profile = store.embeddings.profile()
    assert profile is not None
    random = np.random.default_rng(store.scope)
    passages = []
    for item in store.memories.latest(Filter(with_retired=True), limit=10_000):
        for ordinal in range(-1 if item % 3 else 0, 2 if item % 10 == 0 else 1):
            vector = random.standard_normal(384).astype("f4")
            passages.append(Embedded(item, ordinal, abs(ordinal), abs(ordinal) + 1, vector / np.linalg.norm(vector)))
    with store.transaction():
        store.vectors.put(profile, passages)


@pytest.mark.parametrize("asked", ASKED)
def test_no_statement_of_a_question_walks_a_table(grown: Store, asked: str) -> None:
    with _heard(grown) as statements:
        hits = retrieve(QUESTION, grown, k=20, **ASKED[asked])
    assert hits
    assert {sql: walks for sql, bound in statements.items() if (walks := _walks(grown, sql, bound))} == {}


@pytest.mark.parametrize("question", ["which budget did the ferry need last week", "what happened last week"])
def test_no_statement_of_a_dated_question_walks_a_table(grown: Store, question: str) -> None:
    with _heard(grown) as statements:
        hits = retrieve(question, grown, k=20)
    assert any("from then" in hit.components for hit in hits)
    assert {sql: walks for sql, bound in statements.items() if (walks := _walks(grown, sql, bound))} == {}


def test_a_search_by_words_begins_with_them(grown: Store) -> None:
    for name, allowed in FILTERS.items():
        with _heard(grown) as statements:
            grown.lexical.search(asked_words(QUESTION), allowed=allowed, depth=5, context_weight=0.7)
        for sql, bound in statements.items():
            first = next(step for step in _plan(grown, sql, bound) if step.startswith(("SCAN", "SEARCH")))
            assert re.fullmatch(r"SCAN lexical_\d+_2 VIRTUAL TABLE INDEX 0:M\d", first), name


def test_holding_facts_against_what_is_known_walks_no_table(grown: Store) -> None:
    vector = np.ones(384, "f4") / 384**0.5
    with _heard(grown) as statements:
        assert grown.neighbours("the ferry budget", project=None, vector=vector)
    assert {sql: walks for sql, bound in statements.items() if (walks := _walks(grown, sql, bound))} == {}


def test_a_walk_is_noticed(grown: Store) -> None:
    for sql in (
        "select i.id from item i where i.scope = 1 and i.live = 1",
        "select text from item where scope = 1 and layer = 'turn'",
        "select count(*) from passage p join item i on i.id = p.item where i.scope = 1",
        "select turn from evidence",
    ):
        assert _walks(grown, sql), sql
    assert not _walks(grown, "select text from item where id = 3")


@pytest.mark.parametrize("weight", [None, 0.7])
@pytest.mark.parametrize("name", FILTERS)
def test_a_search_by_words_gives_the_best_of_what_a_filter_admits(
    grown: Store, name: str, weight: float | None
) -> None:
    words, allowed = asked_words(QUESTION), FILTERS[name]
    everything = grown.lexical.search(words, allowed=Filter(with_retired=True), depth=5000, context_weight=weight)
    admitted = _admitted(grown, allowed, [item for item, _ in everything])
    expected = [(item, score) for item, score in everything if item in admitted]
    assert expected
    for depth in (1, 7, 100):
        assert grown.lexical.search(words, allowed=allowed, depth=depth, context_weight=weight) == expected[:depth]


@pytest.mark.parametrize("sentences", [False, True])
@pytest.mark.parametrize("name", FILTERS)
def test_a_search_by_meaning_gives_the_best_of_what_a_filter_admits(
    grown: Store, name: str, *, sentences: bool
) -> None:
    profile = grown.embeddings.profile()
    assert profile is not None
    query = np.random.default_rng(7).standard_normal(384).astype("f4")
    query /= np.linalg.norm(query)

    def found(allowed: Filter, depth: int) -> list[Near]:
        return grown.vectors.search(
            query, profile=profile, allowed=allowed, depth=depth, factor=1000, sentences=sentences
        )

    everything = found(Filter(with_retired=True), 5000)
    admitted = _admitted(grown, FILTERS[name], [near.item for near in everything])
    expected = [near for near in everything if near.item in admitted]
    assert expected
    for depth in (1, 7, 100):
        assert [near.item for near in found(FILTERS[name], depth)] == [near.item for near in expected[:depth]]


def _admitted(store: Store, allowed: Filter, items: list[int]) -> set[int]:
    """Hold each item against a filter."""
    among = items if allowed.among is None else set(items) & set(allowed.among)
    return store.memories.meeting(allowed, among)


@contextmanager
def _heard(store: Store) -> Iterator[dict[str, Any]]:
    """Hear every reading statement, with what was bound to it the last time."""
    statements: dict[str, Any] = {}

    def hear(_: object, sql: str, bindings: Any) -> bool:
        if sql.lower().startswith(("select", "with")):
            statements[sql] = bindings
        return True

    connection = store.db.connection()
    connection.exec_trace = hear
    yield statements
    connection.exec_trace = None


def _plan(store: Store, sql: str, bound: Any = ()) -> list[str]:
    """Return the steps by which SQLite carries a statement out."""
    return [row[3] for row in store.db.connection().execute("explain query plan " + sql, bound)]


def _walks(store: Store, sql: str, bound: Any = ()) -> list[str]:
    """Return the steps that go through all rows of a table that grows, or all those of one user or layer."""
    tables = {alias or table: table for table, alias in NAMED.findall(sql)}
    return [
        step
        for step in _plan(store, sql, bound)
        if (walk := WALK.match(step)) and tables.get(walk[1] or walk[2] or walk[3]) in GROWING and FEW not in step
    ]
