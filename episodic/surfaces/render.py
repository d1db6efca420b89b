"""What a person reads, from what the other folders return. Knows no store: values in, lines out."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # what draws a table of counts need not load recall
    from episodic.consolidate.merging import Plan
    from episodic.llm import Active
    from episodic.llm.ledger import Total
    from episodic.memory.counts import Status
    from episodic.memory.entities import Known
    from episodic.memory.episode_log import Episode
    from episodic.memory.facts import Ruling
    from episodic.memory.household import Member
    from episodic.memory.memories import Item
    from episodic.memory.store import Why
    from episodic.memory.supersession import Link
    from episodic.memory.workstreams import Stream
    from episodic.recall.hits import Hit, Hits
    from episodic.records import EpisodeRecord
    from episodic.rights.acquaintances import Portrait
    from episodic.surfaces.warm.client import Running

_TAG: Final = 13  # columns of "[preference] ", so that texts stand in one column
_SAID: Final = "said"
_NOT_KEPT: Final = "(its words were not kept)"
_FACTS: Final = 10  # of one person or thing
_TEXT: Final = 280  # characters of a turn shown in a list; `show` has all of it

_ENDED: Final = {"positive": "it worked", "negative": "it did not work", "unresolved": "still open"}

Colour = Mapping[str, str]

PLAIN: Final[Colour] = {"kind": "", "dim": "", "bold": "", "off": ""}
ANSI: Final[Colour] = {"kind": "\x1b[36m", "dim": "\x1b[2m", "bold": "\x1b[1m", "off": "\x1b[0m"}


def hits(found: Hits, *, now: datetime, width: int, colour: Colour = PLAIN, explain: bool = False) -> Iterator[str]:
    """Yield one hit after another: its kind, what it says, and how sure and how old it is."""
    for hit in found:
        tag = f"[{hit.kind or (_SAID if hit.layer == 'turn' else hit.layer)}]"
        said = f'{hit.speaker}: "{_short(hit.shown)}"' if hit.layer == "turn" else _short(hit.text)
        if hit.previously:
            said += f" (previously: {hit.previously})"
        ended = _ENDED.get(hit.record.outcome) if hit.record else None
        state = "superseded" if hit.superseded else _state(hit)
        day = f"on {hit.on}" if hit.on and f"{hit.on.day}" not in re.findall(r"\d+", hit.text) else None
        sure = ", ".join(part for part in (state, hit.confidence, ended, day, age(hit.said_at, now)) if part)
        yield from _hanging(tag, said, f"({sure})", width=width, colour=colour)
        if hit.record:
            for line in lists(hit.record, shown=("tried", "lesson")):
                yield from textwrap.wrap(line, width, initial_indent=" " * _TAG, subsequent_indent=" " * (_TAG + 2))
        if explain:
            parts = "  ".join((f"#{hit.id}", *(f"{name} {score:.3f}" for name, score in hit.components.items())))
            indent = " " * _TAG
            for line in textwrap.wrap(parts, width, initial_indent=indent, subsequent_indent=indent):
                yield f"{colour['dim']}{line}{colour['off']}"


def _state(hit: Hit) -> str | None:
    """Say what a ruling put in a hit's place, or until when it said itself that it holds."""
    if hit.outdated:
        return f"outdated, see {', '.join(f'#{ident}' for ident in hit.replaced_by)}"
    return f"ran out {hit.ran_out}" if hit.ran_out else None


def read(share: float) -> Iterator[str]:
    """Say how much of a question the models could read, where it was not all of it."""
    if share < 1:
        yield f"the models read {share:.0%} of the question; words count for the rest"


def episodes(found: list[Episode], *, zone: tzinfo, width: int, colour: Colour = PLAIN) -> Iterator[str]:
    """Yield each episode: the day, its subject, its summary, and what was decided."""
    for episode in found:
        record = episode.record
        head = f"{_local(episode.started_at, zone):%Y-%m-%d %H:%M}  {record.subject}"
        yield f"{colour['bold']}{head}{colour['off']}{colour['dim']}  #{episode.id}{colour['off']}"
        yield from textwrap.wrap(record.summary, width, initial_indent="  ", subsequent_indent="  ")
        for line in lists(record):
            yield from textwrap.wrap(line, width, initial_indent="  · ", subsequent_indent="    ")


