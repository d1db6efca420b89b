"""Makes known whom a window introduces, and links its turns and facts to all they mention. Knows no cue.

Called inside the transaction that writes the window, and where something is written by hand.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from episodic.capture.projects import short_name
from episodic.consolidate.entities import Introduced, SaidAlias, introduced, said_aliases
from episodic.language.spellings import key
from episodic.memory.store import Store
from episodic.records import EntityKind, Turn

_EARLIER: Final = 20  # turns looked at again for a name that one turn does not make known


def introduce(store: Store, turns: Sequence[Turn], *, listed: Iterable[str] = (), project: str | None = None) -> None:
    """Learn names and aliases from turns and link all that they and their facts mention; joins the transaction."""
    items = [turn.item for turn in turns if turn.item is not None]

    def earlier(name: str) -> list[str]:
        return store.entities.texts_with(name, but=items, most=_EARLIER)

    found = introduced(turns, listed=listed, earlier=earlier)
    fresh = [one.name for one in found if _learn(store, one)]
    for said in said_aliases(turns):
        fresh += _join(store, said)
    if fresh:
        store.entities.settle_first_names(at=store.config.clock())
    store.entities.link(items)
    store.entities.look_back(fresh)
    if project is not None:
        _belong(store, items, project)
    if fresh:
        store.entities.prune()


def _learn(store: Store, one: Introduced) -> bool:
    return store.entities.learn(one.name, one.kind, at=store.config.clock())[1]


def _join(store: Store, said: SaidAlias) -> list[str]:
    """Keep an alias with the turn that says so, and join the entity that had it as its name; returns new names."""
    entities, now, (name, alias) = store.entities, store.config.clock(), said.alias[:2]
    full, short = entities.find(name), entities.find(alias)
    if len(full) > 1 or len(short) > 1:
        return []  # of two it says not which
    if full and key(full[0].name) != key(name):
        full = []  # found by its first name only
    kind: EntityKind = full[0].kind if full else short[0].kind if short else _kind(store, said)
    entity, is_new = (full[0].id, False) if full else entities.learn(name, kind, at=now)
    assert said.turn.item is not None  # noqa: S101 - only indexed turns are looked at
    entities.call(entity, alias, item=said.turn.item)
    if short and key(alias) in {key(short[0].name), *map(key, short[0].aliases)}:
        pair = (
            (entity, short[0].id) if "@" in alias else (short[0].id, entity)
        )  # an address stays with who had it first
        entities.join(*pair, why="said to be one", decided_by="guard", at=now)
    return [name, alias] if is_new else [alias]


def _kind(store: Store, said: SaidAlias) -> EntityKind:
    """Tell of what kind a new full name is: a person where its first word is a person's name already."""
    first = store.entities.find(said.alias.name.split()[0])
    return "person" if any(one.kind == "person" for one in first) else said.alias.kind


def _belong(store: Store, items: Sequence[int], project: str) -> None:
    """Know a session's project by its short name, and link everything said in it."""
    entity, _ = store.entities.learn(short_name(project), "project", at=store.config.clock(), identity=project)
    store.entities.mention(store.entities.with_facts(items), [entity])
