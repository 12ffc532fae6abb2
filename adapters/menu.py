"""The one list of commands: names, arguments and the other words for them, for every platform and for the help."""

import re

from adapters.care_menu import CARE_COMMANDS
from adapters.event_menu import EVENT_COMMANDS
from adapters.host_menu import host_commands
from adapters.menu_entries import HOST, MOVE, SEAT, Argument, Command, Kind, number, one_of, switch
from adapters.messages import Locale
from adapters.money_menu import EXPORT, MONEY_COMMANDS
from adapters.seat_menu import BLIND, CODE, SEAT_COMMANDS
from adapters.texts import TEMPLATES
from core.actions import Temper
from core.ids import is_event
from core.options import MOST_SEATS, AnteRule, AskRule, ButtonRule, Entry, StraddleRule
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening, StraddleStep
from core.refusals import Reason, Refused

__all__ = ["COMMANDS", "HOST", "MOVE", "STAKES", "Argument", "Command", "Kind", "find", "read"]

STAKES: tuple[Argument, ...] = (
    Argument(name="name", kind=Kind.WORDS),
    one_of("game", GameName),
    one_of("betting", Betting),
    number("seats", 2, MOST_SEATS),
    Argument(name="blinds", kind=Kind.WORD),
    Argument(name="buyin", kind=Kind.WORD),
    Argument(name="ante", kind=Kind.AMOUNT),
    one_of("antes", AnteRule),
    number("runs", 1, 4),
    number("seconds", 5, 86_400),
    number("bank", 0, 86_400),
    number("pause", 0, 600),
    number("cap", 1, 10),
    Argument(name="unit", kind=Kind.AMOUNT),
    one_of("reopening", Reopening),
    one_of("showing", Showing),
    one_of("button", ButtonRule),
    Argument(name="burns", kind=Kind.CHOICE, choices=("off", "on"), family="burns"),
    one_of("entry", Entry),
    one_of("straddle", StraddleRule),
    Argument(name="bomb", kind=Kind.WORD),
    number("seven", 0, 10),
    one_of("asking", AskRule),
    switch("rabbit"),
    switch("match"),
    Argument(name="rathole", kind=Kind.NUMBER, minimum=0, maximum=1_440, typed=True),
    switch("aids", typed=True),
    switch("faceup", typed=True),
    switch("ledger", typed=True),
    Argument(
        name="step",
        kind=Kind.CHOICE,
        choices=tuple(step.value for step in StraddleStep),
        family="straddle_step",
        typed=True,
    ),
    Argument(name="orbit", kind=Kind.NUMBER, minimum=0, maximum=3_600, typed=True),
    Argument(name="thinking", kind=Kind.NUMBER, minimum=0, maximum=60_000, typed=True),
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
        arguments=(Argument(name="chips", kind=Kind.AMOUNT), number("seat", 1, MOST_SEATS), BLIND, CODE),
        aliases=("sit", "入座", "坐下", "加入"),
    ),
    Command(name="leave", example="leave", aliases=("stand", "離開", "离开", "離桌", "离桌")),
    Command(
        name="sitout",
        example="sitout",
        arguments=(Argument(name="when", kind=Kind.CHOICE, choices=("now", "blind"), family="when"),),
        aliases=("暫離", "暂离"),
    ),
    Command(name="back", example="back", arguments=(BLIND,), aliases=("return", "回來", "回来")),
    *SEAT_COMMANDS,
    Command(name="start", example="start", aliases=("開始", "开始"), host_only=True),
    Command(name="fold", example="fold", aliases=("f", "棄牌", "弃牌", "蓋牌", "盖牌", "收牌"), group=MOVE),
    Command(name="check", example="check", aliases=("x", "過牌", "过牌", "让牌", "讓牌"), group=MOVE),
    Command(name="call", example="call", aliases=("c", "跟注", "跟"), group=MOVE),
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
        group=MOVE,
    ),
    Command(name="cards", example="cards", aliases=("看牌", "手牌", "底牌")),
    Command(name="table", example="table", aliases=("牌桌", "桌況", "桌况")),
    Command(
        name="computer",
        example="computer shark 2",
        arguments=(one_of("temper", Temper), number("count", 1, MOST_SEATS - 1)),
        aliases=("bot", "電腦", "电脑"),
        host_only=True,
    ),
    Command(name="dismiss", example="dismiss", aliases=("請走電腦", "请走电脑"), host_only=True),
    Command(
        name="cut",
        example="cut lucky seven",
        arguments=(Argument(name="phrase", kind=Kind.WORDS),),
        aliases=("phrase", "切牌"),
        group=SEAT,
    ),
    Command(
        name="runs",
        example="runs 2",
        arguments=(number("times", 1, 4),),
        aliases=("發牌次數", "发牌次数"),
        group=MOVE,
    ),
    Command(name="show", example="show", aliases=("亮牌", "秀牌"), group=MOVE),
    Command(name="muck", example="muck", aliases=("不亮牌",), group=MOVE),
    Command(
        name="hand",
        example="hand 12",
        arguments=(number("number", 1, 2**53 - 1), EXPORT),
        aliases=("history", "牌局", "紀錄", "记录"),
    ),
    Command(name="stop", example="stop", aliases=("close", "收桌", "關桌", "关桌"), host_only=True),
    Command(
        name="link",
        example="link",
        arguments=(Argument(name="link_code", kind=Kind.WORD),),
        aliases=("互通",),
        host_only=True,
        group=HOST,
    ),
    Command(
        name="unlink",
        example="unlink",
        aliases=("解除互通",),
        host_only=True,
        group=HOST,
    ),
    *host_commands(STAKES),
    *MONEY_COMMANDS,
    *CARE_COMMANDS,
    *EVENT_COMMANDS,
    Command(
        name="language",
        example="language zh-Hant",
        arguments=(one_of("language", Locale, required=True),),
        aliases=("lang", "語言", "语言"),
    ),
    Command(name="rules", example="rules", aliases=("規則", "规则")),
    Command(name="privacy", example="privacy", aliases=("隱私", "隐私")),
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
    word that belongs nowhere, UNKNOWN_OPTION for a key that is none, GIVEN_TWICE for one that comes twice, and
    UNKNOWN_CHOICE where what is typed is none of the choices.
    """
    if len(command.arguments) == 1 and command.arguments[0].kind is Kind.WORDS:
        return {command.arguments[0].name: typed.strip()} if typed.strip() else {}
    by_name = {argument.name: argument for argument in command.arguments}
    given: dict[str, str] = {}
    loose: list[str] = []
    for word in typed.split():
        key, equals, value = word.partition("=")
        if equals and key.casefold() in given:
            raise Refused(Reason.GIVEN_TWICE, asked=f"{key.casefold()}=")
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
    """Words without a key, given to the arguments in order; a choice is passed over by what is none of its words, and
    whatever else comes before the choice by what is one. A player's name takes all but what must come after it.
    """
    given: dict[str, str] = {}
    passed: list[Argument] = []
    for at, argument in enumerate(free):
        if not loose:
            break
        if argument.kind is Kind.PLAYER:
            most = len(loose) - sum(later.required for later in free[at + 1 :])
            if most > 0:
                given[argument.name] = " ".join(loose[:most])
                del loose[:most]
            continue
        if argument.name == "event" and not is_event(loose[0]):
            continue
        if argument.kind is Kind.WORDS:
            return {**given, argument.name: " ".join(loose)}
        if argument.kind is Kind.CHOICE and not argument.required and _choice_of(argument, loose[0]) is None:
            passed.append(argument)
            continue
        if argument.kind is not Kind.CHOICE and _is_choice_of(free, loose[0]):
            continue
        if argument.kind is Kind.NUMBER and passed and loose[0].isalpha():
            raise _none_of(passed[0], loose[0])
        given[argument.name] = loose.pop(0)
    if loose and passed:
        raise _none_of(passed[0], loose[0])
    if loose:
        raise Refused(Reason.UNKNOWN_COMMAND, asked=loose[0][:40])
    return given


def _is_choice_of(free: list[Argument], typed: str) -> bool:
    return any(argument.kind is Kind.CHOICE and _choice_of(argument, typed) is not None for argument in free)


def _chosen(argument: Argument, value: str) -> str:
    if argument.kind is not Kind.CHOICE:
        return value
    choice = _choice_of(argument, value)
    if choice is None:
        raise _none_of(argument, value)
    return choice


def _none_of(argument: Argument, value: str) -> Refused:
    choices = " ".join(argument.choices)
    return Refused(Reason.UNKNOWN_CHOICE, asked=value[:40], family=argument.family, choices=choices)


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
