"""How people take something on, put it off, wait for it and report it done, in five languages. Tables only.

All on text folded by `cues.fold`; no turn is known and no language detected. Spanish and French have the plainest\
    cues.
"""

import re
from typing import Final, NamedTuple

from episodic.language.cues import words_of
from episodic.language.said_dates import DATE_SAID


class Act(NamedTuple):
    """One thing people do for others: how it is announced, and how it is reported."""

    will: frozenset[str]
    done: frozenset[str]


def _acts(table: str) -> dict[str, Act]:
    """Read one act a line: its name, the forms that announce it, the forms that report it."""
    acts: dict[str, Act] = {}
    for line in filter(str.strip, re.sub(r"\\\n\s*", " ", table).splitlines()):
        name, will, done = (part.split() for part in line.split("|"))
        acts[name[0]] = Act(frozenset(will), frozenset(done))
    return acts


# Done outside the conversation, as a rule: "I need to …" is the speaker's own business there.
ERRANDS: Final = _acts(
    """
    send | send hand mail email e-mail forward post return skicka skickar mejla mejlar maila\
    mailar posta lämna lämnar schicke schicken sende senden maile mailen werf werfe einwerfen abschicken abgeben\
    zurückschicken enviar envío enviaré mandar mando mandaré envoyer envoie enverrai | sent mailed emailed\
    forwarded shared posted handed returned inbox skickat skickade skickad mejlat mejlade mailat mailade postat\
    postade lämnat lämnade inlämnad inlämnat geschickt verschickt abgeschickt gesendet gemailt eingeworfen\
    abgegeben unterwegs enviado enviada envié mandado mandé envoyé envoyée
    pay | pay transfer betala betalar zahlen zahle bezahlen bezahle überweisen überweise pagar pago pagaré payer\
    paie paierai | paid transferred betald betalt betalade gezahlt bezahlt überwiesen pagado pagada pagué payé payée
    book | book rebook reserve boka bokar buchen buche reservieren reserviere reservar reservo reservaré réserver\
    réserve réserverai | booked rebooked reserved bokat bokade bokad bokade gebucht reserviert reservado reservada\
    reservé réservé réservée
    call | call phone ring text ringa ringer anrufen rufe telefonieren llamar llamo llamaré appeler appelle\
    appellerai | called off_the_phone phoned rang texted spoke ringde ringt pratade pratat angerufen telefoniert\
    gesprochen llamado llamé appelé
    ask | ask fråga frågar höra fragen frage nachfragen preguntar pregunto preguntaré demander demande demanderai |\
    asked frågat frågade gefragt nachgefragt preguntado pregunté demandé
    sign | sign sign-off sign_off skriva_under signera signerar unterschreiben unterschreibe firmar firmo signer\
    signe |\
    signed undertecknat undertecknad signerat signerad påskrivet unterschrieben unterzeichnet firmado firmada\
    signé signée
    cancel | cancel terminate säga_upp säger_upp avboka avbokar kündigen kündige stornieren storniere absagen\
    cancelar cancelo résilier annuler annule | cancelled canceled cancellation terminated uppsagd uppsagt avbokat\
    avbokad gekündigt kündigung storniert abgesagt cancelado cancelada annulé résilié
    order | order buy purchase köpa köper köp beställa beställer bestellen bestelle kaufen kaufe besorgen besorge\
    comprar compro compraré pedir acheter achète achèterai commander commande | ordered bought purchased köpt köpte\
    beställt beställd beställde bestellt gekauft besorgt comprado comprada compré pedido acheté achetée commandé
    fetch | fetch collect pick_up hämta hämtar abholen hole recoger recojo | fetched collected picked hämtat\
    hämtade abgeholt recogido
    bring | bring ta_med mitbringen bringe bringen traer llevar apporter | brought mitgebracht gebracht traído llevado
    submit | submit hand file apply register lämna_in ansöka ansöker anmäla anmäler einreichen reiche beantragen\
    beantrage anmelden presentar entregar soumettre déposer | submitted filed applied registered ansökt anmäld\
    anmält eingereicht beantragt angemeldet presentado entregado soumis déposé
    renew | renew förnya förnyar verlängern verlängere erneuern renovar renouveler | renewed förnyat förnyad\
    verlängert erneuert renovado renouvelé
    invite | invite bjuda bjuder einladen invitar inviter | invited bjudit inbjudna eingeladen invitado invité
    bake | bake cook sew knit paint baka bakar laga lagar sy måla målar backen backe kochen koche nähen streichen |\
    baked cooked sewn knitted painted bakat bakade lagat sytt målat målade gebacken gekocht genäht gestrichen
    """
)
# Also what a conversation is about: "I need to …" may be an order to the assistant there.
TASKS: Final = ERRANDS | _acts(
    """
    write | write draft prepare compose rewrite document skriva skriver skriv förbereda förbereder schreiben\
    schreib schreibe vorbereiten bereite verfassen umschreiben escribir escribo escribiré preparar preparo rédiger\
    rédige écrire écris écrirai préparer | written wrote drafted prepared rewritten rewrote skrivit skrev skriven\
    skrivet klar förberett geschrieben vorbereitet verfasst umgeschrieben escrito escrita escribí preparado rédigé\
    écrit préparé
    review | review approve proofread regrade grade granska granskar godkänna godkänner rätta rättar korrekturläsa\
    prüfen prüfe freigeben reviewen reviewe korrigieren korrigiere durchsehen revisar reviso revisaré aprobar\
    relire relis relirai approuver | reviewed approved proofread regraded graded approval granskat granskade\
    granskad godkänt godkände godkänd rättat rättade geprüft freigegeben freigabe reviewt gereviewt korrigiert\
    durchgesehen revisado aprobado relu approuvé
    fix | fix repair correct patch fixa fixar laga lagar rätta åtgärda reparieren repariere beheben behebe fixen\
    fixe arreglar arreglo arreglaré corregir réparer répare corriger corrige | fixed works working funkar fungerar\
    läuft funktioniert repaired corrected patched fixat fixade fixad fixat lagat lagade åtgärdat åtgärdad repariert\
    behoben gefixt arreglado corregido réparé corrigé
    update | update upgrade migrate uppdatera uppdaterar migrera uppgradera aktualisieren aktualisiere migrieren\
    actualizar actualizo mettre | updated upgraded migrated uppdaterat uppdaterad uppdaterade migrerat uppgraderat\
    aktualisiert migriert actualizado
    rename | rename move flytta flyttar döpa_om umbenennen verschieben verschiebe mover déplacer | renamed moved\
    flyttat flyttad flyttade döpt umbenannt verschoben movido déplacé
    replace | swap replace change switch convert rotate byta byter byt ändra ändrar ersetzen ersetze tauschen\
    tausche umstellen ändern wechseln cambiar cambio changer remplacer | swapped replaced changed switched\
    converted rotated bytt bytte utbytt slängde ändrat ändrade ersetzt getauscht ausgetauscht umgestellt geändert\
    gewechselt cambiado changé remplacé
    clear | clean remove delete drop ta_bort städa städar rensa rensar löschen lösche entfernen entferne aufräumen\
    räume borrar supprimer sauber | cleaned removed deleted dropped städat städade rensat rensade slängde gelöscht\
    entfernt aufgeräumt sauber borrado supprimé
    open | open öppna öppnar öffnen öffne abrir abro ouvrir | opened öppnat öppnade geöffnet abierto ouvert
    create | create add setup set_up lägga lägger skapa skapar anlegen lege erstellen erstelle einrichten richte\
    crear creo crearé créer crée | created added set_up lagt skapat skapade upplagd angelegt erstellt eingerichtet\
    creado créé
    build | build make bygga bygger bauen baue montar construire | built made byggt byggde gebaut montado construit
    plan | plan planera planerar planen plane planear planifier | planned planerat planerade geplant planeado planifié
    arrange | schedule arrange organise organize ordna ordnar organisieren organisiere vereinbaren ausmachen\
    organizar organiser | scheduled arranged organised organized ordnat ordnade organisiert vereinbart ausgemacht\
    organizado organisé
    upload | upload ladda_upp laddar lägga_upp hochladen lade subir subo | uploaded uppladdat uppladdad laddade\
    hochgeladen subido
    merge | push merge mergea pushen pushe mergen merge | pushed merged mergat mergad gepusht gemergt gemerged
    publish | publish release deploy ship publicera publicerar driftsätta veröffentlichen veröffentliche deployen\
    deploye ausrollen publicar publier publie déployer | published released deployed shipped live publicerat\
    publicerad driftsatt veröffentlicht deployt ausgerollt publicado publié déployé
    finish | finish complete do close wrap göra gör klara klarar slutföra avsluta avslutar machen mache mach\
    erledigen erledige abschliessen abschließen fertigmachen hacer hago haré terminar termino terminaré faire fais\
    ferai finir terminer | finished completed done closed gjort gjorde klart klar slutfört avslutat avslutad\
    gemacht erledigt abgeschlossen fertig hecho hecha terminado fait faite fini terminé
    decide | decide pick choose bestämma bestämmer välja väljer entscheiden entscheide entschieden wählen decidir\
    décider choisir | decided picked chosen chose settled agreed bestämt bestämde bestämd valt valde entschieden\
    gewählt nehmen decidido elegido décidé choisi
    find | find get hitta hittar finden finde suchen suche buscar encontrar trouver | found hittat hittade gefunden\
    encontrado trouvé
    answer | answer reply antwort rückmeldung svar besked get_back respond svara svarar återkomma återkommer\
    antworten antworte beantworten melde melden zurückmelden contestar contesto responder respondo répondre réponds\
    répondrai | answered replied responded told wrote skrev schrieb says said agreed declined sa säger sagt sagte\
    zugestimmt abgelehnt got_back wrote_back svarat svarade besvarat återkom hört geantwortet beantwortet gemeldet\
    contestado respondido contestó respondió répondu
    check | check verify look run rerun benchmark investigate research kolla kollar titta köra kör undersöka\
    nachsehen anschauen laufen_lassen comprobar mirar vérifier regarder | checked verified ran reran passed\
    benchmarked investigated kollat kollade kört körde undersökt nachgesehen angeschaut durchgelaufen comprobado\
    vérifié
    compare | compare jämföra jämför vergleichen vergleiche comparer comparar | compared jämfört verglichen comparé
    measure | measure test count mäta mäter testa testar räkna räknar messen messe testen teste zählen zähle\
    nachzählen medir mesurer | measured tested counted mätt testat räknat gemessen getestet gezählt medido mesuré
    read | read läsa läser lesen lese durchgehen | read läst läste gelesen durchgegangen durchgesehen
    tell | tell inform remind meld berätta berättar säga meddela meddelar rapporterar sagen sage mitteilen\
    informieren bescheid avisar decir prévenir dire | told informed reminded berättat berättade sa meddelat gesagt\
    mitgeteilt informiert avisado dicho prévenu dit
    """
)


