"""The commands of a player's seat: chips, the queue, side games, moves chosen ahead, and a look at cards afterwards."""

from adapters.menu_entries import SEAT, Argument, Command, Kind, one_of, switch
from core.side_actions import Plan, ShowPart

BLIND = Argument(name="blind", kind=Kind.CHOICE, choices=("post", "wait"), family="blind")
CODE = Argument(name="code", kind=Kind.WORD)
_SWITCH = switch("switch")

SEAT_COMMANDS: tuple[Command, ...] = (
    Command(
        name="topup",
        example="topup 5000",
        arguments=(Argument(name="chips", kind=Kind.AMOUNT),),
        aliases=("補碼", "补码", "補籌碼", "补筹码", "重新買入", "重新买入"),
        group=SEAT,
    ),
    Command(
        name="auto",
        example="auto rebuy",
        arguments=(
            Argument(
                name="buying",
                kind=Kind.CHOICE,
                choices=("off", "rebuy", "topup"),
                family="buying",
                required=True,
            ),
        ),
        aliases=("自動補碼", "自动补码"),
        group=SEAT,
    ),
    Command(name="post", example="post", aliases=("補盲", "补盲"), group=SEAT),
    Command(
        name="straddle", example="straddle on", arguments=(_SWITCH,), aliases=("抓盲", "抓头"), group=SEAT
    ),
    Command(name="seven", example="seven on", arguments=(_SWITCH,), aliases=("72", "七二"), group=SEAT),
    Command(
        name="wait",
        example="wait",
        arguments=(CODE,),
        aliases=("queue", "候補", "候补", "排隊", "排队"),
        group=SEAT,
    ),
    Command(name="unwait", example="unwait", aliases=("不等了", "取消候補", "取消候补"), group=SEAT),
    Command(
        name="plan",
        example="plan check_fold",
        arguments=(
            Argument(
                name="plan",
                kind=Kind.CHOICE,
                choices=(*(plan.value for plan in Plan), "off"),
                family="plan",
                required=True,
            ),
        ),
        aliases=("預選", "预选"),
        group=SEAT,
    ),
    Command(name="away", example="away", aliases=("不等他", "催促"), group=SEAT),
    Command(name="bomb", example="bomb", aliases=("炸彈", "炸弹"), group=SEAT),
    Command(
        name="reveal",
        example="reveal left",
        arguments=(one_of("part", ShowPart),),
        aliases=("秀", "翻牌给看", "翻牌給看"),
        group=SEAT,
    ),
    Command(
        name="ask",
        example="ask 3",
        arguments=(Argument(name="who", kind=Kind.WORDS, required=True),),
        aliases=("看蓋牌", "看盖牌"),
        group=SEAT,
    ),
    Command(name="rabbit", example="rabbit", aliases=("兔子", "追兔"), group=SEAT),
)
"""A player's seat, chips and wishes, and what may be seen after a hand."""
