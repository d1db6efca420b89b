"""Secrets are masked, look-alikes stay, private spans vanish; every secret here is fake and assembled at run time."""

import base64
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from episodic.redact import clean, mask, strip_private

# Parts only: put together they look like secrets, and no scanner reads programs by running them.
MIX = "a1B2c3D4"
HEX = "0a1b2c3d4e5f6789"
JWT = ".".join(("ey" + "J" + MIX * 3, "ey" + "J" + MIX * 5, MIX * 5))
WORD = "hunter" + "2"
DASHES = "-" * 5
BODY = "\n".join([MIX * 8] * 4)
AWS = "AK" + "IA" + "Q3EXAMPLE7EXAMPL"
AWS_SECRET = "Ab1/" * 10


def pem(kind: str, body: str = BODY, *, end: bool = True) -> str:
    head, tail = f"{DASHES}BEGIN {kind}{DASHES}\n", f"\n{DASHES}END {kind}{DASHES}"
    return head + body + (tail if end else "")


PREFIXED = [
    ("sk-" + "ant-api03-" + MIX * 10, "anthropic"),
    ("sk-" + "proj-" + MIX * 6, "openai"),
    ("sk-" + "svcacct-" + MIX * 6, "openai"),
    ("sk-" + "admin-" + MIX * 6, "openai"),
    ("sk-" + MIX * 6, "openai"),
    ("sk-" + "or-v1-" + HEX * 4, "openrouter"),
    ("gh" + "p_" + MIX * 5, "github_pat"),
    ("github" + "_pat_" + MIX * 3 + "_" + MIX * 7, "github_pat"),
    ("gh" + "o_" + MIX * 5, "github_token"),
    ("gh" + "u_" + MIX * 5, "github_token"),
    ("gh" + "s_" + MIX * 5, "github_token"),
    ("gh" + "r_" + MIX * 5, "github_token"),
    ("gl" + "pat-" + MIX * 3, "gitlab"),
    (AWS, "aws_access_key"),
    ("AS" + "IA" + "Q3EXAMPLE7EXAMPL", "aws_access_key"),
    ("AI" + "za" + MIX * 4 + "abc", "gcp"),
    ("ya" + "29." + MIX * 6, "google_oauth"),
    ("GOC" + "SPX-" + MIX * 4, "google_oauth"),
    ("xo" + "xb-" + "12345678901-" + MIX * 3, "slack"),
    ("xo" + "xp-" + "12345678901-" + MIX * 3, "slack"),
    ("sk" + "_live_" + MIX * 3, "stripe"),
    ("rk" + "_live_" + MIX * 3, "stripe"),
    ("sk" + "_test_" + MIX * 3, "stripe"),
    ("wh" + "sec_" + MIX * 4, "stripe"),
    ("h" + "f_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZaBcDeFgH", "huggingface"),
    ("np" + "m_" + MIX * 4 + "a1B2", "npm"),
    ("py" + "pi-" + "AgE" + MIX * 8, "pypi"),
    ("nt" + "n_" + MIX * 6, "notion"),
    ("sec" + "ret_" + MIX * 5 + "a1B", "notion"),
    ("da" + "pi" + HEX * 2, "databricks"),
    ("gs" + "k_" + MIX * 6, "groq"),
    ("S" + "G." + MIX * 3 + "." + MIX * 5, "sendgrid"),
    ("S" + "K" + HEX * 2, "twilio"),
    ("1234" + "56789:" + "AA" + MIX * 4 + "x", "telegram"),
    ("M" + "Tk4" + MIX * 3 + ".Xa1B2c." + MIX * 4, "discord"),
    ("dckr" + "_pat_" + MIX * 3, "docker"),
    ("hv" + "s." + MIX * 3, "vault"),
    ("gls" + "a_" + MIX * 4 + "_" + HEX[:8], "monitoring"),
    ("AGE-" + "SECRET-KEY-1" + "Q3XP7" * 11, "secret_store"),
    ("abc" + "8" + "Q~" + MIX * 4 + "ab", "azure"),
    (JWT, "jwt"),
    (pem("RSA PRIV" + "ATE KEY"), "private_key"),
    (pem("OPENSSH PRIV" + "ATE KEY"), "private_key"),
    (pem("EC PRIV" + "ATE KEY"), "private_key"),
    (pem("PGP PRIV" + "ATE KEY BLOCK", "Version: 1\n\n" + BODY + "\n=a1B2"), "private_key"),
    (pem("PRIV" + "ATE KEY", end=False), "private_key"),
    (pem("PRIV" + "ATE KEY", BODY + "\nabc12", end=False), "private_key"),
    (pem("PRIV" + "ATE KEY").replace("\n", "\\n"), "private_key"),
]


