"""The vault: a memory as pages, kept in step with it, safe to edit and safe to read."""

import asyncio
import json
import os
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import chains
import pytest
from conftest import CACHE, NOW, Cli
from hypothesis import given
from hypothesis import strategies as st

from episodic.capture.intake import take_in
from episodic.capture.transcripts import find, read
from episodic.config import Config, load
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.placing import place_episodes
from episodic.errors import InputError
from episodic.memory.store import Store
from episodic.rights import vault
from episodic.rights.forget import forget, forget_all, wanted
from episodic.rights.markdown import file_name, front_matter, inert, label, paragraph

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parent.parent
NASTY = (
    "[[evil|x]] ![](http://h/p.png) <img src=x onerror=y>\n---\n# Head `code` #tag %%c%% ==h== &lt;b&gt; \u202ereversed"
)


@pytest.fixture
def told(wordless: Store) -> Store:
    """A memory with a thread, a person, an open loop, facts and episodes, one of them by hand."""
    for minute, text in enumerate(
        [
            "Sarah is our lead investor.",
            "Sarah wants the deck on Thursday.",
            "We decided that the deck has 14 slides, Sarah agreed.",
            "I will send the deck to Sarah tomorrow.",
        ]
    ):
        chains.say(wordless, text, NOW - timedelta(days=3, minutes=-minute), project="acme/deck")
    asyncio.run(sweep(wordless))
    wordless.remember("The ferry leaves from pier 9.")
    wordless.remember_episode("Redis ran out of memory", outcome="the limit was raised", worked=True, tags=["redis"])
    asyncio.run(place_episodes(wordless, model=None))
    return wordless


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pages"


def pages_in(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in sorted(folder.rglob("*.md"))}


def all_of(folder: Path) -> str:
    return "\n".join(pages_in(folder).values())


# What is on it ------------------------------------------------------------------------------------------------------


def test_every_fact_loop_and_episode_is_on_a_page(told: Store, folder: Path) -> None:
    vault.sync(told, folder)
    shown = all_of(folder)
    facts = told.memories.items(row[0] for row in told.db.rows("select id from item where layer = 'fact' and live = 1"))
    assert facts
    for text in (*(fact.text for fact in facts.values()), *(episode.record.summary for episode in told.episodes())):
        assert inert(text) in shown
    assert all(inert(loop.text) in shown for loop in told.loops())
    assert "previously" not in shown


def test_links_lead_to_pages_and_blocks_there_are(told: Store, folder: Path) -> None:
    import re

    vault.sync(told, folder)
    found = pages_in(folder)
    links = [target for text in found.values() for target in re.findall(r"\[\[([^|\]]+)\|", text)]
    assert links
    for target in links:
        page, _, block = target.partition("#")
        assert f"{page}.md" in found, target
        assert not block or f" {block}\n" in found[f"{page}.md"], target


def test_what_replaced_something_says_so(wordless: Store, folder: Path) -> None:
    chains.chain_of(wordless, ("The deck has 12 slides.", 1), ("The deck has 14 slides.", 2))
    vault.sync(wordless, folder)
    assert "The deck has 14 slides. (previously: The deck has 12 slides.)" in all_of(folder)
    assert "personal: The deck has 12 slides." not in all_of(folder)


def test_two_of_one_name_have_two_pages(wordless: Store, folder: Path) -> None:
    """CASES 146: two threads with the same name, two episodes of one day with the same subject."""
    for summary in ("The pool ran dry on Monday", "The pool ran dry on Tuesday"):
        ident = wordless.remember_episode(summary)
        with wordless.transaction():
            stream = wordless.workstreams.begin("The pool", project=None, decided_by="guard", at=NOW)
            wordless.workstreams.attach(ident, stream, score=None, decided_by="guard", at=NOW)
            wordless.db.run("update episode set subject = 'The pool'")
    first = vault.sync(wordless, folder)
    assert len([name for name in first.written if name.startswith("threads/the-pool-")]) == 2
    assert all(day in (folder / "episodes/2026-11.md").read_text("utf-8") for day in ("Monday", "Tuesday"))
    assert vault.sync(wordless, folder).written == ()


