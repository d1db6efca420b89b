"""What the no-model referee makes of labelled pairs, and what each threshold would: the table its constants cite.

calibrate.py                    both halves of scripts/calibration/pairs.jsonl, and the sweep
calibrate.py --data FILE        other pairs of the same form, all of them
calibrate.py --json             the figures alone
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from episodic.config import load
from episodic.consolidate import referee
from episodic.consolidate.novelty import critical_difference
from episodic.models.senses import senses
from episodic.records import KINDS, Neighbour, Verdict

PAIRS = Path(__file__).with_name("calibration") / "pairs.jsonl"
UPDATES = ("number", "entity")
THRESHOLDS = (0.80, 0.85, 0.88, 0.90, 0.92, 0.95, 0.97, 2.0)
WANTED = {"number": "supersede", "entity": "supersede", "paraphrase": "restate", "distinct": "add"}


class Pair(NamedTuple):
    """Two facts, the older first, how they are related, and how near the embedder puts them."""

    id: str
    old: str
    new: str
    label: str
    lang: str
    kind: Any
    cosine: float


def main() -> None:
    """Print the tables, or the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="pairs of your own; all of them count")
    parser.add_argument("--json", action="store_true", help="print the figures alone")
    parser.add_argument("--misses", action="store_true", help="list the pairs judged otherwise than labelled")
    arguments = parser.parse_args()
    pairs = embedded(arguments.data or PAIRS)
    halves = {"all": pairs}
    if arguments.data is None:
        halves |= {name: [pair for pair in pairs if half(pair.id) == name] for name in ("dev", "test")}
    if arguments.json:
        figures: dict[str, Any] = dict(summary(pairs)) | {"sweep": {str(t): summary(pairs, t) for t in THRESHOLDS}}
        figures |= {name: summary(part) for name, part in halves.items() if name != "all"}
        print(json.dumps(figures, indent=2))
        return
    for name, part in halves.items():
        show(name, part)
    sweep(pairs)
    if arguments.misses:
        for pair in pairs:
            if verdict(pair).action != WANTED[pair.label]:
                print(f"{pair.id}  {verdict(pair).action}  {pair.cosine:.3f}  {pair.old} | {pair.new}")


def embedded(file: Path) -> list[Pair]:
    """Read pairs and embed both sides with the model in use."""
    config = load()
    embedder = senses(folder=config.models, cache=config.cache, workers=config.threads).embedder()
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    old, new = (embedder.documents([row[side] for row in rows]) for side in ("a", "b"))
    return [
        Pair(
            str(row.get("id", place)), row["a"], row["b"], row["label"], row.get("lang", "?"),
            row["kind"] if row.get("kind") in KINDS else "technical", float(cosine),
        )
        for place, (row, cosine) in enumerate(zip(rows, (old * new).sum(axis=1), strict=True))
    ]  # fmt: skip


def half(identity: str) -> str:
    """Tell which half a pair is in, by its id: what it is tuned on, or what is only reported."""
    return "test" if hashlib.sha256(identity.encode()).digest()[0] % 2 else "dev"


def verdict(pair: Pair, duplicate: float = referee.DUPLICATE) -> Verdict:
    """Judge the newer fact with the older as its only neighbour."""
    known = Neighbour(1, pair.old, pair.kind, cosine=pair.cosine)
    return referee.judge(pair.new, [known], kind=pair.kind, duplicate=duplicate)


def summary(pairs: Iterable[Pair], duplicate: float = referee.DUPLICATE) -> dict[str, Any]:
    """Count what matters; shares are of the pairs of their class."""
    counts = Counter((pair.label, verdict(pair, duplicate).action) for pair in pairs)
    total = Counter[str]()
    for (label, _), count in counts.items():
        total[label] += count
    updates = sum(total[label] for label in UPDATES)
    return {
        "pairs": total.total(),
        "updates": updates,
        "updates_lost": sum(counts[label, "restate"] for label in UPDATES),
        "updates_superseded": share(sum(counts[label, "supersede"] for label in UPDATES), updates),
        "paraphrases": total["paraphrase"],
        "paraphrases_recognised": share(counts["paraphrase", "restate"], total["paraphrase"]),
        "paraphrases_superseded": counts["paraphrase", "supersede"],
        "distinct": total["distinct"],
        "distinct_retired": counts["distinct", "restate"] + counts["distinct", "supersede"],
    }


def share(part: int, whole: int) -> float:
    """Divide, with 0 of nothing being 0."""
    return round(part / whole, 3) if whole else 0.0


def show(name: str, pairs: Sequence[Pair]) -> None:
    """Print how each class and language was judged."""
    print(f"\n{name}: {len(pairs)} pairs\n{'class':12}{'lang':6}{'pairs':>6}{'restate':>9}{'supersede':>11}{'add':>6}")
    counts = Counter((pair.label, lang, verdict(pair).action) for pair in pairs for lang in (pair.lang, "all"))
    for label, lang in sorted({(label, lang) for label, lang, _ in counts}):
        actions = [counts[label, lang, action] for action in ("restate", "supersede", "add")]
        print(f"{label:12}{lang:6}{sum(actions):6}{actions[0]:9}{actions[1]:11}{actions[2]:6}")
    print("  ".join(f"{key} {value}" for key, value in summary(pairs).items() if "_" in key))


def sweep(pairs: Sequence[Pair]) -> None:
    """Print what the duplicate threshold does here, and what it would do alone or with the guard only."""
    print(
        "\nduplicate threshold: restated of updates / paraphrases / distinct"
        f"\n{'cosine':>8}{'cosine alone':>22}{'with the guard':>22}{'this referee':>22}"
    )
    guarded = {pair.id: not critical_difference(pair.old, pair.new) for pair in pairs}
    for threshold in THRESHOLDS:
        near = [pair for pair in pairs if pair.cosine >= threshold]
        columns = (
            near,
            [pair for pair in near if guarded[pair.id]],
            [pair for pair in pairs if verdict(pair, threshold).action == "restate"],
        )
        cells = [by_class(column) for column in columns]
        print(f"{'off' if threshold > 1 else f'{threshold:.2f}':>8}" + "".join(f"{cell:>22}" for cell in cells))


def by_class(pairs: Iterable[Pair]) -> str:
    """Write how many updates, paraphrases and distinct pairs there are."""
    count = Counter("update" if pair.label in UPDATES else pair.label for pair in pairs)
    return f"{count['update']} / {count['paraphrase']} / {count['distinct']}"


if __name__ == "__main__":
    main()
