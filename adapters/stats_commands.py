"""The commands of what many hands come to: figures, leaderboard, the evening's picture, and the friends' ledger."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from adapters import render, render_stats
from adapters.asking import Asked
from adapters.messages import Message, Name
from adapters.whom import is_former, whom
from core.cardroom.evening import Curve
from core.cardroom.ledger import Account, settled, standings
from core.cardroom.stats import Counts, leaderboard
from core.cardroom.table import Table
from core.cardroom.teller import chips_of
from core.host_actions import ChangeOptions
from core.ids import PlayerId
from core.refusals import Reason, Refused

LAST: Final = frozenset({"last", "previous", "上季"})
"""What the season before this one is called."""
_SEASON: Final = re.compile(r"(?P<year>[0-9]{4})q(?P<quarter>[1-4])(?:\.(?P<page>[0-9]{1,4}))?")


async def stats(asked: Asked) -> Message:
    """One player's figures of this season."""
    community = await asked.house.community_of(asked.request.room)
    name = await whom(asked) or Name(name=asked.request.name, player=asked.request.player)
    season = asked.house.season()
    counts = await asked.house.seasons.stats(community, season)
    own = Counts() if name.player is None else counts.get(name.player, Counts())
    return render_stats.stats_message(name, season, own)


async def top(asked: Asked) -> Message:
    """The leaderboard of this season or of another one, a page at a time."""
    community, seasons = await asked.house.community_of(asked.request.room), asked.house.seasons
    season, page = _season(asked.given.get("season", ""), asked.house.season())
    board, viewer = leaderboard(await seasons.stats(community, season)), asked.request.player
    wanted = render_stats.shown_players(board, page, viewer)
    names = await seasons.names(community, season, wanted)
    return render_stats.top_message(season, board, names, page, viewer, await asked.table_if_any())


async def evening(asked: Asked) -> Message:
    """Everybody's chips over the hands of the table, as a picture and in words."""
    table = await asked.table_to_look_back_at()
    curves = await asked.house.curves(table)
    if not curves:
        raise Refused(Reason.NO_HAND_YET)
    curves = _without_former(curves, {one.account.player for one in await asked.house.seasons.session(table)})
    return await asyncio.to_thread(render.evening_message, curves)


async def ledger(asked: Asked) -> Message:
    """Who is up and down at the table; or, for its host, whether everybody there may see that."""
    if (typed := asked.given.get("ledger")) is not None:
        asked.host_only = True
        table = await asked.house.dealer.look(await asked.table(), 0)
        options = replace(table.next_options or table.options, friends_ledger=typed == "on")
        await asked.act(ChangeOptions(by=await asked.by(), options=options))
    table = await asked.house.dealer.look(await asked.table_to_look_back_at(), None)
    if typed == "off":
        return render_stats.ledger_off_message()
    if not (table.next_options or table.options).friends_ledger:
        raise Refused(Reason.LEDGER_OFF)
    sessions = await asked.house.seasons.session(table.id)
    names = {one.account.player: one.name for one in sessions if not is_former(one.account.player)}
    accounts = [_with_chips_there(one.account, table) for one in sessions]
    try:
        transfers = settled(accounts)
    except ValueError:
        return render_stats.ledger_message(table.name, standings(accounts), None, names)
    return render_stats.ledger_message(table.name, standings(accounts), transfers, names)


def _without_former(curves: Sequence[Curve], known: set[PlayerId]) -> tuple[Curve, ...]:
    """The records of hands keep a name until they expire; whose sums at the table have none is not named from them.

    `known`: the ids of those sums. With nobody forgotten among them all are named, for a table may be older than them.
    """
    if not any(is_former(player) for player in known):
        return tuple(curves)
    return tuple(one if one.player in known else replace(one, name="") for one in curves)


def _with_chips_there(account: Account, table: Table) -> Account:
    return replace(account, taken=account.taken + chips_of(table, account.player))


def _season(typed: str, now: str) -> tuple[str, int]:
    """Season and page. Raises `Refused` NO_SUCH_SEASON."""
    if not typed:
        return now, 1
    if typed.casefold() in LAST:
        year, _, quarter = now.partition("q")
        return (f"{int(year) - 1}q4", 1) if quarter == "1" else (f"{year}q{int(quarter) - 1}", 1)
    found = _SEASON.fullmatch(typed.casefold())
    if found is None:
        raise Refused(Reason.NO_SUCH_SEASON, asked=typed[:40])
    return f"{found['year']}q{found['quarter']}", int(found["page"] or 1)
