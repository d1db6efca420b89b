"""`episodic` and `python -m episodic`. A hook is answered without loading the command line."""

import sys


def main() -> None:
    """Run the command line, or one call of an agent's hook."""
    if sys.argv[1:2] == ["hook"] and not {"--help", "-h"} & {*sys.argv[2:]}:
        from episodic.surfaces.hooks.run import main as hook

        hook(sys.argv[2:])
    else:
        from episodic.surfaces.cli import main as command_line

        command_line()


if __name__ == "__main__":
    main()
