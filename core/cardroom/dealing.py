"""From one hand to the next: who is dealt in, who posts what, and the record of the hand that is over."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from core.cardroom.button import Places, clockwise_from, draw_for_button, first_places, next_places
from core.cardroom.table import Deal, Seat, SeatedAtDeal, Table, seat_at, taken, with_seat
from core.events import Event, HandStarted
from core.ids import SeatNo
from core.options import AnteRule, TableOptions
from core.poker.cards import FRESH_DECK
from core.poker.events import PostKind
from core.poker.games import GAMES
from core.poker.hand import HandSetup, Post, start
from core.poker.rounds import Betting, Limits
from core.poker.shuffle import commit, cut_seed, deal_order, permutation


def ready_seats(table: Table) -> list[SeatNo]:
    """Seats that will be dealt in, in seat order."""
    return [number for number, seat in taken(table) if _ready(seat)]


def can_deal(table: Table) -> bool:
    """The table is not paused and two players are ready, one of them a person: computers do not play alone."""
    if table.paused:
        return False
    ready = ready_seats(table)
    return len(ready) > 1 and any(seat_at(table, number).temper is None for number in ready)


def deal_next(table: Table, chance: str, now: int, events: list[Event]) -> Table:
    """Move the button, post, cut and deal. `chance` (32 random bytes in hex) becomes the secret of the hand after."""
    seats = ready_seats(table)
    if table.button is None:
        seed = sha256(b"button" + bytes.fromhex(chance)).digest()
        drawn = draw_for_button(seats, permutation(seed, len(FRESH_DECK)))
        events.append(drawn)
        places = first_places(drawn.seat, seats)
    else:
        last = Places(button=table.button, small_blind=table.small_blind_seat, big_blind=table.big_blind_seat)
        places = next_places(last, seats, table.options.button_rule)
    return _deal(table, seats, places, chance, now, events)


def _deal(
    table: Table, seats: Sequence[SeatNo], places: Places, chance: str, now: int, events: list[Event]
) -> Table:
    deck = GAMES[table.options.game].deck
    next_root = commit(bytes.fromhex(chance), deck).root.hex()
    seated = tuple(
        SeatedAtDeal(seat=number, player=seat.player, name=seat.name, stack=seat.stack, phrase=seat.phrase)
        for number, seat in taken(table)
    )
    phrases = [(one.seat, one.phrase) for one in seated]
    seed = cut_seed(bytes.fromhex(table.next_root), bytes.fromhex(table.last_digest), phrases)
    setup = hand_setup(table, clockwise_from(places.button, seats), places)
    events.append(
        HandStarted(
            hand_no=table.hand_no + 1,
            button=places.button,
            seats=tuple(SeatNo(seat) for seat in setup.seats),
            root=table.next_root,
            next_root=next_root,
        )
    )
    hand, happened = start(setup, deal_order(bytes.fromhex(table.next_secret), seed, deck))
    events.extend(happened)
    deal = Deal(
        hand=hand,
        hand_no=table.hand_no + 1,
        started_ms=now,
        secret=table.next_secret,
        root=table.next_root,
        previous_digest=table.last_digest,
        button=places.button,
        small_blind=places.small_blind if places.small_blind in seats else None,
        big_blind=places.big_blind,
        seated=seated,
    )
    for number in seats:
        table = with_seat(table, number, replace(seat_at(table, number), stack=0))
    return replace(
        table,
        hand_no=deal.hand_no,
        button=places.button,
        small_blind_seat=places.small_blind,
        big_blind_seat=places.big_blind,
        deal=deal,
        next_secret=chance,
        next_root=next_root,
    )


def hand_setup(table: Table, seats: Sequence[SeatNo], places: Places) -> HandSetup:
    """The next hand's fixed part; `seats` in the order of the deal."""
    options = table.options
    cap = None if len(seats) == 2 else options.raise_cap
    early = Limits(betting=options.betting, reopening=options.reopening, bet=options.big_blind, cap=cap)
    fixed = options.betting is Betting.FIXED_LIMIT
    full_blinds = options.small_blind + options.big_blind if options.blinds_posted else 0
    return HandSetup(
        game=options.game,
        seats=tuple(seats),
        stacks=tuple(seat_at(table, number).stack for number in seats),
        posts=tuple(_posts(options, seats, places)),
        early=early,
        late=replace(early, bet=2 * options.big_blind) if fixed else early,
        full_blinds=full_blinds,
        chip_unit=options.chip_unit,
        burns=options.burns,
        most_runs=options.most_runs,
        showing=options.showing,
        all_in_up=options.all_in_up,
    )


def _posts(options: TableOptions, seats: Sequence[SeatNo], places: Places) -> list[Post]:
    """Antes, then blinds, then the big blind's ante: the blind comes before it (TDA RP-11)."""
    posts: list[Post] = []
    if options.ante_rule is AnteRule.EACH:
        posts += [Post(position=at, kind=PostKind.ANTE, amount=options.ante) for at in range(len(seats))]
    big = seats.index(places.big_blind) if places.big_blind in seats else None
    if options.blinds_posted and big is not None:
        if places.small_blind in seats:
            small = seats.index(places.small_blind)
            posts.append(Post(position=small, kind=PostKind.SMALL_BLIND, amount=options.small_blind))
        posts.append(Post(position=big, kind=PostKind.BIG_BLIND, amount=options.big_blind))
    if options.ante_rule is AnteRule.BIG_BLIND and big is not None:
        posts.append(Post(position=big, kind=PostKind.BIG_BLIND_ANTE, amount=options.ante))
    return [post for post in posts if post.amount]


def _ready(seat: Seat) -> bool:
    return seat.stack > 0 and not (seat.sitting_out or seat.leaving)
