"""Judge what a pattern of the rules proposes: a secret, or code, prose and placeholders of its shape."""

from typing import Final

import regex as re  # compiles at the first use and remembers: at import, a third of a command's start


def always(_found: re.Match[str]) -> bool:
    """Judge a pattern that says enough by itself."""
    return True


def random(found: re.Match[str]) -> bool:
    """Say whether a prefixed token is a real one, not `sk-ant-xxxxxxxx` or a hyphenated name."""
    return _is_random(found["secret"])


def credential(found: re.Match[str]) -> bool:
    """Judge the value of a name like `token` or `api_key`: it must look made by a machine, or its name be `LOUD`."""
    value = found["secret"]
    if len(value) > LONG:
        return True
    if len(value) < _MIN_CREDENTIAL or _is_spared(found):
        return False
    return _is_loud(found) or (_is_random(value) and not _is_wordy(value))


def password(found: re.Match[str]) -> bool:
    """Judge the value of a name like `password`: people choose weak ones, so little is asked of it."""
    value = found["secret"]
    if len(value) > LONG:
        return True
    if len(value) < _MIN_PASSWORD or value[0] == "/" or _is_spared(found):
        return False
    if _is_guessable(value):
        return True
    plain = value.islower() or not value.istitle()
    certain = found["quote"] is not None or _is_loud(found) or _is_argument(found)
    return certain and plain and not re.fullmatch(_TYPE_OR_STATE, value)


def said_password(found: re.Match[str]) -> bool:
    """Judge what follows `my password is`: a word alone is prose (`is wrong`), unless it stands in quotes."""
    value = found["secret"]
    if _is_measure(found):
        return False
    return password(found) and (found["quote"] is not None or len(value) > LONG or _is_guessable(value))


def url_password(found: re.Match[str]) -> bool:
    """Judge what stands before the host of an address."""
    return not re.match(_REFERENCE, found["secret"])


def argument(found: re.Match[str]) -> bool:
    """Judge a word that stands where a client takes its password: only what says where the password is gets spared."""
    value = found["secret"]
    if len(value) > LONG:
        return True
    return value[0] not in "/~." and not re.match(_REFERENCE, value) and not re.search(_PLACEHOLDER, value)


def passed(found: re.Match[str]) -> bool:
    """Judge what follows `--password`: a plain word counts only where the command goes on, or ends, after it."""
    value = found["secret"]
    if len(value) <= LONG and (len(value) < _MIN_PASSWORD or value[0] == "/" or _is_spared(found)):
        return False
    return (
        len(value) > LONG
        or _is_guessable(value)
        or bool(
            re.match(_COMMAND_GOES_ON, found.string, pos=found.end("secret")) and not re.fullmatch(_OF_OPTIONS, value)
        )
    )


def environment(found: re.Match[str]) -> bool:
    """Judge the value of a variable like `REDISCLI_AUTH`, which may also name a way to log in."""
    value = found["secret"]
    return (
        argument(found) and len(value) >= _MIN_PASSWORD and not re.fullmatch(_WAY_IN, value) and not _is_spared(found)
    )


def cookie(found: re.Match[str]) -> bool:
    """Judge the value of a cookie: sessions are random, `theme=dark` is not."""
    value = found["secret"]
    if len(value) > LONG:
        return True
    known = re.search(_SESSION, found["name"])
    return (
        len(value) >= _MIN_PASSWORD
        and not re.match(_REFERENCE, value)
        and bool(known or not re.fullmatch(_PLAIN, value))
    )


def next_cookie(found: re.Match[str]) -> bool:
    """Judge a later pair of a line of cookies."""
    line = found.string[max(0, found.start() - 2000) : found.start()].rpartition("\n")[2]
    return bool(re.search(_COOKIE_LINE, line)) and cookie(found)


def encoded(found: re.Match[str]) -> bool:
    """Judge what may be `user:password` in base64."""
    value = found["secret"]
    return len(value) > LONG or (not _is_spared(found) and _is_random(value) and not _is_wordy(value))


def made_up(found: re.Match[str]) -> bool:
    """Judge what stands right beside a name in a sentence, with nothing said between them: it must look invented."""
    value = found["secret"]
    if len(value) > LONG:
        return True
    if _is_measure(found) or _is_spared(found) or re.fullmatch(_IDENTIFIER, value) or re.search(_APART, value):
        return False
    letters, digits = re.search(_LETTER, value), re.search(_DIGIT, value)
    mixed = letters and (digits or re.search(_SYMBOL, value[1:]))
    strong = bool(re.search(_SYMBOL, value[1:])) or not (value.islower() or value.isupper())
    return bool(mixed) and len(value) >= (_MIN_BESIDE - 2 if strong else _MIN_BESIDE)


