"""Mask secrets and cut private spans out of text, before anything is written.

Knows nothing of records, stores or languages: text goes in, text comes out.
"""

import functools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import regex as re  # the standard one, before 3.11.5, takes possessive quantifiers wrongly and leaves secrets in


def clean(text: str) -> str:
    """Make one turn fit for the journal: valid Unicode, no control sequences, nothing private, no secrets.

    Outer whitespace stays, for a turn is quoted as it was said. What is clean stays as it is:
    text that joins into something to be taken out, once what stood between is gone, is gone over again.
    """
    for _ in range(_MAX_PASSES):
        cleaned = _clean_once(text)
        if cleaned == text:
            break
        text = cleaned
    return text


def _clean_once(text: str) -> str:
    if not text.isascii():
        text = _mend_surrogates(text)
    if "\0" in text:
        text = text.replace("\0", "")
    if "\x1b" in text or "\x9b" in text:
        text = _ANSI.sub("", text)
    return mask(strip_private(text))


def strip_private(text: str) -> str:
    """Cut `<private>…</private>` out, nested and unclosed ones too.

    An unclosed span runs to the end of the text: to lose a sentence is better than to keep one that was private.
    """
    kept, depth, done = [], 0, 0
    for tag in _PRIVATE_TAG.finditer(text):
        if depth == 0:
            kept.append(text[done : tag.start()])
        depth = depth + 1 if tag["open"] else max(0, depth - 1)
        done = tag.end()
    if depth == 0:
        kept.append(text[done:])
    return "".join(kept)


def mask(text: str) -> str:
    """Replace every secret by `[secret:KIND]`; names, users and hosts beside it stay readable.

    Masking a masked text changes nothing. Time grows linearly with the text, whatever the text is.
    """
    for _ in range(_MAX_PASSES):
        masked = _mask_once(text)
        if masked == text:
            break
        text = masked
    return text


def _mask_once(text: str) -> str:
    for at in sorted(_due(text)):
        text = _apply(_RULES[at], text)
    return text


def _due(text: str) -> set[int]:
    """Find the rules with a trigger in the text; in most texts those are the few that have none.

    Case-sensitive triggers sit in long words, and only those are searched: prose has few, so this is most of the speed.
    """
    words, folded = " ".join([word for word in text.split() if len(word) >= _LONG_WORD]), text.lower()
    due = set(_ALWAYS)
    for triggers, haystack in ((_EXACT, words), (_FOLDED, folded)):
        for trigger, rules in triggers.items():
            if trigger in haystack:
                due.update(rules)
    return due


def _apply(rule: "_Rule", text: str) -> str:
    kept, done = [], 0
    for begin, stop in _stretches(rule, text):
        at = begin
        while found := _compiled(rule.pattern).search(text, at, stop):
            start, end = found.span("secret")
            if rule.verdict(found):
                kept += [text[done:start], f"[secret:{rule.kind}]"]
                done = at = end
            else:
                # A spared value is read again, for it may hold a name of its own: `token: https://h/?password=…`.
                at = start if start > found.start() else found.end()
    return "".join(kept) + text[done:] if done else text


def _stretches(rule: "_Rule", text: str) -> Iterator[tuple[int, int]]:
    """Yield where to search: everywhere, or for a rule that folds case (which is slow) the lines with a trigger."""
    if not rule.pattern.startswith(_FOLD):
        yield 0, len(text)
        return
    done = 0
    folded = text.replace("İ", "I").lower()  # the one letter that grows when lowered and would shift all after it
    for hit in _compiled("|".join(map(re.escape, rule.triggers))).finditer(folded):
        if hit.start() >= done:
            start, stop = text.rfind("\n", done, hit.start()) + 1, text.find("\n", hit.end())
            start, done = max(start, done), len(text) if stop < 0 else stop
            yield start, done


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # On first use and not at import: dozens of patterns cost the command line more start-up than most texts need.
    return re.compile(pattern)


