"""One hand of hold'em as a frozen state: `start` deals it, `apply` plays a move and everything that follows from it.

Positions count clockwise from 0, the first seat left of the button; the button is the last position, and heads-up
it is position 1 and posts the small blind (TDA 34-B). A move is answered with the new state and the events in
order; a refusal raises `Refused` and changes nothing. When a street ends the next one is dealt in the same step,
so a hand that is not over always waits for somebody.
"""

from dataclasses import replace

from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.betting import Legal, act, legal
from core.poker.cards import Card
from core.poker.dealing import deal_boards, deal_hand
from core.poker.ending import all_in, choose_runs, show_or_muck, showdown, take_unshown
from core.poker.events import HandEvent, UncalledReturned
from core.poker.moves import event_of
from core.poker.pots import uncalled
from core.poker.rounds import Betting, closed_round, opening_round
from core.poker.state import Hand, HandSetup, Post, Showing, Stage, changed, limits_now
from core.refusals import Reason, Refused

__all__ = ["Hand", "HandSetup", "Post", "Showing", "Stage", "apply", "legal_moves", "start"]


def start(setup: HandSetup, deck: tuple[Card, ...]) -> tuple[Hand, tuple[HandEvent, ...]]:
    """Post, deal and go on to the first decision. `deck` is dealt from its first card.

    Raises `ValueError` for a setup with blinds that begins on the flop.
    """
    events: list[HandEvent] = []
    hand = deal_hand(setup, deck, events)
    return _advance(hand, events), tuple(events)


def legal_moves(hand: Hand) -> Legal | None:
    """What the player to act may bet, with exact limits; None when nobody is asked to bet. `seat` is a table seat."""
    if hand.stage is not Stage.BETTING:
        return None
    return legal(hand.round, limits_now(hand), _pot_for_limit(hand), hand.setup.seats)


def apply(hand: Hand, seat: int, move: Move) -> tuple[Hand, tuple[HandEvent, ...]]:
    """The hand after `move` by the player in table seat `seat`, and what happened, in order.

    Raises `Refused` with the numbers that would have been right; the hand is a value and stays as it was.
    """
    events: list[HandEvent] = []
    match move:
        case Fold() | Check() | Call() | RaiseTo():
            return _bet(hand, seat, move, events), tuple(events)
        case ChooseRuns():
            return choose_runs(hand, seat, move.times, events), tuple(events)
        case Show() | Muck():
            return show_or_muck(hand, seat, isinstance(move, Show), events), tuple(events)


def _bet(hand: Hand, seat: int, move: Fold | Check | Call | RaiseTo, events: list[HandEvent]) -> Hand:
    at = hand.round.to_act
    if hand.stage is not Stage.BETTING or at is None:
        raise Refused(Reason.NO_HAND)
    setup = hand.setup
    if setup.seats[at] != seat:
        raise Refused(Reason.NOT_YOUR_TURN, seat=setup.seats[at])
    limits = setup.late if hand.street >= 2 else setup.early
    after = act(hand.round, limits, _pot_for_limit(hand), move)
    event, moved = event_of(hand.round, after, seat=seat, at=at, street=hand.street)
    events.append(event)
    played = Hand(
        setup=setup,
        stage=Stage.BETTING,
        street=hand.street,
        dealt=hand.dealt,
        paid=hand.paid,
        dead=hand.dead,
        short=hand.short,
        round=after,
        ending=hand.ending,
        history=(*hand.history, moved),
    )
    return played if after.to_act is not None else _advance(played, events)


def _advance(hand: Hand, events: list[HandEvent]) -> Hand:
    """Go on until somebody has to decide: close streets, deal the next ones, end the hand."""
    last = len(hand.game.streets) - 1
    while hand.round.to_act is None:
        now = hand.round
        if sum(now.live) == 1:
            return take_unshown(_close_street(hand, events), now.live.index(True), events)
        if hand.street == last:
            return showdown(_close_street(hand, events), events)
        if sum([is_live and stack > 0 for is_live, stack in zip(now.live, now.stacks, strict=True)]) < 2:
            return all_in(_close_street(hand, events), events)
        hand = _next_street(hand, events)
    return hand


def _close_street(hand: Hand, events: list[HandEvent]) -> Hand:
    """Give back what nobody called and move the bets into the middle."""
    now = hand.round
    totals = hand.totals
    stacks = now.stacks
    ending = hand.ending
    back = uncalled(totals)
    if back is not None:
        at, amount = back
        totals = (*totals[:at], totals[at] - amount, *totals[at + 1 :])
        stacks = (*stacks[:at], stacks[at] + amount, *stacks[at + 1 :])
        ending = replace(ending, returned=back)
        events.append(UncalledReturned(seat=hand.setup.seats[at], amount=amount))
    return changed(hand, round=closed_round(now, stacks), paid=totals, ending=ending)


def _next_street(hand: Hand, events: list[HandEvent]) -> Hand:
    """Deal the next street and open its betting with the first live seat left of the button (rules.md 22).

    Two players or more can bet on, so the bets are matched and nothing goes back.
    """
    setup, now, street = hand.setup, hand.round, hand.street + 1
    limits = setup.late if street >= 2 else setup.early
    return changed(
        hand,
        street=street,
        dealt=deal_boards(setup, hand.dealt, street, events),
        paid=hand.totals,
        round=opening_round(now.stacks, now.live, limits),
    )


def _pot_for_limit(hand: Hand) -> int:
    """The pot that a pot-limit raise is measured by: full blinds are assumed before the flop (TDA 54-B)."""
    if hand.setup.early.betting is not Betting.POT_LIMIT:
        return 0
    return hand.pot + (hand.short if hand.street == 0 else 0)
