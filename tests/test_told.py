"""What users tell assistants in passing, a sentence among others, with the real models."""

from dataclasses import replace

from test_retrieve import YESTERDAY, item, say

from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.memory.store import Store
from episodic.recall.candidates import OWN_MEANING, OWN_SENTENCES
from episodic.recall.rerank import pool_of
from episodic.recall.retrieve import retrieve

PASSING = [
    (
        "user",
        (
            "I want to cook ahead for the week, mostly lentils, rice and roast vegetables. Can you suggest containers that"
            " survive the freezer? By the way, I took part in a plank challenge on Instagram yesterday, and held out"
            " for four minutes. Also, which vegetables freeze badly?"
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
    old.db.run(
        (
            "delete from passage where ordinal < 0; drop table scan_1_sentences;"
            " delete from migration where version = 13; pragma user_version = 12; pragma wal_checkpoint"
        ),
    )
    old.close()
    opened = Store(replace(config, embed_in_recall=1), "default")
    hits = retrieve("what did I do on Instagram", opened, k=9)
    assert {hit.session for hit in hits} == {"cooking", "bakery"}
    assert not any(OWN_SENTENCES in hit.components for hit in hits)
    assert opened.embeddings.catch_up() == 3
    assert (opened.db.value(SENTENCES), opened.embeddings.waiting()) == (count, 0)
    assert any(OWN_SENTENCES in hit.components for hit in retrieve("what did I do on Instagram", opened))
    opened.close()


def test_what_is_forgotten_leaves_no_sentence(store: Store) -> None:
    _talk(store)
    store.forget(session="cooking")
    kept = store.db.value(SENTENCES)
    assert kept == 3
    assert store.db.value("select count(*) from scan_1_sentences") == kept


def test_a_named_speakers_turn_counts_for_the_two_texts_it_is_read_as() -> None:
    by = [item(place, "turn", "text")._replace(speaker=name) for place, name in enumerate(("user", "Ann", "Ann"))]
    assert [pool_of(by, texts=texts) for texts in (1, 2, 3, 4, 5, 20)] == [1, 1, 2, 2, 3, 3]
    assert pool_of(by[1:], texts=1) == 1
    assert pool_of([item(1, "fact", "text")._replace(speaker="Ann")] * 3, texts=3) == 3
