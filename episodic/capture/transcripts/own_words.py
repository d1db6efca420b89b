"""Take out of what a person said what programs put there: our own recalled block, reminders, editor context.

Knows no format: which texts a person's are is for the readers, what programs write for `program_texts`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from episodic import fence
from episodic.capture.transcripts.program_texts import INSERTED
from episodic.capture.transcripts.transcript import LeftOut, Transcript, TranscriptSession
from episodic.records import Message

OURS = "recalled context of our own"

_TAG = re.compile(
    r"<(?P<tag>" + "|".join(sorted(map(re.escape, INSERTED), key=len, reverse=True)) + r")(?:\s[^<>]*)?>",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"<(?P<tag>user_query|USER_REQUEST)>(?P<text>.*?)</(?P=tag)>", re.DOTALL)
# Lines that OpenClaw puts above what came over a channel: what happened meanwhile.
_EVENTS = re.compile(r"(?:\s*System: \[\d{4}-\d\d-\d\d[^\n]*(?:\n|$))+")
# What people write to other memories to be left alone; it holds here too.
_UNWANTED = re.compile(r"<INSTRUCTIONS-TO-EPISODIC-MEMORY>\s*DO NOT INDEX THIS CHAT", re.IGNORECASE)
_WHOLE = re.compile(r"\s*<(?P<tag>[a-zA-Z][\w:-]*)(?:\s[^<>]*)?>.*</(?P=tag)>\s*", re.DOTALL)


def own_words(text: str, skipped: LeftOut) -> str:
    """Return what is left of a text in the user's place without what a program inserted; counts that.

    What never closes is cut only where it opens the text, for people write of tags too.
    """
    if wrapped := [match["text"].strip() for match in _WRAPPED.finditer(text)]:
        return "\n\n".join(wrapped)
    if events := _EVENTS.match(text):
        skipped.note("machine notes", events[0])
        text = text[events.end() :]
    kept, at, unclosed = [], 0, set[str]()
    for match in _TAG.finditer(text):
        if match.start() < at or match["tag"] in unclosed:
            continue
        closing = f"</{match['tag']}>"
        end = text.find(closing, match.end())
        if end < 0:
            unclosed.add(match["tag"])  # or many of them would be looked for through the whole text
            if text[: match.start()].strip():
                continue
            end = len(text)
        kept.append(text[at : match.start()])
        at = end + len(closing)
        skipped.note(INSERTED[match["tag"].lower()], text[match.start() : at])
    return "".join((*kept, text[at:])).strip()


def is_tagged(text: str) -> bool:
    """Say whether a text is one tagged block and nothing else, as programs write."""
    return _WHOLE.fullmatch(text) is not None


def without_ours(transcript: Transcript) -> Transcript:
    """Return a transcript without the block of recalled memories in what a person is said to have said.

    A memory that quotes itself back would confirm itself. A session whose person says so is not to be remembered.
    """
    skipped = LeftOut(transcript.skipped, examples=transcript.examples)
    sessions = tuple(_session(session, skipped) for session in transcript.sessions)
    if sessions == transcript.sessions:
        return transcript
    return replace(
        transcript,
        sessions=tuple(one for one in sessions if one.messages),
        skipped=dict(skipped),
        examples=skipped.examples,
    )


def _session(session: TranscriptSession, skipped: LeftOut) -> TranscriptSession:
    messages = tuple(_messages(session.messages, skipped))
    unwanted = session.do_not_remember or any(_UNWANTED.search(one.content) for one in messages if one.role == "user")
    if messages == session.messages and unwanted == session.do_not_remember:
        return session
    return replace(session, messages=messages, do_not_remember=unwanted)


def _messages(messages: Iterable[Message], skipped: LeftOut) -> Iterator[Message]:
    for message in messages:
        pieces = tuple(piece._replace(text=fence.without_ours(piece.text)) for piece in message.pieces)
        if message.role != "user" or pieces == message.pieces:
            yield message
            continue
        skipped.note(OURS, message.content)
        if left := tuple(piece for piece in pieces if piece.text.strip()):
            yield message._replace(pieces=left)
