"""Names nobody has told us of yet: what makes them known, and the words that never are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from episodic.language.sightings import ENOUGH, aliases, sightings


def sure(text: str) -> dict[str, str]:
    """Return what a text makes known at once, by its kind."""
    return {one.name: one.kind for one in sightings(text) if one.points >= ENOUGH}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Sarah is our lead investor and the deck goes to her.", "Sarah", "person"),
        ("I asked Marcus about it, he said no.", "Marcus", "person"),
        ("My wife Lena wants the blue one.", "Lena", "person"),
        ("Our manager, Ulrika Ek, signs.", "Ulrika Ek", "person"),
        ("min fru Lena vill ha den blå", "Lena", "person"),
        ("Lena är min syster.", "Lena", "person"),
        ("meine Chefin Petra will das nicht", "Petra", "person"),
        ("Petra ist unsere Projektleiterin.", "Petra", "person"),
        ("Mi jefe Javier dijo que no.", "Javier", "person"),
        ("mon collègue Benoît est malade", "Benoît", "person"),
        ("Hi Anna,\ncan you send the file?", "Anna", "person"),
        ("Will is our designer now.", "Will", "person"),
        ("My name is Karin Holm.", "Karin Holm", "person"),
        ("I saw Dr. Meyer today", "Meyer", "person"),
        ("Sarah Lind <sarah.lind@acme.com> wrote back", "Sarah Lind", "person"),
        ("张伟是我们的经理", "张伟", "person"),
        ("田中さんに見積もりを送ってください", "田中", "person"),
        ("김민수 씨가 보냈어요", "김민수", "person"),
        ("Nordvik Energi AB wants fourteen plants.", "Nordvik Energi", "organisation"),
        ("our client Halden pays late", "Halden", "organisation"),
        ("She works at Google now.", "Google", "organisation"),
        ("the Sahara project is late", "Sahara", "project"),
        ("the billing-api repo is broken", "billing-api", "project"),
        ("projektet Tidvattnet är sent", "Tidvattnet", "project"),
        ("We use Notion for the minutes.", "Notion", "tool"),
        ("we moved everything to postgres", "postgres", "tool"),
        ("run npm install --save-dev vite", "vite", "tool"),
        ("look at ./src/app.py:40", "src/app.py", "file"),
        ("open /home/me/work/api/src/deep/app.py", "src/deep/app.py", "file"),
    ],
)
def test_a_name_is_known_by_what_stands_beside_it(text: str, name: str, kind: str) -> None:
    assert sure(text).get(name) == kind


@pytest.mark.parametrize(
    "text",
    [
        "Will you send it today?",
        "Mark my words, this will break.",
        "ok let's go with the second option",
        "Everyone said no. Nobody thinks so. Customers want it.",
        "Marketing is our lead channel. Pricing is our main problem.",
        "Das Haus hat einen Garten und der Hund heißt Bello.",
        "we use German for the letters",
        "May is our launch month. Mark is our currency. Grace is our policy.",
        "Option B is better than Option A. On Monday in March we go.",
        "Ask Legal about it. Tell Support. The German team said yes.",
        "I told Claude to stop. Thank God it works.",
        "**Note**: Add a test. Run it. Whether a session is active",
        "1. **Store it** - Add a field\n- Converts repo-relative paths",
        "The SessionBuffer class calls get_store()",
        "Please Review The Following Title Case Heading",
        "see https://example.com/x.html, version 3.12, mail a@b.md",
        "皆さん、お客さんが来ます",
        "I'm Swedish, and my friend from Lyon says hi.",
        "call the API, then ping me",
    ],
)
def test_a_word_is_never_made_a_name(text: str) -> None:
    assert sure(text) == {}


def test_a_capital_in_a_sentence_is_half_of_what_it_takes_and_nothing_in_german() -> None:
    assert [(one.name, one.points) for one in sightings("then we saw it with Priya")] == [("Priya", 1)]
    assert sightings("dann haben wir es mit der Hand und ohne Maschine gemacht") == []


def test_a_models_headings_introduce_nothing() -> None:
    assert sightings("then we saw it with Priya", by_user=False) == []


@pytest.mark.parametrize(
    ("text", "name", "alias"),
    [
        ("Sarah Lind, whom we call SL, signs.", "Sarah Lind", "SL"),
        ("Bob, i.e. Robert Meyer, is away.", "Robert Meyer", "Bob"),
        ("Robert Meyer (aka Bob) left.", "Robert Meyer", "Bob"),
        ("The Model Risk Committee (MRC) met.", "Model Risk Committee", "MRC"),
        ("Mikael Ström, som vi kallar Micke, kommer.", "Mikael Ström", "Micke"),
        ("Maximilian Huber, genannt Max, war da.", "Maximilian Huber", "Max"),
        ("Sarah Lind <Sarah.Lind@acme.com> wrote.", "Sarah Lind", "sarah.lind@acme.com"),
    ],
)
def test_two_names_are_one_where_a_text_says_so(text: str, name: str, alias: str) -> None:
    assert [one[:2] for one in aliases(text)] == [(name, alias)]


@pytest.mark.parametrize(
    "text",
    ["Sarah Lind, Sarah Khan and Marcus", "Klaus, auch Petra", "Sarah Lind (CFO) signs", "Pierre, dit Marie, est là"],
)
def test_names_side_by_side_are_two(text: str) -> None:
    assert aliases(text) == []


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    assert all(one.name and one.points for one in sightings(text))
    aliases(text)
