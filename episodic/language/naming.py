"""What tells a name from a word: names that are words too, what stands beside a name, endings. Tables; knows no store.

All languages at once, on folded words. A name that no table knows as a word is taken for a name in any case.
"""

# ruff: noqa: RUF001 - Russian letters that look like Latin ones

import re
from collections.abc import Mapping
from typing import Final

from episodic.language import lexicon
from episodic.language.cues import bag
from episodic.language.said_dates import MONTHS, WEEKDAYS
from episodic.language.tokens import STOPWORDS
from episodic.records import EntityKind

# Names that are ordinary words, by the language the word is of.
ALSO_WORDS: Final = bag(
    # English, of people
    "mark will grace may bill rich faith hope joy rose ivy violet ruby amber jade pearl dawn eve june april"
    " august summer autumn chase hunter pat sue drew dean"
    " earl duke frank guy miles max norm pierce reed rod rusty skip van wade"
    " ward art chip cliff dale don penny patience charity constance harmony wren olive ginger"
    " iris laurel poppy basil sage christian page bond king young long short black white brown green gray"
    " grey baker cook hill wood woods stone field fields lake rivers banks bush park parks rice fox wolf bird fish lamb"
    " price sharp swift wise good bishop major marshall lane street day knight weeks north west east south love hart"
    " star sky skye rain snow storm winter spring dusty sunny happy merry angel destiny justice liberty prudence mercy"
    " honor honour noble victor hank bob peg tab dot kit kay bud buddy sonny junior royal tray cash chance"
    " clay cole colt dash dick flint ford forest gale grant hardy heath"
    " kitty land lark lot mackerel magnolia misty nova otter paris pepper piper porter"
    " prince quill raven reef river rocky rowan sable salmon sterling stormy"
    " teal tucker vale webb wells wilder willow worth zen case bell"
    " best blue bloom booth bow box brand bridge brook brooks bull burns bun camp child church clean close cross crow"
    " curry dance dear drake eagle fast fair finch flower flowers frost fuller gardener gates gold golden goose"
    " hall hammer head hood house hook hunt keen key keys kind knot law lawless leach light little lord low mace"
    " marsh mayor mead middle mill mills monk moon moody moore moss nail nash neat newman noon oak oakes orange"
    " paine peace pike pitt plant pool poole pope post potter pound power proud quick read rush"
    " salt savage self shade shepherd shore silver singer sparks speed spear steel stern stock strange strong sweet"
    " tanner temple thorn tide tower town travers trigg tree trip trout underwood vice wall walls waters wild winner"
    " work worthy yard"
    # English, of tools, projects and firms
    " go rust python node react flask click express spark hive pig presto make word excel access outlook teams zoom"
    " notion linear monday signal discord drive docs sheets slides meet chrome edge opera brave arc bolt cursor shell"
    " bash screen less more cat find sort cut watch time top compose swarm helm vault consul nomad puppet chef celery"
    " elastic snowflake sketch canvas blender unity unreal phoenix elixir crystal scratch scheme racket eclipse atom"
    " brackets sublime stripe square plaid apple amazon oracle target gap visa meta alphabet nest ring uber slack julia"
    " dart flutter closure ember backbone bootstrap tailwind astro gin echo fiber rocket actix warp ruff"
    " pickle requests rails sinatra hugo jekyll gatsby next remix nuxt vite vue angular svelte solid meteor mocha chai"
    " jest cypress playwright selenium robot cucumber lettuce behave harvest buffer drift intercom front help segment"
    " mixpanel heap amplitude metabase superset redash mode looker periscope pulse beam flow flux dagger airflow"
    " prefect"
    " luigi dark core base home hub link anchor compass beacon lighthouse atlas titan apollo mercury"
    " venus mars jupiter saturn pluto orion polaris horizon sunrise sunset dusk aurora comet galaxy"
    " griffin dragon falcon hawk badger bear tiger lion panther whale dolphin shark"
    " ledger billing payments checkout search ingest export import reports report dashboard portal gateway platform"
    " engine scheduler worker monitor alerts inbox calendar notes tasks orders catalog catalogue inventory shipping"
    " pricing invoices accounts users auth login site web app api backend frontend server client mobile desktop"
    " infra tools scripts data models pipeline website blog demo test tests main master staging production prod dev"
    " project repo code workspace src lib packages sandbox playground temp tmp new old misc archive downloads"
    " documents projects repos git harbor harbour bamboo gradle ant groovy camel mule"
    " cassandra hazelcast ignite kudu impala druid pinot trino delta iceberg parquet arrow feather dask modin"
    " polars vaex poetry rye uv pants bazel buck please earth nix guix brew scoop chocolatey snap flatpak"
    " postman insomnia confluence illustrator dropbox evernote craft pages numbers keynote preview things reminders"
    " shortcuts mimestream"
    # Swedish
    " björn sten stig my lin lotta linnea viola rosa ulf tor tore liv dag vår sol saga ask alm björk ek lind berg ström"
    " holm gran kvist löv gren strand sjö frid klang stjärna ros per rut bo åke gun siv kaj tim inga gull ester"
    " lo lova maj jan"
    " varg örn falk hök svan duva lamm bär hjort ren älg räv lax gädda borg hed dahl dal sand skog skott stål"
    " stark modig rask lång kort snäll glad frisk dahlia ro"
    # Danish and Norwegian
    " bjørn stein odd aud even ravn"
    # German
    " ernst heide erika linde reiner franz falke adler klein groß lang kurz schwarz weiß weiss braun jung"
    " alt koch bauer fischer jäger schneider richter schäfer zimmermann vogel fuchs hahn busch baum sommer"
    " herbst sonntag freitag montag engel kaiser könig herzog graf ritter treu wille gut reich arm stolz kühn krug"
    " nagel"
    " schild schilling tag nacht morgen gerd götz hilde gunst bernstein"
    " metzger kraus sauer süß roth rot blau grün kluge weich lieb fromm wunder schatz"
    # French
    " pierre marguerite aimé aimée désiré désirée claire blanche parfait constant céleste juste fleur aube aurore"
    " victoire modeste clément clémente ange noël lilas capucine violette colombe perle ambre océane france"
    " petit grand blanc noir boulanger marchand berger fontaine moulin roche rivière roy bon gros mont roman"
    " loup honoré solange lys églantine prune reine brun rousse roux leblanc"
    # Spanish and Portuguese, Italian
    " luz mar paz dolores consuelo mercedes pilar remedios socorro soledad esperanza caridad fe gracia victoria alba"
    " estrella rocío nieves clara blanca paloma perla violeta azucena margarita hortensia jazmín flor concepción"
    " asunción encarnación ángeles ángel salvador amado justo santos domingo león leon cruz reyes rey montes prado"
    " iglesias castillo torres flores delgado moreno rubio blanco calvo herrero guerrero cano franco bravo leal vega"
    " campos peña ríos fuentes ramos pino mata serena luna vida linda bella céu graça glória vitória esperança branca"
    " costa rocha ribeiro carvalho oliveira pinto leão gioia bianca chiara stella fiore luce felice pace grazia"
    " speranza"
    " gemma mare leone fortuna allegra letizia pia sereno"
    # Dutch
    " roos bloem sterre vos haan boer visser bakker mol beer"
    # Russian
    " вера надежда любовь роман лев слава роза лилия мила света марка рая лада коля мир заря горький майя злата"
    " май август"
    # Polish, Turkish
    " róża bogna güneş gül bahar yağmur toprak savaş ateş kaya aslan kartal demir"
    # Chinese, Japanese, Korean
    " 阳光 希望 未来 长城 东方 星空 朝阳 梦想 小米 苹果 高兴 安静 春天 明天 大海 天空 黎明 平安 和平 建国 文明 小雪 雪"
    " 光明 向阳 清风 白云 红旗 太阳 月亮 黄河 长江 高山 流水 金星 火星 光 希 さくら 桜 ひかり 空 海 花 葵 翼"
    " 愛 心 泉 林 森 森林 原 丘 岡 東 西 南 北 中 関"
    " 하늘 바다 사랑 이슬 가을 여름 겨울 봄 별 빛 나라 보람 아름 다운 슬기 한"
)
_TELLS_A_TIME: Final = frozenset({*MONTHS, *WEEKDAYS})
_FUNCTION: Final = frozenset().union(*lexicon.FUNCTION.values())
ORDINARY: Final = ALSO_WORDS | STOPWORDS | _FUNCTION | _TELLS_A_TIME
MONTH_NAMES: Final = frozenset(MONTHS)

