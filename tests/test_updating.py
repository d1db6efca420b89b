"""Of two sayings about what is asked, the later one comes first, though no judge has ruled on them."""

import sys
from pathlib import Path

import pytest
from chains import day, say

from episodic.config import Config
from episodic.language.asking import asked_noun, is_of_an_event, time_of, wants_figure
from episodic.memory.store import Store
from episodic.recall.hits import Hits
from episodic.recall.retrieve import retrieve
from episodic.recall.updating import sayings, update_of

sys.path.append(str(Path(__file__).resolve().parent.parent / "scripts"))
from bench_updates import CHAINS, Chain, ours, read_chains, told
from bench_updates import is_right as answers

DECK = "how many slides does the deck have"
RENT = "how much is our rent"
SAID: list[tuple[str, str, str]] = [
    (DECK, "The deck has 12 slides.", "The deck has 14 slides, Sarah wanted two more."),
    (RENT, "Our rent is 1,150 euros a month.", "The landlord wrote: our rent goes up to 1,240 euros."),
    ("where do I live", "I live in Hamburg, near the Alster.", "I moved to Munich last week, the flat is tiny."),
    ("where do I live", "I moved to Hamburg.", "I've moved to Munich."),
    ("where do I work", "I work at Nordea as an analyst.", "I started at Klarna this week."),
    ("who is my manager", "My manager is Helena.", "I report to Rafael now."),
    ("who leads the onboarding project", "Marta leads the onboarding project.", "Oskar leads the onboarding project."),
    ("which database does the ledger use", "The ledger runs on PostgreSQL.", "We migrated the ledger to CockroachDB."),
    ("who is the car insured with", "The car is insured with Allianz.", "I cancelled Allianz, the car is with HUK."),
    ("do I eat meat", "I don't eat meat.", "I eat meat again, my iron was too low."),
    ("which visa do I have", "I have a tourist visa.", "I got a working holiday visa after all."),
    ("how often does Nina train", "Nina trains four times a week.", "Nina cut back, she only trains twice a week."),
    (
        "who is our cat sitter",
        "Our cat sitter is a girl from over the road.",
        "Mrs Dunn upstairs is our cat sitter now.",
    ),
    ("var bor mormor", "Mormor bor i Falun.", "Mormor bor i Umeå sedan i höst."),
    ("wo wohne ich", "Ich wohne in Köln.", "Ich bin nach Leipzig umgezogen."),
    ("dónde vivo", "Vivo en Valencia.", "Me mudé a Sevilla por el trabajo."),
    ("où est-ce que j'habite", "J'habite à Lyon.", "J'ai déménagé à Nantes."),
]
OTHERS: list[tuple[str, str, str]] = [
    (RENT, "Our rent is 1,150 euros a month.", "The rent of my sister is 990 euros a month."),
    ("how much is my take-home pay", "My take-home pay is 3,200 euros.", "My wife's take-home pay is 2,900 euros."),
    ("how much do I charge", "I charge 140 euros per session.", "Julia charges 110 euros per session."),
    ("how many people are in our team", "Our team has eight people.", "The support team has six people."),
    ("what does the pro plan cost", "The pro plan costs 19 dollars.", "The basic plan costs 9 dollars."),
    ("which port does the API use", "The API listens on port 8080.", "The database listens on port 5433."),
    ("how much does my mother take", "My mother takes 25 mg in the morning.", "My aunt takes 75 mg in the morning."),
    ("when is Mia's maths lesson", "Mia has her maths lesson on Tuesdays.", "Mia has her English lesson on Mondays."),
    (
        "when does the train to Narvik leave",
        "The train to Narvik leaves at 18:08.",
        "The train to Oslo leaves at 9:15.",
    ),
    ("what does the studio offer", "My studio offers one-on-one mentoring.", "Your studio will be a hit!"),
    (DECK, "The deck has 12 slides.", "How many slides does the deck have?"),
    (DECK, "The deck has 12 slides.", "Sarah liked the deck."),
]


def texts(hits: Hits) -> list[str]:
    return [hit.text for hit in hits]


def is_update(question: str, old: str, new: str) -> bool:
    return update_of(question, old, new).seems


@pytest.mark.parametrize(("question", "old", "new"), SAID)
def test_a_later_saying_of_what_is_asked_is_an_update(question: str, old: str, new: str) -> None:
    assert is_update(question, old, new)


@pytest.mark.parametrize(("question", "old", "new"), OTHERS)
def test_what_is_of_somebody_or_something_else_updates_nothing(question: str, old: str, new: str) -> None:
    assert not is_update(question, old, new)


