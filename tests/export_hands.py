"""Finished hands as records with a real committed deck, from random setups, for what is exported and replayed."""

import random
from hashlib import sha256

from core.cardroom.history import record_of
from core.cardroom.table import Deal, SeatedAtDeal, Table
from core.ids import PlayerId, SeatNo
from core.options import AnteRule, TableOptions
from core.poker.events import PostKind
from core.poker.games import GAMES
from core.poker.hand import Hand, HandSetup, Stage
from core.poker.record import HandRecord
from core.poker.shuffle import commit, cut_seed, deal_order
from core.rules import apply
from tests.hands import follow
from tests.phh_hands import play_out
from tests.tables import EPOCH, opening

NAMES = ("Ann", "Bo", "小明", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def _deck(setup: HandSetup, luck: str) -> tuple[str, str, tuple[str, ...]]:
    secret = sha256(luck.encode()).hexdigest()
    deck = GAMES[setup.game].deck
    return secret, commit(bytes.fromhex(secret), deck).root.hex(), tuple("" for _ in setup.seats)


def record_of_hand(setup: HandSetup, chance: random.Random) -> tuple[HandRecord, Hand]:
    """The hand played by random legal moves that PokerKit allows too, and its record."""
    return _recorded(setup, f"deck {chance.random()}", chance, None)


def record_of_moves(setup: HandSetup, moves: str, luck: str = "luck") -> tuple[HandRecord, Hand]:
    """The hand played by `tests.hands.follow`, with whatever cards the luck brings."""
    return _recorded(setup, luck, None, moves)


def _recorded(
    setup: HandSetup, luck: str, chance: random.Random | None, moves: str | None
) -> tuple[HandRecord, Hand]:
    from core.poker.hand import start

    secret, root, _ = _deck(setup, luck)
    button = setup.seats[-1]
    seated = tuple(
        SeatedAtDeal(
            seat=SeatNo(seat),
            player=PlayerId(f"web:{seat}"),
            name=NAMES[seat % len(NAMES)],
            stack=stack,
            phrase="",
        )
        for seat, stack in sorted(zip(setup.seats, setup.stacks, strict=True))
    )
    previous = "00" * 32
    seed = cut_seed(bytes.fromhex(root), bytes.fromhex(previous), [(one.seat, "") for one in seated])
    deck = deal_order(bytes.fromhex(secret), seed, GAMES[setup.game].deck)
    if chance is not None:
        hand = play_out(chance, setup, deck)
    else:
        hand, _ = follow(start(setup, deck)[0], moves or "")
    assert hand.stage is Stage.OVER
    deal = Deal(
        hand=hand,
        hand_no=7,
        started_ms=EPOCH,
        secret=secret,
        root=root,
        previous_digest=previous,
        button=SeatNo(button),
        small_blind=None,
        big_blind=None,
        seated=seated,
    )
    return record_of(_table(setup), deal, EPOCH + 60_000), hand


def _table(setup: HandSetup) -> Table:
    """A table with the options that the record names."""
    amounts = {post.kind: post.amount for post in setup.posts}
    ante = amounts.get(PostKind.ANTE, 0) or amounts.get(PostKind.BIG_BLIND_ANTE, 0)
    rule = AnteRule.EACH if PostKind.ANTE in amounts else AnteRule.BIG_BLIND if ante else AnteRule.NONE
    options = TableOptions(
        game=setup.game,
        betting=setup.early.betting,
        small_blind=amounts.get(PostKind.SMALL_BLIND, 0),
        big_blind=setup.early.bet,
        ante=ante,
        ante_rule=rule,
        min_buy_in=setup.early.bet,
        max_buy_in=10**9,
    )
    return apply(None, opening(options, "11" * 32), EPOCH).state
