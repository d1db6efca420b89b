"""Secrets as people and programs write them are masked, in every language claimed; what only looks like one stays."""

import json
import os
import sys
from pathlib import Path

import pytest
from conftest import NOW, Cli

from episodic.consolidate.heuristics import propose
from episodic.language.cues import fold
from episodic.language.gazetteer import Gazetteer
from episodic.language.sightings import sightings
from episodic.language.tokens import prepare, terms
from episodic.records import Name, Turn
from episodic.redact import mask
from episodic.secrets.masks import blanked

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import bench_secrets

SHAPES = bench_secrets.read("secret_shapes.tsv")
INNOCENT = bench_secrets.read("innocent_texts.tsv")


def test_every_shape_of_the_table_is_caught() -> None:
    assert len(SHAPES) >= 60
    assert all(row.secrets for row in SHAPES)
    assert [row.text for row in SHAPES if not bench_secrets.caught(row, mask(row.text))] == []


def test_every_innocent_text_of_the_table_stays() -> None:
    assert len(INNOCENT) >= 60
    assert {row.text: mask(row.text) for row in INNOCENT if mask(row.text) != row.text} == {}


def test_a_masked_text_of_the_table_is_masked_for_good() -> None:
    masked = [mask(row.text) for row in SHAPES]
    assert [mask(text) for text in masked] == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("sshpass -p Kv9tanne ssh ana@host", "sshpass -p [secret:password] ssh ana@host"),
        ("mysql -u root -pKv9tanne shop", "mysql -u root -p[secret:password] shop"),
        ("curl -u ana:Kv9tanne https://example.com", "curl -u ana:[secret:password] https://example.com"),
        ("curl -u ana:Kv9tanne \\\n  -x p \\\n  --proxy-user bo:Kv8gran h", None),
        ("smbclient //nas/x -U ana%Kv9tanne", "smbclient //nas/x -U ana%[secret:password]"),
        ("machine h login ana password tanne", "machine h login ana password [secret:password]"),
        ("Cookie: sid=a1b2c3; theme=dark", "Cookie: sid=[secret:cookie]; theme=dark"),
        ("Set-Cookie: sid=a1b2c3; Path=/; HttpOnly", "Set-Cookie: sid=[secret:cookie]; Path=/; HttpOnly"),
        ("my password's Kv9tanne, ok?", "my password's [secret:password], ok?"),
        ("The credentials are ana:Kv9tanne", "The credentials are ana:[secret:password]"),
        ("ŞİFRE: Kv9tanne", "ŞİFRE: [secret:password]"),
        ("ПАРОЛЬ Kv9tanne", "ПАРОЛЬ [secret:password]"),
        ("use Kv9tanne as the password", "use [secret:password] as the password"),
    ],
)
def test_what_stands_beside_a_secret_stays(text: str, masked: str | None) -> None:
    assert mask(text) == (
        masked or text.replace("Kv9tanne", "[secret:password]").replace("Kv8gran", "[secret:password]")
    )


PIECES = (
    (
        "mysql -p|curl -u a:b |sshpass -p |echo a | |login <<< |Cookie: a=|; a=b|db:5432:a:|machine a login b |$1$a|create password |"
        "A_AUTH=x |a=b c=password=|password for |пароль для |密码是|şifre |pin is 1 2 3 |code for gate |backup codes: a1b2 |seed phrase |"
        'abc def |login with a and |credentials a:b |x1 as password |password "a b |key |net use \\\\a |curl \\\n'
    )
    .replace(" | |", " \x7f |")
    .split("|")
)


@pytest.mark.parametrize("size", [20_000, pytest.param(1_000_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("piece", PIECES, ids=range(len(PIECES)))
def test_no_row_of_beginnings_takes_for_ever(piece: str, size: int) -> None:
    """Completes; a pattern that backtracks would run for hours."""
    mask(piece.replace("\x7f", "|") * (size // len(piece)))


MASKED = (
    "Our tool is [secret:openai], then `pip install [secret:docker]`; I use [secret:stripe] and [secret:github_pat]"
)


def test_a_mask_is_no_name_and_no_word_to_search_for() -> None:
    """FINDING 11: `openai` of `[secret:openai]` became a tool."""
    words = {"openai", "docker", "stripe", "github", "pat", "secret"}
    assert not {seen.name.lower() for seen in sightings(MASKED)} & words
    assert not words & {*prepare(MASKED).split(), *terms(MASKED), *fold(MASKED).split()}
    assert Gazetteer([Name(1, "OpenAI", "tool"), Name(2, "Docker", "tool")]).mentioned(MASKED) == []
    assert Gazetteer([Name(1, "OpenAI", "tool")]).mentioned("OpenAI's key is [secret:openai]") == [1]


def test_a_sentence_that_tells_nothing_but_a_secret_is_no_fact() -> None:
    said = ["My password is [secret:password].", "The staging API key is [secret:token].", "My name is [secret:openai]"]
    assert [propose([Turn("s", 1, "user", text, NOW)]) for text in said] == [[]] * len(said)


def test_blanking_moves_nothing() -> None:
    assert blanked("a [secret:openai] b") == "a " + " " * len("[secret:openai]") + " b"
    assert blanked("a [secret:] b") == "a [secret:] b"


def test_no_secret_of_a_transcript_is_in_any_file_of_the_home(tmp_path: Path, home: Path, cli: Cli) -> None:
    """Through the command line: a session with a row of shapes, read and consolidated."""
    chosen = [row for row in SHAPES if row.kind != "key"][::9]
    assert len(chosen) >= 20
    lines = [
        {"role": role, "content": row.text, "timestamp": f"2026-11-20T09:{n:02}:00Z"}
        for n, row in enumerate(chosen)
        for role in (("user", "assistant")[n % 2],)
    ]
    transcript = tmp_path / "session.jsonl"
    transcript.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    for words in (["ingest", str(transcript)], ["consolidate"], ["who"]):
        assert cli(*words).returncode == 0
    files = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    secrets = [one.encode() for row in chosen for one in row.secrets if len(one) > 4]
    assert sum(map(len, files.values())) > 1000
    assert [(path.name, one) for path, data in files.items() for one in secrets if one in data] == []
    assert os.fspath(home) != os.fspath(tmp_path)