@pytest.mark.parametrize(("secret", "kind"), PREFIXED, ids=[f"{kind}-{i}" for i, (_, kind) in enumerate(PREFIXED)])
def test_every_known_kind_is_masked_wherever_it_stands(secret: str, kind: str) -> None:
    """CASES 136: not a byte of a key may reach a file."""
    for around in ("{}", "use {} now", "'{}'", "a={}\n", '{{"x": "line\\n{}"}}', "({}), ", "`{}`"):
        masked = mask(around.format(secret))
        assert f"[secret:{kind}]" in masked
        assert secret[6:] not in masked
        assert masked.startswith(around.format("\0").partition("\0")[0])


P, T = "[secret:password]", "[secret:token]"

IN_CONTEXT = [
    # (text, with the value in braces), what the braces become
    ("postgres://a:{pw}@h/db", P),
    ("redis://:{s3cret}@cache:6379/0", P),
    ("https://user:{p@ss}@example.org/x?y=z", P),
    ("mongodb+srv://a.b:{Zx!9}@c.mongodb.net", P),
    ("Authorization: Bearer {" + MIX * 2 + "}", "[secret:authorization]"),
    ("authorization: Basic {" + base64.b64encode(b"user:" + WORD.encode()).decode() + "}", "[secret:authorization]"),
    ("curl -H 'Authorization: token {" + MIX + "}' https://h", "[secret:authorization]"),
    ('"Authorization": "Bearer {' + MIX * 2 + '}"', "[secret:authorization]"),
    ("sent bearer {" + MIX * 4 + "}", "[secret:bearer]"),
    ("curl -u admin:{" + WORD + "} https://h", P),
    ("API_KEY={" + MIX + "}", T),
    ("export OPENAI_API_KEY='{" + MIX + "}'", T),
    ("SECRET_KEY={mysupersecretvalue}", T),
    ("DB_PASSWORD={letmein}", P),
    ("PGPASSWORD={" + WORD + "} psql", P),
    ("SMTP_PASS={" + WORD + "}", P),
    ("password={" + WORD + "}", P),
    ("password = '{letmein}'", P),
    ('"password": "{' + WORD + '}"', P),
    ('"password": "{pa(ss)[1]}"', P),
    ('{{"a": "{{\\"password\\": \\"{' + WORD + '}\\"}}"}}', P),
    ("password: {" + WORD + "}", P),
    ("pw: {" + WORD + "}", P),
    ("Password: {" + WORD + "}.", P),
    ('password: str = "{' + WORD + '}"', P),
    ('os.environ["TOKEN"] = "{' + MIX + '}"', T),
    ("token: {" + MIX * 2 + "}", T),
    ("?access_token={" + MIX * 2 + "}&page=2", T),
    ("Server=h;User=a;Password={" + WORD + "};Encrypt=yes", P),
    ("AccountKey={" + MIX * 10 + "==};EndpointSuffix=x", T),
    ("aws_secret_access_key = {" + AWS_SECRET + "}", "[secret:aws_secret_key]"),
    ('"SecretAccessKey": "{' + AWS_SECRET + '}"', "[secret:aws_secret_key]"),
    ("api_key={" + HEX * 2 + "}", T),
    ("login --password {" + WORD + "} --yes", P),
    ("first line\n--token {" + MIX * 2 + "}\nlast line", T),
    ("İİİ password: x\npassword: {" + WORD + "}", P),
    ("tool --api-key {" + MIX * 2 + "}", T),
    ("<password>{" + WORD + "}</password>", P),
    ("my password is {" + WORD + "}", P),
    ("my password is {" + WORD + "}.", P),
    ('my password is "{letmein}"', P),
    ("The password for the guest wifi is {" + WORD + "}, enjoy", P),
    ("my PIN is {4917}", P),
    ("my api key is {" + MIX * 2 + "}", T),
    ("Lösenordet är {" + WORD + "}", P),
    ("lösenordet till routern är {sommar99}", P),
    ("LÖSENORD: {sommar99}", P),
    ("Das Passwort ist {" + WORD + "}", P),
    ("mein Passwort lautet {" + WORD + "}", P),
    ("mi contraseña es {" + WORD + "}", P),
    ("le mot de passe est {" + WORD + "}", P),
    ("пароль: {" + WORD + "}", P),
    ("密码：{" + WORD + "}", P),
    ("我的密码是{" + WORD + "}。", P),
    ("https://hooks." + "slack.com/services/{T00" + MIX + "/B00" + MIX + "/" + MIX * 3 + "}", "[secret:slack_webhook]"),
    ("https://discord.com/api" + "/webhooks/123456789012345678/{" + MIX * 8 + "}", "[secret:discord_webhook]"),
    ("card {4111 1111 1111 1111} ok", "[secret:card]"),
    ("card {4111-1111-1111-1111}, exp 12/27", "[secret:card]"),
    ("card {4111 1111 1111 1111} 123", "[secret:card]"),
    ("{5555555555554444}", "[secret:card]"),
    ("{3782 822463 10005}", "[secret:card]"),
    ("{30569309025904}", "[secret:card]"),
    ("jag är {811218-9876}", "[secret:personnummer]"),
    ("pnr {19811218-9876}.", "[secret:personnummer]"),
    ("{198112189876}", "[secret:personnummer]"),
    ("personnummer: {8112189876}", "[secret:personnummer]"),
    ("token=x&password={" + WORD + "}", P),
    ("token_url: https://h/?password={" + WORD + "}", P),
]


