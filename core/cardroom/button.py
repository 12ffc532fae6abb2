"""The button and the blinds: the draw for the first button, and how they move from hand to hand.

By either rule the big blind moves one player each hand, so that nobody is skipped and nobody has it twice running
(TDA 34-B), and the small blind is the last big blind's; when that player is gone nobody has it. With the dead button
(TDA 32) the button goes where the small blind was, on an empty seat if need be; with the moving button, the usual
cash-game rule, it is always in front of a player who is dealt in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.events import ButtonDrawn, DrawnCard
from core.ids import SeatNo
from core.options import ButtonRule
from core.poker.cards import FRESH_DECK


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where the button and the blinds are. `small_blind` may be the seat of somebody who is gone, and so may `button`
    where it is a dead one."""

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
    if last.big_blind is None:
        return first_places(last.button if last.button in seats else after(last.button, seats), seats)
    if len(seats) == 2:
        return _heads_up(last, last.big_blind, seats)
    small, big = last.big_blind, after(last.big_blind, seats)
    button = _dead(last, small, big, seats) if rule is ButtonRule.DEAD else _moved(last, small, big, seats)
    return Places(button=button, small_blind=small, big_blind=big)


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


def _moved(last: Places, small: SeatNo, big: SeatNo, seats: Sequence[SeatNo]) -> SeatNo:
    """The moving button: the last small blind's, or when that player is gone or has a blind now, the next before it."""
    if last.small_blind is not None and last.small_blind in seats and last.small_blind not in (small, big):
        return last.small_blind
    return before(small if small in seats else big, seats)


def _dead(last: Places, small: SeatNo, big: SeatNo, seats: Sequence[SeatNo]) -> SeatNo:
    """The dead button: the last small blind's seat. After heads-up, or when the only one between the blinds has just
    come, it was there already, or the big blind is there now."""
    if last.small_blind is None or last.small_blind in (last.button, big):
        return before(small, seats)
    return last.small_blind


def _heads_up(last: Places, last_big: SeatNo, seats: Sequence[SeatNo]) -> Places:
    """The last big blind gets the button, so that nobody has the big blind twice running; when that player is gone
    the button stays where it was if its player is still here (cases.md 41), else the big blind moves on."""
    if last_big in seats:
        button = last_big
    elif last.button in seats:
        button = last.button
    else:
        button = before(after(last_big, seats), seats)
    return _behind(button, seats)
