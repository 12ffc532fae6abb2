"""A running tournament: what has to happen now at the tables that are between hands, step by step."""

from dataclasses import replace

from core.cardroom.elimination import Bust
from core.cardroom.ending_event import finish, make_deal
from core.cardroom.event_news import BreakBegun, BreakEnded, Held
from core.cardroom.event_options import EntryRule, Kind, final_size, seats_of
from core.cardroom.event_table import closed
from core.cardroom.floor import HURRIED_PAUSE, Floor, is_between_hands, level_rules
from core.cardroom.hands_over import clear_seats, fall, hand_over, raise_level, settle_broke
from core.cardroom.moving import arrive, balance, break_tables, draw_final_table, halted
from core.cardroom.opening import draw_round
from core.cardroom.pauses import DIRECTOR_MS
from core.cardroom.payouts import winners_needed
from core.cardroom.starting import MINUTE_MS, next_before_start
from core.cardroom.table import Wait, taken
from core.cardroom.tournament import (
    HAND_FOR_HAND,
    Entrant,
    Hold,
    Stage,
    Status,
    Tournament,
    alive,
    at_rest,
    can_enter,
    entries,
    is_forsaken,
    prize_pool,
    prizes_now,
    sizes,
    stays_open,
)
from core.events import Event, LeftWhy
from core.ids import TableId


def advance(floor: Floor) -> None:
    """Go on as far as it goes without a card being dealt."""
    _wake(floor)
    for table_id in floor.event.tables:
        there = floor.tables.get(table_id)
        if there is not None and is_between_hands(there) and table_id not in floor.event.waiting:
            hand_over(floor, table_id)
    for table_id in sorted({one.table for one in floor.event.entrants if one.table and _has_wish(one)}):
        if table_id in floor.event.waiting:
            fall(floor, clear_seats(floor, table_id, {}))
    settle_broke(floor)
    _drop_removed_on_the_way(floor)
    raise_level(floor)
    while (hold := _hold(floor)) is not None and _all_wait(floor):
        if floor.event.options.kind is not Kind.BRACKET or _next_hold(floor) in (Hold.ROUND, Hold.END):
            fall(floor, floor.event.busts)
            floor.change(busts=())
        hold = _next_hold(floor)
        _say_hold(floor, hold)
        if hold is None or hold in HAND_FOR_HAND:
            _move_and_deal(floor)
            return
        if not _carry_out(floor, hold):
            return
    if hold is None:
        _move_and_deal(floor)
    else:
        arrive(floor)


def next_deadline(event: Tournament) -> int | None:
    """When the event has to be looked at although no hand ends."""
    options = event.options
    if event.stage is Stage.REGISTERING:
        return next_before_start(event)
    if event.stage is not Stage.RUNNING:
        return event.over_ms if event.errands else None
    moments = [one.until for one in event.broke]
    if event.resting_until is not None:
        moments.append(event.resting_until)
    elif options.structure.minutes and event.paused_at is None and not stays_open(event):
        moments.append(event.level_since + options.structure.minutes * MINUTE_MS)
    return min(moments, default=None)


def close_leftovers(floor: Floor) -> None:
    """The event is over; tables whose hand went on are closed as it ends."""
    for table_id in floor.event.tables:
        if table_id in floor.tables and is_between_hands(floor.tables[table_id]):
            events: list[Event] = []
            floor.keep(closed(floor.tables[table_id], LeftWhy.CLOSED, events), events)
            floor.change(tables=tuple(one for one in floor.event.tables if one != table_id))


def _wake(floor: Floor) -> None:
    until = floor.event.resting_until
    if until is not None and floor.now >= until:
        floor.change(resting_until=None, level_since=floor.now)
        floor.news.append(BreakEnded())


def _has_wish(one: Entrant) -> bool:
    return one.status is Status.IN and (one.coming > 0 or one.removed)


def _all_wait(floor: Floor) -> bool:
    return set(floor.event.tables) <= set(at_rest(floor.event))


def _hold(floor: Floor) -> Hold | None:
    """What the tables wait for now; what was announced stays until all of them wait."""
    if floor.event.hold is None:
        _say_hold(floor, _next_hold(floor))
    return floor.event.hold


def _next_hold(floor: Floor) -> Hold | None:
    """The most pressing reason for all tables to wait."""
    event, left = floor.event, len(alive(floor.event))
    closed_now = not can_enter(event)
    winners = winners_needed(event.options, prize_pool(event), entries(event))
    if left <= 1 or (closed_now and left <= winners):
        return Hold.END
    if _deal_agreed(event):
        return Hold.DEAL
    if event.options.kind is not Kind.TABLES:
        if all(size < 2 for size in sizes(event).values()):
            return Hold.ROUND
        return Hold.BREAK if event.break_due else None
    many = len(event.tables) > 1
    final = final_size(seats_of(event.options))
    if many and closed_now and left <= final:
        return Hold.FINAL_TABLE
    if event.break_due:
        return Hold.BREAK
    if many and closed_now and left == len(prizes_now(event)) + 1:
        return Hold.MONEY_BUBBLE
    if many and closed_now and left == winners + 1:
        return Hold.TICKET_BUBBLE
    if many and closed_now and left == final + 1:
        return Hold.FINAL_BUBBLE
    return None


