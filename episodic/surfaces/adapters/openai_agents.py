"""A session of the OpenAI Agents SDK that remembers: it keeps the history, captures each turn and tells what is known.

    session = EpisodicSession("chat-17", store=get_store(user="anna"))
    result = await Runner.run(agent, "where were we?", session=session, run_config=session.run_config())
    await session.finish()  # facts and the episode of what was said

Nothing of the SDK is imported before `run_config` is called: the rest of it is a protocol.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from episodic.capture.buffer import SessionBuffer
from episodic.consolidate.pipeline import consolidate_buffer
from episodic.memory.store import Store
from episodic.recall.inject import EpisodicInjector

if TYPE_CHECKING:
    from agents import RunConfig, SessionSettings
    from agents.run_config import CallModelData, ModelInputData

Item = dict[str, Any]  # what the SDK calls a TResponseInputItem


class EpisodicSession:
    """One conversation: the SDK's `Session` protocol over a memory.

    The history is rebuilt from the memory when a session is gone on with in another process: messages of the user and
    of the assistant, not calls of tools. `clear_session` begins the history anew and forgets nothing: that is
    `store.forget(session=…)`.

    Args:
        session_id: the conversation's name; any text that is not blank.
        store: whose memory.
        project: what it belongs to.

    Raises:
        InputError: the session id is blank.
    """

    def __init__(self, session_id: str, *, store: Store, project: str | None = None) -> None:
        self.session_id = session_id
        self.session_settings: SessionSettings | None = None
        self.store = store
        self._buffer = SessionBuffer(session_id, store=store, project=project, source="openai-agents")
        self._injector = EpisodicInjector(store, session=session_id, project=project)
        self._items: list[Item] = self._said()
        # By the message it was told with, and how many like it went before: a run may see only the end of the history.
        self._told: dict[tuple[str, int], str] = {}

    async def get_items(self, limit: int | None = None) -> list[Item]:
        """Return the history, of which the newest `limit` items where one is given."""
        return list(self._items if limit is None else self._items[-limit:] if limit > 0 else [])

    async def add_items(self, items: Sequence[Item]) -> None:
        """Add to the history, and capture what the user and the assistant said."""
        self._items += items
        for item in items:
            if text := _text(item):
                await asyncio.to_thread(self._buffer.append_turn, str(item["role"]), text)
        if self._buffer.due:
            await asyncio.to_thread(self._consolidate, final=False)

    async def pop_item(self) -> Item | None:
        """Take the newest item off the history and return it; what was captured of it stays remembered."""
        return self._items.pop() if self._items else None

    async def clear_session(self) -> None:
        """Begin the history anew; what is remembered stays."""
        self._items.clear()
        self._told.clear()

    async def finish(self) -> None:
        """Make facts and the episode of what was said; call it when the conversation ends."""
        await asyncio.to_thread(self._consolidate, final=True)

    def run_config(self, base: "RunConfig | None" = None) -> "RunConfig":
        """Return settings of a run that tells each message of the user what is known, after the filter of `base`."""
        from agents import RunConfig
        from agents.run_config import ModelInputData

        config = base or RunConfig()
        before = config.call_model_input_filter

        async def tell(data: "CallModelData[Any]") -> "ModelInputData":
            given = data.model_data
            if before is not None:
                filtered = before(data)
                given = filtered if isinstance(filtered, ModelInputData) else await filtered
            items = await asyncio.to_thread(self._with_blocks, list(given.input))
            return ModelInputData(input=items, instructions=given.instructions)

        return replace(config, call_model_input_filter=tell)

    def _with_blocks(self, items: list[Any]) -> list[Any]:
        """Put what is known above the user's newest message, and above earlier ones what they were told with.

        A run asks the model several times and sends everything again: a block stays where it was, as it was.
        """
        places = [n for n, item in enumerate(items) if isinstance(item, Mapping) and item.get("role") == "user"]
        alike = Counter[str]()
        for place in places:
            said = _text(items[place])
            message = (said, alike[said])
            alike[said] += 1
            if message not in self._told and place == places[-1]:
                self._told[message] = self._injector.get_context(said)
            if block := self._told.get(message):
                items[place] = _above(items[place], block)
        return items

    def _consolidate(self, *, final: bool) -> None:
        asyncio.run(consolidate_buffer(self._buffer, final=final))

    def _said(self) -> list[Item]:
        known = self.store.turns.session(self.session_id)
        turns = self.store.turns.window(known.id, after=-1) if known is not None else []
        return [{"role": turn.role, "content": turn.content} for turn in turns if turn.role in ("user", "assistant")]


def _text(item: Mapping[str, Any]) -> str:
    """Return what somebody said in an item; "" for calls of tools, reasoning, and images alone."""
    if item.get("role") not in ("user", "assistant") or item.get("type", "message") != "message":
        return ""
    content = item.get("content")
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    texts = (part.get("text") for part in parts if isinstance(part, Mapping))
    return "\n".join(text for text in texts if isinstance(text, str)).strip()


def _above(item: Any, block: str) -> Any:
    content = item.get("content")
    if isinstance(content, str):
        return {**item, "content": f"{block}\n\n{content}"}
    return {**item, "content": [{"type": "input_text", "text": block}, *(content or ())]}
