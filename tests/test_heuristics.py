"""What the cue words propose with no language model, and above all what they do not."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import PER_TURN, propose
from episodic.records import FACT_CHARS, Candidate, Kind, Origin, Role, Turn

AT = datetime(2026, 11, 27, 9, tzinfo=UTC)


def turn(content: str, *, role: Role = "user", origin: Origin = "user", seq: int = 0) -> Turn:
    return Turn(session="s", seq=seq, role=role, content=content, at=AT, origin=origin)


def proposed(content: str) -> list[Candidate]:
    return propose([turn(content)])


FACTS: list[tuple[str, Kind]] = [
    # English
    ("My name is Bosse Lund", "personal"),
    ("I live in Uppsala with two cats", "personal"),
    ("my daughter Ella starts school in August", "personal"),
    ("I'm allergic to hazelnuts", "personal"),
    ("I prefer tabs over spaces", "preference"),
    ("I like short answers better", "preference"),
    ("Always run the linter before you push", "preference"),
    ("never commit directly to main", "preference"),
    ("please don't use emojis in commit messages", "preference"),
    ("From now on answer in British English", "preference"),
    ("We decided to use Postgres for the billing service", "decision"),
    ("let's go with Redis for the queue", "decision"),
    ("we'll use uv instead of poetry", "decision"),
    ("Sarah wants the pipeline chart moved to slide 3", "decision"),
    ("The client needs the invoice in euros", "decision"),
    ("The deck has not 12 but 14 slides", "correction"),
    ("It's 14 slides, not 12", "correction"),
    ("No, it's the Berlin office that signed", "correction"),
    ("Actually the deck has 14 slides", "correction"),
    ("I meant the staging cluster in Frankfurt", "correction"),
    ("The board meeting moved to Friday", "correction"),
    ("We no longer use Redis for sessions", "correction"),
    ("We moved to Postgres 16 last week", "correction"),
    ("The report is due on Friday", "temporal"),
    ("I have to send the deck to Sarah by Thursday", "temporal"),
    ("The deadline for the grant is 3 December", "temporal"),
    ("The API runs on port 8443", "technical"),
    ("We use Postgres 16 in production", "technical"),
    ("The staging config lives in /srv/app/config.yaml", "technical"),
    ("Sarah is our lead investor", "relationship"),
    ("My boss is called Petra", "relationship"),
    ("I'm working on a grant application", "activity"),
    ("I went to the climbing hall with Ella", "activity"),
    ("I finished the marathon training plan", "activity"),
    ("TODO: rotate the API keys", "activity"),
    ("The release is on 12 May", "event"),
    ("Team meeting at 14:30 on Tuesday", "event"),
    ("Remember that the client hates yellow", "preference"),
    ("Remember to run the formatter first", "preference"),
    # Swedish
    ("Jag heter Bosse", "personal"),
    ("Jag bor i Malmö", "personal"),
    ("Min dotter heter Ella", "personal"),
    ("Jag föredrar mörkt läge", "preference"),
    ("Kör alltid testerna innan du pushar", "preference"),
    ("Vi har bestämt att använda Postgres", "decision"),
    ("Det är inte 12 utan 14 bilder", "correction"),
    ("Mötet flyttades till fredag", "correction"),
    ("Jag måste skicka rapporten senast på torsdag", "temporal"),
    ("Servern kör på port 8443", "technical"),
    ("Sara är vår största investerare", "relationship"),
    ("Jag jobbar på en ansökan", "activity"),
    ("Kom ihåg att kunden hatar gult", "preference"),
    # German
    ("Ich heiße Jonas", "personal"),
    ("Meine Tochter heißt Ella", "personal"),
    ("Ich bevorzuge kurze Antworten", "preference"),
    ("Bitte immer zuerst die Tests ausführen", "preference"),
    ("Wir haben uns für Postgres entschieden", "decision"),
    ("Es sind nicht 12, sondern 14 Folien", "correction"),
    ("Der Termin wurde auf Freitag verschoben", "correction"),
    ("Der Server läuft auf Port 8443", "technical"),
    ("Jonas ist unser Steuerberater", "relationship"),
    ("Ich arbeite gerade an einem Antrag", "activity"),
    # Spanish
    ("Me llamo Lucía", "personal"),
    ("Vivo en Sevilla", "personal"),
    ("Prefiero respuestas cortas", "preference"),
    ("Hemos decidido usar Postgres", "decision"),
    ("No son 12 sino 14 diapositivas", "correction"),
    ("Marta es nuestra abogada", "relationship"),
    ("Estoy trabajando en una beca", "activity"),
    # French
    ("J'habite à Lyon", "personal"),
    ("Je préfère les réponses courtes", "preference"),
    ("On a décidé d'utiliser Postgres", "decision"),
    ("Ce n'est pas 12 mais 14 diapositives", "correction"),
    ("Ma fille s'appelle Inès", "personal"),
    ("Je travaille sur une demande de bourse", "activity"),
]


@pytest.mark.parametrize(("sentence", "kind"), FACTS)
def test_a_stated_fact_is_proposed_verbatim(sentence: str, kind: Kind) -> None:
    (found,) = proposed(sentence)
    assert found._replace(sure="medium") == Candidate(kind=kind, text=sentence, quote=sentence, seq=0)


NOT_FACTS = [
    # questions, marked or not (case 107)
    "do you remember Heidi",
    "did we decide on Redis",
    "are we using Postgres 16",
    "is the release on 12 May",
    "I wonder if we decided on Redis",
    "what if we moved to Postgres",
    "We decided on Redis, right?",
    "can you remember that I live in Oslo",
    "kan du fixa testet",
    "har vi bestämt oss för Redis",
    "minns du vad vi bestämde",
    "Ist das Treffen am Freitag",
    "kannst du dich erinnern wo ich wohne",
    "¿Hemos decidido usar Redis",
    "est-ce que j'habite à Lyon",
    # requests
    "please fix the failing test in foo.py",
    "fix the test",
    "add a slide about pricing",
    "can you fix the flaky test on port 8443",
    "could you move the chart to slide 3",
    "go ahead and deploy it to staging",
    "add a note that the release is on Friday 12 May",
    "commit this and push, please",
    "lägg till en bild om priser",
    "Bitte den Test reparieren",
    "schreibe einen Test für Postgres 16",
    "añade una diapositiva",
    "corrige le test sur le port 8443",
    # suppositions
    "if we moved to Postgres 16 we'd save money",
    "maybe we could use Redis",
    "perhaps we should've decided to use Redis",
    "suppose I live in Oslo",
    "imagine my daughter is ten",
    "let's say we decided to use Postgres",
    "it would be nice if we decided to use tabs",
    "om vi skulle byta till Postgres",
    "kanske byter vi till Postgres",
    "vielleicht nehmen wir Redis",
    "quizá usamos Redis 7",
    "peut-être qu'on va utiliser Redis",
    # guesses
    "I think the port is 8443",
    "we'll probably use Redis",
    "I guess we decided on Redis",
    "jag tror att servern kör på port 8443",
    "ich glaube der Server läuft auf Port 8443",
    # acceptances and pointers of no content (case 101)
    "yes",
    "yes, do that",
    "ok sounds good",
    "ja kör på det",
    "let's go with option 2",
    "let's go with that",
    "nice, we'll use that",
    "I'm working on it",
    "I like it better",
    "thanks, looks good",
    # no rule, whatever words it holds (case 106)
    "never mind",
    "I never said that",
    "Mein Knie tut weh",
    "retry whenever needed",
    "No need to retry",
    "Do not worry about it",
    "please don't change this yet",
    "no, it's fine",
    "actually that looks good",
    "it is not working but the log says ok",
    "not only fast but also small",
    "you should use Redis",
    "The function needs to handle nil",
    "It needs a test",
    "TestFoo needs fixing",
    "I meant the other one",
    "the shoes I bought are red",
    "Always a pleasure working together",
    "Never say never, my friend",
    "I love the idea of a rooftop garden",
    "I'm working on something again",
    "Marshall needs to replace the word",
    "the stable I moved him to on Friday is small",
    # pasted
    "> we decided to use Postgres",
    "```\nwe decided to use tabs\n```",
    "    we decided to use tabs",
    '{"decision": "we decided to use tabs"}',
    "INFO we decided to use tabs",
    "2026-01-05 12:17:31 we decided to use tabs",
    "+we decided to use tabs",
    "https://example.org/we-decided-to-use-tabs",
    "<bash-stdout>we decided to use tabs</bash-stdout>",
    "This session is being continued from a previous conversation. We decided to use tabs.",
    "Implement the following plan:\n\nWe decided to use tabs.",
    "# Plan\n\nWe decided to use tabs.",
    "“Ahh,” she said, “my name is Alma.”",
    # our own block coming back
    "[Recalled context]  (memory, not instructions)\n- 2026-11-27 [decision] We decided to use tabs",
    "[Ongoing work]\n▸ We decided to use tabs",
    "[Earlier sessions]\nWe decided to use tabs",
]


@pytest.mark.parametrize("sentence", NOT_FACTS)
def test_anything_else_is_not(sentence: str) -> None:
    assert proposed(sentence) == []


def test_more_is_refused_than_accepted_here() -> None:
    assert len(NOT_FACTS) >= len(FACTS)


@pytest.mark.parametrize(
    ("role", "origin"),
    [
        ("assistant", "assistant"),
        ("tool", "tool"),
        ("system", "user"),
        ("user", "tool"),
        ("user", "file"),
        ("user", "web"),
        ("user", "summary"),
        ("user", "attachment"),
    ],
)
def test_only_the_user_s_own_turns_are_read(role: Role, origin: Origin) -> None:
    """Cases 101 and 133: advice, tool output and web pages make no memories."""
    assert propose([turn("Remember that we decided to use Redis", role=role, origin=origin)]) == []


def test_a_memory_typed_by_hand_is_read() -> None:
    assert propose([turn("We decided to use Redis", origin="manual")])


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("ok so, we decided to keep the old logo", "we decided to keep the old logo"),
        ("Yeah, I prefer tabs over spaces.", "I prefer tabs over spaces."),
        ("- I live in Uppsala", "I live in Uppsala"),
        ("2. Always run the linter first", "Always run the linter first"),
        ("right now we use Postgres 16", "right now we use Postgres 16"),
        ("No, the deck has 14 slides", "No, the deck has 14 slides"),
    ],
)
def test_only_list_marks_and_words_that_lead_in_are_dropped(said: str, text: str) -> None:
    [candidate] = proposed(said)
    assert (candidate.text, candidate.quote) == (text, text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Do not forget to configure the proxy before we go live",
        "I never use tabs in YAML",
        "We decided not to use Redis",
        "Vi har bestämt att inte använda Redis",
        "Wir haben entschieden, Redis nicht zu nutzen",
    ],
)
def test_a_negation_stays_with_its_sentence(sentence: str) -> None:
    """Cases 29 and 106."""
    assert [candidate.text for candidate in proposed(sentence)] == [sentence]


def test_a_sentence_wrapped_over_two_lines_is_whole_and_shown_on_one() -> None:
    """Case 106: the negation stands at the end of the first line."""
    said = "We decided for the release that from here on we will not\nuse force-push on the main branch."
    [candidate] = proposed(said)
    assert candidate.quote == said
    assert candidate.text == said.replace("\n", " ")


def test_a_yes_with_words_of_its_own_confirms() -> None:
    turns = [
        turn("Shall I use Redis?", role="assistant", origin="assistant"),
        turn("yes, let's use Redis for the cache", seq=1),
    ]
    [candidate] = propose(turns)
    assert (candidate.kind, candidate.stance, candidate.seq) == ("decision", "confirmed", 1)
    assert propose(turns[1:], context=turns[:1])[0].stance == "confirmed"
    assert propose(turns[1:])[0].stance == "stated"


def test_an_echo_of_the_assistant_is_not_the_user_s_own() -> None:
    """Case 101: what is pasted back was said by another."""
    before = turn("Summary: we decided to use Redis for the cache.", role="assistant", origin="assistant")
    assert propose([turn("we decided to use Redis for the cache.", seq=1)], context=[before]) == []


def test_the_same_sentence_is_proposed_once_in_a_window() -> None:
    assert len(propose([turn("I prefer tabs over spaces"), turn("i prefer  tabs over spaces", seq=1)])) == 1


def test_a_turn_yields_at_most_six() -> None:
    cities = ["Oslo", "Lund", "Rome", "Bonn", "Nice", "Kyiv", "Bern", "Riga"]
    assert len(proposed("\n".join(f"I went to {city} with Ella" for city in cities))) == PER_TURN


def test_what_is_too_short_or_too_long_is_left_alone() -> None:
    assert proposed("I prefer") == []
    assert proposed("I prefer tabs " + "and spaces " * 30) == []
    assert proposed("I prefer " + "x" * (FACT_CHARS - 11) + " yz") == []


def test_a_long_paste_is_left_alone() -> None:
    assert proposed("\n".join(["We decided to use tabs"] * 50)) == []


def test_facts_around_code_are_still_found() -> None:
    said = "We decided to use tabs.\n```\nnever = 1\n```\nI live in Oslo."
    assert [candidate.text for candidate in proposed(said)] == ["We decided to use tabs.", "I live in Oslo."]


SENTENCES = st.sampled_from([sentence for sentence, _ in FACTS] + NOT_FACTS) | st.text(max_size=60)
MARKS = st.sampled_from(["", "- ", "3. ", "ok so, ", "Yeah, ", "> ", "    ", "\u201c"])


@given(st.lists(st.tuples(MARKS, SENTENCES, st.sampled_from([". ", "\n", "\n\n", "! "])), max_size=8))
def test_every_proposal_is_verbatim_and_holds(parts: list[tuple[str, str, str]]) -> None:
    said = turn("".join(mark + sentence + end for mark, sentence, end in parts))
    for candidate in propose([said]):
        assert candidate.quote in said.content
        assert isinstance(ground(candidate, [said]), Grounded)
