"""Forgetting a part: what goes along, what is told anew, and that no byte of it is left."""

import asyncio
import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from episodic.capture.buffer import SessionBuffer
from episodic.consolidate import opening
from episodic.consolidate.pipeline import consolidate_session
from episodic.consolidate.placing import place_episodes
from episodic.errors import InputError, NotFoundError
from episodic.memory.health import verify
from episodic.memory.store import Store
from episodic.recall.inject import EpisodicInjector
from episodic.recall.retrieve import retrieve
from episodic.records import Candidate, EpisodeRecord, Message, Piece
from episodic.rights.forget import Counts, Receipt, wanted
from episodic.rights.meant import doomed
from episodic.rights.opening import get_store

DAY = timedelta(days=1)
TALK = [
    ("user", "We decided to use the Zanzibar warehouse for the belfry."),
    ("assistant", "Noted, the warehouse it is."),
    ("user", "Our budget for the harbour project is 40,000 euros."),
    ("assistant", "Then the harbour budget is settled."),
]


@pytest.fixture
def kept(wordless: Store, clock: datetime) -> Iterator[Store]:
    """A memory of two sessions with facts, episodes, threads and names, with its owner's rights."""
    store = get_store(config=wordless.config)
    _session(store, "talk", TALK, at=clock - DAY)
    _session(store, "later", [("user", "I prefer oak for the belfry."), ("assistant", "Oak it is.")], at=clock)
    yield store
    store.close()


def _session(store: Store, name: str, said: list[tuple[str, str]], *, at: datetime, project: str | None = None) -> None:
    buffer = SessionBuffer(name, store=store, project=project)
    buffer.extend(
        {"role": role, "content": text, "at": at + timedelta(minutes=n)} for n, (role, text) in enumerate(said)
    )
    asyncio.run(consolidate_session(store, name, final=True))
    asyncio.run(place_episodes(store, model=None))


def _bytes(home: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file())


def _item(store: Store, words: str, layer: str = "fact") -> int:
    find = "select id from item where scope = ? and layer = ? and text like ?"
    return int(store.db.value(find, (store.scope, layer, f"%{words}%")))


def _forget(store: Store, *ids: int, **bounds: object) -> Receipt:
    receipt = store.forget(ids, **bounds)  # type: ignore[arg-type]
    assert isinstance(receipt, Receipt)
    assert receipt.left == ()
    assert store.lexical.is_sound()
    assert [fault for verdict in verify(store) for fault in verdict.problems] == []
    return receipt


def test_a_fact_takes_its_turn_its_index_and_its_words_along(kept: Store) -> None:
    """CASES 55, 56, 62: no byte is left, the journal's chain holds, and nothing else is gone."""
    fact = _item(kept, "Zanzibar")
    receipt = _forget(kept, fact)
    assert receipt.before == Counts(turns=1, facts=1, retold=1)
    left = _bytes(kept.home).lower()
    assert [word for word in (b"zanzibar", b"zanzib") if word in left] == []
    assert fact not in kept.memories.items([fact])
    assert [hit.text for hit in retrieve("harbour budget", kept, fast=True)][:1] == [TALK[2][1]]
    with pytest.raises(NotFoundError):
        kept.why(fact)


def test_an_episode_is_told_anew_from_what_is_left(kept: Store) -> None:
    """CASE 56: its summary, lists and thread say nothing of what is gone."""
    (before,) = kept.episodes(before=kept.config.clock() - DAY / 2)
    assert "Zanzibar" in before.record.summary
    _forget(kept, _item(kept, "Zanzibar"))
    (after,) = kept.episodes(before=kept.config.clock() - DAY / 2)
    assert after.id == before.id
    assert after.record.summary == TALK[2][1]
    assert after.record.decisions == ()
    assert after.record.turn_seqs == (1, 2, 3)
    (stream,) = (one for one in kept.streams() if after.id in one.episodes)
    assert "warehouse" not in stream.name


