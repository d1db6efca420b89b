"""Words that only ask. Apart from `asking`, so that who needs no more loads no reading of sentences."""

from typing import Final

from episodic.language.cues import bag

# Say in a question what is wanted, and nothing of what it is about.
ASKING: Final = bag(
    "many much long often time day date year month kind type sort colour color name number amount now current currently"
    " usually planned plan come mycket många länge ofta tid dag datum slag sorts färg nu just viel viele lange oft zeit"
    " tag hoch jetzt gerade cuánto cuánta cuántos cuántas cuándo dónde cuál hora día ahora actualmente combien quand où"
    " heure jour quel quelle est-ce maintenant"
)
