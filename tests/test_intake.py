"""A transcript into a memory: sessions to their users, broken lines aside, and nothing twice."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from episodic.capture.intake import Intake, take_in
from episodic.capture.transcripts.transcript import BadLine, Transcript, TranscriptSession
from episodic.config import Config
from episodic.memory.store import Store
from episodic.records import Message, Piece


def _session(name: str, *texts: str, user: str | None = None, cwd: str | None = None) -> TranscriptSession:
    messages = tuple(Message("user", (Piece(text, (f"{name}:{n}",)),)) for n, text in enumerate(texts))
    return TranscriptSession(name, messages, cwd=cwd, user=user)


def _transcript(*sessions: TranscriptSession) -> Transcript:
    return Transcript("plain", sessions)


def test_taking_in_twice_adds_nothing(store: Store) -> None:
    """Case 31; and case 25: of a file that grew only the new turn."""
    first = take_in(_transcript(_session("s", "one", "two")), lambda _: store)
    again = take_in(_transcript(_session("s", "one", "two")), lambda _: store)
    grown = take_in(_transcript(_session("s", "one", "two", "three")), lambda _: store)
    assert [(done.added, done.known) for done in (first, again, grown)] == [(2, 0), (0, 2), (1, 2)]
    assert [len(done.touched) for done in (first, again, grown)] == [1, 0, 1]
    assert store.status().turns == 3


def test_a_session_goes_to_the_user_it_names(store: Store, config: Config) -> None:
    """Case 68."""
    anna = Store(config, "anna")
    stores = {None: store, "anna": anna}
    done = take_in(_transcript(_session("s", "mine"), _session("t", "hers", user="anna")), lambda user: stores[user])
    assert (done.sessions, done.added) == (2, 2)
    assert [(buffer.store.user, buffer.session_id) for buffer in done.touched] == [("default", "s"), ("anna", "t")]
    assert (store.status().turns, anna.status().turns) == (1, 1)
    anna.close()


@pytest.mark.parametrize(
    ("given", "cwd", "expected"), [(None, None, None), (None, "/a/api", "/a/api"), ("mine", "/a/api", "mine")]
)
def test_a_project_is_the_one_given_or_the_folder(
    store: Store, given: str | None, cwd: str | None, expected: str | None
) -> None:
    """Case 73: the whole path, as two projects may share a last name."""
    take_in(_transcript(_session("s", "one", cwd=cwd)), lambda _: store, project=given)
    row = store.turns.session("s")
    assert row
    assert row.project == expected


def test_a_name_is_given_to_a_lone_session_only(store: Store) -> None:
    take_in(_transcript(_session("s", "one")), lambda _: store, session="named")
    take_in(_transcript(_session("t", "two"), _session("u", "three")), lambda _: store, session="named")
    assert [session.name for session in store.turns.sessions()] == ["named", "t", "u"]


def test_broken_lines_are_counted_and_kept_once_and_masked(store: Store, home: Path) -> None:
    """Cases 83, 85 and 136."""
    broken = (BadLine(2, '{"role": "user", "content": "AKIAQ3EXAMPLEZ7WNV2K', "torn"), BadLine(9, "{bad \ud83d", "no"))
    for _ in range(2):
        transcript = Transcript("plain", (_session("s", "one"),), {"empty": 3}, broken)
        done = take_in(transcript, lambda _: store)
        assert (done.bad_lines, done.skipped) == (2, {"empty": 3})
    assert store.status().quarantined_lines == 2
    kept = b"".join(path.read_bytes() for path in home.rglob("quarantine/**/*.txt"))
    assert b"AKIAQ3" not in kept
    assert b'{"role": "user"' in kept


def test_what_was_taken_in_adds_up(store: Store) -> None:
    one = take_in(Transcript("plain", (_session("s", "one"),), {"empty": 1}), lambda _: store)
    other = take_in(Transcript("plain", (_session("s", "one"),), {"empty": 2, "system": 1}), lambda _: store)
    both = one + other
    assert (both.files, both.sessions, both.added, both.known) == (2, 2, 1, 1)
    assert both.skipped == {"empty": 3, "system": 1}
    assert both.touched == one.touched
    assert Intake() + one == one


def test_turns_without_a_time_take_that_of_their_neighbours_or_of_the_file(store: Store) -> None:
    said, written = datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)
    times: dict[str, list[datetime | None]] = {"some": [None, said, None], "none": [None, None]}
    sessions = tuple(
        TranscriptSession(name, tuple(Message("user", (Piece(f"{name} {n}"),), at=at) for n, at in enumerate(ats)))
        for name, ats in times.items()
    )
    take_in(Transcript("plain", sessions), lambda _: store, undated=written)
    for name, when in (("some", said), ("none", written)):
        session = store.turns.session(name)
        assert session is not None
        assert {turn.at for turn in store.turns.window(session.id, after=-1)} == {when}
