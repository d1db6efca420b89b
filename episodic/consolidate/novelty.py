"""Judges what a candidate adds: by compression, how much; by reading, whether anything of it cannot be overlooked.

Returns verdicts and does nothing. Knows no store, no vector and no kind of fact.
"""

import zlib
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from episodic.consolidate.alignment import Alignment, align
from episodic.consolidate.order import turned
from episodic.language import cues, lexicon, polarity
from episodic.language.reading import Reading

NEIGHBOURS: Final = 20  # texts in the dictionary; some 2 kB, and deflate looks back 32 kB at most
FLOOR: Final = 0.12  # novelty below which a text is all but contained in its neighbours


def novelty(candidate: str, neighbours: Sequence[str]) -> float:
    """Return the share of a candidate's information that its nearest neighbours do not hold: 0 known, 1 new.

    C(x | y) / C(x), the conditional part of the normalised compression distance of Li, Chen, Li, Ma and Vitányi ("The
    similarity metric", IEEE Trans. Inf. Theory 50(12), 2004). C is the length of a raw deflate stream, and C(x | y)
    that with y as preset dictionary (RFC 1950 §2.2), so that y costs nothing itself. The two bytes of an empty stream
    are taken off both. `neighbours` come nearest first; the nearest goes last, where a match is cheapest.
    """
    text = cues.fold(candidate).encode()
    known = "\n".join(cues.fold(near) for near in reversed(neighbours[:NEIGHBOURS])).encode()
    alone = _deflated(text, b"") - _deflated(b"", b"")
    if alone <= 0:
        return 0.0
    return min(1.0, (_deflated(text, known) - _deflated(b"", b"")) / alone)


def _deflated(data: bytes, dictionary: bytes) -> int:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, dictionary)
    return len(packer.compress(data)) + len(packer.flush())


# Critical difference ------------------------------------------------------------------------------------------------


def critical_difference(a: str, b: str) -> tuple[str, ...]:
    """List why two texts cannot be taken for one fact, whatever their cosine; empty when nothing stands out.

    Reasons, sorted: certainty, change, name, need, negation, number, opposite, order, person, quantity, tense, \
    time, unit.
    The order of the two does not matter.
    """
    return differences(align(*sorted((a, b))))


def differences(pair: Alignment) -> tuple[str, ...]:
    """Do as `critical_difference` does, for two texts already laid side by side."""
    if cues.fold(pair.old.text) == cues.fold(pair.new.text):
        return ()
    return tuple(sorted(reason for reason, fires in _REASONS.items() if fires(pair)))


def negated(pair: Alignment) -> bool:
    """Tell whether one text affirms what the other denies: of a word they share, else as a whole."""
    stands = [{token.key: token.negative for token in reading.tokens} for reading in (pair.old, pair.new)]
    both = stands[0].keys() & stands[1].keys()
    if both:
        return any(stands[0][key] != stands[1][key] for key in both)
    denies = [polarity.is_negative(reading.text, reading.language) for reading in (pair.old, pair.new)]
    return denies[0] != denies[1]


def opposed(pair: Alignment) -> tuple[tuple[str, str], ...]:
    """Return the words of the older and of the newer text that exclude each other."""
    old, new = (frozenset(reading.words) | _joined(reading) for reading in (pair.old, pair.new))
    return polarity.opposites(old, new, pair.old.language)


def _other_unit(pair: Alignment) -> bool:
    return bool({token.key for token in pair.old_numbers} & {token.key for token in pair.new_numbers})


def _other_person(pair: Alignment) -> bool:
    old, new = pair.old.people, pair.new.people
    return bool(old and new) and old.isdisjoint(new)


def _joined(reading: Reading) -> frozenset[str]:
    """Return the words of a sentence two by two, as in "in-person"."""
    return frozenset("-".join(two) for two in pairwise(reading.words))


def _other_name(pair: Alignment) -> bool:
    """Tell whether a name stands in one text only; first words have capitals anyway, and must differ on both sides."""
    if any(token.sort == "name" for token in (*pair.old_only, *pair.new_only)):
        return True
    sides = ((pair.old, pair.old_only), (pair.new, pair.new_only))
    return all(any(token.place == 0 and reading.text[0].isupper() for token in side) for reading, side in sides)


def _quantities(reading: Reading) -> frozenset[str]:
    return frozenset(_QUANTITIES[word] for word in reading.words if word in _QUANTITIES)


def _supposes(text: str) -> bool:
    return cues.is_hypothetical(text) or cues.is_hedged(text)


def _lacks(one: Reading, other: Reading) -> bool:
    """Tell whether `one` needs what `other` has."""
    needs = [bool(_NEEDS.search(reading.text.casefold())) for reading in (one, other)]
    return needs[0] and not needs[1] and not _HAS.isdisjoint(other.words)


