"""Plays what a stand-in for a model answered on the demo: found by what a request shows, whatever its order and cut.

Each line of `tests/replies/*.jsonl` holds what one turn, pair of facts, episode, thread or name was answered with; a
stand-in saw only the requests (`scripts/stand_in.py`). Pieces are put together for the request that is asked.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from episodic.llm.backend import Request

REPLIES = Path(__file__).resolve().parent / "replies"

Told = dict[str, Any]


class StoodIn:
    """A script for `ScriptedLLM`; `missed` keeps what a request shows that nobody answered."""

    def __init__(self, name: str) -> None:
        lines = (REPLIES / f"{name}.jsonl").read_text("utf-8").splitlines()
        self._told: list[Told] = [json.loads(line) for line in lines]
        self.missed: list[Told] = []

    def __call__(self, request: Request) -> Told:
        """Answer a request."""
        shown: Told = json.loads(request.user.split("\n")[1])
        answers = {
            "open_loops": self._extracted,
            "candidates": self._ruled,
            "conversation": self._placed_in,
            "name": self._summed_up,
            "turns": self._narrated,
        }
        return next(answer for key, answer in answers.items() if key in shown)(shown)

    def _of(self, site: str) -> Iterator[Told]:
        yield from (told for told in self._told if told["site"] == site)

    def _extracted(self, shown: Told) -> Told:
        reply: Told = {"facts": [], "loops_opened": [], "loops_closed": []}
        for turn in shown["turns"]:
            for told in (told for told in self._of("extract") if _says(turn["text"], told["turn"])):
                for name in ("facts", "loops_opened"):
                    reply[name] += [one | {"turn": turn["n"]} for one in told[name] if one["quote"] in turn["text"]]
                for one in told["loops_closed"]:
                    loop = _loop(one["loop"], shown["open_loops"])
                    reply["loops_closed"] += [one | {"loop": loop, "turn": turn["n"]}] if loop else []
        return reply

    def _ruled(self, shown: Told) -> Told:
        return {"rulings": [self._ruling(one) for one in shown["candidates"]]}

    def _ruling(self, candidate: Told) -> Told:
        known = {one["text"]: one["n"] for one in candidate["known"]}
        found = [told for told in self._of("referee") if told["candidate"] == candidate["text"]]
        for told in found:
            if told["known"] in known and told["ruling"] != "add":
                return {"candidate": candidate["n"], "ruling": told["ruling"], "known": known[told["known"]], "why": ""}
        if not found:
            self.missed.append({"site": "referee", "candidate": candidate["text"], "of": [*known]})
        return {"candidate": candidate["n"], "ruling": "add", "known": 0, "why": ""}

    def _narrated(self, shown: Told) -> Told:
        for told in self._of("episode"):
            if any(_says(turn["text"], told["turn"]) for turn in shown["turns"]):
                return _placed(told["record"], shown["turns"])
        self.missed.append({"site": "episode", "turns": [turn["text"] for turn in shown["turns"]]})
        return {"subject": "", "summary": ""}

    def _placed_in(self, shown: Told) -> Told:
        subject = shown["conversation"]["subject"]
        found = [told for told in self._of("workstream") if told["subject"] == subject]
        for known in shown["known"]:
            if any(last["subject"] in told["with"] for told in found for last in known["last"]):
                return {"known": known["n"]}
        if not found:
            self.missed.append({"site": "workstream", **shown})
        return {"known": 0}

    def _summed_up(self, shown: Told) -> Told:
        ids = {fact["text"]: fact["n"] for fact in shown["facts"]}
        for told in self._of("profile"):
            if told["name"] == shown["name"]:
                cited = [
                    (one["text"], [ids[text] for text in one["facts"] if text in ids]) for one in told["sentences"]
                ]
                return {"sentences": [{"text": text, "facts": facts} for text, facts in cited if facts]}
        self.missed.append({"site": "profile", "name": shown["name"], "facts": [*ids]})
        return {"sentences": []}


def _says(text: str, beginning: str) -> bool:
    return beginning in text


def _loop(text: str, loops: Sequence[Told]) -> int | None:
    """Return the open loop that is meant: the one with most of its words."""
    words = set(text.casefold().split())
    shared = [(len(words & set(loop["text"].casefold().split())), loop["n"]) for loop in loops]
    best = max(shared, default=(0, 0))
    return best[1] if 2 * best[0] >= len(words) else None


def _placed(record: Mapping[str, Any], turns: Sequence[Told]) -> Told:
    """Give each quote of a record the turn that says it; what no shown turn says is left out."""
    told = dict(record)
    for name in ("decisions", "advice_given", "actions", "key_numbers", "concerns"):
        found = ((one, next((turn["n"] for turn in turns if one["quote"] in turn["text"]), None)) for one in told[name])
        told[name] = [one | {"turn": seq} for one, seq in found if seq is not None]
    return told
