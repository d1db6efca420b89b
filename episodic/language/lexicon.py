"""Word tables of five languages: what carries no content, what means the same, what marks a change. Tables only.

A group of synonyms must hold in most facts people state; a pair that differs in some ("teach" and "train") stays
apart, for two facts taken for one lose an update. "run_out" is two words. Verbs in OPTIONAL may be left out of a
restatement ("the deadline is Friday", "it runs until Friday").
"""

from collections.abc import Mapping
from typing import Final

from episodic.language.cues import bag
from episodic.language.tongues import Tongue

# Say nothing by themselves. What negates, compares or counts is not here.
FUNCTION: Final[Mapping[Tongue, frozenset[str]]] = {
    "en": bag(
        "a an the this that these those there here it its it's of to in on at for from by with as and or nor is"
        " are was"
        " were be been being am i'm we're you're they're he's she's that's is's has have had having do does did done"
        " i we me us my our ours mine you your yours he she they him her them his hers their i've we've i'll"
        " we'll you'll"
        " it'll i'd we'd they've will would shall should must can could may ought need needs needed please kindly"
        " also so"
        " then than which who whom whose what when where how if just really very quite currently already all each"
        " every"
        " always any some get gets got going gonna let let's make sure one ones own into onto within about per"
        " until till"
        " not no never don't doesn't didn't isn't aren't wasn't can't cannot won't shouldn't nothing none neither"
        " without"
        " thing things way made o'clock ever lots out up down off over there's s yet still"
    ),
    "sv": bag(
        "en ett den det de dem denna detta dessa här där att av till i på för från med som och eller är var vara"
        " varit"
        " blir blev bli har hade ha haft jag vi mig oss min mitt mina vår vårt våra du ni dig er din ditt dina"
        " han hon"
        " hans hennes dess deras sin sitt sina ska skall skulle kan kunde måste bör får behöver vill också så då om"
        " bara verkligen mycket just redan alltid varje alla någon något några in ut upp ner åt hos vid per kring"
        " inte"
        " ej aldrig ingen inget inga utan snälla tack gärna vilken som där även kommer ju nog väl man sig mot"
        " klockan kl ännu än fortfarande"
    ),
    "de": bag(
        "ein eine einer eines einem einen der die das den dem des dies diese dieser dieses es hier dort zu zum zur in"
        " im ins am an auf für von vom mit bei beim als und oder ist sind war waren sein bin bist wird werden wurde"
        " wurden hat haben habe hatte hatten ich wir mich mir uns mein meine meiner meinen meinem unser unsere"
        " unserer"
        " unseren unserem du ihr dich dir euch dein er sie ihn ihm ihnen sein seine ihre ihren soll sollte muss"
        " müssen"
        " kann können darf dürfen möchte will bitte auch so dann wenn nur sehr schon gerade immer jede jeder"
        " jedes jeden"
        " alle aus um nach bis pro nicht kein keine keinen keiner nie niemals ohne dass daß sich man gibt wer was"
        " wie wo"
        " zwischen etwa uhr gegen noch statt gern gerne"
    ),
    "es": bag(
        "un una unos unas el la los las lo este esta estos estas ese esa eso aquí allí de del a al en para por"
        " con como"
        " y o u es son era fue ser está están estar ha han he hemos hay haber tengo tiene tenemos tienen tener yo"
        " nosotros me nos mi mis nuestro nuestra nuestros nuestras tú tu tus él ella ellos su sus se le les debe"
        " deben"
        " debo hay que puede también así entonces si muy ya más soy somos eres aún todavía siempre cada todo toda"
        " todos todas algún no nunca sin ningún"
        " quien cual favor"
    ),
    "fr": bag(
        "suis sommes êtes un une des le la les l d c s j n m t qu ce cet cette ces ici là de du à au aux en dans"
        " pour par avec comme et encore"
        " ou est sont était étaient être été a ai as ont avons avez avoir y je nous me moi mon ma mes notre nos"
        " tu vous"
        " te ton ta tes votre il elle ils elles lui leur son sa ses on se doit doivent dois peut faut aussi alors"
        " si très"
        " déjà toujours chaque tout toute tous toutes que qui quel quelle ne pas jamais sans aucun aucune c'est"
        " qu'on j'ai"
        " s'il plaît"
    ),
}

