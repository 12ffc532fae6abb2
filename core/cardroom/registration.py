"""What players ask of a tournament: to be in, or no longer, to come again, to buy more, or to share what is left."""

from core.cardroom.deals import MOST_DEALERS
from core.cardroom.event_actions import AddOn, CheckIn, Rebuy, ReEnter, Register, VoteDeal
from core.cardroom.event_news import CheckedIn, DealVoted, Registered, StackBought
from core.cardroom.event_options import EntryRule, Kind
from core.cardroom.floor import Floor, hold_back, pay_in
from core.cardroom.names import clean_name
from core.cardroom.opening import begin, come_late, give_back
from core.cardroom.tournament import (
    Entrant,
    Stage,
    Status,
    alive,
    can_enter,
    entrant_of,
    entries,
    fresh_head,
    is_broke,
    people_in,
)
from core.ids import PlayerId
from core.refusals import Reason, Refused


def register(floor: Floor, action: Register) -> None:
    """Pay the buy-in for an entry; a sit-and-go that is full with it starts."""
    event = floor.event
    known = entrant_of(event, action.by)
    if known is not None:
        if event.entrants[known].status is not Status.OUT:
            raise Refused(Reason.ALREADY_REGISTERED)
        re_enter(floor, ReEnter(by=action.by))
        return
    _require_open(floor)
    full = people_in(event) >= event.options.max_entrants
    if full and event.stage is Stage.RUNNING:
        raise Refused(Reason.TABLE_FULL, seats=event.options.max_entrants)
    name = _own_name(floor, action.by, clean_name(action.name))
    # Whoever comes while check-in is open is there.
    there = action.temper is not None or event.checking_in
    entrant = Entrant(
        player=action.by, name=name, status=Status.QUEUED, temper=action.temper, checked_in=there
    )
    # Nobody passes those who wait, even where a place is free until the start says whose it is.
    waits = event.stage is Stage.REGISTERING and any(one.status is Status.QUEUED for one in event.entrants)
    _enter(floor, entrant, queued=full or waits)
    event = floor.event
    fills = event.options.starts_at is None and entries(event) == event.options.max_entrants
    if event.stage is Stage.REGISTERING and fills:
        begin(floor, least=event.options.min_entrants, ask=True)


def unregister(floor: Floor, player: PlayerId) -> None:
    """Before the start: the buy-in back."""
    number = own_entry(floor, player)
    if floor.event.stage is not Stage.REGISTERING:
        raise Refused(Reason.EVENT_STARTED)
    give_back(floor, number, chosen=True)


def check_in(floor: Floor, action: CheckIn) -> None:
    """Be there; asking twice changes nothing."""
    number = own_entry(floor, action.by)
    if not floor.event.checking_in:
        raise Refused(Reason.NOT_CHECK_IN)
    if floor.event.entrants[number].checked_in:
        return
    one = floor.put(number, checked_in=True)
    there = sum(one.checked_in for one in floor.event.entrants if one.status is Status.REGISTERED)
    floor.news.append(CheckedIn(player=one.player, name=one.name, checked_in=there))


def re_enter(floor: Floor, action: ReEnter) -> None:
    """Another entry for who is out, in the levels and as often as the options allow (TDA 8).

    The field may be full: it is of people, and this one is of it.
    """
    number, event = own_entry(floor, action.by), floor.event
    one = event.entrants[number]
    if one.status is not Status.OUT:
        raise Refused(Reason.STILL_IN, chips=one.chips)
    again = event.options.entry is not EntryRule.FREEZEOUT
    most = event.options.most_entries if again else 1
    mine = sum(each.player == action.by and each.status is Status.OUT for each in event.entrants)
    if mine >= most or any(each.removed for each in event.entrants if each.player == action.by):
        raise Refused(Reason.NO_RE_ENTRY, most=most)
    _require_open(floor)
    entrant = Entrant(player=one.player, name=one.name, status=Status.QUEUED, temper=one.temper)
    _enter(floor, entrant, queued=False)


