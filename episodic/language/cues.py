"""Words that signal what a sentence is: a question, a guess, a request, or one of the nine kinds of fact.

Tables of five languages, all tried at once on folded text; knows no turn and detects no language.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from episodic.records import Kind

_TYPOGRAPHIC: Final = str.maketrans(
    dict.fromkeys("‘’‚‛`´′", "'")  # noqa: RUF001 - the look-alikes are what is folded
    | dict.fromkeys("“”„‟«»″", '"')
    | dict.fromkeys("‐‑‒–—―−", "-")  # noqa: RUF001
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad")  # seen by nobody
)


def fold(text: str) -> str:
    """Fold what two spellings of the same words differ in: case, white space, typographic quotes and dashes."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_TYPOGRAPHIC)).casefold().split())


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks, with or without a question mark."""
    folded = fold(sentence)
    return bool(_ASKS.search(folded) or _OPENS_QUESTION.match(_unled(folded)))


def only_asks(sentence: str) -> bool:
    """Tell whether a sentence does nothing but ask; "I live in Oslo, can you find a dentist?" states a thing first."""
    folded = fold(sentence)
    if _OPENS_QUESTION.match(_unled(folded)):
        return True
    _, *later = re.split(r"[,;:.] ", folded)
    return bool(_ASKS.search(folded)) and not any(_OPENS_QUESTION.match(_unled(clause)) for clause in later)


def is_hypothetical(sentence: str) -> bool:
    """Tell whether a sentence supposes rather than states ("if we moved", "maybe we could", "om vi skulle")."""
    return bool(_SUPPOSES.search(fold(sentence)))


def is_hedged(sentence: str) -> bool:
    """Tell whether the writer is unsure ("I think", "probably"): more than supposing, less than stating."""
    return bool(_HEDGES.search(fold(sentence)))


def is_request(sentence: str) -> bool:
    """Tell whether a sentence asks the assistant to do something now; standing instructions are not requests."""
    folded = _unled(fold(sentence))
    return bool(_REQUESTS.match(folded)) and not _STANDING.match(folded)


def is_negated(text: str) -> bool:
    """Tell whether a negation stands in `text`."""
    return bool(_NEGATES.search(fold(text)))


def is_yes(sentence: str) -> bool:
    """Tell whether a sentence opens by agreeing."""
    return bool(_YES.match(fold(sentence)))


def lead(sentence: str) -> int:
    """Count the characters at the head of a sentence that only lead in to it: "ok so, ", "Yeah, "."""
    match = _LEAD.match(sentence)
    return match.end() if match else 0


def bag(words: str) -> frozenset[str]:
    """Make a set of the words in a string, which reads better than a list of forty literals."""
    return frozenset(words.split())


def words_of(table: str) -> re.Pattern[str]:
    """Compile a table, one cue or more a line, into a pattern of whole words (German "Knie" holds no "nie").

    A line that ends in a backslash goes on in the next; one that begins with # is a comment.
    """
    lines = (line.strip() for line in re.sub(r"\\\n\s*", "", table).splitlines())
    cues = [line for line in lines if line and not line.startswith("#")]
    return re.compile(r"(?<![\w'])(?:" + "|".join(cues) + r")(?!\w)")


def _unled(folded: str) -> str:
    return _LEAD_FOLDED.sub("", folded, count=1)


_INTERJECTION: Final = r"(?:ok|okay|okej|yes|yeah|yep|yup|hmm+|ah|oh|btw|by the way|fyi|hey|hi|hello|hej|thanks|japp)"
# These are also the beginning of sentences ("right now", "claro que", "well documented").
_WITH_COMMA: Final = (
    r"(?:so|and|but|then|also|right|well|sure|alright|cool|great|nice|perfect|plus|k|ja|jo|alltså|genau|gut|klar|vale|bueno"
    r"|pues|sí|claro|bon|alors|oui|d'accord|super|och|men|så|und|aber|y|pero|et|mais)"
)
_PRONOUN: Final = r"(?:i|i'\w+|we|we'\w+|let's|my|our|from|please|always|never|vi|jag|ich|wir|nous|on|je|nosotros|yo)"
_LEAD: Final = re.compile(
    rf"(?:{_INTERJECTION}[,.!:]*\s+(?=\S)|{_WITH_COMMA}[,.!:]+\s+(?=\S)"
    rf"|(?:so|and|but|then|also|och|men|så|und|aber|y|pero|et|mais)\s+(?={_PRONOUN}\b))+",
    re.IGNORECASE,
)
_LEAD_FOLDED: Final = re.compile(
    rf"^[\W_]*(?:(?:{_INTERJECTION}|{_WITH_COMMA}|or|now|first|next|just|sen|sedan|dann|entonces|luego|puis"
    r"|please|pls|kindly|snälla|bitte|por favor|s'il te plaît|stp)[,.!:]*\s+)+"
)


# What is no statement -----------------------------------------------------------------------------------------------

_ASKS: Final = re.compile(
    r"[?؟]|^¿|, (?:right|correct|eller hur|oder|no es así|non|hein)[.!]*$|(?<!\w)(?:"
    r"(?:i wonder|i'm wondering|wondering:|wondering (?:if|whether|why|how|what)|do you (?:know|remember|think)"
    r"|any (?:ideas?|chance|thoughts)|est-ce qu|n'est-ce pas|minns du|vet du|weisst du|te acuerdas"
    r"|tu te souviens)(?!\w))"
)
_OPENS_QUESTION: Final = words_of(
    r"""
    # English: verb first, then who; a wh-word, unless it opens a statement ("what I meant is …")
    (?:do|does|did|is|are|was|were|am|can|could|would|will|should|shall|may|has|have|had|\w+n't) \
(?:you|we|i|it|they|he|she|this|that|these|those|there|the|my|our|your|his|her|their|an?|any\w*|some\w*|all)
    (?:why|how|who|whose|where|which|whether|what)(?:'s|'re|s)?(?! (?:i|we) (?:mean|want|need|like|prefer|decid|use))
    when (?:do|does|did|is|are|was|were|will|can|could|should|would|has|have)
    # Swedish
    (?:kan|kunde|vill|ska|skall|skulle|har|hade|är|får|bör|måste|vet|minns|tror|kommer|finns|blir|blev|gör|gick\
    |fungerar\
    |funkar|behöver|tycker|känner|var) (?:du|ni|vi|jag|man|det|den|de|dom|han|hon|någon|något|inte)
    varför|hur|vem|vems|vilken|vilket|vilka|vad|varifrån|när (?:är|var|kan|ska|kommer|börjar|blir|gör)
    # German
    (?:kann|kannst|können|könnt|könnte|könntest|könnten|willst|wollt|soll|sollen|sollte|sollten|ist|sind|war|hat|hast\
    |haben|habt|gibt|wird|werden|würde|würdest|darf|dürfen|muss|müssen|machst|weisst|wisst|kennst|erinnerst
    funktioniert\
    |geht|möchtest) (?:du|ihr|wir|ich|man|es|er|sie|das|der|die|dies\w*|jemand|dich)
    warum|wieso|weshalb|wie|wer|wem|wo|wohin|woher|wann|was|welche[rsnm]?
    # Spanish
    (?:puedes|podrías|puede|podemos|podríamos|sabes|tienes|recuerdas|crees|quieres|conoces|te acuerdas|es posible)
    qué|cómo|cuándo|dónde|quién|quiénes|cuál|cuáles|cuánto|cuántos|por qué|y si
    # French
    (?:est-ce|qu'est-ce|\w+-(?:tu|vous|il|elle|on|nous|je|ils|elles|t-il|t-elle|t-on))
    tu peux|vous pouvez|tu pourrais|tu sais|tu te souviens|pourquoi|comment|combien|quand est|où|quel|quelle|quels
    quelles
    """
)
_SUPPOSES: Final = words_of(
    r"""
    if (?:we|i|you|they|he|she|it|the \w+|\w+) (?:were|was|moved|had|could|would|should|went|used|did|\w+ed)
    what if|suppose|supposing|imagine|hypothetically|assuming|let's (?:say|assume|imagine|pretend)|say we|i wish
    (?:would|could|might) be (?:nice|good|great|cool|better|possible|useful|an option)
    (?:maybe|perhaps|possibly)|(?:we|i|you|they|it) (?:might|could(?! not)|could've)
    om (?:vi|jag|du|man|ni|det|den|de|\w+) (?:skulle|hade|kunde|vore|flyttade|bytte)
    kanske|tänk om|anta att|antag att|(?:vi|jag|man) (?:skulle )?(?:kunna|kunde)|vore (?:det )?(?:bra|kul|trevligt)
    wenn .*(?:würde\w*|wäre\w*|hätte\w*|könnte\w*)|was wäre|vielleicht|eventuell|womöglich|angenommen
    (?:wir|man|ich) könnten?|wäre (?:es )?(?:schön|gut|toll|nett)
    si (?:\w+ )?\w+(?:ara|iera|áramos|iéramos|aran|ieran|ase|iese)|quizás?|tal vez|a lo mejor|supongamos|imagina
    podríamos|podría ser|sería (?:bueno|genial|mejor|bonito)
    si (?:on|nous|je|tu|vous) \w+(?:ait|ais|ions|iez)|peut-être|supposons|imaginons|admettons
    (?:on|nous) pourr(?:ait|ions)|ce serait (?:bien|mieux|super)
    """
)
_HEDGES: Final = words_of(
    r"""
    i(?:'m| am)? ?(?:think|guess|suppose|believe|assume|feel like|not sure|unsure)
    not (?:\w+ )?(?:sure|convinced|certain)
    probably|no idea|i don't know|idk|should be fine|might|seems?|apparently|i thought|thinking (?:about|of|aloud)
    considering|wonder\w*|(?:definitely )?try (?:to|out)|as far as i|afaik|iirc|kind of|sort of
    would (?:like|love|want)|i'd (?:like|love)
    jag tror|tror jag|antagligen|förmodligen|troligen|jag antar|inte säker|vet inte|verkar|funderar|möjligen
    ich glaube|glaube ich|ich denke|denke ich|ich vermute|wahrscheinlich|vermutlich|nicht sicher|weiss nicht|scheint
    überlege|möglicherweise|creo que|supongo|probablemente|no estoy segur[oa]|no sé|parece|pienso que
    je crois|je pense|je suppose|probablement|sans doute|pas sûre?|je ne sais pas|je sais pas|semble|il paraît
    """
)
_REQUESTS: Final = words_of(
    r"""
    let's|can you|could you|go ahead|i want you to|i need you to|i want to (?:see|know|do|add)|help me|make sure|let me
    (?:add|adjust|analy[sz]e|apply|ask|build|bump|bring|change|check|clean|clone|commit|compare|compress|consider\
    |convert\
    |copy|create|debug|delete|deploy|describe|design|do|document|draft|drop|edit|enable|ensure|examine|explain
    extract|extend\
    |fetch|find|fix|format|generate|get|give|go|help|implement|improve|include|inspect|install|investigate|keep
    leave|list\
    |look|make|merge|migrate|modify|move|open|optimi[sz]e|pick|plan|print|proceed|provide|pull|push|put|read|rebase
    recheck\
    |refactor|remove|rename|replace|reply|report|respond|restart|retry|return|revert|review|rewrite|run|save|search
    send|set\
    |share|show|simplify|skip|sort|split|squash|start|stop|summari[sz]e|take|tell|test|translate|try|turn|undo
    update|use\
    |verify|wait|walk|write)(?! ?(?:is|was|are|has|runs?)(?!\w))
    lägg|fixa|kör|skriv|visa|ta|gör|uppdatera|ändra|kolla|skapa|byt|flytta|testa|kontrollera|sammanfatta|hjälp
    berätta|rätta
    füge?|mache?|schreibe?|zeige?|ändere|prüfe?|erstelle?|behebe|korrigiere|lösche|teste|erkläre?|hilf|fass|aktualisiere
    verschiebe|fixe|schau|añade|agrega|arregla|escribe|muestra|muéstrame|cambia|revisa|crea|borra|elimina|mueve|prueba
    explica|explícame|ayúdame|dame|dime|haz|actualiza|corrige|ejecuta|ajoute[zr]?|corrigez|écris|écrivez|montrez?|change
    vérifiez?|créez?|supprimez?|déplace|testez?|explique|aidez?|donnez?|dis|fais|faites|lance|résume
    """
)
_STANDING: Final = words_of(
    r"""
    always|never|do not|don't|remember|keep in mind|make sure (?:to |you |that you )?(?:always|never)
    let's (?:use|go with|stick with|stay with|switch to|move to|drop|keep)
    (?:\w+ )?(?:alltid|aldrig|immer|niemals|nie|siempre|nunca|toujours)|kom ihåg|glöm inte|immer|nie|niemals
    merk dir|denk daran|vergiss nicht|siempre|nunca|recuerda
    no olvides
    toujours|jamais|ne|souviens-toi|rappelle-toi|note que|todo
    """
)
_NEGATES: Final = words_of(
    r"""
    not|no|never|none|nothing|nobody|neither|nor|without|cannot|\w+n't|dont|doesnt|didnt|cant|wont|stop
    inte|ej|aldrig|inga|ingen|inget|utan|icke|nicht|kein\w*|nie|niemals|ohne|weder|nichts
    nunca|jamás|sin|ningún|ninguna?|nada|tampoco|ne|n'\w*|pas|jamais|sans|aucune?|rien|ni
    """
)
_YES: Final = words_of(
    r"^(?:yes|yeah|yep|yup|sure|ok|okay|right|exactly|agreed|sounds good|ja|jo|japp|visst|okej|genau|gut|klar|sí"
    r"|vale|oui)"
)

# Dates --------------------------------------------------------------------------------------------------------------

MONTHS: Final = {
    month: number
    for number, names in enumerate(
        (
            "january jan januari januar jänner enero janvier",
            "february feb februari februar febrero février",
            "march mar mars märz marzo",
            "april apr abril avril",
            "may maj mai mayo",
            "june jun juni junio juin",
            "july jul juli julio juillet",
            "august aug augusti agosto août",
            "september sep sept septiembre septembre",
            "october oct oktober okt octubre octobre",
            "november nov noviembre novembre",
            "december dec dezember dez diciembre décembre",
        ),
        1,
    )
    for month in names.split()
}
WEEKDAYS: Final = {
    day: number
    for number, names in enumerate(
        (
            "monday måndag måndagen montag lunes lundi",
            "tuesday tisdag tisdagen dienstag martes mardi",
            "wednesday onsdag onsdagen mittwoch miércoles mercredi",
            "thursday torsdag torsdagen donnerstag jueves jeudi",
            "friday fredag fredagen freitag viernes vendredi",
            "saturday lördag lördagen samstag sonnabend sábado samedi",
            "sunday söndag söndagen sonntag domingo dimanche",
        )
    )
    for day in names.split()
}
_MONTH: Final = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|er|\.)?"
# A day or a deadline as people say it; months stand with a number, for "may", "mars" and "march" are words too.
DATE_SAID: Final = (
    rf"(?:\d{{4}}-\d\d-\d\d|(?:{'|'.join(WEEKDAYS)})s?|{_DAY} (?:of |de |d')?{_MONTH}|{_MONTH} \d{{1,4}}(?:st|nd|rd"
    rf"|th)?"
    r"|tomorrow|tonight|next (?:week|month|year|quarter|spring|summer|autumn|fall|winter)"
    r"|(?:the )?end of (?:the |this |next )?(?:day|week|month|year|quarter)|month-end|q[1-4]"
    r"|in (?:two|three|\d+) (?:days|weeks|months)|imorgon|i morgon|nästa (?:vecka|månad|år|vår|höst)|slutet av \w+"
    r"|om (?:två|tre|\d+) (?:dagar|veckor|månader)|nächste[nrs]? (?:woche|monat|jahr|sommer|frühling)"
    r"|ende (?:der woche|des monats|des jahres)|in (?:zwei|drei) (?:tagen|wochen|monaten)|mañana"
    r"|(?:la )?próxima semana|(?:el )?próximo (?:mes|año)|fin de (?:mes|año)|(?:el )?mes que viene"
    r"|demain|(?:la )?semaine prochaine|(?:le )?mois prochain|fin (?:du mois|de (?:la )?semaine|d'année))"
)
CLOCK_SAID: Final = (
    r"(?:\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]\.?m|kl(?:ockan|\.)? ?\d{1,2}|\d{1,2} uhr|\d{1,2} ?h(?: ?\d\d)?"
    r"|noon|midnight)"
)
A_DATE: Final = re.compile(rf"(?<!\w){DATE_SAID}(?!\w)")

# The nine kinds -----------------------------------------------------------------------------------------------------

_KIN_EN: Final = (
    r"(?:daughter|son|wife|husband|partner|spouse|fiancée?|girlfriend|boyfriend|mother|father|mom|mum|dad|parents"
    r"|sister"
    r"|brother|grandmother|grandfather|grandma|grandpa|niece|nephew|cousin|aunt|uncle|kids?|children|child|dog|cat"
    r"|puppy)"
)
_KIN: Final = (
    r"(?:dotter|son|fru|man|sambo|mamma|pappa|mor|far|syster|bror|barn|hund|katt|flickvän|pojkvän|mormor|farmor|morfar"
    r"|tochter|sohn|frau|mann|partner(?:in)?|mutter|vater|schwester|bruder|kinder|kind|katze|freundin|eltern|oma|opa"
    r"|hij[oa]s?|esposa|mujer|marido|esposo|pareja|novi[oa]|madre|padre|herman[oa]|perr[oa]|gat[oa]|abuel[oa]"
    r"|fille|fils|femme|mari|compagne|copine|copain|mère|père|sœur|frère|enfants?|chien(?:ne)?|chat(?:te)?)"
)
_ROLE: Final = (
    r"(?:investor|boss|manager|supervisor|mentor|(?:co-?)?founder|colleague|coworker|teammate|friend|neighbou?r"
    r"|landlord"
    r"|lawyer|accountant|doctor|dentist|therapist|teacher|coach|client|customer|contractor|designer|developer|engineer"
    r"|lead|assistant|advis[oe]r|contact|owner|director|ceo|cto|cfo|head|chair|partner|husband|wife|daughter|sister"
    r"|brother|mother|father|cousin|roommate|supplier|vendor|recruiter|architect|maintainer"
    r"|chef|kollega|vän|granne|kund|investerare|läkare|advokat|revisor|lärare|handledare|medgrundare|fru|sambo|dotter"
    r"|syster|bror|kolleg(?:e|in)|freund(?:in)?|nachbar(?:in)?|kund(?:e|in)|(?:haupt)?investor(?:in)?|anwalt|anwältin"
    r"|arzt|ärztin|steuerberater(?:in)?|lehrer(?:in)?|vermieter(?:in)?|tochter|sohn|schwester|bruder"
    r"|jef[ea]|compañer[oa]|amig[oa]|soci[oa]|vecin[oa]|client[ea]|inversora?|abogad[oa]|médic[oa]|profesora?|hij[oa]"
    r"|collègue|amie?|voisine?|investisseu[rs]e?|avocate?|médecin|associée?|patronn?e?|sœur|frère|cheffe)"
)
_EVENT: Final = (
    r"(?:meeting|release|launch|demo|wedding|conference|flight|appointment|interview|party|workshop|stand-?up|review"
    r"|webinar|exam|concert|birthday|call|kick-?off|offsite|retro|presentation|move|trip"
    r"|möte[t]?|lansering(?:en)?|bröllop(?:et)?|konferens(?:en)?|flyg(?:et)?|intervju(?:n)?|fest(?:en)?|tenta(?:n)?"
    r"|treffen|besprechung|hochzeit|konferenz|flug|termin|vorstellungsgespräch|feier|prüfung"
    r"|reunión|lanzamiento|boda|conferencia|vuelo|cita|entrevista|fiesta|examen"
    r"|réunion|lancement|mariage|conférence|vol|rendez-vous|entretien|fête|examen)"
)
# Where the main clause may begin; "the shoes I bought" is no report of buying.
_CLAUSE: Final = r"(?:^|[,;:(-] ?|(?:and|but|so|because|that) )"
_PATH: Final = r"`?(?:~/|\.{0,2}/\w|[a-z]:\\)\S+"

# A sure cue stands alone. A weak one counts only beside a number, a date, a name or a path, and never amid code.
SURE: Final[Mapping[Kind, re.Pattern[str]]] = {
    "correction": words_of(
        r"""
        (?:we|i) no longer(?! (?:see|get|need to))|(?:he|she) no longer
        (?:correction|rättelse|korrektur|corrección|rectification)(?=:)
        (?:vi|jag|hon|han) \w+ inte längre|ya no (?:usamos|uso|vivo|trabajo|trabajamos|como)
        (?:wir|ich) (?:nutzen|verwenden|benutzen|arbeite|arbeiten|wohne|esse|trinke) .*nicht mehr
        (?:je|on|nous) (?:n'\w+|ne \w+) plus(?! (?:que|de))
        """
    ),
    "decision": words_of(
        rf"""
        {_CLAUSE}(?:we|i)(?:'ve| have)?(?: just| finally| all| both| now)? (?:decided|agreed)
        {_CLAUSE}we(?:'ve| have)?(?: finally| all| both)? (?:settled on|chose|opted)|we(?:'ve| have) (?:chosen|picked|selected)|we picked|we talked about it and agreed
        let's (?:go with|use|stick with|stay with|switch to|move to|standardi[sz]e on)
        {_CLAUSE}we(?:'ll| will|'re going to| are going to| shall) (?:use|go with|switch to|move to|keep|stick with\
        |drop)
        {_CLAUSE}we(?:'re| are)(?: now)? (?:going with|switching to|moving to|dropping|migrating to|sticking with)
        ^(?:the|our|my|final) decision(?: is (?:to|that)|(?=:))|^(?:decision|decided|agreed|beslut|entscheidung)(?=:)
        (?:vi|jag) (?:har )?(?:nu |äntligen )?(?:bestämt|bestämde|beslutat|beslutade|enats|enades|valt|valde)
        vi (?:kör|går) (?:på|med|vidare med)|(?:då |nu )?kör vi (?:på|med)|^kör på|vi (?:byter|går över) till
        vi ska använda
        (?:wir haben|ich habe)(?: uns| mich)? (?:(?!nicht)\S+ ){{0,6}}(?:entschieden|beschlossen|geeinigt|vereinbart)
        wir nehmen|nehmen wir|wir bleiben bei|bleiben wir bei|wir setzen auf
        wir werden .*(?:verwenden|nutzen|einsetzen)|(?:wir|ich) (?:wechseln|steigen|stellen) .*(?:auf|um|zu)
        hemos decidido|decidimos|he decidido|acordamos|hemos acordado|vamos a (?:usar|utilizar)|vamos con|^usaremos
        nos quedamos con|(?:on|nous) (?:a|avons) (?:\w+ )?(?:décidé|choisi|convenu)|j'ai décidé
        (?:on|nous) (?:part|reste|partons|restons) sur|(?:on va|nous allons) (?:utiliser|passer|prendre|garder)
        nous utiliserons
        """
    ),
    "preference": words_of(
        rf"""
        i(?: really| strongly| much| generally| usually| always)? prefer
        i(?: really| absolutely)? like [^,.;]* (?:better|more|most)|my (?:all-time )?favou?rite .{{1,40}} (?:is|are)
        (?:is|are) my (?:all-time )?favou?rite
        from now on
        {_CLAUSE}i(?: really| absolutely)? (?:love|hate|dislike|can't stand|enjoy)(?! (?:(?:the|a) (?:\w+ )*(?:idea|way\
        |sound|thought)|how|that|this|it|you|your|them|him|her|when|being|not|to|every)(?!\w))
        (?:^|^please |: )(?:always|never)(?! (?:mind|ending|say|an?|the|by|in|on|at|with|up|so|as|there|here|been|had\
        |was|wanted|thought|fun|good|nice|great|happy|ready|glad|looking|enough|again)(?!\w)) \w+|(?:you|we) (?:should|must) (?:always|never|be using)
        ^please (?:don't|do not)
        (?:don't|do not) ever|i (?:always|never) (?:want|use|eat|drink|wear|write|take|work|buy)
        jag (?:föredrar|gillar|älskar|hatar|vill (?:alltid|aldrig|helst))|jag tycker (?:bäst|mer) om|min favorit\w*
        (?:^|^snälla |: )(?:alltid|aldrig)|från och med nu|^(?:använd|skriv|kör|svara) (?:alltid|aldrig)
        ich (?:bevorzuge|mag|liebe|hasse|hätte lieber|möchte (?:immer|nie|lieber))|ich \w+ lieber|meine?n? lieblings\w+
        (?:^|^bitte |: )(?:immer|niemals|nie)|^(?:bitte )?\w+e? (?:immer|niemals|nie|bitte nicht)|ab (?:jetzt|sofort)
        prefiero|me gustan? más|me encantan?|odio|no soporto|mi \w+ (?:favorit|preferid)[oa]|a partir de ahora
        (?:^|^por favor,? |: )(?:siempre|nunca)|^(?:usa|escribe|responde) (?:siempre|nunca)
        je préfère|j'(?:adore|aime (?:mieux|bien|pas))|je (?:déteste|n'aime pas)|m(?:on|a) \w+ préférée?
        (?:^|: )(?:toujours|jamais)|^(?:utilise|écris|réponds|mets) toujours|^ne \w+ jamais|à partir de maintenant
        désormais
        """
    ),
    "personal": words_of(
        rf"""
        my (?:full |first |last |middle )?name(?:'s| is)|i'm called|my birthday is|i was diagnosed
        i (?:live|grew up|was born|was raised) (?:in|on|at|near|with|outside)
        i(?: currently)? work (?:as|for)(?! (?:it|this|that|me))
        i(?:'m| am) (?:allergic|vegan|vegetarian|diabetic|married|divorced|retired|pregnant|\d+ years old)
        i(?:'m| am) an? (?:\w+ )?(?:nurse|teacher|doctor|engineer|designer|developer|student|lawyer|chef|vegan)
        i(?:'ve got| have| own) (?:an?|two|three|four|\d+) (?:\w+ )?{_KIN_EN}s?
        (?:^|, |and )my (?:\w+ )?{_KIN_EN}(?:,? \w+,?)? (?:is|'s|are|has|was|lives|works|studies|goes|plays)
        (?:^|, |and )my (?:\w+ )?{_KIN_EN}(?:,? \w+,?)? (?:wants|loves|likes|hates|turned|turns|starts|started|got\
        |moved|had)
        my (?:\w+ )?{_KIN_EN}'s (?:name|birthday) is
        jag heter|mitt namn är|jag (?:bor|växte upp|är född|jobbar som|arbetar som)
        jag är (?:allergisk|vegan|vegetarian|gift|sambo|pensionär)
        (?:min|mitt|mina) (?:\w+ )?{_KIN}(?: \w+)? (?:är|heter|har|bor|jobbar|börjar|fyller|går|gillar|älskar)
        ich heisse|mein name ist|ich (?:wohne|lebe|arbeite als)|ich bin (?:allergisch|verheiratet|veganer(?:in)?)
        ich bin (?:vegetarier(?:in)?|in .* (?:geboren|aufgewachsen))
        meine? (?:\w+ )?{_KIN}(?: \w+)? (?:ist|heisst|hat|wohnt|arbeitet|mag|geht|wird|spielt|liebt)
        me llamo|mi nombre es|(?:vivo|nací|crecí) en|trabajo (?:como|de) |soy (?:alérgic[oa]|vegetarian[oa]|vegan[oa])
        soy (?:médic[oa]|ingenier[oa]|profesora?)
        mis? {_KIN}(?: \w+)? (?:es|se llama|tiene|vive|trabaja|estudia|cumple|son)
        je m'appelle|mon nom est|j'(?:habite|ai grandi)|je (?:vis|suis née?) (?:à|en|au|dans)|je travaille comme
        je suis (?:allergique|végétarien(?:ne)?|végane|médecin|ingénieure?|professeure?)
        (?:mon|ma|mes) {_KIN}(?: \w+)? (?:est|s'appelle|a|habite|travaille|aime|va|sont)
        """
    ),
    "relationship": words_of(
        rf"""
        ^(?:my|our) (?:\w+ )?{_ROLE} (?:is|'s)(?: called| named)? \w+|(?:works|working) (?:for|with) us
        ^(?:min|vår) (?:\w+ )?{_ROLE} (?:är|heter)|^(?:meine?|unsere?) (?:\w+ )?{_ROLE} (?:ist|heisst)
        ^(?:mi|nuestr[oa]) {_ROLE} (?:\w+ )?(?:es|se llama)|^(?:mon|ma|notre) {_ROLE} (?:\w+ )?(?:est|s'appelle)
        """
    ),
    "temporal": words_of(
        rf"""
        deadlines?.* {DATE_SAID}|{DATE_SAID}.* deadline|(?:is|are|it's|was) due (?:on |by |before )?{DATE_SAID}
        (?:i|we|he|she|they)(?:'ll| will| have to| must| need to|'m going to|'ve promised to| promised) .*{DATE_SAID}
        (?:must|has to|have to|needs to|promised|committed) .*(?:by|before|until) (?:the )?{DATE_SAID}
        (?:måste|ska|lovade|lovat) .*(?:till|före|senast|innan|på) {DATE_SAID}|senast (?:på |den )?{DATE_SAID}
        (?:muss|müssen|soll|werde|werden|versprochen) .*(?:bis|vor|am) (?:zum |den |dem )?{DATE_SAID}
        (?:frist|abgabe) .*{DATE_SAID}
        (?:debo|debemos|tengo que|tenemos que|hay que|vence|plazo|fecha límite) .*{DATE_SAID}
        (?:je dois|on doit|nous devons|il faut|date limite|échéance) .*{DATE_SAID}
        """
    ),
    "activity": words_of(
        rf"""
        {_CLAUSE}i(?:'m| am)(?: currently| still| now)? (?:working on|building|writing|learning|studying|training for)
        {_CLAUSE}i(?:'m| am)(?: currently| still| now)? (?:preparing|planning)
        {_CLAUSE}i(?:'ve| have)?(?: just| finally| recently)? (?:finished|completed|went to|visited|attended|joined\
        |bought)
        {_CLAUSE}i(?:'ve| have)?(?: just| recently)? (?:started (?:a new|learning|working|taking|going|my)|adopted\
        |got back from)
        jag (?:jobbar|arbetar) (?:just nu )?(?:på|med)|jag håller på med|jag (?:gick till|åkte till|var på|lär mig)
        jag har (?:just |precis |nyss )?(?:avslutat|slutfört|köpt|besökt|börjat|varit)
        ich arbeite (?:gerade |derzeit |zurzeit )?an|ich lerne (?:gerade)?|ich war (?:in|auf|bei|beim|am)
        ich habe .*(?:abgeschlossen|fertiggestellt|gekauft|besucht|angefangen)
        estoy (?:trabajando en|aprendiendo|escribiendo|construyendo)|(?:he )?termin(?:é|ado)|fui al?|compré|visité
        je travaille (?:actuellement )?sur|j'ai (?:fini|terminé|acheté|visité|commencé)
        je suis allée? (?:à|au|en|chez)|j'apprends
        """
    ),
    "event": words_of(
        rf"""
        {_EVENT}(?: \w+){{0,2}} (?:is|'s|are|starts|will be|takes place|begins|on|at) .*(?:{DATE_SAID}|{CLOCK_SAID})
        {_EVENT}(?: \w+)? (?:är|börjar|blir|på|den|kl) .*(?:{DATE_SAID}|{CLOCK_SAID})
        {_EVENT}(?: \w+)? (?:ist|beginnt|findet|am|um) .*(?:{DATE_SAID}|{CLOCK_SAID})
        {_EVENT}(?: \w+){{0,3}} (?:es|será|empieza|est|commence|aura lieu|le|el) .*(?:{DATE_SAID}|{CLOCK_SAID})
        """
    ),
}
WEAK: Final[Mapping[Kind, re.Pattern[str]]] = {
    "correction": words_of(
        rf"""
        i meant|jag menade|ich meinte|quise decir|quería decir|je voulais dire
        ^(?:no|nope|nej|nein|doch|non),? (?:it's|it is|that's|the|we|my|our|det|vi|es|das|der|die|wir|son|el|la\
        |c'est|on)
        ^(?:actually|egentligen|eigentlich|en realidad|en fait),? (?:[\w-]+ ){{1,4}}(?:is|are|has|have|was|är|har|ist\
        |sind|hat|es|son|est|a)|^actually,? (?:it's|that's|he's|she's)
        (?:was|is|has been|been|got) (?:moved|rescheduled|postponed|pushed|changed|renamed) (?:from .* )?(?:to|until)
        {_CLAUSE}(?:we|i)(?:'ve| have)? (?:moved|switched|migrated|changed|rescheduled|postponed) (?:\w+ ){{0,4}}to
        ^the (?:\w+ ){{1,3}}(?:moved|changed|slipped) (?:from .* )?to|is no longer
        (?:flyttats|flyttades|flyttas|flyttat|ändrats|ändrades|senarelagts|skjutits upp) .*till
        (?:verschoben|verlegt|geändert|umbenannt|umgezogen)
        se (?:ha )?(?:movió|movido|pasó|pasado|cambió|cambiado|trasladó) al?
        (?:déplacée?|reportée?|décalée?|repoussée?) (?:à|au)|inte längre
        """
    ),
    "technical": words_of(
        rf"""
        (?:runs?|running|listens?|listening|is|are|exposed|hosted) (?:\w+ )?(?:on|at|under|in) (?:the )?(?:port|{_PATH})
        (?:the |our |my )?(?:\w+ )?port (?:is|for .* is) \d+
        (?:lives?|stored|located|kept|found) (?:in|at|under) {_PATH}
        (?:we|i|our \w+|my \w+|the \w+(?: \w+)?) (?:still )?(?:use|uses|run|runs)
        {_CLAUSE}(?:we|i)(?:'re|'m| are| am) (?:still )?(?:on|using|running)
        (?:kör|ligger|lyssnar|körs|finns) (?:på|i|under|med)|vi (?:använder|kör)|jag använder
        (?:läuft|lauscht|hört|liegt) (?:auf|unter|in)|(?:wir|ich) (?:nutzen|verwenden|benutzen|nutze|verwende)
        (?:corre|se ejecuta|escucha|está) en|usamos|uso|(?:tourne|écoute|se trouve) (?:sur|dans|sous)|on utilise
        nous utilisons
        """
    ),
}
# What a named person does who settles something: "Sarah wants the chart moved".
WISHES: Final = words_of(
    r"""
    (?:wants|needs)(?! to(?!\w))|asked for|insists on|approved|signed off on|decided|vill ha|behöver|möchte|braucht
    quiere|necesita|veut|a besoin
    """
)
REMEMBER: Final = words_of(
    r"""
    ^(?:please )?(?:remember|keep in mind|don't forget|do not forget)(?: that|:| my| our| the| we| i)
    ^(?:please )?(?:remember|don't forget|do not forget) to (?:always|never|use|run|ask|answer|reply|write|configure\
    |call|send)
    ^for (?:future )?reference
    ^(?:kom ihåg|glöm inte)(?: att|:)?|^(?:bitte )?(?:merk dir|denk daran|denke daran|vergiss nicht)
    ^(?:por favor,? )?(?:recuerda|no olvides|ten en cuenta) que
    ^(?:souviens-toi|rappelle-toi|n'oublie pas|note) (?:que|de)
    """
)
TODO: Final = re.compile(r"^(?:to-?do|att göra|zu erledigen|por hacer|à faire)\s*:\s*\S")
IS_OURS: Final = re.compile(
    rf"(?:\w+ ){{1,2}}(?:is|är|ist|es|est) (?:my|our|min|vår|mitt|vårt|meine?|unsere?|mi|nuestr[oa]|mon|ma|notre)"
    rf" (?:\w+ ){{0,2}}{_ROLE}(?!\w)"
)

# Points at something said elsewhere, so a sentence of nothing else says nothing by itself ("let's go with option 2").
POINTERS: Final = bag(
    "it that this these those them they option options alternative approach approaches suggestion suggestions"
    " recommendation proposal plan idea solution way one ones first second third last latter former both all either"
    " same"
    " a b c d now then please just again instead too also here there thing things stuff so here's yours your"
    " like better more most let's following something anything everything few it's dafür dagegen damit därför"
    " det den detta alternativ alternativet förslaget planen första andra båda nu då"
    " vorschlag variante lösung das dies erste zweite beide jetzt dann opción propuesta eso esto primera segunda ahora"
    " proposition solution ça cela celle celui première deuxième maintenant"
)
TRANSIENT: Final = words_of(
    r"""
    yet|for now|right now|at the moment|just now|this time|anymore|this (?:pr|branch|commit|file|test|one|time)
    än|just nu|för tillfället|noch|im moment|vorerst|erstmal|todavía|aún|por ahora|encore|pour l'instant|pour le moment
    """
)
