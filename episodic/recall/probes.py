"""Reads a probe file: what people said, day by day, and the questions put to their memories. Knows no memory.

A line is a turn, as a plain transcript has it, or a probe:

    {"user": "kim", "session": "1", "at": "2026-05-04T09:00", "role": "user", "content": "The deck has 14 slides."}
    {"user": "kim", "asked_at": "2026-05-20T09:00", "kind": "answer", "question": "how long is the deck?",
     "expect": ["14 slides"]}

`kind` is `answer`; `episode`, for what happened when, with the day in `on`; `stale`, for what was replaced, with the
old value in `forbid`; `other-user`, for what stands in another user's memory alone, with its words in `forbid`; or
`never-said`. All of `expect` have to be there, of a list in it any one. Times without a zone are in the user's own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import Any, Final, Literal, NamedTuple, get_args

from episodic.errors import FormatError
from episodic.language.dates import aware
from episodic.recall.marks import holds
from episodic.records import ROLE_OF

ProbeKind = Literal["answer", "episode", "stale", "other-user", "never-said"]
PROBE_KINDS: Final[tuple[ProbeKind, ...]] = get_args(ProbeKind)
ANSWERABLE: Final[frozenset[ProbeKind]] = frozenset({"answer", "episode", "stale"})


class Probe(NamedTuple):
    """One question. `expect`: of each group any one has to be there; `where` is its file and line."""

    user: str
    asked_at: datetime
    kind: ProbeKind
    question: str
    expect: tuple[tuple[str, ...], ...] = ()
    forbid: tuple[str, ...] = ()
    on: date | None = None
    where: str = ""

    @property
    def answerable(self) -> bool:
        """Whether its user's memory holds the answer."""
        return self.kind in ANSWERABLE


class Sitting(NamedTuple):
    """One session of one user, its turns as `SessionBuffer.extend` takes them."""

    user: str
    session: str
    turns: tuple[Mapping[str, Any], ...]

    @property
    def ended_at(self) -> datetime:
        """When its last turn was said."""
        ends: datetime = max(turn["at"] for turn in self.turns)
        return ends


class ProbeSet(NamedTuple):
    """What is said, session by session, and what is asked."""

    sittings: tuple[Sitting, ...]
    probes: tuple[Probe, ...]

    @property
    def users(self) -> tuple[str, ...]:
        """Whose memories they are, in the order of the file."""
        return tuple(dict.fromkeys(sitting.user for sitting in self.sittings))

    def said_by(self, user: str) -> str:
        """Return all that was said in a user's sessions."""
        return "\n".join(turn["content"] for one in self.sittings if one.user == user for turn in one.turns)


def read(files: Iterable[tuple[str, str]], *, zone: tzinfo) -> ProbeSet:
    """Read a probe set.

    Args:
        files: a name for messages, and the text, of each.
        zone: of times that name none.

    Raises:
        FormatError: a line is neither turn nor probe, or a probe could not be marked.
    """
    turns: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    probes: list[Probe] = []
    for name, text in files:
        for line in _lines(name, text):
            if "question" in line.values:
                probes.append(_probe(line, zone))
            else:
                turns.setdefault((line.text("user"), line.text("session")), []).append(_turn(line, zone))
    found = ProbeSet(tuple(Sitting(*place, tuple(said)) for place, said in turns.items()), tuple(probes))
    _check(found)
    return found


class _Line(NamedTuple):
    """One JSON object of a file and where it stands."""

    where: str
    values: Mapping[str, Any]

    def wrong(self, what: str) -> FormatError:
        return FormatError(f"{self.where}: {what}")

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f'a {self._is} needs "{key}": give it as text')
        return value

    def moment(self, key: str, zone: tzinfo) -> datetime:
        try:
            return aware(datetime.fromisoformat(self.text(key)), zone)
        except ValueError:
            raise self.wrong(f'"{key}" is no time: write it as 2026-11-29T09:00') from None

    def texts(self, key: str) -> tuple[str, ...]:
        return self.as_texts(self.values.get(key, []), key)

    def as_texts(self, value: Any, key: str) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            raise self.wrong(f'"{key}" is no list of texts: write it as ["14 slides"]')
        return tuple(value)

    @property
    def _is(self) -> str:
        return "probe" if "question" in self.values else "turn"


