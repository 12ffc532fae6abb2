"""All that is said, from events and views: the one door to the files that word it, none of which sees a Table."""

from adapters.render_evening import evening_message
from adapters.render_feed import farewell_message, feed_lines, turn_call, unfilled_message
from adapters.render_notes import (
    command_message,
    group_message,
    hand_message,
    help_message,
    options_line,
    privacy_message,
    record_file,
    rules_message,
)
from adapters.render_private import fold_question, private_message, raise_message, refusal_message
from adapters.render_replay import file_choices, file_message, replay_choice, replay_message
from adapters.render_seat import back_message, joined_message, offer_message, plan_message
from adapters.render_table import outsider_message, table_message

__all__ = [
    "back_message",
    "command_message",
    "evening_message",
    "farewell_message",
    "feed_lines",
    "file_choices",
    "file_message",
    "fold_question",
    "group_message",
    "hand_message",
    "help_message",
    "joined_message",
    "offer_message",
    "options_line",
    "outsider_message",
    "plan_message",
    "privacy_message",
    "private_message",
    "raise_message",
    "record_file",
    "refusal_message",
    "replay_choice",
    "replay_message",
    "rules_message",
    "table_message",
    "turn_call",
    "unfilled_message",
]