def lists(record: EpisodeRecord, *, shown: Sequence[str] | None = None) -> Iterator[str]:
    """Yield an episode's lists, a line each entry, under the labels that are `shown`; None: all."""
    ended = _ENDED.get(record.outcome)
    labelled: dict[str, Sequence[str]] = {
        "decided": record.decisions,
        "advised": record.advice_given,
        "tried" if ended else "did": [text for text in record.actions if text not in record.summary],
        "lesson": record.lessons,
        "concern": record.concerns,
        "figures": [" · ".join(record.key_numbers)] if record.key_numbers else [],
        "ended": [ended] if ended else [],
        "mood": [record.user_state] if record.user_state else [],
        "tags": [", ".join(record.tags)] if record.tags else [],
    }
    for label, texts in labelled.items():
        if shown is None or label in shown:
            yield from (f"{label}: {_short(_masked(text))}" for text in texts)


def streams(found: Sequence[Stream], *, now: datetime, width: int, colour: Colour = PLAIN) -> Iterator[str]:
    """Yield a line a thread: its name, how sure it is, and when it was last gone on with."""
    for one in found:
        counts = [_count(one.sessions, "session"), _count(one.facts, "fact")]
        tail = f"({one.state}, {', '.join(counts)}, {age(one.last_at, now)})  #{one.id}"
        lines = textwrap.wrap(f"{one.name}  {tail}", width, initial_indent="▸ ", subsequent_indent="  ")
        lines[0] = lines[0].replace(one.name, f"{colour['bold']}{one.name}{colour['off']}", 1)
        yield from lines


def _count(count: int, what: str) -> str:
    return f"{count} {what}" + "s" * (count != 1)


def plan(found: Plan, *, pending: int | None = None) -> Iterator[str]:
    """Yield what tidying does to episodes, and with `pending` how many turns would be consolidated before it."""
    if pending is not None:
        yield f"{pending} turns to consolidate"
    for merge in found.merges:
        yield f"merge {', '.join(f'#{one.id}' for one in merge.sources)}: {merge.record.subject}"
    for one in found.archive:
        yield f"archive #{one.id}: {one.ended_at:%Y-%m-%d} {one.record.subject}"


def counted(**counts: int) -> str:
    """Return what there is of each of some things, without those of which there is nothing."""
    return ", ".join(_count(count, name) for name, count in counts.items() if count)


def named(found: Sequence[Item], *, most: int, width: int) -> Iterator[str]:
    """Yield a line each of the first items, and how many more there are."""
    for one in found[:most]:
        tag = one.kind or (_SAID if one.layer == "turn" else one.layer)
        yield textwrap.shorten(f"  #{one.id} [{tag}] {one.text or _NOT_KEPT}", width, placeholder=" …")
    if len(found) > most:
        yield f"  and {len(found) - most} more"


def item(found: Why, *, zone: tzinfo, width: int) -> Iterator[str]:
    """Yield everything about one item, and the turns that prove it."""
    one = found.item
    state = "" if one.live else "  superseded"
    yield f"#{one.id}  {one.kind or one.layer}  {_local(one.said_at, zone):%Y-%m-%d %H:%M %Z}{state}"
    yield from (line for part in _masked(one.text).splitlines() for line in textwrap.wrap(part, width) or [""])
    yield ""
    facts = {
        "by": one.speaker,
        "session": one.session,
        "project": one.project,
        "confidence": one.confidence,
        "said": f"{one.recurrence} times" if one.recurrence > 1 else None,
        "quote": one.quote if one.quote != one.text else None,
    }
    for name, value in facts.items():
        if value:
            yield from textwrap.wrap(f"{name}: {value}", width, subsequent_indent="  ")
    for turn in found.turns:
        said = _short(_masked(turn.content)) if turn.kept else _NOT_KEPT
        proof = f"{turn.session} {turn.seq}: {turn.name or turn.role}: {said}"
        yield from textwrap.wrap(proof, width, initial_indent="  ← ", subsequent_indent="    ")


def rulings(found: Sequence[Ruling], *, zone: tzinfo, width: int) -> Iterator[str]:
    """Yield what was decided about an item: the day, who decided what, and the scores behind it."""
    for ruling in found:
        scores = ", ".join(f"{name} {value}" for name, value in ruling.scores.items())
        line = f"{ruling.at.astimezone(zone):%Y-%m-%d} {ruling.judge}: {ruling.outcome}  {scores}"
        yield from textwrap.wrap(line, width, initial_indent="  · ", subsequent_indent="    ")


