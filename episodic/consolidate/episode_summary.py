"""Tells an episode in sixty words with no language model: what was asked for, what came of it, what was settled.

Extractive: the clauses are verbatim, in the order in which they were said. An arrow stands before what the assistant
reports. Knows no store.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log, sqrt
from typing import Final

from episodic.consolidate.heuristics import spoken
from episodic.language import cues, reports, telling
from episodic.language.clauses import EDGE, brief, clauses, count, unled
from episodic.language.endings import OPEN
from episodic.language.sentences import prose, split, unmarked
from episodic.language.telling_terms import telling_terms
from episodic.language.tokens import terms
from episodic.records import BETWEEN, EPISODE_WORDS, Candidate, Turn

SUBJECT_WORDS: Final = 10
CAME_OF_IT: Final = " → "
_OPENING: Final = 28  # words of what was asked for
_PIECE: Final = 22  # words of any other piece
_POOL: Final = 80  # sentences weighed against each other; the rest of a long session scores lower anyway
_ENOUGH: Final = 0.3  # of the best score; below it a sentence only fills the space left ("That's really helpful!")
_LINE: Final = 400  # characters of a report; a longer line is output
_NEW: Final = 0.5  # share of a piece's words that no other piece has said
_HEAD: Final = 1000  # characters of a message that show whether the assistant takes a word up
_SAYS: Final = 4  # words of a report or an answer that says something by itself
_LEADS: Final = 6  # words before a colon that say something without the list that follows
_SURE: Final = 1.5  # what a sentence that reports weighs, against one that stands below "Done."
_EARLY: Final = 3  # sentences; a report says first what matters
_TURN: Final = 10_000  # places of a turn; more sentences than any has

_PLAN: Final = re.compile(r"\s*(Implement the following plan:)\s*#*\s*(?:Plan:)?\s*([^\n]+)")
_PERSONA: Final = re.compile(r"(?:you are an? |act as |du är en |du bist ein|eres un|tu es une? )")
_CODE: Final = re.compile(r"`[^`]*`")
_GREETING: Final = re.compile(
    r"(?:(?:hi|hello|hey|hej|hejsan|tjena|hallo|hola|bonjour|bonsoir|salut|ciao|servus|moin)(?: (?:there|all|again"
    r"|everyone|på dig|zusammen|a todos|à tous))?|good (?:morning|evening|afternoon|day)|god (?:morgon|kväll|dag)"
    r"|gute[nr] (?:morgen|tag|abend)|buen[oa]s (?:días|tardes|noches)|buenas|\u4f60\u597d|\u60a8\u597d"
    r"|\u65e9\u4e0a\u597d)(?:[\s,.!:]+|$)",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(r"(?m)^#{1,6}[^\S\n]+(.*)$")
_PASTED: Final = re.compile(
    r"[\[{<=+|#]|--|\S+\.\w+:\d+|(?:https?|file)://|\w+(?:Error|Exception):|commit [0-9a-f]{7,}"
)
_MARK: Final = re.compile(r"[^\w\s]|_")
_PATH: Final = re.compile(r"\S*[\w.]/\w\S*|\w+\.(?:\w{1,4})(?=\W|$)")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")
_LEADS_IN: Final = re.compile(
    r"\b(?:following|summary|here|these|this$|you'll see|(?:with|as|is|are|like|see|to|now|use|that|by)$|följande"
    r"|folgende|siguiente|suivant)",
    re.IGNORECASE,
)
_SUBORDINATE: Final = re.compile(
    r"(?:while|although|though|since|as|if|when|because|to|in order|for example|given|after|before|om|när|eftersom|wenn"
    r"|weil|obwohl|damit|si|cuando|aunque|quand|comme|pour|para)\s[^,]*, (?=\S+\s\S+\s\S)",
    re.IGNORECASE,
)
_ABOUT: Final = cues.words_of(
    r"""
    (?:can|could|would|will) (?:you|we|i)(?: please| also| just)*|please|(?:i'd|we'd) (?:like|love) (?:you )?to
    (?:i|we) (?:do )?(?:want|need|would like)(?: you)?(?: to)?|let's(?: also)?|i have to|i should|i mean|i think
    help me(?: to| with)?(?: understand)?|i'm (?:trying to|looking for|wondering if)|i was thinking|to
    go ahead and|just|also|now|so|ok|okay|and|do some research(?: for me)?(?: for| on| into)?
    (?:take|have) a (?:\w+ )?look at|question:?
    implement the following plan:|other thing|one more thing|en sak till|kan du|kunde du|kannst du|könntest du
    können wir|bitte|puedes|podrías|podemos|por favor|peux-tu|pouvez-vous|jag vill|jag ska|vi ska|snälla
    hjälp mig(?: med| att)?|ich möchte|ich will|hilf mir(?: bei)?
    ayúdame(?: con| a)?|quiero
    aide-moi à|aidez-moi à|je veux|je voudrais|s'il te plaît
    """
)
_ASKED_LATER: Final = re.compile(
    r"(?:[,;:.-]\s+|\s)(?=(?:(?:can|could|would) (?:you|we)|please|kan du|kannst du|könntest du|puedes|podrías"
    r"|peux-tu)\s)",
    re.IGNORECASE,
)
_INTENDS: Final = cues.words_of(
    r"""
    (?:i|we) (?:need|want|have|would like) (?:to|a|an|some|help)|i'd like|help me|let's|jag (?:ska|vill|behöver|måste)
    vi (?:ska|vill|behöver|måste)|(?:ich|wir) (?:muss|möchte|will|brauche|wollen|müssen|brauchen)|tengo que|quiero
    necesito|tenemos que|je (?:dois|veux|voudrais)|il faut|on doit
    """
)
_LABEL: Final = re.compile(
    r"(?:summary|changes?|the fix|fix|results?|what (?:changed|was done))[^:]{0,20}: ", re.IGNORECASE
)
_ABOUT_UNSPACED: Final = re.compile(r"(?:请问?|你?(?:能不能|可以|能)|帮我|帮忙|我想要?|我要|麻烦)+")


@dataclass(frozen=True)
class Said:
    """A sentence, where it stands in the episode, and who said it."""

    place: int
    turn: int
    text: str
    theirs: bool = False  # the assistant's
    listed: bool = False  # an item of a list

    @cached_property
    def terms(self) -> frozenset[str]:
        """The words that tell what it is about."""
        return frozenset(telling_terms(self.text))

    @cached_property
    def asks(self) -> bool:
        """Whether it asks for something, in whatever way."""
        return bool(_INTENDS.match(cues.fold(unled(self.text)))) or self.orders or self.inquires

    @cached_property
    def inquires(self) -> bool:
        """Whether it is a question, or a plan to carry out."""
        return cues.is_question(self.text) or bool(_PLAN.match(self.text))

    @cached_property
    def orders(self) -> bool:
        """Whether it tells the assistant to do something."""
        return cues.is_request(self.text)


def said_by_user(turns: Sequence[Turn]) -> list[Said]:
    """Return the sentences of the user that have a subject, in order."""
    return [one for one in _sentences(turns, _asked, theirs=False) if one.terms]


def weights(said: Sequence[Said], turns: Sequence[Turn]) -> Mapping[str, float]:
    """Weigh terms by how often the user comes back to them, and a little by the assistant taking them up."""
    counts = Counter(term for sentence in said for term in sentence.terms)
    taken_up = Counter(term for turn in turns if turn.role == "assistant" for term in set(terms(turn.content[:_HEAD])))
    return {term: log(1 + often) + 0.3 * log(1 + min(taken_up[term], 5)) for term, often in counts.items()}


def subject(said: Sequence[Said], weighed: Mapping[str, float]) -> str:
    """Return what was asked for, or what the episode opens with, in ten words: no greeting, no "can you please"."""
    opening = _opening(said, weighed)
    turn = [one for one in said if one.turn == opening.turn]
    asked = [one for one in turn if one.orders and len(one.terms) > 2]
    return _named(max(asked, key=lambda one: _score(one, weighed), default=opening).text, weighed)


def summary(
    said: Sequence[Said],
    turns: Sequence[Turn],
    weighed: Mapping[str, float],
    *,
    facts: Sequence[Candidate],
    ended: str = "",
) -> str:
    """Return the episode in at most sixty words.

    Args:
        said: the user's sentences.
        turns: all of the episode.
        weighed: terms, by weight.
        facts: what was found to hold; decisions and corrections come before the rest.
        ended: the user's sentence that says how it ended, if there is one.
    """
    told = _Telling(weighed)
    opening = _opening(said, weighed)
    told.add(opening, most=EPISODE_WORDS if len({one.turn for one in said}) == len(said) == 1 else _OPENING)
    told.add_all([one for one in said if one.text == ended][-1:], 1)
    settled = [fact.quote for fact in facts if fact.kind in {"decision", "correction"} and _holds(fact)]
    told.add_all(_quoting(said, settled), 3)
    reported = [one for one in _reports(turns, weighed) if one.turn > opening.turn]
    told.add_all(reported, 2)
    told.add_all([one for one in said if OPEN.search(cues.fold(one.text)) and not one.asks], 1)
    told.add_best([one for one in said if telling.DID.search(cues.fold(one.text)) and not one.asks], 2)
    if (opening.asks or said[-1].asks) and not reported and not settled:
        told.add_all(_answers(turns, weighed), 1)
    for one in told.add_best([one for one in said if one.turn > opening.turn and one.orders and len(one.terms) > 2], 3):
        told.add_all(_until_next(reported, one, said), 1)
    told.add_all(reported[2:], 2)
    told.add_best(_quoting(said, [fact.quote for fact in facts if _holds(fact)]), 3)
    told.add_best([one for one in said if not reported or one.turn == opening.turn], len(said))
    return told.text()


# What is said in it -------------------------------------------------------------------------------------------------


def _sentences(turns: Sequence[Turn], runs: Callable[[Turn], Iterable[str]], *, theirs: bool) -> Iterator[Said]:
    for at, turn in enumerate(turns):
        for place, sentence in enumerate(whole for run in runs(turn) for whole in split(run)):
            plain = unmarked(sentence)
            text = " ".join(plain.replace("**", "").split())
            if not theirs:
                text = _ungreeted(text)
            else:
                text = _LINK.sub(r"\1", _LABEL.sub("", text.lstrip("✅✓☑✔ ")))
                text = text.removesuffix(":") if count(text) >= _LEADS and not _LEADS_IN.search(text[:-1]) else text
            if is_words(text) and not (theirs and len(text) > _LINE):
                yield Said(at * _TURN + place, at, text, theirs, plain != sentence.strip())


def _ungreeted(text: str) -> str:
    """Return a sentence without the greeting it opens with; empty where it only greets."""
    greeting = _GREETING.match(text)
    if greeting is None:
        return text
    rest = text[greeting.end() :]
    return rest if len(set(telling_terms(rest))) > 1 else ""


def _asked(turn: Turn) -> list[str]:
    """Return what the user wrote; of a plan pasted as a request, what is to be done."""
    plan = _PLAN.match(turn.content) if turn.role == "user" and turn.origin == "user" else None
    return [f"{plan[1]} {plan[2].strip()}"] if plan else spoken(turn)


def _reported(turn: Turn) -> list[str]:
    """Return an assistant's prose; the headings of a report do not end it."""
    return prose(_HEADING.sub(r"\1\n", turn.content)) if turn.role == "assistant" else []


