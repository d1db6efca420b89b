"""Windows to facts, stretches to episodes, and what crashes and other processes may do meanwhile."""

import asyncio
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from episodic.capture.buffer import SessionBuffer
from episodic.capture.intake import take_in
from episodic.capture.transcripts import find, read
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.consolidate.report import Report
from episodic.memory.memories import Item
from episodic.memory.store import Store

THINGS = "ledger kitchen invoice garden archive calendar gateway scanner library workshop boathouse chimney".split()
TOOLS = "PostgreSQL Redis Kafka Django Flask Rust Haskell Elixir Kubernetes Terraform Grafana Ansible".split()


def decision(place: int) -> str:
    """Return a sentence the heuristics take for a fact; another one for each place."""
    return f"We decided to use {TOOLS[place % 12]} for {THINGS[place // 12 % 12]} number {place + 10}."


def say(buffer: SessionBuffer, turns: Sequence[tuple[str, str]], *, at: datetime) -> None:
    """Have turns said a minute apart."""
    buffer.extend(
        {"role": role, "content": text, "at": at + timedelta(minutes=place)} for place, (role, text) in enumerate(turns)
    )


def consolidate(buffer: SessionBuffer, *, final: bool = False) -> Report:
    return asyncio.run(consolidate_buffer(buffer, final=final))


def facts(store: Store) -> list[Item]:
    """Return every fact of a memory, oldest first."""
    ids = [row[0] for row in store.db.rows("select item from fact")]
    return [item for _, item in sorted(store.memories.items(ids).items())]


@pytest.fixture
def buffer(wordless: Store) -> SessionBuffer:
    return SessionBuffer("talk", store=wordless)


@pytest.fixture
def earlier(clock: datetime) -> datetime:
    return clock - timedelta(hours=5)


# Facts --------------------------------------------------------------------------------------------------------------


def test_even_two_pending_turns_are_consolidated(buffer: SessionBuffer, earlier: datetime) -> None:
    say(buffer, [("user", decision(1)), ("assistant", "Noted.")], at=earlier)
    report = consolidate(buffer)
    assert (report.turns, report.windows, report.proposed, report.added) == (2, 1, 1, 1)
    assert buffer.pending == 0
    assert [fact.text for fact in facts(buffer.store)] == [decision(1)]


def test_a_buffer_without_turns_has_nothing_to_consolidate(buffer: SessionBuffer) -> None:
    assert consolidate(buffer, final=True) == Report()


