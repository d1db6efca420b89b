"""Asks a language model for the record of an episode, and keeps of it what was said. Knows no store.

What is quoted must stand in its turn and come from whom it has to: decisions from the user, advice from the assistant.
Sentences of the summary that bring a figure, date or name of their own are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Final

from episodic.consolidate.episode_summary import SUBJECT_WORDS
from episodic.consolidate.episodes import TOPICS
from episodic.consolidate.extract import day, fenced, prompt, shown
from episodic.consolidate.figures import figure_of
from episodic.consolidate.grounding import Grounded, ground, invented, quoted
from episodic.language import cues
from episodic.language.clauses import cut
from episodic.language.endings import OPEN
from episodic.language.sentences import split
from episodic.llm import fields
from episodic.llm.backend import Request
from episodic.llm.client import Client
from episodic.records import EPISODE_WORDS, OUTCOMES, Candidate, EpisodeRecord, Turn

SITE: Final = "episode"

_TURNS: Final = 120  # shown of a longer session: a third from its start, the rest from its end
_CHARS: Final = 30_000  # of all turns together; some 8,000 tokens
_LEAST: Final = 200  # of one turn, however many there are
_ENTRIES: Final = 5  # of each list
_ENTRY_CHARS: Final = 300
_TONES: Final = {
    False: "null.",
    True: "how the user seems to feel, in three words at most, where the turns show it; else null.",
}

_TEXT: Final = {"type": "string"}
_MAYBE: Final = {"anyOf": [_TEXT, {"type": "null"}]}
_TEXTS: Final = {"type": "array", "items": _TEXT}
_QUOTED: Final = {
    "type": "array",
    "items": {
        "type": "object",
        "additionalProperties": False,
        "required": ["text", "quote", "turn"],
        "properties": {"text": _TEXT, "quote": _TEXT, "turn": {"type": "integer"}},
    },
}
_PROPERTIES: Final[Mapping[str, Any]] = {
    "subject": _TEXT,
    "summary": _TEXT,
    "topics": _TEXTS,
    "decisions": _QUOTED,
    "advice_given": _QUOTED,
    "actions": _QUOTED,
    "lessons": _TEXTS,
    "key_numbers": _QUOTED,
    "concerns": _QUOTED,
    "outcome": {"type": "string", "enum": list(OUTCOMES)},
    "tags": _TEXTS,
    "valid_until": _MAYBE,
    "user_state": _MAYBE,
}
SCHEMA: Final[Mapping[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": list(_PROPERTIES),
    "properties": _PROPERTIES,
}


async def narrate(
    client: Client, turns: Sequence[Turn], plain: EpisodeRecord, *, zone: tzinfo, tone: bool
) -> EpisodeRecord:
    """Return the record of an episode.

    Args:
        client: the model.
        turns: the episode's.
        plain: the extractive record of them, which stands in for what cannot be kept.
        zone: of dates.
        tone: whether the user's mood is kept.

    Raises:
        LLMError: the model cannot be asked, declined, or said nothing that can be used.
    """
    system = prompt("episode").replace("{tone}", _TONES[tone])
    request = Request(system=system, user=fenced({"turns": _excerpt(turns)}), schema=SCHEMA)
    told = await client.ask_record(request, site=SITE, needs=("subject", "summary"))
    return _checked(told, turns, plain, zone=zone, tone=tone)


def _excerpt(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    few = turns if len(turns) <= _TURNS else [*turns[: _TURNS // 3], *turns[-(_TURNS - _TURNS // 3) :]]
    return shown(few, chars=max(_LEAST, _CHARS // max(1, len(few))))


def _checked(
    told: Mapping[str, Any], turns: Sequence[Turn], plain: EpisodeRecord, *, zone: tzinfo, tone: bool
) -> EpisodeRecord:
    """Keep what holds; each field falls back to the extractive record's where nothing does."""
    state = told.get("user_state")
    outcome = next((outcome for outcome in OUTCOMES if outcome == told.get("outcome")), plain.outcome)
    figures = (figure_of(quote, turn) for _, quote, turn in _proved(told, "key_numbers", turns, _is_figure))
    return EpisodeRecord(
        subject=cut(_clean(told["subject"], turns), SUBJECT_WORDS) or plain.subject,
        summary=_summary(told["summary"], turns) or plain.summary,
        topics=_texts(told, "topics", turns)[:TOPICS] or plain.topics,
        decisions=_kept(told, "decisions", turns, _is_decided) or plain.decisions,
        advice_given=_kept(told, "advice_given", turns, _is_advice) or plain.advice_given,
        actions=_kept(told, "actions", turns, _is_said) or plain.actions,
        lessons=_texts(told, "lessons", turns) or plain.lessons,
        key_numbers=tuple(dict.fromkeys(figures))[:_ENTRIES] or plain.key_numbers,
        concerns=_kept(told, "concerns", turns, _is_users) or plain.concerns,
        tags=_texts({"tags": [tag.casefold() for tag in fields.texts(told.get("tags"))]}, "tags", turns),
        outcome=outcome,
        user_state=_clean(state, turns) or None if tone else None,
        valid_until=day(told.get("valid_until"), zone),
        turn_seqs=plain.turn_seqs,
    )


