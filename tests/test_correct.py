"""A memory's owner sees why, walks the history, corrects and takes back: in Python and on the command line."""

import asyncio
import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from chains import chain_of, day, error_of, live, nowhere, replace, say, tell, told_at_home
from conftest import NOW, Cli

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.pipeline import consolidate_session
from episodic.errors import InputError, NotFoundError
from episodic.memory.store import Store, Why
from episodic.recall.retrieve import retrieve
from episodic.rights import correct

DECK = (("The deck has 12 slides.", 0.0), ("The deck has 14 slides.", 10.0))
QUOTE = (
    "By the way, before I forget it once more, the deck that goes to the investors on Thursday has 12 slides and not"
    " one more than that, whatever the designer says about it."
)
WIDTH = 80


def everything(store: Store) -> list[Any]:
    """Every row that a correction could touch."""
    tables = "item fact evidence supersession verdict turn session".split()
    return [store.db.rows(f"select * from {table} order by 1, 2") for table in tables]


@pytest.fixture
def deck(wordless: Store) -> tuple[int, int]:
    """A deck of 12 slides, then of 14."""
    old, new = chain_of(wordless, *DECK)
    return old, new


# Edit ---------------------------------------------------------------------------------------------------------------


def test_an_edited_fact_is_current_sure_and_in_its_owners_words(wordless: Store, deck: tuple[int, int]) -> None:
    fact = correct.edit(wordless, deck[1], "The deck has 15 slides.")
    found = wordless.why(fact)
    assert (found.item.text, found.item.live, found.item.confidence) == ("The deck has 15 slides.", True, "high")
    assert found.item.kind == wordless.why(deck[1]).item.kind
    assert [turn.content for turn in found.turns] == ["The deck has 15 slides."]
    assert live(wordless) == {fact}


def test_what_was_edited_is_history_and_unchanged(wordless: Store, deck: tuple[int, int]) -> None:
    before = wordless.why(deck[1]).item
    fact = correct.edit(wordless, deck[1], "The deck has 15 slides.")
    assert wordless.why(deck[1]).item == before._replace(live=False)
    chain = wordless.why(fact).chain
    assert [(link.id, link.live, link.end) for link in chain] == [
        (deck[0], False, day(10)),
        (deck[1], False, NOW),
        (fact, True, None),
    ]
    assert (chain[-1].why, chain[-1].decided_by) == ("edited", "user")
    hit = retrieve("how many slides has the deck", wordless, fast=True)[0]
    assert (hit.id, hit.previously) == (fact, "14 slides")


def test_an_edit_keeps_the_kind_and_the_project(wordless: Store) -> None:
    old = tell(wordless, "We use Django.", day(0), kind="decision", project="site")
    item = wordless.why(correct.edit(wordless, old, "We use Flask.")).item
    assert (item.kind, item.project) == ("decision", "site")


def test_an_edit_is_recorded_as_the_owners(wordless: Store, deck: tuple[int, int]) -> None:
    fact = correct.edit(wordless, deck[1], "The deck has 15 slides.")
    ruling = wordless.why(fact).rulings[-1]
    assert (ruling.judge, ruling.outcome, dict(ruling.scores), ruling.at) == ("user", "superseded", {}, NOW)


def test_a_secret_in_an_edit_is_masked(wordless: Store, deck: tuple[int, int]) -> None:
    secret = "sk-ant-api03-" + "abcDEF123456" * 7
    correct.edit(wordless, deck[1], f"The deck's key is {secret}")
    wordless.close()
    assert not [path for path in wordless.home.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]


def test_editing_into_another_fact_there_is_makes_that_one_current(wordless: Store) -> None:
    """Both were said before: what is said now is what holds."""
    berlin = tell(wordless, "I live in Berlin.", day(0))
    uppsala = tell(wordless, "My home is in Uppsala.", day(10))
    fact = correct.edit(wordless, uppsala, "I live in Berlin.")
    assert fact == berlin
    assert live(wordless) == {berlin}
    chain = [(link.text, link.start, link.live) for link in wordless.why(fact).chain]
    assert chain == [
        ("I live in Berlin.", day(0), False),
        ("My home is in Uppsala.", day(10), False),
        ("I live in Berlin.", NOW, True),
    ]


def test_an_edit_of_what_is_true_only_later_takes_its_place(wordless: Store) -> None:
    """A plan for next year, corrected today: the corrected plan is what holds next year."""
    plan = tell(wordless, "From March I work at Acme.", day(300), valid_from=day(430))
    fact = correct.edit(wordless, plan, "From March I work at Birch.")
    assert live(wordless) == {fact}
    assert [link.start for link in wordless.why(fact).chain] == [day(430), day(430)]


