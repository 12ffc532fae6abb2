"""The button and the blinds: the draw for the first button, and how they move from hand to hand.

The big blind never falls on the same player twice running by our doing (TDA 34-B). With the dead button (TDA 32) the
big blind moves one player each hand, the small blind goes where the big blind was and the button where the small
blind was, on an empty seat if need be; with the moving button, the usual cash-game rule, the button goes to the
next player who is dealt in and the blinds follow it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.events import ButtonDrawn, DrawnCard
from core.ids import SeatNo
from core.options import ButtonRule
from core.poker.cards import FRESH_DECK


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the button and the blinds are. With a dead button both `button` and `small_blind` may be empty seats, with
    the moving one the small blind when a newcomer has the big blind."""

    button: SeatNo
    small_blind: SeatNo | None
    """None before the first hand with blinds."""
    big_blind: SeatNo | None


def draw_for_button(seats: Sequence[SeatNo], order: Sequence[int]) -> ButtonDrawn:
    """One card each, highest rank gets the button, suits are not compared; tied players alone draw again (rules.md 5).

    `order` is a permutation of the 52 cards of a fresh deck; the cards are drawn from its front.
    """
    cards = iter([FRESH_DECK[at] for at in order])
    rounds: list[tuple[DrawnCard, ...]] = []
    left = list(seats)
    while len(left) > 1:
        drawn = tuple([DrawnCard(seat=seat, card=next(cards)) for seat in left])
        rounds.append(drawn)
        best = max(one.card.rank for one in drawn)
        left = [one.seat for one in drawn if one.card.rank == best]
    return ButtonDrawn(rounds=tuple(rounds), seat=left[0])


def first_places(button: SeatNo, seats: Sequence[SeatNo]) -> Places:
    """The blinds left of a freshly drawn button; heads-up the button is the small blind."""
    return _behind(button, seats)


def next_places(last: Places, seats: Sequence[SeatNo], rule: ButtonRule) -> Places:
    """Button and blinds of the next hand among `seats`, those who will be dealt in (two or more, in seat order)."""
    if len(seats) == 2:
        return _heads_up(last, seats)
    if rule is ButtonRule.MOVING or last.small_blind is None or last.big_blind is None:
        return _moved_on(last, seats)
    big = after(last.big_blind, seats)
    # After heads-up, or when the only one between the blinds has just come, the button is not where it was small blind.
    stuck = last.small_blind in (last.button, big)
    button = before(last.big_blind, seats) if stuck else last.small_blind
    return Places(button=button, small_blind=last.big_blind, big_blind=big)


def after(seat: SeatNo, seats: Sequence[SeatNo]) -> SeatNo:
    """The first of `seats` clockwise from `seat`, which itself comes last."""
    return min(seats, key=lambda other: (other <= seat, other))


def before(seat: SeatNo, seats: Sequence[SeatNo]) -> SeatNo:
    """The last of `seats` that comes before `seat`, clockwise."""
    return max(seats, key=lambda other: (other < seat, other))


def clockwise_from(button: SeatNo, seats: Sequence[SeatNo]) -> tuple[SeatNo, ...]:
    """`seats` in the order of the deal: first the left of the button, last the button itself."""
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def _behind(button: SeatNo, seats: Sequence[SeatNo]) -> Places:
    if len(seats) == 2:
        return Places(button=button, small_blind=button, big_blind=after(button, seats))
    small = after(button, seats)
    return Places(button=button, small_blind=small, big_blind=after(small, seats))


def _moved_on(last: Places, seats: Sequence[SeatNo]) -> Places:
    """The moving button; a newcomer between it and the blinds must not make the last big blind pay again."""
    button = after(last.button, seats)
    places = _behind(button, seats)
    return _behind(after(button, seats), seats) if places.big_blind == last.big_blind else places


def _heads_up(last: Places, seats: Sequence[SeatNo]) -> Places:
    """The last big blind gets the button, so that nobody has the big blind twice running; when that player is gone
    the button stays where it was if its player is still here (cases.md 41), else the big blind moves on."""
    if last.big_blind is not None and last.big_blind in seats:
        button = last.big_blind
    elif last.button in seats:
        button = last.button
    else:
        button = before(last.button if last.big_blind is None else after(last.big_blind, seats), seats)
    return _behind(button, seats)
