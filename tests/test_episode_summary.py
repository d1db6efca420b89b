"""What an episode says of a session with no language model: what was asked for, what came of it, how it ended."""

import re

import pytest
from test_episodes import assistant, fact, summed, user

from episodic.consolidate.grounding import Grounded, ground
from episodic.language.clauses import brief
from episodic.language.endings import how_it_ended
from episodic.language.incidents import ended
from episodic.language.reports import is_check, is_report
from episodic.records import EPISODE_WORDS, Candidate, EpisodeRecord, Outcome


@pytest.mark.parametrize(
    ("asked", "did", "subject"),
    [
        (
            "Can you please add a free field for the terminal to the bug form?",
            "Done. The bug form now has a field for the terminal.",
            "add a free field",
        ),
        ("Kan du flytta diagrammet till sida tre?", "Jag har flyttat diagrammet till sida tre.", "flytta diagrammet"),
        ("Kannst du den Login-Test reparieren?", "Ich habe den Login-Test repariert.", "den Login-Test reparieren"),
        ("¿Puedes corregir la prueba de acceso?", "He corregido la prueba de acceso.", "corregir la prueba de acceso"),
        ("Peux-tu corriger le test de connexion ?", "J'ai corrigé le test de connexion.", "corriger le test"),
        ("请帮我更新数据库迁移脚本。", "已经更新了数据库迁移脚本。", "更新数据库迁移脚本"),
    ],
)
def test_what_was_asked_for_and_what_came_of_it_are_told(asked: str, did: str, subject: str) -> None:
    episode = summed(user("Hi!"), user(asked, 1), assistant("Let me look at it.", 2), assistant(did, 3))
    report = did.removeprefix("Done. ")
    assert episode.summary == f"{asked} → {report}"
    assert episode.subject.startswith(subject)


def test_of_a_long_session_the_last_report_is_told() -> None:
    """The coding session that began it: the report says what the three questions do not."""
    episode = summed(
        user("Can you split the commits of this branch by subject?"),
        assistant("Let me look at the log.", 1),
        assistant("Split the branch into two commits.", 2),
        user("yes, and fix the lint errors in the parser", 3),
        assistant("Now I'll fix the lint errors.", 4),
        assistant("Fixed and committed. Now the branch has three commits: parser, tests and lint errors.", 5),
    )
    assert "the branch has three commits: parser, tests and lint errors" in episode.summary
    assert "I'll" not in episode.summary


def test_a_plan_that_was_pasted_is_named_by_its_title() -> None:
    episode = summed(
        user("Implement the following plan:\n\n# Plan: Return summaries from the reader\n\n## Context\nLong."),
        assistant("All tests pass. Here's a summary:\n\n## Changes\n\n- Added `read_summary` to the reader", 1),
    )
    assert episode.subject == "Return summaries from the reader"
    assert episode.summary.endswith("→ Added `read_summary` to the reader")


def test_what_was_settled_and_what_is_pending_come_before_chatter() -> None:
    """The call with Sarah in the demo."""
    episode = summed(
        user("just off the phone with Sarah, 40 minutes, I'll dump it here before it evaporates"),
        assistant("Go ahead.", 1),
        user("The Series B deck has 14 slides, not 12", 2),
        assistant("So 12 plus two makes 14. Is that agreed?", 3),
        user("Sarah wants the pipeline chart moved to slide 3", 4),
        user("she said her train was late and the coffee was cold, and her dog ate a shoe of her partner's", 5),
        user("sensitivity table still pending sign-off", 6),
        assistant("Happy birthday to Ines.", 7),
        facts=(
            fact("The Series B deck has 14 slides, not 12", kind="correction"),
            fact("Sarah wants the pipeline chart moved to slide 3"),
        ),
    )
    assert episode.subject == "off the phone with Sarah"
    for settled in ("14 slides, not 12", "pipeline chart moved to slide 3", "still pending sign-off"):
        assert settled in episode.summary
    assert "birthday" not in episode.summary


