"""Questions for the state of things: where one was, what is left, what stands in the way. Knows no loop and no thread.

Such a question shares neither words nor meaning with its answer: its cosine with the facts it is about is .09 to .14.
"""

from typing import Final, Literal, NamedTuple

from episodic.language.cues import bag, fold, words_of
from episodic.language.tokens import STOPWORDS, terms


class Standing(NamedTuple):
    """What is asked for first, threads or loops, and the words that say of what; no words: of everything."""

    first: Literal["threads", "loops"]
    about: tuple[str, ...]


def standing(question: str) -> Standing | None:
    """Tell whether a question is for the state of things, and of which."""
    folded = fold(question)
    if _LEFT.search(folded):
        return Standing("loops", _about(_LEFT.sub(" ", folded)))
    if _WHERE.search(folded):
        return Standing("threads", _about(_WHERE.sub(" ", folded)))
    return None


def _about(rest: str) -> tuple[str, ...]:
    return tuple(word for word in terms(rest) if word not in STOPWORDS and word not in _FILLERS)


# A line that looks ahead asks for no more, or for the state of one thing: "where were we with the deck".
_WHERE: Final = words_of(
    r"""
    where (?:were|was|are) (?:we|i)(?: at)?(?=\W*$| (?:again|with|on|in)\b)
    where (?:did|do) (?:we|i|things) (?:leave (?:it |things |this )?off|stop|get to|stand)|where (?:we|i) left off
    (?:pick|picking) (?:things |it |this )?(?:back )?up (?:where|from)
    (?:current )?(?:status|state|progress) (?:of|on|with)(?= the | our | my )|what(?:'s| is) the status
    what (?:were|was|am|are) (?:we|i) (?:just )?(?:working on|doing(?= (?:before|last|yesterday|when|again)|\W*$))
    what's going on with
    catch me up|bring me up to speed|give me an? (?:status )?update|what's on my plate
    what (?:should|do|can) (?:i|we) (?:do|work on|continue(?: with)?|pick up) (?:next|now|first|today)
    var (?:var|är) (?:vi|jag)(?=\W*$| (?:nu|med|i|på)\b)|var slutade (?:vi|jag)|hur (?:går|ligger) det (?:till )?med
    vad (?:jobbade|höll) (?:vi|jag) (?:på )?med
    wo (?:waren|sind|stehen|standen) wir|wo haben wir aufgehört|wie ist der stand
    woran (?:haben|hatten) wir (?:zuletzt )?gearbeitet
    (?:d|a)ónde (?:estábamos|nos quedamos|lo dejamos|íbamos)|en qué (?:íbamos|estábamos|quedamos)|cómo vamos con
    où en (?:étions|étais|sommes|suis|est)[- ](?:nous|on|je)|où (?:on )?en (?:était|est)[- ]on|on en était où
    sur quoi (?:travaillions|travaillait)[- ](?:nous|on)
    """
)
_LEFT: Final = words_of(
    r"""
    what(?:'s| is| are| else is)(?: still| currently)? (?:pending|outstanding|unfinished|unresolved|left|missing)
    what(?:'s| is| are)(?: still)? due(?! (?:process|diligence|date))|what(?:'s| is| are\
    | remains)(?: still)? open(?=\W*$| (?:for|with|about|from)\b| (?:on|in) (?!\w+day))|(?:which|any) (?:points|items\
    |things|tasks) (?:are )?(?:still )?open
    (?:is )?(?:anything|something) (?:still )?(?:open(?= (?:for|on|with)\b)|pending|outstanding|unfinished|overdue)
    what(?:'s| is) (?:overdue|blocked|stuck|blocking|waiting)|what (?:am i|are we) waiting (?:for|on)
    what remains(?: to be done)?|what (?:still )?needs (?:to be )?(?:doing|done|finish\w*)
    what do (?:i|we) (?:still )?(?:have|need) to (?:do|finish)|what do (?:i|we) (?:still )?owe|what did i promise
    (?:any|what(?:'s| are| is)) (?:the |our |my )?(?:open )?(?:blockers?|loose ends|to-?dos?|next steps?|action items)
    (?:open|pending|unfinished) (?:loops|items|points|tasks|business)|(?:my|our|the) (?:to-?do list|loose ends|blockers)
    blockers\?|loose ends
    (?:vad|något) (?:är |finns |som är )?(?:det )?(?:fortfarande |ännu )?(?:som är )?(?:kvar|öppet|ogjort|ouppklarat)\
    |vad (?:har (?:vi|jag)|finns) kvar|vad saknas|vad återstår|vad väntar (?:jag|vi) på
    vad (?:ska|måste|behöver) (?:jag|vi) göra (?:härnäst|nu)|vad (?:blockerar|hindrar) (?:oss|mig)|nästa steg
    was (?:steht|ist|bleibt|wäre)(?= (?:bei|beim|für|mit|am|im|zum|zur) .+ noch (?:an|offen|aus|zu tun|übrig)\b)\
    |was (?:steht|ist|bleibt) noch (?:alles )?(?:an|offen|aus|zu tun|übrig)\b|was (?:ist|bleibt) offen|was fehlt noch\
    |offene (?:punkte|aufgaben)
    was (?:blockiert|hindert) (?:uns|mich)|(?:die )?nächsten? schritte
    (?:qué|algo) (?:nos |me )?(?:queda|falta|hay|está|sigue)(?: aún| todavía)? (?:pendiente|por hacer|abierto)\
    |qué (?:aún|todavía) (?:queda|falta|está pendiente)|qué (?:falta|queda)(?: aún| todavía)? (?:para|con|de|en)\b
    (?:tareas|asuntos|temas) pendientes|qué (?:falta|queda)(?=\W*$)|qué (?:nos|me) bloquea|próximos pasos
    (?:que|qu'est-ce qu'il) (?:me |nous )?reste(?:-t-il)?(?: encore)?(?: à (?:faire|finir))?
    qu'est-ce qui (?:reste|est)(?: encore)?(?: ouvert| à faire)?(?= (?:pour|sur|dans)\b|\W*$)|(?:tâches\
    |points) en (?:attente|suspens)|qu'est-ce qui (?:est en (?:attente|suspens)|(?:nous )?bloque)
    prochaines étapes
    """
)
# Say nothing of what it is the state of.
_FILLERS: Final = bag(
    "again now today currently right hey hi ok please remind tell show list give last time thing things stuff project"
    " projects task tasks work still yet need needs anything something everything everyone let go back up next me"
    " status update open pending session sessions we're i'm what's let's left off do doing finish finished"
    " göra igen nu idag senast projekt projektet uppgift uppgifter sak saker jetzt heute zuletzt aufgabe aufgaben"
    " noch tun hacer faire ahora hoy última vez proyecto tarea tareas maintenant aujourd'hui dernière fois projet"
    " tâche tâches encore offen aus übrig beim die der das den dem pour sur dans le la les"
)
