"""Open loops without a language model, on the labelled situations in threads/ (see FORMAT.md there).

Two halves: cues were written looking at `dev` only; `loops_judged`, written before any of it, has none. An opening
counts when it stands in the labelled turn and shares half of the shorter quote's words; a closing when it closes the
right loop by the right turn.
"""

import argparse
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from episodic.consolidate.loop_ends import closed
from episodic.consolidate.loops import opened
from episodic.records import Opening, OpenLoop, Owner, Turn

_FOLDER = Path(__file__).resolve().parent / "threads"
_ZONE = ZoneInfo("Europe/Stockholm")

Label = Mapping[str, Any]


def loops(arguments: argparse.Namespace) -> dict[str, Any]:
    """Print precision and recall of openings, by half and language, and how many closings are right."""
    found = measured()
    if not arguments.json:
        _print(found)
    return dict(found)


def measured() -> Mapping[str, Mapping[str, Mapping[str, float]]]:
    """Return the figures of both sets, by half and language."""
    situations, pairs = _read("loops"), _read("closings")
    return {
        "openings": {name: _openings(some) for name, some in _groups(situations, salt="")},
        "closings": {name: _closings(some) for name, some in _groups(pairs, salt="c")},
        "judged": {"opens": _judged_openings(_read("loops_judged")), "closes": _judged_closings(_read("loops_judged"))},
    }


def half(ident: str) -> str:
    """Return which half a label is in."""
    return "dev" if hashlib.sha256(ident.encode()).digest()[0] % 2 == 0 else "test"


def misses(situation: Label) -> tuple[list[Opening], list[Label]]:
    """Return what was opened and is not labelled, and what is labelled and was not opened."""
    turns = _turns(situation["turns"], session=situation["id"])
    left = list(situation["loops"])
    wrong = []
    for opening in opened(turns, zone=_ZONE):
        hit = next((label for label in left if _is_same(opening, label)), None)
        if hit is None:
            wrong.append(opening)
        else:
            left.remove(hit)
    return wrong, left


