"""`episodic serve`: the same bytes with it and without it, whatever becomes of it. Every run is a process of its own."""

import errno
import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from conftest import CACHE, NOW, start

import episodic
from episodic.config import load
from episodic.consolidate.opening import get_store
from episodic.surfaces.warm.client import Running, running, stop
from episodic.surfaces.warm.place import Place, place_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals and permission bits; the port is in test_warm.py")

Ran = tuple[int, str, str]
Episodic = Callable[..., Ran]

TALK = [
    ("user", "We decided to use PostgreSQL for the ledger."),
    ("assistant", "Noted, I will write the migrations."),
    ("user", "The Series B deck needs 12 slides, Sarah confirmed."),
    ("assistant", "Then I will cut it to 12 slides."),
    ("user", "Correction: the Series B deck needs 14 slides, not 12."),
    ("user", "我们决定重跑gen-itgc后再发布。"),
]
OFF = {"EPISODIC_SERVE": "off"}
WORDLESS = {"EPISODIC_MODELS": "/nowhere"}


def transcript(path: Path, *, project: str = "acme/ledger") -> Path:
    rows = [
        {
            "role": role,
            "content": text,
            "timestamp": f"2026-11-2{place}T10:00:00+01:00",
            "session": f"s{place // 2}",
            "cwd": f"/work/{project}",
        }
        for place, (role, text) in enumerate(TALK)
    ]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def environment_of(home: Path, cache: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("EPISODIC_")}
    return kept | {
        "EPISODIC_HOME": str(home),
        "EPISODIC_CONFIG": os.devnull,
        "EPISODIC_CACHE": str(cache),
        "EPISODIC_NOW": NOW.isoformat(),
        "EPISODIC_ZONE": "Europe/Stockholm",
        "EPISODIC_SERVE_HELLO_SECONDS": "20",  # of a busy machine
        "EPISODIC_SERVE_ANSWER_SECONDS": "60",
    }


def cache_of(folder: Path) -> Path:
    """A cache with a server of its own and everybody's optimised graphs."""
    folder.mkdir()
    for name in ("graphs", "checked"):
        (CACHE / name).mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(CACHE / name)
    return folder


def run(environment: dict[str, str], *arguments: str, **extra: str) -> Ran:
    # The folder of a run comes first where Python looks for modules.
    process = start(arguments, environment=environment | extra, folder="/")
    out, err = process.communicate(timeout=120)
    assert process.returncode is not None
    return process.returncode, out.decode(errors="surrogateescape"), err.decode(errors="surrogateescape")


def remember(environment: dict[str, str], text: str, *, user: str = "default") -> None:
    """Have a user remember something, without vectors; the server is another process."""
    store = get_store(user=user, config=load(environment | WORDLESS))
    store.remember(text)
    store.close()


def server_of(environment: dict[str, str]) -> Running | None:
    return running(load(environment))


def gone(environment: dict[str, str], pid: int) -> bool:
    """Wait for a server to end."""
    for _ in range(1000):
        if server_of(environment) is None and not alive(pid):
            return True
        time.sleep(0.01)
    return False


