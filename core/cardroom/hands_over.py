"""After each hand of a tournament's table: who is out, whose head was won, and whether the level goes up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.cardroom.bounties import scalps, takers
from core.cardroom.elimination import Bust, Standing, fallen_groups, standings
from core.cardroom.event_news import BountyWon, Eliminated, EntriesClosed, LevelRaised, MayRebuy
from core.cardroom.event_options import Kind
from core.cardroom.floor import Floor, by_player, take_away
from core.cardroom.pauses import DIRECTOR_MS
from core.cardroom.starting import MINUTE_MS
from core.cardroom.structure import level_at
from core.cardroom.table import Table, put_seat, seat_at, taken
from core.cardroom.tournament import (
    HAND_FOR_HAND,
    Broke,
    Hold,
    Status,
    alive,
    can_enter,
    entries,
    fresh_head,
    is_broke,
    may_rebuy,
    prizes_now,
    sizes,
    stays_open,
)
from core.events import KnockedOut, LeftWhy
from core.ids import PlayerId, SeatNo, TableId

REBUY_WAIT_MS: Final = 30_000
"""How long a seat without chips is kept at least for who may buy another stack."""


def hand_over(floor: Floor, table_id: TableId) -> None:
    """A table is between hands: count its hand if one has ended since the last look, and see who is out."""
    event, hand_no = floor.event, floor.tables[table_id].hand_no
    floor.change(waiting=(*event.waiting, table_id))
    if hand_no <= dict(event.counted).get(table_id, 0):
        return
    others = [one for one in event.counted if one[0] != table_id and one[0] in event.tables]
    floor.change(
        counted=(*others, (table_id, hand_no)), hands=event.hands + 1, level_hands=event.level_hands + 1
    )
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
    until = _kept_until(floor, table_id, here) if began else None
    # Whoever won a head has it before they are removed themselves: it is not lost to the pool then.
    for number, seat in sorted(taken(floor.tables[table_id]), key=lambda one: one[1].stack > 0):
        entrant = here[seat.player]
        one = floor.event.entrants[entrant]
        if is_broke(floor.event, entrant):
            continue
        winners: tuple[str, ...] = ()
        if began and not seat.stack:
            # The head is won with the last chips; what was bought meanwhile puts a new one on.
            winners = _knock_out(floor, floor.tables[table_id], number, entrant, here)
            floor.put(entrant, head=fresh_head(floor.event) if one.coming else 0)
        if one.coming:
            _bring(floor, table_id, number, one.coming)
        stack = seat.stack + one.coming
        # Who bought during this hand has yet to be dealt one.
        floor.put(entrant, chips=stack, coming=0, fresh=one.fresh and (number not in began or one.coming > 0))
        if stack and not one.removed:
            continue
        start = began.get(number, stack)
        bust = Bust(entrant=entrant, stack=start, table=table_id, seat=number, by=winners)
        if until is not None and not one.removed:
            _keep_seat(floor, bust, until)
            continue
        _free_seat(floor, table_id, number, entrant)
        busts.append(bust)
    return busts


def settle_broke(floor: Floor) -> None:
    """Who has not bought another stack in time is out; those of one hand fall together, when nobody of it may buy."""
    for table_id in dict.fromkeys(one.bust.table for one in floor.event.broke):
        here = [one for one in floor.event.broke if one.bust.table == table_id]
        if any(one.until > floor.now and may_rebuy(floor.event, one.bust.entrant) for one in here):
            continue
        floor.change(broke=tuple(one for one in floor.event.broke if one not in here))
        for bust in (one.bust for one in here):
            if bust.table is not None and bust.seat is not None:
                _free_seat(floor, bust.table, bust.seat, bust.entrant)
        fall(floor, [one.bust for one in here])


def _kept_until(floor: Floor, table_id: TableId, here: dict[PlayerId, int]) -> int | None:
    """How long the seats of those are kept who have lost everything in this hand; None when nobody may rebuy."""
    table = floor.tables[table_id]
    lost = [here[seat.player] for _, seat in taken(table) if not seat.stack]
    if not any(may_rebuy(floor.event, one) and not floor.event.entrants[one].coming for one in lost):
        return None
    pause_over = 0 if table.deadline is None else table.deadline - DIRECTOR_MS
    return max(floor.now + REBUY_WAIT_MS, pause_over)


def _keep_seat(floor: Floor, bust: Bust, until: int) -> None:
    floor.change(broke=(*floor.event.broke, Broke(bust=bust, until=until)))
    if may_rebuy(floor.event, bust.entrant):
        one = floor.event.entrants[bust.entrant]
        floor.news.append(MayRebuy(player=one.player, name=one.name, until=until))


def _free_seat(floor: Floor, table_id: TableId, number: SeatNo, entrant: int) -> None:
    """The entrant is out; chips that are left go out of play."""
    table = floor.tables[table_id]
    _, gone = take_away(
        floor, table, number, LeftWhy.KICKED if seat_at(table, number).stack else LeftWhy.BUSTED
    )
    floor.change(issued=floor.event.issued - gone.stack)
    floor.put(entrant, status=Status.OUT, chips=0, head=0, table=None, seat=None)


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
    if not over or stays_open(event):
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
