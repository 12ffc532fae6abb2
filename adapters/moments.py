"""A point in time in words, for platforms that don't know each reader's time zone."""

from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from adapters.messages import Locale, Moment
from adapters.texts import say


def written_moment(moment: Moment, locale: Locale) -> str:
    """``Sat 5 Dec, 20:00 (Taipei)``, by the clock of the moment's zone; of UTC where that zone isn't known."""
    zone, called = _zone(moment.zone)
    at = datetime.fromtimestamp(moment.at // 1_000, zone)
    return say(
        locale,
        "moment.full",
        {
            "weekday": f"@moment.weekday_{at.isoweekday()}",
            "day": at.day,
            "month": f"@moment.month_{at.month}",
            "clock": at.strftime("%H:%M"),
            "zone": called,
        },
    )


@lru_cache(maxsize=100)
def _zone(name: str) -> tuple[tzinfo, str]:
    """The zone and what it is called: its city."""
    try:
        return ZoneInfo(name), name.rpartition("/")[2].replace("_", " ")
    except (KeyError, ValueError, OSError):
        return UTC, "UTC"
