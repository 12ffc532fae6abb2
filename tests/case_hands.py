"""Hands of tournaments that go as a worked case says: who holds what, and what each puts into the pot."""

from collections.abc import Mapping

from core.actions import Play, TimeOut
from core.cardroom.structure import Level, Structure
from core.cardroom.table import Table, Wait, seat_at, seat_of
from core.ids import PlayerId, SeatNo, TableId
from core.poker.actions import Call, Check, Fold, Move, RaiseTo
from core.poker.hand import legal_moves
from tests.rigged import rigged
from tests.tournament_simulator import Cup

FLAT = Structure(stack=1_500, levels=(Level(small_blind=10, big_blind=20),), hands=500, break_every=0)
BOARD = "2c 7d 9s Jc 4d"
"""It helps none of the hands below."""
ACES, KINGS, QUEENS, TENS = "As Ah", "Ks Kh", "Qs Qh", "Ts Th"
ALL_IN = 10**6


def next_move(table: Table, puts_in: Mapping[PlayerId, int]) -> tuple[PlayerId, Move]:
    """The move of whoever is to act: each amount is reached on a street of its own, who puts in less folds to it."""
    hand = table.hand
    assert hand is not None
    legal = legal_moves(hand)
    assert legal is not None
    player = seat_at(table, SeatNo(hand.setup.seats[hand.waiting_for[0]])).player
    amounts = [0, *sorted({amount for amount in puts_in.values() if amount})]
    if hand.street + 1 >= len(amounts):
        return player, Check() if legal.check else Call()
    before, amount = amounts[hand.street], amounts[hand.street + 1]
    if puts_in.get(player, 0) < amount:
        return player, Check() if legal.check else Fold()
    if hand.round.price < amount - before and legal.raise_max is not None:
        return player, RaiseTo(to=min(legal.raise_max, amount - before))
    return player, Check() if legal.check else Call()


def deal(cup: Cup, table_id: TableId, holes: Mapping[PlayerId, str], board: str = BOARD) -> None:
    """The next hand of a table is dealt with these cards."""
    assert cup.tables[table_id].wait is Wait.DEAL
    cup.play(table_id, TimeOut(chance=cup.fresh()))
    cup.tables[table_id] = rigged(cup.tables[table_id], holes, board)


def play(cup: Cup, table_id: TableId, puts_in: Mapping[PlayerId, int]) -> None:
    """Play the hand of a table to its end."""
    while table_id in cup.tables and cup.tables[table_id].hand is not None:
        player, move = next_move(cup.tables[table_id], puts_in)
        cup.play(table_id, Play(by=player, move=move))


def play_hand(
    cup: Cup, table_id: TableId, holes: Mapping[PlayerId, str], puts_in: Mapping[PlayerId, int]
) -> None:
    """A whole hand of a table."""
    deal(cup, table_id, holes)
    play(cup, table_id, puts_in)


def stack(cup: Cup, player: PlayerId) -> int:
    """What a player has between hands."""
    for table in cup.tables.values():
        number = seat_of(table, player)
        if number is not None:
            return seat_at(table, number).stack
    return 0
