"""Keys and tokens that say by their own letters who issued them, and private keys."""

from typing import Final

from episodic.secrets.judges import always, key_body
from episodic.secrets.shape import FOLD, LEFT, QUOTE, Rule, prefixed, rule

# A key ends at its END line; cut short, it ends where the base64 lines do, so that the prose after it survives.
_KEY_JUNK = r"(?:\\+[nrt]|[\s\"'+,>|#*:→]|\d{1,6}(?=[\t→:|]))*+"
_KEY_LINE = r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n\\]{0,120}|[A-Za-z0-9+/=]{16,}+)"
_PEM = (
    r"(?P<secret>-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?P<body>"
    r"[^-]*+(?:-(?!----)[^-]*+)*+-----END [A-Z0-9 ]{0,40}-----"
    rf"|(?:{_KEY_JUNK}{_KEY_LINE})*+(?:{_KEY_JUNK}[A-Za-z0-9+/=]{{1,15}}(?=[\"'\\\s]{{0,4}}\Z|\.\.\.|…))?+))"
)

_ALNUM = "A-Za-z0-9"
_URLSAFE = "A-Za-z0-9_-"

# In order: a key inside a password assignment keeps its own, more telling kind.
RULES: Final[tuple[Rule, ...]] = (
    rule("private_key", "-----BEGIN", _PEM, "PEM of OpenSSH, RSA, EC and PGP, whole or cut short", key_body),
    rule(
        "jwt",
        "eyJ",
        rf"(?<![{_URLSAFE}](?<!\\[nrt]))"
        rf"(?P<secret>eyJ[{_URLSAFE}]{{8,}}+\.eyJ[{_URLSAFE}]{{8,}}+\.[{_URLSAFE}]{{8,}}+)",
        "session tokens; two JSON objects in base64url and a signature",
        always,
    ),
    prefixed("anthropic", "sk-ant-", _URLSAFE, 20, "API and OAuth keys"),
    prefixed("openai", "sk-proj- sk-svcacct- sk-admin- sk-None-", _URLSAFE, 20, "project, service and admin keys"),
    prefixed("openrouter", "sk-or-", _URLSAFE, 32, "a key for many models"),
    prefixed("openai", "sk-", _ALNUM, 32, "classic keys of 48; DeepSeek and proxies issue shorter ones of the shape"),
    prefixed("github_pat", "ghp_ github_pat_", "A-Za-z0-9_", 30, "personal tokens, classic and fine-grained"),
    prefixed("github_token", "gho_ ghu_ ghs_ ghr_", "A-Za-z0-9_", 30, "OAuth, app and refresh tokens"),
    prefixed(
        "gitlab", "glpat- gldt- glptt- glrt- glcbt- glsoat- glagent- gloas-", "A-Za-z0-9_.-", 20, "any GitLab token"
    ),
    prefixed("aws_access_key", "AKIA ASIA", "A-Z0-9", 16, "half of an AWS key pair"),
    rule(
        "aws_secret_key",
        "secret",
        rf"{FOLD}secret[-_ ]?access[-_ ]?key(?:{QUOTE})?[ \t]{{0,4}}(?:[=:]|is)[ \t]{{0,4}}(?:{QUOTE})?"
        r"(?P<secret>[A-Za-z0-9/+]{40,}+)",
        "the other half; it has no prefix, so its name must be near",
    ),
    prefixed("gcp", "AIza", _URLSAFE, 30, "Google API keys"),
    prefixed("google_oauth", "ya29. GOCSPX- 1//0", _URLSAFE, 20, "access tokens, client secrets, refresh tokens"),
    prefixed(
        "slack",
        "xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-",
        "A-Za-z0-9.-",
        10,
        "bots, users, apps",
    ),
    rule(
        "slack_webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9_/-]{20,}+)",
        "who knows the path may post",
    ),
    rule(
        "discord_webhook",
        "/api/webhooks/",
        r"/api/webhooks/\d{15,21}/(?P<secret>[A-Za-z0-9_-]{40,}+)",
        "who knows the path may post",
    ),
    rule(
        "discord",
        ".",
        r"(?P<secret>[MNO](?<![\w-](?<!\\[nrt])[MNO])[A-Za-z0-9_-]{22,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}+)",
        "bot tokens: the base64 of a number begins with M, N or O",
    ),
    rule("telegram", ":AA", r"(?<!\d)(?P<secret>\d{8,10}:AA[A-Za-z0-9_-]{30,}+)", "bot id and key in one"),
    prefixed(
        "stripe", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", "A-Za-z0-9+/=", 16, "payments and webhook signing"
    ),
    prefixed("huggingface", "hf_ api_org_", _ALNUM, 30, "user and organisation tokens"),
    prefixed("npm", "npm_", _ALNUM, 30, "may publish packages"),
    prefixed("pypi", "pypi-", _URLSAFE, 50, "may publish packages"),
    prefixed("rubygems", "rubygems_", "a-f0-9", 40, "may publish packages"),
    prefixed("docker", "dckr_pat_ dckr_oat_", _URLSAFE, 20, "may publish images"),
    prefixed("notion", "ntn_ secret_", _ALNUM, 40, "integration tokens, new and old"),
    prefixed("databricks", "dapi", "a-f0-9", 32, "workspace tokens"),
    prefixed("groq", "gsk_", _ALNUM, 40, "model host"),
    prefixed(
        "model_host",
        "xai- pplx- r8_ tvly- fw_ lsv2_pt_ lsv2_sk_",
        "A-Za-z0-9_",
        24,
        "xAI, Perplexity, Replicate, Tavily, LangSmith",
    ),
    rule(
        "sendgrid",
        "SG.",
        rf"{LEFT}(?P<secret>SG\.[{_URLSAFE}]{{16,}}+\.[{_URLSAFE}]{{16,}}+)",
        "may send mail in the owner's name",
    ),
    prefixed("mailgun", "key-", "a-f0-9", 32, "may send mail in the owner's name"),
    prefixed("twilio", "SK AC", "a-f0-9", 32, "key and account ids, half of a pair like AWS's"),
    prefixed("shopify", "shpat_ shpca_ shppa_ shpss_", "A-Fa-f0-9", 32, "shop administration"),
    prefixed("atlassian", "ATATT3 ATCTT3 ATBB", "A-Za-z0-9_=-", 24, "Jira, Confluence, Bitbucket"),
    prefixed("linear", "lin_api_ lin_oauth_", _ALNUM, 32, "issue tracker"),
    prefixed("figma", "figd_ figo_", _URLSAFE, 36, "design files"),
    prefixed("digitalocean", "dop_v1_ doo_v1_ dor_v1_", "a-f0-9", 60, "cloud account"),
    prefixed("vault", "hvs. hvb. hvr.", _URLSAFE, 24, "HashiCorp: a key to other keys"),
    prefixed(
        "secret_store",
        "dp.pt. dp.st. ops_eyJ AGE-SECRET-KEY-1",
        "A-Za-z0-9_.=-",
        36,
        "Doppler, 1Password, age: keys to other keys",
    ),
    prefixed(
        "monitoring",
        "glsa_ glc_ sntrys_ sntryu_ NRAK- PMAK-",
        "A-Za-z0-9_=+/-",
        24,
        "Grafana, Sentry, New Relic, Postman",
    ),
    prefixed("database_host", "sbp_ sb_secret_ pscale_tkn_ pscale_pw_", "A-Za-z0-9_.-", 24, "Supabase, PlanetScale"),
    prefixed("tailscale", "tskey-", "A-Za-z0-9-", 20, "may join a private network"),
    rule("azure", "Q~", rf"{LEFT}(?P<secret>\w{{3}}\dQ~[\w.~-]{{31,}}+)", "client secrets carry this mark inside"),
    rule("azure", "sig=", r"[?&]sig=(?P<secret>[A-Za-z0-9%/+]{40,}+=?)", "shared access signatures in URLs"),
)
