"""Plain statements: what somebody is, has, uses, owns or always does, by how the sentence begins, on folded text.

Knows no turn and detects no language. A line gives the subject and the verb; what must follow is named beside it,
for "we use" and "the squad has" begin as much idle talk as facts.
"""

import re
from typing import Final, Literal, NamedTuple

from episodic.language import people
from episodic.language.cues import words_of
from episodic.language.said_dates import CLOCK_SAID, DATE_SAID, MONTHS, WEEKDAYS
from episodic.records import Kind

Needs = Literal["content", "figure", "name", "date", "definite"]


class Statement(NamedTuple):
    """One way to begin a statement.

    After `cue` come words of content, a figure, a name, a date, or any of the"
    " three.
    """

    kind: Kind
    needs: Needs
    cue: re.Pattern[str]


# Italian and Portuguese ones, which are not among the supported.
_MONTHS_TOO: Final = (
    "gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|sete"
    "m"
    "b"
    "r"
    "o"
    "|outubro|dezembro"
)
_MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
A_DAY: Final = re.compile(
    rf"(?<!\w)(?:{DATE_SAID}|(?:in|for|until|till|by|since|early|late|mid|i|bis|im|en|hasta|jusqu'en|a|em"
    rf"|até) (?:{_MONTH}|{_MONTHS_TOO})"
    r"|(?:until|till|to|bis|hasta|jusqu'en|sedan|since|seit|desde|depuis) (?:19|20)\d\d)(?!\w)"
)
# How a company, a kitchen or a class is named as the one that does something.
_WE: Final = r"^(?:currently |today |at work,? |right now |at the moment,? )?(?:we|our (?:[\w'-]+ ){0,2}[\w'-]+)"
_OFTEN: Final = r"(?: (?:all|also|mostly|mainly|only|still|now|currently|usually|normally|generally|typically|both))?"
_THING: Final = r"^(?:the|our|my|every|each) (?:[\w'&./-]+ ){1,7}?"
_SEVERAL: Final = r"(?:about |around |over |roughly |exactly |some |at least |up to |almost |nearly )?"
# Things one buys, hires, trains at and works with; the name says which.
_TOOLS: Final = words_of(
    rf"""
    {_WE}{_OFTEN} (?:uses?|orders?|buys?|sources?|banks?|hosts?|deploys?|bills?|tracks?|books?|records?|rents?|ships?\
    |trains?|meets?|sells?|insures?|publish(?:es)?|invoices?|pays?|supply|supplies|plays?|imports?|exports?|leases?\
    |(?:is|are) (?:based|insured|hosted|registered|audited)|works? with|runs? on|built|standardi[sz]ed on|rel(?:y\
    |ies) on)
    ^(?:the )?(?:[\w'-]+ ){{1,4}}(?:team|company|firm|school|clinic|office|restaurant|lab|client|department|club\
    |group) \
(?:uses|buys|orders|hosts|publishes|trains|works with|runs on)
    {_WE}{_OFTEN} (?:writes?|builds?|develops?|prints?) .* (?:in|with|on)
    ^i(?: (?:still|also|now|currently|mostly))? (?:use|bank with|keep|track|store|record|manage|draft|write)
    ^(?:the|our|my) (?:[\w'-]+ ){{1,3}}(?:is|are) (?:called|named)|^our (?:[\w'-]+ ){{1,2}}runs? (?:on|in|with)
    ^(?:\w+(?:en|et|an|n)|vår|vårt) (?:\S+ )?(?:heter|kör|körs på)|^jag (?:använder|sparar)|^vi (?:sitter|finns) i
    ^(?:el|la|nuestr[oa]) (?:\S+ ){{1,2}}se llama|^(?:uso|guardo)|^estamos en
    ^(?:le|la|l'\S+|notre) (?:\S+ ){{0,2}}s'appelle|^j'utilise|^nous sommes (?:basés|installés)
    ^we(?:'re| are) (?:based|located|headquartered) in
    ^the (?:tech |current )?(?:stack|back-?end|front-?end|crm|erp|cloud provider|framework|supplier|vendor|bank|insurer\
    |caterer|venue|auditor|landlord|publisher|main sponsor|sponsor) (?:is|are)
    ^our (?:[\w'-]+ ){{1,3}}(?:is|are)(?! (?:so|such|very|really|too|just|all|not|like|going)(?!\w))
    ^vi (?:\w+ )?(?:använder|köper|beställer|bokför|hyr|tränar|säljer|betalar|kör|levererar|bankar|spelar|publicerar)
    ^(?:vår|vårt|våra) (?:[\w-]+ ){{1,2}}(?:är|heter|ligger (?:i|på|vid)|sitter i)
    ^(?:usamos|utilizamos|compramos|pedimos|alquilamos|entrenamos|vendemos|publicamos|trabajamos con|facturamos con\
    |alojamos|imprimimos)
    ^nuestr[oa]s? (?:\w+ ){{1,3}}(?:es|son|se llama|está en)
    ^(?:on|nous) (?:héberg(?:e|eons)|imprim(?:e|ons)|utilis(?:e|ons)|ach(?:ète|etons)|command(?:e|ons)|lou(?:e|ons)\
    |vend(?:ons)?|publi(?:e|ons)\
    |travaill(?:e|ons) avec)
    ^(?:notre|nos) (?:\w+ ){{1,3}}(?:est|sont|s'appelle)
    ^(?:usiamo|utilizziamo|compriamo|(?:nós )?usamos|utilizamos)
    """
)
_TOOLS_DE: Final = words_of(  # every noun has a capital: the name is the word after the verb, with what it is for
    r"""
    ^(?:wir|ich) (?:nutzen|verwenden|benutzen|nutze|verwende|benutze|kaufen|bestellen|buchen) (?:\w+ )?\S+ \
(?:\d\S*|für|als|zum|zur|bei|im|in|seit|statt)
    ^(?:wir|ich) (?:nutzen|verwenden|benutzen|arbeiten mit|bestellen bei|trainieren (?:in|im)|mieten bei|kaufen bei)
    ^(?:wir|ich) (?:hosten|betreiben|lagern|drucken|produzieren|liefern) (?:\w+ )?(?:bei|auf|in|mit)
    ^(?:der|die|das) (?:\S+ )?\S+ heisst|^unsere? \S+ läuft (?:auf|mit|bei)|^(?:wir|ich) (?:sitzen|sind) in
    ^unsere? (?:\S+ ){1,2}?(?:heisst|heissen|(?:ist|sitzt|liegt|sind) (?:in|bei|am|an der))
    ^unsere? (?:datenbank|software|cloud|bank|kasse|framework|stack|crm|erp|\w*software|\w*system|\w*prüfer|bank\
    |versicherung|steuerberater\w*|vermieter|hausbank|lieferant) (?:ist|heisst)
    """
)
# A team or a person that has, pays, serves so many.
COUNTED: Final = words_of(
    r"""
    ^(?:we|our (?:[\w'-]+ ){1,2}?)(?: (?:currently|now|only|already|still|both))? ?(?:have|has|employs?|serves?|owns?\
    |manages?|sells?|ships?|trains?|hosts?|seats?|pays?|charges?|spends?|rents?|teach(?:es)?|treats?|needs?|keeps?\
    |budgeted|represents?|play|bake|run|publish|raised|sold|hired|opened|won|enroll?ed|cater for)
    ^i (?:teach|treat|manage|pay|charge|rent|supervise|represent|train|own|run|employ)
    ^vi (?:har|äger|säljer|serverar|betalar|anställer|behöver|är)|^jag (?:betalar|undervisar)
    ^wir (?:haben|beschäftigen|verkaufen|zahlen|brauchen|benötigen|bedienen|vertreten|sind)
    ^ich (?:zahle|verdiene|unterrichte)
    ^il nous faut|^(?:tenemos|somos|pagamos|vendemos|necesitamos|atendemos|empleamos)
    ^(?:nous|on) (?:avons|a|employons|payons|vendons|servons|sommes)
    ^(?:abbiamo|paghiamo|vendiamo|siamo in|temos|somos|pagamos|vendemos)
    """
)
# A thing that has, needs, costs, lasts so much.
_MEASURED: Final = words_of(
    rf"""
    {_THING}(?:has|have|needs?|requires?|costs?|takes?|seats?|holds?|covers?|employs?|contains?|weighs?|measures?\
    |lasts?\
    |pays?|charges|spans?|(?:go|goes|dates?) back|is|are|was|(?:must|has to) (?:be|have|hold|cover|fit|carry|last\
    |weigh)|yields?\
    |serves?|houses?|sells?|runs? (?:for|over)|earns?|allows?|is worth|opens? at|closes? at|starts? at)(?! (?:to|not\
    |now)(?!\w))
    ^(?:vår|vårt|våra|min|mitt|mina|varje|den|det|de) (?:\S+ ){{1,5}}?(?:är|har|behöver|kräver|kostar|tar|rymmer|väger\
    |varar|omfattar|gäller|ligger på)
    ^(?:unsere?|jede[rs]?|der|die|das) (?:\S+ ){{1,5}}?(?:ist|sind|hat|haben|braucht|brauchen|benötigt|kostet|dauert\
    |umfasst|fasst|wiegt|beträgt|misst|deckt|kosten|betragen|liegt bei)
    ^(?:el|la|los|las|nuestr[oa]s?|cada) (?:\S+ ){{1,5}}?(?:es de|son de|es|tiene|tienen|necesita|necesitan|cuesta|dura\
    |pesa|mide|cubre|lleva|requiere|exige|consta de|incluye)
    ^(?:le|la|les|l'\S+|notre|nos|chaque) (?:\S+ ){{0,5}}?(?:est de|est|sont|a|ont|compte|contient|demande|nécessite\
    |coûte|dure\
    |pèse|mesure|couvre|comporte|exige|s'élève à)
    ^(?:il|la|i|le|gli|nostr[oaie]) (?:\S+ ){{1,5}}?(?:ha|hanno|costa|richiede|dura|pesa|è di)
    ^(?:o|a|os|as|noss[oa]s?) (?:\S+ ){{1,5}}?(?:tem|têm|custa|precisa de|exige|dura|pesa|é de)
    """
)
_MEASURED_BARE: Final = re.compile(  # Swedish sets its article behind: "Köket har plats för 48 gäster"
    r"(?:[\w-]+(?:en|et|an|n|na|or|ar|er)|year \d+|[\w-]+ (?:ab|gmbh|ltd|inc)) (?:(?:på|i|för|till|of|in) \S+ )?"
    r"(?:är|har|behöver|kräver|kostar|tar|rymmer|väger|varar|omfattar|gäller|has|needs|costs)(?!\w)"
)
DATED: Final = words_of(
    r"""
    ^(?:the|our|my|this year's|[\w'-]+'s) (?:[\w'&./-]+ ){1,8}?(?:runs?|starts?|begins?|ends?|expires?|closes?|opens?\
    |(?:is|are) (?:set|scheduled|booked|planned|fixed|due|on|in|from|valid|open|closed)|is|was on|lasts|falls on\
    |goes to\
    |trial|finish(?:es)?|lapses?|takes? effect|renews?|emerged on|started on)
    ^[\w'-]+ [\w'-]+'s (?:[\w'-]+ ){1,3}(?:is|starts|begins|ends)
    ^(?:[\w-]+(?:en|et|an|n|na)|vår|vårt|min|mitt) (?:\S+ ){0,4}?(?:löper|börjar|slutar|startar|går ut|gäller|stänger\
    |öppnar|infaller|är (?:den|satt|bokad\w*|planerad\w*)|hålls|förfaller|upphör)
    ^(?:der|die|das|unsere?|meine?) (?:\S+ ){1,5}?(?:läuft|beginnt|endet|startet|schliesst|öffnet|gilt|ist (?:am|auf\
    |für|der|bis)|findet|fällt auf|erlischt)
    ^(?:el|la|los|las|nuestr[oa]|mi) (?:\S+ ){1,5}?(?:dura|empieza|comienza|termina|acaba|vence|expira|caduca|cierra\
    |abre|es el|será el|está (?:fijad|previst)[oa])
    ^(?:le|la|les|l'\S+|notre|mon|ma) (?:\S+ ){0,5}?(?:court|commence|débute|finit|se termine|expire|ferme|ouvre|prend\
    fin|est (?:le|fixée?|prévue?|valable)|aura lieu|dure)
    ^(?:il|la|nostr[oa]|o|a|noss[oa]) (?:\S+ ){1,5}?(?:scade|inizia|finisce|dura|chiude|vence|começa|termina)
    """
)
# A rule people keep; what code always does is told with other verbs.
_HABIT: Final = words_of(
    r"""
    ^(?:in (?:our|my) \w+,? )?(?:we|i|our (?:\w+ ){1,2}|the (?:team|kitchen|firm|office|staff|school|club) )(?:\b ?)\
(?:always|never) (?!(?:get|gets|see|seen|have|had|been|be|is|are|was|do|did|know|knew|call|calls|write|writes|return\
    |returns|store|stores|set|sets|add|adds|create|creates|pass|passes|check|checks|end|need|needs|want|wanted|thought\
    |think|heard|said|had|got|find|found|use it|liked?|loved?|look|dream|hope|hear|came|come|tire|expect|\w+ed|felt\
    |feel|wondered|really|quite|figured|tried|remember\
    |forget|knows|understood|understand|dreamed|hoped|assumed|enjoyed|saw|were|made|looked|run|runs|fail|fails|show\
    |shows|read|reads|load|loads|exit|exits|skip|go|goes|took|went|did|realized|expected|hit|hits|say|says)(?!\w))\w+
    ^we only (?:accept|take|serve|sell|buy|hire|open|ship|deliver|invoice|pay|cater|teach|offer|work|employ|rent|lend)
    ^vi (?:tar|säljer|accepterar|levererar|köper|serverar|anställer|öppnar) (?:bara|endast)
    ^wir (?:akzeptieren|nehmen|verkaufen|liefern|kaufen|bedienen|arbeiten|öffnen|zahlen) (?:nur|ausschliesslich)
    ^(?:solo|sólo) (?:aceptamos|vendemos|servimos|trabajamos|compramos)|^(?:on|nous) n'accept(?:e|ons) que
    ^vi \w+ (?:alltid|aldrig)(?! (?:det|den|detta|samma|fel|felet|något)(?!\w))
    ^wir \w+ (?:immer|nie|niemals|stets|grundsätzlich)(?! (?:das|den|die|es|dies\w*|noch|wieder|mehr|denselben)(?!\w))
    ^(?:nosotros )?(?:siempre|nunca) \w+[aei]mos
    ^(?:on|nous) (?:ne |n')?(?!a |avons |est |sommes |voit |obtient )[\w']+ (?:toujours|jamais)
    """
)
_WEEKDAY: Final = "|".join(WEEKDAYS)
_TRADE: Final = words_of(
    r"""
    ^we(?: (?:only|mostly|mainly|always|usually))? (?:sell (?:to|through|at)|bill|invoice|charge (?:by|per)\
    |ship (?:to|from)\
    |cater|speciali[sz]e|operate|deliver to|play in|compete|rehearse|train (?:on|at|in)|trade|lease|farm|brew|bake\
    |teach|treat)
    ^we(?:'re| are) an? (?:[\w-]+ ){0,3}(?:team|company|firm|start-?up|school|charity|family|club|agency|non-?profit\
    |co-op\
    |bakery|practice|partnership|band|studio|shop|cooperative|foundation|consultancy)
    ^our (?:[\w-]+ )?(?:clients|customers|guests|pupils|students|patients|members|suppliers|readers|buyers|tenants) are
    ^vi (?:fakturerar|säljer|levererar|odlar|bakar|undervisar|specialiserar oss|har öppet)|^vi är (?:ett\
    |en) \w*(?:team|företag|förening\
    |byrå|skola)
    ^wir (?:rechnen .* ab|verkaufen|fakturieren|liefern|unterrichten|backen)|^wir sind ein\w* (?:\w+ )?(?:team\
    |firma|verein\
    |familienbetrieb|agentur|schule|kanzlei)
    ^(?:facturamos|vendemos|cobramos|impartimos|cultivamos)|^somos (?:una?) (?:\w+ )?(?:equipo|empresa|familia\
    |agencia|bufete)
    ^(?:on|nous) (?:factur(?:e|ons)|vend(?:ons)?|livr(?:e|ons)|enseign(?:e|ons))|^nous sommes une (?:\w+ )?(?:équipe\
    |entreprise\
    |agence|association|famille)
    """
)
_WHEN: Final = words_of(
    rf"""
    ^(?:the |our |my )?(?:[\w'-]+ ){{1,4}}?(?:arrives?|starts?|begins?|opens?|closes?|ends?|leaves?|meets?|rehearses?\
    |takes place) \
    (?:at {CLOCK_SAID}|(?:only )?on (?:{"|".join(WEEKDAYS)})s|every (?:{"|".join(WEEKDAYS)}))
    """
)
_TERMS: Final = words_of(
    r"""
    ^(?:payment terms|notice period|lead time|tuition|delivery|shipping|rent|membership|admission|parking|overtime\
    |commission) \
    (?:is|are|costs?|takes?)
    """
)
# What somebody does again and again: the return is said, not only the doing.
_ROUTINE: Final = words_of(
    rf"""
    ^(?:i|we|our (?:[\w'-]+ ){{0,2}}[\w'-]+|the (?:team|board|class|club|choir|committee|squad|staff|kitchen\
    |crew))(?:'ve been)? (?!(?:get|got|see|saw|had|need|want|went|will|would|did|was|were|have to)\
(?!\w)).*(?:every (?:(?:single|other|second) )?(?:day|morning|evening|night|week|weekend|month|quarter|year|spring\
    |summer\
    |autumn|fall|winter|{_WEEKDAY})|(?:once|twice|(?:two|three|four|five|\d+) times) (?:a|per|every) (?:day|week\
    |month|year)\
    |on (?:{_WEEKDAY})s|on weekends|on weekdays)
    ^(?:jag|vi) \w+ .*(?:varje (?:dag|morgon|kväll|vecka|månad|år|{_WEEKDAY})|(?:en|två|tre) gånger (?:i veckan\
    |om dagen|om året\
    |i månaden))
    ^(?:ich|wir) \w+ .*(?:jede[ns]? (?:tag|morgen|abend|woche|monat|jahr|{_WEEKDAY})|(?:einmal|zweimal\
    |dreimal) (?:pro|die|im|am) \
    (?:woche|tag|monat|jahr))
    ^(?:nos )?(?:\w+o|\w+mos) .*(?:todos los (?:días|{_WEEKDAY})|cada (?:día|semana|mes|año|{_WEEKDAY})|(?:una vez\
    |dos veces\
    |tres veces) \
    (?:a la semana|al (?:día|mes|año)))
    ^(?:je|on|nous) \w+ .*(?:tous les (?:jours|matins|{_WEEKDAY}s?)|chaque (?:jour|semaine|mois|année|{_WEEKDAY})\
    |(?:une|deux|trois) \
    fois par (?:jour|semaine|mois|an))
    """
)
# What somebody did, had or spent, where a figure, a day or a name makes it more than talk.
_DID: Final = words_of(
    r"""
    ^i(?:'ve| have)?(?: just| recently| finally| already| also| actually| currently| now)* (?:got|bought|ordered\
    |booked|replaced\
    |upgraded|adopted|started|finished|completed|attended|joined|visited|watched|read|signed up for|picked up|moved\
    |spent\
    |paid|sold|raised|earned|baked|donated|scored|won(?!')|lost|saved|drove|made|collected|own|collect\
    |participated in|took\
    |volunteered|flew|helped|planted|cooked|hosted|redeemed|purchased|received)
    ^i(?: currently| now| also)? have (?:a|an|about|around|over|two|three|four|five|six|seven|eight|nine|ten|\d+)
    """
)
PLANNED: Final = words_of(
    r"""
    ^(?:i'm|i am|we're|we are)(?: also| actually| currently)? (?:planning|going|scheduled|signed up|participating\
    |attending\
    |flying|moving|hosting|visiting|getting married|starting|leaving|due|meeting|launching|opening|presenting)
    """
)
DECIDED: Final = words_of(
    r"""
    ^(?:decided|opted|settled) (?:on|to|for|that|against|not)|^(?:final )?decision (?:made|taken)
    ^(?:i'm |i am |we're |we are )?committing (?:to|ourselves to|myself to)(?! (?:main|master|the|git|this|it)(?!\w))
    ^(?:i|we) (?:hereby )?commit to (?!(?:main|master|the|git|this|it)(?!\w))\w+ing
    ^beslutade(?:s)? (?:att|om)|^(?:jag|vi) (?:förbinder|åtar) (?:mig|oss)|^beslut (?:fattat|om)
    ^(?:habe|haben) (?:mich|uns) .*entschieden|^entschieden(?=:)|^entscheidung (?:zu\w*|über|für|getroffen)
    ^ich verpflichte mich|^wir verpflichten uns|^wir haben .*(?:geeinigt|gewählt)|^ich verspreche
    ^(?:lo )?(?:hablamos|decidido|acordado)(?: \w+)*(?:acordamos)|^decisión (?:tomada|sobre|final)|^(?:me\
    |nos) comprom\w+
    ^(?:elegimos|escogimos|optamos por|acordamos|decidí|elegí)
    ^décision (?:prise|finale)|^je m'engage|^nous nous engageons|^(?:nous avons|on a) (?:opté|retenu)|^décidé d
    ^(?:nous en avons|on en a) .*d'accord
    ^(?:ho|abbiamo) (?:deciso|scelto|concordato)|^decisione (?:presa|sul)|^mi impegno a|^(?:eu )?decidi|^decidimos
    ^(?:escolhemos|decisão (?:tomada|sobre)|me comprometo)|^comprometo-me
    """
)
# "Fact: …", "Just confirmed: …" say that what follows is one.
ANNOUNCED: Final = words_of(
    r"""
    ^(?:quick |one |two |another |useful )?facts?(?: worth \w+| for the \w+)?(?=:)
    ^(?:just )?confirmed(?: (?:with|via|by) [^:]{1,40})?(?=:)|^for the record(?=[:,])
    ^(?:fakta|faktum|att notera)(?=:)|^(?:just |nyss )?bekräftat(?: [^:]{1,40})?(?=:)
    ^(?:kurze[rs]? |wichtige[rs]? |zwei )?fakt(?:en)?(?: [^:]{1,40})?(?=:)|^(?:gerade )?bestätigt(?: [^:]{1,40})?(?=:)
    ^(?:mit|durch) [^:]{1,40} bestätigt(?=:)
    ^(?:dos )?(?:dato|hecho)s?(?: [^:]{1,40})?(?=:)|^(?:recién |acabo de )?confirmado?(?: [^:]{1,40})?(?=:)
    ^(?:deux |petit )?faits?(?: [^:]{1,40})?(?= ?:)|^(?:vient d'être )?confirmé(?: [^:]{1,40})?(?= ?:)
    ^(?:due )?fatt[oi](?: [^:]{1,40})?(?=:)|^(?:appena )?confermato(?: [^:]{1,40})?(?=:)
    ^(?:dois )?fatos?(?: [^:]{1,40})?(?=:)|^(?:acabei de )?confirma(?:do|r)(?: [^:]{1,40})?(?=:)
    """
)
_SWITCHED: Final = words_of(
    r"""
    ^(?:vi|jag) (?:har )?(?:bytte|bytt|gick över|gått över) (?:\w+ )?till
    ^(?:wir|ich) (?:sind|bin|haben|habe) .*(?:umgestiegen|gewechselt|umgestellt|umgezogen)
    ^(?:hemos|he) (?:pasado|cambiado|migrado) a|^(?:pasamos|cambiamos|migramos) a
    ^(?:on est|nous sommes) passée?s? (?:à|sur|au)|^(?:on a|nous avons) migré vers
    """
)
STATED: Final = (
    Statement("correction", "name", _SWITCHED),
    Statement("decision", "content", DECIDED),
    Statement("personal", "content", people.PERSONAL),
    Statement("personal", "name", people.EMPLOYED_AT),
    Statement("relationship", "name", people.ANSWERS),
    Statement("preference", "content", _HABIT),
    Statement("temporal", "content", _WHEN),
    Statement("technical", "figure", _TERMS),
    Statement("temporal", "date", PLANNED),
    Statement("activity", "content", _ROUTINE),
    Statement("activity", "definite", _DID),
    Statement("temporal", "date", DATED),
    Statement("technical", "figure", COUNTED),
    Statement("technical", "figure", _MEASURED),
    Statement("technical", "figure", _MEASURED_BARE),
    Statement("technical", "name", _TOOLS),
    Statement("technical", "name", _TOOLS_DE),
    Statement("technical", "content", ANNOUNCED),
    Statement("technical", "content", _TRADE),
)