def _verbs(acts: dict[str, Act]) -> str:
    words = sorted({word.replace("_", " ") for act in acts.values() for word in act.will}, key=len, reverse=True)
    return "(?:" + "|".join(map(re.escape, words)) + ")"


_ERRAND: Final = _verbs(ERRANDS)
_TASK: Final = _verbs(TASKS)
_ADVERB: Final = (
    r"(?:(?:then|also|still|just|just quickly|quickly|really|first|actually|all|go and|definitely"
    r"|ju|väl|också|nog|bara|då|sen|sedan|nu|dann|noch|auch|mal|eben|schnell|noch schnell|ja|nur|da|noch mal) )*+"
)
# The speaker: by "I" or "we", or by leaving them out at the head of a clause ("need to call the bank").
_SELF: Final = (
    r"(?:(?:i|we)(?:'ve| have)?(?: still| really| also| just)? |(?:^|(?<=, ))(?:(?:and|so|but|no|ok|okay|yeah|yes"
    r"|also|then|now"
    r"|oh|right|ugh|ugh right|anyway|still|just|really),? )*+)"
)
_I_WILL: Final = (
    r"(?:i'll|i will|ill|i'm going to|i am going to|i'm gonna|^(?:and |so |but |ok |then )?gonna|we'll|we will"
    r"|we're going to|we're gonna)"
)
_LATER: Final = (
    rf"(?<!\w)(?:{DATE_SAID}|today|later|tonight|this (?:morning|afternoon|evening|week)|soon|asap|in a (?:bit|minute"
    rf"|while)|afterwards"
    r"|(?:after|before|by|over) (?!all|one|the way|least|most|first|once|hand|which|that(?!\w))\w+"
    r"|(?:the )?next \w+|when|once|as soon as|on the \d+\w*|the \d+(?:st|nd|rd|th)|on (?:the (?:train|way|plane))"
    r"|idag|i dag|ikväll|i kväll|senare|snart|i eftermiddag|i helgen|i veckan|före|innan|efter|på \w+dag\w*"
    r"|till \w+dag\w*"
    r"|när|så (?:fort|snart)|den \d+:?[ea]|heute|später|nachher|bald|gleich|am \w+|bis|vor|nach|sobald|wenn|zum \w+"
    r"|morgen|übermorgen|nächste\w*|übers? \w+|hoy|luego|más tarde|antes|después|cuando|el \w+|ce soir|plus tard"
    r"|avant|après|dès que|quand|lundi|mardi|mercredi|jeudi|vendredi)"
)

_DAY: Final = (
    rf"(?<!\w)(?:{DATE_SAID}|today|tonight|tmrw|tmr|this (?:morning|afternoon|evening)|later today|after (?:lunch"
    rf"|work|the \w+)"
    r"|before (?:lunch|the \w+|i \w+|we \w+)|by (?:noon|eod|then)|on the \d+\w*|the \d+(?:st|nd|rd|th)"
    r"|over the weekend)"
)

