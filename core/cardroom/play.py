"""A hand at a table: moves by the players, by the clock and by computer opponents, and what follows the last one."""

from dataclasses import replace

from core.actions import Grant, Play, TimeOut
from core.cardroom.aftermath import pay_seven_deuce
from core.cardroom.away import back, out, outvoted, vote_away
from core.cardroom.blinds import can_deal
from core.cardroom.chips import come_in, fill_up
from core.cardroom.dealing import deal_next
from core.cardroom.doors import sent_away
from core.cardroom.history import record_of
from core.cardroom.hosting import with_options
from core.cardroom.hosts import MISSES_ALLOWED, relieve_host
from core.cardroom.pauses import DIRECTOR_MS, between_hands, finished, make_room, while_idle
from core.cardroom.practice import choose
from core.cardroom.ready_moves import prepared_move
from core.cardroom.seating import stand_up
from core.cardroom.table import (
    Deal,
    Seat,
    Table,
    Wait,
    dealt_in,
    put_seat,
    seat_at,
    seat_of,
    taken,
)
from core.events import (
    CameBack,
    ClockReset,
    Event,
    HandEnded,
    LeftWhy,
    PlayPaused,
    SatOutNow,
    SatOutWhy,
    TimeBankStarted,
    TimedOut,
)
from core.ids import SeatNo
from core.poker.actions import Check, ChooseRuns, Fold, Move, Show
from core.poker.hand import Hand, Stage, apply, legal_moves
from core.poker.record import HandRecord, digest
from core.refusals import Reason, Refused
from core.side_actions import VoteAway

ASK_SECONDS = 10
"""To choose the number of boards, or to show."""
LATE_MS = 10_000
"""A deadline that passed so long ago passed while nobody dealt: nobody could have acted (product.md 6.5)."""
MOST_HELD_MS = 30_000
"""How much one turn's clock is put back at most; who cannot be shown it for longer is left to the rules of absence."""
MOST_UNSEEN_MS = 900_000
"""The same where nobody can be shown the table."""
ABSENT_MS = 3_000
"""What a player who was sat out for missing turns gets for the rest of the hand, in case they are back."""


