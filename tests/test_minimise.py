"""Data minimisation: what is private enters neither facts nor summaries, whoever proposed it, and is still found as said."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.minimise import Discretion, banned, minimised
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.consolidate.report import Report
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.records import CATEGORIES, EpisodeRecord
from episodic.rights.correct import edit

ALL = frozenset(CATEGORIES)
PRIVATE = "I have type 2 diabetes and I take metformin."
HARMLESS = "The Series B deck needs 14 slides, Sarah confirmed."

Open = Callable[..., Store]


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


@pytest.fixture
def opened(config: Config, tmp_path: Any) -> Iterator[Open]:
    """Opens a store with settings of its own, by words alone."""
    with ExitStack() as stack:

        def build(**settings: Any) -> Store:
            store = get_store(config=replace(config, models=tmp_path / "nowhere", **settings))
            stack.callback(store.close)
            return store

        yield build


def tell(store: Store, *texts: str) -> Report:
    buffer = SessionBuffer("talk", store=store)
    for text in texts:
        buffer.append_turn("user", text)
    return asyncio.run(consolidate_buffer(buffer, final=True))


def learnt(store: Store) -> str:
    """Everything of the database that was learnt: all that is no turn."""
    rows = store.db.rows(
        "select i.text || coalesce(f.quote, '') from item i left join fact f on f.item = i.id where i.layer != 'turn'"
    )
    records = store.db.rows(
        "select subject || topics || decisions || advice_given || actions || key_numbers from episode"
    )
    return "\n".join(text for (text,) in [*rows, *records]).casefold()


RECORDED: dict[str, Any] = {
    "subject": "Diabetes of the user",
    "summary": "The user has type 2 diabetes. The Series B deck needs 14 slides. The user takes metformin.",
    "topics": ["diabetes", "deck"],
    "user_state": "worried",
}


def proposing(*texts: str, **more: Any) -> ScriptedLLM:
    facts = [
        {"kind": "personal", "text": text, "quote": text, "turn": 0, "stance": "stated", "entities": [], **more}
        for text in texts
    ]
    return ScriptedLLM({"list the facts": {"facts": facts}, "write the record": RECORDED})


def test_without_a_model_what_is_private_is_refused_and_counted(opened: Open) -> None:
    store = opened()
    report = tell(store, f"I have a peanut allergy. {PRIVATE} {HARMLESS}")
    assert report.refused["sensitive"] == 1
    assert report.episodes == 1
    assert "14 slides" in learnt(store)
    assert not [word for word in ("allergy", "peanut", "diabetes", "metformin") if word in learnt(store)]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Remember that I'm allergic to shellfish.", True),
        ("Kom ihåg att jag är allergisk mot nötter.", True),
        ("I'm allergic to shellfish, can you remember that?", False),
        ("Remember that Olle has type 2 diabetes.", False),
    ],
)
def test_what_one_asks_to_remember_of_oneself_is_ones_own_choice(opened: Open, said: str, kept: bool) -> None:
    """FINDING 40."""
    store = opened()
    report = tell(store, said)
    assert (report.added, report.refused["sensitive"]) == ((1, 0) if kept else (0, 1))


def test_with_a_model_what_is_private_is_refused_however_it_was_asked(opened: Open) -> None:
    store = opened()
    llm.set_backend(proposing("I have type 2 diabetes", "The Series B deck needs 14 slides"))
    report = tell(store, f"{PRIVATE} {HARMLESS}")
    assert (report.added, report.refused["sensitive"]) == (1, 1)
    assert "14 slides" in learnt(store)
    assert "diabetes" not in learnt(store)


def test_a_harmless_text_with_a_private_quote_is_refused(opened: Open) -> None:
    store = opened()
    llm.set_backend(proposing("Takes pills in the morning", quote="I have type 2 diabetes and I take metformin"))
    assert tell(store, PRIVATE).refused["sensitive"] == 1


def test_what_was_told_of_a_person_is_not_learnt_by_its_name_alone(opened: Open) -> None:
    store = opened()
    llm.set_backend(
        proposing("Meal plans are low in sugar because of diabetes", quote="low in sugar because of diabetes")
    )
    report = tell(store, f"{PRIVATE} Make the meal plans low in sugar because of diabetes.")
    assert (report.added, report.refused["sensitive"]) == (0, 1)
    assert "diabetes" not in learnt(store)


def test_the_same_word_of_a_thing_is_learnt(opened: Open) -> None:
    store = opened()
    llm.set_backend(proposing("The diabetes dataset has 768 rows", kind="technical"))
    assert tell(store, "The diabetes dataset has 768 rows").added == 1


@pytest.mark.parametrize("private", ["Jag är med i facket", "Ich bin katholisch", "Mi hermana es lesbiana"])
def test_summaries_keep_out_what_is_private_in_other_languages(opened: Open, private: str) -> None:
    store = opened()
    tell(store, f"{HARMLESS} {private}.")
    assert "14 slides" in learnt(store)
    assert private.casefold() not in learnt(store)


def test_a_session_of_nothing_but_private_things_tells_no_episode(opened: Open) -> None:
    store = opened()
    assert tell(store, PRIVATE, "My mother has breast cancer.").episodes == 0
    assert learnt(store) == ""


def test_an_episode_told_by_a_model_is_clean_and_the_model_was_not_shown_the_rest(opened: Open) -> None:
    store, model = opened(), proposing()
    llm.set_backend(model)
    buffer = SessionBuffer("talk", store=store)
    talk = [
        ("user", f"{PRIVATE} {HARMLESS}"),
        ("assistant", "Noted: 14 slides."),
        ("user", "The deck is due on Friday."),
    ]
    buffer.extend({"role": role, "content": text} for role, text in talk)
    asyncio.run(consolidate_buffer(buffer, final=True))
    (episode,) = store.episodes()
    assert episode.record.summary == "The Series B deck needs 14 slides."
    assert (episode.record.topics, episode.record.user_state) == (("deck",), None)
    assert "diabetes" not in learnt(store)
    asked = model.calls[-1]
    assert "14 slides" in asked.user
    assert "diabetes" not in asked.user


def test_turns_are_kept_and_found_by_recall(opened: Open) -> None:
    store = opened()
    tell(store, PRIVATE)
    (hit, *_) = retrieve("diabetes", store)
    assert (hit.layer, hit.text) == ("turn", PRIVATE)


def test_none_turns_it_off(opened: Open) -> None:
    store = opened(sensitive="none")
    llm.set_backend(proposing("I have type 2 diabetes"))
    assert tell(store, PRIVATE).added == 1
    assert "diabetes" in learnt(store)


def test_a_list_of_ones_own_keeps_out_what_it_names_alone(opened: Open) -> None:
    store = opened(sensitive="faith,union")
    llm.set_backend(proposing("I have type 2 diabetes", "I'm Catholic"))
    report = tell(store, f"{PRIVATE} I'm Catholic.")
    assert (report.added, report.refused["sensitive"]) == (1, 1)
    assert "catholic" not in learnt(store)


@pytest.mark.parametrize(
    ("settings", "lines"),
    [
        (
            {},
            (
                "Nothing about anybody's health, faith, politics, sexuality, union membership, ethnicity or biometrics.\n"
                "Nothing that is only how somebody feels at the moment.\n\nAnswer"
            ),
        ),
        ({"sensitive": "faith", "emotional_tone": True}, "good answer.\nNothing about anybody's faith.\n\nAnswer"),
        ({"sensitive": "none", "emotional_tone": True}, "good answer.\n\nAnswer"),
    ],
)
def test_the_prompt_names_what_the_setting_names(opened: Open, settings: dict[str, Any], lines: str) -> None:
    script = proposing()
    llm.set_backend(script)
    tell(opened(**settings), HARMLESS)
    assert lines in script.calls[0].system
    assert "{withheld}" not in script.calls[0].system


@pytest.mark.parametrize(("tone", "kept"), [(False, 0), (True, 1)])
def test_a_passing_mood_is_learnt_only_where_the_setting_asks_for_it(opened: Open, tone: bool, kept: int) -> None:
    store = opened(emotional_tone=tone)
    llm.set_backend(proposing("I feel so frustrated today"))
    report = tell(store, "I feel so frustrated today")
    assert (report.added, report.refused.get("passing mood", 0)) == (kept, 1 - kept)


def test_what_a_person_writes_by_hand_is_kept(opened: Open) -> None:
    store = opened()
    fact = store.remember("I'm allergic to nuts")
    assert "allergic to nuts" in learnt(store)
    edit(store, fact, "I'm allergic to nuts and to pollen")
    assert "pollen" in learnt(store)


# A record from elsewhere --------------------------------------------------------------------------------------------

RECORD = EpisodeRecord(
    subject="Diabetes and the deck",
    summary="The user has diabetes. The deck gets 14 slides.",
    topics=("diabetes", "deck"),
    decisions=("Start insulin for the diabetes on Monday", "Use 14 slides"),
    advice_given=("Eat less sugar with diabetes",),
    actions=("Sent the deck",),
    key_numbers=("14 slides",),
    turn_seqs=(0, 1),
)


def test_a_record_loses_what_is_private_and_keeps_the_rest() -> None:
    kept = minimised(RECORD, Discretion(ALL))
    assert kept == EpisodeRecord(
        subject="deck",
        summary="The deck gets 14 slides.",
        topics=("deck",),
        decisions=("Use 14 slides",),
        actions=("Sent the deck",),
        key_numbers=("14 slides",),
        turn_seqs=(0, 1),
    )


def test_what_the_turns_told_counts_for_a_record_that_only_names_it() -> None:
    record = RECORD._replace(summary="Meals for diabetes were planned.", subject="Meals", topics=(), decisions=())
    assert minimised(record, Discretion(ALL)) is not None
    assert minimised(record, Discretion(ALL, ["I have diabetes"])) is None


def test_a_record_without_a_subject_or_topics_is_named_by_its_summary() -> None:
    kept = minimised(RECORD._replace(topics=()), Discretion(ALL))
    assert kept is not None
    assert kept.subject == "The deck gets 14 slides"


def test_where_nothing_is_kept_out_a_record_is_as_it_was() -> None:
    assert minimised(RECORD, Discretion(banned("none"))) == RECORD
    assert minimised(RECORD, Discretion(banned("faith"), ["I have diabetes"])) == RECORD
