"""The commands of whoever runs a table: pause it, send somebody away, keep seats, close the door, change its rules."""

from dataclasses import replace

from adapters.menu_entries import HOST, Argument, Command, Kind
from core.options import MOST_SEATS

_WHO = Argument(name="who", kind=Kind.WORDS, required=True)
_SEAT = Argument(name="seat", kind=Kind.NUMBER, minimum=1, maximum=MOST_SEATS, required=True)
_FIXED = frozenset({"name"})
"""What is no option of a table. Its game can be typed, to be told that it stays as it is."""


def host_commands(stakes: tuple[Argument, ...]) -> tuple[Command, ...]:
    """The commands; `stakes` are the arguments of a new table, of which all but a few can be changed later.

    A platform with fields has one for all of them, in which they are typed: its command list has no room for each.
    """
    page = Argument(name="page", kind=Kind.WORD, typed=True)
    change = Argument(name="change", kind=Kind.WORDS)
    typed = tuple(replace(one, typed=True) for one in stakes if one.name not in _FIXED)
    return (
        Command(name="pause", example="pause", aliases=("暫停", "暂停"), host_only=True, group=HOST),
        Command(name="resume", example="resume", aliases=("繼續", "继续"), host_only=True, group=HOST),
        Command(
            name="kick",
            example="kick 3",
            arguments=(_WHO,),
            aliases=("請離", "请离", "踢人"),
            host_only=True,
            group=HOST,
        ),
        Command(
            name="keep",
            example="keep 3 Bob",
            arguments=(_SEAT, Argument(name="guest", kind=Kind.WORDS)),
            aliases=("reserve", "留位"),
            host_only=True,
            group=HOST,
        ),
        Command(
            name="unkeep",
            example="unkeep 3",
            arguments=(_SEAT,),
            aliases=("放位", "開放座位", "开放座位"),
            host_only=True,
            group=HOST,
        ),
        Command(
            name="private",
            example="private",
            arguments=(Argument(name="door_code", kind=Kind.WORD),),
            aliases=("私人桌", "鎖桌", "锁桌"),
            host_only=True,
            group=HOST,
        ),
        Command(name="public", example="public", aliases=("公開桌", "公开桌"), host_only=True, group=HOST),
        Command(
            name="handover",
            example="handover 3",
            arguments=(_WHO,),
            aliases=("交接", "移交"),
            host_only=True,
            group=HOST,
        ),
        Command(
            name="options",
            example="options straddle=button",
            arguments=(page, change, *typed),
            aliases=("option", "選項", "选项", "牌桌設定", "牌桌设置"),
            group=HOST,
        ),
        Command(name="log", example="log", aliases=("日誌", "日志"), host_only=True, group=HOST),
    )
