"""A memory as pages of markdown: one a thread, one a person or project, one a month of episodes. Writes no file.

Nothing on a page depends on the day it is made: the same memory gives the same pages.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Final, NamedTuple

from episodic.language.dates import day_of
from episodic.memory.entities import Known
from episodic.memory.episode_log import Episode
from episodic.memory.loops import Loop
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.memory.workstreams import Stream
from episodic.redact import clean
from episodic.rights.markdown import file_name, front_matter, inert, link, paragraph

INDEX: Final = "index"
_FACTS: Final = "facts"
_KINDS: Final = {"person": "people", "project": "projects", "organisation": "organisations"}
_COMPANIONS: Final = 8  # of one person, shown
_PROOFS: Final = 3  # turns of a fact, shown
_ALL: Final = 1 << 40  # more than any memory holds

# An episode's lists as they are headed.
_LISTS: Final = {
    "decisions": "decided",
    "advice_given": "advised",
    "actions": "did",
    "lessons": "lesson",
    "concerns": "concern",
    "key_numbers": "figure",
    "tags": "tag",
}


Fields = dict[str, str | int | Sequence[str]]


class Page(NamedTuple):
    """A page: its name below the vault, without the ending, what it is called, and its lines below that."""

    name: str
    title: str
    text: str


class _Memory(NamedTuple):
    """All of a memory that any page shows."""

    store: Store
    episodes: Mapping[int, Episode]
    facts: Mapping[int, Item]
    streams: Sequence[Stream]
    known: Sequence[Known]
    loops: Sequence[Loop]
    turns_of: Mapping[int, tuple[int, ...]]  # by episode
    thread_of: Mapping[int, int]  # by turn
    names_of: Mapping[int, Sequence[Known]]  # by turn
    previous: Mapping[int, str]
    zone: tzinfo


def pages(store: Store) -> list[Page]:
    """Return every page of a store's vault, by name; none of an empty memory but the index of nothing."""
    memory = _gather(store)
    made = [
        *(_thread(memory, one) for one in memory.streams),
        *(_entity(memory, one) for one in memory.known),
        *_months(memory),
    ]
    made += [page for page in (_other_facts(memory),) if page is not None]
    return sorted([*made, _index(memory, made)])


def is_empty(made: Sequence[Page]) -> bool:
    """Whether there is nothing on the pages."""
    return [page.name for page in made] == [INDEX] and "\n- " not in made[0].text


def _gather(store: Store) -> _Memory:
    facts = store.memories.items(store.memories.latest(store.filter(layers=("fact",)), limit=_ALL))
    shown = set(store.memories.latest(store.filter(layers=("episode",)), limit=_ALL))
    episodes = {one.id: one for one in store.episodes() if one.id in shown}
    streams = [one for one in store.streams(everything=True) if any(member in episodes for member in one.episodes)]
    turns = {item.id: item.evidence_items for item in store.memories.items(episodes).values()}
    known = [one for one in store.entities.known() if one.kind in _KINDS and one.mentions >= store.config.profile_facts]
    names: dict[int, list[Known]] = {}
    for one in sorted(known, key=lambda one: one.id):
        for turn in store.entities.turns(one.id):
            names.setdefault(turn, []).append(one)
    loops = store.loop_book.find(now=store.config.clock(), everything=True)
    return _Memory(
        store,
        episodes,
        facts,
        sorted(streams, key=lambda one: one.id),
        sorted(known, key=lambda one: one.id),
        [one for one in loops if one.state not in {"done", "dropped"}],
        turns,
        store.workstreams.of_turns(turn for some in turns.values() for turn in some),
        names,
        store.supersessions.previous(facts),
        store.config.local_zone(),
    )


# The pages ----------------------------------------------------------------------------------------------------------


