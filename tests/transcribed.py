"""What the tests of transcripts share: lines of JSON, who said what, and a memory they go into twice."""

import json
from collections.abc import Iterable

from episodic.capture.intake import Intake, take_in
from episodic.capture.transcripts import read
from episodic.capture.transcripts.transcript import Transcript
from episodic.memory.store import Store


def lines(*records: object) -> bytes:
    """A file of one record a line."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def document(value: object) -> bytes:
    """A file of one pretty-printed value."""
    return json.dumps(value, indent=1, ensure_ascii=False).encode()


def said(transcript: Transcript) -> list[str]:
    """Who said what, `u: …` and `a: …`."""
    return [f"{one.role[0]}: {one.content}" for session in transcript.sessions for one in session.messages]


def times(transcript: Transcript) -> list[str]:
    """When each turn was said."""
    return [one.at.isoformat() if one.at else "" for session in transcript.sessions for one in session.messages]


def identities(transcript: Transcript) -> list[tuple[str, ...]]:
    """What each turn goes by."""
    return [piece.identities for session in transcript.sessions for one in session.messages for piece in one.pieces]


def taken(store: Store, *files: bytes) -> list[tuple[int, int]]:
    """Take files in one after the other; how many turns of each were new and how many known."""
    done: Iterable[Intake] = [take_in(read(data), lambda _: store) for data in files]
    return [(one.added, one.known) for one in done]
