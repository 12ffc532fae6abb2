"""From one hand to the next: who is dealt in, who posts what, and the record of the hand that is over."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from core.cardroom.blinds import Lineup, bomb_lineup, last_places, line_up, passed, ready_seats
from core.cardroom.button import clockwise_from, draw_for_button
from core.cardroom.side_games import bomb_due, straddle, straddlers
from core.cardroom.table import Deal, SeatedAtDeal, Table, seat_at, taken, with_seat
from core.events import Event, HandStarted, PlayPaused
from core.ids import SeatNo
from core.options import AnteRule, TableOptions
from core.poker.cards import FRESH_DECK
from core.poker.events import PostKind
from core.poker.games import GAMES
from core.poker.hand import HandSetup, Post, start
from core.poker.rounds import Betting, Limits
from core.poker.shuffle import commit, cut_seed, deal_order, permutation


def deal_next(table: Table, chance: str, now: int, events: list[Event]) -> Table:
    """Move the button, post, cut and deal. `chance` (32 random bytes in hex) becomes the secret of the hand after."""
    bomb, drawn, last = bomb_due(table), None, last_places(table)
    if table.button is None:
        seed = sha256(b"button" + bytes.fromhex(chance)).digest()
        draw = draw_for_button(ready_seats(table), permutation(seed, len(FRESH_DECK)))
        events.append(draw)
        drawn = draw.seat
    lineup: Lineup | None
    if bomb:
        lineup = bomb_lineup(table, drawn)
    else:
        table, lineup = line_up(table, drawn, now, events)
    if lineup is None:
        events.append(PlayPaused())
        return table
    setup = hand_setup(table, lineup, bomb=bomb)
    table = _deal(table, lineup, setup, chance, now, events)
    return table if bomb else passed(table, last, lineup)


def _deal(
    table: Table, lineup: Lineup, setup: HandSetup, chance: str, now: int, events: list[Event]
) -> Table:
    deck, places = GAMES[setup.game].deck, lineup.places
    next_root = commit(bytes.fromhex(chance), deck).root.hex()
    seated = tuple(
        SeatedAtDeal(seat=number, player=seat.player, name=seat.name, stack=seat.stack, phrase=seat.phrase)
        for number, seat in taken(table)
    )
    phrases = [(one.seat, one.phrase) for one in seated]
    seed = cut_seed(bytes.fromhex(table.next_root), bytes.fromhex(table.last_digest), phrases)
    events.append(
        HandStarted(
            hand_no=table.hand_no + 1,
            button=places.button,
            seats=tuple(SeatNo(seat) for seat in setup.seats),
            root=table.next_root,
            next_root=next_root,
            bomb=bool(setup.first_street),
        )
    )
    hand, happened = start(setup, deal_order(bytes.fromhex(table.next_secret), seed, deck))
    events.extend(happened)
    posted = {post.kind for post in setup.posts}
    bomb = bool(setup.first_street)
    small = places.small_blind if PostKind.SMALL_BLIND in posted or not table.options.small_blind else None
    big = places.big_blind if PostKind.BIG_BLIND in posted or not table.options.blinds_posted else None
    deal = Deal(
        hand=hand,
        hand_no=table.hand_no + 1,
        started_ms=now,
        secret=table.next_secret,
        root=table.next_root,
        level=table.level,
        previous_digest=table.last_digest,
        button=places.button,
        small_blind=small if small in lineup.seats and not bomb else None,
        big_blind=None if bomb else big,
        seated=seated,
        bomb=bomb,
    )
    for number in lineup.seats:
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
        bomb_votes=(),
    )


def hand_setup(table: Table, lineup: Lineup, *, bomb: bool = False) -> HandSetup:
    """The next hand's fixed part."""
    seats = clockwise_from(lineup.places.button, lineup.seats)
    options = table.options
    cap = None if len(seats) == 2 else options.raise_cap
    early = Limits(betting=options.betting, reopening=options.reopening, bet=options.big_blind, cap=cap)
    fixed = options.betting is Betting.FIXED_LIMIT
    full_blinds = options.small_blind + options.big_blind if options.blinds_posted and not bomb else 0
    return HandSetup(
        game=options.game,
        seats=tuple(seats),
        stacks=tuple(seat_at(table, number).stack for number in seats),
        posts=tuple(_bomb_antes(options, seats) if bomb else _posts(table, seats, lineup)),
        early=early,
        late=replace(early, bet=2 * options.big_blind) if fixed else early,
        full_blinds=full_blinds,
        chip_unit=options.chip_unit,
        burns=options.burns,
        most_runs=1 if bomb and options.bomb_boards > 1 else options.most_runs,
        showing=options.showing,
        all_in_up=options.all_in_up,
        straddle_step=options.straddle_step,
        first_street=1 if bomb else 0,
        boards=options.bomb_boards if bomb else 1,
    )


def _posts(table: Table, seats: Sequence[SeatNo], lineup: Lineup) -> list[Post]:
    """Antes, what is owed, blinds, the big blind's ante after its blind (TDA RP-11), and straddles."""
    options, places = table.options, lineup.places
    posts: list[Post] = []
    if options.ante_rule is AnteRule.EACH:
        posts += [Post(position=at, kind=PostKind.ANTE, amount=options.ante) for at in range(len(seats))]
    big = seats.index(places.big_blind) if places.big_blind in seats else None
    blinds: list[SeatNo] = []
    if options.blinds_posted and big is not None:
        posts += _owed(table, seats, lineup.posters)
        if places.small_blind in seats and places.small_blind is not None:
            small = seats.index(places.small_blind)
            blinds.append(places.small_blind)
            posts.append(Post(position=small, kind=PostKind.SMALL_BLIND, amount=options.small_blind))
        blinds.append(seats[big])
        posts.append(Post(position=big, kind=PostKind.BIG_BLIND, amount=options.big_blind))
    if options.ante_rule is AnteRule.BIG_BLIND and big is not None:
        posts.append(Post(position=big, kind=PostKind.BIG_BLIND_ANTE, amount=options.ante))
    for number, seat in enumerate(straddlers(table, seats, blinds) if blinds else ()):
        already = options.big_blind if seat in lineup.posters and seat_at(table, seat).owes_big else 0
        amount = straddle(table, number) - already
        posts.append(Post(position=seats.index(seat), kind=PostKind.STRADDLE, amount=amount))
    return [post for post in posts if post.amount]


def _owed(table: Table, seats: Sequence[SeatNo], posters: Sequence[SeatNo]) -> list[Post]:
    """A missed small blind goes in dead, a missed big blind as the player's own bet (product.md 4)."""
    posts: list[Post] = []
    for number in posters:
        at, seat, options = seats.index(number), seat_at(table, number), table.options
        if seat.owes_small:
            posts.append(Post(position=at, kind=PostKind.DEAD_BLIND, amount=options.small_blind))
        if seat.owes_big:
            posts.append(Post(position=at, kind=PostKind.POST, amount=options.big_blind))
    return posts


def _bomb_antes(options: TableOptions, seats: Sequence[SeatNo]) -> list[Post]:
    ante = options.bomb_ante * options.big_blind
    return [Post(position=at, kind=PostKind.ANTE, amount=ante) for at in range(len(seats))]
