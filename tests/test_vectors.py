"""Search by meaning, on made-up vectors: exact where it can be checked, and filtered before the nearest are counted."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from episodic.config import Config
from episodic.memory import scan
from episodic.memory.filters import Filter
from episodic.memory.store import Store
from episodic.memory.vectors import Embedded, Near
from episodic.records import Message, Piece

DIMENSION = 128
Vectors = NDArray[np.float32]
ANYTHING = Filter()


def _unit(vectors: NDArray[np.floating[Any]]) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Vectors = (vectors / lengths).astype(np.float32)
    return unit


def _clustered(count: int, *, seed: int, dimension: int = DIMENSION) -> Vectors:
    """Unit vectors in clusters, as those of real texts are."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((12, dimension))
    return _unit((centres[random.integers(0, 12, count)] + random.standard_normal((count, dimension))).astype("f4"))


def _items(store: Store, count: int, *, session: str = "s", project: str | None = None) -> Sequence[int]:
    at = store.config.clock()
    messages = [Message("assistant", (Piece(f"text {n}"),), at=at) for n in range(count)]
    return store.write(session, messages, project=project).items


def _profile(store: Store, name: str = "a", dimension: int = DIMENSION) -> int:
    return store.vectors.use(name=name, fingerprint=name, dimension=dimension)


def _put(store: Store, items: Sequence[int], vectors: Vectors, *, profile: int) -> None:
    passages = [Embedded(item, 0, 0, 6, vector) for item, vector in zip(items, vectors, strict=True)]
    with store.transaction():
        store.vectors.put(profile, passages)


def _near(  # noqa: PLR0913 - a search's options, by name
    store: Store, query: Vectors, *, profile: int, allowed: Filter = ANYTHING, depth: int = 10, factor: int = 8
) -> list[Near]:
    return store.vectors.search(query, profile=profile, allowed=allowed, depth=depth, factor=factor)


def test_the_nearest_are_the_exact_nearest(store: Store) -> None:
    """Eight times as many by Hamming distance, rescored: of the exact thirty nearest all but one in a hundred."""
    items, vectors = _items(store, 1500), _clustered(1500, seed=1, dimension=384)
    profile = _profile(store, dimension=384)
    _put(store, items, vectors, profile=profile)
    kept = total = 0
    for query in _clustered(1500, seed=1, dimension=384)[:20] + _clustered(20, seed=2, dimension=384) / 2:
        exact = [items[n] for n in np.argsort(-(vectors @ query))[:30]]
        found = _near(store, query, profile=profile, depth=30)
        assert [near.cosine for near in found] == sorted((near.cosine for near in found), reverse=True)
        for near in found:
            assert near.cosine == pytest.approx(float(vectors[items.index(near.item)] @ query), abs=1e-5)
        kept, total = kept + len({near.item for near in found} & set(exact)), total + 30
    assert kept / total > 0.99


def test_a_scan_of_everything_is_exact(store: Store) -> None:
    items, vectors, profile = _items(store, 300), _clustered(300, seed=3), _profile(store)
    _put(store, items, vectors, profile=profile)
    for query in _clustered(10, seed=4):
        exact = [items[n] for n in np.argsort(-(vectors @ query))[:20]]
        assert [near.item for near in _near(store, query, profile=profile, depth=20, factor=15)] == exact


@pytest.mark.parametrize("dimension", [64, 72, 384])
def test_reading_vec0s_chunks_gives_what_vec0_gives(store: Store, config: Config, dimension: int) -> None:
    """Over several chunks with gaps in them, rows of another user, retired and put back, deleted and taken again."""
    profile, count = _profile(store, dimension=dimension), 2600
    vectors = _clustered(count, seed=17, dimension=dimension)
    other = Store(config, "other")
    theirs = _items(other, 300)
    _put(other, theirs, _clustered(300, seed=18, dimension=dimension), profile=profile)
    items = _items(store, count)
    _put(store, items, vectors, profile=profile)
    with store.transaction():
        store.vectors.remove(items[100:2300:2])
        store.vectors.retire(items[101:900:4])
        store.vectors.retire(items[105:500:8], live=True)
    _put(store, items[100:400:2], vectors[100:400:2] * -1, profile=profile)
    for query in _clustered(5, seed=19, dimension=dimension):
        for retired_too in (False, True):
            live = "" if retired_too else " and live = 1"
            exact = store.db.rows(
                f"select rowid, distance from scan_{profile} where bits match vec_bit(?) and k = 4000 and scope = ?{live}",
                (np.packbits(query > 0, bitorder="little").tobytes(), store.scope),
            )
            found = scan.nearest(
                store.db, scan.name_of(profile), query, scope=store.scope, retired_too=retired_too
            ).tolist()
            distances = dict[int, float](exact)
            assert [distances[passage] for passage in found] == [distance for _, distance in exact]
            assert sorted(found) == sorted(distances)
    other.close()