def test_a_copy_left_in_a_page_goes_too(kept: Store) -> None:
    """CASE 62: SQLite leaves copies of rows it moved between pages; here one it did not overwrite stands for that."""
    kept.db.run("pragma secure_delete = off")
    kept.db.run("insert into paused values (1, ?)", (TALK[0][1],))
    kept.db.run("delete from paused")
    kept.db.run("pragma secure_delete = on")
    fact = _item(kept, "Zanzibar")
    assert kept.db.checkpoint()
    assert kept.db.path.read_bytes().count(b"Zanzibar warehouse for") > 3  # turn, fact, its quote, and the copy
    _forget(kept, fact)
    assert b"Zanzibar" not in _bytes(kept.home)
    assert [hit.text for hit in retrieve("harbour budget", kept, fast=True)][:1] == [TALK[2][1]]


def test_an_episode_told_anew_is_measured_anew_and_stays_in_its_thread(kept: Store) -> None:
    """What it was held against others by was made of the turn that is gone."""
    (episode,) = kept.episodes(before=kept.config.clock() - DAY / 2)
    thread = kept.workstreams.of_episodes([episode.id])
    _forget(kept, _item(kept, "Zanzibar"))
    assert kept.workstreams.unmeasured() == [episode.id]
    asyncio.run(place_episodes(kept, model=None))
    assert kept.workstreams.unmeasured() == []
    assert kept.workstreams.of_episodes([episode.id]) == thread
    (words,) = (one.terms for one in kept.workstreams.activities() if one.episode == episode.id)
    assert "harbour" in words
    assert "zanzibar" not in words


def test_the_context_of_the_turns_around_forgets_too(kept: Store) -> None:
    assert "zanzibar" in str(kept.db.value("select group_concat(context) from item"))
    _forget(kept, _item(kept, "Zanzibar", "turn"))
    rows = kept.db.rows("select i.context from turn t join item i on i.id = t.item order by t.session, t.seq")
    assert str(rows[0][0]).startswith("our budget")
    assert "zanzibar" not in str(rows)


def test_a_session_goes_whole_with_its_journal_and_thread(kept: Store) -> None:
    receipt = _forget(kept, session="talk")
    assert receipt.before == Counts(turns=4, facts=kept_facts(receipt), episodes=1)
    left = _bytes(kept.home).lower()
    assert [word for word in (b"zanzibar", b"harbour", b"euros") if word in left] == []
    assert not kept.journal.path("talk").exists()
    assert kept.turns.session("talk") is None
    assert len(kept.streams(everything=True)) == 1


def kept_facts(receipt: Receipt) -> int:
    assert receipt.before.facts >= 2
    return receipt.before.facts


def test_bounds_narrow_together(kept: Store, clock: datetime) -> None:
    receipt = _forget(kept, query="belfry", after=clock - DAY / 2)
    assert receipt.before.turns == 1
    assert _item(kept, "Zanzibar")
    assert b"prefer oak" not in _bytes(kept.home).lower()
    with pytest.raises(NotFoundError, match="nothing was found to forget"):
        kept.forget(query="belfry", session="nowhere")


def test_a_query_needs_all_words_and_shows_what_has_some(kept: Store) -> None:
    """CASE 59: what is merely near stays."""
    seeds = wanted(kept, query="belfry warehouse")
    going = doomed(kept, seeds)
    assert {kept.memories.items([one])[one].text for one in going.turns} == {TALK[0][1]}
    assert _item(kept, "oak", "turn") in going.near
    with pytest.raises(NotFoundError):
        wanted(kept, query="belfry submarine")


def test_a_source_file_goes_alone(kept: Store, clock: datetime) -> None:
    buffer = SessionBuffer("filed", store=kept, source="talks/a.jsonl")
    buffer.append_turn("user", "The quetzal sings at dawn.", at=clock)
    receipt = _forget(kept, source="talks/a.jsonl")
    assert receipt.before == Counts(turns=1)
    assert b"quetzal" not in _bytes(kept.home).lower()


