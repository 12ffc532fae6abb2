"""Reads amounts as people type them: ``300``, ``1.2k``, ``3bb``, ``2/3``, ``pot``, ``all-in``.

An amount is always the total of the street ("raise to", TDA 43-B). A typed number is taken exactly or refused: it
is never rounded and never moved into the legal range, which the rules check; so is all-in, which means everything
under every limit. Another named size is what its button would be: rounded down to a whole chip, then kept within
the legal range.
"""

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction
from typing import NoReturn

from core.poker.betting import Legal
from core.refusals import Reason, Refused

MOST_DIGITS = 12
"""More digits than any amount at any table can have."""
LONGEST = 40
"""Characters of an amount that are looked at, and quoted back."""

MIN_WORDS = frozenset({"min", "minimum", "最小", "最低"})
MAX_WORDS = frozenset({"max", "maximum", "最大", "最高"})
ALL_IN_WORDS = frozenset(
    {"allin", "all-in", "all in", "all", "jam", "shove", "全下", "全押", "全进", "全進", "梭哈", "梭", "推"}
)
SIZE_WORDS = {
    "pot": Fraction(1),
    "full pot": Fraction(1),
    "底池": Fraction(1),
    "滿池": Fraction(1),
    "满池": Fraction(1),
    "彩池": Fraction(1),
    "half": Fraction(1, 2),
    "half pot": Fraction(1, 2),
    "半池": Fraction(1, 2),
    "半個底池": Fraction(1, 2),
    "半个底池": Fraction(1, 2),
}
_FRACTIONS = str.maketrans({"½": " 1/2 ", "⅓": " 1/3 ", "⅔": " 2/3 ", "¼": " 1/4 ", "¾": " 3/4 "})
_UNITS = {"": 1, "k": 1_000, "千": 1_000, "m": 1_000_000, "萬": 10_000, "万": 10_000}
_BIG_BLINDS = frozenset({"bb", "大盲"})

_NUMBER = re.compile(
    r"(?P<whole>[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.(?P<part>[0-9]+))? ?(?P<unit>[^0-9., ]*)"
)
_PART_OF_POT = re.compile(r"(?P<over>[0-9]{1,2})/(?P<under>[0-9]{1,2})(?: ?(?:pot|底池|彩池|池))?")


def parse(text: str, *, legal: Legal, price: int, pot: int, big_blind: int) -> int:
    """The total, in chips, that `text` asks to bet or raise to.

    `price` is the bet to match, `pot` everything in the middle with this street's bets, `legal` what the player may
    do. When no raise is legal a size is given as it comes, for the rules to refuse with the reason. Raises
    `Refused`: NOT_AN_AMOUNT (also for zero and less), NOT_WHOLE_CHIPS, FULL_WIDTH_DIGITS, NUMBER_TOO_LONG, each with
    `minimum` and `maximum` when a raise is legal.
    """
    low, high = legal.raise_min, legal.raise_max
    typed = _tidy(text)
    if typed in ALL_IN_WORDS:
        return legal.all_in
    if typed in MAX_WORDS:
        return legal.all_in if high is None else high
    if typed in MIN_WORDS:
        return price + big_blind if low is None else low
    part = _pot_share(typed)
    if part is not None:
        return _within(raise_to(part, price=price, pot=pot, call=legal.call), low, high)
    return _number(text, typed, low, high, big_blind)


def means_all_in(text: str) -> bool:
    """Whether these words mean everything, which may be a call rather than a raise."""
    return _tidy(text) in ALL_IN_WORDS


def parse_chips(text: str, *, minimum: int, maximum: int, big_blind: int) -> int:
    """A number of chips to sit down with: as in `parse`, without the sizes that need a hand."""
    typed = _tidy(text)
    if typed in MIN_WORDS:
        return minimum
    if typed in MAX_WORDS or typed in ALL_IN_WORDS:
        return maximum
    return _number(text, typed, minimum, maximum, big_blind)


def parse_number(text: str) -> int:
    """A number of chips of its own, 1 or more, for which no table has a range and no word says how many."""
    return _number(text, _tidy(text), None, None, 0)


def is_plain(text: str) -> bool:
    """Whether this is a number above zero in plain digits, which means itself whatever the table."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text) > 0


def parse_count(text: str, minimum: int | None = None, maximum: int | None = None) -> int:
    """A plain whole number, 0 or more: seats, seconds, a hand's number.

    `minimum` and `maximum` are for the refusal of what is no number; whether a number is within them the rules say.
    Raises `Refused` NOT_A_COUNT, FULL_WIDTH_DIGITS, NUMBER_TOO_LONG.
    """
    asked = text.strip()[:LONGEST]
    possible = _range(minimum, maximum)
    _check_digits(text, asked, possible)
    if not (asked.isascii() and asked.isdecimal()):
        raise Refused(Reason.NOT_A_COUNT, asked=asked, **possible)
    return int(asked)


def raise_to(part: Fraction, *, price: int, pot: int, call: int) -> int:
    """A raise by a part of the pot, as a total in whole chips, rounded down: price + part x (pot + call)."""
    return price + int(part * (pot + call))


def _within(size: int, low: int | None, high: int | None) -> int:
    return size if low is None or high is None else max(low, min(size, high))


def _tidy(text: str) -> str:
    """One spelling for what means the same; ``½`` becomes ``1/2``, with room around it so that ``3½`` is no 31/2."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_FRACTIONS)).casefold().split())


def _pot_share(typed: str) -> Fraction | None:
    if typed in SIZE_WORDS:
        return SIZE_WORDS[typed]
    found = _PART_OF_POT.fullmatch(typed)
    if found is None or not int(found["under"]) or not int(found["over"]):
        return None
    return Fraction(int(found["over"]), int(found["under"]))


def _number(text: str, typed: str, low: int | None, high: int | None, big_blind: int) -> int:
    """A typed number of chips, exactly."""
    asked = text.strip()[:LONGEST]
    _check_digits(text, asked, _range(low, high))
    found = _NUMBER.fullmatch(typed)
    if found is None or any(letter.isdigit() and not letter.isascii() for letter in text):
        _refuse(asked, low, high)
    unit = found["unit"]
    each = big_blind if unit in _BIG_BLINDS else _UNITS.get(unit)
    if each is None:
        _refuse(asked, low, high)
    amount = Fraction(f"{found['whole'].replace(',', '')}.{found['part'] or 0}") * each
    if amount.denominator != 1:
        raise Refused(Reason.NOT_WHOLE_CHIPS, asked=asked, **_range(low, high))
    if not amount:
        _refuse(asked, low, high)
    if amount >= 10**MOST_DIGITS:
        raise Refused(Reason.NUMBER_TOO_LONG, **_range(low, high))
    return int(amount)


def _check_digits(text: str, asked: str, possible: Mapping[str, int]) -> None:
    """Refuse digits of another width, and more of them than a number of chips can have."""
    if sum(character.isdecimal() for character in text) > MOST_DIGITS:
        raise Refused(Reason.NUMBER_TOO_LONG, **possible)
    if any("０" <= character <= "９" for character in asked):
        plain = unicodedata.normalize("NFKC", asked)
        raise Refused(Reason.FULL_WIDTH_DIGITS, asked=asked, plain=plain, **possible)


def _refuse(asked: str, low: int | None, high: int | None) -> NoReturn:
    raise Refused(Reason.NOT_AN_AMOUNT, asked=asked, **_range(low, high))


def _range(low: int | None, high: int | None) -> dict[str, int]:
    """What would have been right, for the refusal; nothing where nothing is."""
    return {} if low is None or high is None else {"minimum": low, "maximum": high}