def paired(found: re.Match[str]) -> bool:
    """Judge the second half of `ana:…` or `ana / …` after a word like `credentials`."""
    return made_up(found) or (len(found["secret"]) >= _MIN_PAIRED and _is_mixed(found) and not _is_measure(found))


def told(found: re.Match[str]) -> bool:
    """Judge what follows a name in a sentence, by what leads from one to the other."""
    if found["lead"]:
        return said_password(found) and not re.fullmatch(_YEAR, found["secret"])
    return made_up(found)


def told_key(found: re.Match[str]) -> bool:
    """Judge what follows `the API key`: random, and long where nothing leads to it."""
    value = found["secret"]
    least = _MIN_CREDENTIAL if found["lead"] else _MIN_KEY_BESIDE
    return len(value) >= least and credential(found)


def told_digits(found: re.Match[str]) -> bool:
    """Judge a code of digits: not a measure such as `4000 lines`."""
    return not _is_measure(found)


def every_code(found: re.Match[str]) -> bool:
    """Judge a list of recovery codes: each has a digit."""
    return all(re.search(_DIGIT, code) for code in found["secret"].split())


def key_body(found: re.Match[str]) -> bool:
    """Tell a key from code that only speaks of its first line."""
    body = re.sub(_ESCAPED_SPACE, "", found["body"])
    return bool(re.search(_BASE64_RUN, body) or re.fullmatch(_BASE64_ONLY, body))


def card(found: re.Match[str]) -> bool:
    """Judge the digits of a payment card by an issuer's range and the check digit."""
    digits = re.sub(r"[ -]", "", found["secret"])
    return bool(re.fullmatch(_ISSUERS, digits)) and _luhn(digits)


def personnummer(found: re.Match[str]) -> bool:
    """Check date and check digit, sparing stamps such as `20240115-1230` that say a time of day.

    Coordination numbers add 60 to the day (Skatteverket, SKV 704).
    """
    digits = re.sub(r"\D", "", found["secret"])
    year, short = digits[:-10], digits[-10:]
    month, day, tail = int(short[2:4]), int(short[4:6]), short[6:]
    if not (1 <= month <= 12 and 1 <= day - (60 if day > 60 else 0) <= 31 and _luhn(short)):
        return False
    recent = year in {"", "20"} and short[:2] >= _STAMP_YEARS[0] and short[:2] <= _STAMP_YEARS[1]
    return not (recent and tail[:2] < "24" and tail[2:] < "60")


def named_personnummer(found: re.Match[str]) -> bool:
    """Check the check digit alone, where the text says what the number is."""
    return _luhn(re.sub(r"\D", "", found["secret"])[-10:])


