"""Tells what a sentence affirms from what it denies, and which words cannot both be true; knows no subject matter.

Whole words only ("whenever" holds no "never", German "Knie" no "nie"), clause by clause, and with the double kept:
"do not forget to configure" affirms, "no need to retry" denies.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Final

from episodic.language.cues import bag, fold, words_of
from episodic.language.tongues import TONGUES, Tongue, tongue

# Where one clause ends and the next may take another stand; a comma between digits is none.
_CLAUSE_END: Final = re.compile(
    r"[.;:!?\u2013\u2014](?:\s|$)|,(?!\d)|(?<!\w)(?:but|although|whereas|men|aber|sondern|pero|sino|mais)(?!\w)",
    re.IGNORECASE,
)


def is_negative(text: str, language: Tongue | None = None) -> bool:
    """Tell whether a text denies: whether an odd number of its clauses do."""
    return sum(negative for _, _, negative in clauses(text, language)) % 2 == 1


def clauses(text: str, language: Tongue | None = None) -> list[tuple[int, int, bool]]:
    """Cut a text into clauses: (start, end, whether it denies), in characters; together they are the whole text."""
    language = language or tongue(text)
    bounds = [0, *(match.end() for match in _CLAUSE_END.finditer(text)), len(text)]
    return [(start, end, _denies(fold(text[start:end]), language)) for start, end in pairwise(bounds) if start < end]


def reversing(text: str, language: Tongue | None = None) -> list[tuple[int, int]]:
    """Return where the words stand that deny by their meaning ("avoid", "stopped", "forget"): (start, end)."""
    lowered = text.lower()
    names = (language,) if language else TONGUES
    return [match.span() for name in names for match in _IMPLICIT[name].finditer(lowered)]


def opposites(old: frozenset[str], new: frozenset[str], language: Tongue | None = None) -> tuple[tuple[str, str], ...]:
    """Return the pairs of words, one of each text, that exclude each other; words both texts have say nothing.

    Besides the tables, a word and the same word with its language's prefix of denial ("available", "unavailable").
    """
    found = set()
    for left in old - new:
        for right in new - old:
            if (
                _exclude(_sides(left, language), _sides(right, language))
                or _prefixed(left, right)
                or _prefixed(right, left)
            ):
                found.add((left, right))
    return tuple(sorted(found))


def is_product(word: str) -> bool:
    """Tell whether a word is a product we know."""
    return any(word in side for group in _PRODUCTS for side in group)


def _exclude(left: frozenset[tuple[int, int]], right: frozenset[tuple[int, int]]) -> bool:
    """Tell whether two words stand in one set on different sides, and in none on the same."""
    groups = {group for group, _ in left} & {group for group, _ in right}
    return bool(groups) and left.isdisjoint(right)


@lru_cache(maxsize=4096)
def _sides(word: str, language: Tongue | None) -> frozenset[tuple[int, int]]:
    """Return where a word stands: (number of the set, number of the side)."""
    sets = [*_PRODUCTS, *(group for name in ((language,) if language else TONGUES) for group in _SETS[name])]
    return frozenset((i, j) for i, group in enumerate(sets) for j, side in enumerate(group) if word in side)


def _denies(clause: str, language: Tongue | None) -> bool:
    """Tell whether a clause denies.

    Two plain negators are one denial ("no calls and no mails", "ne … pas", "no … nada"); a verb that denies by its
    meaning turns the clause round ("avoid", "do not forget").
    """
    clause = _IDIOMS.sub(" ", clause)
    names = (language,) if language else TONGUES
    explicit = any(_EXPLICIT[name].search(clause) for name in names)
    implicit = max(len(_IMPLICIT[name].findall(clause)) for name in names)
    return explicit ^ (implicit % 2 == 1)


def _prefixed(word: str, other: str) -> bool:
    return len(word) > 4 and any(other == prefix + word for prefix in _DENYING_PREFIXES)


_DENYING_PREFIXES: Final = ("un", "in", "im", "ir", "il", "dis", "non", "non-", "de", "o", "miss", "des", "dés", "dé")

# Hold a word that denies, and deny nothing.
_IDIOMS: Final = words_of(
    r"""
    not (?:only|just|least|to mention)|no (?:later|earlier|sooner|fewer|less|more) than|no matter|no problem|no doubt
    no\. ?\d+|no\.? ?\d+|no wonder|can't wait|nothing but|why not|if not|whether or not|more often than not
    inte (?:bara|minst|enbart)|nicht (?:nur|zuletzt|bloss)|no (?:solo|sólo|obstante)|non seulement|n'importe
    sans doute|pas seulement|ohne weiteres|utan tvekan|ni (?=har|är|kan|ska|vill|får|måste)
    """
)
_EXPLICIT: Final[Mapping[Tongue, re.Pattern[str]]] = {
    "en": words_of(
        r"""
        not|no|never|none|nobody|nothing|neither|nowhere|cannot|\w+n't|dont|doesnt|didnt|cant|wont|isnt|arent|without
        hardly|barely
        """
    ),
    "sv": words_of(r"inte|ej|icke|aldrig|ingen|inga|inget|ingenting|utan|varken|knappast"),
    "de": words_of(r"nicht|nichts|kein\w{0,2}|nie|niemals|niemand\w*|ohne|weder|kaum"),
    "es": words_of(r"no|nunca|jamás|sin|ningún|ninguna?|nada|nadie|tampoco"),
    "fr": words_of(r"ne|n'\w+|pas|jamais|sans|aucune?|rien|ni"),
}
_IMPLICIT: Final[Mapping[Tongue, re.Pattern[str]]] = {
    "en": words_of(
        r"forget(?:s|ting)?|fails? to|failed to|avoid\w*|stop(?:s|ped)?(?= \w+ing)|quit(?= \w+ing)|gave up|given up"
        r"|refus\w+|decided against|\w+-free|free of|instead of asking|neglect\w*|skip(?:s|ping)?"
    ),
    "sv": words_of(r"glöm\w*|undvik\w*|slut(?:a|ar|at|ade)(?: att| med)?(?= \w)|\w+fri(?:a|tt)?|låt bli|strunta i"),
    "de": words_of(r"vergiss\w*|vergessen|vermeide\w*|hör\w* auf|aufgehört|verzichte\w*|\w{3,}frei"),
    "es": words_of(r"olvid\w+|evit\w+|dej(?:é|a|amos|ó) de|deja de"),
    "fr": words_of(r"(?:n')?oubli\w+|(?:n')?évit\w+|arrêt\w+ (?:de|d')"),
}


def _sets(table: str) -> tuple[tuple[frozenset[str], ...], ...]:
    """Read a table: a line is a set of things that exclude each other, "/" between them, "," between their names."""
    lines = (line.strip() for line in table.strip().splitlines())
    return tuple(tuple(bag(side.replace(",", " ")) for side in line.split("/")) for line in lines if line)


# Products of one sort, called the same everywhere.
_PRODUCTS: Final = _sets("""
        postgresql, postgres / mysql / sqlite / mariadb / mongodb / oracle
        aws / azure / gcp
        jira / linear / trello / basecamp / asana / notion / clickup / monday
        github / gitlab / bitbucket
        jenkins / circleci / travis / actions
        redis / memcached
        react / vue / angular / svelte
        npm / yarn / pnpm
        dropbox / nextcloud / onedrive / box
        zoom / teams / meet / webex
        merge / rebase / squash
        windows / macos, mac / linux
        slack / discord / mattermost
        excel / airtable / sheets
        figma / sketch
        word / pages / latex
        vscode / neovim / vim / emacs / pycharm / intellij
        pytest / unittest
        stripe / paypal / adyen / klarna
        hubspot / salesforce / pipedrive
        fortnox / visma / quickbooks / xero / datev
        chrome / firefox / safari
        sentry / datadog / grafana
        kubernetes / nomad
        terraform / pulumi
        confluence / sharepoint / wiki
