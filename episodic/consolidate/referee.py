"""Judges whether a new fact restates, replaces or stands beside one already known, without a language model.

Returns a verdict; the pipeline acts on it. Precision first: an update is never taken for a restatement, and a fact that
may still be true is never retired. Whatever is not clear is kept beside the old.
"""

from collections.abc import Sequence
from typing import Final

from episodic.consolidate import conflict, novelty
from episodic.consolidate.alignment import Alignment, align
from episodic.language import cues
from episodic.records import Kind, Neighbour, Verdict

# Cosine from which a word less is held to be wording. Nothing in scripts/calibrate.py's sweep depends on it: alone it
# would restate 9 of 96 updates at .95 and 55 at .88, and behind the guard it finds fewer paraphrases than words do.
DUPLICATE: Final = 0.95
NEIGHBOURS: Final = 5  # known facts a candidate is held against


def judge(
    text: str,
    neighbours: Sequence[Neighbour],
    *,
    kind: Kind,
    entities: Sequence[str] = (),
    duplicate: float = DUPLICATE,
) -> Verdict:
    """Hold a candidate against up to five neighbours, nearest first.

    A restatement of any of them comes before a replacement: what is known already replaces nothing. `duplicate` is the
    cosine threshold; 2 turns the cosine off.
    """
    near = sorted(neighbours, key=lambda known: -(known.cosine or 0.0))[:NEIGHBOURS]
    verdicts = [_pair(text, known, kind=kind, entities=entities, duplicate=duplicate) for known in near]
    ruled = {action: [v for v in verdicts if v.action == action] for action in ("restate", "supersede")}
    if ruled["restate"]:
        return ruled["restate"][0]
    # "The budget is now 500" with a kitchen budget and a bathroom budget known: nobody can say which.
    exact = [verdict for verdict in ruled["supersede"] if not verdict.why.endswith(conflict.SHORTENED)]
    if exact or len(ruled["supersede"]) == 1:
        return (exact or ruled["supersede"])[0]
    return Verdict("add", reasons=verdicts[0].reasons if verdicts else ())


def _pair(text: str, known: Neighbour, *, kind: Kind, entities: Sequence[str], duplicate: float) -> Verdict:
    if cues.fold(text).rstrip(".!") == cues.fold(known.text).rstrip(".!"):
        return Verdict("restate", known.id, "same words")
    pair = align(known.text, text)
    reasons = novelty.differences(pair)
    if not reasons:
        why = _restates(pair, known, text, duplicate=duplicate)
        if why:
            return Verdict("restate", known.id, why)
    if _strangers(entities, known.entities):
        return Verdict("add", reasons=reasons)
    why = conflict.replaces(pair, reasons, kinds=(known.kind, kind), cosine=known.cosine)
    if not why:
        return Verdict("add", reasons=reasons)
    return Verdict("supersede", known.id, why, unreviewed=True, reasons=reasons)


def _restates(pair: Alignment, known: Neighbour, text: str, *, duplicate: float) -> str:
    """Name the rule by which a pair without critical difference is one fact, or return "".

    Nothing may be left over on both sides: "oak" for "birch" is an update that no cosine and no compression sees.
    """
    left_over = len(pair.old_only) + len(pair.new_only)
    if not left_over:
        return "same content" if pair.shared or pair.old.of("number", "when") else ""
    if pair.new_only or left_over > 1 or len(pair.shared) < 2:
        return ""
    if known.cosine is not None and known.cosine >= duplicate:
        return "cosine"
    return "compression" if novelty.novelty(text, [known.text]) < novelty.FLOOR else ""


def _strangers(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell whether both facts name whom they are about, and these are others; one new name is what an update brings."""
    one, other = ({cues.fold(name) for name in names} for names in (mine, theirs))
    return len(one - other) > 1 and len(other - one) > 1 and one.isdisjoint(other)
