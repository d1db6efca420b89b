"""Known names in texts: in any case and script, with the endings names take; and words that are no names."""

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.gazetteer import Gazetteer
from episodic.language.spellings import key
from episodic.records import ENTITY_KINDS, EntityKind, Name

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import bench_names


def known(line: str) -> list[Name]:
    """Read "Sarah Lind = SL, Go (tool)"."""
    names = []
    for place, entry in enumerate(line.split(", ")):
        first, *aliases = entry.split(" = ")
        match = re.fullmatch(r"(.+?)(?: \((\w+)\))?", first)
        assert match
        kind: EntityKind = next((kind for kind in ENTITY_KINDS if kind == match[2]), "person")
        names.append(Name(place, match[1], kind, tuple(aliases)))
    return names


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("can you ask hope if she is free", "Hope", "Hope"),
        ("i hope it works", "Hope", ""),
        ("Hope you are well", "Hope", ""),
        ("Hope said she'd do it", "Hope", "Hope"),
        ("we met Hope and Grace at the fair", "Hope, Grace", "Hope, Grace"),
        ("Rose has approved the invoice", "Rose", "Rose"),
        ("prices rose last year", "Rose", ""),
        ("jack's branch is stale", "Jack", "Jack"),
        ("jackson is a json library", "Jack", ""),
        ("dean of the faculty", "Dean", ""),
        ("will said no", "Will", "Will"),
        ("Will said no", "Will", "Will"),
        ("she will say no", "Will", ""),
        ("we use react for the frontend", "React (tool)", "React"),
        ("how will they react to that", "React (tool)", ""),
        ("React 19 is out", "React (tool)", "React"),
        ("he swore swift revenge", "Swift (tool)", ""),
        ("the swift package manager", "Swift (tool)", "Swift"),
        ("a flask of coffee", "Flask (tool)", ""),
        ("deploy the flask app", "Flask (tool)", "Flask"),
        ("no excuse, express it clearly", "Express (tool)", ""),
        ("open it in excel", "Excel (tool)", "Excel"),
        ("teams of four", "Teams (tool)", ""),
        ("the meeting is on Teams", "Teams (tool)", "Teams"),
        ("Teams is down", "Teams (tool)", "Teams"),
        ("our phoenix rollout slipped", "Phoenix (project)", "Phoenix"),
        ("phoenix is behind schedule", "Phoenix (project)", "Phoenix"),
        ("move it to the phoenix repo", "Phoenix (project)", "Phoenix"),
        ("a phoenix from the ashes", "Phoenix (project)", ""),
        ("kafka-connect is fine", "Kafka (tool)", ""),
        ("das Kafka-Cluster hängt", "Kafka (tool)", "Kafka"),
        ("Annas Auto ist kaputt", "Anna", "Anna"),
        ("Frau Müllers Antwort", "Frau Müller = Müller", "Frau Müller"),
        ("mueller hat angerufen", "Frau Müller = Müller", "Frau Müller"),
        ("ask jose", "José", ""),
        ("@sarah please look", "Sarah", "Sarah"),
        ("sarah.lind@acme.com wrote", "Sarah Lind", "Sarah Lind"),
        ("Sarah Connor called", "Sarah Lind", ""),
        ("Sarah called", "Sarah Lind", "Sarah Lind"),
        ("lind signs", "Sarah Lind", ""),
        ("Lind signed the deal yesterday", "Sarah Lind", "Sarah Lind"),
        ("see README for details", "README.md (file)", ""),
        ("edit /home/me/proj/src/app.py now", "src/app.py (file)", "src/app.py"),
        ("edit src\\app.py now", "src/app.py (file)", "src/app.py"),
        ("app.py crashes", "src/app.py (file)", "src/app.py"),
        ("the Makefile is broken", "Makefile (file)", "Makefile"),
        ("王芳的预算", "王芳", "王芳"),
        ("让王芳看看", "王芳", "王芳"),
        ("张伟明天来", "张伟", "张伟"),
        ("Kim sa nej", "Kim", "Kim"),
        ("per person", "Per", ""),
        ("ring Per ikväll", "Per", "Per"),
        ("per ringde igår", "Per", "Per"),
        ("Per och Anna kommer", "Per, Anna", "Per, Anna"),
        ("Dag för dag", "Dag", ""),
        ("jag mailade liv i morse", "Liv", ""),
        ("Livs kalender är full", "Liv", "Liv"),
        ("Ayşe'nin raporu", "Ayşe", "Ayşe"),
        ("rozmawiałem z Tomaszem o tym, proszę", "Tomasz", "Tomasz"),
        ("d'Anna", "Anna", "Anna"),
        ("l'avis de claire, elle l'a donné", "Claire", "Claire"),
        ("c'est claire", "Claire", ""),
        ("سألت سارة عن الملف", "سارة", "سارة"),
        ("billingApi is down", "billing-api (project)", "billing-api"),
        ("billing_api is down", "billing-api (project)", "billing-api"),
        ("the api is slow", "api (project)", ""),
        ("in the api project", "api (project)", "api"),
        ("deploy/api restarted", "api (project)", "api"),
        ("meet at Grace's place", "Grace", "Grace"),
        ("Max 40 tecken", "Max", ""),
        ("max kommt später", "Max", "Max"),
        ("it is written in C", "C (tool)", "C"),
        ("plan C", "C (tool)", ""),
        ("the .NET runtime", ".NET (tool)", ".NET"),
        ("use C# here", "C# (tool)", "C#"),
        ("Sarah, Marcus and Bill agreed", "Sarah, Marcus, Bill", "Sarah, Marcus, Bill"),
        ("Hi Will,\n\nthanks", "Will", "Will"),
        ("Thanks, Mark", "Mark", "Mark"),
        ("Grace: I'll take it", "Grace", "Grace"),
        ("- Mark: fix the tests", "Mark", "Mark"),
        ("Mark the tests as slow", "Mark", ""),
        ("Mark all as read", "Mark", ""),
        ("Mark, can you look?", "Mark", "Mark"),
        ("Bill the client on Friday", "Bill", ""),
        ("we talked to Bill about it", "Bill", "Bill"),
        ("Trust me, Faith will come", "Faith", "Faith"),
        ("May we go?", "May", ""),
        ("on 3 May 2026", "May", ""),
        ("May's report is due", "May", "May"),
        ("met May on Monday", "May", "May"),
    ],
)
def test_a_name_is_told_from_a_word(text: str, names: str, found: str) -> None:
    people = known(names)
    mentioned = [people[place].name for place in Gazetteer(people).mentioned(text)]
    assert mentioned == [name for name in found.split(", ") if name]