def test_more_is_found_than_vec0_would_give_at_once(store: Store) -> None:
    """It takes no k above 4096."""
    items, vectors, profile = _items(store, 40), _clustered(40, seed=3), _profile(store)
    _put(store, items, vectors, profile=profile)
    assert len(_near(store, vectors[0], profile=profile, depth=2000)) == 40


def test_one_far_match_is_found_behind_five_hundred_near_ones(store: Store, config: Config) -> None:
    """Cases 67 and 112: date, project, layer, kind and user are asked for inside the search, not after it."""
    profile = _profile(store)
    query = _unit(np.ones(DIMENSION, np.float32))
    (far,) = _items(store, 1)
    store.db.run("update item set said_at = '2020-01-01T00:00:00.000000Z', project = 'mine', kind = 'decision'")
    _put(store, [far], -query[None, :], profile=profile)
    near = _items(store, 500, session="t")
    _put(store, near, _unit(query + _clustered(500, seed=5) / 10), profile=profile)
    old = "2021-01-01T00:00:00.000000Z"
    assert far not in {found.item for found in _near(store, query, profile=profile)}
    for allowed in (Filter(before=old), Filter(project="mine"), Filter(kinds=("decision",))):
        (found,) = _near(store, query, profile=profile, allowed=allowed)
        assert found.item == far
        assert found.cosine == pytest.approx(-1, abs=1e-5)
    assert far not in {
        found.item for found in _near(store, query, profile=profile, allowed=Filter(after=old), depth=600)
    }
    assert _near(store, query, profile=profile, allowed=Filter(layers=("fact",))) == []
    other = Store(config, "other")
    (theirs,) = _items(other, 1)
    _put(other, [theirs], -query[None, :], profile=profile)
    assert [found.item for found in _near(other, query, profile=profile)] == [theirs]
    assert theirs not in {found.item for found in _near(store, query, profile=profile, depth=600)}
    other.close()


def test_an_item_scores_by_its_best_passage(store: Store) -> None:
    profile = _profile(store)
    one, other = _items(store, 2)
    axes = np.eye(DIMENSION, dtype=np.float32)
    with store.transaction():
        store.vectors.put(
            profile,
            [
                Embedded(one, 0, 0, 100, axes[0]),
                Embedded(one, 1, 100, 180, axes[1]),
                Embedded(one, 2, 180, 200, axes[2]),
                Embedded(other, 0, 0, 6, _unit(axes[1] + axes[3])),
            ],
        )
    found = _near(store, axes[1], profile=profile)
    assert [(near.item, near.start, near.end) for near in found] == [(one, 100, 180), (other, 0, 6)]
    assert [near.cosine for near in found] == pytest.approx([1.0, 0.5**0.5])
    means = store.vectors.vectors([one, other, 999], profile=profile)
    assert means.keys() == {one, other}
    assert means[one] == pytest.approx(_unit(axes[0] + axes[1] + axes[2]))


def test_the_best_passage_is_so_by_cosine(store: Store) -> None:
    """The one with all signs right is found first by Hamming distance, and is the worse."""
    profile, (item,) = _profile(store), _items(store, 1)
    query, signs, direction = (np.full(DIMENSION, fill, np.float32) for fill in (0.01, 1, -0.01))
    query[0], direction[0] = 1, 1
    passages = [Embedded(item, 0, 0, 9, _unit(signs)), Embedded(item, 1, 9, 20, _unit(direction))]
    with store.transaction():
        store.vectors.put(profile, passages)
    (found,) = _near(store, _unit(query), profile=profile)
    assert (found.start, found.end) == (9, 20)
    assert found.cosine == pytest.approx(float(_unit(direction) @ _unit(query)), abs=1e-5)


def test_embedding_again_replaces(store: Store) -> None:
    profile, (item,) = _profile(store), _items(store, 1)
    vectors = _clustered(2, seed=6)
    _put(store, [item], vectors[:1], profile=profile)
    store.embeddings.start_over()
    assert _near(store, vectors[0], profile=profile) == []
    assert store.embeddings.waiting() == 1
    _put(store, [item], vectors[1:], profile=profile)
    assert [near.cosine for near in _near(store, vectors[1], profile=profile)] == [pytest.approx(1, abs=1e-5)]
    assert store.embeddings.waiting() == 0


