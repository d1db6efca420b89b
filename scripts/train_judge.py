"""Trains the judge on judge/data and says how good it is on voices it has not seen.

    scripts/setup train && .venv/bin/python scripts/train_judge.py --out build/judge

Seeded; an epoch took 460 s on two cores with other work beside it. Writes model.onnx (8 bits), tokenizer.json and
judge.json (the temperature and the thresholds) into the folder.
"""

import argparse
import json
import random
import time
import zlib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import torch
from judge_data import KEEP_AT, KINDS_AT, LOOPS_AT, WHOSE_AT, Conversation, Pair, conversations, pairs
from judge_model import (
    Example,
    Judge,
    pair_of,
    tokenizer,
    turns_of,
    vocabulary,
    wanted,
    wanted_pair,
)
from judge_report import Judged, calibrated, report, threshold_of
from judge_weights import PAD, read_weights
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

SEED: Final = 7
PIECES: Final = 40_000  # of 250,002; a byte and 384 bytes each in the file
TOKENS: Final = 2_048  # of a batch, padding counted
RATE: Final = 3e-4  # of the encoder half of it, of its words a fifth, of the heads twice
WARM: Final = 0.1  # of all steps, in which the rate grows
AVERAGED: Final = 0.995  # of the mean of the weights that is kept at each step; the mean is what is shipped
ONE_IN: Final = 10  # conversations of the voices trained on are not trained on, but choose temperature and thresholds


