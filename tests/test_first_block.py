"""The first lines a reader of the design sees, and their like from other fields of work: with a model and without."""

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from conftest import NOW, Cli

from episodic import SessionBuffer, consolidate_buffer, llm
from episodic.llm.backend import Request
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.store import Store
from episodic.recall.retrieve import retrieve
from episodic.surfaces import render

DECK: Final = (
    ("user", "The Series B deck has 12 slides.", 10),
    ("assistant", "Noted.", 10),
    ("user", "The Series B deck has 14 slides, not 12. Sarah wants the pipeline chart moved to slide 3.", 2),
    ("assistant", "I'll move it.", 2),
    ("user", "sarah also asked who owns the sensitivity table", 2),
)

# Said first, said later, what is shown as what was before, and what is asked.
CORRECTIONS: Final = (
    # medicine, administration
    ("The night ward rota has 9 nurses.", "The night ward rota has 11 nurses, not 9.", "9 nurses", "how many nurses does the night ward rota have"),
    ("The flu clinic has 40 appointments.", "The flu clinic has 46 appointments, not 40", "40 appointments", "how many appointments does the flu clinic have"),
    ("The consent form has 3 pages.", "The consent form has 5 pages, not 3.", "3 pages", "how many pages does the consent form have"),
    # law
    ("The lease agreement has 18 clauses.", "The lease agreement has 21 clauses, not 18.", "18 clauses", "how many clauses does the lease agreement have"),
    ("The Harland case has 4 witnesses.", "The Harland case has 6 witnesses, not 4.", "4 witnesses", "how many witnesses does the Harland case have"),
    ("The share purchase agreement has 7 annexes.", "The share purchase agreement has eight annexes, not seven.", "7 annexes", "how many annexes does the share purchase agreement have"),
    # teaching
    ("The year 9 history course has 12 lessons.", "The year 9 history course has 14 lessons, not 12.", "12 lessons", "how many lessons does the year 9 history course have"),
    ("The field trip has 28 pupils.", "The field trip has 31 pupils, not 28.", "28 pupils", "how many pupils does the field trip have"),
    ("The chemistry exam has 20 questions.", "The chemistry exam has 25 questions, not 20.", "20 questions", "how many questions does the chemistry exam have"),
    # construction
    ("The stairwell has 16 steps.", "The stairwell has 17 steps, not 16.", "16 steps", "how many steps does the stairwell have"),
    ("The roof has 240 tiles.", "The roof has 260 tiles, not 240.", "240 tiles", "how many tiles does the roof have"),
    ("The east facade has 22 windows.", "The east facade has 24 windows, not 22.", "22 windows", "how many windows does the east facade have"),
    # retail
    ("The Malmö shop has 3 tills.", "The Malmö shop has 4 tills, not 3.", "3 tills", "how many tills does the Malmö shop have"),
    ("The spring catalogue has 64 pages.", "The spring catalogue has 72 pages, not 64.", "64 pages", "how many pages does the spring catalogue have"),
    # research
    ("The pilot study has 48 participants.", "The pilot study has 52 participants, not 48.", "48 participants", "how many participants does the pilot study have"),
    ("The survey has 30 items.", "The survey has 34 items, not 30.", "30 items", "how many items does the survey have"),
    # logistics
    ("The Rotterdam shipment has 12 pallets.", "The Rotterdam shipment has 15 pallets, not 12.", "12 pallets", "how many pallets does the Rotterdam shipment have"),
    ("The depot has 6 loading docks.", "The depot has 8 loading docks, not 6.", "6 loading docks", "how many loading docks does the depot have"),
    ("The Tuesday route has 19 stops.", "The Tuesday route has 23 stops, not 19.", "19 stops", "how many stops does the Tuesday route have"),
    # software
    ("The billing API has 14 endpoints.", "The billing API has 17 endpoints, not 14.", "14 endpoints", "how many endpoints does the billing API have"),
    ("The release has 5 migrations.", "The release has 7 migrations, not 5.", "5 migrations", "how many migrations does the release have"),
    ("The staging cluster has 3 nodes.", "The staging cluster has 5 nodes, not 3.", "3 nodes", "how many nodes does the staging cluster have"),
    # events, finance, funding, culture, farming
    ("The wedding menu has 4 courses.", "The wedding menu has 5 courses, not 4.", "4 courses", "how many courses does the wedding menu have"),
    ("The spring concert has 90 seats.", "The spring concert has 120 seats, not 90.", "90 seats", "how many seats does the spring concert have"),
    ("The annual budget has 11 cost centres.", "The annual budget has 13 cost centres, not 11.", "11 cost centres", "how many cost centres does the annual budget have"),
    ("The grant application has 8 work packages.", "The grant application has 6 work packages, not 8.", "8 work packages", "how many work packages does the grant application have"),
    ("The choir has 1,200 followers.", "The choir has 1,450 followers, not 1,200.", "1,200 followers", "how many followers does the choir have"),
    ("The orchard has 85 apple trees.", "The orchard has 92 apple trees, not 85.", "85 apple trees", "how many apple trees does the orchard have"),
)  # fmt: skip
DECISIONS: Final = (
    ("Dr Lindqvist wants the flu clinic moved to Thursday.", "what did Dr Lindqvist want with the flu clinic"),
    ("Amara wants the night shift handover moved to 6:30.", "what did Amara want with the night shift handover"),
    ("Nurse Okafor wants the medication trolley moved to ward 4", "what did Nurse Okafor want with the medication trolley"),
    ("Mr Harland wants the hearing moved to 12 May.", "what did Mr Harland want with the hearing"),
    ("Ingrid wants the confidentiality clause moved to section 2.", "what did Ingrid want with the confidentiality clause"),
    ("Judge Moreau wants the deposition moved to room 3", "what did Judge Moreau want with the deposition"),
    ("Fatima wants the chemistry exam moved to week 22.", "what did Fatima want with the chemistry exam"),
    ("Ms Okonkwo wants the parents' evening moved to the gym.", "what did Ms Okonkwo want with the parents' evening"),
    ("Pavel wants the essay deadline moved to Friday.", "what did Pavel want with the essay deadline"),
    ("Jorge wants the scaffolding moved to the north side", "what did Jorge want with the scaffolding"),
    ("Mrs Nakamura wants the kitchen sink moved to the window.", "what did Mrs Nakamura want with the kitchen sink"),
    ("Bengt wants the concrete delivery moved to 7 June.", "what did Bengt want with the concrete delivery"),
    ("Priya wants the winter coats moved to the front window.", "what did Priya want with the winter coats"),
    ("Leila wants the till moved to the left of the entrance.", "what did Leila want with the till"),
    ("Owen wants the stocktaking moved to Sunday", "what did Owen want with the stocktaking"),
    ("Prof. Weiss wants the control group moved to lab B.", "what did Prof. Weiss want with the control group"),
    ("Chen wants the figure moved to the appendix.", "what did Chen want with the figure"),
    ("Aisha wants the pilot study moved to September.", "what did Aisha want with the pilot study"),
    ("Tomás wants the Rotterdam shipment moved to Wednesday.", "what did Tomás want with the Rotterdam shipment"),
    ("Marit wants the pallets moved to dock 5.", "what did Marit want with the pallets"),
    ("Dmitri wants the pick-up moved to 14:00", "what did Dmitri want with the pick-up"),
    ("Noor wants the release moved to Monday.", "what did Noor want with the release"),
    ("Hannah wants the login button moved to the top right.", "what did Hannah want with the login button"),
    ("Kwame wants the cron job moved to 3 am.", "what did Kwame want with the cron job"),
    ("Elena Rossi wants the soprano solo moved to the second half.", "what did Elena Rossi want with the soprano solo"),
    ("The client wants the invoice date moved to the end of the month.", "what did the client want with the invoice date"),
    ("The landlord wants the inspection moved to 9 April.", "what did the landlord want with the inspection"),
)  # fmt: skip