@pytest.mark.parametrize(("text", "marker"), IN_CONTEXT, ids=[text[:24] for text, _ in IN_CONTEXT])
def test_the_value_is_masked_and_the_name_stays(text: str, marker: str) -> None:
    """CASES 134, 139: passwords in URLs, tool output with the environment."""
    # Doubled braces are braces; single ones mark the value.
    plain = text.replace("{{", "\1").replace("}}", "\2")
    before, _, rest = plain.partition("{")
    value, _, after = rest.partition("}")
    put = str.maketrans("\1\2", "{}")
    assert mask((before + value + after).translate(put)) == (before + marker + after).translate(put)


LOOK_ALIKES = [
    ("risk-based-approach-to-everything-we-do-in-2024", "sk- inside a word"),
    ("sk-learn and scikit-learn", "a library"),
    ("task-ant-colony-optimisation-for-scheduling-v2", "sk-ant- inside a word"),
    ("commit " + "0a1b2c3d" * 5, "git SHA"),
    ("sha256:" + HEX * 4, "digest"),
    ("550e8400-e29b-41d4-a716-446655440000", "UUID"),
    ("const k = import.meta.env.KEY", "reference"),
    ("token: import.meta.env.VITE_TOKEN1", "reference"),
    ("apiKey: process.env.API_KEY", "reference"),
    ('os.environ["TOKEN"]', "reference"),
    ('api_key = os.environ["API_KEY_2"]', "reference"),
    ('password = os.getenv("PASSWORD1")', "reference"),
    ("curl -H $API_KEY", "reference"),
    ("API_KEY=$API_KEY", "reference"),
    ("TOKEN=${TOKEN}", "reference"),
    ("PASSWORD=$(pass show db1)", "reference"),
    ("${PASSWORD:?must be set}", "shell default"),
    ("Authorization: Bearer ${token}", "reference"),
    ('headers = {"Authorization": f"Bearer {token1}"}', "reference"),
    ("Authorization: Bearer <token>", "placeholder"),
    ("bearer authentication-is-required", "prose"),
    ("token: ${{ secrets.GITHUB_TOKEN }}", "reference"),
    ("postgres://${USER}:${PASSWORD}@h/db", "reference"),
    ('f"postgres://{user}:{password}@{host}/db"', "reference"),
    ("postgres://user:<password>@h/db", "placeholder"),
    ("http://localhost:8080/@scope/pkg", "port"),
    ("git@github.com:owner/repo.git", "no password"),
    ("API_KEY=<your-api-key>", "placeholder"),
    ("API_KEY=your-api-key-here", "placeholder"),
    ("API_KEY=xxxxxxxxxxxx", "placeholder"),
    ("API_KEY=xxx", "placeholder"),
    ("PASSWORD=changeme", "placeholder"),
    ("password=...", "placeholder"),
    ("API_KEY=...", "placeholder"),
    ("password: ***", "placeholder"),
    ("PASSWORD=********", "placeholder"),
    ("sk-ant-...", "placeholder"),
    ("OPENAI_API_KEY=sk-...abcd", "placeholder"),
    ("sk-" + "ant-api03-" + "x" * 40, "placeholder"),
    ("gh" + "p_" + "x" * 36, "placeholder"),
    ("def login(user: str, password: str) -> Token1:", "annotation"),
    ("password: string; token: string", "annotation"),
    ("token: Token", "annotation"),
    ("password: z.string().min(8)", "code"),
    ("max_tokens=4096", "number"),
    ('"cache_read_input_tokens":182736', "number"),
    ("token = get_token()", "call"),
    ("token = tokens[i1]", "index"),
    ("token=self.token1", "attribute"),
    ("password=password1", "variable"),
    ("Token::Ident2", "path"),
    ("key=value", "pair"),
    ("primary_key=True", "flag"),
    ("password_reset_url=https://example.org/r1", "speaks about one"),
    ("tokenCount: 12k345abc", "speaks about one"),
    ("secret_name: my-secret-v2", "speaks about one"),
    ("GOOGLE_APPLICATION_CREDENTIALS=/app/credentials/google1.json", "path"),
    ('ENV_API_KEY = "ANTHROPIC_API_KEY"', "name of a variable"),
    ('GRANT_TYPE_REFRESH_TOKEN = "refresh_token"', "name of a variable"),
    ('href="?token=B">package_name-0.1.2.tar.gz', "markup"),
    ("[4220315081820346526, 7177518203184491332]", "long integers"),
    ("pwsh: v7.1.2a", "a shell"),
    ("secret: my-app-credentials-v2", "words"),
    ("the password is reset every month", "prose"),
    ("my password is wrong", "prose"),
    ("the password is 8-character minimum", "prose"),
    ("the password is SHA256-hashed", "prose"),
    ("the password is required", "prose"),
    ("lösenordet är ändrat", "prose"),
    ("the pin is 12", "short"),
    ('"password": "Please enter 1 password"', "label"),
    ('type="password" placeholder="x1"', "form"),
    ("PWD=/home/user1/project2", "working directory"),
    ("call 070-123 45 67 or +46 70 123 45 67", "phone"),
    ("+1 (555) 123-4567", "phone"),
    ("2024-01-15T12:30:45.123456Z", "time stamp"),
    ("1712251234567", "milliseconds"),
    ("1712251234", "seconds"),
    ("backup-20240115-1230.tar and 240115-1230", "time stamp"),
    ("order 4111111111111112", "fails Luhn"),
    ("order 1234567890123456", "no issuer"),
    ("0.4111111111111111", "a fraction"),
    ("organisationsnummer 556036-0793", "no such month"),
    ("811218-9875", "wrong check digit"),
    ("docker run -u 1000:1000 img", "user and group"),
    ('if "' + DASHES + "BEGIN PRIV" + "ATE KEY" + DASHES + '" in text: raise ValueError', "code about keys"),
    ("[secret:github_pat]", "masked before"),
    ("password=[secret:password]", "masked before"),
    ("[secret:password]: v7.1.2a", "masked before"),
    ("[secret:token]: 12k345abc", "masked before"),
    ("A plain sentence about tokens, keys, secrets and passwords.", "prose"),
]


