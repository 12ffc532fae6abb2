"""A finished hand as plain text, laid out as trackers know it, from its record as one asker may know it.

The site is Riverbot's own, so that no tracker files the hand as another room's. Amounts are chips without any sign. A
name loses what the layout means by itself (``*[]:`` and whatever is no character), so that nobody's name can pass for a
street; two players of one name are told apart by their seats.
"""

from collections.abc import Sequence
from typing import Final

from core.dates import moment_of
from core.poker.cards import Card
from core.poker.events import (
    Called,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    HoleCardsDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    RunsAsked,
    RunsChosen,
    Street,
    StreetDealt,
    UncalledReturned,
)
from core.poker.games import GameName
from core.poker.record import SeatRecord
from core.poker.record_story import Story
from core.poker.rounds import Betting

SITE: Final = "Riverbot"
GAMES: Final = {GameName.HOLDEM: "Hold'em", GameName.SHORT_DECK: "6+ Hold'em"}
BETTINGS: Final = {Betting.NO_LIMIT: "No Limit", Betting.POT_LIMIT: "Pot Limit", Betting.FIXED_LIMIT: "Limit"}
POSTS: Final = {
    PostKind.ANTE: "the ante",
    PostKind.BIG_BLIND_ANTE: "the ante",
    PostKind.SMALL_BLIND: "small blind",
    PostKind.BIG_BLIND: "big blind",
    PostKind.POST: "big blind",
    PostKind.DEAD_BLIND: "dead small blind",
    PostKind.STRADDLE: "straddle",
}
ORDINALS: Final = ("FIRST", "SECOND", "THIRD", "FOURTH")
TIMES: Final = ("once", "twice", "three times", "four times")


def hand_text(told: Story) -> str:
    """The hand as the text of a ``.txt`` file."""
    return "\n".join(_Writing(told).lines()) + "\n"


