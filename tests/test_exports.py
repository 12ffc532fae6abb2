"""A past hand as a file: what is in it, what is never in it, and that other programs read it."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.options import TableOptions
from core.poker.events import PostKind
from core.poker.exports import BadNotation, ExportForm, exported
from core.poker.games import GameName
from core.poker.hand import Hand, Post
from core.poker.record import HandRecord, published
from core.poker.record_story import story_of
from core.poker.rounds import Betting
from core.poker.verification import check
from tests.export_hands import record_of_hand, record_of_moves
from tests.hands import simple_setup
from tests.phh_hands import CHIP, KINDS, pokerkit_stacks, random_setup
from tests.phh_texts import ending
from tests.tables import Evening

READABLE = (ExportForm.PHH, ExportForm.OHH, ExportForm.TEXT)
CARD = re.compile(
    r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![a-z])|(?<=[cdhs])[2-9TJQKA][cdhs]|[2-9TJQKA][cdhs](?=[2-9TJQKA][cdhs])"
)


def hands(kind: str, count: int, *, most_runs: int = 1) -> Iterator[tuple[random.Random, HandRecord, Hand]]:
    for number in range(count):
        chance = random.Random(f"exports {kind} {number} {most_runs}")
        record, hand = record_of_hand(random_setup(chance, kind, most_runs=most_runs), chance)
        yield chance, record, hand


def text_of(record: HandRecord, seat: int | None, form: ExportForm) -> str:
    return exported(record, seat, form)[1].decode()


def won_unshown(hand: Hand) -> bool:
    """At a showdown somebody won without showing, and somebody else won as well."""
    winners = {at for award in hand.ending.awards for at, _ in award.shares}
    return sum(hand.round.live) > 1 and len(winners) > 1 and not all(hand.ending.shown[at] for at in winners)


@pytest.mark.parametrize("kind", KINDS)
def test_pokerkit_reads_the_exported_file_unchanged_to_the_same_final_stacks(kind: str) -> None:
    compared = side_pots = 0
    for chance, record, hand in hands(kind, 60):
        viewer = chance.choice([None, *hand.setup.seats])
        if won_unshown(hand):
            with pytest.raises(BadNotation, match="nobody showed"):
                exported(record, viewer, ExportForm.PHH)
            continue
        text = text_of(record, viewer, ExportForm.PHH)
        outcome = ending(text)
        assert outcome.stacks == hand.round.stacks, text
        assert pokerkit_stacks(text) == list(hand.round.stacks), text
        compared += 1
        side_pots += len(hand.pots) > 1
    assert compared > 45
    assert side_pots > 2


def test_pokerkit_reads_a_pot_limit_hand_with_a_post_and_a_straddle() -> None:
    setup = simple_setup(stacks=[40 * CHIP] * 5, blinds=(CHIP, 2 * CHIP))
    posts = (
        *setup.posts,
        Post(position=3, kind=PostKind.POST, amount=2 * CHIP),
        Post(position=2, kind=PostKind.STRADDLE, amount=4 * CHIP),
    )
    moves = f"p3 calls, p4 folds, p0 folds, p1 to {8 * CHIP}, p2 calls, p3 folds, "
    moves += "p1 checks, p2 checks, p1 checks, p2 checks, p1 checks, p2 checks"
    record, hand = record_of_moves(replace(setup, posts=posts), moves)
    text = text_of(record, 3, ExportForm.PHH)
    assert f"blinds_or_straddles = [{CHIP}, {2 * CHIP}, {4 * CHIP}, {-2 * CHIP}, 0]" in text
    assert pokerkit_stacks(text) == list(hand.round.stacks)


@pytest.mark.parametrize("form", READABLE)
@pytest.mark.parametrize("kind", ["NT", "FT"])
def test_a_file_holds_the_askers_and_the_shown_cards_and_no_others(kind: str, form: ExportForm) -> None:
    hidden = 0
    for chance, record, hand in hands(kind, 40):
        if form is ExportForm.PHH and won_unshown(hand):
            continue
        viewer = chance.choice([None, *hand.setup.seats])
        text = text_of(record, viewer, form)
        allowed = {card.value for board in hand.dealt.boards for card in board}
        must: set[str] = set(allowed)
        for at, hole in enumerate(hand.dealt.holes):
            if hand.ending.shown[at] or hand.setup.seats[at] == viewer:
                must |= {card.value for card in hole}
            else:
                hidden += 1
        body = text.partition("actions = [")[2] if form is ExportForm.PHH else text
        assert set(CARD.findall(body)) == must, text
    assert hidden > 40


def test_unknown_hole_cards_are_question_marks() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    text = text_of(record, None, ExportForm.PHH)
    assert [f"d dh p{at} ????" in text for at in (1, 2, 3)] == [True] * 3
    own = text_of(record, 2, ExportForm.PHH)
    assert own.count("????") == 2
    assert "d dh p3 ????" not in own


def run_twice() -> tuple[HandRecord, Hand]:
    setup = simple_setup(stacks=[2_000, 2_000, 2_000], most_runs=2)
    return record_of_moves(setup, "p2 to 2000, p0 folds, p1 calls, p1 runs 2, p2 runs 2")


def test_phh_refuses_what_it_cannot_hold() -> None:
    several, _ = run_twice()
    with pytest.raises(BadNotation, match="one board"):
        exported(several, None, ExportForm.PHH)
    fixed = simple_setup(players=2, betting=Betting.FIXED_LIMIT, game=GameName.SHORT_DECK)
    short, _ = record_of_moves(fixed, "p1 folds")
    with pytest.raises(BadNotation, match="short-deck"):
        exported(short, None, ExportForm.PHH)
    both = simple_setup(players=3, ante=10)
    dead = replace(both, posts=(*both.posts, Post(position=2, kind=PostKind.DEAD_BLIND, amount=50)))
    with pytest.raises(BadNotation, match="two kinds"):
        exported(record_of_moves(dead, "p2 folds, p0 folds")[0], None, ExportForm.PHH)


def test_phh_refuses_a_bomb_pot() -> None:
    plain = simple_setup(players=3, ante=100, blinds_posted=False)
    bomb = replace(plain, first_street=1, full_blinds=0)
    record, _ = record_of_moves(bomb, "p0 to 300, p1 folds, p2 folds")
    with pytest.raises(BadNotation, match="begins on the flop"):
        exported(record, None, ExportForm.PHH)
    assert "*** FLOP ***" in text_of(record, None, ExportForm.TEXT)
    assert [one["street"] for one in ohh(record)["rounds"]] == ["Preflop", "Flop"]


def test_open_hand_history_refuses_short_deck() -> None:
    record, _ = record_of_moves(simple_setup(players=2, game=GameName.SHORT_DECK), "p1 folds")
    with pytest.raises(BadNotation, match="short-deck"):
        exported(record, None, ExportForm.OHH)


def ohh(record: HandRecord, seat: int | None = None) -> dict[str, Any]:
    document = json.loads(text_of(record, seat, ExportForm.OHH))
    assert list(document) == ["ohh"]
    hand: dict[str, Any] = document["ohh"]
    return hand


def test_open_hand_history_has_every_field_that_must_be_there() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    hand = ohh(record, 1)
    assert (hand["spec_version"], hand["site_name"], hand["network_name"]) == (
        "1.4.6",
        "Riverbot",
        "Riverbot",
    )
    assert (hand["game_type"], hand["bet_limit"]) == ("Holdem", {"bet_type": "NL", "bet_cap": 0})
    assert (hand["game_number"], hand["table_name"]) == ("07abc-7", "07abc")
    assert hand["start_date_utc"] == "2026-09-21T14:13:20Z"
    assert (hand["small_blind_amount"], hand["big_blind_amount"], hand["ante_amount"]) == (50, 100, 0)
    assert (hand["dealer_seat"], hand["hero_player_id"], hand["flags"]) == (2, 1, [])
    assert ohh(record)["flags"] == ["Observed"]
    assert "hero_player_id" not in ohh(record)
    assert all(
        set(one) == {"id", "seat", "name", "starting_stack", "is_sitting_out"} for one in hand["players"]
    )
    assert re.fullmatch(r"[0-9.]+", hand["internal_version"])
    assert isinstance(hand["table_size"], int)


def test_play_chips_have_the_code_of_no_currency_and_no_sign() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    assert ohh(record)["currency"] == "XPM"
    for form in ExportForm:
        assert not re.search(r"[$€£¥₿]|\b(USD|EUR|GBP|TWD|CNY)\b", text_of(record, 1, form))


def test_what_open_hand_history_adds_up_to_are_the_final_stacks() -> None:
    for kind, runs in (("NT", 1), ("FT", 1), ("NT", 3)):
        for chance, record, hand in hands(kind, 40, most_runs=runs):
            document = ohh(record, chance.choice(hand.setup.seats))
            put = dict.fromkeys(hand.setup.seats, 0)
            won = dict(put)
            numbers = []
            for one in document["rounds"]:
                for action in one["actions"]:
                    numbers.append(action["action_number"])
                    put[action["player_id"]] += action.get("amount", 0)
            for pot in document["pots"]:
                assert pot["amount"] == sum(win["win_amount"] for win in pot["player_wins"])
                for win in pot["player_wins"]:
                    won[win["player_id"]] += win["win_amount"]
            if hand.ending.returned:
                at, amount = hand.ending.returned
                put[hand.setup.seats[at]] -= amount
            stacks = zip(hand.setup.seats, hand.setup.stacks, hand.round.stacks, strict=True)
            assert all(start - put[seat] + won[seat] == end for seat, start, end in stacks)
            assert numbers == list(range(len(numbers)))
            assert [one["id"] for one in document["rounds"]] == list(range(len(document["rounds"])))


def test_a_further_board_is_its_streets_once_more() -> None:
    record, hand = run_twice()
    document = ohh(record)
    assert document["flags"] == ["Run_It_Twice", "Observed"]
    streets = [one["street"] for one in document["rounds"]]
    assert streets == ["Preflop", "Flop", "Turn", "River", "Flop", "Turn", "River", "Showdown"]
    boards = [card.value for board in hand.dealt.boards for card in board]
    assert [card for one in document["rounds"] for card in one["cards"]] == boards


def test_two_boards_dealt_side_by_side_are_not_said_to_be_run_twice() -> None:
    plain = simple_setup(players=3, ante=200, blinds_posted=False)
    bomb = replace(plain, first_street=1, full_blinds=0, boards=2)
    moves = ", ".join(["p0 checks, p1 checks, p2 checks"] * 3)
    document = ohh(record_of_moves(bomb, moves)[0])
    assert document["flags"] == ["Observed"]
    assert [one["street"] for one in document["rounds"]].count("Flop") == 2


def test_of_a_bomb_pot_the_ante_is_what_everyone_put_into_it() -> None:
    """Two big blinds of 100, though the table itself has no ante."""
    evening = Evening(TableOptions(bomb_every=1))
    evening.sit("Ann", "Bob")
    evening.start()
    evening.fold_round()
    assert ohh(evening.records[0])["ante_amount"] == 200
    assert "bomb_ante" in published(evening.records[0])["stakes"]


def test_the_text_of_a_hand_is_laid_out_as_trackers_know_it() -> None:
    setup = simple_setup(stacks=[1_000, 2_000, 2_000], ante=10)
    moves = "p2 to 200, p0 folds, p1 calls, p1 checks, p2 to 300, p1 to 900, p2 folds"
    record, hand = record_of_moves(setup, moves)
    own = " ".join(card.value for card in hand.dealt.holes[1])
    flop = " ".join(card.value for card in hand.dealt.boards[0])
    assert text_of(record, 1, ExportForm.TEXT).splitlines() == [
        "Riverbot Hand #7: Hold'em No Limit (50/100) - 2026/09/21 14:13:20 UTC",
        "Table '07abc' 2-max (Play Chips) Seat #2 is the button",
        "Seat 0: Ann (1000 in chips)",
        "Seat 1: Bo (2000 in chips)",
        "Seat 2: 小明 (2000 in chips)",
        "Ann: posts the ante 10",
        "Bo: posts the ante 10",
        "小明: posts the ante 10",
        "Ann: posts small blind 50",
        "Bo: posts big blind 100",
        "*** HOLE CARDS ***",
        f"Dealt to Bo [{own}]",
        "小明: raises 100 to 200",
        "Ann: folds",
        "Bo: calls 100",
        f"*** FLOP *** [{flop}]",
        "Bo: checks",
        "小明: bets 300",
        "Bo: raises 600 to 900",
        "小明: folds",
        "Uncalled bet (600) returned to Bo",
        "Bo collected 1080 from pot",  # antes 30, blind of Ann 50, twice 200, twice 300
        "*** SUMMARY ***",
        "Total pot 1080 | Rake 0",
        f"Board [{flop}]",
        "Seat 0: Ann folded before Flop",
        "Seat 1: Bo collected (1080)",
        "Seat 2: 小明 (button) folded on the Flop",
    ]


def test_the_text_of_a_hand_run_twice_tells_both_boards_and_what_each_paid() -> None:
    record, hand = run_twice()
    text = text_of(record, None, ExportForm.TEXT)
    for name, board in zip(("FIRST", "SECOND"), hand.dealt.boards, strict=True):
        cards = [card.value for card in board]
        assert f"*** {name} FLOP *** [{' '.join(cards[:3])}]" in text
        assert f"*** {name} RIVER *** [{' '.join(cards[:4])}] [{cards[4]}]" in text
        assert f"{name} Board [{' '.join(cards)}]" in text
        assert f"from pot on {name} board" in text
    assert "Hand was run twice" in text


def test_nobodys_name_can_pass_for_a_line_of_the_text() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    names = ("*** FLOP *** [As Ks Qs]\nBo: folds", "Bo", "Bo")
    forged = replace(
        record, seats=tuple(replace(one, name=name) for one, name in zip(record.seats, names, strict=True))
    )
    text = text_of(forged, None, ExportForm.TEXT)
    assert "*** FLOP" not in text
    assert "[As" not in text
    assert "Bo #1: posts big blind 100" in text
    assert "Bo #2: folds" in text


def test_the_json_form_is_the_published_record_and_passes_its_own_check() -> None:
    record, _ = run_twice()
    name, content = exported(record, 2, ExportForm.JSON)
    assert name == "hand-7.json"
    assert json.loads(content) == json.loads(json.dumps(published(record, 2)))
    assert all(each.ok for each in check(json.loads(content)))
    assert b", " not in content  # as the page writes it
    assert record.secret.encode() not in content


def test_files_have_names_that_every_system_takes() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    odd = replace(record, table="../a b:c")
    names = [exported(odd, None, form)[0] for form in ExportForm]
    assert names == ["riverbot-abc-7.phh", "riverbot-abc-7-ohh.json", "riverbot-abc-7.txt", "hand-7.json"]


def test_no_form_holds_the_secret_or_a_players_id() -> None:
    for _, record, hand in hands("NT", 5):
        for form in ExportForm:
            if form is ExportForm.PHH and won_unshown(hand):
                continue
            text = text_of(record, record.seats[0].seat, form)
            assert record.secret not in text
            assert "web:" not in text


def test_a_story_does_not_print_cards() -> None:
    record, hand = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    looks = repr(story_of(record, 2))
    assert not any(card.value in looks for card in hand.dealt.holes[2])
