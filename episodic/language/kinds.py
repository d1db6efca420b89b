"""Words that signal one of the nine kinds of fact, in five languages, on text folded by `cues.fold`.

Knows no turn and detects no language: all tables are tried at once.
"""

import re
from collections.abc import Mapping
from typing import Final

from episodic.language.cues import bag, words_of
from episodic.language.said_dates import CLOCK_SAID, DATE_SAID
from episodic.records import Kind

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
    r"|(?:sous-)?chef|kollega|vän|granne|kund|investerare|läkare|advokat|revisor|lärare|handledare|medgrundare|fru"
    r"|sambo|dotter"
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
_CLAUSE: Final = r"(?:^|(?<=[,;:(-] )|(?<= and )|(?<= but )|(?<= so )|(?<= because )|(?<= that ))"
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
        {_CLAUSE}we(?:'ve| have)?(?: finally| all| both)? (?:settled on|chose|opted)
        we(?:'ve| have) (?:chosen|picked|selected)|we picked|we talked about it and agreed
        let's (?:go with|use|stick with|stay with|switch to|move to|standardi[sz]e on)
        {_CLAUSE}we(?:'ll| will|'re going to| are going to| shall) (?:use|go with|switch to|move to|keep(?! \w+ing\
    | it up)|stick with\
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
        |sound|thought)|how|that|this|it|you|your|them|him|her|when|what|being|not|to|every)(?!\w))
        (?:^|^please |: )(?:always|never)(?! (?:mind|ending|say|an?|the|by|in|on|at|with|up|so|as|there|here|been|had\
        |was|wanted|thought|fun|good|nice|great|happy|ready|glad|looking|enough|again)(?!\w)) \w+
        (?:you|we) (?:should|must) (?:always|never|be using)
        ^please (?:don't|do not)
        (?:don't|do not) ever|i (?:always|never) (?:want|use|eat|drink|wear|write|take|work|buy)
        jag (?:föredrar|gillar|älskar|hatar|vill (?:alltid|aldrig|helst))|jag tycker (?:bäst|mer) om|min favorit\w*
        (?:^|^snälla |: )(?:alltid|aldrig)|från och med nu|^(?:använd|skriv|kör|svara) (?:alltid|aldrig)
        ich (?:bevorzuge|mag|liebe|hasse|hätte lieber|möchte (?:immer|nie|lieber))|ich \w+ lieber|meine?n? lieblings\w+
        (?:^|^bitte |: )(?:immer|niemals|nie)|^(?:bitte )?\w+e? (?:immer|niemals|nie|bitte nicht)|ab (?:jetzt|sofort)
        prefiero|me gustan? más|me encantan?|odio|no soporto|mi \w+ (?:favorit|preferid)[oa]|a partir de ahora
        (?:^|^por favor,? |: )(?:siempre|nunca)(?! (?:sale|hay|es|está|falla|pasa|da|me|se|lo|había)(?!\w))|^(?:usa\
    |escribe|responde) (?:siempre|nunca)
        je préfère|j'(?:adore|aime (?:mieux|bien|pas))|je (?:déteste|n'aime pas)|m(?:on|a) \w+ préférée?
        (?:^|: )(?:toujours|jamais)(?! (?:la même|le même|pas|rien|eu|vu)(?!\w))|^(?:utilise|écris|réponds\
    |mets) toujours|^ne \w+ jamais|à partir de maintenant
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
        (?:must|has to|have to|needs?|promised|committed) .*(?:by|before|until) (?:the )?{DATE_SAID}
        (?:måste|ska|lovade|lovat|behöver) .*(?:till|före|senast|innan|på) {DATE_SAID}|senast (?:på |den )?{DATE_SAID}
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
        ^(?!(?:i|we|you|he|she|it|they|this|that|these|those|who|which)(?!\w))(?:[\w-]+ ){{1,3}}(?:moved|changed\
        |slipped) to (?:{DATE_SAID}|{CLOCK_SAID}|\d[\d.,:]*)
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
    " whatever nothing else do yet inget nichts nada rien"
    " proposition solution ça cela celle celui première deuxième maintenant"
)
TRANSIENT: Final = words_of(
    r"""
    yet|for now|right now|at the moment|just now|this time|anymore|this (?:pr|branch|commit|file|test|one|time)
    än|just nu|för tillfället|noch|im moment|vorerst|erstmal|todavía|aún|por ahora|encore|pour l'instant|pour le moment
    """
)