def scripted() -> ScriptedLLM:
    """A model that reads facts as anybody would, and rules that what has the same beginning is the same thing."""
    return ScriptedLLM(answer)


def answer(request: Request) -> dict[str, Any]:
    shown = json.loads(request.user.splitlines()[1])
    if "context" in shown:
        return {"facts": [fact for turn in shown["turns"] for fact in facts(turn)]}
    if "turns" in shown:
        said = " ".join(turn["text"] for turn in shown["turns"] if turn["role"] == "user")
        return {"subject": "What was said", "summary": said}
    if "conversation" in shown:
        return {"known": 0}
    return {"rulings": [ruling for candidate in shown["candidates"] for ruling in rulings(candidate)]}


def facts(turn: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for sentence in turn["text"].replace("12. Sarah", "12.\nSarah").splitlines():
        kind = "decision" if " wants " in sentence else "correction" if ", not " in sentence else "technical"
        if turn["role"] == "user" and (kind == "decision" or " has " in sentence):
            yield {"kind": kind, "text": sentence, "quote": sentence, "turn": turn["n"], "stance": "stated"}


def rulings(candidate: dict[str, Any]) -> Iterator[dict[str, Any]]:
    about = candidate["text"].split(" has ")[0]
    known = [fact["n"] for fact in candidate["known"] if fact["text"].startswith(f"{about} has ")]
    if ", not " in candidate["text"] and known:
        yield {"candidate": candidate["n"], "ruling": "supersede", "known": known[0], "why": "corrected"}


@pytest.fixture(params=["scripted", "no model"])
def told(
    request: pytest.FixtureRequest, wordless: Store
) -> Iterator[Callable[[Sequence[tuple[str, str, int]]], Store]]:
    """Tell sessions of (role, text, days ago), each day a session, and consolidate them."""
    if request.param == "scripted":
        llm.set_backend(scripted())

    def tell(said: Sequence[tuple[str, str, int]]) -> Store:
        for ago in sorted({days for _, _, days in said}, reverse=True):
            buffer = SessionBuffer(f"{ago} days ago", store=wordless)
            at = NOW - timedelta(days=ago)
            buffer.extend({"role": role, "content": text, "at": at} for role, text, days in said if days == ago)
            asyncio.run(consolidate_buffer(buffer, final=True))
        return wordless

    yield tell
    llm.set_backend(None)


def lines(store: Store, question: str, *, now: datetime = NOW) -> list[str]:
    """What `recall` prints, on a terminal wide enough for a hit a line, without the confidence at its end."""
    found = render.hits(retrieve(question, store, k=5), now=now, width=300)
    return [line.rsplit("  (", 1)[0] for line in found]


Told = Callable[[Sequence[tuple[str, str, int]]], Store]


def test_the_first_block_of_the_design(told: Told) -> None:
    shown = lines(told(DECK), "what did sarah say about the deck")
    assert "[correction] The Series B deck has 14 slides, not 12. (previously: 12 slides)" in shown
    assert "[decision]   Sarah wants the pipeline chart moved to slide 3." in shown
    assert '[said]       user: "sarah also asked who owns the sensitivity table"' in shown
    assert not any("has 12 slides" in line for line in shown[: shown.index(next(x for x in shown if "14" in x))])


def test_the_first_block_of_the_design_as_a_terminal_shows_it(cli: Cli, tmp_path: Path) -> None:
    transcript = tmp_path / "deck.jsonl"
    said = [
        {"role": role, "content": text, "timestamp": (NOW - timedelta(days=days)).isoformat(), "session_id": str(days)}
        for role, text, days in DECK
    ]
    transcript.write_text("".join(f"{json.dumps(one)}\n" for one in said), "utf-8")
    assert cli("ingest", str(transcript)).returncode == 0
    shown = " ".join(cli("recall", "what did sarah say about the deck").stdout.split())
    assert "[correction] The Series B deck has 14 slides, not 12. (previously: 12 slides) (" in shown
    assert "[decision] Sarah wants the pipeline chart moved to slide 3. (" in shown
    assert '[said] user: "sarah also asked who owns the sensitivity table" (2d ago)' in shown


@pytest.mark.parametrize(("old", "new", "before", "question"), CORRECTIONS)
def test_a_correction_comes_first_and_says_what_was_before(
    told: Told, old: str, new: str, before: str, question: str
) -> None:
    store = told([("user", old, 10), ("user", new, 2)])
    shown = lines(store, question)
    assert shown[0] == f"[correction] {new} (previously: {before})"


@pytest.mark.parametrize(("wish", "question"), DECISIONS)
def test_what_somebody_wants_moved_is_a_decision(told: Told, wish: str, question: str) -> None:
    assert lines(told([("user", wish, 2)]), question)[0] == f"[decision]   {wish}"


def test_all_of_them_in_one_memory(told: Told) -> None:
    """None takes another's place, and each is still the first answer to its question."""
    spread = [(place, *row) for place, row in enumerate(CORRECTIONS)]
    store = told(
        [
            *(("user", old, 100 + place) for place, old, _, _, _ in spread),
            *(("user", wish, 50 + place) for place, (wish, _) in enumerate(DECISIONS)),
            *(("user", new, 1 + place) for place, _, new, _, _ in spread),
        ]
    )
    for _, new, before, question in CORRECTIONS:
        assert lines(store, question)[0] == f"[correction] {new} (previously: {before})"
    for wish, question in DECISIONS:
        assert lines(store, question)[0] == f"[decision]   {wish}"
