"""Words that show what a sentence does in the story of a session: advise, report, warn, teach. Tables only."""

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