def _thread(memory: _Memory, one: Stream) -> Page:
    episodes = [memory.episodes[ident] for ident in one.episodes if ident in memory.episodes]
    facts = [fact for fact in memory.facts.values() if one.id in _threads_of(memory, fact)]
    turns = {turn for episode in one.episodes for turn in _turns_of(memory, episode)}
    with_whom = {name.id: name for turn in sorted(turns) for name in memory.names_of.get(turn, ())}
    state = ["closed"] if one.state == "closed" else []
    fields = _fields(one.id, "thread", one.name, project=one.project, tags=state)
    return _page(
        _thread_name(one),
        one.name,
        fields | {"last": _day(memory, one.last_at)},
        {
            "Open": [_loop(memory, loop) for loop in memory.loops if loop.workstream == one.id],
            "What is so": _facts_of(memory, facts),
            "With": [f"- {link(_entity_name(name), name.name)}" for name in with_whom.values()],
            "What happened": [_episode_line(memory, episode) for episode in episodes],
        }.items(),
    )


def _entity(memory: _Memory, one: Known) -> Page:
    store = memory.store
    profile = store.profiles.read(one.id)
    facts = [memory.facts[fact.id] for fact in store.entities.facts(one.id) if fact.id in memory.facts]
    turns = set(store.entities.turns(one.id))
    threads = [stream for stream in memory.streams if any(memory.thread_of.get(turn) == stream.id for turn in turns)]
    loops = [loop for loop in memory.loops if one.id in store.entities.named(f"{loop.text}\n{loop.quote}")]
    told = [episode for episode in memory.episodes.values() if turns & set(_turns_of(memory, episode.id))]
    fields = _fields(one.id, one.kind, one.name, project=one.identity, aliases=one.aliases)
    about = [paragraph(clean(profile.text))] if profile is not None and profile.text and not profile.stale else []
    return _page(
        _entity_name(one),
        one.name,
        fields,
        {
            "": about,
            "Open": [_loop(memory, loop) for loop in loops],
            "What is so": _facts_of(memory, facts),
            "Threads": [f"- {link(_thread_name(stream), stream.name)}" for stream in threads],
            "Goes with": [
                f"- {_say(other.name)} ({other.shared})"
                for other in store.entities.companions(one.id, most=_COMPANIONS)
            ],
            "What happened": [_episode_line(memory, episode) for episode in _in_time(told)],
        }.items(),
    )


def _months(memory: _Memory) -> Iterator[Page]:
    by_month: dict[str, list[Episode]] = {}
    for episode in _in_time(memory.episodes.values()):
        by_month.setdefault(_month(memory, episode), []).append(episode)
    for month, episodes in by_month.items():
        sections = [_told(memory, episode) for episode in episodes]  # two may have one heading
        yield _page(f"episodes/{month}", month, {"title": month, "type": "episodes"}, sections)


def _told(memory: _Memory, episode: Episode) -> tuple[str, list[str]]:
    """Return an episode's heading and its lines; a block's id at the end is what other pages link to."""
    record = episode.record
    lines = [f"{paragraph(clean(record.summary))} ^e{episode.id}", ""]
    for field, label in _LISTS.items():
        lines += [f"- {label}: {_say(text)}" for text in getattr(record, field)]
    lines += [f"- ended: {record.outcome}"] if record.outcome != "neutral" else []
    turns = _turns_of(memory, episode.id)
    thread = next((one for one in memory.streams if episode.id in one.episodes), None)
    lines += [f"- thread: {link(_thread_name(thread), thread.name)}"] if thread else []
    whom = {name.id: name for turn in turns for name in memory.names_of.get(turn, ())}
    lines += [f"- with: {', '.join(link(_entity_name(name), name.name) for name in whom.values())}"] if whom else []
    lines += [f"- session: {_say(episode.session)}, {len(turns)} turns"]
    return f"{_day(memory, episode.started_at)} {_say(record.subject)}", lines


def _other_facts(memory: _Memory) -> Page | None:
    """Return the page of what is so and stands on no other one."""
    by_hand = [
        fact
        for fact in memory.facts.values()
        if not _threads_of(memory, fact) and not any(memory.names_of.get(turn) for turn in fact.evidence_items)
    ]
    if not by_hand:
        return None
    kinds: dict[str, list[Item]] = {}
    for fact in by_hand:
        kinds.setdefault(fact.kind or "", []).append(fact)
    sections = {kind: _facts_of(memory, facts) for kind, facts in sorted(kinds.items())}
    return _page(_FACTS, "Other facts", {"title": "Other facts", "type": "facts"}, sections.items())


