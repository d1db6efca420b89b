"""What a person means by "forget this": what goes, what else hangs on it, what is told anew. Changes nothing.

What is forgotten takes the turns along that say it, and a turn all that rests on it alone. What rests on other turns
too loses this one, and is said in their words where it was said in its own.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from episodic.errors import InputError, NotFoundError
from episodic.language.sentences import split
from episodic.language.tokens import asked, asked_words, prepare, stands_in, terms
from episodic.memory.forgetting import Said, Scope
from episodic.memory.store import Store
from episodic.records import FACT_CHARS, Turn

_NEAR: Final = 5  # shown of what has some of a query's words


class Seeds(NamedTuple):
    """What was named, before anything that hangs on it; `stale` episodes say what their turns may not."""

    turns: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    stale: frozenset[int] = frozenset()
    near: tuple[int, ...] = ()


class Doomed(NamedTuple):
    """What goes, by its ids, and what changes with it.

    `quoted` are the turns that go because something named rests on them. `weakened` facts lose evidence, `reworded`
    ones get other words too; `borrowed` facts and loops are said in the words of their own turn from then on. `retold`
    episodes are summed up anew from what is left of them, or go. `near` are others that have some of a query's words.
    """

    turns: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    loops: tuple[int, ...] = ()
    quoted: tuple[int, ...] = ()
    weakened: tuple[int, ...] = ()
    reworded: Mapping[int, str] = {}
    borrowed: tuple[int, ...] = ()
    borrowed_loops: tuple[int, ...] = ()
    retold: tuple[int, ...] = ()
    near: tuple[int, ...] = ()

    @property
    def items(self) -> tuple[int, ...]:
        """Everything that is a row of its own."""
        return (*self.turns, *self.facts, *self.episodes)


def named(store: Store, ids: Collection[int], *, query: str | None, meant: Scope, with_history: bool = False) -> Seeds:
    """Return what a person named; several bounds narrow together.

    Args:
        store: whose memory.
        ids: facts, turns, episodes and loops by their numbers; a fact's whole history `with_history`.
        query: words all of which something has to have.
        meant: the turns meant, and what rests on them.
        with_history: what a fact replaced and what replaced it goes too.

    Raises:
        NotFoundError: nothing goes by one of the numbers, or the bounds meet nothing.
        InputError: a number is a thread's, or the query has no words.
    """
    if not ids and query is None:
        turns = frozenset(store.forgetting.turns_of(meant))
        return _found(Seeds(turns=turns))
    if ids:
        found = _numbered(store, ids, with_history=with_history)
        if query is not None:
            wanted = _worded(store, query)
            found = found._replace(
                turns=found.turns & wanted.turns, others=found.others & (wanted.others | wanted.stale)
            )
    else:
        found = _worded(store, query or "")
    turns, others, stale = (frozenset(store.forgetting.among(part, meant)) for part in found[:3])
    return _found(Seeds(turns, others, stale, found.near))


def _found(seeds: Seeds) -> Seeds:
    if not (seeds.turns or seeds.others or seeds.stale):
        raise NotFoundError("nothing was found to forget: look with `episodic recall` for what is there")
    return seeds


def _numbered(store: Store, ids: Collection[int], *, with_history: bool) -> Seeds:
    known = store.forgetting.layers(one for one in ids if 0 < one < 1 << 63)
    missing = [f"#{one}" for one in dict.fromkeys(ids) if one not in known]
    if missing:
        raise NotFoundError(
            f"there is no {' and no '.join(missing)} for user {store.user}: see `episodic recall --explain` for numbers"
        )
    threads = [one for one, layer in known.items() if layer == "thread"]
    if threads:
        raise InputError(
            f"#{threads[0]} is a thread, made of episodes: forget these, see `episodic streams show {threads[0]}`"
        )
    chains = [
        link.id for one in known if with_history and known[one] == "fact" for link in store.supersessions.chain(one)
    ]
    turns = frozenset(one for one, layer in known.items() if layer == "turn")
    return Seeds(turns, frozenset(known) - turns | frozenset(chains))


def _worded(store: Store, query: str) -> Seeds:
    """Return what has all words of a query; an episode that has is told anew, as others of its turns say more."""
    words = asked(query)
    if not words:
        raise InputError("the query has no words: say what is to be forgotten")
    layers = store.forgetting.layers(store.lexical.having(words))
    loops = [one for one, text in store.forgetting.loop_texts().items() if stands_in(query, text)]
    by_layer = {
        layer: frozenset(one for one in layers if layers[one] == layer) for layer in ("turn", "fact", "episode")
    }
    ranked = store.lexical.search(
        asked_words(query), allowed=store.filter(with_retired=True), depth=_NEAR + len(layers), context_weight=None
    )
    near = tuple(item for item, _ in ranked if item not in layers)[:_NEAR]
    by_hand = {one for one, item in store.memories.items(by_layer["episode"]).items() if item.by_hand}
    return Seeds(by_layer["turn"], by_layer["fact"] | frozenset(loops) | by_hand, by_layer["episode"] - by_hand, near)


def doomed(store: Store, seeds: Seeds) -> Doomed:
    """Return everything that goes with what was named, and what changes."""
    quoted = frozenset(store.forgetting.proofs(seeds.others)) - seeds.turns
    turns = seeds.turns | quoted
    said = store.turns.read(turns)
    lost = _words(turn.content for turn in said.values())
    facts, weakened, reworded = _facts(store, turns, seeds.others, lost)
    episodes = store.forgetting.resting_on(turns, "episode")
    bare = frozenset(one for one, layer in store.forgetting.layers(seeds.others).items() if layer != "loop")
    loops = {*store.forgetting.loops_opened(turns)}
    loops |= {one for one, layer in store.forgetting.layers(seeds.others).items() if layer == "loop"}
    gone = {one.id for one in episodes if one.turns <= turns} | (bare - facts)
    near = store.forgetting.near(turns, reach=store.config.window_turns + store.config.window_overlap)
    lent = [one for one in store.forgetting.resting_on(near, "fact") if one.id not in facts and one.id not in reworded]
    return Doomed(
        turns=tuple(sorted(turns)),
        facts=tuple(sorted(facts)),
        episodes=tuple(sorted(gone)),
        loops=tuple(sorted(loops)),
        quoted=tuple(sorted(quoted)),
        weakened=tuple(sorted(weakened)),
        reworded=reworded,
        borrowed=_borrowing(store, [one for one in lent if not one.turns & turns], lost),
        borrowed_loops=_borrowing(store, [one for one in store.forgetting.loops_of(near) if one.id not in loops], lost),
        retold=tuple(sorted(({one.id for one in episodes} | seeds.stale) - gone)),
        near=seeds.near,
    )


def _facts(
    store: Store, turns: Collection[int], others: Collection[int], lost: Collection[str]
) -> tuple[set[int], set[int], dict[int, str]]:
    """Return the facts that go, those that lose evidence, and those of them that need other words, with these."""
    gone, weakened, reworded = set[int](), set[int](), dict[int, str]()
    for fact in store.forgetting.resting_on(turns, "fact"):
        left = [turn for turn in store.turns.read(fact.turns - set(turns)).values() if turn.kept]
        if fact.id in others or not fact.turns - set(turns):
            gone.add(fact.id)
            continue
        weakened.add(fact.id)
        proving = [turn for turn in left if _stands(fact.quote, turn)]
        if proving and not _borrows(fact, proving, lost):
            continue
        words = fact.quote if proving else _said_by(store, left, fact)
        if words is not None:
            reworded[fact.id] = words
            continue
        weakened.remove(fact.id)
        gone.add(fact.id)
    unproved = {one for one, layer in store.forgetting.layers(others).items() if layer == "fact"}
    return gone | unproved, weakened, reworded


def _stands(quote: str, turn: Turn) -> bool:
    return f" {prepare(quote)} " in f" {prepare(turn.content)} "


def _said_by(store: Store, turns: Sequence[Turn], fact: Said) -> str | None:
    """Return the sentence of other turns that says a fact, by the words they share; None where none does."""
    from episodic.consolidate.minimise import discretion

    about, best = set(terms(fact.text)), (0, "")
    for turn in sorted(turns, key=lambda turn: (turn.at, turn.session, turn.seq)):
        discreet = discretion(store.config, [turn])
        for sentence in split(turn.content):
            shared = len(about & set(terms(sentence)))
            if len(sentence) <= FACT_CHARS and shared > best[0] and discreet.allows(sentence):
                best = (shared, sentence)
    return best[1] if 2 * best[0] >= len(about) else None


def _borrowing(store: Store, said: Iterable[Said], lost: Collection[str]) -> tuple[int, ...]:
    return tuple(one.id for one in said if _borrows(one, store.turns.read(one.turns).values(), lost))


def _borrows(said: Said, own: Iterable[Turn], lost: Collection[str]) -> bool:
    """Whether it has words of turns that go which stand in none of its own: a model told it from all it saw."""
    return bool((_words([said.text]) - _words([said.quote, *(turn.content for turn in own)])) & set(lost))


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in prepare(text).split()}
