"""What a million tokens cost, for the models we know. Knows nothing of caps; no price is not a price of nothing."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from episodic.llm.backend import Usage


class Price(NamedTuple):
    """Dollars a million tokens, read and written."""

    read: float
    written: float


_DATE: Final = re.compile(r"-20\d\d-?\d\d-?\d\d\Z")  # claude-haiku-4-5-20251001, gpt-4o-mini-2024-07-18
READ_ON: Final = date(2026, 11, 29)  # Anthropic's from its own pages, OpenAI's from lists that quote theirs

# A date may follow a name; any other ending is another model.
PRICES: Final[Mapping[str, Price]] = {
    "claude-haiku-4-5": Price(1.00, 5.00),
    "claude-haiku-5-5": Price(0.10, 0.50),  # up to 100,000 tokens a prompt; ours are a tenth of that
    "claude-sonnet-4-5": Price(3.00, 15.00),
    "claude-sonnet-4-6": Price(3.00, 15.00),
    "claude-sonnet-5-5": Price(2.00, 10.00),
    "claude-opus-4-5": Price(5.00, 25.00),
    "claude-opus-4-6": Price(5.00, 25.00),
    "claude-opus-5": Price(5.00, 25.00),
    "claude-opus-5-5": Price(4.00, 20.00),
    "gpt-4.1": Price(2.00, 8.00),
    "gpt-4.1-mini": Price(0.40, 1.60),
    "gpt-4.1-nano": Price(0.10, 0.40),
    "gpt-4o": Price(2.50, 10.00),
    "gpt-4o-mini": Price(0.15, 0.60),
    "gpt-5": Price(1.25, 10.00),
    "gpt-5-mini": Price(0.25, 2.00),
    "gpt-5-nano": Price(0.05, 0.40),
}


def cost(model: str, usage: Usage) -> float | None:
    """Return the dollars of an exchange, None where the model's price is not known."""
    price = PRICES.get(_DATE.sub("", model))
    if price is None:
        return None
    return (usage.input_tokens * price.read + usage.output_tokens * price.written) / 1_000_000