# One group a line. The words of a group are taken for one; "run_out" stands for two words.
_SYNONYMS: Final[Mapping[Tongue, str]] = {
    "en": """
        live lives living reside resides residing home located situated based lie lies find found stored store \
        sit sits
        due deadline deadlines no_later_than
        expire expires expiring run_out runs_out lapse lapses
        end ends ended ending runs_until run_until lasts_until valid_until finish finishes finished conclude \
        concludes over
        start starts started starting begin begins began beginning commence commences kick_off kicks_off
        prefer prefers preferred like likes liked favour favor love loves enjoy enjoys rather want wants wanted \
        keen_on fond_of favourite\
 favorite
        use uses using used utilise utilize employ go_with going_with went_with choose chose chosen pick picked \
        select\
 selected opt opted settle_on settled_on decide decided decision adopt adopted stick_with sticking_with rely_on \
 relies_on
        buy buys bought purchase purchased purchases acquire acquired
        cost costs price priced
        pay pays paid payment payments paying
        salary wage wages income earn earns earnings take-home
        manage manages managing manager managed head heads run_by lead leads leader leading led oversee oversees\
 supervises supervise supervisor in_charge_of charge_of chairs
        own owns owner owned responsible responsibility accountable handle handles handled look_after looks_after\
 take_care_of takes_care_of deals_with
        work works working worked job employed profession occupation trade living_as
        kid kids child children
        dad father
        mum mom mother
        flat apartment
        film movie
        holiday holidays vacation
        trip journey
        flight flights fly flies flying flew plane
        leave leaves leaving depart departs departure takes_off take_off sets_off set_off
        arrive arrives arrival land lands reach reaches
        backup backups back_up backs_up backed_up
        daily every_day each_day
        nightly every_night each_night night nights
        weekly every_week each_week a_week per_week week weeks
        monthly every_month each_month a_month per_month month months
        yearly annually annual every_year each_year a_year per_year year years
        limit limits limited cap capped maximum max ceiling
        minimum min
        boss manager
        client clients customer customers
        company firm business
        employee employees staff
        colleague colleagues coworker coworkers co-worker workmate teammate
        teacher teachers instructor instructors
        student students pupil pupils
        lesson lessons
        homework assignment assignments
        quote quotation estimate
        invoice invoices bill bills
        meeting meetings meet meets meetup
        appointment appointments
        big large
        small little
        fast quick rapid quickly
        cheap inexpensive
        short brief concise
        near close_to nearby
        frequently often
        whole entire
        correct right
        hard difficult
        easy simple
        fix fixes fixed repair repairs repaired
        build builds built construct constructed construction
        create creates created produce produces produced
        email emails emailed mail mails mailed e-mail e-mails
        phone telephone ring rings calls call
        talk talks speak speaks chat
        answer answers reply replies respond response responses
        help helps assist assists
        keep keeps kept retain retains retained
        delete deletes deleted remove removes removed erase
        modify modifies modified alter
        increase increases increased raise raised raises went_up
        decrease decreases decreased reduce reduced lower lowered went_down
        cancel cancelled canceled call_off called_off
        postpone postponed delay delayed push_back pushed_back put_off
        require requires required mandatory compulsory obligatory
        allow allows allowed permit permits permitted
        forbid forbids forbidden ban bans banned prohibit prohibited
        approve approves approved sign_off signed_off green-lit okayed approval
        agree agreed agrees
        called named name names
        deploy deploys deployed deployment deployments deploying roll_out rolled_out
        release releases released publish published ship shipped ships launch launched launches
        schedule scheduled set planned plan plans takes_place take_place hold held happens happen
        seat seats capacity holds fits
        contain contains include includes consist consists comprise comprises
        born birthday
        pupil student
        everyone everybody all_of_us
        documents docs documentation
        repo repository
        database db
        config configuration
        environment env
        production prod
        phd doctorate
        shop store
        cafe café
        soccer football
        bicycle bike cycling cycle cycles
        car automobile
        sofa couch
        photo photos picture pictures
        doctor gp physician
        grandma grandmother
        grandpa grandfather
        wedding marriage marry marrying married
        husband wife spouse
        rent rents rented
        teach teaches teaching taught
        drink drinks drinking
        eat eats eating
        listen listens listening
        send sends sending sent
        interview interviews interviewing interviewed
        write writes writing written
        test tests testing
        size sizes
        half fifty_percent
        spreadsheet sheet
        supervise supervisor
        guess estimate
        visit visits visiting
        approx approximately around roughly
    """,
    "sv": """
        bo bor bosatt lever hem hemma
        föredra föredrar gillar gilla helst hellre bäst tycker_om älskar
        använda använder kör_på kör_med kör kör_vi bestämde bestämt bestämma valde valt väljer beslutade beslutat \
        beslut går_med\
 satsar_på
        börja börjar började start starta startar inleds inleder
        sluta slutar slutade upphör avslutas tar_slut
        gäller giltig giltigt giltiga
        till_och_med till
        gå_ut går_ut löper_ut utgår
        möte mötet möten träff träffen träffas träffar ses
        barn barnen unge ungar
        ansvarar ansvarig ansvar sköter hand_om håller_i
        leder leda ledare chef chefar basar
        kosta kostar kostade pris priset
        betala betalar
        inlämning inlämningen lämnas_in lämna_in
        deadline senast
        köpa köper köpte köpt
        lön lönen inkomst inkomsten tjänar
        heter kallas namn
        finns ligger sitter står hittas hittar
        jobba jobbar arbetar arbeta jobb arbete yrke yrket
        mejl mail mejla mejlar e-post
        ringa ringer telefon samtal
        bil bilen
        lägenhet lägenheten
        lärare läraren
        elev elever eleverna
        kund kunden kunder
        företag företaget firma firman bolag bolaget
        liten litet små
        stor stort stora
        kort korta
        snabb snabbt snabba
        svar svara svarar
        ta tar tas görs gör
        resa resan åker åka reser
        flyg flyget flyger
        avgår lyfter
        anländer ankommer landar
        dagligen varje_dag
        varje_vecka veckovis veckan vecka
        varje_månad månadsvis månaden månad
        ta_bort tas_bort radera
        höja höjer höjs
        sänka sänker sänks
        ställa_in inställd ställs_in
        skjuta_upp uppskjuten skjuts_upp
        rum rummet
        måla målas målat målar
        kakla kaklas kaklat kaklar kakel kaklet
        obligatorisk obligatoriskt krävs
        tillåta tillåten tillåtet
        semester ledighet
        allergi allergisk allergiskt
    """,
    "de": """
        wohnen wohne wohnt wohnst leben lebe lebt zuhause ansässig
        bevorzugen bevorzuge bevorzugt lieber mag mögen liebe vorziehen ziehe_vor
        nutzen nutze nutzt benutzen benutze benutzt verwenden verwende verwendet einsetzen setzen_ein setzen_auf \
        nehmen\
 entschieden entscheiden beschlossen entscheidung gewählt wählen
        beginnen beginnt anfangen fängt startet starten start beginn los
        enden endet ablaufen läuft_ab ab auslaufen läuft_aus schluss
        gilt gelten gültig
        treffen trifft besprechung meeting termin
        kind kinder kindern
        verantwortlich zuständig kümmert verantwortet verantwortung betreut
        leiten leitet leiter leiterin leitung führen führt chef chefin
        kosten kostet preis beträgt betragen
        bezahlen bezahlt zahlen zahlt zahle
        auto wagen pkw
        kaufen kaufe kauft gekauft erwerben erworben
        heissen heisst heisse name genannt nennt
        anrufen anruf anrufe ruft telefonieren telefon
        arbeiten arbeite arbeitet beruf tätig job
        gehalt lohn einkommen verdiene verdient
        frist deadline fällig spätestens
        abgabe abgabetermin abgegeben
        klein kleine
        gross grosse
        kurz kurze kurzen
        schnell schnelle rasch
        antwort antworten
        mail e-mail mails email
        wohnung apartment
        lehrer lehrerin lehrkraft
        schüler schülerin schülern
        kunde kunden kundin
        firma unternehmen betrieb
        urlaub ferien
        liegt liegen steht stehen befindet befinden finden
        läuft laufen
        fliegen fliegt flug
        abfliegen startet abflug
        reise reisen
        täglich jeden_tag
        wöchentlich jede_woche woche
        monatlich jeden_monat monat
        löschen gelöscht entfernen entfernt
        erhöhen erhöht steigt
        senken gesenkt
        absagen abgesagt
        verschieben verschoben
        erlauben erlaubt
        verbieten verboten
        allergie allergisch
        fenster fensters
        teilnehmer teilnehmern teilnehmende
        team gruppe
    """,
    "es": """
        vivir vivo vive vivimos residir reside resido hogar
        preferir prefiero prefiere gusta gustan encanta encantan
        usar usamos uso usa utilizar utilizamos emplear decidido decidimos elegido elegimos quedamos
        empezar empieza comenzar comienza inicio inicia
        terminar termina acabar acaba finaliza
        vencer vence caduca plazo
        reunión reuniones reunimos junta
        hijos niños
        responsable encarga encargado encargada lleva
        dirigir dirige jefe jefa gestiona
        costar cuesta precio
        pagar pago paga
        comprar compré compramos adquirir
        llamar llama llamo nombre
        trabajar trabajo trabaja profesión oficio
        correo email
        coche auto
        piso apartamento
        sueldo salario gano
        profesor maestro profesora maestra
        alumno alumnos estudiante estudiantes
        cliente clientes
        empresa compañía
        corto corta cortas breves breve
        respuesta respuestas responder responde
        encuentra ubicado ubicada
        vuelo volamos
        sale salimos
        vacaciones
        alergia alérgico alérgica
        diario diariamente cada_día
        médico doctor
    """,
    "fr": """
        habiter habite habitons vivre vis vit vivons réside
        préférer préfère aime mieux aimer
        utiliser utilisons utilise choisi choisir choisit décidé opté retenu
        commencer commence début débute démarre
        finir finit terminer termine fin
        expire échéance limite
        réunion réunions rendez-vous rencontre
        enfant enfants gosses
        responsable charge s'occupe occupe
        diriger dirige chef cheffe gère
        coûter coûte prix
        payer paie paye
        acheter acheté achète
        appelle nom nomme
        travailler travaille métier profession boulot
        mail courriel e-mail
        voiture auto
        appartement logement
        salaire gagne revenu
        professeur prof enseignant enseignante
        élève élèves étudiant étudiants
        client clients cliente
        entreprise société boîte
        court courte courtes brèves bref
        réponse réponses répondre
        trouve situé située
        vol décolle
        part partons
        vacances congés
        allergie allergique
        médecin docteur
    """,
}

