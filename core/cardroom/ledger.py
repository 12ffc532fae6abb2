"""The friends' ledger: who is up and who is down after a session, and the fewest transfers that settle it. Chips only.

Players whose nets add up to nothing can settle among themselves, and k players do so with k - 1 transfers at most. So
the fewest transfers come from the most such groups that the players can be split into: that is searched exactly for
up to 12 players who are not even, and with more of them the largest debt is paid to the largest credit in turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from core.events import Event, SeatFreed, SeatTaken
from core.ids import PlayerId
from core.side_events import ChipsAdded, ChipsReturned

EXACT_UP_TO: Final = 12
"""Players who are not even: 4,096 groups to look at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One player's session in chips: what was brought to the table, and what was taken from it or is still there."""

    player: PlayerId
    brought: int
    taken: int

    @property
    def net(self) -> int:
        """Chips won, below 0 when lost."""
        return self.taken - self.brought


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Chips that a player brought to the table, or took away from it."""

    player: PlayerId
    name: str
    brought: int = 0
    taken: int = 0


def carried(events: Iterable[Event]) -> tuple[Carried, ...]:
    """What the events of one commit brought to the table and took from it, computer opponents' chips too."""
    found: list[Carried] = []
    for event in events:
        if isinstance(event, SeatTaken | ChipsAdded):
            found.append(Carried(player=event.player, name=event.name, brought=event.chips))
        elif isinstance(event, SeatFreed | ChipsReturned):
            found.append(Carried(player=event.player, name=event.name, taken=event.chips))
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """`chips` (above 0) from one player to another."""

    giver: PlayerId
    taker: PlayerId
    chips: int


def standings(accounts: Iterable[Account]) -> tuple[Account, ...]:
    """Whoever is up most first; equals by id."""
    return tuple(sorted(accounts, key=lambda one: (-one.net, one.player)))


def settled(accounts: Iterable[Account]) -> tuple[Transfer, ...]:
    """Transfers after which everyone is even, as few as can be, the largest first.

    Raises `ValueError` when the nets do not add up to nothing, so that some chips are not accounted for, or when a
    player is named twice.
    """
    accounts = tuple(accounts)
    owed = {one.player: one.net for one in accounts}
    if len(owed) < len(accounts):
        raise ValueError("a player has two accounts")
    if sum(owed.values()):
        raise ValueError("the nets do not add up to nothing")
    uneven = sorted(
        (player for player, net in owed.items() if net), key=lambda player: (-owed[player], player)
    )
    nets = [owed[player] for player in uneven]
    groups = _groups(nets) if len(nets) <= EXACT_UP_TO else [list(range(len(nets)))]
    found = [
        Transfer(giver=uneven[giver], taker=uneven[taker], chips=chips)
        for group in groups
        for giver, taker, chips in _within(nets, group)
    ]
    return tuple(sorted(found, key=lambda one: (-one.chips, one.giver, one.taker)))


def _groups(nets: Sequence[int]) -> list[list[int]]:
    """The most groups of which each adds up to nothing, by their places in `nets`.

    `most[mask]` is the largest number of such groups that can be closed while the players of `mask` are taken one
    after another; a group closes whenever what was taken so far adds up to nothing.
    """
    full = (1 << len(nets)) - 1
    sums, most, last = [0] * (full + 1), [0] * (full + 1), [0] * (full + 1)
    for mask in range(1, full + 1):
        low = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + nets[low]
        members = [at for at in range(len(nets)) if mask >> at & 1]
        last[mask] = max(members, key=lambda at: most[mask ^ (1 << at)])
        most[mask] = most[mask ^ (1 << last[mask])] + (not sums[mask])
    groups: list[list[int]] = []
    mask = full
    while mask:
        if not sums[mask]:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return groups


def _within(nets: Sequence[int], group: Iterable[int]) -> list[tuple[int, int, int]]:
    """(giver, taker, chips): the largest debt to the largest credit, until all are even."""
    left = {at: nets[at] for at in group}
    found: list[tuple[int, int, int]] = []
    while any(left.values()):
        giver = min(left, key=lambda at: (left[at], at))
        taker = max(left, key=lambda at: (left[at], -at))
        chips = min(-left[giver], left[taker])
        found.append((giver, taker, chips))
        left[giver] += chips
        left[taker] -= chips
    return found
