"""Bounties: whose head was won by whom, and how much of it goes onto the winner's own head.

A bounty goes to who won the pot that held the victim's last chips, so to somebody who covered them; who split that
pot split the bounty, and an odd chip goes to the first winner left of the button.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.cardroom.event_options import BountyRule
from core.ids import SeatNo
from core.poker.hand import Hand
from core.poker.pots import split


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalp:
    """What one winner gets for one head: chips to keep, and chips onto the winner's own head."""

    winner: SeatNo
    cash: int
    onto_head: int


def takers(hand: Hand, victim: SeatNo) -> tuple[SeatNo, ...]:
    """Who won the last pot that the busted player was in, from the left of the button. The hand is over."""
    at = hand.setup.seats.index(victim)
    last = max([number for number, pot in enumerate(hand.pots) if at in pot.positions], default=0)
    found = {who for award in hand.ending.awards if award.pot == last for who, chips in award.shares if chips}
    return tuple(SeatNo(hand.setup.seats[who]) for who in sorted(found - {at}))


def scalps(bounty: int, winners: Sequence[SeatNo], rule: BountyRule) -> tuple[Scalp, ...]:
    """The bounty in chips among its winners; of a progressive one half goes onto the head, the odd chip is cash."""
    if not winners or not bounty or rule is BountyRule.NONE:
        return ()
    parts = zip(winners, split(bounty, len(winners), 1), strict=True)
    if rule is BountyRule.FIXED:
        return tuple(Scalp(winner=who, cash=part, onto_head=0) for who, part in parts)
    return tuple(Scalp(winner=who, cash=part - part // 2, onto_head=part // 2) for who, part in parts)