def rebuy(floor: Floor, action: Rebuy) -> None:
    """Another starting stack for who has one or less; it is in play from the next hand on (TDA 27).

    Who has just come or bought has pressed twice: nothing changes until they were dealt a hand.
    """
    number, event = own_entry(floor, action.by), floor.event
    one, most = event.entrants[number], event.options.most_rebuys
    if event.stage is not Stage.RUNNING:
        raise Refused(Reason.EVENT_NOT_STARTED)
    if one.fresh and event.options.entry is EntryRule.REBUY:
        return
    if event.options.entry is not EntryRule.REBUY or one.rebuys >= most or one.removed:
        if event.options.entry is EntryRule.RE_ENTRY:
            raise Refused(Reason.NO_REBUY, most=event.options.most_entries, case="re_entry")
        raise Refused(Reason.NO_REBUY, most=most if event.options.entry is EntryRule.REBUY else 0)
    _require_open(floor)
    if one.status is Status.OUT:
        re_enter(floor, ReEnter(by=action.by))
        return
    if one.chips + one.coming > event.options.structure.stack:
        raise Refused(Reason.STILL_IN, chips=one.chips + one.coming)
    # Of who is broke the old head was won with the last chips.
    head = fresh_head(event) if is_broke(event, number) else one.head
    floor.change(broke=tuple(other for other in event.broke if other.bust.entrant != number))
    floor.put(number, rebuys=one.rebuys + 1, fresh=True, head=head)
    _buy_stack(floor, number, add_on=False)


def add_on(floor: Floor, action: AddOn) -> None:
    """One starting stack at the first break."""
    number, event = own_entry(floor, action.by), floor.event
    one = event.entrants[number]
    first_break = event.resting_until is not None and event.breaks == 1
    allowed = event.options.entry is EntryRule.REBUY and first_break
    if not allowed or one.added_on or one.status is not Status.IN or one.removed:
        raise Refused(Reason.NO_ADD_ON)
    floor.put(number, added_on=True)
    _buy_stack(floor, number, add_on=True)


def vote_deal(floor: Floor, action: VoteDeal) -> None:
    """Share what is left, when every person who is left wants the same; computers go along."""
    number, event = own_entry(floor, action.by), floor.event
    left, one = alive(event), event.entrants[number]
    can_deal = event.stage is Stage.RUNNING and not can_enter(event) and 2 <= len(left) <= MOST_DEALERS
    if not can_deal or one.status is not Status.IN or event.options.kind is not Kind.TABLES:
        raise Refused(Reason.NO_DEAL, most=MOST_DEALERS)
    votes = tuple(vote for vote in event.votes if vote[0] != action.by)
    if action.deal is not None:
        votes = (*votes, (action.by, action.deal))
    floor.change(votes=votes)
    people = [at for at in left if event.entrants[at].temper is None]
    agreed = sum(deal is action.deal for _, deal in votes)
    if action.deal is not None and agreed == len(people):
        hold_back(floor)
    floor.news.append(
        DealVoted(player=one.player, name=one.name, deal=action.deal, votes=agreed, needed=len(people))
    )


def own_entry(floor: Floor, player: PlayerId) -> int:
    """The player's newest entry; refuses NOT_REGISTERED."""
    number = entrant_of(floor.event, player)
    if number is None:
        raise Refused(Reason.NOT_REGISTERED)
    return number


def _require_open(floor: Floor) -> None:
    if not can_enter(floor.event):
        options = floor.event.options
        if options.kind is not Kind.TABLES or not options.late_level:
            raise Refused(Reason.NO_LATE_ENTRY)
        raise Refused(Reason.REGISTRATION_CLOSED, level=options.late_level)


def _enter(floor: Floor, entrant: Entrant, *, queued: bool) -> None:
    """One more entry, paid for; in a running event on the way to its seat."""
    event, number = floor.event, len(floor.event.entrants)
    floor.change(entrants=(*event.entrants, entrant))
    pay_in(floor, number, event.options.buy_in)
    head = fresh_head(event)
    status = Status.QUEUED if queued else Status.REGISTERED
    floor.put(number, head=head, status=status, fresh=event.stage is Stage.RUNNING)
    floor.news.append(
        Registered(player=entrant.player, name=entrant.name, entrants=entries(floor.event), queued=queued)
    )
    if event.stage is Stage.RUNNING:
        come_late(floor, number)


def _buy_stack(floor: Floor, number: int, *, add_on: bool) -> None:
    stack = floor.event.options.structure.stack
    pay_in(floor, number, floor.event.options.buy_in)
    one = floor.put(number, coming=floor.event.entrants[number].coming + stack)
    floor.change(issued=floor.event.issued + stack)
    floor.news.append(StackBought(player=one.player, name=one.name, chips=stack, add_on=add_on))


def _own_name(floor: Floor, player: PlayerId, name: str) -> str:
    """A name that no other player of the event has; those of entries that were taken back are free."""
    others = (one for one in floor.event.entrants if one.player != player)
    taken = {one.name for one in others if one.status is not Status.GONE}
    number, own = 2, name
    while own in taken:
        own, number = f"{name} ({number})", number + 1
    return own
