"""`python -m archivist` is the `archivist` command."""

from archivist.doors.cli.entry import run

if __name__ == "__main__":
    run()
