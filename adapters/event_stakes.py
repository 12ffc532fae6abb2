"""Reads the rules of a new tournament as its host types them; whether they are sensible the rules say."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from adapters.amounts import parse_count, parse_number
from adapters.event_fit import FREE, require_fitting
from adapters.event_menu import EVENT_STAKES
from adapters.event_starts import starts_at
from core.cardroom.event_options import (
    BountyRule,
    EntryRule,
    EventOptions,
    Every,
    Kind,
    PayoutRule,
    checked_event,
    seats_of,
)
from core.cardroom.structure import MOST_ENTRANTS, PRESETS, Level, Speed, Structure
from core.ids import EventId
from core.options import TableOptions
from core.poker.games import GameName
from core.poker.rounds import Betting
from core.refusals import Reason, Refused

OFF: Final = frozenset({"off", "0", "關", "关"})
BRACKET_PLAYERS: Final = 8
"""Of a bracket that says no number."""
_RANGES: Final = {one.name: (one.minimum, one.maximum) for one in EVENT_STAKES}
_SCHEDULED: Final = ("checkin", "every")
"""What belongs to an event that starts at a time."""


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was typed, by the argument's name."""

    given: Mapping[str, str]

    def count(self, name: str, usual: int) -> int:
        if name not in self.given:
            return usual
        return parse_count(self.given[name], *_RANGES[name])

    def chips(self, name: str, usual: int, nothing: frozenset[str] = FREE) -> int:
        typed = self.given.get(name)
        if typed is None:
            return usual
        return 0 if typed.casefold() in nothing else parse_number(typed)


def event_options(given: Mapping[str, str], zone: str, now_ms: int) -> EventOptions:
    """The rules from the arguments of `create` by name; where nothing is given, those of the preset.

    A tournament without a time to start begins when it is full, which without ``max`` is one table. Raises `Refused`
    with what would have been right: DOES_NOT_FIT, BAD_STAKES and the range, NEEDS_START, BAD_LEVELS, BAD_BREAKS,
    BAD_SHARES, and those of `starts_at` and of amounts.
    """
    require_fitting(given)
    typed, usual = _Typed(given), EventOptions()
    kind = Kind(given.get("kind", Kind.TABLES))
    start = starts_at(given["starts"], zone, now_ms) if "starts" in given else None
    if start is None and (needs := next((one for one in _SCHEDULED if one in given), None)):
        raise Refused(Reason.NEEDS_START, asked=f"{needs}={given[needs][:20]}")
    table = _table(typed, kind)
    entry = EntryRule(given.get("entry", EntryRule.FREEZEOUT))
    buy_in = typed.chips("buyin", usual.buy_in)
    bounty_rule, bounty = _bounty(typed, buy_in)
    made = replace(
        usual,
        kind=kind,
        table=table,
        structure=_structure(typed),
        buy_in=buy_in,
        bounty_rule=bounty_rule,
        bounty=bounty,
        entry=entry,
        late_level=typed.count("late", _usual_late(kind, entry, start)),
        most_entries=typed.count("entries", usual.most_entries),
        most_rebuys=typed.count("rebuys", usual.most_rebuys),
        payout=_payout(given),
        shares=_shares(given.get("shares", "")),
        ticket=typed.chips("ticket", 0),
        min_entrants=typed.count("min", usual.min_entrants),
        starts_at=start,
        check_in_minutes=typed.count("checkin", 0),
        every=Every(given.get("every", Every.NONE)),
        shot_clock=typed.count("shotclock", 0),
        satellite_of=EventId(given["satellite"]) if "satellite" in given else None,
    )
    usual_most = MOST_ENTRANTS if start is not None else max(made.min_entrants, _one_sitting(made))
    return checked_event(replace(made, max_entrants=typed.count("max", usual_most)))


def _one_sitting(options: EventOptions) -> int:
    """How many a sit-and-go is for that says no number."""
    match options.kind:
        case Kind.TABLES:
            return seats_of(options)
        case Kind.SHOOTOUT:
            return seats_of(options) ** 2
        case Kind.BRACKET:
            return BRACKET_PLAYERS