def _past(one: Reading, other: Reading) -> bool:
    """Tell whether `one` says of the past what `other` says of now."""
    then, now = _WAS.intersection(one.words), _IS.intersection(other.words)
    if _WILL.search(other.text.casefold()) and not _WILL.search(one.text.casefold()) and _is_done(one):
        return True
    if then and now and not _WAS.intersection(other.words) and not _IS.intersection(one.words):
        return True
    if one.language != "en" or _HELPERS.intersection(one.words):
        return False
    plain = {token.word.removesuffix("s") for token in other.tokens}
    return any(
        token.word.endswith("ed") and plain & {token.word[:-1], token.word[:-2], token.word[:-3]}
        for token in one.tokens
    )


def _is_done(reading: Reading) -> bool:
    """Tell whether a sentence reports; "decided" reports a plan."""
    if not lexicon.HAPPENED.isdisjoint(reading.words):
        return True
    ended = reading.language == "en" and any(word.endswith("ed") and len(word) > 4 for word in reading.words)
    return ended and _HELPERS.isdisjoint(reading.words) and _DECIDED.isdisjoint(reading.words)


_QUANTITIES: Final = {
    word: head
    for head, words in {
        "only": "only just solely exclusively bara endast enbart nur lediglich ausschliesslich solo sólo solamente"
        " seulement uniquement",
        "some": "some several few vissa några einige manche algunos algunas varios certains quelques",
        "most": "most mostly mainly flesta främst mest meisten meistens mayoría plupart",
        "half": "half halva hälften halb hälfte mitad medio moitié demi",
        "sometimes": "sometimes occasionally ibland manchmal gelegentlich veces parfois",
        "rarely": "rarely seldom sällan selten raramente rarement",
        "usually": "usually normally typically often brukar vanligtvis oftast ofta normalerweise oft gewöhnlich"
        " normalmente habitualmente souvent d'habitude",
        "except": "except unless besides excluding förutom utom ausser excepto salvo sauf",
        "about": "about almost nearly roughly approximately ungefär nästan cirka ungefähr etwa fast casi"
        " aproximadamente"
        " environ presque",
        "more": "over above exceeding än mehr über supérieur",
        "less": "under below unter bajo",
        "first": "first först första zuerst erste primero primera d'abord",
        "then": "next afterwards finally sedan danach anschliessend después puis ensuite",
    }.items()
    for word in words.split()
}
_WAS: Final = cues.bag("was were had var hade war waren hatte hatten era fue estaba était avait")
_IS: Final = cues.bag("is are am has have i'm it's är har ist sind hat habe haben es está est sont a")
_HELPERS: Final = cues.bag(
    "is are was were be been being am i'm it's has have had get gets got getting we're we've i've"
)
_NEEDS: Final = cues.words_of(
    r"""
    needs?|needed|require[sd]?|must|ha(?:ve|s) to|lacks?|missing
    behöver|måste|saknar|krävs|brauche?[nt]?|benötig\w+|muss|müssen|fehlt|necesit\w+|falta|debe\w*|hay que
    besoin|doit|doivent|manque|faut
    """
)
_HAS: Final = cues.bag("have has got har haben hat habe tengo tiene tenemos ai a avons owns own")
_WILL: Final = cues.words_of(
    r"""
    will|\w+'ll|going to|plans? to|planning to|wants? to|ska|skall|kommer att|tänker|planerar
    werden?|werde|will|wollen|möchte|plane|planen|va a|voy a|vamos a|quiero|vais|va|allons|veux
    """
)
_DECIDED: Final = cues.bag("decided agreed chose settled")
_REASONS: Final[Mapping[str, Callable[[Alignment], bool]]] = {
    "certainty": lambda pair: _supposes(pair.old.text) != _supposes(pair.new.text),
    "change": lambda pair: ("strong" in pair.old.roles) != ("strong" in pair.new.roles),
    "name": _other_name,
    "need": lambda pair: _lacks(pair.old, pair.new) or _lacks(pair.new, pair.old),
    "negation": negated,
    "number": lambda pair: bool(pair.old_numbers or pair.new_numbers) and not _other_unit(pair),
    "opposite": lambda pair: bool(opposed(pair)),
    "order": lambda pair: turned(pair.old, pair.new),
    "person": _other_person,
    "quantity": lambda pair: _quantities(pair.old) != _quantities(pair.new),
    "tense": lambda pair: _past(pair.old, pair.new) or _past(pair.new, pair.old),
    "time": lambda pair: bool(pair.old_when or pair.new_when),
    "unit": _other_unit,
}