def is_words(text: str) -> bool:
    """Tell whether a sentence is words for the most part, no line of code or of a log that came without its fence."""
    return (
        bool(text)
        and len(_MARK.findall(text)) < 0.2 * len(text)
        and not _PASTED.match(text)
        and 3 * len(_PATH.findall(text)) <= max(3, count(text)) * (" " in text)
    )


def _opening(said: Sequence[Said], weighed: Mapping[str, float]) -> Said:
    """Return the sentence that says what the user came for: the best of the first message that is about anything."""
    real = [one for one in said if len(one.terms) > 1 or count(one.text) > _SAYS]
    real = [one for one in real if not _PERSONA.match(cues.fold(one.text))] or [*said]
    first = [one for one in real if one.turn == real[0].turn]
    return max(
        first, key=lambda one: (_score(one, weighed) * (1.5 if one.asks else 1.2 if one is first[0] else 1), -one.place)
    )


def _quoting(said: Sequence[Said], quotes: Sequence[str]) -> list[Said]:
    """Return for each of some quotes the sentence that holds it, or the most telling one that it holds."""
    found: dict[int, Said] = {}
    for quote in (" ".join(quote.split()) for quote in quotes):
        held = [one for one in said if quote in one.text or one.text in quote]
        if held:
            best = max(held, key=lambda one: (len(one.terms), -one.place))
            found[best.place] = best
    return [*found.values()]


