"""Rate limits: a bucket per route and major parameter told in headers, 429 when one is empty, and the global stop."""

import math
from dataclasses import dataclass
from zlib import crc32

from .answers import Answer
from .clock import Clock

# What is known of the real buckets: requests and seconds. A test asks for them with `Limits.as_in_production()`.
PRODUCTION = {
    "POST /channels/{channel_id}/messages": (5, 5.0),
    "PATCH /channels/{channel_id}/messages/{message_id}": (5, 5.0),
    "DELETE /channels/{channel_id}/messages/{message_id}": (5, 1.0),
    "POST /channels/{channel_id}/threads": (5, 5.0),
    "PATCH /channels/{channel_id}": (2, 600.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": (5, 2.0),
}
GENEROUS = (1000, 1.0)
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id", "interaction_token")


@dataclass(slots=True)
class Bucket:
    count: int
    seconds: float
    used: int = 0
    resets: float = 0.0


class Limits:
    """Which route may be called how often. Buckets are generous unless a test sets them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sizes: dict[str, tuple[int, float]] = {}
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._halted_until = 0.0
        self._via = True
        self._hashes: dict[str, str] = {}

    def set(self, route: str, count: int, seconds: float) -> None:
        """Let a route such as "POST /channels/{channel_id}/messages" be called `count` times in `seconds`."""
        self._sizes[route] = (count, seconds)
        self._buckets.clear()

    def as_in_production(self) -> None:
        for route, (count, seconds) in PRODUCTION.items():
            self.set(route, count, seconds)

    def halt(self, seconds: float, *, via: bool = True) -> None:
        """Answer everything but interaction callbacks and their webhooks with a global 429 for so long.

        Without `via` the answer lacks the Via header: it is how a ban by the proxy before Discord looks.
        """
        self._halted_until, self._via = self._clock.now() + seconds, via

    def take(self, route: str, params: dict[str, str]) -> tuple[dict[str, str], Answer | None]:
        """Headers for the answer, and the 429 instead of one where the limit is reached."""
        now = self._clock.now()
        exempt = "{interaction_token}" in route or "{webhook_token}" in route
        if now < self._halted_until and not exempt:
            return {}, _too_many(self._halted_until - now, everywhere=True, via=self._via)
        bucket = self._bucket(route, params, now)
        if bucket.used >= bucket.count:
            headers = self._headers(route, bucket, now)
            return headers, _too_many(bucket.resets - now, everywhere=False, via=True)
        bucket.used += 1
        return self._headers(route, bucket, now), None

    def _bucket(self, route: str, params: dict[str, str], now: float) -> Bucket:
        key = (route, *(params[name] for name in MAJOR if name in params))
        bucket = self._buckets.get(key)
        if bucket is None or now >= bucket.resets:
            count, seconds = self._sizes.get(route, GENEROUS)
            bucket = self._buckets[key] = Bucket(count, seconds, resets=now + seconds)
        return bucket

    def _headers(self, route: str, bucket: Bucket, now: float) -> dict[str, str]:
        name = self._hashes.get(route)
        if name is None:
            name = self._hashes[route] = f"{crc32(route.encode()):08x}"
        return {
            "X-RateLimit-Limit": str(bucket.count),
            "X-RateLimit-Remaining": str(max(0, bucket.count - bucket.used)),
            "X-RateLimit-Reset": f"{bucket.resets:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, bucket.resets - now):.3f}",
            "X-RateLimit-Bucket": name,
        }


def _too_many(seconds: float, *, everywhere: bool, via: bool) -> Answer:
    wait = math.ceil(seconds * 1000) / 1000
    headers = {"Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": "global" if everywhere else "user"}
    if everywhere:
        headers["X-RateLimit-Global"] = "true"
    if via:
        headers["Via"] = "1.1 google"
    body = {"message": "You are being rate limited.", "retry_after": wait, "global": everywhere, "code": 0}
    return Answer(429, body, headers)
