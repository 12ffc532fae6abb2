"""Checking a published record: it is sound as it came, and no value, card or hand of it can be exchanged."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.verify import verify_file
from core.poker.record import digest, digest_of, published
from core.poker.shuffle import commit
from core.poker.verification import check, check_chain
from tests.record_examples import (
    Document,
    Place,
    at,
    forgeries,
    hand,
    one_board,
    places,
    replaced,
    reseated,
    short_deck,
    shown_after,
    side_by_side,
    tampered,
    two_boards,
)

EXAMPLES = {
    "one board": one_board,
    "two boards": two_boards,
    "short deck": short_deck,
    "side by side": side_by_side,
    "shown after": shown_after,
}
WORDS = {
    "table",
    "hand_no",
    "started_ms",
    "ended_ms",
    "game",
    "stakes",
    "name",
    "actions",
    "awards",
    "next_root",
}
"""What no cut and no card can prove: only the digest, and so the next hand, holds these fast."""


def failed(document: object) -> list[str]:
    return [finding.check for finding in check(document) if not finding.ok]


@pytest.mark.parametrize("viewer", [None, 1, 5])
@pytest.mark.parametrize("example", EXAMPLES)
def test_changing_any_value_is_refused(example: str, viewer: int | None) -> None:
    document = published(EXAMPLES[example](), viewer)
    count = 0
    for place, changed in tampered(document):
        assert failed(changed), place
        count += 1
    assert count > 100


@pytest.mark.parametrize("viewer", [None, 1, 5])
@pytest.mark.parametrize("example", ["one board", "two boards", "shown after"])
def test_changing_any_value_under_a_new_digest_is_refused_unless_it_is_a_word(
    example: str, viewer: int | None
) -> None:
    document = published(EXAMPLES[example](), viewer)
    for place, changed in tampered(document):
        changed["digest"] = digest_of(changed)
        assert bool(failed(changed)) == (place != ("digest",) and not WORDS.intersection(place)), place


def test_a_word_changed_under_a_new_digest_is_refused_by_the_next_hand() -> None:
    first, second = published(one_board(), 1), published(two_boards())
    assert all(finding.ok for finding in check_chain([first, second]))
    words = 0
    for place, changed in tampered(first):
        if WORDS.intersection(place):
            changed["digest"] = digest_of(changed)
            findings = check_chain([changed, second])
            assert [finding.check for finding in findings if not finding.ok] == ["link"], place
            words += 1
    assert words > 30


@pytest.mark.parametrize("name", ["table", "hand_no", "root", "previous_digest"])
def test_a_hand_that_does_not_follow_the_one_before_is_refused(name: str) -> None:
    first, second = published(one_board()), published(two_boards())
    other = hand(18, one_board().deal, button=2, previous_digest=digest(one_board()))
    changes: dict[str, Document] = {
        "table": replaced(second, ("table",), "table-8"),
        "hand_no": replaced(second, ("hand_no",), 19),
        "root": published(hand(19, one_board().deal, button=2, previous_digest=first["digest"]))
        | {"hand_no": 18},
        "previous_digest": published(hand(18, other.deal, button=2)),
    }
    changed = changes[name]
    changed["digest"] = digest_of(changed)
    assert [finding.check for finding in check_chain([first, changed]) if not finding.ok] == ["link"]


def moved(document: Document) -> None:
    document["cards"][0]["card"], document["cards"][1]["card"] = (
        document["cards"][1]["card"],
        document["cards"][0]["card"],
    )


def another_deal(document: Document) -> None:
    document["deal"]["holes"][0]["positions"].reverse()


def without_a_board_card(document: Document) -> None:
    document["cards"].pop()


def an_undealt_card(document: Document) -> None:
    record = one_board()
    indices = {proof["index"] for proof in document["cards"]}
    index = next(index for index in range(52) if index not in indices)
    proof = commit(bytes.fromhex(record.secret)).proof(index)
    document["cards"].append({**document["cards"][0], "position": 40, "index": index, "salt": proof.salt})


def twice(document: Document) -> None:
    document["own"]["cards"][0]["card"] = document["cards"][0]["card"]


def own_of_another(document: Document) -> None:
    document["own"]["seat"] = 2


def chips_from_nowhere(document: Document) -> None:
    document["seats"][0]["end"] += 5


def chips_of_one_who_sat_out(document: Document) -> None:
    document["deal"]["holes"].pop(0)


def another_phrase(document: Document) -> None:
    document["seats"][2]["phrase"] = "!"


@pytest.mark.parametrize(
    ("tamper", "finding"),
    [
        (moved, "cards"),
        (another_deal, "deal"),
        (without_a_board_card, "shown"),
        (an_undealt_card, "shown"),
        (twice, "once"),
        (own_of_another, "own"),
        (chips_from_nowhere, "chips"),
        (chips_of_one_who_sat_out, "chips"),
        (another_phrase, "cut"),
    ],
)
def test_each_kind_of_tampering_is_named(tamper: Callable[[Document], None], finding: str) -> None:
    document = copy.deepcopy(published(one_board(), 1))
    tamper(document)
    document["digest"] = digest_of(document)
    assert finding in failed(document)


@pytest.mark.parametrize("forgery", forgeries())
def test_a_forgery_with_true_proofs_and_a_new_digest_is_refused(forgery: str) -> None:
    finding, document = forgeries()[forgery]
    assert finding in failed(document)


def test_the_order_in_which_seats_are_listed_does_not_change_the_cut() -> None:
    assert not failed(reseated())


@pytest.mark.parametrize(
    "place", list(dict.fromkeys(place[:-1] for place in places(published(one_board(), 1)))), ids=str
)
def test_a_record_with_a_part_missing_or_added_is_refused(place: Place) -> None:
    document = published(one_board(), 1)
    for change in (_without_last, _with_one_more):
        changed = copy.deepcopy(document)
        change(at(changed, place))
        assert failed(changed), change


def _without_last(part: Any) -> None:
    if isinstance(part, dict):
        part.popitem()
        part["another"] = 1
    else:
        part.pop()


def _with_one_more(part: Any) -> None:
    if isinstance(part, dict):
        part["another"] = 1
    else:
        part.append(part[-1])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_checking_nonsense_refuses_it_and_never_raises(value: Any) -> None:
    assert failed(value) == ["form"]
    assert [finding.check for finding in check_chain([value, value])] == ["form", "form"]


@given(st.sampled_from(sorted(places(published(one_board(), 1)), key=str)), JSON)
def test_nonsense_at_any_place_is_refused_and_never_raises(place: Place, value: Any) -> None:
    document = published(one_board(), 1)
    if value != at(document, place):
        assert failed(replaced(document, place, value))


def verified(tmp_path: Path, text: str) -> int:
    file = tmp_path / "record.json"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    return verify_file(file)


def test_verify_says_sound_and_answers_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [published(one_board(), 1), published(two_boards())]
    assert verified(tmp_path, json.dumps(records)) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9 + 8 + 1 + 1
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1] == "verdict: sound, 21 card proofs in 2 hands"


def test_verify_names_what_is_wrong_and_answers_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = replaced(published(one_board()), ("seats", 0, "end"), 1)
    assert verified(tmp_path, json.dumps(document)) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "FAIL  hand 17  chips: 1440 chips before the hand, 1441 after it" in lines
    assert lines[-1] == "verdict: refused, 2 of 8 checks failed"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "7",
        "null",
        '{"schema":2}',
        '{"schema":true}',
        '[{"schema":1},{}]',
        '{"schema":1,"schema":1}',
        "[" * 100_000,
        "\ud800",
        "9" * 5000,
    ],
    ids=range(12),
)
def test_verify_answers_2_for_what_is_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert verified(tmp_path, text) == 2
    assert capsys.readouterr().out.startswith("verdict: unreadable, ")


def test_verify_answers_2_for_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert verify_file(tmp_path / "nothing") == 2
    assert verify_file(tmp_path) == 2


def test_a_record_cut_in_half_is_unreadable_and_one_of_half_the_keys_refused(tmp_path: Path) -> None:
    text = json.dumps(published(one_board()))
    assert verified(tmp_path, text[: len(text) // 2]) == 2
    assert verified(tmp_path, '{"schema":1,"hand_no":3}') == 1