def test_the_same_memory_gives_the_same_bytes_whenever_it_is_written(told: Store, tmp_path: Path) -> None:
    vault.sync(told, tmp_path / "one")
    with closing(get_store(config=replace(told.config, now=NOW + timedelta(days=300)))) as later:
        vault.sync(later, tmp_path / "two")
    assert pages_in(tmp_path / "one") == pages_in(tmp_path / "two")


def test_only_what_changed_is_written_again(told: Store, folder: Path) -> None:
    first = vault.sync(told, folder)
    assert (len(first.written), first.unchanged) == (len(pages_in(folder)), 0)
    told.remember("The hall is booked for May.")
    assert vault.state(told, folder).written == ("facts.md",)
    assert vault.sync(told, folder).written == ("facts.md",)


def test_nothing_of_another_user_is_on_it(told: Store, config: Config, folder: Path) -> None:
    with closing(get_store(user="bo", config=config)) as other:
        other.remember("The quay is closed.")
        vault.sync(told, folder)
        assert "quay" not in all_of(folder)
        with pytest.raises(InputError, match="vault of user default"):
            vault.sync(other, folder)


# Text that would be more than text ----------------------------------------------------------------------------------


@given(
    st.text(max_size=60)
    | st.sampled_from(["Fix: a # b", "- x", "'", '"', "a: b\n---\nc", "\x85\u2028", "!!python/x", NASTY])
)
def test_front_matter_parses_whatever_a_title_holds(title: str) -> None:
    """CASES 148."""
    title = title.encode("utf-8", "ignore").decode()
    text = front_matter({"title": title, "id": 7, "aliases": [title, "b"]})
    assert text.startswith("---\n")
    assert text.count("\n---") == 1
    found = yaml.safe_load(text.removeprefix("---\n").removesuffix("\n---"))
    assert (found["id"], found["aliases"][1]) == (7, "b")
    assert found["title"] == found["aliases"][0]
    assert isinstance(found["title"], str)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[[evil|x]]", r"\[\[evil\|x\]\]"),
        ("![](http://h/p.png)", r"!\[\](http://h/p.png)"),
        ("<img src=x onerror=y>", "&lt;img src=x onerror=y&gt;"),
        ("&lt;b&gt;", "&amp;lt;b&amp;gt;"),
        ("a\n---\ntitle: x", "a --- title: x"),
        ("#tag %%c%% ==h==", r"\#tag \%%c\%% \==h\=="),
        ("AT&T & co, 71 %, a = b", "AT&amp;T & co, 71 %, a = b"),
        ("`code` *b* _i_", r"\`code\` \*b\* \_i\_"),
        ("zero\u200bwidth \u202ebidi", "zerowidth bidi"),
    ],
)
def test_text_of_a_memory_does_nothing_on_a_page(text: str, shown: str) -> None:
    assert inert(text) == shown


@pytest.mark.parametrize(("text", "shown"), [("- x", r"\- x"), ("1. x", r"1\. x"), ("+1", r"\+1"), ("12 x", "12 x")])
def test_a_paragraph_begins_no_list(text: str, shown: str) -> None:
    assert paragraph(text) == shown


@given(st.text(max_size=200), st.integers(1, 1 << 40))
def test_a_name_is_safe_on_every_system(text: str, ident: int) -> None:
    name = file_name(text, ident)
    assert name.endswith(str(ident))
    assert len(name) < 60
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert not set(label(text)) & set("[]|#^<>\n")


def test_poison_stays_text_all_the_way(wordless: Store, folder: Path) -> None:
    chains.tell(wordless, NASTY, NOW)
    vault.sync(wordless, folder)
    shown = all_of(folder)
    assert "[[evil" not in shown
    assert "<img" not in shown
    assert "\u202e" not in shown


