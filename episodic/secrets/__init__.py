"""The kinds of secrets that `episodic.redact` masks: what each looks like, and what only looks like it."""