def alive(pid: int) -> bool:
    """Whether a process runs; one that ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return not Path("/proc/self").exists()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a home with a few turns and facts, beside which a server runs."""
    folder = tmp_path_factory.mktemp("serve")
    environment = environment_of(folder / "home", cache_of(folder / "c"))
    assert run(environment, "ingest", str(transcript(folder / "talk.jsonl")))[0] == 0
    assert run(environment, "serve", "--background")[0] == 0
    yield environment
    assert run(environment, "serve", "--stop") == (0, "", "stopped\n")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a small home and a cache of its own, without models; nothing is served before and after."""
    environment = environment_of(tmp_path / "home", cache_of(tmp_path / "c")) | WORDLESS
    remember(environment, "The deck is blue.")
    yield environment
    found = stop(load(environment))
    assert found is None or gone(environment, found.pid)


# The same bytes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["which", "database", "for", "the", "ledger"], {}),
        (["how many slides does the deck need", "--explain", "--json", "-k", "20"], {}),
        (["what did I say last week", "--explain"], {}),
        (["slides", "--fast", "--after", "2026-11-22", "--before", "2026-11-23", "-k", "2"], {}),
        (["slides", "--fast", "--history", "--as-of", "2026-11-23", "--known-at", "2026-11-24"], {}),
        (["slides", "--fast", "--kind", "correction", "--layer", "fact", "--json"], {}),
        (["ledger", "--fast", "--project", "legder"], {}),
        (["重跑 e\u0301 🦩 \udce9\udcff \x07 \" ' %", "--fast", "--json"], {}),
        (["zxqv blorptag flimwonk"], {}),
        (["zxqv", "--fast", "--json"], {}),
        (["slides", "--fast", "--user", "nobody"], {}),
        (["slides", "--fast"], {"EPISODIC_NOW": "2027-01-01T00:00:00Z", "EPISODIC_POOL": "1"}),
        (["slides"], {"EPISODIC_MODELS": "/nowhere"}),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else "",
)
def test_an_answer_is_the_same_bytes_with_it_and_without_it(
    shared: dict[str, str], arguments: list[str], extra: dict[str, str]
) -> None:
    before = server_of(shared)
    warm = run(shared, "recall", *arguments, **extra)
    after = server_of(shared)
    assert before
    assert after
    assert after.answered == before.answered + 1
    assert warm == run(shared, "recall", *arguments, **extra, **OFF)
    assert server_of(shared)
    assert warm[0] == 0


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["slides", "-k", "0"], {}),
        (["slides", "--after", "someday"], {}),
        (["slides", "--user", " "], {}),
        (["slides"], {"EPISODIC_ZONE": "Middle/Earth"}),
        (["slides"], {"EPISODIC_HOME": os.devnull}),
    ],
)
def test_an_error_is_the_same_line_with_it_and_without_it(
    shared: dict[str, str], arguments: list[str], extra: dict[str, str]
) -> None:
    warm = run(shared, "recall", *arguments, **extra)
    assert warm == run(shared, "recall", *arguments, **extra, **OFF)
    assert (warm[0], warm[1], warm[2].count("\n")) == (1, "", 1)


def test_what_waits_for_vectors_is_embedded_as_it_would_be_without_it(shared: dict[str, str], tmp_path: Path) -> None:
    one, other = (tmp_path / name for name in ("one", "other"))
    remember(shared | {"EPISODIC_HOME": str(one)}, "The gymnasium opens at seven.")
    shutil.copytree(one, other)
    question = ["recall", "when does the sports hall open", "--explain"]
    warm = run(shared, *question, EPISODIC_HOME=str(one))
    assert warm == run(shared, *question, EPISODIC_HOME=str(other), **OFF)
    assert "own meaning" in warm[1]
    assert json.loads(run(shared, "status", "--json", EPISODIC_HOME=str(one))[1])["waiting_items"] == 0


COMMAND = """
import atexit, sys
atexit.register(lambda: print("LOADED", *sorted({name.split(".")[0] for name in sys.modules}), file=sys.stderr))
sys.argv = ["episodic", *sys.argv[1:]]
from episodic.surfaces.cli import main
main()
"""


def test_who_asks_it_loads_no_model_and_no_database(shared: dict[str, str]) -> None:
    asked = [sys.executable, "-c", COMMAND, "recall", "how many slides does the deck need"]
    done = subprocess.run(asked, env=shared, capture_output=True, text=True, check=True)
    assert "14 slides" in done.stdout
    loaded = set(done.stderr.rsplit("LOADED", 1)[1].split())
    assert not loaded & {"numpy", "onnxruntime", "tokenizers", "apsw", "regex", "hashlib", "filelock"}


def test_many_ask_at_once_and_all_are_answered(shared: dict[str, str]) -> None:
    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(lambda _: run(shared, "recall", "--fast", "slides"), range(4)))
    assert len(answers) == 1


# Whose, and what of -------------------------------------------------------------------------------------------------


def test_users_and_homes_are_kept_apart(shared: dict[str, str], tmp_path: Path) -> None:
    elsewhere = {"EPISODIC_HOME": str(tmp_path / "other")}
    remember(shared, "The deck is Elin's and green.", user="elin")
    remember(shared | elsewhere, "The deck of the other home is red.")
    found = {
        "elin": run(shared, "recall", "--fast", "deck", "--user", "elin")[1],
        "default": run(shared, "recall", "--fast", "deck")[1],
        "other": run(shared, "recall", "--fast", "deck", **elsewhere)[1],
    }
    colours = {"elin": "green", "default": "14 slides", "other": "red"}
    for name, text in found.items():
        assert [which for which, colour in colours.items() if colour in text] == [name]


def test_what_another_process_writes_is_seen_at_once(shared: dict[str, str], tmp_path: Path) -> None:
    home = {"EPISODIC_HOME": str(tmp_path / "home")}
    for colour in ("blue", "green"):
        remember(shared | home, f"The boathouse is {colour}.")
        assert colour in run(shared, "recall", "--fast", "boathouse", **home)[1]


def words_in(home: Path, word: bytes) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and word in path.read_bytes()]


def test_what_is_forgotten_is_gone_while_it_runs(shared: dict[str, str], tmp_path: Path) -> None:
    home = tmp_path / "home"
    there = {"EPISODIC_HOME": str(home)}
    server = server_of(shared)
    assert server
    for what in ("--all", "--all-users"):
        remember(shared | there, "The warehouse is in Zanzibar.")
        assert "Zanzibar" in run(shared, "recall", "--fast", "warehouse", **there)[1]
        assert run(shared, "forget", what, "--yes", **there)[0] == 0
        assert words_in(home, b"Zanzibar") == words_in(home, b"zanzibar") == []
    if Path("/proc/self/fd").exists():
        held = [str(path.readlink()) for path in Path(f"/proc/{server.pid}/fd").iterdir()]
        assert not [path for path in held if str(home) in path]  # a deleted file stays on disk as long as it is open
    code, shown, said = run(shared, "recall", "--fast", "warehouse", **there)
    assert (code, shown, "0 sessions indexed" in said) == (0, "", True)
    remember(shared | there, "The warehouse is in Oslo.")
    assert "Oslo" in run(shared, "recall", "--fast", "warehouse", **there)[1]
    assert server_of(shared)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone of a process cannot be set")
def test_a_server_of_another_time_zone_is_not_asked(shared: dict[str, str]) -> None:
    """Whoever names no zone is in the system's, and that may be another one than the server was started in."""
    before = server_of(shared)
    asked = ["recall", "--fast", "--json", "slides", "--after", "2026-11-22"]
    for name in ("Asia/Tokyo", "America/Lima"):
        zone = {"EPISODIC_ZONE": "", "TZ": name}
        assert run(shared, *asked, **zone) == run(shared, *asked, **zone, **OFF)
    after = server_of(shared)
    assert before
    assert after
    assert after.answered == before.answered


