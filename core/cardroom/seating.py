"""Sitting down and standing up: seats, buy-ins, computer opponents, and what a player takes along."""

from dataclasses import replace

from core.actions import DismissComputers, Leave, Opponent, SeatComputer, SetPhrase, Sit
from core.cardroom.chips import MINUTE_MS, buy_in, left_with
from core.cardroom.doors import choose_seat, invited_in, may_enter, open_seats
from core.cardroom.hosts import handed_to, pass_on, relieve_host, require_host
from core.cardroom.names import LONGEST_NAME, clean_name, clean_text
from core.cardroom.outside import Gone
from core.cardroom.table import (
    Seat,
    Table,
    dealt_in,
    own_seat,
    seat_at,
    seat_count,
    seat_of,
    stack_at,
    taken,
    with_seat,
)
from core.cardroom.waitlist import without
from core.events import Event, LeftWhy, PhraseSet, SeatFreed, SeatTaken
from core.ids import PlayerId, SeatNo
from core.options import Entry
from core.refusals import Reason, Refused
from core.side_actions import Remind

LONGEST_PHRASE = 64
"""Bytes in UTF-8."""


def blinds_are_owed(table: Table) -> bool:
    """Whether newcomers, and who missed blinds, have to wait for the big blind or post."""
    return table.options.entry is Entry.WAIT and table.options.blinds_posted


def sit(table: Table, action: Sit, now: int, events: list[Event]) -> Table:
    """Take a free seat with chips issued for it; a broke player buys in again where they sit.

    Refuses a second seat, a seat that is taken or kept, a closed door, and a buy-in out of range.
    """
    may_enter(table, action.by, action.code)
    there, before = seat_of(table, action.by), left_with(table, action.by, now)
    if there is None:
        number = choose_seat(table, action.by, action.seat, now)
        chips = buy_in(table, action.by, action.buy_in, now)
        seat = _newcomer(table, number, action.by, action.name, chips)
        seat = replace(seat, since=now, remind=action.remind)
    else:
        seat = seat_at(table, there)
        if seat.stack or seat.coming or dealt_in(table, there):
            raise Refused(Reason.ALREADY_SEATED, seat=there, chips=stack_at(table, there))
        number = choose_seat(with_seat(table, there, None), action.by, action.seat or there, now)
        chips = buy_in(table, action.by, action.buy_in, now)
        table = _freed(table, there, LeftWhy.BUSTED, now, events)
        elsewhere = number != there and blinds_are_owed(table) and table.hand_no > 0
        seat = replace(seat, stack=chips, bought=chips, buying_failed=False)
        seat = replace(seat, owes_big=seat.owes_big or elsewhere)
        seat = replace(seat, sitting_out=False, leaving=False, missed=0, out_at_blind=False, away_ms=None)
    posts = action.post and (seat.owes_small or seat.owes_big)
    table = invited_in(without(table, action.by, []), action.by)
    table = _seated(table, number, replace(seat, posts=posts, unplayed=chips - before), events)
    if not table.host or (action.by == table.owner and table.host != action.by):
        return handed_to(table, seat, events)
    return relieve_host(table, events)


def seat_computer(table: Table, action: SeatComputer, now: int, events: list[Event]) -> Table:
    """Seat computer opponents with the default buy-in, all or none; they never wait for the big blind. Host only.

    Refuses TABLE_CLOSING, TABLE_FULL, COMPUTERS_OUT_OF_RANGE.
    """
    require_host(table, action.by)
    if table.closing:
        raise Refused(Reason.TABLE_CLOSING)
    wanted = (Opponent(player=action.player, name=action.name, temper=action.temper), *action.others)
    check_computers(table, len(wanted), now)
    for one in wanted:
        if seat_of(table, one.player) is not None:
            raise Refused(Reason.BAD_NAME, longest=LONGEST_NAME)
        number, chips = choose_seat(table, one.player, None, now), buy_in(table, one.player, None, now)
        seat = _newcomer(table, number, one.player, one.name, chips)
        table = _seated(table, number, replace(seat, temper=one.temper, posts=True), events)
    return table