def _index(memory: _Memory, made: Sequence[Page]) -> Page:
    folders: dict[str, list[str]] = {}
    for page in sorted(made):
        folders.setdefault(page.name.split("/")[0], []).append(f"- {link(page.name, page.title)}")
    loops = [_loop(memory, loop) for loop in memory.loops]
    sections = {"Open": loops, **{name.capitalize(): lines for name, lines in sorted(folders.items())}}
    return _page(INDEX, "Memory", {"title": "Memory", "type": "index"}, sections.items())


# Their lines --------------------------------------------------------------------------------------------------------


def _page(name: str, title: str, fields: Fields, sections: Iterable[tuple[str, Sequence[str]]]) -> Page:
    parts = [front_matter(fields), f"# {_say(title)}"]
    for heading, lines in sections:
        if lines:
            parts.append("\n".join([f"## {heading}", "", *lines] if heading else lines))
    return Page(name, title, "\n\n".join(parts) + "\n")


def _fields(ident: int, what: str, name: str, *, project: str | None, **lists: Sequence[str]) -> Fields:
    fields: Fields = {"title": clean(name), "type": what, "id": ident}
    fields |= {"project": clean(project)} if project else {}
    return fields | {key: [clean(value) for value in values] for key, values in lists.items() if values}


def _facts_of(memory: _Memory, facts: Iterable[Item]) -> list[str]:
    """Return a line a fact, the newest first: its day and kind, what it says and replaced, and the turn it is from."""
    lines = []
    for fact in sorted(facts, key=lambda one: (one.said_at, one.id), reverse=True):
        before = f" (previously: {_say(memory.previous[fact.id])})" if fact.id in memory.previous else ""
        until = f" (until {_day(memory, fact.valid_until)})" if fact.valid_until else ""
        proof = "; ".join(f"turn {seq} of {_say(session)}" for session, seq in fact.evidence[:_PROOFS])
        more = f" and {len(fact.evidence) - _PROOFS} more" if len(fact.evidence) > _PROOFS else ""
        said = f"{_day(memory, fact.said_at)} {fact.kind}: {_say(fact.text)}{before}{until}"
        lines.append(f"- {said} (\\#{fact.id}, {proof or 'no turn of it is kept'}{more})")
    return lines


def _loop(memory: _Memory, loop: Loop) -> str:
    due = f", due {loop.due.isoformat()}" if loop.due else ""
    until = f", put off until {_day(memory, loop.snoozed_until)}" if loop.snoozed_until else ""
    owner = {"user": "", "assistant": "the assistant: ", "other": "waiting: "}[loop.owner]
    thread = next((one for one in memory.streams if one.id == loop.workstream), None)
    where = f", {link(_thread_name(thread), thread.name)}" if thread else ""
    return f"- [ ] {owner}{_say(loop.text)} (\\#{loop.id}, since {_day(memory, loop.opened_at)}{due}{until}{where})"


def _episode_line(memory: _Memory, episode: Episode) -> str:
    target = f"episodes/{_month(memory, episode)}#^e{episode.id}"
    return f"- {_day(memory, episode.started_at)} {link(target, clean(episode.record.subject) or 'episode')}"


def _threads_of(memory: _Memory, fact: Item) -> set[int]:
    return {memory.thread_of[turn] for turn in fact.evidence_items if turn in memory.thread_of}


def _turns_of(memory: _Memory, episode: int) -> tuple[int, ...]:
    return memory.turns_of.get(episode, ())


def _in_time(episodes: Iterable[Episode]) -> list[Episode]:
    return sorted(episodes, key=lambda one: (one.started_at, one.id))


def _thread_name(one: Stream) -> str:
    return f"threads/{file_name(clean(one.name), one.id)}"


def _entity_name(one: Known) -> str:
    return f"{_KINDS[one.kind]}/{file_name(clean(one.name), one.id)}"


def _say(text: str) -> str:
    return inert(clean(text))


def _day(memory: _Memory, at: datetime) -> str:
    return day_of(at, memory.zone).isoformat()


def _month(memory: _Memory, episode: Episode) -> str:
    return _day(memory, episode.started_at)[:7]
