"""Secrets given a name: assignments in code and settings, headers, addresses, and the files that hold passwords."""

from typing import Final

from episodic.secrets.judges import (
    always,
    argument,
    cookie,
    credential,
    encoded,
    environment,
    next_cookie,
    password,
    url_password,
)
from episodic.secrets.shape import AS_WRITTEN, BARE, FOLD, LEFT, QUOTE, QUOTED, SET, VALUE, Rule, rule

# `token_count`, `passwordResetUrl`, `secret_name`: these speak about a secret and hold none.
_ABOUT = (
    r"(?!s?[-_]?(?:id|name|type|kind|count|len|length|size|limit|max|min|num|total|ur[il]|path|file|dir|env|var|ttl|"
    r"time|"
    r"expir|age|field|input|label|hint|prompt|reset|forgot|policy|strength|rule|regex|pattern|err|messages?|msg|"
    r"text|title|"
    r"placeholder|stat|usage|used|budget|price|cost|per|index|idx|range|rate|at|by|class|column|header|param|prefix|"
    r"version|algo|format|manager|store|service|provider|handler|resolver|endpoint|scope|schema|list|map|set|ref|iz|"
    r"ary))"
)
_PASSWORD_NAME = (
    r"(?P<name>(?:pass[-_ ]?(?:word|phrase|code)|passwd|pwd|l[öÖ]senord(?:et)?|passwort|kennwort|wachtwoord"
    rf"|contrase[ñÑ]a|(?<![a-z])pw(?![a-z])|(?<=_)pw(?![a-z])|(?<=[,;&?\s\"'])pass(?==\S)|psk|pre-?shared[-_ ]?key|"
    rf"passkey|requirepass|ssh_?pass"
    r"|(?:admin|app|become|bind|db|email|ftp|http|imap|key|ldap|mail|mongo|my|mysql|net|pg|pop3|proxy|redis|root|"
    r"smtp|sql"
    r"|ssh|store|sudo|svc|user|vnc|wifi)_?pass)"
    rf"{_ABOUT}[A-Za-z0-9_-]{{0,24}}+)"
)
_TOKEN_NAME = (
    r"(?P<name>(?!secret:[a-z0-9_]+\])(?:(?:access|account|api|app|auth|deploy|encryption|master|private|secret|"
    r"service|"
    rf"signing|storage|subscription|functions)[-_ ]?key|(?:client[-_ ]?)?secret|token|"
    rf"credential){_ABOUT}[A-Za-z0-9_-]{{0,24}}+)"
)

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "password",
        "://",
        r"://[^\s/:@\"'<>`\[\]]{0,64}:(?P<secret>[^\s/\"'<>`]{1,256})@(?=[\w.$\[{<%-])",
        "user and host tell which account it was and may stay",
        url_password,
    ),
    rule(
        "authorization",
        "authorization",
        rf"{FOLD}(?P<name>authorization)(?:{QUOTE}\]?)?[ \t]{{0,4}}[:=][ \t]{{0,4}}(?P<quote>{QUOTE})?+"
        rf"(?:(?:bearer|basic|token|bot|apikey)[ \t]{{1,4}})?+(?P<secret>(?(quote){QUOTED}|{BARE}))",
        "headers, as curl and logs show them",
        credential,
    ),
    rule(
        "bearer",
        "bearer",
        rf"{FOLD}{LEFT}bearer[ \t]{{1,4}}(?P<secret>[A-Za-z0-9._~+/-]{{16,}}+=*+)(?P<quote>(?!))?",
        "a header without its name",
        credential,
    ),
    rule(
        "password",
        "pass pw psk shared senord kennwort wachtwoord contrase",
        rf"{FOLD}{_PASSWORD_NAME}{SET}",
        "assignments in code, configuration, environment dumps and notes",
        password,
    ),
    rule(
        "token",
        "key secret token credential",
        rf"{FOLD}{_TOKEN_NAME}{SET}",
        "the same for keys",
        credential,
    ),
    rule(
        "password",
        "</",
        rf"{FOLD}<(?:[\w.]{{1,20}}:)?(?P<name>password|passwd|passphrase|token|secret|api_?key)(?P<quote>>)"
        r"(?P<secret>[!#-&(-;=-\[\]-_a-~À-ɏ]++)(?=</)",
        "settings in XML",
        password,
    ),
    rule(
        "password",
        "value=",
        rf"{FOLD}(?:key|name)={QUOTE}[\w.:-]{{0,40}}(?P<name>password|passwd|pwd|passphrase|secret|token|apikey){QUOTE}"
        rf"[ \t]{{1,4}}value=(?P<quote>{QUOTE})(?P<secret>{QUOTED})",
        "the same as attributes",
        argument,
    ),
    rule(
        "password",
        "auth cred cookie pw pass",
        rf"{AS_WRITTEN}(?<![A-Za-z])(?P<name>(?:[A-Z0-9]{{1,20}}_){{1,5}}(?:AUTH|CREDS?|CREDENTIALS?|COOKIES?|PW|"
        rf"PASS|PWD))"
        rf"(?P<sep>[ ]?=[ ]?){VALUE}",
        "variables that clients read their password from",
        environment,
    ),
    rule(
        "authorization",
        "auth",
        rf"{FOLD}(?<![A-Za-z])(?P<name>_?auth(?:[-_]?token)?)(?:{QUOTE})?(?P<sep>[ \t]{{0,2}}[=: ][ \t]{{0,2}}){VALUE}",
        "npm's and Docker's logins, in base64 or as a token",
        encoded,
    ),
    rule(
        "authorization",
        "digest",
        rf"{FOLD}{LEFT}digest[ ][^\n]{{0,300}}?response=(?P<quote>{QUOTE})?+(?P<secret>[a-f0-9]{{32,}})",
        "a header that proves the password",
        always,
    ),
    rule(
        "cookie",
        "cookie",
        rf"{FOLD}{LEFT}(?:set-)?cookie2?{QUOTE}?[ \t]{{0,2}}[:=][ \t]{{0,2}}{QUOTE}?(?P<name>[\w.-]{{1,60}})"
        rf"=(?P<secret>[^\s;,\"'`]++)",
        "a session is as good as its password",
        cookie,
    ),
    rule(
        "cookie",
        "cookie",
        rf"{FOLD}(?<=[^\s]; ?)(?P<name>(?!path=|max-age|expires|domain|samesite|secure|version|priority)[\w.-]{{1,60}})"
        r"=(?P<secret>[^\s;,\"'`]++)",
        "the next ones on its line",
        next_cookie,
    ),
    rule(
        "password",
        "machine default",
        rf"{AS_WRITTEN}(?:machine\s{{1,8}}\S{{1,200}}|default)\s{{1,8}}login\s{{1,8}}\S{{1,200}}\s{{1,8}}"
        rf"(?:account\s{{1,8}}\S{{1,200}}\s{{1,8}})?password\s{{1,8}}{VALUE}",
        ".netrc, on one line or on several",
        argument,
    )._replace(lines=4),
    rule(
        "password",
        ":543 :643 :*",
        rf"{AS_WRITTEN}(?<![\w/.:-])[\w.*-]{{1,80}}:(?:543\d|6432|\*)"
        rf":[\w.*-]{{1,60}}:[\w.*-]{{1,60}}:(?P<secret>(?!\[secret:)[^\s:\"'`]{{3,}}+)(?P<quote>(?!))?",
        ".pgpass",
        argument,
    ),
    rule(
        "password_hash",
        "$",
        r"(?P<secret>\$(?:2[abxy]?|1|5|6|7|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2[-\w]*)\$[\w./+=,$-]{20,}+)",
        "what a password is guessed from: shadow and htpasswd files",
        always,
    ),
    rule(
        "password",
        "identified password",
        rf"{FOLD}(?:(?:create|alter|set)[ ][^\n;]{{0,200}}?password(?:[ ](?:for|to)[^\n;=]{{0,60}})?|"
        rf"(?:(?-i:IDENTIFIED)|(?:user|grant)[ ][^\n;]{{1,120}}?[ ]identified)(?:[ ]with[ ]\S{{1,40}})?"
        rf"[ ]by(?:[ ]password)?)[ ]{{0,2}}=?[ ]{{0,2}}N?(?P<quote>['\"])(?P<secret>{QUOTED})",
        "SQL",
        argument,
    ),
    rule(
        "token",
        "://",
        r"://(?P<secret>[A-Za-z0-9_-]{20,255}+)@(?=[\w.])",
        "a token as the user of an address",
    ),
    rule(
        "signature",
        "signature= hmac=",
        rf"{FOLD}[?&](?:x-(?:amz|goog|ms)-)?(?:signature|hmac)=(?P<secret>[A-Za-z0-9%+/=_-]{{20,}}+)",
        "who knows the address may fetch it",
        always,
    ),
    rule(
        "password",
        "auth( login( signin( connect( authenticate(",
        rf"{FOLD}(?:auth|login|signin|connect|authenticate)\([\"'][^\"'\n]{{1,60}}[\"'],[ ]?(?P<quote>[\"'])"
        rf"(?P<secret>{QUOTED})",
        "calls that log in",
        argument,
    ),
)