def _summary(text: object, turns: Sequence[Turn]) -> str:
    """Return the sentences that bring nothing of their own, cut after 60 words."""
    sentences = [sentence for sentence in split(fields.line(text)) if not invented(sentence, turns)]
    return cut(" ".join(sentences), EPISODE_WORDS)


def _texts(told: Mapping[str, Any], name: str, turns: Sequence[Turn]) -> tuple[str, ...]:
    texts = (_clean(text, turns) for text in fields.texts(told.get(name)))
    return tuple(dict.fromkeys(filter(None, texts)))[:_ENTRIES]


def _clean(text: object, turns: Sequence[Turn]) -> str:
    """Return a text on one line; empty where it is none, is too long, or brings something of its own."""
    words = fields.line(text)
    return "" if len(words) > _ENTRY_CHARS or invented(words, turns) else words


Proof = Callable[[str, str, Turn, Sequence[Turn]], bool]


def _kept(told: Mapping[str, Any], name: str, turns: Sequence[Turn], proof: Proof) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text, _, _ in _proved(told, name, turns, proof)))[:_ENTRIES]


def _proved(told: Mapping[str, Any], name: str, turns: Sequence[Turn], proof: Proof) -> Iterator[tuple[str, str, Turn]]:
    """Yield the entries whose quote stands in the turn they name, with that turn, where the proof holds too."""
    for entry in fields.entries(told, name):
        text, quote, seq = _clean(entry.get("text"), turns), fields.line(entry.get("quote")), entry.get("turn")
        turn = next((turn for turn in turns if turn.seq == fields.whole(seq)), None)
        if text and turn is not None and quoted(quote, turn) and proof(text, quote, turn, turns):
            yield text, quote, turn


def _is_decided(text: str, quote: str, turn: Turn, turns: Sequence[Turn]) -> bool:
    open_still = OPEN.search(cues.fold(quote))
    return not open_still and isinstance(ground(Candidate("decision", text, quote, turn.seq), turns), Grounded)


def _is_advice(_text: str, _quote: str, turn: Turn, _turns: Sequence[Turn]) -> bool:
    return turn.role == "assistant"


def _is_users(_text: str, _quote: str, turn: Turn, _turns: Sequence[Turn]) -> bool:
    return turn.role == "user"


def _is_said(_text: str, _quote: str, turn: Turn, _turns: Sequence[Turn]) -> bool:
    return turn.role in {"user", "assistant"}


def _is_figure(_text: str, quote: str, turn: Turn, _turns: Sequence[Turn]) -> bool:
    return turn.role in {"user", "assistant"} and bool(figure_of(quote, turn))