def test_a_secret_is_masked_on_a_page(wordless: Store, folder: Path) -> None:
    """CASES 134, 136: a row from before there was a mask for it."""
    chains.tell(wordless, "The dump is at postgres://anna@host/db", NOW)
    with wordless.transaction():
        wordless.db.run("update item set text = replace(text, 'anna@', 'anna:' || 'hunter22' || '@')")
    vault.sync(wordless, folder)
    assert "hunter22" not in all_of(folder)
    assert "host/db" in all_of(folder)


# What somebody else did to it ---------------------------------------------------------------------------------------


def test_what_was_edited_is_kept_beside_the_new_page(told: Store, folder: Path) -> None:
    vault.sync(told, folder)
    (folder / "facts.md").write_text("my own words", "utf-8")
    (folder / "notes.md").write_text("not yours", "utf-8")
    done = vault.sync(told, folder)
    assert done.kept == ("facts.edited.md",)
    assert "pier 9" in (folder / "facts.md").read_text("utf-8")
    assert (folder / "facts.edited.md").read_text("utf-8") == "my own words"
    (folder / "facts.md").write_text("again", "utf-8")
    assert vault.sync(told, folder).kept == ("facts.edited-2.md",)
    assert (folder / "notes.md").read_text("utf-8") == "not yours"


def test_a_page_of_somebodys_own_that_was_there_before_is_kept(told: Store, folder: Path) -> None:
    folder.mkdir()
    (folder / "index.md").write_text("my own vault", "utf-8")
    assert vault.sync(told, folder).kept == ("index.edited.md",)
    assert (folder / "index.edited.md").read_text("utf-8") == "my own vault"


def test_an_empty_memory_wipes_nothing(told: Store, folder: Path) -> None:
    vault.sync(told, folder)
    before = pages_in(folder)
    told.erase()  # as a new home under the old vault is
    with pytest.raises(InputError, match="--empty"):
        vault.sync(told, folder)
    assert pages_in(folder) == before


def test_what_is_forgotten_is_on_no_page_of_any_vault(told: Store, folder: Path) -> None:
    """CASES 56, 62: vaults elsewhere are found again, and what somebody wrote beside their pages stays."""
    folders = [vault.sync(told).folder, vault.sync(told, folder).folder]
    (fact, *_) = (one for one in told.memories.items(range(1, 99)).values() if one.layer == "fact")
    assert all(fact.text in all_of(one) for one in folders)
    forget(told, wanted(told, [fact.id]))
    assert not any(fact.text in all_of(one) for one in folders)
    (folder / "mine.md").write_text("Redis ran out of memory", "utf-8")
    found = forget_all(told, verify=True).traces
    assert [path for one in folders for path in one.rglob("*.md")] == [folder / "mine.md"]
    assert [trace.path for trace in found] == [folder / "mine.md"]


def test_a_manifest_removes_nothing_but_pages(told: Store, folder: Path, tmp_path: Path) -> None:
    vault.sync(told, folder)
    (tmp_path / "evil.md").write_text("mine", "utf-8")
    (folder / "notes.txt").write_text("mine", "utf-8")
    manifest = json.loads((folder / vault.MANIFEST).read_text("utf-8"))
    manifest["files"] |= {"../evil.md": "0", "notes.txt": "0"}
    (folder / vault.MANIFEST).write_text(json.dumps(manifest), "utf-8")
    vault.sync(told, folder)
    assert (tmp_path / "evil.md").exists()
    assert (folder / "notes.txt").exists()
    (folder / vault.MANIFEST).write_text("[]", "utf-8")
    with pytest.raises(InputError, match="move the folder away"):
        vault.sync(told, folder)


@pytest.mark.parametrize("user", ["default", "telegram:1", "..", "a/b", "con", "🦊", "Ann", "ann."])
def test_every_user_has_a_folder_below_the_home(user: str, config: Config) -> None:
    """CASES 70, 71: nor can two share one, where letters' case is the same."""
    where = vault.vault_of(config, user)
    assert where.parent == config.home / "vault"
    assert where.name not in {"..", "con"}
    assert where.name == where.name.lower()
    assert vault.vault_of(config, "ann") != vault.vault_of(config, "Ann")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no modes")
