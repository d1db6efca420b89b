"""From the outside to turns."""
