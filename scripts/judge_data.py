"""The labelled sentences and pairs of judge/data, and how far their readers agree.

`scripts/judge_data.py` prints the tables of judge/README.md.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

DATA: Final = Path(__file__).resolve().parent.parent / "judge" / "data"
WHOSE: Final = {
    "u": "the speaker's own",
    "o": "somebody else's",
    "a": "the assistant's, advice",
    "h": "hypothetical",
    "q": "question",
    "r": "request",
}
KINDS: Final = {
    "p": "personal",
    "f": "preference",
    "d": "decision",
    "c": "correction",
    "t": "temporal",
    "x": "technical",
    "l": "relationship",
    "v": "activity",
    "e": "event",
}
LOOPS: Final = ("", "+", "=")
# Where a judge's outputs for a sentence stand.
WHOSE_AT: Final = slice(len(WHOSE))
KEEP_AT: Final = len(WHOSE)
KINDS_AT: Final = slice(KEEP_AT + 1, KEEP_AT + 1 + len(KINDS))
LOOPS_AT: Final = slice(KINDS_AT.stop, KINDS_AT.stop + len(LOOPS))
PAIRS: Final = {"S": "same", "U": "updates", "C": "contradicts", "D": "different", "N": "unrelated"}
# Whole voices that no training sees: other trades, other people, another way of talking.
HELD_OUT: Final = ("en-code-devops", "en-coach-career", "en-family", "en-business")


class Label(NamedTuple):
    """What a reader says of a sentence; `loop` is "", "+" (opens one) or "=N" (closes what sentence N opened)."""

    whose: str
    kind: str
    loop: str

    @property
    def keep(self) -> bool:
        """Whether a careful memory keeps it for months."""
        return self.kind != "-"


class Sentence(NamedTuple):
    """A sentence with the label that was settled on and those of its two readers."""

    text: str
    label: Label
    readers: tuple[Label, Label]


class Said(NamedTuple):
    """A turn, cut into sentences."""

    role: str
    name: str | None
    sentences: tuple[Sentence, ...]


class Conversation(NamedTuple):
    """A conversation of one voice: who writes, about what, in which language."""

    id: str
    lang: str
    voice: str
    turns: tuple[Said, ...]

    @property
    def held_out(self) -> bool:
        """Whether its voice is kept from training."""
        return self.voice in HELD_OUT or self.voice.endswith("-work")


class Pair(NamedTuple):
    """An older fact and a newer one, by one person unless they say otherwise."""

    id: str
    lang: str
    source: str
    older: str
    newer: str
    label: str
    readers: tuple[str, str]

    @property
    def held_out(self) -> bool:
        """Whether its source is kept from training: one English voice, and of each other language the second."""
        return self.source.startswith("en-b-") or (not self.source.startswith("en-") and self.source.endswith("-2"))


def conversations() -> Iterator[Conversation]:
    """Yield every conversation, voice by voice."""
    for path in sorted(DATA.glob("*.jsonl")):
        if path.stem != "pairs":
            for line in path.read_text("utf-8").splitlines():
                yield _conversation(path.stem, json.loads(line))


def pairs() -> list[Pair]:
    """Return every pair of facts."""
    rows = map(json.loads, (DATA / "pairs.jsonl").read_text("utf-8").splitlines())
    return [Pair(**{**row, "readers": tuple(row["readers"])}) for row in rows]


def label_of(written: str) -> Label:
    """Read a label as it stands in the files: "ud+", "q-", "u-=4"."""
    return Label(written[0], written[1], written[2:])


def kappa(labels: Sequence[tuple[Any, Any]]) -> float:
    """Return Cohen's kappa of two readers' labels."""
    both = len(labels)
    agreed = sum(one == other for one, other in labels) / both
    first, second = (Counter(pair[reader] for pair in labels) for reader in (0, 1))
    by_chance: float = sum(first[label] * second[label] for label in first) / both**2
    return float((agreed - by_chance) / (1 - by_chance))


def agreement() -> str:
    """Return the table of how far the two readers agree, label by label."""
    said = [sentence for talk in conversations() for turn in talk.turns for sentence in turn.sentences]
    read: dict[str, Callable[[Label], Any]] = {
        "whose statement": lambda label: label.whose,
        "keep or not": lambda label: label.keep,
        "loop opened, closed, neither": lambda label: label.loop[:1],
    }
    lines = ["| label | items | agree | kappa |", "|---|--:|--:|--:|"]
    for name, part in read.items():
        lines.append(_row(name, [(part(one.readers[0]), part(one.readers[1])) for one in said]))
    kept = [(one.readers[0].kind, one.readers[1].kind) for one in said if all(label.keep for label in one.readers)]
    lines.append(_row("kind, where both keep it", kept))
    lines.append(_row("pairs of facts", [pair.readers for pair in pairs()]))
    return "\n".join(lines)


def voices() -> str:
    """Return the table of the voices: how many sentences, how many of them kept, how far their readers agree."""
    lines = ["| voice | sentences | kept | kappa of keeping | held out |", "|---|--:|--:|--:|---|"]
    found: dict[str, list[Sentence]] = {}
    held = {}
    for talk in conversations():
        held[talk.voice] = talk.held_out
        found.setdefault(talk.voice, []).extend(one for turn in talk.turns for one in turn.sentences)
    for voice, said in found.items():
        kept = sum(one.label.keep for one in said) / len(said)
        alike = kappa([(one.readers[0].keep, one.readers[1].keep) for one in said])
        lines.append(f"| {voice} | {len(said)} | {kept:.2f} | {alike:.2f} | {'yes' if held[voice] else ''} |")
    total = [one for said in found.values() for one in said]
    lines.append(f"| all | {len(total):,} | {sum(one.label.keep for one in total) / len(total):.2f} | | |")
    return "\n".join(lines)


def _row(name: str, labels: Sequence[tuple[Any, Any]]) -> str:
    agreed = sum(one == other for one, other in labels) / len(labels)
    return f"| {name} | {len(labels):,} | {agreed:.3f} | {kappa(labels):.3f} |"


def _conversation(voice: str, row: dict[str, Any]) -> Conversation:
    turns = tuple(
        Said(turn["role"], turn.get("name"), tuple(_sentence(one) for one in turn["sentences"]))
        for turn in row["turns"]
    )
    return Conversation(row["id"], row["lang"], voice, turns)


def _sentence(row: dict[str, Any]) -> Sentence:
    first, second = map(label_of, row["readers"])
    return Sentence(row["text"], label_of(row["label"]), (first, second))


if __name__ == "__main__":
    print(agreement(), voices(), sep="\n\n")
