"""Judges whether a word that is spelt like a name is meant as one. Knows the tables of `naming`, and no store."""

import re

from episodic.language import naming
from episodic.language.spellings import SHORT, UNSPACED, Found, Reading, bases, given
from episodic.records import EntityKind


def is_ordinary(found: Found, reading: Reading) -> bool:
    """Whether what stands in the text is a word of some language too."""
    if len(found.form.parts) > 1:
        return False
    word, part = reading.words[found.first], found.form.parts[0]
    if found.form.tail:
        return False
    if UNSPACED.match(part):
        return part in naming.ORDINARY
    short = len(part) <= SHORT and not UNSPACED.match(part) and not "\uac00" <= part[0] <= "\ud7af"
    return short or part in naming.ORDINARY or word in naming.ORDINARY


def accepts(found: Found, reading: Reading, sure: frozenset[int]) -> bool:
    """Judge a form that stands in a text: is it the name, or a word, a part, another thing of that name?"""
    kind, written = found.form.name.kind, reading.text[found.start : found.end]
    if is_denied(kind, reading) or (kind == "person" and _is_abbreviation(found, reading)):
        return False
    if found.form.derived and (meant := _part_is_meant(found, reading)) is not None:
        return meant
    if _is_acronym(found.form.written):
        return kind == "tool" or written.isupper() or not is_ordinary(found, reading)
    if is_ordinary(found, reading):
        return _shown(found, reading, sure)
    if reading.word(found.first - 1) in naming.INDEFINITE and not written[:1].isupper():
        return kind != "person" and _compound(found, reading)
    return True


def _part_is_meant(found: Found, reading: Reading) -> bool | None:
    """Tell whether a first name or a surname stands for the whole name; None leaves it to what else there is."""
    written = reading.text[found.start : found.end]
    if _whole_elsewhere(found, reading) or (found.form.surname and _plural(found, reading)):
        return True  # "the Bergs" are both, and so neither
    if not found.form.surname:
        return False if _other_surname(found, reading) else None
    return None if written[:1].isupper() or not is_ordinary(found, reading) else False


def _is_abbreviation(found: Found, reading: Reading) -> bool:
    """Whether two capitals are no name of two letters: AL is not Al."""
    written = reading.text[found.start : found.end]
    return 1 < len(written) <= SHORT and written.isupper() and not (reading.shouted or found.form.written.isupper())


def _is_acronym(written: str) -> bool:
    return written.isupper() and 1 < len(written) <= 4 and written.isalpha()


def is_denied(kind: EntityKind, reading: Reading) -> bool:
    """Whether the text says that it is not about one of this kind: "the city, not the project"."""
    return bool(naming.DENIED[kind].search(reading.all_folded))


def _whole_elsewhere(found: Found, reading: Reading) -> bool:
    """Whether the rest of a name stands in the text too: "sarahs both, lind and khan"."""
    rest = [part.casefold() for part in given(found.form.name)]
    other = rest[0] if found.form.surname else rest[-1]
    return any(other in set(bases(word)) for word in reading.words)


def _other_surname(found: Found, reading: Reading) -> bool:
    """Whether a first name is followed by a surname that is not its own: another person."""
    at = found.last + 1
    if found.genitive or at >= len(reading.tokens) or reading.gap(found.last, at) != " ":
        return False
    following = reading.tokens[at]
    named = following.text[:1].isupper() and following.text[1:].islower()
    german = reading.language == "de"
    return named and not german and following.folded not in naming.ORDINARY


def _plural(found: Found, reading: Reading) -> bool:
    return reading.words[found.last].endswith("s") and reading.word(found.first - 1) in naming.DEFINITE


def _compound(found: Found, reading: Reading) -> bool:
    """Whether a word follows that the name stands for the kind of: "a kafka topic"."""
    following = reading.word(found.last + 1)
    return bool(following) and following not in naming.ORDINARY and reading.gap(found.last, found.last + 1) == " "


def _shown(found: Found, reading: Reading, sure: frozenset[int]) -> bool:
    """Tell whether something shows that a word is meant as a name."""
    if UNSPACED.match(found.form.parts[0]):
        return _shown_in_run(found, reading)
    kind = found.form.name.kind
    if _beside_another(found, reading, sure):
        return True
    if kind == "person":
        return _is_person_here(found, reading)
    if kind in {"tool", "thing"} and _is_tool_here(found, reading):
        return True
    return kind != "tool" and _is_project_here(found, reading)


def _shown_in_run(found: Found, reading: Reading) -> bool:
    after, before = reading.text[found.end :], reading.text[: found.start]
    following, leading = naming.BESIDE_RUNS.get(found.form.name.kind, naming.BESIDE_RUNS["project"])
    return bool(re.match(following, after) or re.search(leading, before))


