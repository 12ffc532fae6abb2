"""The one list of commands: names, arguments and the other words for them, for every platform and for the help."""

import re
from dataclasses import dataclass
from enum import StrEnum

from adapters.messages import Locale
from adapters.texts import TEMPLATES
from core.actions import Temper
from core.options import MOST_SEATS, AnteRule, ButtonRule
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening
from core.refusals import Reason, Refused


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command, described by text ``command.<name>``. `aliases` are words that mean the same, in every language."""

    name: str
    example: str
    arguments: tuple[Argument, ...] = ()
    aliases: tuple[str, ...] = ()
    host_only: bool = False

    @property
    def text(self) -> str:
        """The key of the description, at most 100 characters long in every language."""
        return f"command.{self.name}"


def _number(name: str, minimum: int, maximum: int) -> Argument:
    return Argument(name=name, kind=Kind.NUMBER, minimum=minimum, maximum=maximum)


def _choice(name: str, options: type[StrEnum], family: str = "", *, required: bool = False) -> Argument:
    choices = tuple(option.value for option in options)
    return Argument(name=name, kind=Kind.CHOICE, choices=choices, family=family or name, required=required)


STAKES: tuple[Argument, ...] = (
    Argument(name="name", kind=Kind.WORDS),
    _choice("game", GameName),
    _choice("betting", Betting),
    _number("seats", 2, MOST_SEATS),
    Argument(name="blinds", kind=Kind.WORD),
    Argument(name="buyin", kind=Kind.WORD),
    Argument(name="ante", kind=Kind.AMOUNT),
    _choice("antes", AnteRule),
    _number("runs", 1, 4),
    _number("seconds", 5, 86_400),
    _number("bank", 0, 86_400),
    _number("pause", 0, 600),
    _number("cap", 1, 10),
    Argument(name="unit", kind=Kind.AMOUNT),
    _choice("reopening", Reopening),
    _choice("showing", Showing),
    _choice("button", ButtonRule),
    Argument(name="burns", kind=Kind.CHOICE, choices=("off", "on"), family="burns"),
)
"""What `new` takes; only the name may come without ``key=`` in front."""

COMMANDS: tuple[Command, ...] = (
    Command(
        name="new",
        example="new Friday blinds=50/100 seats=6",
        arguments=STAKES,
        aliases=("open", "開桌", "开桌", "新桌"),
    ),
    Command(
        name="join",
        example="join 5000 3",
        arguments=(Argument(name="chips", kind=Kind.AMOUNT), _number("seat", 1, MOST_SEATS)),
        aliases=("sit", "入座", "坐下", "加入"),
    ),
    Command(name="leave", example="leave", aliases=("stand", "離開", "离开", "離桌", "离桌")),
    Command(name="sitout", example="sitout", aliases=("away", "暫離", "暂离")),
    Command(name="back", example="back", aliases=("return", "回來", "回来")),
    Command(name="start", example="start", aliases=("begin", "開始", "开始"), host_only=True),
    Command(name="fold", example="fold", aliases=("f", "棄牌", "弃牌", "蓋牌", "盖牌", "收牌")),
    Command(name="check", example="check", aliases=("x", "過牌", "过牌", "让牌", "讓牌")),
    Command(name="call", example="call", aliases=("c", "跟注", "跟")),
    Command(
        name="raise",
        example="raise 300",
        arguments=(Argument(name="amount", kind=Kind.AMOUNT),),
        aliases=("r", "bet", "b", "加註", "加注", "加码", "加碼", "下注"),
    ),
    Command(
        name="allin",
        example="allin",
        aliases=("all-in", "jam", "shove", "全下", "全押", "全进", "全進", "梭哈"),
    ),
    Command(name="cards", example="cards", aliases=("看牌", "手牌", "底牌")),
    Command(name="table", example="table", aliases=("牌桌", "桌況", "桌况")),
    Command(
        name="computer",
        example="computer shark 2",
        arguments=(_choice("temper", Temper), _number("count", 1, MOST_SEATS - 1)),
        aliases=("bot", "電腦", "电脑"),
        host_only=True,
    ),
    Command(name="dismiss", example="dismiss", aliases=("請走電腦", "请走电脑"), host_only=True),
    Command(
        name="cut",
        example="cut lucky seven",
        arguments=(Argument(name="phrase", kind=Kind.WORDS),),
        aliases=("phrase", "切牌"),
    ),
    Command(
        name="runs", example="runs 2", arguments=(_number("times", 1, 4),), aliases=("發牌次數", "发牌次数")
    ),
    Command(name="show", example="show", aliases=("亮牌", "秀牌")),
    Command(name="muck", example="muck", aliases=("不亮牌",)),
    Command(
        name="hand",
        example="hand 12",
        arguments=(_number("number", 1, 2**53 - 1),),
        aliases=("history", "牌局", "紀錄", "记录"),
    ),
    Command(name="stop", example="stop", aliases=("close", "收桌", "關桌", "关桌"), host_only=True),
    Command(
        name="language",
        example="language zh-Hant",
        arguments=(_choice("language", Locale, required=True),),
        aliases=("lang", "語言", "语言"),
    ),
    Command(name="rules", example="rules", aliases=("規則", "规则")),
    Command(
        name="help",
        example="help",
        arguments=(Argument(name="command", kind=Kind.WORD),),
        aliases=("?", "說明", "幫助", "帮助"),
    ),
)

_BY_WORD = {word: command for command in COMMANDS for word in (command.name, *command.aliases)}


def find(word: str) -> Command:
    """The command that a word names in any language; raises `Refused` UNKNOWN_COMMAND."""
    command = _BY_WORD.get(word.strip().casefold())
    if command is None:
        raise Refused(Reason.UNKNOWN_COMMAND, asked=word.strip()[:40])
    return command


def read(command: Command, typed: str) -> dict[str, str]:
    """What was typed for each argument by its name: ``key=value`` words first, the others in the command's order.

    Choices come back as their value, whatever language they were typed in. Raises `Refused` UNKNOWN_COMMAND for a
    word that belongs nowhere, and UNKNOWN_OPTION for a key that is none.
    """
    if len(command.arguments) == 1 and command.arguments[0].kind is Kind.WORDS:
        return {command.arguments[0].name: typed.strip()} if typed.strip() else {}
    by_name = {argument.name: argument for argument in command.arguments}
    given: dict[str, str] = {}
    loose: list[str] = []
    for word in typed.split():
        key, equals, value = word.partition("=")
        if equals and key.casefold() in by_name:
            given[key.casefold()] = value
        elif equals and key.isascii() and len(by_name) > 1:
            raise Refused(Reason.UNKNOWN_OPTION, asked=word[:40])
        else:
            loose.append(word)
    free = [argument for argument in command.arguments if argument.name not in given]
    given |= _placed(free, loose)
    return {name: _chosen(by_name[name], value) for name, value in given.items()}


def _placed(free: list[Argument], loose: list[str]) -> dict[str, str]:
    """Words without a key, given to the arguments in order; a choice is passed over by what is none of its words."""
    given: dict[str, str] = {}
    for argument in free:
        if not loose:
            break
        if argument.kind is Kind.WORDS:
            return {**given, argument.name: " ".join(loose)}
        if argument.kind is Kind.CHOICE and not argument.required and _choice_of(argument, loose[0]) is None:
            continue
        given[argument.name] = loose.pop(0)
    if loose:
        raise Refused(Reason.UNKNOWN_COMMAND, asked=loose[0][:40])
    return given


def _chosen(argument: Argument, value: str) -> str:
    if argument.kind is not Kind.CHOICE:
        return value
    choice = _choice_of(argument, value)
    if choice is None:
        raise Refused(Reason.UNKNOWN_COMMAND, asked=value[:40])
    return choice


def _choice_of(argument: Argument, typed: str) -> str | None:
    """The choice that is meant: its value with any of ``-_ `` between, or its wording in any language."""
    meant = _squeezed(typed)
    for choice in argument.choices:
        wordings = (templates[f"{argument.family}.{choice}"] for templates in TEMPLATES.values())
        if meant in {_squeezed(choice), *map(_squeezed, wordings)}:
            return choice
    return None


def _squeezed(text: str) -> str:
    return re.sub(r"[-_ ]", "", text.casefold())