def test_it_is_not_asked_where_the_settings_say_so(shared: dict[str, str]) -> None:
    before = server_of(shared)
    assert run(shared, "recall", "--fast", "slides", **OFF)[0] == 0
    after = server_of(shared)
    assert before
    assert after
    assert after.answered == before.answered
    code, _, trouble = run(shared, "serve", **OFF)
    assert (code, "EPISODIC_SERVE" in trouble) == (1, True)


def test_the_folder_and_all_in_it_are_the_owners_alone(shared: dict[str, str]) -> None:
    place = place_of(Path(shared["EPISODIC_CACHE"]))
    modes = {path.name: oct(stat.S_IMODE(path.lstat().st_mode)) for path in (place.folder, place.door, place.lock)}
    assert modes == {place.folder.name: "0o700", place.door.name: "0o600", place.lock.name: "0o600"}
    assert stat.S_ISSOCK(place.door.lstat().st_mode)


def test_status_says_that_it_runs_and_for_how_long(shared: dict[str, str]) -> None:
    server = server_of(shared)
    assert server
    shown, whole = run(shared, "status")[1], json.loads(run(shared, "status", "--json")[1])
    assert f"process {server.pid}, for " in shown
    assert whole["server"]["pid"] == server.pid
    assert whole["server"]["seconds"] >= server.seconds
    assert json.loads(run(shared, "serve", "--status", "--json")[1])["server"]["pid"] == server.pid


