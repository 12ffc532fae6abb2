"""`riverbot replay FILE.phh` prints a hand street by street, or says which action is illegal, or what is unreadable."""

import re
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.replay import ILLEGAL, LEGAL, MOST_BYTES, UNREADABLE, replay_file
from core.poker.notation import write_phh
from tests.hands import play, simple_setup

W18 = Path(__file__).parent / "data" / "w18.phh"


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> "Telling":
    return Telling(tmp_path / "hand.phh", capsys)


class Telling:
    """Replays a text from a file and has what was printed."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys

    def __call__(self, content: str | bytes) -> tuple[int, str]:
        self.path.write_bytes(content.encode() if isinstance(content, str) else content)
        code = replay_file(self.path)
        out, err = self.capsys.readouterr()
        assert not err
        return code, out


def test_w18_is_printed_street_by_street_with_pots_and_final_stacks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", str(W18)]) == LEGAL
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["No-limit hold'em, blinds 1/2, table W18, hand 18", "  p1 Bob: 100 chips"]
    assert [line for line in lines if not line.startswith(" ")][1:] == [
        "Before the flop",
        "Flop 9c Kc 3h, pot 6",
        "Turn 5s on 9c Kc 3h, pot 18",
        "River 9d on 9c Kc 3h 5s, pot 18",
        "Showdown, pot 26",
        "Final stacks",
        "verdict: legal",
    ]
    assert lines[lines.index("Flop 9c Kc 3h, pot 6") :][1:6] == [
        "  Bob checks",
        "  Carol bets 2",
        "  Alice raises to 4",
        "  Bob calls 4",
        "  Carol calls 2",
    ]
    assert lines[-9:-1] == [
        "  Bob shows Qs 9h",
        "  Carol shows Ks Jh",
        "  Bob wins 26 with three nines",
        "Final stacks",
        "  Bob 116 (+16)",
        "  Carol 90 (-10)",
        "  Ted 100 (+0)",
        "  Alice 94 (-6)",
    ]


def test_an_illegal_action_is_named_after_the_legal_part(told: Telling) -> None:
    code, out = told(W18.read_text().replace("p4 cbr 4", "p4 cbr 3"))
    assert code == ILLEGAL
    assert out.splitlines()[-2:] == [
        "  Carol bets 2",
        "verdict: illegal, action 12: p4 cannot bet or raise to 3: 4 to 98 is legal",
    ]


def test_an_action_that_is_none_is_named(told: Telling) -> None:
    code, out = told(W18.read_text().replace("p3 f", "p3 sleeps"))
    assert (code, out) == (ILLEGAL, "verdict: illegal, action 5: 'p3 sleeps' is not an action of hold'em\n")


def test_a_file_cut_at_any_byte_is_unreadable_and_says_so(told: Telling) -> None:
    whole = W18.read_text().replace("Ted", "Téd 龍").rstrip().encode()
    for length in range(len(whole)):
        code, out = told(whole[:length])
        assert code == UNREADABLE
        assert re.fullmatch(r"verdict: unreadable, .+\n", out)
    assert told(whole)[0] == LEGAL


def test_a_file_cut_in_half_is_called_cut_off(told: Telling) -> None:
    content = W18.read_bytes()
    assert "the file may have been cut off" in told(content[: len(content) // 2])[1]


def test_a_file_that_is_not_there_is_unreadable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path / "none.phh", tmp_path):
        assert replay_file(path) == UNREADABLE
        assert capsys.readouterr().out.startswith("verdict: unreadable, ")


def test_a_file_that_is_far_too_large_is_not_read(told: Telling) -> None:
    code, out = told(b"#" * (MOST_BYTES + 1))
    assert (code, out) == (UNREADABLE, "verdict: unreadable, the file is far too large for one hand\n")


def test_side_pots_are_named_and_paid_one_by_one(told: Telling) -> None:
    hand, _ = play(
        simple_setup(stacks=(100, 300, 1000), blinds=(5, 10)),
        "p2 to 400, p0 calls, p1 calls",
        holes=("AsAd", "KsKd", "QsQd"),
        board="2c8d9hJs3c",
    )
    code, out = told(write_phh(hand))
    lines = out.splitlines()
    assert code == LEGAL
    assert "  p3 takes back 100 that nobody called" in lines
    assert "Showdown, pot 700 (main pot 300, side pot 1 400)" in lines
    assert "River 3c on 2c 8d 9h Js, pot 700 (main pot 300, side pot 1 400)" in lines
    assert "  p1 wins 300 from main pot with pair of aces" in lines
    assert "  p2 wins 400 from side pot 1 with pair of kings" in lines


def test_each_board_of_a_hand_run_twice_is_printed(told: Telling) -> None:
    hand, _ = play(
        simple_setup(players=2, stack=100, blinds=(5, 10), most_runs=2),
        "p1 to 100, p0 calls, p1 runs 2, p0 runs 2",
        holes=("AsAd", "KsKd"),
        board="2c8d9hJs3cKh2d4d7cTh",
    )
    code, out = told(write_phh(hand))
    assert code == LEGAL
    assert "  The rest of the board is dealt 2 times\n" in out
    assert "Board 2, flop Kh 2d 4d\n" in out
    assert "  p1 wins 100 on board 1 with pair of aces\n" in out
    assert "  p2 wins 100 on board 2 with three kings\n" in out


def test_an_unknown_hand_at_the_showdown_leaves_the_hand_undecided(told: Telling) -> None:
    text = W18.read_text().replace("KsJh", "????").replace("finishing_stacks", "_stacks")
    code, out = told(text)
    assert code == LEGAL
    assert "  Carol keeps the cards face down\nUndecided: the cards of p2 are not known\n" in out
    assert "Stacks before payment, pot 26\n  Bob 90 (-10)\n" in out
    code, out = told(W18.read_text().replace("KsJh", "????"))
    assert "Final stacks, as the file has them\n  Bob 116 (+16)\n" in out


def test_no_card_is_printed_that_the_file_does_not_name(told: Telling) -> None:
    text = W18.read_text().replace("KsJh", "????").replace("Ac7c", "????")
    named = set(re.findall(r"[2-9TJQKA][cdhs]", text.partition("actions")[2]))
    assert set(re.findall(r"\b[2-9TJQKA][cdhs]\b", told(text)[1])) == named


def test_a_file_that_ends_before_the_hand_says_what_would_come_next(told: Telling) -> None:
    text = W18.read_text().partition('  "d db 5s"')[0] + "]\n"
    code, out = told(text)
    assert code == LEGAL
    assert "Unfinished: the turn is to be dealt\nStacks where the file ends\n  Bob 94 (-6)\n" in out


def test_final_stacks_that_the_rules_do_not_give_are_pointed_out(told: Telling) -> None:
    code, out = told(W18.read_text().replace("[116, 90, 100, 94]", "[115, 90, 100, 94]"))
    assert code == LEGAL
    assert "The file has other final stacks\n  Bob 115 (+15)\n" in out


def test_everybody_folding_ends_without_a_showdown(told: Telling) -> None:
    hand, _ = play(simple_setup(players=3, ante=5), "p2 folds, p0 folds")
    code, out = told(write_phh(hand, players=("", "Bo", "Cy"), table="7", hand_no=1200))
    assert code == LEGAL
    assert out.startswith("No-limit hold'em, blinds 50/100, table 7, hand 1200\n  p1: 10,000 chips\n  p2 Bo:")
    assert "  p1 posts the ante 5\n" in out
    assert "  Bo takes back 50 that nobody called\n  Bo wins 115\nFinal stacks\n" in out
    assert "Showdown" not in out


def test_a_name_from_a_file_cannot_move_the_cursor(told: Telling) -> None:
    code, out = told(W18.read_text().replace('"Ted"', '"\\u001b[2JTed\\n' + "x" * 80 + '"'))
    assert code == LEGAL
    assert "\x1b" not in out
    assert "  ?[2JTed?" + "x" * 32 + " folds\n" in out


def test_a_terminal_without_the_letters_of_a_name_gets_question_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hand.phh"
    path.write_text(W18.read_text().replace("Ted", "龍"), encoding="utf-8")
    out = tmp_path / "out"
    with out.open("w", encoding="ascii") as ascii_only:
        monkeypatch.setattr("sys.stdout", ascii_only)
        assert replay_file(path) == LEGAL
    assert "  ? folds\n" in out.read_text()
