"""Days, months and deadlines as people say them, in five languages. Knows no clock: it finds them, dates.py counts.

Works on text folded by `cues.fold`.
"""

import re
from typing import Final

MONTHS: Final = {
    month: number
    for number, names in enumerate(
        (
            "january jan januari januar jänner enero janvier",
            "february feb februari februar febrero février",
            "march mar mars märz marzo",
            "april apr abril avril",
            "may maj mai mayo",
            "june jun juni junio juin",
            "july jul juli julio juillet",
            "august aug augusti agosto août",
            "september sep sept septiembre septembre",
            "october oct oktober okt octubre octobre",
            "november nov noviembre novembre",
            "december dec dezember dez diciembre décembre",
        ),
        1,
    )
    for month in names.split()
}
WEEKDAYS: Final = {
    day: number
    for number, names in enumerate(
        (
            "monday måndag måndagen montag lunes lundi",
            "tuesday tisdag tisdagen dienstag martes mardi",
            "wednesday onsdag onsdagen mittwoch miércoles mercredi",
            "thursday torsdag torsdagen donnerstag jueves jeudi",
            "friday fredag fredagen freitag viernes vendredi",
            "saturday lördag lördagen samstag sonnabend sábado samedi",
            "sunday söndag söndagen sonntag domingo dimanche",
        )
    )
    for day in names.split()
}
_MONTH: Final = "(?:" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|er|\.)?"
# A day or a deadline as people say it; months stand with a number, for "may", "mars" and "march" are words too.
DATE_SAID: Final = (
    rf"(?:\d{{4}}-\d\d-\d\d|(?:{'|'.join(WEEKDAYS)})s?|{_DAY} (?:of |de |d')?{_MONTH}|{_MONTH} \d{{1,4}}(?:st|nd|rd"
    rf"|th)?"
    r"|tomorrow|tonight|next (?:week|month|year|quarter|spring|summer|autumn|fall|winter)"
    r"|(?:the )?end of (?:the |this |next )?(?:day|week|month|year|quarter)|month-end|q[1-4]"
    r"|in (?:two|three|\d+) (?:days|weeks|months)|imorgon|i morgon|nästa (?:vecka|månad|år|vår|höst)|slutet av \w+"
    r"|om (?:två|tre|\d+) (?:dagar|veckor|månader)|nächste[nrs]? (?:woche|monat|jahr|sommer|frühling)"
    r"|ende (?:der woche|des monats|des jahres)|in (?:zwei|drei) (?:tagen|wochen|monaten)|mañana"
    r"|(?:la )?próxima semana|(?:el )?próximo (?:mes|año)|fin de (?:mes|año)|(?:el )?mes que viene"
    r"|demain|(?:la )?semaine prochaine|(?:le )?mois prochain|fin (?:du mois|de (?:la )?semaine|d'année))"
)
CLOCK_SAID: Final = (
    r"(?:\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]\.?m|kl(?:ockan|\.)? ?\d{1,2}|\d{1,2} uhr|\d{1,2} ?h(?: ?\d\d)?"
    r"|noon|midnight)"
)
A_DATE: Final = re.compile(rf"(?<!\w){DATE_SAID}(?!\w)")