# One of many, so no name: "a python at the zoo".
INDEFINITE: Final = bag(
    "a an some any no every each another many few several much en ett någon något några ingen inget varje ein eine"
    " einen einem einer kein keine keinen jeder jede jedes un una une unos unas algún ningún alguna ninguna chaque"
    " aucun"
    " aucune quelque um uma een geen uno"
)
# Stand before a thing, and only before a word that is no name.
DEFINITE: Final = bag(
    "the this that these those my your his her its our their der die das den dem des im am zum zur vom beim dieser"
    " diese"
    " dieses mein meine dein sein ihr unser det den denna detta dessa min mitt mina din ditt vår vårt sin sitt el la"
    " los las lo este esta ese esa mi tu su al del le les l du des au aux ce cette ces mon ma mes ton ta son sa notre"
    " votre leur o os as il gli het deze dit"
)
# What a person does, after the name and in a sense that no thing has.
DOES: Final = bag(
    "said says say told tells thinks thought wants wanted asked asks wrote writes called calls mailed emailed texted"
    " replied answered answers agreed agrees disagreed promised promises suggested suggests prefers hates loves likes"
    " knows knew believes hopes hoped feels felt remembers forgot came comes went goes left leaves took takes got gets"
    " gave gives sent sends brought brings bought buys drove drives flew met meets joined joins quit resigned moved"
    " moves works worked owns owned leads led runs manages signed signs approved approves reviewed reviews wrote fixed"
    " broke found finds has had is was isn't wasn't hasn't doesn't didn't does did can't cannot could would should"
    " needs needed will won't mentioned mentions noticed explained presented showed shows tried offered refused"
    " declined accepted rejected rejects"
    " booked ordered paid pays pushed merged reported reports handles handled looked looks complained"
    " insisted decided decides chose confirmed confirms worries worried doubts laughed lives lived"
    " sa säger sade tycker tyckte vill ville frågade frågar skrev skriver ringde ringer mejlade svarade svarar lovade"
    " lovar föreslog vet visste tror trodde hoppas kom kommer gick går tog tar fick får gav ger skickade skickar har"
    " hade"
    " är var jobbar arbetar äger leder köpte hämtade lämnade bad ber körde bokade betalade godkände tackade nämnde"
    " hittade skulle ska kan kunde behöver bor slutade börjar började träffade"
    " sagt sagte meint meinte denkt dachte möchte wollte fragt fragte schrieb schreibt rief ruft antwortete versprach"
    " weiß weiss wusste glaubt hofft kam kommt ging geht nahm nimmt bekam gab gibt schickte schickt hat hatte ist"
    " arbeitet leitet kaufte holte brachte bringt mailte bat zahlte hilft wohnt kündigte braucht kann soll muss wird"
    " schlug übernimmt bestätigte"
    " llega llegó arrived arrives anländer became blev blir wurde"
    " dijo dice quiere quería piensa cree preguntó pregunta escribió escribe llamó llama respondió prometió sabe vino"
    " viene fue va tomó trajo envió manda mandó tiene tenía es está trabaja compró pidió necesita ha puede firmó"
    " dit disait veut voulait pense croit demande demandait écrit écrivait appelle répond répondu promis sait est"
    " avait vient va prend envoie travaille achète doit peut signe habite"
    " ha vuole scrive chiama lavora disse diz quer foi tem zei zegt wil vindt heeft werkt"
    " сказал сказала говорит думает хочет спросил спросила написал написала ответил ответила пришёл пришла ушёл ушла"
    " прислал прислала подписал подписала знает работает обещал обещала просил просила звонил звонила"
)
# Of these, those things do too; a lower-case word or a sentence's first proves nothing before them.
_THINGS_DO: Final = bag(
    "is was isn't wasn't can't cannot could would should will won't does did doesn't didn't are var är ska skulle kan"
    " kunde ist kann soll muss wird es está puede est doit peut fue va goes runs works comes får needs shows showed"
    " leaves became blev blir wurde"
)
# What introduces somebody unknown: done with words or in the head, and no form that things have done to them.
SAYS: Final = bag(
    "said says told tells thinks thought asked asks wrote writes replied agrees agreed suggested suggests mentioned"
    " mentions wants wanted prefers hates loves likes knows knew believes hopes hoped feels promised promises insisted"
    " insists complained complains emailed phoned laughed doubts worries resigned"
    " sade säger tycker tyckte vill ville frågade frågar skrev ringde mejlade svarade lovade föreslog trodde tackade"
    " sagt sagte meint meinte denkt dachte möchte wollte fragt fragte schrieb schreibt rief antwortete glaubt hofft"
    " versprach mailte bat"
    " dijo dice quiere quería piensa cree preguntó pregunta escribió llamó respondió prometió sabe pidió"
    " voulait pense croit demande demandait appelle répond sait dit disait veut"
    " vuole scrive disse diz quer zei zegt wil vindt"
    " сказал сказала говорит думает хочет спросил спросила написал написала ответил ответила просил просила"
)
DOES_AS_A_PERSON: Final = DOES - _THINGS_DO
# Before somebody who is spoken to or of: "ask will".
ADDRESSES: Final = bag(
    "ask asks asked tell told tells call calls called email emailed mail mailed text texted ping pinged message"
    " messaged"
    " remind reminded invite invited thank thanked meet met meeting introduce introduced cc bcc phone phoned dear hi"
    " hello hey mr mrs ms miss dr prof sir aunt uncle sister brother fire fired hire hired promote"
    " fråga frågade ring ringde mejla mejlade messa påminn tacka träffa träffade bjud hej hejsan fru herr doktor"
    " faster moster farbror morbror"
    " frag frage fragte fragen ruf rufe anrufen mail schreib erinnere lade dank danke treffe traf hallo herr frau tante"
    " onkel"
    " pregunta pregúntale llama llámale avisa escribe escríbele dile gracias hola señor señora don doña"
    " demande appelle préviens préviendra remercie rappelle invite bonjour salut merci monsieur madame"
    " спроси позвони напиши скажи передай"
)
# "demande à pierre", "la libreta de rosa": of somebody where a pronoun takes it up.
TOWARDS: Final = bag(
    "to from with by for of than und and av från med till hos för åt von mit bei für zu de a con para à avec chez pour"
    " du di da у с от для к"
)
PERSONS: Final = bag(
    "she he her his him hon han henne honom hennes hans sie er ihr ihm ihn ella él elle il lui lei она он её его ему ей"
    " herself himself"
)
DONE: Final = bag("dit vu fait pris mis eu écrit promis répondu appris compris voulu fini choisi ouvert reçu rendu")
ASKS_OF: Final = bag(
    "talk talks talked talking speak spoke spoken speaking pratat pratade talat talade sprach gesprochen geredet"
    " demande demandé demander pregunta pregúntale dile dis parle parlé habla hablé säg tala prata"
)
# What is said with a tool's name: a part of it, or what one does to it.
OF_TOOLS: Final = bag(
    "vet code codebase compiler module modules package packages build test tests script scripts runtime binding"
    " bindings"
    " version versions library libraries framework plugin plugins extension api sdk cli client server cluster consumer"
    " producer topic queue database db table schema query channel channels bot workspace thread dm notebook file files"
    " config mod run fmt get install routine routines toolchain crate crates linter formatter app image container"
    " release docs documentation tutorial developer developers programmer dev devs parser program backend service"
    " sheet sheets spreadsheet call meeting link message messages support supports compiles boot update"
    " kanal kanalen tråd kod koden skript version modul paket paketet bibliotek server databas"
    " kanal skript code datei modul paket bibliothek datenbank canal código paquete módulo versión paquet bibliothèque"
)
OF_PROJECTS: Final = bag(
    "project repo repository team sprint release launch rollout milestone roadmap budget kickoff workstream codebase"
    " branch deadline backlog release app site service projekt projektet teamet lansering budgeten projekts proyecto"
    " equipo projet équipe"
)
BEFORE_TOOLS: Final = bag(
    "install installed import imported use uses using used learn learning run running upgrade upgraded add require"
    " requires pip npm cargo brew apt via written rewrite rewrote rewritten port ported programming använd använder"
    " använda installera installerade kör nutze nutzen verwende verwenden installiere usa usamos instala utilise"
    " utilisons installe"
)
# After a command's packages the sentence goes on: "pip install rich and run it".
STOPWORDS_OF_COMMANDS: Final = STOPWORDS | bag("first again fails failed works worked it and then before after now")
IS: Final = bag(
    "is needs slipped slips shipped launched launches ships was isn't wasn't has had är var har ist war hat es está est"
)
CLAUSES: Final = bag(
    "that if as when since because though although while unless until before after once att om när eftersom medan innan"
    " dass wenn weil obwohl bevor nachdem que si cuando porque aunque mientras quand parce puisque lorsque"
)
# "Port it to swift", "put it on notion".
ONTO: Final = bag("to on onto with from into in")
MOVES: Final = bag(
    "port ported porting move moved moving migrate migrated migrating rewrite rewrote rewritten switch switched convert"
    " converted post posted put share shared track tracked draw write wrote build built upload uploaded publish"
)
IN_TOOLS: Final = bag("in via using into")
BEFORE_PROJECTS: Final = bag("project projekt projektet projet proyecto repo team codename codenamed initiative")
JOINS: Final = bag("and or & och eller und oder y o et ou vs versus och/eller nor и или e")
TITLES: Final = bag(
    "mr mrs ms miss dr prof professor sir frau herr fru herrn señor señora sr sra don doña m mme mlle madame monsieur"
    " doktor lord lady"
)

