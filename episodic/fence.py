"""The block an agent is shown: its headings, and how text from a memory is kept from posing as anything else.

A line of the block is one memory, whatever it holds: no memory begins a line, opens a tag or a fence, or hides a
character. Text that speaks to the agent as if it were its master is quoted and marked as such.
"""

import re
import unicodedata
from typing import Final

RECALLED: Final = "Recalled context"
ONGOING: Final = "Ongoing work"
EARLIER: Final = "Earlier sessions"
SAID: Final = "Said in this session"
# Each heading in every language the block is written in; what stands below one is ours when it comes back.
HEADINGS: Final = {
    "en": {RECALLED: RECALLED, ONGOING: ONGOING, EARLIER: EARLIER, SAID: SAID},
    "sv": {
        RECALLED: "Ur minnet",
        ONGOING: "Pågående arbete",
        EARLIER: "Tidigare samtal",
        SAID: "Sagt i detta samtal",
    },
}
EVERY_HEADING: Final = tuple(dict.fromkeys(heading for names in HEADINGS.values() for heading in names.values()))
OURS: Final = re.compile(rf"\s*\[(?:{'|'.join(map(re.escape, EVERY_HEADING))})\]", re.IGNORECASE)

_LINES: Final = ("- ", "▸ ")  # what a line of the block begins with

# Zero-width, bidirectional and tag characters, variation selectors out of place, and other controls: seen by nobody.
_HIDDEN: Final = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028\u2029\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
    "|(?<![\u0900-\u0dff\u0600-\u06ff\U0001f000-\U0001faff\u2600-\u27bf\ufe0f])[\u200c\u200d]"
)
_FENCED: Final = re.compile(
    rf"[\[\uff3b【]\s*({'|'.join(map(re.escape, EVERY_HEADING))})\s*[\]\uff3d】]", re.IGNORECASE
)
_TAG: Final = re.compile(r"<(?=[/!?a-zA-Z|])")
# What opens a heading, list or quote; a sign before a number is no bullet, and a number is more than its list's.
_LEAD: Final = re.compile(r"^(?:[#>*|=`\s▸·]|[+\-–—~](?!\d))+")  # noqa: RUF001 - dashes as people write them
_NUMBERED: Final = re.compile(r"^(\d+)[.)](?=\s)")
_TICKS: Final = re.compile(r"`{3,}|~{3,}")
_ROLE: Final = re.compile(r"^\s*(?:system|assistant|developer|user|human|tool)\s*:", re.IGNORECASE)


def without_ours(text: str) -> str:
    """Return a text without a block of ours that somebody put into it; anything else stays as it is."""
    if "[" not in text:
        return text
    kept, ours = list[str](), False
    for line in text.splitlines(keepends=True):
        ours = bool(OURS.match(line)) or (ours and line.startswith(_LINES))
        if not ours:
            kept.append(line)
    left = "".join(kept)
    return left if left == text else left.strip("\n")


def hides(text: str) -> bool:
    """Tell whether a text holds characters that nobody sees."""
    return bool(_HIDDEN.search(text))


def seen(text: str) -> str:
    """Return a text as one line, without the characters that nobody sees."""
    return " ".join(_HIDDEN.sub("", unicodedata.normalize("NFC", text.replace("\r", "\n"))).split())


def inert(text: str) -> str:
    """Return a text as one line that opens nothing: no tag, fence, heading or list, no role, no hidden character."""
    line = _FENCED.sub(r"(\1)", seen(text))
    line = _TICKS.sub("'", line)
    line = _TAG.sub("\u2039", line)  # shown as an angle, read by no parser
    line = _NUMBERED.sub(r"\1", _LEAD.sub("", line))
    return _ROLE.sub(lambda match: match[0].replace(":", ","), line)
