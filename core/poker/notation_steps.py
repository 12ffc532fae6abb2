"""What playing a PHH record tells: the steps, how the hand ended, and refusals in plain English for an operator."""

from dataclasses import dataclass
from enum import StrEnum

from core.poker.events import HandEvent
from core.poker.pots import Pot
from core.refusals import Reason, Refused


class Verdict(StrEnum):
    """How far a file decides its hand."""

    DECIDED = "decided"
    UNDECIDED = "undecided"
    """Somebody's cards at the showdown are not known."""
    UNFINISHED = "unfinished"
    """The file ends before the hand does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the hand ended. Stacks are in chips by position."""

    verdict: Verdict
    stacks: tuple[int, ...]
    """By the rules; as they stand, pots not paid, when the hand is not decided."""
    recorded: tuple[int, ...]
    """What the file says they were, by its finishing_stacks or its winnings; empty when it does not."""
    why: str
    """What is not known, or what would have to come next; empty for a decided hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptFaceDown:
    """At the showdown, a player neither showed a whole hand nor mucked."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one action led to. Seats in the events are positions, counted from 0; only cards in the file are told."""

    action: int
    """Counted from 1; 0 for the forced bets before the first, and one more than the last for what ends the hand."""
    events: tuple[HandEvent | KeptFaceDown, ...]
    pots: tuple[Pot, ...]
    """Main and side pots after it, without the bets of the street."""
    stacks: tuple[int, ...]
    outcome: Outcome | None = None
    """In the last step."""


_REFUSALS = {
    Reason.RAISE_TOO_SMALL: "cannot bet or raise to {asked}: {minimum} to {maximum} is legal",
    Reason.RAISE_TOO_LARGE: "cannot bet or raise to {asked}: {minimum} to {maximum} is legal",
    Reason.RAISE_NOT_FULL: "cannot bet or raise to {asked}: with a fixed limit only {minimum} is legal",
    Reason.BETTING_NOT_REOPENED: "cannot raise after an all-in that was no full raise: call {call} or fold is legal",
    Reason.BETTING_CAPPED: "cannot raise after {cap} bets and raises on this street: call {call} or fold is legal",
    Reason.OPPONENTS_ALL_IN: "cannot raise when nobody could call it: call {call} or fold is legal",
    Reason.NOT_ENOUGH_TO_RAISE: "has not enough to raise: call {call} or fold is legal",
}


def in_words(refused: Refused) -> str:
    """What cannot be done, with the range that can."""
    words = _REFUSALS.get(refused.reason, f"is refused ({refused.reason})").format(**refused.numbers)
    return words.replace("call 0 or fold", "check or fold")
