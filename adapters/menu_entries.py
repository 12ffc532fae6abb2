"""What an entry of the list of commands is: a command with its arguments, and how they are typed."""

from dataclasses import dataclass
from enum import StrEnum

MOVE = "move"
"""The group of what a player does in a hand; buttons do all of it too."""
SEAT = "seat"
"""The group of a player's seat, chips and wishes beside the moves."""
HOST = "host"
"""The group of what is done to run a table, once in a while."""
SELF = "me"
"""The group of what players learn, and what they decide for themselves and for nobody else."""
BANK = "bank"
"""The group of a player's chips outside the tables, and of what is done about other people's."""
FIGURES = "figures"
"""The group of what many hands come to: seasons, evenings, who won from whom."""
TOURNEY = "tourney"
"""The group of tournaments: to be in one, to follow it, to run it."""


class Kind(StrEnum):
    """What may be typed for an argument."""

    AMOUNT = "amount"
    """Chips, as `adapters.amounts` reads them."""
    NUMBER = "number"
    """A whole number within the argument's range."""
    CHOICE = "choice"
    WORD = "word"
    """One word of its own form: ``50/100``."""
    WORDS = "words"
    """All the rest of what is typed."""
    PLAYER = "player"
    """A person: the name of somebody at the table, or the number of their seat. A platform that lets people point at
    one another says whom they mean in `Request.named` instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument, described by text ``argument.<name>``; its choices are worded by ``<family>.<choice>``."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()
    family: str = ""
    minimum: int | None = None
    maximum: int | None = None
    typed: bool = False
    """Only where options are typed: a platform that has fields for them takes no more than 25."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command, described by text ``command.<name>``. `aliases` are words that mean the same, in every language.

    `group` is the word in front of it where a platform takes but few commands in a row, as Discord does:
    ``/poker move fold``. Names are unique over all groups, so everywhere else the name alone is enough.
    """

    name: str
    example: str
    arguments: tuple[Argument, ...] = ()
    aliases: tuple[str, ...] = ()
    host_only: bool = False
    group: str = ""

    @property
    def text(self) -> str:
        """The key of the description, at most 100 characters long in every language."""
        return f"command.{self.name}"


def number(name: str, minimum: int, maximum: int) -> Argument:
    return Argument(name=name, kind=Kind.NUMBER, minimum=minimum, maximum=maximum)


def switch(name: str, *, typed: bool = False) -> Argument:
    return Argument(name=name, kind=Kind.CHOICE, choices=("on", "off"), family="switch", typed=typed)


def one_of(name: str, options: type[StrEnum], family: str = "", *, required: bool = False) -> Argument:
    choices = tuple(option.value for option in options)
    return Argument(name=name, kind=Kind.CHOICE, choices=choices, family=family or name, required=required)
