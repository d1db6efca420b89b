"""Words and sayings of health, faith, politics, sexuality, union, ethnicity and biometrics, in eleven languages.

Knows no grammar: `sensitive.py` tells where such a word is about a person.
"""

from collections.abc import Mapping
from typing import Final

from episodic.records import Category

ILL_ENDINGS: Final = (
    *(
        "cancer",
        "cancern",
        "krebs",
        "karzinom",
        "carcinoma",
        "diabetes",
        "allergi",
        "allergier",
        "allergie",
        "allergien",
    ),
    *("epilepsi", "leukemi", "leukämie", "lymfom", "lymphom", "depression", "psykos", "psychose", "arthritis"),
    *(
        "hepatitis",
        "itis",
        "ectomy",
        "infarkt",
        "sjukdom",
        "krankheit",
        "erkrankung",
        "therapeut",
        "therapeutin",
        "lähmung",
    ),
)
THING_ENDINGS: Final = ("datensatz", "datenbank", "dataset", "tabell", "tabelle", "-app", "-api")
# By language, English first. What has another meaning where it stands alone is in SAYINGS, with its company.
SORTS: Final[Mapping[str, str]] = {
    "THING": (
        "data dataset datasets database db corpus table column field row image images record records info information"
        " notes app apps api apis endpoint website site page pages project projects product products platform module"
        " library libraries package model models classifier detector detection prediction predictor recognition parser"
        " segmentation plugin widget button dashboard chart charts report reports paper papers thesis study studies"
        " trial"
        " trials research researcher researchers article articles blog post posts book books novel character characters"
        " story chapter lesson course courses class team teams department startup start-up company charity foundation"
        " nonprofit ngo campaign campaigns awareness organisation organization association institute ministry centre"
        " center museum newspaper magazine podcast documentary film movie channel festival quarter cemetery"
        " architecture"
        " translation translations locale language keyboard font calendar holidays literature history music food"
        " cuisine"
        " recipe recipes restaurant grammar dictionary code test tests suite fixture fixtures example examples"
        " statistics"
        " stats rate rates score scale index survey questionnaire form forms label labels category categories tag tags"
        " prompt chatbot bot tool tools toolkit tracker game client clients customers patients users population"
        " community"
        " segment market industry sector fund funds policy policies law laws cost costs insurance software service"
        " services system reader sensor scanner login unlock auth authentication simulator simulation workshop"
        " conference"
        " talk webinar newsletter leaflet leaflets brochure poster ontology taxonomy kit theme battery batteries"
        " cluster"
        " sida sidan sidor webbplats webbplatsen projekt projektet datamängd datamängden datan modell modellen fält"
        " kolumn"
        " forskning rapport kampanj förening föreningen stiftelse kurs kod koden tidning"
        " datensätze webseite website seite spalte feld bericht studie forschung verein stiftung kurs buch kampagne"
        " datos conjunto aplicación proyecto sitio web página modelo columna campo informe estudio investigación curso"
        " fundación libro tabla données jeu application projet modèle colonne champ rapport étude recherche cours livre"
        " dati insieme applicazione progetto sito pagina modello colonna rapporto studio ricerca corso libro dados"
        " aplicativo projeto coluna relatório estudo pesquisa livro tabela"
    ),
    "USER": "user användaren nutzer nutzerin benutzer usuario usuaria utilisateur utilisatrice utente usuário usuária",
    "MUM": (
        "mom mum mommy mummy dad daddy grandma granny grandpa mamma pappa mormor farmor morfar farfar mama papa oma opa"
        " mamá papá maman mamie"
    ),
    "KIN": (
        "mother father parent parents stepmother stepfather sister sisters brother brothers siblings sibling twin"
        " daughter"
        " daughters kid kids child children baby toddler wife husband spouse partner boyfriend girlfriend fiancé"
        " fiancée"
        " fiance fiancee ex aunt uncle cousin niece nephew grandmother grandfather grandparents grandson granddaughter"
        " boss manager colleague colleagues coworker co-worker cofounder co-founder neighbour neighbor friend friends"
        " flatmate roommate teacher landlord landlady tenant student pupil employee assistant intern apprentice family"
        " mother-in-law father-in-law sister-in-law brother-in-law ceo cfo cto coo designer developer accountant lawyer"
        " secretary teammate teenager guest supervisor patient"
        " syster dotter sonen dottern barn fru make maka sambo pojkvän flickvän kusin moster faster morbror farbror"
        " svärmor svärfar chef kollega granne vän kompis föräldrar"
        " mutter vater schwester bruder tochter sohn kind kinder frau mann ehemann ehefrau freund freundin großmutter"
        " grossmutter großvater grossvater tante onkel cousine chefin kollege kollegin nachbar nachbarin eltern"
        " schwiegermutter schwiegervater mitbewohner mitbewohnerin partnerin vermieter"
        " madre padre hermana hermano hija hijo hijos hijas esposa esposo mujer marido novia novio pareja tía tío prima"
        " primo abuela abuelo jefa jefe compañera compañero vecina vecino amiga amigo suegra suegro padres familia"
        " mère père sœur soeur frère fille fils enfant enfants femme mari conjoint conjointe compagne compagnon copine"
        " copain oncle grand-mère grand-père patron patronne collègue voisin voisine ami amie belle-mère beau-père"
        " famille"
        " sorella fratello figlia figlio figli moglie marito fidanzata fidanzato compagna compagno zia zio cugina"
        " cugino nonna"
        " nonno capo collega amica amico suocera suocero genitori famiglia"
        " mãe pai irmã irmão filha filho filhos mulher namorada namorado companheira companheiro avó avô chefe colega"
        " vizinha vizinho sogra sogro"
    ),
    "ILL": (
        "cancer krebs tumor tumour tumors leukemia leukaemia lymphoma melanoma chemo chemotherapy radiotherapy diabetes"
        " prediabetes asthma eczema psoriasis migraine migraines arthritis osteoporosis fibromyalgia lupus epilepsy"
        " seizures sclerosis parkinson parkinson's alzheimer alzheimer's dementia autism adhd asperger asperger's"
        " dyslexia"
        " dyspraxia dyscalculia tourette tourette's ptsd schizophrenia psychosis anorexia bulimia insomnia apnea apnoea"
        " hypertension hypotension arrhythmia angina anaemia anemia hiv hepatitis tuberculosis malaria covid influenza"
        " pneumonia bronchitis copd endometriosis pcos menopause infertility ivf miscarriage miscarriages pregnancy"
        " abortion vasectomy hysterectomy mastectomy biopsy colonoscopy surgery surgeries dialysis amputation"
        " concussion"
        " hernia tinnitus glaucoma cataract cataracts allergy allergies intolerance crohn crohn's colitis ibs scoliosis"
        " sciatica whiplash rehab psychiatrist psychologist psychotherapist therapist oncologist cardiologist"
        " neurologist"
        " gynaecologist gynecologist urologist dermatologist rheumatologist endocrinologist psychotherapy wheelchair"
        " prosthesis alcoholism addiction disability disabilities illness disease syndrome disorder cholesterol thyroid"
        " burnout phobia claustrophobia agoraphobia ulcer ulcers sobriety implant implants hospice metastases stent"
        " c-section"
        " postpartum menstruation narcolepsy anaphylaxis neuropathy paralysis stoma catheter gallstones shingles"
        " measles"
        " chickenpox lyme dengue hpv herpes chlamydia syphilis alzhéimer nebenhöhlenentzündung diagnosen"
        " astma eksem migrän demens dyslexi schizofreni psykos anorexi bulimi lunginflammation missfall graviditet"
        " cellgifter cellgiftsbehandling psykiatriker psykolog rullstol glutenintolerans laktosintolerans reumatism"
        " artros"
        " alkoholism funktionsnedsättning utmattningssyndrom utbrändhet tvångssyndrom njursten diskbråck hjärtsvikt"
        " leukämie chemotherapie zuckerkrankheit neurodermitis migräne arthrose rheuma demenz autismus adhs"
        " legasthenie schizophrenie magersucht bulimie bluthochdruck lungenentzündung fehlgeburt schwangerschaft"
        " psychiater"
        " psychiaterin rollstuhl heuschnupfen zöliakie laktoseintoleranz schilddrüsenunterfunktion bandscheibenvorfall"
        " behinderung schlaganfall angststörung zwangsstörung alkoholismus burn-out"
        " cáncer leucemia linfoma quimio quimioterapia radioterapia asma eccema soriasis migraña migrañas artritis"
        " artrosis epilepsia esclerosis demencia autismo tdah dislexia esquizofrenia insomnio hipertensión neumonía"
        " aborto"
        " embarazo cirugía diálisis alergia alergias celiaquía intolerancia psiquiatra psicólogo psicóloga terapeuta"
        " oncólogo vih alcoholismo discapacidad enfermedad trastorno ictus infarto colesterol tiroides"
        " diabète leucémie lymphome chimio chimiothérapie radiothérapie asthme eczéma épilepsie sclérose démence"
        " autisme"
        " dyslexie schizophrénie anorexie boulimie insomnie pneumonie grossesse avortement arthrose arthrite psychiatre"
        " psy cancérologue hépatite handicap maladie avc infarctus endométriose cholestérol thyroïde alcoolisme"
        " cancro tumore chemio chemioterapia diabete emicrania emicranie epilessia sclerosi demenza dislessia"
        " schizofrenia anoressia insonnia ipertensione polmonite gravidanza celiachia psicologo psicologa"
        " psicoterapeuta epatite disabilità malattia tiroide colesterolo"
        " câncer enxaqueca enxaquecas esclerose demência insônia insónia hipertensão gravidez cirurgia hepatite"
        " deficiência doença transtorno enfarte tireoide"
    ),
    "ILLISH": (
        "stroke depression anxiety flu fever infection injury relapse therapy seizure headache headaches ocd pacemaker"
        " stammer stutter vertigo fracture transplant menopause"
        " depressionen ångest influensa feber hjärnskakning huvudvärk stress-syndrom grippe fieber angstzustände"
        " gehirnerschütterung depressionen depresión ansiedad gripe fiebre dépression anxiété fièvre depressione ansia"
        " febbre depressão ansiedade febre"
    ),
    "DRUG": (
        "sertraline prozac fluoxetine zoloft lexapro escitalopram citalopram paroxetine venlafaxine bupropion"
        " wellbutrin"
        " mirtazapine ssri ssris antidepressants antidepressant lithium quetiapine olanzapine risperidone lamotrigine"
        " antipsychotics ritalin methylphenidate adderall concerta vyvanse elvanse strattera insulin metformin ozempic"
        " wegovy semaglutide statins atorvastatin simvastatin ramipril lisinopril amlodipine losartan beta-blockers"
        " metoprolol warfarin apixaban levothyroxine prednisone prednisolone cortisone antibiotics penicillin methadone"
        " buprenorphine naltrexone xanax valium diazepam lorazepam zopiclone tamoxifen methotrexate humira painkillers"
        " opioids oxycodone tramadol morphine antiretrovirals testosterone oestrogen estrogen hrt antihistamines"
        " inhaler"
        " epipen medication meds thinners"
        " antidepressiva sertralin blodtrycksmedicin blodförtunnande litium levaxin waran kortison antibiotika"
        " sömntabletter medicin"
        " adhd-medicin hjärtmedicin smärtstillande mediciner"
        " antidepressivum betablocker blutverdünner schlaftabletten schmerzmittel blutdrucksenker medikamente"
        " antidepresivos insulina sertralina metformina litio antibióticos ansiolíticos levotiroxina medicación"
        " antidépresseurs insuline metformine antibiotiques anxiolytiques lévothyrox médicaments"
        " antidepressivi antibiotici ansiolitici antidepressivos remédios ritalina"
    ),
    "EXPECTING": "pregnant schwanger gravid embarazada incinta grávida",
    "SICK": (
        "diabetic diabetics asthmatic epileptic autistic dyslexic dyspraxic bipolar schizophrenic anorexic bulimic"
        " alcoholic neurodivergent immunocompromised hypertensive coeliac celiac infertile paraplegic quadriplegic"
        " hospitalised hospitalized colour-blind color-blind colourblind colorblind hiv-positive menopausal anaemic"
        " anemic"
        " lactose-intolerant gluten-intolerant allergic"
        " diabetiker astmatiker autistisk dyslektiker bipolär epileptiker alkoholist sjukskriven hörselskadad allergisk"
        " allergiker celiakiker laktosintolerant glutenintolerant rullstolsburen utbränd färgblind"
        " diabetikerin asthmatiker asthmatikerin autistin autist epileptikerin alkoholiker alkoholikerin"
        " krankgeschrieben"
        " schwerhörig gehörlos allergikerin legastheniker legasthenikerin laktoseintolerant depressiv magersüchtig"
        " querschnittsgelähmt farbenblind behindert schwerbehindert suizidal erkrankt"
        " diabético diabética asmático asmática epiléptico epiléptica autista disléxico disléxica alcohólico alcohólica"
        " alérgico alérgica celíaco celíaca daltónico daltónica seropositivo seropositiva deprimido deprimida"
        " discapacitado discapacitada"
        " diabétique asthmatique épileptique autiste dyslexique bipolaire alcoolique allergique cœliaque daltonien"
        " daltonienne séropositif séropositive dépressif dépressive handicapé handicapée enceinte malentendant"
        " malentendante hospitalisé hospitalisée"
        " diabetico diabetica asmatico asmatica epilettico epilettica autistico autistica dislessico dislessica"
        " alcolista"
        " allergico allergica celiaco celiaca daltonico daltonica sieropositivo sieropositiva depresso depressa"
        " disabile"
        " alcoólatra daltônico daltônica soropositivo soropositiva deficiente"
    ),
    "SICKISH": (
        "sick ill depressed blind deaf disabled suicidal sober contagious paralysed paralyzed intolerant obese"
        " underweight"
        " injured concussed sectioned epileptics"
        " sjuk döv deprimerad handikappad krank taub enfermo enferma ciego ciega sordo sorda malade aveugle sourd"
        " sourde"
        " malato malata cieco cieca doente cego cega surdo surda"
    ),
    "FAITH": (
        "catholic protestant lutheran anglican baptist methodist presbyterian pentecostal evangelical mormon quaker"
        " amish"
        " calvinist christian muslim sunni shia sufi ahmadi hindu buddhist sikh jain taoist zoroastrian pagan wiccan"
        " satanist scientologist atheist agnostic religious churchgoer churchgoing born-again non-religious hindus"
        " muslims"
        " catholics christians buddhists sikhs atheists mormons"
        " katolik katolsk protestant kristen kristna muslimer buddist ateist troende religiös frikyrklig pingstvän"
        " muslimsk buddhistisk judetroende"
        " katholisch katholik katholikin evangelisch protestantisch muslima muslimin muslimisch moslem hinduistisch"
        " buddhistin buddhistisch atheistin gläubig konfessionslos orthodox serbisch-orthodox freikirchlich"
        " católico católica cristiano cristiana evangélico evangélica protestante musulmán musulmana budista ateo atea"
        " religioso religiosa mormón mormona creyente"
        " catholique catholiques protestante chrétien chrétienne musulman musulmane bouddhiste athée hindoue croyant"
        " croyante mormone orthodoxe évangélique"
        " cattolico cattolica musulmano buddista credente induista ortodosso ortodossa"
        " cristão cristã muçulmano muçulmana ateu ateia crente espírita umbandista candomblecista"
    ),
    "CLERGY": (
        "priest vicar pastor imam rabbi nun monk deacon präst pfarrer pfarrerin rabbiner cura prêtre prete rabino"
        " rabbin"
    ),
    "CREED": (
        "faith religion church parish mosque synagogue baptism congregation församling moské religion gemeinde moschee"
        " religión parroquia mezquita paroisse mosquée religione parrocchia moschea religião paróquia mesquita"
    ),
    "POLIT": (
        "socialist communist marxist leninist trotskyist anarchist fascist libertarian republican democrat left-wing"
        " right-wing far-right far-left leftist tory zionist monarchist"
        " socialdemokrat sverigedemokrat centerpartist vänsterpartist miljöpartist kristdemokrat kommunist anarkist"
        " sosse"
        " sozialist sozialistin kommunistin sozialdemokrat sozialdemokratin linksradikal rechtsradikal anarchistin"
        " marxistin"
        " socialista comunista marxista anarquista fascista peronista republicano republicana izquierdista derechista"
        " socialiste communiste marxiste anarchiste gaulliste royaliste macroniste mélenchoniste"
        " anarchico leghista petista bolsonarista esquerdista direitista"
    ),
    "POLITISH": "conservative liberal progressive nationalist conservador conservadora konservativ",
    "PARTY": (
        "greens labour labor tories conservatives democrats republicans trump biden harris obama sanders corbyn"
        " starmer farage"
        " brexit ukip gop dsa plaid"
        " vänsterpartiet moderaterna socialdemokraterna sverigedemokraterna centerpartiet liberalerna kristdemokraterna"
        " miljöpartiet sossarna centern spd cdu csu fdp afd grünen linke linken linkspartei npd bsw"
        " psoe vox podemos sumar erc junts bildu pnv morena milei verts écologistes macron mélenchon lfi zemmour"
        " socialistes républicains meloni salvini m5s psdb psol bolsonaro lula"
    ),
    "ORIENT": (
        "gay lesbian bisexual queer homosexual asexual pansexual demisexual transgender transsexual trans non-binary"
        " nonbinary intersex genderqueer heterosexual polyamorous closeted"
        " lesbisk homosexuell bisexuell asexuell pansexuell transperson transkvinna transman ickebinär bög flata"
        " schwul lesbisch lesbe transsexuell transgeschlechtlich nichtbinär nicht-binär"
        " lesbiana transexual lesbienne bisexuel bisexuelle homosexuel homosexuelle transgenre"
        " lesbica bisessuale omosessuale transessuale lésbica homossexual bissexual"
    ),
    "ETHNIC": (
        "roma romani sinti kurdish kurd arab berber amazigh sámi sami latino latina latinx hispanic chicano"
        " african-american afro-american afro-caribbean mixed-race biracial multiracial aboriginal māori maori inuit"
        " cherokee navajo uyghur uighur tibetan hmong tamil pashtun hazara yazidi assyrian tutsi hutu yoruba igbo zulu"
        " kurds arabs caucasian half-asian half-black native-american rohingya tatar"
        " samisk romsk tornedaling assyrier arabisk kurdisk kurde kurdin kurdisch sinto sintiza araber araberin jesidin"
        " jeside afrodeutsch"
        " gitano gitana kurdo kurda árabe mestizo mestiza mulato mulata indígena afrodescendiente"
        " arabe berbère kabyle métisse métis tzigane gitane manouche curdo curda arabo araba meticcio meticcia berbero"
        " cigano cigana pardo parda mestiço mestiça quilombola"
    ),
    "ETHNICISH": "black white asian coloured svart schwarz negro negra noir noire preto preta",
    "JEWISH": "jewish jew jews ashkenazi sephardic judisk jüdisch jüdin judío judía juif juive ebreo ebrea judeu judia",
}
_BODY: Final = (
    r"(?:knee|hip|back|shoulder|ankle|wrist|arm|leg|foot|neck|eye|heart|liver|kidney|lung|stomach|hand|finger)"
)
_MEMBERS: Final = (
    r"(?:members?|medlem(?:mar)?|mitglied|miembros?|membros?|membres?|afiliad[oa]|filiad[oa]|iscritt[oa]|militante"
    r"|adhérente?|encartée?|syndiquée?)"
)
_UNIONS: Final = (
    r"ig metall|ver\.?di|igbce|gew|dgb|ig bau|unison|gmb|unite the union|teamsters|seiu|uaw|afl-cio|afscme|usdaw|nalgo"
    r"|unionen|if metall|kommunal|byggnads|vision|seko|saco|tco|akavia|vårdförbundet|lärarförbundet|sveriges lärare"
    r"|cgt|cfdt|fsu|ugt|ccoo|comisiones obreras|cgil|cisl|uil|cobas|cut|força sindical|cgtp|sud"
)
_PARTIES: Final = (
    r"(?:labour|green|conservative|republican|democratic|liberal|libertarian|communist|socialist|tory|workers'?) party"
    r"|(?:social|liberal|christian|sweden) democrats|lib dems|\w+(?:partiet|demokraterna)|moderaterna|liberalerna"
    r"|centern"
    r"|spd|cdu|csu|fdp|afd|(?:den |bündnis 90 die )?grünen|(?:der |die )?linken?|psoe|pp|vox|podemos|sumar"
    r"|partido \w+|partito \w+|parti \w+|rassemblement national|rn|lfi|les républicains|ps|pcf|pd|lega"
    r"|fratelli d'italia"
    r"|forza italia|m5s|movimento 5 stelle|pt|psdb|psol|psd|bloco de esquerda|chega|le pen|les verts"
    r"|la france insoumise"
)
# What a few words tell by themselves, on folded text.
SAYINGS: Final[Mapping[Category, str]] = {
    "health": rf"""
    (?<!was )(?:was|were|been|got|is|^) ?diagnosed with(?! a (?:race|memory|config|network))|since my diagnosis
    (?:i'm|i am|she's|he's|is|are|was) (?:hiv|covid) positive|tested positive(?! (?:in|on) (?:ci|the))
    (?:on|from|back from) (?:long-term )?(?:sick|medical) leave|signed off sick|off sick
    (?:in|out of) (?:rehab|remission|intensive care|a coma|psychiatric care)|in (?:the )?hospital with
    (?:have|has|had|having|with) (?:a |an |another )?(?:(?:heart|panic|asthma|anxiety) attacks?|hearing aids?\
    |high blood pressure|low blood pressure|down syndrome|long covid|multiple sclerosis|aids|a cold)(?! (?:start|boot))
    my (?:blood (?:type|pressure|sugar|test)|heart condition|eating disorder|mental health|hearing loss|period|biopsy\
    |due date|ovulation|iud|sperm count|x-ray|mri|kidney stones?|hearing aids?|sick leave)(?! (?:column|field|api))
    (?:i|he|she) (?:broke|fractured|sprained|dislocated|tore|injured) (?:my|his|her) \w+
    (?:my|his|her) (?:\w+ )?{_BODY} (?:surgery|operation|replacement|injury|hurts|aches|is broken|is fractured)
    my (?:knee |back |sports )?injury|due to an injury|injured (?:myself|himself|herself)|(?:lactose|gluten) intolerant
    (?:do|does|doing|start\w*) physical therapy|got allergic|(?:i|we|he|she) (?:miscarried|relapsed)
    (?:hurt|injured) (?:my|his|her) {_BODY}|(?:cannot|can't) (?:walk|hear well|see well)
    uses? a (?:wheelchair|walking frame|hearing aid)|use (?:a )?wheelchairs?|step-free access for me
    (?:start(?:ed|ing)?|finish(?:ed|ing)?) (?:my |his |her )?(?:chemo\w*|dialysis|radiotherapy|ivf|hormone therapy)
    chronic (?:fatigue|pain|illness)|gestational|heart condition|kidney stones
    on the pill|blood thinners|in therapy|(?:i'm|i am|she is|he is|she's|he's) (?:in recovery|terminally ill)
    trying to (?:conceive|get pregnant)|had an abortion|attempted suicide|self-harm(?:s|ed)|lost the baby
    (?:i|we|she)(?:'m|'re|'s| am| are| is) expecting(?: a (?:baby|child|boy|girl)|(?: our| my| her) \w+ (?:child|baby))
    (?:i|he|she)(?:'ve| have| has|'s)? (?:been )?(?:sober|clean) (?:for|since)|alcoholics anonymous|goes to aa meetings
    (?:har|hade|fick|haft) (?:en )?(?:stroke|högt blodtryck|lågt blodtryck|hjärtattack|ont i \w+|kol|panikattack\w*)
    (?:har|fick) diagnosen \w+|diagnostiserad(?:es)? med|är (?:hiv-?positiv|inlagd|långtidssjukskriven)|min blodgrupp
    (?:sitter|åker) i rullstol|bröt (?:armen|benet|foten|handleden)|mår psykiskt dåligt|går i terapi|barnmorskan? sa
    sjukskriven (?:för|sedan|till)|opererade (?:knät|höften|ryggen|hjärtat)|väntar barn
    (?:wurde|ist) (?:mit \w+ diagnostiziert|am \w+ operiert)|diagnose \w+ bekommen|im rollstuhl|in (?:therapie|reha)
    meine blutgruppe|zu hohen blutdruck|krank ?geschrieben|habe mir (?:das|den|die) \w+ gebrochen|erwarten ein kind
    hiv-positiv|in der psychiatrie|künstliche befruchtung|habe rückenschmerzen
    (?:me|le) (?:diagnosticaron|operaron|detectaron)|de baja (?:médica|por (?:depresión|enfermedad|ansiedad))
    mi grupo sanguíneo|tensión alta|en silla de ruedas|(?:tengo|tiene) (?:el )?sida|me rompí (?:el|la) \w+\
    |en rehabilitación
    on m'a diagnostiqué|en arrêt maladie|mon groupe sanguin|en fauteuil roulant|a le sida|je me suis cassé \w+
    tension trop élevée|en rémission|en cure de désintoxication|attend un (?:bébé|enfant)
    mi hanno (?:diagnosticato|operato)|in malattia|il mio gruppo sanguigno|sulla sedia a rotelle|pressione alta
    mi sono rott[oa] \w+|aspetta un bambino|fui diagnosticad[oa]|de (?:baixa|licença) médica|meu (?:tipo sanguíneo\
    |grupo\
 sanguíneo)|cadeira de rodas|pressão alta|quebrei (?:o|a) \w+|esperando (?:um )?bebê
    """,
    "faith": r"""
    (?:go|goes|going|went) to (?:mass|church|confession|mosque|the mosque|synagogue|temple|sunday school|bible study)
    (?:keep|keeps|keeping) (?:kosher|halal|shabbat|the sabbath)|(?:eat|eats) (?:only )?(?:halal|kosher)
    (?:fast|fasts|fasting) (?:during|for|in) (?:ramadan|lent|yom kippur)|(?:observe|observes|celebrate) (?:ramadan\
    |shabbat)
    (?:converted|converting|convert) to (?:islam|judaism|christianity|catholicism|buddhism|hinduism|orthodoxy)
    (?:i|he|she|we)(?:'ve)? (?:pray|prays|prayed)(?! (?:that|it|the|this|for (?:green|a))(?!\w))|believes? in (?:god\
    |allah)
    (?:found|accept(?:ed)?) (?:jesus|god|christ)|jehovah's witness(?:es)?|(?:bar|bat) mitzvah|my first communion
    bapti[sz](?:e|es|ed|ing) (?:our|my|his|her|their)|(?:was|got|been|be) bapti[sz]ed|wears? (?:a )?(?:hijab|niqab\
    |turban|kippah|yarmulke)|lost my faith|left the church
    (?:i|he|she) (?:sing|sings|serve|serves|volunteer|volunteers) (?:at|in) (?:my|our|his|her) (?:church|parish|mosque)
    my god-?(?:daughter|son)'s (?:baptism|christening)|(?:on|went on) (?:hajj|umrah)|member of the church
    (?:joined|attend|attends|found|left) (?:a|the|my|our) (?:\w+ )?(?:church|mosque|synagogue\
    |parish)(?! \w+ (?:project|api))
    friends from (?:church|the mosque|my parish|synagogue)
    (?:går|gick) (?:\w+ )?i (?:kyrkan|moskén|synagogan)|tror på gud|ber (?:fem gånger|varje (?:kväll|dag))|fastar under
    konverterade till|håller kosher|äter halal|jehovas vittne\w*|(?:döptes|döpt|konfirmerades) (?:i|som)|lämnade kyrkan
    (?:är|bin|ist) jude|bär (?:slöja|hijab|turban)|medlem i (?:svenska kyrkan|pingstkyrkan)
    (?:gehe|geht|gehen) (?:\w+ ){0,2}in (?:die|eine) (?:kirche|moschee|synagoge)|glaube an gott|bete (?:jeden|fünfmal)
    (?:faste|fastet) (?:im|während)|zum (?:islam|judentum|christentum) konvertiert|(?:bin|ist) (?:ein \
    |eine )?chri(?:st|stin)
    zeuge[n]? jehovas|aus der kirche ausgetreten|trägt (?:ein )?kopftuch|esse (?:nur )?halal|getauft
    (?:voy|va|vamos) a (?:misa|la (?:mezquita|iglesia|sinagoga))|creo en dios|testigos? de jehová|me convertí al
    rezo (?:todos|cada|cinco)|ayuno (?:en|durante)|como (?:solo )?halal|lleva (?:velo|hiyab)
    (?:vais|va|allons) (?:\w+ )?à (?:la (?:messe|mosquée|synagogue)|l'église)|crois en dieu|témoins? de jéhovah
    (?:suis|est) converti\w* (?:à|au)|(?:fais|fait) le ramadan|prie (?:chaque|cinq)|mange (?:\w+ )?(?:halal|casher)
    porte le (?:voile|foulard)|(?:vado|va|andiamo) (?:a|in) (?:messa|chiesa|moschea)|credo in dio|testimon[ei] di geova
    (?:mi sono|si è) convertit[oa]|prego (?:ogni|cinque)|digiuno (?:durante|per il)
    (?:vou|vai|vamos) à (?:missa|igreja|mesquita)|acredito em deus|testemunhas? de jeová|converti-me ao|rezo (?:todos\
    |cada)
    """,
    "politics": rf"""
    {_MEMBERS} (?:\w+ |'){{0,2}}?(?:{_PARTIES})|milite (?:à|au|chez|pour) (?:l[ae]s? )?(?:france insoumise\
    |{_PARTIES})|card-carrying member of the \w+ party
    (?:i|he|she|we) (?:always )?(?:vote|voted|votes) (?:left|right|green|tory|labour|democrat|republican|conservative)
    (?:am|'m|is|'s|are) (?:politically )?(?:very |far )?(?:on the (?:far )?(?:left|right) politically\
    |left of cent(?:re|er))
    politically(?:,)? (?:i'm|i am|he's|she's|he is|she is) (?:\w+ )?(?:left|right|conservative|liberal|progressive\
    |centrist)
    my (?:politics|political views|party membership)|(?:went|going) to (?:the|a) (?:pro-palestine|pegida|maga\
    |antifa) \w+
    voted (?:for|against) (?:brexit|independence)|voted (?:leave|remain)
    (?:röstar|röstade) (?:blått|rött|grönt|borgerligt|vänster|höger|på (?:sd|s|m|v|mp|kd|c))
    (?:är|sitter) (?:\w+ )?(?:för|med i) (?:sd|moderaterna|socialdemokraterna|vänsterpartiet|miljöpartiet|centern)
    politiskt (?:står|är) (?:jag|han|hon)|aktiv i (?:ssu|muf|ung vänster|grön ungdom)|är moderat
    (?:wähle|wählt) (?:links|rechts|grün)|politisch (?:links|rechts)|parteibuch|politisch bin ich
    (?:voto|vota|voté) (?:a (?:la )?(?:izquierda|derecha|los verdes)|al pp|en blanco)|soy de (?:izquierdas?|derechas?)
    (?:vote|votons|voté) (?:à (?:gauche|droite)|(?:pour )?(?:le )?(?:rn|ps|pcf|le pen))|(?:suis|est) de (?:gauche\
    |droite)
    (?:voto|vota|votato) (?:(?:per )?(?:il|la|i|lo)? ?(?:pd|lega|partito \w+|fratelli d'italia|sinistra|destra\
    |cinque stelle))
    sono di (?:sinistra|destra)|(?:voto|vota|votei) (?:n[oa]|pel[oa]) (?:pt|psd|ps|pcp|chega|bloco|esquerda|direita\
    |lula)
    sou (?:de|da) (?:esquerda|direita)
    """,
    "sexuality": r"""
    c(?:o|a)me out (?:to (?:my|his|her)|at (?:work|school))|coming out to (?:my|his|her)|same-sex (?:marriage|partner\
    |couple)
    (?:i'm|i am|he's|he is|she's|she is|(?:boss|brother|sister|partner|friend|wife|husband|son|daughter) is) (?:bi\
    |straight|attracted to (?:men|women|both|girls|guys))(?= ?(?:$|[.,!;]|and))
    my (?:sex life|sexual orientation|sexuality|gender dysphoria|libido)|(?:during|since|with|before\
    |allowed me to explore) my transition(?! (?:to|into|from|animation|function|plan)(?!\w))|(?:his\
    |her) sexual orientation
    (?:lives|living) as a (?:woman|man) (?:since|now)|assigned (?:male|female) at birth|erectile dysfunction
    kom ut (?:för|inför|på jobbet)|min (?:sexuella läggning|könskorrigering)|(?:är|blev) kär i (?:män|kvinnor)
    (?:mein|sein|ihr) (?:coming-out|outing)|habe mich geoutet|meine sexuelle orientierung|steh(?:e|t) auf (?:männer\
    |frauen)
    salí del armario|salió del armario|mi orientación sexual|me gustan (?:los hombres|las mujeres)
    (?:j'ai )?fait mon coming[- ]out|mon orientation sexuelle|je suis attirée? par les|ho fatto coming out
    il mio orientamento sessuale|saí do armário|minha orientação sexual
    """,
    "union": rf"""
    {_MEMBERS} (?:\w+ |'){{0,3}}?(?:{_UNIONS}|(?:trade |labou?r |teachers'? |nurses'? |workers'? |a |the |my \
    |our )+union\
    |facket|fackförbundet|gewerkschaft|sindicato|sindacato|syndicat)(?! (?:type|select|cabinet|council))
    (?<!student )(?<!credit )(?:trade |labou?r )?union (?:member(?:ship)?|rep|dues|fees|steward|card|branch\
    |organi[sz]er)(?! \
(?:table|column|field|list|function|type|class))
    (?:joined|left|in|quit|active in|pay dues to) (?:the|a|my\
    |our) (?:\w+ )?(?<!european )(?<!soviet )(?<!student )(?<!credit )\
(?<!set )union(?! (?:type|select|of|clause|query|operator|branch of))(?=$|[.,;!]| (?:in|since|when|at|and|at work\
    |last|for|\
because|again))
    the union's (?:\w+ )?(?:committee|board|meeting|negotiat\w+)|bargaining committee|our union (?:rep|meeting|branch)
    my union(?! (?:type|query|select|clause|find))|shop steward|trade unionist|(?:i'm|is|are|we're) unioni[sz]ed\
    |on the picket line
    (?:är|gick|var|vara) (?:\w+ )?(?:med i|med|ur) (?:facket|fackförbundet|if metall|unionen|kommunal|lo)\
    |fackligt (?:aktiv\
    |engagerad|ombud|förtroendevald)|facklig förtroendeman|min fackavgift|fackmedlem|skyddsombud för
    (?:in|aus) (?:der|die|einer) gewerkschaft|gewerkschaftsmitglied|gewerkschafter(?:in)?|gewerkschaftlich (?:aktiv\
    |organisiert)
    mitglied (?:bei|in|der) (?:der )?(?:{_UNIONS}|gewerkschaft)|mein gewerkschaftsbeitrag
    (?:estoy|está|soy|es) (?:afiliad[oa]|sindicad[oa]|sindicalista|delegad[oa] sindical)|afiliad[oa] (?:a|al) (?:\w+ )?\
(?:sindicato|{_UNIONS})|cuota sindical|mi sindicato
    (?:suis|est) (?:syndiquée?|syndicaliste|déléguée? syndicale?)|au syndicat|(?:à|de) la (?:cgt|cfdt)|mon syndicat
    iscritt[oa] (?:al|alla) (?:sindacato|{_UNIONS})|sono sindacalista|il mio sindacato|tessera sindacale
    (?:sou|é|estou|está) (?:sindicalizad[oa]|sindicalista)|filiad[oa] (?:ao|à) (?:sindicato|{_UNIONS})|meu sindicato
    """,
    "ethnicity": r"""
    of (?:\w+ )?(?:\w+ )?(?:descent|ancestry|heritage|ethnicity)|ethnically \w+|my (?:ethnicity|ethnic (?:background\
    |group)|race)\
 is|(?:i'm|i am|is|he's|she's) (?:of )?(?:mixed|african|south asian|east asian) (?:race|descent|heritage|ancestry)
    (?:i'm|i am|he is|she is|he's|she's) (?:a )?(?:woman|man|person) of colou?r|person of colou?r|african american
    (?:i'm|i am|is|he's|she's) (?:half|part) (?:\w+ )?(?:black|white|asian|arab|indigenous|jewish)
    (?:är|bin|ist) (?:en )?(?:same(?! (?:as|for))|rom)(?=$|[.,;!]| och| men| från)|är (?:mörkhyad|rasifierad\
    |av \w+ härkomst)
    har (?:romskt|samiskt|kurdiskt|judiskt|afrikanskt) (?:ursprung|påbrå)|(?:i'm|i am|is) a? ?first nations
    (?:bin|ist) (?:ein |eine )?(?:rom|romni|schwarze[r]?|person of color)|(?:kurdischer|arabischer|jüdischer\
    |afrikanischer)\
 (?:herkunft|abstammung)
    de (?:raza|etnia|ascendencia) \w+|soy afro\w*|d'origine (?:kabyle|arabe|berbère|juive|africaine|rom|tzigane)
    di (?:etnia|origini?) (?:rom|curda|araba|ebraica|africana)|(?:sono|è) (?:un |una )?rom(?=$|[.,;!])|sono ner[oa]
    de (?:raça|etnia|ascendência) \w+|sou (?:negr[oa]|pret[oa]|pard[oa])
    """,
    "biometrics": r"""
    (?<!with )(?:my|his|her\
    |\w+'s) (?:\w+ )?(?<!browser )(?<!device )(?<!key )(?<!ssh )(?<!gpg )(?<!pgp )(?<!canvas )(?<!host )\
(?:fingerprints?|thumbprints?|palm ?prints?|faceprint|voice ?prints?|iris scan|retina(?:l)? scan|face (?:template|scan)\
    |facial scan|dna (?:test|profile|sample|results?)|genome|gait profile|biometrics?|biometric (?:data|template\
    |passport \
data)|iris (?:code|template))(?! (?:reader|sensor|login|scanner|unlock|auth\w*|module|app|feature|code|file|check\
    |library))
    took (?:my|his|her) (?:finger)?prints|(?:mitt|hans|hennes|mina) (?:fingeravtryck|röstavtryck|dna-test|dna-prov\
    |ansiktsmall)
    (?:min|hans|hennes) (?:irisskanning|ansiktsskanning|ansiktsgeometri|dna-profil)
    (?:mein|sein|ihr)e? (?:fingerabdr(?:uck|ücke)|iris-?scan|stimmabdruck|dna-(?:test|profil|analyse)|gesichtsscan)
    (?:mi|su|mis|sus) (?:huellas? (?:dactilar(?:es)?|digital(?:es)?)|iris|prueba de adn|perfil (?:genético|biométrico))
    (?:mon|son|ma|mes) (?:empreintes? (?:digitales?|vocales?|génétiques?)|test adn|scan d'iris|profil génétique|iris)
    (?:la|le) (?:mia|sua|mie|sue) impront[ae] (?:digital[ei]|vocale)|il (?:mio|suo) (?:test del dna|profilo genetico)
    (?:minhas?|suas?) (?:impress(?:ão|ões) digita(?:l|is)|digital está|íris)|meu (?:teste|exame) de dna
    """,
}
# Scripts of which only what is sure is here; a line is an alternative, and words need no boundary.
_ZH: Final = r"(?:我|他|她|妈妈|爸爸|母亲|父亲|妻子|老婆|丈夫|老公|儿子|女儿|孩子|同事|老板)[^\uff0c。,.]{0,6}"
_KO: Final = "(?:저는|나는|제가|내가|저의|제|엄마|어머니|아빠|아버지|아내|남편|아들|딸|언니|형|동생)[^,.]{0,10}"
_RU: Final = r"(?:я|у меня|мо[йяи]|у мо\w+|он|она|у него|у неё|у нее)(?!\w)[^,.]{0,20}"  # noqa: RUF001
_HI: Final = "(?:मैं|मुझे|मेरी|मेरे|मेरा)[^।,]{0,20}"
FAR: Final[Mapping[Category, str]] = {
    "health": rf"""{_ZH}(?:有|患|得了|确诊)[^\uff0c。,.]{{0,6}}(?:糖尿病|癌|抑郁症|焦虑症|高血压|哮喘|艾滋|自闭症)
{_ZH}(?:有|患|得了|确诊)(?:多动症|过敏)
{_ZH}(?:怀孕|过敏|做了?手术|住院)
{_KO}(?:당뇨|암에 걸|암 진단|우울증|고혈압|천식|임신했|임신 중|알레르기|자폐|공황장애)
{_RU}(?:диабет|рак(?!\w)|беременна|депресси|астм|аллерги|онкологи|инвалид|вич(?!\w)|аутизм|эпилепси|инсульт)
{_HI}(?:मधुमेह|डायबिटीज|कैंसर|गर्भवती|अस्थमा|अवसाद|एलर्जी)""",
    "faith": rf"""{_ZH}(?:是|信)(?:基督徒|天主教徒|基督教|天主教|佛教徒|佛教|佛|穆斯林|伊斯兰教|道教)
{_KO}(?:기독교인|천주교|불교 ?신자|개신교|무슬림|교회에 다|성당에 다|무교)
{_RU}(?:православн|мусульман|католи|христиан|атеист|буддист|верующ)
{_HI}(?:मुसलमान|मुस्लिम|हिंदू|हिन्दू|सिख|ईसाई|नास्तिक)""",
    "politics": rf"""{_ZH}(?:是|加入)(?:了)?(?:党员|共产党员|共产党|民进党|国民党)
{_RU}(?:голосу\w+ за (?:путина|единую россию|кпрф|лдпр)|коммунист(?!\w)|член партии)""",
    "sexuality": rf"""{_ZH}(?:同性恋|双性恋|跨性别)
{_KO}(?:게이(?:예요|입니다|다)|동성애자|레즈비언|양성애자|트랜스젠더)
{_RU}(?:гей(?!\w)|лесбиянка|бисексуал|трансгендер)
{_HI}(?:समलैंगिक|ट्रांसजेंडर)""",
    "union": rf"""{_RU}(?:в профсоюзе|член профсоюза)
{_KO}(?:노조에 가입|노동조합 조합원|노조원)""",
    "ethnicity": rf"""{_ZH}是(?:回族|藏族|维吾尔族|满族|苗族|壮族|蒙古族)
{_RU}(?:еврей|курд(?!\w)|цыган|татарин|чеченец)""",
}