def _read(name: str) -> list[Label]:
    return [json.loads(line) for line in (_FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()]


def _groups(labels: Sequence[Label], *, salt: str) -> Iterator[tuple[str, list[Label]]]:
    yield "all", list(labels)
    for name in ("dev", "test"):
        yield name, [one for one in labels if half(salt + one["id"]) == name]
    for language in ("en", "sv", "de"):
        yield language, [one for one in labels if one["language"] == language]


def _turns(rows: Sequence[Label], *, session: str) -> list[Turn]:
    return [
        Turn(
            session,
            seq,
            row["role"],
            row["content"],
            datetime.fromisoformat(row["at"]),
            origin="user" if row["role"] == "user" else "assistant",
        )
        for seq, row in enumerate(rows)
    ]


def _openings(situations: Sequence[Label]) -> dict[str, float]:
    count = Counter[str]()
    for situation in situations:
        turns = _turns(situation["turns"], session=situation["id"])
        found = opened(turns, zone=_ZONE)
        wrong, _ = misses(situation)
        count["found"] += len(found)
        count["right"] += len(found) - len(wrong)
        count["labelled"] += len(situation["loops"])
        dated = [(one, label) for one in found for label in situation["loops"] if _is_same(one, label)]
        count["dated"] += sum(str(one.due) == str(label["due"]) for one, label in dated)
        count["owned"] += sum(one.owner == label["owner"] for one, label in dated)
        ids = {id(label): place for place, label in enumerate(situation["loops"])}
        known = [
            OpenLoop(ids[id(label)], one.text, one.quote, one.owner, situation["id"], one.seq, turns[one.seq].at)
            for one, label in dated
        ]
        ends = {(one.loop, one.seq) for one in closed(known, turns)}
        labelled = {(end["loop"], end["turn"]) for end in situation.get("closed") or ()}
        able = {(loop, turn) for loop, turn in labelled if loop in {one.id for one in known}}
        count["ends found"] += len(ends)
        count["ends right"] += len(ends & labelled)
        count["ends labelled"] += len(able)
    return {
        "situations": len(situations),
        "labelled": count["labelled"],
        "precision": _share(count["right"], count["found"]),
        "recall": _share(count["right"], count["labelled"]),
        "owner": _share(count["owned"], count["right"]),
        "due": _share(count["dated"], count["right"]),
        "closing precision": _share(count["ends right"], count["ends found"]),
        "closing recall": _share(count["ends right"], count["ends labelled"]),
    }


def _closings(pairs: Sequence[Label]) -> dict[str, float]:
    count = Counter[str]()
    for pair in pairs:
        right, found = closes(pair)
        count["right"] += right
        count["labelled"] += pair["closes"]
        count["found"] += found
        count["hit"] += right and pair["closes"]
    return {
        "pairs": len(pairs),
        "accuracy": _share(count["right"], len(pairs)),
        "precision": _share(count["hit"], count["found"]),
        "recall": _share(count["hit"], count["labelled"]),
    }


def closes(pair: Label) -> tuple[bool, bool]:
    """Return whether the verdict on a pair is right, and whether it was that the loop is finished."""
    first, second = pair["first"], pair["second"]
    turns = _turns(first["turns"], session=first["session"])
    later = _turns(second["turns"], session=second["session"])
    label = pair["loop"]
    turn = turns[label["turn"]]
    own = next((one for one in opened(turns, zone=_ZONE) if one.seq == turn.seq and _is_same(one, label)), None)
    spoken: Owner = "user" if turn.role == "user" else "assistant"
    text, owner = (own.text, own.owner) if own else (label["quote"], spoken)
    loop = OpenLoop(1, text, label["quote"], owner, turn.session, turn.seq, turn.at)
    found = closed([loop], [*turns[label["turn"] + 1 :], *later])
    if not pair["closes"]:
        return not found, bool(found)
    proof = pair["evidence"]["turn"]
    return any(one.seq == proof for one in found), bool(found)


def _judged_openings(judged: Sequence[Label]) -> dict[str, float]:
    """Return how many sentences to be put on a list are, and how many of those listed are to be."""
    count = Counter[str]()
    for one in judged:
        if one["label"] not in {"open", "none"}:
            continue
        turns = _turns(one["turns"], session=one["id"])
        found = [opening for opening in opened(turns, zone=_ZONE) if _is_same(opening, judged_place(one))]
        count["labelled"] += one["label"] == "open"
        count["found"] += bool(found)
        if found and one["label"] == "open":
            count["hit"] += 1
            count["owner"] += found[0].owner == one["open"]["owner"]
            count["due"] += str(found[0].due) == str(one["open"]["due"])
    return {
        "labelled": count["labelled"],
        "precision": _share(count["hit"], count["found"]),
        "recall": _share(count["hit"], count["labelled"]),
        "owner": _share(count["owner"], count["hit"]),
        "due": _share(count["due"], count["hit"]),
    }


def judged_place(one: Label) -> Label:
    """Return a judged sentence as a label of an opening: it stands in the last turn."""
    return {"turn": len(one["turns"]) - 1, "quote": one["sentence"]}


def _judged_closings(judged: Sequence[Label]) -> dict[str, float]:
    """Return how many loops a sentence ends are closed by it, and how many of those closed it ends."""
    count = Counter[str]()
    for one in judged:
        if one["label"] not in {"closes", "keeps"}:
            continue
        ends = judged_ends(one)
        count["labelled"] += len(one["closes"])
        count["found"] += len(ends)
        count["hit"] += len(ends & set(one["closes"]))
    return {
        "labelled": count["labelled"],
        "precision": _share(count["hit"], count["found"]),
        "recall": _share(count["hit"], count["labelled"]),
    }


def judged_ends(one: Label) -> set[int]:
    """Return which of its loops, open since the day before, a judged sentence closes."""
    turns = _turns(one["turns"], session=one["id"])
    before = turns[0].at - timedelta(days=1)
    loops = [OpenLoop(place, text, text, "user", "before", 0, before) for place, text in enumerate(one["loops"])]
    return {end.loop for end in closed(loops, turns)}


def _is_same(opening: Opening, label: Label) -> bool:
    if opening.seq != label["turn"]:
        return False
    a, b = (set(re.findall(r"\w+", text.casefold())) for text in (opening.quote, label["quote"]))
    return len(a & b) >= 0.5 * min(len(a), len(b))


def _share(part: int, whole: int) -> float:
    return round(part / whole, 3) if whole else 1.0


_TITLES = {
    "openings": "Openings (threads/loops.jsonl)",
    "closings": "Closings (threads/closings.jsonl)",
    "judged": "Judged before the code (threads/loops_judged.jsonl)",
}


def _print(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> None:
    for part, table in found.items():
        columns = list(next(iter(table.values())))
        print(f"{_TITLES[part]}\n\n| | {' | '.join(columns)} |\n|---|{'--:|' * len(columns)}")
        for name, row in table.items():
            print(f"| {name} | {' | '.join(f'{row[column]:g}' if column in row else '' for column in columns)} |")
        print()