# Verbs that may be missing from a restatement. Where both texts have one, they must agree.
OPTIONAL: Final[frozenset[str]] = bag(
    "require hold due end eat use live work run runs lie host hosted hosts listen pay schedule call called plan"
    " give gives given gave take takes took put apply"
    " applies go goes come comes see look find write prefer know keep do has work contain cost own bring hold start"
    " leave become remain stay stays is send sends"
    " deadline skriv skriva hålls håller står sitter äter ligger bo använda finns heter jobba kosta ta kör gå går"
    " gäller"
    " ge får kommer"
    " fällig schreib schreiben essen esse hat wohnen nutzen liegt heissen arbeiten kosten läuft geht gehen kommt"
    " haben"
    " bekommt bekommen nehmen gilt"
    " vivir usar llamar trabajar encuentra va tiene habiter utiliser appelle travailler trouve fait va"
)
# Measures of time say how often, not what.
PERIODS: Final[frozenset[str]] = bag(
    "day daily hour week month year night morning weekly monthly yearly timmen dag vecka månad år natt"
    " tag stunde woche monat jahr nacht täglich día hora semana mes año jour heure semaine mois année"
)

# A fact that follows another one; nothing else said.
_STRONG: Final[Mapping[Tongue, str]] = {
    "en": """
        moved_to moved_from has_moved have_moved was_moved been_moved moving_to moved_over_to moves_to switched_to
        switched_from have_switched has_switched switching_to switch_to changed_to changed_from has_changed \
        was_changed
        migrated_to migrated_from pushed_to pushed_back_to pushed postponed_to postponed_until rescheduled_to
        rescheduled_for rescheduled raised_to increased_to lowered_to
        reduced_to cut_to went_up_to went_up went_down_to dropped_to gone_up_to gone_down_to up_to_now is_down_to
        are_down_to down_to rose_to fell_to grew_to grown_to shrunk_to bumped_to bumped moved_up_to brought_forward_to
        brought_forward extended_to extended_until slipped_to no_longer not_any_more any_more anymore any_longer
        instead actually correction after_all from_now_on as_of_now replaced_by replaced_with
        took_over taken_over takes_over has_taken_over took_over_from handed_over_to swapped went_with_instead
        changed_my_mind changed_our_mind changed_our_minds turns_out renamed_to renamed relocated_to transferred_to
        turned_into became has_become updated_to upgraded_to downgraded_to revised_to corrected_to was_promoted
        been_promoted got_promoted promoted_to upped change_of_plan change_of_plans is_up_to are_up_to
    """,
    "sv": """
        flyttade_till flyttades_till flyttats_till flyttat_till har_flyttat flyttas_till flyttades flyttats flyttat
        flyttad_till gått_över_till går_över_till gick_över_till bytt_till bytte_till byter_till har_bytt byttes_mot
        bytt_ut ändrats_till ändrades_till ändrat_till ändrad_till ändras_till höjts_till höjdes_till höjt_till \
        har_höjt
        höjde sänkts_till sänktes_till sänkt_till ökat_till ökade_till minskat_till minskade_till gått_upp_till \
        gick_upp_till
        gått_ner_till skjutits_upp_till sköts_upp_till senarelagts_till tidigarelagts_till
        inte_längre istället i_stället egentligen faktiskt rättelse från_och_med_nu hädanefter ersatt
        ersatte ersätts ersattes tagit_över tog_över tar_över ändå trots_allt ångrat blivit
    """,
    "de": """
        umgestiegen_auf umgestiegen gewechselt_zu gewechselt wechseln_zu verschoben verlegt geändert_auf geändert
        umgezogen ziehe_um zog_nach gezogen erhöht_auf gestiegen_auf gesenkt_auf gesunken_auf
        angehoben_auf nicht_mehr stattdessen doch eigentlich
        tatsächlich korrektur ab_jetzt ab_sofort von_nun_an künftig ersetzt abgelöst übernommen übernimmt \
        umgestellt_auf
        doch_nicht umbenannt geworden jetzt_doch vorverlegt
    """,
    "es": """
        mudé_a me_mudé mudamos_a nos_mudamos mudado cambiado_a cambió_a cambiamos_a cambiado pasado_a pasó_a pasamos_a
        movió_a se_movió migrado_a migramos_a aplazado_al aplazado_a aplazada retrasado sube_a subió_a subido_a baja_a
        bajó_a bajado_a ya_no en_vez_de en_lugar_de en_realidad corrección a_partir_de_ahora
        reemplazado sustituido reemplazamos asumió finalmente
    """,
    "fr": """
        déménagé_à déménagé passés_à passé_à passée_à passées_à passons_à changé_pour migré_vers reporté_au \
        reportée_au
        reporté_à reportée_à déplacé_au déplacée_au déplacée avancée_au décalé_au décalée_au augmenté_à monté_à \
        baissé_à
        descendu_à au_lieu_de plutôt_que en_fait finalement rectification désormais
        à_partir_de_maintenant dorénavant remplacé remplacée repris reprend pris_la_relève
    """,
}
# Hints at a change; alone they prove none.
_WEAK: Final[Mapping[Tongue, str]] = {
    "en": "again now these_days nowadays today by_now since lately at_present meanwhile is_now",
    "sv": "igen nu numera nuförtiden sedan idag för_närvarande just_nu",
    "de": "wieder jetzt nun inzwischen mittlerweile seit heute derzeit zurzeit aktuell neuerdings",
    "es": "de_nuevo otra_vez ahora actualmente hoy_en_día desde ya",
    "fr": "à_nouveau maintenant aujourd'hui actuellement depuis à_présent",
}
# The fact stands beside others of its like: it adds, whatever it resembles.
_ADDITIVE: Final[Mapping[Tongue, str]] = {
    "en": "also too as_well another additionally in_addition plus besides other second both",
    "sv": "också även dessutom en_till ytterligare annan andra",
    "de": "auch ausserdem zusätzlich noch_ein noch_eine weitere weiterer anderer",
    "es": "también además otro otra",
    "fr": "aussi également autre encore_un encore_une",
}

