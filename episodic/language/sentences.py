"""Cuts text into sentences, and picks the prose out of a message; knows no language's grammar, only its full stops.

Every sentence is a verbatim stretch of the text and nothing but white space lies between two of them.
"""

import re
from collections.abc import Iterator

from episodic.fence import OURS

_CLOSERS = "\"'”’»)\\]}*_`」』）》"  # noqa: RUF001 - look-alikes are other scripts' marks
# A full stop ends a sentence before white space; the stops of scripts without spaces end it anywhere.
_STOP = re.compile(rf"(?:[.!?…؟।۔]+[{_CLOSERS}]*(?=\s))|(?:[。！？｡]+[{_CLOSERS}]*)")  # noqa: RUF001
_BREAK = re.compile(r"[^\S\n]*\n\s*")
_LIST_MARK = re.compile(r"\s*(?:[-*+•▸·‣–]\s|\(?\d{1,3}[.)]\s|[a-zA-Z][.)]\s|\[[ xX]?\]\s)")  # noqa: RUF001
_TRAILING_WORD = re.compile(r"[^\s(\[{\"'“‘«]+$")  # noqa: RUF001
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?|[A-Z]")
_AHEAD = 60  # characters read on either side of a full stop; enough for any word, and linear on a pasted megabyte
_WRAPPED = 40  # characters; a line this long that runs on in lower case was wrapped by an editor


