"""Loops through the pipeline: opened and finished with their window, by words and by a model, whatever the order."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.capture.intake import take_in
from episodic.capture.transcripts import read
from episodic.config import Config
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer, sweep
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.loops import Loop
from episodic.memory.store import Store

DEMO = Path(__file__).resolve().parent.parent / "demo"
PROMISE = "I'll send Sarah the deck before Thursday."
SENT = "I sent Sarah the deck this morning."


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


def extend(store: Store, session: str, *texts: str, at: datetime = NOW, project: str | None = None) -> SessionBuffer:
    buffer = SessionBuffer(session, store=store, project=project)
    buffer.extend([{"role": "user", "content": text, "at": at + timedelta(minutes=n)} for n, text in enumerate(texts)])
    return buffer


def say(store: Store, session: str, *texts: str, at: datetime = NOW, project: str | None = None) -> None:
    asyncio.run(consolidate_buffer(extend(store, session, *texts, at=at, project=project)))


def states(store: Store) -> list[tuple[str, str]]:
    return [(loop.text, loop.state) for loop in store.loops(everything=True)]


def only(store: Store) -> Loop:
    (loop,) = store.loops(everything=True)
    return loop


# By words -----------------------------------------------------------------------------------------------------------


def test_a_promise_stays_open_until_it_is_kept(wordless: Store) -> None:
    say(wordless, "one", PROMISE)
    assert (only(wordless).text, only(wordless).due) == ("send Sarah the deck before Thursday", date(2026, 12, 3))
    say(wordless, "two", "Sarah asked about the deck again", at=NOW + timedelta(days=1))
    assert only(wordless).state == "open"
    say(wordless, "three", SENT, at=NOW + timedelta(days=2))
    assert (only(wordless).state, only(wordless).closing) == ("done", (("three", 0),))


def test_what_one_window_opens_and_finishes_is_done(wordless: Store) -> None:
    say(wordless, "one", "I'll rename the module before lunch.", "ok renamed, tests pass")
    assert (only(wordless).state, only(wordless).closing) == ("done", (("one", 1),))


def test_said_in_two_sessions_it_is_one_loop(wordless: Store) -> None:
    say(wordless, "one", "I still have to send Sarah the deck.")
    say(wordless, "two", PROMISE, at=NOW + timedelta(days=1))
    assert only(wordless).evidence == (("one", 0), ("two", 0))
    assert only(wordless).due == date(2026, 12, 3)


def test_said_again_after_it_was_kept_it_is_another_loop(wordless: Store) -> None:
    say(wordless, "one", PROMISE)
    say(wordless, "two", SENT, at=NOW + timedelta(days=1))
    say(wordless, "three", "I'll send Sarah the deck once more tomorrow.", at=NOW + timedelta(days=2))
    assert sorted(loop.state for loop in wordless.loops(everything=True)) == ["done", "open"]


def test_what_was_still_open_later_is_not_finished_by_what_was_before(wordless: Store) -> None:
    say(wordless, "one", PROMISE)
    say(wordless, "three", "I still have to send Sarah the deck.", at=NOW + timedelta(days=2))
    say(wordless, "two", SENT, at=NOW + timedelta(days=1))
    assert only(wordless).state == "open"


def test_one_taken_in_late_is_finished_by_what_is_known_already(wordless: Store) -> None:
    say(wordless, "two", SENT, at=NOW + timedelta(days=1))
    say(wordless, "one", PROMISE)
    assert (only(wordless).state, only(wordless).closing) == ("done", (("two", 0),))


def test_a_project_finishes_nothing_of_another(wordless: Store) -> None:
    say(wordless, "one", PROMISE, project="deck")
    say(wordless, "two", SENT, at=NOW + timedelta(days=1), project="garden")
    assert only(wordless).state == "open"
    say(wordless, "three", SENT, at=NOW + timedelta(days=2), project="deck")
    assert only(wordless).closing == (("three", 0),)


def test_a_window_writes_its_loops_with_its_facts_or_not_at_all(
    wordless: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer = extend(wordless, "one", PROMISE)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(wordless.turns, "consolidated", killed)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(consolidate_buffer(buffer))
    assert states(wordless) == []
    asyncio.run(consolidate_buffer(buffer))
    assert len(states(wordless)) == 1


def test_ten_ingests_open_what_one_opens(wordless: Store) -> None:
    path = DEMO / "series-b/a75d08c6-13be-4f94-97c1-60de4b2f985a.jsonl"
    for _ in range(10):
        take_in(read(path.read_bytes(), name=path.name), lambda _: wordless)
        asyncio.run(sweep(wordless))
    found = [(loop.text, str(loop.due), len(loop.evidence)) for loop in wordless.loops()]
    assert found == [
        ("send updated deck to Sarah before Thursday", "2026-12-03", 1),
        ("sensitivity table still pending sign-off", "None", 1),
    ]


def test_sessions_are_read_in_the_order_they_were_held(wordless: Store) -> None:
    extend(wordless, "later", SENT, at=NOW + timedelta(days=1))
    extend(wordless, "earlier", PROMISE)
    assert [session.name for session in wordless.turns.unfinished()] == ["earlier", "later"]


# By a model ---------------------------------------------------------------------------------------------------------


def opens(text: str, quote: str, *, turn: int = 0, **more: Any) -> dict[str, Any]:
    return {"text": text, "quote": quote, "turn": turn, "owner": "user", "due": None, **more}


def reply(*opened: dict[str, Any], closed: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return {"facts": [], "loops_opened": list(opened), "loops_closed": list(closed)}


@pytest.fixture
def modelled(config: Config) -> Iterator[Store]:
    opened = get_store(config=config)
    yield opened
    opened.close()


def shown(request: Request) -> list[dict[str, Any]]:
    """The open loops that a request shows."""
    found: list[dict[str, Any]] = json.loads(request.user.splitlines()[1])["open_loops"]
    return found


def test_a_model_opens_and_finishes_with_evidence(modelled: Store) -> None:
    first = opens("send Sarah the deck", "I'll send Sarah the deck", due="2026-12-03")
    model = ScriptedLLM([reply(first), reply(closed=[{"loop": 1, "quote": "sent Sarah the deck", "turn": 0}])])
    llm.set_backend(model)
    say(modelled, "one", PROMISE)
    assert (only(modelled).text, only(modelled).due) == ("send Sarah the deck", date(2026, 12, 3))
    say(modelled, "two", SENT, at=NOW + timedelta(days=1))
    assert [one["text"] for one in shown(model.calls[1])] == ["send Sarah the deck"]
    assert (only(modelled).state, only(modelled).closing) == ("done", (("two", 0),))
    assert modelled.loop_book.changes(only(modelled).id)[-1].decided_by == "referee"


def test_a_reply_without_loops_is_as_good(modelled: Store) -> None:
    llm.set_backend(ScriptedLLM([{"facts": []}]))
    say(modelled, "one", PROMISE)
    assert states(modelled) == []
    assert modelled.status().pending == 0


@pytest.mark.parametrize(
    "claim",
    [
        opens("send Tom the deck", "I'll send Tom the deck"),
        opens("send Sarah 40 decks", "I'll send Sarah the deck"),
        opens("send Sarah the deck", "I'll send Sarah the deck", turn=7),
        opens("send Sarah the deck", ""),
        opens("send Sarah the deck" * 20, "I'll send Sarah the deck"),
        {"text": "send Sarah the deck"},
        {"text": 5, "quote": [], "turn": "0", "owner": "me", "due": 3},
    ],
)
def test_a_loop_nobody_spoke_of_is_refused(modelled: Store, claim: dict[str, Any]) -> None:
    llm.set_backend(ScriptedLLM([reply(claim)]))
    say(modelled, "one", PROMISE)
    assert states(modelled) == []


@pytest.mark.parametrize(("due", "kept"), [("2026-12-03", date(2026, 12, 3)), ("Thursday", None), ("2025-12-03", None)])
def test_a_due_day_is_a_day_to_come(modelled: Store, due: str, kept: date | None) -> None:
    llm.set_backend(ScriptedLLM([reply(opens("send Sarah the deck", "I'll send Sarah the deck", due=due))]))
    say(modelled, "one", PROMISE)
    assert only(modelled).due == kept


@pytest.mark.parametrize(
    "claim",
    [
        {"loop": 1, "quote": "mailed Sarah the deck", "turn": 0},
        {"loop": 2, "quote": "sent Sarah the deck", "turn": 0},
        {"loop": 0, "quote": "sent Sarah the deck", "turn": 0},
        {"loop": "one", "quote": "sent Sarah the deck", "turn": 0},
        {"loop": 1, "quote": "sent Sarah the deck", "turn": 4},
        {"loop": 1},
        "1",
    ],
)
def test_a_closing_that_was_not_said_closes_nothing(modelled: Store, claim: Any) -> None:
    first = opens("send Sarah the deck", "I'll send Sarah the deck")
    llm.set_backend(ScriptedLLM([reply(first), reply(closed=[claim])]))
    say(modelled, "one", PROMISE)
    say(modelled, "two", SENT, at=NOW + timedelta(days=1))
    assert only(modelled).state == "open"


def test_a_turn_before_the_promise_closes_nothing(modelled: Store) -> None:
    closing = {"loop": 1, "quote": "sent Sarah the deck", "turn": 0}
    llm.set_backend(
        ScriptedLLM([reply(opens("send Sarah the deck", "I'll send Sarah the deck")), reply(closed=[closing])])
    )
    say(modelled, "one", PROMISE)
    say(modelled, "two", SENT, at=NOW - timedelta(days=9))
    assert only(modelled).state == "open"


def test_a_model_is_shown_the_newest_dozen_of_the_project_or_of_none(modelled: Store) -> None:
    llm.set_backend(None)
    for n in range(14):
        say(
            modelled,
            f"s{n}",
            f"TODO: order the part number {n} from shop {n}{n}",
            at=NOW + timedelta(hours=n),
            project="deck",
        )
    say(modelled, "free", "TODO: book the hotel in Lyon", at=NOW + timedelta(hours=20))
    say(modelled, "garden", "TODO: order the bricks for the patio", at=NOW + timedelta(hours=21), project="garden")
    model = ScriptedLLM([reply()])
    llm.set_backend(model)
    say(modelled, "last", "hello there", at=NOW + timedelta(days=2), project="deck")
    texts = [one["text"] for one in shown(model.calls[0])]
    assert texts[0] == "book the hotel in Lyon"
    assert len(texts) == 12
    assert not any("bricks" in text for text in texts)


def test_with_a_model_exactly_what_later_turns_finish_is_finished(modelled: Store) -> None:
    """Every labelled pair: what the second session finishes is closed by its turn, and nothing else is."""
    labels = Path(__file__).resolve().parent.parent / "scripts/threads/closings.jsonl"
    pairs = [json.loads(line) for line in labels.read_text("utf-8").splitlines()]
    current: dict[str, Any] = {}

    def line(request: Request) -> dict[str, Any]:
        told = json.loads(request.user.splitlines()[1])
        if current["part"] == "first":
            quote, turn = current["loop"]["quote"], current["loop"]["turn"]
            return reply(opens(quote, quote, turn=turn))
        number = next((one["n"] for one in told["open_loops"] if one["text"] == current["loop"]["quote"]), 99)
        evidence = current["evidence"]
        return reply(closed=[{"loop": number, **evidence}] if evidence else [])

    llm.set_backend(ScriptedLLM(line))
    wrong = []
    for pair in pairs:
        for part in ("first", "second"):
            current = pair | {"part": part}
            buffer = SessionBuffer(pair[part]["session"], store=modelled, project=pair["id"])
            buffer.extend([turn | {"at": datetime.fromisoformat(turn["at"])} for turn in pair[part]["turns"]])
            asyncio.run(consolidate_buffer(buffer))
        (loop,) = modelled.loops(everything=True, project=pair["id"])
        expected = ((pair["second"]["session"], pair["evidence"]["turn"]),) if pair["closes"] else ()
        if loop.closing != expected or (loop.state == "done") != pair["closes"]:
            wrong.append((pair["id"], loop.state, loop.closing))
    assert wrong == []
