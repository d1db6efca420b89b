"""What people say of themselves and of each other: work, home, food, family, who answers for what, on folded text.

Knows no turn and detects no language: all tables are tried at once.
"""

import re
from typing import Final

from episodic.language.cues import words_of
from episodic.language.said_dates import MONTHS

_MONTH: Final = "|".join(sorted(MONTHS, key=len, reverse=True))
_OCCUPATION: Final = (
    r"(?:accountant|actor|actress|analyst|apprentice|architect|artist|attorney|baker|barista|bartender|biologist"
    r"|bricklayer"
    r"|broker|builder|butcher|captain|carer|carpenter|cashier|caterer|chef|chemist|cleaner|coach|consultant|controller"
    r"|cook|counsel|dentist|designer|developer|director|doctor|driver|economist|editor|electrician|engineer|farmer"
    r"|firefighter|florist|foreman|freelancer|gardener|hairdresser|headteacher|historian|investor|journalist|judge"
    r"|lawyer|lecturer|librarian|manager|mechanic|midwife|musician|nurse|nutritionist|officer|optician|owner|painter"
    r"|paralegal|pharmacist|photographer|physicist|physio(?:therapist)?|pilot|plumber|principal|producer|professor"
    r"|programmer|psychologist|realtor|referee|researcher|roofer|salesperson|scientist|secretary|seller|singer|student"
    r"|solicitor|statistician|surgeon|surveyor|tailor|teacher|therapist|trader|trainee|translator|tutor|vet|waiter"
    r"|waitress|welder|writer|treasurer|supervisor|receptionist|recruiter|lead|head|ceo|cto|cfo|coo|dean|chair)"
)
_OCCUPATIONS: Final = (
    r"(?:advokat|arkitekt|bagare|barnmorska|chef|elektriker|ekonom|forskare|frisör|förskollärare|ingenjör|jurist|kock"
    r"|\w*lärare|läkare|målare|polis|psykolog|rörmokare|\w*sköterska|snickare|student|tandläkare|tränare|\w*tekniker"
    r"|\w*chef|\w*ledare|\w*berater(?:in)?|\w*meister(?:in)?|\w*prüfer(?:in)?|\w*mästare|conserje|gardien(?:ne)?"
    r"|\w*anwalt|\w*anwältin|architekt(?:in)?|arzt|ärztin|bäcker(?:in)?"
    r"|elektriker(?:in)?|köchin|koch"
    r"|erzieher(?:in)?|forscher(?:in)?|ingenieur(?:in)?|juristi?n?|krankenschwester|pfleger(?:in)?|lehrer(?:in)?"
    r"|maurer(?:in)?|\w*leiter(?:in)?|student(?:in)?|tischler(?:in)?|trainer(?:in)?|verkäufer(?:in)?|buchhalter(?:in)?"
    r"|abogad[oa]|albañil|arquitect[oa]|camarer[oa]|carpinter[oa]|cociner[oa]|contable|electricista|enfermer[oa]"
    r"|entrenadora?|estudiante|fontaner[oa]|investigadora?|jef[ea] de \w+|maestr[oa]|panader[oa]|vendedora?|profesora?"
    r"|avocate?|architecte|boulang(?:er|ère)|charpentier|cuisini(?:er|ère)|comptable|enseignante?|étudiante?"
    r"|infirmi(?:er|ère)|juriste|maçon|menuisi(?:er|ère)|plombi(?:er|ère)|serveu(?:r|se)|vendeu(?:r|se)|cher\w+se"
    r"|chercheur|entraîneu(?:r|se)|chef(?:fe)? de \w+)"
)