def test_only_the_owner_can_read_it(told: Store) -> None:
    done = vault.sync(told)
    made = [done.folder, *done.folder.rglob("*")]
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_file()} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in made if path.is_dir()} == {0o700}


# git ----------------------------------------------------------------------------------------------------------------


def git(folder: Path, *words: str) -> str:
    run = ["git", "-C", str(folder), *words]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "--quiet")
    for name, value in (("user.name", "A"), ("user.email", "a@example.org"), ("commit.gpgsign", "false")):
        git(folder, "config", name, value)
    return folder


def test_a_repository_gets_a_commit_of_its_own_files_alone(told: Store, repository: Path) -> None:
    (repository / "notes.txt").write_text("mine", "utf-8")
    git(repository, "add", "notes.txt")
    assert vault.sync(told, repository).committed
    tracked = git(repository, "ls-tree", "-r", "--name-only", "HEAD").split()
    assert "index.md" in tracked
    assert "notes.txt" not in tracked
    assert git(repository, "diff", "--cached", "--name-only").split() == ["notes.txt"]
    vault.sync(told, repository)
    assert len(git(repository, "log", "--format=%s").split("\n")) == 2  # one line and the end
    forget_all(told)
    assert vault.sync(told, repository, emptied=True).committed
    assert git(repository, "ls-tree", "-r", "--name-only", "HEAD").split() == [vault.MANIFEST]


def test_git_that_fails_costs_a_line_and_no_page(told: Store, repository: Path) -> None:
    (repository / ".git" / "index.lock").touch()
    done = vault.sync(told, repository)
    assert not done.committed
    assert [note.startswith("git did not commit") for note in done.notes] == [True]
    assert (repository / "index.md").exists()


def test_a_vault_inside_another_repository_is_not_committed(told: Store, repository: Path) -> None:
    """A home in the folder of somebody's dotfiles is no reason to publish it with them."""
    done = vault.sync(told, repository / "inner")
    assert (done.committed, done.notes) == (False, ())
    assert git(repository, "status", "--porcelain").split() == ["??", "inner/"]


# The command line and the demo --------------------------------------------------------------------------------------


def test_the_command_line_writes_and_tells(cli: Cli, tmp_path: Path) -> None:
    wordless = {"EPISODIC_MODELS": "/nowhere"}
    cli("remember", "The ferry leaves from pier 9.", extra=wordless)
    there = ("--dir", str(tmp_path / "v"))
    assert json.loads(cli("vault", "status", *there, "--json").stdout)["written"] == ["facts.md", "index.md"]
    assert "2 pages written" in cli("vault", "sync", *there).stderr
    assert "2 as they were" in cli("vault", "status", *there).stderr
    found: dict[str, Any] = json.loads(cli("vault", "sync", *there, "--json").stdout)
    assert (found["schema"], found["written"], found["unchanged"]) == (1, [], 2)
    cli("forget", "--all", "--yes")
    assert pages_in(tmp_path / "v") == {}
    assert cli("vault", "sync", *there, "--empty").returncode == 0
    assert pages_in(tmp_path / "v") == {}


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The vault of the demo's memory, made as scripts/vault makes it."""
    home = tmp_path_factory.mktemp("demo")
    config = load({}, file=Path(os.devnull), home=home, cache=CACHE, zone="Europe/Stockholm", now=NOW)
    with closing(get_store(config=config)) as store:
        for file in find(ROOT / "demo" / "series-b"):
            name = file.relative_to(ROOT).as_posix()
            take_in(read(file.read_bytes(), name=name, format=None), lambda _: store, source=name)
        store.embeddings.catch_up()
        asyncio.run(sweep(store))
        yield vault.sync(store, home / "pages").folder


def test_the_vault_in_the_repository_is_the_demos(demo: Path) -> None:
    """Run scripts/vault where this fails on purpose."""
    assert pages_in(ROOT / "vault") == pages_in(demo)
    assert (ROOT / "vault" / vault.MANIFEST).read_text("utf-8") == (demo / vault.MANIFEST).read_text("utf-8")
