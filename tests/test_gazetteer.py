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
        ("jag frågade kalle om han kommer", "Kalle", "Kalle"),
        ("Kalles mamma ringde", "Kalle", "Kalle"),
        ("vi ses hos lina ikväll", "Lina", "Lina"),
        ("linas presentation", "Lina", "Lina"),
        ("har du pratat med ulf?", "Ulf", "Ulf"),
        ("Ulfs rapport", "Ulf", "Ulf"),
        ("det blir en kall vår", "Vår", ""),
        ("en ek i trädgården", "Johan Ek", ""),
        ("Johan Eks kontrakt", "Johan Ek", "Johan Ek"),
        ("hon bor i berg", "Maria Berg", ""),
        ("Björns bil", "Björn", "Björn"),
        ("den stora stenen", "Sten", ""),
        ("ring sten", "Sten", "Sten"),
        ("ich habe mit wolf telefoniert, er kommt", "Wolf", "Wolf"),
        ("Wolfs Auto", "Wolf", "Wolf"),
        ("Frau Koch hat geschrieben", "Koch", "Koch"),
        ("der Koch hat gekündigt", "Koch", ""),
        ("wir treffen uns mit Max und Petra", "Max, Petra", "Max, Petra"),
        ("Hans' Hund", "Hans", "Hans"),
        ("mit Anna-Lena besprochen", "Lena", ""),
        ("das Slack-Update von gestern", "Slack (tool)", "Slack"),
        ("l'eau claire", "Claire", ""),
        ("Pierre a dit non", "Pierre", "Pierre"),
        ("pierre a dit non", "Pierre", "Pierre"),
        ("une pierre dans la chaussure", "Pierre", ""),
        ("pregúntale a rosa", "Rosa", "Rosa"),
        ("Rosa dijo que sí", "Rosa", "Rosa"),
        ("una camisa rosa", "Rosa", ""),
        ("la luz está apagada", "Luz", ""),
        ("Luz llega mañana", "Luz", "Luz"),
        ("вера сказала, что придёт", "Вера", "Вера"),
        ("у меня нет веры в это", "Вера", ""),
        ("позвони Роману", "Роман", "Роман"),
        ("читаю роман", "Роман", ""),
        ("Ивана нет на месте", "Иван", "Иван"),
        ("с Иваном договорились", "Иван", "Иван"),
        ("明天和王芳开会", "王芳", "王芳"),
        ("小明说他不来", "小明", "小明"),
        ("我们用阳光这个项目做演示", "阳光 (project)", "阳光"),
        ("阳光项目延期了", "阳光 (project)", "阳光"),
        ("用Python写的脚本", "Python (tool)", "Python"),
        ("高橋部長に確認してください", "高橋", "高橋"),
        ("林さんと会議", "林", "林"),
        ("森林を歩く", "林", ""),
        ("さくらさんに聞いて", "さくら", "さくら"),
        ("桜が咲いた", "桜", ""),
        ("박지훈 대리님께 전달했어요", "박지훈", "박지훈"),
        ("민수야 안녕", "민수", "민수"),
        ("지훈이랑 밥 먹었어", "지훈", "지훈"),
        ("하늘이 맑다", "하늘", ""),
        ("คุณนกโทรมา", "นก", "นก"),
        ("นกบินบนฟ้า", "นก", ""),
        ("the june release slipped", "June", ""),
        ("June's on it", "June", "June"),
        ("june said she can't", "June", "June"),
        ("in june we ship", "June", ""),
        ("april's numbers are in, she sent them", "April", "April"),
        ("Dean signed it", "Dean", "Dean"),
        ("can you loop in Frank", "Frank", "Frank"),
        ("to be frank, no", "Frank", ""),
        ("let me be frank with you", "Frank", ""),
        ("i talked to frank about the lease", "Frank", "Frank"),
        ("gave it to frank, he'll handle it", "Frank", "Frank"),
        ("Art sent the logo", "Art", "Art"),
        ("art direction is off", "Art", ""),
        ("drew sent it over", "Drew", "Drew"),
        ("i drew a diagram", "Drew", ""),
        ("pat approved the PR", "Pat", "Pat"),
        ("pat yourself on the back", "Pat", ""),
        ("they will sue us", "Sue", ""),
        ("rose and lily are coming", "Rose, Lily", "Rose, Lily"),
        ("port it to swift", "Swift (tool)", "Swift"),
        ("does ruby support that?", "Ruby (tool)", "Ruby"),
        ("a ruby ring", "Ruby (tool)", ""),
        ("make sure it works", "Make (tool)", ""),
        ("run make test", "Make (tool)", "Make"),
        ("cargo and rust are installed", "Rust (tool), Cargo (tool)", "Cargo, Rust"),
        ("meet at noon in teams", "Teams (tool)", "Teams"),
        ("the teams agreed", "Teams (tool)", ""),
        ("draw it in figma", "Figma (tool)", "Figma"),
        ("spring is coming", "Spring (tool)", ""),
        ("spring boot 3.2 is out", "Spring (tool)", "Spring"),
        ("open the excel sheet", "Excel (tool)", "Excel"),
        ("they excel at this", "Excel (tool)", ""),
        ("zoom in on the chart", "Zoom (tool)", ""),
        ("join the zoom call", "Zoom (tool)", "Zoom"),
        ("put it on notion", "Notion (tool)", "Notion"),
        ("i have no notion of it", "Notion (tool)", ""),
        ("atlas needs a new owner", "Atlas (project)", "Atlas"),
        ("an atlas of the world", "Atlas (project)", ""),
        ("kickoff for Apollo on monday", "Apollo (project)", "Apollo"),
        ("the mercury in the thermometer", "Mercury (project)", ""),
        ("mercury's deadline moved", "Mercury (project)", "Mercury"),
        ("shell wants a quote", "Shell (organisation)", "Shell"),
        ("open a shell and type ls", "Shell (organisation)", ""),
        ("target is down in the q3 numbers", "Target (organisation)", ""),
        ("Apple rejected the build", "Apple (organisation)", "Apple"),
        ("an apple a day", "Apple (organisation)", ""),
        ("we pitch to Visa tomorrow", "Visa (organisation)", "Visa"),
        ("my visa expires in may", "Visa (organisation)", ""),
        ("acme gmbh signed", "Acme GmbH (organisation) = Acme", "Acme GmbH"),
        (
            "tests/conftest.py and conftest.py differ",
            "tests/conftest.py (file), conftest.py (file)",
            "tests/conftest.py, conftest.py",
        ),
        ("cat Dockerfile", "Dockerfile (file)", "Dockerfile"),
        ("the docker file", "Dockerfile (file)", ""),
        ("package.json says 1.2", "package.json (file)", "package.json"),
        ("package.json5", "package.json (file)", ""),
        ("utils.py fails", "src/utils.py (file), lib/utils.py (file)", ""),
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
