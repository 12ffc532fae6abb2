"""The end of a tournament: the results, the prizes to the chip, a deal, or everything back when it is called off."""

from core.cardroom.bank import Why
from core.cardroom.deals import DealKind, deal_shares
from core.cardroom.draws import letters
from core.cardroom.elimination import shared_prizes, standings
from core.cardroom.event_news import EventCancelled, EventFinished
from core.cardroom.event_options import Every
from core.cardroom.event_table import closed
from core.cardroom.floor import Floor, pay_out
from core.cardroom.tournament import (
    Result,
    Stage,
    Status,
    Tournament,
    alive,
    entries,
    prizes_now,
    ticket_winners,
)
from core.events import Event, LeftWhy
from core.ids import NAME_LETTERS, EventId, fresh_event_id


def finish(floor: Floor) -> None:
    """Whoever is left has won: one, or the winners of a satellite's tickets together."""
    event = floor.event
    left = tuple(alive(event))
    floor.change(fallen=(*event.fallen, left) if left else event.fallen)
    _pay(floor, shared_prizes(prizes_now(event), floor.event.fallen, entries(event)), None)


def make_deal(floor: Floor, deal: DealKind) -> None:
    """Those who are left share what is left; they rank by their chips, and odd chips go to the first of them."""
    event = floor.event
    left = sorted(alive(event), key=lambda number: (-event.entrants[number].chips, number))
    prizes = prizes_now(event)
    stacks = [event.entrants[number].chips for number in left]
    won = shared_prizes(prizes, (*event.fallen, tuple(left)), entries(event))
    parts = deal_shares(deal, stacks, prizes[: len(left)])
    won |= dict(zip(left, parts, strict=True))
    floor.change(fallen=(*event.fallen, *((number,) for number in reversed(left))))
    _pay(floor, won, deal)


def call_off(floor: Floor, *, goes_on: bool) -> None:
    """Everyone has back all that they paid. `goes_on`: a series does, as when too few came."""
    for number, one in enumerate(floor.event.entrants):
        pay_out(floor, one.player, one.paid, Why.REFUND)
        floor.put(number, head=0, scalped=0, paid=0)
    _close(floor, Stage.CANCELLED, goes_on)
    floor.news.append(EventCancelled())


def _pay(floor: Floor, prizes: dict[int, int], deal: DealKind | None) -> None:
    event = floor.event
    places = standings(event.fallen, entries(event))
    results = []
    for number, standing in places.items():
        one = event.entrants[number]
        head = one.head if one.status is Status.IN else 0  # The winner keeps their own.
        results.append(
            Result(
                player=one.player,
                name=one.name,
                place=standing.place,
                sharing=standing.sharing,
                prize=prizes.get(number, 0),
                bounties=one.scalped + head,
            )
        )
    results.sort(key=lambda result: result.place)
    for result in results:
        pay_out(floor, result.player, result.prize + result.bounties, Why.PRIZE)
    floor.change(results=tuple(results), shared=deal)
    _close(floor, Stage.FINISHED, goes_on=True)
    floor.news.append(
        EventFinished(winner=results[0].name, entries=entries(event), pool=event.pool, deal=deal)
    )


def _close(floor: Floor, stage: Stage, goes_on: bool) -> None:
    """The tables that are between hands are closed; whoever plays on at another plays for nothing more."""
    successor = _next_id(floor) if goes_on and floor.event.options.every is not Every.NONE else None
    for table_id in floor.event.tables:
        if table_id in floor.tables:
            events: list[Event] = []
            floor.keep(closed(floor.tables[table_id], LeftWhy.CLOSED, events), events)
    floor.change(
        **_nothing_left(floor.event, [one for one in floor.event.tables if one not in floor.tables]),
        stage=stage,
        over_ms=floor.now,
        successor=successor,
        errands=successor is not None or bool(ticket_winners(floor.event)),
    )


def _next_id(floor: Floor) -> EventId:
    """The id of the next one of a series: it is chosen once, so that it is announced once."""
    pick = letters(floor.chance, floor.label("successor"), NAME_LETTERS)
    return fresh_event_id(int(floor.event.id[:2]), lambda _: next(pick))


def _nothing_left(event: Tournament, playing: list[str]) -> dict[str, object]:
    """No chips in play; tables that still play are closed when their hand is over."""
    return {
        "tables": tuple(playing),
        "waiting": (),
        "arrivals": (),
        "busts": (),
        "broke": (),
        "bubble": None,
        "counted": (),
        "votes": (),
        "issued": 0,
        "hold": None,
        "resting_until": None,
        "checking_in": False,
    }
