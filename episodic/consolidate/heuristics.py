"""Proposes facts without a language model: whole sentences the user wrote, picked by cue words, verbatim.

Knows no clock, no store and no grammar. It would rather miss a fact than keep an order, a guess or a pasted line:
nobody reviews what comes out of here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from episodic.consolidate.declared import is_by_figure, kind_at_once, kind_declared
from episodic.consolidate.evidence import WORDS, has_content, is_coded, is_definite, is_marked, is_passing, stands_alone
from episodic.consolidate.shapes import gives_a_name, sets_a_figure
from episodic.language import cues, idle, kinds, people, said_dates
from episodic.language.sentences import prose, split, unmarked
from episodic.language.sightings import introduces
from episodic.records import FACT_CHARS, Candidate, Confidence, Kind, Stance, Turn
from episodic.secrets.masks import blanked

SHORTEST = 3  # words; what is shorter leans on the sentence before it
PER_TURN = 6  # candidates; a turn that seems to hold more is a document
_PASTED = 40  # lines of prose; people do not type that much at an agent
_SPOKEN: Final = frozenset({"user", "manual"})
# The most telling kind wins where a sentence is of several.
_ORDER: Final[tuple[Kind, ...]] = (
    "correction",
    "decision",
    "preference",
    "personal",
    "relationship",
    "temporal",
    "technical",
    "event",
    "activity",
)

_OTHERS: Final = {kind: tuple(other for other in _ORDER if other != kind) for kind in _ORDER}

# What programs write in the user's name.
_MACHINE: Final = re.compile(
    r"\s*(?:\[Request interrupted|This session is being continued|Caveat: The messages below|Operation stopped by hook"
    r"|Stop hook feedback|<(?:bash|command|local-command|task|system|user-prompt)[\w-]*>|Implement the following plan"
    r"|Base directory for this skill|\[Image)"
)
# "Not 12 but 14", "14, not 12": both sides must be a figure, a name or a date, or it is mere talk.
_NOT_BUT: Final = re.compile(
    r"\b(?i:not|inte|nicht|no|pas|non) (?!(?i:only|just|sure|bad|now|yet|bara|nur|solo|seulement)\b)"
    r"(?P<old>[^,;]{1,30}?),? (?i:but|utan|sondern|sino|mais) (?P<new>.+)"
)
_COMMA_NOT: Final = re.compile(
    r"\b(?i:is|are|was|has|have|it's|that's|should be|called|named|at|on|in|use|uses|needs?|costs?|pays?|goes|takes?"
    r"|runs?"
    r"|starts?|ends?|opens?|closes?|holds?|seats?|weighs?|covers?|är|har|heter|behöver|kostar|tar|ist|sind|hat|heisst"
    r"|braucht"
    r"|kostet|dauert|es|son|tiene|cuesta|necesita|est|sont|a|coûte|dure)\b.*, (?i:and |och |und |y |et )?(?i:not|inte"
    r"|nicht|no|pas) (?P<old>(?:\S+ ){0,3}\S+)$"
)
_SUBJECT: Final = re.compile(
    rf"(?:The (?:[a-z]+ )?{people.PARTY}|{people.TITLE}?[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+(?: [A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]+)?) "
)
_THE_THING: Final = re.compile(r"\w+et (?:behöver|kräver) ")  # Swedish: "the roof needs"
_NOBODY: Final = cues.bag(
    "it this that these those there here what who he him she her they we you i a an and but so if when also each"
    " every one everyone nobody someone code test tests build file function which det den detta han hon de man vi jag"
    " es das der die dies sie er ich wir esto eso él ella ce cela ça il elle on ils nous je"
)
_VERSIONED: Final = re.compile(
    r"\b(?!(?:Step|Phase|Option|Task|PR|Part|Section|Line|Chapter|Page|Version|Slide|Day|Week|Room|Issue|Item|Point)\b)"
    r"[A-ZÅÄÖ][\w.+#-]* v?\d+(?:\.\d+)*\b"
)
_FIRST_PERSON: Final = re.compile(r"(?:we|i|vi|jag|wir|ich|on|nous) ")
_PAST: Final = re.compile(r"\b(?:yesterday|last|ago|igår|förra|gestern|letzte[nrs]?|ayer|hier|dernière?)\b")
_PATH: Final = re.compile(r"(?:^|[\s`])(?:~|\.{0,2})/\w|\b[A-Za-z]:\\\w")
_ALWAYS: Final = r"(?:always|never|alltid|aldrig|immer|nie|siempre|nunca|toujours|jamais)"
_INSTRUCTS: Final = re.compile(rf"\b(?:(?:remember|forget) to|{_ALWAYS})\b")
_CONDITION: Final = re.compile(rf"(?:if|om|wenn|falls|si) (?!.*\b{_ALWAYS}\b)")
_NEEDS: Final = frozenset({"needs", "behöver", "braucht", "necesita", "a besoin"})
_FIGURES: Final = re.compile(r"(?<!\S)[$€£]?\d[\d.,]*(?![^\s.,%])")
_QUOTED: Final = tuple("\"'“„«‚‘「『")  # noqa: RUF001 - a sentence in quotation marks is somebody else's


def propose(turns: Sequence[Turn], *, context: Sequence[Turn] = ()) -> list[Candidate]:
    """Propose the sentences of user turns that state a fact, in order, at most `PER_TURN` of a turn.

    `context` are the turns before the window. They yield nothing, but a sentence they hold already, in another's mouth,
    is an echo and not the user's own; and a "yes, …" after an assistant turn confirms.
    """
    found: list[Candidate] = []
    seen: set[str] = set()
    before = list(context)
    for turn in turns:
        for candidate in _of_turn(turn, before):
            folded = cues.fold(candidate.text)
            if folded not in seen:
                seen.add(folded)
                found.append(candidate)
        before.append(turn)
    return found


def kind_of(sentence: str) -> Kind | None:
    """Name the kind of fact a sentence states, or None where it states none worth keeping."""
    sentence = blanked(sentence)
    folded = cues.fold(sentence)
    if not _may_state(sentence):
        return None
    if asked := kinds.REMEMBER.match(folded):
        return _to_remember(sentence, folded, asked)
    if at_once := kind_at_once(sentence):
        return at_once
    # "We moved to MySQL": a brand, where a person speaks of what they do.
    coded = is_marked(sentence) if _FIRST_PERSON.match(folded) else is_coded(sentence)
    for kind in _ORDER:
        if _surely(kind, sentence, folded) or (not coded and _weakly(kind, sentence, folded)):
            return kind
    return "activity" if kinds.TODO.match(folded) else kind_declared(sentence, folded)


def how_sure(sentence: str, kind: Kind) -> Confidence:
    """Tell how sure a sentence is of its kind: high where it is wholly that, by words that leave little doubt.

    Low where nothing but a figure or a day makes it a fact. The kind is right in 93 of 100 sentences of high
    confidence, in 75 of medium and in 62 of low, on the pairs of scripts/calibration, as
    tests/test_told_facts.py counts.
    """
    folded = cues.fold(sentence)
    if _is_plain(sentence, folded, kind) and stands_alone(folded):
        return "high"
    cued = any(says(kind, sentence, folded) for says in (_surely, _weakly))
    return "low" if not cued and is_by_figure(sentence, folded) else "medium"


def _is_plain(sentence: str, folded: str, kind: Kind) -> bool:
    if kind_at_once(sentence) or kinds.REMEMBER.match(folded) or (kind == "relationship" and introduces(sentence)):
        return True
    return _surely(kind, sentence, folded) and not any(_surely(other, sentence, folded) for other in _OTHERS[kind])


def spoken(turn: Turn) -> list[str]:
    """Return what the user said in a turn as prose; nothing for other speakers, machine text and pastes."""
    if turn.role != "user" or turn.origin not in _SPOKEN or _MACHINE.match(turn.content):
        return []
    runs = prose(turn.content)
    return [] if sum(run.count("\n") + 1 for run in runs) > _PASTED else runs


def _of_turn(turn: Turn, before: Sequence[Turn]) -> Iterator[Candidate]:
    runs = spoken(turn)
    if not runs:
        return
    others = "\n".join(cues.fold(other.content) for other in before if other.role != "user")
    answers = bool(before) and before[-1].role == "assistant"
    left = PER_TURN
    for sentence in (whole for run in runs for whole in split(run)):
        text = cues.before_its_question(_trimmed(sentence))
        if left == 0:
            return
        kind = kind_of(text)
        if kind and cues.fold(text) not in others:
            stance: Stance = "confirmed" if answers and cues.is_yes(sentence) else "stated"
            words, sure = " ".join(text.split()), how_sure(text, kind)
            yield Candidate(kind=kind, text=words, quote=text, seq=turn.seq, stance=stance, sure=sure)
            left -= 1


def _trimmed(sentence: str) -> str:
    """Drop a list mark and what leads in ("ok so, "); neither can hold a negation, so no meaning is turned around."""
    text = unmarked(sentence)
    _, announced, named = text.rpartition(": ")
    if announced and gives_a_name(named):
        return named  # "so I don't have to repeat it: I'm Kim, co-founder of …"
    return text[cues.lead(text) :].strip()


def _may_state(sentence: str) -> bool:
    """Tell whether a sentence is whole and asserts something: no question, guess, request, heading or link."""
    words = WORDS.findall(sentence)
    if (
        (len(words) < SHORTEST and not people.BRIEF.match(cues.fold(sentence)) and not gives_a_name(sentence))
        or len(sentence) > FACT_CHARS
        or sentence.endswith(":")
        or "://" in sentence.split(" ", 1)[0]
    ):
        return False
    letters = sum(char.isalpha() or char.isspace() for char in sentence)
    figures = sum(map(len, _FIGURES.findall(sentence)))
    if letters < 0.5 * len(sentence) or letters + figures < 0.7 * len(sentence):
        return False
    return not (
        sentence.startswith(_QUOTED)
        or _CONDITION.match(cues.fold(sentence))
        or cues.is_question(sentence)
        or cues.is_hypothetical(sentence)
        or cues.is_hedged(sentence)
        or (cues.is_request(sentence) and not sets_a_figure(sentence))
    )


def _to_remember(sentence: str, folded: str, asked: re.Match[str]) -> Kind | None:
    """Name the kind of what is asked to be remembered: what it would be by itself, or a way of doing things."""
    if not has_content(folded, kinds.REMEMBER):
        return None
    if _INSTRUCTS.search(folded):
        return "preference"
    rest = folded[asked.end() :].strip(" :,").removeprefix("that ").removeprefix("dass ")
    words = sentence.split()
    return kind_of(" ".join(words[len(words) - len(rest.split()) :])) or "personal"


def _surely(kind: Kind, sentence: str, folded: str) -> bool:
    """Tell whether the words leave little doubt that a sentence is of a kind."""
    if kind in _BY_FORM and _BY_FORM[kind](sentence, folded):
        return True
    cue = kinds.SURE.get(kind)
    if cue is None or not cue.search(folded):
        return False
    if kind == "temporal":
        return not _PAST.search(folded)
    if kind == "event":
        return True
    return has_content(folded, cue) and not (kind == "preference" and is_passing(folded))


def _weakly(kind: Kind, sentence: str, folded: str) -> bool:
    """Tell whether a cue that is common in talk stands beside something definite."""
    cue = kinds.WEAK.get(kind)
    if cue is None or not cue.search(folded):
        return False
    if kind == "technical":
        return _is_technical(sentence, folded)
    if folded.startswith("i ") and not idle.OF_CODE.isdisjoint(WORDS.findall(folded)):
        return False  # "I moved the file to Downloads"
    return is_definite(sentence)


def _corrects(sentence: str, _: str) -> bool:
    """Recognise "not 12 but 14" and "it's 14, not 12", where at least one side is definite."""
    plain = sentence.rstrip(".! ")
    for pattern in (_NOT_BUT, _COMMA_NOT):
        match = pattern.search(plain)
        if match and all(is_definite("x " + _head(side)) for side in match.groups()):
            return True
    return False


def _head(side: str) -> str:
    """Return the first words of one side of a correction, where its figure or name stands if it has one."""
    return " ".join(side.split()[:2])


def _wants(sentence: str, folded: str) -> bool:
    """Recognise what a named person wants: "Sarah wants the chart moved to slide 3"."""
    subject = _SUBJECT.match(sentence)
    if not subject or _first(folded) in _NOBODY or _THE_THING.match(folded) or is_coded(sentence):
        return False
    wish = kinds.WISHES.match(cues.fold(sentence[subject.end() :]))
    if wish and wish[0] in _NEEDS and kinds.SURE["temporal"].search(folded):
        return False  # "Karim needs the drawings by 14 May" is a deadline
    return bool(wish) and not is_passing(folded)


def _is_ours(sentence: str, folded: str) -> bool:
    """Recognise "Sarah is our lead investor"."""
    return sentence[0].isupper() and _first(folded) not in _NOBODY and bool(kinds.IS_OURS.match(folded))


def _is_technical(sentence: str, folded: str) -> bool:
    match = kinds.WEAK["technical"].search(folded)
    if not match:
        return False
    version = _VERSIONED.search(sentence)
    if version and cues.fold(version[0]).split()[0] not in said_dates.MONTHS:
        return True
    return bool(_PATH.search(sentence)) or bool(re.search(r"\bport (?:\w+ )?\d", folded))


def _first(folded: str) -> str:
    return folded.split(" ", 1)[0]


# Kinds that show in the shape of a sentence, where no word alone gives them away.
_BY_FORM: Final[Mapping[Kind, Callable[[str, str], bool]]] = {
    "correction": _corrects,
    "decision": _wants,
    "relationship": _is_ours,
}
