"""Text made fit for a page: inert in markdown, whole in front matter, safe as a file's name. Knows no page."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from episodic.fence import seen

# What begins or ends anything in markdown, GitHub's and Obsidian's: a tag, math, a comment, a highlight, a block's id.
_SPECIAL: Final = re.compile(r"[\\`*_\[\]#|^$]|~(?=~)|%(?=%)|=(?==)")
_ENTITY: Final = re.compile(r"&(?=#|\w)")
_OPENS: Final = re.compile(r"([-+]|\d+(?=[.)]))")
_SHOWN: Final = 60  # characters of a link's text
_NAME: Final = 40  # characters of a file's name before its number
# Of what is seen, what YAML takes for a line break or cannot hold as it is.
_UNWRITTEN: Final = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_UNSAID: Final = re.compile(r"[\[\]|#^<>`\\&$%*=]")


def inert(text: str) -> str:
    """Return a text as one line that shows what it says and does nothing: no link, tag, markup or entity."""
    line = _ENTITY.sub("&amp;", seen(text)).replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\g<0>", line)


def paragraph(text: str) -> str:
    """Return the same where it begins a line: it begins no list either."""
    line = inert(text)
    found = _OPENS.match(line)
    if not found:
        return line
    return f"\\{line}" if not line[0].isdigit() else f"{found[0]}\\{line[found.end() :]}"


def link(target: str, text: str) -> str:
    """Return a wiki link to a page, or to a block of one after `#^`."""
    return f"[[{target}|{label(text)}]]"


def label(text: str) -> str:
    """Return a text as it may stand in a wiki link, where nothing can be escaped."""
    shown = " ".join(_UNSAID.sub(" ", seen(text)).split())
    return shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1].rstrip() + "…"


def front_matter(fields: Mapping[str, str | int | Sequence[str]]) -> str:
    """Return fields as YAML between its fences; every text is double-quoted, so that it is read as it was said.

    YAML 1.2 reads JSON (https://yaml.org/spec/1.2.2/#12-overview-of-yaml), and the older one all of it that is here.
    """
    lines = [f"{name}: {_scalar(value)}" for name, value in fields.items()]
    return "\n".join(("---", *lines, "---"))


def _scalar(value: str | int | Sequence[str]) -> str:
    if isinstance(value, str):
        return _UNWRITTEN.sub(_escaped, json.dumps(seen(value), ensure_ascii=False))
    if isinstance(value, int):
        return str(value)
    return f"[{', '.join(map(_scalar, value))}]"


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"


def file_name(name: str, ident: int) -> str:
    """Return a file's name, without its ending: ASCII, no word of any system's own, and never another's."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "-".join(re.findall(r"[a-z0-9]+", plain))[:_NAME].strip("-")
    return f"{words}-{ident}" if words else str(ident)