# What is no taking on: courtesy, talk about talking, choices made on the spot, states.
_IDLE: Final = (
    r"(?:be(?! (?:done|ready|finished)(?!\w))|the|an?|my|our|bed|sleep|work|school|visit|meet|fly|travel|watch"
    r"|eat|swim|have(?! (?:it|them|that|the \w+ (?:ready|done|in))(?!\w))|see|think|say|admit|assume|guess"
    r"|believe|need|do (?:my|our|the) best|make (?:sure|a|it|some|the most|my|your|sense|use|time)|be sure|try|start"
    r"|get (?:to|an?|some|it|the word|used|more|better)|ask (?:about|around|the next|another|you|something"
    r"|an? (?:\w+ )?question)|set (?:a )?reminders?|share|fill|catch"
    r"|pick(?! up)|hope|stop|treat|aim|plan|set aside|probably|be able|wake|pay attention"
    r"|begin|keep|consider|focus|explore|continue|remember|appreciate|enjoy|learn|check (?:it |them |that |those )?out"
    r"|look (?:at|into|for|forward|after)|play|go|come|grab|relax|join|hang|chat|catch up|cook|wear|google|search"
    r"|paste|type"
    r"|want|know|miss|love|hate|like|wait|stay|stick|keep(?! you posted)|go with|go for|take (?:a look|it|that|the"
    r"|your|my word)|let (?:you|it|that|him|her|them)|hold|leave|never|not|always|end up|get used|survive"
    r"|live|die|pass|spare|bet|give you|show you|grant|explain|skip|ignore|pretend|put it this)"
)
# What is announced without a day only to be done on the spot, or some day; `_ERRAND` needs no day.
_OBJECT: Final = (
    r"(?: (?!(?:you|him|her|us|it|that|this|them|those|these|things|some|any|your|my(?:self| way| best)|ourselves"
    r"|around"
    r"|about|for|more|if|whether|with|on|out|up|back|in|into|through|off|down|and|to|at|a (?:few|bit|lot))(?!\w))\w+"
    r"| (?:you|him|her|us|them) (?:the|an?|my|our|his|her|their|\w+'s) \w+| (?:up|out|in|off) (?:the|an?|my|our"
    r"|for) \w+"
    r"| (?:it|this|that|them) (?:\w+ ){0,2}(?:to|from) (?!(?:you|me|us|help|see)(?!\w))\w+)"
)
_CHORE: Final = (
    r"(?:write|draft|review|proofread|fix|repair|replace|renew|upload|rebook|apply|register|invite|return|clean|answer"
    r"|find(?= (?:an?|someone|somebody|the) (?!(?:\w+ )?(?:way|time|place|spot|balance|solution|who|that)(?!\w))))"
)
# The speaker takes something on.
PROMISES: Final = words_of(
    rf"""
    {_I_WILL} {_ADVERB}(?!(?:bring|bake|cook|paint|invite)(?! .* (?:to|for) (?:the|my|our|his|her|their\
    |\w+'s) ))(?:{_ERRAND}|{_CHORE}){_OBJECT}
    {_I_WILL} {_ADVERB}(?:follow up with|get back to|reply to|write to|talk to|speak to) (?!(?:you|it|that)(?!\w))\w+
    {_I_WILL} {_ADVERB}(?!{_IDLE}(?!\w))(?:{_TASK} .*{_LATER}|\w+ .*(?:{_DAY}|(?:the )?next (?:week|month|sprint)))
    (?:i|we)(?:'ve| have)? (?:just |now |already |also )?(?:promised|agreed|committed|offered\
    |volunteered(?= to)) (?!that(?!\w))(?:\w+ ){{0,2}}?(?:to (?!be(?!\w))|(?:a|an|the|my|some) )\w+
    (?:i|we)(?: still)? owe (?:him|her|them|\w+) (?:an? |the |my |that )\w+
    {_SELF}(?:need to|have to|must|gotta|got to|ought to) {_ADVERB}(?:{_ERRAND}|{_CHORE}){_OBJECT}
    {_SELF}(?:need to|have to|must|gotta) {_ADVERB}(?:finish|complete|prepare|schedule|arrange|submit|close|set up\
    |update\
    |upgrade|migrate|rotate|release|publish|decide) (?:the|my|our|an?|[\w']+'s|on) \w+
    {_SELF}(?:need to|have to|must|gotta) {_ADVERB}get (?:\w+ )+from \w+
    (?:i|we) still (?:need|have) to {_ADVERB}(?!{_IDLE}(?!\w))\w+ \w+
    {_SELF}(?:need to|have to|must|gotta) {_ADVERB}(?!{_IDLE}(?!\w))\w+ .*{_DAY}
    (?:i'm|i am|we're|we are) {_ADVERB}(?:sending|mailing\
    |calling|ringing|paying|booking|signing|ordering|submitting|returning|cancelling|writing|finishing|doing|fixing\
    |buying) .*{_DAY}
    {_DAY},? (?:i'll|i will|we'll|we will) {_ADVERB}(?!{_IDLE}(?!\w))\w+ \w+
    (?:i|we)(?:'m|'re| am| are)? (?:said|told \w+|supposed) (?:i'd|we'd|i would\
    |to) (?!(?:be|say|do|want|like|love)(?!\w))\w+|^told \w+ (?:i'd|i would) \w+
    ^will {_TASK} .*{_DAY}|(?:i'm|i am) on it|(?:i|we) have (?:until|till) \w+(?: \w+)? to \w+|{_SELF}(?:must|gotta\
    |have to\
    |need to) remember to \w+
    (?:i|we)(?: still| really)? (?:need to|have to|must|gotta) (?:get back to|follow up (?:on|with)|talk to\
    |speak to|check with|look into|sort out|chase|write to|reply to|deal with) \w+|(?:asked|wants|told\
    |needs) me to {_TASK} .+|(?:is|are)(?:n't| not) (?:signed|paid|booked)$|(?:is|are)(?:n't| not) (?:written|done\
    |sent|paid|booked|signed|finished|ready|drafted\
    |filed) yet|not (?:done|written|sent|paid|booked|signed|finished) yet ?: ?\w+
    (?:next step|next up|what's left|what is left|what remains|left to do|still to do|remaining)(?: for (?:me\
    |us))?(?: is| are|:)(?: to)? \w+
    (?:i have|i've got|there(?:'s| is)) (?:\w+ )?(?:left|still) to {_TASK}|leaving (?:the |that |this \
    |it )?(?:\w+ )?for {_DAY}
    (?:the )?rest (?:of \w+(?: \w+)? )?(?:i do|i'll do|follows|comes) {_DAY}
    (?:i|we)(?:'ll| will)? (?:leave|do|take|save|keep) (?:that|it|this|the \w+(?: \w+)?) (?:for|until|till) {_DAY}
    (?:the )?rest (?:is for|comes|follows|i do|i'll do) {_DAY}|^sending .*{_DAY}
    i(?:'d| had) better {_TASK}|let me (?:get|come) back to (?:you|him|her|them) (?:on|about|with) \w+|(?:i'm\
    |i am) down for the \w+
    (?:haven't|hadn't|never|didn't|not) (?:yet )?(?:got(?:ten)?|get|come) (?:a)?round to \w+\
    |haven't managed to \w+ .+ yet
    ball is in my court|(?:still|yet) to be (?:written|done|sent|signed|translated|reviewed|booked|paid|fixed\
    |tested|finished|filed|checked)
    (?:the )?(?:only|one|last|two) things? (?:missing|left|open|to do)(?: for me)?(?: is| are|:) .+
    (?:har|hade) inte hunnit (?:med )?\w+|(?:ska|skall|måste) (?:jag )?(?:försöka )?hinna (?:med )?\w+\
    |återstår (?:bara |nu )?att \w+
    (?:ligger|ligga) (?:på min bänk|på mitt bord)|bollen ligger hos (?:mig|oss)|liegt (?:noch )?auf meinem tisch
    (?:är|blev) inte (?:skriven|skrivet|skickad|skickat|klar|klart|betald|översatt|bokad|påskriven|färdig\w*\
    |gjord?t?) än(?:nu)?
    (?:bin|sind) (?:ich |wir )?(?:noch )?(?:immer )?(?:noch )?nicht (?:dazu )?gekommen|(?:ist\
    |sind) noch nicht (?:geschrieben|fertig|übersetzt|geschickt|bezahlt|gebucht|unterschrieben|erledigt|eingereicht\
    |korrigiert)
    (?:\w+ )+is on me(?=$|[.,!;])|(?:that's|it's|this is) on me, |leave (?:it|that|this) (?:to|with) me
    (?:(?:i|we) )?(?:still )?haven't (?:yet )?(?:sent|paid|booked|called|signed|cancelled|ordered|submitted|written\
    |replied|answered|renewed|returned|reviewed|asked)
    # Swedish
    (?:jag|vi)(?: (?:ska|skall|kommer att|får|lovar att|tänker))? {_ADVERB}{_TASK}\s.*{_LATER}
    (?:jag|vi)? ?(?:ska|skall) {_ADVERB}{_ERRAND}
    (?:måste|ska|skall|behöver) (?:\w+ ){{0,2}}?(?:skickas|göras|betalas|bokas|lämnas|sägas|beställas|skrivas\
    |ringas|fixas|förnyas|hämtas|köpas|mejlas)|(?:kvar|återstår)(?: är)? att {_TASK}|(?:jag|vi) har kvar att \w+
    (?:kom|kommer|komma) ihåg att {_ERRAND}|(?:jag|vi) (?:ska|måste|får) (?:höra|kolla|prata|stämma av) med \w+
    (?:kollar|hör|pratar|ringer|skriver under|stämmer av)(?: \S+)* (?:imorgon|i morgon|på \w+dag|ikväll|senare)
    (?:jag|vi)? ?(?:måste|behöver) {_ADVERB}(?:vi |jag )?{_ADVERB}{_TASK}
    måste (?:jag|vi) {_ADVERB}{_TASK}|(?:jag|vi) (?:har|hade) {_ADVERB}lovat|(?:jag|vi) lovade|har {_ADVERB}(?:jag\
    |vi) lovat
    (?:jag|vi) (?:återkommer|hör av (?:mig|oss)|ordnar (?:det|den)|fixar (?:det|den)|tar (?:hand om|det\
    |den) .*{_LATER})
    ska jag {_TASK}|(?:skickar|tar|fixar|ringer|gör|skriver|mejlar|bokar|betalar|köper|lämnar|kör|granskar\
    |svarar) (?!du(?!\w))(?:\S+ )+(?:imorgon|i morgon|imorrn|ikväll|i kväll|senare|på \w+dag|i helgen|efter \w+\
    |innan \w+|före \w+)
    (?:jag|vi) är skyldig|(?:(?:jag|vi) )?har (?:fortfarande |ännu )?inte (?:skickat|betalat|betalt|bokat|köpt\
    |lämnat|skrivit|beställt)
    (?:måste|ska|behöver|får) (?:(?:bara|fortfarande|också|nog|hinna|ju) )+{_TASK}|(?:får|ska|måste) (?:vi\
    |jag) (?:ta|göra|fixa|klara av) .*{_LATER}
    # German
    (?:ich|wir) {_ADVERB}{_TASK}\s.*{_LATER}|ich (?:schicke?|schreibe?|melde?|mache?|kümmere?) {_ADVERB}(?:dir|ihm\
    |ihr|euch|ihnen|mich|sarah|das|die|den) .*
    {_TASK} (?:ich|wir) .*{_LATER}|(?:ich|wir) {_TASK} .*{_LATER}|(?:die|den|das|der) (?:\w+ ){{1,4}}{_TASK} (?:ich\
    |wir) .*{_LATER}
    (?:ich|wir) (?:muss|müssen|sollte|sollten) (?!(?:sagen|zugeben|wissen|verstehen)(?!\w)).*(?:{_ERRAND}|machen\
    |{_LATER})
    (?:muss|müssen) (?:ich|wir) .*(?:{_TASK}|{_LATER})
    (?:ich|wir) (?:werde|werden) .*{_TASK}|(?:ich|wir) (?:habe|hab|haben) .*(?:versprochen|zugesagt)
    (?:ich|wir) (?:kümmere?n? (?:mich|uns))|(?:das )?(?:übernehme|erledige) ich
    (?:gehe?|nehme?|sehe?|lese?|schaue?|mache?|rufe?|schicke?|schreibe?|bringe?|hole?|kaufe?|zahle?\
    |überweise?) ich(?: (?:mir|das|ihn|sie|es|dann|noch|dort))* .*{_LATER}
    (?:muss|müssen|soll|sollen) (?:\w+ )*noch (?:\w+ )*(?:werden|gemacht|geschickt|bezahlt|unterschrieben|rein|raus\
    |machen)
    (?:ich|wir) (?:soll|sollen|haben|hab|habe) (?:\w+ )*bis (?:zum )?(?:{DATE_SAID}|\d+\.)|(?:kommt|ist) morgen dran
    (?:steht|stehen) (?:noch )?auf (?:meiner|unserer) liste|muss ich noch \w+|(?:muss\
    |müssen) (?:\w+ )*(?:am (?:\w+tag|mittwoch)|bis \w+|morgen|heute) (?:raus|rein|weg|fertig|hin)\w*
    ich schulde \w+ (?:noch )?\w+|(?:hab|habe|haben) .*(?:versprochen|zugesagt)|(?:^|, )muss noch .*(?:{_TASK})
    (?:ich|wir) (?:hab|habe|haben) .*noch nicht (?:geschickt|bezahlt|überwiesen|gebucht|angerufen|unterschrieben\
    |gekündigt|geantwortet|geschrieben)
    # Spanish, French
    (?:te|le|les|os) (?:envío|envio|mando|enviaré|mandaré|llamo|llamaré|escribo|escribiré) .+|tengo que {_TASK}
    (?:je (?:vous |te |t'|lui |leur )?(?:enverrai|envoie|rappellerai|écrirai|préviendrai|ferai)|il faut que je\
    |je dois (?:encore )?{_TASK}) .+
    """
)
# The same, where the clause also names a day to come.
DATED: Final = words_of(
    rf"""
    (?:(?:i|we)(?:'ll| will|'d better| had better| must| ought to| gotta| have to| need to|'m going to\
    |'re going to)|^gonna|^will|{_SELF}(?:must|gotta|have to|need to)) {_ADVERB}(?!{_IDLE}(?!\w))\w+ .*\w+
    (?:i'm|i am|we're|we are) (?!(?:in|at|on|off|away|free|not|so|very|keeping|hoping|thinking|planning|looking\
    |trying|enjoying|loving|using|considering|going|meeting|seeing|flying|visiting\
    |travelling|having|leaving|back|here|there|out)(?!\w))\w+ing (?:the|my|our|it|this|that|all|her|his|them)
    (?:is|are) (?:mine|ours|on me|on us|my job|my part)|(?:my|our) (?:part|job|task|turn) is|expect (?:the|my\
    |a) .+ from me|i have (?:until|till)
    {_TASK} (?:jag|vi|ich|wir)|(?:jag|vi|ich|wir) (?:ska|skall|måste|behöver|får|muss|müssen|soll|sollen|werde\
    |werden) .+
    (?:jag|vi) har (?:\w+ )*på (?:mig|oss)|(?:kümmere|setze|setz|mache|hänge) (?:ich )?mich|(?:ich|wir) {_TASK}\
    |(?:jag|vi) {_TASK}
    (?:muss|müssen) (?:ich|wir|das|der|die|den) \w+|(?:måste|ska) (?:jag|vi|den|det|bilen) \w+|tengo que \w+\
    |je dois \w+|il faut \w+
    """
)
# What a list for oneself looks like.
NOTED: Final = words_of(
    rf"""
    ^to-?do(?: (?:for|till|für|para|pour) (?:me|myself|mig|mich|mí|moi|us|oss|uns))? ?[:,-] ?\w+|^fixme ?[:,-] ?\w+
    todo(?: (?:for|to|till|für|an|para|pour) (?:me|myself|mig|mich|mí|moi))? ?[:-] ?\w+
    (?:action item|att göra|aufgabe)(?: (?:for|to|till|für) (?:me|myself|mig|mich))? ?[:,-] ?\w+
    note to self ?[:,-] ?{_TASK}|(?:notera|notis) till mig själv ?[:,-] ?{_TASK}|notiz an mich ?[:,-] ?\w+
    (?:on my (?:list|plate)|my (?:job|task|homework|part)|open (?:item|point|task)s?|zu erledigen|noch zu tun|offen\
    |kvar att göra|på min lista)(?: is| are| ist| är)? ?: ?\w+|(?:don't|do not|dont) forget to remind me \w+\
    |glöm inte (?:att )?påminna mig \w+
    ^[\w' -]{{2,30}}: {_ERRAND} (?!(?:is|was|are|by|from)(?!\w))\w+
    ^(?:(?:and|so|but|ok|okay|also|then|please|pls|just|hey),? |(?:can|could|will|would) you (?:please )?)*remind (?:me\
    |us)(?: please)? (?:to|about|that|on|at|in|tomorrow|later|again) (?!(?:stop|be|slow|appreciate|keep|stay\
    |live)(?!\w))\w+
    (?:don't|do not|dont) let me (?:forget|off the hook)|(?:i|we) (?:must|can't|shouldn't|mustn't\
    |may) not forget to \w+
    ^(?:\w+ )?(?:i|we) (?:mustn't|can't|must not|shouldn't) forget (?:to|about) \w+|^(?:(?:and|also|but|please\
    |pls),? )*(?:don't|must not) forget to {_ERRAND}
    påminn (?:mig|oss)(?: (?:gärna|snälla))?(?: (?:om|på|att|i|när|imorgon)) \w+|låt mig inte glömma
    (?:jag|vi) får inte glömma|(?:glöm|glömmer) inte att {_ERRAND}
    erinnere? (?:mich|uns)(?: (?:bitte|mal|dann|doch))*(?: (?:daran|an|am|morgen|dass|nächste\w*))(?:,| \w+)
    (?:ich|wir) (?:darf|darfen|dürfen) nicht vergessen|nicht vergessen:? (?:den|die|das) \w+
    recuérdame (?:que|mañana|el) \w+|rappelle-moi (?:de|d'|que|demain)
    """
)
# Somebody else has to act first.
WAITS: Final = words_of(
    r"""
    (?:(?:i'm|i am|we're|we are|still|just|now|now we're just|am|are)(?: still| just| now)* |^(?:(?:and|but|so|ok\
    |also) )?)(?:waiting (?:for|on)\
    |awaiting) (?!(?:a )?(?:it|this|that|the (?:build|tests?|page|server|process|command|ci|job)(?! results?)(?!\w)\
    |godot|input|you|your|me|us|user|a (?:second|minute|moment|bit))(?!\w))\w+
    (?:is|are|it's|they're)? ?(?:still|yet) (?:pending|outstanding|missing|unsigned|unanswered|to (?:be signed|come\
    |arrive))
    still (?:no|not a|not any) (?:answer|reply|word|news|response|sign|feedback|decision|quote|date) (?:from|about\
    |on|yet)
    (?:no|not any) (?:answer|reply|word|news|response|feedback|decision) (?:from \w+(?: \w+)? )?(?:so far|yet)
    still needs? to (?:sign|approve|answer|reply|confirm|decide|pay|send|review|check|deliver)
    (?:haven't|hasn't|have not|has not|never|didn't|still) (?:yet )?(?:heard (?:back )?(?:from|anything)\
    |got(?:ten)? (?:an? )?(?:answer|reply))
    (?:hasn't|haven't|has not|have not|still hasn't|still haven't) (?:yet )?(?:answered|replied|responded|looked\
    |signed|approved|confirmed|paid|delivered|arrived|sent|reviewed|come back|got back|gotten back|decided|called\
    |written)
    (?:waiting|wait) to hear from|ball is in (?:his|her|their|\w+'s) court|(?:\w+'s|\w+'re|is\
    |are) (?:checking (?:with|whether|if)|finding out) \w+
    (?:somebody|someone|they|he|she)(?: from [\w ]+?)? (?:is|are|'s|'re) (?:going to|about to) (?:call|write|mail\
    |send|come|get back)
    still (?:has|have) to (?:sign|approve|answer|reply|confirm|decide|pay|send|review|check|deliver)
    (?:i|we) still need (?:the|a|an|his|her|their|\w+'s) .+ from \w+|(?:wants?|promised) to (?:get back\
    |come back) to \w+
    (?:hon|han|de) (?:kollar|stämmer av|pratar) med \w+|skulle titta på \w+|(?:det enda|det) som (?:saknas\
    |fattas) är \w+
    (?:behöver|saknar)(?: fortfarande| ännu)? [\w ]+ innan (?:jag|vi)|(?:er|sie) (?:klärt|prüft|fragt) (?:das|es\
    |die|den) .*(?:mit|bei) \w+
    wollte sich [\w ]+ (?:ansehen|anschauen|kümmern)|(?:muss|müssen) [\w ]+ noch (?:bestätigen|unterschreiben\
    |freigeben|prüfen|schicken|antworten)
    das einzige,? was (?:noch )?fehlt,? ist \w+|(?:ich|wir) (?:brauche|brauchen) noch [\w ]+ v(?:on|om) \w+
    pending (?:sign-?off|approval|review|signature|confirmation|legal)|blocked (?:on|by) (?!the(?! \w+'s)(?!\w))\w+
    (?:is|are|lies|sits) (?:now )?(?:with|at) (?:legal|the (?:lawyers?|council|municipality|landlord|bank|board))
    (?:(?:jag|vi) )?(?:väntar|inväntar|avvaktar)(?: (?:vi|jag))?(?: (?:fortfarande|ännu|bara|nu|just\
    |än))*(?: på)? (?!(?:det|dig|mig|med|tills|lite)(?!\w))\w+
    (?:har|hade)(?: (?:fortfarande|ännu|än))* inte (?:hört av sig|svarat|skickat|kommit|ringt|godkänt|tittat\
    |skrivit på|återkommit|bekräftat|betalat|levererat)
    inte (?:fått|hört) (?:något |nåt |ett |någon )?(?:svar|besked|offert|pris|av|från)|(?:inget|ingen) (?:svar\
    |besked) (?:än|från|ännu)
    (?:ligger|är) (?:fortfarande |nu )?(?:hos|kvar hos) \w+|saknas fortfarande|fortfarande inte (?:svarat|påskrivet\
    |godkänt|klar)
    (?:(?:ich|wir) )?wart(?:e|en|et)(?: (?:ich|wir|nur|noch|halt|immer|weiter|jetzt|gerade|nun))* auf (?!(?:dich\
    |mich|den (?:build|test))(?!\w))\w+
    (?:hat|haben)(?: (?:sich|noch|immer|bisher|mir|uns|auch))* (?:nicht|nichts)(?: (?:mehr))? (?:gemeldet\
    |geantwortet|geschickt|unterschrieben|reagiert|freigegeben|bezahlt|geliefert|angerufen|zurückgerufen|bestätigt)
    (?:steht|stehen|ist|sind)(?: \w+){0,3} noch (?:aus|offen|nicht da)|noch (?:nichts|keine \w+) (?:gehört|bekommen\
    |erhalten)|(?:keine|noch keine) (?:antwort|rückmeldung|zusage|nachricht|freigabe) (?:von|vom|bisher)
    (?:liegt|liegen) (?:noch|jetzt) (?:bei|beim) \w+|fehlt noch (?:die|der|das|von)
    (?:sigo |seguimos |estoy |estamos )?esperando (?:a |la |el |respuesta)|(?:aún|todavía) no (?:ha\
    |han) (?:contestado|respondido|enviado|firmado)|(?:j'|on |nous )?attend(?:s|ons)? (?:toujours |encore )?(?:la \
    |le |les |une? |que )\w+
    (?:n'a|n'ont) (?:toujours )?pas (?:encore )?(?:répondu|signé|envoyé)
    """
)
# Somebody else has said that they will.
THEIRS: Final = words_of(
    rf"""
    (?:says?|said|promised|told (?:me|us)|swears|wrote)(?: that)? (?!(?:i|we|you|it)(?!\w))(?:he|she|they|\w+)(?:'ll\
    |'d| will\
    | would) (?!(?:be|rather|like|prefer|love|want|never|always|have been|do it|miss|support)(?!\w))(?:\w+ )+\w+
    (?<!i )(?<!we )(?:has |have )?promised (?:me |us |him |her |them )?(?:to (?!be(?!\w))|(?:the|a|an|it|them|that) )\w+
    (?:will|'ll) (?:get back to|call|tell|send|mail) (?:me|us)|(?:will|'ll) let (?:me|us) know
    (?!(?:i|we|you|it|that|this|there|which|who|what)(?!\w))(?!\w+ (?:i|we|you|it|that|this\
    |there)(?!\w))[^\W\d]\w+(?: \w+)?(?:'ll| will| is going to) {_ADVERB}{_TASK} .*(?:{DATE_SAID}|before \w+|by \w+\
    |today|tonight|this week|soon|on the \d+)
    (?:he|she|they)(?:'ll| will) {_ADVERB}(?:{_TASK}|deliver|bring|finish) .*(?:{DATE_SAID}|before \w+|by \w+|today\
    |tonight|this week|soon|on the \d+)
    (?:is|are|was|were) supposed to (?!be(?!\w)){_TASK}|(?:owes|owe) (?:me|us) (?:an? |the |\w+ )\w+
    (?!(?:i|we|you|it|that|this|there|which|who|what)(?!\w))[^\W\d]\w+ will (?:{_ERRAND}|review|approve|answer\
    |reply) (?:the|my|our|us|me|it|them|a) ?\w*
    (?<!which )(?<!that )(?:is|are) (?:coming(?! up)|arriving|sending|bringing|delivering|calling|fixing\
    |picking \w+ up) .*{_DAY}\
    |{_DAY} .*(?:is|are) (?:coming|sending|bringing|delivering) .+
    (?:should|will|is due to|are due to) (?:arrive|come|be delivered|be here|be back) .*{_DAY}
    (?:my|our) \w+ (?:is|are) (?:organising|organizing|handling|arranging|baking|bringing|fixing\
    |sorting|preparing) (?:the|an?|my|our|us) \w+
    (?:owns|does|draws|builds|writes|takes care of|handles|signs|prepares|is (?:writing|building|drawing|preparing\
    |doing|getting|sending|checking)) .*(?:due|by|before|promised it for|for|on|this week|until) (?:{DATE_SAID}\
    |this week|friday)
    (?:skulle|skulle ju) (?:höra av sig|återkomma|{_TASK}) ?\w*|(?:ska|skall) (?:höra av sig|återkomma|lämna besked)
    (?:min|vår) \w+ (?:fixar|ordnar|tar hand om|bakar|bokar|skriver|sköter) \w+
    (?:har |hade )?(?:lovat|lovade|utlovat)(?: (?:mig|oss|att|dem))? \w+|(?:sa|säger|sade|skrev)(?: (?:han|hon\
    |de))? att (?:han|hon|de|det|\w+) (?:ska|skulle|kommer|skickar|ringer|fixar)|(?:säger|sa) (?:hon|han|de|dom)$
    (?:han|hon|de|dom|[^\W\d]\w+) (?:ska|skall|kommer) (?:(?:tydligen|nog|visst|att|också) )*{_TASK}.*(?:{_LATER})
    (?:han|hon|de|dom|[^\W\d]\w+) (?:återkommer|hör av sig|ringer|skickar|levererar|fixar|lämnar|granskar|svarar\
    |kommer med|kommer|lagar|bygger|monterar|skriver|kollar) .*(?:imorgon|i morgon|på \w+dag|senast|den \d+\
    |i veckan|nästa vecka|före \w+|till \w+dag)
    (?:hat|haben) .*(?:versprochen|zugesagt)|wollte (?:sich )?.*(?:melden|schicken|anrufen)
    (?:kümmert|kümmern) sich .*(?:um|darum)|um .* kümmert sich \w+
    [^\W\d]\w+ (?:schickt|liefert|meldet sich|ruft|spielt|bringt|macht|schreibt|prüft|erledigt|gibt|stellt|kommt\
    |repariert|kümmert sich|schaut|holt|baut|übernimmt) .*(?:morgen|am (?:\w+tag|mittwoch)|bis \w+|heute(?: \w+)?\
    |nächste woche|am \d+\.)(?: .*)?
    (?:will|wollen|soll|sollen|sollte|wollte) (?:sich |mir |uns )?(?:\w+ )*(?:melden|zurückrufen|anrufen|schicken\
    |bescheid geben)
    (?:er|sie|die) (?:kommt|kommen|will|wollen) (?:wohl|angeblich) .*(?:morgen|am (?:\w+tag|mittwoch)|heute|bis \w+\
    |nächste woche)
    (?:mein|meine|unser|unsere) \w+ (?:organisiert|übernimmt|besorgt|macht|backt|bucht|schreibt|kümmert sich um) \w+
    (?:ha prometido|prometió|ont? promis|a promis) .+
    """
)
# The same, where the clause also names a day to come.
THEIRS_DATED: Final = words_of(
    r"""
    (?:wants?|needs?|has|have) (?:time )?until|(?:said|says|promised) .*at the latest|(?:we|i) (?:get|receive\
    |hear from|hear back) (?:the|an?|our|my|\w+) ?\w*|(?:answer|reply|decision|quote|parcel\
    |delivery|results?|keys|verdict|feedback)(?:[\w' ]+ )?(?:comes?|arrives?|will be|should be)
    (?:wants?|has|have|needs?|is going|are going) to (?:see|check|sign|call|send|deliver|confirm|approve|answer\
    |review|look at) \w+
    (?!(?:i|we|you|it|that|this|there|which|who|what)(?!\w))[^\W\d]\w+ (?:picks up|brings|sends|delivers|calls\
    |mails|drops off|confirms|reviews|signs|fixes|checks|installs|collects|fetches) (?:the|a|my|our|us|me|it\
    |them) ?\w*
    (?:vi|jag) får (?:svar|besked|nycklarna|offerten|resultatet|den|det|hjälp)|(?:svar|besked|beslut|offert|paket\
    |leverans)\w* [\w ]*kommer
    (?:ska|skall) (?:bekräfta|återkomma|skicka|leverera|ringa|godkänna|skriva under|kolla|komma) \w*|(?:hämtar\
    |levererar|bekräftar) \w+
    (?:wir|ich) (?:bekommen|bekomme|kriegen|kriege|erfahren|hören) \w+|(?:antwort|bescheid|entscheidung|angebot\
    |paket|lieferung|ergebnis\w*) [\w ]*kommt
    (?:will|wollen|muss|müssen|soll) [\w ]*(?:antworten|bestätigen|liefern|schicken|kommen|anrufen|unterschreiben)\
    |(?:holt|bringt|liefert|schickt) \w+
    """
)
# A day by which.
DEADLINES: Final = words_of(
    rf"""
    (?:is|are|'s|be|falls) due(?: (?:on|by|at|in))? (?:the )?(?:{DATE_SAID}|\d+\w*|today|tonight|noon)
    (?:wants?|needs?|expects?|wait(?:s|ing)? for) .+ from (?:us|me)(?=$|[,.])
    ,? (?:deadline|due) (?:on |by )?(?:the )?(?:{DATE_SAID}|today|tonight|tomorrow)
    (?:anmeldeschluss|einsendeschluss|abgabeschluss|abgabetermin|bewerbungsschluss|redaktionsschluss) (?:ist|am)\
    |sista \w*dag(?:en)?(?: för \w+)? är
    (?:ansökan|anmälan|bokningen|omröstningen) stänger|(?:deadline|last day|cut-?off)(?: for [\w ]+?)? (?:is|'s\
    |:)(?: on)? (?:the )?(?:next )?(?:{DATE_SAID}|today|\d+\w*)
    (?:wants?|needs?|expects?|'d like|would like) .+ (?:by|before|no later than|until) (?:the )?(?:{DATE_SAID}|\d+\w*\
    |tonight|noon|today)
    (?:application|applications|registration|signup|booking|voting|the call|submission|submissions\
    |entries) (?:closes?|ends?) (?:on |at )?(?:the )?(?:{DATE_SAID}|\d+\w*|today|tonight)
    (?:has|have|needs?|must|got) (?:to )?(?:be )?(?:in|done|sent|paid|ready|signed|submitted|filed|out|finished\
    |there|returned|booked) (?:by|before|no later than|on) (?:the )?(?:{DATE_SAID}|\d+\w*|tonight|noon|today)
    (?:ska|måste|skall) (?:det |den |de )?(?:vara |ligga )?(?:göras|in|inne|inlämna\w*|betala\w*|skicka\w*\
    |sägas upp|vara \w+|lämnas(?: in)?|klart?)(?: \w+)? (?:senast|före|till|innan|den|på) \w+
    (?:senast|sista (?:dag\w*|datum)(?: för [\w ]+)? är|deadline(?:n)? är|förfaller) (?:den |på )?(?:{DATE_SAID}\
    |\d+|idag|i dag)
    (?:muss|müssen) .*(?:bis|spätestens)(?: zum| am)? (?:{DATE_SAID}|\d+\.|heute|morgen)|(?:abgabe|frist|stichtag\
    |deadline)(?:schluss)? (?:ist|endet|läuft)(?: \w+)? (?:am |bis |zum )?(?:{DATE_SAID}|\d+\.|heute|morgen)
    (?:ist|sind) (?:am|bis(?: zum)?) (?:{DATE_SAID}|\d+\.) fällig|(?:will|wollen|möchte\
    |braucht) .* bis (?:zum )?(?:{DATE_SAID}|\d+\.|heute|morgen)
    """
)
# A decision or a question put off.
DEFERS: Final = words_of(
    r"""
    (?:let's|we'll|i'll|we|let us) (?:\w+ )?(?:decide|discuss|settle|talk about|sort|revisit|look at|answer\
    |come back to|pick(?! it up| up)|take) (?:\w+ ){0,5}?(?:later|after|tomorrow|when|once|next|on (?:mon|tues|wednes\
    |thurs|fri\
    |satur|sun)day|another (?:day|time)|(?:at|in) the (?:next )?(?:meeting|retro\w*|stand-?up|sync|call|review\
    |planning|weekly|workshop)) ?\w*
    (?:i'll|we'll|let me|i need to|i have to|have to) (?:sleep on|think about) (?:it|that|this)
    (?:to be|tbd|still) (?:decided|undecided|open)(?: (?:is|whether|who|what|which|when|how))
    open question: \w+|(?:öppen fråga|offene frage): \w+|(?:still|remains) (?:open|undecided|unclear)[:,]? (?:is \
    |whether |who |what |which |when |how )
    (?:is|was|has been) (?:postponed|put off|deferred) (?:to|till|until) (?:the )?(?:next )?\w+|(?:the\
    |that) \w+(?: one)? we leave (?:for|until|till) \w+
    (?:park|table|defer|postpone) (?:it|that|this|the \w+) (?:until|till|for|to) \w+
    (?:det |den |vi )?(?:tar|bestämmer|beslutar|diskuterar|avgör|återkommer till) (?:vi )?(?:det|den|dem|detta\
    |frågan|upp)?(?: \w+){0,3}? (?:senare|imorgon|i morgon|på (?!en|ett)\w+|när|efter|nästa|i (?:stället|veckan))
    (?:det|den|dem) (?:får|kan) vi (?:ta|bestämma|diskutera) .*(?:på|när|efter|senare|imorgon|nästa)\
    |bestämmer vi (?:senare|på|när|efter|nästa)
    (?:den|det|frågan) får (?:vänta|ligga) (?:till|tills)|(?:jag |vi )?(?:måste|ska|får) (?:fundera på\
    |sova på) (?:det|saken)
    (?:entscheiden|klären|besprechen|überlegen) (?:wir|ich) (?:\w+ ){0,3}?(?:später|wenn|sobald|nach|am|beim|morgen\
    |im|nächste\w*)
    (?:entscheiden|klären|besprechen) wir,? (?:wenn|sobald|nachdem)|(?:das|die frage) (?:vertagen|verschieben) wir
    (?:ich|wir) (?:muss|müssen) (?:\w+ )?(?:darüber schlafen|noch (?:mal )?(?:überlegen|nachdenken))
    lo (?:decidimos|vemos|hablamos) (?:luego|mañana|después|el)|on (?:décide|en parle|verra) (?:plus tard|demain\
    |après)
    """
)
# An assistant does most of what it says at once; what it puts off stays open.
PUT_OFF: Final = words_of(
    r"""
    (?:i'll|i will|and will|i'm going to) (?!keep|hold|be|assume|wait)(?:\w+ )+?(?:once|as soon as\
    |when(?= .* (?:released|out|available|free|back|done|through|here|in|ready|finished|merged|fixed|published|over\
    |up|online|green))) (?!(?:you|i|we|needed|necessary|possible|done|finished|ready|that's done|it's done\
    |they're done)(?!\w))\w+
    (?:once|when|as soon as) (?!(?:you|we)(?!\w))(?:\w+ ){1,8}\w+, i(?:'ll| will) \w+
    i(?:'ll| will) (?:tell you|let you know|report(?: back)?|get back to you|come back to (?:you|this|that)\
    |ping you|post (?:it|them|the \w+) here|send you) ?+(?!(?:if|what|how|why|the truth)(?!\w))\w*
    i(?:'ll| will) (?:\w+ )+(?:tomorrow|tonight|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:time|week\
    |session)|later)
    (?:jag (?:\w+ )+(?:så (?:fort|snart)|när|imorgon|senare)|jag (?:återkommer|meddelar|säger till|rapporterar\
    |hör av mig)|rapporterar här) ?(?!om du)\w*
    ich (?:\w+ )+(?:sobald|sowie|wenn) (?!(?:du|sie|ihr) (?:m|w|d|k|s)\w+)\w+|ich melde mich|(?:ich )?(?:sage?\
    |gebe?) (?:ich )?(?:dir|ihnen|euch) (?:\w+ )?bescheid|(?:gehe|mache|prüfe|teste|schicke|liefere|ergänze|hole\
    |tausche|baue) ich(?: \w+)*,? (?:sobald|wenn|morgen|später|nachher)
    te aviso|te lo (?:digo|mando) (?:en cuanto|cuando)|je (?:te|vous) (?:préviens|dis|préviendrai)
    """
)
# Only if: an offer, not a promise.
OFFERS: Final = words_of(
    r"""
    if (?:you|it|that|they|we|the|needed|necessary|ever|i|\w+ \w+s|\w+)|(?:just )?(?:say|give) (?:the word|me|so)\
    |tell me|let me know
    would you like|shall i|should i|do you want|want me to|on request|happy to|feel free|whenever you|when you\
    |once you|as soon as you
    om du|om ni|säg till (?:när|om)|säg bara|vill du|ska jag|hör av dig|när du|så (?:fort|snart) (?:du|ni)|om det
    wenn du|wenn sie|wenn ihr|falls|sobald (?:du|sie|ihr)|auf wunsch|sag (?:einfach|mir|bescheid)|soll ich\
    |möchtest du|gern(?:e)? (?:auch|helfe)
    si (?:quieres|lo|me|tu|vous)|dime|dis-moi|n'hésite
    """
)
# What is past, was said often, or will never be.
NOT_NOW: Final = words_of(
    r"""
    in (?:chapter|the (?:book|film|movie|story|novel|show|game|series|play))|i (?:kapitel|boken|filmen|sagan)|im (?:buch
    |film|kapitel|roman)|(?:haven't|have not) \w+ .* in (?:years|months|ages|weeks|a while)|sometimes|usually\
    |every (?:day|week|month|time|year|\w+day)\
    |daily|before making an? (?:\w+ )?decision|where (?:i|we)'ll|(?:i'd|we'd|you'd|he'd|she'd|they'd) have to\
    |(?:in case|if|when) (?:i|we) (?:need|have) to|(?:what|how|all|everything|things?|work|much) (?:\w+ )?(?:i|we|you\
    |they)(?: still\
    | really| also)? (?:have|need|had|got) to|(?:i|we) (?:think|guess|suppose|might|may) (?:i|we|that i)(?:'ll| will\
    |'d)\
    |(?:energy|boost|push|tools|time|motivation|inspiration|help|stuff|ones?) (?:i|we) (?:need|have) to|(?:haven't\
    |have not|hasn't) (?:yet )?(?:decided|[a-z]+ (?:(?:around )?to |for |at |into )?(?:it|that|this|them))(?: yet)?$\
    |i think i(?:'m| am| need| should)|no matter
    (?:those|these|that|your|all(?: the)?|some(?: of (?:those|these|the))?) (?:\w+ ){0,2}(?:tips|advice|suggestions?\
    |recommendations?|options|resources|ideas|strategies|points|steps|checklist|questions|guidelines|brands|websites\
    |apps|articles)|yesterday|last (?:week|month|year|night|time|monday|tuesday|wednesday|thursday|friday)|\w+ ago\
    |back then\
    |years? ago|used to|always (?:say|said|says)|people (?:always|often)|once upon|in (?:19|20)\d\d|(?:should|would\
    |could) have|would've|should've
    (?:says?|said|säger|sade|sagt) (?:always|alltid|immer)|man (?:måste|ska|bör|får|muss|soll|kann|sollte)
    i (?:think|reckon|guess|mean|feel|suppose)(?: that)? we|(?:what|how|where|vad|hur|var|was|wie|wo) (?:must|do\
    |should|måste|ska|muss|soll|müssen|sollen) (?:i|we|jag|vi|ich|wir)
    no promises|(?:it|this|that|them) (?:here|below)|right now|(?:give|just) (?:me )?a (?:sec|second|minute|moment)
    never (?!been|heard)\w+|(?:some|one) day|someday|in another life|when i(?:'m| am) (?:old|retired|rich|a|big\
    |grown)|when i (?:retire|grow)|on day one|wish|had to|was (?:waiting|going)|were waiting|no (?:need|longer\
    |more)|not (?:going to|gonna)|won't|already|instead of
    igår|i går|förra|förr|i (?:mån|tis|ons|tors|fre|lör|sön)dags|brukade|borde ha|skulle ha|någon gång|nån gång\
    |nångång|en dag|aldrig|redan|när jag (?:blir|är) (?:stor|gammal|pensionär)|behövde|slipper|inte längre|måste säga
    gestern|letzte[nrs]? \w+|vorige\w*|früher|damals|irgendwann|eines tages|niemals|nie|bereits|hätten?\
    |wenn ich mal|mal gross|musste|mussten|nicht mehr|schon (?:geschickt|bezahlt|erledigt|gemacht)
    ayer|pasad[oa]|algún día|hier|dernière?|un jour|jamais|déjà
    """
)
# Begins like a question in Swedish, and only leaves "I" or "we" out.
UNDONE: Final = re.compile(r"(?:har|hade)(?: \w+)? inte (?!(?:du|ni|vi|jag|han|hon|de|det)(?!\w))")
# The head of what a supposing sentence says.
SUPPOSED: Final = re.compile(
    r"(?:^|[,;] )(?:if|unless|in case|wenn ich mal|falls|om (?!två|tre|\d|en vecka|ett)(?:jag|vi|du|man|det|den|han"
    r"|hon|de|ni|\w+)|si|"
    r"angenommen|suppose|imagine)(?!\w)"
)

