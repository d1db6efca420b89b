"""For how long things are kept, until when a fact holds, and a memory that keeps no transcript."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from conftest import Cli

from episodic import consolidate_buffer, get_store, retrieve
from episodic.capture.buffer import SessionBuffer
from episodic.memory.health import verify
from episodic.memory.retention import Days
from episodic.memory.store import Store
from episodic.records import Candidate, Message, Piece
from episodic.rights import acquaintances
from episodic.rights.forget import Counts
from episodic.rights.retention import due, sweep

DAY = timedelta(days=1)
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}
TALK = [
    "We decided to use the Zanzibar warehouse for the belfry.",
    "I need to send the quetzal report to Sarah by Friday.",
    "Quetzalina Berg is our lawyer and prefers calls on Monday.",
]


@pytest.fixture
def long_ago(wordless: Store, clock: datetime) -> Iterator[Store]:
    """A session of 100 days ago, and one of today; seen by today's clock."""
    store = get_store(config=wordless.config)
    for name, texts, at in (("old", TALK, clock - 100 * DAY), ("new", ["I prefer oak for the belfry."], clock)):
        buffer = SessionBuffer(name, store=store)
        buffer.extend(
            {"role": "user", "content": text, "at": at + timedelta(minutes=n)} for n, text in enumerate(texts)
        )
        asyncio.run(consolidate_buffer(buffer, final=True))
    yield store
    store.close()


