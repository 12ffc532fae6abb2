"""Runs a request, from whatever platform, against the house: the one place where a refusal becomes an answer."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from adapters import (
    bank_commands,
    care_commands,
    event_commands,
    event_host_commands,
    hand_commands,
    host_commands,
    link_commands,
    render,
    seat_commands,
    stats_commands,
    table_commands,
)
from adapters.asking import Asked, House, TableDealer
from adapters.event_asking import name_typed, named_in
from adapters.event_choosing import WhichEvent, which_message
from adapters.menu import COMMANDS, find, read
from adapters.menu_entries import TOURNEY, Command
from adapters.messages import ChoiceName, Message, Reply, Request
from core.poker.actions import Fold
from core.refusals import Reason, Refused
from core.store import StoreAway
from core.views import TableView

__all__ = ["COMMANDS", "House", "TableDealer", "run"]


_BRINGING: Final = frozenset({"join", "topup", "register", "rebuy", "addon"})
"""Commands that take chips out of the wallet."""
_EVENTS: Final = frozenset(command.name for command in COMMANDS if command.group == TOURNEY)
"""Commands that are about no table, even where there is one."""
_SAID_BY_BUTTON: Final = frozenset({"hold", "fill"})
"""Commands whose button carries what is typed behind them."""
_STACKS: Final = frozenset({"rebuy", "addon"})
"""A tournament sells whole stacks. With a number of chips they are words for filling up one's stack at a table."""


async def run(request: Request, house: House) -> Reply:
    """Do what is asked and answer the asker alone. A refusal is an answer too; nothing has changed then."""
    asked = Asked(request=request, house=house)
    try:
        return Reply(message=await _answer(asked))
    except WhichEvent as which:
        beside = asked.beside if which.beside is None else which.beside
        return Reply(message=which_message(asked.command, beside, which.events))
    except Refused as refused:
        said = refused
    except StoreAway:
        said = Refused(Reason.DEALER_AWAY)
    if said.reason is Reason.BAD_NAME and not request.name.strip():
        said = Refused(Reason.NAME_FIRST)
    about_event = asked.command in _EVENTS
    view = None if about_event else await _view_if_any(asked)
    if said.reason is Reason.NOT_ENOUGH_CHIPS and about_event:
        said = Refused(said.reason, **said.numbers, case="to_enter")  # The buy-in is what it is.
    message = render.refusal_message(said, view)
    can_bring = asked.command in _BRINGING and (about_event or view is not None)
    if said.reason is Reason.NOT_ENOUGH_CHIPS and can_bring:
        with suppress(Refused, StoreAway):
            message = await bank_commands.short_of_chips(asked, message, view)
    return Reply(message=message, refused=True)


async def _view_if_any(asked: Asked) -> TableView | None:
    try:
        return await asked.view(held=True)
    except (Refused, StoreAway):
        return None


async def _answer(asked: Asked) -> Message | None:
    if asked.request.command == ChoiceName.FOLD_ANYWAY:
        await asked.play(Fold())
        return None
    command, typed = find(asked.request.command), asked.request.args
    if command.group == TOURNEY:
        asked.command = command.name
        asked.event, asked.more, typed = named_in(typed)
        if asked.more and command.name in _SAID_BY_BUTTON:
            typed = asked.more
        if not asked.event:
            typed = await _beside_the_name(asked, command, typed)
        if command.name in _STACKS and typed and "=" not in typed:
            command = find("topup")
    asked.command, asked.host_only = command.name, command.host_only
    asked.given = read(command, typed)
    return await _RUNS[command.name](asked)


async def _beside_the_name(asked: Asked, command: Command, typed: str) -> str:
    """What is typed beside the name of a tournament."""
    asked.beside = typed
    try:
        asked.beside = await name_typed(asked, command, typed)
    except Refused:
        if command.name not in _STACKS:
            raise
    return asked.beside


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
    "topup": seat_commands.top_up,
    "auto": seat_commands.auto,
    "post": seat_commands.post,
    "straddle": seat_commands.straddle,
    "seven": seat_commands.seven,
    "wait": seat_commands.wait,
    "unwait": seat_commands.unwait,
    "plan": seat_commands.plan,
    "away": seat_commands.away,
    "bomb": seat_commands.bomb,
    "reveal": seat_commands.reveal,
    "ask": seat_commands.ask,
    "rabbit": seat_commands.rabbit,
    "pause": host_commands.pause,
    "resume": host_commands.resume,
    "kick": host_commands.kick,
    "keep": host_commands.keep,
    "unkeep": host_commands.unkeep,
    "private": host_commands.private,
    "public": host_commands.public,
    "handover": host_commands.hand_over,
    "options": host_commands.options,
    "log": host_commands.log,
    "balance": bank_commands.balance,
    "daily": bank_commands.daily,
    "refill": bank_commands.refill,
    "send": bank_commands.send,
    "account": bank_commands.account,
    "grant": bank_commands.grant,
    "take": bank_commands.take,
    "freeze": bank_commands.freeze,
    "unfreeze": bank_commands.unfreeze,
    "bankrules": bank_commands.bank_rules,
    "stats": stats_commands.stats,
    "top": stats_commands.top,
    "evening": stats_commands.evening,
    "ledger": stats_commands.ledger,
    "learn": care_commands.learn,
    "break": care_commands.take_break,
    "remind": care_commands.remind,
    "mydata": care_commands.my_data,
    "forgetme": care_commands.forget_me,
    "create": event_commands.create,
    "overview": event_commands.overview,
    "register": event_commands.register,
    "unregister": event_commands.unregister,
    "checkin": event_commands.check_in,
    "rebuy": event_commands.rebuy,
    "addon": event_commands.add_on,
    "deal": event_commands.deal,
    "structure": event_commands.structure,
    "players": event_commands.players,
    "standings": event_commands.standings,
    "season": event_commands.season,
    "begin": event_host_commands.begin,
    "hold": event_host_commands.hold,
    "cancel": event_host_commands.cancel,
    "remove": event_host_commands.remove,
    "reschedule": event_host_commands.reschedule,
    "again": event_host_commands.again,
    "fill": event_host_commands.fill,
    "club": event_host_commands.club,
    "link": link_commands.link,
    "unlink": link_commands.unlink,
    "language": table_commands.language,
    "rules": table_commands.rules,
    "privacy": table_commands.privacy,
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