def _luhn(digits: str) -> bool:
    """Check the last digit (ISO/IEC 7812-1, annex B)."""
    doubled = [int(d) * (2 if i % 2 else 1) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _is_random(value: str) -> bool:
    if re.search(_SAME_CHARACTER, value):
        return False
    letters = not value.isdigit() and not value.islower() and not value.isupper()
    return bool(re.search(_DIGIT, value)) or letters


def _is_wordy(value: str) -> bool:
    """Say whether a value reads as words: `my-service_v2`, `accessToken`, `src/auth.py:12`."""
    return all(re.fullmatch(_WORD, part) for part in re.split(_WORD_BREAK, value))


def _is_guessable(value: str) -> bool:
    """Say whether a value has the shape of a password a person would choose: `hunter2`, `123456`, `Pa$sword`."""
    letter, digit = re.search(_LETTER, value), re.search(_DIGIT, value)
    if digit:
        return bool(letter) or value.isdigit()
    return bool(letter and re.search(_SYMBOL, value))


def _is_loud(found: re.Match[str]) -> bool:
    """Say whether the name is a constant set at once: `API_KEY=…` or `API_KEY = "…"`, where even words are a value.

    A path is not: it says where the secret is kept.
    """
    parts = found.groupdict()
    name = parts.get("name")
    at_once = parts["quote"] or parts.get("sep") == "="
    return bool(name and name.isupper() and at_once and found["secret"][0].isalnum())


def _is_mixed(found: re.Match[str]) -> bool:
    value = found["secret"]
    letters_and_digits = re.search(_LETTER, value) and re.search(_DIGIT, value)
    return (
        bool(letters_and_digits) and not _is_spared(found) and not re.fullmatch(_IDENTIFIER, value) and "/" not in value
    )


def _is_measure(found: re.Match[str]) -> bool:
    """Say whether a value is counted or names an algorithm: `8-character`, `2048 bits`, `12文字`, `SHA256`."""
    return bool(re.match(_MEASURE, found["secret"]) or re.match(_COUNTED, found.string, pos=found.start("secret")))


def _is_argument(found: re.Match[str]) -> bool:
    """Say whether `name=value` is a word of a command line or of a connection string, and not of a program."""
    if found.groupdict().get("sep") != "=":
        return False
    before = found.string[max(0, found.start() - 80) : found.start()]
    return bool(re.search(_ARGUMENT, before))


def _is_spared(found: re.Match[str]) -> bool:
    """Say whether a value is code, a reference to a secret kept elsewhere, or a placeholder."""
    value, after = found["secret"], found.string[found.end("secret") : found.end("secret") + 1]
    if found["quote"]:
        if after and after not in "\"'`\\<":
            return True  # a sentence in quotes
    elif (after and after in "([{") or re.fullmatch(_DOTTED, value):
        return True  # `get_token()`, `row[0]`, `settings.token`
    return bool(re.match(_REFERENCE, value) or re.search(_PLACEHOLDER, value)) or value == found.groupdict().get("name")


LONG: Final = (
    256  # characters without a space after `token=`: no prose, no code, and accepting it keeps the search linear
)
_MIN_CREDENTIAL: Final = 8  # characters; shorter values of `token:` are words, versions and counts
_MIN_PASSWORD: Final = 4  # characters; shorter values of `password:` are lengths and flags
_STAMP_YEARS: Final = ("13", "29")  # two-digit years in which `YYMMDD-HHMM` is a time stamp rather than a birth

_DIGIT: Final = r"[0-9]"
_LETTER: Final = r"[A-Za-zÀ-ɏ]"
_SYMBOL: Final = r"[!#$%*^~@&]"
_SAME_CHARACTER: Final = r"(.)\1{7}"
_WORD_BREAK: Final = r"[-_./:@+=]+"
_WORD: Final = r"(?:[A-Z]{2,}+|[A-Z]?[a-z]{2,}+)*+[A-Za-z]?[0-9]{0,4}[a-z]?"
_DOTTED: Final = r"[A-Za-z_]\w{0,23}(?:\??\.[A-Za-z_]\w{0,23})++"
_ESCAPED_SPACE: Final = r"\\+[nrt]|[\s\"'+,>|]"
_BASE64_RUN: Final = r"[A-Za-z0-9/=]{32}"
_BASE64_ONLY: Final = r"[A-Za-z0-9/=]{8,}"

_YEAR: Final = r"(?:19|20)\d\d"
_MIN_BESIDE: Final = (
    8  # characters; beside the word with nothing between, shorter ones are names of machines and versions
)
_MIN_PAIRED: Final = 6  # characters of `ana:…`
_MIN_KEY_BESIDE: Final = 16  # characters of a key with nothing between it and its name
# `users_v2`, `step-2`, `api/v1`, `db-prod-01`
_IDENTIFIER: Final = (
    r"[A-Za-z]+(?:[_./-][A-Za-z]+)*[_./-]?v?\d{0,3}(?<=[_./-].*)|[A-Za-z]*\d+(?:\.\d+)+\w{0,4}"
    r"|[A-Z]{1,4}-?\d+|\d+[A-Za-z]{1,5}"
)
_APART: Final = r"/|::|\(|\.(?:[a-z]{1,4}|toml|json|yaml|html)$|^(?:https?|www\.)"
# What leads to `name=` there: a flag of its own, the pair before, a flag in front, or the start of a line.
_ARGUMENT: Final = (
    r"(?:(?:^|[\s\"'])-[\w.-]*|[;,&?=][\w.-]*|=[^\s=,]{1,60}[ ][\w.-]*|(?:\A|\n)[\w.-]*"
    r"|(?:^|\s)--?[A-Za-z][\w-]*[ \t][\"']?[\w.-]*)$"
)
_COMMAND_GOES_ON: Final = r"[\"'`]*(?:[ \t]*(?:$|[|;&<>\n]|\\)|[ \t]+(?:-|https?:|/))"
_OF_OPTIONS: Final = (
    r"(?ai)flag|option|argument|parameter|switch|value|and|or|to|for|from|is|was|instead|too|file|stdin|here"
)
_WAY_IN: Final = (
    r"(?ai)\d+|login|plain|basic|on|off|yes|no|oauth2?|xoauth2|ldap|saml|jwt|bearer|digest|ntlm|kerberos|peer|trust|"
    r"cert"
    r"|scram-sha-\d+|cram-md5|local|google|github|enabled?|disabled?|anonymous|mandatory|allow|deny|default|"
    r"any|bool(?:ean)?|str(?:ing)?|text|false|true|nil|none|null|undefined|optional|required"
)
_COOKIE_LINE: Final = r"(?ai)cookie2?[\"']?[ \t]{0,2}[:=]"
_SESSION: Final = r"(?ai)sess|sid|auth|token|csrf|xsrf|jwt|login|remember|secret|key|user"
_PLAIN: Final = r"[A-Za-z-]{0,24}|\d{1,4}|[a-z]{2}[-_][A-Z]{2}|\d\d?[:.]\d\d"

# What stands where a secret would stand and says where the secret is instead.
_REFERENCE: Final = r"""(?x)
      \[secret:[a-z0-9_]+\]$                        # masked before
    | \$(?:[A-Za-z_]\w*$|[({])                      # $TOKEN  ${TOKEN}  $(pass show x)
    | [<>{]                                         # <your-key>  {token}
    | %(?:[sdvr]\b|\(|\w+%)                         # %s  %(token)s  %TOKEN%
    | [!@*&][A-Za-z_]*$                             # !secret  @ivar  *pointer
    | (?:process\.env|import\.meta|os\.(?:environ|getenv))\b
    | [a-z][a-z0-9+.]{1,12}://                      # an address: its own password has its own rule
    | \d{4}-\d\d-\d\d                               # a date
    | (.)\1*$                                       # xxx  ***  0000
    """
_PLACEHOLDER: Final = r"""(?aix)
      ^(?:change[-_]?(?:me|this)|(?:replace|insert|enter|put)[-_]|your(?:api|key|pass|secret|token))
    | ^(?:example|sample|placeholder|redacted|dummy|fake|todo|xxx|foobar)
    | \byour[-_] | [-_]here$ | \.\. | … | x{4} | \*{3}
    | ^[a-z_]{1,60}_(?:token|key|secret)$           # the name of another variable
    | ^(?:password|passwd|pwd|token|secret|key|api_?key)\d?$
    """
# "The password is 8-character / SHA256-hashed": a measure or an algorithm, not a value.
_MEASURE: Final = (
    r"(?ai)(?:\d+(?:st|nd|rd|th|-?(?:bit|byte|char|digit|letter|day|week|month|year|hour|minute|word|tecken|zeichen)"
    r"|:[aàe]\b)"
    r"|sha-?\d|md5|base-?\d\d|bcrypt|argon2|pbkdf2|aes|utf-?\d|ed25519|rsa-?\d|oauth|1password|v?\d+\.\d+)"
)
# A number and what it counts, in the languages that passwords are told in.
_COUNTED: Final = (
    r"(?i)\d+[ ]?(?:(?:more |different |random )?(?:bits?|bytes?|char(?:acter)?s?|digits?|letters?|words?|symbols?|"
    r"times?|"
    r"days?|weeks?|months?|years?|hours?|minutes?|seconds?|lines?|users?|%|percent|rader|gånger|dagar|år|tecken|"
    r"siffror|"
    r"zeichen|ziffern|tage|jahre|zeilen|mal|stellig|caract[èe]res|chiffres|jours|lignes|fois|d[íi]gitos|d[íi]as|veces|"
    r"vezes|caratteri|cifre|giorni|volte|символ|цифр|знак|дн|лет|раз|karakter|haneli|rakam|gün|kez|अक्षर|अंक|दिन|"
    r"位|个|個|字符|文字|桁|年|月|日|回|天|次|자(?!\w)|자리|글자|일|년|개|번)|(?:st|nd|rd|th)\b)"
)
_TYPE_OR_STATE: Final = (
    r"(?ai)any|array|bool|boolean|bytes|char|hash|integer|number|object|secretstr|string|text|varchar|false|true|"
    r"nil|none"
    r"|null|undefined|empty|expired|hidden|incorrect|invalid|missing|optional|required|unset|wrong"
)

# Issuer ranges with their lengths (ISO/IEC 7812 registry): without them one random number in ten passes Luhn.
_ISSUERS: Final = (
    r"4\d{12}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|62\d{14,17}"
)