# What it is called by in a list: "I'll send the deck" is "send the deck".
TAKING_ON: Final = re.compile(
    r"^(?:.* (?:[-–—]|and|so|but|that) (?:sure,? )?(?=(?:i'll|i will|i need to|i have to|need to) ))?"  # noqa: RUF001
    r"(?:i (?:just )?(?:remembered|realized|realised|figured)(?: that)? )?(?:(?:and|so|but|no|ok|okay|yeah|also|then"
    r"|now|oh wait|oh|anyway|great|good|nu|och|men|så|und|aber|dann|jo"
    r"|ja)[,.:]? )*"
    r"(?:(?:to-?do|fixme|action item|note to self|att göra|aufgabe|notiz an mich)"
    r"(?: (?:for|to|till|für|an) (?:me|myself|mig|mich))? ?[:,-] ?"
    r"|(?:can|could|will|would) you (?:please )?remind me (?:to|that|about) |remind (?:me|us)(?: please)? (?:to"
    r"|about|that) "
    r"|(?:please )?(?:don't|do not) let me forget:? (?:to |about )?|påminn (?:mig|oss)(?: gärna)? om (?:att )?"
    r"|erinnere? mich (?:bitte )?(?:daran,? |an )"
    r"|(?:i'll|i will|ill|i'm going to|i am going to|i'm gonna|gonna|we'll|we will|we're going to) (?:then |also "
    r"|definitely "
    r"|just )*"
    r"|(?:(?:i|we) )?(?:still |really |also |just )*(?:need to|have to|must|gotta|got to|ought to|should really) "
    r"|(?:i|we)(?:'ve| have)? (?:promised|agreed|volunteered) to )",
)

