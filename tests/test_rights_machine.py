"""Random lives of five users in one home: no row crosses from one to another, and what is forgotten leaves no byte."""

import asyncio
import os
import random
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    precondition,
    rule,
)

from episodic import get_store, retrieve
from episodic.capture.buffer import SessionBuffer
from episodic.config import load
from episodic.consolidate.pipeline import consolidate_session
from episodic.consolidate.placing import place_episodes
from episodic.consolidate.portraits import refresh
from episodic.errors import InputError, NotFoundError
from episodic.memory.health import verify
from episodic.memory.retention import Days
from episodic.memory.store import Store, members
from episodic.recall.inject import EpisodicInjector
from episodic.rights import acquaintances, transfer
from episodic.rights.correct import edit
from episodic.rights.rebuild import rebuild
from episodic.rights.retention import sweep

FULL = bool(os.environ.get("EPISODIC_TEST_FULL"))
EXAMPLES, STEPS = (200, 50) if FULL else (4, 40)  # 10,000 operations, or some dozens a life
USERS = ("default", "telegram:1", "telegram:2", "../default", "a/b 🦜")
SESSIONS = ("talk", "work/..", "remembered")
# Each says one thing with a word of its own in it; all cues are shared, so that nothing but the word tells two apart.
SAYINGS = (
    "We decided to use {} for the ledger.",
    "I prefer {} over everything else.",
    "I need to send the {} report by Friday.",
    "Sarah {} is our lawyer and prefers calls on Monday.",
    "The budget for {} is 40,000 euros.",
    "What do you think of {}?",
)
START = datetime(2026, 1, 1, 9, tzinfo=UTC)

owners = st.sampled_from(USERS)


