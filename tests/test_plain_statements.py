"""Plain declarative sentences of many fields of work, what they are proposed as, and their look-alikes that are not."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from episodic.consolidate.grounding import Grounded, ground
from episodic.consolidate.heuristics import propose
from episodic.records import Candidate, Kind, Turn

AT = datetime(2026, 11, 27, 9, tzinfo=UTC)


def proposed(content: str) -> list[Candidate]:
    said = Turn(session="s", seq=0, role="user", content=content, at=AT)
    return [candidate for candidate in propose([said]) if isinstance(ground(candidate, [said]), Grounded)]


STATED: Final[Mapping[Kind, Sequence[str]]] = {
    "personal": (
        "I work at Acme.",
        "I work at Acme as a data engineer.",
        "I work night shifts at the hospital in Leeds.",
        "I'm vegetarian.",
        "I eat steak now.",
        "I don't eat pork.",
        "I'm a paralegal at a firm in Dublin.",
        "I've been a pastry chef for eleven years.",
        "I've worked at Lidl since 2019.",
        "I teach chemistry at a secondary school.",
        "I run a small bakery in Bristol.",
        "I study economics at Uppsala.",
        "I coach the under-12 girls on Saturdays.",
        "I speak Portuguese and a bit of Catalan.",
        "I'm left-handed and colour-blind.",
        "I'm based in Rotterdam.",
        "I drive a 2014 Volvo.",
        "My blood type is 0 negative.",
        "My timezone is CET.",
        "My salary is 42,000 euro a year.",
        "My job title is site manager.",
        "Jag jobbar på Skanska.",
        "Jag arbetar som undersköterska i Umeå.",
        "Jag är vegetarian.",
        "Jag äter inte fläsk.",
        "Jag undervisar i kemi på ett gymnasium.",
        "Jag driver ett litet bageri i Lund.",
        "Jag pratar spanska och lite finska.",
        "Min lön är 38 000 kronor.",
        "Ich arbeite bei Siemens.",
        "Ich arbeite bei der Stadt Köln als Ingenieurin.",
        "Ich bin Vegetarierin.",
        "Ich esse kein Schweinefleisch.",
        "Ich unterrichte Chemie an einem Gymnasium.",
        "Ich leite eine kleine Bäckerei in Mainz.",
        "Ich spreche Polnisch und etwas Russisch.",
        "Mein Gehalt beträgt 3.400 Euro.",
        "Trabajo en un bufete de Bilbao.",
        "Soy vegetariano.",
        "No como cerdo.",
        "Doy clases de química en un instituto.",
        "Tengo una panadería en Cádiz.",
        "Hablo catalán y un poco de alemán.",
        "Je travaille chez Renault.",
        "Je suis végétarienne.",
        "Je ne mange pas de porc.",
        "J'enseigne la chimie dans un lycée.",
        "Je tiens une petite boulangerie à Nantes.",
        "Je parle espagnol et un peu russe.",
        "Lavoro in uno studio legale a Torino.",
        "Trabalho na Petrobras.",
    ),
    "technical": (
        "The Series B deck needs 14 slides, Sarah confirmed.",
        "The Series B deck needs 12 slides.",
        "We use PostgreSQL for the ledger.",
        "We have 212 customers.",
        "Our budget is 40,000 euro.",
        "We use Xero for the bookkeeping.",
        "Our kitchen seats 48 guests.",
        "The Hamilton Street site needs 6 electricians.",
        "Our firm employs 23 people.",
        "The wedding menu has five courses.",
        "The grant covers 80 percent of the salaries.",
        "Our office rent is 2,300 pounds a month.",
        "The sample has 340 participants.",
        "Our team trains at Eriksdal.",
        "We order our flour from Caputo.",
        "The court requires three signed copies.",
        "The Lindgren contract is worth 1.2 million kronor.",
        "Our CRM is HubSpot.",
        "The squad has 26 players.",
        "Our hosting costs 90 dollars a month.",
        "The scaffolding has to hold 4 tonnes.",
        "Vi använder PostgreSQL till reskontran.",
        "Vi har 212 kunder.",
        "Vår budget är 400 000 kronor.",
        "Köket har plats för 48 gäster.",
        "Vi bokför i Fortnox.",
        "Bygget på Storgatan behöver 6 elektriker.",
        "Offerten gäller 12 lägenheter.",
        "Wir nutzen PostgreSQL 16.",
        "Wir nutzen DATEV für die Buchhaltung.",
        "Wir haben 212 Kunden.",
        "Unser Budget beträgt 40.000 Euro.",
        "Die Küche hat 48 Plätze.",
        "Die Baustelle in der Ringstraße braucht 6 Elektriker.",
        "Unsere Kanzlei hat 23 Mitarbeiter.",
        "Usamos PostgreSQL para el libro mayor.",
        "Tenemos 212 clientes.",
        "Nuestro presupuesto es de 40.000 euros.",
        "El comedor tiene 48 plazas.",
        "La obra de la calle Mayor necesita 6 electricistas.",
        "On utilise PostgreSQL pour le grand livre.",
        "Nous avons 212 clients.",
        "Notre budget est de 40 000 euros.",
        "La salle compte 48 places.",
        "Le chantier de la rue Hoche demande 6 électriciens.",
        "Usiamo PostgreSQL per la contabilità.",
        "Abbiamo 212 clienti.",
        "Temos 212 clientes.",
    ),
    "correction": (
        "We moved to MySQL for the ledger.",
        "We switched to QuickBooks in April.",
        "Vi bytte till MySQL för reskontran.",
        "Wir sind auf MySQL umgestiegen.",
        "Hemos pasado a MySQL para el libro mayor.",
        "On est passés à MySQL pour le grand livre.",
    ),
    "preference": (
        "We always rebase before merging.",
        "We never invoice before delivery.",
        "We always chill the dough overnight.",
        "Our team always files the brief a day early.",
        "Ivora strongly prefers bullet points to long paragraphs.",
        "The client hates yellow on the cover.",
        "Our landlord prefers bank transfers to cheques.",
        "Vi bakar alltid på surdeg.",
        "Vi fakturerar aldrig i förskott.",
        "Petra föredrar mejl framför telefon.",
        "Wir rechnen immer am Monatsende ab.",
        "Wir liefern nie ohne Anzahlung.",
        "Frau Yilmaz bevorzugt kurze Berichte.",
        "Siempre facturamos a fin de mes.",
        "Nunca entregamos sin anticipo.",
        "Lucía prefiere el correo al teléfono.",
        "On facture toujours en fin de mois.",
        "Nous ne livrons jamais sans acompte.",
        "Inès préfère le courriel au téléphone.",
    ),
    "relationship": (
        "Anna owns the budget.",
        "Priya leads the sales team in Leeds.",
        "Tom is responsible for the scaffolding.",
        "Our sous-chef is Mateo.",
        "Judge Okafor presides over the Lindqvist case.",
        "Marcus is the site manager.",
        "Anna works at Siemens.",
        "Anna äger budgeten.",
        "Petra ansvarar för ställningarna.",
        "Karim är platschef.",
        "Anna verantwortet das Budget.",
        "Tom ist für das Gerüst zuständig.",
        "Jonas leitet den Vertrieb.",
        "Ana lleva el presupuesto.",
        "Marcos es responsable de los andamios.",
        "Anne gère le budget.",
        "Karim est responsable des échafaudages.",
    ),
    "temporal": (
        "The contract runs until March 2027.",
        "Our lease expires on 30 June 2028.",
        "The hearing is set for 14 May.",
        "The season starts on 3 August.",
        "The tender closes on Friday.",
        "Our fiscal year starts in July.",
        "Avtalet löper till mars 2027.",
        "Säsongen börjar den 3 augusti.",
        "Der Vertrag läuft bis März 2027.",
        "Die Saison beginnt am 3. August.",
        "El contrato dura hasta marzo de 2027.",
        "La temporada empieza el 3 de agosto.",
        "Le contrat court jusqu'en mars 2027.",
        "La saison commence le 3 août.",
    ),
    "decision": (
        "Decided on oak for the staircase.",
        "Decision made on the venue: the old town hall.",
        "I'm committing to finishing the thesis draft before month-end.",
        "Beslutade att ta ek till trappan.",
        "Entschieden: Eiche für die Treppe.",
    ),
}
POSITIVES = [(sentence, kind) for kind, sentences in STATED.items() for sentence in sentences]


@pytest.mark.parametrize(("sentence", "kind"), POSITIVES)
def test_a_plain_statement_is_proposed_whole(sentence: str, kind: Kind) -> None:
    assert [(found.kind, found.text) for found in proposed(sentence)] == [(kind, sentence)]


NOT_STATED: Final[Sequence[str]] = (
    # what code, a machine or an agent does
    "the test fails on Windows",
    "it crashes when the list is empty",
    "The build takes 3 minutes on CI",
    "The function returns 404 for unknown users",
    "the file has 400 lines",
    "we have 3 failing tests",
    "we have an import cycle now",
    "we use `git add` but don't change the local folder",
    "we use the session id to find the shadow branch",
    "we have a transcript_path inside state",
    "we always get the same error",
    "we never call that function",
    "we always write the metadata to the branch",
    "The second commit has 2 files",
    "The hook runs 3 times per session",
    "Claude handles the retries",
    "SessionState has 12 fields",
    "The CLI needs two flags for this",
    "The parser needs 2 passes",
    "this PR has 14 commits",
    "we have two options here",
    "the loop runs until the queue is empty",
    "the server is down again",
    "The query takes 40 seconds",
    "my branch is 3 commits behind main",
    "My terminal is stuck",
    "My tests are failing since Friday",
    "We use the second option",
    "we need to fix 3 things",
    "The output has 2 extra lines",
    "GitHub needs 2 approvals here",
    # the moment
    "I work on it",
    "I eat now, back in 10",
    "I'm a bit lost",
    "I'm a fan",
    "I have 3 questions",
    "I have a headache",
    "I'm in a meeting",
    "We have 10 minutes left",
    "We have a problem with supplier 3",
    "I run the tests every time",
    "I use that one",
    "I'm at the station",
    "My phone is dead",
    "We need 5 more minutes",
    "The kitchen is on fire",
    "He owns it",
    "They always do this",
    "We always do",
    "I never know",
    "That costs 40 euro",
    "It needs 14 slides",
    "Anna runs the numbers and then we'll see",
    # asked, supposed, guessed
    "do we use Xero for the bookkeeping",
    "The hearing is set for 14 May, right?",
    "maybe our budget is 40,000 euro",
    "if we had 212 customers we could hire",
    "I think Anna owns the budget",
    "the contract probably runs until March 2027",
    "Imagine I work at Acme.",
    "I'd like to work at Acme",
    "I used to think Anna owns the budget",
    # requests
    "use PostgreSQL for the ledger",
    "write that our budget is 40,000 euro",
    "Draft a mail that says we have 212 customers",
    "I need a table with 14 rows",
    "I need you to book 6 electricians",
    # Swedish
    "testet kraschar när listan är tom",
    "Bygget tar 3 minuter på CI",
    "vi har 3 trasiga tester",
    "vi har två alternativ",
    "vi har ett problem med leverantör 3",
    "jag har 3 frågor",
    "Min telefon är död",
    "Jag jobbar på det",
    "vi får alltid samma fel",
    "Jag är lite vilse",
    "Vi har 10 minuter kvar",
    "jag tror att Anna äger budgeten",
    "om vi hade 212 kunder kunde vi anställa",
    # German
    "der Test schlägt fehl, wenn die Liste leer ist",
    "Der Build dauert 3 Minuten",
    "wir haben 3 fehlerhafte Tests",
    "wir haben zwei Optionen",
    "ich habe 3 Fragen",
    "Mein Handy ist leer",
    "Ich arbeite daran",
    "wir bekommen immer denselben Fehler",
    "Ich bin etwas verwirrt",
    "Wir haben noch 10 Minuten",
    "ich glaube, Anna verantwortet das Budget",
    # Spanish
    "la prueba falla cuando la lista está vacía",
    "tenemos 3 pruebas rotas",
    "tenemos dos opciones",
    "tengo 3 preguntas",
    "tengo hambre",
    "Mi móvil está sin batería",
    "siempre sale el mismo error",
    "Soy un poco lento hoy",
    "Nos quedan 10 minutos",
    "creo que Ana lleva el presupuesto",
    # French
    "le test échoue quand la liste est vide",
    "on a 3 tests cassés",
    "on a deux options",
    "j'ai 3 questions",
    "j'ai faim",
    "Mon téléphone est en panne",
    "on a toujours la même erreur",
    "Je suis un peu perdu",
    "Il nous reste 10 minutes",
    "je crois qu'Anne gère le budget",
)


@pytest.mark.parametrize("sentence", NOT_STATED)
def test_its_look_alikes_are_not(sentence: str) -> None:
    assert proposed(sentence) == []


LINES: Final = (Path(__file__).parent / "plain_statements.tsv").read_text("utf-8").splitlines()[1:]


def test_every_line_of_the_table_is_proposed_as_it_says() -> None:
    """Law, catering, construction, teaching, sales, research, sport, finance; and what one tells a coding agent."""
    assert len(LINES) >= 596
    wrong = {}
    for line in LINES:
        kind, sentence = line.split("\t")
        found = [(one.kind, one.text) for one in proposed(sentence)]
        if found != ([] if kind == "-" else [(kind, sentence)]):
            wrong[line] = found
    assert wrong == {}


SHAPES: Final[Sequence[tuple[str, Kind]]] = (
    ("The Series B deck has 14 slides, not 12", "correction"),
    ("The hearing is on 9 May, not 7 May", "correction"),
    ("The banquet is for 80 guests, not 60", "correction"),
    ("The beam is 6 metres long, not 4", "correction"),
    ("Year 9 has 28 pupils, not 31", "correction"),
    ("The quote was 14,500 euro, not 12,500", "correction"),
    ("The cohort has 340 participants, not 304", "correction"),
    ("Our striker is Lindström, not Lindgren", "correction"),
    ("The coupon pays 4 percent, not 5", "correction"),
    ("The invoice goes to Oslo, not Bergen", "correction"),
    ("The marinade needs 12 hours, not 2", "correction"),
    ("Sarah wants the pipeline chart moved to slide 3", "decision"),
    ("Judge Okafor wants the exhibits numbered from 1", "decision"),
    ("Mateo wants the tasting menu cut to five courses", "decision"),
    ("Karim needs the scaffolding up by the east wall", "decision"),
    ("Ms Abara wants the reading list shortened to 8 books", "decision"),
    ("Priya wants the discount capped at 15 percent", "decision"),
    ("Dr Weiss wants the control group split by age", "decision"),
    ("Coach Lind wants the line-up changed to 4-3-3", "decision"),
    ("The client wants the terrace tiled in slate", "decision"),
    ("Ingrid wants the dividend paid in two parts", "decision"),
    ("The board wants the reserve raised to 3 million", "decision"),
)


@pytest.mark.parametrize(("sentence", "kind"), SHAPES)
def test_a_correction_and_a_wish_are_known_by_their_shape(sentence: str, kind: Kind) -> None:
    """DESIGN.md's first block, and the same shapes from other fields of work."""
    assert [(found.kind, found.text) for found in proposed(sentence)] == [(kind, sentence)]


CUT: Final[Sequence[str]] = (
    "We don't use PostgreSQL for the ledger any more.",
    "Our budget is not 40,000 euro.",
    "I no longer work at Acme.",
    "The Series B deck does not need 14 slides.",
    "Wir haben keine 212 Kunden.",
)


@pytest.mark.parametrize("sentence", CUT)
def test_a_negation_is_never_left_behind(sentence: str) -> None:
    """Case 106: what is proposed of a denial is the whole denial."""
    assert all(found.text == sentence for found in proposed(sentence))
