"""Words that show what a sentence does in the story of a session: advise, report, warn, teach, end it. Tables only."""

from typing import Final

from episodic.language import cues

ADVISES: Final = cues.words_of(
    r"""
    (?:i'd|i would|i) (?:strongly |really )?(?:recommend|suggest|advise)|you (?:could|may want to) consider
    you should(?! (?:be able|feel|see|have|now|get|notice|find|know))|it's (?:best|better) to|^consider \w+ing
    (?:my|the) (?:recommendation|advice|suggestion) (?:is|would)|jag (?:rekommenderar|föreslår)|du bör|det är bäst att
    ich (?:empfehle|würde|rate)|du solltest|sie sollten|te recomiendo|recomiendo|recomendaría|deberías|sugiero
    je (?:vous |te )?(?:recommande|conseille|suggère)|tu devrais|vous devriez
    """
)
DID: Final = cues.words_of(
    r"""
    (?:^|[.,;] |and )(?:i|we)(?:'ve| have)? (?:now |just |also |successfully )?(?:fixed|added|updated|deployed|created\
    |removed|implemented|merged|pushed|committed|refactored|renamed|released|shipped|sent|finished|completed|moved\
    |migrated|installed|wrote|written|resolved|published|booked|ordered|signed|paid|called|submitted|replaced|bought)
    (?:(?:is|are)(?: now)?|has been) (?:fixed|deployed|merged|done|released|published|pushed|live)
    ^(?:done|fixed|deployed|merged|pushed|klart|fixat|erledigt|fertig|listo|hecho|c'est fait|terminé)
    (?:jag|vi) har (?:nu |precis )?(?:fixat|lagt till|uppdaterat|skapat|tagit bort|skickat|rättat|bytt|flyttat|slutfört)
    (?:ich habe|wir haben) .*(?:behoben|hinzugefügt|aktualisiert|erstellt|entfernt|gesendet|geschickt|korrigiert)
    he (?:arreglado|añadido|actualizado|creado|eliminado|enviado|corregido|terminado)|ya está (?:hecho|listo)
    j'ai (?:corrigé|ajouté|mis à jour|créé|supprimé|envoyé|terminé|déplacé|réparé)
    """
)
TEACHES: Final = cues.words_of(
    r"""
    lessons? learned|(?:the|my|one) lesson|note to self|for next time|next time,? (?:i|we|let's|use|check|don't|do)
    in hindsight|it turns? out|turned out|the (?:trick|fix|culprit|root cause|real problem) (?:is|was)|never again
    l[äa]rdom\w*|till nästa gång|nästa gång|det visade sig|felet var|aldrig mer|i efterhand
    beim nächsten mal|nächstes mal|das fazit|es stellte sich heraus|der fehler (?:war|lag)|nie wieder|im nachhinein
    la próxima vez|lección aprendida|resultó que|el problema era|nunca más
    la prochaine fois|leçon|il s'avère|le problème (?:était|venait)|plus jamais
    """
)
WORRIES: Final = cues.words_of(
    r"""
    i(?:'m| am) (?:a bit |really |quite )?(?:worried|concerned|afraid|nervous|not sure (?:about|whether|if))|i worry
    (?:my|the|our|one|main|biggest) (?:only |main |biggest )?(?:concern|worry|fear|risk)s? (?:is|are)|what worries me
    (?:jag|vi) (?:är|blir) (?:lite )?(?:orolig|oroliga|rädd|rädda)|oroar mig|risken är|min oro
    ich (?:mache|mach) mir sorgen|ich habe (?:angst|bedenken|sorge)|ich befürchte|das risiko ist|meine sorge
    me preocupa|temo que|tengo miedo|el riesgo es|je (?:m'inquiète|crains)|j'ai peur|le risque est|ce qui m'inquiète
    """
)
WORKED: Final = cues.words_of(
    r"""
    (?:it|that|this|everything|all)(?:'s| is)? (?:now )?(?:works|working|worked|fixed|solved|resolved|done)(?: now)?
    works (?:now|perfectly|great|like a charm|fine now)|(?:that|this|you) (?:did it|did the trick|fixed it|solved it)
    problem solved|all (?:tests|checks) (?:pass|are green|green)|that was it
    (?:nu|det) (?:funkar|fungerar|funkade|löste sig|är löst|är klart)|(?:nu|det) funkar (?:det|nu)
    (?:jetzt|es) (?:funktioniert|geht|läuft)(?: jetzt| es)?|das hat (?:geklappt|funktioniert|geholfen)|problem gelöst
    (?:ya|ahora) funciona|funcionó|problema resuelto|ça (?:marche|fonctionne)(?: maintenant)?|problème résolu
    """
)
FAILED: Final = cues.words_of(
    r"""
    (?:i|we)(?:'ll| will)? (?:give|gave|giving) up|(?:it|that|this) (?:did not|didn't|does not|doesn't) (?:help|work)
    still (?:fails|failing|broken|crashes|crashing|not working|the same error|doesn't work)|no luck|to no avail
    (?:jag|vi) (?:ger|gav) upp|det (?:hjälpte|funkade|fungerade|funkar|fungerar) inte|fortfarande (?:trasig|samma fel)
    (?:ich|wir) (?:gebe|geben) (?:es )?auf|(?:das|es) hat nicht (?:geholfen|geklappt)|funktioniert (?:immer noch )?nicht
    me rindo|no funcionó|sigue sin funcionar|sigue fallando|j'abandonne|ça ne (?:marche|fonctionne) (?:toujours )?pas
    """
)
OPEN: Final = cues.words_of(
    r"""
    (?:still|not yet) (?:pending|open|unclear|undecided|waiting|decided|sure)|to be (?:continued|decided)
    (?:i'll|i will|let me|need to) (?:sleep on|think about|think it over|get back)
    (?:let's|we'll) (?:continue|pick this up)
    (?:inte|ännu inte) (?:klart|bestämt)|väntar (?:fortfarande )?på|(?:jag )?(?:måste|ska) (?:fundera|tänka på|sova på)
    (?:noch )?(?:offen|unklar|nicht entschieden)|warte(?:n)? (?:noch )?auf|ich (?:überlege|schlafe)
    (?:aún|todavía) (?:pendiente|no)|lo (?:pensaré|consulto)|(?:pas encore|toujours en attente)|j'y réfléchis
    """
)
