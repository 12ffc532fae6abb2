"""The friends' ledger: everyone is even afterwards, with no transfer too many."""

import random
from itertools import combinations

import pytest

from core.cardroom.ledger import EXACT_UP_TO, Account, Transfer, settled, standings
from core.ids import PlayerId


def accounts(*nets: int) -> list[Account]:
    """Players a, b, c… who each brought 1,000 chips."""
    return [
        Account(player=PlayerId(chr(ord("a") + at)), brought=1_000, taken=1_000 + net)
        for at, net in enumerate(nets)
    ]


def fewest(nets: tuple[int, ...]) -> int:
    """By trying, for each group that adds up to nothing and holds the first player, how the rest settles."""
    nets = tuple(net for net in nets if net)
    if not nets:
        return 0
    others = range(1, len(nets))
    best = len(nets) - 1
    for size in range(1, len(nets) - 1):
        for group in combinations(others, size):
            if nets[0] + sum(nets[at] for at in group) == 0:
                rest = tuple(nets[at] for at in others if at not in group)
                best = min(best, size + fewest(rest))
    return best


def random_nets(chance: random.Random, players: int, largest: int) -> tuple[int, ...]:
    nets = [chance.randint(-largest, largest) for _ in range(players - 1)]
    return (*nets, -sum(nets))


def check_even(nets: tuple[int, ...], transfers: tuple[Transfer, ...]) -> None:
    left = {one.player: one.net for one in accounts(*nets)}
    for transfer in transfers:
        assert transfer.chips > 0
        left[transfer.giver] += transfer.chips
        left[transfer.taker] -= transfer.chips
    assert not any(left.values())


def test_two_pairs_settle_with_two_transfers_and_not_three() -> None:
    transfers = settled(accounts(500, 300, -300, -500))
    assert [(one.giver, one.taker, one.chips) for one in transfers] == [("d", "a", 500), ("c", "b", 300)]


def test_a_largest_first_settlement_would_need_more() -> None:
    # 9 - 5 - 4 and 7 - 6 - 1 settle apart, with 2 + 2 transfers. Largest first: 6 to 9, 5 to 7, 4 to 3, 1 to 2 of
    # what is left, and 1 more: five.
    nets = (9, 7, -6, -5, -4, -1)
    transfers = settled(accounts(*nets))
    check_even(nets, transfers)
    assert len(transfers) == 4


@pytest.mark.parametrize("largest", [3, 8, 500])
def test_the_transfers_are_the_fewest_that_there_are(largest: int) -> None:
    chance = random.Random(f"ledger {largest}")
    for players in range(2, 9):
        for _ in range(25):
            nets = random_nets(chance, players, largest)
            transfers = settled(accounts(*nets))
            check_even(nets, transfers)
            assert len(transfers) == fewest(nets)


def test_twelve_players_are_settled_exactly() -> None:
    nets = tuple(net for pair in range(1, 7) for net in (100 * pair + 7, -100 * pair - 7))
    assert len(nets) == EXACT_UP_TO
    transfers = settled(accounts(*nets))
    check_even(nets, transfers)
    assert len(transfers) == 6


def test_more_players_are_settled_with_at_most_one_transfer_less_than_they_are() -> None:
    chance = random.Random("many")
    for players in (13, 20, 26):
        nets = random_nets(chance, players, 10_000)
        transfers = settled(accounts(*nets))
        check_even(nets, transfers)
        assert len(transfers) < players


def test_nobody_pays_when_all_are_even() -> None:
    assert settled(accounts(0, 0, 0)) == ()
    assert settled([]) == ()


def test_chips_that_are_not_accounted_for_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        settled(accounts(10, -5))
    with pytest.raises(ValueError, match="two accounts"):
        settled([*accounts(5, -5), *accounts(5)])


def test_who_is_up_stands_first() -> None:
    assert [one.player for one in standings(accounts(-5, 10, -5))] == ["b", "a", "c"]
