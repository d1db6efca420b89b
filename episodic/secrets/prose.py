"""Secrets told in a sentence, in the languages of `words`."""

from collections.abc import Sequence
from typing import Final

from episodic.secrets.judges import always, every_code, made_up, paired, told, told_digits, told_key
from episodic.secrets.shape import ANY_SCRIPT, QUOTE, VALUE, Rule, Verdict
from episodic.secrets.words import (
    AS,
    KEY,
    KEY_TRIGGERS,
    LEAD,
    LINK,
    LOGIN,
    LOGIN_TRIGGERS,
    LOOSE,
    LOOSE_TRIGGERS,
    PASSWORD,
    PASSWORD_TRIGGERS,
    PIN,
    PIN_TRIGGERS,
    USER,
    WIFI,
    WIFI_TRIGGERS,
)

# A value in a sentence: in Japanese brackets or guillemets too, and never begun with a sign of a program.
_SAID: Final = rf"[ \t]{{0,2}}(?:[«“”„「『‚‘]|{QUOTE}(?={QUOTE}))?{VALUE}"
# `for the guest network`, or the account's name alone: `the password root is X`.
_FOR: Final = (
    rf"(?:[ ]?{LINK}[ ][^\n.,:;!?=]{{1,40}}?|[ ](?!polic|manag|field|reset|hash|length|rule|expir|requir|protect|"
    rf"prompt|"
    r"input|has[ ]|was[ ]|must[ ])[a-z][a-z-]{1,20})"
)
_LEADS: Final = rf"{LEAD}{{1,4}}"
_DIGITS: Final = (
    r"(?P<quote>[\"'“„「]?)(?P<secret>\d{4,8}[#*]?|\d{1,3}(?:-\d{1,3}){2,3}|\d(?:[ ]\d){3,7}|\d{3}[ -]\d{3})"
    r"(?![A-Za-zÀ-ɏ\d_%]|[.:/-]\d)"
)
_CODE: Final = r"(?=[A-Za-z0-9-]{0,12}\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{3,10}){0,4}"
_AFTER: Final = (
    r"(?=[\"'`]?(?:\s*$|\s*[.,;:!?)\n]"
    r"|[ ](?:for|on|to|in|at|and|of|till|för|på|och|für|und|auf|pour|et|para|y|e|per|для|и)[ ]))"
)


_INVENTED: Final = r"[0-9!#$%*^~@&]"
_INVENTED_OR_QUOTED: Final = r"[0-9!#$%*^~@&]|(?<!\w)[\"'`“„]\w"


def _told(
    triggers: Sequence[str], pattern: str, reason: str, verdict: Verdict = made_up, *, evidence: str = _INVENTED
) -> Rule:
    """Describe one way to tell a password; `_replace` tells another kind of secret."""
    return Rule("password", tuple(triggers), f"{ANY_SCRIPT}{pattern}", reason, verdict, evidence=evidence)