@pytest.mark.parametrize("ids", [(999,), (0,), (-4,), (1 << 70,)])
def test_a_number_nobody_has_is_an_error_and_nothing_goes(kept: Store, ids: tuple[int, ...]) -> None:
    """CASE 58; with a good number beside it nothing goes either."""
    before = kept.status()
    with pytest.raises(NotFoundError, match=f"there is no #{ids[0]}"):
        kept.forget([_item(kept, "Zanzibar"), *ids])
    assert kept.status() == before


def test_nothing_and_everything_at_once_are_refused(kept: Store) -> None:
    with pytest.raises(InputError, match="say what to forget"):
        kept.forget()
    with pytest.raises(InputError, match="say what to forget"):
        kept.forget(session="talk", everything=True)
    with pytest.raises(InputError, match="has no words"):
        kept.forget(query="\u200b ")
    with pytest.raises(InputError, match="is a thread"):
        kept.forget(kept.streams()[0].id)


def test_a_store_without_its_owners_rights_says_how_to_open_one(wordless: Store) -> None:
    with pytest.raises(InputError, match=r"episodic\.get_store"):
        opening.get_store(config=wordless.config).forget(everything=True)


def test_what_was_said_twice_is_proved_by_the_other_turn(kept: Store, clock: datetime) -> None:
    """A fact with other evidence loses this one, and takes the words of what is left where its own are gone."""
    _session(kept, "again", [("user", "I prefer oak for the belfry.")], at=clock + DAY)
    fact = _item(kept, "oak")
    assert len(kept.why(fact).turns) == 2
    receipt = _forget(kept, session="later")
    assert receipt.before.facts == 0
    assert [turn.session for turn in kept.why(fact).turns] == ["again"]
    assert kept.memories.items([fact])[fact].recurrence == 1


def test_a_fact_keeps_no_word_of_the_turn_that_is_gone(kept: Store, clock: datetime) -> None:
    """Said elsewhere in other words, it is said in these."""
    kept.write("one", [Message("user", (Piece("The Quetzal deck for investors has 14 slides now."),), clock)])
    kept.write("two", [Message("user", (Piece("So the deck for investors has 14 slides."),), clock)])
    one, two = (kept.turns.window(_row(kept, name), after=-1)[0] for name in ("one", "two"))
    with kept.transaction():
        candidate = Candidate("decision", one.content, one.content, 0)
        fact = kept.facts.add(
            candidate, one, speaker="user", confidence="high", project=None, learnt_at=kept.config.clock()
        )
        kept.facts.restate(fact, two)
    _forget(kept, session="one")
    item = kept.memories.items([fact])[fact]
    assert (item.text, item.quote) == (two.content, two.content)
    assert b"quetzal" not in _bytes(kept.home).lower()
    assert kept.why(fact).rulings[-1].outcome == "evidence forgotten"


def test_a_fact_that_borrowed_a_name_says_its_quote(kept: Store, clock: datetime) -> None:
    """A model tells facts from all of a window: a name from a turn that goes must not live on in another's fact."""
    said = ["Quetzalina leads the tests.", "She wants them done on Friday."]
    kept.write("names", [Message("user", (Piece(text),), clock) for text in said])
    turn = kept.turns.window(_row(kept, "names"), after=0)[0]
    with kept.transaction():
        candidate = Candidate(
            "decision", "Quetzalina wants the tests done on Friday.", said[1], 1, entities=("Quetzalina",)
        )
        fact = kept.facts.add(
            candidate, turn, speaker="user", confidence="high", project=None, learnt_at=kept.config.clock()
        )
    _forget(kept, query="Quetzalina leads")
    assert kept.memories.items([fact])[fact].text == said[1]
    assert b"quetzalina" not in _bytes(kept.home).lower()


def _row(store: Store, name: str) -> int:
    session = store.turns.session(name)
    assert session is not None
    return session.id