# Whose wish settles something where a name would. "Driver", "controller" or "builder" are programs too.
PARTY: Final = (
    r"(?:client|customer|team|board|boss|accountant|architect|auditor|bank|bride|caterer|ceo|cfo|chef|coach|committee"
    r"|contractor|council|couple|court|cto|dentist|designer|director|doctor|donor|electrician|family|foreman|funder"
    r"|groom|headteacher|inspector|insurer|investor|landlady|landlord|lawyer|ministry|notary|nurse"
    r"|patient|pharmacist|plumber|principal|professor|publisher|school|seller|solicitor|sponsor|supervisor|surgeon"
    r"|surveyor|tailor|teacher|tenant|treasurer|union"
    r"|(?:account|branch|event|office|plant|project|sales|shop|site|stage|store|ward) manager)"
)
TITLE: Final = r"(?:(?:Ms|Mr|Mrs|Mx|Dr|Prof|Judge|Nurse|Sra?|Mme|M)\.? )"

# The speaker: work, home, food, tongue, belongings.
PERSONAL: Final = words_of(
    rf"""
    ^i(?: currently| now| still| mostly)? work(?: [\w-]+ shifts)? (?:at|for|with|in|as)(?! (?:it|what|this|that|these\
    |those\
    |a (?:different|new|separate)|my|me|all|both|order|general|parallel|progress|chunks|batches|small)(?!\w))
    ^i(?: currently| now)? work (?:(?:two|three|four|five|six|\d) days|full-time|part-time|nights|weekends|from home\
    |remotely|shifts|in the [\w-]+ \
(?:department|industry|sector|team)|at the [\w-]+)
    ^i(?:'ve| have) (?:now )?been an? (?:[\w-]+ ){{0,3}}{_OCCUPATION}
    ^i(?:'ve| have) (?:been (?!(?:trying|looking|thinking|wondering|meaning|waiting|getting|having|seeing|debugging\
    |itching|going|noticing|struggling\
    |thinking)(?!\w))\w+ing(?! (?:on |through )?(?:it|them|the same|that|this)(?!\w))\
    |worked|lived|taught|played|studied|coached|run|owned|had)(?! (?:it|them|her|him|this|that|one|those\
    |these)(?!\w)) .*(?:for (?:\w+ ){{0,2}}(?:years|months)|since (?:{_MONTH}|\d{{4}}))
    ^i (?:quit|gave up) \w+ing|^i(?:'m| am) (?:an?|the) (?:[\w-]+ ){{0,4}}{_OCCUPATION}
    ^i(?:'m| am) (?:originally )?(?:based in|from|living in|employed (?:at|by)|self-employed|left-handed|dyslexic)
    ^i(?:'m| am) (?:a )?(?:strict |mostly |now )?(?:vegetarian|vegan|pescatarian|(?:\w+[- ])?intolerant|coeliac|celiac)
    ^i(?:'m| am) (?:colou?r-?blind|gluten-free|teetotal|bilingual|an only child|half \w+)
    ^i(?: only| mostly| mainly)? (?:eat|drink)(?! (?:now|soon|later|it|this|that|lunch|dinner|breakfast|in|at|here|too\
    |so|what|while|when|and|with)(?!\w))
    ^i (?:don't|do not|never|can't|cannot|no longer|stopped) (?:eat(?:ing)?|drink(?:ing)?)(?! (?:it|this|that\
    |now)(?!\w))
    ^i(?: also| only)? (?:speak|teach|study|coach|play(?! with)|cycle|keep kosher|practi[sc]e|commute|volunteer\
    |own (?:an?|my|two|three\
    |the (?:house|flat|shop|building))|rent|drive|ride)(?! (?:it|this|that\
    |them|to you|up|down|out|about|for|the (?:point|idea)|myself|you|him|her|everyone|my(?:self)?)(?!\w))
    ^i (?:run|manage|lead|own) (?:an?|my own|the) (?:[\w'-]+ ){{0,3}}(?:bakery|shop|store|company|firm|business|team\
    |studio|practice|clinic|restaurant|caf[eé]|agency|farm|club|school|lab|department|group|salon|gym|garage|bar|hotel\
    |consultancy|charity|workshop|kitchen|office|start-?up|choir)
    ^i(?: currently)? (?:earn|make) (?:about |around |over )?[$€£]?\d\S*
    ^my (?:home |work |e-?mail |postal )?(?:address|phone number|number plate|birthday|home ?town|blood type\
    |time ?zone) \
(?:is|'s)
    ^my (?:annual |monthly |gross |net |current )?(?:salary|wage|rent|mortgage|pension|hourly rate|day rate|income) is
    ^my (?:job title|title|role|profession|major|native language|mother tongue|first language|shoe size|height|pronouns\
    |nationality|employer|diet|star sign|commute|dog's name|cat's name) (?:is|are)
    ^my (?:car|bike|bicycle|boat|van|house|flat|apartment) is an?
    ^i(?:'m| am) an? (?:[\w-]+ ){{1,4}}(?:at|for|in) (?:an? (?:[\w-]+ ){{0,2}})?(?:firm|practice|school|hospital\
    |hotel|bank|clinic\
    |museum|newspaper|studio|lab|university|kitchen|garage|nursery|theatre|company|start-?up|agency|charity)
    ^i(?:'m| am) (?:in my (?:first|second|third|final|last) year|self-employed|a widow(?:er)?|a single (?:mother\
    |father))
    ^i graduated (?:from|in)|^i have (?:an? )?(?:[\w-]+ )?(?:allergy|intolerance|diabetes|asthma|dyslexia)
    ^my office is (?:on|in|at)|^i(?:'m| am)(?: also)? training for(?! (?:it|this|that)(?!\w))
    ^i(?: currently)? (?:report|answer) to(?! (?:it|this|that)(?!\w))
    ^jag är (?:egenföretagare|frilansare|allergisk)|^jag har (?:en|ett|två|tre|fyra|\d+) (?:\w+ )?(?:barn|söner\
    |döttrar|son\
    |dotter|hundar?|katt(?:er)?|syskon)(?!\w)
    ^ich bin (?:selbstst?ändig|freiberufler(?:in)?|rentner(?:in)?|schwanger)|^ich habe (?:ein|eine|einen|zwei|drei\
    |vier|\d+) \
    (?:\w+ )?(?:kinder|kind|söhne|sohn|töchter|tochter|hunde?|katzen?|geschwister)(?!\w)
    ^(?:yo )?soy (?:autónom[oa]|jubilad[oa])|^tengo (?:una?|dos|tres|cuatro|\d+) (?:hij[oa]s?|perr[oa]s?|gat[oa]s?\
    |herman[oa]s?)
    ^je suis (?:indépendante?|retraitée?|allergique)|^j'ai (?:une?|deux|trois|quatre|\d+) (?:enfants?|fils|filles?\
    |chiens?\
    |chats?|frères?|sœurs?)
    ^jag (?:jobbar|arbetar)(?: nu| fortfarande| numera)? (?:på|hos|för|åt|i|inom|som)(?! (?:det|den|detta|det här|en \
(?:lösning|ny)|ett)(?!\w))
    ^jag är (?:vegetarian|vegan|pesketarian|laktosintolerant|glutenintolerant|celiakiker|vänsterhänt|färgblind)
    ^jag är (?:en )?(?:[\w-]+ ){{0,2}}{_OCCUPATIONS}
    ^jag cyklar till|^ich fahre mit de[mr] \w+ zur|^jag (?:äter|dricker)(?! (?:nu|snart|den|det|lunch|middag\
    |frukost)(?!\w))
    ^jag (?:undervisar|studerar|läser (?:till|ekonomi|juridik|medicin)|pratar|talar|driver|tränar|äger|hyr|kör en\
    |pendlar)\
(?! (?:om|med dig|det|den)(?!\w))
    ^min (?:lön|hyra|adress|födelsedag|blodgrupp|tidszon|titel|pension|arbetsgivare|hemstad) är|^mitt modersmål är
    ^ich arbeite(?: jetzt| derzeit| aktuell| noch)? (?:bei|beim|als|für|in|im)(?! (?:ihm|ihr|diese\w*|moment)(?!\w))
    ^ich bin (?:vegetarier(?:in)?|veganer(?:in)?|laktoseintolerant|linkshänder(?:in)?|farbenblind|aus(?! (?:dem\
    |der)(?!\w)))
    ^ich bin (?:[\w-]+ ){{0,2}}{_OCCUPATIONS}
    ^ich (?:esse|trinke)(?! (?:jetzt|gleich|gerade|das|es|mittag|was)(?!\w))
    ^ich (?:unterrichte|studiere|spreche|leite|trainiere|besitze|miete|fahre einen?|pendle|verdiene)(?! (?:darüber|das\
    |mit dir|es|davon|von|gerade)(?!\w))
    ^mein(?:e)? (?:gehalt|miete|adresse|geburtstag|blutgruppe|zeitzone|muttersprache|arbeitgeber|berufsbezeichnung\
    |rente) \
(?:ist|beträgt|liegt bei)
    ^(?:yo )?trabajo (?:en|para|como|de)(?! (?:ello|eso|esto|la (?:tarea|rama)|el)(?!\w))
    ^(?:yo )?soy (?:vegetarian[oa]|vegan[oa]|celíac[oa]|zurd[oa]|daltónic[oa]|alérgic[oa]|intolerante|de [^\s.]+$)
    ^(?:yo )?soy (?:[\w-]+ )?{_OCCUPATIONS}
    ^(?:no )?(?:como|bebo)(?! (?:ahora|tú|ya|si|siempre|dijo|dije|se|el|la|lo|en|decía)(?!\w)) (?:carne|cerdo|pescado\
    |gluten|alcohol|café|té|leche|lácteos|\w+)[.]?$
    ^vivo (?:con|sol[oa])|^(?:doy clases|estudio|hablo(?! (?:de|con|del)(?!\w))|tengo (?:un\
    |una) (?:pequeñ[oa] )?(?:panadería|tienda|empresa|bar\
    |restaurante|taller|clínica|bufete|coche|moto|casa|piso|finca)|dirijo|entreno|conduzco|gano \d)
    ^mi (?:sueldo|salario|alquiler|dirección|cumpleaños|grupo sanguíneo|lengua materna|puesto|cargo|pensión) es
    ^je (?:travaille|bosse) (?:chez|à|pour|comme|dans|au|en tant)(?! (?:ce|cette|ça|cela|la (?:tâche|branche))(?!\w))
    ^je suis (?:végétarien(?:ne)?|végane|vegan|cœliaque|gauch(?:er|ère)|daltonien(?:ne)?|intolérante? |originaire)
    ^je suis (?:[\w-]+ )?{_OCCUPATIONS}
    ^je (?:ne )?(?:mange|bois)(?! (?:pas (?:ça|maintenant)|ça|maintenant|bientôt)(?!\w))
    ^(?:j'enseigne|j'étudie|je (?:parle(?! (?:de|à|avec|du|d'\S+)(?!\w))|tiens (?:une?|mon|ma)|dirige|entraîne\
    |conduis une?|gagne \d|loue))
    ^m(?:on|a) (?:salaire|loyer|adresse|anniversaire|groupe sanguin|langue maternelle|poste|métier|retraite) est
    ^lavoro (?:in|a|al|alla|da|per|come|presso)(?! (?:questo|quello)(?!\w))|^sono (?:vegetarian[oa]|vegan[oa]\
    |celiac[oa])
    ^(?:non (?:mangio|bevo)|vivo a|abito a|mi chiamo|insegno|parlo(?! (?:di|con)(?!\w)))
    ^(?:eu )?trabalho (?:na|no|em|para|como)|^(?:eu )?sou (?:vegetarian[oa]|vegan[oa]|celíac[oa])
    ^(?:(?:eu )?não como|moro em|(?:eu )?me chamo|meu nome é)
    """
)
# An occupation no list holds, with the employer's name: "I'm an actuary at Allianz".
EMPLOYED_AT: Final = words_of(
    r"""
    ^i(?:'m| am) an? (?:[\w-]+ ){1,3}(?:at|for|with)|^jag är (?!(?:nu|just|här|inte)(?!\w))(?:\w+ ){1,2}(?:på|hos)
    ^ich bin (?!(?:gerade|noch|jetzt|hier|nicht)(?!\w))(?:\w+ ){1,2}bei|^je suis (?!(?:encore|là\
    |pas)(?!\w))(?:\w+ ){1,2}chez
    """
)
# Two words that are whole all the same.
BRIEF: Final = words_of(
    rf"""
    ^(?:i'm|soy|sono|sou) (?:a )?(?:{_OCCUPATIONS}|vegetarian[oa]?|vegan[oa]?|pescatarian|dyslexic|celíac[oa]|coeliac\
    |celiac|left-handed\
    |zurd[oa]|diabetic|diabétic[oa]|retired|self-employed|autónom[oa])
    """
)
# "Jag jobbar på Skanska" is an employer, "jag jobbar på en ansökan" is what one is busy with: the capital tells.
EMPLOYED: Final = re.compile(r"[Jj]ag (?:jobbar|arbetar)(?: \w+)? på [A-ZÅÄÖ]")
# What a party to a contract does; a client that "sends" is a program.
PARTY_DOES: Final = words_of(
    r"""
    (?:pays?|bills|invoices|signs|rents|owns|lives) (?!it(?!\w))\w+|(?:betalar|äger|hyr) \w+|(?:zahlt|besitzt\
    |mietet) \w+
    (?:paga|alquila) \w+|(?:paie|paye|loue) \w+
    """
)
# Said with a day: "Nadia is on leave until August".
PERSON_AWAY: Final = words_of(
    r"""
    is (?:on|away|out|off|back|abroad|in|at) \w+|är (?:\w+ )?(?:till|från|på|i|borta|ledig)|ist (?:\w+ )*(?:bis|ab|im\
    |in|weg)
    está (?:de|en|fuera)|est (?:en|absente?|à)
    """
)
# Who answers for a thing, the thing named first: "The budget owner is Anna".
ANSWERS: Final = words_of(
    rf"""
    ^(?:vår|min|unsere?|meine?|nuestr[oa]|mi|notre|mon|ma) (?:[\w-]+ ){{0,2}}?{_OCCUPATIONS}(?: de \w+)? (?:är|heter\
    |ist|heisst|es\
    |se llama|est|s'appelle)
    ^(?:the|our) (?:[\w'-]+ ){{0,3}}(?:owner|captain|contact|organi[sz]er|sponsor|{_OCCUPATION}) (?:is|will be)
    ^(?:\w+)?(?:ägare|ansvarig|chef|ledare|kontakt(?:person)?) (?:för \S+ )?är
    ^(?:der|die|unsere?|el|la|le|nuestr[oa]|notre) (?:\S+ )?(?:ansprechpartner(?:in)?|responsable(?: de \S+)?\
    |encargad[oa]) (?:ist|es|est)
    """
)
# What a named person does: on what follows the name.
PERSON_IS: Final = words_of(
    rf"""
    (?:owns|leads(?! by)|heads|chairs|oversees|supervises|coaches|represents|presides over|reports to\
    |is responsible for\
    |is in charge of|looks after|is accountable for|teaches|trains|(?:manages|runs|handles) (?:the|our|my\
    |all)(?! (?:numbers|show|same|risk)(?!\w))) \w+
    is our (?!(?:problem|favou?rite|bottleneck|fallback|default|best|only|hero|friend\
    |goal)(?!\w))(?:[\w-]+ ){{0,2}}[\w-]+\.?$
    är (?:vår|vårt) (?:\w+ )?\w+\.?$|ist unsere? (?:\w+ )?\w+\.?$|es nuestr[oa] \w+\.?$
    (?:macht|übernimmt) (?:die|den|unsere?) \w+|se encarga de|s'occupe d(?:es?|u|e la)
    (?:picks|signs off(?: on)?|approves|is hearing|hears|edits|audits|supplies|books) (?:the|all|our|my\
    |every)(?! (?:same|other)(?!\w))
    does (?:the|our|my|all the) (?:books|payroll|accounts|cooking|catering|bookkeeping|taxes|rota|shopping|invoicing)
    tient (?:la|le|les) \w+|sköter \w+|macht (?:die|das) \w+ung
    works (?:at|for|with us|in|as) (?!(?:the|this|all|my|that|theory|practice|general|most)(?!\w))\w+
    is (?:the |an? |our |my )?(?!(?:such|so|very|good|great|amazing|inspiring|brilliant|wonderful|fantastic|talented\
    |bad)\
    (?!\w))(?:[\w-]+ ){{0,2}}{_OCCUPATION}
    (?:äger|leder|ansvarar för|sköter|tränar|förvaltar|representerar) \w+|är (?:\w+ )?{_OCCUPATIONS}
    (?:jobbar|arbetar) (?:på|hos|som) (?!(?:det|den|detta)(?!\w))\w+|är ansvarig för
    (?:verantwortet|leitet|betreut|vertritt|führt die|führt den|besitzt|trainiert) \w+|arbeitet (?:bei|als) \w+
    ist (?:für .* (?:zuständig|verantwortlich)|(?:\w+ ){{0,2}}{_OCCUPATIONS})
    (?:lleva|dirige|lidera|gestiona|representa|coordina|entrena) (?:el|la|los|las|nuestr[oa]) \w+|trabaja (?:en\
    |como) \w+
    es (?:(?:el|la) )?(?:responsable del?|encargad[oa] del?|{_OCCUPATIONS})
    (?:gère|dirige|pilote|représente|encadre|entraîne) (?:le|la|les|l'|notre|nos) ?\w+|travaille (?:chez|comme) \w+
    est (?:(?:le|la) )?(?:responsable d(?:es?|u|e la)|chargée? d(?:es?|u|e la)|{_OCCUPATIONS})
    """
)
PERSON_PREFERS: Final = words_of(
    r"""
    (?:(?:strongly|really|much|generally|always|clearly|usually) )?(?:prefers|hates|dislikes|loves|can't stand|favou?rs\
    |likes) \w+|would (?:much )?(?:rather|prefer)|told (?:me|us) (?:that )?(?:she|he|they)(?:'d| would) (?:rather\
    |prefer)
    föredrar|hatar|gillar inte|vill hellre|vill helst|(?:bevorzugt|hasst|mag kein\w*|möchte lieber) \w+
    zieht .* vor|würde .* bevorzugen|(?:me |nos )?(?:prefiere|odia|detesta) \w+|(?:me |nos )dijo que (?:prefer\w+)
    préfère|déteste|(?:m'a|nous a) dit (?:qu'elle|qu'il) préf\w+|preferisce|prefere|odeia|odia
    """
)
PERSON_SETTLED: Final = words_of(
    r"""
    (?:has )?(?:decided|agreed|committed|promised|chose|opted) (?:to|on|that|for|against)(?! it(?!\w))|signed off on
    (?:har )?(?:bestämt|beslutat|lovat|lovade|beslutade)|hat .*(?:entschieden|beschlossen|zugesagt|versprochen)
    hat sich .*verpflichtet|(?:ha )?(?:decidió|decidido|acordó|prometió|prometido)|se (?:ha )?comprometi(?:ó|do)
    a (?:décidé|choisi|promis|convenu)|s'est engagée?
    """
)
