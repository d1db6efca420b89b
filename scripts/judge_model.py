"""The judge as it is trained: its tokenizer, its examples and its network; knows no optimiser and no score.

One encoder reads a turn with the two before it, and each sentence is judged by the mean of its tokens; the same encoder
reads two facts side by side. So a turn of five sentences is read once.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import torch
from judge_data import KINDS, LOOPS, LOOPS_AT, PAIRS, WHOSE, Conversation, Pair, Said, Sentence
from judge_weights import BEGIN, END, UNKNOWN, Weights
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers
from torch import Tensor, nn

LAYERS: Final = (0, 2, 4, 6, 8, 10)  # of twelve; the first six learn less (keep F1 .65 after an epoch, these .70)
BEFORE: Final = 28  # tokens of each of the two turns before, their last ones
LONGEST: Final = 256  # tokens of a turn with what is before it; the rest is another example
_SENTENCE: Final = 96  # tokens of a sentence
_FACT: Final = 80
_LAST: Final = 200  # characters of a turn before, which hold its last tokens
_SCRIPTS: Final = (
    (0x0000, 0x0250),  # Latin
    (0x0400, 0x0460),  # Cyrillic
    (0x0900, 0x0980),  # Devanagari
    (0x2000, 0x2100),  # marks
    (0x2581, 0x2582),  # the mark that begins a word
    (0x3000, 0x3100),  # kana
    (0x4E00, 0xA000),  # Han
    (0xAC00, 0xD7B0),  # Hangul
    (0x1F000, 0x20000),  # emoji
)


class Example(NamedTuple):
    """A sequence of token ids, where its sentences or facts stand in it, and what they are."""

    ids: list[int]
    spans: list[tuple[int, int]]
    items: list[Any]
    source: str


def vocabulary(weights: Weights, texts: Iterable[str], *, size: int) -> list[int]:
    """Choose the pieces to keep: what the texts need, then by the pieces' own frequency in the scripts we claim."""
    whole = tokenizer(weights, range(len(weights.pieces)))
    used = {piece for encoding in whole.encode_batch(list(texts)) for piece in encoding.ids}
    kept = {*range(UNKNOWN + 1), *used}
    frequent = sorted(range(len(weights.pieces)), key=lambda piece: -weights.scores[piece])
    letters = (piece for piece in frequent if len(weights.pieces[piece]) == 1 and _is_of_ours(weights.pieces[piece]))
    others = (piece for piece in frequent if _is_of_ours(weights.pieces[piece]))
    for piece in (*letters, *others):
        if len(kept) >= size:
            break
        kept.add(piece)
    return sorted(kept)


def tokenizer(weights: Weights, pieces: Sequence[int]) -> Tokenizer:
    """Return a tokenizer of some pieces: the best cut by their scores, as SentencePiece's unigram model makes it."""
    kept = [(weights.pieces[piece], float(weights.scores[piece])) for piece in pieces]
    made = Tokenizer(models.Unigram(kept, unk_id=UNKNOWN, byte_fallback=False))
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s+"), " ")])
    made.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always", split=False)
    return made


def turns_of(talk: Conversation, cut: Tokenizer) -> Iterator[Example]:
    """Yield each turn of a conversation with its sentences, in parts where it is long."""
    for place, turn in enumerate(talk.turns):
        head = [BEGIN]
        for before in talk.turns[max(0, place - 2) : place]:
            said = " ".join(sentence.text for sentence in before.sentences)[-_LAST:]
            head += _ids(cut, speaker(before)) + _ids(cut, said)[-BEFORE:]
        head += [END, *_ids(cut, speaker(turn))]
        ids, spans, items = list(head), list[tuple[int, int]](), list[Sentence]()
        for sentence in turn.sentences:
            tokens = _ids(cut, sentence.text)[:_SENTENCE] or [UNKNOWN]
            if spans and len(ids) + len(tokens) >= LONGEST:
                yield Example([*ids, END], spans, items, talk.voice)
                ids, spans, items = list(head), [], []
            spans.append((len(ids), len(ids) + len(tokens)))
            ids += tokens
            items.append(sentence)
        if spans:
            yield Example([*ids, END], spans, items, talk.voice)


def pair_of(pair: Pair, cut: Tokenizer) -> Example:
    """Return two facts side by side."""
    older, newer = _ids(cut, pair.older)[:_FACT], _ids(cut, pair.newer)[:_FACT]
    start = 2 + len(older)
    spans = [(1, 1 + len(older)), (start, start + len(newer))]
    return Example([BEGIN, *older, END, *newer, END], spans, [pair], pair.source)


def speaker(turn: Said) -> str:
    """Return how a turn's speaker is written: a name, or the letter of the role."""
    return f"{turn.name or turn.role[0].upper()}:"


def wanted(sentence: Sentence) -> list[float]:
    """Return what a sentence's outputs should be, between its two readers and what was settled."""
    labels = (sentence.label, *sentence.readers)
    parts = [_spread(WHOSE, [label.whose for label in labels])]
    parts.append([sum(label.keep for label in labels) / len(labels)])
    kept = [label.kind for label in labels if label.keep]
    parts.append(_spread(KINDS, kept) if kept else [0.0] * len(KINDS))
    parts.append(_spread(LOOPS, [label.loop[:1] for label in labels]))
    return [share for part in parts for share in part]


