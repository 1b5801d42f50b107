"""Counts and times of requests, and all of it as Prometheus text. No name of a person or record is ever a label."""

import os
import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from archivist.services.metrics import prometheus

BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
MEDIA_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Meters:
    """What this process has answered since it started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._buckets = [0] * (len(BUCKETS_S) + 1)
        self._sum_s = 0.0

    def note(self, method: str, route: str, status: int, took_s: float) -> None:
        """Count one answered request."""
        with self._lock:
            self._requests[method, route, status] += 1
            self._buckets[bisect_left(BUCKETS_S, took_s)] += 1
            self._sum_s += took_s

    def text(self, counters: Mapping[str, int], streams: int) -> str:
        """All meters, with the counters of the home, as Prometheus reads them."""
        with self._lock:
            lines = [*self._request_lines(), *self._time_lines()]
        lines += ["# TYPE archivist_event_streams gauge", f"archivist_event_streams {streams}"]
        if (resident := _resident_bytes()) is not None:
            lines += ["# TYPE process_resident_memory_bytes gauge", f"process_resident_memory_bytes {resident}"]
        return "\n".join(lines) + "\n" + prometheus(counters)

    def _request_lines(self) -> Iterator[str]:
        yield "# HELP archivist_http_requests_total Answered requests."
        yield "# TYPE archivist_http_requests_total counter"
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'archivist_http_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'

    def _time_lines(self) -> Iterator[str]:
        yield "# HELP archivist_http_request_seconds From the first byte in to the last byte out."
        yield "# TYPE archivist_http_request_seconds histogram"
        total = 0
        for limit, count in zip((*BUCKETS_S, "+Inf"), self._buckets, strict=True):
            total += count
            yield f'archivist_http_request_seconds_bucket{{le="{limit}"}} {total}'
        yield f"archivist_http_request_seconds_sum {self._sum_s:.6f}"
        yield f"archivist_http_request_seconds_count {total}"


def _resident_bytes() -> int | None:
    """How much memory this process holds; None where the system does not say."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if status.exists() else None
