"""Every number and every path, and where each may be set. Knows nothing of who uses them.

A setting comes from a flag, else `EPISODIC_<NAME>`, else the user's `config.toml`, else the default here. Numbers carry
their unit and the reason for their value; `scripts/bench.py` prints the tables that chose the ranking numbers.
"""

import os
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import Any, Final

from episodic.errors import ConfigError


def _data_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("episodic", appauthor=False)


def _cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("episodic", appauthor=False)


def config_file() -> Path:
    """Return where the user's config.toml is, whether or not it exists."""
    from platformdirs import user_config_path

    return user_config_path("episodic", appauthor=False) / "config.toml"


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of one run, resolved."""

    # Where things are
    home: Path = field(default_factory=_data_folder)  # the store, the journal and the key of a home
    cache: Path = field(default_factory=_cache_folder)  # optimised graphs, the socket of `serve`; no text of anybody's
    models: Path | None = None  # a folder with embedder/ and reranker/ of your own; None: those installed with us
    vault: Path | None = None  # a folder for vaults, one a user, of the pages `vault sync` writes; None: in the home
    zone: str = ""  # an IANA name for dates without a zone; empty: the system's
    now: datetime | Callable[[], datetime] | None = None  # a clock of your own, or a fixed time; None: the real one

    # Speed
    threads: int = 2  # texts embedded or pairs scored at a time; 2: no gain beyond the cores of a small machine
    embed_batch: int = 64  # texts a transaction; a crash costs at most this many embeddings
    embed_in_recall: int = 32  # waiting texts recall will embed itself; more take longer than a person waits

    # The server that keeps the models open
    serve: str = "auto"  # auto: ask it where one runs; off: never
    serve_idle_minutes: float = 30.0  # without a question, after which it ends; the models take 250 MB
    serve_hello_seconds: float = 1.0  # until it has said who it is; else one answers oneself
    serve_answer_seconds: float = 10.0  # until it has answered; an answer takes a twentieth of that on two cores

    # Capture
    journal_batch: int = 256  # turns a write and fsync; bounds what a crash can leave to be read again
    turn_chars: int = 20_000  # head and tail of what programs say; of what a person says facts are made of these
    own_chars: int = 20_000_000  # of what a person says, pasted logs with it; found by its words from end to end
    lock_seconds: float = 60.0  # how long a writer waits for another one on the same user
    minimal: bool = False  # keep no transcript: turns lose their words once they are facts and episodes
    off: bool = False  # write nothing and give no context; EPISODIC_OFF=1 for one agent, `episodic pause` for a user
    ignore: str = ""  # projects, working folders and files nothing is remembered of, between commas; * stands for any

    # Consolidation
    window_turns: int = 8  # turns a window; `due` counts to it
    window_overlap: int = 2  # turns before it that a window sees but does not consolidate
    episode_gap_minutes: int = 30  # a pause that ends an episode
    subject_drift: float = 0.30  # centred cosine of turns below which the subject changed; .20 finds .62, .40 .92
    subject_words: float = 0.20  # share of known words from which it did not, whatever the cosine
    profile_facts: int = 3  # current facts about somebody from which a few sentences sum them up; fewer read fast
    same_episode: float = 0.95  # cosine from which two episodes may tell the same, once nothing critical differs
    archive_days: int = 365  # days after which an episode with no decision and no lesson is archived; 0: never
    stream_join: float = 0.19  # likeness from which two groups of episodes are one thread; .24: F1 .80
    stream_ratio: float = 0.60  # share of the looser one's own likeness they must have, too
    stream_alone: float = 0.07  # likeness from which an episode that is left alone goes to the nearest thread
    stream_words: float = 5.0  # weight of rare words in common beside the meaning's 1; 4.2: F1 .80, 3.5: .76
    stream_attach: float = 0.90  # likeness from which an episode goes on with a thread and no language model is asked
    stream_ask: float = 0.05  # likeness from which one is asked
    dormant_days: int = 28  # days without a word after which a thread is dormant
    loop_stale_days: int = 30  # without a word of it an open loop is shown as stale; nothing is ever done by age
    neighbours: int = 5  # known facts a new one is held against, by words and by meaning each
    referee_band: float = 0.60  # cosine from which a language model rules on a pair; real updates go down to .62
    duplicate: float = 0.95  # cosine from which other words are the same fact, once nothing critical differs
    attempts: int = 3  # failures of a window before it is halved, and the turn that fails parked with its reason

    # What is not learnt; turns are kept as they were said, and what is written by hand is its writer's choice
    sensitive: str = "health,faith,politics,sexuality,union,ethnicity,biometrics"  # in no fact or summary; or none
    emotional_tone: bool = False  # keep passing moods too ("I feel so frustrated today")

    # What an agent is shown
    language: str = "en"  # of the block's own words: en, sv; what was said stays in its own
    block_facts: int = 5  # lines of recalled context at most; more is not read
    block_chars: int = 2_000  # of the whole block at most
    line_chars: int = 300  # of one line's text; the part of a long turn that is nearest the message
    told_gap: float = 1.5  # logits behind the best line at which a line is no answer any more
    told_again: int = 20  # messages after which what was told may be told again
    course_drift: float = 0.25  # centred cosine of a message and its subject's mean below which the subject changed

    # The language model; its key comes from the environment alone and is no setting
    llm: str = "none"  # none, anthropic, or openai: any server with its chat API; none: no text leaves this machine
    llm_model: str = ""  # empty: claude-haiku-4-5-20251001 with anthropic; other servers must be told
    llm_base_url: str = ""  # empty: the vendor's own; http://localhost:11434/v1 is an Ollama on this machine
    llm_timeout_seconds: float = 180.0  # an attempt; small models without a graphics card write 5 to 20 tokens a second
    llm_patience_seconds: float = 600.0  # a question with all its attempts and waits, whatever a server asks us to wait
    llm_retries: int = 3  # attempts after the first, at what may pass: limits, outages, the network
    llm_reply_tokens: int = 4_096  # a reply at most; a window of 8 turns needs some 1,000, thinking shares it
    llm_calls_per_run: int = 500  # until a run stops asking; some 2,000 turns. 0 means no cap, here and below
    llm_calls_per_day: int = 2_000  # a first import of a year of sessions takes a few days, or a higher cap
    llm_tokens_per_run: int = 1_000_000  # read and written, some 2,000 a call; also holds where no price is known
    llm_tokens_per_day: int = 4_000_000  # the same for the calls of a day
    llm_usd_per_run: float = 2.0  # dollars, by the prices in llm/prices.py; models not in it count by tokens alone
    llm_usd_per_day: float = 5.0  # a mistake that costs no more than a lunch

    # The index
    passage_tokens: int = 200  # a piece of a long turn; the embedder was trained on texts of this size
    context_turns: int = 2  # turns before and after whose words are a turn's context; 1: any@30 .905, 2: .926
    context_words: int = 60  # of each such turn; bounds the index where turns are long

    turn_passages: int = 32  # pieces of a text that get vectors, half its first, half its last; by words all is found
    question_chars: int = 4_000  # of a question that are looked for, its head and tail; some 700 words

    # Ranking; the tables that chose these are printed by scripts/bench.py
    pool: int = 20  # texts the cross-encoder reads: twenty items, or where anybody is named ten, each turn twice
    depth: int = 100  # candidates a list; 200 gave any@30 .934 for .931
    hamming_factor: int = 8  # times depth taken by Hamming distance, then rescored; keeps 99.9 % of the exact top 30
    context_weight: float = 0.7  # of the context column in BM25; .3: MRR .535, .5: .538, .7: .542
    window_decay: float = 0.5  # weight of a neighbour's vector a turn away; a quarter two turns away
    late_pool: int = 100  # of them compared token by token; any@10 of the best 100 is .97 on LoCoMo
    own_words: float = 0.10  # fusion weights of the seven lists; where one holds nothing, its share is the others'
    context_words_weight: float = 0.30  # the words of the turns around count more than a turn's own
    own_meaning: float = 0.05  # alone among long texts better than words, MRR 1.0 against .92, in short talk worse
    context_meaning: float = 0.15  # with the vectors of the turns around
    own_sentences: float = 0.45  # what users tell assistants; LongMemEval without it: all@5 .939 for .965
    own_tokens: float = 0.20  # these two bring MRR before the cross-encoder from .565 to .618, any@10 from .855 to .917
    context_tokens: float = 0.80  # alone .598, better than the other four together
    episode_cost: float = 0.2  # of a score of 1; a summary comes after the turn that answers. MRR 0: .648, .2: .668
    fact_margin: float = 0.25  # of a score of 1; a fact this close behind its turn is shown in its place
    fact_logit: float = 5.0  # from which a current fact answers, and comes first: two readers hold .85 right; 3: .77
    fact_said_logit: float = 3.0  # the same for one that says most of the question's words
    fact_gap: float = 1.0  # logits behind the best within which it does; 1.5 as right
    strong_logit: float = 0.0  # cross-encoder score of an answer; 95 % of LoCoMo questions reach 2.7, strangers' -2.8
    none_logit: float = -9.0  # below it, and below the next two, nothing answers; half of strangers' questions are
    none_cosine: float = 0.58  # of the nearest passage of a few; 95 % of answerable questions reach .64
    none_cosine_of_many: float = 0.65  # of a hundred or more, where one is always near: of 500 up to .64
    none_coverage: float = 0.35  # share of the question's words in one item; other languages answer by words alone
    strong_coverage: float = 0.66  # share of its roots from which words alone answer: strangers' questions reach .6
    read_logit: float = -6.0  # best cross-encoder score from which its order counts in full; LoCoMo's MRR is as without
    unread_logit: float = -8.0  # at which the fused order stands: a reader that finds no answer orders noise
    unread_share: float = 0.4  # of a text's tokens a model reads; up to it words are searched alone. Cyrillic, Han: 0
    read_share: float = 0.8  # from which a model has its whole say; English: 1, German and Swedish: 1
    fused_weight: float = 0.20  # of the fused score beside the cross-encoder's; .1: .666, .2: .666, .3: .656, .4: .655
    speaker_lift: float = 0.1  # of a score of 1, for what somebody said whom the question names; LoCoMo .684 to .689
    recency: float = 0.1  # of a score of 1, for the latest of the answers to how things stand; updates .65 to .85
    then_logit: float = -3.0  # from which what is from the time asked about comes first; dated questions .58 to .66 MRR

    def clock(self) -> datetime:
        """Return the time now, aware, in UTC."""
        if self.now is None:
            return datetime.now(UTC)
        moment = self.now() if callable(self.now) else self.now
        return (moment if moment.tzinfo else moment.replace(tzinfo=self.local_zone())).astimezone(UTC)

    def local_zone(self) -> tzinfo:
        """Return the zone of dates that name none.

        Raises:
            ConfigError: the zone's name is unknown.
        """
        if not self.zone:
            return datetime.now().astimezone().tzinfo or UTC
        from zoneinfo import ZoneInfo

        try:
            return ZoneInfo(self.zone)
        except (KeyError, ValueError, OSError) as error:
            raise ConfigError(f"zone {self.zone!r} is unknown: use an IANA name such as Europe/Stockholm") from error


_PREFIX: Final = "EPISODIC_"
# Set while a backend is asked, so that an agent behind it feeds no hook of ours.
IN_BACKEND: Final = _PREFIX + "IN_BACKEND"
_NAMES: Final = frozenset(f.name for f in fields(Config))


def load(environ: Mapping[str, str] | None = None, *, file: Path | None = None, **flags: Any) -> Config:
    """Resolve the settings of a run.

    Args:
        environ: where `EPISODIC_*` is looked up; None: the process's own.
        file: the config.toml to read; None: the user's.
        flags: settings given on the command line; None means not given.

    Raises:
        ConfigError: the file is not TOML, or a setting is unknown or cannot be read.
    """
    environ = os.environ if environ is None else environ
    settings: dict[str, Any] = _from_file(file or _configured_file(environ))
    settings |= {name: environ[key] for name in _NAMES if environ.get(key := _PREFIX + name.upper())}
    settings |= {name: value for name, value in flags.items() if value is not None}
    return Config(**{name: _convert(name, value) for name, value in settings.items()})


def environment() -> MutableMapping[str, str]:
    """Return the process's own environment: for keys, which are kept nowhere, and for what a library reads there."""
    return os.environ


