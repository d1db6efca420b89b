"""What a correction takes back is what was said, also where nobody made a fact of it at the time."""

import asyncio
from datetime import datetime, timedelta

import pytest

from episodic import SessionBuffer, consolidate_buffer
from episodic.config import Config
from episodic.consolidate.report import Report
from episodic.memory.store import Store
from episodic.recall.hits import Hit
from episodic.recall.retrieve import retrieve
from episodic.records import Role

OLD = "The Harland case has 4 witnesses."  # no fact by itself: a case may be anything
NEW = "The Harland case has 6 witnesses, not 4."
QUESTION = "how many witnesses does the Harland case have"


def tell(  # noqa: PLR0913 - all but three by name
    store: Store, text: str, at: datetime, *, session: str = "talk", role: Role = "user", project: str | None = None
) -> Report:
    buffer = SessionBuffer(session, store=store, project=project)
    buffer.append_turn(role, text, at=at)
    return asyncio.run(consolidate_buffer(buffer))


def found(store: Store, question: str = QUESTION) -> Hit:
    return retrieve(question, store, layers=["fact"], fast=True)[0]


@pytest.fixture
def day(clock: datetime) -> datetime:
    return clock - timedelta(days=10)


def test_what_was_taken_back_is_shown_as_what_was_before(wordless: Store, day: datetime) -> None:
    assert tell(wordless, OLD, day).added == 0
    report = tell(wordless, NEW, day + timedelta(days=3), session="later")
    assert (report.proposed, report.added, report.superseded) == (1, 1, 1)
    hit = found(wordless)
    assert (hit.text, hit.previously) == (NEW, "4 witnesses")
    chain = wordless.supersessions.chain(hit.id)
    assert [(link.text, link.live, link.decided_by) for link in chain] == [(OLD, False, None), (NEW, True, "guard")]
    assert wordless.why(chain[0].id).turns[0].content == OLD


def test_its_turn_stands_below_what_holds_now(wordless: Store, day: datetime) -> None:
    """CASE 52: who asks in the old words is told what is so."""
    tell(wordless, OLD, day)
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    texts = [hit.text for hit in retrieve("Harland case 4 witnesses", wordless, fast=True)]
    assert texts.index(NEW) < texts.index(OLD)


def test_both_may_be_said_in_one_window(wordless: Store, day: datetime) -> None:
    buffer = SessionBuffer("talk", store=wordless)
    buffer.extend({"role": "user", "content": text, "at": day} for text in (OLD, "Let me look.", NEW))
    assert asyncio.run(consolidate_buffer(buffer)).superseded == 1
    assert found(wordless).previously == "4 witnesses"


def test_what_was_true_then_can_be_asked(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day)
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    then = retrieve(QUESTION, wordless, layers=["fact"], fast=True, as_of=day + timedelta(days=1))
    assert [hit.text for hit in then] == [OLD]


def test_it_can_be_undone(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day)
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    with wordless.transaction():
        wordless.supersessions.undo(found(wordless).id, at=day + timedelta(days=4))
    assert found(wordless).text == OLD


@pytest.mark.parametrize(
    "said",
    [
        "Does the Harland case have 4 witnesses?",
        "Maybe the Harland case has 4 witnesses.",
        "If the Harland case has 4 witnesses, we need a day.",
        "The Lindgren case has 4 witnesses.",
        "The Harland case has 5 witnesses.",
        "The Harland case has 4 witnesses and 3 exhibits.",
        "> The Harland case has 4 witnesses.",
    ],
)
def test_what_was_not_stated_is_not_taken_back(wordless: Store, day: datetime, said: str) -> None:
    tell(wordless, said, day)
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    hit = found(wordless)
    assert (hit.text, hit.previously) == (NEW, None)


def test_what_the_assistant_said_is_no_fact_of_the_user(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day, role="assistant")
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    assert found(wordless).previously is None


def test_another_project_is_another_case(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day, project="appeals")
    tell(wordless, NEW, day + timedelta(days=3), session="later", project="trials")
    assert found(wordless).previously is None


def test_another_users_turn_is_nobodys(config: Config, wordless: Store, day: datetime) -> None:
    """CASE 68."""
    other = Store(config, "other")
    tell(other, OLD, day)
    other.close()
    tell(wordless, NEW, day + timedelta(days=3), session="later")
    assert found(wordless).previously is None


def test_what_is_said_afterwards_is_not_taken_back(wordless: Store, day: datetime) -> None:
    buffer = SessionBuffer("talk", store=wordless)
    buffer.append_turn("user", OLD, at=day + timedelta(days=3))
    tell(wordless, NEW, day, session="earlier")
    assert found(wordless).previously is None


def test_a_second_correction_replaces_the_first(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day)
    tell(wordless, NEW, day + timedelta(days=1), session="later")
    tell(wordless, "The Harland case has 7 witnesses, not 6.", day + timedelta(days=2), session="last")
    chain = [link.text for link in wordless.supersessions.chain(found(wordless).id)]
    assert chain == [OLD, NEW, "The Harland case has 7 witnesses, not 6."]


def test_the_same_correction_twice_is_one(wordless: Store, day: datetime) -> None:
    tell(wordless, OLD, day)
    tell(wordless, NEW, day + timedelta(days=1), session="later")
    assert tell(wordless, NEW, day + timedelta(days=2), session="last").restated == 1
    assert len(wordless.supersessions.chain(found(wordless).id)) == 2


def test_what_was_replaced_before_is_not_learnt_again(wordless: Store, day: datetime) -> None:
    """It is a fact already, if no current one."""
    said = [
        "The wedding menu has 4 courses.",
        "The wedding menu has 5 courses.",
        "The wedding menu has 6 courses, not 4.",
    ]
    for place, text in enumerate(said):
        tell(wordless, text, day + timedelta(days=place), session=str(place))
    texts = [row[0] for row in wordless.db.rows("select i.text from item i join fact f on f.item = i.id")]
    assert sorted(texts) == said
