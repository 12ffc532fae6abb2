"""The commands of tournaments: to announce one, to be in it, to follow it, to run it, and what many of them come to."""

from adapters.event_club import Formula, Period
from adapters.menu_entries import TOURNEY, Argument, Command, Kind, number, one_of
from core.actions import Temper
from core.cardroom.deals import DealKind
from core.cardroom.event_options import EntryRule, Every, PayoutRule
from core.cardroom.event_options import Kind as EventKind
from core.cardroom.points import LEAST_ENTRANTS
from core.cardroom.structure import MOST_ENTRANTS, Speed
from core.options import MOST_SEATS
from core.poker.games import GameName
from core.poker.rounds import Betting

NO_DEAL = "none"
SURE = "sure"
"""What is typed behind `cancel` of a tournament that is being played."""
_EVENT = Argument(name="event", kind=Kind.WORD, typed=True)
_STARTS = Argument(name="starts", kind=Kind.WORDS)


def _typed(name: str, kind: Kind = Kind.WORD) -> Argument:
    return Argument(name=name, kind=kind, typed=True)


def _counted(name: str, minimum: int, maximum: int) -> Argument:
    return Argument(name=name, kind=Kind.NUMBER, minimum=minimum, maximum=maximum, typed=True)


EVENT_STAKES: tuple[Argument, ...] = (
    Argument(name="name", kind=Kind.WORDS),
    one_of("speed", Speed),
    one_of("game", GameName),
    one_of("betting", Betting),
    number("seats", 2, MOST_SEATS),
    Argument(name="buyin", kind=Kind.WORD),
    _STARTS,
    number("max", 2, MOST_ENTRANTS),
    number("min", 2, MOST_ENTRANTS),
    one_of("entry", EntryRule, "entry_rule"),
    Argument(name="bounty", kind=Kind.AMOUNT),
    Argument(name="knockout", kind=Kind.CHOICE, choices=("fixed", "progressive"), family="knockout"),
    one_of("payout", PayoutRule),
    number("late", 0, 60),
    number("checkin", 0, 240),
    one_of("kind", EventKind, "event_kind"),
    _typed("stack", Kind.AMOUNT),
    _typed("levels"),
    _counted("hands", 1, 1_000),
    _counted("minutes", 1, 1_440),
    _typed("breaks"),
    _typed("ticket", Kind.AMOUNT),
    _typed("satellite"),
    Argument(name="every", kind=Kind.CHOICE, choices=tuple(Every), family="every", typed=True),
    _counted("shotclock", 0, 600),
    _counted("entries", 1, 100),
    _counted("rebuys", 0, 100),
    _typed("shares"),
    _counted("seconds", 5, 86_400),
    _counted("bank", 0, 86_400),
)
"""What `create` takes; only the name may come without ``key=`` in front."""


def _own(name: str, *aliases: str, example: str = "", arguments: tuple[Argument, ...] = ()) -> Command:
    return Command(
        name=name,
        example=example or name,
        arguments=(*arguments, _EVENT),
        aliases=aliases,
        group=TOURNEY,
    )


def _hosts(name: str, *aliases: str, example: str = "", arguments: tuple[Argument, ...] = ()) -> Command:
    return Command(
        name=name,
        example=example or name,
        arguments=(*arguments, _EVENT),
        aliases=aliases,
        host_only=True,
        group=TOURNEY,
    )


_HOW = Argument(name="how", kind=Kind.CHOICE, choices=(*DealKind, NO_DEAL), family="deal_kind")

EVENT_COMMANDS: tuple[Command, ...] = (
    Command(
        name="create",
        example="create Friday speed=turbo buyin=500 starts=20:00",
        arguments=EVENT_STAKES,
        aliases=("tournament", "辦比賽", "办比赛"),
        group=TOURNEY,
    ),
    _own("overview", "tourney", "比賽", "比赛"),
    _own("register", "reg", "報名", "报名"),
    _own("unregister", "unreg", "退賽", "退赛"),
    _own("checkin", "報到", "报到", "签到"),
    _own("rebuy", "重購", "重购"),
    _own("addon", "加購", "加购"),
    _own("deal", "分獎", "分奖", example="deal icm", arguments=(_HOW,)),
    _own("structure", "levels", "盲注表", "盲注結構", "盲注结构"),
    _own("players", "參賽者", "参赛者"),
    _own("standings", "名次"),
    Command(
        name="season",
        example="season",
        arguments=(Argument(name="which", kind=Kind.WORD),),
        aliases=("points", "積分", "积分"),
        group=TOURNEY,
    ),
    _hosts("begin", "開賽", "开赛"),
    _hosts(
        "hold",
        "暫停比賽",
        "暂停比赛",
        example="hold on",
        arguments=(Argument(name="switch", kind=Kind.CHOICE, choices=("on", "off"), family="switch"),),
    ),
    _hosts(
        "cancel",
        "取消比賽",
        "取消比赛",
        arguments=(
            Argument(name="sure", kind=Kind.CHOICE, choices=(SURE,), family="cancel_sure", typed=True),
        ),
    ),
    _hosts(
        "remove",
        "除名",
        example="remove Bob",
        arguments=(Argument(name="player", kind=Kind.PLAYER),),
    ),
    Command(
        name="reschedule",
        example="reschedule 21:00",
        arguments=(_STARTS, _EVENT),
        aliases=("改期",),
        host_only=True,
        group=TOURNEY,
    ),
    _hosts("again", "再辦一次", "再办一次"),
    _hosts(
        "fill",
        "補電腦",
        "补电脑",
        example="fill 5",
        arguments=(number("count", 1, MOST_ENTRANTS - 1), one_of("temper", Temper)),
    ),
    Command(
        name="club",
        example="club period=month best=5 zone=Asia/Taipei",
        arguments=(
            number("best", 0, 1_000),
            one_of("period", Period),
            one_of("points", Formula, "formula"),
            number("least", LEAST_ENTRANTS, MOST_ENTRANTS),
            Argument(name="zone", kind=Kind.WORD),
        ),
        aliases=("俱樂部", "俱乐部"),
        host_only=True,
        group=TOURNEY,
    ),
)
