"""Data minimisation: what is private or a passing mood enters neither facts nor summaries. Knows no store, no model.

What a sentence reveals is read from its words, so it holds whoever proposed it. Turns are not touched: they prove.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from episodic.config import Config
from episodic.language.cues import fold, words_of
from episodic.language.kinds import REMEMBER
from episodic.language.moods import is_mood
from episodic.language.sensitive import categories, named
from episodic.language.sentences import spans, split
from episodic.records import CATEGORIES, Candidate, Category, EpisodeRecord, Turn

Withheld = Literal["sensitive", "passing mood"]

_ONESELF = words_of(r"i|i'm|i've|jag|ich|yo|soy|tengo|je|j'\w+")
_TALK = ("user", "assistant")  # what a summary is made of
_SUBJECT_WORDS = 10
_SUBJECT_CHARS = 60  # where words have no spaces between them


class Discretion:
    """Tells what may be learnt from a stretch of conversation, given what its user told of anybody in it.

    Args:
        banned: the categories that are kept out; none: all may be learnt.
        texts: what was said. Where "I have diabetes" stands in it, "meals for diabetes" tells the same.
        tone: passing moods may be learnt.
    """

    def __init__(self, banned: frozenset[Category], texts: Iterable[str] = (), *, tone: bool = False) -> None:
        self.banned, self.tone = banned, tone
        self._told: frozenset[str] = frozenset()
        if banned:
            said = (sentence for text in texts for sentence in split(text))
            told = (named(sentence, banned) for sentence in said if not banned.isdisjoint(categories(sentence)))
            self._told = frozenset().union(*told)

    def allows(self, text: str) -> bool:
        """Tell whether a text, or a piece of one, may be learnt: it reveals nothing kept out, and is no mood alone."""
        return not self.reveals(text) and (self.tone or not is_mood(text))

    def reveals(self, text: str) -> bool:
        """Tell whether a text reveals something that is kept out."""
        if not self.banned:
            return False
        return bool(self.banned & categories(text)) or bool(self._told and self._told & named(text, self.banned))

    def pruned(self, turns: Sequence[Turn]) -> list[Turn]:
        """Return turns without the sentences that are not allowed, for what sums them up; nothing stored is changed."""
        return [turn._replace(content=self._pruned(turn.content)) if turn.role in _TALK else turn for turn in turns]

    def _pruned(self, text: str) -> str:
        kept, at = "", 0
        for start, end in spans(text):
            if not self.allows(text[start:end]):
                kept, at = kept + text[at:start], end
        return kept + text[at:]


def banned(setting: str) -> frozenset[Category]:
    """Read the setting `sensitive`: names between commas, or "none"."""
    names = setting.split(",")
    return frozenset(category for category in CATEGORIES if category in names)


def discretion(config: Config, turns: Sequence[Turn]) -> Discretion:
    """Make the discretion of a stretch of turns: what its users said of anybody counts, not what a tool put out."""
    said = [turn.content for turn in turns if turn.role == "user"]
    return Discretion(banned(config.sensitive), said, tone=config.emotional_tone)


def withheld(candidate: Candidate, by: Discretion) -> Withheld | None:
    """Give the reason not to keep a fact, or None."""
    to_remember = re.sub(r"^.*?\b(?:that|att|dass|que)\b", "", candidate.quote) if _asks(candidate.quote) else ""
    if any(map(by.reveals, (candidate.text, candidate.quote, to_remember.strip(), *candidate.entities))):
        return None if _asked_to_keep(candidate.quote) else "sensitive"
    return None if by.allows(candidate.text) and by.allows(candidate.quote) else "passing mood"


def _asks(quote: str) -> bool:
    return bool(REMEMBER.match(fold(quote)))


def _asked_to_keep(quote: str) -> bool:
    """Tell whether somebody asks to remember what they say of themselves: what is private is theirs to give."""
    return _asks(quote) and bool(_ONESELF.search(fold(quote)))


def minimised(record: EpisodeRecord, by: Discretion) -> EpisodeRecord | None:
    """Take out of a record, whoever wrote it, what its discretion does not allow; None where no summary is left."""
    told = Discretion(by.banned, _texts(record), tone=by.tone)  # what the record itself reveals, for its own pieces
    return pruned(record, lambda text: by.allows(text) and told.allows(text))


def pruned(record: EpisodeRecord, allows: Callable[[str], bool]) -> EpisodeRecord | None:
    """Take out of a record what is not allowed; None where no summary is left.

    List entries go whole, prose by the sentence. A subject that has to go gives way to a topic or the summary's head.
    """
    values = {name: _kept(value, allows) for name, value in record._asdict().items()} | {"outcome": record.outcome}
    if not values["summary"]:
        return None
    values["subject"] = values["subject"] or next(iter(values["topics"]), "") or _opening(values["summary"])
    return EpisodeRecord(**values)


def _texts(record: EpisodeRecord) -> Iterable[str]:
    for value in record:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (entry for entry in value if isinstance(entry, str))


def _kept(value: Any, allows: Callable[[str], bool]) -> Any:
    if isinstance(value, str):
        sentences = split(value)
        kept = [one for one in sentences if allows(one)]
        return value if len(kept) == len(sentences) else " ".join(kept)
    if isinstance(value, tuple):
        return tuple(one for one in value if not isinstance(one, str) or allows(one))
    return value


def _opening(summary: str) -> str:
    return " ".join(summary.split()[:_SUBJECT_WORDS])[:_SUBJECT_CHARS].rstrip(" .,;:!?")
