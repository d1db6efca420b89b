"""Facts, episodes, threads, loops, names and profiles of records, as rows beside what is there. Knows no journal."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from episodic.language.instructions import suspicious
from episodic.language.tokens import prepare
from episodic.memory import taking_out
from episodic.memory.episode_log import EPISODE_LISTS
from episodic.memory.facts import says_the_same
from episodic.memory.idents import draw
from episodic.memory.taking_out import Place, Record
from episodic.memory.taking_turns import Taken, survivors
from episodic.redact import clean

if TYPE_CHECKING:
    from episodic.memory.store import Store

# What an evidence row needs of a turn.
_PROVE: Final = "insert or ignore into evidence values (?, ?)"


class TakingRest:
    """Everything but the turns, which are at `places`; joins the open transaction."""

    def __init__(self, store: "Store", places: Mapping[Place, int], taken: Taken) -> None:
        self._store = store
        self._db = store.db
        self._scope = store.scope
        self._places = places
        self._taken = taken
        self._items: dict[int, int] = {}  # by number: facts, episodes, threads and loops
        self._entities: dict[int, int] = {}
        self._new: set[int] = set()  # numbers of what was added
        self._said = store.turns.read(places.values())

    def take(self, records: Sequence[Record]) -> None:
        """Write all of them, in the order they depend on one another."""
        of: dict[str, list[Record]] = {}
        for record in records:
            of.setdefault(record["type"], []).append(record)
        self._facts(of.get("fact", ()))
        self._edges(of.get("supersession", ()))
        self._episodes(of.get("episode", ()))
        self._streams(of.get("workstream", ()))
        self._loops(of.get("loop", ()))
        self._know(of.get("entity", ()))
        self._joins(of.get("join", ()))
        self._profiles(of.get("profile", ()))

    def _added(self, record: Record, ident: int) -> None:
        self._taken.added[record["type"]] += 1
        self._new.add(record["n"])
        self._items[record["n"]] = ident

    def _was_known(self, record: Record, ident: int) -> None:
        self._taken.known[record["type"]] += 1
        self._items[record["n"]] = ident

    def _gone(self, record: Record) -> None:
        self._taken.forgotten[record["type"]] += 1

    # Facts ----------------------------------------------------------------------------------------------------------

    def _facts(self, records: Sequence[Record]) -> None:
        here = self._facts_here()
        for record in records:
            turns, lost = survivors(self._places, record.get("evidence", ()))
            if lost and not any(_stands_in(record["quote"], self._said[turn].content) for turn in turns):
                self._gone(record)
            elif (same := _same(record, turns, here)) is not None:
                self._was_known(record, same)
                if record["current"]:
                    for turn in self._store.turns.read(turns).values():
                        self._store.facts.restate(same, turn)
            else:
                self._added(record, self._fact(record, turns))
        for record in records:
            self._rule(record)
            self._doubt(record)

    def _doubt(self, record: Record) -> None:
        """Keep the doubt about a fact that is new here; hold back what reads like an order and was never looked at."""
        if record["n"] not in self._new:
            return
        item, doubt = self._items[record["n"]], record.get("doubt")
        if doubt is not None:
            columns = {name: doubt.get(name) for name in taking_out.DOUBT}
            self._insert("doubt", {"item": item, **columns, "held": int(doubt["held"])})
            return
        turns, _ = survivors(self._places, record.get("evidence", ()))
        by_hand = any(self._said[turn].origin == "manual" for turn in turns)  # its writer's own choice
        why = suspicious(f"{record['text']}\n{record['quote']}")
        if why is not None and record["current"] and not by_hand:
            self._store.doubts.cast(item, why, held=True, at=self._store.config.clock())

    def _facts_here(self) -> dict[tuple[object, ...], list[tuple[int, bool, str, set[int]]]]:
        """Return the facts there are by what they say, each with its turns."""
        proofs: dict[int, set[int]] = {}
        for item, turn in self._db.rows(
            "select e.item, e.turn from item i join evidence e on e.item = i.id where i.scope = ? and i.layer = 'fact'",
            (self._scope,),
        ):
            proofs.setdefault(item, set()).add(turn)
        found: dict[tuple[object, ...], list[tuple[int, bool, str, set[int]]]] = {}
        for item, kind, project, own, live, text in self._db.rows(
            "select id, kind, project, own, live, text from item where scope = ? and layer = 'fact' order by id",
            (self._scope,),
        ):
            masked = clean(text)  # as the records have it
            own, text = (own, text) if masked == text else (prepare(masked), masked)  # noqa: PLW2901 - it is the row's
            found.setdefault((kind, project, own), []).append((item, bool(live), text, proofs.get(item, set())))
        return found

    def _fact(self, record: Record, turns: Sequence[int]) -> int:
        around = " ".join(filter(None, (prepare(record["quote"]), record.get("around"))))
        item = self._item("fact", record, around)
        columns = {name: record.get(name) for name in taking_out.FACT} | {"reviewed": int(record["reviewed"])}
        self._insert("fact", {"item": item, **columns})
        self._db.run_many(_PROVE, [(item, turn) for turn in turns])
        return item

    def _item(self, layer: Any, record: Record, around: str) -> int:
        item = self._store.memories.put_item(
            layer=layer,
            kind=record.get("kind"),
            project=record.get("project"),
            said_at=record["said_at"],
            text=record["text"],
            around=around,
        )
        if not record["current"]:
            self._db.run("update item set live = 0 where id = ?", (item,))
        return item

    def _rule(self, record: Record) -> None:
        """Write what was decided about an item that is new here."""
        for verdict in record.get("verdicts", ()) if record["n"] in self._new else ():
            scores = dict(verdict["scores"])
            if "neighbour" in scores:
                scores["neighbour"] = self._items.get(scores["neighbour"] or 0)
            told = json.dumps(scores, sort_keys=True)
            row = (self._items[record["n"]], verdict["judge"], verdict["outcome"], told, verdict["at"])
            self._db.run("insert into verdict (item, judge, outcome, scores, at) values (?, ?, ?, ?, ?)", row)

    def _edges(self, records: Iterable[Record]) -> None:
        """Link the facts that replaced one another; of two that were here already, what is here stands."""
        for record in records:
            old, new = self._items.get(record["old"]), self._items.get(record["new"])
            if old is None or new is None or not {record["old"], record["new"]} & self._new:
                self._taken.known["supersession"] += old is not None and new is not None
                self._taken.forgotten["supersession"] += old is None or new is None
                continue
            columns = {name: record.get(name) for name in taking_out.EDGE}
            self._insert("supersession", {"old": old, "new": new, **columns})
            self._taken.added["supersession"] += 1
            if record["old"] not in self._new and "undone_at" not in record:
                self._db.run("update item set live = 0 where id = ?", (old,))
                self._db.run("update fact set retired_at = ? where item = ?", (record["known_at"], old))
                self._store.vectors.retire([old])

    # Episodes and threads -------------------------------------------------------------------------------------------

    def _episodes(self, records: Sequence[Record]) -> None:
        told = self._told_here()
        for record in records:
            turns, lost = survivors(self._places, record.get("evidence", ()))
            if lost:
                self._gone(record)  # what it tells may be what was forgotten
            elif (same := _same_told(record, turns, told)) is not None:
                self._was_known(record, same)
            else:
                self._added(record, self._episode(record, turns))
        for record in records:
            if record["n"] in self._new and "merged_into" in record:
                self._merge(self._items[record["n"]], self._items.get(record["merged_into"]))
            self._rule(record)

    def _told_here(self) -> dict[int, tuple[bool, str, set[int]]]:
        """Return the episodes there are, each with its turns."""
        found: dict[int, tuple[bool, str, set[int]]] = {
            item: (bool(live), text, set())
            for item, live, text in self._db.rows(
                "select id, live, text from item where scope = ? and layer = 'episode' order by id", (self._scope,)
            )
        }
        for item, turn in self._db.rows(
            "select e.item, e.turn from item i join evidence e on e.item = i.id"
            " where i.scope = ? and i.layer = 'episode'",
            (self._scope,),
        ):
            found[item][2].add(turn)
        return found

    def _episode(self, record: Record, turns: Sequence[int]) -> int:
        session = self._store.turns.open_session(record["session"], project=None, source=None)
        lists = {name: record.get(name, []) for name in EPISODE_LISTS}
        context = " ".join((record["subject"], *lists["topics"], *lists["tags"], *lists["lessons"]))
        item = self._item("episode", record, prepare(context))
        columns = {name: record.get(name) for name in taking_out.EPISODE}
        columns |= {name: json.dumps(texts, ensure_ascii=False) for name, texts in lists.items()}
        self._insert("episode", {"item": item, "session": session.id, **columns})
        self._db.run_many(_PROVE, [(item, turn) for turn in turns])
        return item

    def _merge(self, episode: int, into: int | None) -> None:
        """Name the episode that tells this one now; where that did not come along, this one is current again."""
        if into is not None:
            self._db.run("update episode set merged_into = ? where item = ?", (into, episode))
            return
        self._db.run("update episode set archived_at = null where item = ?", (episode,))
        self._db.run("update item set live = 1 where id = ?", (episode,))

    def _streams(self, records: Sequence[Record]) -> None:
        placed = self._store.workstreams.of_episodes(self._items.values())
        begun = {
            (clean(name), at): ident
            for ident, name, at in self._db.rows(
                "select id, name, opened_at from workstream where scope = ?", (self._scope,)
            )
        }
        told = {record["n"]: [one["episode"] for one in record.get("members", ())] for record in records}
        members = {n: [self._items[one] for one in episodes if one in self._items] for n, episodes in told.items()}
        merged = {record["n"]: record.get("merged_into") for record in records}
        kept = taking_out.followed((n for n, episodes in members.items() if episodes), merged)
        for record in records:
            same = next((placed[one] for one in members[record["n"]] if one in placed), None)
            same = same or begun.get((record["name"], record["opened_at"]))
            if same is not None:
                self._was_known(record, same)
            elif record["n"] not in kept:
                self._gone(record)  # all it tells of was forgotten, and so is its name
            else:
                self._added(record, self._stream(record))
        for record in records:
            self._fill(record, placed)

    def _stream(self, record: Record) -> int:
        ident = draw(self._db)
        columns = {name: record.get(name) for name in taking_out.STREAM}
        self._insert("workstream", {"id": ident, "scope": self._scope, **columns})
        return ident

    def _fill(self, record: Record, placed: Mapping[int, int]) -> None:
        """Put a thread's episodes in it that are in none, and what was changed by hand into one that is new."""
        stream = self._items.get(record["n"])
        for member in record.get("members", ()) if stream is not None else ():
            episode = self._items.get(member["episode"])
            if episode is None or episode in placed:
                continue
            row = (episode, stream, member.get("score"), member["decided_by"], member["at"])
            self._db.run("insert or ignore into membership values (?, ?, ?, ?, ?)", row)
            if "terms" in member or "openings" in member:
                terms = json.dumps(member.get("terms", []), ensure_ascii=False)
                kept = (episode, terms, json.dumps(member.get("openings", [])))
                self._db.run("insert or ignore into activity values (?, null, ?, ?)", kept)
        if record["n"] not in self._new:
            return
        into = self._items.get(record.get("merged_into", 0))
        self._db.run("update workstream set merged_into = ? where id = ?", (into, stream))
        for change in record.get("changes", ()):
            before = self._before(change["before"])
            if before is not None:
                columns = {name: change.get(name) for name in taking_out.STREAM_CHANGE}
                told = {"workstream": stream, "before": json.dumps(before), **columns}
                self._insert("workstream_change", told)

    def _before(self, before: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return what a thread was before a change, by the ids of here; None where some of it did not come along."""
        ones = {key: self._items.get(before[key]) for key in taking_out.BEFORE_ONE if before.get(key) is not None}
        if None in ones.values():
            return None
        many = taking_out.BEFORE_MANY
        some = {many: [self._items[n] for n in before[many] if n in self._items]} if many in before else {}
        return {**before, **ones, **some}

    # Loops ----------------------------------------------------------------------------------------------------------

    def _loops(self, records: Iterable[Record]) -> None:
        here = {
            (turn, clean(text)): ident
            for ident, turn, text in self._db.rows("select id, turn, text from loop where scope = ?", (self._scope,))
        }
        for record in records:
            turn = self._turn(record["turn"])
            if turn is None:
                self._gone(record)
            elif (turn, record["text"]) in here:
                self._was_known(record, here[turn, record["text"]])
            else:
                self._added(record, self._loop(record, turn))

    def _turn(self, place: Sequence[object] | None) -> int | None:
        return next(iter(survivors(self._places, [place])[0]), None) if place else None

    def _loop(self, record: Record, turn: int) -> int:
        ident = draw(self._db)
        session = self._db.value("select session from turn where item = ?", (turn,))
        columns = {name: record.get(name) for name in taking_out.LOOP}
        self._insert("loop", {"id": ident, "scope": self._scope, "session": session, "turn": turn, **columns})
        for proof in record.get("evidence", ()):
            said = self._turn(proof["turn"])
            if said is not None:
                row = (ident, said, proof["part"], proof["quote"])
                self._db.run("insert or ignore into loop_evidence values (?, ?, ?, ?)", row)
        for change in record.get("changes", ()):
            columns = {name: change.get(name) for name in taking_out.LOOP_CHANGE}
            self._insert("loop_change", {"loop": ident, "turn": self._turn(change.get("turn")), **columns})
        return ident

    # Names ----------------------------------------------------------------------------------------------------------

    def _know(self, records: Iterable[Record]) -> None:
        bound = self._db.value("select coalesce(max(id), 0) from entity")
        for record in records:
            items = [item for ref in record.get("mentions", ()) if (item := self._item_of(ref)) is not None]
            if not items:
                self._gone(record)
                continue
            ident, is_new = self._store.entities.carried(
                name=record["name"],
                kind=record["kind"],
                identity=record.get("identity"),
                learnt_at=record["learnt_at"],
                before=bound,
            )
            self._taken.added["entity"] += is_new
            self._taken.known["entity"] += not is_new
            self._entities[record["n"]] = ident
            self._store.entities.mention(items, [ident])
            for other in record.get("aliases", ()):
                item = self._item_of(other["item"])
                if item is not None:
                    self._store.entities.call(ident, other["alias"], item=item)

    def _item_of(self, ref: Any) -> int | None:
        return self._items.get(ref) if isinstance(ref, int) else self._turn(ref)

    def _joins(self, records: Iterable[Record]) -> None:
        here = set(self._db.rows("select entity, target, at from entity_join"))
        joined = {row[0] for row in self._db.rows("select entity from entity_join where undone_at is null")}
        for record in records:
            entity, target = self._entities.get(record["entity"]), self._entities.get(record["target"])
            if entity is None or target is None or entity == target:
                self._taken.forgotten["join"] += 1
            elif (entity, target, record["at"]) in here or ("undone_at" not in record and entity in joined):
                self._taken.known["join"] += 1
            else:
                columns = {name: record.get(name) for name in taking_out.JOIN}
                self._insert("entity_join", {"entity": entity, "target": target, **columns})
                self._taken.added["join"] += 1

    def _profiles(self, records: Iterable[Record]) -> None:
        here = {row[0] for row in self._db.rows("select entity from profile")}
        for record in records:
            entity, facts = self._entities.get(record["entity"]), record.get("facts", ())
            if entity is None or not all(fact in self._items for fact in facts):
                self._taken.forgotten["profile"] += 1
            elif entity in here:
                self._taken.known["profile"] += 1
            else:
                columns = {name: record.get(name) for name in taking_out.PROFILE} | {"stale": int(record["stale"])}
                self._insert("profile", {"entity": entity, **columns})
                cited = [(entity, self._items[fact]) for fact in facts]
                self._db.run_many("insert or ignore into profile_fact values (?, ?)", cited)
                self._taken.added["profile"] += 1

    def _insert(self, table: str, columns: Mapping[str, Any]) -> None:
        names = ", ".join(columns)
        self._db.run(f"insert into {table} ({names}) values ({', '.join(f':{name}' for name in columns)})", columns)


def _same(
    record: Record, turns: Sequence[int], here: Mapping[tuple[object, ...], list[tuple[int, bool, str, set[int]]]]
) -> int | None:
    """Return the fact that says the same: proved by a turn of it, or current as it is."""
    alike = here.get((record["kind"], record.get("project"), prepare(record["text"])), ())
    alike = [one for one in alike if says_the_same(one[2], record["text"])]
    proved = [item for item, live, _, proofs in alike if proofs & set(turns) or not (proofs or turns)]
    current = [item for item, live, _, _ in alike if live and record["current"]]
    return next(iter((*proved, *current)), None)


def _same_told(record: Record, turns: Sequence[int], told: Mapping[int, tuple[bool, str, set[int]]]) -> int | None:
    """Return the episode that tells the same turns, or one current episode of several that tell all of them."""
    wanted = set(turns)
    exact = [item for item, (_, _, proofs) in told.items() if proofs == wanted]
    if exact:
        return next((item for item in exact if told[item][1] == record["text"]), exact[0])
    current = [item for item, (live, _, _) in told.items() if live]
    if not record["current"] or wanted - set[int]().union(*(told[item][2] for item in current)):
        return None
    return max(current, key=lambda item: len(told[item][2] & wanted), default=None)


def _stands_in(quote: str, text: str) -> bool:
    return " ".join(quote.casefold().split()) in " ".join(text.casefold().split())
