"""One process that keeps the models open, and how others ask it; nothing here decides an answer."""