# Reporting --------------------------------------------------------------------------------------------------------

# Reports by themselves that something is through, whatever it was.
DONE: Final = words_of(
    r"""
    done|finished|went to|is with|are with|is at|went out|(?:is|are) here|(?:have|has|hab|habe|har|hat) (?:the|it\
    |them|die\
    |den|das|her|his|my)(?!\w).*(?:now|since|jetzt|nu|seit|sedan)|liked|fått|completed|sorted|settled\
    |(?<!is )(?<!was )(?<!are )closed|ticked off|off (?:the|my) list|taken care of|in place|went through|came (?:in\
    |through)|arrived|received|got (?:it|them|the \w+)|is in|are in|both in|is out|are out|is live|signed off\
    |sign-?off came|all set|approved|delivered|here now|merged|passed|through|resolved|confirmed|published
    klart?|klara|färdigt?|gjort|fixat|löst|avklarad\w*|har kommit|kom (?:i|på|idag|nyss|precis|just)|anlänt|fått\
    |mottag\w*|godkän[dt]\w*|inne|på plats|påskrive[nt]|ur världen|levererat?d?|uppe
    erledigt|fertig|geklärt|abgehakt|gemacht|durch|angekommen|eingegangen|(?:ist|sind|kam|kamen) (?:heute|gestern\
    |da|raus|drin|an)|da|bewilligt|genehmigt|freigegeben|unterschrieben|geliefert|bestätigt|erhalten|bekommen\
    |abgeschlossen|eingetroffen
    hecho|listo|terminado|resuelto|llegó|ha llegado|fait|terminé|réglé|arrivée?s?|reçue?s?
    """
)
# Somebody who was waited for has acted.
ANSWERED: Final = words_of(
    r"""
    answered|drew|drawn|did it|finished|replied|responded|got back|came back|wrote(?: back)?|called|rang|texted\
    |sent|delivered|signed|approved|confirmed|agreed|said (?:yes|no|ok)|accepted|declined|arrived|came|got|received\
    |is here|are here|released|reviewed|uploaded|published|merged|paid
    gav klartecken|gett klartecken|svarade|svarat|ringde|ringt|skickade|skickat|skrev|skrivit på|hörde av sig\
    |hört av sig|kom|kommit|levererade\
    |levererat|godkände|godkänt|bekräftade|fick|fått|sa (?:ja|nej)|dök upp|lämnade|lämnat|granskade|granskat
    geantwortet|gemeldet|angerufen|geschickt|geschrieben|geliefert|unterschrieben|zugesagt|bestätigt|kam|kamen\
    |gekommen|angekommen|bekommen|erhalten|genehmigt|bewilligt|freigegeben|rief an|sagte (?:ja|nein|zu|ab)|schickte\
    |eingespielt|geprüft
    contestó|respondió|llegó|envió|firmó|a répondu|a envoyé|a signé|est arrivée?
    """
)
# Says that it is not: a word of these in the clause, and nothing is closed by it.
NOT_DONE: Final = words_of(
    r"""
    not|no|never|none|nothing|nobody|\w+n't|dont|didnt|hasnt|cant|cannot|without|yet|still|almost|nearly|half\
    |partly|forgot\w*|missed|postponed|delayed|moved to|pushed|put off|late|failed|instead|except|should|would\
    |could|i can|might|will|to be|feel\w*|seems?|hope\w*|enjoy|going to|wants?|need(?:s|ed)?|have to|has to|must|if\
    |when|until\
    |tomorrow|asked (?:about\
    |for|whether|if|again)|wonder\w*|waiting|before|unless|maybe|perhaps|what|how|why|which|who|first|soon|promised\
    |plan\w*|only|wrong|again
    inte|ej|aldrig|ingen|inget|inga|än|ännu|fortfarande|nästan|halv\w*|glömde|glömt|missade|missat|uppskjut\w*\
    |flyttad\w*|sköts|ställdes in|inställ\w*|försenad\w*|ska|skall|kommer att|vill|måste|behöver|om|när|imorgon\
    |väntar|kanske|borde|skulle|lovade|orkar
    nicht|nichts|kein\w*|nie|fast|beinahe|halb\w*|vergessen|verpasst|verschoben|vertagt|verspätet|soll\w*|will\
    |wollen|muss|müssen|wenn|falls|morgen|warte\w*|vielleicht|würde\w*|könnte\w*|fragt\w*|erst|bleiben|bleibt\
    |später|ob
    no|todavía|aún|casi|olvid\w+|si|cuando|pas|encore|presque|oubli\w+|quand|demain
    """
)
# Given up by its owner: off the list, whatever it was.
GIVEN_UP: Final = words_of(
    r"""
    (?:let's|lets|we'll|i'll|we|i'm|we're|i) (?:just )?(?:skip|drop|skipping|dropping|scrap|scrapping|forget(?: about)?)
    (?:no longer|don't|do not|doesn't) need(?: the| to| that)?|(?:is|are) (?:cancelled|called off|off the table)
    strunt(?:a|ar)? i|(?:vi|jag) (?:hoppar över|struntar i|skippar)|behövs inte längre
    (?:wir|ich) (?:lassen|lasse) .* (?:weg|bleiben|sein)|(?:wir|ich) (?:streichen|streiche)|brauchen wir nicht mehr
    (?:lo |la )?dejamos|olvidemos|ya no hace falta|on laisse tomber|plus besoin
    """
)
