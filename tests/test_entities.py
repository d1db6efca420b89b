"""Who and what is known: learnt from windows, found in any case, joined on evidence, forgotten with what named it."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from episodic import llm
from episodic.capture.buffer import SessionBuffer
from episodic.config import Config
from episodic.consolidate.opening import get_store
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.errors import InputError
from episodic.llm.scripted import ScriptedLLM
from episodic.memory.entities import Known
from episodic.memory.store import Store
from episodic.rights import acquaintances
from episodic.rights.forget import forget_all


@pytest.fixture(autouse=True)
def no_backend_afterwards() -> Iterator[None]:
    yield
    llm.set_backend(None)


def said(store: Store, *texts: str, session: str = "s", project: str | None = None) -> None:
    """Have a user say things in a session, and consolidate it."""
    buffer = SessionBuffer(session, store=store, project=project)
    for text in texts:
        buffer.append_turn("user", text)
    asyncio.run(consolidate_buffer(buffer))


def names(store: Store) -> dict[str, int]:
    """Return who is known, with the number of mentions."""
    return {one.name: one.mentions for one in store.entities.known()}


def one(store: Store, name: str) -> Known:
    (found,) = store.entities.find(name)
    return found


def turns(store: Store, name: str) -> list[str]:
    """Return the turns that mention somebody, in the order they were said."""
    rows = store.db.rows(
        "select i.text from item i join item_entity x on x.item = i.id join entity_root r on r.id = x.entity"
        " where r.root = ? and i.layer = 'turn' order by i.id",
        (one(store, name).id,),
    )
    return [row[0] for row in rows]


# Learning -----------------------------------------------------------------------------------------------------------


def test_a_name_learnt_once_is_found_in_every_case_and_ending(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.")
    later = [
        "ask sarah",
        "Saras kommentarer ligger i marginalen",
        "SARAH SAYS NO",
        "让Sarah重启一下",
        "the Sahara is dry",
    ]
    said(wordless, *later)
    assert turns(wordless, "sarah") == ["Sarah is our lead investor.", *later[:4]]


def test_a_name_in_chinese_is_found_inside_a_sentence(wordless: Store) -> None:
    said(wordless, "王芳是我们的经理", "昨天王芳说预算还要再改一次", "请把报告发给李雷和王芳")
    assert names(wordless) == {"王芳": 3}


def test_what_was_said_before_a_name_was_known_is_linked_too(wordless: Store) -> None:
    said(wordless, "ask sarah about the lease", session="early")
    assert names(wordless) == {}
    said(wordless, "Sarah is our landlord.", session="late")
    assert turns(wordless, "sarah") == ["ask sarah about the lease", "Sarah is our landlord."]


def test_a_capital_makes_a_name_known_in_the_second_turn_only(wordless: Store) -> None:
    said(wordless, "yesterday we saw it with Priya again", session="one")
    assert names(wordless) == {}
    said(wordless, "this was the idea of Priya", session="two")
    assert names(wordless) == {"Priya": 2}


def test_a_word_that_is_mostly_written_small_is_no_name(wordless: Store) -> None:
    said(wordless, "we fixed the Ledger", "it is a ledger, my ledger", "so we saw this Ledger of ours")
    assert names(wordless) == {}


def test_ordinary_words_make_nobody_known(wordless: Store) -> None:
    said(wordless, "Will you go? Mark my words.", "Go on, may I?", "Will it work? Mark it.", "Everyone says so.")
    assert names(wordless) == {}


def test_a_named_speaker_is_known(wordless: Store) -> None:
    buffer = SessionBuffer("s", store=wordless)
    buffer.append_turn("user", "morning", name="Caroline")
    buffer.append_turn("assistant", "hello", name="assistant")
    buffer.append_turn("user", "caroline here again")
    asyncio.run(consolidate_buffer(buffer))
    assert list(names(wordless)) == ["Caroline"]


def test_a_name_a_model_lists_is_known_if_it_was_said(store: Store) -> None:
    fact = {
        "kind": "technical",
        "text": "The queue runs on Zanzi",
        "quote": "the queue runs on zanzi",
        "turn": 0,
        "stance": "stated",
        "entities": ["Zanzi", "Mombasa", "queue"],
        "valid_from": None,
        "valid_until": None,
    }
    llm.set_backend(ScriptedLLM({"list the facts": {"facts": [fact]}}))
    said(store, "the queue runs on zanzi")
    assert set(names(store)) == {"Zanzi", "queue"}


def test_files_packages_and_the_sessions_project_are_known(wordless: Store) -> None:
    said(wordless, "src/app.py fails, so pip install typer", "the traceback is in ./src/app.py:40", project="acme/api")
    kinds = {known.name: (known.kind, known.mentions) for known in wordless.entities.known()}
    assert kinds == {"src/app.py": ("file", 2), "typer": ("tool", 1), "api": ("project", 2)}


def test_two_projects_of_one_name_are_two(wordless: Store) -> None:
    """CASES 73."""
    said(wordless, "we decided to use Kafka here", session="a", project="/a/api")
    said(wordless, "we decided to use Redis here", session="b", project="/b/api")
    assert sorted(filter(None, (known.identity for known in wordless.entities.find("api")))) == ["/a/api", "/b/api"]
    assert [found.text for found in wordless.entities.facts(one(wordless, "/a/api").id)] == [
        "we decided to use Kafka here"
    ]


def test_a_thing_becomes_a_person_when_somebody_says_so(wordless: Store) -> None:
    said(wordless, "yesterday we saw it with Priya again", "this was the idea of Priya")
    assert one(wordless, "priya").kind == "thing"
    said(wordless, "Priya is our designer.")
    assert one(wordless, "priya").kind == "person"


# Aliases ------------------------------------------------------------------------------------------------------------


def test_an_alias_is_joined_where_it_is_said(wordless: Store) -> None:
    said(wordless, "Sarah Lind, whom we call SL, signs the offer.", "SL wants it by noon")
    assert one(wordless, "SL") == one(wordless, "sarah lind")
    assert names(wordless) == {"Sarah Lind": 2}


def test_two_that_were_known_apart_become_one_where_it_is_said(wordless: Store) -> None:
    said(wordless, "I asked Bobby about the roof.", "Robert Meyer is our builder.")
    assert set(names(wordless)) == {"Bobby", "Robert Meyer"}
    said(wordless, "Robert Meyer (aka Bobby) called.")
    assert names(wordless) == {"Robert Meyer": 3}


def test_one_address_makes_two_names_one(wordless: Store) -> None:
    said(wordless, "Sarah Lind <sarah@acme.com> wrote.", "Sally Lind <sarah@acme.com> wrote again.")
    assert names(wordless) == {"Sarah Lind": 2}


def test_a_first_name_is_that_of_the_only_one_who_has_it(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Sarah Lind <sarah@acme.com> wrote.", "ask sarah")
    assert names(wordless) == {"Sarah Lind": 3}


def test_a_bare_first_name_of_two_is_neither(wordless: Store) -> None:
    said(wordless, "Sarah Lind is our lawyer.", "Sarah Khan is our architect.", "ask sarah about it")
    assert names(wordless) == {"Sarah Lind": 1, "Sarah Khan": 1}
    assert {known.name for known in wordless.entities.find("sarah")} == {"Sarah Lind", "Sarah Khan"}


def test_a_second_of_a_first_name_parts_what_was_joined(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Sarah Lind is our lawyer.")
    assert names(wordless) == {"Sarah Lind": 2}
    said(wordless, "Sarah Khan is our architect.")
    assert names(wordless) == {"Sarah": 1, "Sarah Lind": 1, "Sarah Khan": 1}


def test_two_are_made_one_by_hand_and_two_again(wordless: Store) -> None:
    said(wordless, "I asked Bobby about the roof.", "Robert Meyer is our builder.")
    acquaintances.merge(wordless, "Robert Meyer", "bobby")
    assert names(wordless) == {"Robert Meyer": 2}
    said(wordless, "bobby is late")
    assert names(wordless) == {"Robert Meyer": 3}
    assert acquaintances.part(wordless, "bobby") == ("bobby", "Robert Meyer")
    assert names(wordless) == {"Bobby": 2, "Robert Meyer": 1}
    log = wordless.db.rows("select why, decided_by, undone_at is not null from entity_join")
    assert log == [("by hand", "user", 1)]


@pytest.mark.parametrize(
    ("pair", "says"),
    [
        (("Robert Meyer", "Robert Meyer"), "are one already"),
        (("Robert Meyer", "Roberta"), "did you mean"),
        (("sarah", "Robert Meyer"), "may be any of"),
    ],
)
def test_no_two_are_made_one_by_guessing(wordless: Store, pair: tuple[str, str], says: str) -> None:
    said(wordless, "Robert Meyer is our builder.", "Sarah Lind is our lawyer.", "Sarah Khan is our architect.")
    with pytest.raises(InputError, match=says):
        acquaintances.merge(wordless, *pair)
    assert wordless.db.value("select count(*) from entity_join") == 0


def test_what_was_parted_by_hand_is_not_joined_by_rule_again(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Sarah Lind is our lawyer.")
    acquaintances.part(wordless, "sarah")
    said(wordless, "Tomasz is our plumber.")
    assert {"Sarah", "Sarah Lind"} <= set(names(wordless))


# Edges --------------------------------------------------------------------------------------------------------------


def test_an_edge_counts_the_turns_two_share_and_their_fact_once(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Marcus is our designer.")
    said(wordless, "We decided that sarah and marcus share the deck.", "sarah, marcus: lunch?", "sarah alone")
    assert wordless.status().facts >= 3
    goes_with = wordless.entities.companions(one(wordless, "sarah").id, most=9)
    assert [(other.name, other.shared) for other in goes_with] == [("Marcus", 2)]


def test_the_threads_that_mention_somebody_are_shown_with_them(wordless: Store) -> None:
    buffer = SessionBuffer("s", store=wordless)
    for text in (
        "Sarah is our lawyer.",
        "sarah reads the lease for the warehouse tomorrow",
        "the lease of the warehouse is long",
    ):
        buffer.append_turn("user", text)
    asyncio.run(consolidate_buffer(buffer, final=True))
    assert acquaintances.portrait(wordless, one(wordless, "sarah")).threads == tuple(wordless.streams()) != ()


def test_what_is_unfinished_with_somebody_is_shown_with_them(wordless: Store) -> None:
    said(
        wordless, "Sarah is our lawyer.", "I'll send the lease to sarah by Friday.", "I'll call the plumber on Friday."
    )
    (loop,) = acquaintances.portrait(wordless, one(wordless, "sarah")).loops
    assert "lease" in loop.text


# Forgetting ---------------------------------------------------------------------------------------------------------


def test_deleting_an_item_takes_it_out_of_edges_and_a_name_nobody_says_any_more_is_gone(wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Marcus is our designer.", "sarah and marcus agree")
    wordless.db.run("delete from item where text = 'sarah and marcus agree'")
    assert wordless.entities.companions(one(wordless, "sarah").id, most=9) == []
    wordless.db.run("delete from item where text like '%Marcus%'")
    assert names(wordless) == {"Sarah": 1}
    said(wordless, "marcus again")
    assert names(wordless) == {"Sarah": 1}


def test_a_forgotten_turn_takes_the_alias_with_it(wordless: Store) -> None:
    said(wordless, "Sarah Lind is our lawyer.", "Sarah Lind, whom we call SL, signs.")
    wordless.db.run("delete from item where text like '%SL%'")
    assert one(wordless, "Sarah Lind").aliases == ()
    assert wordless.entities.find("SL") == []


def test_forgetting_all_leaves_no_name(wordless: Store) -> None:
    said(wordless, "Sarah Lind, whom we call SL, is our lawyer.", *["Sarah prefers tea."] * 4, project="acme/quetzal")
    asyncio.run(consolidate_buffer(SessionBuffer("s", store=wordless), final=True))
    forget_all(wordless)
    tables = ("entity", "entity_alias", "entity_join", "item_entity", "profile", "profile_fact")
    assert {table: wordless.db.value(f"select count(*) from {table}") for table in tables} == dict.fromkeys(tables, 0)
    assert not any(b"quetzal" in path.read_bytes() for path in wordless.home.rglob("*") if path.is_file())


# Users --------------------------------------------------------------------------------------------------------------

PHRASES = (
    "Sarah is our lead investor.",
    "Sarah Lind, whom we call SL, signs.",
    "Sarah Khan is our architect.",
    "Robert Meyer (aka Bob) called.",
    "Sarah prefers short e-mails.",
    "sarah and bob met SL",
    "We decided that Sarah Lind signs the lease.",
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(mine=st.lists(st.sampled_from(PHRASES), max_size=5), theirs=st.lists(st.sampled_from(PHRASES), max_size=5))
def test_no_alias_edge_or_profile_crosses_users(
    config: Config, tmp_path_factory: pytest.TempPathFactory, mine: Sequence[str], theirs: Sequence[str]
) -> None:
    """What one user's memory shows is the same with another's beside it, whatever that one says."""
    shown = []
    for others in ((), theirs):
        home = tmp_path_factory.mktemp("home")
        settings_ = replace(config, home=home, models=home / "nowhere", profile_facts=1)
        other, own = get_store(user="other", config=settings_), get_store(user="me", config=settings_)
        said(other, *others) if others else None
        said(own, *mine) if mine else None
        shown.append([_seen(own, known) for known in own.entities.known()])
        for store in (own, other):
            store.close()
    assert shown[0] == shown[1]


def _seen(store: Store, known: Known) -> tuple[object, ...]:
    found = acquaintances.portrait(store, known)
    text = found.profile.text if found.profile else ""
    sentences = sorted(part.split("[")[0] for part in text.split("]."))
    return (*known[1:], sentences, sorted(fact.text for fact in found.facts), found.goes_with)


def test_an_entity_of_another_user_can_be_named_by_no_call(config: Config, wordless: Store) -> None:
    said(wordless, "Sarah is our lead investor.", "Marcus is our designer.")
    theirs = one(wordless, "sarah").id
    other = get_store(user="other", config=replace(config, models=config.home / "nowhere"))
    said(other, "Sarah is our lawyer.")
    item = other.db.value("select max(id) from item where scope = ?", (other.scope,))
    with other.transaction():
        other.entities.mention([item], [theirs])
        other.entities.call(theirs, "Sally", item=item)
        assert not other.entities.join(theirs, one(other, "sarah").id, why="", decided_by="user", at=config.clock())
        assert other.entities.part(theirs, at=config.clock()) is None
        other.profiles.write(theirs, "x", (), written_by="rule", basis=0, at=config.clock())
    assert (other.entities.facts(theirs), other.entities.companions(theirs, most=9)) == ([], [])
    assert one(wordless, "sarah").aliases == ()
    assert wordless.profiles.read(theirs) is None
    other.close()


def test_a_turn_is_linked_whatever_process_learnt_the_name(config: Config, wordless: Store) -> None:
    second = get_store(config=replace(config, models=config.home / "nowhere"))
    said(second, "lunch at noon", session="warm")
    said(wordless, "Sarah is our lead investor.")
    said(second, "ask sarah", session="other")
    assert names(second) == {"Sarah": 2}
    second.close()
