"""What time brings to a tournament before it starts: check-in, a word that it begins soon, and the start."""

from typing import Final

from core.cardroom.event_options import EventOptions
from core.cardroom.tournament import Tournament

MINUTE_MS: Final = 60_000
SOON_MS: Final = 10 * MINUTE_MS
"""Where nobody has to check in, it is said so long before the start that it begins soon."""


def says_soon(options: EventOptions, now: int) -> bool:
    """Whether it will be said that the event begins soon: not where people check in, nor when it is as soon already."""
    return (
        options.starts_at is not None and not options.check_in_minutes and now < options.starts_at - SOON_MS
    )


def next_before_start(event: Tournament) -> int | None:
    """When an event that has not started has to be looked at; None for a sit-and-go."""
    options = event.options
    if options.starts_at is None:
        return None
    if options.check_in_minutes and not event.checking_in:
        return options.starts_at - options.check_in_minutes * MINUTE_MS
    return options.starts_at if event.told_soon or options.check_in_minutes else options.starts_at - SOON_MS