# "the city i mean, not the project": what it is said not to be.
_KINDS: Final[Mapping[EntityKind, str]] = {
    "project": "projects?|projekte?t?|projet|proyecto|проект",
    "tool": "tool|library|framework|language|app|verktyget?|språket|werkzeug|sprache|programming language",
    "organisation": "client|customer|company|firm|kund(?:en)?|företaget?|kunde|firma|cliente|empresa|entreprise",
    "person": "person|colleague|guy|woman|man|kollegan?|personen|kollegen?|kollegin",
    "file": "file|filen|datei",
    "thing": "one we know",
}
_NOT_THE: Final = r"(?:not|inte|nicht|no|pas|не) (?:the|our|my|a|vår|vårt|min|das|der|die|unser\w*|el|la|le|nuestr\w) "
DENIED: Final[Mapping[EntityKind, re.Pattern[str]]] = {
    kind: re.compile(rf"\b(?:{_NOT_THE}|inte )(?:\w+ )?(?:{words})\b") for kind, words in _KINDS.items()
}

# Chinese: what may follow a name of two characters, which another character would make a name of three.
AFTER_HAN: Final = frozenset(
    "说的在是和与也不要会能把被给让对跟去来有没还都就又已将想用做负提认觉问告发写接了吗呢吧啊从向到因为但而或及等刚"
    "昨今才先再也可应该需最很太更比上下请通找带收回答应同反主参加转交看听希打开买卖走跑住吃喝拿送帮教"
    "改修测部署病离辞职今年结婚搬出进过这那你我他她它们什哪怎多少以其之所又即便呀哦嗯啦嘛邀约定选决推拒承批签"
    "当以后前每总经常曾刚老师先小姐女士总监经理同医律师姐哥叔阿姨"
)
AFTER_HAN_PAIRS: Final = bag("明天 正在 生病 建议 学习 升职 喜欢 必须 学会 建了 明年 明白 正好")
HONORIFICS: Final = (
    "さん|様|さま|氏|くん|君|ちゃん|先生|先輩|部長|課長|社長|主任|係長|店長|専務|常務|会長|教授|博士|選手|監督"
)
# After and before a Chinese or Japanese word that is meant as a name, by kind.
BESIDE_RUNS: Final[Mapping[EntityKind, tuple[str, str]]] = {
    "person": (rf"(?:{HONORIFICS}|说|告诉|先生|小姐|女士|老师)", r"(?:让|请|问|找|给|跟|和|与)$"),
    "tool": (r"(?:工具|库|框架|の?ツール|版本)", r"(?:用|使用|安装)$"),
    "project": (
        r"(?:这个|那个)?(?:项目|計画|プロジェクト|计划|系统|平台|公司|团队|チーム|上线|延期|》|」)",
        r"(?:项目|プロジェクト|「|《|“)$",
    ),
}
# Korean particles and what else is written onto a name.
PARTICLES: Final = re.compile(
    r"(?:이|아|야)?(?:씨|님|군|양|선배|선생님|팀장|과장|부장|대리|사장|이사)?(?:님)?(?:이가|이는|이를|이랑|이도|이의|이"
    r"|가|은|는|을|를|의|에|에게|에게서|한테|한테서|께|께서|와|과|랑|하고|도|만|로|으로|에서|까지|부터|처럼|보다|네|들"
    r"|이나|나|라고|이라고|야|아|요|이다|다|입니다|예요|이에요)?(?:도|만|는|은)?"
)
THAI_TITLES: Final = ("คุณ", "พี่", "น้อง", "นาย", "นาง", "ครู", "ป้า", "ลุง", "หมอ", "อาจารย์")
# Endings a name takes: a Russian or a Polish name's cases. The first column is what the bare form loses.
CYRILLIC: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("а", ("ы", "и", "е", "у", "ой", "ою", "ин", "ина")),
    ("я", ("и", "е", "ю", "ей", "ёй", "ин")),
    ("й", ("я", "ю", "ем", "е")),
    ("ь", ("я", "ю", "ем", "е")),
    ("", ("а", "у", "ом", "ем", "е", "ы", "ов", "ова")),
)
SLAVIC: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("a", ("y", "i", "ę", "ą", "o", "ie", "u", "ou", "ě")),
    ("ek", ("ka", "kowi", "kiem", "ku")),
    ("", ("a", "owi", "em", "ie", "u", "ovi", "iem")),
)
