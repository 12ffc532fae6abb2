"""What people at a random table wish beside the play: chips, votes, side games, a look at cards, the host's powers."""

from dataclasses import replace
from random import Random
from typing import Any

from core.actions import Action
from core.cardroom.table import Table, taken
from core.host_actions import ChangeOptions, HandOver, Kick, PauseTable, Reserve, SetCode
from core.ids import PlayerId, SeatNo
from core.options import AskRule, Entry, StraddleRule
from core.side_actions import (
    AddChips,
    AskToShow,
    Buying,
    ChooseBuying,
    ChooseSevenDeuce,
    ChooseStraddle,
    HuntRabbit,
    LeaveQueue,
    Plan,
    Prepare,
    Queue,
    ShowAfter,
    ShowPart,
    VoteAway,
    VoteBombPot,
)


def side_options(chance: Random) -> dict[str, Any]:
    """The options of cash games that are about more than a hand."""
    return {
        "entry": chance.choice((Entry.WAIT, Entry.WAIT, Entry.FREE)),
        "match_stack": chance.random() < 0.5,
        "same_stack_minutes": chance.choice((0, 30)),
        "straddle": chance.choice(list(StraddleRule)),
        "bomb_every": chance.choice((0, 0, 3)),
        "bomb_ante": chance.choice((1, 4)),
        "bomb_boards": chance.choice((1, 2)),
        "seven_deuce": chance.choice((0, 2)),
        "asking": chance.choice(list(AskRule)),
        "rabbit": chance.random() < 0.8,
        "orbit_bank_seconds": chance.choice((0, 5)),
    }


def some_wish(table: Table, who: PlayerId, chance: Random) -> Action:
    """Anything that does not play the hand; much of it is refused."""
    dice = chance.random()
    if dice < 0.25:
        return _chips(table, who, chance)
    if dice < 0.45:
        return _side_game(table, who, chance)
    if dice < 0.65:
        return _look(who, chance)
    if dice < 0.8:
        turn = table.turn if chance.random() < 0.5 else None
        return chance.choice(
            (VoteAway(by=who, turn=turn), Prepare(by=who, plan=chance.choice((None, *Plan)), turn=turn))
        )
    if dice < 0.88:
        name = who[4:].title()
        return chance.choice((Queue(by=who, name=name, code=table.code), LeaveQueue(by=who)))
    return _hosts(table, who, chance)


def _chips(table: Table, who: PlayerId, chance: Random) -> Action:
    big = table.options.big_blind
    return chance.choice(
        (
            AddChips(by=who, chips=chance.choice((None, 1, big, big * 20))),
            ChooseBuying(by=who, buying=chance.choice(list(Buying))),
        )
    )


def _side_game(table: Table, who: PlayerId, chance: Random) -> Action:
    on = chance.random() < 0.8
    return chance.choice(
        (ChooseStraddle(by=who, on=on), ChooseSevenDeuce(by=who, on=on), VoteBombPot(by=who))
    )


def _look(who: PlayerId, chance: Random) -> Action:
    seat = SeatNo(chance.randint(1, 10))
    return chance.choice(
        (
            ShowAfter(by=who, part=chance.choice(list(ShowPart))),
            AskToShow(by=who, seat=seat),
            HuntRabbit(by=who),
        )
    )


def _hosts(table: Table, who: PlayerId, chance: Random) -> Action:
    """Mostly asked by the host, sometimes by somebody who may not."""
    by = table.host if chance.random() < 0.8 else who
    seat = SeatNo(chance.randint(0, len(table.seats) + 1))
    dice = chance.random()
    if dice < 0.08:
        return Kick(by=by, seat=seat)
    if dice < 0.3:
        return Reserve(by=by, seat=seat, player=chance.choice((PlayerId(""), who)), on=chance.random() < 0.3)
    if dice < 0.35:
        return SetCode(by=by, code=chance.choice(("", "", "tea")))
    if dice < 0.5:
        return HandOver(by=by, seat=seat)
    if dice < 0.8:
        return PauseTable(by=by, paused=chance.random() < 0.15)
    return ChangeOptions(by=by, options=_other_options(table, chance))


def _other_options(table: Table, chance: Random) -> Any:
    most = max([number for number, _ in taken(table)], default=2)
    options = table.next_options or table.options
    return chance.choice(
        (
            replace(options, **{**side_options(chance), "entry": options.entry}),
            replace(options, seats=chance.randint(max(2, most), 10)),
            replace(options, time_bank_seconds=chance.choice((0, 20))),
        )
    )
