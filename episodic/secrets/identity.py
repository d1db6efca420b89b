"""Numbers that stand for a person or an account: payment cards and Swedish identity numbers."""

from typing import Final

from episodic.secrets.judges import card, named_personnummer, personnummer
from episodic.secrets.shape import FOLD, Rule, rule

# Thirteen digits in one run are article numbers and milliseconds far more often than old Visa cards: only in groups.
_CARD = (
    r"(?P<secret>[2-6](?<![\w./+-](?<!\\[nrt])[2-6])(?P<union>(?<=6)(?=2))?+\d{3}(?:\d{10,15}|(?P<gap>[ -])(?:"
    r"\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?(union)(?:(?P=gap)\d{3})?)|\d{6}(?P=gap)\d{4,5}|\d{3}(?P=gap)\d{3}(?P=gap)"
    r"\d{3})))"
    r"(?!\w|[./-]\w)"
)

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "card", "", _CARD, "payment cards: Luhn and an issuer's range, so one random number in hundreds is lost", card
    ),
    rule(
        "personnummer",
        "",
        r"(?P<secret>\d(?<![\w.+/-](?<!\\[nrt])\d)(?:\d{7}[-+]\d{4}|\d{5}[-+]\d{4}|\d{11}))(?!\w|[.:/-]\w)",
        "Swedish identity numbers: date and check digit",
        personnummer,
    ),
    rule(
        "personnummer",
        "person pnr samordning",
        rf"{FOLD}(?:person(?:nummer|nr|al (?:identity )?number)|pnr|samordningsnummer)[^\d\n]{{0,12}}"
        r"(?P<secret>(?:\d\d)?\d{6}[-+ ]?\d{4})(?!\w)",
        "named, the hyphen may be missing",
        named_personnummer,
    ),
)
