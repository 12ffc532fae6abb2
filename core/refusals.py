"""What the rules say no to: one reason each, with the numbers that would have been right."""

from collections.abc import Mapping
from enum import StrEnum


class Reason(StrEnum):
    """Why an action was refused. The wording is text ``refused.<value>`` in the adapters' locales."""

    # In a hand
    NOT_YOUR_TURN = "not_your_turn"
    """`name`: who is to act; from a hand alone, which knows no names, `seat`."""
    TOO_LATE = "too_late"
    """The button belongs to an earlier moment. `hand_no`: the hand that is being played now."""
    NO_HAND = "no_hand"
    NOT_IN_HAND = "not_in_hand"
    NOTHING_TO_CALL = "nothing_to_call"
    CANNOT_CHECK = "cannot_check"
    """`call`: chips to call."""
    RAISE_TOO_SMALL = "raise_too_small"
    """`asked`, `minimum`, `maximum`: totals for the street in chips."""
    RAISE_TOO_LARGE = "raise_too_large"
    """`asked`, `minimum`, `maximum`: totals for the street in chips."""
    RAISE_NOT_FULL = "raise_not_full"
    """Fixed-limit: `asked`, `minimum` is the only legal total."""
    BETTING_NOT_REOPENED = "betting_not_reopened"
    """A short all-in came since you acted (TDA 47). `call`: chips to call."""
    BETTING_CAPPED = "betting_capped"
    """`call`: chips to call, `cap`: bets and raises a street."""
    OPPONENTS_ALL_IN = "opponents_all_in"
    """Nobody could call a raise. `call`: chips to call."""
    NOT_ENOUGH_TO_RAISE = "not_enough_to_raise"
    """Calling already takes the whole stack. `call`: chips to call."""
    NOT_AT_SHOWDOWN = "not_at_showdown"
    CANNOT_MUCK = "cannot_muck"
    """All hands are up once someone is all-in and the betting is over (TDA 16)."""
    NOT_CHOOSING_RUNS = "not_choosing_runs"
    RUNS_OUT_OF_RANGE = "runs_out_of_range"
    """`asked`, `maximum`: boards."""

    # At a table
    NO_TABLE = "no_table"
    """There is no table in this room."""
    TABLE_EXISTS = "table_exists"
    """`name`: the table that is open in this room."""
    TABLE_CLOSED = "table_closed"
    ALREADY_SEATED = "already_seated"
    """`seat`: where you sit, `chips`: your stack."""
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    """`seat`: the seat asked for, `free`: a free one."""
    NO_SUCH_SEAT = "no_such_seat"
    """`seat`: asked for, `seats`: how many there are."""
    TABLE_FULL = "table_full"
    """`seats`: how many there are."""
    BUY_IN_OUT_OF_RANGE = "buy_in_out_of_range"
    """`asked`, `minimum`, `maximum`: chips."""
    BAD_NAME = "bad_name"
    """`longest`: characters."""
    TOO_FEW_PLAYERS = "too_few_players"
    """`needed`: players who can be dealt in."""
    ALREADY_RUNNING = "already_running"
    HOST_ONLY = "host_only"
    """`name`: the host."""
    ALREADY_SITTING_OUT = "already_sitting_out"
    NOT_SITTING_OUT = "not_sitting_out"
    PHRASE_TOO_LONG = "phrase_too_long"
    """`longest`: bytes."""
    NO_COMPUTERS = "no_computers"
    """There is no computer opponent to send away."""
    BAD_STAKES = "bad_stakes"
    """`what`: the setting, `minimum`, `maximum`."""

    # In a request, before it becomes an action
    NOT_AN_AMOUNT = "not_an_amount"
    """`asked`: what was typed; `minimum`, `maximum`: the legal totals when there are any."""
    FULL_WIDTH_DIGITS = "full_width_digits"
    """`asked`: what was typed, `plain`: the same in ordinary digits."""
    NOT_WHOLE_CHIPS = "not_whole_chips"
    """`asked`: what was typed."""
    NUMBER_TOO_LONG = "number_too_long"
    UNKNOWN_COMMAND = "unknown_command"
    """`asked`: what was typed."""
    UNKNOWN_OPTION = "unknown_option"
    """`asked`: what was typed."""
    NO_SUCH_HAND = "no_such_hand"
    """`hand_no`: asked for, `last`: the newest one."""

    # The house
    DEALER_AWAY = "dealer_away"
    """Redis cannot be reached: nothing was changed."""


class Refused(Exception):
    """An action that the rules do not allow; the state is untouched."""

    def __init__(self, reason: Reason, **numbers: int | str) -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.numbers: Mapping[str, int | str] = numbers
