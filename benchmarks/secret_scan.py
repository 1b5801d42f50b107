"""How fast the scanners read, and what a short memory costs: `python benchmarks/secret_scan.py [FILE]...`.

Files default to this repository's own documents; give a folder of prose to measure what you have. CPU time, best of
three, so that a busy machine says the same as an idle one.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from archivist.text.instructions import find_instructions
from archivist.text.personal import find_personal
from archivist.text.secrets import find_secrets

SCANNERS: tuple[Callable[[str], object], ...] = (find_secrets, find_personal, find_instructions)
SHORT = {
    "en": "Weekly reports use a short format with three bullet points per project; the user prefers Monday mornings "
    "and wants the numbers of the last four weeks beside each other, never as a chart in the text.",
    "zh": "每周报告用短格式，每个项目三条要点；用户希望周一早上收到，并把最近四周的数字放在一起，不要图表。",
}


def cpu_s(scan: Callable[[str], object], text: str, times: int = 1) -> float:
    """CPU seconds of one scan, best of three rounds of `times` scans."""
    rounds = []
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            scan(text)
        rounds.append((time.process_time() - start) / times)
    return min(rounds)


def main() -> None:
    paths = [Path(name) for name in sys.argv[1:]] or sorted(Path(__file__).parents[1].glob("**/*.md"))
    text = "\n\n".join(path.read_text("utf-8", errors="replace") for path in paths if path.is_file())
    size_mb = len(text.encode()) / 1e6
    print(f"{len(paths)} files, {size_mb:.2f} MB")
    for scan in SCANNERS:
        scan(SHORT["en"])
        speed = size_mb / cpu_s(scan, text)
        short = ", ".join(f"{name} {cpu_s(scan, line, 500) * 1e6:.0f} us" for name, line in SHORT.items())
        print(f"{scan.__name__:20s} {speed:6.1f} MB/s   short memory: {short}")


if __name__ == "__main__":
    main()