@pytest.mark.parametrize("text", ["The deck has 14 slides.", "the deck  has 14 slides", " THE DECK HAS 14 SLIDES. "])
def test_an_edit_that_says_the_same_is_refused_and_leaves_no_trace(
    wordless: Store, deck: tuple[int, int], text: str
) -> None:
    before = everything(wordless)
    with pytest.raises(InputError, match="says that already"):
        correct.edit(wordless, deck[1], text)
    assert everything(wordless) == before


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "<private>all of it</private>"])
def test_an_edit_without_a_sentence_is_refused_and_leaves_no_trace(
    wordless: Store, deck: tuple[int, int], text: str
) -> None:
    before = everything(wordless)
    with pytest.raises(InputError):
        correct.edit(wordless, deck[1], text)
    assert everything(wordless) == before


def test_only_a_current_fact_can_be_edited(wordless: Store, deck: tuple[int, int]) -> None:
    """CASE 58 for what is there and is no fact."""
    turn = wordless.why(deck[0]).item.evidence_items[0]
    before = everything(wordless)
    for ident in (turn, deck[0]):
        with pytest.raises(InputError, match=f"#{ident} is no current fact"):
            correct.edit(wordless, ident, "The deck has 15 slides.")
    assert everything(wordless) == before


@pytest.mark.parametrize("ident", [0, -1, 4711, 2**40])
def test_what_goes_by_no_number_can_be_neither_edited_nor_undone(wordless: Store, ident: int) -> None:
    """CASE 58."""
    actions: list[Callable[[], object]] = [
        lambda: correct.edit(wordless, ident, "The deck has 15 slides."),
        lambda: correct.undo(wordless, ident),
        lambda: wordless.why(ident),
    ]
    for action in actions:
        with pytest.raises(NotFoundError, match=f"there is no #{ident} for user default"):
            action()


def test_another_users_fact_can_be_neither_seen_edited_nor_undone(wordless: Store, deck: tuple[int, int]) -> None:
    """CASE 68."""
    with closing(Store(wordless.config, "stranger")) as stranger:
        before = everything(wordless)
        for ident in deck:
            for action in (
                stranger.why,
                lambda one: correct.edit(stranger, one, "x y z"),
                lambda one: correct.undo(stranger, one),
            ):
                with pytest.raises(NotFoundError):
                    action(ident)
        assert everything(wordless) == before


# Undo ---------------------------------------------------------------------------------------------------------------


def test_undo_of_an_edit_brings_the_old_words_back(wordless: Store, deck: tuple[int, int]) -> None:
    fact = correct.edit(wordless, deck[1], "The deck has 15 slides.")
    assert correct.undo(wordless, fact) == [deck[1]]
    assert live(wordless) == {deck[1]}
    assert [ruling.outcome for ruling in wordless.why(fact).rulings] == ["superseded", "undone"]
    assert retrieve("how many slides has the deck", wordless, fast=True, layers=["fact"])[0].id == deck[1]


def test_undo_twice_is_an_error_and_changes_nothing(wordless: Store, deck: tuple[int, int]) -> None:
    correct.undo(wordless, deck[1])
    before = everything(wordless)
    with pytest.raises(InputError, match="replaced nothing"):
        correct.undo(wordless, deck[1])
    assert everything(wordless) == before


def test_what_was_undone_can_be_said_again_by_hand(wordless: Store, deck: tuple[int, int]) -> None:
    correct.undo(wordless, deck[1])
    fact = correct.edit(wordless, deck[0], "The deck has 14 slides.")
    assert live(wordless) == {fact}
    assert correct.undo(wordless, fact) == [deck[0]]


def test_undo_of_a_turn_or_of_a_first_fact_is_refused(wordless: Store, deck: tuple[int, int]) -> None:
    turn = wordless.why(deck[0]).item.evidence_items[0]
    for ident in (turn, deck[0]):
        with pytest.raises(InputError, match="replaced nothing"):
            correct.undo(wordless, ident)


def test_the_pipelines_own_ruling_can_be_undone(wordless: Store) -> None:
    for name, text, number in (("may", "I live in Uppsala.", 0), ("june", "I live in Berlin.", 30)):
        SessionBuffer(name, store=wordless).extend([{"role": "user", "content": text, "at": day(number)}])
        asyncio.run(consolidate_session(wordless, name, final=False))
    (berlin,) = live(wordless)
    assert [link.text for link in wordless.why(berlin).chain] == ["I live in Uppsala.", "I live in Berlin."]
    (uppsala,) = correct.undo(wordless, berlin)
    assert wordless.why(uppsala).item.text == "I live in Uppsala."


# Why ----------------------------------------------------------------------------------------------------------------