def chain(found: Sequence[Link], *, zone: tzinfo, width: int) -> Iterator[str]:
    """Yield the facts of a chain, oldest first: from when until when each held, and why it gave way."""
    for link in found:
        last = "now" if link.live else "undone"
        until = f"{_local(link.end, zone):%Y-%m-%d}" if link.end else last.ljust(10)
        mark = "▸" if link.live else " "
        why = f"  ({link.why}, {link.decided_by})" if link.why else ""
        line = f"{mark} {_local(link.start, zone):%Y-%m-%d} – {until}  {_short(_masked(link.text))}{why}  #{link.id}"  # noqa: RUF001
        yield from textwrap.wrap(line, width, subsequent_indent=" " * 27)


def acquaintances(found: Sequence[Known], *, width: int) -> Iterator[str]:
    """Yield a line each: how often it was mentioned, what it is, its name and what else it goes by."""
    for one in found:
        also = f"  ({', '.join(one.aliases)})" if one.aliases else ""
        where = f"  {one.identity}" if one.identity and one.identity != one.name else ""
        line = f"{one.mentions:>5}  {_of_kind(one):<12}  {one.name}{also}{where}"
        yield from textwrap.wrap(line, width, subsequent_indent=" " * 21, drop_whitespace=False) or [line]


def _of_kind(one: Known) -> str:
    """Return of what kind somebody or something is known to be; "thing" says that it is not known."""
    return "" if one.kind == "thing" else one.kind


def portrait(
    found: Portrait, unfinished: Iterable[str], *, now: datetime, width: int, colour: Colour = PLAIN
) -> Iterator[str]:
    """Yield who it is, the profile, its facts, its threads, what is unfinished, and who and what it goes with."""
    one = found.entity
    times = f"{one.mentions} {'mention' if one.mentions == 1 else 'mentions'}"
    kind = one.identity if one.identity and one.identity != one.name else _of_kind(one)
    yield f"{colour['bold']}{one.name}{colour['off']}  ({', '.join(filter(None, (kind, times)))})"
    if one.aliases:
        yield from textwrap.wrap(f"also: {', '.join(one.aliases)}", width, subsequent_indent="  ")
    if found.profile:
        yield from textwrap.wrap(found.profile.text, width, initial_indent="  ", subsequent_indent="  ")
    for fact in found.facts[:_FACTS]:
        tail = f"({age(datetime.fromisoformat(fact.said_at), now)})  #{fact.id}"
        yield from _hanging(f"[{fact.kind}]", _short(_masked(fact.text)), tail, width=width, colour=colour)
    if len(found.facts) > _FACTS:
        yield f"… and {len(found.facts) - _FACTS} facts more: `episodic recall {one.name}`"
    for remark in found.remarks:
        tail = f"({age(remark.said_at, now)})  #{remark.id}"
        yield from _hanging(f"[{_SAID}]", _short(_masked(remark.text)), tail, width=width, colour=colour)
    yield from streams(found.threads, now=now, width=width, colour=colour)
    yield from unfinished
    if found.goes_with:
        others = ", ".join(f"{other.name} {other.shared}" for other in found.goes_with)
        yield from textwrap.wrap(f"goes with: {others}", width, subsequent_indent="  ")


def table(rows: Mapping[str, object]) -> Iterator[str]:
    """Yield names and values in two columns."""
    width = max(map(len, rows), default=0)
    yield from (f"{name.ljust(width)}  {value}" for name, value in rows.items())


def members(found: Sequence[Member], *, zone: tzinfo) -> Iterator[str]:
    """Yield a line a user: what there is of theirs, and the last day they said something."""
    width = max((len(one.user) for one in found), default=0)
    for one in found:
        counts = counted(session=one.sessions, turn=one.turns, fact=one.facts, episode=one.episodes) or "nothing"
        last = f", last on {_local(one.last_at, zone):%Y-%m-%d}" if one.last_at else ""
        yield f"{one.user.ljust(width)}  {counts}{last}{', paused' if one.paused else ''}"


def stats(status: Status) -> dict[str, object]:
    """Return what `stats` shows, in its order."""
    return {
        "user": status.user,
        "sessions": status.sessions,
        "turns": status.turns,
        "facts": status.facts,
        "episodes": status.episodes,
        "users in this home": status.users,
        "database": size(status.database_bytes),
        "journal": size(status.journal_bytes),
    }