def test_a_removed_item_leaves_no_row(store: Store) -> None:
    """Case 55."""
    profile, (gone, kept) = _profile(store), _items(store, 2)
    vectors = _clustered(2, seed=7)
    _put(store, [gone, kept], vectors, profile=profile)
    with store.transaction():
        store.vectors.remove([gone])
    assert [near.item for near in _near(store, vectors[0], profile=profile)] == [kept]
    left = {table: store.db.value(f"select count(*) from {table}") for table in ("passage", "embedding", "scan_1")}
    assert left == {"passage": 1, "embedding": 1, "scan_1": 1}


def test_what_was_forgotten_while_it_was_embedded_is_left_out(store: Store) -> None:
    profile, (gone, kept) = _profile(store), _items(store, 2)
    store.db.run("delete from item where id = ?", (gone,))
    _put(store, [gone, kept], _clustered(2, seed=8), profile=profile)
    assert store.db.rows("select distinct item from passage") == [(kept,)]


def test_a_retired_item_is_found_only_when_asked(store: Store) -> None:
    profile, (old, new) = _profile(store), _items(store, 2)
    vectors = _clustered(2, seed=9)
    _put(store, [old, new], vectors, profile=profile)
    store.vectors.retire([old])
    assert [near.item for near in _near(store, vectors[0], profile=profile)] == [new]
    asked = _near(store, vectors[0], profile=profile, allowed=Filter(with_retired=True))
    assert [near.item for near in asked] == [old, new]
    store.vectors.retire([old], live=True)
    assert _near(store, vectors[0], profile=profile)[0].item == old


def test_an_item_embedded_after_it_was_retired_is_retired(store: Store) -> None:
    profile, (old,) = _profile(store), _items(store, 1)
    store.db.run("update item set live = 0")
    vectors = _clustered(1, seed=9)
    _put(store, [old], vectors, profile=profile)
    assert _near(store, vectors[0], profile=profile) == []


def test_vectors_of_two_models_never_mix(store: Store) -> None:
    """Case 127: the same dimension, another model."""
    items, vectors, first = _items(store, 3), _clustered(3, seed=10), _profile(store, "a")
    _put(store, items, vectors, profile=first)
    assert store.embeddings.waiting() == 0
    second = _profile(store, "b")
    assert second != first
    assert store.embeddings.waiting() == 3
    assert _near(store, vectors[0], profile=second) == []
    _put(store, items[:1], vectors[2:], profile=second)
    assert [near.item for near in _near(store, vectors[2], profile=second)] == [items[0]]
    assert _near(store, vectors[2], profile=first)[0].item == items[2]
    assert store.embeddings.waiting() == 2


def test_a_switch_keeps_the_old_vectors_until_it_is_complete(store: Store) -> None:
    items, first = _items(store, 3), _profile(store, "a")
    _put(store, items, _clustered(3, seed=11), profile=first)
    second = _profile(store, "b", dimension=64)
    _put(store, items[:1], _clustered(1, seed=12, dimension=64), profile=second)
    assert _profile(store, "a") == first
    assert store.embeddings.waiting() == 2  # those the second one had still to do; the first has them all


def test_dropping_the_others_leaves_one_model(store: Store) -> None:
    items, first = _items(store, 3), _profile(store, "a")
    _put(store, items, _clustered(3, seed=13), profile=first)
    second = _profile(store, "b", dimension=64)
    vectors = _clustered(3, seed=14, dimension=64)
    _put(store, items, vectors, profile=second)
    store.vectors.drop_others(second)
    tables = {row[0] for row in store.db.rows("select name from sqlite_master where name like 'scan%'")}
    assert tables
    assert not [name for name in tables if name.startswith(f"scan_{first}")]
    assert store.db.rows("select name, active from embedding_profile") == [("b", 1)]
    assert store.db.rows("select distinct profile from embedding") == [(second,)]
    assert _near(store, vectors[1], profile=second)[0].item == items[1]


def test_asking_for_the_active_model_again_makes_nothing_wait(store: Store) -> None:
    items, profile = _items(store, 2), _profile(store)
    _put(store, items, _clustered(2, seed=15), profile=profile)
    assert _profile(store) == profile
    assert store.embeddings.waiting() == 0


def test_an_empty_index_finds_nothing(store: Store) -> None:
    assert _near(store, _clustered(1, seed=16)[0], profile=_profile(store)) == []