def test_a_second_one_says_that_one_runs(shared: dict[str, str]) -> None:
    server = server_of(shared)
    assert server
    code, _, trouble = run(shared, "serve")
    assert (code, "a server runs already" in trouble) == (1, True)
    code, _, told = run(shared, "serve", "--background")
    assert (code, f"a server runs already: process {server.pid}" in told) == (0, True)


def test_nonsense_and_silence_do_not_stop_it(shared: dict[str, str]) -> None:
    place = place_of(Path(shared["EPISODIC_CACHE"]))
    deep = b"[" * 3000
    nonsense = [
        b"GET / HTTP/1.1\r\n\r\n",
        b"\xff" * 64,
        b"\0\0\0\2[]",
        len(deep).to_bytes(4) + deep,
        b"\0\0\0\2{}",
        b"",
    ]
    for words in nonsense:
        with knocking(place) as connection, suppress(ConnectionError):  # it hangs up, with some of this unread
            connection.sendall(words)
            connection.shutdown(socket.SHUT_WR)
            assert connection.recv(1) == b""
    with ExitStack() as silent:
        for _ in range(20):  # more than it listens to
            silent.enter_context(knocking(place))
        code, shown, _ = run(shared, "recall", "--fast", "slides")
        assert (code, "14 slides" in shown) == (0, True)
    for _ in range(100):
        if server_of(shared):
            return
        time.sleep(0.1)
    raise AssertionError("it answers nobody any more")


def knocking(place: Place) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(30)
    while connection.connect_ex(str(place.door)) == errno.EAGAIN:
        time.sleep(0.01)  # too many are knocking
    return connection


# Beginning and end --------------------------------------------------------------------------------------------------


def test_without_it_recall_starts_none(own: dict[str, str]) -> None:
    assert "blue" in run(own, "recall", "--fast", "deck")[1]
    assert server_of(own) is None
    assert not place_of(Path(own["EPISODIC_CACHE"])).folder.exists()
    assert run(own, "serve", "--stop") == (0, "", "no server runs\n")
    assert run(own, "serve", "--status")[1].startswith("none runs")


def test_what_was_killed_is_passed_over_and_replaced(own: dict[str, str]) -> None:
    assert run(own, "serve", "--background")[0] == 0
    first = server_of(own)
    assert first
    os.kill(first.pid, signal.SIGKILL)
    assert gone(own, first.pid)
    assert place_of(Path(own["EPISODIC_CACHE"])).door.exists()
    assert "blue" in run(own, "recall", "--fast", "deck")[1]
    assert run(own, "serve", "--background")[0] == 0
    second = server_of(own)
    assert second
    assert second.pid != first.pid
    assert "blue" in run(own, "recall", "--fast", "deck")[1]
    third = server_of(own)
    assert third
    assert third.answered == 1


def test_one_that_hangs_is_passed_over(own: dict[str, str]) -> None:
    assert run(own, "serve", "--background")[0] == 0
    server = server_of(own)
    assert server
    os.kill(server.pid, signal.SIGSTOP)
    try:
        assert "blue" in run(own, "recall", "--fast", "deck", EPISODIC_SERVE_HELLO_SECONDS="0.1")[1]
    finally:
        os.kill(server.pid, signal.SIGCONT)


