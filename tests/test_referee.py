"""Same fact, updated fact or other fact: what the referee rules without a language model."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.consolidate.referee import judge
from episodic.records import Kind, Neighbour

PAIRS = Path(__file__).resolve().parent.parent / "scripts" / "calibration"
ROWS = [
    json.loads(line)
    for name in ("pairs.jsonl", "later.jsonl")
    for line in (PAIRS / name).read_text("utf-8").splitlines()
]

UPDATES: list[tuple[str, str, Kind]] = [
    ("we use PostgreSQL", "we moved to MySQL", "technical"),  # CASE 49
    ("I'm vegetarian", "I eat steak now", "personal"),  # CASE 43
    ("server SSH port is 22", "ssh moved to 49222", "technical"),  # CASE 52
    ("The year 9 history course has 12 lessons.", "The year 9 history course has 14 lessons, not 12.", "correction"),
    ("I work at Northwind", "I work at Contoso now", "personal"),  # CASE 44
    ("The Series B deck needs 12 slides", "The Series B deck has 14 slides, not 12", "correction"),
    ("The API port is 8080", "The API port moved to 8081", "technical"),
    ("Always rebase before merging", "Never rebase before merging", "preference"),
    ("Anna owns the budget", "Jonas owns the budget now", "relationship"),
    ("The kitchen floor will be oak", "The kitchen floor will be cork instead of oak", "decision"),
    ("I prefer tea over coffee", "I prefer coffee over tea", "preference"),
    ("Mötet är på måndag", "Mötet har flyttats till onsdag", "event"),
    ("Wir nutzen Jira", "Wir sind auf Linear umgestiegen", "technical"),
    ("Vivo en Sevilla", "Me mudé a Bilbao", "personal"),
    ("Nous utilisons Dropbox", "Nous sommes passés à Nextcloud", "technical"),
]
OTHERS: list[tuple[str, str, Kind]] = [
    ("Invoice 4471 paid 3 May", "Invoice 4477 paid 8 May", "event"),  # CASE 26
    ("port 8080 for the API", "port 8081 for the admin", "technical"),  # CASE 26
    ("port 8080", "port 8081", "technical"),  # CASE 26
    ("Step 1: drain the node", "Step 2: delete the node", "technical"),  # CASE 28
    ("We use Slack", "We use Figma", "technical"),
    ("We use Jira", "We moved to a bigger office", "technical"),
    ("I live in Leeds", "We moved to MySQL", "technical"),
    ("The API listens on port 8080", "The staging API moved to port 8443", "technical"),
    ("Anna lives in Leeds", "Tom lives in Bristol", "personal"),
    ("Anna lives in Leeds", "I moved to Bristol", "personal"),
    ("The test server is in Frankfurt", "The test server is called Hydra", "technical"),
    ("I have a call with Delta on Tuesday", "I have a call with Delta on Friday", "event"),
    ("I swim on Mondays", "I swim on Thursdays", "activity"),
    ("The morning class is full", "The evening class is full", "technical"),
    ("I finished chapter 2", "I finished chapter 3", "activity"),
    ("Anna reports to Tom", "Tom reports to Anna", "relationship"),
    ("Mi hijo tiene cinco años", "Mi hija tiene nueve años", "personal"),
    ("I need a laptop", "I have a laptop", "personal"),
]
SAME: list[tuple[str, str, Kind]] = [
    ("configure the proxy", "Do not forget to configure the proxy", "technical"),  # CASE 29
    ("I like blue", "I like blue.", "preference"),  # CASE 22
    ("Blue is the colour I like", "I like the colour blue", "preference"),  # CASE 22
    ("We decided to use Stripe for payments", "For payments we're going with Stripe", "decision"),  # CASE 25
    ("Jag är allergisk mot nötter", "Jag har nötallergi", "personal"),
    ("Die Fenster werden aus Holz", "Wir nehmen Holzfenster", "decision"),
]


def rule(old: str, new: str, kind: Kind, cosine: float | None = 0.99) -> str:
    return judge(new, [Neighbour(7, old, kind, cosine=cosine)], kind=kind).action


@pytest.mark.parametrize(("old", "new", "kind"), UPDATES)
def test_an_update_supersedes(old: str, new: str, kind: Kind) -> None:
    verdict = judge(new, [Neighbour(7, old, kind, cosine=0.8)], kind=kind)
    assert (verdict.action, verdict.id, verdict.decided_by, verdict.unreviewed) == ("supersede", 7, "guard", True)
    assert verdict.why
    assert verdict.reasons


@pytest.mark.parametrize(("old", "new", "kind"), OTHERS)
def test_a_fact_that_may_still_be_true_is_kept(old: str, new: str, kind: Kind) -> None:
    """However near the embedder puts them."""
    assert rule(old, new, kind) == "add"


@pytest.mark.parametrize(("old", "new", "kind"), SAME)
def test_another_wording_restates(old: str, new: str, kind: Kind) -> None:
    """With the cosine of no model at all."""
    assert rule(old, new, kind, cosine=None) == "restate"


@pytest.mark.parametrize("cosine", [None, 1.0])
def test_no_pair_of_the_calibration_set_is_lost_or_retired(cosine: float | None) -> None:
    """Whatever the embedder says: no update is restated, no distinct fact touched, no paraphrase retired."""
    forbidden = {"number": {"restate"}, "entity": {"restate"}, "paraphrase": {"supersede"}}
    assert len(ROWS) > 400
    ruled = {row["id"]: rule(row["a"], row["b"], row["kind"], cosine) for row in ROWS}
    wrong = {row["id"]: forbidden.get(row["label"], {"restate", "supersede"}) for row in ROWS}
    assert {ident: action for ident, action in ruled.items() if action in wrong[ident]} == {}


def test_what_is_known_already_replaces_nothing() -> None:
    known = [
        Neighbour(1, "The deck needs 12 slides", "technical", cosine=0.97),
        Neighbour(2, "The deck needs 14 slides", "technical", cosine=0.96),
    ]
    verdict = judge("The deck has to have fourteen slides", known, kind="technical")
    assert (verdict.action, verdict.id) == ("restate", 2)


def test_a_shortened_subject_that_fits_two_facts_replaces_neither() -> None:
    kitchen = Neighbour(1, "The kitchen budget is 400", "decision", cosine=0.9)
    bathroom = Neighbour(2, "The bathroom budget is 300", "decision", cosine=0.9)
    assert judge("The budget was raised to 500", [kitchen], kind="decision").action == "supersede"
    assert judge("The budget was raised to 500", [kitchen, bathroom], kind="decision").action == "add"


def test_one_new_fact_about_somebody_retires_none_of_twenty_others() -> None:
    facts = [
        *("Emma is nine years old", "Emma lives in Leeds", "Emma likes chess", "Emma plays the violin"),
        *("Emma goes to Lakeside School", "Emma has two brothers", "Emma is allergic to nuts", "Emma speaks French"),
        *("Emma has swimming on Mondays", "Emma starts school at 8:30", "Emma is in class 4B", "Emma owns a red bike"),
        *("Emma was born in 2017", "Emma wants a dog", "Emma reads a lot", "Emma drinks no milk", "Emma hates peas"),
        *("Emma sits next to Ida", "Emma is left-handed", "Emma's teacher is Ms Okafor"),
    ]
    for place, new in enumerate(facts):
        for old in facts[:place] + facts[place + 1 :]:
            assert rule(old, new, "personal") == "add", (old, new)


def test_nothing_known_is_added() -> None:
    assert judge("The deck needs 12 slides", [], kind="technical").action == "add"


@given(st.text(), st.text())
def test_any_text_gets_a_verdict_and_itself_restates(one: str, other: str) -> None:
    assert rule(one, other, "technical") in {"add", "restate", "supersede"}
    assert rule(one, one, "technical") == "restate"
