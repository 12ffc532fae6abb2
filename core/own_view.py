"""What a player sees of their own seat alone: what they owe, what they have chosen, and what they may still ask."""

from core.cardroom.aftermath import askable, rabbit
from core.cardroom.away import acting
from core.cardroom.chips import MINUTE_MS, most_chips
from core.cardroom.ready_moves import standing
from core.cardroom.table import Deal, Seat, Table, Wait, dealt_in, seat_at, stack_at
from core.ids import SeatNo
from core.poker.hand import Stage
from core.views import OwnSeat


def own_seat(table: Table, number: SeatNo, seat: Seat) -> OwnSeat:
    """The viewer's own seat."""
    ready = standing(table, number)
    mine = table.deal is not None and _was_dealt_in(table.deal, number, seat)
    return OwnSeat(
        buying=seat.buying,
        bought=seat.bought,
        buying_failed=seat.buying_failed,
        most=max(0, most_chips(table) - stack_at(table, number) - seat.coming),
        owes_small=seat.owes_small,
        owes_big=seat.owes_big,
        posts=seat.posts,
        out_at_blind=seat.out_at_blind,
        straddles=seat.straddles,
        seven_deuce=seat.seven_deuce,
        plan=None if ready is None else ready.plan,
        may_plan=_may_plan(table, number),
        may_vote_away=_may_vote(table, number, seat),
        may_show=mine and table.deal is not None and _may_show(table.deal, number),
        may_hunt=mine and bool(rabbit(table)),
        may_ask=askable(table, seat.player),
        played=_played(table.deal, seat),
    )


def _played(deal: Deal | None, seat: Seat) -> int:
    """Minutes at the table, from the first hand on that began when the player wanted to be told."""
    if deal is None or not seat.remind or not seat.since:
        return 0
    minutes = (deal.started_ms - seat.since) // MINUTE_MS
    return minutes if minutes >= seat.remind else 0


def _may_plan(table: Table, number: SeatNo) -> bool:
    hand = table.hand
    if hand is None or hand.stage is not Stage.BETTING or not dealt_in(table, number):
        return False
    at, now = hand.setup.seats.index(number), hand.round
    return now.live[at] and now.stacks[at] > 0 and now.to_act != at


def _may_vote(table: Table, number: SeatNo, seat: Seat) -> bool:
    absent = acting(table)
    if absent is None or absent == number or not dealt_in(table, number) or seat.player in table.away_votes:
        return False
    return table.wait is Wait.BANK or seat_at(table, absent).missed > 0


def _was_dealt_in(deal: Deal, number: SeatNo, seat: Seat) -> bool:
    there = any(one.seat == number and one.player == seat.player for one in deal.seated)
    return there and number in deal.hand.setup.seats


def _may_show(deal: Deal, number: SeatNo) -> bool:
    """The hand is over and not all of the player's cards were seen; who folded may show too, but is not asked."""
    at = deal.hand.setup.seats.index(number)
    seen = dict(deal.shown).get(number, ())
    unseen = not deal.hand.ending.shown[at] and len(seen) < len(deal.hand.dealt.holes[at])
    return deal.paid and deal.hand.round.live[at] and unseen
