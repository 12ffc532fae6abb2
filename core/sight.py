"""Looking at a table: the public's view, and the view from one seat. Unshown cards and the deck are in neither."""

from dataclasses import replace

from core.cardroom.blinds import owed
from core.cardroom.table import Deal, Seat, SeatedAtDeal, Table, Wait, seat_of, taken
from core.ids import PlayerId, SeatNo
from core.options import Entry
from core.own_view import own_seat
from core.poker.betting import Legal
from core.poker.cards import Card
from core.poker.events import PostKind, PotAwarded, Share
from core.poker.hand import Hand, Stage, legal_moves
from core.poker.moves import Moved
from core.poker.ranking import MadeHand, describe
from core.views import (
    LastMove,
    LegalView,
    Mark,
    Phase,
    PotView,
    Presence,
    SeatView,
    StreetLog,
    TableView,
)


def public_view(table: Table) -> TableView:
    """What everyone may see."""
    return _view(table, None)


def seat_view(table: Table, viewer: SeatNo) -> TableView:
    """What the player in seat `viewer` may see: the public view, their own cards, and what they may do."""
    return _view(table, viewer)


def player_view(table: Table, player: PlayerId) -> TableView:
    """The view of a player, who may or may not be seated."""
    return _view(table, seat_of(table, player))


def _view(table: Table, viewer: SeatNo | None) -> TableView:
    deal = None if table.closed else table.deal
    hand = deal.hand if deal is not None else None
    waiting = _waiting(hand)
    mine = table.seats[viewer - 1] if viewer is not None else None
    acting = table.seats[waiting[0] - 1] if waiting else None
    phase = _phase(table)
    return TableView(
        table=table.id,
        community=table.community,
        rooms=table.rooms,
        name=table.name,
        host=table.host,
        host_name=table.host_name,
        options=table.options,
        phase=phase,
        closing=table.closing,
        turn=table.turn,
        viewer=viewer,
        street=None if hand is None else hand.game.streets[hand.street].street,
        boards=((),) if hand is None else hand.dealt.boards,
        pots=() if hand is None else _pots(hand),
        total_pot=0 if hand is None else hand.pot,
        price=0 if hand is None else hand.round.price,
        seats=_seats(table, viewer),
        to_act=waiting[0] if waiting and phase is not Phase.CHOOSING_RUNS else None,
        choosing=waiting if phase is Phase.CHOOSING_RUNS else (),
        deadline=table.deadline,
        on_time_bank=table.wait is Wait.BANK,
        time_bank_seconds=0 if acting is None else acting.bank_ms // 1_000,
        legal=_legal(hand, viewer),
        log=() if hand is None else _log(hand),
        awards=() if hand is None else _awards(hand),
        uncalled=() if hand is None else _uncalled(hand),
        root=table.next_root if deal is None else deal.root,
        next_root=table.next_root,
        phrase="" if mine is None else mine.phrase,
        paused=table.paused,
        private=bool(table.code),
        queue=tuple(one.name for one in table.queue),
        kept=tuple(SeatNo(one.seat) for one in table.reserved),
        bomb=deal is not None and deal.bomb,
        posts=() if hand is None else _posts(hand),
        dealt=() if deal is None else tuple((one.seat, one.player, one.name) for one in deal.seated),
        rabbit=() if deal is None else deal.rabbit,
        coming_options=None if table.event else table.next_options,
        own=None if viewer is None or mine is None else own_seat(table, viewer, mine),
        event=table.event,
        level=table.level if deal is None else deal.level,
        level_raised=0 < table.level_from == table.hand_no,
        entrants_left=table.entrants_left,
    )


def _phase(table: Table) -> Phase:
    if table.closed:
        return Phase.CLOSED
    hand = table.hand
    if hand is None:
        return Phase.BETWEEN_HANDS if table.wait in (Wait.DEAL, Wait.DIRECTOR) else Phase.WAITING
    match hand.stage:
        case Stage.BETTING | Stage.OVER:
            return Phase.PLAYING
        case Stage.RUNS:
            return Phase.CHOOSING_RUNS
        case Stage.SHOWDOWN:
            return Phase.SHOWDOWN


