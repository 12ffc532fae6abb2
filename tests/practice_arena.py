"""Measures the computer opponents: how each temper plays, what the shark wins, and how long a decision takes.

Run it: `python -m tests.practice_arena [hands]`. Every figure but the times follows from the seeds.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

from core.actions import Temper
from core.cardroom.practice import choose
from core.ids import SeatNo
from core.poker.actions import Call, Check, Fold, Move, RaiseTo
from core.poker.games import GAMES, GameName
from core.poker.hand import Hand, Stage, apply, legal_moves, start
from core.poker.moves import MoveName
from core.poker.rounds import Betting
from tests.hands import simple_setup

BIG = 100
Player = Callable[[Hand, SeatNo, Random], Move]


@dataclass
class Tally:
    """What one player did and won over many hands."""

    hands: int = 0
    net: int = 0
    entered: int = 0
    raised: int = 0
    bets: int = 0
    calls: int = 0
    nets: list[float] = field(default_factory=list)

    def __add__(self, other: "Tally") -> "Tally":
        """Both players' hands as one player's."""
        return Tally(
            hands=self.hands + other.hands,
            net=self.net + other.net,
            entered=self.entered + other.entered,
            raised=self.raised + other.raised,
            bets=self.bets + other.bets,
            calls=self.calls + other.calls,
            nets=self.nets + other.nets,
        )

    @property
    def vpip(self) -> float:
        """Hands entered by choice, in per cent (rules.md 92)."""
        return 100 * self.entered / self.hands

    @property
    def pfr(self) -> float:
        """Hands raised before the flop, in per cent."""
        return 100 * self.raised / self.hands

    @property
    def aggression(self) -> float:
        """Bets and raises for each call after the flop."""
        return self.bets / max(1, self.calls)

    @property
    def won(self) -> float:
        """Big blinds won for each hundred hands."""
        return 100 * self.net / BIG / self.hands

    @property
    def doubt(self) -> float:
        """The standard error of `won`."""
        mean = sum(self.nets) / len(self.nets)
        spread = sum((net - mean) ** 2 for net in self.nets) / len(self.nets)
        return float(100 * (spread / len(self.nets)) ** 0.5)


def computer(temper: Temper | None, times: list[float] | None = None) -> Player:
    """A computer opponent; its thinking times in seconds go to `times`."""

    def move(hand: Hand, seat: SeatNo, rng: Random) -> Move:
        chance = rng.randbytes(32).hex()
        began = time.perf_counter()
        chosen = choose(hand, seat, temper, chance)
        if times is not None:
            times.append(time.perf_counter() - began)
        return chosen

    return move


def caller(hand: Hand, seat: SeatNo, rng: Random) -> Move:
    """Checks or calls, always."""
    legal = legal_moves(hand)
    return Check() if legal is None or legal.check else Call()


def anything(hand: Hand, seat: SeatNo, rng: Random) -> Move:
    """Any legal move with the same chance, raises to any legal total."""
    legal = legal_moves(hand)
    assert legal
    moves: list[Move] = [Check() if legal.check else Call()]
    if not legal.check:
        moves.append(Fold())
    if legal.raise_min is not None and legal.raise_max is not None:
        moves.append(RaiseTo(to=rng.randint(legal.raise_min, legal.raise_max)))
    return rng.choice(moves)


def play_hands(
    players: Sequence[Player],
    hands: int,
    *,
    seed: int,
    stack: int = 100 * BIG,
    betting: Betting = Betting.NO_LIMIT,
    game: GameName = GameName.HOLDEM,
) -> list[Tally]:
    """One tally a player; everybody starts each hand with `stack` and sits once in every place before long."""
    rng = Random(seed)
    n = len(players)
    tallies = [Tally() for _ in players]
    deck = list(GAMES[game].deck)
    setup = simple_setup(players=n, stack=stack, blinds=(BIG // 2, BIG), betting=betting, game=game)
    for number in range(hands):
        rng.shuffle(deck)
        hand, _ = start(setup, tuple(deck))
        who = [(at + number) % n for at in range(n)]
        while hand.stage is not Stage.OVER:
            at = hand.waiting_for[0]
            hand, _ = apply(hand, at, players[who[at]](hand, SeatNo(at), rng))
        for at, player in enumerate(who):
            count(tallies[player], hand, at)
    return tallies


def count(tally: Tally, hand: Hand, at: int) -> None:
    """Add a finished hand, played from position `at`."""
    mine = [moved for moved in hand.history if moved.position == at]
    early = {moved.move for moved in mine if moved.street == 0}
    late = [moved.move for moved in mine if moved.street > 0]
    raising = (MoveName.BET, MoveName.RAISE)
    tally.hands += 1
    tally.net += hand.nets[at]
    tally.nets.append(hand.nets[at] / BIG)
    tally.entered += not early.isdisjoint((MoveName.CALL, *raising))
    tally.raised += not early.isdisjoint(raising)
    tally.bets += sum(move in raising for move in late)
    tally.calls += late.count(MoveName.CALL)


def line(name: str, tally: Tally) -> str:
    """One player's figures."""
    return (
        f"  {name:<10} VPIP {tally.vpip:5.1f}  PFR {tally.pfr:5.1f}  AF {tally.aggression:5.2f}"
        f"  {tally.won:+8.1f} ± {tally.doubt:.1f} bb/100"
    )


def report(hands: int) -> list[str]:
    """All the figures, line by line."""
    times: list[float] = []
    tempers = [*Temper, Temper.SHARK, Temper.ROCK]
    lines = [
        f"{hands} hands each, 100 big blinds deep, six players unless said otherwise",
        "one table of all tempers:",
    ]
    tallies = play_hands([computer(temper, times) for temper in tempers], hands, seed=1)
    lines += [line(temper.value, tally) for temper, tally in zip(tempers, tallies, strict=True)]
    for name, rival in (("random players", anything), ("callers", caller)):
        for n in (2, 6):
            for seed in (2, 3):
                table = [computer(Temper.SHARK, times), *[rival] * (n - 1)]
                lines.append(f"shark against {n - 1} {name}, seed {seed}:")
                lines.append(line("shark", play_hands(table, hands, seed=seed)[0]))
    for betting in (Betting.POT_LIMIT, Betting.FIXED_LIMIT):
        lines.append(f"{betting.value}, shark against callers:")
        table = [computer(Temper.SHARK, times), *[caller] * 5]
        lines.append(line("shark", play_hands(table, hands, seed=4, betting=betting)[0]))
    for temper in (Temper.ROCK, Temper.STATION, Temper.MANIAC):
        lines.append(f"heads-up, shark against {temper.value}:")
        table = [computer(Temper.SHARK, times), computer(temper, times)]
        lines += map(line, ("shark", temper.value), play_hands(table, hands, seed=5))
    ms = [1000 * one for one in times]
    lines.append(
        f"time for a decision: median {median(ms):.2f} ms, 99 % under {quantiles(ms, n=100)[98]:.2f} ms,"
        f" longest {max(ms):.2f} ms, of {len(ms)}"
    )
    return lines


if __name__ == "__main__":
    sys.stdout.write("\n".join(report(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)) + "\n")