def test_the_half_that_was_looked_at_is_found_whole_and_the_other_nearly() -> None:
    lines = bench_names.read(bench_names.LABELS)
    dev = bench_names.scores(line for line in lines if bench_names.half_of(line) == "dev")
    test = bench_names.scores(line for line in lines if bench_names.half_of(line) == "test")
    assert dev["precision"] >= 0.98
    assert dev["recall"] >= 0.98
    assert test["precision"] >= 0.95
    assert test["recall"] >= 0.90


def test_two_of_one_first_name_are_both_found_and_neither_mentioned() -> None:
    two = Gazetteer(known("Sarah Lind, Sarah Khan"))
    assert [mention.ids for mention in two.find("ask sarah")] == [(0, 1)]
    assert two.mentioned("ask sarah") == []


@given(st.text(), st.lists(st.text(min_size=1), max_size=4))
def test_no_text_and_no_name_is_too_strange(text: str, written: list[str]) -> None:
    names = [Name(place, name, ENTITY_KINDS[place]) for place, name in enumerate(written)]
    found = Gazetteer(names).find(text)
    assert all(0 <= mention.start < mention.end for mention in found)


@given(st.sampled_from(["Sarah Lind", "Nordvik Energi", "Tomasz", "王芳", "김민수", "Анна"]))
def test_a_name_is_found_in_either_case_and_alone(written: str) -> None:
    names = [Name(0, written, "person")]
    assert all(Gazetteer(names).mentioned(text) == [0] for text in (written, written.lower(), written.upper()))


@pytest.mark.parametrize(
    ("one", "other"), [("Sarah  Lind", "sarah lind"), ("billing-api", "Billing_API"), ("C++", "c++")]
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert key(one) == key(other)


def test_languages_of_one_letter_have_keys_of_their_own() -> None:
    assert len({key(name) for name in ("C", "C++", "C#")}) == 3