def _deal_agreed(event: Tournament) -> bool:
    deals = {deal for _, deal in event.votes}
    people = {event.entrants[at].player for at in alive(event) if event.entrants[at].temper is None}
    return len(deals) == 1 and people <= {player for player, _ in event.votes}


def _say_hold(floor: Floor, hold: Hold | None) -> None:
    """Announce a bubble once, and once that it is over: after a break, or a deal that is not made, it goes on."""
    if hold is not floor.event.hold:
        floor.change(hold=hold)
    if hold in (Hold.BREAK, Hold.DEAL):
        return
    bubble = hold if hold in HAND_FOR_HAND else None
    if bubble is not floor.event.bubble:
        floor.change(bubble=bubble)
        floor.news.append(Held(hold=bubble))


def _carry_out(floor: Floor, hold: Hold) -> bool:
    """All tables wait: do what they wait for. True when there is more to do at once."""
    event = floor.event
    match hold:
        case Hold.END:
            finish(floor)
            return False
        case Hold.DEAL:
            make_deal(floor, event.votes[0][1])
            return False
        case Hold.FINAL_TABLE:
            draw_final_table(floor)
        case Hold.ROUND:
            _next_round(floor)
        case Hold.BREAK:
            _rest(floor)
        case Hold.MONEY_BUBBLE | Hold.TICKET_BUBBLE | Hold.FINAL_BUBBLE:
            return False
    floor.change(hold=None)
    return True


def _rest(floor: Floor) -> None:
    event = floor.event
    if is_forsaken(event):
        floor.change(break_due=False, breaks=event.breaks + 1)
        return
    until = floor.now + event.options.structure.break_minutes * MINUTE_MS
    floor.change(break_due=False, breaks=event.breaks + 1, resting_until=until)
    add_on = event.options.entry is EntryRule.REBUY and not event.breaks
    floor.news.append(BreakBegun(until=until, add_on=add_on))


def _next_round(floor: Floor) -> None:
    """The winners of a shootout's or a bracket's round meet at new tables."""
    event = floor.event
    for table_id in event.tables:
        events: list[Event] = []
        floor.keep(closed(floor.tables[table_id], LeftWhy.MOVED, events), events)
    floor.change(tables=(), waiting=(), level=1, level_hands=0, level_since=floor.now, round=event.round + 1)
    draw_round(floor, alive(floor.event))


def _move_and_deal(floor: Floor) -> None:
    """Break and balance, take seats, and deal where nothing is in the way."""
    free_to_move = floor.event.options.kind is Kind.TABLES
    breaking = break_tables(floor) if free_to_move else False
    if free_to_move and not breaking:
        balance(floor)
    arrive(floor)
    if floor.event.paused_at is not None or floor.event.resting_until is not None:
        return
    for table_id in at_rest(floor.event):
        short = free_to_move and not breaking and halted(floor, table_id)
        if len(taken(floor.tables[table_id])) > 1 and not short:
            _deal(floor, table_id)


def _deal(floor: Floor, table_id: TableId) -> None:
    """The next hand, at this level's stakes, after the pause that follows a hand, which is still shown with its own."""
    table, event = floor.tables[table_id], floor.event
    due = floor.now if table.deadline is None else max(floor.now, table.deadline - DIRECTOR_MS)
    if is_forsaken(event) and table.options.pause_seconds <= HURRIED_PAUSE:
        due = min(due, floor.now + HURRIED_PAUSE * 1_000)  # Nobody looks at a board that was run out.
    rules = level_rules(event, len(table.seats))
    dealing = replace(
        table,
        options=table.options if table.deal else rules,
        next_options=rules if table.deal and rules != table.options else None,
        wait=Wait.DEAL,
        deadline=due,
        level=event.level,
        level_from=table.hand_no + 1 if event.level > table.level else table.level_from,
        entrants_left=len(alive(event)),
    )
    floor.keep(dealing)
    floor.change(waiting=tuple(one for one in floor.event.waiting if one != table_id))


def _drop_removed_on_the_way(floor: Floor) -> None:
    """Who was removed while on the way to a table never arrives."""
    for arrival in floor.event.arrivals:
        if floor.event.entrants[arrival.entrant].removed:
            _drop(floor, arrival.entrant)


def _drop(floor: Floor, entrant: int) -> None:
    arrival = next(one for one in floor.event.arrivals if one.entrant == entrant)
    coming = floor.event.entrants[entrant].coming
    floor.change(
        arrivals=tuple(one for one in floor.event.arrivals if one is not arrival),
        issued=floor.event.issued - arrival.seat.stack - coming,
    )
    floor.put(entrant, status=Status.OUT, chips=0, coming=0, head=0, table=None, seat=None)
    fall(floor, [Bust(entrant=entrant, stack=arrival.seat.stack)])
