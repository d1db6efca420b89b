"""Who and what is known by name, as rows: learnt, joined, linked to the items that mention them. Knows no cue.

A name learnt once is matched in every text from then on, and in the texts that came before. Joining two never moves a
row, so that it can be undone; every query goes from an entity to the one it counts for.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from episodic.language.dates import moment, stamp
from episodic.language.folding import plain
from episodic.language.tokens import asked
from episodic.memory.db import Database
from episodic.memory.lexical import LexicalIndex
from episodic.memory.retention import HOLDS, KEPT, Retention
from episodic.records import EntityKind, Name

if TYPE_CHECKING:
    from episodic.language.gazetteer import Gazetteer

_FEW: Final = 200  # earlier items a new name is looked for in
_ONE_OF_THAT_NAME: Final = "the only one of that first name"
# A fact counts as the turn it is from.
_MOMENT: Final = "coalesce((select min(turn) from evidence where item = i.id), i.id)"


class Known(NamedTuple):
    """Somebody or something known. `mentions` are turns, `facts` current ones; `identity` is a project's."""

    id: int
    name: str
    kind: EntityKind
    identity: str | None
    aliases: tuple[str, ...]
    mentions: int
    facts: int


class Companion(NamedTuple):
    """Somebody or something that stands beside another, and in how many turns."""

    name: str
    kind: EntityKind
    shared: int


class Said(NamedTuple):
    """A current fact that mentions somebody."""

    id: int
    text: str
    kind: str
    said_at: str
    salience: float
    recurrence: int


