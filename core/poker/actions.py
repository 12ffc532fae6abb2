"""What a player can do in a hand. Amounts are always totals for the street, in chips."""

from typing import Literal

from core.poker.value import value


@value
class Fold:
    """Give up the hand. Allowed even when checking is free (rules.md 26)."""

    kind: Literal["fold"] = "fold"


@value
class Check:
    """Stay in without paying, when there is nothing to call."""

    kind: Literal["check"] = "check"


@value
class Call:
    """Match the price, or go all-in for less."""

    kind: Literal["call"] = "call"


@value
class RaiseTo:
    """Bet, raise or go all-in: `to` is the player's total on this street in chips (TDA 43-B)."""

    to: int
    kind: Literal["raise_to"] = "raise_to"


@value
class ChooseRuns:
    """How many boards an all-in player agrees to (1 to the table's limit)."""

    times: int
    kind: Literal["choose_runs"] = "choose_runs"


@value
class Show:
    """Table both cards at showdown to claim (rules.md 60, TDA 13-A)."""

    kind: Literal["show"] = "show"


@value
class Muck:
    """Give up the claim at showdown without showing (rules.md 59)."""

    kind: Literal["muck"] = "muck"


Move = Fold | Check | Call | RaiseTo | ChooseRuns | Show | Muck
