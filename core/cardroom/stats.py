"""What a player's hands add up to: counts of one hand, their sum over a season, and the figures that follow from it.

How each is counted (product.md 5.3, rules.md 92):

* VPIP: hands in which the player put chips in before the flop by choice: a call, bet or raise. Blinds, antes and
  straddles are no choice. A walk (everyone folded to a player who never had to act) gave no choice, and neither did a
  hand without a move before the flop, as a bomb pot is: they are left out of the hands that VPIP and PFR are shares of.
* PFR: hands with a bet or raise before the flop.
* AF: bets and raises for each call after the flop.
* WTSD: showdowns for each flop seen; a player who is all-in before the flop sees it. W$SD: showdowns in which
  the player won chips, from any pot on any board.
* bb/100: big blinds won in a hundred hands. Each hand counts in hundredths of its own table's big blind.

A hand's record is all that is needed, and no card of it is looked at.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, Final

from core.ids import PlayerId
from core.poker.events import Street
from core.poker.moves import MoveName
from core.poker.record import HandRecord

LABELLED_FROM: Final = 50
"""Hands before a style is spoken of."""
LOOSE_FROM: Final = 280
"""VPIP in tenths of a percent: whoever plays more than about a quarter of all hands is loose."""
AGGRESSIVE_FROM: Final = 150
"""AF in hundredths: three bets or raises for two calls."""
ENOUGH_MOVES: Final = 10
"""Bets, raises and calls after the flop before AF says something; until then PFR's share of VPIP does."""
FLOP: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A player's sums over any number of hands; all are whole numbers, and `Counts()` is no hand at all."""

    hands: int = 0
    walks: int = 0
    """Hands that gave no choice before the flop."""
    vpip: int = 0
    pfr: int = 0
    raises: int = 0
    """Bets and raises after the flop."""
    calls: int = 0
    """Calls after the flop."""
    flops: int = 0
    showdowns: int = 0
    won: int = 0
    """Showdowns in which the player won chips."""
    net: int = 0
    """Chips won less chips lost."""
    net_bb: int = 0
    """The same in hundredths of a big blind, each hand rounded to the nearest."""
    biggest: int = 0
    """The most chips won from the pots of one hand."""

    def __add__(self, other: "Counts") -> "Counts":
        """Both together: all add up but `biggest`, which is the larger one."""
        sums = {name: getattr(self, name) + getattr(other, name) for name in _NAMES}
        return Counts(**{**sums, "biggest": max(self.biggest, other.biggest)})


PEAKS: Final = frozenset({"biggest"})
"""Counts of which the largest is kept and not the sum."""


class Style(StrEnum):
    """How somebody plays: tight or loose, passive or aggressive (rules.md 92)."""

    TAG = "tag"
    """Tight and aggressive."""
    LAG = "lag"
    """Loose and aggressive."""
    ROCK = "rock"
    """Tight and passive."""
    STATION = "station"
    """Loose and passive: a calling station."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What counts come to; None where there is nothing to divide by. Shares are in tenths of a percent."""

    vpip: int | None
    pfr: int | None
    af: int | None
    """In hundredths; None without a call."""
    wtsd: int | None
    wsd: int | None
    bb_100: int | None
    """In hundredths of a big blind for a hundred hands."""
    style: Style | None
    """From 50 hands on."""


def figures(counts: Counts) -> Figures:
    """The shares and rates of these counts, each rounded to the nearest."""
    chances = counts.hands - counts.walks
    return Figures(
        vpip=_rate(counts.vpip, chances, 1_000),
        pfr=_rate(counts.pfr, chances, 1_000),
        af=_rate(counts.raises, counts.calls, 100),
        wtsd=_rate(counts.showdowns, counts.flops, 1_000),
        wsd=_rate(counts.won, counts.showdowns, 1_000),
        bb_100=_rate(counts.net_bb, counts.hands, 100),
        style=_style(counts),
    )


def _style(counts: Counts) -> Style | None:
    vpip = _rate(counts.vpip, counts.hands - counts.walks, 1_000)
    if counts.hands < LABELLED_FROM or vpip is None:
        return None
    if counts.raises + counts.calls < ENOUGH_MOVES:
        aggressive = counts.vpip > 0 and 2 * counts.pfr >= counts.vpip
    else:
        aggressive = 100 * counts.raises >= AGGRESSIVE_FROM * counts.calls
    if vpip >= LOOSE_FROM:
        return Style.LAG if aggressive else Style.STATION
    return Style.TAG if aggressive else Style.ROCK


