"""Episodes that tell the same become one, old ones are archived, and both can be taken back."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from conftest import Cli

from episodic import Store, get_store, retrieve
from episodic.config import Config
from episodic.consolidate import tidying
from episodic.errors import InputError
from episodic.records import EpisodeRecord, Message, Piece
from episodic.rights import correct

DAY = datetime(2026, 11, 2, 9, tzinfo=UTC)
STANDUP = "The user asked for a short status report of the billing service for the weekly meeting."


def told(
    store: Store, session: str, summary: str, *, at: datetime = DAY, project: str | None = None, **more: object
) -> int:
    """Put an episode there, proved by one turn that says as much."""
    store.write(session, [Message("user", (Piece(summary),), at=at)], project=project)
    with store.transaction():
        row = store.turns.session(session)
        assert row is not None
        record = EpisodeRecord(" ".join(summary.split()[:6]), summary)._replace(**more)  # type: ignore[arg-type]
        turns = store.turns.window(row.id, after=-1)
        episode = store.episode_log.add(record, turns, session=row.id, project=project)
        store.turns.consolidated(session, turns[-1].seq)
        store.turns.told(row.id, turns[-1].seq)
    store.embeddings.catch_up()
    return episode


def live(store: Store) -> list[int]:
    return sorted(episode.id for episode in store.episodes())


def test_what_tells_the_same_is_merged_and_the_sources_archived(store: Store) -> None:
    one = told(store, "a", STANDUP, decisions=("Reports go out on Mondays",), outcome="unresolved")
    other = told(store, "b", STANDUP.replace("short", "brief"), at=DAY + timedelta(days=7), lessons=("Ask Ada first",))
    tidying.tidy(store)
    (merged,) = store.episodes()
    assert merged.id not in {one, other}
    assert (merged.record.decisions, merged.record.lessons) == (("Reports go out on Mondays",), ("Ask Ada first",))
    assert (merged.record.outcome, merged.started_at, merged.ended_at) == ("unresolved", DAY, DAY + timedelta(days=7))
    sources = {episode.id: episode.merged_into for episode in store.episodes(archived=True) if episode.id != merged.id}
    assert sources == {one: merged.id, other: merged.id}
    hits = retrieve("status report of the billing service", store, layers=["episode"])
    assert [(hit.id, set(hit.evidence)) for hit in hits] == [(merged.id, {("a", 0), ("b", 0)})]


@pytest.mark.parametrize(
    "other",
    [
        "The user asked for a short status report of the billing service for the 3 weekly meetings.",
        "The user asked for a short status report of the ingest service for the weekly meeting.",
        "The user did not ask for a short status report of the billing service for the weekly meeting.",
        "The user asked for a long history of the kitchen worktop for the landlord.",
    ],
)
def test_what_differs_in_anything_that_matters_stays_apart(store: Store, other: str) -> None:
    ids = [told(store, "a", STANDUP), told(store, "b", other)]
    tidying.tidy(store)
    assert live(store) == ids


def test_projects_are_not_mixed(store: Store) -> None:
    ids = [told(store, "a", STANDUP, project="billing"), told(store, "b", STANDUP, project="other")]
    tidying.tidy(store)
    assert live(store) == ids


def test_a_merge_can_be_taken_back_and_is_not_made_again(store: Store) -> None:
    ids = [told(store, "a", STANDUP), told(store, "b", STANDUP)]
    tidying.tidy(store)
    (merged,) = live(store)
    assert correct.undo(store, merged) == ids
    tidying.tidy(store)
    assert live(store) == ids
    assert retrieve("status report of the billing service", store, layers=["episode"]) != []


def test_only_old_episodes_with_nothing_to_keep_are_archived(store: Store) -> None:
    long_ago = store.config.clock() - timedelta(days=400)
    idle = told(store, "a", "They talked about the weather in Malmö.", at=long_ago)
    kept = [
        told(store, "b", "They chose the oak floor for the hall.", at=long_ago, decisions=("The oak floor",)),
        told(store, "c", "The boiler broke twice this winter.", at=long_ago, lessons=("Bleed it first",)),
        told(store, "d", "They talked about the harvest.", at=store.config.clock() - timedelta(days=300)),
    ]
    tidying.tidy(store)
    assert live(store) == kept
    assert retrieve("weather in Malmö", store, layers=["episode"]) == []
    assert retrieve("weather in Malmö", store)[0].text == "They talked about the weather in Malmö."
    assert correct.undo(store, idle) == [idle]
    tidying.tidy(store)
    assert live(store) == [idle, *kept]


def test_nothing_is_archived_where_the_setting_says_never(config: Config) -> None:
    store = get_store(config=replace(config, archive_days=0))
    idle = told(store, "a", "They talked about the weather.", at=datetime(1999, 1, 1, tzinfo=UTC))
    tidying.tidy(store)
    assert live(store) == [idle]
    store.close()


def test_what_was_told_then_is_told_as_of_then(store: Store) -> None:
    one = told(store, "a", STANDUP)
    told(store, "b", STANDUP, at=DAY + timedelta(days=7))
    tidying.tidy(store)
    then = retrieve("status report of the billing service", store, layers=["episode"], as_of=DAY + timedelta(days=1))
    assert [hit.id for hit in then] == [one]


def test_an_episode_that_was_never_touched_has_nothing_to_undo(store: Store) -> None:
    episode = told(store, "a", STANDUP)
    with pytest.raises(InputError, match="replaced nothing"):
        correct.undo(store, episode)


def test_the_command_previews_does_and_takes_back(cli: Cli, store: Store) -> None:
    one, other = told(store, "a", STANDUP), told(store, "b", STANDUP)
    preview = cli("consolidate", "--dry-run").stdout
    assert preview == f"0 turns to consolidate\nmerge #{one}, #{other}: The user asked for a short\n"
    assert live(store) == [one, other]
    assert f"merge #{one}, #{other}: " in cli("consolidate").stdout
    (merged,) = live(store)
    assert cli("consolidate", "--dry-run").stdout == "0 turns to consolidate\n"
    assert json.loads(cli("episodes", "--archived", "--json").stdout)["episodes"][-1]["merged_into"] == merged
    assert cli("undo", str(merged)).stderr == f"current now: #{one}, #{other}\n"
    assert live(store) == [one, other]


def test_undo_can_keep_both_and_an_edit_into_what_was_known_leaves_it(store: Store) -> None:
    """A ruling was wrong: neither fact is; and what was current before an edit is current after it is undone."""
    old = store.remember("The Series B deck needs 12 slides.", kind="technical")
    new = store.remember("The Series B deck needs 14 slides now.", kind="technical")
    assert correct.undo(store, new, keep=True) == [old, new]
    known = store.remember("The oak is in the shed.", kind="technical")
    wrong = store.remember("The birch is in the cellar.", kind="technical")
    assert correct.edit(store, wrong, "The oak is in the shed.") == known
    assert correct.undo(store, known) == [known, wrong]
