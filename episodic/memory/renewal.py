"""Brings items into the form in which words are prepared today. Knows nothing of how they are folded or searched.

An older version's index stays beside the new one and is asked too, so that nothing is out of reach in between; every
step is a transaction of its own, and what it did is done.
"""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from episodic.language.tokens import prepare, prepared_before
from episodic.memory.episode_log import surroundings

if TYPE_CHECKING:
    from episodic.memory.store import Store

_BATCH: Final = 500  # items a step that are no turns; turns go by sessions, as each is among the words around others


def renew(store: "Store", *, on_progress: Callable[[int], None] | None = None) -> int:
    """Prepare and index anew what an older version indexed; returns how many items those were."""
    behind = left = store.lexical.behind()
    while left and not store.household.paused():
        with store.transaction():
            _step(store)
            now = store.lexical.behind()
            if not now:
                store.lexical.drop_older()
        if on_progress is not None:
            on_progress(left - now)
        if now == left:
            break  # what is left belongs to no item: an index that drifted, which `doctor` tells
        left = now
    return behind - left


def _step(store: "Store") -> None:
    items = sorted(store.lexical.older(most=_BATCH))
    find = (
        "select distinct t.session from turn t where t.kept = 1 and t.item in (select value from json_each(?))"
        " order by 1 limit 1"
    )
    session = store.db.value(find, (json.dumps(items),))
    if session is not None:
        store.turns.renew(session)
    else:
        _renew_others(store, items)


def _renew_others(store: "Store", items: list[int]) -> None:
    """Renew facts, episodes and what is left of turns without words."""
    rows = store.db.rows(
        "select i.id, i.text, i.own, i.context, f.quote from item i left join fact f on f.item = i.id"
        " where +i.scope = :scope and i.id in (select value from json_each(:items))",
        {"scope": store.scope, "items": json.dumps(items)},
    )
    store.lexical.take([(item, own, context) for item, _, own, context, _ in rows])
    told = store.episode_log.read(items)
    new = []
    for item, text, _, context, quote in rows:
        around = prepare(surroundings(told[item].record)) if item in told else _around(context, quote or "")
        new.append((item, prepare(text), around))
    store.db.run_many("update item set own = ?, context = ? where id = ?", [(own, around, i) for i, own, around in new])
    store.lexical.put(new)


def _around(context: str, quote: str) -> str:
    """Return the words around a fact: those of its quote, and those beside that were kept in no other form."""
    before = prepared_before(quote)
    beside = context.removeprefix(before)
    return " ".join(filter(None, (prepare(quote), prepare(beside))))