def test_why_gives_quote_turn_rulings_and_chain(wordless: Store) -> None:
    old = tell(wordless, "The deck has 12 slides.", day(0), said=QUOTE)
    new = tell(wordless, "The deck has 14 slides.", day(10))
    replace(wordless, old, new)
    with wordless.transaction():
        wordless.facts.judged(old, judge="guard", outcome="added", scores={"rule": "new", "cosine": 0.5}, at=day(1))
        wordless.facts.judged(old, judge="referee", outcome="restated", scores={}, at=day(2))
    found = wordless.why(old)
    assert found.item.quote == QUOTE
    assert [(turn.session, turn.seq, turn.content) for turn in found.turns] == [("talk", 0, QUOTE)]
    assert [(ruling.judge, ruling.outcome) for ruling in found.rulings] == [("guard", "added"), ("referee", "restated")]
    assert found.rulings[0].scores == {"rule": "new", "cosine": 0.5}
    assert [link.id for link in found.chain] == [old, new]


def test_rulings_hold_no_text_of_anybodys(wordless: Store) -> None:
    for name, text, number in (("may", "I live in Uppsala.", 0), ("june", "I live in Berlin.", 30)):
        SessionBuffer(name, store=wordless).extend([{"role": "user", "content": text, "at": day(number)}])
        asyncio.run(consolidate_session(wordless, name, final=False))
    (berlin,) = live(wordless)
    correct.undo(wordless, correct.edit(wordless, berlin, "I live in Lisbon."))
    kept = " ".join(str(row) for row in wordless.db.rows("select judge, outcome, scores from verdict"))
    reasons = " ".join(row[0] for row in wordless.db.rows("select why from supersession"))
    assert kept
    for word in ("Uppsala", "Berlin", "Lisbon", "live in"):
        assert word.casefold() not in f"{kept} {reasons}".casefold()


def test_a_turn_has_no_chain_and_proves_itself(wordless: Store) -> None:
    turn = say(wordless, "Good morning.", day(0))
    assert turn.item is not None
    found = wordless.why(turn.item)
    assert found == Why(found.item, (turn,), (), ())


# The command line ---------------------------------------------------------------------------------------------------


@pytest.fixture
def run(cli: Cli, tmp_path: Path) -> Cli:
    """The command line on a machine without model files, 80 columns wide."""

    def narrow(*arguments: str, **options: Any) -> Any:
        extra = nowhere(tmp_path) | {"COLUMNS": str(WIDTH)} | options.pop("extra", {})
        return cli(*arguments, extra=extra, **options)

    return narrow


@pytest.fixture
def told(config: Config) -> tuple[int, int]:
    """The deck's two facts in the home the command line reads."""
    old, new = told_at_home(config, *DECK)
    return old, new


def narrow_lines(output: str) -> list[str]:
    lines = output.splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []
    return lines


def test_edit_undo_and_history_tell_what_happened(run: Cli, told: tuple[int, int]) -> None:
    old, new = told
    edited = run("edit", str(new), "The deck has 15 slides.")
    assert (edited.returncode, edited.stdout) == (0, "")
    fact = int(edited.stderr.split()[0].removeprefix("#"))
    assert edited.stderr == f"#{fact} is current now, #{new} is history; `episodic undo {fact}` takes it back\n"
    shown = run("history", str(old))
    assert (shown.returncode, shown.stderr) == (0, "")
    assert narrow_lines(shown.stdout) == [
        f"  2026-01-01 – 2026-01-11  The deck has 12 slides.  #{old}",
        f"  2026-01-11 – 2026-11-29  The deck has 14 slides.  (same subject, referee)  #{new}",
        f"▸ 2026-11-29 – now         The deck has 15 slides.  (edited, user)  #{fact}",
    ]
    undone = run("undo", str(fact))
    assert (undone.returncode, undone.stdout, undone.stderr) == (0, "", f"current now: #{new}\n")
    assert run("history", str(new)).stdout.splitlines()[-1].startswith("▸ 2026-01-11 – now")
    assert run("history", str(fact)).stdout.startswith("  2026-11-29 – undone      The deck has 15 slides.")


def test_show_says_that_a_fact_is_superseded(run: Cli, told: tuple[int, int]) -> None:
    assert "superseded" in run("show", str(told[0])).stdout.splitlines()[0]
    assert "superseded" not in run("show", str(told[1])).stdout


def test_the_history_of_a_turn_is_none(run: Cli, told: tuple[int, int]) -> None:
    done = run("history", str(told[0] - 1))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"#{told[0] - 1} is no fact and has no history\n"


