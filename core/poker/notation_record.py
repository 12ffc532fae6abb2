"""One hand as a PHH file tells it, and how it is written as text.

PHH is TOML. Players are in the order of the deal, p1 left of the button; heads-up, where p1 is the big blind, blinds
and antes stand the other way round.

PHH has no word for some of what a table may play. That goes into a user-defined field, ``_riverbot``, which other
readers skip: ``betting`` (pot-limit hold'em has no code of its own, so it is written as NT, in which each of its
actions is legal too), ``reopening``, ``straddle_step``, ``cap`` (0 for none), ``chip_unit``, ``full_blinds`` (when
not all were posted) and ``boards`` (what was dealt to the second and further boards of a hand run several times).
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from core.poker.cards import Card
from core.poker.rounds import Betting, Reopening, StraddleStep

CAP = 4
"""One bet and three raises, where the file does not say (rules.md 32); none heads-up."""


class Variant(StrEnum):
    """The hold'em games among PHH's variant codes."""

    FIXED_LIMIT = "FT"
    NO_LIMIT = "NT"
    SHORT_DECK = "NS"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """Rules of the table that PHH has no field for: what `_riverbot` says, else what is usual."""

    betting: Betting
    reopening: Reopening = Reopening.CUMULATIVE
    straddle_step: StraddleStep = StraddleStep.RAISE
    cap: int | None = None
    """Bets and raises a street in fixed-limit; None for no cap."""
    chip_unit: int = 1
    full_blinds: int
    """All blinds in full, posted or not, in chips: what a pot-limit raise is measured by before the flop."""
    boards: tuple[tuple[Card, ...], ...] = ()
    """Of a hand run several times: what was dealt to each board after the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhhRecord:
    """One hand. Chips are ints; tuples with an entry a player are in the file's order."""

    variant: Variant
    antes: tuple[int, ...]
    blinds_or_straddles: tuple[int, ...]
    """Below 0 for a player who posts as much to come in, but does not move the opening of the betting."""
    min_bet: int
    """In fixed-limit the small bet."""
    big_bet: int
    """The bet of turn and river; the same as `min_bet` but in fixed-limit."""
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    ante_trimming_status: bool = False
    """Whoever could not pay the whole ante wins only as much of each other ante."""
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    seat_count: int | None = None
    table: str | int | None = None
    hand: str | int | None = None
    finishing_stacks: tuple[int, ...] = ()
    winnings: tuple[int, ...] = ()
    house: House
    others: Mapping[str, object] = field(default_factory=dict)
    """All other fields as TOML values, kept as they are: venue, time, user-defined ones, those of later versions."""


def usual_house(variant: Variant, players: int, blinds: int) -> House:
    """What is played where the file does not say; `blinds`: the sum of those it names, in chips."""
    fixed = variant is Variant.FIXED_LIMIT
    return House(
        betting=Betting.FIXED_LIMIT if fixed else Betting.NO_LIMIT,
        cap=CAP if fixed and players > 2 else None,
        full_blinds=blinds,
    )


def is_straddle(bet: int, blinds: Sequence[int], min_bet: int) -> bool:
    """Whether one of the `blinds_or_straddles` raises in the dark: it is more than the smallest bet, and somebody
    else has the big blind."""
    return bet > min_bet and any(min_bet <= blind < bet for blind in blinds)


def blinds_total(blinds: Sequence[int], min_bet: int) -> int:
    """The blinds in full, in chips, without straddles and what is posted to come in."""
    return sum([blind for blind in blinds if blind > 0 and not is_straddle(blind, blinds, min_bet)])


def heads_up_reversed(values: Sequence[int]) -> tuple[int, ...]:
    """Blinds or antes from the file's order to positions or back: of two players the file has the blinds swapped."""
    return tuple(reversed(values)) if len(values) == 2 else tuple(values)


def format_phh(record: PhhRecord) -> str:
    """The record as a PHH file. `actions` come last, so that a file cut short is always noticed."""
    fixed = record.variant is Variant.FIXED_LIMIT
    bets: dict[str, object] = (
        {"small_bet": record.min_bet, "big_bet": record.big_bet} if fixed else {"min_bet": record.min_bet}
    )
    fields: dict[str, object] = {
        "variant": record.variant.value,
        "ante_trimming_status": record.ante_trimming_status or None,
        "antes": record.antes,
        "blinds_or_straddles": record.blinds_or_straddles,
        **bets,
        "starting_stacks": record.starting_stacks,
        "players": record.players or None,
        "seats": record.seats or None,
        "seat_count": record.seat_count,
        "table": record.table,
        "hand": record.hand,
        "finishing_stacks": record.finishing_stacks or None,
        "winnings": record.winnings or None,
        "_riverbot": _house_fields(record) or None,
        **record.others,
    }
    lines = [f"{_key(name)} = {_value(value)}" for name, value in fields.items() if value is not None]
    actions = "".join([f"  {_value(action)},\n" for action in record.actions])
    return "\n".join([*lines, f"actions = [\n{actions}]", ""])


def _house_fields(record: PhhRecord) -> dict[str, object]:
    house = record.house
    blinds = blinds_total(record.blinds_or_straddles, record.min_bet)
    usual = usual_house(record.variant, len(record.starting_stacks), blinds)
    fields: dict[str, object] = {}
    if house.betting is not usual.betting:
        fields["betting"] = house.betting.value
    if house.reopening is not usual.reopening:
        fields["reopening"] = house.reopening.value
    if house.straddle_step is not usual.straddle_step:
        fields["straddle_step"] = house.straddle_step.value
    if house.cap != usual.cap:
        fields["cap"] = house.cap or 0
    if house.chip_unit != usual.chip_unit:
        fields["chip_unit"] = house.chip_unit
    if house.full_blinds != usual.full_blinds:
        fields["full_blinds"] = house.full_blinds
    if house.boards:
        fields["boards"] = ["".join(board) for board in house.boards]
    return fields


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: object) -> str:
    """A TOML value on one line; dates and times are written by themselves."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{" + ", ".join([f"{_key(name)} = {_value(inner)}" for name, inner in value.items()]) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join([_value(inner) for inner in value]) + "]"
    return str(value.isoformat() if hasattr(value, "isoformat") else value)
