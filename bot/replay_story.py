"""A replayed hand in plain English, line by line, for whoever looks into a file at a terminal."""

from collections.abc import Sequence

from adapters.messages import Locale
from adapters.texts import say
from adapters.wording import made_text
from core.poker.cards import Card, spell
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
    StreetDealt,
    UncalledReturned,
)
from core.poker.notation import KeptFaceDown, Outcome, PhhRecord, Step, Verdict

GAMES = {"NT": "hold'em", "FT": "hold'em", "NS": "short-deck hold'em"}
LONGEST = 40
"""Characters of a name."""


class Story:
    """Tells one hand in order. Names come from a file: nothing in them gets through that moves a cursor."""

    def __init__(self, record: PhhRecord) -> None:
        self.record = record
        self.board: list[Card] = []
        self.runs = 1
        self.at_showdown = False

    def opening(self) -> list[str]:
        """What is played, and who sits at the table."""
        record = self.record
        betting = record.house.betting.replace("_", "-").capitalize()
        blinds = "/".join([f"{blind:,}" for blind in record.blinds_or_straddles if blind > 0]) or "none"
        title = [f"{betting} {GAMES[record.variant]}", f"blinds {blinds}"]
        for name, value in (("table", record.table), ("hand", record.hand)):
            if value is not None:
                title.append(f"{name} {_plain(str(value))}")
        seats = [
            f"  p{at + 1}{self._nickname(at)}: {stack:,} chips"
            for at, stack in enumerate(record.starting_stacks)
        ]
        return [", ".join(title), *seats, "Before the flop"]

    def lines(self, step: Step) -> list[str]:
        """What one step tells."""
        told = [line for event in step.events for line in self._event(event, step)]
        return told if step.outcome is None else [*told, *self._ending(step.outcome, step)]

    def _event(self, event: HandEvent | KeptFaceDown, step: Step) -> list[str]:
        match event:
            case StreetDealt():
                return [self._street(event, step)]
            case CardsShown() | Mucked() | KeptFaceDown() | PotAwarded():
                contested = not isinstance(event, PotAwarded) or event.made is not None
                heading = [f"Showdown, {_pots(step)}"] if contested and not self.at_showdown else []
                self.at_showdown |= contested
                return [*heading, *[f"  {line}" for line in self._showdown(event, step)]]
            case RunsAsked():
                return []
            case RunsChosen():
                self.runs = event.times
                return [f"  The rest of the board is dealt {event.times} times"]
            case HoleCardsDealt():
                return [f"  {self._name(event.seat)} is dealt {spell(event.cards)}"] if event.cards else []
            case Posted() | Folded() | Checked() | Called() | Raised() | UncalledReturned():
                return [f"  {self._name(event.seat)} {_deed(event)}"]

    def _street(self, event: StreetDealt, step: Step) -> str:
        if event.board:
            return f"Board {event.board + 1}, {event.street} {spell(event.cards)}"
        before = f" on {spell(self.board)}" if self.board else ""
        self.board += event.cards
        return f"{event.street.capitalize()} {spell(event.cards)}{before}, {_pots(step)}"

    def _showdown(self, event: CardsShown | Mucked | KeptFaceDown | PotAwarded, step: Step) -> list[str]:
        match event:
            case CardsShown():
                return [f"{self._name(event.seat)} shows {spell(event.cards)}"]
            case Mucked():
                return [f"{self._name(event.seat)} mucks"]
            case KeptFaceDown():
                return [f"{self._name(event.seat)} keeps the cards face down"]
            case PotAwarded():
                return [
                    f"{self._name(share.seat)} wins {share.amount:,}{self._of(event, step)}"
                    for share in event.shares
                ]

    def _of(self, event: PotAwarded, step: Step) -> str:
        """Which pot on which board was won, and with what."""
        parts = []
        if len(step.pots) > 1:
            parts.append(f" from {_pot_name(event.pot)}")
        if self.runs > 1:
            parts.append(f" on board {event.board + 1}")
        if event.made is not None:
            words = made_text(event.made)
            parts.append(f" with {say(Locale.EN, words.key, words.numbers)}")
        return "".join(parts)

    def _ending(self, outcome: Outcome, step: Step) -> list[str]:
        match outcome.verdict:
            case Verdict.DECIDED:
                lines = ["Final stacks", *self._stacks(outcome.stacks)]
                if outcome.recorded and outcome.recorded != outcome.stacks:
                    lines += ["The file has other final stacks", *self._stacks(outcome.recorded)]
                return lines
            case Verdict.UNDECIDED:
                lines = [f"Undecided: {outcome.why}"]
                if outcome.recorded:
                    return [*lines, "Final stacks, as the file has them", *self._stacks(outcome.recorded)]
                return [*lines, f"Stacks before payment, {_pots(step)}", *self._stacks(outcome.stacks)]
            case Verdict.UNFINISHED:
                heading = f"Unfinished: {outcome.why}"
                return [heading, "Stacks where the file ends", *self._stacks(outcome.stacks)]

    def _stacks(self, stacks: Sequence[int]) -> list[str]:
        begun = self.record.starting_stacks
        return [f"  {self._name(at)} {now:,} ({now - begun[at]:+,})" for at, now in enumerate(stacks)]

    def _nickname(self, at: int) -> str:
        name = _plain(self.record.players[at]) if self.record.players else ""
        return f" {name}" if name else ""

    def _name(self, at: int) -> str:
        return self._nickname(at).strip() or f"p{at + 1}"


def _deed(event: Posted | Folded | Checked | Called | Raised | UncalledReturned) -> str:
    """What a player did, to stand after the name."""
    match event:
        case Posted():
            return f"posts {_POSTS[event.post]} {event.amount:,}{_all_in(event.all_in)}"
        case Folded():
            return "folds"
        case Checked():
            return "checks"
        case Called():
            return f"calls {event.amount:,}{_all_in(event.all_in)}"
        case Raised():
            return f"{'bets' if event.opening else 'raises to'} {event.to:,}{_all_in(event.all_in)}"
        case UncalledReturned():
            return f"takes back {event.amount:,} that nobody called"


_POSTS = {
    PostKind.ANTE: "the ante",
    PostKind.BIG_BLIND_ANTE: "the ante",
    PostKind.SMALL_BLIND: "the small blind",
    PostKind.BIG_BLIND: "the big blind",
    PostKind.POST: "a big blind to come in",
    PostKind.DEAD_BLIND: "a dead small blind",
    PostKind.STRADDLE: "a straddle of",
}


def _all_in(everything: bool) -> str:
    return " and is all-in" if everything else ""


def _pots(step: Step) -> str:
    """``pot 26``, or with side pots ``pot 900 (main pot 300, side pot 600)``."""
    amounts = [pot.amount for pot in step.pots]
    if len(amounts) < 2:
        return f"pot {sum(amounts):,}"
    each = ", ".join([f"{_pot_name(number)} {amount:,}" for number, amount in enumerate(amounts)])
    return f"pot {sum(amounts):,} ({each})"


def _pot_name(number: int) -> str:
    return f"side pot {number}" if number else "main pot"


def _plain(text: str) -> str:
    """A text from the file, in one line and without control characters."""
    return "".join([letter if letter.isprintable() else "?" for letter in text[:LONGEST]]).strip()