@pytest.mark.parametrize(
    "said",
    [
        "You should use Redis for the cache.",
        "I'd recommend Postgres, it has worked for years.",
        "Should I have moved the cache to Redis?",
        "Let me see whether the cache was moved.",
        "I'll replace the cache once the tests are updated.",
        "I haven't moved the cache yet.",
        "If the cache is moved, the tests are updated as well.",
        "Now update the cache.",
        "Jag skulle flytta cachen.",
        "Du solltest den Cache verschieben.",
        "Med 20 deltagare blir det trångt.",
    ],
)
def test_advice_plans_and_questions_are_no_report(said: str) -> None:
    assert not is_report(said)


@pytest.mark.parametrize(
    "said",
    [
        "Fixed and committed.",
        "Added three tests for the parser.",
        "I've rewritten the intro and sent it to Priya.",
        "The `--agent` flag now honours the variable too.",
        "Old sessions will no longer show as active.",
        "Outline reordered, 14 slides counted.",
        "The refactoring removes the duplicated reading.",
        "Lade till ett test för inloggningen.",
        "Wir haben den Termin verschoben und Anna geschickt.",
        "Se ha movido la reunión al jueves.",
        "La réunion a été déplacée à jeudi.",
        "测试全部通过，已修复登录问题。",
    ],
)
def test_what_was_done_is_a_report(said: str) -> None:
    assert is_report(said)


@pytest.mark.parametrize("said", ["All tests pass.", "47 pass.", "Lint is clean.", "Alla tester går igenom."])
def test_checks_that_passed_say_little_of_what_was_done(said: str) -> None:
    assert is_check(said)
    episode = summed(
        user("Please repair the parser for dates."),
        assistant("Repaired the parser for dates in May.", 1),
        assistant(said, 2),
    )
    assert "Repaired the parser" in episode.summary


def test_a_question_is_told_with_its_answer() -> None:
    episode = summed(
        user("Does the stop hook break when I commit in the middle of a session?"),
        assistant("Good question. Let me trace it.", 1),
        assistant("No, the stop hook is handled correctly. You could still look at the log.", 2),
    )
    assert episode.summary.endswith("→ No, the stop hook is handled correctly.")


@pytest.mark.parametrize(
    ("said", "outcome"),
    [
        ("Setting it to 50 fixed it", "positive"),
        ("update: doubled in size, the boiler did the trick", "positive"),
        ("the new gasket stopped the leak", "positive"),
        ("bytet av filter löste problemet", "positive"),
        ("Ein neues Kabel hat das Problem gelöst", "positive"),
        ("cambiar el cable lo arregló", "positive"),
        ("changer le câble a réglé le problème", "positive"),
        ("把连接数改成50就好了", "positive"),
        ("The deploy failed and we rolled back", "negative"),
        ("the second dose didn't help either", "negative"),
        ("det hjälpte inte alls, han grät ändå", "negative"),
        ("das hat leider nicht geholfen", "negative"),
        ("sigue fallando igual", "negative"),
        ("ça n'a rien changé", "negative"),
        ("还是不行，回滚了", "negative"),
        ("I'm still not sure where the 14 euro come from", "unresolved"),
        ("will sleep on it", "unresolved"),
        ("we couldn't find the cause", "unresolved"),
        ("vet fortfarande inte var felet sitter", "unresolved"),
        ("weiß immer noch nicht, woher das kommt", "unresolved"),
        ("todavía no sé por qué", "unresolved"),
        ("je ne sais toujours pas pourquoi", "unresolved"),
        ("还不知道为什么", "unresolved"),
        ("add a test that shows the login failed message", None),
        ("please make sure it works", None),
        ("you should have it working by now", None),
        ("does it work now?", None),
        ("if that fixed it I will tell you", None),
        ("commit and push", None),
    ],
)
def test_a_sentence_says_how_it_ended(said: str, outcome: Outcome | None) -> None:
    assert how_it_ended(said) == outcome


def test_the_sentence_that_resolves_it_is_in_the_summary() -> None:
    chatter = [user(f"the pool of connection {n} runs dry in the evening at gate {n}", n) for n in range(12)]
    episode = summed(*chatter, user("Setting it to 50 fixed it", 20))
    assert episode.outcome == "positive"
    assert "Setting it to 50 fixed it" in episode.summary


