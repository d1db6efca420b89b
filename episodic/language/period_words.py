"""How five languages say when: words and phrases as tables. Knows no calendar; `periods.py` counts.

A line of a table is a phrase, `=`, the rule that reads it and its argument. In a phrase `a/b` is either word, `?`
marks what may be missing, and capitals stand for a class of words: DAY 3 or 3rd, MONTH by its full name, MON also
short, YEAR, N a count, ORD a place, UNIT day to fortnight, CLOCK an hour or a minute, WEEKDAYS more than one of them,
NTH a day in words, BRIEF 24h or 7d, P any phrase of `alone` or `named`, W any word. Of two phrases of one length the
upper one counts.
"""

from typing import Final, NamedTuple


class Words(NamedTuple):
    """One language. Entries stand in the order of the calendar, their forms divided by `/`; `-` is none.

    `alone` are phrases that say when by themselves, `named` those that do so after a preposition only ("April" may be a
    woman), `whole` what stands around them. `ahead` are words, or several joined by `+`, that tell that what is asked
    lies ahead.
    """

    months: str
    short: str
    weekdays: str
    many: str  # Mondays, Tuesdays …
    units: str  # day, week, month, quarter, year, weekend, fortnight
    clocks: str  # hour, minute
    seasons: str  # spring, summer, autumn, winter
    counts: str  # one, two … twelve
    places: str  # first … fifth, last
    alone: str
    named: str
    whole: str
    ahead: str


# Of every language: figures, and what looks the same in several.
COMMON: Final = """
    ISO = iso
    DOTTED = iso
    SLASHED = slashed
    ISOWEEK = isoweek
    HALFYEAR of? YEAR = halfyear
    QUARTER -? YEAR = quarter
    QUARTER of YEAR = quarter
"""