def _mend_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        # Through UTF-16, so that two halves which found each other become the character they meant.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


# Verdicts: a pattern proposes, a verdict decides.


def _always(_found: re.Match[str]) -> bool:
    return True


def _random(found: re.Match[str]) -> bool:
    """Say whether a prefixed token is a real one, not `sk-ant-xxxxxxxx` or a hyphenated name."""
    return _is_random(found["secret"])


def _credential(found: re.Match[str]) -> bool:
    """Judge the value of a name like `token` or `api_key`: it must look made by a machine, or its name be `LOUD`."""
    value = found["secret"]
    if len(value) > _LONG:
        return True
    if len(value) < _MIN_CREDENTIAL or _is_spared(found):
        return False
    return _is_loud(found) or (_is_random(value) and not _is_wordy(value))


def _password(found: re.Match[str]) -> bool:
    """Judge the value of a name like `password`: people choose weak ones, so little is asked of it."""
    value = found["secret"]
    if len(value) > _LONG:
        return True
    if len(value) < _MIN_PASSWORD or value[0] == "/" or _is_spared(found):
        return False
    if _is_guessable(value):
        return True
    plain = value.islower() or not value.istitle()
    return (found["quote"] is not None or _is_loud(found)) and plain and not _TYPE_OR_STATE.fullmatch(value)


def _said_password(found: re.Match[str]) -> bool:
    """Judge what follows `my password is`: a word alone is prose (`is wrong`), unless it stands in quotes."""
    value = found["secret"]
    if _MEASURE.match(value):
        return False
    return _password(found) and (found["quote"] is not None or len(value) > _LONG or _is_guessable(value))


def _url_password(found: re.Match[str]) -> bool:
    return not _REFERENCE.match(found["secret"])


def _curl_user(found: re.Match[str]) -> bool:
    # `docker run -u 1000:1000` has the same shape, so the command is looked for in front.
    near = found.string[max(0, found.start() - 300) : found.start()]
    return "curl" in near.rpartition("\n")[2] and not _REFERENCE.match(found["secret"])


def _key_body(found: re.Match[str]) -> bool:
    """Tell a key from code that only speaks of its first line."""
    body = _ESCAPED_SPACE.sub("", found["body"])
    return bool(_BASE64_RUN.search(body) or _BASE64_ONLY.fullmatch(body))


def _card(found: re.Match[str]) -> bool:
    digits = re.sub(r"[ -]", "", found["secret"])
    return bool(_compiled(_ISSUERS).fullmatch(digits)) and _luhn(digits)


def _personnummer(found: re.Match[str]) -> bool:
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


def _named_personnummer(found: re.Match[str]) -> bool:
    return _luhn(re.sub(r"\D", "", found["secret"])[-10:])


