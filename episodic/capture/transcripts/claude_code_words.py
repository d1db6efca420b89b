"""Find a person's words in the forms Claude Code gives them: commands, answers, refusals, channels, plans.

Knows no record: a text or what a tool gave back goes in, the words come out, empty where there are none.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

# Commands that set something or go somewhere: what is typed behind them is a name, a path or a value.
_SETTINGS: Final = frozenset(
    "add-dir agents allowed-tools approved-tools bashes branch chrome clear color config context continue copy cost"
    " desktop doctor effort exit export extra-usage fast files fork heapdump help hooks ide insights"
    " install-github-app install-slack-app keybindings login logout mcp memory migrate-installer mobile model new"
    " output-style passes permissions plugin plugins privacy-settings quit release-notes reload-plugins remote-control"
    " remote-env rename reset resume rewind sandbox session settings skills stats status statusline stickers tag tasks"
    " teleport terminal-setup theme todos upgrade usage vim voice".split()
)
_TAGGED: Final = re.compile(r"<(command-name|command-args)>(.*?)</\1>", re.DOTALL)
_TYPED: Final = re.compile(r"/(?P<name>[a-zA-Z][\w.:-]*)(?:\s+(?P<words>.*))?", re.DOTALL)
_FLAG: Final = re.compile(r"--?[a-zA-Z][\w-]*(?:=\S*)?")

_REFUSED: Final = re.compile(
    r"(?:Error: ?)?(?:The user doesn['\u2019]t want to|Permission for this tool use was denied|(?:The )?user rejected)",
    re.IGNORECASE,
)
_SAID: Final = re.compile(r"\bthe user said:\s*", re.IGNORECASE)
_NOTES_BEHIND: Final = re.compile(r"\n\s*(?:Note: The user's next message may contain|<system-reminder>)")
_ASKED_BACK: Final = ("The user wants to clarify these questions", "The user has indicated they have provided enough")
_LISTED: Final = re.compile(
    r'^- "(?P<question>.*?)"\n\s+Answer: (?P<answer>.*?)'
    r'(?:\n\s+User notes: (?P<notes>.*?))?(?=\n- "|\n\n|\Z)',
    re.DOTALL | re.MULTILINE,
)
_ANSWERED: Final = re.compile(
    r"(?:The )?(?:user has answered|your questions have been answered)[^:]{0,30}:", re.IGNORECASE
)
_PAIR: Final = re.compile(
    r'"(?P<question>(?:[^"]|"(?!=))*)"="(?P<answer>.*?)"(?P<more>(?: selected preview:.*?)?(?: user notes: .*?)?)'
    r'(?=,\s*"(?:[^"]|"(?!=))*"="|;\s*"|\.?\s*You can now continue|\.?\s*$)',
    re.DOTALL,
)
_ANSWERS_CHARS: Final = 20_000  # of answers that are read; a few questions take a few hundred
_NOTED: Final = re.compile(r" user notes: (?P<notes>.*)", re.DOTALL)

_ENDS: Final = ("?", "\uff1f", "\u061f", ":", ".", "!")  # of a question, wide and Arabic marks too

_CHANNEL: Final = re.compile(r"\s*<channel(?P<with>\s[^<>]*)>(?P<words>.*?)</channel>\s*", re.DOTALL)
_CHANNEL_TAG: Final = '<channel source="'
_ATTRIBUTE: Final = re.compile(r'([\w-]+)="([^"]*)"')
# Who writes over a chat is a person; the other channels carry what agents, builds and boards report.
_CHATS: Final = frozenset(
    "telegram discord imessage whatsapp signal slack matrix sms messenger line wechat teams web mobile phone voice chat"
    " fakechat companion app".split()
)
_SENDERS: Final = ("user", "sender", "user_id", "sender_id", "from_user")
_OWNER: Final = ("is_owner", "owner", "sender_is_owner", "from_owner")
_BOT: Final = ("is_bot", "bot", "from_bot", "automated")
_GROUPS: Final = frozenset({"group", "supergroup", "channel", "guild", "room"})
OWNERS: Final = frozenset({"owner", "me", "self", "human", "you", "web", "user"})

_PLAN: Final = "Implement the following plan:"
_ACCEPTED: Final = "The plan that was accepted:\n\n"
_FEEDBACK: Final = re.compile(r"\n\s*User feedback on this plan: ?")
_BEHIND_PLAN: Final = re.compile(
    r"\n\s*(?:If you need specific details from before exiting plan mode|User feedback on this plan:)"
)


@dataclass(frozen=True, slots=True)
class Sent:
    """What came over a channel: the words, and who wrote them by what the channel says of it."""

    words: str
    sender: str | None
    is_person: bool


def behind_command(text: str) -> str | None:
    """Return what was typed behind a slash command, as the tags or the prompt hold it; None if it is no command.

    Sentences are given as they are. A single word means nothing without its command, so both are; what only sets
    something (`/model opus`, flags) is nobody's sentence and gives an empty text.
    """
    tags = dict(_TAGGED.findall(text))
    if text.lstrip().startswith("<command-"):
        name, words = tags.get("command-name", "").strip().lstrip("/"), tags.get("command-args", "").strip()
    elif typed := _TYPED.fullmatch(text.strip()):
        name, words = typed["name"], (typed["words"] or "").strip()
    else:
        return None
    if name.lower() in _SETTINGS or not any(not _FLAG.fullmatch(word) for word in words.split()):
        return ""
    return words if len(words.split()) > 1 or not words.isascii() or not name else f"/{name} {words}"


def answers(result: object) -> str:
    """Return the answers in what the asking tool gave back (`answers`, `annotations`), each behind its question."""
    if not isinstance(result, Mapping):
        return ""
    found, annotations = result.get("answers"), result.get("annotations")
    asked = [one for one in _list(result.get("questions")) if isinstance(one, Mapping)]
    pairs = list(zip(asked, found, strict=False)) if isinstance(found, list) else []
    if isinstance(found, Mapping):
        pairs = [(_question_of(str(key), asked), answer) for key, answer in found.items()]
    told = []
    for place, (question, answer) in enumerate(pairs):
        wording = str(question.get("question") or question.get("header") or "")
        key = list(found)[place] if isinstance(found, Mapping) else wording
        told.append(_told(wording, _chosen(answer), _notes(annotations, key)))
    return "\n".join(line for line in told if line)


def answers_in_text(text: str) -> str:
    """Return the answers in the sentence the agent is given: `User has answered your questions: "Q"="A", …`."""
    text = text.strip()[:_ANSWERS_CHARS]
    opening = _ANSWERED.match(text)
    if opening is None:
        return ""
    told = []
    for pair in _PAIR.finditer(text, opening.end()):
        noted = _NOTED.search(pair["more"])
        told.append(_told(pair["question"], pair["answer"], noted["notes"] if noted else ""))
    return "\n".join(line for line in told if line)


def refusal(text: str) -> str:
    """Return what the person said when they refused a tool, without what the program says around it."""
    text = text.strip()
    said = _SAID.search(text) if _REFUSED.match(text) else None
    if said is None:
        return ""
    words = _NOTES_BEHIND.split(text[said.end() :], maxsplit=1)[0].strip()
    if not words.startswith(_ASKED_BACK):
        return words
    told = (_told(one["question"], one["answer"].strip(), one["notes"] or "") for one in _LISTED.finditer(words))
    return "\n".join(line for line in told if line)


def sent(text: str, server: str | None = None) -> Sent | None:
    """Return what came over a channel, from `<channel source="telegram" user="…">words</channel>`; None if nothing did.

    A message is a person's when a chat carries it, and neither a bot nor a group is named; what says it is the
    owner's is.

    Args:
        text: what stands in the user's place.
        server: the channel's name where the record gives it; then words without a tag came over it too.
    """
    first = _CHANNEL.match(text)
    if first is None:
        opened = text.lstrip().startswith(_CHANNEL_TAG)
        if server is None and not opened:
            return None
        return Sent(text.strip(), None, not opened and _is_chat({"source": server or ""}, ""))
    with_ = {key.lower(): value for key, value in _ATTRIBUTE.findall(first["with"])}
    words = "\n\n".join(one["words"].strip() for one in _CHANNEL.finditer(text))
    sender = next((with_[key] for key in _SENDERS if with_.get(key)), None)
    owned = any(_yes(with_.get(key)) for key in _OWNER) or with_.get("role", "").lower() == "owner"
    with_.setdefault("source", server or "")
    return Sent(words, None if owned else sender, owned or _is_chat(with_, sender or ""))


def is_owner(sender: str, folder: str | None) -> bool:
    """Say whether a sender goes by a name for oneself, or by that of the home folder that is worked in."""
    parts = PurePath(folder or "").parts
    home = parts[2] if len(parts) > 2 and parts[1].lower() in ("home", "users") else None
    return sender.lower() in OWNERS or (home is not None and sender.lower().lstrip("@") == home.lower())


def plan(text: str, content: object) -> tuple[str, str]:
    """Return the plan that stands in the person's place once they accepted it, and what they said of it.

    `content` is the plan where the record names it; without, only a text that the program laid out as one is a plan.
    """
    text = text.strip()
    named = content.strip() if isinstance(content, str) else ""
    is_laid_out = text[len(_PLAN) :].lstrip(" ").startswith("\n\n#") or _BEHIND_PLAN.search(text)
    if not named and not (text.startswith(_PLAN) and is_laid_out):
        return "", ""
    if not text.startswith(_PLAN):
        return _ACCEPTED + named, text.replace(named, "").strip()
    own = named or _BEHIND_PLAN.split(text[len(_PLAN) :], maxsplit=1)[0].strip()
    behind = text[text.rfind(own) + len(own) :] if own in text else text
    said = _FEEDBACK.split(behind, maxsplit=1)
    return _ACCEPTED + own, said[1].strip() if len(said) > 1 else ""


def _is_chat(with_: Mapping[str, str], sender: str) -> bool:
    source = re.split(r"[:/]", with_.get("source", ""))[-1].lower()
    carried = bool(_CHATS.intersection(re.split(r"[-_.\s]", source)))
    bot = any(_yes(with_.get(key)) for key in _BOT) or sender.lower().endswith("bot")
    kinds = {with_.get(key, "").lower() for key in ("chat_type", "type", "kind")}
    chat = with_.get("chat_id", "")
    shared = bool(_GROUPS & kinds) or chat.startswith("-") or (source == "slack" and chat[:1] in ("C", "G"))
    return carried and not bot and not shared


def _yes(value: str | None) -> bool:
    return (value or "").lower() in ("true", "yes", "1")


def _question_of(key: str, asked: list[Mapping[str, object]]) -> Mapping[str, object]:
    named = (one for one in asked if key in (one.get("question"), one.get("header"), one.get("id")))
    return next(named, {"question": key})


def _chosen(answer: object) -> str:
    if isinstance(answer, Mapping):
        answer = next((answer[key] for key in ("answer", "answers", "selected", "value", "label") if key in answer), "")
    return ", ".join(_chosen(one) for one in answer) if isinstance(answer, list) else _plain(answer)


def _notes(annotations: object, key: object) -> str:
    noted = annotations.get(key) if isinstance(annotations, Mapping) else None
    if isinstance(noted, Mapping):
        return next((_plain(noted[key]) for key in ("notes", "note", "feedback") if _plain(noted.get(key))), "")
    return _plain(noted)


def _told(question: str, answer: str, notes: str) -> str:
    question, answer, notes = question.strip(), answer.strip(), notes.strip()
    words = "\n".join(dict.fromkeys(part for part in (answer, notes) if part))
    if not words or not question:
        return words
    return (
        f"{question} {words}" if question.endswith(("?", "\uff1f", ":", ".", "!", "\u061f")) else f"{question}: {words}"
    )


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, str | int | float) else ""


def _list(value: object) -> Iterator[object]:
    yield from value if isinstance(value, list) else ()