@pytest.mark.parametrize(
    "text", [text for text, _ in LOOK_ALIKES], ids=[f"{r}-{i}" for i, (_, r) in enumerate(LOOK_ALIKES)]
)
def test_look_alikes_stay(text: str) -> None:
    """CASES 137: what only looks like a secret is untouched."""
    assert mask(text) == text


def test_environment_dump_keeps_its_names() -> None:
    """CASES 139: a tool printed the environment."""
    dump = f"HOME=/root\nPWD=/root/w1\nAWS_SECRET_ACCESS_KEY={AWS_SECRET}\nNPM_TOKEN={MIX * 3}\nLANG=C.UTF-8\n"
    masked = "HOME=/root\nPWD=/root/w1\nAWS_SECRET_ACCESS_KEY=[secret:aws_secret_key]\nNPM_TOKEN=[secret:token]\nLANG=C.UTF-8\n"
    assert mask(dump) == masked


def test_prose_after_a_key_that_was_cut_short_stays() -> None:
    assert mask(pem("PRIV" + "ATE KEY", end=False) + "\nis what I found.") == "[secret:private_key]\nis what I found."


def test_a_numbered_listing_of_a_key_is_masked_whole() -> None:
    lines = pem("PRIV" + "ATE KEY").splitlines()
    listing = "\n".join(f"{n:>6}→{line}" for n, line in enumerate(lines, 1))
    assert mask(listing) == "     1→[secret:private_key]"