""")
_SETS: Final[Mapping[Tongue, tuple[tuple[frozenset[str], ...], ...]]] = {
    "en": _sets("""
        always / never / sometimes / rarely, seldom / usually, often
        on / off
        oral / written
        pending, waiting, draft / done, completed, complete, finished, final
        planned / ongoing / done, finished
        high, higher / low, lower
        student / graduate, graduated
        enabled, enable, active, activated / disabled, disable, inactive, deactivated
        allowed, allow, allows, permitted, permit / forbidden, forbid, prohibited, banned, blocked, disallowed
        open, opened, opens / closed, close, closes, shut
        accept, accepts, accepted, approve, approved, approves / reject, rejects, rejected, decline, declined, refused
        like, likes, love, loves, enjoy, enjoys / hate, hates, dislike, dislikes
        before / after
        above, over, more / below, under, less, fewer
        first / last
        inside, indoors / outside, outdoors
        left / right
        top, up / bottom, down
        increase, increases, increased, raise, raised / decrease, decreases, decreased, lower, lowered, reduced, cut
        buy, bought, buys / sell, sold, sells
        start, starts, started, begin, begins / stop, stops, stopped, end, ends
        with / without
        include, includes, included, including / exclude, excludes, excluded, excluding, except
        public / private / internal
        required, mandatory, compulsory / optional, voluntary
        manual, manually / automatic, automatically, automated
        local, locally / remote, remotely, hybrid
        online, virtual, virtually / in-person, onsite, on-site
        early, earlier / late, later
        morning / afternoon / evening / night
        dark / light
        hot / cold
        short, shorter, brief / long, longer, detailed
        small, smaller / large, larger, big, bigger / medium
        cheap, cheaper / expensive
        fixed, fixed-rate / variable, variable-rate, floating
        full-time, full / part-time
        single, unmarried / married / divorced / engaged
        renting, rent, rents, rented / own, owns, owned, bought
        vegetarian, vegan / steak, meat, chicken, beef, pork, bacon, burgers
        confirmed, confirm / cancelled, canceled, cancel / postponed / tentative
        passed, pass, passes / failed, fail, fails
        paid / unpaid, outstanding, overdue
        signed / unsigned, pending
        win, won / lose, lost
        red / blue / green / yellow / white / black / grey, gray / orange / purple / pink / brown / beige / navy
        tabs / spaces
        window / aisle
        weekly / daily / monthly / quarterly / yearly, annually / hourly / biweekly, fortnightly
        spring / summer / autumn, fall / winter
        north, northern / south, southern / east, eastern / west, western
        oak / birch / pine / walnut / tile, tiles, tiled / laminate / vinyl / carpet / concrete / marble / \
        granite / linoleum
        brick / timber / steel / aluminium, aluminum
        email, mail / slack / phone / post, letter / whatsapp / teams / sms
        train / car, drive / bus / plane, fly / bike, bicycle, cycle / ferry
        cash / card / invoice
    """),
    "sv": _sets("""
        alltid / aldrig / ibland / sällan / oftast, ofta
        muntlig, muntligt / skriftlig, skriftligt
        väntar / klar, klart, färdig, färdigt
        aktiverad, aktiverat, aktiv / avaktiverad, avaktiverat, inaktiverad, inaktiv
        tillåtet, tillåten, tillåts, tillåtna / förbjudet, förbjuden, förbjuds, förbjudna
        öppen, öppet, öppna, öppnar / stängd, stängt, stängda, stänger
        godkänd, godkänt, godkände, godkänner, accepterar / avslagen, avslaget, avslog, nekar, nekade
        gillar, älskar, tycker / hatar, ogillar
        före, innan / efter
        mer, fler / mindre, färre
        först, första / sist, sista
        inomhus, inne / utomhus, ute
        vänster / höger
        höjd, höjs, höjer, ökar, höjdes / sänkt, sänks, sänker, minskar, sänktes
        köper, köpte, köpt / säljer, sålde, sålt
        börjar, börja, startar / slutar, sluta
        med / utan
        ingår, inklusive / exklusive, utom
        offentlig, offentligt / privat / intern, internt
        obligatorisk, obligatoriskt / frivillig, frivilligt, valfri, valfritt
        manuellt, manuell / automatiskt, automatisk
        hemifrån, distans / kontoret, plats
        tidig, tidigt, tidigare / sen, sent, senare
        morgonen, morgon, förmiddagen / eftermiddagen, eftermiddag / kvällen, kväll / natten
        mörkt, mörk / ljust, ljus
        varmt, varm / kallt, kall
        kort, korta, kortare / lång, långa, långt, längre, utförliga
        liten, litet, små, mindre / stor, stort, stora, större
        billig, billigt / dyr, dyrt
        fast, bunden, bundet / rörlig, rörligt
        heltid / deltid
        singel, ogift / gift / skild / förlovad
        hyr, hyra / äger, äga, köpte, köpt
        vegetarian, vegan / kött, biff, kyckling, fläsk
        bekräftad, bekräftat / inställd, inställt / uppskjuten, uppskjutet
        godkänd, klarade / underkänd, kuggade
        betald, betalat, betalad / obetald, obetalad
        röd, rött, röda / blå, blått, blåa / grön, grönt, gröna / gul, gult, gula / vit, vitt, vita / svart, \
        svarta / grå, grått, gråa / beige / brun, brunt
        fönster, fönsterplats / mittgång, gångplats
        varje / varannan
        dagligen / veckovis / månadsvis / årligen
        våren / sommaren / hösten / vintern
        ek / björk / furu, tall / ask / laminat / klinker / sten / betong
        tegel / trä / plåt / stål / puts
        mejl, mail, e-post / post / telefon / sms / slack
        tåg, tåget / bil, bilen / buss, bussen / flyg, flyget / cykel, cykeln
    """),
    "de": _sets("""
        immer / nie, niemals / manchmal / selten / meistens, oft
        mündlich, mündliche / schriftlich, schriftliche
        ausstehend / erledigt, fertig, abgeschlossen
        eingeschaltet, aktiviert, aktiv / ausgeschaltet, deaktiviert, inaktiv
        erlaubt, zulässig / verboten, untersagt, unzulässig
        offen, geöffnet, öffnet / geschlossen, schliesst
        angenommen, genehmigt, akzeptieren, akzeptiert / abgelehnt, ablehnen, lehnen
        mag, mögen, liebe / hasse, hassen
        vor, bevor / nach, nachdem
        über, mehr / unter, weniger
        zuerst, erste, erster / zuletzt, letzte, letzter
        drinnen, innen / draussen, aussen
        links, linke, linken / rechts, rechte, rechten
        erhöht, steigt, gestiegen / gesenkt, sinkt, gesunken
        kauft, kaufen, gekauft / verkauft, verkaufen
        beginnt, beginnen, startet / endet, enden
        mit / ohne
        inklusive / exklusive, ausser
        öffentlich / privat / intern
        verpflichtend, pflicht / freiwillig, optional
        manuell / automatisch
        homeoffice / büro
        früh, früher / spät, später
        morgens, morgen, vormittags / mittags / nachmittags / abends, abend / nachts
        dunkel, dunkles, dunklen, dunkle / hell, helles, hellen, helle
        warm / kalt
        kurz, kurze, kurzen / lang, lange, langen, ausführlich, ausführliche
        klein, kleine, kleines / gross, grosse, grosses
        billig, günstig / teuer
        fest, fester, festen / variabel, variabler, variablen
        vollzeit / teilzeit
        ledig, single / verheiratet / geschieden / verlobt
        miete, mieten / besitze, gekauft
        vegetarier, vegetarierin, veganer, veganerin, vegetarisch, vegan / fleisch, steak, hähnchen, wurst
        bestätigt / abgesagt / verschoben
        bestanden / durchgefallen
        bezahlt / unbezahlt, offen
        rot, rote, roten / blau, blaue, blauen / grün, grüne, grünen / gelb, gelbe / weiss, weisse, weissen / \
        schwarz, schwarze, schwarzen / grau, graue, grauen / beige / braun, braune
        fenster, fensterplatz / gang, gangplatz
        täglich / wöchentlich / monatlich / jährlich
        frühling, frühjahr / sommer / herbst / winter
        eiche / birke / kiefer / buche / parkett / laminat / fliesen / teppich / vinyl / beton
        ziegel, ziegeln / blech / holz / stahl / schiefer / kunststoff, plastik
        duzen / siezen
        mail, e-mail / post, brief / telefon, telefonisch / slack / sms
        zug, bahn / auto / bus / flugzeug / fahrrad
    """),
    "es": _sets("""
        siempre / nunca, jamás
        oral / escrito, escrita
        pendiente / terminado, terminada, hecho
        activado, activada, encendido, activo / desactivado, desactivada, apagado, inactivo
        permitido, permitida, permitidos / prohibido, prohibida, prohibidos
        abierto, abierta, abre / cerrado, cerrada, cierra
        aceptado, aceptada, aprobado, aprobada, aceptamos / rechazado, rechazada, rechazamos
        antes / después
        más / menos
        con / sin
        público, pública / privado, privada
        obligatorio, obligatoria / opcional, voluntario, voluntaria
        presencial / virtual, online, remoto
        mañana / tarde / noche
        oscuro / claro
        caliente / frío
        corto, corta, cortas, cortos, breve / largo, larga, largas, largos
        pequeño, pequeña / grande
        barato, barata / caro, cara
        fijo, fija / variable
        soltero, soltera / casado, casada / divorciado, divorciada
        alquilo, alquilar / compré, compramos
        vegetariano, vegetariana, vegano, vegana / carne, pollo, bistec, filete
        confirmado, confirmada / cancelado, cancelada / aplazado, aplazada
        rojo, roja / azul / verde / amarillo, amarilla / blanco, blanca / negro, negra / gris / beige
        ventana, ventanilla / pasillo
        diario, diaria / semanal / mensual / anual
        roble / pino / baldosa, azulejo / mármol
        correo, email / teléfono / carta
        tren / coche / autobús / avión / bicicleta
    """),
    "fr": _sets("""
        toujours / jamais / parfois / rarement
        activé, activée, actif, active / désactivé, désactivée, inactif
        autorisé, autorisée, permis / interdit, interdite
        ouvert, ouverte, ouvre / fermé, fermée, ferme
        accepté, acceptée, approuvé, approuvée, acceptons / refusé, refusée, rejeté, refusons
        avant / après
        plus / moins
        avec / sans
        public, publique / privé, privée
        obligatoire / facultatif, facultative, optionnel
        présentiel / distance, ligne
        matin / après-midi / soir / nuit
        sombre / clair
        chaud / froid
        court, courte, courtes, courts, bref / long, longue, longues, longs
        petit, petite / grand, grande
        fixe / variable
        célibataire / marié, mariée / divorcé, divorcée
        loue, louons / acheté, achetons
        végétarien, végétarienne, végane / viande, poulet, steak
        confirmé, confirmée / annulé, annulée / reporté, reportée
        rouge / bleu, bleue / vert, verte / jaune / blanc, blanche / noir, noire / gris, grise / beige
        fenêtre, hublot / couloir
        quotidien / hebdomadaire / mensuel / annuel
        chêne / pin / carrelage / parquet / marbre
        mail, courriel / téléphone / courrier
        train / voiture / bus / avion / vélo
    """),
}
