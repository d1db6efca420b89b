"""Count what people said in Claude Code sessions by a dumb reading, and hold ours against it.

    count_turns.py FOLDER... [--json] [--all]

The dumb reading takes every text a person could have typed, wherever a record holds one, and strikes out what is on a
list of known program texts. It shares no judgement with the reader it checks: no code of `episodic` has a part in it.
What differs is printed: `lost` is a text of a person's that is no turn of ours, `program` a turn of ours that no person
typed, `twice` one that we have more often than all records together. Where the dumb reading cannot know better a reason
stands beside it; the exit code is 1 if something differs without one. Reads *.jsonl, packed with xz or gzip too, in
folders below as well, and lines of {"session_id", "turns": [{"role", "text"}]}, to which sessions are slimmed.
"""

import argparse
import gzip
import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from episodic.capture.transcripts import read
from episodic.errors import EpisodicError

Record = dict[str, Any]

SHOWN: Final = 110  # characters of a text that differs
# Where a record says of itself that no person typed it.
FLAGS: Final = {
    "isMeta": "flagged as a note of the program",
    "isVisibleInTranscriptOnly": "flagged as a note of the program",
    "isCompactSummary": "summary of a compaction",
    "isSidechain": "of a subagent",
    "agentId": "of a subagent",
    "teamName": "of a subagent",
    "parent_tool_use_id": "of a subagent",
    "sourceToolUseID": "text of a skill",
}
PERSONS: Final = ("human", "user", "cli", "composer", "bridge", "sdk", "unclassified")
CUT: Final = re.compile(
    r"<(system-reminder|ide_opened_file|ide_selection|environment_context|user_info|git_status)\b[^>]*>.*?</\1>",
    re.DOTALL,
)
PROGRAMS: Final = (
    (r"<command-(name|message|args)>", "slash command"),
    (
        r"<(local-command-(stdout|stderr|caveat)|bash-(stdout|stderr))>|Caveat: The messages below",
        "output of a command",
    ),
    (r"<bash-input>", "shell command"),
    (r"<(task|agent|subagent|system)-notification\b|<(tick|goal)>|\[SYSTEM NOTIFICATION", "notification"),
    (r"<(teammate|cross-session|agent|peer)-message\b|Another Claude session sent a message:\s", "another agent"),
    (r"<scheduled[-_]|<<autonomous-loop|\[cron:", "scheduler"),
    (r"[A-Z][\w:]* hook (feedback|blocking|additional)|<[a-z-]+-hook>", "hook"),
    (r"(\w+ )?([Oo]peration|[Ee]xecution) (stopped|blocked) by (\w+ )?hook\b", "hook"),
    (r"\[Request interrupted by user|\[Tool call (did not complete|skipped)", "interruption"),
    (r"This session is being continued from a previous conversation", "summary of a compaction"),
    (r"Implement the following plan:\s*\n\n#", "plan that was accepted"),
    (r"Base directory for this skill:|Tool loaded\.$|\[Image: (source|original)", "note of the program"),
    (r"<channel\s", "message over a channel"),
    (r"(\s*\[Image #\d+\])+\s*$", "image"),
    (r"\s*$", "empty"),
)
REFUSED: Final = re.compile(r"(?:Error: )?(?:The user doesn't want to proceed|Permission for this tool use was denied)")
SETTERS: Final = (
    r"/?(model|clear|add-dir|resume|rename|mcp|config|effort|fast|agents|hooks|permissions|plugin|export|theme|vim|tag|"
    r"color|output-style|rewind|branch|fork|login|logout|ide|memory|sandbox|voice)$"
)


@dataclass(slots=True)
class Saying:
    """A text somebody could have typed: where it stands, and why it was not typed, if it was not."""

    text: str
    carrier: str
    reason: str | None
    ident: str
    excuse: str | None = None


@dataclass(slots=True)
class Held:
    """What one file shows when ours is held against the dumb reading: counts, and what differs with its reason."""

    typed: int = 0
    ours: int = 0
    struck: Counter[str] = field(default_factory=Counter)
    differs: list[tuple[str, str, str | None]] = field(default_factory=list)