def check_computers(table: Table, asked: int, now: int) -> None:
    """Refuse TABLE_FULL, and COMPUTERS_OUT_OF_RANGE when not so many can sit down."""
    free = len(open_seats(table, now))
    if not free:
        raise Refused(Reason.TABLE_FULL, seats=seat_count(table))
    if not 1 <= asked <= free:
        raise Refused(Reason.COMPUTERS_OUT_OF_RANGE, asked=asked, minimum=1, maximum=free)


def leave(table: Table, action: Leave, now: int, events: list[Event]) -> Table:
    """Stand up; a player who is dealt in goes when the hand is over, and folds at their turn."""
    return stand_up(table, own_seat(table, action.by), LeftWhy.LEFT, now, events)


def dismiss_computers(table: Table, action: DismissComputers, now: int, events: list[Event]) -> Table:
    """Send every computer opponent away; those in the hand play it out first. Host only."""
    require_host(table, action.by)
    computers = [number for number, seat in taken(table) if seat.temper is not None]
    if not computers:
        raise Refused(Reason.NO_COMPUTERS)
    for number in computers:
        table = stand_up(table, number, LeftWhy.DISMISSED, now, events)
    return table


def set_phrase(table: Table, action: SetPhrase, events: list[Event]) -> Table:
    """Choose one's own words for the cut of every later hand."""
    number = own_seat(table, action.by)
    phrase = clean_text(action.phrase)
    if len(phrase.encode()) > LONGEST_PHRASE:
        raise Refused(Reason.PHRASE_TOO_LONG, longest=LONGEST_PHRASE)
    events.append(PhraseSet(seat=number, phrase=phrase))
    return with_seat(table, number, replace(seat_at(table, number), phrase=phrase))


def remind(table: Table, action: Remind) -> Table:
    """Choose after how long at the table to be told of it."""
    number = own_seat(table, action.by)
    return with_seat(table, number, replace(seat_at(table, number), remind=action.minutes))


def stand_up(table: Table, number: SeatNo, why: LeftWhy, now: int, events: list[Event]) -> Table:
    """Free a seat and cash its chips out, now or, for a player who is dealt in, when the hand is over.

    Only who wants to go gives the hand up: nobody is made to fold by being sent away.
    """
    seat = seat_at(table, number)
    if dealt_in(table, number):
        going = replace(seat, leaving=True) if why is LeftWhy.LEFT else replace(seat, kicked=True)
        return with_seat(table, number, going)
    freed = _freed(table, number, why, now, events)
    host_goes = seat.player == table.host and why is not LeftWhy.CLOSED
    return pass_on(freed, events) if host_goes else freed


def _freed(table: Table, number: SeatNo, why: LeftWhy, now: int, events: list[Event]) -> Table:
    """The table without this seat's player and chips; what they had in play is remembered for a while."""
    seat = seat_at(table, number)
    chips, played = seat.stack + seat.coming, seat.stack - seat.unplayed
    events.append(SeatFreed(seat=number, player=seat.player, name=seat.name, chips=chips, why=why))
    gone = tuple(one for one in table.gone if one.player != seat.player and one.until > now)
    minutes = table.options.same_stack_minutes
    if minutes and played > 0 and seat.temper is None and why is not LeftWhy.CLOSED:
        until = now + minutes * MINUTE_MS
        gone = (*gone, Gone(player=seat.player, chips=played, until=until))
    return replace(with_seat(table, number, None), issued=table.issued - chips, gone=gone)


def _newcomer(table: Table, number: SeatNo, player: PlayerId, name: str, chips: int) -> Seat:
    """A fresh seat; whoever comes while hands are being dealt owes the big blind."""
    known = clean_name(name)
    if known in {other.name for _, other in taken(table)}:
        known = f"{known} ({number})"
    owes = blinds_are_owed(table) and table.hand_no > 0
    bank_ms = table.options.time_bank_seconds * 1_000
    return Seat(player=player, name=known, stack=chips, bank_ms=bank_ms, bought=chips, owes_big=owes)


def _seated(table: Table, number: SeatNo, seat: Seat, events: list[Event]) -> Table:
    computer = seat.temper is not None
    events.append(
        SeatTaken(seat=number, player=seat.player, name=seat.name, chips=seat.stack, computer=computer)
    )
    gone = tuple(one for one in table.gone if one.player != seat.player)
    return replace(with_seat(table, number, seat), issued=table.issued + seat.stack, gone=gone)
