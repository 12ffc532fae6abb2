"""Hands for the tests: short ways to set one up, play it, and say what cards come."""

from collections.abc import Sequence

from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.cards import FRESH_DECK, Card, parse_cards
from core.poker.events import HandEvent, PostKind
from core.poker.games import GameName
from core.poker.hand import Hand, HandSetup, Post, Showing, apply, legal_moves, start
from core.poker.rounds import Betting, Limits, Reopening


def simple_setup(
    *,
    players: int = 6,
    stack: int = 10_000,
    stacks: Sequence[int] | None = None,
    blinds: tuple[int, int] = (50, 100),
    blinds_posted: bool = True,
    ante: int = 0,
    big_blind_ante: int = 0,
    betting: Betting = Betting.NO_LIMIT,
    reopening: Reopening = Reopening.CUMULATIVE,
    cap: int | None = 4,
    chip_unit: int = 1,
    burns: bool = False,
    most_runs: int = 1,
    showing: Showing = Showing.AUTO,
    all_in_up: bool = True,
    game: GameName = GameName.HOLDEM,
    seats: Sequence[int] | None = None,
) -> HandSetup:
    """A table of `players` in seats 0, 1, 2… (position = seat), position 0 left of the button."""
    stacks = tuple(stacks) if stacks is not None else (stack,) * players
    players = len(stacks)
    small, big = blinds
    small_at, big_at = (1, 0) if players == 2 else (0, 1)
    posts = [Post(position=at, kind=PostKind.ANTE, amount=ante) for at in range(players) if ante]
    if blinds_posted:
        posts.append(Post(position=small_at, kind=PostKind.SMALL_BLIND, amount=small))
        posts.append(Post(position=big_at, kind=PostKind.BIG_BLIND, amount=big))
    if big_blind_ante:
        posts.append(Post(position=big_at, kind=PostKind.BIG_BLIND_ANTE, amount=big_blind_ante))
    late_bet = 2 * big if betting is Betting.FIXED_LIMIT else big
    return HandSetup(
        game=game,
        seats=tuple(seats) if seats is not None else tuple(range(players)),
        stacks=stacks,
        posts=tuple(post for post in posts if post.amount),
        early=Limits(betting=betting, reopening=reopening, bet=big, cap=cap),
        late=Limits(betting=betting, reopening=reopening, bet=late_bet, cap=cap),
        full_blinds=small + big if blinds_posted else 0,
        chip_unit=chip_unit,
        burns=burns,
        most_runs=most_runs,
        showing=showing,
        all_in_up=all_in_up,
    )


def stacked_deck(
    holes: Sequence[str], board: str = "", *, deck: Sequence[Card] = FRESH_DECK
) -> tuple[Card, ...]:
    """A deck that deals `holes` (one text a position, ``"AsKd"``) and then `board` without burns.

    An empty text deals whatever is left.
    """
    named = [parse_cards(text) for text in holes]
    on_board = parse_cards(board)
    used = {card for cards in (*named, on_board) for card in cards}
    rest = iter([card for card in deck if card not in used])
    hands = [cards or (next(rest), next(rest)) for cards in named]
    dealt = [hands[at][nth] for nth in range(2) for at in range(len(hands))]
    return (*dealt, *on_board, *rest)


def move_of(words: str) -> Move:
    """A move in words: ``folds``, ``checks``, ``calls``, ``to 300``, ``shows``, ``mucks``, ``runs 2``."""
    verb, _, number = words.partition(" ")
    match verb:
        case "to":
            return RaiseTo(to=int(number))
        case "runs":
            return ChooseRuns(times=int(number))
        case _:
            plain: dict[str, Move] = {
                "folds": Fold(),
                "checks": Check(),
                "calls": Call(),
                "shows": Show(),
                "mucks": Muck(),
            }
            return plain[verb]


def follow(hand: Hand, moves: str) -> tuple[Hand, tuple[HandEvent, ...]]:
    """Play ``p2 calls, p3 folds, p0 to 300``: positions by name, so acting out of turn fails. All events, too."""
    events: tuple[HandEvent, ...] = ()
    for words in filter(None, (part.strip() for part in moves.split(","))):
        who, _, what = words.partition(" ")
        hand, more = apply(hand, hand.setup.seats[int(who[1:])], move_of(what))
        events = (*events, *more)
    return hand, events


def play(
    setup: HandSetup, moves: str = "", *, holes: Sequence[str] | None = None, board: str = ""
) -> tuple[Hand, tuple[HandEvent, ...]]:
    """Start a hand with the named cards, play `moves`, and return it with all events from the posts on."""
    hand, begun = start(setup, stacked_deck(holes or [""] * len(setup.seats), board))
    hand, events = follow(hand, moves)
    return hand, (*begun, *events)


def offer(hand: Hand) -> str:
    """What the player to act is offered: ``p0: call 100, raise 300-2000``, ``p1: check, no raise``."""
    legal = legal_moves(hand)
    assert legal is not None, "nobody is to act"
    can_pay = "check" if legal.check else f"call {legal.call}"
    can_raise = "no raise" if legal.raise_min is None else f"raise {legal.raise_min}-{legal.raise_max}"
    return f"p{hand.setup.seats.index(legal.seat)}: {can_pay}, {can_raise}"


def stacks_after(hand: Hand) -> list[int]:
    """Chips in front of each position."""
    return list(hand.round.stacks)


def pots_of(hand: Hand) -> list[tuple[int, tuple[int, ...]]]:
    """Each pot's chips and the positions that can win it."""
    return [(pot.amount, pot.positions) for pot in hand.pots]
