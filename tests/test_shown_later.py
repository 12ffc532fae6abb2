"""Cards shown after the hand are in its record, steps and files from then on, proven, for everyone and nothing else."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.verify import verify_file
from core.cardroom.history import shown_after
from core.cardroom.table import Deal, Wait
from core.commits import Keeping
from core.options import AskRule, TableOptions
from core.poker.actions import Call, Check, Muck, RaiseTo, Show
from core.poker.events import CardsShown, PotAwarded
from core.poker.exports import ExportForm, exported
from core.poker.hand import Showing
from core.poker.record import HandRecord, digest, published
from core.poker.record_steps import steps
from core.poker.record_story import story_of
from core.poker.verification import check, check_chain
from core.side_actions import AskToShow, HuntRabbit, ShowAfter, ShowPart
from core.store import Store, connect
from tests.phh_hands import pokerkit_stacks
from tests.phh_texts import ending
from tests.record_examples import one_board, replaced
from tests.tables import Evening
from tests.test_store import change

pytest_plugins = ["tests.redis_server"]

READABLE = (ExportForm.PHH, ExportForm.OHH, ExportForm.TEXT)


def fold_out() -> tuple[Evening, int]:
    """Everybody folded to a raise; the seat that won unseen."""
    played = Evening()
    played.sit("Ann", "Bob", "Cem")
    played.start()
    winner = played.legal.seat
    played.move(RaiseTo(to=300))
    played.fold_round()
    return played, winner


def mucked() -> tuple[Evening, int]:
    """Checked down to a showdown at which the first who was asked mucked; everybody may ask to see it."""
    played = Evening(TableOptions(showing=Showing.ASK, asking=AskRule.ANYBODY))
    played.sit("Ann", "Bob", "Cem")
    played.start()
    while played.table.wait is not Wait.SHOW:
        played.move(Check() if played.legal.check else Call())
    mucker = played.hand.setup.seats[played.hand.waiting_for[0]]
    played.move(Muck())
    while played.table.hand is not None:
        played.move(Show())
    return played, mucker


def deal_of(played: Evening) -> Deal:
    assert played.table.deal is not None
    return played.table.deal


def cards_of(played: Evening, seat: int) -> tuple[str, ...]:
    hand = deal_of(played).hand
    return tuple(card.value for card in hand.dealt.holes[hand.setup.seats.index(seat)])


def after(played: Evening, *actions: ShowAfter | AskToShow | HuntRabbit) -> HandRecord:
    """The record once these things were done, as the store would have it."""
    record = played.records[-1]
    for action in actions:
        before = deal_of(played)
        later = shown_after(before, played.do(action))
        record = replace(record, later=later or record.later)
    return record


def by(played: Evening, seat: int) -> Any:
    one = played.table.seats[seat - 1]
    assert one is not None
    return one.player


@pytest.mark.parametrize(
    ("part", "which"), [(ShowPart.LEFT, [0]), (ShowPart.RIGHT, [1]), (ShowPart.BOTH, [0, 1])]
)
def test_what_the_winner_of_a_fold_out_shows_is_proven_outside_the_digest(
    part: ShowPart, which: list[int]
) -> None:
    played, winner = fold_out()
    record = after(played, ShowAfter(by=by(played, winner), part=part))
    document = published(record)
    cards = cards_of(played, winner)
    assert {proof["card"] for proof in document["later"]} == {cards[at] for at in which}
    assert document["digest"] == digest(played.records[-1])
    assert document["cards"] == []
    assert [one.check for one in check(document) if not one.ok] == []
    assert "later" in [one.check for one in check(document)]
    hidden = {card for seat in deal_of(played).hand.setup.seats for card in cards_of(played, seat)}
    told = json.dumps(document)
    assert not [card for card in hidden - {cards[at] for at in which} if f'"{card}"' in told]


def test_showing_one_card_and_then_the_other_shows_both() -> None:
    played, winner = fold_out()
    who = by(played, winner)
    record = after(played, ShowAfter(by=who, part=ShowPart.RIGHT), ShowAfter(by=who, part=ShowPart.LEFT))
    assert {proof["card"] for proof in published(record)["later"]} == set(cards_of(played, winner))


def test_a_mucked_hand_that_somebody_asked_to_see_is_known_to_everyone_from_then_on() -> None:
    played, mucker = mucked()
    asker = next(seat for seat in deal_of(played).hand.setup.seats if seat != mucker)
    record = after(played, AskToShow(by=by(played, asker), seat=mucker))  # type: ignore[arg-type]
    assert {proof["card"] for proof in published(record)["later"]} == set(cards_of(played, mucker))
    assert all(one.ok for one in check(published(record, asker)))


def test_the_rabbit_is_no_shown_card() -> None:
    played, winner = fold_out()
    record = after(played, HuntRabbit(by=by(played, winner)))
    assert "later" not in published(record)


def test_the_next_hand_follows_whether_or_not_cards_were_shown_between() -> None:
    played, winner = fold_out()
    record = after(played, ShowAfter(by=by(played, winner), part=ShowPart.BOTH))
    played.deal()
    played.fold_round()
    chain = [published(record), published(played.records[-1])]
    assert all(one.ok for one in check_chain(chain))


@pytest.mark.parametrize("asker", [None, 1])
@pytest.mark.parametrize("key", ["position", "index", "card", "salt", "path"])
def test_a_wrong_proof_of_a_card_shown_after_is_refused(key: str, asker: int | None) -> None:
    played, winner = fold_out()
    document = published(after(played, ShowAfter(by=by(played, winner), part=ShowPart.LEFT)), asker)
    (proof,) = document["later"]
    wrong: dict[str, Any] = {
        "position": proof["position"] + 1,
        "index": (proof["index"] + 1) % 52,
        "card": "2c" if proof["card"] != "2c" else "3c",
        "salt": "0" * 64,
        "path": ["0" * 64, *proof["path"][1:]],
    }
    changed = replaced(document, ("later", 0, key), wrong[key])
    assert [one for one in check(changed) if not one.ok]


def test_a_card_that_was_dealt_to_nobody_or_shown_before_is_refused() -> None:
    record = one_board()
    board = published(record)["cards"]
    for proof in board:
        document = published(record) | {"later": [proof]}
        assert [one.check for one in check(document) if not one.ok] == ["later"]
    first, second = published(replace(record, later=(0, 1)))["later"]
    turned = published(record) | {"later": [second, first]}
    assert [one.check for one in check(turned) if not one.ok] == ["later"]
    with pytest.raises(ValueError, match="only cards dealt to a seat"):
        published(replace(record, later=(20,)))


def test_the_command_at_a_terminal_counts_these_proofs_and_refuses_a_wrong_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = published(replace(one_board(), later=(0, 1, 4)))
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(document))
    assert verify_file(file) == 0
    assert "11 card proofs" in capsys.readouterr().out
    forged = copy.deepcopy(document)
    forged["later"][0]["card"], forged["later"][1]["card"] = (one["card"] for one in document["later"][1::-1])
    file.write_text(json.dumps(forged))
    assert verify_file(file) == 1


def test_the_steps_end_with_what_was_shown_after_the_payout() -> None:
    played, winner = fold_out()
    shut = steps(played.records[-1], None)
    record = after(played, ShowAfter(by=by(played, winner), part=ShowPart.LEFT))
    found = steps(record, None)
    assert found[:-1] == shut
    (shown,) = found[-1].events
    card = cards_of(played, winner)[0]
    assert isinstance(shown, CardsShown)
    assert (shown.seat, [one.value for one in shown.cards]) == (winner, [card])
    (seat,) = [one for one in found[-1].seats if one.seat == winner]
    assert ([one.value for one in seat.cards], seat.all_in) == ([card], False)
    assert [one.stack for one in found[-1].seats] == [one.stack for one in shut[-1].seats]
    own = steps(record, winner)
    assert [one.cards for one in own[-1].seats] == [one.cards for one in own[-2].seats]


@pytest.mark.parametrize("form", READABLE)
def test_everybodys_file_of_a_fold_out_holds_what_was_shown_after(form: ExportForm) -> None:
    played, winner = fold_out()
    left, right = cards_of(played, winner)
    before = exported(played.records[-1], None, form)[1].decode()
    text = exported(after(played, ShowAfter(by=by(played, winner), part=ShowPart.LEFT)), None, form)[
        1
    ].decode()
    assert left not in before
    assert left in text
    assert right not in text
    if form is ExportForm.PHH:
        assert f"{left}??" in text
        stacks = [one.end for one in story_of(played.records[-1], None).seats]
        assert pokerkit_stacks(text) == stacks == list(ending(text).stacks)
    if form is ExportForm.TEXT:
        assert text.index("collected") < text.index(f"shows [{left}]")
        assert f"showed [{left}] and won" in text
        assert "SHOW DOWN" not in text
    if form is ExportForm.OHH:
        actions = [one for part in json.loads(text)["ohh"]["rounds"] for one in part["actions"]]
        assert (actions[-1]["action"], actions[-1]["cards"]) == ("Shows Cards", [left])


def test_a_file_of_a_mucked_hand_that_was_asked_for_reads_to_the_same_stacks() -> None:
    played, mucker = mucked()
    asker = next(seat for seat in deal_of(played).hand.setup.seats if seat != mucker)
    record = after(played, AskToShow(by=by(played, asker), seat=mucker))  # type: ignore[arg-type]
    told = story_of(record, None)
    assert isinstance(told.events[-1], CardsShown)
    assert isinstance(told.events[-2], PotAwarded)
    text = exported(record, None, ExportForm.PHH)[1].decode()
    at = 1 + told.position(mucker)
    assert f"d dh p{at} {''.join(cards_of(played, mucker))}" in text
    assert text.count(f"p{at} sm") == 1
    assert pokerkit_stacks(text) == [one.end for one in told.seats] == list(ending(text).stacks)
    plain = exported(record, None, ExportForm.TEXT)[1].decode()
    assert f"showed [{' '.join(cards_of(played, mucker))}] and " in plain


# Kept beside the record


async def test_it_is_kept_with_the_record_by_the_commit_that_tells_the_room(store: Store) -> None:
    played, winner = fold_out()
    before, record = played.table, played.records[-1]
    opened = replace(before, id=store.new_table_id(before.community, lambda letters: letters[0]))
    await store.commit(change(opened, request="1", record=record))
    for number, part in enumerate((ShowPart.LEFT, ShowPart.BOTH), start=1):
        now = replace(played.table, id=opened.id)
        events = played.do(ShowAfter(by=by(played, winner), part=part))
        later = replace(played.table, id=opened.id)
        later_change = change(later, now, version=number, request=f"show {number}", events=events)
        await store.commit(later_change)
        await store.commit(later_change)
        found = await store.record(opened.id, 1)
        assert found is not None
        assert replace(found, later=()) == record
        assert len(found.later) == number
        assert await store.last_records(opened.id, 9) == (found,)


async def test_it_goes_with_the_record(redis_url: str) -> None:
    async with await connect(redis_url, keeping=Keeping(hands=1)) as store:
        played, winner = fold_out()
        before, record = played.table, played.records[-1]
        opened = replace(before, id=store.new_table_id(before.community, lambda letters: letters[0]))
        await store.commit(change(opened, request="1", record=record))
        newer = replace(record, hand_no=2)
        await store.commit(change(opened, opened, version=1, request="2", record=newer))
        events = played.do(ShowAfter(by=by(played, winner), part=ShowPart.BOTH))
        await store.commit(change(opened, opened, version=2, request="3", events=events))
        assert await store.last_records(opened.id, 9) == (newer,)