LANGUAGES: Final = {
    "en": Words(
        months="january february march april may june july august september october november december",
        short="jan feb mar apr - jun jul aug sep/sept oct nov dec",
        weekdays="monday tuesday wednesday thursday friday saturday sunday",
        many="mondays tuesdays wednesdays thursdays fridays saturdays sundays",
        units="day/days week/weeks month/months quarter/quarters year/years weekend/weekends fortnight/fortnights",
        clocks="hour/hours minute/minutes",
        seasons="spring/springs summer/summers autumn/fall/autumns winter/winters",
        counts="a/an/one two/couple three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        " sixteen seventeen eighteen nineteen twenty",
        places="first/1st second/2nd third/3rd fourth/4th fifth/5th last",
        alone="""
            today = day 0
            earlier today = day 0
            yesterday morning/afternoon/evening/night = day -1
            this morning/afternoon/evening = day 0
            tonight = tonight
            yesterday = day -1
            last night = day -1
            the? day before yesterday = day -2
            tomorrow = day 1
            the? day after tomorrow = day 2
            this/last fortnight = rolling 1 fortnight
            earlier? this UNIT = unit 0
            last/previous UNIT = unit -1
            the previous UNIT = unit -1
            the last weekend = unit -1
            past UNIT = rolling
            the last/past UNIT = rolling
            the? last/past N of? UNIT = rolling
            the? last/past a? couple of UNIT = rolling 2
            the? last/past few UNIT = rolling few
            the? last/past half year = rolling 2 quarter
            the? last/past N CLOCK = clock
            the last/past CLOCK = clock 1
            the? last/past a? couple of CLOCK = clock 2
            the? last/past few CLOCK = clock 6
            the? last/past half hour = clock 30 minutes
            the? next/coming N UNIT = coming
            the? next/coming few UNIT = coming few
            next UNIT = unit 1
            the? next UNIT = unit 1
            the UNIT after next = unit 2
            this past UNIT = unit -1
            the night/evening before last = day -2
            the? last/past BRIEF = brief
            in/within/over/during the last/past day = clock 1440 minutes
            the? UNIT before last = unit -2
            N UNIT ago on? P = agofrom
            N of? UNIT ago = ago
            a couple of UNIT ago = ago 2
            a few UNIT ago = few
            several UNIT ago = few
            half a UNIT ago = ago half
            a half UNIT ago = ago half
            N UNIT and a half ago = ago half
            N of? CLOCK ago = clockago
            a couple of CLOCK ago = clockago 2
            a few CLOCK ago = clockago 3
            half an hour ago = clockago 30 minutes
            N WEEKDAYS ago = weekdaysago
            N SEASON ago = seasonsago
            in N UNIT = hence
            calendar? week/wk N = isoweek
            calendar? week N of? last year = isoweek lastyear
            calendar? week N of/in/, YEAR = isoweek
            calendar? week N YEAR = isoweek
            the? UNIT of P = weekof
            last/past WEEKDAY = weekday -1
            this past WEEKDAY = weekday -1
            the WEEKDAY before last = weekday -2
            this WEEKDAY = weekday 0
            next/coming WEEKDAY = weekday 1
            WEEKDAY ,? the DAY = weekdate
            WEEKDAY ,? NUMBERED = weekdate
            WEEKDAY ' s = weekday near
            last WEEKDAY morning/afternoon/evening/night = weekday -1
            WEEKDAY of? P = weekdayin
            last MONTH = month last
            this MONTH = month this
            next MONTH = month next
            last SEASON = season last
            this SEASON = season this
            next SEASON = season next
            MON of? last year = month lastyear
            MON of? this year = month this
            MON ,/of? YEAR = month year
            SEASON of? YEAR = season year
            the? SEASON of? last year = season lastyear
            the? SEASON of? this year = season this
            the SEASON of YEAR = season year
            DAY of? MON ,? YEAR? = date
            the? NTH of MON ,? YEAR? = date
            the? twenty -? NTH of MON ,? YEAR? = date 20
            the DAY of? MON ,? YEAR? = date
            MON .? the? DAY ,? YEAR? = date
            the DAY of P = dayin
            WEEKDAY ,? the? DAY of? MON ,? YEAR? = date
            WEEKDAY ,? MON the? DAY ,? YEAR? = date
            DAY of? MON last year = date lastyear
            MON DAY last year = date lastyear
            DAY of? MON this year = date thisyear
            MON DAY this year = date thisyear
            the/last? WEEKDAY before P = beside -1
            the WEEKDAY after P = beside 1
            the/last? UNIT before P = beside -1
            the UNIT after P = beside 1
            N UNIT before P = beside -n
            N UNIT after P = beside n
            the? ORD weekend of/in P = nthweekend
            the? ORD half of P = half
            the? ORD quarter of? YEAR = quarter
            christmas/xmas eve = feast 12-24
            christmas/xmas day = feast 12-25
            boxing day = feast 12-26
            new year ' s eve = feast 12-31
            new year ' s day = feast 01-01
            valentine ' s day = feast 02-14
            the? ORD week of/in P = nthweek
            the? beginning/start of P = part head
            the? middle of P = part mid
            the? end/close of P = part tail
            the? beginning/start of the/this UNIT = partnow head
            the? middle of the/this UNIT = partnow mid
            the? end/close of the/this UNIT = partnow tail
            early -? in? P = part head
            mid -? P = part mid
            late -? in? P = part tail
        """,
        named="""
            MONTH = month near
            YEAR = year
            the? year YEAR = year
            ISOMONTH = isomonth
            WEEKDAY morning/afternoon/evening/night? = weekday near
            the? SEASON = season near
            QUARTER = quarter
            the? ORD quarter = quarter
            the DAY = dayof
            the? weekend = weekend
            WEEKNO YEAR? = isoweek
            MONTHYEAR = isomonth
            SHORTDAY = slashed
            christmas/xmas = feast 12-24 12-26
            halloween = feast 10-31
        """,
        whole="""
            in/during/throughout/within P = in
            in/during/throughout/over the course of P = in
            all of P = in
            on/for/to P = on
            over/at/on the weekend = weekend
            over P = alone
            for this/the weekend = weekend ahead
            over/at/around christmas/xmas = feast 12-24 12-26
            at halloween = feast 10-31
            back in P = in
            as of P = in
            since/from the? year YEAR = since
            since P = since
            from P on/onward/onwards = since
            after/following P = after
            before P = before
            prior to P = before
            until/till/through P = until
            by P = by
            up to P = until
            up until P = until
            before the/our/my W W? W? on P = before
            after the/our/my W W? W? on P = after
            since the/our/my W W? W? on P = since
            between P and P = between
            from P to/until/till/through/- P = between
            from P up to P = between
            from DAY to/until/till/through/- DAY of? MON ,? YEAR? = days
            between the? DAY and the? DAY of? MON ,? YEAR? = days
            DAY to/- DAY of? MON ,? YEAR? = days
            from? MON DAY to/until/through/- DAY ,? YEAR? = days
            between MON DAY and DAY ,? YEAR? = days
            in/during/from MONTH to/through/-/and/or MONTH YEAR? = months
            MONTH to/through/-/and MONTH YEAR = months year
        """,
        ahead="recommend recommendation recommendations suggest suggestion suggestions"
        " will due upcoming planned scheduled deadline shall going need must should todo coming is+on are+on s+on"
        " is+happening s+happening are+we+doing do+we+have do+i+have am+i+doing",
    ),
    "sv": Words(
        months="januari februari mars april maj juni juli augusti september oktober november december",
        short="jan feb mar apr - jun jul aug sep/sept okt nov dec",
        weekdays="måndag/måndagen/måndags tisdag/tisdagen/tisdags onsdag/onsdagen/onsdags torsdag/torsdagen/torsdags"
        " fredag/fredagen/fredags lördag/lördagen/lördags söndag/söndagen/söndags",
        many="måndagar tisdagar onsdagar torsdagar fredagar lördagar söndagar",
        units="dag/dagar/dagarna/dagen vecka/veckan/veckor/veckorna månad/månaden/månader/månaderna"
        " kvartal/kvartalet/kvartalen år/året/åren helg/helgen/helger -",
        clocks="timme/timmen/timmar/timmarna minut/minuten/minuter/minuterna",
        seasons="vår/våren sommar/sommaren höst/hösten vinter/vintern",
        counts="en/ett två tre fyra fem sex sju åtta nio tio elva tolv",
        places="första andra tredje fjärde femte sista",
        alone="""
            idag = day 0
            i dag = day 0
            i morse = day 0
            i eftermiddag = day 0
            ikväll = day 0
            i kväll = day 0
            igår kväll/morse/eftermiddag/natt? = day -1
            i går kväll/morse/eftermiddag/natt? = day -1
            förrgår = day -2
            i förrgår = day -2
            imorgon/imorron = day 1
            i morgon = day 1
            i övermorgon = day 2
            den här UNIT = unit 0
            det här UNIT = unit 0
            denna/detta UNIT = unit 0
            i veckan = unit week
            i helgen = weekend
            i år = unit year
            förra UNIT = unit -1
            i fjol = unit lastyear
            förrförra UNIT = unit -2
            senaste UNIT = rolling
            den/det/de senaste N? UNIT = rolling
            de? senaste N CLOCK = clock
            den senaste CLOCK = clock 1
            det senaste halvåret = rolling 2 quarter
            för N CLOCK sedan/sen = clockago
            för ett halvår sedan/sen = ago 2 quarter
            för ett halvt år sedan/sen = ago 2 quarter
            för fjorton/14 dagar sedan/sen = ago 2 week
            för några UNIT sedan/sen = few
            för N WEEKDAYS sedan/sen = weekdaysago
            de närmaste/kommande N UNIT = coming
            om N UNIT = hence
            WEEKDAY den DAY = weekdate
            senaste N UNIT = rolling
            nästa UNIT = unit 1
            för N UNIT sedan/sen = ago
            för ett par UNIT sedan/sen = ago 2
            i WEEKDAY kväll/morse/eftermiddag? = weekday fors
            förra WEEKDAY = weekday -1
            senaste WEEKDAY = weekday -1
            nästa WEEKDAY = weekday 1
            på WEEKDAY = weekday 1
            WEEKDAY P = weekdayin
            förra MONTH = month last
            nästa MONTH = month next
            MON förra året = month lastyear
            MON i år = month this
            MON YEAR = month year
            SEASON YEAR = season year
            förra SEASON = season last
            i våras = season past1
            i somras = season past2
            i höstas = season past3
            i vintras = season past4
            den? DAY MON YEAR? = date
            WEEKDAY den? DAY MON YEAR? = date
            den? DAY MON förra året = date lastyear
            den? DAY MON i år = date thisyear
            WEEKDAY före/innan P = beside -1
            UNIT före/innan P = beside -1
            WEEKDAY efter P = beside 1
            UNIT efter P = beside 1
            första halvan av P = half
            ORD kvartalet YEAR = quarter
            ORD veckan i/av P = nthweek
            vecka/v .? N ,? YEAR? = isoweek
            vecka/v .? N förra året = isoweek lastyear
            julafton/julaftonen = feast 12-24
            juldagen = feast 12-25
            annandagen = feast 12-26
            nyårsafton/nyårsaftonen = feast 12-31
            nyårsdagen = feast 01-01
            början av/på P = part head
            mitten av/på P = part mid
            slutet av/på P = part tail
        """,
        named="""
            MONTH = month near
            YEAR = year
            år YEAR = year
            ISOMONTH = isomonth
            WEEKDAY = weekday near
            SEASON = season near
            QUARTER = quarter
            den DAY = dayof
            den SHORTDAY = slashed day
            ORD kvartalet = quarter
            helgen = weekend
            WEEKNO YEAR? = isoweek
            MONTHYEAR = isomonth
        """,
        whole="""
            i/under P = in
            på våren/sommaren/hösten/vintern YEAR = season year
            den DAY = dayof
            den SHORTDAY = slashed day
            i julas = feast 12-24 12-26
            i/under/över julen = feast 12-24 12-26
            från/av P = alone
            sedan/sen P = since
            från och med P = since
            fr o m P = since
            efter P = after
            före/innan P = before
            till och med P = until
            t o m P = until
            fram till P = until
            tills P = until
            före/innan W W? W? den P = before
            efter W W? W? den P = after
            mellan P och P = between
            från P till/- P = between
            från den? DAY till/- den? DAY MON YEAR? = days
            mellan den? DAY och den? DAY MON YEAR? = days
            den? DAY till/- DAY MON YEAR? = days
            i/under/från MONTH till/-/och/eller MONTH YEAR? = months
            MONTH till/-/och MONTH YEAR = months year
        """,
        ahead="ska skall kommer planerat planerad måste bör inför",
    ),
    "de": Words(
        months="januar/jänner februar märz april mai juni juli august september oktober november dezember",
        short="jan feb mär apr - jun jul aug sep/sept okt nov dez",
        weekdays="montag dienstag mittwoch donnerstag freitag samstag/sonnabend sonntag",
        many="montagen dienstagen mittwochen donnerstagen freitagen samstagen/sonnabenden sonntagen",
        units="tag/tage/tagen/tages woche/wochen monat/monate/monaten/monats quartal/quartale/quartalen/quartals"
        " jahr/jahre/jahren/jahres wochenende/wochenenden -",
        clocks="stunde/stunden minute/minuten",
        seasons="frühling/frühjahr sommer herbst winter",
        counts="ein/eine/einem/einer/einen/eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        places="erste/ersten/erster zweite/zweiten/zweiter dritte/dritten/dritter vierte/vierten/vierter"
        " fünfte/fünften/fünfter letzte/letzten/letzter",
        alone="""
            heute = day 0
            heute morgen/vormittag/nachmittag/abend/früh = day 0
            gestern morgen/vormittag/mittag/nachmittag/abend/früh/nacht? = day -1
            letzte/letzter/vergangene nacht = day -1
            vorgestern = day -2
            morgen = day 1
            übermorgen = day 2
            diese/diesen/dieses/dieser/diesem UNIT = unit 0
            der/das/die? letzte/letzten/letztes/letzter/letztem/vorige/vorigen/voriges/voriger UNIT = unit -1
            vergangene/vergangenen/vergangenes/vergangener UNIT = unit -1
            vorletzte/vorletzten/vorletztes/vorletzter UNIT = unit -2
            letzten/vergangenen N UNIT = rolling
            die letzten/vergangenen N UNIT = rolling
            die letzte N UNIT = rolling
            nächste/nächsten/nächstes/nächster/kommende/kommenden UNIT = unit 1
            letzten/vergangenen N CLOCK = clock
            letzten/vergangenen stunde = clock 1
            letzte/letzten halbe/halben jahr = rolling 2 quarter
            vor vierzehn/14 tagen = ago 2 week
            vor N UNIT = ago
            vor ein paar UNIT = few
            vor einigen UNIT = few
            vor einem halben jahr = ago 2 quarter
            vor N CLOCK = clockago
            vor N WEEKDAYS = weekdaysago
            nächsten/kommenden N UNIT = coming
            in N UNIT = hence
            WEEKDAY ,? der/den/dem DAY .? = weekdate
            letzten/letzter/vorigen/vergangenen WEEKDAY = weekday -1
            vorletzten WEEKDAY = weekday -2
            diesen WEEKDAY = weekday 0
            nächsten/kommenden WEEKDAY = weekday 1
            WEEKDAY P = weekdayin
            letzten/vergangenen MONTH = month last
            diesen MONTH = month this
            nächsten MONTH = month next
            MON letzten/vorigen/vergangenen jahres = month lastyear
            MON dieses jahres = month this
            MON YEAR = month year
            SEASON YEAR = season year
            letzten/vergangenen SEASON = season last
            diesen SEASON = season this
            DAY .? MON YEAR? = date
            WEEKDAY ,? der/den/dem? DAY .? MON YEAR? = date
            DAY .? MON letzten jahres = date lastyear
            DAY .? MON dieses jahres = date thisyear
            die? UNIT vor dem? P = beside -1
            der? WEEKDAY vor dem? P = beside -1
            die? UNIT nach dem? P = beside 1
            ORD quartal YEAR = quarter
            ORD woche im P = nthweek
            ORD woche des P = nthweek
            kw/kalenderwoche N ,? YEAR? = isoweek
            heiligabend = feast 12-24
            silvester = feast 12-31
            neujahr = feast 01-01
            anfang P = part head
            mitte P = part mid
            ende P = part tail
            anfang/beginn dieser/dieses/des P = part head
            ende des P = part tail
        """,
        named="""
            MONTH = month near
            YEAR = year
            jahr YEAR = year
            ISOMONTH = isomonth
            WEEKDAY = weekday near
            SEASON = season near
            QUARTER = quarter
            ORD quartal = quarter
            wochenende = weekend
            WEEKNO YEAR? = isoweek
            MONTHYEAR = isomonth
            SHORTDAY .? = slashed day
            POINTED .? = slashed day
            weihnachten = feast 12-24 12-26
        """,
        whole="""
            im P = in
            im jahr/jahre YEAR = in
            in/während der/den/dem? P = in
            am wochenende = weekend
            am DAY . = dayof
            an/über/zu weihnachten = feast 12-24 12-26
            am P = on
            vom/von der? P = alone
            seit dem/der/den? P = since
            ab dem/der/den? P = since
            nach dem/der/den? P = after
            vor dem/der/den? P = before
            bis zum/zur? P = until
            vor der/dem/unserem/unserer W W? am P = before
            nach der/dem/unserem/unserer W W? am P = after
            zwischen dem/der? P und dem/der? P = between
            vom/von P bis zum/zur? P = between
            vom/von DAY .? bis zum? DAY .? MON YEAR? = days
            zwischen dem? DAY .? und dem? DAY .? MON YEAR? = days
            DAY .? bis/- DAY .? MON YEAR? = days
            im/von/in MONTH bis/-/und/oder MONTH YEAR? = months
            MONTH bis/-/und MONTH YEAR = months year
        """,
        ahead="wird werden fällig geplant muss müssen soll sollen",
    ),
    "es": Words(
        months="enero febrero marzo abril mayo junio julio agosto septiembre/setiembre octubre noviembre diciembre",
        short="ene feb mar abr - jun jul ago sep/sept oct nov dic",
        weekdays="lunes martes miércoles/miercoles jueves viernes sábado/sabado domingo",
        many="- - - - - sábados/sabados domingos",
        units="día/días/dia/dias semana/semanas mes/meses trimestre/trimestres año/años fin/fines quincena/quincenas",
        clocks="hora/horas minuto/minutos",
        seasons="primavera verano otoño invierno",
        counts="un/una/uno dos/par tres cuatro cinco seis siete ocho nueve diez once doce",
        places="primera/primer/primero segunda/segundo tercera/tercer/tercero cuarta/cuarto quinta/quinto"
        " última/último",
        alone="""
            hoy = day 0
            esta mañana/tarde/noche = day 0
            ayer = day -1
            ayer por la mañana/tarde/noche = day -1
            anoche = day -1
            anteayer/antier = day -2
            antes de ayer = day -2
            mañana = tomorrow
            pasado mañana = day 2
            este fin de semana = weekend
            este/esta UNIT = unit 0
            el fin de semana pasado = unit lastweekend
            el pasado fin de semana = unit lastweekend
            la/el UNIT pasado/pasada/anterior = unit -1
            la/el pasado/pasada/última/último UNIT = unit -1
            UNIT pasado/pasada = unit -1
            la/el UNIT antepasado/antepasada = unit -2
            los/las últimos/últimas/pasados/pasadas N UNIT = rolling
            últimos/últimas N UNIT = rolling
            los/las? últimos/últimas N CLOCK = clock
            la última hora = clock 1
            el último medio año = rolling 2 quarter
            la/el próximo/próxima UNIT = unit 1
            próximo/próxima UNIT = unit 1
            la/el UNIT que viene = unit 1
            hace un par de UNIT = ago 2
            hace quince/15 días = ago 2 week
            hace N UNIT = ago
            hace medio año = ago 2 quarter
            hace unos/unas/algunos/algunas/pocos/pocas UNIT = few
            hace N CLOCK = clockago
            hace N WEEKDAY = weekdaysago
            hace N WEEKDAYS = weekdaysago
            los/las próximos/próximas N UNIT = coming
            en/dentro de? N UNIT = hence
            el? WEEKDAY ,? DAY = weekdate
            la? semana N de/del? YEAR? = isoweek
            nochebuena = feast 12-24
            nochevieja = feast 12-31
            el? WEEKDAY pasado = weekday -1
            el pasado WEEKDAY = weekday -1
            este WEEKDAY = weekday 0
            el? próximo WEEKDAY = weekday 1
            el WEEKDAY que viene = weekday 1
            WEEKDAY de P = weekdayin
            el? MONTH pasado = month last
            MON del año pasado = month lastyear
            MON de este año = month this
            MON de/del? YEAR = month year
            la/el? SEASON de YEAR = season year
            la/el? SEASON pasado/pasada = season last
            esta/este SEASON = season this
            el? DAY de? MON de/del? YEAR? = date
            el? WEEKDAY ,? DAY de? MON de/del? YEAR? = date
            DAY de? MON del año pasado = date lastyear
            el? DAY de? MON de este año = date thisyear
            la? UNIT antes del P = beside -1
            la? UNIT después del P = beside 1
            el? ORD trimestre de? YEAR = quarter
            la? ORD semana de P = nthweek
            la semana del P = weekof
            principios/comienzos/inicios de/del? P = part head
            mediados de/del? P = part mid
            finales/fines de/del? P = part tail
            el comienzo/inicio/principio de/del P = part head
        """,
        named="""
            MONTH = month near
            YEAR = year
            año YEAR = year
            ISOMONTH = isomonth
            el? WEEKDAY = weekday near
            la/el? SEASON = season near
            QUARTER = quarter
            el día? DAY = dayof
            el? ORD trimestre = quarter
            MONTHYEAR = isomonth
            el fin de semana = weekend
        """,
        whole="""
            en/durante el/la? P = in
            a P = alone
            el WEEKDAY = weekday near
            el día DAY = dayof
            el SHORTDAY = slashed day
            en navidad/navidades = feast 12-24 12-26
            el fin de semana = weekend
            de/del/para? P = alone
            desde el/la? P = since
            a partir de/del el/la? P = since
            después de/del el/la? P = after
            tras el/la? P = after
            antes de/del el/la? P = before
            hasta el/la? P = until
            antes de/del la/el? W W? del P = before
            después de/del la/el? W W? del P = after
            entre el/la? P y el/la? P = between
            de/desde el? P a/hasta el? P = between
            del/desde el? DAY al/hasta el? DAY de? MON de? YEAR? = days
            entre el? DAY y el? DAY de? MON de? YEAR? = days
            del DAY al DAY de MON de? YEAR? = days
            en/de/desde MONTH a/hasta/-/y/o MONTH de? YEAR? = months
            MONTH a/-/y MONTH de YEAR = months year
        """,
        ahead="será vence planeado previsto debe tengo debemos tenemos pendiente",
    ),
    "fr": Words(
        months="janvier février/fevrier mars avril mai juin juillet août/aout septembre octobre novembre"
        " décembre/decembre",
        short="janv févr - avr - - juil - sept oct nov déc",
        weekdays="lundi mardi mercredi jeudi vendredi samedi dimanche",
        many="lundis mardis mercredis jeudis vendredis samedis dimanches",
        units="jour/jours semaine/semaines mois trimestre/trimestres an/ans/année/années/annee week-end"
        " quinzaine/quinzaines",
        clocks="heure/heures minute/minutes",
        seasons="printemps été automne hiver",
        counts="un/une deux trois quatre cinq six sept huit neuf dix onze douze",
        places="première/premier deuxième/second/seconde troisième quatrième cinquième dernière/dernier",
        alone="""
            aujourd ' hui = day 0
            ce matin/soir = day 0
            cet après - midi = day 0
            hier = yesterday
            hier soir/matin = day -1
            hier après - midi = day -1
            la nuit dernière/passée = day -1
            avant - hier = day -2
            avant hier = day -2
            demain = day 1
            après - demain = day 2
            ce week - end = weekend
            le week - end dernier/passé = unit lastweekend
            cette/ce UNIT = unit 0
            ce mois - ci = unit month
            cette semaine - ci = unit week
            la/le? UNIT dernier/dernière/passé/passée/précédent/précédente = unit -1
            l ' an dernier/passé = unit lastyear
            l ' année dernière/passée = unit lastyear
            les/ces N dernier/derniers/dernières UNIT = rolling
            les/ces N dernières CLOCK = clock
            les/ces dernières N CLOCK = clock
            la dernière heure = clock 1
            ces derniers/dernières UNIT = none
            la/le? UNIT prochain/prochaine = unit 1
            il y a quinze/15 jours = ago 2 week
            il y a une quinzaine de? jours? = ago 2 week
            il y a N UNIT = ago
            il y a quelques UNIT = few
            il y a N CLOCK = clockago
            il y a N WEEKDAYS = weekdaysago
            les N prochains/prochaines UNIT = coming
            dans N UNIT = hence
            le? WEEKDAY DAY = weekdate
            la? semaine N de? YEAR? = isoweek
            le? WEEKDAY dernier/passé = weekday -1
            ce WEEKDAY = weekday 0
            WEEKDAY prochain = weekday 1
            WEEKDAY de P = weekdayin
            MONTH dernier = month last
            MONTH prochain = month next
            MON de l ' année dernière = month lastyear
            MON de l ' an dernier = month lastyear
            MON de cette année = month this
            MON YEAR = month year
            l ' SEASON YEAR = season year
            le? SEASON YEAR = season year
            l ' SEASON dernier = season last
            le? SEASON dernier = season last
            cet/ce SEASON = season this
            le? DAY MON YEAR? = date
            le? WEEKDAY DAY MON YEAR? = date
            DAY MON de l ' année dernière = date lastyear
            le? DAY MON de? cette année = date thisyear
            la? UNIT avant le P = beside -1
            la? UNIT après le P = beside 1
            le? ORD trimestre YEAR = quarter
            la? ORD semaine de P = nthweek
            la? ORD semaine d ' P = nthweek
            la semaine du P = weekof
            le? début/debut de/du? P = part head
            le? début/debut d ' P = part head
            la? mi - P = part mid
            la? fin de/du? P = part tail
            la? fin d ' P = part tail
        """,
        named="""
            MONTH = month near
            YEAR = year
            l ' année YEAR = year
            année YEAR = year
            ISOMONTH = isomonth
            le? WEEKDAY = weekday near
            l ' SEASON = season near
            le? SEASON = season near
            QUARTER = quarter
            le DAY = dayof
            le SHORTDAY = slashed day
            le? ORD trimestre = quarter
            MONTHYEAR = isomonth
            le week - end = weekend
        """,
        whole="""
            en/pendant/durant P = in
            le SHORTDAY = slashed day
            à noël = feast 12-24 12-26
            à la saint - sylvestre = feast 12-31
            au/pendant cours de/du? P = in
            courant P = in
            à la? fin P = part tail
            à la P = alone
            au printemps YEAR? = season near
            au mois de/d '? P = in
            ce week - end = weekend
            le week - end = weekend
            de/du/d/pour '? P = alone
            depuis P = since
            à partir de/du/d '? P = since
            dès P = since
            après P = after
            avant P = before
            jusqu ' à/au/en? P = until
            avant le/la/l '? W W? du P = before
            après le/la/l '? W W? du P = after
            entre P et P = between
            de/d '? P à/jusqu/au '? à/au? P = between
            du DAY au DAY MON YEAR? = days
            entre le? DAY et le? DAY MON YEAR? = days
            en/de/d '? MONTH à/-/et/ou MONTH YEAR? = months
            MONTH à/-/et MONTH YEAR = months year
        """,
        ahead="sera prévu doit dois échéance devons faut",
    ),
}
COUNTED: Final = frozenset(
    "words characters tokens lines steps rows items people users dollars euros bytes pages kr kronor ms mb gb kb km"
    " meters metres calories requests samples points units pieces copies votes members days hours minutes seconds"
    " ord rader personer användare sidor wörter zeichen zeilen euro personen nutzer palabras personas líneas mots"
    " lignes personnes utilisateurs € $ % £ degrees times files questions sessions turns tests slides students seats"
    " chairs".split()
)  # what a number in front of them counts is no year and no day
PAST: Final = frozenset("did was were had hat habe haben hatte hast avons avez".split())  # a question of what was
TIMES_OF_DAY: Final = frozenset("mornings afternoons evenings nights".split())  # "on Monday mornings" is a habit
STREETS: Final = frozenset("street st road rd avenue ave lane square drive gata gatan straße strasse platz".split())
HABITS: Final = frozenset(
    "every each any per varje alla var jede jeden jedes jeder cada todo todos todas chaque tous toutes".split()
)
NUMBERED: Final = frozenset(
    "version v ver room page chapter section article step part line port issue ticket pr no nr number ipv python rum"
    " sida kapitel kapitel zimmer seite página sala chapitre salle figure table grade level class build release".split()
)
# German words that stand beside "hier" where it means here and not, as in French, yesterday.
GERMAN: Final = frozenset(
    "was wer wie wo ist sind steht gibt haben hat das der die den wir ich warum kann es nicht ein eine".split()
)
