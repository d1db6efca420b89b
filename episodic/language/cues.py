"""Words that signal what a sentence does: ask, suppose, hedge, request, deny or agree.

Tables of five languages, all tried at once on folded text; knows no turn and detects no language.
"""

import re
import unicodedata
from typing import Final

from episodic.secrets.masks import blanked

_TYPOGRAPHIC: Final = str.maketrans(
    dict.fromkeys("‘’‚‛`´′", "'")  # noqa: RUF001 - the look-alikes are what is folded
    | dict.fromkeys("“”„‟«»″", '"')
    | dict.fromkeys("‐‑‒–—―−", "-")  # noqa: RUF001
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad")  # seen by nobody
)


def fold(text: str) -> str:
    """Fold what two spellings of the same words differ in: case, white space, typographic quotes, dashes; no masks."""
    return " ".join(unicodedata.normalize("NFKC", blanked(text).translate(_TYPOGRAPHIC)).casefold().split())


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks, with or without a question mark."""
    folded = fold(sentence)
    return bool(_ASKS.search(folded) or _opens_question(folded))


def only_asks(sentence: str) -> bool:
    """Tell whether a sentence does nothing but ask; "I live in Oslo, can you find a dentist?" states a thing first."""
    folded = fold(sentence)
    if _opens_question(folded):
        return True
    _, *later = re.split(r"[,;:.] ", folded)
    return bool(_ASKS.search(folded)) and not any(map(_opens_question, later))


def before_its_question(sentence: str) -> str:
    """Return what a sentence states before a clause of it asks; nothing where it asks first, all where it never does.

    "I live in Oslo, can you find a dentist?" gives "I live in Oslo".
    """
    opens = _opens_question if is_question(sentence) else _ASKS_YOU.match
    at = next((one for one in re.finditer(r"[,;:.] ", sentence) if opens(fold(sentence[one.end() :]))), None)
    if at is None and opens is not _opens_question:
        return sentence
    stated = sentence[: at.start()].strip() if at else ""
    return "" if is_question(stated) else stated


def asks_by_order(sentence: str) -> bool:
    """Tell whether a sentence asks about something it names, by its order alone: "would Obsidian be useful here".

    Case tells: "Should be ready" leaves out whom it is about, and states.
    """
    return bool(_VERB_THEN_NAME.match(sentence.strip()) or _PARTICLE.search(sentence))


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


def _opens_question(folded: str) -> bool:
    return bool(_OPENS_QUESTION.match(_unled(folded.lstrip("¿"))))


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

_VERB_THEN_NAME: Final = re.compile(
    r"(?:(?:so|and|but|ok|okay|hm+|well|also),? )*(?i:would|could|should|might|can|will|does|is|are|was|were|has|have"
    r"|wäre|hätte|würde|sollte|könnte|ist|sind|kann|skulle|kunde|borde|bör|är|kan|serait|est|sería|es|puede)"
    r" (?!I\b)[A-ZÄÖÜÅÉ][\w.'-]*(?: |$)"
    r"|(?i:would|could|should|might) (?!be |have |like |love |prefer |need |want |say |go |do |not )[\w.'-]+"
    r" (?:be|have|work|help|make|fit|suit|do|solve|cost|need|support|run)(?!\w)"
)
_PARTICLE: Final = re.compile(r"吗|是不是|是否|要不要|能不能|可不可以|有没有|(?<!\w)ли(?!\w)|ですか|ますか")
_ASKS: Final = re.compile(
    r"[?؟]|^¿|, (?:right|correct|eller hur|oder|no es así|non|hein)[.!]*$|(?<!\w)(?:"
    r"(?:i wonder|i'm wondering|wondering:|wondering (?:if|whether|why|how|what)|do you (?:know|remember|think)"
    r"|any (?:ideas?|chance|thoughts)|est-ce qu|n'est-ce pas|minns du|vet du|weisst du|te acuerdas"
    r"|tu te souviens)(?!\w))"
)
_ASKS_YOU: Final = words_of(
    r"(?:and |so |och |und |y |et )?(?:(?:can|could|would|will) you|kan du|kannst du|puedes|peux-tu|tu peux)"
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
    we'll see|we will see|vi får se|mal sehen|ya veremos|on verra|whatever$
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