def main() -> int:
    """Run over folders; 1 if something differs without a reason."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--all", action="store_true", help="show differences that have a reason too")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = {str(file): held(records) for file in files(asked.folders) for records in [records_of(file)] if records}
    lost = [(file, *one) for file, told in found.items() for one in told.differs]
    unexplained = [one for one in lost if one[3] is None]
    totals = {
        "files": len(found),
        "typed": sum(told.typed for told in found.values()),
        "ours": sum(told.ours for told in found.values()),
        "without a reason": dict(Counter(kind for _, kind, _, reason in lost if reason is None)),
        "with a reason": dict(Counter(f"{kind}: {reason}" for _, kind, _, reason in lost if reason is not None)),
        "struck out": dict(sum((told.struck for told in found.values()), Counter[str]()).most_common()),
    }
    if asked.json:
        print(json.dumps({**totals, "differs": lost}, indent=1, ensure_ascii=False))
        return int(bool(unexplained))
    for file, kind, text, reason in lost if asked.all else unexplained:
        print(f"{file}: {kind}: {text[:SHOWN]!r}" + (f" ({reason})" if reason else ""))
    for name, value in totals.items():
        print(f"{name}: {value}")
    return int(bool(unexplained))


def files(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of sessions below folders, and files that are named."""
    for folder in folders:
        names = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        yield from (one for one in names if re.search(r"\.jsonl(\.xz|\.gz)?$", one.name) and one.is_file())


def records_of(file: Path) -> list[Record]:
    """Return the records of a file; a slimmed session becomes records of its turns."""
    unpack = {".xz": lzma.decompress, ".gz": gzip.decompress}.get(file.suffix, bytes)
    records: list[Record] = []
    for line in unpack(file.read_bytes()).splitlines():
        try:
            value = json.loads(line.decode("utf-8", "replace"), strict=False)
        except ValueError:
            continue
        if isinstance(value, dict):
            records += slimmed(value) if isinstance(value.get("turns"), list) else [value]
    return records


def slimmed(session: Record) -> Iterator[Record]:
    """Yield the records a slimmed session was made of, as far as it still tells."""
    for turn in session["turns"]:
        yield {
            "type": turn["role"],
            "uuid": turn.get("uuid"),
            "sessionId": session["session_id"],
            "timestamp": turn.get("ts"),
            "message": {"id": turn.get("uuid"), "role": turn["role"], "content": turn["text"]},
        }


def held(records: list[Record]) -> Held:
    """Hold our reading of a file's records against the dumb one."""
    told = Held()
    typed = [saying for saying in sayings(records, told.struck) if saying.reason is None]
    turns = ours(records)
    counts = Counter(map(fold, turns))
    told.ours = len(turns)
    everything = "\n".join(counts)
    by_text: dict[str, list[Saying]] = {}
    for saying in typed:
        by_text.setdefault(fold(saying.text), []).append(saying)
    for text, several in by_text.items():
        least, most = bounds(several)
        told.typed += least
        missing = least - counts[text] if counts[text] or not covered(several[0].text, everything) else 0
        excuse = next((saying.excuse for saying in several if saying.excuse), None)
        told.differs += [("lost", text, excuse)] * missing + [("twice", text, None)] * max(0, counts[text] - most)
    lines = "\n".join(by_text)
    told.differs += [("program", text, None) for text in counts if text not in by_text and not covered(text, lines)]
    return told


def ours(records: list[Record]) -> list[str]:
    """Return the user's turns as the reader gives them."""
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    try:
        transcript = read(data, format="claude-code")
    except EpisodicError as error:
        sys.exit(str(error))
    return [one.content for session in transcript.sessions for one in session.messages if one.role == "user"]


def bounds(several: list[Saying]) -> tuple[int, int]:
    """Return how often a text was said at least and at most: records of several kinds hold one saying once each."""
    kinds: dict[str, set[str]] = {}
    for saying in several:
        kinds.setdefault(saying.carrier, set()).add(saying.ident)
    return max(map(len, kinds.values())), sum(map(len, kinds.values()))


