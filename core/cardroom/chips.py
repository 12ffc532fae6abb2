"""Chips that come to the table: how many may be brought, when they are in play, and what fills a stack up by itself.

Chips belong to the table from the moment they are brought: in `Seat.stack` when the player is not in a hand, else in
`Seat.coming` until the hand is over (table stakes: nobody bets what was not there at the deal).
"""

from dataclasses import replace

from core.cardroom.table import Seat, Table, dealt_in, own_seat, seat_at, stack_at, taken, with_seat
from core.events import Event
from core.ids import PlayerId, SeatNo
from core.refusals import Reason, Refused
from core.side_actions import AddChips, Buying, ChooseBuying
from core.side_events import BuyingFailed, ChipsAdded, ChipsReturned

DEFAULT_BUY_IN = 100
"""Big blinds, where the table's range allows it."""
MINUTE_MS = 60_000


def most_chips(table: Table) -> int:
    """What a stack may be filled up to: the largest buy-in or, where that may be matched, the biggest stack."""
    stacks = [stack_at(table, number) for number, _ in taken(table)] if table.options.match_stack else []
    return max([table.options.max_buy_in, *stacks])


def buy_in(table: Table, player: PlayerId, asked: int | None, now: int) -> int:
    """The chips to sit down with; the usual number when none is asked for.

    Refuses BUY_IN_OUT_OF_RANGE, and SAME_STACK for less than the player left with a short while ago.
    """
    before = left_with(table, player, now)
    low, high = table.options.min_buy_in, max(most_chips(table), before)
    if asked is None:
        return max(low, before or min(high, DEFAULT_BUY_IN * table.options.big_blind))
    if not low <= asked <= high:
        raise Refused(Reason.BUY_IN_OUT_OF_RANGE, asked=asked, minimum=max(low, before), maximum=high)
    if asked < before:
        raise Refused(Reason.SAME_STACK, asked=asked, minimum=before)
    return asked


def left_with(table: Table, player: PlayerId, now: int) -> int:
    """What a player has to bring back who left within the time that the table's rule names; 0 for anybody else."""
    return next((one.chips for one in table.gone if one.player == player and one.until > now), 0)


def add_chips(table: Table, action: AddChips, events: list[Event]) -> Table:
    """Fill the stack up; a broke player brings at least a buy-in.

    Refuses TABLE_CLOSING, LEAVING, STACK_FULL and BUY_IN_OUT_OF_RANGE.
    """
    number = own_seat(table, action.by)
    if table.closing:
        raise Refused(Reason.TABLE_CLOSING)
    if seat_at(table, number).going:
        raise Refused(Reason.LEAVING)
    have = stack_at(table, number) + seat_at(table, number).coming
    most = most_chips(table) - have
    if most <= 0:
        raise Refused(Reason.STACK_FULL, maximum=most_chips(table))
    least = max(1, table.options.min_buy_in - have)
    usual = seat_at(table, number).bought or DEFAULT_BUY_IN * table.options.big_blind
    chips = min(most, max(least, usual - have)) if action.chips is None else action.chips
    if not least <= chips <= most:
        raise Refused(Reason.BUY_IN_OUT_OF_RANGE, asked=chips, minimum=least, maximum=most)
    return _added(table, number, chips, events)


def choose_buying(table: Table, action: ChooseBuying) -> Table:
    """Have the stack filled up by itself, or no longer."""
    number = own_seat(table, action.by)
    seat = replace(seat_at(table, number), buying=action.buying, buying_failed=False)
    return with_seat(table, number, seat)


def fill_up(table: Table, short: tuple[PlayerId, ...], events: list[Event]) -> Table:
    """Automatic buying, between hands; for a player whose wallet is `short` of it, it ends.

    That it has ended stays with the seat until the hand after the next begins or, without chips, until some come.
    """
    for number, seat in taken(table):
        chips = 0 if seat.sitting_out or seat.going else _wanted(table, seat)
        if chips and seat.player in short:
            events.append(BuyingFailed(seat=number, only=number))
            seat = replace(seat, buying=Buying.BY_HAND, buying_failed=True)
            table = with_seat(table, number, seat)
        elif chips:
            table = _added(table, number, chips, events)
        elif seat.buying_failed and seat.stack:
            table = with_seat(table, number, replace(seat, buying_failed=False))
    return table


def come_in(table: Table, number: SeatNo, stack: int, events: list[Event]) -> Table:
    """The seat after a hand with the `stack` that it left, and what was brought meanwhile as far as it fits."""
    seat = seat_at(table, number)
    table = with_seat(table, number, replace(seat, stack=stack, coming=0, unplayed=0))
    if not seat.coming:
        return table
    fits = min(seat.coming, max(0, most_chips(table) - stack))
    back = seat.coming - fits
    if back:
        events.append(ChipsReturned(seat=number, player=seat.player, name=seat.name, chips=back))
    filled = replace(seat, stack=stack + fits, coming=0, unplayed=fits)
    return replace(with_seat(table, number, filled), issued=table.issued - back)


def _wanted(table: Table, seat: Seat) -> int:
    """Chips that automatic buying brings: up to the last buy-in, as far as the table's range is still the same."""
    usual = max(table.options.min_buy_in, min(most_chips(table), seat.bought))
    match seat.buying:
        case Buying.BY_HAND:
            return 0
        case Buying.REBUY:
            return 0 if seat.stack else usual
        case Buying.TOP_UP:
            return max(0, usual - seat.stack)


def _added(table: Table, number: SeatNo, chips: int, events: list[Event]) -> Table:
    seat, later = seat_at(table, number), dealt_in(table, number)
    events.append(ChipsAdded(seat=number, player=seat.player, name=seat.name, chips=chips, later=later))
    now, then = (0, chips) if later else (chips, 0)
    seat = replace(seat, stack=seat.stack + now, coming=seat.coming + then, buying_failed=False)
    seat = replace(seat, unplayed=seat.unplayed + now)
    return replace(with_seat(table, number, seat), issued=table.issued + chips)