class Lives(RuleBasedStateMachine):
    """A model of who said which words, held against everything the home returns and holds."""

    said = Bundle("said")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.now = START
        self.count = 0
        settings_ = load({}, file=Path(os.devnull), home=self.folder / "home", cache=self.folder, zone="UTC")
        self.config = replace(settings_, models=self.folder / "nowhere", now=lambda: self.now)
        self.stores: dict[str, Store] = {user: get_store(user=user, config=self.config) for user in USERS}
        self.known: dict[str, set[str]] = {user: set() for user in USERS}
        self.gone: set[str] = set()
        self.dirty = False

    def teardown(self) -> None:
        for store in self.stores.values():
            store.close()
        shutil.rmtree(self.folder)

    def word(self) -> str:
        """Return a word nobody has said; ten letters, so that no chance makes it."""
        self.count += 1
        self.now += timedelta(minutes=7)
        letters = random.Random(self.count)  # noqa: S311 - the same on every run
        return f"Q{''.join(letters.choice('bcdfghjklmnpqrstvwxz') for _ in range(9))}"

    def keep(self, user: str, word: str, *, taken: bool) -> Any:
        if not taken:
            self.gone.add(word)
            return multiple()
        self.known[user].add(word)
        return (user, word)

    # What people do -----------------------------------------------------------------------------------------------

    @initialize(target=said)
    def talk(self) -> Any:
        """Begin with a session of everybody's that is facts and an episode by now."""
        told = [one for user in USERS for one in self.say(user, "talk", SAYINGS[:4])]
        for user in USERS:
            self.digest(user, final=True)
        return multiple(*told)

    @rule(
        target=said,
        user=owners,
        session=st.sampled_from(SESSIONS[:2]),
        sayings=st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=5),
        digested=st.booleans(),
    )
    def append(self, user: str, session: str, sayings: list[str], digested: bool) -> Any:
        told = self.say(user, session, sayings)
        if digested:
            self.digest(user, final=True)
        return multiple(*told)

    def say(self, user: str, session: str, sayings: Sequence[str]) -> list[tuple[str, str]]:
        told: list[tuple[str, str]] = []
        for saying in sayings:
            word = self.word()
            seq = SessionBuffer(session, store=self.stores[user]).append_turn("user", saying.format(word))
            (self.gone.add(word) if seq < 0 else told.append((user, word)))
        self.known[user] |= {word for _, word in told}
        return told

    @rule(target=said, user=owners, saying=st.sampled_from(SAYINGS))
    def remember(self, user: str, saying: str) -> Any:
        word = self.word()
        return self.keep(user, word, taken=bool(self.stores[user].remember(saying.format(word), project="shared")))

    @rule(target=said, user=owners)
    def remember_episode(self, user: str) -> Any:
        word = self.word()
        ident = self.stores[user].remember_episode(f"The {word} cache was full", lessons=[f"watch {word}"], tags=[word])
        return self.keep(user, word, taken=bool(ident))

    @rule(target=said, told=said)
    def correct(self, told: tuple[str, str]) -> Any:
        user, old = told
        fact = self.find(user, old, layer="fact")
        if fact is None:
            return multiple()
        word = self.word()
        try:
            edit(self.stores[user], fact, f"We decided to use {word} for the ledger now.")
        except InputError:
            return self.keep(user, word, taken=False)
        return self.keep(user, word, taken=True)

    @rule(user=owners, final=st.booleans())
    def consolidate(self, user: str, final: bool) -> None:
        self.digest(user, final=final)

    def digest(self, user: str, *, final: bool) -> None:
        store = self.stores[user]
        if store.household.paused():
            return
        for session in SESSIONS:
            asyncio.run(consolidate_session(store, session, final=final))
        asyncio.run(place_episodes(store, model=None))
        asyncio.run(refresh(store))

    @rule(user=owners)
    def switch(self, user: str) -> None:
        household = self.stores[user].household
        if not household.resume(everyone=False):
            household.pause(everyone=False, at=self.now)

    @rule(user=owners)
    def reopen(self, user: str) -> None:
        self.stores[user].close()
        self.stores[user] = get_store(user=user, config=self.config)

    @precondition(lambda self: self.count % 5 == 2)  # else little else is done
    @rule()
    def lose_the_database(self) -> None:
        """All comes back from the journal, byte for byte."""
        before = {user: list(transfer.export(store)) for user, store in self.stores.items()}
        for store in self.stores.values():
            store.close()
        for path in self.config.home.glob("episodic.db*"):
            path.unlink()
        list(rebuild(self.config, force=False, open_store=lambda user: get_store(user=user, config=self.config)))
        self.stores = {user: get_store(user=user, config=self.config) for user in USERS}
        assert {user: list(transfer.export(store)) for user, store in self.stores.items()} == before
        self.dirty = True

    # What they forget ---------------------------------------------------------------------------------------------

    @rule(told=consumes(said), layer=st.sampled_from(["fact", "turn"]))
    def forget_one(self, told: tuple[str, str], layer: str) -> None:
        user, word = told
        ident = self.find(user, word, layer=layer) or self.find(user, word, layer="turn")
        if ident is not None:
            assert self.stores[user].forget(ident).left == ()
        self.is_gone(user, {word})

    @rule(told=consumes(said))
    def forget_by_query(self, told: tuple[str, str]) -> None:
        user, word = told
        if word in self.known[user]:
            assert self.stores[user].forget(query=word).left == ()
        self.is_gone(user, {word})

    @precondition(lambda self: self.count % 2 == 0)
    @rule(user=owners, session=st.sampled_from(SESSIONS))
    def forget_session(self, user: str, session: str) -> None:
        row = self.stores[user].turns.session(session)
        if row is None:
            return
        texts = " ".join(turn.content for turn in self.stores[user].turns.window(row.id, after=-1))
        assert self.stores[user].forget(session=session).left == ()
        self.is_gone(user, {word for word in self.known[user] if word in texts})

    @precondition(lambda self: self.count % 4 == 0)  # else there is never much to forget
    @rule(user=owners)
    def forget_everything(self, user: str) -> None:
        assert self.stores[user].forget(everything=True).left == ()
        self.is_gone(user, set(self.known[user]))

    @precondition(lambda self: self.count % 4 == 1)
    @rule(user=owners, days=st.integers(1, 3))
    def let_expire(self, user: str, days: int) -> None:
        self.now += timedelta(days=1)
        store = self.stores[user]
        store.retention.keep(Days(days, days, days))
        assert sweep(store).left == ()
        store.retention.keep(Days())
        texts = "select text from item where scope = :scope union all select text from loop where scope = :scope"
        left = " ".join(row[0] for row in store.db.rows(texts, {"scope": store.scope}))  # what was said again stays
        self.is_gone(user, {word for word in self.known[user] if word not in left})

    @rule(told=said, other=owners)
    def forget_what_is_anothers(self, told: tuple[str, str], other: str) -> None:
        user, word = told
        ident = self.find(user, word, layer="turn")
        if other == user or ident is None:
            return
        for attempt in ({"ids": ident}, {"query": word}):
            try:
                self.stores[other].forget(**attempt)
            except NotFoundError:
                continue
            raise AssertionError("forgotten by another user")

    # What must hold -----------------------------------------------------------------------------------------------

    def find(self, user: str, word: str, *, layer: str) -> int | None:
        store = self.stores[user]
        ids = store.lexical.having([[word.casefold()]])
        return next((one.id for one in store.memories.items(ids).values() if one.layer == layer and one.live), None)

    def is_gone(self, user: str, words: set[str]) -> None:
        self.known[user] -= words
        self.gone |= words
        self.dirty = bool(words) or self.dirty

    @invariant()
    def nothing_forgotten_is_in_any_byte(self) -> None:
        if not self.dirty:
            return
        self.dirty = False
        held = b"\n".join(path.read_bytes() for path in self.config.home.rglob("*") if path.is_file()).lower()
        assert [word for word in self.gone if word.lower().encode() in held] == []
        for store in self.stores.values():
            assert store.lexical.is_sound()
            assert [fault for verdict in verify(store) for fault in verdict.problems] == []
        assert self.stores["default"].db.rows("pragma foreign_key_check") == []

    @rule(user=owners)
    def nothing_of_anybody_else_is_returned(self, user: str) -> None:
        mine, others = self.known[user], {word for other in USERS if other != user for word in self.known[other]}
        shown = everything(self.stores[user])
        assert [word for word in others | self.gone if word in shown] == []
        missing = [word for word in mine if word not in shown]
        assert missing == []

    @rule(told=said, other=owners)
    def no_number_of_anothers_is_answered(self, told: tuple[str, str], other: str) -> None:
        user, word = told
        ident = self.find(user, word, layer="turn")
        if other == user or ident is None:
            return
        store = self.stores[other]
        assert [*store.memories.items([ident]), *store.turns.read([ident]), *store.episode_log.read([ident])] == []
        assert store.supersessions.chain(ident) == []
        assert retrieve(word, store, fast=True, history=True) == []
        try:
            store.why(ident)
        except NotFoundError:
            return
        raise AssertionError("shown to another user")


def everything(store: Store) -> str:
    """All that one user's store returns, in words."""
    ids = [row[0] for row in store.db.rows("select id from item")]  # of all users
    words = "decided ledger prefer report budget sarah lawyer cache think"
    found: list[object] = [
        *retrieve(words, store, k=500, fast=True, history=True),
        *(hit for one in words.split() for hit in retrieve(one, store, k=500, fast=True)),
        *store.memories.items(ids).values(),
        *store.episodes(archived=True),
        *store.loops(everything=True),
        *store.streams(everything=True),
        *store.turns.read(ids).values(),
        *store.neighbours(words, project="shared", vector=None),
        *(store.why(ident) for ident in store.memories.items(ids)),
        *(acquaintances.portrait(store, one) for one in store.entities.known()),
        [one for one in members(store.config) if one.user == store.user],
        EpisodicInjector(store, "agent", fast=True).get_context("what did we decide about the ledger and the budget?"),
    ]
    return repr(found)


TestLives = Lives.TestCase
TestLives.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=STEPS,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
