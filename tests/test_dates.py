"""The calendar reckoned from milliseconds, against the standard library's."""

import datetime
import random

from core.dates import Moment, moment_of, season_of


def test_every_day_of_four_centuries_has_its_date() -> None:
    first = datetime.date(1970, 1, 1)
    for days in range(0, 146_097, 7):
        date = first + datetime.timedelta(days=days)
        moment = moment_of(days * 86_400_000)
        assert (moment.year, moment.month, moment.day) == (date.year, date.month, date.day)


def test_a_moment_is_the_same_as_the_librarys() -> None:
    chance = random.Random("moments")
    for _ in range(2_000):
        ms = chance.randrange(4_102_444_800_000)
        then = datetime.datetime.fromtimestamp(ms // 1_000, datetime.UTC)
        parts = (then.year, then.month, then.day, then.hour, then.minute, then.second)
        year, month, day, hour, minute, second = parts
        assert moment_of(ms) == Moment(
            year=year, month=month, day=day, hour=hour, minute=minute, second=second
        )


def test_leap_days_are_there() -> None:
    for year in (1972, 2000, 2024, 2096):
        ms = int(datetime.datetime(year, 2, 29, tzinfo=datetime.UTC).timestamp()) * 1_000
        assert (moment_of(ms).month, moment_of(ms).day) == (2, 29)


def test_a_season_is_a_quarter_and_begins_at_midnight() -> None:
    starts = {1: "q1", 4: "q2", 7: "q3", 10: "q4"}
    for month, quarter in starts.items():
        begins = int(datetime.datetime(2026, month, 1, tzinfo=datetime.UTC).timestamp()) * 1_000
        assert season_of(begins) == f"2026{quarter}"
        assert season_of(begins - 1) != season_of(begins)
    assert (
        season_of(int(datetime.datetime(2026, 12, 31, 23, tzinfo=datetime.UTC).timestamp()) * 1_000)
        == "2026q4"
    )