def _bag(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Never the end of a sentence: what they shorten follows.
_BEFORE = _bag(
    "mr mrs ms dr prof st vs eg ie approx ca cf fig sec vol dept est incl resp gen sen rep hr fr frau sr sra srta mme"
    " mlle bl bla dvs tex kl tel zb ggf bzgl evtl vgl ung obs ev resp mfl dir"
)
# Shorten words, and may end a sentence too: only a capital or a new line tells.
_WITHIN = _bag("etc usw bzw inc ltd co corp jr jan feb aug sept okt oct nov dec dez al mm osv od ud etcétera")
_NUMBERED = _bag("no nr nos art p pp s ch núm num")  # "No. 5", "nr. 5"; but "No." is also an answer


def split(text: str) -> list[str]:
    """Cut `text` into sentences, in order. List marks stay with their item; blank text gives an empty list."""
    return [text[start:end] for start, end in spans(text)]


def spans(text: str) -> list[tuple[int, int]]:
    """Find where the sentences of `text` stand, without the white space around them."""
    found: list[tuple[int, int]] = []
    start = 0
    for end in [*sorted({*_stops(text), *_line_ends(text)}), len(text)]:
        piece = text[start:end]
        if piece.strip():
            left = start + len(piece) - len(piece.lstrip())
            found.append((left, left + len(piece.strip())))
        start = end
    return found


def unmarked(sentence: str) -> str:
    """Drop the mark of a list item ("- ", "3. ", "[ ] ") from the head of a sentence."""
    while mark := _LIST_MARK.match(sentence):
        sentence = sentence[mark.end() :]
    return sentence.strip()


def _stops(text: str) -> Iterator[int]:
    """Yield the places just after a full stop that ends a sentence."""
    for match in _STOP.finditer(text):
        mark, after = match[0], text[match.end() : match.end() + _AHEAD].lstrip()
        if mark[0] == "." and not mark.startswith("..") and _shortens(text, match.start(), after):
            continue
        if (mark.startswith(("..", "…"))) and after[:1].islower():
            continue  # "well... maybe" is one thought
        yield match.end()


def _shortens(text: str, at: int, after: str) -> bool:
    """Tell whether the full stop at `at` belongs to an abbreviation, an initial or the number of a list item."""
    line = text[max(text.rfind("\n", 0, at) + 1, at - _AHEAD) : at]
    found = _TRAILING_WORD.search(line)
    word = found[0] if found else ""
    bare = word.replace(".", "").casefold()
    if bare in _BEFORE or re.fullmatch(r"\s*(?:\d{1,3}|[a-zA-Z])", line):
        return True
    if bare in _NUMBERED:
        return after[:1].isdigit() or (len(bare) == 1 and word.isupper())
    if word.isdigit() and len(word) <= 2:  # "3. Dezember", "20. maj"
        return after[:1].islower() or bool(_MONTH.match(after))
    if bare in _WITHIN:
        return after[:1].islower()
    if len(word) == 1 and word.islower():
        return bool(re.match(r"[^\W\d_]\.", after))  # "z. B."
    return word != "I" and bool(_INITIALS.fullmatch(word)) and not (len(bare) > 1 and _opens(after))


_MONTH = re.compile(r"(?:jan|feb|mar|mär|apr|ma[iy]|maj|jun|jul|aug|sep|o[kc]t|nov|de[cz])", re.IGNORECASE)


def _opens(after: str) -> bool:
    """Tell whether a capitalised word that is not an initial follows, after "U.S." or "t.ex."."""
    return bool(re.match(r"[^\W\d_a-zà-ÿ][^\W\d_]+\s", after))


def _line_ends(text: str) -> Iterator[int]:
    """Yield the places of line breaks that end a sentence: all but those an editor put into a running sentence."""
    for match in _BREAK.finditer(text):
        length = match.start() - text.rfind("\n", 0, match.start()) - 1
        after = text[match.end() : match.end() + _AHEAD]
        wrapped = match[0].count("\n") == 1 and length >= _WRAPPED and after[:1].islower()
        if not wrapped or _LIST_MARK.match(after):
            yield match.end()


# Prose --------------------------------------------------------------------------------------------------------------

_FENCE = re.compile(r"[^\S\n]*(?:```|~~~)")
_HEADING = re.compile(r"#{1,6}\s+\S")
_TAG = re.compile(r"\s*<(?P<name>[a-zA-Z][\w-]*)(?:\s[^<>]*)?>")
_NOT_PROSE = re.compile(
    r"""
    \s*(?:>|\|.*\||\$\s|>>>\s|[%\u276f\u279c]\s|[⏺⎿✓✔✗✘\u2a2f│├└])     # quotes, tables, prompts, tools
    | \s*[\[{(]*\s*["'][\w .-]+["']\s*:                             # "key": value
    | \s*(?:[-*_=]{3,}|[{}\[\]()<>,;]+)\s*$                         # rules, lone braces
    | \s*[\[{].*[\]}],?\s*$ | \s*<[^>]+>.*                          # one-line JSON, XML
    | (?:diff\s--git|index\s[0-9a-f]{6,}|@@\s|\+\+\+\s|---\s\S)     # diffs
    | [+-](?![\s\d])\S                                              # a changed line, not a list item
    | \s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d | \s*\[?\d\d:\d\d:\d\d     # logs by date, by time, as syslog has it
    | \s*[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d
    | \s*\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b[\]:\s|]
    | \s*(?:error|warning|fatal|panic|---\s\w+)(?:\[\w+\])?:\s | \s*(?:FAIL|PASS|npm\s\w+!?)\s+\S+[/:.] | \s*ok\s\s+\S+/
    | \s*(?:Traceback\s\(most|File\s"|at\s[\w$.<>]+\s?\(|Caused\sby:|goroutine\s\d|\w+(?:\.\w+)*(?:Error|Exception)\b:)
    | \s*\S+\.[a-z]{1,5}:\d+(?::\d+)?:?\s                           # file.go:12:3: message
    | \s*(?:import|from|def|class|func|fn|const|let|var|return|public|private|package|select|export)\b.*[;{}()=:]\s*$
    | \s*(?:https?|ftp|file)://\S+\s*$
    """,
    re.VERBOSE,
)


def prose(text: str) -> list[str]:
    """Return the stretches of `text` somebody wrote as prose, each verbatim.

    Left out: code (fenced or indented), quotes, tables, logs, traces, diffs, JSON, tagged blocks, lone links, our own
    recalled block, and everything from a markdown heading on, for then a document was pasted.
    """
    runs: list[list[str]] = [[]]
    for line, keep in _lines(text):
        if keep:
            runs[-1].append(line)
        elif runs[-1]:
            runs.append([])
    return [run for lines in runs if (run := "".join(lines).strip("\n")).strip()]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line with its end, and whether it is prose."""
    fenced = ours = blank = False
    closing = ""
    for line in text.splitlines(keepends=True):
        if _FENCE.match(line):
            fenced = not fenced
            yield line, False
            continue
        if not fenced and not closing and _HEADING.match(line):
            return
        tag = _TAG.match(line)
        if tag and not fenced and not closing and f"</{tag['name']}>" in text:
            closing = f"</{tag['name']}>"
        ours = bool(OURS.match(line)) or (ours and not blank)
        indented = line.startswith(("    ", "\t")) and not _LIST_MARK.match(line)
        # The second line of a wrapped list item is indented as well; code stands after a blank line or code.
        yield line, not (fenced or closing or ours or indented or _NOT_PROSE.match(line))
        blank = not line.strip()
        if closing and closing in line:
            closing = ""
