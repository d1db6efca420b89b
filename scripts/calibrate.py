"""What the no-model referee makes of labelled pairs, and what each threshold would: the table its constants cite.

calibrate.py                    both halves of scripts/calibration/pairs.jsonl, and the sweep
calibrate.py --data FILE        other pairs of the same form, all of them
calibrate.py --sensitive        what sensitive.py finds in labelled sentences, by language; opens no model
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
from episodic.language.sensitive import categories
from episodic.models.senses import senses
from episodic.records import KINDS, Neighbour, Verdict

SENTENCES = ("sensitive.jsonl", "sensitive-later.jsonl")
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
    parser.add_argument("--sensitive", action="store_true", help="sentences for data minimisation, not pairs")
    parser.add_argument("--json", action="store_true", help="print the figures alone")
    parser.add_argument("--misses", action="store_true", help="list the pairs judged otherwise than labelled")
    arguments = parser.parse_args()
    if arguments.sensitive:
        minimisation([arguments.data] if arguments.data else [PAIRS.with_name(name) for name in SENTENCES], arguments)
        return
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


def minimisation(files: Iterable[Path], options: argparse.Namespace) -> None:
    """Print how well labelled sentences are told from harmless ones, for each file by half and language."""
    figures: dict[str, Any] = {}
    for file in files:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
        found = [(row, categories(row["text"])) for row in rows]
        languages = sorted({row["lang"] for row in rows})
        parts = {"all": found} | {
            name: [pair for pair in found if half(pair[0]["id"]) == name] for name in ("dev", "test")
        }
        parts |= {lang: [pair for pair in found if pair[0]["lang"] == lang] for lang in languages}
        figures[file.name] = {name: detection(part) for name, part in parts.items()}
        if not options.json:
            print(f"\n{file.name}: {len(rows)} sentences")
            print(f"{'':6}{'told':>6}{'missed':>8}{'false':>7}{'precision':>11}{'recall':>8}")
            for name, row in figures[file.name].items():
                print(f"{name:6}{row['told']:6}{row['missed']:8}{row['false']:7}{row['precision']:11}{row['recall']:8}")
        if options.misses:
            for row, got in found:
                if (got or row["categories"]) and got.isdisjoint(row["categories"]):
                    print(f"{row['id']}  {', '.join(sorted(got)) or 'none'}  {row['text']}")
    if options.json:
        print(json.dumps(figures, indent=2))


def detection(found: Iterable[tuple[Any, frozenset[str]]]) -> dict[str, Any]:
    """Count sentences: told are those of which a right category was found, false the harmless that were taken."""
    counts = Counter(
        ("told" if got & {*row["categories"]} else "missed") if row["categories"] else "false" if got else "left"
        for row, got in found
    )
    told, missed, false = counts["told"], counts["missed"], counts["false"]
    return {
        "sentences": counts.total(),
        "told": told,
        "missed": missed,
        "false": false,
        "precision": share(told, told + false),
        "recall": share(told, told + missed),
    }


if __name__ == "__main__":
    main()
