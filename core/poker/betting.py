"""One betting round: who is to act, what is legal with exact limits, and what each move changes.

Positions count clockwise from 0, the first seat left of the button. All amounts are totals of the street in
chips. Three quantities carry the rules:

* `price`: the bet to match. Before the flop the full blind counts even when the blind is short (cases.md 26).
* `last_raise`: the last full bet or raise of the street, never less than the smallest bet; the next raise must be
  at least that much more than `price` (TDA 43). A short all-in lifts `price` and leaves `last_raise`.
* `acted`: who has acted since the betting was last opened to them. They may raise again only if what they face
  adds up to a full raise (cumulative, TDA 47-A), or half a bet in fixed-limit (TDA 47-B).
"""

from collections.abc import Sequence

from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.rounds import Betting, Limits, Reopening, Round, most_against, next_to_act, put
from core.poker.value import value
from core.refusals import Reason, Refused


@value
class Legal:
    """What the player to act may do. Folding is always legal."""

    seat: int
    check: bool
    call: int
    """Chips to add for a call, at most the stack; 0 when checking is free."""
    raise_min: int | None
    """Smallest legal total for a bet or raise, below the full minimum only when it is all-in; None: no raise."""
    raise_max: int | None
    all_in: int
    """The player's total on this street with everything in."""


def legal(now: Round, limits: Limits, pot: int, seats: Sequence[int]) -> Legal | None:
    """What the player to act may do; None when nobody is. `pot`: everything in the middle with this street's bets
    (only pot-limit looks at it); `seats`: table seat numbers by position."""
    at = now.to_act
    if at is None:
        return None
    bet, stack = now.bets[at], now.stacks[at]
    price, rivals = _price_for(now, at)
    owed = price - bet if price > bet else 0
    low: int | None = None
    high: int | None = None
    if rivals and _raise_bar(now, limits, at) is None:
        low, high = _raise_range(now, limits, at, pot)
    return Legal(
        seat=seats[at],
        check=owed == 0,
        call=owed if owed < stack else stack,
        raise_min=low,
        raise_max=high,
        all_in=bet + stack,
    )


def act(now: Round, limits: Limits, pot: int, move: Fold | Check | Call | RaiseTo) -> Round:
    """The round after `move` by the player to act, or `Refused` with the numbers that would have been right."""
    at = now.to_act
    if at is None:
        raise Refused(Reason.NO_HAND)
    match move:
        case RaiseTo():
            return _raise(now, limits, pot, at, move.to)
        case Call():
            price, _ = _price_for(now, at)
            owed = price - now.bets[at]
            if owed <= 0:
                raise Refused(Reason.NOTHING_TO_CALL)
            paid = min(owed, now.stacks[at])
            return _after(now, at, paid=paid)
        case Check():
            price, _ = _price_for(now, at)
            if price > now.bets[at]:
                raise Refused(Reason.CANNOT_CHECK, call=min(price - now.bets[at], now.stacks[at]))
            return _after(now, at, paid=0)
        case Fold():
            return _after(now, at, paid=0, fold=True)


def _raise(now: Round, limits: Limits, pot: int, at: int, to: int) -> Round:
    _check_raise(now, limits, pot, at, to)
    by = to - now.price
    fixed = limits.betting is Betting.FIXED_LIMIT
    # In fixed-limit half a bet is treated as a bet (TDA 47-B): it counts towards the cap, and all may raise again.
    full = 2 * (to - now.level) >= limits.bet if fixed else by >= now.last_raise
    reopened = full or (limits.reopening is Reopening.HALF and 2 * by > now.last_raise)
    stacks = put(now.stacks, at, now.stacks[at] + now.bets[at] - to)
    bets = put(now.bets, at, to)
    acted = put((False,) * len(bets) if reopened else now.acted, at, True)
    return Round(
        stacks=stacks,
        bets=bets,
        live=now.live,
        acted=acted,
        price=to,
        level=to if full else now.level,
        last_raise=by if full and by > now.last_raise else now.last_raise,
        raises=now.raises + 1 if full else now.raises,
        aggressor=at,
        to_act=next_to_act(stacks, bets, now.live, acted, to, at + 1),
    )


