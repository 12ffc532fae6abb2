"""Who is dealt in, where the button and the blinds are, and what is owed: the line-up of the next hand.

Whoever comes to a game that is being played, or back to it after missing blinds, enters with the big blind, or
sooner by posting it (a missed small blind goes in dead); never between the button and the blinds. When fewer than
two others play the game starts anew and nobody owes anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.cardroom.away import out
from core.cardroom.button import Places, after, before, clockwise_from, first_places, next_places
from core.cardroom.seating import blinds_are_owed
from core.cardroom.table import Seat, Table, seat_at, taken, with_seat
from core.events import Event, SatOutNow, SatOutWhy
from core.ids import SeatNo
from core.options import MOST_SEATS, ButtonRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Lineup:
    """Who is dealt in (in seat order), where the button is, and who of them posts what they owe."""

    seats: tuple[SeatNo, ...]
    places: Places
    posters: tuple[SeatNo, ...] = ()


def ready_seats(table: Table) -> list[SeatNo]:
    """Seats whose players are there with chips, in seat order."""
    absent = table.event is not None  # In a tournament they are dealt in and blinded out (TDA 71-A).
    return [number for number, seat in taken(table) if _ready(seat) or (absent and seat.stack)]


def can_deal(table: Table) -> bool:
    """The table is not paused and two players are ready, one of them a person: computers do not play alone."""
    if table.paused:
        return False
    ready = ready_seats(table)
    if table.event is not None:
        return len(ready) > 1
    return len(ready) > 1 and any(seat_at(table, number).temper is None for number in ready)


def line_up(table: Table, drawn: SeatNo | None, now: int, events: list[Event]) -> tuple[Table, Lineup | None]:
    """The next hand's line-up. Sits out who wanted to when the big blind comes; None when that leaves too few.

    `drawn` is the seat that was just drawn for the button, None when the button moves on.
    """
    while can_deal(table):
        lineup = _lineup(table, drawn)
        blind = lineup.places.big_blind
        if blind not in lineup.seats or not seat_at(table, blind).out_at_blind:
            return table, lineup
        events.append(SatOutNow(seat=blind, why=SatOutWhy.AT_BLIND))
        table = with_seat(table, blind, out(seat_at(table, blind), now))
    return table, None


def bomb_lineup(table: Table, drawn: SeatNo | None) -> Lineup:
    """A bomb pot is for everyone who is there; button and blinds stay, so that nobody's blind is skipped.

    The button that was just `drawn` has its blinds with the first hand that has any. Of bomb pots in a row each but the
    first moves the button on, without the blinds: nobody is last for ever.
    """
    seats, last = tuple(ready_seats(table)), last_places(table)
    if last is None:
        return Lineup(seats=seats, places=Places(button=drawn or seats[0], small_blind=None, big_blind=None))
    if table.deal is not None and table.deal.bomb:
        last = replace(last, button=after(last.button, seats))
    return Lineup(seats=seats, places=last)


def owed(seat: Seat) -> bool:
    """The player has to wait for the big blind, or post."""
    return seat.owes_small or seat.owes_big


def passed(table: Table, last: Places | None, lineup: Lineup) -> Table:
    """The table once the blinds of this line-up have passed: whoever they passed owes them, whoever is in owes none."""
    places = lineup.places
    for number, seat in taken(table):
        if number in lineup.seats:
            seat = replace(seat, owes_small=False, owes_big=False, posts=False)
            if number == places.big_blind:
                seat = _on_the_big_blind(seat, table)
        elif last is not None and seat.sitting_out:
            seat = _missed(seat, number, table, last, places)
        table = with_seat(table, number, seat)
    return table


def _lineup(table: Table, drawn: SeatNo | None) -> Lineup:
    ready = ready_seats(table)
    if table.event is not None:
        return _tournament_lineup(table, drawn, ready)
    waits = blinds_are_owed(table)
    owing = [number for number in ready if waits and owed(seat_at(table, number))]
    playing = [number for number in ready if number not in owing]
    last = last_places(table)
    if drawn is not None or last is None:
        return Lineup(seats=tuple(ready), places=first_places(drawn or ready[0], ready))
    if last.big_blind is None:
        # Only bomb pots so far: no blind has passed anybody.
        return Lineup(seats=tuple(ready), places=next_places(last, ready, table.options.button_rule))
    if len(playing) < 2:
        return Lineup(seats=tuple(ready), places=_anew(last, last.big_blind, ready))
    # Of those who wait for the big blind the first one has it now, when nobody who plays sits before them.
    first = clockwise_from(last.big_blind, owing)[:1]
    if first and after(last.big_blind, [*playing, *first]) in first:
        playing = sorted([*playing, *first])
    places = next_places(last, playing, table.options.button_rule)
    posters = [
        number
        for number in owing
        if number not in playing and seat_at(table, number).posts and _may_post(number, places)
    ]
    if len(playing) == 2:
        # Between two the button has the small blind: a third comes in with the big blind, a hand later at most.
        posters = []
    return Lineup(seats=tuple(sorted([*playing, *posters])), places=places, posters=tuple(posters))


def _tournament_lineup(table: Table, drawn: SeatNo | None, ready: Sequence[SeatNo]) -> Lineup:
    """Everybody is dealt in with chips, but for a newcomer (who owes the big blind) between the button and the blinds:
    they wait until the button has passed (TDA 10)."""
    last = last_places(table)
    if drawn is not None or last is None:
        return Lineup(seats=tuple(ready), places=first_places(drawn or ready[0], ready))
    places = next_places(last, ready, table.options.button_rule)
    end = places.small_blind or places.big_blind
    playing = [
        number
        for number in ready
        if not (seat_at(table, number).owes_big and end and _between(number, places.button, end))
    ]
    if len(playing) < 2:
        playing = list(ready)
    elif len(playing) < len(ready):
        places = next_places(last, playing, table.options.button_rule)
    return Lineup(seats=tuple(playing), places=places)


def last_places(table: Table) -> Places | None:
    """Where button and blinds were in the last hand; None before the first."""
    if table.button is None:
        return None
    return Places(button=table.button, small_blind=table.small_blind_seat, big_blind=table.big_blind_seat)


def _anew(last: Places, last_big: SeatNo, seats: Sequence[SeatNo]) -> Places:
    """Among people who are new to the game but for one, the big blind moves on and nothing is dead."""
    if len(seats) == 2:
        return next_places(last, seats, ButtonRule.MOVING)
    big = after(last_big, seats)
    small = before(big, seats)
    return Places(button=before(small, seats), small_blind=small, big_blind=big)


def _may_post(number: SeatNo, places: Places) -> bool:
    """Nobody enters between the button and the big blind (TDA 10; product.md 4)."""
    return places.big_blind is None or not _between(number, places.button, places.big_blind)


def _missed(seat: Seat, number: SeatNo, table: Table, last: Places, places: Places) -> Seat:
    """What passed a player who sits out; where nothing is owed only the orbits are counted."""
    owe = blinds_are_owed(table)
    if last.big_blind and places.big_blind and _reached(number, last.big_blind, places.big_blind):
        seat = replace(seat, owes_big=owe, away_orbits=seat.away_orbits + 1)
    if last.small_blind and places.small_blind and _reached(number, last.small_blind, places.small_blind):
        seat = replace(seat, owes_small=owe and table.options.small_blind > 0)
    return seat


def _on_the_big_blind(seat: Seat, table: Table) -> Seat:
    """The time bank refills as the big blind comes round."""
    most = table.options.time_bank_seconds * 1_000
    return replace(seat, bank_ms=min(most, seat.bank_ms + table.options.orbit_bank_seconds * 1_000))


def _between(number: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """Clockwise from `start`, this seat comes before `end`; neither counts."""
    whole = MOST_SEATS + 1
    return 0 < (number - start) % whole < ((end - start) % whole or whole)


def _reached(number: SeatNo, start: SeatNo, end: SeatNo) -> bool:
    """The same, with `end` itself: a dead blind falls on the seat of who is away."""
    return number == end or _between(number, start, end)


def _ready(seat: Seat) -> bool:
    return seat.stack > 0 and not (seat.sitting_out or seat.going)
