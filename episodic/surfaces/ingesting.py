"""`episodic ingest`: files in, progress on the way, a summary of what became of every line."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from episodic.capture.intake import IGNORED, Intake, take_in
from episodic.capture.transcripts import find, parts, read
from episodic.capture.transcripts.transcript import Transcript
from episodic.consolidate.pipeline import sweep
from episodic.consolidate.report import Report
from episodic.errors import FormatError, InputError
from episodic.memory.sources import SourceFile
from episodic.memory.store import Store
from episodic.surfaces import background, render, retaining, terminal
from episodic.surfaces.renewing import renewed
from episodic.surfaces.tools import Found, search
from episodic.version import __version__

OpenStore = Callable[[str | None], Store]

STDIN = Path("-")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be read: paths as typed, sessions of tools by name, and how.

    `user` is whom a person named: they get what a file says is of one user, whatever it calls that one.
    """

    paths: Sequence[str] = ()
    tools: Sequence[str] = ()
    project: str | None = None
    session: str | None = None
    format: str | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True)
class Ingested:
    """What ingesting did; `refused` are files nobody could read, with the reason, `unchanged` those read before."""

    intake: Intake
    report: Report
    embedded: int
    refused: tuple[str, ...]
    notes: tuple[str, ...]
    waited: bool = True
    unchanged: int = 0
    found: tuple[Found, ...] = ()


@dataclass(slots=True)
class _Reading:
    """What was taken in so far."""

    intake: Intake
    refused: list[str]
    unchanged: int = 0
    renamed: dict[str, str] = field(default_factory=dict)


def ingest(wanted: Wanted, open_store: OpenStore, *, wait: bool = True) -> Ingested:
    """Read files, journal what is new, consolidate it and embed it; safe to interrupt at any point and run again.

    What is not waited for goes on in a process of its own, one a user.

    Raises:
        InputError: a path does not exist, or a tool is unknown.
    """
    found = search(wanted.tools)
    stores: dict[str, Store] = {}

    def store_of(name: str | None) -> Store:
        store = open_store(name)
        return stores.setdefault(store.user, store)

    done = take(wanted, found, store_of)
    home_store = store_of(None)
    report, embedded = Report(), 0
    gone: list[str] = []
    for store in stores.values():
        if not wait:
            background.start("consolidate", "--home", str(store.home), "--user", store.user)
            continue
        renewed(store)
        with terminal.bar("embedding", store.embeddings.waiting()) as advance:
            embedded += store.embeddings.catch_up(on_progress=advance)
        made = asyncio.run(sweep(store))
        report += made
        embedded += made.embedded + store.embeddings.catch_up()
        gone += [line] if (line := retaining.swept(store)) else []
    trouble = home_store.embeddings.trouble
    notes = (f"recall will be by words only: {trouble}",) if trouble else ()
    notes = (*notes, *_whose(done, wanted.user))
    later = () if wait else ("facts and episodes are made in the background: `episodic status` shows how far it is",)
    return Ingested(
        done.intake,
        report,
        embedded,
        tuple(done.refused),
        (*gone, *notes, *later),
        waited=wait,
        unchanged=done.unchanged,
        found=tuple(found),
    )


def take(wanted: Wanted, found: Sequence[Found], store_of: OpenStore) -> _Reading:
    """Read files and journal what is new in them, nothing embedded; one file at a time is in memory, or a part of it.

    Files that were looked for, in a folder or of a tool, are left alone where they are as they were last time.
    """
    typed = [(path, find(Path(path)) if path != "-" else [STDIN]) for path in wanted.paths]
    named = [file for path, files in typed for file in files if files == [Path(path)]]
    sought = [file for path, files in typed for file in files if files != [Path(path)]]
    sought += [file for one in found for file in one.files]
    store = store_of(None)
    store.catch_up()
    done = _Reading(Intake(), [])
    with terminal.bar("reading", len(named) + len(sought)) as advance:
        for place, file in enumerate((*named, *sought)):
            _take_file(file, wanted, store_of, done, again=place < len(named))
            advance(1)
    return done


