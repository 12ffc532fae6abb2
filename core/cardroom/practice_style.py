"""How the four tempers differ, the mood of one decision, and the sizes they bet in."""

from dataclasses import dataclass
from hashlib import sha256

from core.actions import Temper
from core.cardroom.practice_spot import Spot
from core.poker.actions import RaiseTo

_SHOVE_AT = 0.6
"""A raise that would put in this part of the stack puts in all of it."""
_BLUFF_MOST = 0.4
"""No bluff costs this part of the stack."""
_ROUND_BIG = 20
"""From so many big blinds on a bet is rounded to whole ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One temper in numbers. Widths are shares of all hands; chances and strengths go from 0 to 1."""

    opens: float
    """Times the usual width of a first raise."""
    open_size: float
    """Of a first raise, in big blinds."""
    limps: float
    """The width of calling the big blind as the first one in."""
    joins: float
    """The same behind others who have called it, and from the small blind."""
    calls: float
    """Times the usual width of calling a raise."""
    reraises: float
    """Times the usual width of a re-raise."""
    lights: float
    """The chance of a re-raise with a hand just short of a call."""
    value: float
    """The strength from which it bets for value."""
    raises: float
    """The strength from which it raises a bet."""
    follows: float
    """The chance to bet on the flop as the last raiser, whatever came."""
    semis: float
    """The chance to bet a good draw."""
    bluffs: float
    """The chance to bet nothing when others have shown weakness."""
    traps: float
    """The chance to check or just call with a very strong hand."""
    margin: float
    """How much better than the pot odds a call must be; below 0 it pays to see more."""
    size: float
    """Times the usual size of a bet."""
    runs: int
    """Boards it likes when everybody is all-in."""


ROCK = Style(
    opens=0.42,
    open_size=3.0,
    limps=0.1,
    joins=0.16,
    calls=0.7,
    reraises=0.5,
    lights=0.0,
    value=0.76,
    raises=0.92,
    follows=0.4,
    semis=0.2,
    bluffs=0.03,
    traps=0.2,
    margin=0.03,
    size=0.9,
    runs=2,
)
SHARK = Style(
    opens=1.0,
    open_size=2.5,
    limps=0.0,
    joins=0.25,
    calls=1.0,
    reraises=1.0,
    lights=0.15,
    value=0.62,
    raises=0.78,
    follows=0.65,
    semis=0.6,
    bluffs=0.25,
    traps=0.15,
    margin=-0.01,
    size=1.0,
    runs=2,
)
STATION = Style(
    opens=0.15,
    open_size=2.5,
    limps=0.5,
    joins=0.65,
    calls=2.6,
    reraises=0.25,
    lights=0.0,
    value=0.86,
    raises=0.96,
    follows=0.12,
    semis=0.1,
    bluffs=0.02,
    traps=0.3,
    margin=-0.13,
    size=0.7,
    runs=1,
)
MANIAC = Style(
    opens=1.9,
    open_size=3.2,
    limps=0.0,
    joins=0.5,
    calls=1.6,
    reraises=2.2,
    lights=0.3,
    value=0.52,
    raises=0.7,
    follows=0.85,
    semis=0.85,
    bluffs=0.5,
    traps=0.05,
    margin=-0.06,
    size=1.2,
    runs=1,
)


def style_of(temper: Temper | None) -> Style:
    """A temper's numbers; a computer opponent without one plays as a shark."""
    match temper:
        case Temper.ROCK:
            return ROCK
        case Temper.SHARK | None:
            return SHARK
        case Temper.STATION:
            return STATION
        case Temper.MANIAC:
            return MANIAC


@dataclass(frozen=True, slots=True, kw_only=True)
class Mood:
    """The chance in one decision: independent numbers from 0 up to 1, each for one question."""

    bold: float
    """Whether to bet without a hand."""
    sly: float
    """Whether to hide a strong one."""
    lean: float
    """Which way a close decision falls."""
    size: float
    """How large a bet is within its usual range."""
    sample: int
    """Which part of the opponents' possible hands is looked at."""


def mood_of(chance: str) -> Mood:
    """The mood that follows from fresh randomness in hex digits; raises `ValueError` for anything else."""
    digest = sha256(b"riverbot computer mood" + bytes.fromhex(chance)).digest()
    bold, sly, lean, size, sample = (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 20, 4))
    most = 1 << 32
    return Mood(bold=bold / most, sly=sly / most, lean=lean / most, size=size / most, sample=sample)


def raise_to(spot: Spot, total: float, *, strong: bool) -> RaiseTo | None:
    """A bet or raise to about `total` chips in a size people use, or None where it cannot be made.

    A hand that is not `strong` never puts in much of its stack: then it's None.
    """
    low, high = spot.legal.raise_min, spot.legal.raise_max
    if low is None or high is None:
        return None
    most = min(high, max(low, spot.reach))
    to = max(low, min(most, _rounded(spot, total)))
    added = to - spot.bet
    if not strong:
        return None if added >= _BLUFF_MOST * spot.stack else RaiseTo(to=to)
    if added >= _SHOVE_AT * spot.stack or to >= 0.85 * spot.reach:
        to = most
    return RaiseTo(to=to)


def _rounded(spot: Spot, total: float) -> int:
    step = spot.small or max(1, spot.big // 2)
    if total >= _ROUND_BIG * spot.big:
        step = spot.big
    return max(step, round(total / step) * step)
