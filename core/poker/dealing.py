"""Putting cards on the table: hole cards after the forced bets, and the boards street by street."""

from core.poker.cards import Card
from core.poker.events import HandEvent, HoleCardsDealt, StreetDealt
from core.poker.games import GAMES
from core.poker.posting import post_all
from core.poker.rounds import opening_round
from core.poker.state import Dealt, Ending, Hand, HandSetup, Stage


def deal_hand(setup: HandSetup, deck: tuple[Card, ...], events: list[HandEvent]) -> Hand:
    """Post and deal, one card at a time from the left of the button (rules.md 8).

    A hand that begins on a later street has its boards dealt that far at once. Raises `ValueError` when such a hand
    has a blind or straddle: there is no betting that it could belong to.
    """
    n = len(setup.seats)
    posted = post_all(setup, events)
    hole = GAMES[setup.game].hole
    holes = tuple([deck[at : hole * n : n] for at in range(n)])
    for seat, cards in zip(setup.seats, holes, strict=True):
        events.append(HoleCardsDealt(seat=seat, cards=cards, only=seat))
    dealt = Dealt(deck=deck, drawn=hole * n, holes=holes, boards=((),) * setup.boards)
    for street in range(1, setup.first_street + 1):
        dealt = deal_boards(setup, dealt, street, events)
    if posted.price and setup.first_street:
        raise ValueError("a hand without a round before the flop has no blinds and no straddles")
    return Hand(
        setup=setup,
        stage=Stage.BETTING,
        street=setup.first_street,
        dealt=dealt,
        paid=tuple(posted.paid),
        dead=posted.dead,
        short=posted.short,
        round=posted.round if posted.price else opening_round(tuple(posted.stacks), (True,) * n, setup.early),
        ending=Ending(answers=(0,) * n, asking=(), shown=(False,) * n, awards=(), returned=None),
        history=(),
    )


def deal_boards(setup: HandSetup, dealt: Dealt, street: int, events: list[HandEvent]) -> Dealt:
    """Deal one street to every board of the hand, the first board first."""
    for board in range(setup.boards):
        dealt = deal_street(setup, dealt, board, street, events)
    return dealt


def deal_street(setup: HandSetup, dealt: Dealt, board: int, street: int, events: list[HandEvent]) -> Dealt:
    """Deal one street's cards to one board, with a burn first where the table burns (rules.md 10)."""
    rule = GAMES[setup.game].streets[street]
    at = dealt.drawn + setup.burns
    cards = dealt.deck[at : at + rule.board]
    boards = (*dealt.boards[:board], dealt.boards[board] + cards, *dealt.boards[board + 1 :])
    events.append(StreetDealt(street=rule.street, board=board, cards=cards))
    return Dealt(deck=dealt.deck, drawn=at + rule.board, holes=dealt.holes, boards=boards)