def wanted_pair(pair: Pair) -> list[float]:
    """Return what a pair's outputs should be."""
    return _spread(PAIRS, (pair.label, *pair.readers))


class Judge(nn.Module):
    """The encoder with its two heads."""

    def __init__(self, weights: Weights, pieces: Sequence[int]) -> None:
        super().__init__()
        width = weights.width
        self.encoder = _Encoder(weights, pieces)
        self.sentence = _head(2 * width, width, LOOPS_AT.stop)
        self.pair = _head(4 * width, width, len(PAIRS))

    def forward(self, ids: Tensor, mask: Tensor, spans: Tensor) -> tuple[Tensor, Tensor]:
        """Judge sequences.

        Args:
            ids: (batch, tokens), int64.
            mask: (batch, tokens), 1.0 where there is a token.
            spans: (batch, spans, tokens), each row the weights of a mean over the tokens of one sentence or fact.

        Returns:
            The logits of each span as a sentence, (batch, spans, 19), and of the first and the last as a pair,
            (batch, 5).
        """
        tokens = self.encoder(ids, mask)
        means, first = spans @ tokens, tokens[:, :1]
        sentences = self.sentence(torch.cat([means, first.expand(-1, means.shape[1], -1)], -1))
        one, other = means[:, 0], means[:, -1]
        return sentences, self.pair(torch.cat([one, other, (one - other).abs(), first[:, 0]], -1))


class _Encoder(nn.Module):
    def __init__(self, weights: Weights, pieces: Sequence[int]) -> None:
        super().__init__()
        width, tensors = weights.width, weights.tensors
        places = _tensor(tensors["emb.pos"]).view(-1, width)[: weights.longest]
        self.words = nn.Embedding.from_pretrained(
            _tensor(tensors["emb.word"]).view(-1, width)[list(pieces)].clone(), freeze=False
        )
        self.places = nn.Embedding.from_pretrained(
            places + _tensor(tensors["emb.type"]).view(-1, width)[0], freeze=False
        )
        self.norm = _norm(tensors, "emb.ln", width)
        self.layers = nn.ModuleList(_Layer(weights, layer) for layer in LAYERS)
        self.drop = nn.Dropout(0.1)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        tokens = self.drop(self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1]))))
        unseen = (1.0 - mask[:, None, None, :]) * -1e4
        for layer in self.layers:
            tokens = layer(tokens, unseen)
        return tokens  # type: ignore[no-any-return]


class _Layer(nn.Module):
    def __init__(self, weights: Weights, layer: int) -> None:
        super().__init__()
        width, inner, tensors = weights.width, weights.inner, weights.tensors
        self.heads = weights.heads
        self.query, self.key, self.value, self.out = (
            _linear(tensors, f"l{layer}.{name}", width, width) for name in ("q", "k", "v", "ao")
        )
        self.up = _linear(tensors, f"l{layer}.fi", width, inner)
        self.down = _linear(tensors, f"l{layer}.fo", inner, width)
        self.norm_out, self.norm_down = (_norm(tensors, f"l{layer}.{name}", width) for name in ("aln", "oln"))
        self.drop = nn.Dropout(0.1)

    def forward(self, tokens: Tensor, unseen: Tensor) -> Tensor:
        batch, length, width = tokens.shape

        def split(of: Tensor) -> Tensor:
            return of.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

        query, key, value = split(self.query(tokens)), split(self.key(tokens)), split(self.value(tokens))
        weight = (query @ key.transpose(-1, -2) * (width // self.heads) ** -0.5 + unseen).softmax(-1)
        seen = (weight @ value).transpose(1, 2).reshape(batch, length, width)
        tokens = self.norm_out(tokens + self.drop(self.out(seen)))
        result: Tensor = self.norm_down(tokens + self.drop(self.down(nn.functional.gelu(self.up(tokens)))))
        return result


def _head(width: int, inner: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(width, inner), nn.GELU(), nn.Dropout(0.1), nn.Linear(inner, outputs))


def _linear(tensors: dict[str, Any], name: str, width: int, outputs: int) -> nn.Linear:
    made = nn.Linear(width, outputs)
    made.weight.data.copy_(_tensor(tensors[f"{name}.w"]).view(outputs, width))
    made.bias.data.copy_(_tensor(tensors[f"{name}.b"]))
    return made


def _norm(tensors: dict[str, Any], name: str, width: int) -> nn.LayerNorm:
    made = nn.LayerNorm(width, eps=1e-12)
    made.weight.data.copy_(_tensor(tensors[f"{name}.w"]))
    made.bias.data.copy_(_tensor(tensors[f"{name}.b"]))
    return made


def _tensor(array: Any) -> Tensor:
    return torch.from_numpy(array)


def _ids(cut: Tokenizer, text: str) -> list[int]:
    found: list[int] = cut.encode(text, add_special_tokens=False).ids
    return found


def _spread(names: Iterable[str], given: Sequence[str]) -> list[float]:
    return [sum(name == one for one in given) / len(given) for name in names]


def _is_of_ours(piece: str) -> bool:
    return all(any(first <= ord(letter) < last for first, last in _SCRIPTS) for letter in piece)