def test_why_fits_eighty_columns_and_shows_quote_turn_and_scores(run: Cli, config: Config) -> None:
    with closing(Store(config, "default")) as store:
        fact = tell(store, "The deck that goes to the investors has 12 slides.", day(0), said=QUOTE)
        other = say(store, "Nobody else's words.", day(1), session="another")
        with store.transaction():
            scores = {
                "rule": "same subject and same attribute",
                "differences": ["number"],
                "neighbour": 3,
                "cosine": 0.958,
            }
            store.facts.judged(fact, judge="guard", outcome="superseded", scores=scores, at=day(1))
    done = run("why", str(fact))
    assert (done.returncode, done.stderr) == (0, "")
    lines = narrow_lines(done.stdout)
    words = " ".join(" ".join(lines).split())
    assert lines[0].startswith(f"#{fact}  personal  2026-01-01 13:00")
    assert f"quote: {QUOTE}" in words
    assert f"← talk 0: user: {QUOTE}" in words
    assert "· 2026-01-02 guard: superseded cosine 0.958," in words
    assert "rule same subject and same attribute" in words
    assert other.content not in words


def test_a_ruling_without_scores_ends_without_blanks(run: Cli, told: tuple[int, int]) -> None:
    run("undo", str(told[1]))
    lines = run("why", str(told[1])).stdout.splitlines()
    assert lines[-1] == "  · 2026-11-29 user: undone"
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("command", ["show", "why", "history"])
def test_one_json_document_of_schema_1(run: Cli, told: tuple[int, int], command: str) -> None:
    old, new = told
    done = run(command, str(new), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert document["schema"] == 1
    if command != "history":
        assert document["item"]["text"] == "The deck has 14 slides."
        assert [turn["content"] for turn in document["turns"]] == ["The deck has 14 slides."]
    if command != "show":
        assert [link["id"] for link in document["chain"]] == [old, new]
        assert document["chain"][0]["end"] == document["chain"][1]["start"] == "2026-01-11T12:00:00+00:00"
        assert document["chain"][1]["decided_by"] == "referee"


def test_rulings_come_in_json_with_their_scores(run: Cli, told: tuple[int, int]) -> None:
    run("edit", str(told[1]), "The deck has 15 slides.")
    done = json.loads(run("history", str(told[0]), "--json").stdout)
    fact = done["chain"][-1]["id"]
    assert json.loads(run("why", str(fact), "--json").stdout)["rulings"] == [
        {"judge": "user", "outcome": "superseded", "scores": {}, "at": NOW.isoformat()}
    ]


@pytest.mark.parametrize("command", ["show", "why", "history", "edit", "undo"])
def test_a_number_nothing_goes_by_is_one_line_and_exit_1(run: Cli, told: tuple[int, int], command: str) -> None:
    """CASE 58."""
    more = ["The deck has 15 slides."] if command == "edit" else []
    assert "there is no #4711 for user default" in error_of(run(command, "4711", *more))
    assert f"there is no #{told[0]} for user eve" in error_of(run(command, str(told[0]), *more, "--user", "eve"))


def test_what_cannot_be_corrected_is_one_line_and_exit_1(run: Cli, told: tuple[int, int]) -> None:
    """CASE 58."""
    old, new = map(str, told)
    turn = str(told[0] - 1)
    text = "The deck has 15 slides."
    assert f"#{turn} is no current fact" in error_of(run("edit", turn, text))
    assert f"#{old} is no current fact" in error_of(run("edit", old, text))
    assert f"#{new} says that already" in error_of(run("edit", new, "the deck has 14 slides"))
    assert "nothing to remember" in error_of(run("edit", new, " "))
    assert f"#{turn} replaced nothing" in error_of(run("undo", turn))
    assert f"#{old} replaced nothing" in error_of(run("undo", old))
    assert run("undo", new).returncode == 0
    assert f"#{new} replaced nothing" in error_of(run("undo", new))


@pytest.mark.parametrize(
    "arguments", [["edit"], ["edit", "3"], ["edit", "three", "x"], ["undo"], ["why", "x"], ["history"]]
)
def test_wrong_usage_is_exit_2(run: Cli, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_a_process_that_dies_between_the_words_and_their_place_leaves_no_second_fact(
    wordless: Store, deck: tuple[int, int]
) -> None:
    """An edit is one transaction: a trigger of the test's own stops it where the edge is written."""
    wordless.db.run("create trigger stop before insert on supersession begin select raise(abort, 'power cut'); end")
    with pytest.raises(Exception, match="power cut"):
        correct.edit(wordless, deck[1], "The deck has 15 slides.")
    wordless.db.run("drop trigger stop")
    assert live(wordless) == {deck[1]}
    fact = correct.edit(wordless, deck[1], "The deck has 15 slides.")
    assert live(wordless) == {fact}