@pytest.mark.parametrize(
    "figure",
    [
        "297 + 4",
        "for common_test.go:785",
        "see line 343-364 of it",
        "their own portfolio has had three of those",
        "lets write 2, 3 and 5",
    ],
)
def test_no_half_figures_are_kept(figure: str) -> None:
    assert summed(user("The login test fails on staging."), user(figure, 1)).key_numbers == ()


def test_a_fragment_goes_with_the_clause_before_it() -> None:
    said = "just off the phone with Sarah, 40 minutes, I'll dump all of it here before it evaporates for good"
    assert summed(user(said)).key_numbers == ("just off the phone with Sarah, 40 minutes (user)",)


def test_figures_are_whole_clauses() -> None:
    said = (
        "Rent is 960 and goes to the landlord at the beginning of every month, the car is 210 with the insurance that my"
        " brother found, and the loan costs 145."
    )
    assert summed(user(said)).key_numbers == (
        "Rent is 960 and goes to the landlord at the beginning of every month (user)",
        "the car is 210 with the insurance that my brother found (user)",
        "the loan costs 145 (user)",
    )


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("keep the door shut", 5, "keep the door shut"),
        ("move the chart to slide three, because Sarah asked for it", 8, "move the chart to slide three…"),
        ("compare the approach of the new tool with the one that we have", 8, "compare the approach of the new tool…"),
        ("one two three four five six", 3, "one two three…"),
        ("he said (as always, and loudly) that it holds for now", 6, "he said (as always, and loudly)…"),
    ],
)
def test_a_sentence_is_shortened_where_a_clause_ends(text: str, most: int, short: str) -> None:
    assert brief(text, most) == short


def test_a_long_session_stays_within_sixty_words_and_greets_nobody() -> None:
    turns = [user("Hello there! Good morning to you all.")]
    for n in range(1, 40, 2):
        turns += [
            user(f"Can you rewrite the chapter about volcano number {n} for the younger readers of our magazine?", n),
            assistant(f"Rewrote the chapter about volcano number {n} in shorter sentences and added a picture.", n + 1),
        ]
    episode = summed(*turns)
    assert len(re.findall(r"\S+", episode.summary.replace("→", "").replace("·", ""))) <= EPISODE_WORDS
    assert episode.summary.startswith("Can you rewrite the chapter")
    assert "Rewrote the chapter" in episode.summary
    assert "Hello" not in f"{episode.subject} {episode.summary}"


@pytest.mark.parametrize(
    "said",
    [
        "I'm thinking about where to put the piano",
        "jag funderar på var pianot ska stå",
        "Ich überlege, wo das Klavier hin soll",
        "estoy pensando dónde poner el piano",
        "je me demande où mettre le piano",
    ],
)
def test_what_is_only_thought_about_is_no_decision(said: str) -> None:
    turns = [user(said)]
    assert not isinstance(ground(Candidate("decision", said, said, 0), turns), Grounded)
    assert isinstance(ground(Candidate("activity", said, said, 0), turns), Grounded)


def test_thinking_about_it_first_does_not_undo_a_decision() -> None:
    said = "we were thinking about oak, and we decided to use pine"
    assert isinstance(ground(Candidate("decision", said, said, 0), [user(said)]), Grounded)


@pytest.mark.parametrize(
    ("record", "language", "line"),
    [
        (EpisodeRecord("deck", "The deck was sent."), "en", ""),
        (
            EpisodeRecord(
                "gateway",
                "Gateway slow. doubled the nodes",
                outcome="negative",
                actions=("restart", "doubled the nodes"),
                lessons=("look at the pool first.",),
            ),
            "en",
            "did not help; tried: restart; lesson: look at the pool first",
        ),
        (
            EpisodeRecord("bröd", "Brödet jäste.", outcome="positive", lessons=("mer tid",)),
            "sv",
            "det hjälpte; lärdom: mer tid",
        ),
        (EpisodeRecord("piano", "Where?", outcome="unresolved", actions=("measured",)), "en", "still open"),
    ],
)
def test_how_an_episode_ended_is_one_short_line(record: EpisodeRecord, language: str, line: str) -> None:
    assert ended(record, language) == line