def test_what_a_forgotten_fact_replaced_stays_history(kept: Store, clock: datetime) -> None:
    """Forgetting makes nothing current: not in recall, and as of then it is what was true."""
    first = kept.remember("The deck has 12 slides")
    old = _item(kept, "12 slides")
    later = get_store(config=kept.config, clock=clock + DAY)
    second = later.remember("The deck has 14 slides now, not 12")
    assert later.why(second).chain[0].id == first == old
    going = doomed(later, wanted(later, [second]))
    assert later.supersessions.previous(going.facts) == {second: "The deck has 12 slides"}
    _forget(later, second)
    assert [hit.id for hit in retrieve("how many slides", later, layers=["fact"], fast=True)] == []
    then = retrieve("how many slides", later, layers=["fact"], fast=True, as_of=clock + DAY / 2)
    assert [hit.id for hit in then] == [first]
    assert not retrieve("how many slides", later, layers=["fact"], fast=True, as_of=clock + 2 * DAY)
    later.close()


def test_a_fact_forgotten_from_the_middle_leaves_a_chain(kept: Store, clock: datetime) -> None:
    first = kept.remember("The deck has 12 slides")
    stores = [get_store(config=kept.config, clock=clock + days * DAY) for days in (1, 2)]
    second = stores[0].remember("The deck has 14 slides now, not 12")
    third = stores[1].remember("The deck has 16 slides now, not 14")
    _forget(stores[1], second)
    assert [link.id for link in kept.why(third).chain] == [first, third]
    _forget(stores[1], third, with_history=True)
    assert retrieve("how many slides", kept, layers=["fact"], fast=True, history=True) == []
    for store in stores:
        store.close()


def test_a_loop_goes_with_the_turn_that_opened_it(kept: Store, clock: datetime) -> None:
    _session(kept, "todo", [("user", "I need to send the quetzal report to Sarah by Friday.")], at=clock)
    (loop,) = kept.loops()
    receipt = _forget(kept, loop.id)
    assert (receipt.before.loops, receipt.before.turns) == (1, 1)
    assert kept.loops(everything=True) == []
    assert b"quetzal" not in _bytes(kept.home).lower()


def test_a_name_only_it_mentioned_goes_and_profiles_are_blank(kept: Store, clock: datetime) -> None:
    """CASE 56."""
    said = "Quetzalina Berg is our lawyer and prefers calls on Monday."
    _session(kept, "name", [("user", said)], at=clock)
    assert kept.entities.find("Quetzalina Berg")
    entity = kept.entities.find("Quetzalina Berg")[0].id
    fact = _item(kept, "Quetzalina")
    with kept.transaction():
        kept.profiles.write(entity, f"{said} [#{fact}].", [fact], written_by="rule", basis=1, at=clock)
    _forget(kept, session="name")
    assert kept.entities.find("Quetzalina Berg") == []
    assert b"quetzalina" not in _bytes(kept.home).lower()


def test_a_full_name_goes_though_the_first_name_is_still_said(kept: Store, clock: datetime) -> None:
    """A turn that says the first name alone is linked to the person whose other name is gone with its turn."""
    _session(kept, "name", [("user", "Quetzalina Bergamot is our lawyer and prefers calls on Monday.")], at=clock)
    _session(kept, "call", [("user", "I spoke to Quetzalina about the contract.")], at=clock)
    (known,) = kept.entities.find("Quetzalina Bergamot")
    assert len(kept.entities.turns(known.id)) == 2
    _forget(kept, session="name")
    assert kept.entities.find("Quetzalina Bergamot") == []
    assert b"bergamot" not in _bytes(kept.home).lower()
    assert b"Quetzalina" in _bytes(kept.home)


def test_what_an_agent_was_told_goes_with_it(kept: Store) -> None:
    injector = EpisodicInjector(kept, "talk", fast=True)
    assert injector.get_context("which oak for the belfry?")
    assert kept.injections.told("talk")
    _forget(kept, session="later")
    assert kept.injections.told("talk").keys() <= kept.memories.items(range(100)).keys()
    _forget(kept, session="talk")
    assert kept.injections.course("talk").asked == 0