class _Writing:
    """The lines so far, and what they say of each seat in the end."""

    def __init__(self, told: Story) -> None:
        self.told = told
        self.names = _names((*told.seats, *told.others))
        self.several = len(told.boards) > 1
        self.folded: dict[int, str] = {}
        self.street = "before Flop"
        self.pots = 1 + max((event.pot for event in told.events if isinstance(event, PotAwarded)), default=0)
        self.showing = False

    def lines(self) -> list[str]:
        told = self.told
        lines = [*self._head(), *self._seats()]
        posts = [event for event in told.events if isinstance(event, Posted)]
        lines += [self._line(post) for post in posts] + ["*** HOLE CARDS ***"]
        for event in told.events:
            if isinstance(event, CardsShown | Mucked) and sum(told.live) > 1 and not self.showing:
                self.showing = True
                lines.append("*** SHOW DOWN ***")
            line = "" if isinstance(event, Posted) else self._line(event)
            lines += line.split("\n") if line else []
        return [*lines, *self._summary()]

    def _head(self) -> list[str]:
        told, now = self.told, moment_of(self.told.started_ms)
        fixed = told.betting is Betting.FIXED_LIMIT
        stakes = (told.big_blind, 2 * told.big_blind) if fixed else (told.small_blind, told.big_blind)
        size = max(2, *(one.seat for one in (*told.seats, *told.others)))
        date = f"{now.year:04}/{now.month:02}/{now.day:02} {now.hour:02}:{now.minute:02}:{now.second:02} UTC"
        game = f"{GAMES[told.game]} {BETTINGS[told.betting]}"
        return [
            f"{SITE} Hand #{told.hand_no}: {game} ({stakes[0]}/{stakes[1]}) - {date}",
            f"Table '{told.table}' {size}-max (Play Chips) Seat #{told.button} is the button",
        ]

    def _seats(self) -> list[str]:
        seated = sorted((*self.told.seats, *self.told.others), key=lambda one: one.seat)
        return [
            f"Seat {one.seat}: {self.names[one.seat]} ({one.start} in chips)"
            + (" is sitting out" if one in self.told.others else "")
            for one in seated
        ]

    def _line(self, event: HandEvent) -> str:
        match event:
            case Posted():
                return self._did(event.seat, f"posts {POSTS[event.post]} {event.amount}", all_in=event.all_in)
            case HoleCardsDealt():
                return f"Dealt to {self.names[event.seat]} {_cards(event.cards)}"
            case Folded():
                self.folded[event.seat] = self.street
                return self._did(event.seat, "folds")
            case Checked():
                return self._did(event.seat, "checks")
            case Called():
                return self._did(event.seat, f"calls {event.amount}", all_in=event.all_in)
            case Raised():
                words = f"bets {event.to}" if event.opening else f"raises {event.by} to {event.to}"
                return self._did(event.seat, words, all_in=event.all_in)
            case UncalledReturned():
                return f"Uncalled bet ({event.amount}) returned to {self.names[event.seat]}"
            case StreetDealt():
                return self._street(event)
            case CardsShown():
                return self._did(event.seat, f"shows {_cards(event.cards)}")
            case Mucked():
                return self._did(event.seat, "mucks hand")
            case PotAwarded():
                return self._won(event)
            case RunsAsked() | RunsChosen():
                return ""

    def _did(self, seat: int, words: str, *, all_in: bool = False) -> str:
        return f"{self.names[seat]}: {words}" + (" and is all-in" if all_in else "")

    def _street(self, event: StreetDealt) -> str:
        self.street = f"on the {event.street.value.capitalize()}"
        board = self.told.boards[event.board]
        end = {Street.FLOP: 3, Street.TURN: 4, Street.RIVER: 5}.get(event.street, 0)
        own = self.several and end > self.told.shared
        which = f"{ORDINALS[event.board]} " if own else ""
        before = board[: end - len(event.cards)]
        return f"*** {which}{event.street.value.upper()} *** " + " ".join(
            _cards(cards) for cards in (before, event.cards) if cards
        )

    def _won(self, event: PotAwarded) -> str:
        pot = "pot"
        if self.pots > 1:
            pot = "main pot" if not event.pot else "side pot" if self.pots == 2 else f"side pot-{event.pot}"
        board = f" on {ORDINALS[event.board]} board" if self.several else ""
        return "\n".join(
            f"{self.names[share.seat]} collected {share.amount} from {pot}{board}" for share in event.shares
        )

    def _summary(self) -> list[str]:
        won = _won_by_seat(self.told.events)
        lines = ["*** SUMMARY ***", f"Total pot {sum(won.values())} | Rake 0"]
        if self.several:
            boards = len(self.told.boards)
            dealt = f"dealt on {boards} boards" if self.told.side_by_side else f"run {TIMES[boards - 1]}"
            lines.append(f"Hand was {dealt}")
        for number, board in enumerate(self.told.boards):
            which = f"{ORDINALS[number]} " if self.several else ""
            lines += [f"{which}Board {_cards(board)}"] if board else []
        seats = sorted(self.told.seats, key=lambda one: one.seat)
        return [*lines, *[self._end(one, won.get(one.seat, 0)) for one in seats]]

    def _end(self, one: SeatRecord, won: int) -> str:
        at = self.told.position(one.seat)
        up = (*self.told.shown[at], *self.told.later[at])
        shown = [card for card in self.told.holes[at] if card is not None and card in up]
        who = f"Seat {one.seat}: {self.names[one.seat]}"
        who += " (button)" if one.seat == self.told.button else ""
        if one.seat in self.folded:
            return f"{who} folded {self.folded[one.seat]}"
        if shown:
            return f"{who} showed {_cards(shown)} and " + (f"won ({won})" if won else "lost")
        return f"{who} collected ({won})" if won else f"{who} mucked"


def _won_by_seat(events: Sequence[HandEvent]) -> dict[int, int]:
    won: dict[int, int] = {}
    for event in events:
        if isinstance(event, PotAwarded):
            for share in event.shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
    return won


def _names(seats: Sequence[SeatRecord]) -> dict[int, str]:
    """Each seat's name as the layout can hold it, no two the same."""
    plain = {one.seat: _plain(one.name) or f"Seat {one.seat}" for one in seats}
    often = [name for name in plain.values() if list(plain.values()).count(name) > 1]
    return {seat: f"{name} #{seat}" if name in often else name for seat, name in plain.items()}


def _plain(name: str) -> str:
    kept = "".join(letter if letter.isprintable() and letter not in "*[]:" else " " for letter in name)
    return " ".join(kept.split())


def _cards(cards: Sequence[Card]) -> str:
    return "[" + " ".join(card.value for card in cards) + "]"
