"""Says in one line how something ended, what was tried and what it taught, in the languages of a block."""

from typing import Final

from episodic.records import EpisodeRecord

_LESSONS: Final = 2
_TRIED: Final = 2
_WORDS: Final = {
    "en": {
        "positive": "it worked",
        "negative": "did not help",
        "unresolved": "still open",
        "tried": "tried",
        "lesson": "lesson",
    },
    "sv": {
        "positive": "det hjälpte",
        "negative": "hjälpte inte",
        "unresolved": "ännu öppet",
        "tried": "prövat",
        "lesson": "lärdom",
    },
}


def ended(record: EpisodeRecord, language: str) -> str:
    """Return how an episode ended, what else was tried and its lessons; empty where it says nothing of these.

    Only of what worked or failed is it told what was tried, and nothing that the summary says already.
    """
    words = _WORDS[language]
    parts = [words[record.outcome]] if record.outcome != "neutral" else []
    if record.outcome in {"positive", "negative"}:
        parts += [f"{words['tried']}: {text}" for text in _fresh(record, record.actions)[:_TRIED]]
    parts += [f"{words['lesson']}: {text}" for text in _fresh(record, record.lessons)[:_LESSONS]]
    return "; ".join(part.rstrip(" .") for part in parts)


def _fresh(record: EpisodeRecord, texts: tuple[str, ...]) -> list[str]:
    return [text for text in texts if text.rstrip(" .") not in record.summary]