def _rate(part: int, whole: int, unit: int) -> int | None:
    return rounded(part * unit, whole) if whole else None


def rounded(part: int, whole: int) -> int:
    """`part` / `whole` (above 0) to the nearest whole number, halves away from 0, so that no sign is favoured."""
    nearest = (2 * abs(part) + whole) // (2 * whole)
    return nearest if part >= 0 else -nearest


def counted(record: HandRecord) -> dict[int, Counts]:
    """The counts of one hand for each seat that was dealt in."""
    tallies = {seat: _Tally() for seat, _ in record.deal.holes}
    rows: list[tuple[Any, ...]] = list(record.actions)
    choice = any(row[0] == Street.PREFLOP for row in rows)
    for row in rows:
        if row[0] in _STREETS:
            tallies[row[1]].take(row[0], row[2])
    awards: list[tuple[Any, ...]] = list(record.awards)
    for _, _, shares in awards:
        for seat, chips in shares:
            tallies[seat].won += chips
    flop = any(len(board) >= FLOP for board in record.deal.boards)
    live = sum(not tally.folded for tally in tallies.values())
    big_blind = int(dict(record.stakes)["big_blind"])
    nets = {one.seat: one.end - one.start for one in record.seats}
    return {seat: tally.counts(nets[seat], big_blind, live, flop, choice) for seat, tally in tallies.items()}


class _Tally:
    """What one player has done in a hand so far."""

    __slots__ = ("calls", "folded", "moved", "pfr", "raises", "vpip", "won")

    def __init__(self) -> None:
        self.calls = self.raises = self.vpip = self.pfr = self.won = 0
        self.moved = False
        self.folded = ""
        """The street that they folded on."""

    def take(self, street: str, move: str) -> None:
        """One move more."""
        self.moved = True
        raised, called = move in _RAISING, move == MoveName.CALL
        if move == MoveName.FOLD:
            self.folded = street
        elif street == Street.PREFLOP:
            self.pfr |= raised
            self.vpip |= raised or called
        else:
            self.raises += raised
            self.calls += called

    def counts(self, net: int, big_blind: int, live: int, flop: bool, choice: bool) -> Counts:
        """The hand's counts, with `live` players left in the end, the flop dealt or not, and a move before it or not
        (`choice`)."""
        showdown = live > 1 and not self.folded
        return Counts(
            hands=1,
            walks=int(not choice or not (flop or self.moved or live > 1)),
            vpip=int(self.vpip),
            pfr=int(self.pfr),
            raises=self.raises,
            calls=self.calls,
            flops=int(flop and self.folded != Street.PREFLOP),
            showdowns=int(showdown),
            won=int(showdown and self.won > 0),
            net=net,
            net_bb=rounded(100 * net, big_blind),
            biggest=self.won,
        )


_STREETS: Final = frozenset(street.value for street in Street)
_RAISING: Final = frozenset({MoveName.BET.value, MoveName.RAISE.value})
_NAMES: Final = tuple(each.name for each in fields(Counts))


def stat_args(record: HandRecord) -> tuple[tuple[str, str, int], ...]:
    """What the record adds to the season's counters: (player, name of the count, amount), none of amount 0.

    Computer opponents are not counted. For a name in `PEAKS` the amount is kept where it is the largest so far.
    """
    players = {one.seat: one.player for one in record.seats}
    return tuple(
        (players[seat], name, amount)
        for seat, counts in counted(record).items()
        if players[seat] and not players[seat].startswith("computer:")
        for name in _NAMES
        if (amount := getattr(counts, name))
    )


def read_counts(kept: Mapping[str, Mapping[str, int]]) -> dict[PlayerId, Counts]:
    """Counts by player from counters by player and name; counters of unknown names are passed over."""
    return {
        PlayerId(player): Counts(**{name: amount for name, amount in counters.items() if name in _NAMES})
        for player, counters in kept.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of a leaderboard. Players with the same net share a rank, and the next rank is as many places on."""

    rank: int
    player: PlayerId
    counts: Counts


def leaderboard(counts: Mapping[PlayerId, Counts]) -> tuple[Standing, ...]:
    """Everyone with a hand, most chips won first; of equals, who needed fewer hands, then by id."""
    rows = [(player, each) for player, each in counts.items() if each.hands]
    rows.sort(key=lambda row: (-row[1].net, row[1].hands, row[0]))
    nets = [each.net for _, each in rows]
    return tuple(Standing(rank=1 + nets.index(each.net), player=player, counts=each) for player, each in rows)
