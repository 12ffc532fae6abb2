"""What is said at a table: the lobby, a hand, its end, what only one player sees, and the feed."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from adapters import render
from adapters.buttons import size_choices
from adapters.menu import COMMANDS
from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Countdown,
    Line,
    Locale,
    Message,
    Moment,
    Name,
    Piece,
    Place,
    Role,
    Text,
)
from adapters.moments import written_moment
from adapters.spacing import grown_together
from adapters.texts import say
from core.events import (
    ButtonDrawn,
    CameBack,
    DrawnCard,
    Event,
    HostChanged,
    LeftWhy,
    PhraseSet,
    PlayPaused,
    SatOutNow,
    SatOutWhy,
    SeatFreed,
    SeatTaken,
    TableClosed,
    TableOpened,
    TimedOut,
)
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId, Turn
from core.options import AnteRule, ButtonRule, TableOptions
from core.poker.actions import Call, RaiseTo
from core.poker.betting import Legal
from core.poker.cards import Card, parse_cards, spell
from core.poker.events import HoleCardsDealt, PotAwarded, Share, Street
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.ranking import Ladder, describe
from core.poker.record import HandRecord, SeatRecord, deal_map, published
from core.poker.rounds import Betting, Reopening
from core.poker.shuffle import commit
from core.refusals import Reason, Refused
from core.side_events import BombPotVoted
from core.sight import seat_view
from core.views import (
    LastMove,
    LegalView,
    Mark,
    Phase,
    PotView,
    Presence,
    SeatView,
    StreetLog,
    TableView,
)
from tests.rigged import rig
from tests.tables import Evening

TABLE = TableId("07k3f9")
NAMES = {1: "Bob", 2: "Carol", 3: "Ted", 4: "Mei"}
BOARD = parse_cards("Qs 7d 2c Kh 4s")
ROOT = "a1b2c3d4" * 8
NASTY = (
    "**bold** _it_ `code` @everyone",
    "<b>&amp;</b>",
    "\u202egnp.exe",
    "a\u200bb\u200dc",
    "x" * 200,
    "{chips}",
    "@play_chips",
)


def seat(number: int, stack: int, **changes: Any) -> SeatView:
    plain = SeatView(
        seat=SeatNo(number),
        player=PlayerId(f"web:{number}"),
        name=NAMES[number],
        stack=stack,
        bet=0,
        presence=Presence.IN_HAND,
        marks=(),
        computer=False,
        has_cards=True,
        hole_cards=(),
        shown=False,
        made=None,
        last_move=None,
        last_amount=0,
        net=None,
    )
    return replace(plain, **changes)


def table(*seats: SeatView, **changes: Any) -> TableView:
    plain = TableView(
        table=TABLE,
        community=CommunityId("web"),
        rooms=(RoomId("web:lobby"),),
        name="Friday table",
        host=PlayerId("web:1"),
        host_name="Bob",
        options=TableOptions(),
        phase=Phase.PLAYING,
        closing=False,
        turn=Turn(table=TABLE, hand_no=128, action_no=3),
        viewer=None,
        street=Street.PREFLOP,
        boards=((),),
        pots=(),
        total_pot=150,
        price=100,
        seats=seats,
        to_act=SeatNo(4),
        choosing=(),
        deadline=1_900_000_000_000,
        on_time_bank=False,
        time_bank_seconds=60,
        legal=None,
        log=(),
        awards=(),
        uncalled=(),
        root=ROOT,
        next_root=ROOT[::-1],
        phrase="",
    )
    return replace(plain, **changes)


def written(piece: Piece, locale: Locale) -> str:
    """A piece as the plainest of platforms would write it."""
    match piece:
        case Text():
            return say(locale, piece.key, piece.numbers)
        case Name():
            return piece.name
        case Cards():
            return " ".join([spell(piece.cards), *["##"] * piece.backs, *["__"] * piece.places]).strip()
        case Chips():
            return f"{piece.amount:+,}" if piece.signed else f"{piece.amount:,}"
        case Countdown():
            return "<until>"
        case Code():
            return f"`{piece.text}`"
        case Moment():
            return written_moment(piece, locale)
        case Place():
            return f"[{piece.name}]"


def lines(found: tuple[Line, ...], locale: Locale = Locale.EN) -> list[str]:
    return [" ".join(grown_together(line.pieces, partial(written, locale=locale))) for line in found]


def said(message: Message | None, locale: Locale = Locale.EN) -> list[str]:
    assert message is not None
    return lines(message.lines, locale)


def labels(message: Message | None, locale: Locale = Locale.EN) -> list[list[str]]:
    assert message is not None
    return [
        [" ".join(grown_together(choice.label, partial(written, locale=locale))) for choice in row]
        for row in message.choices
    ]


def choices(message: Message) -> Iterator[Choice]:
    for row in message.choices:
        yield from row


HAND_START = table(
    seat(1, 10_000, marks=(Mark.BUTTON,)),
    seat(2, 7_950, marks=(Mark.SMALL_BLIND,), bet=50),
    seat(3, 11_900, marks=(Mark.BIG_BLIND,), bet=100),
    seat(4, 4_000),
    log=(StreetLog(street=Street.PREFLOP, moves=()),),
)

FLOP = table(
    seat(1, 9_700, marks=(Mark.BUTTON,)),
    seat(2, 7_950, marks=(Mark.SMALL_BLIND,), presence=Presence.FOLDED, has_cards=False),
    seat(3, 11_700, marks=(Mark.BIG_BLIND,)),
    seat(4, 3_700),
    street=Street.FLOP,
    boards=(BOARD[:3],),
    total_pot=950,
    price=0,
    to_act=SeatNo(3),
    pots=(PotView(amount=950, seats=(SeatNo(1), SeatNo(3), SeatNo(4))),),
    log=(
        StreetLog(
            street=Street.PREFLOP,
            moves=(
                (SeatNo(4), LastMove.RAISE, 300),
                (SeatNo(1), LastMove.CALL, 300),
                (SeatNo(2), LastMove.FOLD, 50),
                (SeatNo(3), LastMove.CALL, 300),
            ),
        ),
        StreetLog(street=Street.FLOP, moves=()),
    ),
)


def shown(number: int, stack: int, cards: str, net: int, **changes: Any) -> SeatView:
    hole = parse_cards(cards)
    made = describe(Ladder.HIGH, (*hole, *BOARD))
    return seat(number, stack, hole_cards=hole, shown=True, made=made, net=net, **changes)


THREE_SEVENS = describe(Ladder.HIGH, (*parse_cards("7h 7c"), *BOARD))
SUMMARY = table(
    shown(1, 0, "Ks Qh", -10_000, marks=(Mark.BUTTON,)),
    seat(2, 7_950, presence=Presence.FOLDED, has_cards=False, net=-50),
    shown(3, 26_050, "7h 7c", 14_050),
    shown(4, 0, "As Qd", -4_000),
    phase=Phase.BETWEEN_HANDS,
    street=Street.RIVER,
    boards=(BOARD,),
    total_pot=0,
    price=0,
    to_act=None,
    awards=(
        PotAwarded(pot=0, board=0, shares=(Share(seat=3, amount=12_050),), made=THREE_SEVENS),
        PotAwarded(pot=1, board=0, shares=(Share(seat=3, amount=12_000),), made=THREE_SEVENS),
    ),
    uncalled=((SeatNo(3), 2_000),),
)


def test_the_lobby_says_the_stakes_the_seats_and_that_chips_are_for_play() -> None:
    lobby = table(
        seat(1, 10_000, presence=Presence.WAITING, has_cards=False),
        seat(2, 8_000, presence=Presence.WAITING, has_cards=False, computer=True),
        phase=Phase.WAITING,
        turn=Turn(table=TABLE, hand_no=0, action_no=0),
        street=None,
        total_pot=0,
        price=0,
        to_act=None,
        deadline=None,
    )
    message = render.table_message(lobby)
    assert said(message) == [
        "Friday table · no-limit hold'em · blinds 50/100",
        "Buy-in 2,000–20,000 · 2 of 6 seats taken · 45 s a turn",
        "1 Bob 10,000 · next hand",
        "2 Carol 8,000 (computer) · next hand",
        "Host: Bob",
        "Play chips only: they are worth no money and buy nothing.",
        f"Next deck: `{ROOT[::-1]}`",
    ]
    assert labels(message) == [
        ["Sit down", "Add a computer", "Start"],
        ["Leave", "Rules", "Options", "Learn"],
    ]


def test_a_full_lobby_offers_no_seat_and_a_lonely_one_no_start() -> None:
    lonely = table(
        seat(1, 10_000, presence=Presence.WAITING),
        phase=Phase.WAITING,
        turn=Turn(table=TABLE, hand_no=0, action_no=0),
        to_act=None,
    )
    assert labels(render.table_message(lonely))[0] == ["Sit down", "Add a computer"]
    full = replace(
        lonely,
        options=TableOptions(seats=2),
        seats=(lonely.seats[0], replace(lonely.seats[0], seat=SeatNo(2))),
    )
    assert labels(render.table_message(full))[0] == ["Wait for a seat", "Start"]


def test_options_that_differ_from_the_usual_are_said() -> None:
    special = TableOptions(
        game=GameName.SHORT_DECK,
        betting=Betting.FIXED_LIMIT,
        ante=10,
        ante_rule=AnteRule.EACH,
        most_runs=2,
        chip_unit=5,
        burns=True,
        showing=Showing.ASK,
        all_in_up=False,
        button_rule=ButtonRule.DEAD,
        reopening=Reopening.NEVER,
    )
    told = " ".join(said(render.rules_message(special)))
    for words in (
        "fixed-limit short-deck hold'em · bets 100 and 200 · blinds 50/100 · ante 10 each",
        "up to 2 boards",
        "smallest chip 5",
        "burn cards",
        "players show or muck in turn",
        "cards stay down",
        "dead button",
        "never reopens",
        "36 cards",
    ):
        assert words in told
    plain = " ".join(said(render.rules_message(TableOptions())))
    assert "dead button" not in plain
    assert "36 cards" not in plain


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (TableOptions(small_blind=0), "one blind of 100"),
        (TableOptions(blinds_posted=False), "no blinds, smallest bet 100"),
        (TableOptions(ante=100, ante_rule=AnteRule.BIG_BLIND), "the big blind pays an ante of 100"),
    ],
)
def test_blinds_and_antes_of_every_kind_are_said(options: TableOptions, words: str) -> None:
    assert words in said(render.rules_message(options))[1]


def test_a_hand_begins_with_pot_seats_marks_and_who_is_to_act() -> None:
    message = render.table_message(HAND_START)
    assert said(message) == [
        "Hand #128 · pre-flop · Friday table · no-limit hold'em · blinds 50/100",
        "Board: __ __ __ __ __",
        "Pot 150",
        "Ⓓ 1 Bob 10,000 ##  ##".replace("  ", " "),
        "SB 2 Carol 7,950 (50) ## ##",
        "BB 3 Ted 11,900 (100) ## ##",
        "▸ 4 Mei 4,000 ## ## <until>",
        f"Deck: `{ROOT[:16]}` · Next deck: `{ROOT[::-1]}`",
    ]
    assert labels(message) == [["My cards"], ["Fold", "Call 100", "Raise…"]]
    actor = [line for line in message.lines if line.role is Role.ACTOR]
    assert [line.seat for line in actor] == [4]
    assert [line.marks for line in message.lines if line.seat == 2] == [("small_blind", "in_hand")]


def test_a_street_shows_its_board_and_one_line_of_what_was_done_before() -> None:
    message = render.table_message(FLOP)
    told = said(message)
    assert told[1:4] == [
        "Board: Qs 7d 2c __ __",
        "Pot 950",
        "Pre-flop: Mei raises to 300 · Bob calls 300 · Carol folds · Ted calls 300",
    ]
    assert "SB 2 Carol 7,950 · folded" in told
    assert labels(message) == [["My cards"], ["Fold", "Check", "Bet…"]]


def test_the_button_to_call_never_asks_for_more_than_the_stack() -> None:
    short = replace(HAND_START, seats=(*HAND_START.seats[:3], seat(4, 60)))
    assert labels(render.table_message(short))[1] == ["Fold", "Call 60"]


def test_against_players_all_in_the_price_is_what_they_really_put_in() -> None:
    heads_up = table(
        seat(1, 900, bet=50, marks=(Mark.BUTTON, Mark.SMALL_BLIND)),
        seat(2, 0, bet=70, presence=Presence.ALL_IN, marks=(Mark.BIG_BLIND,)),
        to_act=SeatNo(1),
    )
    assert labels(render.table_message(heads_up))[1] == ["Fold", "Call 20"]


def test_the_time_bank_is_shown_with_the_clock() -> None:
    told = said(render.table_message(replace(HAND_START, on_time_bank=True)))
    assert any(line.endswith("<until> time bank") for line in told)


def test_side_pots_are_shown_with_those_who_can_win_them() -> None:
    view = replace(
        FLOP,
        pots=(
            PotView(amount=12_050, seats=(SeatNo(3), SeatNo(1), SeatNo(4))),
            PotView(amount=12_000, seats=(SeatNo(3), SeatNo(1))),
        ),
        total_pot=24_050,
    )
    assert said(render.table_message(view))[2:5] == [
        "Pot 24,050",
        "Main pot 12,050 · Ted / Bob / Mei",
        "Side pot 12,000 · Ted / Bob",
    ]
    three = replace(view, pots=(*view.pots, PotView(amount=10, seats=(SeatNo(1), SeatNo(3)))))
    assert said(render.table_message(three))[4:6] == [
        "Side pot 1: 12,000 · Ted / Bob",
        "Side pot 2: 10 · Bob / Ted",
    ]


def test_hands_that_are_up_are_shown_with_what_they_make_while_the_boards_are_chosen() -> None:
    made = describe(Ladder.HIGH, (*parse_cards("7h 7c"), *BOARD[:3]))
    ted = seat(3, 0, presence=Presence.ALL_IN, hole_cards=parse_cards("7h 7c"), shown=True, made=made)
    view = table(
        seat(1, 0, presence=Presence.ALL_IN),
        ted,
        phase=Phase.CHOOSING_RUNS,
        boards=(BOARD[:3],),
        to_act=None,
        choosing=(SeatNo(1), SeatNo(3)),
        options=TableOptions(most_runs=3),
    )
    message = render.table_message(view)
    told = said(message)
    assert "3 Ted 0 · all-in 7h 7c three sevens" in told
    assert "All-in. How many boards (1 to 3)? Waiting for Bob / Ted <until>" in told
    assert labels(message) == [["My cards"], ["1 board", "2 boards", "3 boards"]]
    assert [choice.argument for choice in message.choices[1]] == ["1", "2", "3"]


def test_a_player_is_asked_to_show_or_muck() -> None:
    message = render.table_message(replace(FLOP, phase=Phase.SHOWDOWN))
    assert "To show or muck: Ted" in said(message)
    assert labels(message)[1] == ["Show", "Muck"]


def test_the_summary_names_the_winner_the_hands_the_pots_and_what_each_won_or_lost() -> None:
    message = render.table_message(SUMMARY)
    assert said(message) == [
        "Hand #128: Ted wins 24,050 with three sevens",
        "Board: Qs 7d 2c Kh 4s",
        "Main pot of 12,050 to Ted · three sevens",
        "Side pot of 12,000 to Ted · three sevens",
        "2,000 uncalled, back to Ted",
        "Ⓓ 1 Bob 0 -10,000 Ks Qh two pair, kings and queens",
        "2 Carol 7,950 -50 · folded",
        "3 Ted 26,050 +14,050 7h 7c three sevens",
        "4 Mei 0 -4,000 As Qd pair of queens",
        f"Deck: `{ROOT[:16]}` · Next deck: `{ROOT[::-1]}`",
    ]
    assert labels(message) == [["Sit down", "This hand"], ["Buy in again"]]
    assert [choice.argument for choice in choices(message)] == ["", "128", ""]


def test_a_pot_that_one_player_takes_unshown_is_said_in_the_title_alone() -> None:
    view = replace(
        SUMMARY,
        awards=(PotAwarded(pot=0, board=0, shares=(Share(seat=4, amount=150),), made=None),),
        uncalled=(),
        boards=((),),
    )
    told = said(render.table_message(view))
    assert told[0] == "Hand #128: Mei wins 150"
    assert not [line for line in told if line.startswith("Pot of")]


def test_a_split_pot_says_what_each_gets() -> None:
    shares = (Share(seat=1, amount=76), Share(seat=3, amount=75))
    view = replace(
        SUMMARY, awards=(PotAwarded(pot=0, board=0, shares=shares, made=THREE_SEVENS),), uncalled=()
    )
    told = said(render.table_message(view))
    assert told[0] == "Hand #128: Bob wins 76 · Ted wins 75"
    assert told[2] == "Pot of 151 to Bob 76 / Ted 75 · three sevens"


def test_the_kicker_that_decided_is_named() -> None:
    board = parse_cards("6s 7d 8c Qh Ks")

    def with_eight(number: int, cards: str) -> SeatView:
        hole = parse_cards(cards)
        return seat(
            number, 0, hole_cards=hole, shown=True, made=describe(Ladder.HIGH, (*hole, *board)), net=0
        )

    jack, nine = with_eight(1, "Jd 8h"), with_eight(2, "9h 8d")
    award = PotAwarded(pot=0, board=0, shares=(Share(seat=1, amount=400),), made=jack.made)
    view = replace(SUMMARY, seats=(jack, nine), boards=(board,), awards=(award,), uncalled=())
    assert said(render.table_message(view))[0] == "Hand #128: Bob wins 400 with pair of eights, jack kicker"
    alone = replace(view, seats=(jack, seat(2, 0, net=0)))
    assert said(render.table_message(alone))[0] == "Hand #128: Bob wins 400 with pair of eights"


def test_a_pot_run_twice_is_told_board_by_board() -> None:
    other = parse_cards("Qs 7d 2c 3h 4d")
    awards = tuple(
        PotAwarded(pot=0, board=board, shares=(Share(seat=winner, amount=100),), made=THREE_SEVENS)
        for board, winner in enumerate((3, 1))
    )
    view = replace(SUMMARY, boards=(BOARD, other), awards=awards, uncalled=())
    told = said(render.table_message(view))
    assert told[0] == "Hand #128: Ted wins 100 · Bob wins 100"
    assert told[1:5] == [
        "Board 1: Qs 7d 2c Kh 4s",
        "Board 2: Qs 7d 2c 3h 4d",
        "Board 1: Pot of 100 to Ted · three sevens",
        "Board 2: Pot of 100 to Bob · three sevens",
    ]
    assert "3 Ted 26,050 +14,050 7h 7c" in told


def test_with_several_boards_no_one_hand_is_said_to_be_what_a_player_has() -> None:
    assert "You have: high card, ace" in said(render.private_message(MINE))
    several = replace(MINE, boards=(BOARD, BOARD[::-1]))
    assert not [line for line in said(render.private_message(several)) if line.startswith("You have")]


def test_a_paused_table_says_what_it_waits_for_and_takes_players_and_computers() -> None:
    message = render.table_message(replace(SUMMARY, phase=Phase.WAITING))
    assert "Waiting for at least two players who are ready." in said(message)
    assert labels(message) == [
        ["Sit down", "This hand", "Add a computer"],
        ["Leave", "Rules", "Options", "Learn"],
        ["Buy in again"],
    ]


def test_a_closing_table_says_so_and_a_closed_one_has_no_buttons() -> None:
    assert "The table closes after this hand." in said(render.table_message(replace(FLOP, closing=True)))
    message = render.table_message(replace(SUMMARY, phase=Phase.CLOSED, closing=True))
    assert said(message) == ["Friday table is closed. Everyone's chips are counted out."]
    assert message.choices == ()


def test_a_player_who_has_left_is_called_by_the_seat() -> None:
    view = replace(SUMMARY, seats=SUMMARY.seats[:2])
    assert said(render.table_message(view))[0].startswith("Hand #128: Seat 3 wins")


def test_the_public_message_is_made_of_the_public_view_only() -> None:
    with pytest.raises(ValueError, match="public"):
        render.table_message(replace(HAND_START, viewer=SeatNo(4)))


MEI = seat(4, 4_000, hole_cards=parse_cards("As Qd"), made=describe(Ladder.HIGH, parse_cards("As Qd")))
TO_CALL = LegalView(
    legal=Legal(seat=4, check=False, call=100, raise_min=200, raise_max=4_000, all_in=4_000),
    half_pot=225,
    two_thirds_pot=266,
    pot=350,
)
MINE = replace(HAND_START, viewer=SeatNo(4), seats=(*HAND_START.seats[:3], MEI), legal=TO_CALL)


def test_a_player_sees_the_cards_what_they_make_the_price_and_the_pot_odds() -> None:
    message = render.private_message(MINE)
    assert said(message) == [
        "Hand #128 · Friday table",
        "Your cards: As Qd · ace of spades / queen of diamonds",
        "You have: high card, ace",
        "Stack 4,000 · Pot 150 · to call 100 · pot odds 40% (100 of 250)",
        "You win about 37% against 3 random hands; a call pays from 40% on.",
        "Your turn. <until>",
    ]
    assert labels(message) == [
        ["Fold", "Call 100", "Raise…"],
        ["Min 200", "½ pot 225", "⅔ pot 266", "Pot 350", "All-in 4,000"],
    ]
    assert message is not None
    assert [choice.argument for choice in message.choices[1]] == ["200", "225", "266", "350", "4000"]


def test_sizes_that_come_to_the_same_are_one_button() -> None:
    legal = Legal(seat=4, check=False, call=100, raise_min=350, raise_max=350, all_in=350)
    sizes = LegalView(legal=legal, half_pot=350, two_thirds_pot=350, pot=350)
    assert [choice.argument for choice in size_choices(MINE, sizes)] == ["350"]
    assert labels(render.private_message(replace(MINE, legal=sizes)))[1] == ["All-in 350"]
    capped = replace(sizes, legal=replace(legal, all_in=4_000))
    assert labels(render.private_message(replace(MINE, legal=capped)))[1] == ["Max 350"]


def test_a_player_who_may_not_raise_gets_no_raise_buttons() -> None:
    legal = Legal(seat=4, check=False, call=100, raise_min=None, raise_max=None, all_in=4_000)
    sizes = LegalView(legal=legal, half_pot=None, two_thirds_pot=None, pot=None)
    assert labels(render.private_message(replace(MINE, legal=sizes))) == [["Fold", "Call 100"]]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"to_act": SeatNo(1), "legal": None}, "Waiting for Bob <until>"),
        ({"to_act": None, "legal": None, "deadline": None}, "The dealer goes on in a moment."),
        (
            {"seats": (replace(MEI, presence=Presence.FOLDED),), "legal": None, "to_act": SeatNo(1)},
            "You folded.",
        ),
        (
            {"seats": (replace(MEI, presence=Presence.ALL_IN),), "legal": None, "to_act": None},
            "You are all-in.",
        ),
        ({"seats": (replace(MEI, net=250),), "legal": None, "to_act": None}, "The hand is over."),
        (
            {"phase": Phase.CHOOSING_RUNS, "choosing": (SeatNo(4),), "legal": None, "to_act": None},
            "How many boards, 1 to 1? The smallest answer counts. <until>",
        ),
    ],
)
def test_a_player_is_told_how_they_stand(changes: dict[str, Any], words: str) -> None:
    told = said(render.private_message(replace(MINE, **changes)))
    assert told[-1] == words


def test_after_the_hand_a_player_is_told_what_they_won_or_lost() -> None:
    view = replace(MINE, seats=(replace(MEI, net=-4_000, stack=0),), legal=None, to_act=None)
    assert "Stack 0 · this hand -4,000" in said(render.private_message(view))
    assert labels(render.private_message(view)) == []


def test_the_board_is_in_the_private_message_once_there_is_one() -> None:
    assert "Board: Qs 7d 2c __ __" in said(render.private_message(replace(MINE, boards=(BOARD[:3],))))


def test_a_player_chooses_boards_or_shows_in_private_too() -> None:
    runs = replace(MINE, phase=Phase.CHOOSING_RUNS, choosing=(SeatNo(4),), legal=None, to_act=None)
    assert labels(render.private_message(replace(runs, options=TableOptions(most_runs=2)))) == [
        ["1 board", "2 boards"]
    ]
    show = replace(MINE, phase=Phase.SHOWDOWN, legal=None)
    assert labels(render.private_message(show)) == [["Show", "Muck"]]


def test_without_cards_there_is_nothing_private_to_say() -> None:
    assert render.private_message(HAND_START) is None
    assert render.private_message(replace(HAND_START, viewer=SeatNo(1))) is None


def test_the_sizes_of_a_raise_come_with_the_legal_range() -> None:
    message = render.raise_message(MINE)
    assert said(message) == [
        "Raise to a total of 200 up to 4,000",
        "Bet 100 · pot 150 · 100 to call",
        "An amount is your total for the street. Typed ones may be like `1.2k` `3bb` `pot`",
    ]
    assert len(message.choices[0]) == 5
    assert said(render.raise_message(replace(MINE, price=0)))[0] == "Bet from 200 to 4,000"
    with pytest.raises(ValueError, match="no raise"):
        render.raise_message(HAND_START)


def test_folding_for_free_is_asked_about_once() -> None:
    message = render.fold_question(MINE)
    assert said(message) == ["Checking is free. Fold all the same?"]
    assert [choice.name for choice in choices(message)] == [ChoiceName.CHECK, ChoiceName.FOLD_ANYWAY]


def test_a_raise_that_is_too_small_is_refused_with_the_minimum_and_a_button_for_it() -> None:
    message = render.refusal_message(
        Refused(Reason.RAISE_TOO_SMALL, asked=150, minimum=200, maximum=4_000), MINE
    )
    assert said(message) == ["The minimum is 200 (at most 4,000). You typed 150."]
    assert labels(message) == [["To 200", "Call 100", "Back to the sizes"]]
    too_large = render.refusal_message(
        Refused(Reason.RAISE_TOO_LARGE, asked=9_000, minimum=200, maximum=4_000), MINE
    )
    assert labels(too_large) == [["To 4,000", "Call 100", "Back to the sizes"]]


def test_a_check_that_costs_is_refused_with_call_and_fold() -> None:
    message = render.refusal_message(Refused(Reason.CANNOT_CHECK, call=100), MINE)
    assert labels(message) == [["Call 100", "Fold"]]
    free = replace(MINE, legal=replace(TO_CALL, legal=replace(TO_CALL.legal, call=0, check=True)))
    assert labels(render.refusal_message(Refused(Reason.NOTHING_TO_CALL), free)) == [["Check"]]


def test_out_of_turn_the_player_to_act_is_named() -> None:
    assert said(render.refusal_message(Refused(Reason.NOT_YOUR_TURN, name="Carol"))) == [
        "It is not your turn. To act: Carol"
    ]
    assert said(render.refusal_message(Refused(Reason.NOT_YOUR_TURN, seat=4), HAND_START)) == [
        "It is not your turn. To act: Mei"
    ]
    nobody = replace(HAND_START, to_act=None)
    assert said(render.refusal_message(Refused(Reason.NOT_YOUR_TURN, seat=4), nobody)) == [
        "It is not your turn."
    ]


def test_whoever_has_no_seat_is_offered_one_if_there_is_one() -> None:
    assert labels(render.refusal_message(Refused(Reason.NOT_SEATED), HAND_START)) == [["Sit down"]]
    full = replace(HAND_START, options=TableOptions(seats=4))
    assert labels(render.refusal_message(Refused(Reason.NOT_SEATED), full)) == [["Wait for a seat"]]


def test_a_late_press_is_offered_the_cards() -> None:
    message = render.refusal_message(Refused(Reason.TOO_LATE, hand_no=129), MINE)
    assert said(message) == ["That moment has passed; hand #129 is at another point now."]
    assert labels(message) == [["My cards"]]
    assert labels(render.refusal_message(Refused(Reason.TOO_LATE, hand_no=129), HAND_START)) == []


def test_what_was_typed_is_quoted_back_and_the_range_told() -> None:
    refused = Refused(Reason.NOT_AN_AMOUNT, asked="lots", minimum=200, maximum=4_000)
    assert said(render.refusal_message(refused)) == [
        "This is no amount of chips: `lots`",
        "Possible: 200 to 4,000.",
    ]
    wide = Refused(Reason.FULL_WIDTH_DIGITS, asked="１００", plain="100")
    assert said(render.refusal_message(wide)) == [
        "You typed full-width digits: `１００` · in ordinary digits: `100`"
    ]
    only = Refused(Reason.NOT_AN_AMOUNT, asked="x", minimum=1, maximum=1)
    assert said(render.refusal_message(only))[1] == "Possible: 1."


NUMBERS: dict[Reason, dict[str, int | str]] = {
    Reason.REGISTRATION_CLOSED: {"level": 4},
    Reason.TOO_FEW_ENTRANTS: {"entrants": 3, "needed": 5},
    Reason.STILL_IN: {"chips": 1_250},
    Reason.NO_RE_ENTRY: {"most": 2},
    Reason.NO_REBUY: {"most": 3},
    Reason.NO_DEAL: {"most": 10},
    Reason.NOT_YOUR_TURN: {"name": "Carol"},
    Reason.TOO_LATE: {"hand_no": 129},
    Reason.CANNOT_CHECK: {"call": 100},
    Reason.UNKNOWN_CHOICE: {"asked": "wild", "family": "betting", "choices": "no_limit pot_limit"},
    Reason.GIVEN_TWICE: {"asked": "daily="},
    Reason.RAISE_TOO_SMALL: {"asked": 400, "minimum": 500, "maximum": 10_000},
    Reason.RAISE_TOO_LARGE: {"asked": 40_000, "minimum": 500, "maximum": 10_000},
    Reason.RAISE_NOT_FULL: {"asked": 400, "minimum": 500, "maximum": 500},
    Reason.BETTING_NOT_REOPENED: {"call": 100},
    Reason.BETTING_CAPPED: {"call": 100, "cap": 4},
    Reason.OPPONENTS_ALL_IN: {"call": 100},
    Reason.NOT_ENOUGH_TO_RAISE: {"call": 100},
    Reason.RUNS_OUT_OF_RANGE: {"asked": 9, "maximum": 4},
    Reason.TABLE_EXISTS: {"name": "Friday table"},
    Reason.ALREADY_SEATED: {"seat": 3, "chips": 10_000},
    Reason.SEATED_ELSEWHERE: {"name": "Friday table", "room": "discord:5:7"},
    Reason.SEAT_TAKEN: {"seat": 3, "free": 4},
    Reason.NO_SUCH_SEAT: {"seat": 11, "seats": 6},
    Reason.TABLE_FULL: {"seats": 6},
    Reason.BUY_IN_OUT_OF_RANGE: {"asked": 1, "minimum": 2_000, "maximum": 20_000},
    Reason.BAD_NAME: {"longest": 40},
    Reason.TOO_FEW_PLAYERS: {"needed": 2},
    Reason.HOST_ONLY: {"name": "Bob"},
    Reason.PHRASE_TOO_LONG: {"longest": 64},
    Reason.BAD_STAKES: {"what": "seats", "minimum": 2, "maximum": 10},
    Reason.STACK_FULL: {"maximum": 20_000},
    Reason.SAME_STACK: {"minimum": 12_000, "asked": 5_000},
    Reason.ALREADY_QUEUED: {"place": 2},
    Reason.SEAT_KEPT: {"seat": 4},
    Reason.NOT_KEPT: {"seat": 4},
    Reason.COMPUTERS_OUT_OF_RANGE: {"asked": 9, "minimum": 1, "maximum": 3},
    Reason.SEAT_EMPTY: {"seat": 5},
    Reason.BAD_CODE: {"longest": 20},
    Reason.CANNOT_CHANGE: {"what": "seats"},
    Reason.NO_SUCH_PLAYER: {"asked": "Nemo"},
    Reason.ON_BREAK: {"days": 6, "hours": 23},
    Reason.STILL_THERE: {"name": "Friday table"},
    Reason.ASKED_LATELY: {"seconds": 60},
    Reason.LINK_CODE_WRONG: {"minutes": 10},
    Reason.LINK_TOO_MANY: {"most": 5},
    Reason.NOT_AN_AMOUNT: {"asked": "lots", "minimum": 500, "maximum": 10_000},
    Reason.FULL_WIDTH_DIGITS: {"asked": "１００", "plain": "100"},
    Reason.NOT_WHOLE_CHIPS: {"asked": "1.5"},
    Reason.UNKNOWN_COMMAND: {"asked": "dance"},
    Reason.NO_SUCH_HAND: {"hand_no": 200, "last": 128},
    Reason.NOT_ENOUGH_CHIPS: {"asked": 5_000, "balance": 1_200},
    Reason.HAS_NOT_SO_MUCH: {"asked": 900, "balance": 400},
    Reason.ALREADY_CLAIMED: {"hours": 23, "minutes": 59},
    Reason.ACCOUNT_TOO_YOUNG: {"days": 2, "hours": 3},
    Reason.NOT_BROKE: {"balance": 900, "at_tables": 1_400, "refill": 2_000},
    Reason.TOO_FEW_HANDS: {"hands": 12, "needed": 50},
    Reason.TRANSFER_TOO_LARGE: {"asked": 6_000, "left": 5_000},
    Reason.CHIPS_OUT_OF_RANGE: {"asked": 0, "minimum": 1, "maximum": 9_000},
    Reason.NO_SUCH_SEASON: {"asked": "2026q9"},
    Reason.CANNOT_EXPORT: {"hand_no": 128},
    Reason.EVENT_HOST_ONLY: {"name": "Ann"},
    Reason.TOO_MANY_EVENTS: {"most": 5},
    Reason.NEEDS_START: {"asked": "every=week"},
    Reason.BAD_START: {"asked": "soon"},
    Reason.START_PASSED: {"asked": "2026-11-30T22:00"},
    Reason.NO_SUCH_ZONE: {"asked": "Mars/Base"},
    Reason.BAD_LEVELS: {"asked": "10-20"},
    Reason.DOES_NOT_FIT: {"asked": "entries=3", "fit": "entries"},
    Reason.BAD_BREAKS: {"asked": "often"},
    Reason.BAD_SHARES: {"asked": "half"},
    Reason.NO_SUCH_PERIOD: {"asked": "2026q9"},
}


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_said_with_its_numbers(reason: Reason, locale: Locale) -> None:
    numbers = NUMBERS.get(reason, {})
    told = " ".join(said(render.refusal_message(Refused(reason, **numbers), MINE), locale))
    unsaid = {"what": {"what"}, "room": {"room"}, "family": {"family", "choices"}}
    quiet = {name for key, names in unsaid.items() if key in numbers for name in names}
    if reason is Reason.RAISE_NOT_FULL:
        quiet = {"maximum"}
    for name, value in numbers.items():
        if name not in quiet:
            assert (f"{value:,}" if isinstance(value, int) else value) in told


def test_the_feed_tells_who_came_and_went_and_why() -> None:
    events: tuple[Event, ...] = (
        TableOpened(room=RoomId("web:lobby"), name="Friday table", host=PlayerId("web:1"), root=ROOT),
        SeatTaken(seat=SeatNo(4), player=PlayerId("web:4"), name="Mei", chips=4_000, computer=False),
        SeatTaken(seat=SeatNo(5), player=PlayerId("computer:1"), name="Ada", chips=10_000, computer=True),
        SatOutNow(seat=SeatNo(4), why=SatOutWhy.MISSED_TURNS),
        CameBack(seat=SeatNo(4)),
        TimedOut(seat=SeatNo(1)),
        HostChanged(host=PlayerId("web:2"), name="Carol"),
        PhraseSet(seat=SeatNo(3), phrase="lucky `seven`"),
        PlayPaused(),
        SeatFreed(seat=SeatNo(4), player=PlayerId("web:4"), name="Mei", chips=0, why=LeftWhy.BUSTED),
        SeatFreed(seat=SeatNo(9), player=PlayerId("web:9"), name="Zoe", chips=70, why=LeftWhy.LEFT),
        TableClosed(room=RoomId("web:lobby"), name="Friday table"),
    )
    assert lines(render.feed_lines(events, HAND_START)) == [
        "Friday table is open.",
        "Mei sits down in seat 4 with 4,000.",
        "Ada (computer) sits down in seat 5 with 10,000.",
        "Mei sits out after missing turns.",
        "Mei is back.",
        "Bob ran out of time.",
        "Carol is the host now.",
        "Ted cuts the next decks with `lucky `seven``",
        "Play pauses until two players are ready.",
        "Mei is out of chips.",
        "Zoe leaves with 70.",
        "Friday table is closed. Everyone's chips are counted out.",
    ]


def test_the_draw_for_the_button_is_shown_card_by_card() -> None:
    def drawn(number: int, card: str) -> DrawnCard:
        return DrawnCard(seat=SeatNo(number), card=Card(card))

    rounds = ((drawn(1, "Kh"), drawn(2, "Ks"), drawn(3, "2c")), (drawn(1, "9h"), drawn(2, "Td")))
    event = ButtonDrawn(rounds=rounds, seat=SeatNo(2))
    assert lines(render.feed_lines((event,), HAND_START)) == [
        "Draw for the button: Bob Kh · Carol Ks · Ted 2c",
        "Tied, drawn again: Bob 9h · Carol Td",
        "Carol has the button.",
    ]


def test_more_votes_than_a_bomb_pot_needs_are_not_counted_out() -> None:
    votes = [BombPotVoted(seat=SeatNo(1), votes=votes, needed=2) for votes in (1, 2, 3)]
    assert lines(render.feed_lines(votes, HAND_START)) == [
        "Bob asks for a bomb pot (1 of 2).",
        *["Bob asks for a bomb pot. That is enough votes for one."] * 2,
    ]


def test_private_cards_are_never_in_the_feed() -> None:
    dealt = HoleCardsDealt(seat=4, cards=parse_cards("As Qd"), only=4)
    assert render.feed_lines((dealt,), HAND_START) == ()


def test_the_call_to_act_mentions_the_player_with_the_price() -> None:
    message = render.turn_call(HAND_START)
    assert said(message) == ["Mei your turn: 100 to call, pot 150 <until>"]
    assert message is not None
    assert [piece for piece in message.lines[0].pieces if isinstance(piece, Name) and piece.mention]
    assert said(render.turn_call(FLOP)) == ["Ted your turn: nothing to call, pot 950 <until>"]


def test_nobody_and_no_computer_is_called_to_act() -> None:
    assert render.turn_call(SUMMARY) is None
    computer = replace(HAND_START, seats=(*HAND_START.seats[:3], seat(4, 4_000, computer=True)))
    assert render.turn_call(computer) is None
    told = said(render.table_message(computer))
    assert "▸ 4 Mei 4,000 (computer) ## ##" in told


SECRET = "5a" * 32


def record(**changes: Any) -> HandRecord:
    plain = HandRecord(
        table=TABLE,
        hand_no=12,
        started_ms=1,
        ended_ms=2,
        game="holdem",
        stakes=(("big_blind", 100), ("small_blind", 50)),
        button=1,
        seats=(
            SeatRecord(seat=1, name="Bob", start=1_000, end=1_300, phrase=""),
            SeatRecord(seat=2, name="Carol", start=1_000, end=700, phrase="abc"),
            SeatRecord(seat=3, name="Ted", start=500, end=500, phrase=""),
        ),
        secret=SECRET,
        root=commit(bytes.fromhex(SECRET)).root.hex(),
        next_root=ROOT,
        deal=deal_map(seats=(1, 2), button=1, hole=2, board_cards=5),
        shown=(1, 3),
        actions=(("post", 1, "small_blind", 50), ("preflop", 1, "call", 100), ("preflop", 2, "check", 100)),
        awards=((0, 0, ((1, 600),)),),
    )
    return replace(plain, **changes)


def test_a_past_hand_is_told_from_its_published_record() -> None:
    document = published(record())
    told = said(render.hand_message(document))
    assert told[0] == "Hand #12 · hold'em"
    assert told[1].startswith("Board: ")
    assert len(told[1].split()) == 6
    assert told[2:4] == ["Pre-flop: Bob calls 100 · Carol checks", "Pot of 600 to Bob"]
    assert told[4].startswith("Ⓓ 1 Bob ")
    assert told[4].endswith(" 1,300 +300")
    assert told[5] == "2 Carol not shown 700 -300"
    assert told[6] == f"Deck: `{document['root'][:16]}`"
    assert told[7] == f"Record: `{document['digest']}`"
    assert not [line for line in told if "Ted" in line]


def test_a_players_own_cards_are_in_their_copy_of_a_past_hand() -> None:
    own = said(render.hand_message(published(record(), 2)))
    assert "not shown" not in own[5]


def test_a_past_hand_with_several_boards_and_pots_is_told_whole() -> None:
    several = record(
        deal=deal_map(seats=(1, 2), button=1, hole=2, board_cards=5, runs=2, shared=3),
        awards=((0, 0, ((1, 51), (2, 50))), (0, 1, ((2, 100),)), (1, 0, ((1, 7),)), (1, 1, ((1, 7),))),
    )
    told = said(render.hand_message(published(several)))
    assert told[1].startswith("Board 1: ")
    assert told[2].startswith("Board 2: ")
    assert told[4:8] == [
        "Board 1: Main pot of 101 to Bob 51 / Carol 50",
        "Board 2: Main pot of 100 to Carol",
        "Board 1: Side pot of 7 to Bob",
        "Board 2: Side pot of 7 to Bob",
    ]


def test_a_past_bomb_pot_says_that_it_was_one_and_what_everyone_put_in() -> None:
    evening = Evening(TableOptions(bomb_every=1, bomb_ante=3))
    evening.sit("Ann", "Bob")
    evening.start()
    evening.fold_round()
    told = said(render.hand_message(published(evening.records[0])))
    assert told[:2] == ["Hand #1 · Bomb pot · hold'em", "Everyone puts in 300"]


def test_a_past_hand_says_all_in_where_a_move_took_the_last_chips_and_raises_to_where_it_did_not() -> None:
    """2,000 each: the raise leaves 1,400, and those go in on the flop with the blinds long paid."""
    evening = Evening()
    evening.sit("Ann", "Bob", buy_in=2_000)
    evening.start()
    evening.move(RaiseTo(to=600))
    evening.move(Call())
    evening.move(RaiseTo(to=1_400))
    evening.move(Call())
    told = said(render.hand_message(published(evening.records[0])))
    before, flop = (line for line in told if line.startswith(("Pre-flop", "Flop")))
    assert "raises to 600" in before
    assert "all-in" not in before
    assert flop.count("all-in 1,400") == 2


def test_on_two_boards_the_private_panel_says_what_one_has_on_each() -> None:
    evening = Evening(TableOptions(bomb_every=1, bomb_boards=2))
    evening.sit("Ann", "Bob")
    evening.start()
    rig(evening, {"Ann": "AsAd", "Bob": "7h2c"}, "Ac8d3s8h8c4d")
    told = said(render.private_message(seat_view(evening.table, SeatNo(1))))
    assert "Board 1: You have: three aces" in told
    assert "Board 2: You have: two pair, aces and eights" in told
    off = replace(evening.table, options=replace(evening.table.options, aids=False))
    assert "You have" not in str(said(render.private_message(seat_view(off, SeatNo(1)))))


def test_the_help_is_made_of_the_one_list_of_commands() -> None:
    told = said(render.help_message())
    for command in COMMANDS:
        if command.group:
            assert any(f" · `{command.name}`" in line for line in told)
            group = said(render.group_message(command.group))
            assert any(line.startswith(f"`{command.example}` ") for line in group)
        else:
            assert any(line.startswith(f"`{command.example}` ") for line in told)
    assert render.group_message("nonsense") is None
    assert "Play chips only: they are worth no money and buy nothing." in told
    assert any(line.startswith("`start`") and line.endswith("host only") for line in told)


EVERYTHING: tuple[tuple[str, Message | None], ...] = (
    ("start", render.table_message(HAND_START)),
    ("flop", render.table_message(FLOP)),
    ("summary", render.table_message(SUMMARY)),
    ("private", render.private_message(MINE)),
    ("raise", render.raise_message(MINE)),
    ("fold", render.fold_question(MINE)),
    ("call", render.turn_call(HAND_START)),
    ("rules", render.rules_message(TableOptions())),
    ("help", render.help_message()),
)


@pytest.mark.parametrize(("what", "message"), EVERYTHING)
def test_every_message_can_be_said_in_every_language(what: str, message: Message | None) -> None:
    english = said(message)
    for locale in (Locale.ZH_HANT, Locale.ZH_HANS):
        assert said(message, locale) != english, what
        assert len(labels(message, locale)) == len(labels(message))


def test_every_button_carries_its_turn_and_rows_fit_every_platform() -> None:
    for _, message in EVERYTHING:
        assert message is not None
        for row in message.choices:
            assert len(row) <= 5
            for choice in row:
                assert (choice.turn, choice.table) == (HAND_START.turn, TABLE)


@pytest.mark.parametrize("name", NASTY)
def test_a_name_goes_through_untouched_and_only_as_a_name(name: str) -> None:
    seats = tuple(replace(one, name=name) for one in FLOP.seats)
    view = replace(FLOP, seats=seats, name=name, host_name=name)
    messages = [
        render.table_message(view),
        render.turn_call(view),
        render.refusal_message(Refused(Reason.HOST_ONLY, name=name), view),
        render.hand_message(
            published(record(seats=tuple(replace(one, name=name) for one in record().seats)))
        ),
    ]
    for message in messages:
        assert message is not None
        pieces = [piece for line in message.lines for piece in line.pieces]
        assert [piece for piece in pieces if isinstance(piece, Name) and piece.name == name]
        for piece in pieces:
            if isinstance(piece, Text):
                assert name not in piece.numbers.values()


def test_chinese_players_read_their_own_words() -> None:
    hant, hans = (render.table_message(HAND_START) for _ in range(2))
    assert labels(hant, Locale.ZH_HANT) == [["看牌"], ["棄牌", "跟注 100", "加注…"]]
    assert labels(hans, Locale.ZH_HANS) == [["看牌"], ["弃牌", "跟注 100", "加注…"]]
    assert labels(render.table_message(FLOP), Locale.ZH_HANS)[1] == ["弃牌", "让牌", "下注…"]
    assert said(render.table_message(SUMMARY), Locale.ZH_HANT)[0] == "第 128 局：Ted 贏得 24,050（三條 7）"