def test_two_secrets_that_touch_are_both_masked() -> None:
    github = "gh" + "p_" + MIX * 5
    assert mask(f"{github},{github}\n{AWS}") == "[secret:github_pat],[secret:github_pat]\n[secret:aws_access_key]"


def test_a_long_row_of_tokens_that_touch_is_masked_at_once() -> None:
    """A row that freed one token per pass would outlast the passes."""
    row = (AWS + "gh" + "o_" + MIX * 5) * 40 + ("密码：" + WORD) * 40
    assert WORD not in mask(row)
    assert AWS not in mask(row)
    assert mask(mask(row)) == mask(row)


# Text with the shapes secrets have, far denser than any real text.
PIECES = st.sampled_from(
    [
        *(secret for secret, _ in PREFIXED),
        *(text.replace("{", "").replace("}", "") for text, _ in IN_CONTEXT),
        *(text for text, _ in LOOK_ALIKES),
        *(
            "=",
            ":",
            " ",
            '"',
            "'",
            "\\",
            "\n",
            "[",
            "]",
            "(",
            "<",
            "@",
            "://",
            "token",
            "password",
            "is ",
            "4111",
            "-",
            "\\n",
        ),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=6), max_size=8).map("".join))
def test_masking_twice_is_masking_once(text: str) -> None:
    once = mask(text)
    assert mask(once) == once


@given(st.text(alphabet=string.ascii_letters + " .,\n!?åäöé") | st.text(alphabet="0123456789abcdef ", max_size=9))
def test_text_that_names_nothing_is_unchanged(text: str) -> None:
    assert mask(text) == text


