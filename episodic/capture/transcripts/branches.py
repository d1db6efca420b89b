"""Tell which records of a conversation tree were rewound away, one compaction window at a time.

Knows nothing of text or files, only who hangs under whom; where a tree is broken it keeps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Part = Literal["prompt", "reply", "results", "boundary", "other"]

_SPOKEN: frozenset[Part] = frozenset({"prompt", "reply", "results"})


@dataclass(frozen=True, slots=True)
class Node:
    """A record in the tree. `message` is the API message it is a part of: parts of one message are no branches."""

    uuid: str
    parent: str | None
    part: Part
    message: str | None = None


def abandoned(nodes: Sequence[Node]) -> frozenset[str]:
    """Return the uuids of the branches that do not reach the latest leaf, of nodes given in file order.

    A fork is two prompts under one parent (a rewind), or replies of two API messages under one prompt or tool result
    (a regeneration). Parallel tool calls fork too, legitimately, and are left alone; so are siblings whose parent is
    missing, comes after them, or is a compaction boundary, under which preserved messages are hung again.
    """
    gone: set[str] = set()
    for window in _windows(nodes):
        tree: dict[str, Node] = {}
        for node in window:
            tree.setdefault(node.uuid, node)
        gone |= _below(tree, _losers(tree))
    return frozenset(gone)


def in_order(nodes: Sequence[Node]) -> list[int]:
    """Return the places of nodes in file order, but none before the node it hangs under: writers race each other.

    A parent counts only within its compaction window, as preserved messages are hung again under what comes later.
    """
    place: dict[str, int] = {}
    window: list[int] = []
    for number, node in enumerate(nodes):
        place.setdefault(node.uuid, number)
        window.append((window[-1] if window else 0) + (node.part == "boundary"))
    done: dict[int, None] = {}
    for start in range(len(nodes)):
        path: dict[int, None] = {}
        at: int | None = start
        while at is not None and at not in done and at not in path and window[at] == window[start]:
            path[at] = None
            at = place.get(nodes[at].parent or "")
        done.update(dict.fromkeys(reversed(path)))
    return list(done)


def _windows(nodes: Sequence[Node]) -> list[list[Node]]:
    windows: list[list[Node]] = [[]]
    for node in nodes:
        if node.part == "boundary":
            windows.append([])
        windows[-1].append(node)
    return windows


def _losers(tree: dict[str, Node]) -> set[str]:
    """Return the heads of the branches that end before the latest branch of their fork."""
    reach = _reach(tree)
    losers: set[str] = set()
    for branches in _forks(tree).values():
        ends = {branch: max(reach[uuid] for uuid in heads) for branch, heads in branches.items()}
        last = max(ends.values())
        losers.update(uuid for branch, heads in branches.items() if ends[branch] < last for uuid in heads)
    return losers


def _reach(tree: dict[str, Node]) -> dict[str, int]:
    """Return for each node the position of the last thing said at or below it, -1 for nothing.

    Walking up from the last node first reaches every ancestor once, so cycles end and long chains stay linear.
    """
    reach: dict[str, int] = {}
    nodes = list(tree.values())
    for position in range(len(nodes) - 1, -1, -1):
        at: str | None = nodes[position].uuid
        while nodes[position].part in _SPOKEN and at in tree and at not in reach:
            reach[at] = position
            at = tree[at].parent
    return {uuid: reach.get(uuid, -1) for uuid in tree}


def _forks(tree: dict[str, Node]) -> dict[tuple[str, Part], dict[str, list[str]]]:
    """Return for each parent and kind of child its branches, each with the uuids that begin it.

    The parent is what a node answers to: its nearest ancestor that was said, past hooks, notices and the like.
    """
    forks: dict[tuple[str, Part], dict[str, list[str]]] = {}
    nearest: dict[str, Node | None] = {}  # filled in file order, so a parent that comes after its child is none
    for node in tree.values():
        parent = nearest.get(node.parent or "")
        nearest[node.uuid] = parent if node.part == "other" else node
        if parent is None or parent.part == "boundary":
            continue
        if node.part == "prompt":
            branch = node.uuid
        elif node.part == "reply" and node.message and parent.part in ("prompt", "results"):
            branch = node.message
        else:
            continue
        forks.setdefault((parent.uuid, node.part), {}).setdefault(branch, []).append(node.uuid)
    return forks


def _below(tree: dict[str, Node], heads: set[str]) -> set[str]:
    """Return the heads and all that hangs under them."""
    lost: dict[str, bool] = dict.fromkeys(heads, True)
    for start in tree if heads else ():
        path: list[str] = []
        at: str | None = start
        while at is not None and at in tree and at not in lost:
            lost[at] = False  # ends a cycle: kept, unless the walk finds a head above
            path.append(at)
            at = tree[at].parent
        fate = at is not None and lost.get(at, False)
        lost.update(dict.fromkeys(path, fate))
    return {uuid for uuid, is_lost in lost.items() if is_lost}