def _after(now: Round, at: int, *, paid: int, fold: bool = False) -> Round:
    """The round after a fold, check or call, with the next player to act."""
    stacks = put(now.stacks, at, now.stacks[at] - paid) if paid else now.stacks
    bets = put(now.bets, at, now.bets[at] + paid) if paid else now.bets
    live = put(now.live, at, False) if fold else now.live
    acted = put(now.acted, at, True)
    return Round(
        stacks=stacks,
        bets=bets,
        live=live,
        acted=acted,
        price=now.price,
        level=now.level,
        last_raise=now.last_raise,
        raises=now.raises,
        aggressor=now.aggressor,
        to_act=next_to_act(stacks, bets, live, acted, now.price, at + 1),
    )


def _check_raise(now: Round, limits: Limits, pot: int, at: int, to: int) -> None:
    """Refuse an illegal raise with the numbers that would have been right."""
    price, rivals = _price_for(now, at)
    call = min(max(0, price - now.bets[at]), now.stacks[at])
    if not rivals:
        raise Refused(Reason.OPPONENTS_ALL_IN, call=call)
    bar = _raise_bar(now, limits, at)
    if bar is Reason.BETTING_CAPPED:
        raise Refused(bar, call=call, cap=limits.cap or 0)
    if bar is not None:
        raise Refused(bar, call=call)
    low, high = _raise_range(now, limits, at, pot)
    if low <= to <= high:
        return
    if limits.betting is Betting.FIXED_LIMIT:
        raise Refused(Reason.RAISE_NOT_FULL, asked=to, minimum=low, maximum=high)
    reason = Reason.RAISE_TOO_SMALL if to < low else Reason.RAISE_TOO_LARGE
    raise Refused(reason, asked=to, minimum=low, maximum=high)


def _raise_bar(now: Round, limits: Limits, at: int) -> Reason | None:
    """Why the player at `at` may not raise at all, if so; opponents who could call are assumed."""
    bet = now.bets[at]
    if bet + now.stacks[at] <= now.price:
        return Reason.NOT_ENOUGH_TO_RAISE
    fixed = limits.betting is Betting.FIXED_LIMIT
    if fixed and limits.cap is not None and now.raises >= limits.cap:
        return Reason.BETTING_CAPPED
    if not now.acted[at]:
        return None
    facing = now.price - bet
    if fixed:
        return None if 2 * facing >= limits.bet else Reason.BETTING_NOT_REOPENED
    if limits.reopening is Reopening.CUMULATIVE and facing >= now.last_raise:
        return None
    return Reason.BETTING_NOT_REOPENED


def _raise_range(now: Round, limits: Limits, at: int, pot: int) -> tuple[int, int]:
    """Smallest and largest legal total; the whole stack when that is less than the full minimum."""
    bet = now.bets[at]
    everything = bet + now.stacks[at]
    if limits.betting is Betting.FIXED_LIMIT:
        full = min(now.level + limits.bet, everything)
        return full, full
    low = min(now.price + now.last_raise, everything)
    if limits.betting is Betting.NO_LIMIT:
        return low, everything
    owed = max(0, now.price - bet)
    return low, max(low, min(now.price + pot + owed, everything))


def _price_for(now: Round, at: int) -> tuple[int, bool]:
    """The bet that `at` has to match, and whether any opponent could still call a raise.

    One who could not go above that bet anyway cannot call a raise. When every opponent is all-in only what they
    really put in can be matched, not the nominal blind.
    """
    stacks, bets, price = now.stacks, now.bets, now.price
    asked = False
    for other, live in enumerate(now.live):
        if live and stacks[other] and other != at:
            if bets[other] + stacks[other] > price:
                return price, True
            asked = True
    if asked:
        return price, False
    return min(most_against(now.bets, now.live, at), now.price), False
