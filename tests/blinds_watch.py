"""What must hold of each hand's line-up, said again without the rules' code: who is dealt in, where the blinds are."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.cardroom.table import Deal, Table, seat_at
from core.ids import SeatNo
from core.options import Entry
from core.poker.events import PostKind


@dataclass(frozen=True)
class Dealt:
    """One hand: who was dealt in, by name and seat, and who had the big blind."""

    players: frozenset[str]
    big: str
    bomb: bool


def check_lineup(before: Table, after: Table) -> Dealt:
    """Compare the hand that has just been dealt with the table as it was. The deal itself frees seats, fills stacks
    up and brings in new rules, so owing is read from who sits in the same seat as before."""
    deal = after.deal
    assert deal is not None
    seats = [SeatNo(seat) for seat in deal.hand.setup.seats]
    owed = {number for number in seats if _owed(before, after, number)}
    posters = _posters(deal)
    assert not [number for number in seats if seat_at(after, number).sitting_out]
    assert seats == sorted(seats, key=lambda seat: (seat <= deal.button, seat))
    if not deal.bomb:
        _check_blinds(before, after, seats, owed, posters)
    big = after.big_blind_seat
    players = {number: f"{seat_at(after, number).player} in {number}" for number in seats}
    return Dealt(
        players=frozenset(players.values()),
        big=players.get(big, "") if big is not None else "",
        bomb=deal.bomb,
    )


def _check_blinds(
    before: Table, after: Table, seats: Sequence[SeatNo], owed: set[SeatNo], posters: set[SeatNo]
) -> None:
    big, button, last = after.big_blind_seat, after.button, before.big_blind_seat
    assert big is not None
    assert big in seats
    assert button is not None
    assert len(seats) == 2 or big != button
    assert posters <= owed
    between = [seat for seat in seats if 0 < (seat - button) % 11 < (big - button) % 11]
    small = after.small_blind_seat
    if len(seats) > 2:
        freely = after.options.entry is Entry.FREE or not after.options.blinds_posted
        assert freely or set(between) <= {small}, "nobody is dealt in between the button and the blinds"
        assert button != small
    else:
        assert small == button or small not in seats
    if last is not None:
        assert big != last, "nobody has the big blind twice running"
        players = [seat for seat in seats if seat not in posters]
        if len(players) > 2:
            assert big == min(players, key=lambda seat: (seat - last) % 11 or 11), "nobody is skipped"
    if len(owed) <= len(seats) - 2:
        assert owed <= posters | {big}, "who owes comes in with the big blind or posts"
        assert not set(between) & owed


def _owed(before: Table, after: Table, number: SeatNo) -> bool:
    """Whether this player had to wait for the big blind or post."""
    was, now = before.seats[number - 1] if number <= len(before.seats) else None, seat_at(after, number)
    options = after.options
    if was is None or was.player != now.player:
        return False
    return options.entry is Entry.WAIT and options.blinds_posted and (was.owes_small or was.owes_big)


def _posters(deal: Deal) -> set[SeatNo]:
    kinds = (PostKind.POST, PostKind.DEAD_BLIND)
    return {
        SeatNo(deal.hand.setup.seats[post.position]) for post in deal.hand.setup.posts if post.kind in kinds
    }


def check_fair(hands: Sequence[Dealt]) -> int:
    """Between two big blinds of one player who was dealt in all along everybody else who was had exactly one, whatever
    the button does. Says how many rounds were compared; hands of two, whose button may stay, end a round."""
    hands = [hand for hand in hands if not hand.bomb]
    rounds = 0
    for start, first in enumerate(hands):
        there = first.players
        for end in range(start + 1, len(hands)):
            hand = hands[end]
            if len(hand.players) < 3 or first.big not in hand.players:
                break
            there &= hand.players
            if hand.big == first.big:
                rounds += 1
                had = [one.big for one in hands[start + 1 : end]]
                assert {player: had.count(player) for player in there - {first.big}} == dict.fromkeys(
                    there - {first.big}, 1
                )
                break
    return rounds
