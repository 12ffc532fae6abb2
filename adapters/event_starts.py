"""Reads when a tournament is to start, by the community's clock: a time of day, a date with one, or so long ahead."""

import re
import unicodedata
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from core.refusals import Reason, Refused

_CLOCK: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})[t ] ?([01]?[0-9]|2[0-3]):([0-5][0-9])")
_SPAN: Final = re.compile(r"([1-9][0-9]{0,3}) ?(m|min|分|分鐘|分钟|h|小時|小时|d|天|日)")
_MINUTES: Final = {
    **dict.fromkeys(("m", "min", "分", "分鐘", "分钟"), 1),
    **dict.fromkeys(("h", "小時", "小时"), 60),
    **dict.fromkeys(("d", "天", "日"), 24 * 60),
}
_FARTHEST_DAYS: Final = 366
FULL: Final = frozenset({"off", "none", "full", "滿", "满", "0"})
"""What is typed for no time at all: it starts when it is full."""


def zone_named(name: str) -> ZoneInfo:
    """The time zone of that name in the IANA list, in whatever case. Raises `Refused` NO_SUCH_ZONE."""
    wanted = name.strip()
    for tried in (wanted, "/".join("_".join(map(str.capitalize, p.split("_"))) for p in wanted.split("/"))):
        try:
            return ZoneInfo(tried.upper() if tried.casefold() == "utc" else tried)
        except (KeyError, ValueError, OSError):
            continue
    raise Refused(Reason.NO_SUCH_ZONE, asked=wanted[:40])


def starts_at(typed: str, zone: str, now_ms: int) -> int | None:
    """Milliseconds since the epoch, in the future; None for when it is full.

    ``20:00`` is today or tomorrow, ``2026-12-05T20:00`` a day of the zone's, ``30m``, ``2h`` and ``1d`` from now on.
    Raises `Refused` BAD_START for what is none of these, and START_PASSED with what the zone's clock shows now.
    """
    text = unicodedata.normalize("NFKC", typed).strip().casefold()
    if text in FULL:
        return None
    now = datetime.fromtimestamp(now_ms / 1_000, zone_named(zone))
    span, clock, date = _SPAN.fullmatch(text), _CLOCK.fullmatch(text), _DATE.fullmatch(text)
    if span is not None:
        return _bounded(now_ms + int(span[1]) * _MINUTES[span[2]] * 60_000, now, typed)
    if clock is not None:
        return _next_at(int(clock[1]), int(clock[2]), now)
    if date is None:
        raise Refused(Reason.BAD_START, asked=typed[:40])
    year, month, day, hour, minute = map(int, date.groups())
    try:
        at = datetime(year, month, day, hour, minute, tzinfo=now.tzinfo)
    except ValueError as wrong:
        raise Refused(Reason.BAD_START, asked=typed[:40]) from wrong
    return _bounded(_ms(at), now, typed)


def same_clock_time(before_ms: int, zone: str, now_ms: int) -> int:
    """The next time in the future at which the zone's clock shows what it showed then, in ms since the epoch."""
    place = zone_named(zone)
    was = datetime.fromtimestamp(before_ms / 1_000, place)
    return _next_at(was.hour, was.minute, datetime.fromtimestamp(now_ms / 1_000, place))


def _next_at(hour: int, minute: int, now: datetime) -> int:
    """A clock that is put forward skips some times: those come as much later."""
    today = now.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    at = today if _ms(today) > _ms(now) else today + timedelta(days=1)
    return _ms(at)


def _bounded(at_ms: int, now: datetime, typed: str) -> int:
    if at_ms <= _ms(now):
        raise Refused(Reason.START_PASSED, asked=now.strftime("%Y-%m-%dT%H:%M"))
    if at_ms > _ms(now + timedelta(days=_FARTHEST_DAYS)):
        raise Refused(Reason.BAD_START, asked=typed[:40])
    return at_ms


def _ms(at: datetime) -> int:
    return int(at.timestamp() * 1_000)