def covered(text: str, others: str) -> bool:
    """Say whether a text stands in others, or each of its lines does: prompts that waited are sent as one."""
    return fold(text) in others or all(fold(line) in others for line in text.splitlines() if fold(line))


def fold(text: str) -> str:
    """Return a text as it is compared."""
    return " ".join(re.sub(r"\[Image #\d+\]", " ", text).split())


def sayings(records: list[Record], struck: Counter[str]) -> Iterator[Saying]:
    """Yield every text a person could have typed, wherever it stands; counts the ones that nobody did."""
    rewound, pulled, seen = rewound_records(records), taken_back(records), dict[str, str]()
    for place, record in enumerate(records):
        for carrier, text, reason in found_in(record):
            why = reason or program(text) or ("taken back into the editor" if place in pulled else None)
            if why:
                struck[why] += 1
            uuid = str(record.get("uuid") or place)
            excuse = "rewound: another prompt took its place" if record.get("uuid") in rewound else None
            if seen.setdefault(uuid, text) != text and carrier == "prompt":
                excuse = excuse or "its uuid was that of another text before"
            yield Saying(text, carrier, why, str(record.get("timestamp") or uuid), excuse)


def taken_back(records: list[Record]) -> set[int]:
    """Return the places of queued prompts that were pulled back into the editor before they were sent."""
    queue: list[tuple[int, str]] = []
    pulled: set[int] = set()
    for place, record in enumerate(records):
        operation = record.get("operation") if record.get("type") == "queue-operation" else None
        text = fold(texts(record.get("content")))
        if operation == "enqueue":
            queue.append((place, text))
        elif operation in ("dequeue", "remove", "popAll"):
            named = [one for one in queue if text and one[1] == text][:1]
            out = named or (queue[:] if operation == "popAll" else queue[:1])
            pulled.update(one[0] for one in out if operation == "popAll" or record.get("reason") == "cancelled")
            queue = [one for one in queue if one not in out]
    return pulled


def found_in(record: Record) -> Iterator[tuple[str, str, str | None]]:
    """Yield each text in a record: the kind of record, the text, and what its fields say against a person."""
    kind, flagged = record.get("type"), flag(record)
    if kind == "user":
        yield from in_user(record, flagged)
    elif kind == "attachment" and (record.get("attachment") or {}).get("type") == "queued_command":
        inside = record["attachment"]
        other = None if inside.get("commandMode", "prompt") == "prompt" else "notification"
        yield "attachment", cut(texts(inside.get("prompt"))), flagged or flag(inside) or other
    elif kind == "queue-operation" and record.get("operation") == "enqueue":
        text = cut(texts(record.get("content")))
        yield "queue", text, flagged or ("slash command" if re.match(r"/[\w:.-]+(\s|$)", text) else None)
    elif kind == "system" and record.get("subtype") == "local_command":
        yield from behind_command(str(record.get("content")), flagged)


def in_user(record: Record, flagged: str | None) -> Iterator[tuple[str, str, str | None]]:
    """Yield the texts of a record in the user's place: typed, behind a command, in an answer or a refusal."""
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    blocks = content if isinstance(content, list) else [content]
    results = [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]
    answers = record["toolUseResult"].get("answers") if isinstance(record.get("toolUseResult"), dict) else None
    for block in results:
        for told in in_result(texts(block.get("content")), asked=answers is None):
            yield "answer", told, None if told else "tool result"
    if results and isinstance(answers, dict):
        notes = record["toolUseResult"].get("annotations") or {}
        for question, answer in answers.items():
            yield "answer", told_with(question, answer), flagged
            yield "answer", str((notes.get(question) or {}).get("notes") or ""), flagged
    own = [cut(texts([block])) for block in blocks]
    if any(text.startswith("<command-") for text in own):
        yield from behind_command("\n".join(own), flagged)
    elif isinstance(record.get("planContent"), str):
        yield "prompt", own[0], "plan that was accepted"
    else:
        good = [text for text in own if text and not program(text)]
        bad = [text for text in own if program(text) and text]
        yield from (("prompt", text, flagged) for text in bad)
        if good:
            of_tool = "tool result" if not results and record.get("toolUseResult") else None
            yield "prompt", "\n\n".join(good), flagged or of_tool


