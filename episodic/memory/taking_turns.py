"""Sessions of records, as turns beside what is there: the journal first, then rows. Knows nothing made of turns."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from episodic.errors import InputError
from episodic.memory.journal import Entry, no_turn
from episodic.memory.taking_out import Place, Record
from episodic.memory.turns import own_mark

if TYPE_CHECKING:
    from episodic.memory.store import Store

_LONG_AGO: Final = "1970-01-01T00:00:00.000000Z"
_GAP: Final = 100_000  # seqs in a row that are no turn; more is no session's


class Taken(NamedTuple):
    """What became of records, counted by their type: `added`, `known` already, left out as `forgotten`."""

    added: Counter[str]
    known: Counter[str]
    forgotten: Counter[str]


class Arrival(NamedTuple):
    """One session's records and where its turns are here; `items` lacks those that are not."""

    record: Record
    is_new: bool
    items: Mapping[int, int]


def arrive(store: "Store", record: Record, turns: Sequence[Record], taken: Taken) -> Arrival:
    """Journal and index the turns of a session that are new here; returns where each of them is."""
    name, here = record["id"], store.turns.session(record["id"])
    known = _here(store, name, turns)
    buried = store.tombstones.marked(mark for turn in turns if turn["seq"] not in known for mark in _marks(turn))
    gone = {turn["seq"] for turn in turns if turn["seq"] not in known and buried.intersection(_marks(turn))}
    new = [turn for turn in turns if turn["seq"] not in known and turn["seq"] not in gone]
    taken.known.update(turn=len(known))
    taken.forgotten.update(turn=len(gone))
    if here is None and gone and not new:
        taken.forgotten["session"] += 1  # its name is forgotten too
        return Arrival(record, False, known)
    following = here.indexed_seq + 1 if here else 0
    entries = _entries(store, record, new, following)
    if entries:
        store.writer.restore(name, entries, project=record.get("project"), source=record.get("source"))
    elif here is None and record["turns"] == 0:
        with store.transaction():
            store.turns.open_session(name, project=record.get("project"), source=record.get("source"))
    taken.added.update(turn=len(new), session=here is None)
    taken.known.update(session=here is not None)
    return Arrival(record, here is None, _here(store, name, turns))


def _entries(store: "Store", record: Record, new: Sequence[Record], following: int) -> list[Entry]:
    """Return the lines to journal: a turn keeps its seq wherever that is still free, lines that are no turn before it.

    Raises:
        InputError: there would be more of those than any session has.
    """
    name, entries = record["id"], list[Entry]()
    at = record.get("started_at", _LONG_AGO)
    for seq, turn in [*((turn["seq"], turn) for turn in new), (record["turns"], None)]:
        hole = seq - following - len(entries)
        if hole > _GAP:
            raise InputError(f"session {name} has no turns between {following + len(entries)} and {seq}: export again")
        at = turn["at"] if turn else at
        entries += [no_turn(user=store.user, session=name, at=at) for _ in range(hole)]
        entries += [_entry(store, turn, project=record.get("project"))] if turn else []
    return entries


def _entry(store: "Store", turn: Record, *, project: str | None) -> Entry:
    optional = {"project": project, "name": turn.get("name"), "ids": [mark.hex() for mark in _marks(turn)]}
    source = {"user": store.user, "session": turn["session"], "origin": turn["origin"]}
    source |= {key: value for key, value in optional.items() if value}
    own = own_mark(turn["session"], turn["seq"], turn["role"], turn.get("text", ""), turn["at"])
    return Entry(-1, own.hex()[:16], turn["role"], turn.get("text", ""), turn["at"], source)


def _marks(turn: Record) -> list[bytes]:
    own = own_mark(turn["session"], turn["seq"], turn["role"], turn.get("text", ""), turn["at"])
    return [*(bytes.fromhex(text) for text in turn.get("ids", ())), own]


def _here(store: "Store", name: str, turns: Sequence[Record]) -> dict[int, int]:
    """Return which turns are here already, as {their seq: item}: by what they go by, else by what was said when."""
    marks = {turn["seq"]: _marks(turn) for turn in turns}
    items = store.turns.items_of(mark for some in marks.values() for mark in some)
    found = {seq: items[mark] for seq, some in marks.items() for mark in some if mark in items}
    session = store.turns.session(name)
    said: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    taken = set(found.values())
    for one in store.turns.as_said(session.id) if session else ():
        if one.item not in taken:
            said.setdefault((one.role, one.text, one.at), []).append((one.seq, one.item))
    for turn in turns:
        same = said.get((turn["role"], turn.get("text", ""), turn["at"]), [])
        if turn["seq"] not in found and same:
            place = next((place for place in same if place[0] == turn["seq"]), same[0])
            same.remove(place)
            found[turn["seq"]] = place[1]
    return found


def settle(store: "Store", one: Arrival) -> None:
    """Count as consolidated, and as told, what was so there; never what is pending here."""
    session = store.turns.session(one.record["id"])
    if session is None:
        return
    done = {mark: one.record[mark] - 1 for mark in ("consolidated", "told")}
    if not one.is_new:
        came = {item: seq for seq, item in one.items.items()}
        turns = store.turns.as_said(session.id)  # what says nothing may be pending too
        here = {"consolidated": session.consolidated_seq, "told": session.told_seq}
        for mark, so_far in here.items():
            covered = (turn for turn in turns if turn.seq > so_far and came.get(turn.item, 1 << 62) > done[mark])
            first = next(covered, None)
            done[mark] = max(so_far, session.indexed_seq if first is None else first.seq - 1)
    marks = {mark: min(seq, session.indexed_seq) for mark, seq in done.items()}
    more = ("started_at", "last_turn_at", "parked") if one.is_new else ()
    store.turns.carried(session.id, marks, {name: one.record.get(name) for name in more})


def survivors(places: Mapping[Place, int], wanted: Iterable[Sequence[object]]) -> tuple[list[int], bool]:
    """Return the turns that are here, and whether any is not."""
    found = [places.get((str(session), int(str(seq)))) for session, seq in wanted]
    return [item for item in found if item is not None], None in found
