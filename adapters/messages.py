"""What the dealer says, in pieces that every platform can turn into its own markup, and what it is asked.

A `Message` is never text: names, cards, chips and times stay typed until a platform's outbound file escapes
and words them, once and there.
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from adapters.choice_names import MOVES as MOVES
from adapters.choice_names import ChoiceName as ChoiceName
from core.ids import PlayerId, RoomId, SeatNo, TableId, Turn
from core.poker.cards import Card


class Locale(StrEnum):
    """The languages that the dealer speaks."""

    EN = "en"
    ZH_HANT = "zh-Hant"
    ZH_HANS = "zh-Hans"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A phrase from the locales: `texts.say(locale, key, numbers)`. Values are ints (chips, seats, seconds) or names
    of further text keys written as ``"@key"``; a player's name is never a value here but a `Name` piece."""

    key: str
    numbers: dict[str, int | str] = field(default_factory=dict)
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A player or table name, exactly as its owner typed it. `mention` asks the platform to notify that player."""

    name: str
    player: PlayerId | None = None
    mention: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """Face-up cards, then `backs` face-down ones (or empty board places when `places` is set)."""

    cards: tuple[Card, ...] = ()
    backs: int = 0
    places: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """An amount of play chips; `signed` writes + or −."""

    amount: int
    signed: bool = False
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """A moment in milliseconds since the epoch: Discord shows its timestamp, Telegram seconds left, the web ticks."""

    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """A short machine text: a root, a phrase, a command to type.

    `command` marks the last: each platform puts in front what it is typed with, ``/`` or ``/poker``. `option` marks
    the name of a setting, ``blinds=``, which goes with another sign where options have fields of their own.
    """

    text: str
    command: bool = False
    option: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point in time to read, in milliseconds since the epoch: Discord shows it in each reader's own time zone, the
    others in `zone`, which is a name of the IANA list (``Asia/Taipei``) or ``UTC``."""

    at: int
    zone: str = "UTC"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a table is, to go there by: a link where the platform has one to the room, else the name alone."""

    room: RoomId
    name: str
    """Of the table; untrusted."""


Piece = Text | Name | Cards | Chips | Countdown | Code | Moment | Place


class Role(StrEnum):
    """What a line is for; a platform may style it, never needs to."""

    TITLE = "title"
    BOARD = "board"
    POT = "pot"
    SEAT = "seat"
    ACTOR = "actor"
    """The seat that is to act."""
    LOG = "log"
    RESULT = "result"
    NOTE = "note"
    HAND = "hand"
    """Private: your cards and what you have."""
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a message; an adapter puts one space between pieces."""

    role: Role
    pieces: tuple[Piece, ...]
    seat: SeatNo | None = None
    marks: tuple[str, ...] = ()
    """For a seat's line: values of `core.views.Mark` and `Presence`, for platforms that draw rather than write."""


class Look(StrEnum):
    """How much a button stands out."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A button."""

    name: ChoiceName
    label: tuple[Piece, ...]
    argument: str = ""
    turn: Turn | None = None
    table: TableId | None = None
    look: Look = Look.SECONDARY


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A PNG with the words that say the same."""

    png: bytes
    alt: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file to save, made for whoever the message is for: a hand's record has the asker's own cards in it.

    A platform sends it along with an answer to the asker: Discord below the text, Telegram as a document, the page as
    something to press.
    """

    name: str
    """Letters, digits, ``-`` and one dot before the ending, as every platform takes: ``hand-12.json``."""
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Lines, then rows of buttons."""

    lines: tuple[Line, ...]
    choices: tuple[tuple[Choice, ...], ...] = ()
    picture: Picture | None = None
    attachments: tuple[Attachment, ...] = ()


def asks(message: Message | None) -> bool:
    """Whether somebody has to do something now: everything else can wait a moment to be shown."""
    return message is not None and any(choice.name in MOVES for row in message.choices for choice in row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A person whom somebody pointed at: by a mention, or by replying to them."""

    player: PlayerId
    name: str
    """Untrusted."""
    by_reply: bool = False
    """Then a name that was typed goes before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A command or a button press, whatever platform it came from."""

    request_id: str
    """The platform's own id of the update: the same one twice changes nothing the second time."""
    room: RoomId
    player: PlayerId
    name: str
    """Display name, untrusted."""
    command: str
    args: str
    locale: Locale
    turn: Turn | None = None
    host_powers: bool = False
    """The platform says that this person administers the room."""
    named: "Named | None" = None
    """Whom the request is about, as the platform knows them: nobody can type it."""
    created: int | None = None
    """When the asker's platform account was made, in milliseconds since the epoch, where the platform says so."""
    home: RoomId | None = None
    """The channel that the room is a thread of, where tables get threads: it stays when the thread is done with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What only the asker sees. `refused` marks an error; nothing changed."""

    message: Message | None
    refused: bool = False


class Delivery(StrEnum):
    """What became of a private message."""

    DELIVERED = "delivered"
    CLOSED = "closed"
    """The player takes no private messages; the [My cards] button still works."""


class Port(Protocol):
    """A platform, as the announcer sees it. Errors of the platform are handled behind it or raised as `PortError`."""

    @property
    def platform(self) -> str:
        """The prefix of its room and player ids: ``web``, ``discord``, ``telegram``."""

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a new public message; returns the id to edit it by."""

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        """Replace a public message; returns its id, which is new when it had to be posted again."""

    @property
    def pace(self) -> float:
        """Seconds between two edits of one message: what comes faster is folded into the newest."""

    @property
    def call_after(self) -> float | None:
        """Seconds of silence after which the player to act is called by a mention; None where nobody needs it."""

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a short public message that notifies the player it mentions; returns the id to take it back by."""

    async def take_back(self, room: RoomId, message_id: str) -> None:
        """Delete a message that was posted by `call`; one that is gone already is no error."""

    async def pin(self, room: RoomId, message_id: str) -> None:
        """Pin a public message where the dealer may; elsewhere nothing happens."""

    async def placed(self, room: RoomId, table: TableId, name: str) -> RoomId:
        """Where a tournament's table of this name really is that opens in `room`, a part of a hall (`core.ids`).

        A platform that gives each table a thread makes it now and has the table rehoused there; others answer the
        room itself. However often it is asked, and by whomever, a table gets one thread.
        """

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show a player something private, replacing what was shown under the same topic; None takes it away.

        The topic is ``<table id>:<hand number>``: a platform that keeps private messages has one for each hand.
        The platform knows the player's language.
        """


class PortError(Exception):
    """The platform cannot be reached or refuses; `retry_after` seconds say when to try again.

    With `pause` nobody can see the table, so no further hand is dealt until a message arrives again.
    """

    def __init__(self, what: str, retry_after: float = 5.0, *, pause: bool = False) -> None:
        super().__init__(what)
        self.retry_after = retry_after
        self.pause = pause


class Busy(PortError):
    """Nothing is wrong: others come first in that place, and `retry_after` seconds from now it is this one's turn."""
