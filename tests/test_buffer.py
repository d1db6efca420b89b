"""The way in for one session's turns: numbered, masked, dated, cut, and refused where they are not turns."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from episodic.capture.buffer import SessionBuffer
from episodic.errors import InputError
from episodic.memory.store import Store
from episodic.records import Turn


@pytest.fixture
def buffer(store: Store) -> SessionBuffer:
    return SessionBuffer("session-1", store=store)


def _turns(buffer: SessionBuffer) -> list[Turn]:
    row = buffer.store.turns.session(buffer.session_id)
    return buffer.store.turns.window(row.id, after=-1) if row else []


def _journalled(buffer: SessionBuffer) -> list[str]:
    journal = buffer.store.journal
    return [entry.content for entry in journal.entries(journal.path(buffer.session_id))]


def test_turns_are_numbered_from_0_in_their_session(buffer: SessionBuffer, store: Store) -> None:
    assert [buffer.append_turn("user", text) for text in ("one", "two", "two")] == [0, 1, 2]
    assert SessionBuffer("session-2", store=store).append_turn("user", "elsewhere") == 0
    assert SessionBuffer("session-1", store=store).append_turn("assistant", "goes on") == 3
    assert [(turn.seq, turn.role, turn.content) for turn in _turns(buffer)] == [
        (0, "user", "one"),
        (1, "user", "two"),
        (2, "user", "two"),
        (3, "assistant", "goes on"),
    ]


def test_a_turn_is_in_the_journal_and_found_at_once(buffer: SessionBuffer, store: Store) -> None:
    buffer.append_turn("user", "The Series B deck needs 14 slides", name="Sarah")
    assert _journalled(buffer) == ["The Series B deck needs 14 slides"]
    ((own,),) = store.db.rows("select own from item")
    assert own == "sarah the series b deck needs 14 slides"
    assert store.embeddings.waiting() == 1


@pytest.mark.parametrize(
    ("said", "role", "origin"),
    [
        ("user", "user", "user"),
        ("Human", "user", "user"),
        (" customer ", "user", "user"),
        ("assistant", "assistant", "assistant"),
        ("AI", "assistant", "assistant"),
        ("bot", "assistant", "assistant"),
        ("model", "assistant", "assistant"),
        ("gpt", "assistant", "assistant"),
        ("tool", "tool", "tool"),
        ("function", "tool", "tool"),
        ("system", "system", "user"),
        ("developer", "system", "user"),
    ],
)
def test_a_role_goes_by_many_names(buffer: SessionBuffer, said: str, role: str, origin: str) -> None:
    buffer.append_turn(said, "hello")
    assert [(turn.role, turn.origin) for turn in _turns(buffer)] == [(role, origin)]


def test_an_origin_that_is_given_stands(buffer: SessionBuffer) -> None:
    """Case 133: what a user's message carries in from a web page is not the user's own."""
    buffer.append_turn("user", "remember that …", origin="web")
    assert _turns(buffer)[0].origin == "web"


@pytest.mark.parametrize("role", ["", "  ", "users", "narrator", None, 7])
def test_an_unknown_role_is_refused_in_one_line(buffer: SessionBuffer, role: Any) -> None:
    with pytest.raises(InputError) as caught:
        buffer.append_turn(role, "hello")
    assert str(caught.value) == f"role {role!r} is unknown: use user, assistant, system or tool"
    assert _turns(buffer) == []


def test_an_unknown_origin_is_refused_in_one_line(buffer: SessionBuffer) -> None:
    origin: Any = "rumour"
    with pytest.raises(InputError, match=r"^origin 'rumour' is unknown: use one of user, assistant, tool, file, web, "):
        buffer.append_turn("user", "hello", origin=origin)


@pytest.mark.parametrize("content", [None, 7, b"hello", ["hello"]])
def test_what_is_not_text_is_refused_in_one_line(buffer: SessionBuffer, content: Any) -> None:
    with pytest.raises(InputError, match=r"^a turn's content is \w+: give text$"):
        buffer.append_turn("user", content)


@pytest.mark.parametrize("at", ["2026-11-29", 1764406800, datetime(2026, 1, 1, tzinfo=UTC).date()])
def test_what_is_not_a_time_is_refused_in_one_line(buffer: SessionBuffer, at: Any) -> None:
    with pytest.raises(InputError, match=r"^a turn's time is \w+: give a datetime, or None for now$"):
        buffer.append_turn("user", "hello", at=at)


@pytest.mark.parametrize("session", ["", "  ", "\n"])
def test_a_blank_session_is_refused(store: Store, session: str) -> None:
    """Case 71."""
    with pytest.raises(InputError, match=r"^the session id is blank: name the session$"):
        SessionBuffer(session, store=store)


def test_a_session_that_is_no_text_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match=r"^the session id is not valid Unicode: name it otherwise$"):
        SessionBuffer("s\udcff", store=store)


def test_a_window_is_due_at_eight_turns(buffer: SessionBuffer, store: Store) -> None:
    due = []
    for number in range(9):
        buffer.append_turn("user", f"{number}")
        due.append(buffer.due)
    assert due == [False] * 7 + [True] * 2
    store.turns.consolidated("session-1", 7)
    assert (buffer.pending, buffer.due) == (1, False)


def test_nothing_is_pending_before_the_first_turn(buffer: SessionBuffer) -> None:
    assert (buffer.pending, buffer.due) == (0, False)


def test_many_turns_at_once_are_all_taken(wordless: Store) -> None:
    buffer = SessionBuffer("session-1", store=wordless)
    at = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
    turns: list[Mapping[str, Any]] = [
        {"role": "user", "content": f"turn {n}", "at": at + timedelta(minutes=n), "name": "Sarah"} for n in range(600)
    ]
    assert buffer.extend(turns) == 600
    assert buffer.extend([{"role": "human", "content": "turn 0"}]) == 1  # nothing is deduplicated
    assert [turn.seq for turn in _turns(buffer)] == list(range(601))
    assert (_turns(buffer)[599].content, _turns(buffer)[599].name) == ("turn 599", "Sarah")
    assert _turns(buffer)[0].at == at
    assert wordless.journal.verify(wordless.journal.path("session-1")).problems == ()
    assert buffer.extend([]) == 0


def test_many_turns_are_embedded_as_they_come(store: Store) -> None:
    SessionBuffer("session-1", store=store).extend([{"role": "user", "content": "The deck has 14 slides"}])
    assert store.embeddings.waiting() == 0
    assert store.db.value("select count(*) from embedding") == 2  # the turn, and its one sentence


@pytest.mark.parametrize("bad", [{"content": "no role"}, {"role": "user"}, {"role": "user", "content": 7}])
def test_one_bad_turn_refuses_them_all(wordless: Store, bad: Mapping[str, Any]) -> None:
    buffer = SessionBuffer("session-1", store=wordless)
    with pytest.raises(InputError):
        buffer.extend([{"role": "user", "content": "good"}, bad])
    assert _turns(buffer) == []
    assert wordless.journal.files() == []


def test_a_long_turn_keeps_its_head_and_its_tail(buffer: SessionBuffer) -> None:
    """Case 40: a line of 200,000 characters is taken, and says what was left out."""
    text = "BEGIN " + "pasted log " * 20_000 + "END"
    assert buffer.append_turn("tool", text) == 0
    assert buffer.append_turn("user", "what was that?") == 1
    kept = _turns(buffer)[0].content
    assert kept.startswith("BEGIN pasted log ")
    assert kept.endswith("pasted log END")
    assert f"\n[… {len(text) - 20_000} characters left out …]\n" in kept
    assert len(kept) < 20_100
    assert _journalled(buffer)[0] == kept


def test_a_turn_at_the_limit_is_not_cut(buffer: SessionBuffer) -> None:
    buffer.append_turn("user", "x" * 20_000)
    assert _turns(buffer)[0].content == "x" * 20_000


@pytest.mark.parametrize(
    ("at", "stored"),
    [
        (None, datetime(2026, 11, 29, 9, 0, tzinfo=UTC)),
        (datetime(2026, 7, 1, 12, 0), datetime(2026, 7, 1, 10, 0, tzinfo=UTC)),  # noqa: DTZ001 - naive on purpose
        (datetime(2026, 7, 1, 12, 0, tzinfo=UTC), datetime(2026, 7, 1, 12, 0, tzinfo=UTC)),
        (datetime(2026, 7, 1, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai")), datetime(2026, 6, 30, 16, 30, tzinfo=UTC)),
        (datetime(1, 1, 1), datetime(2026, 11, 29, 9, 0, tzinfo=UTC)),  # noqa: DTZ001 - no time, so now
        (datetime(2099, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)),
    ],
)
def test_a_time_is_stored_in_utc(buffer: SessionBuffer, at: datetime | None, stored: datetime) -> None:
    """Cases 109, 110 and 115: naive is in the user's zone, none is now."""
    buffer.append_turn("user", "hello", at=at)
    assert [turn.at for turn in _turns(buffer)] == [stored]


