"""From memories to an answer."""
