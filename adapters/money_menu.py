"""The commands of chips outside the tables, and of what many hands come to: the bank, figures, seasons, the ledger."""

from adapters.menu_entries import BANK, FIGURES, Argument, Command, Kind, one_of, switch
from core.poker.exports import ExportForm

EXPORT = one_of("form", ExportForm)
"""As what a hand can be taken away."""
_PLAYER = Argument(name="player", kind=Kind.PLAYER)
_SUM = Argument(name="sum", kind=Kind.AMOUNT, required=True)

MONEY_COMMANDS: tuple[Command, ...] = (
    Command(name="balance", example="balance", aliases=("bank", "wallet", "餘額", "余额"), group=BANK),
    Command(name="daily", example="daily", aliases=("領籌碼", "领筹码", "每日"), group=BANK),
    Command(name="refill", example="refill", aliases=("救濟", "救济"), group=BANK),
    Command(
        name="send",
        example="send Bob 500",
        arguments=(_PLAYER, _SUM),
        aliases=("轉籌碼", "转筹码"),
        group=BANK,
    ),
    Command(
        name="account",
        example="account",
        arguments=(_PLAYER,),
        aliases=("帳目", "账目"),
        group=BANK,
    ),
    Command(
        name="grant",
        example="grant Bob 5000",
        arguments=(_PLAYER, _SUM),
        aliases=("發籌碼", "发筹码"),
        group=BANK,
    ),
    Command(
        name="take",
        example="take Bob 5000",
        arguments=(_PLAYER, _SUM),
        aliases=("收籌碼", "收筹码"),
        group=BANK,
    ),
    Command(name="freeze", example="freeze Bob", arguments=(_PLAYER,), aliases=("凍結", "冻结"), group=BANK),
    Command(
        name="unfreeze",
        example="unfreeze Bob",
        arguments=(_PLAYER,),
        aliases=("解凍", "解冻"),
        group=BANK,
    ),
    Command(
        name="bankrules",
        example="bankrules daily=2000",
        arguments=(
            Argument(name="opening", kind=Kind.AMOUNT),
            Argument(name="daily", kind=Kind.AMOUNT),
            Argument(name="refill", kind=Kind.AMOUNT),
            switch("transfers"),
            Argument(name="sendmost", kind=Kind.AMOUNT),
            switch("manytables"),
        ),
        aliases=("銀行規則", "银行规则"),
        group=BANK,
    ),
    Command(
        name="stats", example="stats", arguments=(_PLAYER,), aliases=("統計", "统计", "數據"), group=FIGURES
    ),
    Command(
        name="top",
        example="top",
        arguments=(Argument(name="season", kind=Kind.WORD),),
        aliases=("leaderboard", "排行榜", "排行"),
        group=FIGURES,
    ),
    Command(name="evening", example="evening", aliases=("graph", "走勢", "走势"), group=FIGURES),
    Command(
        name="ledger",
        example="ledger",
        arguments=(switch("ledger"),),
        aliases=("輸贏", "输赢"),
        group=FIGURES,
    ),
)