def _luhn(digits: str) -> bool:
    """Check the last digit (ISO/IEC 7812-1, annex B)."""
    doubled = [int(d) * (2 if i % 2 else 1) for i, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _is_random(value: str) -> bool:
    if _SAME_CHARACTER.search(value):
        return False
    letters = not value.isdigit() and not value.islower() and not value.isupper()
    return bool(_DIGIT.search(value)) or letters


def _is_wordy(value: str) -> bool:
    """Say whether a value reads as words: `my-service_v2`, `accessToken`, `src/auth.py:12`."""
    return all(_WORD.fullmatch(part) for part in _WORD_BREAK.split(value))


def _is_guessable(value: str) -> bool:
    """Say whether a value has the shape of a password a person would choose: `hunter2`, `123456`, `Pa$sword`."""
    letter, digit = _LETTER.search(value), _DIGIT.search(value)
    if digit:
        return bool(letter) or value.isdigit()
    return bool(letter and _SYMBOL.search(value))


def _is_loud(found: re.Match[str]) -> bool:
    """Say whether the name is a constant set at once: `API_KEY=…` or `API_KEY = "…"`, where even words are a value.

    A path is not: it says where the secret is kept.
    """
    parts = found.groupdict()
    name = parts.get("name")
    at_once = parts["quote"] or parts.get("sep") == "="
    return bool(name and name.isupper() and at_once and found["secret"][0].isalnum())


def _is_spared(found: re.Match[str]) -> bool:
    """Say whether a value is code, a reference to a secret kept elsewhere, or a placeholder."""
    value, after = found["secret"], found.string[found.end("secret") : found.end("secret") + 1]
    if found["quote"]:
        if after and after not in "\"'`\\<":
            return True  # a sentence in quotes
    elif (after and after in "([{") or _DOTTED.fullmatch(value):
        return True  # `get_token()`, `row[0]`, `settings.token`
    return bool(_REFERENCE.match(value) or _PLACEHOLDER.search(value)) or value == found.groupdict().get("name")


class _Rule(NamedTuple):
    """One kind of secret.

    `triggers` are substrings one of which every match contains: lower-case for a pattern that folds case, and within
    a word of ten characters for one that does not.
    `pattern` has a group `secret`, all that is replaced. Quantifiers are possessive or short, and what may run long
    either breaks at its own first character or is always accepted, so no text makes the search quadratic.
    """

    kind: str
    triggers: tuple[str, ...]
    pattern: str
    reason: str
    verdict: Callable[[re.Match[str]], bool]


_MAX_PASSES = 4  # a mask can free a neighbour; in 30,000 random heaps of secrets that took two at most
_LONG_WORD = 10  # characters; `-----BEGIN` has ten, every other case-sensitive pattern asks for more without a space
_LONG = 256  # characters without a space after `token=`: no prose, no code, and accepting it keeps the search linear
_MIN_CREDENTIAL = 8  # characters; shorter values of `token:` are words, versions and counts
_MIN_PASSWORD = 4  # characters; shorter values of `password:` are lengths and flags
_STAMP_YEARS = ("13", "29")  # two-digit years in which `YYMMDD-HHMM` is a time stamp rather than a birth

_ANSI = re.compile(
    r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|[\]PX^_][^\x07\x1b]*+(?:\x07|\x1b\\)|[ -/]++[0-~]|[0-~])?|\x9b[0-?]*+[ -/]*+[@-~]"
)
_PRIVATE_TAG = re.compile(r"(?ai)<(?:(?P<open>private)|/private)(?:\s[^<>]*+)?>")

_DIGIT = re.compile(r"[0-9]")
_LETTER = re.compile(r"[A-Za-zÀ-ɏ]")
_SYMBOL = re.compile(r"[!#$%*^~@&]")
_SAME_CHARACTER = re.compile(r"(.)\1{7}")
_WORD_BREAK = re.compile(r"[-_./:@+=]+")
_WORD = re.compile(r"(?:[A-Z]{2,}+|[A-Z]?[a-z]{2,}+)*+[A-Za-z]?[0-9]{0,4}[a-z]?")
_DOTTED = re.compile(r"[A-Za-z_]\w{0,23}(?:\??\.[A-Za-z_]\w{0,23})++")
_ESCAPED_SPACE = re.compile(r"\\+[nrt]|[\s\"'+,>|]")
_BASE64_RUN = re.compile(r"[A-Za-z0-9/=]{32}")
_BASE64_ONLY = re.compile(r"[A-Za-z0-9/=]{8,}")

