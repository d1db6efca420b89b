"""The journal: what was appended is there, what was altered shows, and a cut anywhere costs one line at most."""

import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from episodic.errors import JournalError
from episodic.memory.journal import Entry, Journal, Tear

STAMP = "2026-11-29T09:00:00.000000Z"


def _entry(content: str, *, session: str = "s", name: str | None = None) -> Entry:
    source = {"user": "u", "session": session, "origin": "user"} | ({"name": name} if name else {})
    return Entry(seq=-1, id=f"id-{len(content)}", role="user", content=content, at=STAMP, source=source)


@pytest.fixture
def journal(home: Path) -> Journal:
    return Journal(home / "journal", "u")


def _append(journal: Journal, *contents: str, session: str = "s") -> list[Entry]:
    with journal.locked(seconds=5):
        return journal.append(session, [_entry(content, session=session) for content in contents])


def _contents(journal: Journal, session: str = "s") -> list[str]:
    return [entry.content for entry in journal.entries(journal.path(session))]


def _tears(journal: Journal) -> list[Tear]:
    return [line for line in journal.read(journal.path("s")) if isinstance(line, Tear)]


def _problems(journal: Journal) -> tuple[str, ...]:
    return journal.verify(journal.path("s")).problems


def test_what_is_appended_is_read_back(journal: Journal) -> None:
    first = _append(journal, "one", "två\n\t\u2028\x85", "")
    second = _append(journal, "🚀 four")
    assert list(journal.entries(journal.path("s"))) == [*first, *second]
    assert [entry.seq for entry in [*first, *second]] == [0, 1, 2, 3]
    assert _contents(journal) == ["one", "två\n\t\u2028\x85", "", "🚀 four"]


