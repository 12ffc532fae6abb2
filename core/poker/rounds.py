"""The state of one betting round: chips behind and bet, who is live, who has acted, and who is next to act.

Positions count clockwise from 0, the first seat left of the button. All amounts are totals of the street in chips.
"""

from enum import StrEnum
from typing import TypeVar

from core.poker.value import value

T = TypeVar("T")


class Betting(StrEnum):
    """The three betting structures (rules.md 70)."""

    NO_LIMIT = "no_limit"
    POT_LIMIT = "pot_limit"
    FIXED_LIMIT = "fixed_limit"


class Reopening(StrEnum):
    """When a short all-in lets players who have acted raise again (rules.md 37-39). Fixed-limit always uses half."""

    CUMULATIVE = "cumulative"
    """When what the player faces adds up to a full raise (TDA 47-A)."""
    HALF = "half"
    """When one all-in is more than half of the smallest legal raise."""
    NEVER = "never"
    """A short all-in counts as a call."""


class StraddleStep(StrEnum):
    """What the first raise over a straddle adds at least (cases.md 35)."""

    RAISE = "raise"
    """What the straddle added to the price before it, as after any raise: 300 over 200 over 100 (WSOP live 161)."""
    BRING_IN = "bring_in"
    """The whole straddle, which is the smallest bet of this street: 400 over 200 over 100 (RRoP no-limit 2)."""


@value
class Limits:
    """What stays the same for a whole street: the structure, the smallest bet, and the cap on bets and raises."""

    betting: Betting
    reopening: Reopening
    bet: int
    """The smallest bet in chips; in fixed-limit the size of every bet and raise of this street."""
    cap: int | None


@value
class Round:
    """A betting round in progress; every tuple has one entry a position."""

    stacks: tuple[int, ...]
    """Chips behind."""
    bets: tuple[int, ...]
    live: tuple[bool, ...]
    """Dealt in and not folded."""
    acted: tuple[bool, ...]
    price: int
    level: int
    """The last full bet or raise total: fixed-limit raises are counted from here, so a short all-in is completed."""
    last_raise: int
    raises: int
    """Full bets and raises so far; before the flop the big blind is the first one, a full straddle the next."""
    aggressor: int | None
    """The position that last bet or raised on this street: it shows first (TDA 17)."""
    to_act: int | None


def opening_round(
    stacks: tuple[int, ...], live: tuple[bool, ...], limits: Limits, *, first: int = 0
) -> Round:
    """A street with no bet yet; `first` is where the search for the first player to act begins."""
    bets = (0,) * len(stacks)
    acted = (False,) * len(stacks)
    return Round(
        stacks=stacks,
        bets=bets,
        live=live,
        acted=acted,
        price=0,
        level=0,
        last_raise=limits.bet,
        raises=0,
        aggressor=None,
        to_act=next_to_act(stacks, bets, live, acted, 0, first),
    )


def blind_round(
    stacks: tuple[int, ...],
    bets: tuple[int, ...],
    *,
    price: int,
    level: int,
    last_raise: int,
    raises: int,
    first: int,
) -> Round:
    """The street before the flop with blinds and straddles in `bets`; `price` is the full blind even when it is
    short, and `first` is where the search for the first player to act begins."""
    live = (True,) * len(stacks)
    acted = (False,) * len(stacks)
    return Round(
        stacks=stacks,
        bets=bets,
        live=live,
        acted=acted,
        price=price,
        level=level,
        last_raise=last_raise,
        raises=raises,
        aggressor=None,
        to_act=next_to_act(stacks, bets, live, acted, price, first),
    )


def closed_round(now: Round, stacks: tuple[int, ...]) -> Round:
    """The street after its bets went into the middle: nobody to act, the last aggressor remembered."""
    return Round(
        stacks=stacks,
        bets=(0,) * len(stacks),
        live=now.live,
        acted=now.acted,
        price=0,
        level=0,
        last_raise=now.last_raise,
        raises=0,
        aggressor=now.aggressor,
        to_act=None,
    )


def most_against(bets: tuple[int, ...], live: tuple[bool, ...], at: int) -> int:
    return max(bet for other, bet in enumerate(bets) if live[other] and other != at)


def next_to_act(
    stacks: tuple[int, ...],
    bets: tuple[int, ...],
    live: tuple[bool, ...],
    acted: tuple[bool, ...],
    price: int,
    start: int,
) -> int | None:
    """The next player to act, searching clockwise from position `start`; None when the round is over."""
    n = len(live)
    able = [at for at in range(n) if live[at] and stacks[at]]
    if len(able) < 2:
        if able and sum(live) > 1 and most_against(bets, live, able[0]) > bets[able[0]]:
            return able[0]
        return None
    for at in able:
        if at >= start and (not acted[at] or bets[at] < price):
            return at
    for at in able:
        if at < start and (not acted[at] or bets[at] < price):
            return at
    return None


def put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    changed = [*values]
    changed[at] = value
    return tuple(changed)
