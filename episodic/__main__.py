"""`python -m episodic` is the command line."""

from episodic.surfaces.cli import main

main()
