"""What each place gets: the pool by a rule's shares, to the chip, and a satellite's tickets."""

from collections.abc import Sequence

from core.cardroom.event_options import EventOptions, PayoutRule
from core.cardroom.structure import prizes, shares

_FLAT = 5
"""One in so many is paid by the flat rule."""


def payouts(options: EventOptions, pool: int, entries: int) -> tuple[int, ...]:
    """Chips by place, from the first, for so many entries; they sum to the pool, and no place is paid nothing."""
    if options.payout is PayoutRule.TICKETS:
        return ticket_payouts(pool, options.ticket, entries)
    weights = _weights(options, entries)
    paid = prizes(pool, weights[: max(1, min(len(weights), entries))])
    return tuple(chips for chips in paid if chips)


def _weights(options: EventOptions, entries: int) -> Sequence[int]:
    match options.payout:
        case PayoutRule.STANDARD:
            return shares(entries)
        case PayoutRule.WINNER | PayoutRule.TICKETS:
            return (1,)
        case PayoutRule.FLAT:
            return (1,) * -(-entries // _FLAT)
        case PayoutRule.CUSTOM:
            return options.shares


def tickets(pool: int, ticket: int, entries: int) -> int:
    """How many tickets the pool pays for; nobody wins two, and there is always a prize."""
    return max(1, min(pool // ticket, entries))


def ticket_payouts(pool: int, ticket: int, entries: int) -> tuple[int, ...]:
    """Tickets for the first places, the remainder to the next one; where nobody is left to have it, and where the
    pool is worth less than one ticket, it goes to the first."""
    won = tickets(pool, ticket, entries)
    each = min(ticket, pool)
    rest = pool - won * each
    paid = [each] * won
    if rest and won < entries:
        paid.append(rest)
    elif rest:
        paid[0] += rest
    return tuple(chips for chips in paid if chips)


def winners_needed(options: EventOptions, pool: int, entries: int) -> int:
    """With so many players left it is over: one, or as many as there are tickets."""
    if options.payout is PayoutRule.TICKETS:
        return tickets(pool, options.ticket, entries)
    return 1