def _bytes(home: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def _everything(store: Store) -> str:
    """All that any way in returns."""
    hits = [
        hit
        for words in ("Zanzibar warehouse belfry", "quetzal report Sarah", "Quetzalina Berg lawyer")
        for extra in ({}, {"history": True}, {"as_of": store.config.clock()})
        for hit in retrieve(words, store, k=50, fast=True, **extra)
    ]
    idents = range(1, 60)
    known = store.entities.known()
    found = [
        *hits,
        *store.episodes(archived=True),
        *store.loops(everything=True),
        *store.streams(everything=True),
        *store.memories.items(idents).values(),
        *store.turns.read(idents).values(),
        *store.neighbours("The Zanzibar warehouse", project=None, vector=None),
        *(link for ident in idents for link in store.supersessions.chain(ident)),
        *(acquaintances.portrait(store, one) for one in known),
    ]
    return repr(found)


def test_what_has_expired_is_returned_by_no_path(long_ago: Store) -> None:
    """CASE 65: before any sweep too."""
    words = ("Zanzibar", "quetzal report", "Quetzalina")
    assert all(word in _everything(long_ago) for word in words)
    long_ago.retention.keep(Days(90, 90, 90))
    assert [word for word in words if word in _everything(long_ago)] == []
    assert "oak" in _everything(long_ago)


def test_the_sweep_removes_it_from_every_byte(long_ago: Store) -> None:
    """CASE 65: what is removed is what was no longer returned."""
    long_ago.retention.keep(Days(90, 90, 90))
    planned = due(long_ago).counts
    receipt = sweep(long_ago)
    assert receipt.left == ()
    assert receipt.before == planned == Counts(turns=3, facts=planned.facts, episodes=1, loops=1)
    assert planned.facts >= 2
    left = _bytes(long_ago.home).lower()
    assert [word for word in (b"zanzibar", b"quetzal", b"sarah") if word in left] == []
    assert sweep(long_ago).before == Counts()
    assert long_ago.lexical.is_sound()


def test_a_turn_that_proves_what_is_kept_loses_its_words_only(long_ago: Store) -> None:
    long_ago.retention.keep(Days(turns=30))
    (fact, *_) = (hit for hit in retrieve("Zanzibar warehouse", long_ago, fast=True) if hit.layer == "fact")
    shown = long_ago.why(fact.id).turns
    assert [(turn.session, turn.seq, turn.content, turn.kept) for turn in shown] == [("old", 0, "", False)]
    assert sweep(long_ago).before == Counts(turns=3)
    assert long_ago.why(fact.id).turns == shown
    assert fact.evidence == (("old", 0),)
    assert long_ago.lexical.is_sound()
    assert [fault for verdict in verify(long_ago) for fault in verdict.problems] == []
    assert all(b'"content":""' in line for line in long_ago.journal.path("old").read_bytes().splitlines())
    assert long_ago.status().turns == 1
    long_ago.forget(fact.id)
    assert b"zanzibar" not in _bytes(long_ago.home).lower()


def test_being_recalled_changes_no_limit_and_being_said_again_does(long_ago: Store, clock: datetime) -> None:
    """CASE 64."""
    before = long_ago.db.rows("select last_confirmed_at from fact order by item")
    for _ in range(5):
        retrieve("Zanzibar warehouse", long_ago, fast=True)
    assert long_ago.db.rows("select last_confirmed_at from fact order by item") == before
    SessionBuffer("again", store=long_ago).append_turn("user", TALK[0], at=clock)
    asyncio.run(consolidate_buffer(SessionBuffer("again", store=long_ago), final=True))
    long_ago.retention.keep(Days(facts=90))
    assert [hit.text for hit in retrieve("Zanzibar warehouse", long_ago, fast=True, layers=["fact"])] == [TALK[0]]


def test_what_expired_and_is_taken_in_again_stays_out(long_ago: Store, clock: datetime) -> None:
    message = Message("user", (Piece("The finch sings.", ("uuid:1",)),), clock - 100 * DAY)
    long_ago.retention.keep(Days(90, 90, 90))
    for _ in range(2):
        long_ago.write("birds", [message])
        assert retrieve("finch", long_ago, fast=True) == []
        sweep(long_ago)
        assert b"finch" not in _bytes(long_ago.home).lower()


def test_one_users_limits_are_nobody_elses(long_ago: Store, clock: datetime) -> None:
    other = get_store(user="anna", config=long_ago.config)
    SessionBuffer("old", store=other).append_turn("user", TALK[0], at=clock - 100 * DAY)
    long_ago.retention.keep(Days(90, 90, 90))
    sweep(long_ago)
    assert [hit.text for hit in retrieve("Zanzibar", other, fast=True)] == [TALK[0]]
    other.close()


@pytest.fixture
def lapsed(wordless: Store, clock: datetime) -> Store:
    """A memory with a fact that held until yesterday, known for a week."""
    wordless.write("talk", [Message("user", (Piece("The office code is 4711 this week."),), clock - 7 * DAY)])
    session = wordless.turns.session("talk")
    assert session is not None
    (turn,) = wordless.turns.window(session.id, after=-1)
    with wordless.transaction():
        candidate = Candidate(
            "temporal", "The office code is 4711", turn.content, 0, valid_until=clock - DAY, entities=("office",)
        )
        wordless.facts.add(candidate, turn, speaker="user", confidence="high", project=None, learnt_at=clock - 7 * DAY)
    return wordless


def test_a_fact_that_held_until_yesterday_is_not_current(lapsed: Store, clock: datetime) -> None:
    def facts(**bounds: object) -> list[str]:
        hits = retrieve("office code", lapsed, layers=["fact"], **bounds)  # type: ignore[arg-type]
        return [hit.text for hit in hits]

    assert facts() == []
    assert facts(fast=True) == []
    assert facts(history=True) == facts(as_of=clock - 2 * DAY) == ["The office code is 4711"]
    assert facts(as_of=clock) == []
    assert lapsed.neighbours("The office code is 4711", project=None, vector=None) == []
    again = Candidate("temporal", "The office code is 4711", "The office code is 4711", 0)
    assert lapsed.facts.same(again, project=None) is None


def test_what_holds_again_is_a_fact_of_its_own(lapsed: Store) -> None:
    ident = lapsed.remember("The office code is 4711", kind="temporal")
    assert [hit.id for hit in retrieve("office code", lapsed, layers=["fact"], fast=True)] == [ident]


def test_with_vectors_too_nothing_expired_or_lapsed_is_found(store: Store, clock: datetime) -> None:
    """By meaning alone: what shares no word with the question."""
    store.write("old", [Message("user", (Piece("My daughter plays the cello."),), clock - 100 * DAY)])
    store.write("new", [Message("user", (Piece("The invoice is not paid."),), clock)])
    store.embeddings.catch_up()
    asked = "which instrument does the girl practise"
    assert "cello" in repr(retrieve(asked, store))
    store.retention.keep(Days(turns=90))
    assert "cello" not in repr(retrieve(asked, store))
    assert sweep(store).before == Counts(turns=1)
    assert b"cello" not in _bytes(store.home).lower()
    left = [store.db.value(f"select count(*) from {one}") for one in ("passage", "scan_1", "scan_1_sentences")]
    assert left == [2, 1, 1]  # the turn, and its one sentence
    assert store.db.rebuild()
    assert [hit.text for hit in retrieve("what is unpaid", store)] == ["The invoice is not paid."]


# Minimal mode -------------------------------------------------------------------------------------------------------


@pytest.fixture
def minimal(wordless: Store, clock: datetime) -> Iterator[Store]:
    """A memory that keeps no transcript, after a session."""
    store = get_store(config=replace(wordless.config, minimal=True))
    buffer = SessionBuffer("talk", store=store)
    buffer.extend({"role": "user", "content": text, "at": clock} for text in [*TALK, "The finch is quite unimportant."])
    store.journal.quarantine(b'{"content": "The finch is')
    asyncio.run(consolidate_buffer(buffer, final=True))
    yield store
    store.close()


def test_facts_and_episodes_stay_and_the_transcript_does_not(minimal: Store) -> None:
    (fact, *_) = retrieve("Zanzibar warehouse", minimal, fast=True, layers=["fact"])
    found = minimal.why(fact.id)
    assert found.item.quote == TALK[0]
    assert [(turn.session, turn.seq, turn.kept) for turn in found.turns] == [("talk", 0, False)]
    assert minimal.episodes()
    assert minimal.loops()
    assert retrieve("finch", minimal, fast=True, layers=["turn"]) == []
    assert minimal.db.value("select count(*) from turn where kept = 1") == 0
    assert minimal.journal.quarantined() == 0
    assert [fault for verdict in verify(minimal) for fault in verdict.problems] == []
    assert minimal.lexical.is_sound()


def test_the_session_goes_on_and_is_known_again(minimal: Store, clock: datetime) -> None:
    buffer = SessionBuffer("talk", store=minimal)
    message = Message("user", (Piece("We decided to paint the Rialto blue.", ("uuid:9",)),), clock + DAY)
    assert buffer.take([message]).added == 1
    assert minimal.turns.window(_row(minimal), after=-1)[0].seq == 4
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert b'Rialto blue.","at"' not in _bytes(minimal.home)
    assert retrieve("Rialto", minimal, fast=True, layers=["fact"])
    assert buffer.take([message]).known == 1
    assert due(minimal).counts == Counts()


def test_what_is_not_consolidated_yet_keeps_its_words(minimal: Store, clock: datetime) -> None:
    buffer = SessionBuffer("talk", store=minimal)
    buffer.append_turn("user", "We decided to paint the Rialto blue.", at=clock + DAY)
    sweep(minimal)
    assert retrieve("Rialto", minimal, fast=True, layers=["turn"])


def test_a_fact_is_forgotten_with_the_words_it_has_left(minimal: Store) -> None:
    """An episode whose turns cannot be read any more loses the sentences and entries that may say it."""
    (fact, *_) = retrieve("Zanzibar warehouse", minimal, fast=True, layers=["fact"])
    (before,) = minimal.episodes()
    assert "Zanzibar" in before.record.summary
    minimal.forget(fact.id)
    assert b"zanzibar" not in _bytes(minimal.home).lower()
    (after,) = minimal.episodes()
    assert "Zanzibar" not in repr(after)
    assert "quetzal report" in after.record.summary
    assert minimal.lexical.is_sound()


def _row(store: Store) -> int:
    session = store.turns.session("talk")
    assert session is not None
    return session.id


def test_the_command_says_so(cli: Cli, tmp_path: Path) -> None:
    config = tmp_path / "no-config.toml"
    config.write_text("minimal = true\n", "utf-8")
    path = tmp_path / "talk.jsonl"
    when = datetime(2026, 11, 20, 10, tzinfo=UTC).isoformat()
    path.write_text(json.dumps({"role": "user", "content": TALK[0], "timestamp": when}) + "\n", "utf-8")
    cli("ingest", str(path), extra=WORDLESS)
    hits = json.loads(cli("recall", "Zanzibar", "--fast", "--json", "--layer", "fact", extra=WORDLESS).stdout)["hits"]
    shown = cli("why", str(hits[0]["id"]), extra=WORDLESS).stdout
    assert "← talk" in shown or "0: user: (its words were not kept)" in shown
    assert "(its words were not kept)" in shown


# Commands -----------------------------------------------------------------------------------------------------------


def test_limits_are_shown_and_set(cli: Cli) -> None:
    cli("remember", "The tea is green", extra=WORDLESS)
    shown = cli("retention", extra=WORDLESS).stdout.splitlines()
    assert shown == ["turns     for ever", "episodes  for ever", "facts     for ever"]
    cli("retention", "--turns", "90", "--facts", "30d", extra=WORDLESS)
    assert json.loads(cli("retention", "--facts", "none", "--json", extra=WORDLESS).stdout)["days"] == {
        "turns": 90,
        "episodes": None,
        "facts": None,
    }
    later = WORDLESS | {"EPISODIC_NOW": "2027-06-01T00:00:00Z"}
    assert "1 turn to be removed" in cli("retention", extra=later).stderr
    assert cli("sweep", "--dry-run", extra=later).stderr == "would go: 1 turn\n"
    assert json.loads(cli("sweep", "--json", extra=later).stdout)["gone"]["turns"] == 1
    assert cli("sweep", extra=later).stderr == "gone: nothing\n"


@pytest.mark.parametrize("days", ["0", "-3", "soon", "1e9", "99999999"])
def test_a_limit_that_is_none_is_one_line(cli: Cli, days: str) -> None:
    done = cli("retention", f"--turns={days}", extra=WORDLESS)
    assert (done.returncode, done.stdout) == (1, "")
    assert "is no number of days" in done.stderr
