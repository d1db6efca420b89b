"""Has the reply to a turn that only asks stand for it. Knows no ranking.

A turn that asks what is asked now reads nearer to the question than any answer: "Who's coming along?" before "me and
Ines, my sister". It is no answer; what was replied to it is.
"""

from collections.abc import Mapping, Sequence
from itertools import dropwhile, takewhile
from typing import Final

from episodic.language.cues import is_question
from episodic.language.sentences import split
from episodic.memory.memories import Item
from episodic.memory.store import Store
from episodic.recall.rerank import Read
from episodic.recall.strength import roots
from episodic.records import Turn

_LESS: Final = 4.0  # logits that a reply is behind the turn it replies to, and that turn behind it: it may reply "yes"
_SAYS: Final = 3  # word roots from which a sentence beside a question says something, or a question more than it asks
_REACH: Final = 6  # turns after a question in which an agent reports between its tools


def with_replies(question: str, read: Read, items: Mapping[int, Item], store: Store) -> tuple[Read, Mapping[int, Item]]:
    """Let each turn that was read and only asks what is asked stand behind its reply.

    Returns what was read and the items, both with the replies that the search did not find.
    """
    wanted = roots(question)
    turns = [items[ident] for ident in read.logits if items[ident].layer == "turn"]
    asking = [item for item in turns if _asks(item, wanted)]
    if not asking:
        return read, items
    replies = _replies(store, asking)
    found = {steps[-1] for steps in replies.values()}
    known = {**items, **store.memories.items(found - items.keys())}
    logits = dict(read.logits)
    for ident in {item.id for item in asking} | {step for steps in replies.values() for step in steps[:-1]}:
        if ident in logits:
            logits[ident] -= 2 * _LESS
    for asked, (*_, reply) in replies.items():
        if reply in known:
            behind = read.logits[asked] - _LESS
            logits[reply] = max(behind, logits.get(reply, behind))
    return read._replace(logits=logits), known


def _asks(item: Item, wanted: frozenset[str]) -> bool:
    """Tell whether a turn asks what is wanted, and little else; one of a person's also says nothing beside it.

    "How do the wheels of the model I am building, a Mustang, get their shine?" says a thing by asking another.
    """
    asked = [(sentence, is_question(sentence)) for sentence in split(item.text)]
    if not any(asks for _, asks in asked):
        return False
    said = [(roots(sentence), asks) for sentence, asks in asked]
    most = max((len(wanted & words) for words, _ in said), default=0)
    about = [(words, asks) for words, asks in said if len(wanted & words) == most]
    alone = item.speaker == "assistant" or all(asks or len(words) < _SAYS for words, asks in said)
    return most > 0 and alone and all(asks and len(words - wanted) <= _SAYS for words, asks in about)


def _replies(store: Store, asking: Sequence[Item]) -> dict[int, list[int]]:
    """Return for each turn what was said to it up to its reply: the next speaker's turn, or an agent's until its last.

    What an agent says on the way, between its tools, is no reply: "Let me look."
    """
    around = store.turns.neighbours([item.id for item in asking], reach=_REACH)
    turns = store.turns.read({other for near in around.values() for other in near.values()})
    found: dict[int, list[int]] = {}
    for item in asking:
        later = [near for place, near in sorted(around.get(item.id, {}).items()) if place > 0 and near in turns]
        if said := _said_to(item, [(near, turns[near]) for near in later]):
            found[item.id] = said
    return found


def _said_to(asking: Item, following: Sequence[tuple[int, Turn]]) -> list[int]:
    others = list(dropwhile(lambda pair: (pair[1].name or pair[1].role) == asking.speaker, following))
    by_agent = list(takewhile(lambda pair: pair[1].role == "assistant" and not pair[1].name, others))
    return [ident for ident, _ in (by_agent if asking.speaker != "assistant" and by_agent else others[:1])]
