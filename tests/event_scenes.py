"""Tournaments as they are at a moment, made up for the tests of what is said about them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.messages import Place
from core.actions import Temper
from core.cardroom.event_options import EntryRule, EventOptions
from core.cardroom.structure import PRESETS, Speed
from core.cardroom.tournament import Entrant, Result, Stage, Status, Tournament
from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions

STARTS = 1_796_472_000_000
"""Saturday the 5th of December 2026, 12:00 UTC."""
HALL = RoomId("web:lobby")
NAMES = ("Bob", "Carol", "Ted", "Mei", "Dan", "Ann", "小明", "Zoë", "Ivy")
FIRST, SECOND = TableId("07aaaaaa"), TableId("07bbbbbb")
PLACES: Mapping[TableId, Place] = {
    FIRST: Place(room=RoomId(f"{HALL}~1"), name="Saturday turbo 1"),
    SECOND: Place(room=RoomId(f"{HALL}~2"), name="Saturday turbo 2"),
}
OPTIONS = EventOptions(
    table=TableOptions(seats=5),
    structure=PRESETS[Speed.TURBO],
    buy_in=500,
    entry=EntryRule.RE_ENTRY,
    most_entries=2,
    starts_at=STARTS,
    check_in_minutes=10,
    max_entrants=20,
)


def who(number: int) -> PlayerId:
    """The player of the number-th name, from 1."""
    return PlayerId(f"web:{number}")


def registered(**changes: Any) -> Tournament:
    """Nine are in; registration is open."""
    entrants = tuple(
        Entrant(player=who(number), name=name, status=Status.REGISTERED, paid=500)
        for number, name in enumerate(NAMES, 1)
    )
    event = Tournament(
        id=EventId("07-k3f9mp"),
        community=CommunityId("web:lobby"),
        rooms=(HALL,),
        name="Saturday turbo",
        host=PlayerId("web:99"),
        host_name="Hanna",
        options=OPTIONS,
        entrants=entrants,
        pool=4_500,
    )
    return changed(event, changes)


def running(**changes: Any) -> Tournament:
    """Level 6 at two tables; Mei, Dan and Ann are out, Dan and Ann in the same hand with the same stack."""
    event = registered()
    stacks = (2_700, 1_900, 3_600, 0, 0, 0, 2_500, 1_700, 1_100)
    entrants = tuple(
        replace(
            one,
            status=Status.IN if chips else Status.OUT,
            chips=chips,
            table=(FIRST if at % 2 else SECOND) if chips else None,
            seat=SeatNo(at // 2 + 1) if chips else None,
        )
        for at, (one, chips) in enumerate(zip(event.entrants, stacks, strict=True))
    )
    event = replace(
        event,
        stage=Stage.RUNNING,
        entrants=entrants,
        tables=(FIRST, SECOND),
        opened=2,
        level=6,
        level_hands=4,
        hands=70,
        issued=13_500,
        fallen=((4, 5), (3,)),
    )
    return changed(event, changes)


def finished(**changes: Any) -> Tournament:
    """Ted has won."""
    order = ("Ted", "Carol", "Bob", "小明", "Ivy", "Zoë", "Mei")
    prizes = (2_250, 1_350, 900)
    results = [
        Result(
            player=who(NAMES.index(name) + 1),
            name=name,
            place=place,
            sharing=1,
            prize=prizes[place - 1] if place <= len(prizes) else 0,
            bounties=0,
        )
        for place, name in enumerate(order, 1)
    ]
    results += [
        Result(player=who(number), name=NAMES[number - 1], place=8, sharing=2, prize=0, bounties=0)
        for number in (5, 6)
    ]
    event = running()
    entrants = tuple(
        replace(one, knockouts=2 if one.name == "Ted" else 0, status=Status.OUT if at != 2 else Status.IN)
        for at, one in enumerate(event.entrants)
    )
    event = replace(
        event,
        stage=Stage.FINISHED,
        entrants=entrants,
        fallen=((4, 5), (3,), (7,), (8,), (6,), (0,), (1,), (2,)),
        results=tuple(results),
        tables=(),
        hands=124,
        began_ms=0,
        over_ms=51 * 60_000,
        pool=0,
        issued=0,
    )
    return changed(event, changes)


def changed(event: Tournament, changes: Mapping[str, Any]) -> Tournament:
    """With other options where a name is one of theirs, and other fields of the event where it is not."""
    rules = {name: value for name, value in changes.items() if hasattr(event.options, name)}
    others = {name: value for name, value in changes.items() if name not in rules}
    return replace(event, options=replace(event.options, **rules), **others)


def crowd(count: int, name: str) -> tuple[Entrant, ...]:
    """So many entrants, whose names are a number and `name` up to 32 characters."""
    return tuple(
        Entrant(
            player=PlayerId(f"discord:{10**17 + number}"),
            name=f"{number:04}{name}"[:32],
            status=Status.REGISTERED,
            chips=1_500 + number,
            head=100,
            temper=Temper.ROCK if number % 10 == 9 else None,
        )
        for number in range(count)
    )