def _take_file(file: Path, wanted: Wanted, store_of: OpenStore, done: _Reading, *, again: bool) -> None:
    store, intake, trouble = store_of(None), Intake(), None
    known = None
    try:
        known = _as_found(file, wanted)
        if known is not None and not again and store.sources.is_known(known):
            done.unchanged += 1
            return
        for part in _parts(file, wanted.format):
            intake += take_in(
                _given_to(part, wanted.user, done.renamed),
                store_of,
                source=str(file),
                project=wanted.project,
                session=wanted.session,
                undated=_written(known),
            )
    except (FormatError, InputError) as error:
        trouble = error
        done.refused.append(str(error))
    if trouble is None or intake.files:
        done.intake += replace(intake, files=1)
    left = intake.paused or IGNORED in intake.skipped  # to be taken once memory is on, or it is ignored no more
    if known is not None and not left and (trouble is None or isinstance(trouble, FormatError)):
        store.sources.remember(known)  # what could not be opened now may be later


def _given_to(part: Transcript, user: str | None, renamed: dict[str, str]) -> Transcript:
    """Give what is of one user to the one a person named; what is of several is for a person to part."""
    named = {session.user for session in part.sessions if session.user}
    if user is None or len(named) != 1 or named == {user}:
        return part
    renamed[named.pop()] = user
    return replace(part, sessions=tuple(replace(session, user=None) for session in part.sessions))


def _whose(done: _Reading, user: str | None) -> Iterator[str]:
    """Say which users that the files name got how much, and who got it in whose place."""
    for named, given in done.renamed.items():
        yield f"a file says it is of {named}; it was taken in for {given}, as --user says"
    others = {name: count for name, count in done.intake.users.items() if name != user}
    if others:
        told = ", ".join(f"{name} ({count} {'turn' if count == 1 else 'turns'})" for name, count in others.items())
        yield f"what files say is of others went to them: {told}" + (
            "; --user gets only what names nobody, as a file names several" if user is not None else ""
        )


def _parts(file: Path, format_name: str | None) -> Iterator[Transcript]:
    if file == STDIN:
        return iter((read(sys.stdin.buffer.read(), format=format_name),))
    return parts(file, format=format_name)


def _as_found(file: Path, wanted: Wanted) -> SourceFile | None:
    """Return a file as it is before it is read, so that what is written meanwhile is read the next time."""
    if file == STDIN:
        return None
    try:
        state = file.stat()
    except OSError as error:  # moved away since it was found
        raise InputError(f"{file} cannot be read ({error.strerror}): check its permissions") from error
    asked = "\0".join((str(file.absolute()), wanted.project or "", wanted.session or "", wanted.format or ""))
    return SourceFile(asked, state.st_size, state.st_mtime_ns, __version__)


def _written(known: SourceFile | None) -> datetime | None:
    return datetime.fromtimestamp(known.modified_ns / 1e9, UTC) if known else None


def summary(done: Ingested) -> Iterator[str]:
    """Yield what a person wants to know of it."""
    intake, report = done.intake, done.report
    for one in done.found:
        yield _where(one)
    yield f"{intake.added} new turns in {len(intake.touched)} sessions, {intake.known} known already"
    if done.unchanged:
        yield f"{done.unchanged} files unchanged since they were read"
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


def _where(found: Found) -> str:
    places = [str(place) for place in found.places if place.exists()]
    if places:
        return f"{found.tool.name}: {len(found.files)} files in {', '.join(places)}"
    looked = ", ".join(str(place) for place in found.places[:2])
    return f"{found.tool.name}: nothing found in {looked}; set {found.tool.variable} if it is elsewhere"


def as_json(done: Ingested) -> str:
    """Return the same as one JSON document."""
    intake = done.intake
    return render.as_json(
        {
            "schema": 1,
            "files": intake.files,
            "unchanged": done.unchanged,
            "found": [
                {"tool": one.tool.name, "places": [str(place) for place in one.places], "files": len(one.files)}
                for one in done.found
            ],
            "sessions": intake.sessions,
            "added": intake.added,
            "known": intake.known,
            "forgotten": intake.forgotten,
            "paused": intake.paused,
            "bad_lines": intake.bad_lines,
            "skipped": intake.skipped,
            "users": intake.users,
            "facts": done.report.added,
            "restated": done.report.restated,
            "refused_facts": done.report.refused,
            "parked": done.report.parked,
            "trouble": done.report.trouble,
            "episodes": done.report.episodes,
            "embedded": done.embedded,
            "refused": done.refused,
        }
    )
