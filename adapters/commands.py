"""Runs a request, from whatever platform, against the house: the one place where a refusal becomes an answer."""

from collections.abc import Awaitable, Callable

from adapters import hand_commands, render, table_commands
from adapters.asking import Asked, House, TableDealer
from adapters.menu import COMMANDS, find, read
from adapters.messages import ChoiceName, Message, Reply, Request
from core.poker.actions import Fold
from core.refusals import Reason, Refused
from core.store import StoreAway
from core.views import TableView

__all__ = ["COMMANDS", "House", "TableDealer", "run"]


async def run(request: Request, house: House) -> Reply:
    """Do what is asked and answer the asker alone. A refusal is an answer too; nothing has changed then."""
    asked = Asked(request=request, house=house)
    try:
        return Reply(message=await _answer(asked))
    except Refused as refused:
        said = refused
    except StoreAway:
        said = Refused(Reason.DEALER_AWAY)
    return Reply(message=render.refusal_message(said, await _view_if_any(asked)), refused=True)


async def _view_if_any(asked: Asked) -> TableView | None:
    try:
        return await asked.view(held=True)
    except (Refused, StoreAway):
        return None


async def _answer(asked: Asked) -> Message | None:
    if asked.request.command == ChoiceName.FOLD_ANYWAY:
        await asked.play(Fold())
        return None
    command = find(asked.request.command)
    asked.given = read(command, asked.request.args)
    asked.host_only = command.host_only
    return await _RUNS[command.name](asked)


_RUNS: dict[str, Callable[[Asked], Awaitable[Message | None]]] = {
    "new": table_commands.open_table,
    "join": table_commands.join,
    "leave": table_commands.leave,
    "sitout": table_commands.sit_out,
    "back": table_commands.back,
    "start": table_commands.start,
    "stop": table_commands.stop,
    "dismiss": table_commands.dismiss,
    "computer": table_commands.computer,
    "cut": table_commands.cut,
    "hand": table_commands.past_hand,
    "language": table_commands.language,
    "rules": table_commands.rules,
    "help": table_commands.help_,
    "table": table_commands.table,
    "fold": hand_commands.fold,
    "check": hand_commands.check,
    "call": hand_commands.call,
    "raise": hand_commands.raise_to,
    "allin": hand_commands.all_in,
    "cards": hand_commands.cards,
    "runs": hand_commands.runs,
    "show": hand_commands.show,
    "muck": hand_commands.muck,
}