def test_the_same_source_does_not_bring_it_back(kept: Store, clock: datetime) -> None:
    """CASE 61."""
    message = Message("user", (Piece("The quetzal sings.", ("uuid:7",)),), clock)
    kept.write("birds", [message])
    _forget(kept, session="birds")
    assert kept.write("birds", [message]).forgotten == 1
    assert kept.write("birds", [message._replace(pieces=(Piece("The quetzal sings.", ("uuid:8",)),))]).added == 1


def test_an_episode_by_hand_goes_with_its_words(kept: Store) -> None:
    ident = kept.remember_episode("The quetzal cache ran out of memory", outcome="restarted it", tags=["quetzal"])
    receipt = _forget(kept, query="quetzal")
    assert (receipt.before.episodes, receipt.before.turns) == (1, 1)
    assert kept.episode_log.read([ident]) == {}
    assert b"quetzal" not in _bytes(kept.home).lower()


def test_a_torn_line_and_its_copy_go_with_the_words_they_hold(kept: Store) -> None:
    """CASE 62: what a crash left half written, and another torn line stays."""
    path = kept.journal.path("talk")
    entry = json.loads(path.read_text("utf-8").splitlines()[0])
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(entry, ensure_ascii=False)[:-200] + "\n")
    kept.journal.quarantine(b'{"content": "the Zanzibar wareh')
    kept.journal.quarantine(b"{broken")
    kept.catch_up()
    _forget(kept, _item(kept, "Zanzibar"))
    assert b"Zanzibar" not in _bytes(kept.home)
    assert kept.journal.quarantined() == 1


def test_another_user_keeps_what_they_said(kept: Store, clock: datetime) -> None:
    """CASE 68: the same words, forgotten by one."""
    other = get_store(user="anna", config=kept.config)
    _session(other, "talk", TALK, at=clock)
    ranked = retrieve("Zanzibar warehouse", other, fast=True)
    with pytest.raises(NotFoundError):
        kept.forget(_item(other, "Zanzibar"))
    _forget(kept, session="talk")
    assert retrieve("Zanzibar warehouse", other, fast=True) == ranked != []
    assert other.episodes()
    other.close()


def test_a_window_read_before_is_not_written_after(kept: Store, clock: datetime) -> None:
    """What a model is still reading when it is forgotten does not come back as a fact."""
    SessionBuffer("slow", store=kept).append_turn("user", "I prefer the quetzal theme.", at=clock)

    class Slow:
        async def ask(self, *_: object, **__: object) -> str:
            if kept.turns.session("slow"):
                kept.forget(session="slow")
            return '{"facts": [], "loops": []}'

    from episodic import llm

    llm.set_backend(Slow())
    try:
        report = asyncio.run(
            consolidate_session(kept, "slow", model=llm.connect(kept.config, ledger=kept.spending), final=True)
        )
    finally:
        llm.set_backend(None)
    assert (report.added, report.episodes) == (0, 0)
    assert b"quetzal" not in _bytes(kept.home).lower()


def test_an_episode_merged_of_others_is_told_anew(kept: Store) -> None:
    turns = kept.turns.window(_row(kept, "talk"), after=-1) + kept.turns.window(_row(kept, "later"), after=-1)
    with kept.transaction():
        record = EpisodeRecord("warehouse", "The Zanzibar warehouse and oak.", tags=("zanzibar",))
        row = kept.episode_log.add(record, turns, session=_row(kept, "later"), project=None)
        sources = [one.id for one in kept.episodes() if one.id != row]
        kept.episode_log.archive(sources, at=kept.config.clock(), into=row)
    _forget(kept, _item(kept, "Zanzibar"))
    told = kept.episode_log.read([row])[row]
    assert "oak" in told.record.summary
    assert told.record.tags == ()
    assert b"zanzibar" not in _bytes(kept.home).lower()