def play(table: Table, action: Play, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    """A player's own move. Refuses an old button, somebody else's turn, and what the hand itself refuses."""
    hand = table.hand
    number = seat_of(table, action.by)
    if number is None:
        raise Refused(Reason.NOT_SEATED)
    if action.turn is not None and action.turn != table.turn:
        raise Refused(Reason.TOO_LATE, hand_no=table.hand_no)
    if hand is None:
        raise Refused(Reason.NO_HAND)
    if not dealt_in(table, number):
        raise Refused(Reason.NOT_IN_HAND)
    waiting = [hand.setup.seats[at] for at in hand.waiting_for]
    if number not in waiting:
        raise Refused(Reason.NOT_YOUR_TURN, name=seat_at(table, SeatNo(waiting[0])).name)
    seat = seat_at(table, number)
    if table.wait is Wait.BANK and table.deadline is not None:
        seat = replace(seat, bank_ms=max(0, table.deadline - now))
    returns = seat.missed >= MISSES_ALLOWED
    seat = replace(back(seat) if returns else seat, missed=0)
    table = _moved(table, number, action.move, events, seat)
    if returns:
        events.append(CameBack(seat=number))
    return settle(table, now, events)


def be_voted(
    table: Table, action: VoteAway, now: int, events: list[Event]
) -> tuple[Table, HandRecord | None]:
    """One more who does not want to wait for the player to act, whose time is up when nobody else does: that turn is
    missed and the time bank is spent, as if the clock had run out."""
    table = vote_away(table, action, events)
    hand = table.hand
    if hand is None or not outvoted(table):
        return table, None
    number = SeatNo(hand.setup.seats[hand.waiting_for[0]])
    return settle(_miss(table, number, seat_at(table, number), hand, now, events), now, events)


def time_out(table: Table, action: TimeOut, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    """The deadline has passed: deal, let a computer move, start the time bank, or decide for a player."""
    hand, chance = table.hand, action.chance
    match table.wait:
        case None:
            return table, None
        case Wait.DEAL:
            return _deal_or_not(table, action, now, events)
        case Wait.IDLE:
            return while_idle(table, now, events), None
        case Wait.DIRECTOR:
            return replace(table, deadline=now + DIRECTOR_MS), None
        case Wait.COMPUTER | Wait.TURN | Wait.BANK | Wait.RUNS | Wait.SHOW:
            if hand is None:
                return settle(table, now, events)
    if table.wait is not Wait.COMPUTER and table.deadline is not None and now > table.deadline + LATE_MS:
        events.append(ClockReset())
        return _await_player(replace(table, wait=None), hand, now), None
    if table.wait is Wait.COMPUTER:
        number = SeatNo(hand.setup.seats[hand.waiting_for[0]])
        seat = seat_at(table, number)
        return settle(
            _moved(table, number, choose(hand, number, seat.temper, chance), events, seat), now, events
        )
    number = SeatNo(hand.setup.seats[hand.waiting_for[0]])
    seat = seat_at(table, number)
    if table.wait is Wait.RUNS or table.wait is Wait.SHOW:
        # Nobody is made to run it more than once, and nobody loses a pot for not showing in time.
        return settle(_moved(table, number, _default_move(hand, leaving=False), events, seat), now, events)
    if table.wait is Wait.TURN and seat.bank_ms > 0:
        events.append(TimeBankStarted(seat=number, seconds=-(-seat.bank_ms // 1_000)))
        return replace(table, wait=Wait.BANK, deadline=now + seat.bank_ms), None
    return settle(_miss(table, number, seat, hand, now, events), now, events)


def grant(table: Table, action: Grant, now: int) -> Table:
    """Put the clock back for a player who sees their turn only now: nobody gets more than a whole turn from here.

    A time bank that was begun meanwhile is whole again.
    """
    hand, held = table.hand, min(action.ms, MOST_UNSEEN_MS if action.unseen else MOST_HELD_MS)
    if hand is None or table.deadline is None or action.turn != table.turn or held <= table.held_ms:
        return table
    wait, whole = _patience(table, hand)
    if wait is Wait.COMPUTER:
        return table
    since = now if table.wait is Wait.BANK else table.deadline
    deadline = max(min(since + held - table.held_ms, now + whole), since)
    return replace(table, wait=wait, deadline=deadline, held_ms=held)


def _deal_or_not(
    table: Table, action: TimeOut, now: int, events: list[Event]
) -> tuple[Table, HandRecord | None]:
    """The pause after a hand is over: stacks are filled up, the broke make room and the next hand is dealt."""
    if table.next_options is not None:
        table = with_options(table, table.next_options)
    if not finished(table):
        table = fill_up(table, action.short, events)
    table = replace(make_room(table, now, events), wait=None, deadline=None)
    if not finished(table):
        if can_deal(table):
            table = deal_next(table, action.chance, now, events)
        else:
            events.append(PlayPaused())
    return settle(table, now, events)


def settle(table: Table, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    """Everything that follows by itself: moves for players who are leaving, how many boards the computers want, the
    end of the hand, the next deadline."""
    record: HandRecord | None = None
    while table.hand is not None:
        answer = _answered_for(table, table.hand)
        if answer is None:
            return _await_player(table, table.hand, now), record
        number, move = answer
        table = _moved(table, number, move, events, seat_at(table, number))
    if table.deal is not None and not table.deal.paid:
        table, record = _end_hand(table, table.deal, now, events)
    return between_hands(table, now, events), record


def follow_up(table: Table, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    """After somebody came, went or changed their mind: a hand in progress keeps its clock unless it moved on."""
    hand = table.hand
    if hand is not None and _answered_for(table, hand) is None:
        return table, None
    return settle(table, now, events)


def _moved(table: Table, number: SeatNo, move: Move, events: list[Event], seat: Seat) -> Table:
    """The table after one move in the hand; `seat` is the mover's seat with what the move cost in time."""
    deal = table.deal
    if deal is None:
        raise Refused(Reason.NO_HAND)
    hand, happened = apply(deal.hand, number, move)
    events.extend(happened)
    if seat.ready_move is not None:
        seat = replace(seat, ready_move=None)
    return replace(table, deal=replace(deal, hand=hand), seats=put_seat(table, number, seat), away_votes=())


def _miss(table: Table, number: SeatNo, seat: Seat, hand: Hand, now: int, events: list[Event]) -> Table:
    """All time is spent: check if that is free, else fold; the second miss in a row sits the player out."""
    events.append(TimedOut(seat=number))
    missed = seat.missed if seat.sitting_out else seat.missed + 1
    gone = missed >= MISSES_ALLOWED
    if gone and not seat.sitting_out:
        events.append(SatOutNow(seat=number, why=SatOutWhy.MISSED_TURNS))
        seat = out(seat, now)
    seat = replace(seat, missed=missed, bank_ms=0)
    table = _moved(table, number, _default_move(hand, leaving=False), events, seat)
    return relieve_host(table, events) if gone else table


def _default_move(hand: Hand, *, leaving: bool) -> Move:
    """What the dealer does for a player who is not there."""
    match hand.stage:
        case Stage.RUNS:
            return ChooseRuns(times=1)
        case Stage.SHOWDOWN:
            return Show()
        case Stage.BETTING | Stage.OVER:
            legal = legal_moves(hand)
            free = legal is not None and legal.check and not leaving
            return Check() if free else Fold()


def _answered_for(table: Table, hand: Hand) -> tuple[SeatNo, Move] | None:
    """A decision that is not waited for: of a player who leaves, of one who chose a move before the turn, or of a
    computer that is asked for boards."""
    for at in hand.waiting_for:
        number = SeatNo(hand.setup.seats[at])
        seat = seat_at(table, number)
        if seat.leaving:
            return number, _default_move(hand, leaving=True)
        if table.event is not None and seat.sitting_out:
            return number, _default_move(hand, leaving=False)
        if seat.temper is not None and hand.stage is Stage.RUNS:
            return number, choose(hand, number, seat.temper, "")
        prepared = prepared_move(table, hand, number) if seat.ready_move is not None else None
        if prepared is not None:
            return number, prepared
    return None


def _await_player(table: Table, hand: Hand, now: int) -> Table:
    """Set the clock for whoever has to act; people who choose boards share one clock."""
    if hand.stage is Stage.RUNS and table.wait is Wait.RUNS:
        return table
    wait, ms = _patience(table, hand)
    return replace(table, wait=wait, deadline=now + ms, held_ms=0)


def _patience(table: Table, hand: Hand) -> tuple[Wait, int]:
    """What is waited for, and for how many milliseconds."""
    seats = [seat_at(table, SeatNo(hand.setup.seats[at])) for at in hand.waiting_for]
    person = any(seat.temper is None for seat in seats)
    match hand.stage:
        case Stage.RUNS:
            return Wait.RUNS, ASK_SECONDS * 1_000
        case Stage.SHOWDOWN:
            return Wait.SHOW, ASK_SECONDS * 1_000 if person else table.options.computer_ms
        case Stage.BETTING | Stage.OVER:
            if not person:
                return Wait.COMPUTER, table.options.computer_ms
            absent = seats[0].missed >= MISSES_ALLOWED
            return Wait.TURN, ABSENT_MS if absent else table.options.turn_seconds * 1_000


def _end_hand(table: Table, deal: Deal, now: int, events: list[Event]) -> tuple[Table, HandRecord]:
    """Chips back to the seats, the record, and goodbye to those who are leaving."""
    record = record_of(table, deal, now)
    for seat, stack in zip(deal.hand.setup.seats, deal.hand.round.stacks, strict=True):
        table = come_in(table, SeatNo(seat), stack, events)
    nets = zip(deal.hand.setup.seats, deal.hand.nets, strict=True)
    table = replace(table, last_digest=digest(record), deal=replace(deal, paid=True))
    events.append(
        HandEnded(
            hand_no=deal.hand_no,
            nets=tuple((SeatNo(seat), net) for seat, net in nets),
            digest=table.last_digest,
        )
    )
    table = pay_seven_deuce(table, events) if table.options.seven_deuce else table
    for number, seat_now in taken(table):
        if seat_now.going:
            barred = sent_away(table, seat_now.player)
            sent = LeftWhy.KICKED if seat_now.kicked or barred else LeftWhy.LEFT
            why = sent if seat_now.temper is None else LeftWhy.DISMISSED
            table = stand_up(table, number, why, now, events)
    return table, record
