"""All that is said, from events and views: the one door to the files that word it, none of which sees a Table."""

from adapters.render_feed import feed_lines, turn_call
from adapters.render_notes import command_message, hand_message, help_message, rules_message
from adapters.render_private import fold_question, private_message, raise_message, refusal_message
from adapters.render_table import table_message

__all__ = [
    "command_message",
    "feed_lines",
    "fold_question",
    "hand_message",
    "help_message",
    "private_message",
    "raise_message",
    "refusal_message",
    "rules_message",
    "table_message",
    "turn_call",
]
