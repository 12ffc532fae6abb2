"""When the next tournament of a series starts: at the same time by the clock of its people, in summer and in winter."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from core.cardroom.event_options import Every


def next_start(last_ms: int, every: Every, zone: str, now_ms: int) -> int:
    """The first start of the series after `now_ms`, in ms since the epoch.

    `last_ms`: one of its starts. `zone`: a name of the IANA list, UTC where that is not known. Every month is the same
    day of it, or the last one where there is none. Raises ValueError for what is no series.
    """
    last = datetime.fromtimestamp(last_ms / 1_000, _zone(zone))
    steps, start = 1, last
    while steps == 1 or start.timestamp() * 1_000 <= now_ms:
        start = _later(last, every, steps)
        steps += 1
    return round(start.timestamp() * 1_000)


def _later(last: datetime, every: Every, steps: int) -> datetime:
    """So many steps later, by the clock on the wall."""
    match every:
        case Every.DAY:
            return last + timedelta(days=steps)
        case Every.WEEK:
            return last + timedelta(weeks=steps)
        case Every.MONTH:
            years, month = divmod(last.month - 1 + steps, 12)
            return _on_day(last, last.year + years, month + 1)
        case Every.NONE:
            raise ValueError("There is no series.")


def _on_day(last: datetime, year: int, month: int) -> datetime:
    following = datetime(year + month // 12, month % 12 + 1, 1, tzinfo=UTC)
    days = (following - datetime(year, month, 1, tzinfo=UTC)).days
    return last.replace(year=year, month=month, day=min(last.day, days))


def _zone(name: str) -> tzinfo:
    try:
        return ZoneInfo(name)
    except (LookupError, ValueError, OSError):
        return UTC
