"""What runs inside an agent's own loop: quick, silent, and never in its way."""