RULES: Final[tuple[Rule, ...]] = (
    _told(
        PASSWORD_TRIGGERS,
        rf"{PASSWORD}(?:{_FOR}(?P<lead>{_LEADS})|(?P<lead>{_LEADS})?){_SAID}",
        "`the password for the guests is X`, `password X`",
        told,
        evidence=_INVENTED_OR_QUOTED,
    ),
    _told(
        PASSWORD_TRIGGERS,
        rf"{PASSWORD}[ ](?:{LINK}[ ](?:\w{{1,12}}[ ])?{WIFI}|{WIFI}|root|admin(?:istrator)?|sa|postgres|ubuntu){_SAID}",
        "`password for the wifi X`, `password root X`",
    ),
    _told(
        LOOSE_TRIGGERS,
        rf"(?-i:(?<!PASS)){LOOSE}(?:{_FOR})?{_LEADS}{_SAID}",
        "`the pass is X`: a word of many meanings, so something must lead to a value that looks invented",
    ),
    _told(
        PASSWORD_TRIGGERS,
        rf"(?<!\S)[\"'`«“„]?(?P<quote>(?!))?(?P<secret>[\w!#$%*+@^~&.-]{{6,40}}+)"
        rf"[\"'`»”“]?[ ]{AS}[ ](?:[^\W\d]{{1,12}}[ ]){{0,3}}?"
        rf"(?:[^\W\d]{{1,12}}-)?{PASSWORD}{_AFTER}",
        "`X as the password`",
    ),
    _told(
        ("phrase", "password", "lösen", "passwort", "kennwort", "passe", "contraseña", "senha", "парол"),
        rf"{PASSWORD}(?:{_FOR})?{_LEADS}[ ]?(?P<quote>[\"'“„«])"
        rf"(?P<secret>[^\W\d_]{{2,16}}(?:[ -][^\W\d_]{{2,16}}){{2,9}})(?=[\"'”“»])",
        "a phrase of words, in quotes",
        always,
        evidence=r"[\"'“„«]",
    ),
    _told(
        WIFI_TRIGGERS,
        rf"{WIFI}(?:{LEAD}{{1,3}}|[ ])[ ]?[\w .-]{{1,32}}?[ ]?[/,|:][ ]?{_SAID}",
        "`wifi: Skogshus / X`",
    ),
    _told(
        LOGIN_TRIGGERS,
        rf"{LOGIN}(?:[ ](?:for|to|on|till|för|für|pour|para|per|для)[ ][^\n.,:;!?=/]{{1,30}}?)?(?:{LEAD}|[ ](?:with|"
        rf"as|using|med|mit|avec|con|com|с|как)){{0,4}}"
        rf"[ ]{{0,2}}[（(]?[\"'`]?(?P<user>[\w.@+-]{{2,64}}+)[\"'`]?(?:[ ]?[:/|\uff1a\uff0f][ ]?|"
        rf"(?<=(?:@[\w.-]{{1,60}}|(?:with|as|med|som|mit|als|avec|con|com|с)[ ][\w.-]{{1,60}}))[,;]?[ ](?:(?:and|"
        rf"och|und|et|y|e|и|with|pw|pass)[ ])?){VALUE}",
        "`credentials are ana:X`",
        paired,
        evidence=r"[0-9!#$%*^~@&]",
    ),
    _told(
        ("pass", "pw", "clave", "lösen", "mdp", "code"),
        rf"(?:and|with|och|und|[,/+]|@\S{{1,60}}|{USER}[ ]\S{{1,40}})[ ]{{1,2}}(?:(?:and|y|e|et|och|und)"
        rf"[ ])?(?:pass|pw|clave|lösen|mdp|code)[ ]{VALUE}",
        "`user ana and pass X`",
    ),
    _told(
        ("root", "admin", "ubuntu", "postgres", "guest"),
        rf"(?<![\w/@.:-])(?:root|admin(?:istrator)?|ubuntu|postgres|guest)[ ]?[:/][ ]?{VALUE}",
        "`admin:X`, nothing said about it",
    ),
    _told(
        PIN_TRIGGERS,
        rf"{PIN}(?:{_FOR}{_LEADS}|(?:{_LEADS})?)[ ]{{0,2}}{_DIGITS}",
        "`the door code is 4821`",
        told_digits,
        evidence=r"\d{3}|\d[ -]\d",
    ),
    _told(
        ("code", "kod", "código", "codice", "код", "コード", "코드", "代码", "码"),
        r"(?:recovery|back-?up|rescue|emergency|återställnings|reserv|säkerhets|wiederherstellungs|backup-|ersatz|"
        r"de (?:récupération|secours|recuperación|recuperação|recupero|backup)|резервные|восстановления|恢复|備份|"
        r"备份|リカバリー|백업|복구|yedek)?"
        r"[ -]?(?:codes?|koder(?:na)?|códigos?|codici|коды|コード|코드|代码|码|kodlar[ıi]?)"
        r"(?:[ ](?:de (?:récupération|secours|recuperación|respaldo|recuperação)|di (?:recupero|backup)|"
        r"восстановления))?(?<=(?:recover|back|rescue|"
        r"emergency|åters|reserv|wieder|ersatz|secours|récup|recup|respaldo|resta|резерв|восст|恢复|备份|備份|"
        r"リカバ|백업|복구|yedek).{0,40})"
        rf"(?:[ ](?:are|is|är|sind|sont|son|são|sono)|"
        rf"\s?[:=\uff1a])?\s{{1,4}}(?:[-*][ ])?(?P<secret>{_CODE}(?:[\s,;]{{1,3}}(?:[-*][ ])?{_CODE}){{0,31}})",
        "a list of them, whole",
        every_code,
        evidence=r"\d",
    )._replace(kind="recovery_codes", lines=17),
    _told(
        ("2fa", "totp", "otp", "mfa", "authenticator", "two-factor", "two factor"),
        r"(?:2fa|totp|otp|mfa|authenticator|two[- ]factor)[\w -]{0,24}?(?:seed|secret|key|code|nyckel|schlüssel|clé|"
        r"clave|chave|ключ|密钥|キー|키)"
        rf"(?:{_LEADS}|[ ])[ ]?(?-i:(?P<secret>[A-Z2-7]{{4}}(?:[ -]?[A-Z2-7]{{4}}){{3,15}}))(?!\w)",
        "what makes one-time codes",
        always,
        evidence=r"[A-Z2-7]{4}[ -]?[A-Z2-7]{4}",
    )._replace(kind="token"),
    _told(
        ("phrase", "mnemonic", "seed", "frase", "återställningsfras"),
        r"(?:(?:seed|recovery|backup|secret|wallet|mnemonic)[ -](?:phrase|words|seed)|mnemonic|återställningsfras|"
        r"wiederherstellungsphrase|phrase de récupération|"
        rf"frase (?:semilla|de recuperación|de recuperação|di recupero))(?:{_LEADS}|[ ])[\s\"'“]{{0,3}}"
        r"(?P<secret>(?:[a-z]{3,8}+[ ,]{1,2}){11,23}+[a-z]{3,8}+)(?![ ,]{0,2}[a-z])",
        "twelve words that are a wallet",
        always,
        evidence=r"(?:[A-Za-z]{3,8}[ ,]{1,2}){11}",
    )._replace(kind="seed_phrase"),
    _told(
        KEY_TRIGGERS,
        rf"{KEY}(?:{_FOR}(?P<lead>{_LEADS})|(?P<lead>{_LEADS})?){_SAID}",
        "the same for keys: they are random",
        told_key,
        evidence=r"[A-Za-z][0-9]|[0-9][A-Za-z]|[a-z][A-Z]",
    )._replace(kind="token"),
)