def test_of_a_long_turn_the_sentence_that_is_asked_about_is_read() -> None:
    said = sayings(DECK, "I slept badly. Could you help me? By the way, the deck has 14 slides now. It rains.")
    assert [one.text for one in said] == ["By the way, the deck has 14 slides now."]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "what's the launch date of Atlas",
            "and Atlas goes public on 3 november, that has to be in there",
            "oh and launch slips. Atlas is 24 november, not the 3rd, payments integration isn't ready",
        ),
        (
            "when is my maths mock",
            "my maths mock is on 14 may btw",
            "ok mocks. they moved it, mock is 21 may now not 14th",
        ),
        ("how many seats did we book", "we booked 40 seats at the theatre", "40 is too many, book 25 seats instead"),
        ("vad kostar kaklet", "högst 18 000 på kakel", "kaklet blir dyrare, vi la oss på 24 000 i stället för 18 000"),
        ("wann ist die Prüfung", "die Prüfung ist am 14. Mai", "die Prüfung ist jetzt am 21. Mai, nicht am 14."),
    ],
)
def test_a_saying_that_takes_back_a_value_tells_of_a_change(question: str, old: str, new: str) -> None:
    assert update_of(question, old, new) == (True, True)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("what is the interest on my student loan", "there's a student loan, 11,400 left at 3.9%", "I put 1,500 straight against the student loan"),
        ("how many seats did we book", "we booked 40 seats at the theatre", "my aunt turned 60, not 40"),
        ("when is my maths mock", "my maths mock is on 14 may", "the dentist is on 21 may now, not the 14th"),
    ],
)  # fmt: skip
def test_what_tells_of_no_change_of_this_is_still_told(question: str, old: str, new: str) -> None:
    assert not update_of(question, old, new).told


@pytest.mark.parametrize(
    ("question", "time"),
    [
        ("where do I live", "now"),
        ("what is due before noon", "now"),
        ("where did I live before", "before"),
        ("what was the rent before we moved", "before"),
        ("what was my previous goal", "before"),
        ("where did I initially keep the shoes", "first"),
        ("var bodde jag tidigare", "before"),
        ("wo habe ich früher gewohnt", "before"),
        ("dónde vivía antes", "before"),
        ("où habitais-je avant", "before"),
    ],
)
def test_a_question_says_which_time_it_is_about(question: str, time: str) -> None:
    assert time_of(question) == time


def test_a_question_says_what_can_answer_it() -> None:
    assert wants_figure(DECK)
    assert not wants_figure("where do I live")
    assert is_of_an_event("When did Mia sign up?")
    assert is_of_an_event("what did we find on 1 February 2023")
    assert not is_of_an_event("when does the train leave")
    assert asked_noun("which visa do I have") == "visa"
    assert asked_noun(DECK) == ""


# Order --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def spoken(store: Store) -> Store:
    """A memory of three sayings that no judge has seen, a reply, and another's."""
    say(store, "Our rent for the flat is 1,150 euros.", day(0), session="may")
    say(store, "Our rent is 1,190 euros now.", day(30), session="june")
    say(store, "We pay more again, our rent is 1,240 euros, the lift is broken.", day(60), session="july")
    say(store, "The rent of my sister is 990 euros.", day(90), session="august")
    store.embeddings.catch_up()
    return store


def test_the_latest_saying_comes_first(spoken: Store) -> None:
    """CASES 49 and 52."""
    assert "1,240" in retrieve(RENT, spoken)[0].text
    assert "1,190" in retrieve(RENT, spoken, as_of=day(45))[0].text
    assert "1,150" in retrieve(RENT, spoken, as_of=day(15))[0].text


def test_what_held_before_comes_first_where_it_is_asked_for(spoken: Store) -> None:
    assert "1,190" in retrieve("how much was our rent before", spoken)[0].text
    assert "1,150" in retrieve("how much was our rent initially", spoken)[0].text


def test_the_order_is_the_same_whatever_k(spoken: Store) -> None:
    """CASE 118."""
    found = retrieve(RENT, spoken, k=20)
    assert all(texts(retrieve(RENT, spoken, k=k)) == texts(found)[:k] for k in (1, 2, 3))


def test_what_is_said_twice_in_one_session_keeps_its_order(store: Store) -> None:
    say(store, "The deck has 12 slides.", day(0))
    say(store, "The deck has 14 slides with the appendix and the notes of Sarah and the team.", day(0.01))
    store.embeddings.catch_up()
    assert "12" in retrieve(DECK, store)[0].text


# Chains -------------------------------------------------------------------------------------------------------------


def test_there_are_chains_enough() -> None:
    chains = read_chains(CHAINS)
    asked = [one for chain in chains for one in chain.asked]
    assert len({chain.id for chain in chains}) == len(chains) >= 110
    assert sum(chain.worded == "other" for chain in chains) >= 20
    assert sum(one.ask != "now" for one in asked) >= 0.5 * len(asked)


@pytest.mark.parametrize("chain", read_chains(CHAINS)[::9], ids=lambda chain: chain.id)
def test_a_chain_told_over_sessions_is_answered_for_every_time(chain: Chain, config: Config, home: Path) -> None:
    """CASES 44, 49, 50 and 52; `scripts/bench.py updates` asks all of them."""
    with told(chain, home, config=config) as store:
        for asked in chain.asked:
            assert answers(chain, asked, list(ours(asked, store))), asked
