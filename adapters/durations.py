"""How long something takes or is still away, in words: said with what there is of it, and the same everywhere."""

from collections.abc import Mapping

from core.cardroom.teller import MINUTE_MS, wait_of


def span(ms: int) -> dict[str, int | str]:
    """A time to wait, as the numbers of a text with the slot ``{span}``."""
    return in_words(wait_of(ms))


def span_of_minutes(minutes: int) -> dict[str, int | str]:
    """A time that has passed, likewise; without rounding anything to a whole hour."""
    hours, left = divmod(minutes, 60)
    return in_words({"days": 0, "hours": hours, "minutes": left}) if hours < 24 else span(minutes * MINUTE_MS)


def in_words(parts: Mapping[str, int]) -> dict[str, int | str]:
    """The numbers with ``span``: the text that says them without what there is none of."""
    days, hours, minutes = (parts.get(name, 0) for name in ("days", "hours", "minutes"))
    if days:
        key = "@span.days_hours" if hours else "@span.days"
    elif hours:
        key = "@span.hours_minutes" if minutes else "@span.hours"
    else:
        key = "@span.minutes"
    return {"days": days, "hours": hours, "minutes": minutes, "span": key}