def cost(totals: Sequence[Total]) -> Iterator[str]:
    """Yield a line a day, site and model; dollars are a lower bound where some calls have no known price."""
    for total in totals:
        dollars = f"${total.usd:.4f}" + (f" and {total.unpriced} calls of unknown price" if total.unpriced else "")
        tokens = f"{total.input_tokens} tokens in, {total.output_tokens} out"
        calls = f"{total.calls} calls, {total.failures} failed"
        yield f"{total.day}  {total.site:<9} {total.model}  {calls}, {tokens}, {dollars}"
    if not totals:
        yield "nothing; no language model was asked"


def progress(status: Status) -> dict[str, object]:
    """Return what `status` shows: where every captured turn is."""
    return {
        "memory": f"off: {status.paused}" if status.paused else "on",
        "captured": f"{status.turns} turns",
        "consolidated": f"{status.consolidated} turns",
        "pending": f"{status.pending} turns",
        "parked": f"{status.parked} turns",
        "without vectors": f"{status.waiting_items} items",
        "not indexed yet": size(status.unindexed_bytes),
        "quarantined": f"{status.quarantined_lines} lines",
    }


def models(read: float | None) -> dict[str, object]:
    """Return what `status` says of the models of recall: how much of what was said lately they can read."""
    return {} if read is None else {"recall by meaning": f"reads {read:.0%} of what was said lately"}


def active(model: Active) -> str:
    """Return which language model is asked and what leaves this machine for it."""
    if model.name == "none":
        return "none; no text leaves this machine"
    where = {True: "on this machine", False: f"the text of conversations goes to {model.host}"}
    said = f"{model.name} {model.model}".strip()
    told = f"{said}; {where[model.local] if model.local is not None else 'an object of your own'}"
    return f"{told}; {model.trouble}" if model.trouble else told


def server(found: Running | None) -> str:
    """Return whether a server keeps the models open, for how long, and until when."""
    if found is None:
        return "none runs; `episodic serve` keeps the models open"
    answers = _count(found.answered, "answer")
    return f"process {found.pid}, for {_lasting(found.seconds)}, {answers}; ends {_lasting(found.idle_seconds)} unasked"


def _lasting(seconds: float) -> str:
    for unit, length in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{round(seconds / length, 1):g} {unit}"
    return f"{round(seconds, 1):g} s"


def age(then: datetime, now: datetime) -> str:
    """Return how long ago something was said, as `2d ago`; the future is `just now`."""
    seconds = max(0.0, (now - then).total_seconds())
    for unit, length in (("y", 365 * 86400), ("mo", 30 * 86400), ("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length:
            return f"{int(seconds // length)}{unit} ago"
    return "just now"


def size(count: int) -> str:
    """Return bytes as a person reads them."""
    amount = float(count)
    for unit in ("B", "kB", "MB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}"
        amount /= 1000
    return f"{amount:.1f} GB"


def as_json(value: Any) -> str:
    """Return a value as one JSON document; records become objects, times UTC ISO-8601."""
    return json.dumps(_plain(value), ensure_ascii=False, indent=2)


def hits_as_dict(found: Hits) -> dict[str, Any]:
    """Return hits as `recall --json` gives them."""
    head = {"schema": 1, "strength": found.strength, "below": found.below, "notes": found.notes}
    return head | {"loops": found.loops, "streams": found.streams, "hits": [*found]}


def _plain(value: Any) -> Any:
    """Bring records, mappings and sequences to what JSON has."""
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if hasattr(value, "_asdict"):
        return _plain(value._asdict())
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _hanging(tag: str, text: str, tail: str, *, width: int, colour: Colour) -> Iterator[str]:
    head = tag.ljust(_TAG - 1) + " "  # [relationship] is wider than the column
    lines = textwrap.wrap(f"{text}  {tail}", max(20 + _TAG, width), initial_indent=head, subsequent_indent=" " * _TAG)
    lines[-1] = lines[-1].replace(tail, f"{colour['dim']}{tail}{colour['off']}")
    lines[0] = lines[0].replace(head, f"{colour['kind']}{head}{colour['off']}", 1)
    yield from lines


def _masked(text: str) -> str:
    """Mask what a row of an older version may hold; what recall found is masked already."""
    from episodic.redact import mask  # takes a while to load, and who asks a server prints hits only

    return mask(text)


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _TEXT else one_line[: _TEXT - 1].rsplit(" ", 1)[0] + " …"


def _local(at: datetime, zone: tzinfo) -> datetime:
    """Return a moment as a person's clock shows it; one at the end of the calendar, as a null time is, stays in UTC."""
    try:
        return at.astimezone(zone)
    except OverflowError:
        return at
