"""`episodic ingest`: files in, progress on the way, a summary of what became of every line."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from episodic.capture.intake import Intake, take_in
from episodic.capture.transcripts import find, read
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.report import Report
from episodic.errors import FormatError, InputError
from episodic.memory.store import Store
from episodic.surfaces import background, render, retaining, terminal

OpenStore = Callable[[str | None], Store]


@dataclass(frozen=True, slots=True)
class Ingested:
    """What ingesting did; `refused` are files nobody could read, with the reason."""

    intake: Intake
    report: Report
    embedded: int
    refused: tuple[str, ...]
    notes: tuple[str, ...]
    waited: bool = True


def ingest(
    paths: Sequence[str],
    open_store: OpenStore,
    *,
    project: str | None,
    session: str | None,
    format: str | None,  # noqa: A002 - the word people use
    wait: bool = True,
) -> Ingested:
    """Read files, journal what is new, consolidate it and embed it; safe to interrupt at any point and run again.

    What is not waited for goes on in a process of its own, one a user.

    Raises:
        InputError: a path does not exist.
    """
    files = [file for path in paths for file in ([path] if path == "-" else find(Path(path)))]
    stores: dict[str, Store] = {}

    def store_of(name: str | None) -> Store:
        store = open_store(name)
        return stores.setdefault(store.user, store)

    home_store = store_of(None)
    home_store.catch_up()
    intake, refused = Intake(), list[str]()
    with terminal.bar("reading", len(files)) as advance:
        for file in files:
            try:
                transcript = read(_bytes(file), name=str(file), format=format)
                undated = _written(file)
            except (FormatError, InputError) as error:
                refused.append(str(error))
            else:
                intake += take_in(
                    transcript, store_of, source=str(file), project=project, session=session, undated=undated
                )
            advance(1)
    report, embedded = Report(), 0
    for store in stores.values():
        if not wait:
            background.start("consolidate", "--home", str(store.home), "--user", store.user)
            continue
        with terminal.bar("embedding", store.embeddings.waiting()) as advance:
            embedded += store.embeddings.catch_up(on_progress=advance)
        done = asyncio.run(sweep(store))
        report += done
        embedded += done.embedded + store.embeddings.catch_up()
        retaining.swept(store)
    trouble = home_store.embeddings.trouble
    notes = (f"recall will be by words only: {trouble}",) if trouble else ()
    later = () if wait else ("facts and episodes are made in the background: `episodic status` shows how far it is",)
    return Ingested(intake, report, embedded, tuple(refused), (*notes, *later), waited=wait)


def summary(done: Ingested) -> Iterator[str]:
    """Yield what a person wants to know of it."""
    intake, report = done.intake, done.report
    yield f"{intake.added} new turns in {len(intake.touched)} sessions, {intake.known} known already"
    if intake.forgotten:
        yield f"{intake.forgotten} left out, as they were forgotten before"
    made = f"{report.added} facts, {report.restated} restated, {report.episodes} episodes"
    if done.waited:
        yield f"{made}; {done.embedded} items embedded"
    if intake.paused:
        yield f"{intake.paused} not taken, as memory is switched off: `episodic resume` switches it on"
    if intake.skipped:
        yield "skipped: " + ", ".join(f"{count} {reason}" for reason, count in sorted(intake.skipped.items()))
    if intake.bad_lines:
        yield f"{intake.bad_lines} unreadable lines kept aside in quarantine"
    yield from (f"episodic: {reason}" for reason in report.trouble)
    yield from (f"episodic: {reason}" for reason in done.refused)
    yield from (f"episodic: {note}" for note in done.notes)


def as_json(done: Ingested) -> str:
    """Return the same as one JSON document."""
    intake = done.intake
    return render.as_json(
        {
            "schema": 1,
            "files": intake.files,
            "sessions": intake.sessions,
            "added": intake.added,
            "known": intake.known,
            "forgotten": intake.forgotten,
            "paused": intake.paused,
            "bad_lines": intake.bad_lines,
            "skipped": intake.skipped,
            "facts": done.report.added,
            "restated": done.report.restated,
            "refused_facts": done.report.refused,
            "episodes": done.report.episodes,
            "embedded": done.embedded,
            "refused": done.refused,
        }
    )


def _bytes(file: str | Path) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read ({error.strerror}): check its permissions") from error


def _written(file: str | Path) -> datetime | None:
    if file == "-":
        return None
    try:
        return datetime.fromtimestamp(Path(file).stat().st_mtime, UTC)
    except OSError as error:  # moved away since it was read
        raise InputError(f"{file} cannot be read ({error.strerror}): check its permissions") from error
