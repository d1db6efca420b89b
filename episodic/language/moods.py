"""Sentences that say no more than how somebody feels just now; knows no turn and no setting.

Precision first: a feeling with a reason, a figure or a second clause is more than a mood and is left alone.
"""

import re
from functools import cache
from typing import Final, NamedTuple

from episodic.language.cues import fold, lead
from episodic.language.sentences import split


def is_mood(text: str) -> bool:
    """Tell whether every sentence of a text only says how somebody feels ("I feel so frustrated today")."""
    sentences = split(text)
    return bool(sentences) and all(_mood().fullmatch(fold(whole[lead(whole) :]).strip(_EDGE)) for whole in sentences)


@cache
def _mood() -> re.Pattern[str]:
    return re.compile("|".join(f"{in_.who} {in_.so}{in_.mood}{in_.when}{in_.over}{in_.when}" for in_ in _FEELINGS))


_EDGE: Final = " .!…,;:-–()"  # noqa: RUF001 - dashes of any length


class _Feeling(NamedTuple):
    """How a language says a mood: who feels, how much, what, when and over what, as alternatives of a pattern."""

    who: str
    so: str
    mood: str
    when: str
    over: str


_FEELINGS: Final = (
    _Feeling(  # English
        who=r"(?:i(?:'m| am| was|'ve been| have been| feel| felt|'m feeling| am feeling)|we(?:'re| are| feel)"
        r"|(?:the )?user (?:is|feels|felt|was|is feeling|seems|expresse[sd])|(?:he|she)(?:'s| is| feels"
        r"| was))",
        so=r"(?:(?:feeling|so|very|really|quite|totally|completely|a bit|a little|pretty|too|just|still|super"
        r"|rather|kind of|extremely|absolutely|utterly|all|increasingly) )*",
        mood=r"(?:frustrat(?:ed|ion)|stressed(?: out)?|anxious|overwhelmed|exhausted|tired|worn out|drained"
        r"|angry|furious|sad|unhappy|miserable|annoyed|irritated|upset|burn(?:ed|t) out|fed up|nervous"
        r"|worried|scared|lonely|bored|hopeless|depressed|excited|thrilled|happy|ecstatic|relieved|grumpy"
        r"|moody|embarrassed|disappointed|discouraged|desperate|optimistic|pessimistic|great|awful|terrible"
        r"|bad)",
        when=r"(?: (?:today|now|right now|at the moment|this (?:week|morning|evening|afternoon)|tonight|again"
        r"|lately|these days|as well|too|yesterday))*",
        over=r"(?: (?:about|with|by|at|over|of) (?:it|this|that|everything|all (?:of )?(?:this|that)|life|work"
        r"|(?:this|that|these|the|my) [\w-]+(?: [\w-]+)?))?",
    ),
    _Feeling(  # Swedish
        who=r"(?:jag (?:är|känner mig|känns|blir|var|mår)|vi är|användaren (?:är|känner sig|verkar))",
        so=r"(?:(?:så|väldigt|jätte|helt|lite|ganska|verkligen|bara|ganska|riktigt|fortfarande|otroligt) )*",
        mood=r"(?:jätte)?(?:frustrerad|stressad|orolig|överväldigad|utmattad|trött|slut|arg|ledsen|irriterad"
        r"|upprörd|nervös|rädd|ensam|uttråkad|glad|lättad|besviken|nere|deppig|dåligt|pepp)",
        when=r"(?: (?:idag|i dag|nu|just nu|för tillfället|den här veckan|i morse|ikväll|igen|också))*",
        over=r"(?: (?:över|på|av|för) (?:det|detta|allt|det här|allting))?",
    ),
    _Feeling(  # German
        who=r"(?:ich (?:bin|fühle mich|war)|wir sind|mir geht es|(?:der |die )?nutzer(?:in)? (?:ist|fühlt sich"
        r"|wirkt))",
        so=r"(?:(?:heute|gerade|so|sehr|total|völlig|ziemlich|echt|wirklich|ein bisschen|etwas|richtig"
        r"|nur noch|immer noch) )*",
        mood=r"(?:frustriert|gestresst|ängstlich|überfordert|erschöpft|müde|wütend|sauer|traurig|genervt"
        r"|verärgert|nervös|besorgt|einsam|gelangweilt|glücklich|froh|erleichtert|enttäuscht"
        r"|niedergeschlagen|schlecht)",
        when=r"(?: (?:heute|jetzt|gerade|im moment|momentan|diese woche|heute morgen|wieder|auch))*",
        over=r"(?: (?:darüber|davon|deswegen|von allem|über alles))?",
    ),
    _Feeling(  # Spanish
        who=r"(?:(?:yo )?(?:estoy|me siento|estaba|me encuentro)|estamos|(?:el |la )?usuari[oa] (?:está"
        r"|se siente))",
        so=r"(?:(?:hoy|tan|muy|bastante|realmente|un poco|súper|totalmente|algo) )*",
        mood=r"(?:frustrad[oa]s?|estresad[oa]s?|ansios[oa]|agobiad[oa]s?|abrumad[oa]|agotad[oa]s?|cansad[oa]s?"
        r"|enfadad[oa]|enojad[oa]|triste|molest[oa]|nervios[oa]|preocupad[oa]|sol[oa]|aburrid[oa]|feliz"
        r"|content[oa]|aliviad[oa]|decepcionad[oa]|desanimad[oa]|hart[oa]|mal)",
        when=r"(?: (?:hoy|ahora|ahora mismo|en este momento|esta semana|esta mañana|otra vez|también"
        r"|últimamente))*",
        over=r"(?: (?:con|por|de) (?:esto|eso|todo|todo esto))?",
    ),
    _Feeling(  # French
        who=r"(?:je (?:suis|me sens|me sentais|étais)|on est|nous sommes|l'utilisat(?:eur|rice) (?:est|se sent))",
        so=r"(?:(?:si|tellement|très|assez|vraiment|un peu|trop|super|complètement|totalement|plutôt) )*",
        mood=r"(?:frustrée?s?|stressée?s?|anxieu(?:x|se)|débordée?s?|épuisée?s?|fatiguée?s?|en colère|furieu(?:x"
        r"|se)|triste|énervée?s?|agacée?s?|nerveu(?:x|se)|inqui(?:et|ète)|seule?|contente?|heureu(?:x|se)"
        r"|soulagée?|déçue?|découragée?|déprimée?|mal)",
        when=r"(?: (?:aujourd'hui|maintenant|en ce moment|cette semaine|ce matin|ce soir|encore|aussi))*",
        over=r"(?: (?:par|de|à cause de) (?:ça|cela|tout|tout ça))?",
    ),
    _Feeling(  # Italian
        who=r"(?:(?:io )?(?:sono|mi sento|ero)|siamo|l'utente (?:è|si sente))",
        so=r"(?:(?:così|molto|davvero|un po'|troppo|abbastanza|proprio|oggi) )*",
        mood=r"(?:frustrat[oa]|stressat[oa]|ansios[oa]|sopraffatt[oa]|esaust[oa]|stanc[oa]|arrabbiat[oa]|triste"
        r"|nervos[oa]|preoccupat[oa]|sol[oa]|annoiat[oa]|felice|content[oa]|sollevat[oa]|delus[oa]|giù|male)",
        when=r"(?: (?:oggi|ora|adesso|in questo momento|questa settimana|stamattina|di nuovo))*",
        over=r"(?: (?:per|di) (?:questo|tutto))?",
    ),
    _Feeling(  # Portuguese
        who=r"(?:(?:eu )?(?:estou|me sinto|sinto-me|estava)|estamos|[oa] usuári[oa] está)",
        so=r"(?:(?:hoje|tão|muito|bastante|realmente|um pouco|super|totalmente) )*",
        mood=r"(?:frustrad[oa]|estressad[oa]|stressad[oa]|ansios[oa]|sobrecarregad[oa]|exaust[oa]|cansad[oa]"
        r"|zangad[oa]|irritad[oa]|triste|nervos[oa]|preocupad[oa]|sozinh[oa]|feliz|contente|aliviad[oa]"
        r"|desiludid[oa]|desanimad[oa]|mal)",
        when=r"(?: (?:hoje|agora|neste momento|esta semana|hoje de manhã|de novo|também|ultimamente))*",
        over=r"(?: (?:com|por) (?:isso|isto|tudo|tudo isso))?",
    ),
)