def _usual_late(kind: Kind, entry: EntryRule, start: int | None) -> int:
    """Whoever sees a table that is full play has nothing to come late for, unless one can come again."""
    if kind is not Kind.TABLES or (start is None and entry is EntryRule.FREEZEOUT):
        return 0
    return EventOptions().late_level


def _table(typed: _Typed, kind: Kind) -> TableOptions:
    usual = TableOptions()
    return replace(
        usual,
        game=GameName(typed.given.get("game", usual.game)),
        betting=Betting(typed.given.get("betting", usual.betting)),
        seats=typed.count("seats", 2 if kind is Kind.BRACKET else usual.seats),
        turn_seconds=typed.count("seconds", usual.turn_seconds),
        time_bank_seconds=typed.count("bank", usual.time_bank_seconds),
    )


def _structure(typed: _Typed) -> Structure:
    preset = PRESETS[Speed(typed.given.get("speed", Speed.TURBO))]
    every, minutes = _breaks(typed.given.get("breaks", ""), preset)
    by_clock = typed.count("minutes", 0)
    return replace(
        preset,
        stack=typed.chips("stack", preset.stack),
        levels=_levels(typed.given["levels"]) if "levels" in typed.given else preset.levels,
        hands=0 if by_clock else typed.count("hands", preset.hands),
        minutes=by_clock,
        break_every=every,
        break_minutes=minutes,
    )


def _levels(text: str) -> tuple[Level, ...]:
    """``10/20,20/40,50/100/100``: small blind, big blind, and the ante of the big blind if there is one."""
    levels = []
    for one in text.replace("，", ",").strip(",").split(","):
        parts = [part.strip() for part in one.split("/")]
        if not 2 <= len(parts) <= 3 or not all(part.isascii() and part.isdecimal() for part in parts):
            raise Refused(Reason.BAD_LEVELS, asked=one.strip()[:40])
        small, big, *ante = (int(part[:12]) for part in parts)
        levels.append(Level(small_blind=small, big_blind=big, ante=ante[0] if ante else 0))
    return tuple(levels)


def _breaks(text: str, preset: Structure) -> tuple[int, int]:
    """Levels between two breaks, and minutes: ``6/5``; one number leaves the minutes as they are."""
    if not text:
        return preset.break_every, preset.break_minutes
    if text.casefold() in OFF:
        return 0, preset.break_minutes
    every, slash, minutes = text.partition("/")
    both = [part.strip() for part in (every, minutes if slash else str(preset.break_minutes))]
    if not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in both):
        raise Refused(Reason.BAD_BREAKS, asked=text[:40])
    return int(both[0]), int(both[1])


def _bounty(typed: _Typed, buy_in: int) -> tuple[BountyRule, int]:
    """One of the two is enough: half of the buy-in is the usual bounty, and the whole of it the usual knockout."""
    rule, bounty = typed.given.get("knockout"), typed.chips("bounty", 0)
    if rule is None:
        return (BountyRule.FIXED, bounty) if bounty else (BountyRule.NONE, 0)
    return BountyRule(rule), bounty if "bounty" in typed.given else buy_in // 2


def _payout(given: Mapping[str, str]) -> PayoutRule:
    """Shares and tickets say by themselves how it is paid."""
    if "payout" in given:
        return PayoutRule(given["payout"])
    if "shares" in given:
        return PayoutRule.CUSTOM
    return PayoutRule.TICKETS if {"ticket", "satellite"} & given.keys() else PayoutRule.STANDARD


def _shares(text: str) -> tuple[int, ...]:
    """``50,30,20``, by place."""
    if not text:
        return ()
    parts = [part.strip().removesuffix("%") for part in text.replace("，", ",").strip(",").split(",")]
    if not all(part.isascii() and part.isdecimal() and int(part[:9]) > 0 for part in parts):
        raise Refused(Reason.BAD_SHARES, asked=text[:40])
    return tuple(int(part[:9]) for part in parts)