def _lines(name: str, text: str) -> Iterator[_Line]:
    for number, raw in enumerate(text.splitlines(), start=1):
        if not raw.strip():
            continue
        where = f"{name}, line {number}"
        try:
            values = json.loads(raw)
        except ValueError:
            raise FormatError(f"{where}: this is no JSON; write one turn or probe a line") from None
        if not isinstance(values, dict) or not {"question", "content"} & values.keys():
            raise FormatError(f'{where}: neither a turn nor a probe; give it "content" or "question"')
        yield _Line(where, values)


def _turn(line: _Line, zone: tzinfo) -> Mapping[str, Any]:
    role = line.text("role")
    if role.casefold() not in ROLE_OF:
        raise line.wrong(f"role {role!r} is unknown: use user or assistant")
    return {"role": role, "content": line.text("content"), "at": line.moment("at", zone)}


def _probe(line: _Line, zone: tzinfo) -> Probe:
    kind = next((one for one in PROBE_KINDS if one == line.text("kind")), None)
    if kind is None:
        raise line.wrong(f"kind {line.text('kind')!r} is unknown: use one of {', '.join(PROBE_KINDS)}")
    expect = line.values.get("expect", [])
    if not isinstance(expect, list):
        raise line.wrong('"expect" is no list of texts: write it as ["14 slides"]')
    groups = tuple(line.as_texts(one if isinstance(one, list) else [one], "expect") for one in expect)
    probe = Probe(
        line.text("user"),
        line.moment("asked_at", zone),
        kind,
        line.text("question"),
        groups,
        line.texts("forbid"),
        line.moment("on", zone).date() if "on" in line.values else None,
        line.where,
    )
    if trouble := _trouble(probe):
        raise line.wrong(trouble)
    return probe


def _trouble(probe: Probe) -> str:
    """Say what keeps a probe from being marked; "" when nothing does."""
    if probe.answerable != bool(probe.expect):
        needs = "expects an answer: list it" if probe.answerable else "has none: leave it out, or name another kind"
        return f'kind {probe.kind} and "expect" do not go together: such a probe {needs}'
    if probe.kind in ("stale", "other-user") and not probe.forbid:
        return f'kind {probe.kind} needs "forbid": list what must not be shown'
    if (probe.kind == "episode") != (probe.on is not None):
        return '"on" is the day of an episode: give it with kind episode, and with no other'
    if given := [one for group in probe.expect for one in group if holds(probe.question, one)]:
        return f"the question gives its answer away ({given[0]!r}): ask otherwise"
    return ""


def _check(found: ProbeSet) -> None:
    """Hold the probes against what was said.

    Raises:
        FormatError: there are none, or one asks what the set does not bear out.
    """
    if not found.sittings or not found.probes:
        raise FormatError("no turns, or no probes: a probe file needs both, see episodic/recall/probes.py")
    said = {user: found.said_by(user) for user in found.users}
    for probe in found.probes:
        if probe.user not in said:
            raise FormatError(f"{probe.where}: {probe.user} has no sessions: give turns of theirs, or another user")
        if probe.kind == "other-user":
            _check_foreign(probe, said)


def _check_foreign(probe: Probe, said: Mapping[str, str]) -> None:
    own = [one for one in probe.forbid if holds(said[probe.user], one)]
    if own:
        raise FormatError(f"{probe.where}: {probe.user} said {own[0]!r} too: forbid words of another user's alone")
    if not _said_elsewhere(probe.forbid, [text for user, text in said.items() if user != probe.user]):
        raise FormatError(f"{probe.where}: nobody else said {probe.forbid[0]!r}: take words from another user's turns")


def _said_elsewhere(words: Sequence[str], texts: Sequence[str]) -> bool:
    return any(holds(text, one) for text in texts for one in words)
