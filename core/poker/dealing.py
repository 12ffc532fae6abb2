"""Putting chips and cards on the table: forced bets, hole cards, and the board street by street."""

from core.poker.cards import Card
from core.poker.events import HandEvent, HoleCardsDealt, Posted, PostKind, StreetDealt
from core.poker.games import GAMES
from core.poker.rounds import blind_round, opening_round
from core.poker.state import Dealt, Ending, Hand, HandSetup, Stage


def deal_hand(setup: HandSetup, deck: tuple[Card, ...], events: list[HandEvent]) -> Hand:
    """Post and deal, one card at a time from the left of the button (rules.md 8)."""
    n = len(setup.seats)
    stacks, bets, paid = list(setup.stacks), [0] * n, [0] * n
    dead = price = 0
    first = 0
    for post in setup.posts:
        at = post.position
        amount = min(post.amount, stacks[at])
        match post.kind:
            case PostKind.ANTE:
                paid[at] += amount
            case PostKind.BIG_BLIND_ANTE:
                dead += amount
            case PostKind.SMALL_BLIND | PostKind.BIG_BLIND:
                bets[at] += amount
                price = max(price, post.amount)
                first = at + 1
        if amount:
            stacks[at] -= amount
            events.append(Posted(seat=setup.seats[at], post=post.kind, amount=amount, all_in=not stacks[at]))
    hole = GAMES[setup.game].hole
    holes = tuple([deck[at : hole * n : n] for at in range(n)])
    for seat, cards in zip(setup.seats, holes, strict=True):
        events.append(HoleCardsDealt(seat=seat, cards=cards, only=seat))
    if price:
        opening = blind_round(tuple(stacks), tuple(bets), setup.early, price=price, first=first % n)
    else:
        opening = opening_round(tuple(stacks), (True,) * n, setup.early)
    return Hand(
        setup=setup,
        stage=Stage.BETTING,
        street=0,
        dealt=Dealt(deck=deck, drawn=hole * n, holes=holes, boards=((),)),
        paid=tuple(paid),
        dead=dead,
        short=max(0, setup.full_blinds - sum(bets)) if price else 0,
        round=opening,
        ending=Ending(answers=(0,) * n, asking=(), shown=(False,) * n, awards=(), returned=None),
        history=(),
    )


def deal_street(setup: HandSetup, dealt: Dealt, board: int, street: int, events: list[HandEvent]) -> Dealt:
    """Deal one street's cards to one board, with a burn first where the table burns (rules.md 10)."""
    rule = GAMES[setup.game].streets[street]
    at = dealt.drawn + setup.burns
    cards = dealt.deck[at : at + rule.board]
    boards = (*dealt.boards[:board], dealt.boards[board] + cards, *dealt.boards[board + 1 :])
    events.append(StreetDealt(street=rule.street, board=board, cards=cards))
    return Dealt(deck=dealt.deck, drawn=at + rule.board, holes=dealt.holes, boards=boards)
