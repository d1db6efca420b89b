"""Of answers that relevance does not tell apart, the later one comes first where a question is about how things stand."""

from dataclasses import replace

import pytest
from chains import day, say

from episodic.language.asking import is_of_a_state, says_now
from episodic.memory.store import Store
from episodic.recall.recency import later_more
from episodic.recall.retrieve import retrieve

MODEL = "Which model car am I currently building?"


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "How many films did I watch so far?",  # may have grown since
        "Did I finish reading the novel?",  # may have come true since
        "What was my latest score?",  # there may be a later one
        "What's my rent?",
        "Which war films do I like?",
        "hur ofta tränar jag?",
        "vad heter min chef?",
        "wie oft gehe ich joggen?",
        "was ist meine Nummer?",
        "¿dónde vivo ahora?",
        "¿cuál es mi talla?",
        "où habite-t-elle ?",
        "quelle est sa taille ?",
    ],
)
def test_how_things_stand_and_how_many_there_are_may_have_changed(question: str) -> None:
    assert is_of_a_state(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did Caroline paint?",
        "When did Mia sign up?",
        "Where was I working before?",
        "Where did I initially keep the shoes?",
        "Who told me about the bakery?",
        "How long was the flight?",
        "vad gjorde Sarah med mallen?",
        "vem träffade jag i Berlin?",
        "was war das Thema?",
        "was hat der Arzt gesagt?",
        "¿quién era el jefe?",
        "¿cuándo nació Ada?",
        "qu'a dit le médecin ?",
    ],
)
def test_what_somebody_did_or_what_held_before_has_not(question: str) -> None:
    assert not is_of_a_state(question)


@pytest.mark.parametrize(
    ("question", "now"),
    [
        (MODEL, True),
        ("What is my latest score?", True),
        ("vilket är mitt senaste rekord?", True),
        ("woran arbeite ich derzeit?", True),
        ("où habite-t-il maintenant ?", True),
        ("vad gjorde vi senaste veckan?", False),
        ("What was decided now that Sarah left?", False),
        ("Do I know a dentist?", False),  # no "now" within "know"
        ("What was my latest score before the trip?", True),
        ("What was my latest score before that?", False),
    ],
)
def test_a_question_says_that_it_is_about_the_present(question: str, *, now: bool) -> None:
    assert says_now(question) is now


@pytest.fixture
def building(store: Store) -> Store:
    """A memory of two models, neither said to replace the other."""
    say(store, "Which paint is right for the wheels of the model car I am building, a Mustang?", day(0), session="may")
    say(
        store,
        "How does the underside of the model car I am building, an F-150, come to look old?",
        day(6),
        session="june",
    )
    say(store, "The train to Lund was late again.", day(7), session="train")
    store.embeddings.catch_up()
    return store


def test_what_is_going_on_now_is_the_later_of_two(building: Store) -> None:
    building.config = replace(building.config, recency=0.0)
    assert "Mustang" in retrieve(MODEL, building)[0].text
    building.config = replace(building.config, recency=0.1)
    assert "F-150" in retrieve(MODEL, building)[0].text
    assert "Mustang" in retrieve(MODEL.replace("currently", "initially"), building)[0].text


def test_what_is_no_answer_gains_nothing_by_being_late(building: Store) -> None:
    hits = retrieve(MODEL, building, k=3)
    items = building.memories.items([hit.id for hit in hits])
    logits = {hit.id: 3.0 for hit in hits[:2]} | {hits[2].id: -11.0}
    before = dict.fromkeys(items, 1.0)
    after = later_more(MODEL, before, logits, items, config=building.config)
    assert after[hits[2].id] == 1.0
    assert sorted(after.values()) == [1.0, 1.0, 1.0 + building.config.recency]
    assert later_more("What did I build?", before, logits, items, config=building.config) == before