class Entities:
    """The entities of one scope."""

    def __init__(self, db: Database, scope: int, lexical: LexicalIndex, retention: Retention) -> None:
        self._db = db
        self._scope = scope
        self._lexical = lexical
        self._retention = retention
        self._changes = 0  # of names, by this process; SQLite tells of those by others
        self._cached: tuple[tuple[int, int], Gazetteer] | None = None

    def gazetteer(self) -> "Gazetteer":
        """Return all names, made ready to be found in texts."""
        from episodic.language.gazetteer import Gazetteer

        version = (self._changes, int(self._db.value("pragma data_version")))
        if self._cached is None or self._cached[0] != version:
            self._cached = (version, Gazetteer(self._names()))
        return self._cached[1]

    def mentioned(self, text: str) -> list[int]:
        """Return whom a text mentions by the names it uses; what could be two that are not one is nobody."""
        found = self.gazetteer().find(text)
        roots = self._roots() if any(len(mention.ids) > 1 for mention in found) else {}
        sure = (one.ids[0] for one in found if len({roots.get(ident, ident) for ident in one.ids}) == 1)
        return list(dict.fromkeys(sure))

    def named(self, text: str) -> set[int]:
        """Return those that whom a text mentions count for."""
        found = self.mentioned(text)
        roots = self._roots() if found else {}
        return {roots[ident] for ident in found if ident in roots}

    def learn(self, name: str, kind: EntityKind, *, at: datetime, identity: str | None = None) -> tuple[int, bool]:
        """Return the entity of a name, made if it is new, and whether it is; joins the open transaction.

        What was a thing takes the kind that is told now. A name of another kind is another entity only where it is
        written otherwise: Rich is no rich. Of projects of one name each has its own identity; what was known by the
        name alone is the first one whose identity is told.
        """
        same = self._same(name, kind, identity)
        if same is not None:
            entity, known_as, known_by = same
            if (known_as == "thing" and kind != "thing") or (identity and not known_by):
                told = (kind if known_as == "thing" else known_as, identity or known_by, entity)
                self._db.run("update entity set kind = ?, identity = ? where id = ?", told)
                self._changes += 1
            return int(entity), False
        self._changes += 1
        row = (self._scope, kind, name, _key(name), identity, stamp(at))
        into = "insert into entity (scope, kind, name, key, identity, learnt_at) values (?, ?, ?, ?, ?, ?)"
        return self._db.insert(into, row), True

    def carried(
        self, *, name: str, kind: EntityKind, identity: str | None, learnt_at: str, before: int
    ) -> tuple[int, bool]:
        """Return the entity another home knew, made if it is new here, and whether it is; joins the open transaction.

        What it told apart stays apart; only of those there were before, up to the id `before`, may one be the same.
        """
        exact = self._db.value(
            "select id from entity where scope = ? and key = ? and kind = ? and identity is ?",
            (self._scope, _key(name), kind, identity),
        )
        same = None if exact is not None else self._same(name, kind, identity)
        if same is not None and same[0] <= before:
            return self.learn(name, kind, at=moment(learnt_at), identity=identity)
        if exact is not None:
            return int(exact), False
        self._changes += 1
        row = (self._scope, kind, name, _key(name), identity, learnt_at)
        into = "insert into entity (scope, kind, name, key, identity, learnt_at) values (?, ?, ?, ?, ?, ?)"
        return self._db.insert(into, row), True

    def call(self, entity: int, alias: str, *, item: int) -> None:
        """Keep what else an entity goes by, and the item that says so; joins the open transaction."""
        self._changes += 1
        self._db.run(
            "insert or ignore into entity_alias select e.id, :alias, :key, i.id from entity e join item i"
            " on i.scope = e.scope where e.id = :entity and i.id = :item and e.scope = :scope and e.key != :key",
            {"alias": alias, "key": _key(alias), "entity": entity, "item": item, "scope": self._scope},
        )

    def link(self, turns: Iterable[int]) -> None:
        """Link turns, and the facts they prove, to the names they mention; joins the open transaction."""
        rows = self._db.rows(
            "select i.id, iif(f.quote is null, i.text, i.text || char(10) || f.quote) from item i"
            " left join fact f on f.item = i.id where +i.scope = ? and i.layer in ('turn', 'fact')"
            " and i.id in (select value from json_each(?))",
            (self._scope, json.dumps(self.with_facts(list(turns)))),
        )
        for item, text in rows if self.gazetteer().names else ():
            self.mention([item], self.mentioned(text))

    def mention(self, items: Iterable[int], entities: Sequence[int]) -> None:
        """Link items to entities, where both are this user's; joins the open transaction."""
        self._db.run_many(
            "insert or ignore into item_entity select i.id, e.id from item i join entity e on e.scope = i.scope"
            " where i.id = :item and e.id = :entity and i.scope = :scope",
            [{"item": item, "entity": entity, "scope": self._scope} for item in items for entity in entities],
        )

    def with_facts(self, turns: Sequence[int]) -> list[int]:
        """Return turns and the facts they prove."""
        proved = self._db.rows(
            "select distinct v.item from evidence v join item i on i.id = v.item"
            " where +i.scope = ? and i.layer = 'fact' and v.turn in (select value from json_each(?))",
            (self._scope, json.dumps(list(turns))),
        )
        return [*turns, *(row[0] for row in proved)]

    def look_back(self, names: Iterable[str]) -> None:
        """Link the newest earlier items that have all words of a name; joins the open transaction."""
        for name in names:
            found = sorted(self._lexical.having(asked(name)))[-_FEW:]
            find = "select id, text from item where +scope = ? and id in (select value from json_each(?))"
            # The index also has other words of these letters. A folder's name ends in a slash: `private/`.
            last = _key(name.rstrip("/").rpartition("/")[2]) or _key(name)
            first = last.partition(" ")[0]
            rows = self._db.rows(find, (self._scope, json.dumps(found))) if first else ()
            self.link([item for item, text in rows if first in text.casefold()])

    def texts_with(self, name: str, *, but: Sequence[int], most: int) -> list[str]:
        """Return the newest turns of the user that have all words of a name, save those in `but`."""
        found = sorted(set(self._lexical.having(asked(name))) - set(but))[-4 * most :]
        rows = self._db.rows(
            "select i.text from item i join turn t on t.item = i.id where +i.scope = ? and t.role = 'user'"
            " and i.id in (select value from json_each(?)) order by i.id desc limit ?",
            (self._scope, json.dumps(found), most),
        )
        return [row[0] for row in rows]

    def join(self, entity: int, into: int, *, why: str, decided_by: Literal["guard", "user"], at: datetime) -> bool:
        """Count everything of an entity for another; joins the open transaction. False where they are one already."""
        one, other = self._root(entity), self._root(into)
        if one is None or other is None or one == other:
            return False
        self._changes += 1
        self._db.run(
            "insert into entity_join (entity, target, why, decided_by, at) values (?, ?, ?, ?, ?)",
            (one, other, why, decided_by, stamp(at)),
        )
        self._outdate(other)
        return True

    def part(self, entity: int, *, at: datetime) -> int | None:
        """Take back the joining of an entity; joins the open transaction. Returns what it was joined to."""
        target = self._db.value(
            "select j.target from entity_join j join entity e on e.id = j.entity"
            " where j.entity = ? and e.scope = ? and j.undone_at is null",
            (entity, self._scope),
        )
        if target is None:
            return None
        self._changes += 1
        self._outdate(target)
        done = "update entity_join set undone_at = ? where entity = ? and undone_at is null"
        self._db.run(done, (stamp(at), entity))
        return int(target)

    def settle_first_names(self, *, at: datetime) -> None:
        """Join a bare first name to the one person who has it; take that back where two have; joins the transaction.

        A joining by hand stands.
        """
        people = [name for name in self._own_names() if name.kind == "person"]
        bearers = _first_names(people)
        for name in people:
            if " " in name.name:
                continue
            full = bearers.get(name.name.casefold(), [])
            if len(full) == 1:
                if not self._was_parted(name.id, full[0].id):
                    self.join(name.id, full[0].id, why=_ONE_OF_THAT_NAME, decided_by="guard", at=at)
            elif self._db.value(
                "select 1 from entity_join where entity = ? and why = ? and undone_at is null",
                (name.id, _ONE_OF_THAT_NAME),
            ):
                self.part(name.id, at=at)

    def known(self) -> list[Known]:
        """Return everybody and everything that is mentioned, most mentioned first."""
        return [one for one in self._all() if one.mentions]

    def people(self) -> frozenset[str]:
        """Return the words of people's names, in lower case, also in the genitive of other languages ("Saras")."""
        rows = self._db.rows("select name from entity where scope = ? and kind = 'person'", (self._scope,))
        words = {word for (name,) in rows for word in name.casefold().split()}
        return frozenset(words | {f"{word}s" for word in words})

    def people_in(self, items: Iterable[int]) -> dict[int, list[str]]:
        """Return the names of the people whom items mention; what mentions nobody is left out."""
        found: dict[int, list[str]] = {}
        for item, name in self._db.rows(
            "select distinct x.item, e.name from json_each(?) j cross join item_entity x on x.item = j.value"
            " join entity_root r on r.id = x.entity join entity e on e.id = r.root"
            " where e.scope = ? and e.kind = 'person' order by x.item, e.name",
            (json.dumps(list(items)), self._scope),
        ):
            found.setdefault(item, []).append(name)
        return found

    def _all(self) -> list[Known]:
        """Return also those who are still to be linked."""
        rows = self._db.rows(
            "select e.id, e.name, e.kind, e.identity,"
            f" count(distinct {_MOMENT}), count(distinct iif(i.layer = 'fact', i.id, null))"
            " from entity e join entity_root r on r.root = e.id left join item_entity x on x.entity = r.id"
            f" left join item i on i.id = x.item and i.live = 1 and {KEPT} and {HOLDS} where e.scope = :scope"
            f" group by e.id order by count(distinct {_MOMENT}) desc, e.name, e.id",
            {"scope": self._scope, **self._retention.bound()},
        )
        others = self._others()
        return [
            Known(ident, name, kind, identity, others.get(ident, ()), mentions, facts)
            for ident, name, kind, identity, mentions, facts in rows
        ]

    def find(self, name: str) -> list[Known]:
        """Return who goes by a name, by an alias, or by an identity; a first name finds everybody who has it.

        In any spelling, if there is nobody in this one.
        """
        known = self._all()
        for form in (_key, _spelt):
            wanted = form(name)
            exact = [one for one in known if wanted in {form(one.name), *map(form, one.aliases)}]
            if exact or (exact := [one for one in known if one.identity == name]):
                return exact
        people = _first_names(Name(one.id, one.name, one.kind) for one in known)
        ids = {one.id for first, some in people.items() if _spelt(first) == _spelt(name) for one in some}
        return [one for one in known if one.id in ids]

    def parts(self, entity: int, name: str) -> list[int]:
        """Return which of the entities joined to one have a name."""
        rows = self._db.rows(
            "select e.id from entity e join entity_root r on r.id = e.id"
            " where r.root = ? and e.id != r.root and e.key = ? and e.scope = ?",
            (entity, _key(name), self._scope),
        )
        return [row[0] for row in rows]

    def joined(self) -> list[int]:
        """Return the entities that count for another one, newest joining first."""
        rows = self._db.rows(
            "select j.entity from entity_join j join entity e on e.id = j.entity"
            " where e.scope = ? and j.undone_at is null order by j.id desc",
            (self._scope,),
        )
        return [row[0] for row in rows]

    def facts(self, entity: int) -> list[Said]:
        """Return the current facts that mention an entity, newest first."""
        rows = self._db.rows(
            "select distinct i.id, i.text, i.kind, i.said_at, f.salience, f.recurrence from entity_root r"
            " join item_entity x on x.entity = r.id join item i on i.id = x.item join fact f on f.item = i.id"
            f" where r.root = :entity and i.scope = :scope and i.live = 1 and {KEPT} and {HOLDS}"
            " order by i.said_at desc, i.id desc",
            {"entity": entity, "scope": self._scope, **self._retention.bound()},
        )
        return [Said(*row) for row in rows]

    def turns(self, entity: int) -> list[int]:
        """Return the turns that mention an entity, oldest first."""
        rows = self._db.rows(
            "select distinct t.item from entity_root r join item_entity x on x.entity = r.id"
            " join turn t on t.item = x.item join item i on i.id = t.item"
            f" where r.root = :entity and i.scope = :scope and {KEPT} order by t.item",
            {"entity": entity, "scope": self._scope, **self._retention.bound()},
        )
        return [row[0] for row in rows]

    def companions(self, entity: int, *, most: int) -> list[Companion]:
        """Return who and what stands beside an entity most often."""
        rows = self._db.rows(
            "select e.name, e.kind, g.shared from entity_edge g join entity e on e.id = g.other"
            " where g.entity = ? and e.scope = ? order by g.shared desc, e.name limit ?",
            (entity, self._scope, most),
        )
        return [Companion(*row) for row in rows]

    def projects(self) -> list[str]:
        """Return the projects that anything was said in."""
        rows = self._db.rows(
            "select project from session where scope = :scope and project is not null union"
            " select identity from entity where scope = :scope and identity is not null",
            {"scope": self._scope},
        )
        return [row[0] for row in rows]

    def move(self, old: str, new: str, *, name: str) -> None:
        """Know a project by its new name; one that is known so already takes over what mentions it.

        Joins the open transaction.
        """
        self._changes += 1
        find = "select id from entity where scope = ? and identity = ? order by id"
        there = self._db.value(find, (self._scope, new))
        for (entity,) in self._db.rows(find, (self._scope, old)):
            if there is None:
                renamed = "update entity set identity = ?, name = ?, key = ? where id = ?"
                self._db.run(renamed, (new, name, _key(name), entity))
                there = entity
                continue
            self._db.run("update or ignore item_entity set entity = ? where entity = ?", (there, entity))
            self._db.run("delete from entity where id = ?", (entity,))
            self._outdate(there)

    def prune(self) -> None:
        """Drop the names that nothing mentions after all; joins the open transaction."""
        self._changes += 1
        unmentioned = "not exists (select 1 from item_entity where entity = entity.id)"
        self._db.run(f"delete from entity where scope = ? and {unmentioned}", (self._scope,))

    def _same(self, name: str, kind: EntityKind, identity: str | None) -> tuple[int, EntityKind, str | None] | None:
        """Return the entity a name of a kind is already, with what is known of it."""
        rows = self._db.rows(
            "select id, kind, identity, name from entity where scope = ? and key = ? order by kind = 'thing', id",
            (self._scope, _key(name)),
        )
        alike = [row for row in rows if row[1] == kind or "thing" in {kind, row[1]} or row[3] == name]
        exact = [row for row in alike if row[2] == identity]
        if not exact and identity is None and len(alike) == 1:
            exact = alike
        if not exact and identity is not None and not any(row[2] for row in alike):
            exact = alike
        first = sorted(exact, key=lambda row: row[1] != kind)[:1]
        return first[0][:3] if first else None

    def _own_names(self) -> list[Name]:
        rows = self._db.rows("select id, name, kind from entity where scope = ? order by id", (self._scope,))
        return [Name(*row) for row in rows]

    def _names(self) -> list[Name]:
        """Return every entity with its own aliases: one that counts for another keeps its links, to be parted again."""
        rows = self._db.rows(
            "select a.entity, a.alias from entity_alias a join entity e on e.id = a.entity where e.scope = ?",
            (self._scope,),
        )
        others: dict[int, list[str]] = {}
        for entity, alias in rows:
            others.setdefault(entity, []).append(alias)
        return [name._replace(aliases=tuple(others.get(name.id, ()))) for name in self._own_names()]

    def _others(self) -> dict[int, tuple[str, ...]]:
        """Return what else each goes by: aliases, and the names of those that count for it."""
        roots, found = self._roots(), dict[int, dict[str, None]]()
        names = self._names()
        shown = {name.id: name.name for name in names}
        for name in names:
            own = found.setdefault(roots[name.id], {})
            own |= dict.fromkeys(one for one in (name.name, *name.aliases) if one != shown[roots[name.id]])
        return {entity: tuple(others) for entity, others in found.items()}

    def _roots(self) -> dict[int, int]:
        find = "select r.id, r.root from entity_root r join entity e on e.id = r.id where e.scope = ?"
        return dict(self._db.rows(find, (self._scope,)))

    def _root(self, entity: int) -> int | None:
        find = "select r.root from entity_root r join entity e on e.id = r.id where r.id = ? and e.scope = ?"
        root = self._db.value(find, (entity, self._scope))
        return None if root is None else int(root)

    def _was_parted(self, entity: int, target: int) -> bool:
        """Whether somebody took this joining back, so that no rule makes it again."""
        find = (
            "select 1 from entity_join where entity = ? and target = ? and (undone_at is not null or"
            " decided_by = 'user')"
        )
        return bool(self._db.value(find, (entity, target)))

    def _outdate(self, entity: int) -> None:
        self._db.run("update profile set stale = 1 where entity = ?", (entity,))


def _key(name: str) -> str:
    from episodic.language.spellings import key  # its tables take longer to load than most commands take

    return key(name)


def _spelt(name: str) -> str:
    return plain(_key(name))


def _first_names(names: Iterable[Name]) -> dict[str, list[Name]]:
    from episodic.language.spellings import first_names

    return first_names(names)
