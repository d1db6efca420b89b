"""What users tell assistants in passing, a sentence among others, with the real models."""

from dataclasses import replace
from datetime import timedelta

from conftest import NOW
from test_retrieve import YESTERDAY, item, say

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.memory.db import MIGRATIONS
from episodic.memory.store import Store
from episodic.recall.candidates import OWN_MEANING, OWN_SENTENCES
from episodic.recall.rerank import READ, pool_of
from episodic.recall.retrieve import retrieve
from episodic.recall.within import FROM_THEN

PASSING = [
    (
        "user",
        (
            "I want to cook ahead for the week, mostly lentils, rice and roast vegetables. Can you suggest containers that"
            " survive the freezer? By the way, I took part in a plank challenge on Instagram yesterday, and held out"
            " for four minutes. Also, which vegetables freeze badly? And does it matter whether rice goes in warm, or should"
            " I let it stand until it is cool?"
        ),
    ),
    (
        "assistant",
        (
            "Glass containers with clip lids survive years in the freezer; leave a finger of room, as food expands. Rice"
            " freezes well when it is cooled fast. Courgettes, cucumber, lettuce and raw potatoes freeze badly, as their"
            " water breaks them up."
        ),
    ),
]
LONG = [
    ("user", "My sister's bakery wants to be seen more. Which activities on social media pay?"),
    (
        "assistant",
        (
            "Social media rewards whoever posts regularly. Show the oven at five in the morning, let customers vote for the"
            " loaf of the week, answer every comment, and take part in what the town does. A competition with a hashtag of"
            " your own brings new followers; activities in which customers participate are shared most. Post pictures on"
            " Instagram, short films on TikTok, and events on Facebook. Plan a month ahead and look at what was read."
        ),
    ),
    ("user", "And how often should she post?"),
    (
        "assistant",
        (
            "Three times a week on Instagram is plenty; more of it is unfollowed. What counts on social media is that an"
            " activity goes on: a challenge every first Monday, a recipe every Friday. Participate in other shops' activities"
            " too, and they will participate in hers."
        ),
    ),
]
SENTENCES = "select count(*) from passage where ordinal < 0"


def _talk(store: Store) -> None:
    say(store, "cooking", PASSING)
    say(store, "bakery", LONG, at=YESTERDAY)
    store.embeddings.catch_up()


def test_a_remark_in_passing_comes_before_more_talk_of_the_same_thing(store: Store) -> None:
    """Without its sentences it comes third, after both answers on social media."""
    _talk(store)
    hits = retrieve("what did I do on Instagram", store, k=2)
    assert ("cooking", "user") in [(hit.session, hit.speaker) for hit in hits]
    remark = next(hit for hit in hits if hit.session == "cooking")
    assert remark.components[OWN_SENTENCES] > remark.components[OWN_MEANING]


def test_what_is_not_cut_into_sentences_stands_beside_them_unless_an_assistant_said_it(store: Store) -> None:
    _talk(store)
    SessionBuffer("club", store=store).extend(
        [{"role": "user", "name": "Ann", "content": "I did nothing on Instagram. I read.", "at": YESTERDAY}]
    )
    fact = store.remember("I gave a talk on Instagram")
    found = {hit.id: hit for hit in retrieve("what did I do on Instagram", store, k=20)}
    beside = {(hit.layer, hit.speaker) for hit in found.values() if OWN_SENTENCES in hit.components}
    assert beside == {("turn", "user"), ("turn", "Ann"), ("fact", "user")}
    assert found[fact].components[OWN_SENTENCES] == found[fact].components[OWN_MEANING]


def test_only_what_an_assistants_user_said_is_cut(store: Store) -> None:
    """What was pasted below forty sentences is found as a whole."""
    two = "We moved to Oslo. The cat came along."
    SessionBuffer("s", store=store).extend(
        [
            {"role": "user", "content": two},
            {"role": "user", "content": "Yes. No. Maybe."},
            {"role": "user", "content": "The log says that it went on. " * 60},
            {"role": "user", "name": "Ann", "content": two},
            {"role": "user", "origin": "web", "content": two},
            {"role": "assistant", "content": two},
        ]
    )
    store.embeddings.catch_up()
    assert [row[0] for row in store.db.rows(f"{SENTENCES} group by item order by item")] == [2, 1, 40]