def test_every_turn_is_in_exactly_one_window(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 41: windows overlap, but nothing is proposed twice and nothing left out."""
    say(buffer, [("user", decision(place)) for place in range(20)], at=earlier)
    report = consolidate(buffer)
    assert (report.turns, report.windows, report.proposed, report.added) == (20, 3, 20, 20)
    assert [fact.text for fact in facts(buffer.store)] == [decision(place) for place in range(20)]
    assert all(fact.recurrence == 1 for fact in facts(buffer.store))


@pytest.mark.parametrize("chunk", [1, 3, 8, 11])
def test_facts_do_not_depend_on_when_consolidation_ran(buffer: SessionBuffer, earlier: datetime, chunk: int) -> None:
    for start in range(0, 22, chunk):
        turns = [("user", decision(place)) for place in range(start, min(22, start + chunk))]
        say(buffer, turns, at=earlier + timedelta(minutes=start))
        consolidate(buffer)
    assert [(fact.text, fact.recurrence) for fact in facts(buffer.store)] == [(decision(p), 1) for p in range(22)]


def test_a_window_does_not_see_the_turns_that_follow_it(buffer: SessionBuffer, earlier: datetime) -> None:
    """The assistant's echo at the end of a session does not make the user's sentence somebody else's."""
    turns = [("user", decision(1)), ("assistant", "Good."), ("assistant", f"As you said: {decision(1)}")]
    say(buffer, turns, at=earlier)
    assert consolidate(buffer).added == 1


def test_an_echo_of_what_the_assistant_said_before_is_no_fact_of_the_user(
    buffer: SessionBuffer, earlier: datetime
) -> None:
    """The overlap is what the window before ended with."""
    opening = [("user", f"Is {thing} ready?") for thing in THINGS[:7]]
    say(buffer, [*opening, ("assistant", decision(1)), ("user", decision(1))], at=earlier)
    report = consolidate(buffer)
    assert (report.turns, report.windows, report.added) == (9, 2, 0)


def test_running_again_adds_nothing(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 20."""
    say(buffer, [("user", decision(place)) for place in range(10)], at=earlier)
    consolidate(buffer, final=True)
    before = buffer.store.status()
    assert consolidate(buffer, final=True) == Report()
    assert asyncio.run(sweep(buffer.store)) == Report()
    assert buffer.store.status() == before


def test_a_decision_restated_in_ten_sessions_is_one_fact_with_ten_proofs(wordless: Store, earlier: datetime) -> None:
    """CASE 25."""
    reports = []
    for place in range(10):
        buffer = SessionBuffer(f"session {place}", store=wordless)
        say(buffer, [("user", decision(1)), ("assistant", "Yes.")], at=earlier + timedelta(minutes=place))
        reports.append(consolidate(buffer))
    (fact,) = facts(wordless)
    assert fact.recurrence == 10
    assert fact.evidence == tuple((f"session {place}", 0) for place in range(10))
    assert fact.confidence == "high"
    assert [(report.added, report.restated) for report in reports] == [(1, 0), *[(0, 1)] * 9]


def test_adding_the_same_twice_in_one_session_counts_both_sayings(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 20."""
    apart = [("assistant", "Go on."), ("user", "How is the weather there?")] * 4
    say(buffer, [("user", decision(1)), *apart, ("user", decision(1))], at=earlier)
    consolidate(buffer)
    (fact,) = facts(buffer.store)
    assert (fact.recurrence, fact.evidence) == (2, (("talk", 0), ("talk", 9)))


@pytest.mark.parametrize("pair", [("4471", "4477"), ("8080", "8081")])
def test_facts_that_differ_in_a_figure_are_both_kept(
    buffer: SessionBuffer, earlier: datetime, pair: tuple[str, str]
) -> None:
    """CASE 26."""
    say(buffer, [("user", f"We decided to use port {figure} for the gateway.") for figure in pair], at=earlier)
    assert consolidate(buffer).added == 2
    assert all(any(figure in fact.text for fact in facts(buffer.store)) for figure in pair)


def test_a_report_accounts_for_everything_proposed(buffer: SessionBuffer, earlier: datetime) -> None:
    turns = [
        ("user", decision(1)),
        ("assistant", "You could use Redis."),
        ("user", "I prefer oiled oak for the kitchen counter. My sister Anna lives in Uppsala."),
        ("user", "Maybe we should use Kafka."),
        ("user", "What is the weather like?"),
        ("assistant", "Sunny."),
        ("user", f"Again: {decision(1)}"),
        ("user", decision(1)),
        ("user", decision(1)),
        ("user", decision(2)),
    ]
    say(buffer, turns, at=earlier)
    report = consolidate(buffer)
    assert report.proposed == report.added + report.restated + sum(report.refused.values())
    assert report.added == len(facts(buffer.store)) >= 4
    assert report.restated >= 1
    assert report.turns == len(turns)


def test_every_fact_is_a_quote_of_the_turn_that_proves_it(buffer: SessionBuffer, earlier: datetime) -> None:
    say(buffer, [("user", f"Well, {decision(place)} Is that all right?") for place in range(9)], at=earlier)
    consolidate(buffer)
    said = {turn.item: turn.content for turn in buffer.store.turns.read(range(1, 100)).values()}
    assert facts(buffer.store)
    assert all(fact.quote and fact.quote in said[turn] for fact in facts(buffer.store) for turn in fact.evidence_items)


def test_thanks_for_advice_is_no_decision(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 101."""
    say(buffer, [("assistant", "You could use Redis for the cache."), ("user", "thanks")], at=earlier)
    consolidate(buffer, final=True)
    assert facts(buffer.store) == []


def test_a_question_about_somebody_unknown_is_no_fact(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 107."""
    say(buffer, [("user", "do you remember Heidi?"), ("assistant", "I do not.")], at=earlier)
    consolidate(buffer, final=True)
    assert facts(buffer.store) == []


@pytest.mark.parametrize("origin", ["web", "file", "tool", "attachment", "summary"])
def test_what_others_wrote_in_the_users_turn_is_no_fact(buffer: SessionBuffer, origin: str, clock: datetime) -> None:
    """CASE 133."""
    buffer.extend([{"role": "user", "content": decision(1), "origin": origin, "at": clock}])
    consolidate(buffer)
    assert facts(buffer.store) == []


def test_a_fact_belongs_to_the_project_of_its_session(wordless: Store, earlier: datetime) -> None:
    for project in ("/a/api", "/b/api"):
        buffer = SessionBuffer(project, store=wordless, project=project)
        say(buffer, [("user", decision(1))], at=earlier)
        consolidate(buffer)
    assert [(fact.project, fact.recurrence) for fact in facts(wordless)] == [("/a/api", 1), ("/b/api", 1)]


def test_consolidating_embeds_what_it_made(store: Store, earlier: datetime) -> None:
    buffer = SessionBuffer("talk", store=store)
    buffer.append_turn("user", decision(1), at=earlier)
    assert consolidate(buffer, final=True).embedded == 3
    assert store.embeddings.waiting() == 0


# Episodes -----------------------------------------------------------------------------------------------------------

LONG = [
    ("user", text)
    for text in (
        "The boathouse roof leaks above the workbench, and Jonas can only come in January.",
        "Karin found a carpenter in Uppsala who repairs old windows for a fixed price.",
        "Our tenants asked whether the laundry room may stay open after ten at night.",
        "Somebody has to drive the broken lawnmower to the workshop before Saturday.",
        "Half of the invoices from the electrician are missing their project numbers.",
        "Grandmother's piano needs tuning, but the tuner is ill until the end of the month.",
        "The neighbours plan a fence of larch along the path down to the jetty.",
        "Insurance pays for the flooded cellar only if photographs of every shelf exist.",
    )
]


def test_a_final_buffer_tells_its_episode_in_at_most_60_words(buffer: SessionBuffer, earlier: datetime) -> None:
    say(buffer, [*LONG, ("user", decision(1))], at=earlier)
    assert consolidate(buffer).episodes == 0
    assert consolidate(buffer, final=True).episodes == 1
    (episode,) = buffer.store.episodes()
    assert 20 < len(episode.record.summary.split()) <= 60
    assert episode.record.decisions == (decision(1),)
    assert episode.record.turn_seqs == tuple(range(9))
    assert (episode.started_at, episode.ended_at) == (earlier, earlier + timedelta(minutes=8))


def test_a_pause_of_more_than_thirty_minutes_makes_two_episodes(buffer: SessionBuffer, earlier: datetime) -> None:
    say(buffer, LONG[:3], at=earlier)
    say(buffer, LONG[3:5], at=earlier + timedelta(minutes=2 + 31))
    say(buffer, LONG[5:7], at=earlier + timedelta(minutes=2 + 31 + 1 + 30))
    assert consolidate(buffer, final=True).episodes == 2
    newest, oldest = buffer.store.episodes()
    assert (oldest.record.turn_seqs, newest.record.turn_seqs) == ((0, 1, 2), (3, 4, 5, 6))


def test_what_a_session_grew_by_after_its_end_is_an_episode_of_its_own(
    buffer: SessionBuffer, earlier: datetime
) -> None:
    say(buffer, LONG[:3], at=earlier)
    consolidate(buffer, final=True)
    (told,) = buffer.store.episodes()
    say(buffer, LONG[3:5], at=earlier + timedelta(minutes=3))
    assert consolidate(buffer, final=True).episodes == 1
    newer, older = buffer.store.episodes()
    assert older == told
    assert newer.record.turn_seqs == (3, 4)


def test_advice_is_kept_apart_from_decisions(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 101."""
    turns = [
        ("user", "The cache in the gateway is too slow for the scanner."),
        ("assistant", "I recommend Redis for the cache in the gateway."),
        ("user", "thanks"),
    ]
    say(buffer, turns, at=earlier)
    consolidate(buffer, final=True)
    (episode,) = buffer.store.episodes()
    assert episode.record.decisions == ()
    assert episode.record.advice_given == ("I recommend Redis for the cache in the gateway.",)


def test_a_session_in_which_the_user_said_nothing_has_no_episode(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 37."""
    say(buffer, [("assistant", "Hello."), ("tool", "exit 0")], at=earlier)
    assert consolidate(buffer, final=True).episodes == 0
    assert buffer.store.episodes() == []
    assert consolidate(buffer, final=True) == Report()


# The sweep ----------------------------------------------------------------------------------------------------------


def test_a_sweep_takes_up_what_others_left(wordless: Store, earlier: datetime) -> None:
    """CASE 34."""
    for place in range(6):
        say(SessionBuffer(f"left {place}", store=wordless), [("user", decision(place)), *LONG[:2]], at=earlier)
    report = asyncio.run(sweep(wordless))
    assert (report.turns, report.added, report.episodes) == (18, 6, 6)
    assert (wordless.status().pending, wordless.status().consolidated) == (0, 18)
    assert asyncio.run(sweep(wordless)) == Report()


@pytest.mark.parametrize(("minutes", "episodes"), [(5, 0), (29, 0), (31, 1)])
def test_a_sweep_does_not_tell_of_a_session_that_is_still_going_on(
    buffer: SessionBuffer, clock: datetime, minutes: int, episodes: int
) -> None:
    say(buffer, [("user", decision(1)), *LONG[:2]], at=clock - timedelta(minutes=2 + minutes))
    report = asyncio.run(sweep(buffer.store))
    assert (report.added, report.episodes) == (1, episodes)


def test_a_sweep_indexes_what_only_reached_the_journal(buffer: SessionBuffer, earlier: datetime) -> None:
    """CASE 35: a crash between the journal and the index."""
    say(buffer, [("user", decision(0)), ("user", decision(1))], at=earlier)
    journal = buffer.store.journal.path("talk")
    lines = journal.read_bytes()
    twin = Store(buffer.store.config, "twin")
    with twin.journal.locked(seconds=5):
        twin.journal.path("talk").write_bytes(lines.replace(b'"user":"default"', b'"user":"twin"'))
    assert asyncio.run(sweep(twin)).added == 2
    assert [fact.text for fact in facts(twin)] == [decision(0), decision(1)]


# Crashes and company ------------------------------------------------------------------------------------------------

_CONSOLIDATE = """
import asyncio, os, sys
from pathlib import Path
from episodic import SessionBuffer, get_store
from episodic.consolidate.pipeline import consolidate_buffer

buffer = SessionBuffer("talk", store=get_store())
print("ready", flush=True)
sys.stdin.readline()
asyncio.run(consolidate_buffer(buffer, final=True))
"""

Start = Callable[[], "subprocess.Popen[str]"]


@pytest.fixture
def consolidating(environment: dict[str, str]) -> Start:
    """Start a process that opens the session "talk" and consolidates it once told to."""

    def start() -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", _CONSOLIDATE],
            env=environment | {"EPISODIC_MODELS": "/nowhere"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    return start


def _told_to_go(process: "subprocess.Popen[str]") -> None:
    assert process.stdout
    assert process.stdin
    assert process.stdout.readline() == "ready\n"
    process.stdin.write("go\n")
    process.stdin.flush()


def test_a_kill_leaves_every_window_whole_or_pending(
    buffer: SessionBuffer, earlier: datetime, consolidating: Start
) -> None:
    """CASE 35: facts and the watermark move together."""
    say(buffer, [("user", decision(place)) for place in range(400)], at=earlier)
    chance, done = random.Random(35), 0  # noqa: S311 - a seed, not a secret
    for kill in range(4):
        process = consolidating()
        _told_to_go(process)
        delay = chance.uniform(0.005, 0.15)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        after = buffer.store.turns.session("talk")
        assert after
        what = f"kill {kill} after {delay:.3f} s, watermark {after.consolidated_seq}"
        assert [fact.evidence[0][1] for fact in facts(buffer.store)] == [*range(after.consolidated_seq + 1)], what
        assert after.consolidated_seq + 1 >= done, what
        done = after.consolidated_seq + 1
    consolidate(buffer)
    assert [(fact.text, fact.recurrence) for fact in facts(buffer.store)] == [(decision(p), 1) for p in range(400)]


def test_two_processes_consolidating_one_session_make_every_fact_once(
    buffer: SessionBuffer, earlier: datetime, consolidating: Start
) -> None:
    """CASE 23."""
    say(buffer, [("user", decision(place)) for place in range(120)], at=earlier)
    processes = [consolidating() for _ in range(2)]
    for process in processes:
        _told_to_go(process)
    for process in processes:
        _, trouble = process.communicate(timeout=60)
        assert (process.returncode, trouble) == (0, "")
    assert [(fact.text, fact.recurrence) for fact in facts(buffer.store)] == [(decision(p), 1) for p in range(120)]
    assert len(buffer.store.episodes()) == 1


def test_what_is_written_by_hand_takes_the_place_of_what_it_replaces(wordless: Store) -> None:
    """Case 52."""
    first = wordless.remember("The Series B deck needs 12 slides.", kind="technical")
    other = wordless.remember("Invoice 4471 was paid on 3 May.", kind="event")
    assert wordless.remember("The Series B deck needs 12 slides", kind="technical") == first
    second = wordless.remember("The Series B deck needs 14 slides now.", kind="technical")
    assert [(link.id, link.live) for link in wordless.supersessions.chain(second)] == [(first, False), (second, True)]
    assert wordless.memories.items([other])[other].live


def test_the_demo_holds_facts_of_all_three_confidences(wordless: Store) -> None:
    """A store where nearly everything is high says nothing."""
    for path in find(Path(__file__).parent.parent / "demo" / "series-b"):
        take_in(read(path.read_bytes(), name=path.name), lambda _: wordless, source=path.name, undated=None)
    asyncio.run(sweep(wordless))
    sure = Counter(item.confidence for item in facts(wordless))
    assert set(sure) == {"high", "medium", "low"}
    assert sure["high"] <= sure.total() / 2


@pytest.mark.parametrize(
    ("said", "confidence"),
    [
        (["We decided to go with oak."], "high"),
        (["We decided to go with oak, but the price is not settled."], "medium"),
        (["We decided to go with oak.", "We decided to go with oak."], "high"),
        (["The Series B deck needs 12 slides.", "The Series B deck needs 14 slides."], "low"),
        (["The Series B deck needs 12 slides.", "The Series B deck has 14 slides, not 12."], "high"),
        (["Priya owns the postmortem of the outage."], "medium"),
        (["The warehouse has 14 docks."], "low"),
    ],
)
def test_confidence_is_computed_from_the_words(wordless: Store, said: list[str], confidence: str) -> None:
    """Said plainly, with more beside it, said again, ruled on by nobody, corrected in so many words, a weak cue, none."""
    buffer = SessionBuffer("talk", store=wordless)
    for text in said:
        buffer.append_turn("user", text)
        consolidate(buffer)
    assert [fact.confidence for fact in facts(wordless) if fact.live] == [confidence]
