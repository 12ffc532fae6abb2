"""One line of a PHH file's `actions`: what it says, before anyone asks whether it is allowed.

The grammar (PHH, required fields): ``d dh p1 AsKd``, ``d db Qs7d2c``, ``p3 cbr 300``, ``p1 cc``, ``p2 f``,
``p1 sm AsKd``, ``p1 sm -`` (shows the cards that were dealt), ``p1 sm`` (mucks), ``p1 sm ????`` (neither), any of
them with ``# a remark`` behind it, a remark alone, or nothing. ``??`` is a card nobody wrote down.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.poker.cards import Card

MOST_CHIPS = 2**53 - 1
"""The largest number of chips that is read, as in our hand records: what every JSON reader holds exactly."""

Seen: TypeAlias = Card | None
"""A card, or None for one that is not known."""


class BadNotation(Exception):
    """A file that cannot be read, or a hand in it that the rules do not allow.

    `action`: the number of the offending action, counted from 1 through the whole `actions` field; None when the
    file as a whole is at fault. `reason`: plain English for an operator.
    """

    def __init__(self, reason: str, *, action: int | None = None) -> None:
        super().__init__(reason if action is None else f"action {action}: {reason}")
        self.reason = reason
        self.action = action


@dataclass(frozen=True, slots=True, kw_only=True)
class DealHole:
    """Hole cards for one position (counted from 0)."""

    position: int
    cards: tuple[Seen, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealBoard:
    """Board cards for everybody."""

    cards: tuple[Card, ...]


class Bet(StrEnum):
    """The betting actions, as they are written."""

    FOLD = "f"
    CHECK_OR_CALL = "cc"
    RAISE_TO = "cbr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Betting:
    """A fold, a check or call, or a bet or raise to `to` chips on this street (0 for the others)."""

    position: int
    bet: Bet
    to: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Showdown:
    """A show (`cards`, or `as_dealt`), or with neither a muck."""

    position: int
    cards: tuple[Seen, ...] = ()
    as_dealt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Nothing happens."""


Action = DealHole | DealBoard | Betting | Showdown | Remark


def quoted(text: str) -> str:
    """What the file says, short enough for one line and harmless on a terminal."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def read_action(text: str, players: int) -> Action:
    """What one action says at a table of `players`; raises `BadNotation` without a number."""
    words = text.partition("#")[0].split()
    match words:
        case []:
            return Remark()
        case ["d", "dh", player, cards]:
            return DealHole(position=_position(player, players), cards=_cards(cards))
        case ["d", "db", cards]:
            return DealBoard(cards=_known(_cards(cards)))
        case [player, ("f" | "cc") as bet]:
            return Betting(position=_position(player, players), bet=Bet(bet))
        case [player, "cbr", amount]:
            return Betting(position=_position(player, players), bet=Bet.RAISE_TO, to=_amount(amount))
        case [player, "sm"]:
            return Showdown(position=_position(player, players))
        case [player, "sm", "-"]:
            return Showdown(position=_position(player, players), as_dealt=True)
        case [player, "sm", cards]:
            return Showdown(position=_position(player, players), cards=_hole(_cards(cards)))
        case [_, ("sd" | "pb") as other, *_]:
            raise BadNotation(f"{other} belongs to stud and draw games, not to hold'em")
        case [*_]:
            raise BadNotation(f"{quoted(text)} is not an action of hold'em")


def unseen(cards: tuple[Seen, ...]) -> bool:
    """Whether one of the cards is not known."""
    return any(card is None for card in cards)


def _position(text: str, players: int) -> int:
    found = re.fullmatch(r"p([0-9]{1,3})", text)
    if found is None:
        raise BadNotation(f"{quoted(text)} is not a player: players are p1 to p{players}")
    if not 1 <= int(found[1]) <= players:
        raise BadNotation(f"there is no p{int(found[1])}: players are p1 to p{players}")
    return int(found[1]) - 1


def _amount(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,40}(\.[0-9]{1,40})?", text):
        raise BadNotation(f"{quoted(text)} is not an amount of chips")
    whole, _, fraction = text.partition(".")
    if fraction.strip("0"):
        raise BadNotation(f"{quoted(text)}: chips are whole numbers")
    if int(whole) > MOST_CHIPS:
        raise BadNotation(f"{quoted(text)} is more chips than the {MOST_CHIPS} that can be counted")
    return int(whole)


def _cards(text: str) -> tuple[Seen, ...]:
    if len(text) > 10 or len(text) % 2:
        raise BadNotation(f"{quoted(text)} is not a row of cards")
    return tuple([_card(text[at : at + 2]) for at in range(0, len(text), 2)])


def _card(text: str) -> Seen:
    if text == "??":
        return None
    try:
        return Card(text)
    except ValueError:
        raise BadNotation(f"{quoted(text)} is not a card") from None


def _known(cards: tuple[Seen, ...]) -> tuple[Card, ...]:
    if unseen(cards):
        raise BadNotation("a board card is not known, so the hand cannot be played")
    return tuple([card for card in cards if card is not None])


def _hole(cards: tuple[Seen, ...]) -> tuple[Seen, ...]:
    if len(cards) > 2:
        raise BadNotation("a player shows two cards at most in hold'em")
    return (*cards, None)[:2]