def test_it_ends_when_nobody_asks_and_when_it_is_told_to(own: dict[str, str]) -> None:
    place = place_of(Path(own["EPISODIC_CACHE"]))
    code, shown, said = run(own, "serve", "--idle", "0.005")
    assert (code, shown, "serving until 0.005 min pass" in said) == (0, "", True)
    assert not place.door.exists()
    for end in (signal.SIGTERM, signal.SIGINT):
        process = subprocess.Popen([sys.executable, "-m", "episodic", "serve"], env=own, stderr=subprocess.PIPE)
        assert process.stderr
        assert b"serving" in process.stderr.readline()
        process.send_signal(end)
        assert process.wait(timeout=60) in (0, 130)
        process.stderr.close()
        assert not place.door.exists()


def test_what_is_in_its_place_and_not_its_own_is_left_alone(own: dict[str, str]) -> None:
    place = place_of(Path(own["EPISODIC_CACHE"]))
    place.folder.mkdir(mode=0o700)
    place.door.write_text("somebody's notes")
    code, _, trouble = run(own, "serve")
    assert (code, "is no socket: move it away" in trouble, trouble.count("\n")) == (1, True, 1)
    assert "blue" in run(own, "recall", "--fast", "deck")[1]
    assert place.door.read_text() == "somebody's notes"


def test_a_folder_that_others_may_enter_is_not_used(own: dict[str, str]) -> None:
    place = place_of(Path(own["EPISODIC_CACHE"]))
    place.folder.mkdir()
    place.folder.chmod(0o755)
    code, _, trouble = run(own, "serve", "--background")
    assert (code, "run chmod 700 on it" in trouble) == (1, True)
    place.folder.chmod(0o700)
    assert run(own, "serve", "--background")[0] == 0
    place.folder.chmod(0o755)
    assert server_of(own) is None
    place.folder.chmod(0o700)
    assert server_of(own)


def test_a_server_of_code_that_was_replaced_ends(own: dict[str, str], tmp_path: Path) -> None:
    package = tmp_path / "lib" / "episodic"
    shutil.copytree(Path(episodic.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    new = {"PYTHONPATH": str(package.parent)}
    assert run(own, "serve", "--background", **new)[0] == 0
    server = json.loads(run(own, "serve", "--status", "--json", **new)[1])["server"]
    assert run(own, "serve", "--status", "--json")[1] == '{\n  "schema": 1,\n  "server": null\n}\n'  # not of this code
    (package / "version.py").write_text('"""The version."""\n\n__version__ = "9.9.9"\n')
    assert "blue" in run(own, "recall", "--fast", "deck", **new)[1]
    assert gone(own, server["pid"])
    assert run(own, "serve", "--stop", **new) == (0, "", "no server runs\n")


def test_a_server_of_models_that_were_replaced_ends(own: dict[str, str], tmp_path: Path) -> None:
    from episodic.models.files import locate

    for role in ("embedder", "reranker"):
        files = locate(role, folder=None, cache=CACHE)
        (tmp_path / "models" / role).mkdir(parents=True)
        for path in (files.graph, files.tokenizer):
            (tmp_path / "models" / role / path.name).symlink_to(path)
    mine = own | {"EPISODIC_MODELS": str(tmp_path / "models")}
    assert run(mine, "serve", "--background")[0] == 0
    assert "blue" in run(mine, "recall", "which colour has the deck")[1]
    server = server_of(own)
    assert server
    assert server.answered == 1
    (tmp_path / "models" / "embedder" / "episodic.json").write_text('{"pooling": "cls", "query_prefix": "ask: "}')
    assert "blue" in run(mine, "recall", "which colour has the deck")[1]
    assert gone(own, server.pid)
