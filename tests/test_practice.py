"""Computer opponents play by the rules and by what they may see, each in its own temper, and sensibly."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median

import pytest

from core.actions import Temper
from core.cardroom.practice import choose
from core.cardroom.practice_postflop import read
from core.cardroom.practice_preflop import place
from core.cardroom.practice_spot import spot_of
from core.ids import SeatNo
from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, RaiseTo, Show
from core.poker.cards import FRESH_DECK, parse_cards
from core.poker.equity import equity
from core.poker.games import GAMES, GameName
from core.poker.hand import Hand, HandSetup, Showing, Stage, apply, legal_moves, start
from core.poker.rounds import Betting
from core.refusals import Reason, Refused
from tests.hands import simple_setup, stacked_deck
from tests.practice_arena import Tally, anything, caller, computer, play_hands

TEMPERS = (*Temper, None)
Setups = Callable[[Random], HandSetup]


def some_setup(rng: Random) -> HandSetup:
    """A table of any kind: structure, game, blinds, antes, two to ten players, short to very deep stacks."""
    players = rng.randint(2, 10)
    deepest = rng.choice([3, 15, 60, 100, 400])
    blinds_posted = rng.random() < 0.9
    return simple_setup(
        stacks=[rng.randint(1, deepest * 100) for _ in range(players)],
        blinds=rng.choice([(50, 100), (0, 100), (33, 100), (100, 100)]),
        blinds_posted=blinds_posted,
        ante=0 if blinds_posted and rng.random() < 0.6 else 20,
        betting=rng.choice(list(Betting)),
        game=rng.choice(list(GameName)),
        most_runs=rng.randint(1, 3),
        showing=rng.choice(list(Showing)),
    )


def deep_setup(rng: Random) -> HandSetup:
    return simple_setup(players=rng.randint(2, 6), stack=rng.choice([10_000, 20_000]))


def middling_setup(rng: Random) -> HandSetup:
    return simple_setup(players=rng.randint(2, 4), stack=5_000)


def decisions(
    seed: int, hands: int, setups: Setups
) -> Iterator[tuple[Hand, SeatNo, Temper | None, str, Move]]:
    """Every decision of hands that computer opponents of mixed tempers play, each made and then carried out."""
    rng = Random(seed)
    for _ in range(hands):
        setup = setups(rng)
        deck = list(GAMES[setup.game].deck)
        rng.shuffle(deck)
        tempers = [rng.choice(TEMPERS) for _ in setup.seats]
        hand, _ = start(setup, tuple(deck))
        while hand.stage is not Stage.OVER:
            at = hand.waiting_for[0]
            chance = rng.randbytes(32).hex()
            move = choose(hand, SeatNo(at), tempers[at], chance)
            yield hand, SeatNo(at), tempers[at], chance, move
            hand, _ = apply(hand, at, move)


def dealt_differently(hand: Hand, at: int, rng: Random) -> Hand:
    """The same hand for whoever sits at `at`, with other cards in all other hands and in the rest of the deck."""
    dealt = hand.dealt
    seen = {*dealt.holes[at], *(card for board in dealt.boards for card in board)}
    unseen = [card for card in dealt.deck if card not in seen]
    rng.shuffle(unseen)
    size = len(dealt.holes[at])
    holes = tuple(
        hole if other == at else tuple(unseen[other * size : (other + 1) * size])
        for other, hole in enumerate(dealt.holes)
    )
    return replace(hand, dealt=replace(dealt, deck=tuple(unseen), holes=holes))


def played(holes: list[str], board: str, moves: list[Move]) -> Hand:
    """A hand with these cards after these moves, each by whoever is to act."""
    hand, _ = start(simple_setup(players=len(holes)), stacked_deck(holes, board))
    for move in moves:
        hand, _ = apply(hand, hand.waiting_for[0], move)
    return hand


def moves_of(hand: Hand, temper: Temper | None, times: int = 60) -> list[Move]:
    """What a temper does in one place in many moods."""
    rng = Random(11)
    seat = SeatNo(hand.setup.seats[hand.waiting_for[0]])
    return [choose(hand, seat, temper, rng.randbytes(32).hex()) for _ in range(times)]


@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_legal_in_every_structure_and_game(seed: int) -> None:
    for hand, _, _, _, move in decisions(seed, 60, some_setup):
        if hand.stage is Stage.RUNS:
            assert isinstance(move, ChooseRuns)
        elif hand.stage is Stage.SHOWDOWN:
            assert move == Show()


@pytest.mark.parametrize("seed", range(2))
def test_nobody_folds_when_checking_is_free(seed: int) -> None:
    free = 0
    for hand, _, _, _, move in decisions(100 + seed, 60, some_setup):
        legal = legal_moves(hand)
        if legal is not None and legal.check:
            free += 1
            assert not isinstance(move, Fold)
    assert free > 50


@pytest.mark.parametrize("setups", [some_setup, deep_setup])
def test_a_move_never_depends_on_cards_its_player_cannot_see(setups: Setups) -> None:
    rng = Random(5)
    for hand, seat, temper, chance, move in decisions(6, 80, setups):
        assert choose(dealt_differently(hand, seat, rng), seat, temper, chance) == move


def test_what_a_computer_knows_of_a_hand_is_its_own_cards_and_the_table() -> None:
    rng = Random(7)
    for hand, seat, _, _, _ in decisions(8, 40, some_setup):
        legal = legal_moves(hand)
        if legal is not None:
            assert spot_of(hand, seat, legal) == spot_of(dealt_differently(hand, seat, rng), seat, legal)


def test_no_hole_card_is_written_into_a_spot() -> None:
    hand = played(["AsKs", "QhQd"], "", [])
    legal = legal_moves(hand)
    assert legal
    written = repr(spot_of(hand, 1, legal))
    assert "Qh" not in written
    assert "Qd" not in written


def test_the_same_chance_gives_the_same_move_and_another_may_not() -> None:
    hand = played(["AsKs", "QhQd"], "2s7h9c", [Call(), Check()])
    assert moves_of(hand, Temper.MANIAC) == moves_of(hand, Temper.MANIAC)
    assert len(set(map(str, moves_of(hand, Temper.MANIAC)))) > 1


def test_without_a_temper_a_computer_plays_as_a_shark() -> None:
    for hand, seat, _, chance, _ in decisions(9, 60, deep_setup):
        assert choose(hand, seat, None, chance) == choose(hand, seat, Temper.SHARK, chance)


def test_bets_are_in_round_chips() -> None:
    raises = 0
    for hand, _, _, _, move in decisions(10, 150, deep_setup):
        legal = legal_moves(hand)
        if isinstance(move, RaiseTo):
            assert legal
            raises += 1
            assert move.to % 50 == 0 or move.to in (legal.raise_min, legal.raise_max)
            assert move.to < 2_000 or move.to % 100 == 0 or move.to in (legal.raise_min, legal.raise_max)
    assert raises > 100


def test_nobody_bets_a_deep_stack_on_nothing() -> None:
    large = 0
    rng = Random(12)
    for hand, seat, _, _, move in decisions(13, 300, middling_setup):
        at, now = int(seat), hand.round
        if not isinstance(move, RaiseTo) or move.to - now.bets[at] < max(2_000, now.stacks[at] // 2):
            continue
        large += 1
        held = equity(
            hand.game.ladder, [hand.dealt.holes[at], ()], hand.dealt.boards[0], budget=300, pick=rng.randrange
        )
        assert held.shares[0] > 0.6
    assert large > 10


def figures(seed: int) -> dict[Temper, Tally]:
    """How each temper played, at a table of two rocks and two sharks and one of the others."""
    tempers = [Temper.ROCK, Temper.SHARK, Temper.STATION, Temper.MANIAC, Temper.SHARK, Temper.ROCK]
    found = {temper: Tally() for temper in Temper}
    for temper, tally in zip(
        tempers, play_hands([computer(it) for it in tempers], 350, seed=seed), strict=True
    ):
        found[temper] = found[temper] + tally
    return found


@pytest.fixture(scope="module")
def tallies() -> dict[Temper, Tally]:
    return figures(seed=20)


def test_rocks_enter_fewest_pots_then_sharks_then_stations_and_maniacs(tallies: dict[Temper, Tally]) -> None:
    vpip = {temper: tally.vpip for temper, tally in tallies.items()}
    assert 8 < vpip[Temper.ROCK] < 20
    assert vpip[Temper.ROCK] + 5 < vpip[Temper.SHARK] < 33
    assert vpip[Temper.SHARK] + 10 < min(vpip[Temper.STATION], vpip[Temper.MANIAC])
    assert max(vpip.values()) < 70


def test_maniacs_raise_most_before_the_flop_then_sharks_then_rocks_then_stations(
    tallies: dict[Temper, Tally],
) -> None:
    pfr = {temper: tally.pfr for temper, tally in tallies.items()}
    assert pfr[Temper.MANIAC] > pfr[Temper.SHARK] + 8
    assert pfr[Temper.SHARK] > pfr[Temper.ROCK] + 5
    assert pfr[Temper.ROCK] > pfr[Temper.STATION] + 2


def test_sharks_and_maniacs_bet_where_rocks_and_stations_call(tallies: dict[Temper, Tally]) -> None:
    aggression = {temper: tally.aggression for temper, tally in tallies.items()}
    assert min(aggression[Temper.SHARK], aggression[Temper.MANIAC]) > 2
    assert aggression[Temper.STATION] < 0.7
    assert aggression[Temper.STATION] < aggression[Temper.ROCK] < aggression[Temper.SHARK]


@pytest.mark.parametrize("rival", [caller, anything])
@pytest.mark.parametrize(("others", "hands"), [(1, 300), (5, 300)])
def test_a_shark_beats_callers_and_random_players(
    rival: Callable[..., Move], others: int, hands: int
) -> None:
    shark = play_hands([computer(Temper.SHARK), *[rival] * others], hands, seed=31)[0]
    assert shark.won > 100


@pytest.mark.parametrize("temper", TEMPERS)
def test_aces_are_never_folded_before_the_flop(temper: Temper | None) -> None:
    raises: list[Move] = [RaiseTo(to=300), RaiseTo(to=1_000), RaiseTo(to=10_000)]
    for count, at in enumerate((2, 3, 0, 1)):
        holes = [""] * 4
        holes[at] = "AsAh"
        hand = played(holes, "", raises[:count])
        assert hand.waiting_for == (at,)
        assert Fold() not in moves_of(hand, temper)


@pytest.mark.parametrize("temper", TEMPERS)
def test_the_worst_hand_is_folded_to_a_raise_and_a_reraise(temper: Temper | None) -> None:
    hand = played(["AsAh", "7c2d", "KsKh"], "", [RaiseTo(to=300), RaiseTo(to=1_200)])
    assert set(moves_of(hand, temper)) == {Fold()}


def test_position_widens_a_first_raise() -> None:
    early = played(["2c3d", "2d3c", "KhTd", "4c5d", "4d5c", "6c7d"], "", [])
    late = played(["2c3d", "2d3c", "4c5d", "4d5c", "6c7d", "KhTd"], "", [Fold(), Fold(), Fold()])
    assert set(moves_of(early, Temper.SHARK)) == {Fold()}
    assert all(isinstance(move, RaiseTo) and 200 <= move.to <= 350 for move in moves_of(late, Temper.SHARK))


def test_a_first_raise_grows_with_those_who_have_called() -> None:
    called = played(["2c3d", "2d3c", "4c5d", "4d5c", "6c7d", "AhAd"], "", [Call(), Call(), Fold()])
    assert all(isinstance(move, RaiseTo) and 400 <= move.to <= 550 for move in moves_of(called, Temper.SHARK))


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_draw_is_called_when_the_price_is_right_and_folded_when_it_is_not(temper: Temper | None) -> None:
    flop: list[Move] = [RaiseTo(to=300), Call(), Check()]
    cheap = played(["3s8s", "KhQd"], "KsJs4d7c", [*flop, RaiseTo(to=150)])
    assert Fold() not in moves_of(cheap, temper)
    dear = played(["3s8s", "KhQd"], "KsJs4d7c", [*flop, Check(), Check(), RaiseTo(to=3_000)])
    assert set(moves_of(dear, temper)) == {Fold()}


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_hand_that_cannot_lose_is_never_folded_and_gets_raised(temper: Temper | None) -> None:
    river = played(["AsKs", "QhQd"], "QsJsTs4d2c", [Call(), *[Check()] * 6, RaiseTo(to=200)])
    assert river.street == 3
    moves = moves_of(river, temper)
    assert Fold() not in moves
    assert sum(isinstance(move, RaiseTo) for move in moves) > 30


@pytest.mark.parametrize("temper", [Temper.ROCK, Temper.SHARK, Temper.MANIAC])
def test_nothing_is_folded_on_the_river_to_a_large_bet(temper: Temper) -> None:
    river = played(["3c4d", "QhQd"], "QsJsTs8d2c", [Call(), *[Check()] * 6, RaiseTo(to=200)])
    assert moves_of(river, temper).count(Fold()) > 45


def test_flush_and_open_straight_draws_are_counted_in_outs() -> None:
    def outs(hole: str, board: str) -> float:
        hand = played([hole, ""], board, [Call(), Check()])
        legal = legal_moves(hand)
        assert legal
        return read(spot_of(hand, 0, legal), 0).outs

    assert 9 <= outs("8s3s", "KsJs4d") < 10
    assert 8 <= outs("9c8d", "7hTsKd") < 9
    assert 4 <= outs("9c8d", "6hTsKd") < 5
    assert outs("2c3d", "9hTsKd") < 1
    assert outs("2c3d", "9sTsKs") < 1


def test_stations_pay_where_rocks_fold() -> None:
    turn = played(["9c8d", "AhKd"], "AsJs9d4c", [Call(), Check(), Check(), Check(), Check(), RaiseTo(to=150)])
    assert moves_of(turn, Temper.STATION).count(Fold()) < moves_of(turn, Temper.ROCK).count(Fold())


def test_pairs_and_suited_high_cards_come_first_among_all_hands() -> None:
    def at(text: str, game: GameName = GameName.HOLDEM) -> float:
        one, other = parse_cards(text)
        return place(game, one, other)

    order = ["AsAh", "KsKh", "QsQh", "AsKs", "JsTs", "9s8s", "Jd5c", "7d2c", "3d2c"]
    assert [at(text) for text in order] == sorted(at(text) for text in order)
    assert at("AsAh") == 0.0
    assert at("KcTc") == at("TcKc")
    assert at("3d2c") > 0.98
    assert 0 < at("7d6c", GameName.SHORT_DECK) < 1


def test_boards_are_chosen_by_temper_within_what_the_table_allows() -> None:
    setup = simple_setup(players=2, most_runs=2)
    hand, _ = start(setup, FRESH_DECK)
    for move in (RaiseTo(to=10_000), Call()):
        hand, _ = apply(hand, hand.waiting_for[0], move)
    assert hand.stage is Stage.RUNS
    answers = {temper: choose(hand, SeatNo(0), temper, "00" * 32) for temper in Temper}
    assert set(map(str, answers.values())) == {str(ChooseRuns(times=1)), str(ChooseRuns(times=2))}


def test_whoever_has_nothing_to_decide_is_refused() -> None:
    hand = played(["AsKs", "QhQd"], "", [])
    with pytest.raises(Refused) as early:
        choose(hand, SeatNo(0), None, "00" * 32)
    assert early.value.reason is Reason.NOT_YOUR_TURN
    over, _ = apply(hand, 1, Fold())
    with pytest.raises(Refused) as late:
        choose(over, SeatNo(0), None, "00" * 32)
    assert late.value.reason is Reason.NO_HAND


def test_a_decision_takes_little_of_the_event_loop() -> None:
    rng = Random(40)
    spent: list[float] = []
    for hand, seat, temper, _, _ in decisions(41, 80, deep_setup):
        if hand.street > 0:
            began = time.thread_time()
            choose(hand, seat, temper, rng.randbytes(32).hex())
            spent.append(time.thread_time() - began)
    assert median(spent) < 0.005