def _waiting(hand: Hand | None) -> tuple[SeatNo, ...]:
    return () if hand is None else tuple(SeatNo(hand.setup.seats[at]) for at in hand.waiting_for)


def _seats(table: Table, viewer: SeatNo | None) -> tuple[SeatView, ...]:
    """Taken seats, and those whose player left with the hand that is still shown: its result names them."""
    seats = [_seat(table, number, seat, viewer) for number, seat in taken(table)]
    deal = None if table.closed else table.deal
    if deal is not None and deal.paid:
        ends = dict(zip(deal.hand.setup.seats, deal.hand.round.stacks, strict=True))
        seats += [
            _in_hand(_gone(one, ends[one.seat]), deal, deal.hand.setup.seats.index(one.seat), False)
            for one in deal.seated
            if one.seat in ends and table.seats[one.seat - 1] is None
        ]
    return tuple(sorted(seats, key=lambda seat: seat.seat))


def _gone(one: SeatedAtDeal, chips: int) -> SeatView:
    """A player who was dealt in and has left since, with the `chips` that they took along."""
    return _bare_seat(one.seat, one.player, one.name, chips, Presence.LEAVING)


def _seat(table: Table, number: SeatNo, seat: Seat, viewer: SeatNo | None) -> SeatView:
    deal = table.deal
    at = _position(deal, number, seat)
    view = replace(
        _bare_seat(number, seat.player, seat.name, seat.stack, _away(seat, table) or Presence.WAITING),
        marks=_marks(deal, number),
        computer=seat.temper is not None,
        coming=seat.coming,
    )
    return view if deal is None or at is None else _in_hand(view, deal, at, viewer == number)


def _bare_seat(number: SeatNo, player: PlayerId, name: str, stack: int, presence: Presence) -> SeatView:
    """A seat without anything that a hand adds."""
    return SeatView(
        seat=number,
        player=player,
        name=name,
        stack=stack,
        bet=0,
        presence=presence,
        marks=(),
        computer=False,
        has_cards=False,
        hole_cards=(),
        shown=False,
        made=None,
        last_move=None,
        last_amount=0,
        net=None,
    )


def _position(deal: Deal | None, number: SeatNo, seat: Seat) -> int | None:
    """The seat's position in the hand, if it is the same player who was dealt in."""
    if deal is None or number not in deal.hand.setup.seats:
        return None
    at_deal = next((one for one in deal.seated if one.seat == number), None)
    if at_deal is None or at_deal.player != seat.player:
        return None
    return deal.hand.setup.seats.index(number)


def _in_hand(view: SeatView, deal: Deal, at: int, own: bool) -> SeatView:
    """What the hand adds to a seat. `own`: the viewer sits here and sees the cards."""
    hand = deal.hand
    live, shown = hand.round.live[at], hand.ending.shown[at]
    over = hand.stage is Stage.OVER
    later = dict(deal.shown).get(view.seat, ())
    cards = hand.dealt.holes[at] if shown or own else later
    last = next((move for move in reversed(hand.history) if move.position == at), None)
    current = last is not None and (last.street == hand.street or not live) and not over
    mades = _mades(hand, cards) if len(cards) == hand.game.hole and live else ()
    presence = Presence.FOLDED if not live else Presence.IN_HAND if hand.round.stacks[at] else Presence.ALL_IN
    return replace(
        view,
        stack=hand.round.stacks[at] if not deal.paid else view.stack,
        bet=hand.round.bets[at],
        presence=view.presence if over and view.presence is not Presence.WAITING else presence,
        has_cards=live and (shown or (not over and not _mucked(hand, at))),
        hole_cards=cards,
        shown=shown or bool(later),
        made=mades[0] if mades else None,
        made_on=mades if len(mades) > 1 else (),
        last_move=_last_move(last) if current and last is not None else None,
        last_amount=last.to if current and last is not None and last.move not in ("fold", "check") else 0,
        net=hand.nets[at] if over else None,
        ended=hand.round.stacks[at] if over else None,
    )


