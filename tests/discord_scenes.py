"""Scenes of an evening for everything that draws Discord messages: each one a message of a table as it was played."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord

from adapters import render
from adapters.messages import Message
from adapters.suspense import run_out_views
from core.cardroom.table import taken
from core.events import Event
from core.host_actions import CloseTable, PauseTable, Reserve
from core.ids import PlayerId, SeatNo
from core.options import StraddleRule, TableOptions
from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, RaiseTo
from core.poker.hand import Showing
from core.poker.record import published
from core.poker.state import Stage
from core.refusals import Reason, Refused
from core.side_actions import HuntRabbit, Plan, Prepare, Queue, ShowAfter, ShowPart, VoteBombPot
from core.sight import public_view, seat_view
from core.views import TableView
from tests.tables import Evening, person

NASTY_NAMES = (
    "<b>*_@everyone",
    "\u202egnp.exe\u202e",
    "x" * 200,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 32,
    "a\u200b\u200b\u2066b",
    "\u200b\u200d\u2060",
    "`code` ||spoiler|| [link](https://example.org)",
    "# heading\n> quote",
    "Z" + "\u0336\u0321\u034f" * 60,
    "אבי כהן <@123> <#5> <@&9> :smile:",
)
"""Ten names that try to break out of their place."""

Json = dict[str, Any]


def payload(view: discord.ui.View | discord.ui.LayoutView) -> list[Json]:
    """The components that are sent."""
    sent: list[Json] = view.to_components()
    return sent


FOUR = ("Bob", "Carol", "Mei", "Ted")
NINE = (*FOUR, "Dora", "Emil", "Fay", "Gus", "Hana")
"""Whoever sits down beside Ann."""


def at_discord(view: TableView, names: Sequence[str] = ()) -> TableView:
    """The same table with everybody at Discord, seat 3 being ``discord:1003``, under other names if there are any."""
    seats = tuple(
        replace(
            seat,
            player=PlayerId(f"discord:{1000 + seat.seat}"),
            name=names[at] if at < len(names) else seat.name,
        )
        for at, seat in enumerate(view.seats)
    )
    there = tuple((seat.seat, seat.player, seat.name) for seat in seats) if view.dealt else ()
    return replace(view, name="Friday table", seats=seats, dealt=there, host=PlayerId("discord:1001"))


def evening(others: Sequence[str] = FOUR, luck: str = "luck", **options: Any) -> Evening:
    """Everybody has sat down, and nothing is dealt."""
    table = Evening(options=TableOptions(**{"seats": len(others) + 1, **options}), luck=luck)
    table.sit("Ann", *others)
    return table


def dealt(moves: Sequence[Move] = (), luck: str = "luck", **options: Any) -> Evening:
    """A hand in which these moves were made."""
    table = evening(luck=luck, **options)
    table.start()
    for move in moves:
        table.move(move)
    return table


def all_in(others: Sequence[str] = FOUR, luck: str = "pots", **options: Any) -> tuple[Evening, list[Event]]:
    """Everyone but the last has gone all-in with stacks that all differ; and what happened at the last move."""
    table = evening(others, luck, **options)
    table.set_stacks([1_150 + 1_700 * at for at in range(len(others) + 1)])
    events = list(table.start())
    while table.table.hand is not None and table.hand.stage is Stage.BETTING:
        legal = table.legal
        events += table.move(Call() if legal.raise_max is None else RaiseTo(to=legal.raise_max))
    while table.table.hand is not None and table.hand.stage is Stage.RUNS:
        events += table.move(ChooseRuns(times=table.table.options.most_runs))
    return table, events


FLOP = (RaiseTo(to=300), Fold(), Call(), Fold(), Call(), Check(), RaiseTo(to=650))
"""Before the flop a raise and two calls, on it a bet."""


def lobby() -> Message:
    """Five people, and an empty seat."""
    table = Evening(options=TableOptions(most_runs=2, chip_unit=5))
    table.sit("Ann", *FOUR)
    return render.table_message(at_discord(public_view(table.table)))


def hand_start() -> Message:
    """The first turn of a hand."""
    return render.table_message(at_discord(public_view(dealt().table)))


def turn() -> Message:
    """A flop with a bet on it."""
    return render.table_message(at_discord(public_view(dealt(FLOP).table)))


def private() -> Message:
    """What the player to act sees alone."""
    table = dealt(FLOP)
    return _shown(render.private_message(at_discord(seat_view(table.table, _actor(table)))))


def raising() -> Message:
    """The sizes of a raise."""
    table = dealt(FLOP)
    return render.raise_message(at_discord(seat_view(table.table, _actor(table))))


def refused() -> Message:
    """A raise that is too small."""
    table = dealt(FLOP)
    why = Refused(Reason.RAISE_TOO_SMALL, minimum=1_300, maximum=9_700, asked=700)
    return render.refusal_message(why, at_discord(seat_view(table.table, _actor(table))))


def run_out() -> Message:
    """All-in, the hands turned up, the flop dealt."""
    table, events = all_in(FOUR[:3])
    views = run_out_views(at_discord(public_view(table.table)), [events])
    return render.table_message(views[1])


def summary() -> Message:
    """The end of an all-in with side pots."""
    return render.table_message(at_discord(public_view(all_in(FOUR[:3])[0].table)))


def choosing_runs() -> Message:
    """All-in, and the players say how many boards they want."""
    table = evening(FOUR[:2], most_runs=3)
    table.start()
    while table.table.hand is not None and table.hand.stage is Stage.BETTING:
        legal = table.legal
        table.move(Call() if legal.raise_max is None else RaiseTo(to=legal.raise_max))
    return render.table_message(at_discord(public_view(table.table)))


def showdown() -> Message:
    """Somebody has to show or muck."""
    table = dealt((RaiseTo(to=300), Fold(), Call(), Fold(), Call()), showing=Showing.ASK)
    while table.table.hand is not None and table.hand.stage is Stage.BETTING:
        table.move(Check())
    return render.table_message(at_discord(public_view(table.table)))


def fold_out() -> Message:
    """Everybody has folded to a raise."""
    table = dealt((RaiseTo(to=300),))
    table.fold_round()
    return render.table_message(at_discord(public_view(table.table)))


def ten_players() -> Message:
    """Ten players all-in on three boards, with nine pots."""
    table, _ = all_in(NINE, most_runs=3)
    return render.table_message(at_discord(public_view(table.table)))


def nasty_names() -> Message:
    """The same with names that try to break out."""
    table, _ = all_in(NINE, most_runs=3)
    return render.table_message(at_discord(public_view(table.table), NASTY_NAMES))


def closed() -> Message:
    """The table was closed after a hand."""
    table = dealt((RaiseTo(to=300),))
    table.fold_round()
    table.do(CloseTable(by=table.table.host))
    return render.table_message(at_discord(public_view(table.table)))


def past_hand() -> Message:
    """A hand that was looked up, with its record to save."""
    table = dealt((RaiseTo(to=300),))
    table.fold_round()
    record = published(table.records[-1])
    return replace(render.hand_message(record), attachments=(render.record_file(record),))


def turn_call() -> Message:
    """The call to a silent player."""
    return _shown(render.turn_call(at_discord(public_view(dealt(FLOP).table))))


def planning() -> Message:
    """What a player whose turn is still to come may choose ahead, with a short stack and two side games."""
    table = evening(straddle=StraddleRule.BUTTON, seven_deuce=1)
    table.set_stacks([10_000, 10_000, 3_000, 10_000, 10_000])
    table.start()
    waits = next(number for number, seat in taken(table.table) if seat.name == "Carol")
    table.do(Prepare(by=person("Carol"), plan=Plan.CALL))
    return _shown(render.private_message(at_discord(seat_view(table.table, waits))))


def full_lobby() -> Message:
    """Somebody waits for a seat, one is kept, the table is paused, and the rules change."""
    table = Evening(options=TableOptions(seats=5, straddle=StraddleRule.MISSISSIPPI, bomb_every=10))
    table.sit("Ann", *FOUR[:3])
    table.do(Reserve(by=person("Ann"), seat=SeatNo(5)))
    table.do(Queue(by=person("Dora"), name="Dora"))
    table.do(PauseTable(by=person("Ann"), paused=True))
    return render.table_message(at_discord(public_view(table.table)))


def bomb_pot() -> Message:
    """A bomb pot on two boards."""
    table = evening(bomb_boards=2, bomb_ante=3)
    table.start()
    table.fold_round()
    for name in ("Ann", *FOUR):
        table.do(VoteBombPot(by=person(name)))
    table.deal()
    return render.table_message(at_discord(public_view(table.table)))


def rabbit() -> Message:
    """The winner of a fold-out has shown a card, and somebody has seen what would have come."""
    table = dealt((RaiseTo(to=300),))
    table.fold_round()
    winner = next(seat for seat in public_view(table.table).seats if (seat.net or 0) > 0)
    table.do(ShowAfter(by=winner.player, part=ShowPart.LEFT))
    table.do(HuntRabbit(by=winner.player))
    return render.table_message(at_discord(public_view(table.table)))


def owing() -> Message:
    """Who sat down during the game waits for the big blind, or posts."""
    table = evening(FOUR[:2], seats=5)
    table.start()
    table.sit("Dora")
    return _shown(render.private_message(at_discord(seat_view(table.table, SeatNo(4)))))


def offer() -> Message:
    """A seat is offered to the first of the queue."""
    return render.offer_message(at_discord(public_view(evening().table)), SeatNo(4), 1_790_000_060_000)


SCENES: Mapping[str, Callable[[], Message]] = {
    scene.__name__: scene
    for scene in (
        lobby,
        hand_start,
        turn,
        private,
        raising,
        refused,
        run_out,
        choosing_runs,
        showdown,
        summary,
        fold_out,
        ten_players,
        nasty_names,
        closed,
        past_hand,
        planning,
        full_lobby,
        bomb_pot,
        rabbit,
        owing,
        offer,
        render.help_message,
        render.rules_message,
    )
}


def _actor(table: Evening) -> SeatNo:
    found = public_view(table.table).to_act
    assert found is not None
    return found


def _shown(message: Message | None) -> Message:
    assert message is not None
    return message