def _holds(fact: Candidate) -> bool:
    return fact.stance in {"stated", "confirmed"}


def _reports(turns: Sequence[Turn], weighed: Mapping[str, float]) -> list[Said]:
    """Return what the assistant reports as done, the most telling of its last report first; checks that passed last."""
    said: list[tuple[float, Said]] = []
    short: list[Said] = []  # "Fixed and committed.", "I added the following tests:"
    checks: list[Said] = []
    done = {at for at, turn in enumerate(turns) if turn.role == "assistant" and reports.opens_done(turn.content)}
    for one in _sentences(turns, _reported, theirs=True):
        if reports.is_check(one.text):
            checks.append(one)
            continue
        sure = _SURE if reports.is_report(one.text) else 1.0
        weak = one.turn in done and not one.listed and reports.says(one.text) and count(_CODE.sub("", one.text)) > _SAYS
        if (sure == _SURE or weak) and count(one.text) >= _SAYS and len(one.terms) > 1:
            said.append((sure, one))
        elif reports.is_report(one.text.removesuffix(":")) and count(one.text) > 1:
            short.append(one)
    if not said:
        return short[-1:] or checks[-1:]
    last = said[-1][1].turn

    def worth(entry: tuple[float, Said]) -> tuple[float, int]:
        sure, one = entry
        recent = 2 if one.turn == last else 1
        early = 1.3 if one.place % _TURN < _EARLY else 1
        return -_score(one, weighed, unknown=0.3) * sure * recent * early, one.place

    return [one for _, one in sorted(said, key=worth)][:_POOL]


