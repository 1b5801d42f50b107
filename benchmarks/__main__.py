"""One door to the benchmarks: `python -m benchmarks quality|speed|scale|cost|peers --help`.

Results are printed, and saved as JSON and SVG under `benchmarks/results/`.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from benchmarks import cost, quality, scale, speed
from benchmarks.peers import command as peers

COMMANDS = {"quality": quality, "speed": speed, "scale": scale, "cost": cost, "peers": peers}


def main(arguments: list[str] | None = None) -> None:
    """Run the command named by the arguments."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="|".join(COMMANDS))
    for name, module in COMMANDS.items():
        command = commands.add_parser(name, description=module.__doc__, help=(module.__doc__ or "").splitlines()[0])
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    given = parser.parse_args(arguments)
    given.run(given)


if __name__ == "__main__":
    main()
