"""The calendar, reckoned from milliseconds: the rules are given the time and know no clock.

Days are counted in the proleptic Gregorian calendar and in UTC, from years that begin in March, so that the leap day
is a year's last and every month's first day has a formula.
"""

from dataclasses import dataclass
from typing import Final

MS_A_DAY: Final = 86_400_000
_DAYS_TO_EPOCH: Final = 719_468
"""From 1 March of year 0 to 1 January 1970."""
_DAYS_AN_ERA: Final = 146_097
"""In 400 years."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A second in UTC. Months and days count from 1."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int


def moment_of(ms: int) -> Moment:
    """The date and time of so many milliseconds since 1970 (from 0 on), in UTC."""
    days, rest = divmod(ms, MS_A_DAY)
    era, day_of_era = divmod(days + _DAYS_TO_EPOCH, _DAYS_AN_ERA)
    leaps = day_of_era // 1_460 - day_of_era // 36_524 + day_of_era // 146_096
    year_of_era = (day_of_era - leaps) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    march_month = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * march_month + 2) // 5 + 1
    month = march_month + 3 if march_month < 10 else march_month - 9
    seconds = rest // 1_000
    return Moment(
        year=era * 400 + year_of_era + (month <= 2),
        month=month,
        day=day,
        hour=seconds // 3_600,
        minute=seconds // 60 % 60,
        second=seconds % 60,
    )


def season_of(ms: int) -> str:
    """The quarter of a year that a moment lies in, ``2026q4``: a season's points begin anew with each."""
    moment = moment_of(ms)
    return f"{moment.year}q{(moment.month + 2) // 3}"
