"""What cannot be consolidated is set aside alone, with its reason; what was said after it goes on."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from conftest import Cli

from episodic import get_store, llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.consolidate.report import Report
from episodic.errors import BackendError, BusyError, RefusedError
from episodic.llm.backend import Request
from episodic.llm.scripted import Line, ScriptedLLM
from episodic.memory.health import examine
from episodic.memory.store import Store

BAD = "Turn nine is the one that no model can read"


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


@pytest.fixture
def patient(config: Config) -> Iterator[Store]:
    """A store without models, whose language model is asked once and not again."""
    opened = get_store(config=replace(config, llm_retries=0, models=config.home / "none"))
    yield opened
    opened.close()


def answering(error: Exception | str, *, asked: bool = True) -> ScriptedLLM:
    """Play a model that finds a fact in every turn, and has its trouble with one of them."""

    def line(request: Request) -> Line:
        if "rulings" in request.system:
            return {"rulings": []}
        if BAD in request.user.partition('"turns"')[2]:
            if isinstance(error, str):
                return error
            raise error
        if not asked:
            raise BackendError("no key: set one", reason="no key")
        turns = [n for n in range(17) if f"plan {n} is" in request.user.partition('"turns"')[2]]
        facts = [
            {"kind": "technical", "text": f"The plan {n} is ready", "quote": f"The plan {n} is ready"} for n in turns
        ]
        return {"facts": [fact | {"turn": n} for fact, n in zip(facts, turns, strict=True)]}

    return ScriptedLLM(line)


def seventeen(store: Store, name: str = "talk") -> SessionBuffer:
    buffer = SessionBuffer(name, store=store)
    for n in range(17):
        buffer.append_turn("user", BAD if n == 9 else f"The plan {n} is ready")
    return buffer


def facts(store: Store) -> set[str]:
    """Return all that was learnt; some of it took another's place."""
    return {text for (text,) in store.db.rows("select text from item where layer = 'fact'")}


def tried(buffer: SessionBuffer, times: int) -> Report:
    for _ in range(times - 1):
        asyncio.run(consolidate_buffer(buffer))
    return asyncio.run(consolidate_buffer(buffer))


@pytest.mark.parametrize(
    ("error", "times", "reason"),
    [
        ("no JSON at all", 3, "no JSON"),
        (RefusedError("it declined: ask another"), 3, "no answer"),
        (BackendError("400 content filter: leave it out", reason="HTTP 400"), 3, "HTTP 400"),
        (IndexError("list index out of range"), 1, "a bug of Episodic"),
        (RecursionError("too deep"), 1, "a bug of Episodic"),
    ],
)
def test_one_turn_that_always_fails_is_parked_alone(
    patient: Store, error: Exception | str, times: int, reason: str
) -> None:
    """FINDINGS 47: it once parked the whole session, later turns too."""
    llm.set_backend(answering(error))
    report = tried(seventeen(patient), times)
    assert (report.failed, report.parked) == (0, 1)
    assert facts(patient) == {f"The plan {n} is ready" for n in range(17) if n != 9}
    status = patient.status()
    assert (status.consolidated, status.pending, status.parked) == (16, 0, 1)
    assert patient.turns.parked()["talk"].startswith(f"turn 9: {reason}")


def test_a_parked_turn_is_tried_again_when_a_person_asks(patient: Store) -> None:
    llm.set_backend(answering("no JSON at all"))
    tried(seventeen(patient), 3)
    assert asyncio.run(sweep(patient)) == Report()
    assert patient.turns.unpark() == 1
    assert patient.status().pending == 0
    llm.set_backend(ScriptedLLM([{"facts": [{"kind": "technical", "text": BAD, "quote": BAD, "turn": 9}]}]))
    assert asyncio.run(sweep(patient)).added == 1
    assert (patient.status().consolidated, patient.status().parked, patient.turns.parked()) == (17, 0, {})


def test_a_parked_turn_that_fails_again_goes_back_and_keeps_nothing_waiting(patient: Store) -> None:
    llm.set_backend(answering("no JSON at all"))
    buffer = seventeen(patient)
    tried(buffer, 3)
    patient.turns.unpark()
    buffer.append_turn("user", "The plan 16 is ready")
    report = asyncio.run(sweep(patient))
    assert (report.parked, report.turns, patient.status().pending) == (1, 1, 0)


