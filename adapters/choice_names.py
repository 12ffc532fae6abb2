"""What the buttons of messages can do."""

from enum import StrEnum


class ChoiceName(StrEnum):
    """What a button does; its press comes back as a `Request` with this as `command`, and `argument` as `args`."""

    CARDS = "cards"
    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"
    """With no argument: show the sizes. With one: raise to that total."""
    RUNS = "runs"
    SHOW = "show"
    MUCK = "muck"
    JOIN = "join"
    LEAVE = "leave"
    SIT_OUT = "sitout"
    BACK = "back"
    START = "start"
    COMPUTER = "computer"
    DISMISS = "dismiss"
    RULES = "rules"
    HELP = "help"
    HISTORY = "hand"
    FOLD_ANYWAY = "fold_anyway"
    """Folding when checking is free is asked once (rules.md 26)."""
    TOP_UP = "topup"
    POST = "post"
    """Post what is owed rather than wait for the big blind."""
    STRADDLE = "straddle"
    SEVEN = "seven"
    WAIT = "wait"
    UNWAIT = "unwait"
    PLAN = "plan"
    """Choose a move before the turn; the argument ``off`` takes it back."""
    AWAY = "away"
    """Vote not to wait for the player to act."""
    REVEAL = "reveal"
    """Show own cards after the hand."""
    ASK = "ask"
    RABBIT = "rabbit"
    OPTIONS = "options"
    """With no argument: the first page. ``2.page``: that one. ``4.rabbit.1``: its second value for that option."""
    LANGUAGE = "language"
    LEARN = "learn"
    FORGET_ME = "forgetme"
    DAILY = "daily"
    REFILL = "refill"
    ACCOUNT = "account"
    """With no argument: the newest entries of one's own. With the id of an entry: that one and those before it."""
    TOP = "top"
    """``2026q4.2``: the second page of that season."""


MOVES = frozenset(
    {
        *(ChoiceName.FOLD, ChoiceName.CHECK, ChoiceName.CALL, ChoiceName.RAISE, ChoiceName.FOLD_ANYWAY),
        *(ChoiceName.SHOW, ChoiceName.MUCK, ChoiceName.RUNS),
    }
)
"""Buttons of what somebody has to do now."""