def _until_next(reported: Sequence[Said], asked: Said, said: Sequence[Said]) -> list[Said]:
    """Return the reports that came before the user spoke again after a request."""
    following = min((one.turn for one in said if one.turn > asked.turn), default=asked.turn + _TURN)
    return [one for one in reported if asked.turn < one.turn < following]


def _answers(turns: Sequence[Turn], weighed: Mapping[str, float]) -> list[Said]:
    """Return what the assistant's last message states of what was asked, what sounds like a conclusion first."""
    said = [one for one in _sentences(turns, _reported, theirs=True) if reports.says(one.text)]
    said = [one for one in said if reports.is_finding(one.text) or any(term in weighed for term in one.terms)]
    said = [one for one in said if count(one.text) >= _SAYS]
    last = [one for one in said if one.turn == said[-1].turn]
    last = [one for one in last if not one.listed] or last

    def worth(one: Said) -> tuple[float, int]:
        sure = 3 if reports.is_finding(one.text) else 1
        early = 1.3 if one.place % _TURN < _EARLY else 1
        return -sure * early * _score(one, weighed, unknown=0.3), one.place

    return sorted(last, key=worth)


# How it is put together ---------------------------------------------------------------------------------------------


class _Telling:
    """A summary as it grows; a piece that says what another said, or does not fit, is left out."""

    def __init__(self, weighed: Mapping[str, float]) -> None:
        self._weighed = weighed
        self._chosen: dict[int, tuple[Said, str]] = {}
        self._covered: dict[bool, set[str]] = {False: set(), True: set()}  # by the user, by the assistant
        self._best = 0.0

    def add(self, one: Said, *, most: int = _PIECE) -> bool:
        """Take a piece in, shortened to `most` words; says whether it fitted and was new."""
        text = brief(_main(_from_request(one.text, most) if one.asks else one.text, most), most).rstrip(":")
        fresh = one.terms - self._covered[one.theirs]
        if one.place in self._chosen or len(fresh) < _NEW * len(one.terms):
            return False
        attempt = {**self._chosen, one.place: (one, text)}
        if count(_joined(attempt)) > EPISODE_WORDS:
            return False
        self._chosen = attempt
        self._covered[one.theirs] |= one.terms
        self._best = max(self._best, _score(one, self._weighed))
        return True

    def add_all(self, pieces: Sequence[Said], most: int) -> None:
        """Take the first `most` pieces in that fit."""
        taken = 0
        for one in pieces:
            taken += taken < most and self.add(one)

    def add_best(self, pieces: Sequence[Said], most: int) -> list[Said]:
        """Take pieces in, each for the terms not covered yet, until `most` are or none says enough; returns them."""
        taken: list[Said] = []
        left = sorted(pieces, key=lambda one: (-_score(one, self._weighed), one.place))[:_POOL]
        while left and most:
            best = max(left, key=lambda one: (_score(one, self._weighed, self._covered[False]), -one.place))
            left.remove(best)
            if _score(best, self._weighed, self._covered[False]) < _ENOUGH * self._best:
                break
            if self.add(best):
                taken.append(best)
                most -= 1
        return taken

    def text(self) -> str:
        """Return what was taken in, in the order in which it was said."""
        return _joined(self._chosen)


