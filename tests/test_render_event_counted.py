"""What is said at the end of a tournament is what is counted: points of people by the club's rules, tickets, fame."""

from dataclasses import replace

import pytest

from adapters.event_club import Club, Formula
from adapters.event_seasons import scored
from adapters.messages import Locale, Message
from adapters.render_event import event_message, fame_message, results_message, standings_message
from core.actions import Temper
from core.cardroom.event_options import PayoutRule
from core.cardroom.event_result import EventResult, event_result
from core.cardroom.structure import MOST_ENTRANTS
from core.cardroom.tournament import Tournament
from core.ids import EventId
from tests.event_scenes import STARTS, finished, registered, who
from tests.test_render import said


def points(message: Message) -> list[str]:
    """The lines that tell of points."""
    return [line for line in said(message) if line.startswith("Season points")]


def with_computer_winner() -> Tournament:
    """Ted, who has won, is a computer; Carol came again as the eighth and ninth entry."""
    event = finished()
    entrants = [
        replace(one, temper=Temper.ROCK if one.name == "Ted" else None, name=one.name)
        for one in event.entrants
    ]
    results = [
        replace(one, player=who(2), name="Carol") if one.place == 8 and one.player == who(5) else one
        for one in event.results
    ]
    return replace(event, entrants=tuple(entrants), results=tuple(results))


def test_the_results_tell_the_points_that_the_season_counts_and_no_others() -> None:
    """Nine entries: 30 for the first, 30/√2 = 21.21 for the second; computers have none, who came again one row."""
    event = with_computer_winner()
    counted = event_result(event)
    assert counted is not None
    (line,) = points(results_message(event))
    assert line == (
        "Season points: Carol +21.21 · Bob +17.32 · 小明 +15 · Ivy +13.41 · Zoë +12.24 · Mei +11.33"
    )
    assert [row.points for row in counted.rows[:6]] == [2_121, 1_732, 1_500, 1_341, 1_224, 1_133]


@pytest.mark.parametrize(
    ("formula", "first"), [(Formula.ROOT, "30"), (Formula.KNOCKOUTS, "31"), (Formula.PUB, "33")]
)
def test_the_results_count_by_the_formula_of_the_club(formula: Formula, first: str) -> None:
    """Ted has won with two knockouts, half a point each; two points are for having come."""
    club = Club(formula=formula)
    (line,) = points(results_message(finished(), club=club))
    assert line.startswith(f"Season points: Ted +{first} ·")
    counted = event_result(finished())
    assert counted is not None
    assert scored(counted.rows[0], club) == int(first) * 100


def test_an_event_that_is_too_small_for_the_club_tells_no_points() -> None:
    assert points(results_message(finished(), club=Club(least=10))) == []
    assert points(results_message(finished(), club=Club(least=9)))


@pytest.mark.parametrize(
    ("locale", "line"),
    [
        (Locale.EN, "Cup · Won by a computer (9 entries)"),
        (Locale.ZH_HANT, "Cup · 電腦奪冠"),
        (Locale.ZH_HANS, "Cup · 冠军是电脑"),
    ],
)
def test_the_hall_of_fame_says_that_a_computer_has_won(locale: Locale, line: str) -> None:
    counted = event_result(with_computer_winner())
    assert counted is not None
    result: EventResult = replace(counted, event=EventId("07-a"), name="Cup")
    assert any(one.startswith(line) for one in said(fame_message([result]), locale))


def satellite(most: int = 20) -> Tournament:
    """Tickets of 2,000 for the Sunday main, at 500 each."""
    return registered(
        payout=PayoutRule.TICKETS,
        ticket=2_000,
        satellite_of=EventId("07-main"),
        satellite_name="Sunday main",
        max_entrants=most,
    )


def test_a_satellite_says_what_its_tickets_are_for_and_how_many_there_will_be() -> None:
    """20 × 500 = 10,000 are five tickets; without a limit there is one for every four entries."""
    told = said(event_message(replace(satellite(), entrants=(), pool=0), STARTS - 1, {}, "UTC"))
    assert "Pays with 20 in (tickets): 5 tickets of 2,000 each" in told
    assert (
        "A ticket is the entry into Sunday main · Whoever cannot be entered there gets the ticket's chips."
        in told
    )
    for most in (MOST_ENTRANTS, 3):
        told = said(event_message(replace(satellite(most), entrants=(), pool=0), STARTS - 1, {}, "UTC"))
        assert "Pays a ticket of 2,000 for every 4 entries." in told


def test_the_results_of_a_satellite_tell_tickets_as_tickets() -> None:
    """4,500 are two tickets of 2,000, and 500 for the third."""
    event = finished(payout=PayoutRule.TICKETS, ticket=2_000, satellite_name="Sunday main")
    prizes = (2_000, 2_000, 500)
    won = [replace(one, prize=prizes[at] if at < 3 else 0) for at, one in enumerate(event.results)]
    event = replace(
        event, results=tuple(won), options=replace(event.options, satellite_of=EventId("07-main"))
    )
    told = said(results_message(event))
    assert told[1:4] == ["1. Ted a ticket · 2 knockouts", "2. Carol a ticket", "3. Bob +500"]
    assert any(line.startswith("A ticket is the entry into Sunday main") for line in told)
    assert said(standings_message(event))[1] == "1. Ted a ticket"
