"""What happened in a hand. Seats are table seat numbers; chips are ints; `only` names the one seat that may see it."""

from dataclasses import field
from enum import StrEnum
from typing import Literal

from core.poker.cards import Card
from core.poker.ranking import MadeHand
from core.poker.value import value


class PostKind(StrEnum):
    """What a forced bet is for."""

    ANTE = "ante"
    """Paid by each player, into the pot."""
    BIG_BLIND_ANTE = "big_blind_ante"
    """Paid by the big blind for everyone: dead money in the main pot (TDA RP-11)."""
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    POST = "post"
    """A live bet of a big blind by a new or returning player out of position: it changes nobody's turn."""
    DEAD_BLIND = "dead_blind"
    """A missed small blind: dead money in the main pot, nobody's bet."""
    STRADDLE = "straddle"
    """A raise in the dark over the blinds (rules.md 18): the player acts last before the flop, with the option."""


LIVE_POSTS = frozenset({PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.POST, PostKind.STRADDLE})
"""Posts that count as the player's bet on the first street."""


class Street(StrEnum):
    """The betting rounds of hold'em."""

    PREFLOP = "preflop"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


@value
class Posted:
    """A forced bet went in."""

    seat: int
    post: PostKind
    amount: int
    all_in: bool
    kind: Literal["posted"] = "posted"


@value
class HoleCardsDealt:
    """Private cards: for `only` and nobody else."""

    seat: int
    cards: tuple[Card, ...] = field(repr=False)
    only: int
    kind: Literal["hole_cards_dealt"] = "hole_cards_dealt"


@value
class Folded:
    """A player gave up the hand."""

    seat: int
    kind: Literal["folded"] = "folded"


@value
class Checked:
    """A player stayed in for nothing."""

    seat: int
    kind: Literal["checked"] = "checked"


@value
class Called:
    """A player put in `amount` chips and now has `to` on this street."""

    seat: int
    amount: int
    to: int
    all_in: bool
    kind: Literal["called"] = "called"


@value
class Raised:
    """A bet (`opening`) or a raise: the player's total is now `to`, which is `by` above the price before."""

    seat: int
    to: int
    by: int
    opening: bool
    all_in: bool
    kind: Literal["raised"] = "raised"


@value
class UncalledReturned:
    """Chips that nobody matched go back before any pot is counted (rules.md 48)."""

    seat: int
    amount: int
    kind: Literal["uncalled_returned"] = "uncalled_returned"


@value
class StreetDealt:
    """New board cards; `board` counts from 0 when there are several: by agreement, or from the start."""

    street: Street
    board: int
    cards: tuple[Card, ...]
    kind: Literal["street_dealt"] = "street_dealt"


@value
class RunsAsked:
    """Betting is over with cards to come: each of `seats` is asked for up to `most` boards."""

    seats: tuple[int, ...]
    most: int
    kind: Literal["runs_asked"] = "runs_asked"


@value
class RunsChosen:
    """The smallest answer decides."""

    times: int
    kind: Literal["runs_chosen"] = "runs_chosen"


@value
class CardsShown:
    """A hand was tabled."""

    seat: int
    cards: tuple[Card, ...]
    kind: Literal["cards_shown"] = "cards_shown"


@value
class Mucked:
    """A hand was given up unseen at showdown."""

    seat: int
    kind: Literal["mucked"] = "mucked"


@value
class Share:
    """What one seat gets of a pot, in chips."""

    seat: int
    amount: int


@value
class PotAwarded:
    """One pot (0 is the main pot) on one board went to its winners; `made` is None when nobody had to show."""

    pot: int
    board: int
    shares: tuple[Share, ...]
    made: MadeHand | None
    kind: Literal["pot_awarded"] = "pot_awarded"


HandEvent = (
    Posted
    | HoleCardsDealt
    | Folded
    | Checked
    | Called
    | Raised
    | UncalledReturned
    | StreetDealt
    | RunsAsked
    | RunsChosen
    | CardsShown
    | Mucked
    | PotAwarded
)
