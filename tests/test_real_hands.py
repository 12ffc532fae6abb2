"""Hold'em hands that were really played: every action legal, pots and final stacks as recorded."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.poker.actions import Call, Check, Fold, Move, RaiseTo
from core.poker.cards import FRESH_DECK, Card
from core.poker.events import PostKind
from core.poker.games import GameName
from core.poker.hand import Hand, HandSetup, Post, Showing, Stage, apply, start
from core.poker.rounds import Betting, Limits, Reopening

FILE = Path(__file__).parent.parent.parent / "shared" / "hands" / "real_hands.jsonl"
HOLDEM = {"NLHE": Betting.NO_LIMIT, "FLHE": Betting.FIXED_LIMIT}

Record = dict[str, Any]


def records() -> list[Record]:
    if not FILE.exists():
        return []
    lines = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
    return [record for record in lines if record["variant"] in HOLDEM]


RECORDS = records()


def setup_of(record: Record) -> HandSetup:
    """An extra blind of somebody new to the table is posted before the blinds, so it moves nobody's turn."""
    assert record["button"] == record["n"] - 1
    blinds = [abs(blind) for blind in record["blinds"]]
    order = sorted(range(record["n"]), key=lambda at: (at < 2, at))
    if record["n"] == 2:
        blinds, order = sorted(blinds, reverse=True), [1, 0]
    kinds = [(at, PostKind.BIG_BLIND if blinds[at] == max(blinds) else PostKind.SMALL_BLIND) for at in order]
    posts = [
        Post(position=at, kind=PostKind.ANTE, amount=ante) for at, ante in enumerate(record["antes"]) if ante
    ]
    posts += [Post(position=at, kind=kind, amount=blinds[at]) for at, kind in kinds if blinds[at]]
    betting = HOLDEM[record["variant"]]
    small_bet, big_bet = (record["small_bet"] or record["min_bet"], record["big_bet"] or record["min_bet"])
    early, late = (
        Limits(betting=betting, reopening=Reopening.CUMULATIVE, bet=bet, cap=4)
        for bet in (small_bet, big_bet)
    )
    return HandSetup(
        game=GameName.HOLDEM,
        seats=tuple(range(record["n"])),
        stacks=tuple(record["starting_stacks"]),
        posts=tuple(posts),
        early=early,
        late=late,
        full_blinds=sum(blinds),
        chip_unit=1,
        burns=False,
        most_runs=1,
        showing=Showing.AUTO,
        all_in_up=True,
    )


def deck_of(record: Record) -> tuple[Card, ...]:
    """The recorded cards where they were dealt; unknown ones are any that are left."""
    known = [[Card(card) for card in cards or () if card != "??"] for cards in record["hole"]]
    board = [Card(card) for card in record["board"]]
    used = {card for cards in (*known, board) for card in cards}
    rest = iter([card for card in FRESH_DECK if card not in used])
    hands = [cards if len(cards) == 2 else [next(rest), next(rest)] for cards in known]
    return (*(hand[nth] for nth in range(2) for hand in hands), *board, *rest)


def move_of(name: str, to: int | None) -> Move:
    match name:
        case "fold":
            return Fold()
        case "check":
            return Check()
        case "call":
            return Call()
        case _:
            assert to is not None
            return RaiseTo(to=to)


def replayed(record: Record) -> Hand:
    hand, _ = start(setup_of(record), deck_of(record))
    for event in record["events"]:
        if event[0] == "act":
            _, seat, name, to = event
            before = hand
            hand, _ = apply(hand, seat, move_of(name, to))
            if to is not None and hand.street == before.street and hand.stage is Stage.BETTING:
                assert hand.round.bets[seat] == to
    assert hand.stage is Stage.OVER
    return hand


def cards_decide(record: Record, hand: Hand) -> bool:
    """Whether the winners follow from known cards."""
    live = [at for at, is_live in enumerate(hand.round.live) if is_live]
    return len(live) == 1 or all("??" not in (record["hole"][at] or ["??"]) for at in live)


@pytest.mark.skipif(not RECORDS, reason="the file of real hands is not here")
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
def test_a_hand_that_was_really_played_ends_as_it_did(record: Record) -> None:
    hand = replayed(record)
    recorded = record["contributions"]
    returned = hand.ending.returned[1] if hand.ending.returned else 0
    assert sum(hand.paid) + hand.dead == sum(pot.amount for pot in hand.pots)
    won = sum(event[2] for event in record["events"] if event[0] == "win")
    assert sum(hand.paid) == won + record["rake_source"]
    assert sum(recorded) in (sum(hand.paid), sum(hand.paid) + returned)
    if hand.dealt.boards[0] and record["board"]:
        assert [str(card) for card in hand.dealt.boards[0]] == record["board"]
    if cards_decide(record, hand):
        finish = record["finish_pokerkit"] if record["rake_source"] else record["finish_source"]
        # One source split an odd chip in halves.
        assert all(abs(ours - theirs) < 1 for ours, theirs in zip(hand.round.stacks, finish, strict=True))


@pytest.mark.skipif(not RECORDS, reason="the file of real hands is not here")
def test_all_171_holdem_hands_are_replayed_and_most_are_decided_by_known_cards() -> None:
    assert len(RECORDS) == 171
    assert sum(cards_decide(record, replayed(record)) for record in RECORDS) > 150
