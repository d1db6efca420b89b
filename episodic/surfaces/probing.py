"""`episodic probe`: what a memory is worth, and what harm it may do, measured on people who never lived."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from episodic.errors import InputError
from episodic.surfaces.app import Json, app

if TYPE_CHECKING:
    from episodic.recall.marks import Answer
    from episodic.recall.probes import ProbeSet
    from episodic.recall.trial import Share, Trial

Kept = Annotated[Path | None, typer.Option("--home", help="An empty folder to keep what was learnt in, to look into.")]

_WORTH: Final = {
    "right": "answered right",
    "held": "the block holds the answer",
    "held_in_doubt": "  marked as no close match",
    "episodes_placed": "  what happened, on its day",
}
_HARM: Final = {
    "from_another_user": "from another user",
    "wrong_user": "from another user",
    "stale_as_current": "superseded, shown as current",
    "stale_alone": "  with nothing newer beside it",
    "confident_of_nothing": "sure of what was never said",
    "invented": "invented",
}
_LABEL, _CELL = 34, 16


@app.command()
def probe(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Probe files, or folders of them.")],
    home: Kept = None,
    misses: Annotated[bool, typer.Option("--misses", help="With what each miss was shown instead.")] = False,
    json: Json = False,
) -> None:
    """Measure what memory is worth: questions over simulated users, with their memory and without.

    Says whether the block an agent is shown holds the answer, and what in it may mislead. With a language model set, it
    is asked with the block and without. Your own memory is not touched.
    """
    import asyncio

    from episodic import llm
    from episodic.config import load
    from episodic.recall.trial import play
    from episodic.surfaces import render, terminal

    config = load()
    probes = _read(files, zone=config.local_zone())
    model = llm.active(config)
    if model.trouble:
        raise InputError(model.trouble)
    with (
        _home(home) as folder,
        terminal.bar("probing", len(probes.sittings) + len(probes.probes)) as advance,
    ):
        trials = asyncio.run(play(probes, config, folder, on_progress=advance))
    if json:
        terminal.show([render.as_json(_as_dict(probes, trials, model=model.name))])
    else:
        terminal.show(_table(probes, trials, model=model.model or model.name))
        terminal.show(_misses(trials) if misses else ())


def _read(files: Sequence[Path], *, zone: Any) -> "ProbeSet":
    from episodic.capture.transcripts import find
    from episodic.recall.probes import read

    return read(((str(path), _text(path)) for given in files for path in find(given)), zone=zone)


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read ({error}): give a probe file in UTF-8") from error


@contextmanager
def _home(given: Path | None) -> Iterator[Path]:
    """Yield the folder of the simulated memories, gone afterwards unless it was named."""
    if given is None:
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="episodic-probe-") as folder:
            yield Path(folder)
        return
    named = given.expanduser()
    if named.exists() and (not named.is_dir() or any(named.iterdir())):
        raise InputError(f"{named} is not empty, and simulated people belong into no memory: name a new folder")
    yield named


def _table(probes: "ProbeSet", trials: "Sequence[Trial]", *, model: str) -> Iterator[str]:
    """Yield the figures, 80 columns at most."""
    from episodic.recall.trial import answer_figures, figures

    asked = sum(one.probe.answerable for one in trials)
    turns = sum(len(one.turns) for one in probes.sittings)
    yield f"{len(probes.users)} users, {len(probes.sittings)} sessions, {turns} turns"
    yield f"{len(trials)} probes: {asked} with an answer, {len(trials) - asked} with none"
    yield from _part("what is shown", figures(trials), figures(trials, bare=True))
    if any(one.answer for one in trials):
        yield from _part(f"what {model} answers", answer_figures(trials), answer_figures(trials, bare=True))
    size = _size(trials)
    mean = f"{size['characters']:.0f} characters, {size['lines']:.1f} lines"
    yield ""
    yield f"a block is {mean} on average; {size['empty']:.0f} probes got none"


def _part(title: str, found: "dict[str, Share]", bare: "dict[str, Share]") -> Iterator[str]:
    yield ""
    yield f"{title[:_LABEL]:<{_LABEL}}{'with memory':>{_CELL}}{'without':>{_CELL}}"
    for name, label in _WORTH.items():
        if name in found:
            yield f"  {label:<{_LABEL - 2}}{_cell(found[name])}{_cell(bare[name])}"
    yield "harm"
    for name, label in _HARM.items():
        if name in found:
            yield f"  {label:<{_LABEL - 2}}{_cell(found[name])}{_cell(bare[name])}"


def _cell(share: "Share") -> str:
    told = "-" if share.share is None else f"{share.met}/{share.of}  {share.share:.2f}"
    return f"{told:>{_CELL}}"


def _size(trials: "Sequence[Trial]") -> dict[str, float]:
    """Return the mean size of a block that says something."""
    blocks = [one.block for one in trials if one.block.text]
    return {
        "characters": sum(len(one.text) for one in blocks) / max(1, len(blocks)),
        "lines": sum(len(one.lines) for one in blocks) / max(1, len(blocks)),
        "empty": float(len(trials) - len(blocks)),
    }


def _misses(trials: "Sequence[Trial]") -> Iterator[str]:
    """Yield each probe that was not answered or may mislead, with what was shown."""
    for one in trials:
        if trouble := _trouble(one):
            yield ""
            yield f"{one.probe.user}, {one.probe.asked_at:%Y-%m-%d} ({one.probe.kind}): {one.probe.question}"
            yield f"  {'; '.join(trouble)}"
            yield from (f"  | {line}" for line in one.block.text.splitlines() or ["nothing was shown"])
            if one.answer:
                yield f"  > {' '.join(one.reply.split())}"


def _trouble(one: "Trial") -> list[str]:
    """Return what is wrong with a trial, in words."""
    wants = ", ".join(" or ".join(map(repr, group)) for group in one.probe.expect)
    found = [f"does not hold {wants}"] if one.probe.answerable and not one.mark.held else []
    if one.probe.on and one.mark.held and not one.mark.placed:
        found.append(f"holds {wants}, but not on {one.probe.on}")
    found += [f"shows as current: {line}" for line in one.mark.stale]
    found += [f"from another user: {line}" for line in one.mark.foreign]
    found += ["is sure of what was never said"] if one.mark.confident else []
    return found + (_trouble_of(one.answer, answerable=one.probe.answerable) if one.answer else [])


def _trouble_of(answer: "Answer", *, answerable: bool) -> list[str]:
    told = {
        "answered wrong": answerable and not answer.right,
        "answered what was replaced": answer.stale,
        "answered another user's": answer.foreign,
        "answered what nobody said": answer.invented,
    }
    return [words for words, holds in told.items() if holds]


def _as_dict(probes: "ProbeSet", trials: "Sequence[Trial]", *, model: str) -> dict[str, Any]:
    from episodic.recall.trial import answer_figures, figures

    answered = any(one.answer for one in trials)
    return {
        "schema": 1,
        "users": len(probes.users),
        "sessions": len(probes.sittings),
        "probes": len(trials),
        "llm": model,
        "blocks": _shares(figures(trials)),
        "answers": {
            "with": _shares(answer_figures(trials)),
            "without": _shares(answer_figures(trials, bare=True)),
        }
        if answered
        else None,
        "block_size": _size(trials),
        "trials": [_trial(one) for one in trials],
    }


def _shares(found: "dict[str, Share]") -> dict[str, Any]:
    return {name: {"count": one.met, "of": one.of, "share": one.share} for name, one in found.items()}


def _trial(one: "Trial") -> dict[str, Any]:
    """Return one probe with its block and its marks."""
    probe, mark = one.probe, one.mark
    told = {
        "user": probe.user,
        "asked_at": probe.asked_at,
        "kind": probe.kind,
        "question": probe.question,
        "block": one.block.text,
        "sure": one.block.sure,
        **mark._asdict(),
        "misses": _trouble(one),
    }
    return told | ({"reply": one.reply, "reply_without": one.bare_reply} if one.answer else {})
