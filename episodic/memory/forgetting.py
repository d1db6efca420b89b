"""What hangs on what, and its removal: rows, words, vectors. Knows no rule of what goes and asks nobody.

Deleting an item takes along, by foreign keys and triggers, its evidence, vectors, verdicts, loops, links and names;
what no key reaches is done here.
"""

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from episodic.memory.db import Database, Row
from episodic.memory.lexical import LexicalIndex
from episodic.memory.turns import Turns
from episodic.memory.vectors import VectorIndex


class Scope(NamedTuple):
    """Which turns are meant; None leaves a side open. Times are as stored; `sources` are files, any one of them."""

    session: str | None = None
    project: str | None = None
    after: str | None = None
    before: str | None = None
    sources: tuple[str, ...] | None = None

    @property
    def is_open(self) -> bool:
        """Whether every turn is meant."""
        return all(side is None for side in self)


class Said(NamedTuple):
    """A fact, an episode or a loop with the turns it rests on."""

    id: int
    text: str
    quote: str
    turns: frozenset[int]


class Left(NamedTuple):
    """What is still there of items that were to go, by where; all 0 when they are gone."""

    rows: int
    words: int
    vectors: int


class Forgetting:
    """The removal of a scope's items."""

    def __init__(self, db: Database, scope: int, lexical: LexicalIndex, vectors: VectorIndex, turns: Turns) -> None:
        self._db = db
        self._scope = scope
        self._lexical = lexical
        self._vectors = vectors
        self._turns = turns

    # What is meant ----------------------------------------------------------------------------------------------------

    def turns_of(self, meant: Scope) -> list[int]:
        """Return the turns that are meant, those without words too."""
        return self._ids(f"select t.item {_MEANT}", {**meant._asdict(), "sources": _listed(meant.sources)})

    def among(self, items: Iterable[int], meant: Scope) -> list[int]:
        """Return those of some items that are such turns, or rest on one."""
        kept = set(items)
        if meant.is_open:
            return sorted(kept)
        turns = set(self.turns_of(meant))
        resting = self._ids(
            "select item from evidence where turn in (select value from json_each(:turns)) union"
            " select loop from loop_evidence where turn in (select value from json_each(:turns))",
            {"turns": json.dumps(sorted(turns))},
        )
        return sorted(kept & (turns | set(resting)))

    def layers(self, items: Iterable[int]) -> dict[int, str]:
        """Return what each number is: a turn, a fact, an episode, a loop or a thread; unknown ones are left out."""
        rows = self._db.rows(
            "select id, layer from item where +scope = :scope and id in (select value from json_each(:ids)) union all"
            " select id, 'loop' from loop where scope = :scope and id in (select value from json_each(:ids)) union all"
            " select id, 'thread' from workstream where scope = :scope and id in (select value from json_each(:ids))",
            {"scope": self._scope, "ids": json.dumps(list(items))},
        )
        return dict(rows)

    def loop_texts(self) -> dict[int, str]:
        """Return the words of every loop."""
        rows = self._db.rows("select id, text || char(10) || quote from loop where scope = ?", (self._scope,))
        return dict(rows)

    def sources(self) -> list[str]:
        """Return the files that sessions came from."""
        rows = self._db.rows(
            "select distinct source from session where scope = ? and source is not null", (self._scope,)
        )
        return sorted(row[0] for row in rows)

    # What hangs on what -----------------------------------------------------------------------------------------------

    def proofs(self, items: Iterable[int]) -> list[int]:
        """Return the turns that facts, episodes and loops rest on."""
        return self._ids(
            "select e.turn from evidence e join item i on i.id = e.turn and +i.scope = :scope"
            " where e.item in (select value from json_each(:ids)) union"
            " select e.turn from loop_evidence e join item i on i.id = e.turn and +i.scope = :scope"
            " where e.loop in (select value from json_each(:ids))",
            {"ids": json.dumps(list(items))},
        )

    def resting_on(self, turns: Iterable[int], layer: str) -> list[Said]:
        """Return the facts or the episodes that rest on any of some turns, with all turns they rest on."""
        rows = self._db.rows(
            "select i.id, i.text, coalesce(f.quote, ''), (select json_group_array(turn) from evidence"
            " where item = i.id) from item i left join fact f on f.item = i.id"
            " where +i.scope = :scope and i.layer = :layer and i.id in"
            " (select item from evidence where turn in (select value from json_each(:turns))) order by i.id",
            {"scope": self._scope, "layer": layer, "turns": json.dumps(list(turns))},
        )
        return [Said(ident, text, quote, frozenset(json.loads(proofs))) for ident, text, quote, proofs in rows]

    def loops_opened(self, turns: Iterable[int]) -> list[int]:
        """Return the loops first said in any of some turns."""
        opened = "select id from loop where scope = :scope and turn in (select value from json_each(:turns))"
        return self._ids(opened, {"turns": json.dumps(list(turns))})

    def needed(self, turns: Iterable[int], *, without: Iterable[int], without_loops: Iterable[int]) -> set[int]:
        """Return those of some turns that something rests on, but for some items and loops."""
        return set(
            self._ids(
                "select e.turn from evidence e join item i on i.id = e.turn and +i.scope = :scope"
                " where e.turn in (select value from json_each(:turns))"
                " and e.item not in (select value from json_each(:without)) union"
                " select e.turn from loop_evidence e join item i on i.id = e.turn and +i.scope = :scope"
                " where e.turn in (select value from json_each(:turns))"
                " and e.loop not in (select value from json_each(:loops))",
                {
                    "turns": json.dumps(list(turns)),
                    "without": json.dumps(list(without)),
                    "loops": json.dumps(list(without_loops)),
                },
            )
        )

    def done_with(self) -> list[int]:
        """Return the turns with words that facts and episodes were made of already."""
        return self._ids(
            "select t.item from session s join turn t on t.session = s.id where s.scope = :scope and t.kept = 1"
            " and t.seq <= min(s.consolidated_seq, s.told_seq)"
            " and t.item not in (select item from verdict where judge = 'parking') order by t.item",
            {},
        )

    def near(self, turns: Iterable[int], *, reach: int) -> list[int]:
        """Return the turns up to `reach` seqs from any of some, in their sessions, without these."""
        return self._ids(
            "select distinct n.item from turn t join turn n on n.session = t.session and n.seq between t.seq - :reach"
            " and t.seq + :reach join item i on i.id = t.item and +i.scope = :scope"
            " where t.item in (select value from json_each(:turns))"
            " and n.item not in (select value from json_each(:turns))",
            {"turns": json.dumps(list(turns)), "reach": reach},
        )

    def loops_of(self, turns: Iterable[int]) -> list[Said]:
        """Return the loops opened in some turns, with these."""
        rows = self._db.rows(
            "select id, text, quote, turn from loop where scope = ? and turn in (select value from json_each(?))",
            (self._scope, json.dumps(list(turns))),
        )
        return [Said(ident, text, quote, frozenset({turn})) for ident, text, quote, turn in rows]

    def places(self, turns: Iterable[int]) -> dict[str, list[int]]:
        """Return the seqs of turns by session."""
        found: dict[str, list[int]] = {}
        for name, seq in self._db.rows(
            "select s.external_id, t.seq from turn t join session s on s.id = t.session where s.scope = ?"
            " and t.item in (select value from json_each(?)) order by s.id, t.seq",
            (self._scope, json.dumps(list(turns))),
        ):
            found.setdefault(name, []).append(seq)
        return found

    def still_said(self, forms: Collection[str]) -> set[str]:
        """Return which words and stretches stand in what anybody of this home still remembers, or names.

        Looks at everything once; nothing of whose it is goes further than that it is there.
        """
        found: set[str] = set()
        for (known,) in self._db.each(
            "select n.value from json_each(?) n where exists (select 1 from item i where instr(i.text, n.value)"
            " or instr(i.own, n.value)) or exists (select 1 from session s where instr(s.external_id, n.value)"
            " or instr(s.project, n.value) or instr(s.source, n.value))"
            " or exists (select 1 from scope u where instr(u.user, n.value))"
            " or exists (select 1 from project_mark m where instr(m.value, n.value))"
            " or exists (select 1 from sqlite_schema m where instr(m.sql, n.value))",
            (json.dumps(sorted(forms)),),
        ):
            found.add(known)
        return found

    def texts(self, items: Collection[int]) -> list[str]:
        """Return what items say and quote, expired or not."""
        rows = self._db.rows(
            "select i.text, f.quote from item i left join fact f on f.item = i.id"
            " where +i.scope = ? and i.id in (select value from json_each(?))",
            (self._scope, json.dumps(list(items))),
        )
        return [text for row in rows for text in row if text]

    def sample(self, most: int) -> list[str]:
        """Return what some of a scope's items say, spread evenly over all of them."""
        count = max(1, int(self._db.value("select count(*) from item where scope = ?", (self._scope,))) // most)
        rows = self._db.rows("select text from item where scope = ? and id % ? = 0", (self._scope, count))
        return [row[0] for row in rows]

    def names_in(self, items: Iterable[int]) -> dict[int, str]:
        """Return the names that items mention; a project's own stays known by its folder."""
        rows = self._db.rows(
            "select distinct e.id, e.name from item_entity x join entity e on e.id = x.entity and e.scope = ?"
            " where e.identity is null and x.item in (select value from json_each(?))",
            (self._scope, json.dumps(list(items))),
        )
        return dict(rows)

    def threads_of(self, episodes: Iterable[int]) -> list[int]:
        """Return the threads episodes are part of, and those that were merged into one of them."""
        return self._ids(
            "with recursive thread (id) as (select m.workstream from membership m join workstream w"
            " on w.id = m.workstream and w.scope = :scope where m.episode in (select value from json_each(:ids))"
            " union select w.id from thread join workstream w on w.merged_into = thread.id) select id from thread",
            {"ids": json.dumps(list(episodes))},
        )

    # Its removal ------------------------------------------------------------------------------------------------------

    def delete(self, items: Sequence[int]) -> None:
        """Delete items with all that hangs on them; joins the open transaction."""
        self._close_chains(items)
        self._lexical.take(self._indexed(items))
        self._vectors.remove(items)
        gone = "delete from item where +scope = ? and id in (select value from json_each(?))"
        self._db.run(gone, (self._scope, json.dumps(list(items))))

    def take_words(self, turns: Sequence[int], *, with_names: bool) -> None:
        """Take the words out of turns, and their names, and leave that they were said; joins the open transaction."""
        rows, wanted = self._indexed(turns), json.dumps(list(turns))
        self._lexical.take(rows)
        self._vectors.remove(turns)
        which = "(select value from json_each(?))"
        self._db.run(f"update item set text = '', own = '', context = '', live = 0 where id in {which}", (wanted,))
        self._db.run(f"update turn set kept = 0, name = null where item in {which}", (wanted,))
        self._db.run(f"delete from waiting where item in {which}", (wanted,))
        for table in ("item_entity", "entity_alias") if with_names else ():
            self._db.run(f"delete from {table} where item in {which}", (wanted,))
        self._lexical.put([(item, "", "") for item, _, _ in rows])

    def reword(self, item: int, *, text: str, own: str, context: str, said_at: str | None = None) -> None:
        """Put other words in an item's place, its vectors to be made anew; joins the open transaction."""
        self._lexical.take(self._indexed([item]))
        self._vectors.remove([item])
        self._db.run(
            "update item set text = :text, own = :own, context = :context, said_at = coalesce(:at, said_at)"
            " where id = :item and +scope = :scope",
            {"text": text, "own": own, "context": context, "at": said_at, "item": item, "scope": self._scope},
        )
        self._lexical.put([(item, own, context)])
        self._db.run("insert or ignore into waiting values (?)", (item,))
        self._db.run("delete from activity where episode = ?", (item,))
        self._db.run(
            "update profile set stale = 1, text = '' where entity in (select entity from profile_fact where fact = ?)",
            (item,),
        )

    def unindex(self, items: Sequence[int]) -> None:
        """Take items out of the index until they are told in other words; joins the open transaction."""
        rows = self._indexed(items)
        self._lexical.take(rows)
        self._db.run_many("update item set own = '', context = '' where id = ?", [(item,) for item, _, _ in rows])
        self._lexical.put([(item, "", "") for item, _, _ in rows])

    def requote_loop(self, loop: int) -> None:
        """Say a loop in the words of its turn; joins the open transaction."""
        self._db.run("update loop set text = quote where id = ? and scope = ?", (loop, self._scope))

    def drop_names(self, entities: Iterable[int]) -> None:
        """Delete names; joins the open transaction."""
        gone = "delete from entity where scope = ? and id in (select value from json_each(?))"
        self._db.run(gone, (self._scope, json.dumps(list(entities))))

    def rename_threads(self, threads: Iterable[int], names: dict[int, str]) -> None:
        """Name threads anew and delete those without an episode; what a person named is theirs. Joins the transaction.

        What a thread was called before a person named it, or before it was merged, is what it is called now.
        """
        for thread in threads:
            name, heir = names.get(thread), self._heir(thread)
            while name is None and heir is not None:
                name, heir = names.get(heir), self._heir(heir)
            if name is None:
                self._db.run("delete from workstream where id = ? and scope = ?", (thread, self._scope))
                continue
            named = "update workstream set name = ? where id = ? and named_by <> 'user'"
            self._db.run(named, (name, thread))
            self._db.run(
                "update workstream_change set before = json_set(before, '$.name', ?)"
                " where workstream = ? and what = 'renamed' and before ->> 'named_by' <> 'user'",
                (name, thread),
            )

    def delete_loops(self, loops: Iterable[int]) -> None:
        """Delete loops and leave the turns that say them; joins the open transaction."""
        gone = "delete from loop where scope = ? and id in (select value from json_each(?))"
        self._db.run(gone, (self._scope, json.dumps(list(loops))))

    def close_gaps(self, places: dict[str, list[int]]) -> None:
        """Write anew what stands around the turns that are gone; joins the open transaction."""
        for name, seqs in places.items():
            session = self._turns.session(name)
            if session is not None:
                self._turns.close_gaps(session.id, seqs)

    def lose_course(self, sessions: Iterable[str]) -> None:
        """Take out what sessions were about, as an agent's messages made it; joins the open transaction."""
        lost = "update injection set vector = null, words = '[]' where scope = ? and session in"
        self._db.run(f"{lost} (select value from json_each(?))", (self._scope, json.dumps(list(sessions))))

    def empty(self, sessions: Iterable[str]) -> list[str]:
        """Return those of some sessions that have no turn."""
        rows = self._db.rows(
            "select external_id from session s where scope = ? and external_id in (select value from json_each(?))"
            " and not exists (select 1 from turn where session = s.id)",
            (self._scope, json.dumps(list(sessions))),
        )
        return [row[0] for row in rows]

    def drop_sessions(self, sessions: Iterable[str]) -> None:
        """Delete sessions; joins the open transaction."""
        bound = (self._scope, json.dumps(list(sessions)))
        for table, name in (("session", "external_id"), ("injection", "session"), ("injected", "session")):
            self._db.run(f"delete from {table} where scope = ? and {name} in (select value from json_each(?))", bound)

    def sized(self, session: str, size: int) -> None:
        """Note how long a journal is now that lines of it are blank; joins the open transaction."""
        self._db.run(
            "update session set journal_bytes = ? where scope = ? and external_id = ?", (size, self._scope, session)
        )

    # Whether it is gone -----------------------------------------------------------------------------------------------

    def left(self, items: Collection[int], loops: Collection[int]) -> Left:
        """Count what is still there of items and loops."""
        ids, lost = json.dumps(list(items)), json.dumps(list(loops))
        within = "(select value from json_each(:ids))"
        find = "select count(*) from {} where {} in (select value from json_each(:ids))"
        rows = sum(int(self._db.value(find.format(table, column), {"ids": ids})) for table, column in _ROWS)
        return Left(
            rows=rows + int(self._db.value(find.format("loop", "id"), {"ids": lost})),
            words=self._lexical.held(items),
            vectors=int(
                self._db.value(
                    f"select (select count(*) from passage where item in {within}) + (select count(*) from embedding e"
                    f" join passage p on p.id = e.passage where p.item in {within})",
                    {"ids": ids},
                )
            ),
        )

    def _close_chains(self, items: Sequence[int]) -> None:
        """Link what a fact replaced to what replaced it; with nothing after it, what it replaced ended when it began.

        What was replaced stays history: forgetting a fact makes no other one current.
        """
        gone = set(items)
        following: dict[int, list[Row]] = {}
        for row in self._db.rows(
            "select s.old, s.new, s.why, s.decided_by, s.known_at, coalesce(f.valid_from, i.said_at)"
            " from supersession s join item i on i.id = s.new and +i.scope = :scope join fact f on f.item = i.id"
            f" where s.undone_at is null and (s.old in {_GIVEN} or s.new in {_GIVEN})",
            {"scope": self._scope, "ids": json.dumps(list(items))},
        ):
            following.setdefault(row[0], []).append(row)
        for old in following.keys() - gone:
            for _, new, why, decided_by, known_at, start in [row for row in following[old] if row[1] in gone]:
                heirs = _heirs(new, following, gone)
                for heir in heirs:
                    self._db.run(
                        "insert or ignore into supersession (old, new, why, decided_by, known_at)"
                        " values (?, ?, ?, ?, ?)",
                        (old, heir, why, decided_by, known_at),
                    )
                if not heirs:
                    self._db.run(
                        "update fact set valid_until = min(coalesce(valid_until, :end), :end), retired_at = null"
                        " where item = :old",
                        {"end": start, "old": old},
                    )

    def _indexed(self, items: Iterable[int]) -> list[tuple[int, str, str]]:
        find = "select id, own, context from item where +scope = ? and id in (select value from json_each(?))"
        return [(row[0], row[1], row[2]) for row in self._db.rows(find, (self._scope, json.dumps(list(items))))]

    def _heir(self, thread: int) -> int | None:
        into: int | None = self._db.value("select merged_into from workstream where id = ?", (thread,))
        return into

    def _ids(self, sql: str, bound: dict[str, object]) -> list[int]:
        return [row[0] for row in self._db.rows(sql, {"scope": self._scope, **bound})]


def _heirs(fact: int, following: dict[int, list[Row]], gone: Collection[int]) -> list[int]:
    """Return the facts that replaced one that goes, or what replaced it and goes too, and so on."""
    found: list[int] = []
    for _, new, *_ in following.get(fact, []):
        found += _heirs(new, following, gone) if new in gone else [new]
    return list(dict.fromkeys(found))


def _listed(values: tuple[str, ...] | None) -> str | None:
    return None if values is None else json.dumps(values)


_GIVEN: Final = "(select value from json_each(:ids))"
_ROWS: Final = (("item", "id"), ("turn", "item"), ("fact", "item"), ("episode", "item"), ("evidence", "turn"))
_MEANT: Final = (
    "from session s join turn t on t.session = s.id join item i on i.id = t.item where s.scope = :scope"
    " and (:session is null or s.external_id = :session) and (:project is null or i.project = :project)"
    " and (:after is null or i.said_at >= :after) and (:before is null or i.said_at < :before)"
    " and (:sources is null or s.source in (select value from json_each(:sources)))"
)