# What stands where a secret would stand and says where the secret is instead.
_REFERENCE = re.compile(
    r"""(?x)
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
)
_PLACEHOLDER = re.compile(
    r"""(?aix)
      ^(?:change[-_]?(?:me|this)|(?:replace|insert|enter|put)[-_]|your(?:api|key|pass|secret|token))
    | ^(?:example|sample|placeholder|redacted|dummy|fake|todo|xxx|foobar)
    | \byour[-_] | [-_]here$ | \.\. | … | x{4} | \*{3}
    | ^[a-z_]{1,60}_(?:token|key|secret)$           # the name of another variable
    | ^(?:password|passwd|pwd|token|secret|key|api_?key)\d?$
    """
)
# "The password is 8-character / SHA256-hashed": a measure or an algorithm, not a value.
_MEASURE = re.compile(
    r"(?ai)(?:\d+(?:st|nd|rd|th|-?(?:bit|byte|char|digit|letter|day|week|month|year|hour|minute|word|tecken|zeichen))"
    r"|sha-?\d|md5|base-?\d\d|bcrypt|argon2|pbkdf2|aes|utf-?\d|ed25519|rsa-?\d|oauth|1password|v?\d+\.\d+)"
)
_TYPE_OR_STATE = re.compile(
    r"(?ai)any|array|bool|boolean|bytes|char|hash|integer|number|object|secretstr|string|text|varchar|false|true|nil|none"
    r"|null|undefined|empty|expired|hidden|incorrect|invalid|missing|optional|required|unset|wrong"
)

_FOLD = "(?ai)"
# A key may follow a letter only when that letter is the end of an escaped line break in quoted JSON.
_LEFT = r"(?<![A-Za-z0-9](?<!\\[nrt]))"
_QUOTE = r"\\{0,3}[\"'`]"
# The characters of a bare value; a full stop or colon at its end belongs to the sentence, `&name=` to the query string.
_CORE = r"!#$%*+\-/0-9=@A-Z^_a-z~À-ɏ"
_BARE = rf"(?:[{_CORE}]|[.:?](?=[.:?{_CORE}])|&(?![\w.-]{{1,40}}=|amp;))++"
_QUOTED = r"[!#-&(-\[\]-_a-~À-ɏ]++"
_VALUE = rf"(?:[bfru]{{1,2}}(?=[\"']))?(?P<quote>{_QUOTE})?+(?P<secret>(?(quote){_QUOTED}|(?![:=?+-]){_BARE}))"
_ANNOTATION = r":[ \t]{0,2}[A-Za-z_][\w.|\[\] ]{0,30}="  # `password: str = "…"`
# A bracket only after a quote, `env["TOKEN"] =`, or `[secret:token]: word` would be read as a name and its value.
_SET = rf"(?:{_QUOTE}\]?)?(?P<sep>[ \t]{{0,4}}(?:=>|:=|={{1,3}}|{_ANNOTATION}|:)[ \t]{{0,4}}){_VALUE}"

# `token_count`, `passwordResetUrl`, `secret_name`: these speak about a secret and hold none.
_ABOUT = (
    r"(?!s?[-_]?(?:id|name|type|kind|count|len|length|size|limit|max|min|num|total|ur[il]|path|file|dir|env|var|ttl|time|"
    r"expir|age|field|input|label|hint|prompt|reset|forgot|policy|strength|rule|regex|pattern|err|messages?|msg|text|title|"
    r"placeholder|stat|usage|used|budget|price|cost|per|index|idx|range|rate|at|by|class|column|header|param|prefix|"
    r"version|algo|format|manager|store|service|provider|handler|resolver|endpoint|scope|schema|list|map|set|ref|iz|ary))"
)
_PASSWORD_NAME = (
    r"(?P<name>(?:pass[-_ ]?(?:word|phrase|code)|passwd|pwd|l[öÖ]senord(?:et)?|passwort|kennwort|wachtwoord"
    rf"|contrase[ñÑ]a|(?<![a-z])pw(?![a-z])|(?:admin|db|email|ftp|mail|mysql|pg|redis|root|smtp|ssh|user)_?pass)"
    rf"{_ABOUT}[A-Za-z0-9_-]{{0,24}}+)"
)
_TOKEN_NAME = (
    r"(?P<name>(?!secret:[a-z0-9_]+\])(?:(?:access|account|api|app|auth|deploy|encryption|master|private|secret|service|"
    rf"signing|storage)[-_ ]?key|(?:client[-_ ]?)?secret|token|credential){_ABOUT}[A-Za-z0-9_-]{{0,24}}+)"
)

# `my password for the wifi is …` in the languages whose speakers we know to say it; noun and verb belong together,
# for a verb of one language is a preposition of another (`on`, `to`).
_SAID = "|".join(
    rf"{_LEFT if noun.isascii() else ''}{noun}(?:[ ](?:{link})[ ][^\n.,:;!?=]{{1,40}}?)?[ ]{{0,2}}(?:{verb})"
    for noun, link, verb in (
        (r"(?:password|passphrase|passcode|pass ?word|pin(?:[ -]?code)?)", "for|to|of|on|at", "is now|is|was"),
        (r"(?:l[öÖ]senord(?:et)?|pin-?kod(?:en)?)", "för|till|på", "är nu|är|var|[:=]"),
        (r"(?:passwort|kennwort)", "für|zu|zum|von", "ist jetzt|ist|lautet|war"),
        (r"(?:passord(?:et)?|adgangskode(?:n)?)", "for|til|på", "er|var|[:=]"),
        (r"wachtwoord", "voor|van", "is"),
        (r"mot de passe", "de|du|pour", "est|[:=]"),
        (r"contrase[ñÑ]a", "de|del|para", "es"),
        (r"(?:senha|password)", "do|da|de|di|per", "é|è|[:=]"),
        (r"salasana(?:ni)?", "on|palveluun", "on|[:=]"),
        (r"has[łŁ]o", "do", "to|[:=]"),
        (r"(?:пароль|Пароль)", "от|для", "[-—:=]|это"),
        (r"(?:密码|密碼|口令)", "的", "是|为|為|[:\uff1a]"),
        (r"(?:パスワード|비밀번호)", "の", "は|[:\uff1a]"),
    )
)

# Issuer ranges with their lengths (ISO/IEC 7812 registry): without them one random number in ten passes Luhn.
_ISSUERS = (
    r"4\d{12}(?:\d{3})?|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}"
    r"|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|62\d{14,17}"
)
# Thirteen digits in one run are article numbers and milliseconds far more often than old Visa cards: only in groups.
_CARD = (
    r"(?P<secret>[2-6](?<![\w./+-](?<!\\[nrt])[2-6])(?P<union>(?<=6)(?=2))?+\d{3}(?:\d{10,15}|(?P<gap>[ -])(?:"
    r"\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?(union)(?:(?P=gap)\d{3})?)|\d{6}(?P=gap)\d{4,5}|\d{3}(?P=gap)\d{3}(?P=gap)\d{3})))"
    r"(?!\w|[./-]\w)"
)

# A key ends at its END line; cut short, it ends where the base64 lines do, so that the prose after it survives.
_KEY_JUNK = r"(?:\\+[nrt]|[\s\"'+,>|#*:→]|\d{1,6}(?=[\t→:|]))*+"
_KEY_LINE = r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,120}|[A-Za-z0-9+/=]{16,}+)"
_PEM = (
    r"(?P<secret>-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?P<body>"
    r"[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,40}-----"
    rf"|(?:{_KEY_JUNK}{_KEY_LINE})*+(?:{_KEY_JUNK}[A-Za-z0-9+/=]{{1,15}}(?=[\"'\\\s]{{0,4}}\Z|\.\.\.|…))?+))"
)


def _rule(
    kind: str, triggers: str, pattern: str, reason: str, verdict: Callable[[re.Match[str]], bool] = _random
) -> _Rule:
    return _Rule(kind, tuple(triggers.split()), pattern, reason, verdict)


def _prefixed(kind: str, prefixes: str, body: str, least: int, reason: str) -> _Rule:
    """Describe tokens that say what they are: a prefix, then at least so many characters of `body`.

    Letters stuck to the end go too, or the next token in a row of them would only be seen once this one is gone.
    """
    triggers = tuple(prefixes.split())
    heads = "|".join(map(re.escape, triggers))
    return _Rule(kind, triggers, rf"{_LEFT}(?P<secret>(?:{heads})[{body}]{{{least},}}+[A-Za-z0-9_]*+)", reason, _random)


_ALNUM = "A-Za-z0-9"
_URLSAFE = "A-Za-z0-9_-"

# In order: a key inside a password assignment keeps its own, more telling kind.
_RULES = (
    _rule("private_key", "-----BEGIN", _PEM, "PEM of OpenSSH, RSA, EC and PGP, whole or cut short", _key_body),
    _rule(
        "jwt",
        "eyJ",
        rf"(?<![{_URLSAFE}](?<!\\[nrt]))(?P<secret>eyJ[{_URLSAFE}]{{8,}}+\.eyJ[{_URLSAFE}]{{8,}}+\.[{_URLSAFE}]{{8,}}+)",
        "session tokens; two JSON objects in base64url and a signature",
        _always,
    ),
    _prefixed("anthropic", "sk-ant-", _URLSAFE, 20, "API and OAuth keys"),
    _prefixed("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", _URLSAFE, 20, "project, service and admin keys"),
    _prefixed("openrouter", "sk-or-", _URLSAFE, 32, "a key for many models"),
    _prefixed("openai", "sk-", _ALNUM, 32, "classic keys of 48; DeepSeek and proxies issue shorter ones of the shape"),
    _prefixed("github_pat", "ghp_ github_pat_", "A-Za-z0-9_", 30, "personal tokens, classic and fine-grained"),
    _prefixed("github_token", "gho_ ghu_ ghs_ ghr_", "A-Za-z0-9_", 30, "OAuth, app and refresh tokens"),
    _prefixed(
        "gitlab", "glpat- gldt- glptt- glrt- glcbt- glsoat- glagent- gloas-", "A-Za-z0-9_.-", 20, "any GitLab token"
    ),
    _prefixed("aws_access_key", "AKIA ASIA", "A-Z0-9", 16, "half of an AWS key pair"),
    _rule(
        "aws_secret_key",
        "secret",
        rf"{_FOLD}secret[-_ ]?access[-_ ]?key(?:{_QUOTE})?[ \t]{{0,4}}(?:[=:]|is)[ \t]{{0,4}}(?:{_QUOTE})?"
        r"(?P<secret>[A-Za-z0-9/+]{40,}+)",
        "the other half; it has no prefix, so its name must be near",
    ),
    _prefixed("gcp", "AIza", _URLSAFE, 30, "Google API keys"),
    _prefixed("google_oauth", "ya29. GOCSPX- 1//0", _URLSAFE, 20, "access tokens, client secrets, refresh tokens"),
    _prefixed(
        "slack",
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-",
        "A-Za-z0-9.-",
        10,
        "bots, users, apps",
    ),
    _rule(
        "slack_webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9_/-]{20,}+)",
        "who knows the path may post",
    ),
    _rule(
        "discord_webhook",
        "/api/webhooks/",
        r"/api/webhooks/\d{15,21}/(?P<secret>[A-Za-z0-9_-]{40,}+)",
        "who knows the path may post",
    ),
    _rule(
        "discord",
        ".",
        r"(?P<secret>[MNO](?<![\w-](?<!\\[nrt])[MNO])[A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}+)",
        "bot tokens: the base64 of a number begins with M, N or O",
    ),
    _rule("telegram", ":AA", r"(?<!\d)(?P<secret>\d{8,10}:AA[A-Za-z0-9_-]{30,}+)", "bot id and key in one"),
    _prefixed(
        "stripe", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", "A-Za-z0-9+/=", 16, "payments and webhook signing"
    ),
    _prefixed("huggingface", "hf_ api_org_", _ALNUM, 30, "user and organisation tokens"),
    _prefixed("npm", "npm_", _ALNUM, 30, "may publish packages"),
    _prefixed("pypi", "pypi-", _URLSAFE, 50, "may publish packages"),
    _prefixed("rubygems", "rubygems_", "a-f0-9", 40, "may publish packages"),
    _prefixed("docker", "dckr_pat_ dckr_oat_", _URLSAFE, 20, "may publish images"),
    _prefixed("notion", "ntn_ secret_", _ALNUM, 40, "integration tokens, new and old"),
    _prefixed("databricks", "dapi", "a-f0-9", 32, "workspace tokens"),
    _prefixed("groq", "gsk_", _ALNUM, 40, "model host"),
    _prefixed(
        "model_host",
        "xai- pplx- r8_ tvly- fw_ lsv2_pt_ lsv2_sk_",
        "A-Za-z0-9_",
        24,
        "xAI, Perplexity, Replicate, Tavily, LangSmith",
    ),
    _rule(
        "sendgrid",
        "SG.",
        rf"{_LEFT}(?P<secret>SG\.[{_URLSAFE}]{{16,}}+\.[{_URLSAFE}]{{16,}}+)",
        "may send mail in the owner's name",
    ),
    _prefixed("mailgun", "key-", "a-f0-9", 32, "may send mail in the owner's name"),
    _prefixed("twilio", "SK AC", "a-f0-9", 32, "key and account ids, half of a pair like AWS's"),
    _prefixed("shopify", "shpat_ shpca_ shppa_ shpss_", "A-Fa-f0-9", 32, "shop administration"),
    _prefixed("atlassian", "ATATT3 ATCTT3 ATBB", "A-Za-z0-9_=-", 24, "Jira, Confluence, Bitbucket"),
    _prefixed("linear", "lin_api_ lin_oauth_", _ALNUM, 32, "issue tracker"),
    _prefixed("figma", "figd_ figo_", _URLSAFE, 36, "design files"),
    _prefixed("digitalocean", "dop_v1_ doo_v1_ dor_v1_", "a-f0-9", 60, "cloud account"),
    _prefixed("vault", "hvs. hvb. hvr.", _URLSAFE, 24, "HashiCorp: a key to other keys"),
    _prefixed(
        "secret_store",
        "dp.pt. dp.st. ops_eyJ AGE-SECRET-KEY-1",
        "A-Za-z0-9_.=-",
        36,
        "Doppler, 1Password, age: keys to other keys",
    ),
    _prefixed(
        "monitoring",
        "glsa_ glc_ sntrys_ sntryu_ NRAK- PMAK-",
        "A-Za-z0-9_=+/-",
        24,
        "Grafana, Sentry, New Relic, Postman",
    ),
    _prefixed("database_host", "sbp_ sb_secret_ pscale_tkn_ pscale_pw_", "A-Za-z0-9_.-", 24, "Supabase, PlanetScale"),
    _prefixed("tailscale", "tskey-", "A-Za-z0-9-", 20, "may join a private network"),
    _rule("azure", "Q~", rf"{_LEFT}(?P<secret>\w{{3}}\dQ~[\w.~-]{{31,}}+)", "client secrets carry this mark inside"),
    _rule("azure", "sig=", r"[?&]sig=(?P<secret>[A-Za-z0-9%/+]{40,}+=?)", "shared access signatures in URLs"),
    _rule(
        "password",
        "://",
        r"://[^\s/:@\"'<>`\[\]]{0,64}:(?P<secret>[^\s/\"'<>`]{1,256})@(?=[\w.$\[{<%-])",
        "user and host tell which account it was and may stay",
        _url_password,
    ),
    _rule(
        "authorization",
        "authorization",
        rf"{_FOLD}(?P<name>authorization)(?:{_QUOTE}\]?)?[ \t]{{0,4}}[:=][ \t]{{0,4}}(?P<quote>{_QUOTE})?+"
        rf"(?:(?:bearer|basic|token|bot|apikey)[ \t]{{1,4}})?+(?P<secret>(?(quote){_QUOTED}|{_BARE}))",
        "headers, as curl and logs show them",
        _credential,
    ),
    _rule(
        "bearer",
        "bearer",
        rf"{_FOLD}{_LEFT}bearer[ \t]{{1,4}}(?P<secret>[A-Za-z0-9._~+/-]{{16,}}+=*+)(?P<quote>(?!))?",
        "a header without its name",
        _credential,
    ),
    _rule(
        "password",
        "curl",
        rf"{_FOLD}(?<=\s)(?:-u|--user)[ =]?[\"']?[^\s:\"']{{1,64}}:(?P<secret>[^\s\"'/]{{3,256}})",
        "curl takes user:password as one word",
        _curl_user,
    ),
    _rule(
        "password",
        "pass pw senord kennwort wachtwoord contrase",
        rf"{_FOLD}{_PASSWORD_NAME}{_SET}",
        "assignments in code, configuration, environment dumps and notes",
        _password,
    ),
    _rule(
        "token",
        "key secret token credential",
        rf"{_FOLD}{_TOKEN_NAME}{_SET}",
        "the same for keys",
        _credential,
    ),
    _rule(
        "password",
        "--pass -pass",
        rf"{_FOLD}(?<=\s)--?(?:[a-z]{{1,12}}-)?pass(?:word|wd|phrase)?[ \t]{{1,4}}{_VALUE}",
        "command lines",
        _said_password,
    ),
    _rule(
        "token",
        "token key secret",
        rf"{_FOLD}(?<=\s)--?(?:[a-z]{{1,12}}-)?(?:token|key|secret)[ \t]{{1,4}}{_VALUE}",
        "command lines",
        _credential,
    ),
    _rule(
        "password",
        "pass pin senord kennwort wachtwoord contrase senha salasana adgangskode hasł пароль 密码 密碼 口令 "
        "パスワード 비밀번호",
        rf"{_FOLD}(?:{_SAID})[:=]?[ ]?{_VALUE}",
        "told in a sentence",
        _said_password,
    ),
    _rule(
        "token",
        "key token secret nyckel",
        rf"{_FOLD}{_LEFT}(?:(?:api|access|secret|license)[- ]?key|token|secret|(?:api-?)?nyckeln?)"
        rf"(?:[ ](?:for|to|of|för|till)[ ][^\n.,:;!?=]{{1,40}}?)?[ ](?:is|was|är|ist)[:]?[ ]{_VALUE}",
        "told in a sentence",
        _credential,
    ),
    _rule(
        "password",
        "</",
        rf"{_FOLD}<(?:[\w.]{{1,20}}:)?(?P<name>password|passwd|passphrase|token|secret|api_?key)(?P<quote>>)"
        r"(?P<secret>[!#-&(-;=-\[\]-_a-~À-ɏ]++)(?=</)",
        "settings in XML",
        _password,
    ),
    _rule(
        "card", "", _CARD, "payment cards: Luhn and an issuer's range, so one random number in hundreds is lost", _card
    ),
    _rule(
        "personnummer",
        "",
        r"(?P<secret>\d(?<![\w.+/-](?<!\\[nrt])\d)(?:\d{7}[-+]\d{4}|\d{5}[-+]\d{4}|\d{11}))(?!\w|[.:/-]\w)",
        "Swedish identity numbers: date and check digit",
        _personnummer,
    ),
    _rule(
        "personnummer",
        "person pnr samordning",
        rf"{_FOLD}(?:person(?:nummer|nr|al (?:identity )?number)|pnr|samordningsnummer)[^\d\n]{{0,12}}"
        r"(?P<secret>(?:\d\d)?\d{6}[-+ ]?\d{4})(?!\w)",
        "named, the hyphen may be missing",
        _named_personnummer,
    ),
)


def _by_trigger(*, folding: bool) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, rule in enumerate(_RULES):
        for trigger in rule.triggers if rule.pattern.startswith(_FOLD) is folding else ():
            found.setdefault(trigger, []).append(at)
    return found


_EXACT, _FOLDED = _by_trigger(folding=False), _by_trigger(folding=True)
_ALWAYS = [at for at, rule in enumerate(_RULES) if not rule.triggers]