def _mucked(hand: Hand, at: int) -> bool:
    """At showdown, past the turn to show, with nothing shown."""
    return hand.stage is Stage.SHOWDOWN and at not in hand.ending.asking and not hand.ending.shown[at]


def _away(seat: Seat, table: Table) -> Presence | None:
    if seat.going:
        return Presence.LEAVING
    if seat.sitting_out:
        return Presence.SITTING_OUT
    waits = owed(seat) and not seat.posts and table.options.entry is Entry.WAIT
    return Presence.OWES_BLIND if waits else None


def _marks(deal: Deal | None, number: SeatNo) -> tuple[Mark, ...]:
    if deal is None:
        return ()
    places = (
        (Mark.BUTTON, deal.button),
        (Mark.SMALL_BLIND, deal.small_blind),
        (Mark.BIG_BLIND, deal.big_blind),
    )
    return tuple(mark for mark, at in places if at == number)


def _last_move(moved: Moved) -> LastMove:
    return LastMove.ALL_IN if moved.all_in else LastMove(moved.move.value)


def _mades(hand: Hand, cards: tuple[Card, ...]) -> tuple[MadeHand, ...]:
    """What the cards make with each board."""
    return tuple([describe(hand.game.ladder, (*cards, *board)) for board in hand.dealt.boards])


def _pots(hand: Hand) -> tuple[PotView, ...]:
    """Pots without the bets of this street while there are any to come; all of it once the betting is over."""
    return tuple(
        PotView(amount=pot.amount, seats=tuple(SeatNo(hand.setup.seats[at]) for at in pot.positions))
        for pot in hand.collected_pots
    )


def _legal(hand: Hand | None, viewer: SeatNo | None) -> LegalView | None:
    legal = None if hand is None else legal_moves(hand)
    if hand is None or legal is None or legal.seat != viewer:
        return None
    price = hand.round.price
    pot = hand.pot + legal.call
    return LegalView(
        legal=legal,
        half_pot=_size(legal, price + pot // 2),
        two_thirds_pot=_size(legal, price + pot * 2 // 3),
        pot=_size(legal, price + pot),
    )


def _size(legal: Legal, to: int) -> int | None:
    if legal.raise_min is None or legal.raise_max is None:
        return None
    return min(max(to, legal.raise_min), legal.raise_max)


def _log(hand: Hand) -> tuple[StreetLog, ...]:
    return tuple(
        StreetLog(
            street=rule.street,
            moves=tuple(
                (SeatNo(hand.setup.seats[move.position]), _last_move(move), move.to)
                for move in hand.history
                if move.street == street
            ),
        )
        for street, rule in enumerate(hand.game.streets)
        if street <= hand.street
    )


def _posts(hand: Hand) -> tuple[tuple[SeatNo, PostKind, int], ...]:
    left, posts = list(hand.setup.stacks), []
    for post in hand.setup.posts:
        amount = min(post.amount, left[post.position])
        left[post.position] -= amount
        posts.append((SeatNo(hand.setup.seats[post.position]), post.kind, amount))
    return tuple(posts)


def _awards(hand: Hand) -> tuple[PotAwarded, ...]:
    seats = hand.setup.seats
    return tuple(
        PotAwarded(
            pot=award.pot,
            board=award.board,
            shares=tuple(Share(seat=seats[at], amount=amount) for at, amount in award.shares),
            made=award.made,
        )
        for award in hand.ending.awards
    )


def _uncalled(hand: Hand) -> tuple[tuple[SeatNo, int], ...]:
    if hand.ending.returned is None:
        return ()
    at, amount = hand.ending.returned
    return ((SeatNo(hand.setup.seats[at]), amount),)
