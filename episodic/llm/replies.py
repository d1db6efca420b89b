"""Finds what was asked for in what a language model replied. Pure; knows no backend and no schema.

Reasoning, fences and prose around the JSON are passed over. Complete items of a reply that was cut are kept, and it is
said that it was cut. A reply that gives nothing usable is never an empty success: it raises, with a reason that holds
no word of the reply. An empty list is an answer.
"""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from episodic.errors import ReplyError
from episodic.llm import loose_json

_MOST_MARKS: Final = 2_000  # brackets looked at; beyond that it is a listing, not an answer
_LONGEST: Final = 4_000  # characters of a string in an item; a fact has at most 300, a summary 60 words
_RUN: Final = 160  # characters that say one thing over and over


_THINK: Final = "think|thinking|thought|reasoning|scratchpad"
_MARK: Final = re.compile(
    rf"(?P<open>[{{\[])|<(?P<think>{_THINK})>|(?P<done></(?:{_THINK})>|<\|channel\|>\s*final\s*<\|message\|>)",
    re.IGNORECASE,
)
_REASONING: Final = re.compile(rf"<(?P<think>{_THINK})>.*?(?:</(?P=think)>|\Z)", re.IGNORECASE | re.DOTALL)
_BETWEEN: Final = re.compile(r"[\s,;]*")
_AROUND: Final = re.compile(r"[\s`]*(?:json)?[\s`]*", re.IGNORECASE)
_REPEATED: Final = re.compile(r"(.{4,200}?)\1{4,}", re.DOTALL)


class Parsed(NamedTuple):
    """The items of a reply. `rest` is what stood beside their list; `truncated`: there may be more of either.

    `problems` are our own words for what was mended or left out, without a word of the reply. `lost` counts the items
    that were left out because they could not be used.
    """

    items: tuple[dict[str, Any], ...]
    truncated: bool = False
    problems: tuple[str, ...] = ()
    rest: Mapping[str, Any] = {}
    lost: int = 0


def parse(reply: str, *, wants: str, needs: Collection[str] = ()) -> Parsed:
    """Return the items of the list called `wants`.

    Args:
        reply: what the model wrote.
        wants: the key of a list of objects.
        needs: keys without which an object is no item of it; they also find items that stand in no list.

    Raises:
        ReplyError: nothing in it can be used. Its reason is one of empty, only reasoning, no JSON, cut, unusable.
    """
    found = _documents(reply, lambda value: isinstance(value, dict) and wants in value)
    named = [document for document in found if document.wanted]
    if named:
        return _from_objects(_last_run(reply, named, wants), wants, frozenset(needs))
    return _from_bare(reply, found, frozenset(needs))


def parse_record(reply: str, *, needs: Collection[str]) -> dict[str, Any]:
    """Return the last object that has all the keys it needs.

    Raises:
        ReplyError: there is none that is complete. Its reason is one of empty, only reasoning, no JSON, cut, unusable.
    """
    found = _documents(reply, lambda value: isinstance(value, dict) and frozenset(needs) <= value.keys())
    whole = [document.value for document in found if document.wanted and document.complete]
    if not whole:
        raise _unusable("cut" if any(not document.complete for document in found) else "unusable")
    if _runs_away(whole[-1]):
        raise _unusable("unusable")
    return dict(whole[-1])


def silence(reply: str) -> ReplyError | None:
    """Return the error for a reply that is empty once the model's thinking is taken out of it."""
    if _spoken(reply):
        return None
    return _unusable("only reasoning" if reply.strip() else "empty")


class _Document(NamedTuple):
    value: Any
    start: int
    end: int
    complete: bool
    repairs: frozenset[str]
    lost: int
    wanted: bool
    inside: bool  # another one, or one that was begun


def _documents(reply: str, wanted: Callable[[Any], bool]) -> list[_Document]:
    """Find every object and list, in reading order.

    One that is wanted is passed over as a whole; any other may be prose, or hold a wanted one, so the search goes on
    inside it. What stands before a closing tag that nothing opened was reasoning.
    """
    if error := silence(reply):
        raise error
    found: list[_Document] = []
    at = covered = 0
    for _ in range(_MOST_MARKS):
        mark = _MARK.search(reply, at)
        if mark is None:
            break
        at = mark.end()
        if mark["done"]:
            found.clear()
        elif mark["think"]:
            block = _REASONING.match(reply, mark.start())
            at = block.end() if block else at
        elif (read := loose_json.read(reply, mark.start())) is not None:
            document = _Document(
                *(read.value, mark.start(), read.end, read.complete, read.repairs, read.lost),
                wanted=wanted(read.value),
                inside=mark.start() < covered,
            )
            if read.complete or read.value:
                found.append(document)
            covered = max(covered, read.end)
            at = read.end if document.wanted and read.complete else at
    if not found:
        raise _unusable("no JSON")
    return found