def _configured_file(environ: Mapping[str, str]) -> Path:
    named = environ.get(_PREFIX + "CONFIG")
    return Path(named) if named else config_file()


def _from_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    import tomllib

    try:
        settings = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ConfigError(f"{path} cannot be read ({error}): correct or remove it") from error
    if unknown := sorted(settings.keys() - _NAMES):
        raise ConfigError(f"{path} sets {', '.join(unknown)}, which is no setting: see `episodic config`")
    return settings


def _convert(name: str, value: Any) -> Any:
    """Bring a setting to its type; text from the environment and values from TOML alike."""
    try:
        if name in ("home", "cache", "models", "vault"):
            return Path(value).expanduser()
        if isinstance(_default(name), bool):
            return _switch(value)
        if name in _LISTS:
            return _listed(name, value)
        if isinstance(_default(name), str):
            return _chosen(name, ",".join(map(str, value)) if isinstance(value, list) else str(value))
        if name == "now":
            return value if isinstance(value, datetime) else datetime.fromisoformat(value)
        number = _number(value, type(_default(name)))
    except (TypeError, ValueError, OverflowError, KeyError) as error:
        raise ConfigError(f"{name} cannot be {value!r}: see `episodic config` for what it takes") from error
    if not (number > 0 or (number == 0 and name in _MAY_BE_ZERO) or (number < 0 and name in _MAY_BE_NEGATIVE)):
        raise ConfigError(f"{name} cannot be {value!r}: give a number above 0")
    return number