def main() -> None:
    """Train, report and export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, help="folder for the model")
    parser.add_argument("--epochs", type=int, default=4)
    arguments = parser.parse_args()
    torch.manual_seed(SEED)
    weights = read_weights()
    talks, facts = list(conversations()), pairs()
    texts = [said.text for talk in talks if not talk.held_out for turn in talk.turns for said in turn.sentences]
    texts += [text for pair in facts if not pair.held_out for text in (pair.older, pair.newer)]
    pieces = vocabulary(weights, texts, size=PIECES)
    cut = tokenizer(weights, pieces)
    sets: dict[str, list[Example]] = {"train": [], "choose": [], "test": []}
    for talk in talks:
        sets[_set_of(talk)] += turns_of(talk, cut)
    for pair in facts:
        sets[_set_of(pair)].append(pair_of(pair, cut))
    judge = Judge(weights, pieces)
    print({name: len(examples) for name, examples in sets.items()}, flush=True)
    judge = trained(judge, sets, epochs=arguments.epochs)
    choose, test = judged(judge, sets["choose"]), judged(judge, sets["test"])
    temperature = calibrated(choose)
    thresholds = threshold_of(choose, temperature)
    print(report(test, temperature=temperature, thresholds=thresholds))
    export(judge, cut, arguments.out, {"temperature": temperature, "thresholds": thresholds})


def trained(judge: Judge, sets: dict[str, list[Example]], *, epochs: int) -> Judge:
    """Return the mean of the weights that a judge goes through on its examples."""
    order, began = random.Random(SEED), time.time()  # noqa: S311 - an order, no secret
    steps = epochs * len(list(batches(sets["train"], order)))
    optimiser = torch.optim.AdamW(_groups(judge))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1.0, step / (WARM * steps)) * max(0.02, 1 - step / steps)
    )
    mean, done = deepcopy(judge), 0
    for epoch in range(epochs):
        losses: list[float] = []
        for batch in batches(sets["train"], order):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                sentences, pair = judge(*collated(batch))
            loss = loss_of(batch, sentences.float(), pair.float())
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            done += 1
            losses.append(loss.item())
            keep = min(AVERAGED, done / (done + 10))
            with torch.no_grad():
                for of_mean, now in zip(mean.parameters(), judge.parameters(), strict=True):
                    of_mean.lerp_(now, 1 - keep)
        loss_now = sum(losses[-100:]) / len(losses[-100:])
        print(f"epoch {epoch + 1}: loss {loss_now:.3f}, {time.time() - began:.0f} s", flush=True)
        choose = judged(mean, sets["choose"])
        print(report(choose, temperature=1.0, thresholds=threshold_of(choose, 1.0), short=True), flush=True)
    mean.eval()
    return mean


def batches(examples: Sequence[Example], order: random.Random) -> Iterator[list[Example]]:
    """Yield batches of examples of about one length, turns and pairs apart, in a random order."""
    made: list[list[Example]] = []
    for is_pair in (False, True):
        chosen = [example for example in examples if _is_pair(example) == is_pair]
        order.shuffle(chosen)
        chosen.sort(key=lambda example: len(example.ids) + order.random() * 16)
        batch: list[Example] = []
        for example in chosen:
            if batch and (len(batch) + 1) * max(len(example.ids), *(len(one.ids) for one in batch)) > TOKENS:
                made.append(batch)
                batch = []
            batch.append(example)
        made += [batch] if batch else []
    order.shuffle(made)
    yield from made


def collated(batch: Sequence[Example]) -> tuple[Tensor, Tensor, Tensor]:
    """Return the ids, the mask and the spans of a batch, padded; see `Judge.forward`."""
    longest, most = max(len(one.ids) for one in batch), max(len(one.spans) for one in batch)
    ids = torch.full((len(batch), longest), PAD)
    mask, spans = torch.zeros(len(batch), longest), torch.zeros(len(batch), most, longest)
    for row, example in enumerate(batch):
        ids[row, : len(example.ids)] = torch.tensor(example.ids)
        mask[row, : len(example.ids)] = 1
        for place, (start, end) in enumerate(example.spans):
            spans[row, place, start:end] = 1 / (end - start)
    return ids, mask, spans


def loss_of(batch: Sequence[Example], sentences: Tensor, pair: Tensor) -> Tensor:
    """Return how far the outputs are from what readers said, between whom a label may lie."""
    if _is_pair(batch[0]):
        return _cross(pair, torch.tensor([wanted_pair(one.items[0]) for one in batch])).mean()
    found = torch.cat([sentences[row, : len(one.items)] for row, one in enumerate(batch)])
    want = torch.tensor([wanted(sentence) for one in batch for sentence in one.items])
    keep = want[:, KEEP_AT]
    return (
        0.5 * _cross(found[:, WHOSE_AT], want[:, WHOSE_AT])
        + binary_cross_entropy_with_logits(found[:, KEEP_AT], keep, reduction="none")
        + 0.7 * keep * _cross(found[:, KINDS_AT], want[:, KINDS_AT])
        + _cross(found[:, LOOPS_AT], want[:, LOOPS_AT])
    ).mean()


@torch.no_grad()
def judged(judge: Judge, examples: Sequence[Example]) -> list[Judged]:
    """Return each sentence and pair with the logits of a judge."""
    judge.eval()
    found = []
    for batch in batches(examples, random.Random(SEED)):  # noqa: S311
        sentences, pair = judge(*collated(batch))
        for row, example in enumerate(batch):
            if _is_pair(example):
                found.append(Judged(example.items[0], pair[row].numpy(), example.source))
            else:
                found += [
                    Judged(one, sentences[row, at].numpy(), example.source) for at, one in enumerate(example.items)
                ]
    judge.train()
    return found


def export(judge: Judge, cut: Any, folder: Path, figures: dict[str, Any]) -> None:
    """Write the judge as an ONNX graph of 8 bits with its tokenizer."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "whole.onnx"
    like = (torch.zeros(1, 8, dtype=torch.int64), torch.ones(1, 8), torch.ones(1, 2, 8) / 8)
    axes = {"ids": {0: "batch", 1: "tokens"}, "mask": {0: "batch", 1: "tokens"}}
    axes["spans"] = {0: "batch", 1: "spans", 2: "tokens"}
    names = {"input_names": ["ids", "mask", "spans"], "output_names": ["sentences", "pair"], "dynamic_axes": axes}
    torch.onnx.export(judge.eval(), like, str(whole), opset_version=17, dynamo=False, **names)
    quantize_dynamic(
        str(whole),
        str(folder / "model.onnx"),
        weight_type=QuantType.QInt8,
        per_channel=True,
        op_types_to_quantize=["MatMul", "Gather", "Gemm"],
    )
    whole.unlink()
    cut.save(str(folder / "tokenizer.json"))
    (folder / "judge.json").write_text(json.dumps(figures, indent=2) + "\n")


def _set_of(one: Conversation | Pair) -> str:
    """Return what a conversation or a pair is for."""
    if one.held_out:
        return "test"
    return "choose" if zlib.crc32(one.id.encode()) % ONE_IN == 0 else "train"


def _groups(judge: Judge) -> list[dict[str, Any]]:
    named = list(judge.named_parameters())
    words = [one for name, one in named if name == "encoder.words.weight"]
    plain = [one for name, one in named if one.ndim < 2]
    heads = [one for name, one in named if one.ndim > 1 and not name.startswith("encoder")]
    encoder = [one for name, one in named if one.ndim > 1 and name.startswith("encoder") and "words" not in name]
    rates = ((encoder, 0.5, 0.01), (heads, 2.0, 0.01), (plain, 0.5, 0.0), (words, 0.2, 0.0))
    return [{"params": group, "lr": RATE * rate, "weight_decay": decay} for group, rate, decay in rates]


def _cross(logits: Tensor, shares: Tensor) -> Tensor:
    return -(shares * logits.log_softmax(-1)).sum(-1)


def _is_pair(example: Example) -> bool:
    return hasattr(example.items[0], "older")


if __name__ == "__main__":
    main()
