"""What a question asks for: what holds now, what held before or at first, an amount or a time. Knows no memory."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from episodic.language.cues import bag, fold, words_of
from episodic.language.reading import read

Time = Literal["now", "before", "first"]


def time_of(question: str) -> Time:
    """Tell which time a question is about, by its words: now, unless it says otherwise."""
    folded = fold(question)
    if _FIRST.search(folded):
        return "first"
    return "before" if _BEFORE.search(folded) else "now"


def wants_figure(question: str) -> bool:
    """Tell whether only a number or a time can answer."""
    return bool(_FIGURE.search(fold(question)))


def is_of_an_event(question: str) -> bool:
    """Tell whether it asks when something happened, or about one day: nothing said later changes that."""
    dated = any(token.key.startswith(("date:", "year:")) for token in read(question).of("when"))
    return dated or bool(_EVENT.match(fold(question)))


def is_of_a_state(question: str) -> bool:
    """Tell whether it asks how things stand, or how many there are by now: of two answers the later one holds.

    What somebody did is done; whether they did it, how often, and what they did last may have changed since. Where a
    language does not show it by a few words, no is the answer.
    """
    if time_of(question) != "now" or is_of_an_event(question):
        return False
    folded = fold(question).lstrip("¿")
    stands = _STANDS.search(folded) and not _DONE.search(folded)
    return bool(_WHETHER.match(folded) or _COUNT.match(folded) or stands) or says_now(question)


def says_now(question: str) -> bool:
    """Tell whether a question says that it is about the present, or about the newest of its kind."""
    return time_of(question) == "now" and bool(_NOW.search(fold(question)))


def asked_noun(question: str) -> str:
    """Return the word right after "which" or "what", of which a kind is wanted; "" where there is none."""
    match = _WHICH.search(fold(question))
    return match[1] if match else ""


_WHICH: Final = re.compile(r"(?<!\w)(?:which|what|vilke[nt]|vilka|vad för|welche[rsnm]?|qué|cuál|quel(?:le)?s?) (\w+)")
_EVENT: Final = words_of(
    r"when (?:\w+ )?(?:did|had|has|have)|när \w+(?:de|te)|cuándo \w+(?:ó|aste|aron|é)|quand (?:a|ont|as|avons|ai)"
)
_STANDS: Final = words_of(
    r"""
    (?:do|does|is|are|am i|has|have|can|should)(?= )|(?:what|where|who|how)'s
    (?:var|vad|vem|hur|vilke[nt]|vilka)(?: \w+){0,2} \
    (?:är|bor|heter|har|kostar|jobbar|arbetar|kör|använder|gillar|tränar)
    (?:wo|was|wer|wie|welche[rsnm]?)(?: \w+){0,2} \
    (?:ist|sind|wohne|wohnt|heisst|kostet|arbeite|arbeitet|fahre|nutze|mag)
    wie (?:oft|viel|lange) \w+
    (?:dónde|qué|quién|cuál|cómo|cuánto)(?: \w+){0,2} \
    (?:es|son|está|están|vivo|vive|trabajo|trabaja|cuesta|pago|uso|tengo)
    (?:où|qui|comment|combien|quel(?:le)?s?)(?: \w+){0,2} \
    (?:est|sont|habite|habites|travaille|coûte|utilise|conduis|s'appelle)(?!-\w+ \w+ée?s?)
    """
)
_DONE: Final = words_of(r"did|were|had|(?<=\w )was|(?:habe|hat|haben|bin|ist|sind) .*(?:ge|be|ver)\w+(?:t|en)(?=\W*$)")
_WHETHER: Final = words_of(r"did|have|has|gjorde|har (?:jag|du|han|hon|vi|ni|de)")
_COUNT: Final = words_of(r"how (?:many|often)|hur (?:många|ofta)|wie (?:viele|oft)|cuánt[oa]s|combien de")
_NOW: Final = words_of(
    r"""
    current(?:ly)?|right now|now(?! that)|nowadays|these days|at the moment|at present|presently|latest|newest
    most recent(?:ly)?
    just nu|nu|numera|nuförtiden|för närvarande|för tillfället|nuvarande|nyaste
    senaste(?! (?:veckan|veckorna|månaden|månaderna|året|åren|dagen|dagarna|gången|tiden))
    derzeit\w*|jetzt|momentan|zurzeit|heutzutage|gegenwärtig\w*|aktuell\w*|neueste\w*
    actualmente|ahora|(?<!the )actual(?:es)?|en este momento|hoy en día|más recientes?
    actuellement|maintenant|en ce moment|actuel(?:le)?s?|plus récente?s?
    """
)
_FIRST: Final = words_of(
    r"""
    initial(?:ly)?|original(?:ly)?|at first|in the beginning|to begin with|to start with
    ursprunglig\w*|från början|till en början|i början|anfangs|ursprünglich\w*|zu beginn|zunächst|am anfang
    originalmente|al principio|inicialmente|à l'origine|au début|au départ|initialement
    """
)
# "Before" alone is a preposition of everything ("before noon"): only at the end, or before a change.
_BEFORE: Final = words_of(
    r"""
    previous(?:ly)?|former(?:ly)?|used to|earlier (?:\w+ )?(?=trip|visit|plan|version|goal|one)|prior to|in the past
    before(?=\W*$)|before (?:it|that|this|i|we|he|she|they|the (?:new|change|move|update|switch|last))
    tidigare|förut|förr|innan(?=\W*$)|innan (?:dess|vi|jag|det)|dessförinnan|vorher|früher|zuvor|davor|bevor
    antes|anteriormente|previamente|avant(?=\W*$)|avant (?:cela|ça|le changement|qu\w*)|auparavant|précédemment
    """
)
_FIGURE: Final = words_of(
    r"""
    how (?:many|much|long|often|old|big|far|high|heavy|tall|fast|large)|(?:what|which) (?:time|date|year|month|day)
    when|hur (?:många|mycket|länge|ofta|stor|stort|gammal|hög|högt|långt)|när|vilken (?:dag|dos|tid)
    wie (?:viele?|lange|oft|hoch|gross|alt|schwer|weit)|wann|cuánt[oa]s?|cuándo|a qué hora|combien|quand|à quelle heure
    """
)
# People who have a rent, a doctor and a rate of their own, which are not the speaker's.
KIN: Final = bag(
    "mother father mum mom dad sister brother wife husband partner parents son daughter aunt uncle cousin niece nephew"
    " grandma grandpa grandmother grandfather friend neighbour neighbor colleague roommate flatmate girlfriend"
    " boyfriend boss in-laws kids children"
    " mamma pappa syster bror fru man sambo son dotter moster faster farbror morbror kusin mormor morfar farmor farfar"
    " föräldrar vän granne kollega barnen"
    " mutter vater schwester bruder frau mann partnerin sohn tochter tante onkel oma opa eltern freund freundin nachbar"
    " nachbarin kollege kollegin"
    " madre padre hermana hermano mujer marido pareja hijo hija tía tío prima primo abuela abuelo padres amiga amigo"
    " vecina vecino"
    " mère père sœur frère femme mari fils fille tante oncle cousine grand-mère grand-père parents amie ami voisine"
    " voisin"
)
# How a state begins: who tells that it did has not used the word for it.
BEGINS: Final[Sequence[tuple[frozenset[str], re.Pattern[str]]]] = (
    (
        bag("live living lives reside based bor bosatt wohne wohnt wohnen lebe vivo vive habite habité j'habite vis"),
        words_of(
            r"""
            (?<!was )(?<!were )(?<!been )(?<!is )(?:moved|moving|relocated|relocating)(?: \w+)? (?:to|into)(?! \d)
            settled in|flytt(?:ade|at|ar|ade \w+) till
            (?:umgezogen|gezogen|ziehe|zog|ziehen)|mud(?:é|ado|amos) a|me mudo a|traslad\w+ a|(?:dé|em)ménag\w+ (?:à|au)
            """
        ),
    ),
    (
        bag("work works working employer job company jobbar arbetar arbeite arbeitet trabajo trabaja travaille"),
        words_of(
            r"""
            (?:start(?:ed|ing)|joined|joining|hired by|working) (?:\w+ )?(?:at|for|with)|joined|börjat (?:på|hos)
            (?:börjar|började|jobb) (?:på|hos)|(?:fange|angefangen|fing|gewechselt) (?:\w+ )?(?:bei|zu)
            bei \w+ angefangen
            (?:empecé|empiezo|entré) en|(?:commencé|commence|embauchée?) (?:chez|à)
            """
        ),
    ),
    (
        bag("manager boss supervisor chef chefen chefin vorgesetzter jefe jefa chefe"),
        words_of(r"report(?:s|ing)? to|rapporterar till|berichte an|reporto a|rends compte à"),
    ),
    (
        bag("use uses using använder kör nutze nutzen verwende uso usamos utilise utilisons"),
        words_of(
            r"""
            (?<!was )(?<!were )(?<!been )(?:switched|switching|moved|migrated|changed|went over) (?:over )?to(?! \d)
            bytt till|bytte till|gått över till
            umgestiegen|gewechselt|cambi\w+ a|pas(?:é|amos|ado) a|passée?s? (?:à|sur)
            """
        ),
    ),
    (
        bag("drive drives car kör bil fahre auto conduzco coche conduis voiture"),
        words_of(r"bought|got|traded|köpt(?:e)?|bytt(?:e)?|gekauft|compr\w+|acheté\w*"),
    ),
)
