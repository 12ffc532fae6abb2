"""What Telegram's refusals mean: one word for each, out of the many ways in which they are worded."""

from enum import Enum, auto

from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from adapters.telegram.limiter import seconds_of


class Trouble(Enum):
    """What stands in the way."""

    SAME = auto()
    """Nothing: the message looks like that already."""
    LOST = auto()
    """The message is not there, or not ours to edit."""
    GONE = auto()
    """The group or the topic is no more."""
    OUT = auto()
    """The dealer was thrown out of the group."""
    SHUT = auto()
    """The dealer may not write there: muted, or the topic is closed."""
    CLOSED = auto()
    """This person takes no private messages."""
    TAG = auto()
    """The server is too old to know a tag."""
    MOVED = auto()
    """The group has become a supergroup."""
    LATER = auto()
    """It may work another time."""


_WORDS = (
    ("message is not modified", Trouble.SAME),
    ("message to edit not found", Trouble.LOST),
    ("message to delete not found", Trouble.LOST),
    ("message can't be edited", Trouble.LOST),
    ("message can't be deleted", Trouble.LOST),
    ("message_id_invalid", Trouble.LOST),
    ("chat not found", Trouble.GONE),
    ("chat was deleted", Trouble.GONE),
    ("group chat was deactivated", Trouble.GONE),
    ("group is deactivated", Trouble.GONE),
    ("message thread not found", Trouble.GONE),
    ("topic_deleted", Trouble.GONE),
    ("topic_id_invalid", Trouble.GONE),
    ("bot was kicked", Trouble.OUT),
    ("bot is not a member", Trouble.OUT),
    ("topic_closed", Trouble.SHUT),
    ("not enough rights", Trouble.SHUT),
    ("have no rights", Trouble.SHUT),
    ("chat_write_forbidden", Trouble.SHUT),
    ("chat_restricted", Trouble.SHUT),
    ("need administrator rights", Trouble.SHUT),
    ("unsupported start tag", Trouble.TAG),
    ("blocked by the user", Trouble.CLOSED),
    ("can't initiate conversation", Trouble.CLOSED),
    ("user is deactivated", Trouble.CLOSED),
    ("peer_id_invalid", Trouble.CLOSED),
)


def trouble_of(error: TelegramError) -> Trouble:
    """The one word for it."""
    if isinstance(error, ChatMigrated):
        return Trouble.MOVED
    if not isinstance(error, BadRequest | Forbidden):
        return Trouble.LATER
    said = error.message.casefold()
    for words, trouble in _WORDS:
        if words in said:
            return trouble
    return Trouble.SHUT if isinstance(error, Forbidden) else Trouble.LATER


def pause_of(error: TelegramError, usual: float) -> float:
    """Seconds until it may be tried again."""
    return seconds_of(error) if isinstance(error, RetryAfter) else usual
