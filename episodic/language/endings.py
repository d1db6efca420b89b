"""Tells how a sentence says something ended: it worked, it failed, it is open still. Tables of six languages.

What was denied is not what was said: "that didn't fix it" failed, "no errors any more" worked.
"""

import re
from typing import Final

from episodic.language import cues
from episodic.records import Outcome

_IT_EN: Final = (
    r"(?:it|that|this|them|everything|all|us|things|the (?:\w+ )?(?:problem|issue|bug|error|leak|noise|trick|crash\w*))"
)
_HELPED_EN: Final = (
    r"(?:fixed|solved|cured|sorted(?: out)?|stopped|resolved|repaired|nailed|settled|cleared(?: up)?|did|ended)"
)
_LABEL: Final = re.compile(r"^\w+:\s+")  # "update: it works"
_ASKS: Final = re.compile(r"\b(?:please|make sure|ensure)\b")
_WISHED: Final = re.compile(r"\b(?:should|must|would|could|might|may|hope|wish|borde|sollte|debería|devrait)\b")
_CONDITION: Final = re.compile(
    r"(?:if|when|once|as soon as|unless|until|om|när|så fort|wenn|sobald|falls|si|quand|dès que|cuando|如果|要是|等)\b"
)

WORKED: Final = cues.words_of(
    rf"""
    (?:it|that|this|everything|all)(?:'s| is| has)? (?:now |finally |just )?(?:works|working|worked|fixed|solved
    resolved
    done)(?: now)?|works (?:now|perfectly|great|like a charm|fine|again|as it should)|{_HELPED_EN} {_IT_EN}
    (?:did|does|do) (?:the (?:trick|job))|(?:that|this|which|\w+ing (?:\S+ )*|the \w+(?: \w+)?|it) (?:really )?helped
    helped(?=$|[.!,;])
    (?:problem|issue|bug|mystery) (?:is )?(?:solved|fixed|gone|sorted)|all (?:tests|checks) (?:now )?(?:pass
    are green|green)
    ^found it|all (?:is |are )?green
    (?:that was it|went (?:well|fine|great|smoothly|through)|(?:is|are) (?:back|up again|fine again|gone(?: now)?
    (?:back )?to normal))
    (?:it|that|they|he|she) (?:passed|succeeded)|passed (?:the|with|first)|(?:went|came) (?:through|out (?:great|well
    perfect\w*))
    no (?:more )?(?:errors|complaints|problems|leaks?|crashes) (?:since|any ?more|now|so far)|success
    (?:nu|det|allt) (?:funkar|fungerar|funkade|fungerade|löste sig|är löst|är klart|gick (?:bra|fint|igenom))
    (?:löste|hjälpte|fixade|botade) (?:det|problemet|saken|allt)|gjorde susen|(?:det|som|\w+et|\w+en) (?:\w+ )?hjälpte
    problemet (?:är )?(?:löst|borta)|funkar (?:det|nu|igen|perfekt)|fungerar (?:det|nu|igen)
    (?:jetzt|es|alles|nun) (?:funktioniert|geht|läuft)(?: jetzt| es| wieder)?|das hat (?:geklappt|funktioniert
    geholfen)
    hat (?:es |das |das problem )?(?:gelöst|behoben|geklappt|funktioniert|geholfen)|problem (?:ist )?(?:gelöst
    behoben|weg)
    (?:funktioniert|läuft|geht) (?:jetzt|nun|wieder)|daran lag es|war die lösung
    (?:ya|ahora) (?:funciona|va bien|está (?:arreglado|resuelto|solucionado))|funcionó|problema (?:resuelto
    solucionado)
    (?:lo|la) (?:arregló|solucionó|resolvió)|(?:arregló|solucionó|resolvió) (?:el|la|todo)|salió bien|eso era
    ça (?:marche|fonctionne|a marché|a fonctionné|va mieux)|problème résolu|(?:a|ont) (?:tout )?(?:réglé|résolu|réparé)
    (?:remarche|refonctionne|c'était ça|ça y est)
    """
)
FAILED: Final = cues.words_of(
    r"""
    (?:i|we)(?:'ll| will| have|'ve)? (?:give|gave|giving|given) up
    (?:did not|didn't|does not|doesn't|don't|hasn't|haven't|has not|won't|wouldn't|never) (?:\w+ )?(?:help\w*|work\w*
    fix\w*\
    |solve\w*|cure\w*|hold|stick|change anything|make (?:a|any) difference|do (?:anything|the trick)|go through|pass
    passed)
    (?:is|are|was|it's|that's|isn't|still) (?:not|n't) (?:working|fixed|solved|it)|isn't (?:working|fixed|solved)
    still (?:fails|failing|broken|crash(?:es|ing)|not working|the same(?: \w+)?|doesn't work|down|leaks?|leaking
    wrong|hangs)
    no (?:luck|dice|effect|difference|change)|to no avail|made (?:it|things|everything|matters) worse|got worse
    for nothing
    failed(?=$|[.,;!]| (?:and|again|with|because|on|at|after|since|too|miserably|so|but|for|to)(?!\w))
    (?:rolled|rolling|roll) (?:it |everything |that |the \w+ )?back|had to revert
    reverted (?:it|that\
    |everything|the \w+)|backed (?:it )?out|abandon(?:ed|ing)|gone wrong|went wrong|fell (?:through|apart)|fiasco
    disaster
    (?:got |was |were )?(?:rejected|turned down|refused|denied)|in vain|useless
    (?:jag|vi) (?:ger|gav) upp|(?:hjälpte|funkade|fungerade|funkar|fungerar|gick|löste) (?:\w+ )?inte
    fortfarande (?:trasig\w*\
    |samma fel|sönder|fel)|misslyckades|gick (?:sönder|åt skogen|fel|snett)|rullade tillbaka|fick (?:backa|rulla|avslag)
    blev (?:värre|sämre)
    (?:ich|wir) (?:gebe|geben|habe|haben) (?:es )?auf(?:gegeben)?|(?:das|es|hat|haben) (?:\w+ )?nicht (?:geholfen
    geklappt|funktioniert)
    funktioniert (?:immer noch |noch immer |leider )?nicht|geht (?:immer noch |leider )?nicht|fehlgeschlagen
    gescheitert
    (?:hilft|half|nützt|klappt) (?:\w+ )?(?:nicht|nichts)|immer noch (?:kaputt|defekt|der gleiche fehler)
    schiefgegangen|zurückgerollt
    zurückgesetzt|abgelehnt
    me rindo|no (?:funcionó|funciona|sirvió|ayudó|ha (?:funcionado|servido))|sigue (?:sin funcionar|fallando|roto
    igual)|falló
    (?:ha )?fracasado|fracasó|salió mal|(?:tuvimos|tuve) que revertir|peor que antes
    j'abandonne|on abandonne|ça ne (?:marche|fonctionne|change) (?:\w+ )*(?:pas|rien)|(?:n'a|n'ont) (?:pas
    rien) (?:marché|aidé\
    |fonctionné|changé|résolu|réglé|servi)|(?:a|ont) échoué|toujours (?:cassé|en panne|la même erreur)
    revenus? en arrière
    """
)
OPEN: Final = cues.words_of(
    r"""
    (?:still|not yet|yet) (?:pending|open|unclear|undecided|waiting|decided|sure|to be \w+|unresolved|missing
    a mystery)
    (?:still|really|honestly) (?:not|n't) (?:sure|clear|decided|know\w*|understand)|to be (?:continued|decided
    determined)
    (?:i|we) (?:still |really )?(?:don't|do not|cannot|can't|couldn't|could not) (?:\w+ )?(?:know|understand|find|figure
    tell|explain) (?:out )?(?:why\
    |where|what|which|who|how|when|whether|if)|no idea (?:why|where|what|which|who|how|whether)|not sure (?:yet|where
    why|which|how)
    (?:i'll|i will|we'll|let me|need to|will|have to|going to|gonna|want to) (?:sleep on|think about|think it over
    think\
    |get back|mull)
    (?:haven't|have not|hasn't|not) (?:\w+ )?(?:decided|settled|made up|heard back|found out|figured)|torn between
    can't decide
    (?:couldn't|could not|can't|cannot) (?:find|figure out|explain|tell) (?:the|what|why|it|out|any)
    (?:let's|we'll|i'll) (?:continue|pick (?:this|it) up|look at it|try again) ?(?:again )?(?:tomorrow|later|next
    another|on)?
    (?:stopping|calling it|enough|done) (?:for today|for now|a day|for tonight)|tbd|up in the air|on hold
    (?:i.m|we.re|still|been) (?:\w+ )?thinking (?:about|of)|we.ll see
    waiting (?:for|on) (?:them|her|him|an? (?:answer|reply)|the \w+(?: \w+)? to)
    (?:inte|ännu inte|fortfarande inte) (?:klart|bestämt|säker|löst|avgjort)|väntar (?:fortfarande )?på
    vet (?:fortfarande |ännu )?inte\
    |(?:jag |vi )?(?:måste|ska|får) (?:fundera|tänka|sova) ?(?:på|över)?|ingen aning|oklart|vi får se
    (?:noch )?(?:offen|unklar|nicht (?:entschieden|sicher|klar|gelöst))|warte(?:n)? (?:noch )?auf|ich (?:überlege
    schlafe)
    weiss (?:immer )?(?:noch )?nicht|keine ahnung|(?:muss|müssen) (?:noch )?(?:drüber|darüber|überlegen)|mal sehen
    (?:aún|todavía) (?:pendiente|no|sin)|lo (?:pensaré|consulto|consultaré)|no (?:sé|sabemos) (?:todavía|aún|por qué
    dónde|cómo\
    |cuál|si)|ni idea|(?:sigue|queda|está) pendiente|ya veremos|no estoy segur[oa]
    (?:pas encore|toujours en attente)|(?:j'y|je vais) réfléchi\w*|(?:je|on) ne sai[ts] (?:toujours |encore )?pas
    aucune idée
    on verra|reste à (?:voir|décider)|à décider
    """
)
WEIGHS: Final = cues.words_of(
    r"""
    (?:thinking|think|thought) (?:about|of|over|aloud)|(?:considering|pondering|mulling|debating|weighing|toying with)
    (?:i|we) (?:wonder|am wondering|are wondering)|(?:i'm|we're) (?:wondering|torn|undecided|not sure|unsure)
    torn between
    (?:i |we )?(?:haven't|have not) (?:\w+ )?(?:decided|chosen|made up)|can't decide|not (?:yet )?decided|sleep on it
    (?:jag|vi) (?:funderar|överväger|undrar|väljer mellan|velar)|(?:har|är) inte (?:bestämt|säker)|sova på saken
    (?:ich|wir) (?:überleg\w*|erwäg\w*|frage mich|schwank\w*|grüble?)|denke(?:n)? (?:darüber nach|über)
    (?:estoy|estamos) (?:pensando|considerando|dudando)|me pregunto|no (?:he|hemos) decidido|lo estoy pensando
    (?:je|on|nous) (?:réfléchi\w*|hésit\w*|me demande|envisage\w*|pense à)|(?:pas encore|n'ai pas) décidé
    """
)
_UNSPACED: Final = {
    "negative": re.compile(r"没(?:有)?用|失败|没(?:有)?(?:解决|成功|好)|不行|还是(?:报错|坏|不)|回滚|放弃"),
    "unresolved": re.compile(
        r"还(?:没|不)(?:有)?(?:定|确定|知道|清楚|决定|想好|解决)|待定|再想想|考虑一下|不知道为什么"
    ),
    "positive": re.compile(r"解决了|成功了|好了|修好|搞定|有效|管用|可以了|正常了"),
}
_TABLES: Final[tuple[tuple[Outcome, re.Pattern[str]], ...]] = (
    ("negative", FAILED),
    ("unresolved", OPEN),
    ("positive", WORKED),
)


def how_it_ended(sentence: str) -> Outcome | None:
    """Return how a sentence says it ended, or None where it says nothing of the sort, asks or supposes."""
    sentence = _LABEL.sub("", sentence)
    folded = cues.fold(sentence)
    if _CONDITION.match(folded) or cues.is_hypothetical(sentence):
        return None
    if cues.is_question(sentence):
        return None
    asks = cues.is_request(sentence) or bool(_ASKS.search(folded))
    for outcome, cue in _TABLES:
        found = cue.search(folded) or _UNSPACED[outcome].search(folded)
        if found and not (asks and outcome != "unresolved") and not (outcome == "positive" and _denied(folded, found)):
            return outcome
    return None


def _denied(folded: str, found: re.Match[str]) -> bool:
    """Tell whether one of the few words before a cue denies it, or only wishes it."""
    before = " ".join(folded[: found.start()].split()[-3:])
    return (cues.is_negated(before) or bool(_WISHED.search(before))) and not found[0].startswith("no ")
