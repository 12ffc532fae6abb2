"""Reads the stakes of a new table as its host types them; whether they are sensible the rules say."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from adapters.amounts import parse_chips, parse_count
from adapters.menu import STAKES
from core.options import MOST_CHIPS, AnteRule, AskRule, ButtonRule, Entry, StraddleRule, TableOptions
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening, StraddleStep
from core.refusals import Reason, Refused

FEWEST_BIG_BLINDS, MOST_BIG_BLINDS = 20, 200
"""The usual buy-in."""
USUAL = TableOptions()
OFF = "off"
_OFF_AT_0 = frozenset({"seven", "rathole"})
_RANGES = {one.name: (one.minimum, one.maximum) for one in STAKES}


def table_options(given: Mapping[str, str], now: TableOptions | None = None) -> TableOptions:
    """Options from the arguments of `new` by name; where nothing is given those of `now`, a table's, or the usual ones.

    ``blinds`` is ``50/100``, ``0/100`` for a single blind, or ``none/100`` for none and a smallest bet of 100;
    ``buyin`` is ``2000-20000``, by default 20 to 200 big blinds, or what the host has typed; ``antes`` (who
    pays) is each player unless it is said. ``bomb`` is ``10``, ``10/2`` or ``10/2/2``: each so many hands, big
    blinds a player, boards. Raises `Refused` for what is no number; ranges are the rules' business.
    """
    old = now or USUAL
    first = old.small_blind if old.blinds_posted else "none"
    with _form("blinds"):
        small, big, posted = _blinds(given.get("blinds", f"{first}/{old.big_blind}"))
    with _form("buyin"):
        low, high = _buy_in(given.get("buyin", _usual_buy_in(now, big)), big)
    ante = _chips(given.get("ante", str(old.ante)), big)
    payers = AnteRule(given.get("antes", _usual_payers(old, ante)))
    with _form("bomb"):
        every, bomb_ante, boards = _bomb(given.get("bomb", ""), old)
    return replace(
        old,
        game=GameName(given.get("game", old.game)),
        betting=Betting(given.get("betting", old.betting)),
        reopening=Reopening(given.get("reopening", old.reopening)),
        seats=_count(given, "seats", old.seats),
        small_blind=small,
        big_blind=big,
        blinds_posted=posted,
        ante=ante,
        ante_rule=payers,
        min_buy_in=low,
        max_buy_in=high,
        raise_cap=_count(given, "cap", old.raise_cap),
        chip_unit=_chips(given.get("unit", str(old.chip_unit)), big),
        burns=_switch(given, "burns", old.burns),
        most_runs=_count(given, "runs", old.most_runs),
        showing=Showing(given.get("showing", old.showing)),
        button_rule=ButtonRule(given.get("button", old.button_rule)),
        turn_seconds=_count(given, "seconds", old.turn_seconds),
        time_bank_seconds=_count(given, "bank", old.time_bank_seconds),
        pause_seconds=_count(given, "pause", old.pause_seconds),
        entry=Entry(given.get("entry", old.entry)),
        match_stack=_switch(given, "match", old.match_stack),
        same_stack_minutes=_count(given, "rathole", old.same_stack_minutes),
        straddle=StraddleRule(given.get("straddle", old.straddle)),
        bomb_every=every,
        bomb_ante=bomb_ante,
        bomb_boards=boards,
        seven_deuce=_count(given, "seven", old.seven_deuce),
        asking=AskRule(given.get("asking", old.asking)),
        rabbit=_switch(given, "rabbit", old.rabbit),
        aids=_switch(given, "aids", old.aids),
        straddle_step=StraddleStep(given.get("step", old.straddle_step)),
        all_in_up=_switch(given, "faceup", old.all_in_up),
        friends_ledger=_switch(given, "ledger", old.friends_ledger),
        computer_ms=_count(given, "thinking", old.computer_ms),
        orbit_bank_seconds=_count(given, "orbit", old.orbit_bank_seconds),
    )


@contextmanager
def _form(option: str) -> Iterator[None]:
    """A refusal of what is typed for this option says how it is typed, instead of how many chips there may be."""
    try:
        yield
    except Refused as refused:
        asked = {name: value for name, value in refused.numbers.items() if name in ("asked", "plain")}
        raise Refused(refused.reason, **asked, form=option) from None


def _usual_buy_in(now: TableOptions | None, big: int) -> str:
    """The usual one of these blinds; at a table that goes on with another, that one, as far as it is possible."""
    usual = (FEWEST_BIG_BLINDS, MOST_BIG_BLINDS)
    if now is None or (now.min_buy_in, now.max_buy_in) == tuple(each * now.big_blind for each in usual):
        return "-".join(str(each * big) for each in usual)
    low = max(now.min_buy_in, big)
    return f"{low}-{max(now.max_buy_in, low)}"


def _usual_payers(old: TableOptions, ante: int) -> AnteRule:
    """Who pays an ante when nobody says it."""
    if not ante:
        return AnteRule.NONE
    return AnteRule.EACH if old.ante_rule is AnteRule.NONE else old.ante_rule


def _blinds(text: str) -> tuple[int, int, bool]:
    """Small blind, big blind, and whether they are posted."""
    small, slash, big = text.partition("/")
    if not slash:
        raise Refused(Reason.NOT_AN_AMOUNT, asked=text[:40])
    posted = small.casefold() != "none"
    return (_chips(small, 0) if posted else 0), _chips(big, 0), posted


def _bomb(text: str, old: TableOptions) -> tuple[int, int, int]:
    """Hands from bomb pot to bomb pot, big blinds of each player, boards; the old ones where less is said."""
    given = [0] if text == OFF else [parse_count(part) for part in text.split("/", 2)] if text else []
    every, ante, boards = (*given, *(old.bomb_every, old.bomb_ante, old.bomb_boards)[len(given) :])
    return every, ante, boards


def _switch(given: Mapping[str, str], name: str, usual: bool) -> bool:
    return given[name] == "on" if name in given else usual


def _buy_in(text: str, big_blind: int) -> tuple[int, int]:
    """Smallest and largest; one number is both."""
    low, dash, high = text.partition("-")
    return _chips(low, big_blind), _chips(high if dash else low, big_blind)


def _chips(text: str, big_blind: int) -> int:
    """An amount of chips, or 0."""
    if text == "0":
        return 0
    return parse_chips(text, minimum=1, maximum=MOST_CHIPS, big_blind=big_blind)


def _count(given: Mapping[str, str], name: str, usual: int) -> int:
    """A whole number, and ``off`` for 0 where 0 turns it off."""
    if name not in given:
        return usual
    if given[name] == OFF and name in _OFF_AT_0:
        return 0
    minimum, maximum = _RANGES.get(name, (None, None))
    return parse_count(given[name], minimum, maximum)