# What a subject does with many things: a second one denies none of the first.
MANY: Final[frozenset[str]] = bag(
    "like likes love loves enjoy enjoys speak speaks know knows have has own owns read reads eat eats play plays need"
    " needs want wants buy bought visited met meet learned studied learning learn include includes contains supports"
    " support there's there teach teaches taught allergic hate hates collect collects follow follows recommended"
    " recommends wrote drink drinks cook cooks watch watched use uses using invited tested follows sells offers"
    " gillar älskar talar kan har äger läser äter spelar behöver köpte träffade dricker lär använder allergisk"
    " besökte"
    " mag liebe liebt spreche spricht kenne habe hat besitze lese esse spiele brauche kaufte trinke lerne nutzen"
    " nutze"
    " verwenden allergisch besuchte getroffen"
    " gusta gustan hablo habla conozco tengo tiene leo como juego necesito uso usamos bebo aprendo alérgico"
    " aime adore parle connais ai lis mange joue besoin utilise utilisons bois apprends"
)
# What one has many of: "our client is Ken" leaves room for Rosa.
PEERS: Final[frozenset[str]] = bag(
    "friend friends colleague client customer hobby hobbies brother sister sibling neighbour competitor risk"
    " issue bug"
    " problem reason goal requirement example member members supplier suppliers partner option cousin aunt uncle"
    " student"
    " vän kollega kund bror syster hobby granne leverantör freund freundin kollege kollegin kunde kundin bruder"
    " schwester"
    " nachbar lieferant amigo amiga cliente hermano hermana vecino socio ami amie client frère soeur sœur voisin"
)
# What happened once and stays so; the next of its kind happened too.
HAPPENED: Final[frozenset[str]] = bag(
    "paid received met read visited bought interviewed finished attended sent called talked wrote closed won sold"
    " hired"
    " shipped released flew ate watched ran taught delivered completed spoke signed scored submitted ordered booked"
    " presented gave found fixed merged deployed tested measured recorded learned saw went took made spent raised"
    " joined"
    " graduated published installed replied reviewed logged collected earned lost helped arrived walked"
    " betalades betalade betalt träffade läste köpte besökte intervjuade skickade skickades ringde pratade skrev"
    " sålde"
    " levererades såg gick tog fick gjorde sprang åkte"
    " bezahlt getroffen gelesen gekauft besucht interviewt geschickt angerufen gesprochen geschrieben verkauft"
    " geliefert"
    " gesehen gegangen genommen bekommen gemacht gelaufen erhalten"
    " pagó pagué pagado recibí recibió compré leí visité envié llamé hablé escribí vendió fui hice"
    " payé payée reçu reçue rencontré lu acheté visité envoyé appelé parlé écrit vendu livré vu allé"
)
# Held by one at a time: the next holder ends the last one's term.
EXCLUSIVE: Final[frozenset[str]] = bag(
    "owns own leads lead manages handles responsible charge chairs heads oversees approves owner lead manager"
    " runs hosts"
    " maintains coordinates supervises moderates ceo cto cfo director chair chairs head foreman president"
    " treasurer secretary captain principal landlord supervisor coordinator headteacher chairman chairwoman"
    " ansvarar ansvarig leder sköter driver chef ordförande håller projektleder samordnar projektledare kassör"
    " sekreterare förman lagkapten rektor ansvarige"
    " kassierer kassiererin vorsitzende vorsitzender schriftführer bauleiter projektleiter leitet verantwortet"
    " verantwortlich zuständig betreut führt übernimmt leiter leiterin organisiert moderiert"
    " tesorero tesorera presidente presidenta director directora dirige lleva encarga encargado encargada"
    " responsable gestiona coordina"
    " trésorier trésorière président présidente directeur directrice dirige gère responsable charge coordonne"
    " pilote anime"
)
# A noun whose number is its name, not its size: "Invoice 4471", "Room 12".
NUMBERED: Final[frozenset[str]] = bag(
    "invoice invoices ticket issue pr order step sprint room chapter module phase group grade year class task case"
    " participant beam week line section flight item exercise unit lesson lot batch experiment study round version"
    " build bug table figure appendix question track gate platform level floor apartment house bus trial site pump"
    " contract account building session part day stage zone team patient subject sample"
    " faktura ärende steg rum kapitel modul fas grupp årskurs klass uppgift deltagare vecka rad avsnitt övning"
    " lektion"
    " avtal order konto våning hus linje etapp prov"
    " rechnung ticket schritt raum kapitel modul phase gruppe klasse aufgabe fall teilnehmer woche zeile"
    " abschnitt übung"
    " lektion auftrag vertrag konto gebäude zimmer haus linie etappe versuch los"
    " factura pedido paso sala capítulo módulo fase grupo clase tarea caso semana línea sección ejercicio"
    " contrato cuenta"
    " lección habitación aula"
    " facture commande étape salle chapitre module groupe classe tâche cas semaine ligne section exercice contrat"
    " compte leçon chambre lot"
)