def in_result(text: str, *, asked: bool) -> Iterator[str]:
    """Yield what a person said to a tool: a refusal's words, or answers where no field holds them; else one nothing."""
    said = text.partition("the user said:")[2] if REFUSED.match(text) else ""
    said = said.partition("\nNote: The user's next message")[0].strip()
    if said.startswith(("The user wants to clarify", "The user has indicated")):
        pairs = re.findall(r'- "(.*?)"\n\s+Answer: (.*)', said)
    elif asked and text.startswith("User has answered your question"):
        pairs = re.findall(r'"([^"]*)"="(.*?)"(?=, "|\. You can| user notes| selected)', text)
        yield from re.findall(r"user notes: (.*?)(?=, \"|\. You can|$)", text)
    else:
        yield said
        return
    yield from (told_with(question, answer) for question, answer in pairs)


def told_with(question: str, answer: object) -> str:
    """Return an answer with its question, as a turn has it."""
    words = ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
    return f"{question}{'' if question.endswith(('?', ':', '.', '!')) else ':'} {words}" if words else ""


def behind_command(text: str, flagged: str | None) -> Iterator[tuple[str, str, str | None]]:
    """Yield what was typed behind a slash command, unless it sets something."""
    tags = dict(re.findall(r"<command-(name|args)>(.*?)</command-\1>", text, re.DOTALL))
    words = tags.get("args", "").strip()
    sets = re.match(SETTERS, tags.get("name", "").strip()) or all(word.startswith("-") for word in words.split())
    told = words if " " in words else f"{tags.get('name', '').strip()} {words}"  # a word alone would tell nothing
    yield "command", told if words else text, flagged or ("slash command" if sets else None)


def flag(record: Record) -> str | None:
    """Return what a record's own fields say against a person."""
    origin = record.get("origin")
    kind = origin.get("kind") if isinstance(origin, dict) else None
    if kind == "channel":
        return "message over a channel"
    if record.get("promptSource") == "system" or (isinstance(kind, str) and kind not in PERSONS):
        return "origin is a program"
    return next((reason for name, reason in FLAGS.items() if record.get(name)), None)


def program(text: str) -> str | None:
    """Return which of the known program texts this is."""
    return next((reason for pattern, reason in PROGRAMS if re.match(pattern, text)), None)


def texts(content: object) -> str:
    """Return the text in a string or in blocks."""
    blocks = content if isinstance(content, list) else [content]
    good = (one for one in blocks if not isinstance(one, dict) or one.get("type", "text") == "text")
    found = (block.get("text") if isinstance(block, dict) else block for block in good)
    return "\n\n".join(text for text in found if isinstance(text, str))


def cut(text: str) -> str:
    """Return a text without what editors and reminders put into it."""
    return CUT.sub("", text).strip()


def rewound_records(records: list[Record]) -> set[object]:
    """Return the records at or below a prompt beside which a later one hangs: both are tries at the same place."""
    parents = {record.get("uuid"): record.get("parentUuid") for record in records if record.get("uuid")}
    tries: dict[object, list[object]] = {}
    for record in records:
        content = (record.get("message") or {}).get("content") if isinstance(record.get("message"), dict) else None
        is_result = isinstance(content, list) and any(
            isinstance(b, dict) and b.get("type") == "tool_result" for b in content
        )
        if record.get("type") == "user" and record.get("parentUuid") and not is_result:
            tries.setdefault(record["parentUuid"], []).append(record.get("uuid"))
    gone = {uuid for several in tries.values() for uuid in several if len(several) > 1}
    below: set[object] = set()
    for uuid in parents:
        path: list[object] = []
        at: object = uuid
        while at is not None and at not in path and at not in gone and at not in below:
            path.append(at)
            at = parents.get(at)
        below.update(path if at is not None and (at in gone or at in below) else ())
    return gone | below


if __name__ == "__main__":
    sys.exit(main())
