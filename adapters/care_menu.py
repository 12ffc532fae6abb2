"""The commands by which players look after themselves: a break, a reminder, what is kept about them, and learning."""

from adapters.menu_entries import SELF, Argument, Command, Kind

TOPICS = ("positions", "hands", "blinds", "betting", "side_pots", "odds", "mistakes")
"""What can be learnt, in the order to learn it in."""
SURE = "yes"

CARE_COMMANDS: tuple[Command, ...] = (
    Command(
        name="learn",
        example="learn side_pots",
        arguments=(Argument(name="topic", kind=Kind.CHOICE, choices=TOPICS, family="topic"),),
        aliases=("tutorial", "學習", "学习", "教學", "教学"),
        group=SELF,
    ),
    Command(
        name="break",
        example="break 7d",
        arguments=(Argument(name="span", kind=Kind.WORD, required=True),),
        aliases=("休息", "自我限制"),
        group=SELF,
    ),
    Command(
        name="remind",
        example="remind 2h",
        arguments=(Argument(name="after", kind=Kind.WORD, required=True),),
        aliases=("提醒",),
        group=SELF,
    ),
    Command(name="mydata", example="mydata", aliases=("我的資料", "我的数据"), group=SELF),
    Command(
        name="forgetme",
        example="forgetme",
        arguments=(Argument(name="sure", kind=Kind.CHOICE, choices=(SURE,), family="sure"),),
        aliases=("刪除我的資料", "删除我的数据"),
        group=SELF,
    ),
)
