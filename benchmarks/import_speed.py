"""How fast, and in how much memory, documents are imported: `python benchmarks/import_speed.py FOLDER…`.

Reads every Markdown file first, so that the disk is not measured; then decodes, parses and cuts each one into sections.
The time is that of one core, the best of three runs; the peak is that of the whole process.
"""

import resource
import sys
import time
from pathlib import Path

from archivist.importers.markdown import parse


def measure(folder: Path) -> str:
    files = [(str(path), path.read_bytes()) for path in sorted(folder.rglob("*.md"))]
    size = sum(len(data) for _, data in files)
    best, sections = float("inf"), 0
    for _ in range(3):
        started = time.process_time()
        sections = sum(len(parse(data, name).sections) for name, data in files)
        best = min(best, time.process_time() - started)
    return f"{folder}: {len(files)} files, {size / 1e6:.1f} MB, {sections} sections, {size / best / 1e6:.1f} MB/s"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        print(measure(Path(argument)))
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
