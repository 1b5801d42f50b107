"""Where the process starts. Hooks go past everything that the command line needs, since an assistant waits for them."""

import sys


def run() -> None:
    """Run a hook, or any other command."""
    words = sys.argv[1:]
    if words[:1] == ["hook"] and len(words) > 1 and not words[1].startswith("-") and "--help" not in words:
        from archivist.doors.hooks.run import run as run_hook

        run_hook(words[1:])
    from archivist.doors.cli.main import run as run_command

    run_command()
