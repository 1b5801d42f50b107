"""Where a home is. Loads nothing else: a hook asks before it knows whether anything more is needed."""

import os
from pathlib import Path


def home_folder(named: Path | str | None) -> Path:
    """The folder of the home: the one named, `ARCHIVIST_HOME`, or `~/.archivist`."""
    return Path(named or os.environ.get("ARCHIVIST_HOME") or "~/.archivist").expanduser()
