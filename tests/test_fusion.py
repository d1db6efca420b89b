"""The arithmetic of ranked lists, by hand and by property."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.recall.fusion import blend, fuse, normalise, order, reading_weight

Ranking = list[tuple[int, float]]

_EVEN = {"a": 0.5, "b": 0.5}


def rankings(ids: st.SearchStrategy[int], *, least: int = 0) -> st.SearchStrategy[Ranking]:
    """Lists of distinct ids with ordinary scores."""
    scores = st.floats(-1000, 1000, allow_nan=False)
    return st.dictionaries(ids, scores, min_size=least, max_size=12).map(lambda found: list(found.items()))


SOME = rankings(st.integers(1, 20))
NAMED = st.fixed_dictionaries({"a": SOME, "b": SOME, "c": SOME})
WEIGHTS = st.fixed_dictionaries({name: st.floats(0.01, 10) for name in "abc"})


@pytest.mark.parametrize(
    ("ranked", "expected"),
    [
        ([], {}),
        ([(7, 3.0)], {7: 1.0}),
        ([(1, 10.0), (2, 5.0), (3, 0.0)], {1: 1.0, 2: 0.525, 3: 0.05}),
        ([(3, 0.0), (1, 10.0), (2, 5.0)], {1: 1.0, 2: 0.525, 3: 0.05}),
        ([(1, -2.0), (2, -6.0)], {1: 1.0, 2: 0.05}),
        ([(1, 4.0), (2, 4.0)], {1: 1.0, 2: 1.0}),
    ],
)
def test_normalising_gives_the_best_1_and_the_last_a_twentieth(ranked: Ranking, expected: dict[int, float]) -> None:
    assert normalise(ranked) == pytest.approx(expected)


def test_fusing_adds_up_normalised_scores_by_weight() -> None:
    fused = fuse({"a": [(1, 10.0), (2, 0.0)], "b": [(2, 0.9), (3, 0.1)]}, {"a": 0.25, "b": 0.75})
    assert fused == pytest.approx({1: 0.25, 2: 0.25 * 0.05 + 0.75, 3: 0.75 * 0.05})


def test_only_the_proportions_of_the_weights_count() -> None:
    lists = {"a": [(1, 10.0), (2, 0.0)], "b": [(2, 0.9), (3, 0.1)]}
    assert fuse(lists, {"a": 2, "b": 6}) == pytest.approx(fuse(lists, {"a": 0.25, "b": 0.75}))


def test_the_weight_of_an_empty_list_is_shared_by_the_others() -> None:
    lists: dict[str, Ranking] = {"a": [(1, 10.0), (2, 0.0)], "b": [(2, 1.0)], "empty": []}
    assert fuse(lists, {"a": 0.1, "b": 0.3, "empty": 0.6}) == pytest.approx({1: 0.25, 2: 0.25 * 0.05 + 0.75})


def test_nothing_fused_is_nothing() -> None:
    assert fuse({"a": [], "b": []}, _EVEN) == {}
    assert fuse({}, _EVEN) == {}


def test_blending_normalises_both_over_the_ids_of_the_second() -> None:
    blended = blend({1: 0.9, 2: 0.5, 9: 100.0}, {1: -3.0, 2: 5.0}, weight=0.2)
    assert blended == pytest.approx({1: 0.2 * 1.0 + 0.8 * 0.05, 2: 0.2 * 0.05 + 0.8 * 1.0})


def test_blending_takes_what_the_first_lacks_as_nothing() -> None:
    assert blend({1: 0.4}, {1: 0.0, 2: 0.0}, weight=0.5) == pytest.approx({1: 1.0, 2: 0.5 * 0.05 + 0.5})
    assert blend({1: 0.4}, {}, weight=0.5) == {}


def test_order_is_best_first_and_by_id_where_scores_are_equal() -> None:
    assert order({3: 0.5, 1: 0.5, 2: 0.9, 4: 0.1}) == [2, 1, 3, 4]


@given(SOME)
def test_normalised_scores_lie_between_a_twentieth_and_1_and_keep_their_order(ranked: Ranking) -> None:
    scores = normalise(ranked)
    assert all(0.05 - 1e-9 <= score <= 1 + 1e-9 for score in scores.values())
    for one, its_score in ranked:
        assert all(scores[one] >= scores[other] for other, lower in ranked if its_score > lower)


@given(NAMED, WEIGHTS)
def test_fused_scores_lie_between_0_and_1_and_cover_every_id(
    lists: dict[str, Ranking], weights: dict[str, float]
) -> None:
    fused = fuse(lists, weights)
    assert fused.keys() == {ident for ranked in lists.values() for ident, _ in ranked}
    assert all(0 < score <= 1 + 1e-9 for score in fused.values())


@given(NAMED, WEIGHTS, st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_listed_does_not_matter(
    lists: dict[str, Ranking], weights: dict[str, float], chance: random.Random
) -> None:
    names = chance.sample(sorted(lists), len(lists))
    shuffled = {name: chance.sample(lists[name], len(lists[name])) for name in names}
    assert fuse(shuffled, weights) == pytest.approx(fuse(lists, weights))


@given(NAMED, WEIGHTS, rankings(st.integers(100, 120), least=1), st.floats(0.01, 10))
def test_a_list_of_other_ids_never_reorders_those_that_were_there(
    lists: dict[str, Ranking], weights: dict[str, float], unrelated: Ranking, weight: float
) -> None:
    alone, together = fuse(lists, weights), fuse({**lists, "d": unrelated}, {**weights, "d": weight})
    for better in alone:
        for worse in alone:
            if alone[better] > alone[worse] + 1e-9:
                assert together[better] > together[worse]


@given(SOME, SOME, st.floats(0, 1))
def test_blended_scores_lie_between_0_and_1_for_exactly_the_ids_read(
    first: Ranking, second: Ranking, weight: float
) -> None:
    blended = blend(dict(first), dict(second), weight=weight)
    assert blended.keys() == {ident for ident, _ in second}
    assert all(0 < score <= 1 + 1e-9 for score in blended.values())


@given(st.dictionaries(st.integers(1, 30), st.sampled_from([0.1, 0.2, 0.3])), st.randoms(use_true_random=False))
def test_the_same_scores_give_the_same_order_whatever_order_they_came_in(
    scores: dict[int, float], chance: random.Random
) -> None:
    shuffled = dict(chance.sample(sorted(scores.items()), len(scores)))
    assert order(shuffled) == order(scores) == sorted(scores, key=lambda ident: (-scores[ident], ident))


@pytest.mark.parametrize(("say", "weight"), [(0.0, 1.0), (0.5, 0.6), (1.0, 0.2)])
def test_a_reader_that_cannot_read_leaves_the_weight_to_what_was_found(say: float, weight: float) -> None:
    assert reading_weight(4.0, fused=0.2, none=-9.0, full=-7.0, say=say) == pytest.approx(weight)


@pytest.mark.parametrize(("best", "weight"), [(-11.0, 1.0), (-9.0, 1.0), (-8.0, 0.6), (-7.0, 0.2), (4.0, 0.2)])
def test_a_reader_that_finds_no_answer_has_no_say(best: float, weight: float) -> None:
    assert reading_weight(best, fused=0.2, none=-9.0, full=-7.0) == pytest.approx(weight)
