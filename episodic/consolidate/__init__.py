"""From turns to memories."""
