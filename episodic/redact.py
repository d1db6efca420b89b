"""Mask secrets and cut private spans out of text, before anything is written.

Knows nothing of records, stores or languages: text goes in, text comes out.
"""

import functools
from collections.abc import Iterator

import regex as re  # the standard one, before 3.11.5, takes possessive quantifiers wrongly and leaves secrets in

from episodic.secrets.masks import mask_of
from episodic.secrets.rules import RULES
from episodic.secrets.shape import Rule


def clean(text: str) -> str:
    """Make one turn fit for the journal: valid Unicode, no control sequences, nothing private, no secrets.

    Outer whitespace stays, for a turn is quoted as it was said. What is clean stays as it is:
    text that joins into something to be taken out, once what stood between is gone, is gone over again.
    """
    for _ in range(_MAX_PASSES):
        cleaned = _clean_once(text)
        if cleaned == text:
            break
        text = cleaned
    return text


def _clean_once(text: str) -> str:
    if not text.isascii():
        text = _mend_surrogates(text)
    if "\0" in text:
        text = text.replace("\0", "")
    if "\x1b" in text or "\x9b" in text:
        text = _ANSI.sub("", text)
    return mask(strip_private(text))


def strip_private(text: str) -> str:
    """Cut `<private>…</private>` out, nested and unclosed ones too.

    An unclosed span runs to the end of the text: to lose a sentence is better than to keep one that was private.
    """
    kept, depth, done = [], 0, 0
    for tag in _PRIVATE_TAG.finditer(text):
        if depth == 0:
            kept.append(text[done : tag.start()])
        depth = depth + 1 if tag["open"] else max(0, depth - 1)
        done = tag.end()
    if depth == 0:
        kept.append(text[done:])
    return "".join(kept)


def mask(text: str) -> str:
    """Replace every secret by `[secret:KIND]`; names, users and hosts beside it stay readable.

    Masking a masked text changes nothing. Time grows linearly with the text, whatever the text is.
    """
    for _ in range(_MAX_PASSES):
        masked = _mask_once(text)
        if masked == text:
            break
        text = masked
    return text


def _mask_once(text: str) -> str:
    folded = _folded(text)
    for at in sorted(_due(text, folded)):
        masked = _apply(RULES[at], text, folded)
        if masked is not text:
            text, folded = masked, _folded(masked)
    return text


def _due(text: str, folded: str) -> set[int]:
    """Find the rules with a trigger in the text; in most texts those are the few that have none.

    Case-sensitive triggers sit in long words, and only those are searched: prose has few, so this is most of the speed.
    """
    words = " ".join([word for word in text.split() if len(word) >= _LONG_WORD])
    due = set(_ALWAYS)
    for triggers, haystack in ((_EXACT, words), (_FOLDED, folded)):
        for trigger, rules in triggers.items():
            if trigger in haystack:
                due.update(rules)
    return due


def _apply(rule: Rule, text: str, folded: str) -> str:
    kept, done = [], 0
    for begin, stop in _stretches(rule, text, folded):
        if rule.evidence and not _compiled(rule.evidence).search(text, begin, stop):
            continue
        at = max(begin, done)
        while found := _compiled(rule.pattern).search(text, at, stop):
            start, end = found.span("secret")
            if rule.verdict(found):
                kept += [text[done:start], mask_of(rule.kind)]
                done = at = end
            else:
                # A spared value is read again, for it may hold a name of its own: `token: https://h/?password=…`.
                at = start if start > found.start() else found.end()
    return "".join(kept) + text[done:] if done else text


def _stretches(rule: Rule, text: str, folded: str) -> Iterator[tuple[int, int]]:
    """Yield where to search: everywhere, or for a rule that is searched by line those with a trigger."""
    if not rule.by_line:
        yield 0, len(text)
        return
    done = 0
    hits = {trigger: at for trigger in rule.triggers if (at := folded.find(trigger)) >= 0}
    while hits:
        hit = min(hits.values())
        start, done = max(text.rfind("\n", done, hit) + 1, done), _end(text, hit, rule.lines)
        yield start, done
        hits = {trigger: at for trigger, hit in hits.items() if (at := _from(folded, trigger, hit, done)) >= 0}


def _from(folded: str, trigger: str, hit: int, done: int) -> int:
    """Return where a trigger stands next; what was found further on is not searched for again."""
    return hit if hit >= done else folded.find(trigger, done)


def _end(text: str, at: int, lines: int) -> int:
    """Return where so many lines end; one that a backslash carries on counts with the next."""
    while lines and (at := text.find("\n", at)) >= 0:
        lines -= text[at - 1] != "\\" or not at
        at += 1
    return len(text) if at < 0 else at - 1


def _folded(text: str) -> str:
    return text.replace("İ", "i").lower()  # the one letter that grows when lowered and would shift all after it


@functools.cache
def _compiled(pattern: str) -> re.Pattern[str]:
    # On first use and not at import: dozens of patterns cost the command line more start-up than most texts need.
    return re.compile(pattern)


def _mend_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        # Through UTF-16, so that two halves which found each other become the character they meant.
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _by_trigger(*, folding: bool) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, rule in enumerate(RULES):
        for trigger in rule.triggers if rule.by_line is folding else ():
            found.setdefault(trigger, []).append(at)
    return found


_MAX_PASSES = 4  # a mask can free a neighbour; in 30,000 random heaps of secrets that took two at most
_LONG_WORD = 10  # characters; `-----BEGIN` has ten, every other case-sensitive pattern asks for more without a space
_ANSI = re.compile(
    r"\x1b(?:\[[0-?]*+[ -/]*+[@-~]|[\]PX^_][^\x07\x1b]*+(?:\x07|\x1b\\)|[ -/]++[0-~]|[0-~])?|\x9b[0-?]*+[ -/]*+[@-~]"
)
_PRIVATE_TAG = re.compile(r"(?ai)<(?:(?P<open>private)|/private)(?:\s[^<>]*+)?>")
_EXACT, _FOLDED = _by_trigger(folding=False), _by_trigger(folding=True)
_ALWAYS = [at for at, rule in enumerate(RULES) if not rule.triggers]
