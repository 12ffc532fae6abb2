"""Seasons of tournaments: which events lie in one, what a result is worth, and how many of them count."""

from datetime import UTC, datetime

import pytest

from adapters.event_club import Club, Formula, Period, club_document, read_club
from adapters.event_seasons import Span, season_rows, span_now, span_typed
from core.cardroom.event_result import EventResult, ResultRow
from core.cardroom.points import points
from core.ids import EventId, PlayerId
from core.refusals import Reason, Refused

Q4 = Span(period=Period.QUARTER, year=2026, month=10)


def at(text: str) -> int:
    """Milliseconds since the epoch of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


def played(when: str, *names: str, knockouts: int = 0) -> EventResult:
    """An event of these people, the winner first, who has knocked out so many."""
    rows = tuple(
        ResultRow(
            player=PlayerId(f"web:{name}"),
            name=name,
            place=place,
            sharing=1,
            points=points(len(names), place),
            prize=0,
            bounties=0,
            knockouts=knockouts if place == 1 else 0,
        )
        for place, name in enumerate(names, 1)
    )
    return EventResult(event=EventId("07-a"), name="Cup", at_ms=at(when), entries=len(names), rows=rows)


FIRST = played("2026-10-02T20:00:00", "Ann", "Bob", "Cat", "Dan", knockouts=3)
SECOND = played("2026-12-31T20:00:00", "Bob", "Ann", "Dan", "Cat", "Eve")
SMALL = played("2026-11-01T20:00:00", "Cat", "Ann", "Bob")
OLD = played("2026-09-30T20:00:00", "Cat", "Ann", "Bob", "Dan")


def totals(club: Club, *results: EventResult) -> dict[str, int]:
    """Points in hundredths by name, in the order of the table."""
    return {row.name: row.points for row in season_rows(results, club, Q4, "UTC")}


def test_the_points_of_a_players_events_are_added_up_and_the_best_of_all_stands_first() -> None:
    found = totals(Club(), FIRST, SECOND, SMALL, OLD)
    assert found == {
        "Bob": 1_414 + 2_236,
        "Ann": 2_000 + 1_581,
        "Dan": 1_000 + 1_290,
        "Cat": 1_154 + 1_118,
        "Eve": 1_000,
    }
    assert list(found) == ["Bob", "Ann", "Dan", "Cat", "Eve"]


def test_only_the_best_results_count_where_it_is_said_so() -> None:
    assert totals(Club(best=1), FIRST, SECOND)["Ann"] == 2_000
    assert list(totals(Club(best=1), FIRST, SECOND)) == ["Bob", "Ann", "Dan", "Cat", "Eve"]


def test_knockouts_and_coming_are_worth_something_by_other_formulas() -> None:
    assert totals(Club(formula=Formula.KNOCKOUTS), FIRST)["Ann"] == 2_150
    assert totals(Club(formula=Formula.PUB), FIRST)["Ann"] == 2_350
    assert totals(Club(formula=Formula.PUB), FIRST)["Dan"] == 1_200


def test_a_field_that_is_too_small_counts_for_nothing() -> None:
    assert totals(Club(), SMALL) == {}
    assert totals(Club(least=5), FIRST) == {}


def test_wins_and_events_are_counted_beside_the_points() -> None:
    rows = {
        row.name: (row.events, row.wins, row.knockouts)
        for row in season_rows([FIRST, SECOND], Club(), Q4, "UTC")
    }
    assert rows == {"Ann": (2, 1, 3), "Bob": (2, 1, 0), "Cat": (2, 0, 0), "Dan": (2, 0, 0), "Eve": (1, 0, 0)}


def test_a_season_begins_and_ends_by_the_clock_of_the_place() -> None:
    last_evening = at("2026-12-31T20:00:00")
    assert Q4.holds(last_evening, "UTC")
    assert not Q4.holds(last_evening, "Asia/Taipei")
    assert span_now(Period.QUARTER, "Asia/Taipei", last_evening).name == "2027q1"
    assert span_now(Period.MONTH, "UTC", last_evening).name == "2026-12"
    assert span_now(Period.YEAR, "UTC", last_evening).name == "2026"


def test_the_time_before_is_found_over_the_turn_of_the_year() -> None:
    january = at("2027-01-05T20:00:00")
    assert [span_now(period, "UTC", january).before().name for period in Period] == [
        "2026-12",
        "2026q4",
        "2026",
    ]


@pytest.mark.parametrize(
    ("typed", "name", "page"),
    [
        ("", "2026q4", 1),
        ("last", "2026q3", 1),
        ("2026q2", "2026q2", 1),
        ("2026-12.3", "2026-12", 3),
        ("2025", "2025", 1),
    ],
)
def test_a_time_is_typed_as_it_is_named(typed: str, name: str, page: int) -> None:
    span, number = span_typed(typed, Period.QUARTER, "UTC", at("2026-11-30T12:00:00"))
    assert (span.name, number) == (name, page)


def test_what_is_no_time_is_refused() -> None:
    for typed in ("2026q5", "2026-00", "0000", "soon"):
        with pytest.raises(Refused) as why:
            span_typed(typed, Period.QUARTER, "UTC", at("2026-11-30T12:00:00"))
        assert why.value.reason is Reason.NO_SUCH_PERIOD


def test_what_a_place_has_chosen_is_kept_as_it_was() -> None:
    club = Club(best=5, period=Period.MONTH, formula=Formula.PUB, least=6)
    assert read_club(club_document(club)) == club