@given(st.lists(st.text(), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_any_text_is_one_line(texts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", "u")
        _append(journal, *texts)
        assert journal.path("s").read_bytes().count(b"\n") == len(texts)
        assert _contents(journal) == texts


def test_entries_after_a_seq_are_those_above_it(journal: Journal) -> None:
    _append(journal, "a", "b", "c")
    path = journal.path("s")
    assert [entry.content for entry in journal.entries(path, after=0)] == ["b", "c"]
    assert list(journal.entries(path, after=2)) == []


def test_the_chain_holds_over_appends_and_sessions(journal: Journal) -> None:
    for content in ("a", "b", "c"):
        _append(journal, content)
    _append(journal, "other", session="t")
    verdicts = [journal.verify(path) for path in journal.files()]
    assert sorted((v.entries, v.last_seq, v.tears, v.forgotten) for v in verdicts) == [(1, 0, 0, 0), (3, 2, 0, 0)]
    assert not any(verdict.problems for verdict in verdicts)


def test_the_same_words_twice_have_two_hashes(journal: Journal) -> None:
    first, second = _append(journal, "same", "same")
    assert first.hash != second.hash
    assert second.prev == first.hash


def _altered(lines: list[dict[str, object]]) -> None:
    lines[1]["content"] = "I agreed to nothing"


def _altered_time(lines: list[dict[str, object]]) -> None:
    lines[1]["at"] = "2026-11-30T09:00:00.000000Z"


def _altered_speaker(lines: list[dict[str, object]]) -> None:
    lines[1]["role"] = "assistant"


def _removed(lines: list[dict[str, object]]) -> None:
    del lines[1]


def _beheaded(lines: list[dict[str, object]]) -> None:
    del lines[0]


def _swapped(lines: list[dict[str, object]]) -> None:
    lines[1], lines[2] = lines[2], lines[1]


def _renumbered(lines: list[dict[str, object]]) -> None:
    lines[3]["seq"] = 7


def _doubled(lines: list[dict[str, object]]) -> None:
    lines.insert(2, dict(lines[1]))


def _rewritten_as_forgotten(lines: list[dict[str, object]]) -> None:
    lines[1] |= {"content": "I agreed to nothing", "source": {"forgotten": True}}


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (_altered, "seq 1: was altered"),
        (_altered_time, "seq 1: was altered"),
        (_altered_speaker, "seq 1: was altered"),
        (_removed, "seq 2: does not follow the line before it"),
        (_beheaded, "seq 1: does not follow the line before it"),
        (_swapped, "seq 2: does not follow the line before it"),
        (_renumbered, "seq 7: follows seq 2, so lines are missing or moved"),
        (_doubled, "seq 1: follows seq 1, so lines are missing or moved"),
        (_rewritten_as_forgotten, "seq 1: was altered"),
    ],
)
def test_what_was_altered_is_found(
    journal: Journal, tamper: Callable[[list[dict[str, object]]], None], found: str
) -> None:
    _append(journal, "zero", "one", "two", "three")
    path = journal.path("s")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    tamper(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert found in _problems(journal)


def test_a_forgotten_turn_leaves_the_chain_whole(journal: Journal) -> None:
    _append(journal, "zero", "my password", "two")
    path = journal.path("s")
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines[1] |= {"content": "", "nonce": "", "source": {**lines[1]["source"], "forgotten": True}}
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    verdict = journal.verify(path)
    assert (verdict.problems, verdict.entries, verdict.forgotten) == ((), 3, 1)


CUT_LINES = ["first of three", "åäö 🚀 second", 'third "quoted" \\ line']


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of three lines, as its bytes."""
    journal = Journal(tmp_path_factory.mktemp("whole") / "journal", "u")
    _append(journal, *CUT_LINES)
    return journal.path("s").read_bytes()


def _cut(whole: bytes, at: int) -> Iterator[tuple[Journal, int]]:
    """A journal cut at a byte, and how many of its lines are whole."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", "u")
        with journal.locked(seconds=5):
            journal.path("s").write_bytes(whole[:at])
        ends = [place for place, byte in enumerate(whole) if byte == 10]
        yield journal, sum(end <= at for end in ends)  # a line is whole with its last brace, the newline comes after


@given(st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_at_any_byte_costs_the_cut_line_alone(whole: bytes, data: st.DataObject) -> None:
    """Cases 83 and 85: whatever the power cut left, every whole line is there once and the piece is set aside once."""
    at = data.draw(st.integers(0, len(whole)))
    for journal, kept in _cut(whole, at):
        torn = at > 0 and whole[:at].rsplit(b"\n", 1)[-1] not in {b"", *whole.split(b"\n")}
        before = _contents(journal) if journal.path("s").exists() else []
        assert before == CUT_LINES[:kept]
        _append(journal, "after the crash")
        _append(journal, "and on")
        for _ in range(2):
            assert _contents(journal) == [*CUT_LINES[:kept], "after the crash", "and on"]
        verdict = journal.verify(journal.path("s"))
        assert (verdict.problems, verdict.entries) == ((), kept + 2)
        assert verdict.tears == journal.quarantined() == torn
        assert [line.raw for line in _tears(journal)] == ([whole[:at].rsplit(b"\n", 1)[-1]] if torn else [])


def test_every_kind_of_cut_was_tried(whole: bytes) -> None:
    """The cuts above reach torn, whole and unterminated lines: here are one of each, by hand."""
    end = whole.index(b"\n")
    assert {(at, kept) for at in (0, 5, end, end + 1) for _, kept in _cut(whole, at)} == {
        (0, 0),
        (5, 0),
        (end, 1),
        (end + 1, 1),
    }


def test_a_torn_tail_gets_a_fresh_line(journal: Journal) -> None:
    _append(journal, "kept")
    with journal.path("s").open("ab") as file:
        file.write(b'{"v":1,"seq":1,"conte')
    _append(journal, "next")
    lines = journal.path("s").read_bytes().splitlines()
    assert lines[1] == b'{"v":1,"seq":1,"conte'
    assert json.loads(lines[2])["content"] == "next"


@pytest.mark.parametrize(
    "raw",
    [
        b"{bad",
        b"[]",
        b"null",
        b"7",
        b'"text"',
        b"\0" * 40,
        b"\xff\xfe\xfd",
        b"[" * 20_000,
        b'{"v":2,"seq":0}',
        b'{"v":1,"seq":0}',
        b'{"v":1,"seq":"1","id":"x","role":"user","content":"","at":"","source":{}}',
        b'{"v":1,"seq":1,"id":"x","role":"user","content":"","at":"","source":null}',
        b'{"v":1,"seq":1,"id":"x","role":"user","content":"","at":"","source":{},"more":1}',
    ],
    ids=range(13),
)
def test_a_line_that_does_not_parse_never_stops_the_rest(journal: Journal, raw: bytes) -> None:
    """Cases 83 and 85."""
    _append(journal, "before")
    with journal.path("s").open("ab") as file:
        file.write(raw + b"\n")
    _append(journal, "after")
    assert _contents(journal) == ["before", "after"]
    assert _contents(journal) == ["before", "after"]
    assert [line.raw for line in _tears(journal)] == [raw]
    assert journal.quarantined() == 1
    verdict = journal.verify(journal.path("s"))
    assert (verdict.problems, verdict.tears) == ((), 1)


def test_a_tear_says_where_it_starts(journal: Journal) -> None:
    _append(journal, "before")
    start = journal.path("s").stat().st_size
    with journal.path("s").open("ab") as file:
        file.write(b"{bad\n")
    assert _tears(journal) == [Tear(start, b"{bad")]


def test_a_last_line_longer_than_the_tail_that_is_read_is_found(journal: Journal) -> None:
    """Case 40."""
    _append(journal, "short", "x" * 200_000)
    assert [entry.seq for entry in _append(journal, "next")] == [2]
    assert _problems(journal) == ()


def test_seqs_go_on_above_what_is_indexed_already(journal: Journal) -> None:
    """A journal that lost its end does not give a seq away twice, and the loss shows."""
    _append(journal, "zero", "one")
    with journal.locked(seconds=5):
        [entry] = journal.append("s", [_entry("five")], after=4)
    assert entry.seq == 5
    assert _problems(journal) == ("seq 5: follows seq 1, so lines are missing or moved",)


@pytest.mark.parametrize(
    "name",
    [
        "telegram:1",
        "a/b/../../c",
        "..",
        ".",
        "/etc/passwd",
        "C:\\con",
        "CON",
        "two words",
        "🚀",
        "x" * 300,
        "a\0b",
        "~",
    ],
)
def test_any_id_is_a_file_inside_the_folder(home: Path, name: str) -> None:
    """Case 70."""
    journal = Journal(home / "journal", name)
    _append(journal, "hello", session=name)
    (path,) = journal.files()
    assert path == journal.path(name)
    assert path.resolve().is_relative_to((home / "journal").resolve())
    assert len(path.relative_to(home / "journal").parts) == 2
    assert _contents(journal, name) == ["hello"]


def test_ids_that_differ_have_files_that_differ(home: Path) -> None:
    names = ["telegram:1", "telegram:2", "Telegram:1", "telegram:1 ", "telegram/1"]
    journals = [Journal(home / "journal", name) for name in names]
    assert len({journal.folder for journal in journals}) == len(names)
    assert len({journals[0].path(name) for name in names}) == len(names)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_the_owner_may_read(journal: Journal, home: Path) -> None:
    before = os.umask(0o022)
    try:
        _append(journal, "secret")
        journal.quarantine(b"{torn")
    finally:
        os.umask(before)
    modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [home, *home.rglob("*")]}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
    # home, journal, quarantine, a user's folder in each and one of marks; journal, lock, mark and torn line
    assert len(modes) == 10


HOLD = """
import sys
from pathlib import Path
from episodic.memory.journal import Journal
with Journal(Path(sys.argv[1]), "u").locked(seconds=5):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_another_process_waits_for_the_lock(journal: Journal, home: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(home / "journal")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        with pytest.raises(JournalError) as caught, journal.locked(seconds=0.1):
            pass
        with Journal(home / "journal", "another").locked(seconds=0.1):
            pass  # a lock is one user's
        other.communicate("\n")
    assert str(caught.value) == "another process has held the journal for 0.1 s: wait or stop it"
    _append(journal, "now it is free")


def test_the_lock_is_free_again_after_an_error(journal: Journal) -> None:
    with pytest.raises(ZeroDivisionError), journal.locked(seconds=1):
        raise ZeroDivisionError
    _append(journal, "still works")


def test_a_journal_that_cannot_be_opened_is_one_line(journal: Journal) -> None:
    journal.path("s").mkdir(parents=True)
    with pytest.raises(JournalError, match=r"^.* cannot be written \(Is a directory\): free some space or permit it$"):
        _append(journal, "hello")


def test_a_folder_that_cannot_be_made_is_one_line(home: Path) -> None:
    home.mkdir()
    (home / "journal").write_text("in the way", "utf-8")
    with pytest.raises(JournalError, match=r"^.* cannot be written \(Not a directory\): free some space or permit it$"):
        _append(Journal(home / "journal", "u"), "hello")


FULL = """
import resource, sys
from pathlib import Path
from episodic.errors import JournalError
from episodic.memory.journal import Entry, Journal

journal = Journal(Path(sys.argv[1]), "u")
entry = Entry(seq=-1, id="x", role="user", content="a" * 400, at="", source={"user": "u", "session": "s"})
with journal.locked(seconds=5):
    journal.append("s", [entry])
    size = journal.path("s").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size * 3 + size // 2, resource.RLIM_INFINITY))  # two more, and a half
    try:
        journal.append("s", [entry] * 4)
    except JournalError as error:
        print(error)
    print(journal.path("s").stat().st_size == size)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on a file's size")
def test_a_full_disk_takes_none_of_the_batch(home: Path) -> None:
    """What was refused does not turn up later as if it had been taken."""
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(home / "journal")], capture_output=True, text=True, check=True
    )
    message, unchanged = ran.stdout.splitlines()
    assert message.endswith("cannot be written (File too large): free some space or permit it")
    assert unchanged == "True"
    journal = Journal(home / "journal", "u")
    assert len(_append(journal, "room again")) == 1
    assert journal.verify(journal.path("s")).problems == ()


def test_size_counts_every_session(journal: Journal) -> None:
    assert journal.size() == 0
    _append(journal, "a")
    _append(journal, "b", session="t")
    assert journal.size() == sum(path.stat().st_size for path in journal.files()) > 0


def test_what_was_written_is_unsettled_until_it_is_indexed(journal: Journal) -> None:
    assert not journal.unsettled()
    _append(journal, "a")
    _append(journal, "b", session="t")
    journal.settled(journal.path("s"))
    assert journal.unsettled()
    journal.settled(journal.path("t"))
    assert not journal.unsettled()
    _append(journal, "c")
    journal.remove()
    assert not journal.unsettled()


def test_removing_takes_journals_and_quarantine_of_one_user(journal: Journal, home: Path) -> None:
    other = Journal(home / "journal", "other")
    _append(journal, "a")
    _append(other, "b")
    journal.quarantine(b"{torn")
    other.quarantine(b"{torn")
    assert journal.remove() == 2
    assert (journal.files(), journal.quarantined(), journal.size()) == ([], 0, 0)
    assert (len(other.files()), other.quarantined()) == (1, 1)