ADVERSARIES = [
    *("a", "1", "4", " ", "\n", "=", "-", "eyJ", "eyJa.", "sk-", "sk-ant-", "AKIA", "SG.", "://", "://a:", "a:b@", "@"),
    *("token:", "token=", "password: ", "password is ", "password for ", "secret=x ", "api_key=a.", "key: https://"),
    *(
        "token:1a ",
        "tokentoken",
        pem("PRIV" + "ATE KEY", "", end=False),
        pem("PRIV" + "ATE KEY", MIX * 2, end=False),
        "Bearer ",
    ),
    *("authorization: ", "<password>", "4111 ", "1111-", "811218-", "MNO", "Ma.", "-u a:b ", "\\n", "пароль", "密码"),
    *(
        "<private>",
        "</private>",
        "<private ",
        "\x1b]",
        "\x1b[",
        "\x1b[0",
        "\ud800",
        'token="',
        "1:AA",
        "sig=",
        "a=b&token=",
    ),
]


@pytest.mark.parametrize("size", [100_000, pytest.param(1_000_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("piece", ADVERSARIES, ids=range(len(ADVERSARIES)))
def test_a_megabyte_of_anything_ends(piece: str, size: int) -> None:
    """Completes; a pattern that backtracks would run for hours, and for minutes at a tenth of the size."""
    clean(piece * (size // len(piece)))


PRIVATE = [
    ("a<private>b</private>c", "ac"),
    ("a<PRIVATE>b</Private>c", "ac"),
    ("a <private>b\nc</private> d", "a  d"),
    ("a<private>b<private>c</private>d</private>e", "ae"),
    ("a<private>b", "a"),
    ("a<private>b<private>c</private>d", "a"),
    ("a</private>b", "ab"),
    ("a</private><private>b</private>c</private>d", "acd"),
    ('a<private reason="x">b</private >c', "ac"),
    ("<private></private>", ""),
    ("a<privateer>b", "a<privateer>b"),
    ("a private <b> word", "a private <b> word"),
]


@pytest.mark.parametrize(("text", "kept"), PRIVATE)
def test_private_spans_vanish(text: str, kept: str) -> None:
    assert strip_private(text) == kept


CLEANED = [
    ("  hello\n", "  hello\n", "outer whitespace is part of the turn"),
    ("", "", "nothing"),
    ("a\ud800b", "a\ufffdb", "a lone half"),
    ("a\udc00", "a\ufffd", "a lone half at the end"),
    ("\ud83d\ude00", "😀", "two halves that found each other"),
    ("å\0b", "åb", "NUL"),
    ("\x1b[1;31mred\x1b[0m", "red", "colour"),
    ("\x1b]8;;https://h\x07link\x1b]8;;\x1b\\", "link", "hyperlink"),
    ("\x1b(Bplain\x1b", "plain", "character set, and a stray escape"),
    ("\x9b31mred", "red", "the one-byte form"),
    ("\ufeffhi", "\ufeffhi", "a mark of order is not ours to judge"),
    ("x <private>password=" + WORD + "</private> y", "x  y", "private goes first"),
    ("password=<private>" + WORD + "</private>\n", "password=\n", "private goes first"),
    ("gh\x1b[0mp_" + MIX * 5, "[secret:github_pat]", "colour inside a key"),
    ("gh\0p_" + MIX * 5, "[secret:github_pat]", "NUL inside a key"),
]


@pytest.mark.parametrize(("text", "cleaned"), [(t, c) for t, c, _ in CLEANED], ids=[r for *_, r in CLEANED])
def test_a_turn_is_made_fit_for_the_journal(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@given(st.text(alphabet=st.characters(codec=None)))
def test_what_is_clean_can_be_written_as_utf8(text: str) -> None:
    assert clean(text).encode().decode() == clean(text)
