"""Within a session its order says what was said later, whatever the clocks of its turns say; FINDINGS 6."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from conftest import NOW, Cli
from hypothesis import given
from hypothesis import strategies as st

from episodic import SessionBuffer
from episodic.capture.intake import take_in
from episodic.capture.transcripts import read
from episodic.capture.transcripts.branches import Node, in_order
from episodic.consolidate.pipeline import sweep
from episodic.language.dates import is_no_time
from episodic.memory.session_clock import settled
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.records import Message, Piece

WORDS = {"EPISODIC_MODELS": "/nowhere"}
BEGIN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def at(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


MONTHS = 60 * 24 * 90.0


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([0, 1, 2], [0, 1, 2]),
        ([0, 0, 1], [0, 0, 1]),
        ([0, 1, 0.99, 2], [0, 0, 0.99, 2]),
        ([0, MONTHS, 1, 2], [0, 0, 1, 2]),
        ([0, MONTHS, 1], [0, 0, 1]),
        ([0, MONTHS, MONTHS + 1, 1, 2, 3], [0, 0, 0, 1, 2, 3]),
        ([0, 1, -MONTHS, 2], [0, 1, 1, 2]),
        ([MONTHS, 0, 1, 2], [0, 0, 1, 2]),
        ([0, 1, MONTHS, MONTHS + 1], [0, 1, MONTHS, MONTHS + 1]),
        ([], []),
    ],
)
def test_a_time_that_contradicts_the_order_gives_way_to_the_turn_before(
    times: list[float], expected: list[float]
) -> None:
    assert settled([at(one) for one in times]) == [at(one) for one in expected]


@given(st.lists(st.integers(-5, 5)), st.none() | st.integers(-5, 5), st.none() | st.integers(0, 5))
def test_times_rise_within_their_bounds_and_those_that_rise_already_stay(
    times: list[int], after: int | None, width: int | None
) -> None:
    low = None if after is None else at(after)
    high = None if width is None else at((-5 if after is None else after) + width)
    found = settled([at(one) for one in times], after=low, before=high)
    assert found == sorted(found)
    assert len(found) == len(times)
    assert all((low is None or one >= low) and (high is None or one <= high) for one in found)
    if low is None and high is None:
        assert settled(found) == found


def plain(path: Path, *said: tuple[str, Any], session: str = "s") -> Path:
    lines = [{"session": session, "role": "user", "content": text, "at": when} for text, when in said]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def day(number: int, clock: str) -> str:
    return f"2026-03-{number:02}T{clock}Z"


FIRST, THEN = "Server port is 8080.", "Correction: the server port is 9090, not 8080."


def take(store: Store, *files: Path) -> None:
    for file in files:
        take_in(read(file.read_bytes()), lambda _: store, source=str(file))
    asyncio.run(sweep(store))


def facts(store: Store, **bounds: Any) -> list[tuple[str, str, str]]:
    """Return the facts about the port with their days and what they replaced, the best first."""
    found = retrieve("server port", store, layers=("fact",), fast=True, **bounds)
    return [(hit.text, f"{hit.said_at:%Y-%m-%d}", hit.previously or "") for hit in found]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        pytest.param("2026-11-20T10:00:02Z", "2026-11-20T10:00:01Z", id="a second back"),
        pytest.param("2026-11-20T10:00:00Z", "2026-11-20T10:00:00Z", id="the same second"),
        pytest.param("2026-11-20T10:00:00Z", "2026-02-20T10:00:00Z", id="months back"),
        pytest.param("2026-11-20T10:00:00Z", "0001-01-01T00:00:00Z", id="year 1"),
        pytest.param("2026-11-20T10:00:00Z", 0, id="epoch"),
        pytest.param("2026-11-20T10:00:00Z", "1970-01-01", id="the day of the epoch"),
        pytest.param("2026-11-20T10:00:00Z", -62135596800, id="year 1 as seconds"),
        pytest.param("9999-12-31T23:59:59Z", "2026-11-20T10:00:00Z", id="year 9999"),
        pytest.param("2026-11-20T11:30:00+01:00", "2026-11-20T10:29:59Z", id="zones mixed"),
    ],
)
def test_a_correction_after_its_clock_stepped_back_holds(
    wordless: Store, tmp_path: Path, first: Any, then: Any
) -> None:
    take(wordless, plain(tmp_path / "a.jsonl", (FIRST, first), (THEN, then)))
    ((text, on, before),) = facts(wordless)
    assert (text, on) == (THEN, "2026-11-20")
    assert "8080" in before
    then = retrieve("server port", wordless, fast=True, as_of=datetime(2026, 11, 21, tzinfo=UTC))
    assert [(hit.text, hit.outdated) for hit in then] == [(THEN, False), (FIRST, True)]
    assert facts(wordless, as_of=datetime(2026, 11, 19, tzinfo=UTC)) == []


def test_finding_6_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    file = plain(tmp_path / "a.jsonl", (FIRST, "2026-11-20T10:00:02Z"), (THEN, "2026-11-20T10:00:01Z"))
    assert cli("ingest", str(file), extra=WORDS).returncode == 0
    (best, *_) = json.loads(cli("recall", "server port", "--fast", "--json").stdout)["hits"]
    assert "9090" in best["text"]
    block = cli("context", "what is the server port?", "--session", "now", "--fast").stdout
    assert "2026-11-20 [correction]" in block.splitlines()[1]
    chain = cli("history", str(best["id"])).stdout
    assert chain.index("port is 8080") < chain.index("port is 9090")


def test_a_jump_of_months_and_back_changes_neither_order_nor_the_days_shown(wordless: Store, tmp_path: Path) -> None:
    last = "Correction: the server port is 7070, not 9090."
    jumps = (FIRST, day(2, "09:00:00")), (THEN, "2026-08-30T09:01:00Z"), (last, day(2, "09:02:00"))
    take(wordless, plain(tmp_path / "a.jsonl", *jumps))
    assert {(text, on) for text, on, _ in facts(wordless, history=True)} == {
        (FIRST, "2026-03-02"),
        (THEN, "2026-03-02"),
        (last, "2026-03-02"),
    }
    assert [text for text, _, _ in facts(wordless)] == [last]
    newest = "Correction: the server port is 6060, not 7070."
    take(wordless, plain(tmp_path / "b.jsonl", (newest, day(20, "09:00:00")), session="t"))
    assert [text for text, _, _ in facts(wordless)] == [newest]  # sessions follow one another by time
    (told,) = [one for one in wordless.episodes() if one.session == "s"]
    assert (f"{told.started_at:%H:%M}", f"{told.ended_at:%H:%M}") == ("09:00", "09:02")


def test_a_file_that_grew_goes_on_after_what_is_known_of_it(wordless: Store, tmp_path: Path) -> None:
    first = (FIRST, day(2, "09:00:05"))
    take(wordless, plain(tmp_path / "a.jsonl", first))
    take(wordless, plain(tmp_path / "a.jsonl", first, (THEN, "2025-12-24T09:00:00Z")))
    assert [(text, on) for text, on, _ in facts(wordless)] == [(THEN, "2026-03-02")]


def turns(store: Store, session: str) -> list[tuple[str, datetime]]:
    row = store.turns.session(session)
    assert row is not None
    return [(turn.content, turn.at) for turn in store.turns.window(row.id, after=-1)]


def piece(text: str, when: datetime) -> Message:
    return Message("user", (Piece(text, (f"id:{text}",)),), at=when)


def test_what_was_left_out_before_takes_its_place_between_its_neighbours(wordless: Store) -> None:
    first, left_out, last = piece("a", at(0)), piece("b", at(MONTHS)), piece("c", at(2))
    wordless.write("s", [first, last])
    wordless.write("s", [first, left_out, last])
    assert turns(wordless, "s") == [("a", at(0)), ("c", at(2)), ("b", at(0))]


def test_an_earlier_piece_of_a_session_keeps_its_days(wordless: Store) -> None:
    wordless.write("s", [piece("late", at(MONTHS))])
    wordless.write("s", [piece("early", at(0)), piece("early too", at(1))])
    assert turns(wordless, "s")[1:] == [("early", at(0)), ("early too", at(1))]


def test_what_is_said_now_is_never_before_what_was_said(wordless: Store) -> None:
    buffer = SessionBuffer("s", store=wordless)
    buffer.append_turn("user", "one", at=NOW + timedelta(days=90))
    buffer.append_turn("user", "two")
    assert [when for _, when in turns(wordless, "s")] == [NOW + timedelta(days=90)] * 2


def test_the_journal_keeps_what_the_clock_said_and_gives_the_same_again(wordless: Store) -> None:
    wordless.write("s", [piece("a", at(5)), piece("b", at(4)), piece("c", at(6))])
    (path,) = wordless.journal.files()
    assert [entry.source.get("clock", "")[14:19] for entry in wordless.journal.entries(path)] == ["", "04:00", ""]
    before = turns(wordless, "s")
    wordless.db.run("delete from item")
    wordless.db.run("delete from session")
    wordless.catch_up()
    assert turns(wordless, "s") == before


@pytest.mark.parametrize(
    "moment",
    [
        "0001-01-01T00:00:00+00:00",
        "1970-01-01T01:00:00",
        "1969-12-31T19:00:00-05:00",
        "9999-12-31",
        "2106-02-07T06:28:15",
    ],
)
def test_what_programs_write_for_no_time_is_none(moment: str) -> None:
    assert is_no_time(datetime.fromisoformat(moment))


@pytest.mark.parametrize("moment", ["1987-05-01", "1970-01-02T00:00:00", "2026-11-29T09:00:00+01:00", "2099-01-01"])
def test_old_and_coming_days_are_times(moment: str) -> None:
    assert not is_no_time(datetime.fromisoformat(moment))


def record(uuid: str, parent: str | None, text: str, when: str) -> dict[str, Any]:
    """Return a turn as Claude Code writes it."""
    said = {"type": "user", "sessionId": "s", "uuid": uuid, "parentUuid": parent, "timestamp": when}
    return said | {"message": {"role": "user", "content": text}}


def test_two_turns_of_the_same_words_and_no_time_are_two() -> None:
    null = "1970-01-01T00:00:00Z"
    lines = [json.dumps(record(f"u{place}", None, "yes", null)) for place in range(2)]
    (session,) = read("\n".join(lines).encode()).sessions
    assert len(session.messages) == 2


def test_parent_links_tell_the_order_where_the_file_has_another(wordless: Store, tmp_path: Path) -> None:
    said = [("b", "a", THEN), ("a", None, FIRST), ("c", "b", "Thanks.")]
    lines = [json.dumps(record(*one, f"2026-11-20T10:00:0{n}Z")) for n, one in enumerate(said)]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), "utf-8")
    take(wordless, tmp_path / "a.jsonl")
    assert [text for text, _, _ in facts(wordless)] == [THEN]


def test_links_in_a_circle_or_to_nowhere_leave_the_order_of_the_file() -> None:
    links = [("a", "b"), ("b", "a"), ("c", "nowhere"), ("d", "d")]
    assert sorted(in_order([Node(uuid, parent, "prompt") for uuid, parent in links])) == [0, 1, 2, 3]