def _titled(found: Found, reading: Reading) -> bool:
    """Whether a capital in the middle of a sentence shows a name; German writes every noun with one."""
    written = reading.text[found.start : found.end]
    if (
        len(found.form.parts[0]) == 1
        or reading.shouted
        or not written[:1].isupper()
        or reading.opens(found.first)
        or reading.language == "de"
    ):
        return False
    before = reading.word(found.first - 1)
    return not (found.form.parts[0] in naming.MONTH_NAMES and not found.genitive and before not in naming.ADDRESSES)


def _is_person_here(found: Found, reading: Reading) -> bool:
    before, after = reading.word(found.first - 1), _next(found, reading)
    capital = reading.text[found.start].isupper()
    if before in naming.TOWARDS and reading.word(found.first - 2) in naming.ASKS_OF:
        return True
    if before in naming.DEFINITE | naming.INDEFINITE and not (found.genitive and capital):
        return False
    if found.genitive or before in naming.ADDRESSES or _titled(found, reading):
        return True
    if reading.words[found.last] != found.form.parts[-1]:  # with an ending: "Stens", "Марка"
        return capital and (reading.language in {"sv", "de", None} or "\u0400" <= reading.text[found.start] <= "\u04ff")
    opens = reading.opens(found.first)
    joined = before in naming.JOINS | naming.DOES | naming.CLAUSES
    acts = after in naming.DOES_AS_A_PERSON or _has_done(found, reading)
    addressed = opens and capital and re.match(r"[,:] ", reading.gap(found.last, found.last + 1))
    if addressed or (acts and (capital or opens or joined)):
        return True
    return before in naming.TOWARDS and not naming.PERSONS.isdisjoint(reading.words[found.last + 1 :])


def _next(found: Found, reading: Reading) -> str:
    """Return the word after a name, and after the ending it takes; empty where a mark stands between."""
    at = found.last + 1
    if at < len(reading.tokens) and reading.tokens[at].start < found.end:
        at += 1  # the s of "Mercury's"
    return reading.word(at) if reading.gap(at - 1, at) == " " else ""


def _has_done(found: Found, reading: Reading) -> bool:
    """Whether French says what somebody has done: "pierre a dit"; an a alone is a word of every language."""
    done = reading.word(found.last + 2)
    return reading.word(found.last + 1) == "a" and (done.endswith("é") or done in naming.DONE)


def _is_tool_here(found: Found, reading: Reading) -> bool:
    before, after = reading.word(found.first - 1), _next(found, reading)
    capital = reading.text[found.start].isupper()
    if after in naming.OF_TOOLS or re.fullmatch(r"v?\d.*", after) or reading.text.startswith("-", found.end):
        return True
    if before in naming.BEFORE_TOOLS or reading.text[: found.start].endswith("`"):
        return True
    if before in naming.DEFINITE | naming.INDEFINITE:
        return False
    if reading.opens(found.first) and capital and after in naming.IS:
        return True
    moved = {*reading.words[max(0, found.first - 5) : found.first - 1]} & naming.MOVES
    inside = before in naming.IN_TOOLS or (before in naming.ONTO and moved)
    return bool(inside and (len(found.form.parts[0]) > SHORT or capital)) or _titled(found, reading)


def _is_project_here(found: Found, reading: Reading) -> bool:
    """Tell whether a project is meant, a firm or a thing: these act, and go without an article where words do not."""
    before, after = reading.word(found.first - 1), _next(found, reading)
    if after in naming.OF_PROJECTS or before in naming.BEFORE_PROJECTS:
        return True
    if reading.text[: found.start].endswith(("/", "`")) or reading.text[found.end :].startswith(("/", "`", "-")):
        return True
    if reading.opens(found.first):
        capital = reading.text[found.start].isupper()
        if after in naming.DOES_AS_A_PERSON or (after in naming.IS and (capital or found.form.name.kind == "project")):
            return True
    return _titled(found, reading) and before not in naming.INDEFINITE


def _beside_another(found: Found, reading: Reading, sure: frozenset[int]) -> bool:
    """Whether another known name of its kind is joined to it: "go or rust"; with people, one that is certain."""
    if reading.word(found.first - 1) in naming.DEFINITE | naming.INDEFINITE:
        return False
    return any(
        reading.word(joint) in naming.JOINS
        and any(
            other.form.name.kind == found.form.name.kind
            and other.form.name.id != found.form.name.id
            and (found.form.name.kind != "person" or other.form.name.id in sure)
            for other in reading.standing.get(far, ())
        )
        for joint, far in ((found.first - 1, found.first - 2), (found.last + 1, found.last + 2))
    )
