"""What other tools remember, one saved memory after another. Knows no store.

Read are: mem0's `get_all` (JSON whose entries have a `memory`), the `memories.json` of a Claude.ai export, and the list
that ChatGPT or Claude writes when asked for all it has stored, a line each, as `[2026-03-01] - Prefers tea` or as
`- Prefers tea`. ChatGPT's own data export holds no memories.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from episodic.errors import FormatError
from episodic.language.sentences import split
from episodic.records import FACT_CHARS

_READ: Final = "an export of ours, mem0's JSON, Claude.ai's memories.json, or a list with a memory a line after a dash"
_DATED: Final = re.compile(r"\[(?P<day>[^\]\n]{0,40})\]\s*[-:–—]?\s*(?P<text>\S.*)")  # noqa: RUF001 - dashes people use
_ENTRY: Final = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+(?P<text>\S.*)")
_BESIDE: Final = re.compile(r"(?:#.*|```\w*|\*\*[^*]+\*\*:?|[^.!?]{1,60}:)")  # headings and fences between entries
_BOLD: Final = re.compile(r"\*\*|__|`")


class Saved(NamedTuple):
    """One memory of another tool: what it says, when it was saved where that is known, and what it goes by there."""

    text: str
    at: datetime | None
    ident: str


class Found(NamedTuple):
    """A tool's memories."""

    tool: str
    memories: tuple[Saved, ...]


def read(text: str) -> Found:
    """Return the memories of a file of another tool.

    Raises:
        FormatError: it is of none that is read here.
    """
    try:
        told: Any = json.loads(text)
    except (ValueError, RecursionError):
        found = _of_a_list(text)
    else:
        found = _of_mem0(told) or _of_claude(told)
    if found is None:
        raise FormatError(f"this is nothing that can be taken in: give {_READ}; conversations go to `episodic ingest`")
    return found._replace(memories=tuple(_in_reach(found.memories)))


def _of_mem0(told: Any) -> Found | None:
    entries = told.get("results", told.get("memories")) if isinstance(told, dict) else told
    if not isinstance(entries, list) or not entries or not all(map(_has_memory, entries)):
        return None
    saved = (Saved(one["memory"], _time(one.get("created_at")), str(one.get("id") or one["memory"])) for one in entries)
    return Found("mem0", tuple(saved))


def _has_memory(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("memory"), str)


def _of_claude(told: Any) -> Found | None:
    accounts = [one for one in (told if isinstance(told, list) else [told]) if isinstance(one, dict)]
    texts = [text for one in accounts for text in _texts_of(one)]
    if not any("conversations_memory" in one for one in accounts):
        return None
    lines = (line for text in texts for line in text.splitlines())
    saved = (Saved(sentence, None, sentence) for line in lines for sentence in _sentences(line))
    return Found("claude.ai", tuple(saved))


def _texts_of(account: Mapping[str, Any]) -> Iterator[str]:
    projects = account.get("project_memories")
    for text in (account.get("conversations_memory"), *(projects.values() if isinstance(projects, dict) else ())):
        if isinstance(text, str):
            yield text


def _sentences(line: str) -> list[str]:
    """Return the sentences of a line of markdown; of a heading none."""
    bare = line.strip()
    if not bare or _BESIDE.fullmatch(bare):
        return []
    entry = _ENTRY.fullmatch(bare)
    return [one for one in split(_BOLD.sub("", entry["text"] if entry else bare)) if one.strip()]


def _of_a_list(text: str) -> Found | None:
    """Read a list; a line that is neither an entry nor a heading makes it prose, which is refused."""
    saved: list[Saved] = []
    for line in (line.strip() for line in text.splitlines()):
        dated = _DATED.fullmatch(_ENTRY.sub(r"\g<text>", line)) if "[" in line else None
        entry = dated or _ENTRY.fullmatch(line)
        if entry is not None:
            said = _BOLD.sub("", entry["text"])
            saved.append(Saved(said, _time(dated["day"]) if dated else None, said))
        elif line and not _BESIDE.fullmatch(line):
            return None
    return Found("list of memories", tuple(saved)) if saved else None


def _time(value: Any) -> datetime | None:
    try:
        found = datetime.fromisoformat(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found


def _in_reach(memories: Iterable[Saved]) -> Iterator[Saved]:
    """Yield memories no longer than a fact; longer ones by their sentences, cut where even one is too long."""
    for one in memories:
        parts = [one.text] if len(one.text) <= FACT_CHARS else split(one.text)
        for number, part in enumerate(part.strip()[:FACT_CHARS] for part in parts):
            if part:
                yield Saved(part, one.at, f"{one.ident}#{number}" if number else one.ident)
