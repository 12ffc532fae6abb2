"""Reads the stakes of a new table as its host types them; whether they are sensible the rules say."""

from collections.abc import Mapping

from adapters.amounts import parse_chips, parse_count
from core.options import MOST_CHIPS, AnteRule, ButtonRule, TableOptions
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening
from core.refusals import Reason, Refused

FEWEST_BIG_BLINDS, MOST_BIG_BLINDS = 20, 200
"""The usual buy-in."""
USUAL = TableOptions()


def table_options(given: Mapping[str, str]) -> TableOptions:
    """Options from the arguments of `new` by name, the usual ones where nothing is given.

    ``blinds`` is ``50/100``, ``0/100`` for a single blind, or ``none/100`` for none and a smallest bet of 100;
    ``buyin`` is ``2000-20000``, by default 20 to 200 big blinds; ``antes`` (who pays) is each player unless it is
    said. Raises `Refused` for what is no number; ranges are the rules' business.
    """
    small, big, posted = _blinds(given.get("blinds", f"{USUAL.small_blind}/{USUAL.big_blind}"))
    low, high = _buy_in(given.get("buyin", f"{FEWEST_BIG_BLINDS * big}-{MOST_BIG_BLINDS * big}"), big)
    ante = _chips(given.get("ante", "0"), big)
    payers = AnteRule(given.get("antes", AnteRule.EACH if ante else AnteRule.NONE))
    return TableOptions(
        game=GameName(given.get("game", USUAL.game)),
        betting=Betting(given.get("betting", USUAL.betting)),
        reopening=Reopening(given.get("reopening", USUAL.reopening)),
        seats=_count(given, "seats", USUAL.seats),
        small_blind=small,
        big_blind=big,
        blinds_posted=posted,
        ante=ante,
        ante_rule=payers,
        min_buy_in=low,
        max_buy_in=high,
        raise_cap=_count(given, "cap", USUAL.raise_cap),
        chip_unit=_chips(given.get("unit", str(USUAL.chip_unit)), big),
        burns=given.get("burns") == "on",
        most_runs=_count(given, "runs", USUAL.most_runs),
        showing=Showing(given.get("showing", USUAL.showing)),
        button_rule=ButtonRule(given.get("button", USUAL.button_rule)),
        turn_seconds=_count(given, "seconds", USUAL.turn_seconds),
        time_bank_seconds=_count(given, "bank", USUAL.time_bank_seconds),
        pause_seconds=_count(given, "pause", USUAL.pause_seconds),
    )


def _blinds(text: str) -> tuple[int, int, bool]:
    """Small blind, big blind, and whether they are posted."""
    small, slash, big = text.partition("/")
    if not slash:
        raise Refused(Reason.NOT_AN_AMOUNT, asked=text[:40])
    posted = small.casefold() != "none"
    return (_chips(small, 0) if posted else 0), _chips(big, 0), posted


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
    return parse_count(given[name]) if name in given else usual
