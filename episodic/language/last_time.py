"""Questions for the last time: the last session, or the last of its kind. Knows no memory.

"What did we decide last time?" names no day, and "last" is in none of its answers.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from episodic.language.cues import fold, words_of
from episodic.records import Kind


class LastTime(NamedTuple):
    """What is asked of the last time: of all that session, of what was `decided` in it, or for the newest of a kind."""

    of: Literal["session", "decided"] | Kind


def last_time(question: str) -> LastTime | None:
    """Tell whether a question asks for the last time, and what of it."""
    folded = fold(question)
    for kind, form in _NEWEST.items():
        if form.search(folded):
            return LastTime(kind)
    if _LAST.search(folded):
        return LastTime("decided" if _DECIDED.search(folded) else "session")
    return None


_SESSION: Final = r"(?:session|conversation|chat|meeting|talk|call|time we (?:talked|spoke|met|worked))"
_LAST: Final = words_of(
    rf"""
    last time(?=\W*$| we (?:talked|spoke|met|worked|chatted)| i (?:asked|worked))
    (?:in|during) (?:the|our|my) (?:last|previous|latest) {_SESSION}
    (?:what was|what happened in|summari[sz]e|recap) (?:the|our|my) (?:last|previous|latest) {_SESSION}
    förra gången(?=\W*$| vi\b| jag\b)|sist(?=\W*$)|(?:i|under) (?:den )?(?:senaste|förra) (?:sessionen|samtalet|mötet)
    letztes mal(?=\W*$)|beim letzten mal|das letzte mal(?=\W*$)|zuletzt(?=\W*$)
    (?:in der|in unserer) letzten (?:sitzung|unterhaltung|besprechung)
    la última vez(?=\W*$| que (?:hablamos|trabajamos))|en la última (?:sesión|conversación|charla|reunión)
    la dernière fois(?=\W*$| qu)|(?:à|lors de|pendant) la dernière (?:session|conversation|réunion|discussion)
    """
)
_DECIDED: Final = words_of(
    r"""
    decid\w+|decisions?|agree\w*|settle\w*|conclu\w+|bestäm\w+|beslut\w*|överens|komma fram
    entschied\w*|beschlossen|beschluss|vereinbart|ausgemacht|decid\w+|decisi\w+|acord\w+|quedamos en|décid\w+|convenu\w*
    """
)
_LATEST: Final = r"(?:last|latest|newest|most recent|senaste|sista|nyaste|letzte[nrs]?|neueste[nrs]?|última|dernière)"
_NEWEST: Final[Mapping[Kind, re.Pattern[str]]] = {
    "decision": words_of(
        rf"""
        {_LATEST} (?:decision|beslutet|entscheidung|decisión|décision)(?! of)
        {_LATEST} thing (?:that )?(?:we|i) (?:decided|agreed|settled)|det sista (?:som )?vi (?:bestämde|beslutade)
        das letzte,? was wir (?:beschlossen|entschieden)|lo último que (?:decidimos|acordamos)
        la dernière chose que nous avons décidée
        """
    ),
    "preference": words_of(rf"{_LATEST} (?:preference|önskemålet|vorliebe|preferencia|préférence)"),
    "correction": words_of(rf"{_LATEST} (?:correction|rättelsen|rättelse|korrektur|corrección|correction)"),
}