def _chosen(name: str, value: str) -> str:
    if value not in _CHOICES.get(name, (value,)):
        raise ConfigError(f"{name} cannot be {value!r}: it is one of {', '.join(_CHOICES[name])}")
    return value


def _listed(name: str, value: Any) -> str:
    """Bring a list of names, or text with commas, into the order of the default; an empty one is "none"."""
    names = [str(part).strip().casefold() for part in (value.split(",") if isinstance(value, str) else [*value])]
    given, known = {part for part in names if part not in ("", "none")}, _default(name).split(",")
    if unknown := sorted(given.difference(known)):
        raise ConfigError(
            f"{name} cannot hold {', '.join(map(repr, unknown))}: give none, or some of {', '.join(known)}"
        )
    return ",".join(part for part in known if part in given) or "none"


def _switch(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    return _SWITCH[str(value).strip().casefold()]


_LISTS: Final = frozenset({"sensitive"})
_SWITCH: Final = {
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}
_CHOICES: Final = {"llm": ("none", "anthropic", "openai"), "serve": ("auto", "off"), "language": ("en", "sv")}
_MAY_BE_NEGATIVE: Final = frozenset({"none_logit", "read_logit", "strong_logit", "then_logit", "unread_logit"})
_MAY_BE_ZERO: Final = _MAY_BE_NEGATIVE | {
    *("embed_in_recall", "window_overlap", "context_turns", "context_weight", "window_decay", "own_words"),
    *(
        "context_words_weight",
        "own_meaning",
        "context_meaning",
        "own_sentences",
        "own_tokens",
        "context_tokens",
        "fused_weight",
        "none_cosine",
        "llm_retries",
    ),
    *("llm_calls_per_run", "llm_calls_per_day", "llm_tokens_per_run", "llm_tokens_per_day", "llm_usd_per_run"),
    *("llm_usd_per_day", "subject_drift", "archive_days", "subject_words", "speaker_lift", "recency"),
}


def _number(value: Any, kind: Callable[[Any], Any]) -> Any:
    number = kind(value)
    if not isinstance(value, str) and number != value:
        raise ValueError("not a whole number")
    return number


def _default(name: str) -> Any:
    return next(f.default for f in fields(Config) if f.name == name)
