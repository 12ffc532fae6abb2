"""Cards of one's choice in a hand that a table has just dealt, for tests of what follows from them."""

from collections.abc import Mapping
from dataclasses import replace

from core.cardroom.table import Table
from core.ids import PlayerId, SeatNo
from core.poker.cards import Card, parse_cards
from core.poker.games import GAMES
from tests.tables import Evening, person


def rig(evening: Evening, holes: dict[str, str], board: str = "") -> None:
    """These people hold these cards; `board`: what comes after the hole cards, in the order of dealing."""
    evening.table = rigged(evening.table, {person(name): cards for name, cards in holes.items()}, board)


def rigged(table: Table, holes: Mapping[PlayerId, str], board: str = "") -> Table:
    """The table with such a hand, where one has just been dealt."""
    deal = table.deal
    assert deal is not None
    hand = deal.hand
    n, deck = len(hand.setup.seats), list(hand.dealt.deck)
    whole = GAMES[hand.setup.game].hole
    places: dict[int, Card] = {}
    for player, cards in holes.items():
        seat = next(one.seat for one in deal.seated if one.player == player)
        at = hand.setup.seats.index(SeatNo(seat))
        places |= {at + n * number: card for number, card in enumerate(parse_cards(cards))}
    places |= {whole * n + number: card for number, card in enumerate(parse_cards(board))}
    for place, card in places.items():
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    lengths = [len(cards) for cards in hand.dealt.boards]
    starts = [whole * n + sum(lengths[:number]) for number in range(len(lengths))]
    dealt = replace(
        hand.dealt,
        deck=tuple(deck),
        holes=tuple(tuple(deck[at : whole * n : n]) for at in range(n)),
        boards=tuple(tuple(deck[at : at + long]) for at, long in zip(starts, lengths, strict=True)),
    )
    return replace(table, deal=replace(deal, hand=replace(hand, dealt=dealt)))