def test_a_file_of_an_older_version_is_cut_where_it_stands(config: Config) -> None:
    """Until it is, recall does without."""
    old = Store(config, "default")
    _talk(old)
    count = old.db.value(SENTENCES)
    old.db.run("delete from passage where ordinal < 0; drop table scan_1_sentences")
    old.db.run((MIGRATIONS / "0013_sentences.sql").read_text("utf-8"))  # as it was when such a file was opened
    old.close()
    opened = Store(replace(config, embed_in_recall=1), "default")
    hits = retrieve("what did I do on Instagram", opened, k=9)
    assert {hit.session for hit in hits} == {"cooking", "bakery"}
    assert not any(OWN_SENTENCES in hit.components for hit in hits)
    assert opened.embeddings.catch_up() == 3
    assert (opened.db.value(SENTENCES), opened.embeddings.waiting()) == (count, 0)
    assert any(OWN_SENTENCES in hit.components for hit in retrieve("what did I do on Instagram", opened))
    opened.close()


def test_where_most_speakers_are_named_sentences_have_no_say(store: Store) -> None:
    SessionBuffer("club", store=store).extend(
        [
            {"role": "user", "name": name, "content": f"{name} is on Instagram {often}.", "at": YESTERDAY}
            for name, often in (("Ann", "daily"), ("Ben", "at times"), ("Cleo", "on Sundays"))
        ]
    )
    SessionBuffer("desk", store=store).extend([{"role": "user", "content": "The printer needs toner."}])
    assert not any(OWN_SENTENCES in hit.components for hit in retrieve("who is on Instagram", store))


def test_facts_from_the_time_asked_about_stand_beside_the_sentences_of_another(store: Store) -> None:
    say(store, "cooking", PASSING, at=NOW - timedelta(days=90))
    fact = store.remember("I gave a talk on Instagram")
    found = {hit.id: hit for hit in retrieve("what did I do on Instagram today", store, k=9)}
    assert FROM_THEN in found[fact].components
    assert OWN_SENTENCES in found[fact].components


def test_a_short_turn_is_read_whole_whichever_sentence_is_nearest(store: Store) -> None:
    said = "I finally went to the dentist. The appointment was on the 3rd with Dr Okafor."
    SessionBuffer("s", store=store).extend([{"role": "user", "content": said}])
    (hit,) = retrieve("when was I at the dentist", store, layers=["turn"])
    assert hit.components[OWN_SENTENCES] > hit.components[OWN_MEANING]
    assert hit.components[READ] > 0


def test_a_model_that_is_come_back_to_cuts_what_was_told_meanwhile(store: Store) -> None:
    """Its pieces are there from before, its sentences are not."""
    _talk(store)
    profile = store.embeddings.profile()
    store.db.run("delete from passage where ordinal < 0; delete from scan_1_sentences")
    store.vectors.use(name="other", fingerprint="other", dimension=8)
    store.db.run("delete from waiting")
    assert store.embeddings.profile() == profile
    assert store.embeddings.waiting() == 3


def test_what_is_forgotten_leaves_no_sentence(store: Store) -> None:
    _talk(store)
    store.forget(session="cooking")
    kept = store.db.value(SENTENCES)
    assert kept == 3
    assert store.db.value("select count(*) from scan_1_sentences") == kept


def test_where_anybody_is_named_half_as_many_are_read_as_each_is_read_twice() -> None:
    turns = [item(place, "turn", "text") for place in range(30)]
    assert pool_of(turns, texts=20) == 20
    assert pool_of([*turns[:19], turns[19]._replace(speaker="Ann")], texts=20) == 10
    assert pool_of([turns[0]._replace(speaker="Ann")], texts=1) == 1
    assert pool_of([item(1, "fact", "text")._replace(speaker="Ann")], texts=20) == 20
