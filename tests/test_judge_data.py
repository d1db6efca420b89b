"""The labelled data of judge/data: whole, well formed, and split by voice."""

import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))
from judge_data import KINDS, PAIRS, WHOSE, conversations, kappa, label_of, pairs

from episodic.language.sentences import split

TALKS = list(conversations())
SAID = [(talk, sentence) for talk in TALKS for turn in talk.turns for sentence in turn.sentences]


def test_there_are_as_many_as_the_datasheet_says() -> None:
    assert len(SAID) >= 12_000
    assert len(pairs()) >= 6_000
    assert len({talk.lang for talk in TALKS}) == 12


def test_every_sentence_is_one_to_our_splitter() -> None:
    assert [said.text for _, said in SAID if "\n" not in said.text and split(said.text) != [said.text]] == []


def test_every_label_is_one_of_those_described() -> None:
    for _, sentence in SAID:
        for label in (sentence.label, *sentence.readers):
            assert label.whose in WHOSE
            assert label.kind in {*KINDS, "-"}
            assert re.fullmatch(r"\+?|=\d+", label.loop)
    assert {label for pair in pairs() for label in (pair.label, *pair.readers)} == set(PAIRS)


def test_a_loop_is_closed_after_it_was_opened() -> None:
    for talk in TALKS:
        said = [sentence.label.loop for turn in talk.turns for sentence in turn.sentences]
        closed = [(place, int(loop[1:])) for place, loop in enumerate(said, start=1) if loop.startswith("=")]
        assert all(opened < place for place, opened in closed), talk.id


def test_what_readers_agree_on_is_the_label() -> None:
    for _, sentence in SAID:
        if sentence.readers[0] == sentence.readers[1]:
            assert sentence.label == sentence.readers[0]


def test_every_language_has_voices_on_both_sides() -> None:
    for held_out in (False, True):
        assert {talk.lang for talk in TALKS if talk.held_out is held_out} == {talk.lang for talk in TALKS}
        assert {pair.lang for pair in pairs() if pair.held_out is held_out} == {pair.lang for pair in pairs()}


@pytest.mark.parametrize(("labels", "expected"), [([("a", "a"), ("b", "b")], 1.0), ([("a", "b"), ("b", "a")], -1.0)])
def test_kappa_is_one_where_all_agree(labels: list[tuple[str, str]], expected: float) -> None:
    assert kappa(labels) == pytest.approx(expected)


def test_a_label_is_read_as_it_is_written() -> None:
    assert label_of("u-=4") == ("u", "-", "=4")
    assert not label_of("u-=4").keep
    assert label_of("ud+").keep