# Verbs of change; beside a mark of change they say nothing more.
CHANGING: Final[frozenset[str]] = bag(
    "moved move moves upped promoted switched switch changed migrated pushed postponed rescheduled raised increased"
    " lowered reduced cut"
    " replaced swapped sold bumped extended shifted upgraded went gone brought became turned slipped stopped dropped"
    " flyttat flyttade flyttats flyttades bytt bytte ändrat ändrats höjt höjts höjde sänkt sänkts ersatt ersatte"
    " sålt sålde"
    " gått gick blivit längre"
    " umgestiegen gewechselt verschoben verlegt geändert umgezogen erhöht gesenkt gestiegen ersetzt umgestellt"
    " verkauft"
    " verlängert angehoben mehr"
    " mudé mudado mudamos cambiado cambió pasado pasó sube subió baja bajó reemplazado aplazado"
    " déménagé passé passée passés changé migré reporté reportée déplacé remplacé augmenté plus"
)


def groups(language: Tongue) -> list[list[str]]:
    """Return the groups of synonyms of a language; the first word of each stands for it."""
    lines = _SYNONYMS[language].splitlines()
    return [words for line in lines if (words := line.split())]


def phrases(language: Tongue) -> Mapping[tuple[str, ...], str]:
    """Return what marks a change or an addition, by its words: strong, weak or additive."""
    tables = (("weak", _WEAK), ("additive", _ADDITIVE), ("strong", _STRONG))
    return {tuple(entry.split("_")): role for role, table in tables for entry in table[language].split()}