def _last_run(reply: str, named: Sequence[_Document], wants: str) -> list[_Document]:
    """Return the documents that answer: the last one that is complete, with those that stand right beside it.

    Drafts and examples come before an answer, with words between them; one object a line is one answer.
    """
    runs: list[list[_Document]] = []
    for document in named:
        last = runs[-1][-1].end if runs else len(reply)
        if last <= document.start and _BETWEEN.fullmatch(reply, last, document.start):
            runs[-1].append(document)
        else:
            runs.append([document])
    whole = [run for run in runs if any(document.complete for document in run)]
    started = [run for run in runs if any(document.value[wants] for document in run)]
    return (whole or started or runs)[-1]


def _from_objects(run: Sequence[_Document], wants: str, needs: frozenset[str]) -> Parsed:
    candidates: list[Any] = []
    rest: dict[str, Any] = {}
    for document in run:
        listed = document.value[wants]
        if not isinstance(listed, list | dict):
            raise _unusable("unusable")
        candidates += listed if isinstance(listed, list) else [listed]
        for key, value in document.value.items():
            if key != wants:
                both = isinstance(rest.get(key), list) and isinstance(value, list)
                rest[key] = rest[key] + value if both else value
    return _sound(candidates, needs, run, truncated=not all(document.complete for document in run), rest=rest)


def _from_bare(reply: str, found: Sequence[_Document], needs: frozenset[str]) -> Parsed:
    """Take a list without a name, or items without a list."""
    for document in reversed(found):
        listed = document.value
        if not isinstance(listed, list) or (document.inside and not needs):
            continue
        if _are_items(listed, needs) or (not listed and _is_all(reply, document)):
            return _sound(listed, needs, [document], truncated=not document.complete)
    items = [document for document in found if needs and not document.inside and _are_items([document.value], needs)]
    if items:
        whole = [document.value for document in items if document.complete]
        cut = any(not document.complete for document in found if document.start >= items[0].start)
        return _sound(whole, needs, items, truncated=cut)
    raise _unusable("unusable" if any(document.complete for document in found) else "cut")


def _are_items(values: Sequence[Any], needs: frozenset[str]) -> bool:
    return any(isinstance(value, dict) and needs <= value.keys() for value in values)


def _is_all(reply: str, document: _Document) -> bool:
    """Whether nothing but a fence stands around a document, reasoning aside."""
    return all(_AROUND.fullmatch(side) for side in (_spoken(reply[: document.start]), _spoken(reply[document.end :])))


def _sound(
    candidates: Sequence[Any],
    needs: frozenset[str],
    run: Sequence[_Document],
    *,
    truncated: bool,
    rest: Mapping[str, Any] | None = None,
) -> Parsed:
    """Leave out what is no item, says one thing over and over, or was there before."""
    problems = [repair for document in run for repair in sorted(document.repairs)]
    lost = ["an item that cannot be read"] * sum(document.lost for document in run)
    items: dict[str, dict[str, Any]] = {}
    for candidate in candidates:
        if not isinstance(candidate, dict) or any(candidate.get(key) in (None, "") for key in needs):
            lost.append("an item without what it needs")
        elif _runs_away({key: candidate[key] for key in needs} or candidate):
            lost.append("an item that repeats itself or is far too long")
        else:
            item = _pruned(candidate)
            identity = json.dumps(item, sort_keys=True)
            if identity in items:
                problems.append("an item given twice")
            items.setdefault(identity, item)
    if not items and (lost or truncated):
        raise _unusable("unusable" if lost else "cut")
    return Parsed(tuple(items.values()), truncated, tuple(dict.fromkeys((*problems, *lost))), rest or {}, len(lost))


def _pruned(value: Any) -> Any:
    """Leave out the texts that run away, where the item can do without them: a name of 500 characters is none."""
    if isinstance(value, dict):
        return {key: _pruned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_pruned(inner) for inner in value if not (isinstance(inner, str) and _runs_away({"": inner}))]
    return None if isinstance(value, str) and _runs_away({"": value}) else value


def _runs_away(item: Mapping[str, Any]) -> bool:
    return any(
        len(text) > _LONGEST
        or any(len(run.group()) >= _RUN and any(map(str.isalnum, run.group())) for run in _REPEATED.finditer(text))
        for text in _strings(item)
        if len(text) >= _RUN
    )


def _strings(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _spoken(reply: str) -> str:
    """Return a reply without the thinking it begins with."""
    said = reply.strip()
    while (block := _REASONING.match(said)) is not None:
        said = said[block.end() :].strip()
    return said


_REASONS: Final = {
    "empty": "the language model's reply is empty: try again, or raise llm_reply_tokens",
    "only reasoning": "the language model thought and said nothing: raise llm_reply_tokens, or use another llm_model",
    "no JSON": "the language model's reply holds no JSON: try again, or use another llm_model",
    "cut": "the language model's reply was cut before anything in it was complete: raise llm_reply_tokens",
    "unusable": "the language model's reply holds nothing of what was asked for: try again, or use another llm_model",
}


def _unusable(reason: str) -> ReplyError:
    return ReplyError(_REASONS[reason], reason=reason)