def test_a_turn_that_masking_empties_keeps_its_number(buffer: SessionBuffer, home: Path) -> None:
    assert buffer.append_turn("user", "<private>I have an ulcer</private>") == 0
    assert buffer.append_turn("user", "") == 1
    assert buffer.append_turn("user", "go on") == 2
    assert [(turn.seq, turn.content) for turn in _turns(buffer)] == [(2, "go on")]
    assert not [path for path in home.rglob("*") if path.is_file() and b"ulcer" in path.read_bytes()]


def test_names_are_made_fit_like_texts(buffer: SessionBuffer) -> None:
    """Case 19: a lone surrogate, a NUL and a secret in the speaker's name."""
    buffer.append_turn("user", "hello \ud83d", name="An\0na \ud83d")
    buffer.append_turn("user", "hello", name="AKIAQ3EXAMPLEZ7WNV2K")
    first, second = _turns(buffer)
    assert (first.content, first.name) == ("hello \ufffd", "Anna \ufffd")
    assert second.name
    assert "AKIAQ3" not in second.name
    assert (
        json.loads(buffer.store.journal.path("session-1").read_bytes().splitlines()[0])["source"]["name"] == first.name
    )


def test_a_session_keeps_the_first_project_it_was_given(store: Store) -> None:
    """Case 73."""
    for project in (None, "/a/api", "/b/api"):
        SessionBuffer("session-1", store=store, project=project).append_turn("user", "hello")
    row = store.turns.session("session-1")
    assert row
    assert row.project == "/a/api"


def test_a_name_that_is_no_text_is_refused(store: Store) -> None:
    with pytest.raises(InputError, match="speaker's name is int"):
        SessionBuffer("talk", store=store).extend([{"role": "user", "content": "hello", "name": 5}])
    assert store.status().turns == 0
