"""After each hand of a tournament's table: who is out, whose head was won, and whether the level goes up."""

from collections.abc import Sequence
from dataclasses import replace

from core.cardroom.bounties import scalps, takers
from core.cardroom.elimination import Bust, Standing, fallen_groups, standings
from core.cardroom.event_news import BountyWon, Eliminated, EntriesClosed, LevelRaised
from core.cardroom.event_options import Kind
from core.cardroom.floor import Floor, by_player, take_away
from core.cardroom.starting import MINUTE_MS
from core.cardroom.structure import level_at
from core.cardroom.table import Table, put_seat, seat_at, taken
from core.cardroom.tournament import (
    HAND_FOR_HAND,
    Hold,
    Status,
    alive,
    can_enter,
    entries,
    prizes_now,
    sizes,
)
from core.events import KnockedOut, LeftWhy
from core.ids import PlayerId, SeatNo, TableId


def hand_over(floor: Floor, table_id: TableId) -> None:
    """Count a hand that has just ended, and see who is out."""
    event = floor.event
    floor.change(waiting=(*event.waiting, table_id), hands=event.hands + 1, level_hands=event.level_hands + 1)
    hand = floor.tables[table_id].deal
    began = {} if hand is None else {one.seat: one.stack for one in hand.seated}
    busts = clear_seats(floor, table_id, began)
    if floor.event.options.kind is Kind.BRACKET:
        # The losers of a round share their places, whenever they lost.
        busts = [replace(bust, stack=0) for bust in busts]
        floor.change(busts=(*floor.event.busts, *busts))
    elif floor.event.hold in HAND_FOR_HAND:
        floor.change(busts=(*floor.event.busts, *busts))
    else:
        fall(floor, busts)


def clear_seats(floor: Floor, table_id: TableId, began: dict[SeatNo, int]) -> list[Bust]:
    """Between hands: what was bought comes into the stacks, who is out of chips or was removed goes."""
    here, busts = by_player(floor, floor.tables[table_id]), list[Bust]()
    # Whoever won a head has it before they are removed themselves: it is not lost to the pool then.
    for number, seat in sorted(taken(floor.tables[table_id]), key=lambda one: one[1].stack > 0):
        entrant = here[seat.player]
        one = floor.event.entrants[entrant]
        if one.coming:
            _bring(floor, table_id, number, one.coming)
        stack = seat.stack + one.coming
        floor.put(entrant, chips=stack, coming=0)
        if stack and not one.removed:
            continue
        before = floor.tables[table_id]
        _, gone = take_away(floor, before, number, LeftWhy.KICKED if stack else LeftWhy.BUSTED)
        winners: tuple[str, ...] = ()
        floor.change(issued=floor.event.issued - gone.stack)
        if not stack:
            winners = _knock_out(floor, before, number, entrant, here)
        floor.put(entrant, status=Status.OUT, chips=0, head=0, table=None, seat=None)
        start = began.get(number, stack)
        busts.append(Bust(entrant=entrant, stack=start, table=table_id, seat=number, by=winners))
    return busts


def fall(floor: Floor, busts: Sequence[Bust]) -> None:
    """These are out, all in the same hand; who wanted a deal before has to say so again."""
    if not busts:
        return
    groups = fallen_groups(busts)
    floor.change(fallen=(*floor.event.fallen, *groups), votes=())
    if floor.event.hold is Hold.DEAL:
        floor.change(hold=None)
    places = standings(floor.event.fallen, entries(floor.event))
    by_entrant = {bust.entrant: bust for bust in busts}
    for number in (number for group in groups for number in group):
        _tell_fall(floor, by_entrant[number], places[number])


def raise_level(floor: Floor) -> None:
    """The next level, when the hands or the minutes of this one are over; it applies from the next hand (TDA 23)."""
    event, structure = floor.event, floor.event.options.structure
    if structure.minutes:
        over = event.paused_at is None and floor.now >= event.level_since + structure.minutes * MINUTE_MS
        over = over and event.resting_until is None
    else:
        over = event.level_hands >= structure.hands * max(1, tables_in_play(floor))
    if not over:
        return
    entered = can_enter(event)
    rests = bool(structure.break_every) and event.level % structure.break_every == 0
    floor.change(
        level=event.level + 1,
        level_hands=0,
        level_since=floor.now,
        break_due=event.break_due or rests,
    )
    level = level_at(structure, event.level + 1)
    floor.news.append(
        LevelRaised(
            level=event.level + 1,
            small_blind=level.small_blind,
            big_blind=level.big_blind,
            ante=level.ante,
        )
    )
    if entered and not can_enter(floor.event):
        floor.news.append(EntriesClosed(entries=entries(event), prizes=prizes_now(event)))


def tables_in_play(floor: Floor) -> int:
    """Tables with two players or more."""
    return sum(size > 1 for size in sizes(floor.event).values())


def _tell_fall(floor: Floor, bust: Bust, standing: Standing) -> None:
    """To everybody, and under the hand at the table where it happened, which is still the last one there."""
    one, left = floor.event.entrants[bust.entrant], len(alive(floor.event))
    floor.news.append(
        Eliminated(
            player=one.player,
            name=one.name,
            place=standing.place,
            sharing=standing.sharing,
            left=left,
            by=bust.by,
            entries=entries(floor.event),
        )
    )
    table = None if bust.table is None else floor.tables.get(bust.table)
    if table is None or bust.seat is None:
        return
    knocked_out = KnockedOut(
        seat=bust.seat,
        player=one.player,
        name=one.name,
        place=standing.place,
        sharing=standing.sharing,
        entries=entries(floor.event),
        left=left,
        average=floor.event.issued // max(1, left),
        by=bust.by,
    )
    floor.keep(table, (knocked_out,))


def _bring(floor: Floor, table_id: TableId, number: SeatNo, chips: int) -> None:
    table = floor.tables[table_id]
    seat = seat_at(table, number)
    seats = put_seat(table, number, replace(seat, stack=seat.stack + chips))
    floor.keep(replace(table, seats=seats, issued=table.issued + chips))


def _knock_out(
    floor: Floor, table: Table, number: SeatNo, victim: int, here: dict[PlayerId, int]
) -> tuple[str, ...]:
    """Who won the pot with the victim's last chips, by name: to them go the knockout and the bounty."""
    deal, one = table.deal, floor.event.entrants[victim]
    if deal is None:
        return ()
    entrant = {seat.seat: here[seat.player] for seat in deal.seated if seat.player in here}
    seats = takers(deal.hand, number)
    for seat in seats:
        floor.put(entrant[seat], knockouts=floor.event.entrants[entrant[seat]].knockouts + 1)
    for scalp in scalps(one.head, seats, floor.event.options.bounty_rule):
        winner = entrant[scalp.winner]
        won = floor.event.entrants[winner]
        floor.put(winner, head=won.head + scalp.onto_head, scalped=won.scalped + scalp.cash)
        floor.news.append(
            BountyWon(
                player=won.player,
                name=won.name,
                victim=one.name,
                cash=scalp.cash,
                onto_head=scalp.onto_head,
            )
        )
    return tuple(floor.event.entrants[entrant[seat]].name for seat in seats)
