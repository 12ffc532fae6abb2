"""Bomb pots, where the hand begins on the flop, and several boards from the start, with exact chips."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from core.cardroom.history import record_of
from core.cardroom.practice import choose
from core.ids import SeatNo
from core.poker.cards import FRESH_DECK, Card
from core.poker.events import CardsShown, HandEvent, Mucked, PostKind, StreetDealt
from core.poker.games import GAMES, GameName
from core.poker.hand import Hand, HandSetup, Post, Showing, Stage, apply, start
from core.poker.record import deal_map, published
from core.poker.rounds import Betting
from core.poker.verification import check
from tests.hands import follow, offer, play, pots_of, simple_setup, stacks_after
from tests.phh_hands import play_out
from tests.tables import Evening


def bomb(setup: HandSetup, ante: int, boards: int = 1) -> HandSetup:
    """The same table, but everyone antes and the betting begins on the flop."""
    antes = [Post(position=at, kind=PostKind.ANTE, amount=ante) for at in range(len(setup.seats))]
    return replace(setup, posts=tuple(antes), full_blinds=0, first_street=1, boards=boards)


def streets_of(events: Sequence[HandEvent]) -> list[tuple[str, int, int]]:
    """(street, board, cards) in the order of dealing."""
    return [(e.street.value, e.board, len(e.cards)) for e in events if isinstance(e, StreetDealt)]


def checks_down(players: int, streets: int) -> str:
    return ", ".join([f"p{at} checks" for _ in range(streets) for at in range(players)])


def test_a_bomb_pot_is_antes_a_flop_at_once_and_betting_from_the_left_of_the_button() -> None:
    hand, events = play(bomb(simple_setup(players=4, stack=1_000), 200))
    assert [event.kind for event in events] == ["posted"] * 4 + ["hole_cards_dealt"] * 4 + ["street_dealt"]
    assert (hand.street, hand.pot, len(hand.dealt.boards[0])) == (1, 800, 3)
    assert offer(hand) == "p0: check, raise 100-800"
    hand, events = follow(hand, "p0 checks, p1 to 100")
    assert offer(hand) == "p2: call 100, raise 200-800"
    assert [event.opening for event in events if event.kind == "raised"] == [True]
    assert [moved.street for moved in hand.history] == [1, 1]


def test_a_bomb_pot_with_burns_burns_before_each_board_of_each_street() -> None:
    setup = replace(bomb(simple_setup(players=3), 100, boards=2), burns=True)
    hand, _ = play(setup, checks_down(3, 3))
    deck = hand.dealt.deck
    assert hand.dealt.boards == (
        (*deck[7:10], deck[15], deck[19]),
        (*deck[11:14], deck[17], deck[21]),
    )


@pytest.mark.parametrize("kind", [PostKind.BIG_BLIND, PostKind.STRADDLE, PostKind.POST])
def test_a_hand_without_a_round_before_the_flop_takes_no_blinds(kind: PostKind) -> None:
    setup = bomb(simple_setup(players=3), 100)
    posts = (*setup.posts, Post(position=0, kind=kind, amount=100))
    with pytest.raises(ValueError, match="no blinds"):
        start(replace(setup, posts=posts), FRESH_DECK)


def test_in_a_fixed_limit_bomb_pot_the_flop_has_its_bet_and_three_raises() -> None:
    hand, _ = play(bomb(simple_setup(players=3, betting=Betting.FIXED_LIMIT), 100))
    hand, _ = follow(hand, "p0 to 100, p1 to 200, p2 to 300, p0 to 400")
    assert offer(hand) == "p1: call 200, no raise"


def test_the_pot_limit_maximum_in_a_bomb_pot_is_the_pot() -> None:
    hand, _ = play(bomb(simple_setup(players=3, betting=Betting.POT_LIMIT), 100))
    assert offer(hand) == "p0: check, raise 100-300"
    hand, _ = follow(hand, "p0 to 300")
    assert offer(hand) == "p1: call 300, raise 600-1200"


def test_a_player_all_in_on_the_ante_of_a_bomb_pot_plays_for_as_much_of_each_other_ante() -> None:
    """Main pot 4 x 60 = 240 for all, side pot 3 x 40 = 120; p1 wins the one, p0 the other."""
    hand, _ = play(
        bomb(simple_setup(stacks=(1_000, 60, 1_000, 1_000)), 100),
        ", ".join(["p0 checks, p2 checks, p3 checks"] * 3),
        holes=["KsKh", "AsAh", "QsQh", "JsJh"],
        board="2c7d9h4s3c",
    )
    assert pots_of(hand) == [(240, (0, 1, 2, 3)), (120, (0, 2, 3))]
    assert stacks_after(hand) == [1_020, 240, 900, 900]


def test_everybody_all_in_on_the_antes_may_run_the_turn_and_river_twice() -> None:
    hand, events = play(replace(bomb(simple_setup(stacks=(100, 100)), 100), most_runs=2))
    assert hand.stage is Stage.RUNS
    assert streets_of(events) == [("flop", 0, 3)]
    hand, events = follow(hand, "p0 runs 2, p1 runs 2")
    assert streets_of(events) == [("turn", 0, 1), ("river", 0, 1), ("turn", 1, 1), ("river", 1, 1)]
    assert hand.dealt.boards[0][:3] == hand.dealt.boards[1][:3]


DOUBLE = "AcKc7d" + "9c9h6h" + "2s" + "3h" + "4h" + "Jd"
"""Flop, turn and river of two boards: Ac Kc 7d 2s 4h and 9c 9h 6h 3h Jd."""


def test_a_double_board_bomb_pot_with_a_side_pot_and_odd_chips() -> None:
    """Five antes of 101 = 505. Flop: p1 all-in for 249, three call: 996, main pot 1,501. Turn 3 x 175 = 525, river
    2 x 100 = 200: side pot 725, from which p3 has folded.

    First board 751 and 363, tied by p0 and p2 with aces and kings: 376 and 375, 182 and 181. Second board 750 and
    362: p1 has four nines, and of the side pot p2's flush beats p0. So p0 ends with 1000 - 625 + 376 + 182 = 933, p1
    with 750, p2 with 375 + 375 + 181 + 362 = 1,293, p3 with 475, p4 with 899: 4,350 as at the start.
    """
    setup = bomb(simple_setup(stacks=(1_000, 350, 1_000, 1_000, 1_000)), 101, boards=2)
    flop = "p0 checks, p1 to 249, p2 calls, p3 calls, p4 folds, p0 calls"
    later = "p0 to 175, p2 calls, p3 calls, p0 to 100, p2 calls, p3 folds"
    holes = ["AsKd", "9s9d", "AhKh", "QsQd", "2c2d"]
    hand, events = play(setup, f"{flop}, {later}", holes=holes, board=DOUBLE)
    assert pots_of(hand) == [(1_501, (0, 1, 2)), (725, (0, 2))]
    assert [(award.pot, award.board, award.shares) for award in hand.ending.awards] == [
        (0, 0, ((0, 376), (2, 375))),
        (0, 1, ((1, 750),)),
        (1, 0, ((0, 182), (2, 181))),
        (1, 1, ((2, 362),)),
    ]
    assert stacks_after(hand) == [933, 750, 1_293, 475, 899]
    assert streets_of(events) == [
        *(("flop", 0, 3), ("flop", 1, 3)),
        *(("turn", 0, 1), ("turn", 1, 1)),
        *(("river", 0, 1), ("river", 1, 1)),
    ]


def test_a_double_board_goes_with_blinds_too_and_an_all_in_deals_both_street_by_street() -> None:
    """2 x 1,000: p0 wins the first board with aces up, p1 the second with four nines."""
    setup = replace(simple_setup(stacks=(1_000, 1_000), most_runs=3), boards=2)
    moves = "p1 to 1000, p0 calls"
    hand, events = play(setup, moves, holes=["AsKd", "9s9d"], board=DOUBLE)
    assert "runs_asked" not in [event.kind for event in events], "two boards are not run twice"
    assert streets_of(events)[:3] == [("flop", 0, 3), ("flop", 1, 3), ("turn", 0, 1)]
    assert ["".join(board) for board in hand.dealt.boards] == ["AcKc7d2s4h", "9c9h6h3hJd"]
    assert stacks_after(hand) == [1_000, 1_000]


def test_who_wins_on_either_board_shows_and_who_wins_on_neither_mucks() -> None:
    """Nobody bets and nobody is all-in: p0 shows first, p1 has the second board, p2 has neither."""
    setup = bomb(simple_setup(players=3, stack=1_000), 100, boards=2)
    hand, events = play(setup, checks_down(3, 3), holes=["AsKd", "9s9d", "QsQd"], board=DOUBLE)
    assert [event.seat for event in events if isinstance(event, CardsShown)] == [0, 1]
    assert [event.seat for event in events if isinstance(event, Mucked)] == [2]
    assert stacks_after(hand) == [1_050, 1_050, 900]


def test_on_two_boards_whoever_is_left_alone_takes_all_without_showing() -> None:
    hand, events = play(
        bomb(simple_setup(players=3, stack=1_000), 101, boards=2), "p0 to 300, p1 folds, p2 folds"
    )
    assert [(award.board, award.shares, award.made) for award in hand.ending.awards] == [
        (0, ((0, 303),), None)
    ]
    assert not [event for event in events if isinstance(event, CardsShown)]
    assert stacks_after(hand) == [1_202, 899, 899]


def test_asked_to_show_on_two_boards_a_pot_goes_to_the_hands_that_are_shown() -> None:
    """p1 mucks the winner of the second board: p0 takes 150 + 150."""
    setup = replace(bomb(simple_setup(players=3, stack=1_000), 100, boards=2), showing=Showing.ASK)
    moves = f"{checks_down(3, 3)}, p0 shows, p1 mucks, p2 mucks"
    hand, _ = play(setup, moves, holes=["AsKd", "9s9d", "QsQd"], board=DOUBLE)
    assert stacks_after(hand) == [1_200, 900, 900]


@pytest.mark.parametrize("game", GameName)
def test_two_boards_with_burns_are_in_every_deck_at_ten_players(game: GameName) -> None:
    setup = bomb(simple_setup(players=10, game=game, burns=True), 100, boards=2)
    hand, _ = start(setup, GAMES[game].deck)
    hand, _ = follow(hand, checks_down(10, 3))
    assert [len(board) for board in hand.dealt.boards] == [5, 5]
    assert hand.dealt.drawn <= len(GAMES[game].deck)


# Which deck positions are which cards, and the record.


def random_boards(chance: random.Random) -> tuple[HandSetup, tuple[Card, ...]]:
    """Bomb pots and other hands on one to three boards, some run more than once."""
    setup = simple_setup(
        stacks=[chance.randint(100, 1_500) for _ in range(chance.randint(2, 6))],
        burns=chance.random() < 0.5,
        most_runs=chance.randint(1, 3),
    )
    if chance.random() < 0.5:
        setup = bomb(setup, 100)
    setup = replace(setup, boards=chance.choice([1, 2, 2, 3]))
    return setup, tuple(chance.sample(FRESH_DECK, 52))


def test_the_deal_map_says_where_in_the_deck_each_card_of_several_boards_lay() -> None:
    lengths: set[tuple[int, int]] = set()
    for number in range(200):
        setup, deck = random_boards(random.Random(f"map {number}"))
        hand = play_out(random.Random(number), replace(setup, most_runs=1), deck, freely=True)
        boards = hand.dealt.boards
        deal = deal_map(
            seats=setup.seats,
            button=len(setup.seats) - 1,
            hole=2,
            board_cards=len(boards[0]),
            boards=setup.boards,
            burn=setup.burns,
        )
        laid = tuple(tuple(deck[at] for at in board) for board in deal.boards)
        assert laid == (boards if boards[0] else ())
        assert len(deal.burns) == setup.burns * sum(len(board[2:]) for board in boards if board)
        lengths.add((setup.boards, len(boards[0])))
    assert lengths >= {(boards, cards) for boards in (1, 2) for cards in (0, 3, 5)}


def dealt_table() -> Evening:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    return evening


@pytest.mark.parametrize("boards", [1, 2, 3])
def test_the_record_of_a_hand_on_several_boards_is_sound_for_everyone(boards: int) -> None:
    table = dealt_table().table
    deal = table.deal
    assert deal is not None
    lengths: set[int] = set()
    for number in range(30):
        setup = replace(bomb(deal.hand.setup, 100, boards), burns=bool(number % 2))
        hand = play_out(random.Random(number), setup, deal.hand.dealt.deck, freely=True)
        record = record_of(table, replace(deal, hand=hand), deal.started_ms)
        document = json.loads(json.dumps(published(record, setup.seats[number % 3])))
        assert [finding for finding in check(document) if not finding.ok] == []
        assert document["stakes"].get("boards", 1) == boards
        assert len(document["deal"]["boards"]) == boards
        lengths.add(len(hand.dealt.boards[0]))
    assert lengths >= {3, 5}


def test_a_record_without_the_new_things_has_no_word_of_them() -> None:
    table = dealt_table().table
    deal = table.deal
    assert deal is not None
    hand = play_out(random.Random(1), deal.hand.setup, deal.hand.dealt.deck, freely=True)
    names = dict(record_of(table, replace(deal, hand=hand), deal.started_ms).stakes)
    assert set(names) == {"ante", "ante_rule", "betting", "big_blind", "small_blind"}


def test_a_hand_stored_before_there_were_straddles_and_bomb_pots_is_read_as_it_was() -> None:
    hands = TypeAdapter(Hand)
    hand, _ = play(simple_setup(players=3), "p2 to 300, p0 calls, p1 folds")
    stored = json.loads(hands.dump_json(hand))
    for name in ("straddle_step", "first_street", "boards"):
        del stored["setup"][name]
    assert hands.validate_python(stored) == hand


def test_what_is_printed_of_a_hand_on_two_boards_tells_only_the_boards() -> None:
    hand, events = play(bomb(simple_setup(players=3), 100, boards=2), "p0 checks", board=DOUBLE)
    public = repr((hand, events))
    said = {card for card in FRESH_DECK if f"'{card.value}'" in public}
    assert said == {card for board in hand.dealt.boards for card in board}


def test_computers_play_bomb_pots_and_double_boards_by_the_rules() -> None:
    for number in range(60):
        chance = random.Random(f"computers {number}")
        setup, deck = random_boards(chance)
        hand: Hand
        hand, _ = start(setup, deck)
        while hand.stage is not Stage.OVER:
            seat = setup.seats[hand.waiting_for[0]]
            hand, _ = apply(hand, seat, choose(hand, SeatNo(seat), None, chance.randbytes(32).hex()))
        assert sum(hand.round.stacks) == sum(setup.stacks)
