"""How often one token may ask: a bucket that fills evenly and holds a burst. Kept in memory, one bucket a caller."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

MAX_CALLERS: Final = 10_000


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class RateLimits:
    """Counts calls; the caller that was quiet longest is forgotten first."""

    def __init__(self, per_minute: int, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._per_s, self._burst, self._now = per_minute / 60, float(burst), now
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def wait_s(self, caller: str) -> int:
        """0 where the caller may ask now, which counts; else how many seconds to wait."""
        if self._per_s == 0:
            return 0
        now = self._now()
        with self._lock:
            bucket = self._buckets.pop(caller, None) or _Bucket(self._burst, now)
            bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._per_s)
            bucket.at = now
            self._buckets[caller] = bucket
            if len(self._buckets) > MAX_CALLERS:
                self._buckets.popitem(last=False)
            if bucket.left < 1:
                return max(1, ceil((1 - bucket.left) / self._per_s))
            bucket.left -= 1
            return 0