def test_a_model_that_answers_nothing_at_all_parks_the_session_and_blames_no_turn(patient: Store) -> None:
    llm.set_backend(answering(BackendError("no key: set one", reason="no key"), asked=False))
    report = tried(seventeen(patient), 3)
    assert (report.failed, report.parked) == (1, 0)
    assert patient.turns.parked() == {"talk": "no key"}
    assert patient.status().parked == 17


def test_a_model_that_goes_away_while_a_window_is_halved_leaves_the_rest_pending(patient: Store) -> None:
    buffer = seventeen(patient)
    llm.set_backend(answering("no JSON at all"))
    tried(buffer, 2)
    calls: list[int] = []

    def line(_: Request) -> Line:
        calls.append(1)
        if len(calls) > 5:
            raise BusyError("busy: wait", reason="busy")
        return "no JSON at all"

    llm.set_backend(ScriptedLLM(line))
    assert asyncio.run(consolidate_buffer(buffer)).failed == 1
    status = patient.status()
    assert status.consolidated + status.pending + status.parked == 17
    assert status.pending > 0
    llm.set_backend(answering("no JSON at all"))
    tried(buffer, 3)
    status = patient.status()
    assert (status.pending, status.consolidated + status.parked) == (0, 17)
    assert len(facts(patient)) == status.consolidated


def test_a_bug_stops_neither_the_other_sessions_nor_the_process(patient: Store) -> None:
    seventeen(patient, "first")
    seventeen(patient, "second")
    llm.set_backend(answering(KeyError("what Anna said")))
    report = asyncio.run(sweep(patient))
    assert (report.bugs, report.parked, report.failed) == (2, 2, 0)
    assert patient.status().consolidated == 32
    shown = " ".join(report.trouble)
    assert "KeyError" in shown
    assert "Anna" not in shown


def test_doctor_names_the_bug_and_says_what_to_do(patient: Store) -> None:
    llm.set_backend(answering(KeyError("what Anna said")))
    tried(seventeen(patient), 1)
    (backlog,) = (finding for finding in examine(patient) if finding.name == "backlog")
    assert not backlog.ok
    assert "KeyError in llm/" in backlog.detail
    assert "newer version tries again" in backlog.detail
    assert "Anna" not in backlog.detail


def test_another_version_tries_again_what_a_bug_stopped(patient: Store) -> None:
    llm.set_backend(answering(KeyError("gone")))
    tried(seventeen(patient), 1)
    assert asyncio.run(sweep(patient)) == Report()
    older = "update verdict set scores = json_set(scores, '$.version', '0.0.1') where judge = 'parking'"
    patient.db.run(older)
    llm.set_backend(ScriptedLLM([{"facts": []}]))
    assert asyncio.run(sweep(patient)).turns == 1
    assert (patient.status().parked, patient.status().consolidated) == (0, 17)


def test_forgetting_a_parked_turn_leaves_nothing_parked(patient: Store) -> None:
    llm.set_backend(answering("no JSON at all"))
    buffer = seventeen(patient)
    tried(buffer, 3)
    (item,) = (turn.item for turn in patient.turns.window(1, after=8, before=10))
    assert item is not None
    patient.forget([item])
    assert (patient.status().parked, patient.turns.parked()) == (0, {})


def test_the_words_of_a_parked_turn_are_kept_where_no_transcript_is(config: Config) -> None:
    store = get_store(config=replace(config, llm_retries=0, minimal=True, models=config.home / "none"))
    llm.set_backend(answering(IndexError("x")))
    buffer = seventeen(store)
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert [turn.content for turn in store.turns.window(1, after=-1)] == [BAD]
    store.close()


def test_status_counts_a_parked_turn(cli: Cli, config: Config) -> None:
    store = get_store(config=replace(config, llm_retries=0, models=config.home / "none"))
    llm.set_backend(answering(IndexError("x")))
    tried(seventeen(store), 1)
    store.close()
    shown = cli("status")
    assert "parked: talk: turn 9: a bug of Episodic" in shown.stdout
    assert "episodic consolidate --retry" in shown.stderr
    assert cli("doctor").returncode == 1