def _score(
    one: Said, weighed: Mapping[str, float], covered: Iterable[str] = frozenset(), *, unknown: float = 0.0
) -> float:
    """Sum the weights of new terms, damped by length so that the longest sentence does not always win."""
    gain = sum(weighed.get(term, unknown) for term in sorted(one.terms.difference(covered)))
    return gain / sqrt(3 + count(one.text))


def _joined(pieces: Mapping[int, tuple[Said, str]]) -> str:
    ordered = [pieces[place] for place in sorted(pieces)]
    text = ordered[0][1]
    for (before, said), (one, then) in pairwise(ordered):
        ends = re.search(r"[.!?…。？！।][\"'”’»)」]*$", said)  # noqa: RUF001
        joint = CAME_OF_IT if one.theirs and not before.theirs else " " if ends else BETWEEN
        if before.theirs and not one.theirs:
            joint = BETWEEN
        text += joint + then
    return text


def _from_request(text: str, most: int) -> str:
    """Return a sentence that is too long from where it asks: "in src/ is …, can you compare it"."""
    asked = _ASKED_LATER.search(text)
    if asked and count(text) > most and count(text[asked.end() :]) > _SAYS:
        text = text[asked.end() :]
    return text


def _main(text: str, most: int) -> str:
    """Return a sentence that is too long from its main clause: "While this is fine, log the errors"."""
    led = _SUBORDINATE.match(text) if count(text) > most else None
    return text[led.end() :] if led else text


def _named(text: str, weighed: Mapping[str, float]) -> str:
    """Return a request, or what a sentence says first, without what leads in to it, in ten words."""
    text = unled(text).lstrip("¿¡ ")
    asked = _ASKED_LATER.search(text)
    if asked and len(set(telling_terms(text[asked.end() :]))) > 1:
        text = text[asked.end() :]
    while (led := _ABOUT.match(text.casefold()) or _ABOUT_UNSPACED.match(text)) and any(
        telling_terms(text[led.end() :])
    ):
        text = text[led.end() :].lstrip(" ,:")
    head = re.split(r"\s[-\u2013\u2014]\s", text, maxsplit=1)[0]
    text = head if len(set(telling_terms(head))) > 1 else text
    if count(text) > SUBJECT_WORDS:
        parts = [text[start:end] for start, end in clauses(text)]
        parts = [part for part in parts if len(set(telling_terms(part))) > 1]
        text = max(parts, key=lambda part: _weight(part, weighed) * (1.5 if part is parts[0] else 1), default=text)
    return brief(text.strip(EDGE), SUBJECT_WORDS, mark="") or brief(text, SUBJECT_WORDS)


def _weight(text: str, weighed: Mapping[str, float]) -> float:
    return sum(weighed.get(term, 0.0) for term in sorted(set(telling_terms(text)))) / sqrt(3 + count(text))
