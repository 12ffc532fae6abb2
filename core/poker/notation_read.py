"""A PHH file's text read into a record: which hands are taken, and what is wrong with the others."""

from typing import Any

from core.poker.cards import Card
from core.poker.notation_actions import MOST_CHIPS, BadNotation, quoted, read_action
from core.poker.notation_fields import chips, chips_each, choice, each, label, optional, required, toml_fields
from core.poker.notation_record import House, PhhRecord, Variant, blinds_total, usual_house
from core.poker.rounds import Betting, Reopening, StraddleStep

MOST_PLAYERS = 10
TEXTS = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time_zone", "time_zone_abbreviation", "currency", "currency_symbol"),
)
NUMBERS = ("day", "month", "year", "level")


def read_phh(text: str) -> PhhRecord:
    """The hand in a PHH file's text; raises `BadNotation` with the reason.

    Taken are the hold'em variants NT, FT and NS, with 2 to 10 players and whole chips. Each action is read, not
    judged: that is for `core.poker.notation_replay.replay`.
    """
    fields = toml_fields(text)
    variant = _variant(fields)
    stacks = _stacks(fields)
    n = len(stacks)
    blinds = chips_each(fields, "blinds_or_straddles", n, signed=True)
    min_bet, big_bet = _bets(fields, variant)
    record = PhhRecord(
        variant=variant,
        antes=chips_each(fields, "antes", n),
        blinds_or_straddles=blinds,
        min_bet=min_bet,
        big_bet=big_bet,
        starting_stacks=stacks,
        actions=_actions(fields, n),
        ante_trimming_status=optional(fields, "ante_trimming_status", bool) or False,
        players=each(fields, "players", n, str),
        seats=each(fields, "seats", n, int),
        seat_count=optional(fields, "seat_count", int),
        table=label(fields, "table"),
        hand=label(fields, "hand"),
        finishing_stacks=chips_each(fields, "finishing_stacks", n) if "finishing_stacks" in fields else (),
        winnings=chips_each(fields, "winnings", n) if "winnings" in fields else (),
        house=_house(optional(fields, "_riverbot", dict) or {}, variant, n, blinds_total(blinds, min_bet)),
        others=fields,
    )
    _check(record)
    return record


def _variant(fields: dict[str, Any]) -> Variant:
    code = required(fields, "variant", str)
    try:
        return Variant(code)
    except ValueError:
        raise BadNotation(
            f"variant {quoted(code)} is not dealt here; the hold'em games are: NT (no-limit), FT (fixed-limit) "
            "and NS (no-limit short-deck)"
        ) from None


def _stacks(fields: dict[str, Any]) -> tuple[int, ...]:
    values = fields.get("starting_stacks")
    players = len(values) if isinstance(values, list) else 0
    if isinstance(values, list) and not 2 <= players <= MOST_PLAYERS:
        raise BadNotation(f"starting_stacks has {players} players; 2 to {MOST_PLAYERS} can play")
    stacks = chips_each(fields, "starting_stacks", players)
    if not all(stacks):
        raise BadNotation("starting_stacks: a player without chips cannot be dealt in")
    if sum(stacks) > MOST_CHIPS:
        raise BadNotation("starting_stacks add up to more chips than can be counted")
    return stacks


def _bets(fields: dict[str, Any], variant: Variant) -> tuple[int, int]:
    """The smallest bet early and late in the hand."""
    fixed = variant is Variant.FIXED_LIMIT
    early = chips(fields, "small_bet" if fixed else "min_bet")
    late = chips(fields, "big_bet") if fixed else early
    for unfit in ("min_bet", "small_bet", "big_bet", "bring_in"):
        if unfit in fields:
            raise BadNotation(f"{unfit} is no field of variant {variant}")
    if not 0 < early <= late:
        raise BadNotation("bets are above 0, and the big bet is no smaller than the small one")
    return early, late


def _actions(fields: dict[str, Any], players: int) -> tuple[str, ...]:
    actions: list[Any] = required(fields, "actions", list)
    for number, action in enumerate(actions, 1):
        if not isinstance(action, str):
            raise BadNotation("an action is a text", action=number)
        try:
            read_action(action, players)
        except BadNotation as bad:
            raise BadNotation(bad.reason, action=number) from None
    return tuple(actions)


def _house(said: dict[str, Any], variant: Variant, players: int, blinds: int) -> House:
    usual = usual_house(variant, players, blinds)
    house = House(
        betting=choice(said, "betting", Betting, usual.betting),
        reopening=choice(said, "reopening", Reopening, usual.reopening),
        straddle_step=choice(said, "straddle_step", StraddleStep, usual.straddle_step),
        cap=(chips(said, "cap") or None) if "cap" in said else usual.cap,
        chip_unit=chips(said, "chip_unit") if "chip_unit" in said else usual.chip_unit,
        full_blinds=chips(said, "full_blinds") if "full_blinds" in said else usual.full_blinds,
        boards=tuple([_board(text) for text in optional(said, "boards", list) or []]),
    )
    if said:
        raise BadNotation(f"_riverbot: {quoted(', '.join(said))} is not understood")
    if house.chip_unit < 1:
        raise BadNotation("_riverbot: chip_unit is at least 1")
    if (house.betting is Betting.FIXED_LIMIT) != (variant is Variant.FIXED_LIMIT):
        raise BadNotation(f"_riverbot: {house.betting} is not how variant {variant} is bet")
    return house


def _board(text: object) -> tuple[Card, ...]:
    if not isinstance(text, str) or not 2 <= len(text) <= 10 or len(text) % 2:
        raise BadNotation("_riverbot: boards are texts of one to five cards")
    try:
        return tuple([Card(text[at : at + 2]) for at in range(0, len(text), 2)])
    except ValueError:
        raise BadNotation(f"_riverbot: {quoted(text)} is not a board") from None


def _check(record: PhhRecord) -> None:
    """Fields that must fit one another, and those that are only kept."""
    if len(set(record.seats)) != len(record.seats):
        raise BadNotation("seats: two players have one seat")
    for name, stacks in (("finishing_stacks", record.finishing_stacks), ("winnings", record.winnings)):
        if sum(stacks) > sum(record.starting_stacks):
            raise BadNotation(f"{name} add up to more chips than were on the table")
    others = dict(record.others)
    for name in TEXTS:
        optional(others, name, str)
    for name in NUMBERS:
        optional(others, name, int)
