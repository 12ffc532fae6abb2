"""Commands: what is typed or pressed, in any of the languages, becomes an action, and its answer goes to the asker."""

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from adapters.commands import COMMANDS, TableDealer, run
from adapters.menu import Kind, find, read
from adapters.messages import ChoiceName, Locale, Reply, Request
from adapters.texts import TEMPLATES
from bot.verify import SOUND, verify_file
from core.actions import Action, OpenTable, Temper, TimeOut
from core.banking import Bank
from core.cardroom.deeds import Asker, deeds
from core.cardroom.evening import Curve, curves
from core.cardroom.table import Table, seat_of
from core.dealer import Dealer
from core.ids import CommunityId, PlayerId, RoomId, TableId, Turn
from core.links import Offer
from core.options import AnteRule, ButtonRule, TableOptions
from core.poker.exports import ExportForm, exported
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.record import HandRecord, published
from core.poker.record_steps import Step, steps
from core.poker.rounds import Betting, Reopening
from core.refusals import Reason, Refused
from core.rules import Outcome, apply
from core.seasons import Seasons
from core.sight import seat_view
from core.store import StoreAway
from tests.people_files import Diary, Files, NoEvents, Unplayed
from tests.test_render import labels, said

ROOM = RoomId("web:lobby")
ANN, BOB, ZOE = PlayerId("web:ann"), PlayerId("web:bob"), PlayerId("web:zoe")


class Alone:
    """No room is linked with another one."""

    def __init__(self) -> None:
        self.offers: dict[str, Offer] = {}

    async def together(self, home: RoomId) -> tuple[RoomId, ...]:
        return ()

    async def offer(self, code: str, offer: Offer) -> None:
        self.offers[code] = offer

    async def link(self, home: RoomId, code: str, most: int) -> Offer:
        raise Refused(Reason.LINK_CODE_WRONG, minutes=10)

    async def unlink(self, home: RoomId) -> None:
        raise Refused(Reason.NOT_LINKED)

    async def come_home(self, home: RoomId) -> None:
        pass


@dataclass
class Book:
    """A house whose tables are in memory, ruled by the real rules; it answers a request once, as the store does."""

    tables: dict[TableId, Table] = field(default_factory=dict)
    rooms: dict[RoomId, TableId] = field(default_factory=dict)
    records: dict[int, HandRecord] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    spoken: list[tuple[str, Locale]] = field(default_factory=list)
    looks: list[int | None] = field(default_factory=list)
    links: Alone = field(default_factory=Alone)
    logs: Diary = field(default_factory=Diary)
    people: Files = field(default_factory=Files)
    events: NoEvents = field(default_factory=NoEvents)
    away: bool = False
    draws: int = 0
    now: int = 1_000

    @property
    def dealer(self) -> "Book":
        return self

    async def community_of(self, room: RoomId) -> CommunityId:
        return CommunityId(room)

    def new_table_id(self, community: CommunityId) -> TableId:
        return TableId(f"07table{len(self.tables)}")

    def chance(self) -> str:
        self.draws += 1
        return sha256(str(self.draws).encode()).hexdigest()

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        if self.away:
            raise StoreAway("gone")
        return self.rooms.get(room)

    def here(self, room: RoomId) -> tuple[tuple[PlayerId, str], ...]:
        return ()

    async def last_table(self, room: RoomId) -> TableId | None:
        return next(iter(self.tables), None)

    async def last_hand(self, table: TableId) -> int:
        return max(self.records, default=0)

    async def record(self, table: TableId, hand_no: int, player: PlayerId) -> dict[str, Any] | None:
        found = self.records.get(hand_no)
        return None if found is None else published(found)

    async def steps(self, table: TableId, hand_no: int, player: PlayerId) -> tuple[Step, ...]:
        found = self.records[hand_no]
        return steps(found, next((one.seat for one in found.seats if one.player == player), None))

    @property
    def bank(self) -> Bank:
        raise StoreAway("no bank in memory")

    seasons: Seasons = field(default_factory=Unplayed)

    def season(self) -> str:
        return "2026q4"

    async def curves(self, table: TableId) -> tuple[Curve, ...]:
        return curves(self.records.values())

    async def exported(
        self, table: TableId, hand_no: int, player: PlayerId, form: ExportForm
    ) -> tuple[str, bytes] | None:
        found = self.records.get(hand_no)
        seat = next((one.seat for one in found.seats if one.player == player), None) if found else None
        return None if found is None else exported(found, seat, form)

    async def speak(self, who: RoomId | PlayerId, locale: Locale) -> None:
        self.spoken.append((who, locale))

    async def open(self, action: OpenTable, request_id: str) -> object:
        if action.room in self.rooms:
            raise Refused(Reason.TABLE_EXISTS, name=action.name)
        self.rooms[action.room] = action.table
        return self._take(action.table, action, request_id)

    async def act(
        self, table_id: TableId, action: Action, request_id: str, asker: Asker | None = None
    ) -> object:
        return self._take(table_id, action, request_id, asker)

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        self.looks.append(at_least)
        if table_id not in self.tables:
            raise Refused(Reason.NO_TABLE)
        return self.tables[table_id]

    def _take(
        self, table_id: TableId, action: Action, request_id: str, asker: Asker | None = None
    ) -> Outcome | None:
        if request_id in self.seen:
            return None
        before = self.tables.get(table_id)
        outcome = apply(before, action, self.now)
        self.logs.deeds += deeds(before, action, outcome.state, asker)
        self.seen.add(request_id)
        self.tables[table_id] = outcome.state
        if outcome.record is not None:
            self.records[outcome.record.hand_no] = outcome.record
        return outcome

    @property
    def table(self) -> Table:
        return self.tables[self.rooms[ROOM]]

    def deal(self) -> None:
        """Let the table's deadline pass."""
        self._take(self.table.id, TimeOut(chance=self.chance()), f"clock:{self.draws}")


@dataclass
class People:
    """Asks a house for things, every request with an id of its own."""

    house: Book = field(default_factory=Book)
    asked: int = 0

    async def ask(
        self,
        player: PlayerId,
        text: str,
        *,
        turn: Turn | None = None,
        request_id: str = "",
        locale: Locale = Locale.EN,
        host_powers: bool = False,
        room: RoomId = ROOM,
        name: str = "",
    ) -> Reply:
        self.asked += 1
        command, _, args = text.partition(" ")
        request = Request(
            request_id=request_id or f"r{self.asked}",
            room=room,
            player=player,
            name=name or player.removeprefix("web:").title(),
            command=command,
            args=args,
            locale=locale,
            turn=turn,
            host_powers=host_powers,
        )
        return await run(request, self.house)

    async def told(self, player: PlayerId, text: str, **how: Any) -> str:
        """The answer as one line; the request must not be refused."""
        reply = await self.ask(player, text, **how)
        assert not reply.refused, said(reply.message)
        return "" if reply.message is None else " | ".join(said(reply.message))

    async def refusal(self, player: PlayerId, text: str, **how: Any) -> str:
        """The refusal as one line; the house must be as it was before."""
        before = dict(self.house.tables)
        reply = await self.ask(player, text, **how)
        assert reply.refused
        assert self.house.tables == before
        return " | ".join(said(reply.message))

    async def sit_two(self, options: str = "") -> None:
        """Ann and Bob at a table where the first hand is dealt."""
        await self.told(ANN, f"new {options}".strip())
        await self.told(ANN, "join")
        await self.told(BOB, "join")
        await self.told(ANN, "start")
        self.house.deal()

    @property
    def actor(self) -> PlayerId:
        hand = self.house.table.hand
        assert hand is not None
        seat = self.house.table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return seat.player

    @property
    def other(self) -> PlayerId:
        return BOB if self.actor == ANN else ANN

    def bet_of(self, player: PlayerId) -> int:
        number = seat_of(self.house.table, player)
        assert number is not None
        view = seat_view(self.house.table, number)
        return next(seat.bet for seat in view.seats if seat.seat == number)


@pytest.fixture
def people() -> People:
    return People()


async def test_a_table_is_opened_with_the_usual_stakes(people: People) -> None:
    assert await people.told(ANN, "new") == ""
    assert people.house.table.options == TableOptions()
    assert (people.house.table.name, people.house.table.host) == ("River table", ANN)


async def test_a_table_without_a_name_gets_one_in_the_language_of_the_host(people: People) -> None:
    await people.told(ANN, "開桌", locale=Locale.ZH_HANT)
    assert people.house.table.name == TEMPLATES[Locale.ZH_HANT]["table.usual_name"]


async def test_a_table_is_opened_with_every_option_asked_for(people: People) -> None:
    await people.told(
        ANN,
        "new Friday night game=short_deck betting=pot-limit seats=9 blinds=5/10 buyin=400-2k ante=1bb antes=big_blind "
        "runs=3 seconds=30 bank=0 pause=2 cap=3 unit=5 reopening=half showing=ask button=dead",
    )
    assert people.house.table.name == "Friday night"
    assert people.house.table.options == TableOptions(
        game=GameName.SHORT_DECK,
        betting=Betting.POT_LIMIT,
        reopening=Reopening.HALF,
        seats=9,
        small_blind=5,
        big_blind=10,
        ante=10,
        ante_rule=AnteRule.BIG_BLIND,
        min_buy_in=400,
        max_buy_in=2_000,
        raise_cap=3,
        chip_unit=5,
        most_runs=3,
        showing=Showing.ASK,
        button_rule=ButtonRule.DEAD,
        turn_seconds=30,
        time_bank_seconds=0,
        pause_seconds=2,
    )


async def test_options_may_be_said_in_chinese(people: People) -> None:
    await people.told(ANN, "新桌 betting=底池限注 game=短牌德州扑克", locale=Locale.ZH_HANT)
    assert people.house.table.options.betting is Betting.POT_LIMIT
    assert people.house.table.options.game is GameName.SHORT_DECK


@pytest.mark.parametrize(
    ("typed", "small", "big", "posted", "low", "high"),
    [
        ("blinds=5/10", 5, 10, True, 200, 2_000),
        ("blinds=0/10", 0, 10, True, 200, 2_000),
        ("blinds=none/10 ante=2", 0, 10, False, 200, 2_000),
        ("blinds=1k/2k buyin=100bb", 1_000, 2_000, True, 200_000, 200_000),
    ],
)
async def test_blinds_and_buy_in_follow_what_is_typed(
    people: People, typed: str, small: int, big: int, posted: bool, low: int, high: int
) -> None:
    await people.told(ANN, f"new {typed}")
    options = people.house.table.options
    assert (options.small_blind, options.big_blind, options.blinds_posted) == (small, big, posted)
    assert (options.min_buy_in, options.max_buy_in) == (low, high)


BLINDS_ARE = (
    "Small blind, slash, big blind. With 0 in front there is one blind, with none there are none. "
    "Like this: `blinds=` `50/100` · `0/100` · `none/100`"
)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("seats=12", "Setting “seats” must be 2 to 10."),
        ("seats=many", "This is no whole number: `many` | Possible: 2 to 10."),
        ("blinds=50", f"This is no amount of chips: `50` | {BLINDS_ARE}"),
        ("blinds=5/x", f"This is no amount of chips: `x` | {BLINDS_ARE}"),
        (
            "blinds=１０/20",
            f"You typed full-width digits: `１０` · in ordinary digits: `10` | {BLINDS_ARE}",
        ),
        (
            "buyin=few",
            "This is no amount of chips: `few` | The smallest, a dash, the largest; one number is both. "
            "Like this: `buyin=` `2000-20000` · `5000`",
        ),
        (
            "betting=wild",
            "That is none of the choices: `wild` | You can choose: `no_limit` no-limit · "
            "`pot_limit` pot-limit · `fixed_limit` fixed-limit",
        ),
        ("seats=3 Seats=4", "You typed this twice; once is enough: `seats=`"),
        ("buyin=9-1", "Setting “largest buy-in” must be 9 to 1,000,000,000."),
    ],
)
async def test_bad_stakes_are_refused_with_what_is_possible(people: People, typed: str, words: str) -> None:
    if typed.startswith("buyin"):
        typed = "blinds=1/2 " + typed
    assert await people.refusal(ANN, f"new {typed}") == words


async def test_one_room_has_one_table(people: People) -> None:
    await people.told(ANN, "new Friday")
    assert await people.refusal(BOB, "new Monday") == "A table is open here already. Its name: Monday"


async def test_without_a_table_everything_else_says_so(people: People) -> None:
    for text in (
        "join",
        "start",
        "cards",
        "call",
        "raise 300",
        "fold",
        "allin",
        "hand",
        "table",
        "stop",
        "computer",
    ):
        assert await people.refusal(ANN, text) == "No table is open here. Open one with /new."


async def test_sitting_down_says_where_and_with_how_much(people: People) -> None:
    await people.told(ANN, "new")
    assert await people.told(ANN, "join") == "You sit in seat 1 with 10,000"
    assert await people.told(BOB, "join 50bb 4") == "You sit in seat 4 with 5,000"
    assert await people.told(ZOE, "入座 seat=3 chips=2k") == "You sit in seat 3 with 2,000"


async def test_two_people_cannot_take_one_seat_nor_one_person_two(people: People) -> None:
    await people.told(ANN, "new seats=2")
    await people.told(ANN, "join 5000 2")
    assert await people.refusal(BOB, "join 5000 2") == "Seat 2 is taken. Seat 1 is free."
    assert await people.refusal(ANN, "join") == "You already sit in seat 2 with 5,000."
    assert await people.refusal(BOB, "join 5000 0") == "There is no seat 0: seats are 1 to 2."
    assert (
        await people.refusal(BOB, "join 100") == "You can sit down with 2,000 to 20,000. You asked for 100."
    )
    assert (
        await people.refusal(BOB, "join lots")
        == "This is no amount of chips: `lots` | Possible: 2,000 to 20,000."
    )
    await people.told(BOB, "join")
    assert await people.refusal(ZOE, "join") == "All 2 seats are taken."


async def test_the_same_request_twice_changes_nothing_the_second_time(people: People) -> None:
    await people.told(ANN, "new")
    first = await people.told(ANN, "join 5000", request_id="tap")
    assert await people.told(ANN, "join 5000", request_id="tap") == first
    assert len([seat for seat in people.house.table.seats if seat]) == 1


async def test_a_nasty_name_sits_down_as_it_is(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join", name="<b>*_@everyone")
    seat = people.house.table.seats[0]
    assert seat is not None
    assert seat.name == "<b>*_@everyone"


async def test_only_the_host_starts_and_whoever_administers_the_room_may_too(people: People) -> None:
    await people.told(ANN, "new")
    for player in (ANN, BOB):
        await people.told(player, "join")
    for text in ("start", "stop", "dismiss", "computer"):
        assert await people.refusal(BOB, text) == "Only the host of the table can do that. Host: Ann"
    await people.told(BOB, "start", host_powers=True)
    assert people.house.table.running
    assert await people.refusal(ANN, "start") == "The game is running already."


async def test_computers_are_seated_by_temper_and_number_with_names_of_their_own(people: People) -> None:
    await people.told(ANN, "new seats=6")
    await people.told(ANN, "join")
    await people.told(ANN, "computer shark")
    await people.told(ANN, "電腦 石頭 2", locale=Locale.ZH_HANT)
    seats = [seat for seat in people.house.table.seats if seat]
    assert [seat.temper for seat in seats] == [None, Temper.SHARK, Temper.ROCK, Temper.ROCK]
    assert len({seat.name for seat in seats}) == 4
    assert seats[2].name in {TEMPLATES[Locale.ZH_HANT][f"computer_name.{number}"] for number in range(12)}
    for count, asked in (("9", 9), ("3", 3), ("0", 0), ("20", 20), ("1000000", 1_000_000)):
        refused = await people.refusal(ANN, f"computer {count}")
        assert refused.startswith("There is room for 1 to 2 computers now.")
        assert f"You asked for {asked:,}, so none sat down." in refused
    assert sum(seat is not None for seat in people.house.table.seats) == 4
    assert await people.refusal(BOB, "computer 20") == "Only the host of the table can do that. Host: Ann"
    await people.told(ANN, "keep 6")
    assert "1 to 1 computer now" in await people.refusal(ANN, "computer 2")
    await people.told(ANN, "unkeep 6")
    await people.told(ANN, "computer 2")
    assert all(people.house.table.seats)
    assert len({seat.name for seat in people.house.table.seats if seat}) == 6
    assert await people.refusal(ANN, "computer 0") == "All 6 seats are taken."
    assert await people.refusal(ANN, "computer") == "All 6 seats are taken."
    assert (
        await people.told(ANN, "dismiss")
        == "The computer opponents leave as soon as no hand is being played."
    )
    assert len([seat for seat in people.house.table.seats if seat]) == 1


async def test_sitting_out_coming_back_and_leaving_are_confirmed(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join")
    assert "until you come back" in await people.told(ANN, "sitout")
    assert await people.refusal(ANN, "暂离") == "You are sitting out already."
    assert "next hand" in await people.told(ANN, "回來")
    assert "leave the table" in await people.told(ANN, "leave")
    assert await people.refusal(ANN, "leave") == "You have no seat at this table."


async def test_stopping_closes_the_table(people: People) -> None:
    await people.told(ANN, "new")
    assert await people.told(ANN, "stop") == "The table is closed."
    assert people.house.table.closed
    assert await people.refusal(ANN, "join") == "This table is closed."


@pytest.mark.parametrize("word", ["call", "c", "跟注", "CALL"])
async def test_a_move_is_made_by_its_name_in_any_language(people: People, word: str) -> None:
    await people.sit_two()
    caller = people.actor
    assert await people.told(caller, word) == ""
    assert people.bet_of(caller) == 100
    assert people.actor != caller


@pytest.mark.parametrize(
    ("typed", "total"),
    [
        ("raise 300", 300),
        ("r 300", 300),
        ("加註 300", 300),
        ("加注 3bb", 300),
        ("加码 0.4k", 400),
        ("raise pot", 300),
        ("raise min", 200),
        ("raise half", 200),
        ("raise max", 10_000),
        ("raise all-in", 10_000),
        ("bet 梭哈", 10_000),
        ("allin", 10_000),
        ("全下", 10_000),
    ],
)
async def test_a_raise_is_to_a_total_however_it_is_typed(people: People, typed: str, total: int) -> None:
    await people.sit_two()
    raiser = people.actor
    await people.told(raiser, typed)
    assert people.bet_of(raiser) == total


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("raise 150", "The minimum is 200 (at most 10,000). You typed 150."),
        ("raise 10001", "The maximum is 10,000 (at least 200). You typed 10,001."),
        ("raise 0", "This is no amount of chips: `0` | Possible: 200 to 10,000."),
        ("raise -300", "This is no amount of chips: `-300` | Possible: 200 to 10,000."),
        ("raise lots", "This is no amount of chips: `lots` | Possible: 200 to 10,000."),
        ("raise 300.5", "This does not come to whole chips: `300.5` | Possible: 200 to 10,000."),
        (
            "raise １００",
            "You typed full-width digits: `１００` · in ordinary digits: `100` | Possible: 200 to 10,000.",
        ),
        (
            "raise " + "9" * 40,
            "That number is too long. No stack has that many chips. | Possible: 200 to 10,000.",
        ),
        ("raise 300 400", "I do not know this (/help lists what there is): `400`"),
        (
            "sitout later",
            "That is none of the choices: `later` | You can choose: `now` next hand · `blind` next big blind",
        ),
        (
            "computer sharkk 2",
            "That is none of the choices: `sharkk` | You can choose: `rock` rock · `shark` shark · "
            "`station` calling station · `maniac` maniac",
        ),
        ("check", "You cannot check: it is 50 to call."),
        ("dance", "I do not know this (/help lists what there is): `dance`"),
        ("show", "It is not your turn to show."),
        ("muck", "It is not your turn to show."),
        ("runs 2", "You are not being asked how many boards to deal."),
        ("runs", "You said 0; 1 to 1 boards are possible."),
    ],
)
async def test_what_is_not_allowed_is_refused_with_what_is(people: People, typed: str, words: str) -> None:
    await people.sit_two()
    assert await people.refusal(people.actor, typed) == words


async def test_a_refused_raise_offers_the_nearest_legal_one(people: People) -> None:
    await people.sit_two()
    reply = await people.ask(people.actor, "raise 150")
    assert labels(reply.message) == [["To 200", "Call 50", "Back to the sizes"]]
    for what_is_no_amount in ("1.5", "１００", "1e9", "-1", "9" * 40):
        reply = await people.ask(people.actor, f"raise {what_is_no_amount}")
        assert labels(reply.message) == [["To 200", "Call 50", "Back to the sizes"]]


async def test_out_of_turn_the_answer_names_who_is_to_act(people: People) -> None:
    await people.sit_two()
    name = people.actor.removeprefix("web:").title()
    for text in ("raise 300", "raise pot", "raise", "allin", "fold", "call", "check"):
        told = f"It is not your turn. To act: {name} | You can choose your move beforehand."
        assert await people.refusal(people.other, text) == told


async def test_a_stranger_is_told_that_they_have_no_seat(people: People) -> None:
    await people.sit_two()
    for text in ("raise 300", "raise pot", "fold", "cards", "allin", "sitout", "cut abc"):
        reply = await people.ask(ZOE, text)
        assert said(reply.message) == ["You have no seat at this table."]
        assert labels(reply.message) == [["Sit down"]]


async def test_a_raise_without_an_amount_shows_the_sizes(people: People) -> None:
    await people.sit_two()
    reply = await people.ask(people.actor, "raise", turn=people.house.table.turn)
    assert not reply.refused
    assert said(reply.message)[0] == "Raise to a total of 200 up to 10,000"
    assert labels(reply.message) == [["Min 200", "⅔ pot 233", "Pot 300", "All-in 10,000"]]


async def test_a_press_with_a_size_raises_to_it_without_reading_the_table_first(people: People) -> None:
    await people.sit_two()
    raiser = people.actor
    people.house.looks.clear()
    await people.told(raiser, "raise 300", turn=people.house.table.turn)
    assert people.house.looks == []
    assert people.bet_of(raiser) == 300


async def test_a_late_press_is_refused_and_changes_nothing(people: People) -> None:
    await people.sit_two()
    old = people.house.table.turn
    await people.told(people.actor, "call", turn=old)
    for text in ("raise 300", "raise", "raise pot", "call", "check", "fold", "fold_anyway"):
        assert "That moment has passed" in await people.refusal(people.actor, text, turn=old)


async def test_a_button_belongs_to_its_table_wherever_it_is_pressed(people: People) -> None:
    await people.sit_two()
    caller = people.actor
    await people.told(caller, "call", turn=people.house.table.turn, room=RoomId("web:private"))
    assert people.bet_of(caller) == 100
    lost = replace(people.house.table.turn, table=TableId("07gone"))
    assert await people.refusal(caller, "call", turn=lost) == "No table is open here. Open one with /new."


async def test_folding_when_checking_is_free_is_asked_about_once(people: People) -> None:
    await people.sit_two()
    await people.told(people.actor, "call")
    player, turn = people.actor, people.house.table.turn
    reply = await people.ask(player, "fold", turn=turn)
    assert not reply.refused
    assert said(reply.message) == ["Checking is free. Fold all the same?"]
    assert labels(reply.message) == [["Check instead", "Fold anyway"]]
    assert people.house.table.turn == turn
    await people.told(player, ChoiceName.FOLD_ANYWAY.value, turn=turn)
    assert people.house.table.hand is None


async def test_folding_to_a_bet_is_done_at_once(people: People) -> None:
    await people.sit_two()
    assert await people.told(people.actor, "棄牌") == ""
    assert people.house.table.hand is None


async def test_all_in_calls_when_there_is_no_more_than_the_call(people: People) -> None:
    await people.sit_two("blinds=50/100 buyin=2000-20000")
    await people.told(people.actor, "allin")
    assert await people.told(people.actor, "allin") == ""
    assert people.house.table.hand is None


async def test_where_raising_is_over_the_answer_says_why(people: People) -> None:
    await people.sit_two()
    await people.told(people.actor, "allin")
    for text in ("raise", "raise pot", "raise 20000"):
        told = await people.refusal(people.actor, text)
        assert told == "Everyone else is all-in: nobody could call a raise. You can call 9,900 or fold."


async def test_all_in_under_a_pot_limit_is_refused_above_the_pot(people: People) -> None:
    await people.sit_two("betting=pot_limit")
    assert (
        await people.refusal(people.actor, "allin") == "The maximum is 300 (at least 200). You typed 10,000."
    )


async def test_ones_cards_are_shown_to_oneself_alone(people: People) -> None:
    await people.sit_two()
    table = people.house.table
    hand = table.hand
    assert hand is not None
    mine = await people.told(ANN, "看牌")
    number = seat_of(table, ANN)
    for seat, cards in zip(hand.setup.seats, hand.dealt.holes, strict=True):
        assert (" ".join(cards) in mine) is (seat == number)
    public = await people.told(ANN, "table")
    for cards in hand.dealt.holes:
        assert not any(card in public.split() for card in cards)


async def test_without_a_hand_there_are_no_cards(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join")
    assert await people.refusal(ANN, "cards") == "No hand is being played."


async def test_who_sat_down_during_a_hand_is_not_in_it(people: People) -> None:
    await people.sit_two("entry=free")
    await people.told(ZOE, "join")
    assert await people.refusal(ZOE, "cards") == "You are not in this hand."


async def test_boards_are_chosen_by_command(people: People) -> None:
    await people.sit_two("runs=2")
    await people.told(people.actor, "allin")
    await people.told(people.actor, "call")
    assert await people.refusal(ANN, "runs 9") == "You said 9; 1 to 2 boards are possible."
    turn = people.house.table.turn
    for text in ("runs 2", "runs 2"):
        assert await people.ask(ANN, text, turn=turn) == Reply(message=None)
    assert (await people.ask(ANN, "runs 1", turn=turn)).refused
    for text in ("runs 2", "runs 2"):
        assert await people.ask(BOB, text, turn=turn) == Reply(message=None)
    assert people.house.table.deal is not None
    assert len(people.house.table.deal.hand.dealt.boards) == 2


async def test_a_hand_is_shown_or_mucked_by_command(people: People) -> None:
    await people.sit_two("showing=ask")
    await people.told(people.actor, "call")
    for _ in range(7):
        await people.told(people.actor, "check")
    first, second = people.actor, people.other
    showing = people.house.table.turn
    for text in ("show", "show"):
        assert await people.ask(first, text, turn=showing) == Reply(message=None)
    mucking = people.house.table.turn
    for text in ("muck", "muck"):
        assert await people.ask(second, text, turn=mucking) == Reply(message=None)
    assert (await people.ask(second, "show", turn=mucking)).refused
    assert people.house.table.hand is None


async def test_a_past_hand_is_told_by_number_and_the_newest_without_one(people: People) -> None:
    await people.sit_two()
    assert await people.refusal(ANN, "hand") == "No hand has been finished here yet."
    await people.told(people.actor, "fold")
    assert (await people.told(ANN, "hand")).startswith("Hand #1 · hold'em")
    assert (await people.told(ANN, "牌局 1")).startswith("Hand #1 · hold'em")
    assert await people.refusal(ANN, "hand 7") == "There is no record of hand #7. The newest is #1."
    assert "no whole number" in await people.refusal(ANN, "hand last")


async def test_a_past_hand_is_stepped_through_in_one_message(people: People) -> None:
    await people.sit_two()
    await people.told(people.actor, "fold")
    whole = (await people.ask(ANN, "hand")).message
    assert whole is not None
    ((begin, *files),) = whole.choices
    assert [one.argument for one in files] == ["1.phh", "1.ohh", "1.text"]
    assert (begin.name, begin.argument) == (ChoiceName.HISTORY, "1.1")
    assert begin.turn is not None
    first = (await people.ask(ANN, "hand 1.1", turn=begin.turn)).message
    assert first is not None
    assert said(first)[0] == "Hand #1 · step 1 of 3"
    assert labels(first) == [["Next ▶", "Whole hand"]]
    assert [choice.argument for choice in first.choices[0]] == ["1.2", "1.0"]
    assert (await people.told(ANN, "hand 1.99")).startswith("Hand #1 · step 3 of 3")
    assert (await people.told(ANN, "hand 1.0")).startswith("Hand #1 · hold'em")
    assert "no whole number" in await people.refusal(ANN, "hand 1.x")


async def test_a_past_hand_comes_with_its_record_as_a_file_that_can_be_verified(
    people: People, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await people.sit_two()
    await people.told(people.actor, "fold")
    reply = await people.ask(ANN, "hand")
    assert reply.message is not None
    (file,) = reply.message.attachments
    assert file.name == "hand-1.json"
    saved = tmp_path / file.name
    saved.write_bytes(file.content)
    assert verify_file(saved) == SOUND, capsys.readouterr().out
    assert b" " not in file.content.replace(b"hold 'em", b"")
    assert "content" not in repr(file)


async def test_the_second_press_of_a_button_is_answered_as_the_first_was(people: People) -> None:
    await people.sit_two()
    first, second = people.actor, people.other
    turn = people.house.table.turn
    for text in ("call", "call", "call"):
        assert await people.ask(first, text, turn=turn) == Reply(message=None)
    assert people.house.table.deal is not None
    assert len(people.house.table.deal.hand.history) == 1
    for text in ("fold", "raise 300", "check"):
        assert "moment has passed" in await people.refusal(first, text, turn=turn)
    assert "moment has passed" in await people.refusal(second, "call", turn=turn)
    later = people.house.table.turn
    await people.told(second, "raise 300", turn=later)
    assert await people.ask(second, "raise 300", turn=later) == Reply(message=None)
    assert "moment has passed" in await people.refusal(second, "raise 400", turn=later)
    assert await people.ask(first, "call", turn=turn) == Reply(message=None)
    last = people.house.table.turn
    await people.told(first, "fold", turn=last)
    assert await people.ask(first, "fold", turn=last) == Reply(message=None)
    assert people.house.table.hand is None
    assert "No hand is being played" in await people.refusal(first, "fold")


async def test_typed_twice_is_meant_twice(people: People) -> None:
    await people.sit_two()
    first = people.actor
    await people.told(first, "call")
    assert "It is not your turn" in await people.refusal(first, "call")


async def test_words_for_the_cut_are_kept_as_typed(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join")
    assert "in every record" in await people.told(ANN, "cut phrase=a b=c  d")
    assert "phrase=a" in await people.told(ANN, "cut")
    assert await people.refusal(ANN, "cut " + "x" * 65) == "Your words are too long: at most 64 bytes."


async def test_a_language_is_a_players_own_and_the_rooms_by_whoever_administers_it(people: People) -> None:
    assert await people.told(ANN, "language zh-Hant") == "Language: Traditional Chinese."
    assert people.house.spoken == [(ANN, Locale.ZH_HANT)]
    await people.told(BOB, "语言 简体中文", host_powers=True)
    assert people.house.spoken[1:] == [(BOB, Locale.ZH_HANS), (ROOM, Locale.ZH_HANS)]
    assert "`zh-Hant` Traditional Chinese" in await people.refusal(ANN, "language klingon")


async def test_who_asks_for_the_language_alone_is_told_it_and_offered_every_one_in_its_own_words(
    people: People,
) -> None:
    reply = await people.ask(ANN, "language")
    assert reply.message is not None
    assert "Language: English." in " ".join(said(reply.message))
    (row,) = reply.message.choices
    assert [(one.name, one.argument) for one in row] == [(ChoiceName.LANGUAGE, one) for one in Locale]
    assert "Traditional Chinese" in await people.told(ANN, f"{row[1].name} {row[1].argument}")
    assert people.house.spoken == [(ANN, Locale.ZH_HANT)]


async def test_stopping_in_mid_hand_closes_the_table_after_it(people: People) -> None:
    await people.sit_two()
    assert "closes as soon as" in await people.told(ANN, "stop")
    assert not people.house.table.closed


async def test_rules_and_help_need_no_table(people: People) -> None:
    assert "The best five of seven count." in await people.told(ANN, "rules")
    assert "no-limit" not in await people.told(ANN, "rules")
    assert "`raise 300`" in await people.told(ANN, "幫助")
    await people.told(ANN, "new betting=pot_limit")
    assert "pot-limit hold'em" in await people.told(ANN, "規則")


async def test_when_redis_is_away_the_asker_is_told_and_nothing_else(people: People) -> None:
    people.house.away = True
    for text in ("join", "cards", "rules"):
        assert "cannot reach" in await people.refusal(ANN, text)
    assert "`raise 300`" in await people.told(ANN, "help")


async def test_every_button_that_is_shown_can_be_pressed(people: People) -> None:
    """Presses come back as the choice's name and argument; none of them is an unknown command."""
    await people.sit_two()
    unknown = "I do not know this"
    for name in ChoiceName:
        reply = await people.ask(ZOE, name.value)
        assert not (reply.message and unknown in " ".join(said(reply.message)))


def test_no_word_means_two_commands() -> None:
    words = [word for command in COMMANDS for word in (command.name, *command.aliases)]
    assert len(words) == len(set(words))
    assert all(word == word.casefold() for word in words)


def test_every_example_of_the_help_is_understood() -> None:
    for command in COMMANDS:
        word, _, rest = command.example.partition(" ")
        assert find(word) is command
        assert len(read(command, rest)) >= bool(rest)


def test_arguments_are_such_as_every_platform_can_offer() -> None:
    for command in COMMANDS:
        assert command.name.isascii()
        assert command.name.islower()
        assert len([argument for argument in command.arguments if not argument.typed]) <= 25
        for argument in command.arguments:
            assert (argument.kind is Kind.CHOICE) == bool(argument.choices)
            assert len(argument.choices) <= 25
            for choice in argument.choices:
                for templates in TEMPLATES.values():
                    assert f"{argument.family}.{choice}" in templates


def test_the_dealer_is_what_the_commands_ask_for() -> None:
    dealer: type[TableDealer] = Dealer  # checked by mypy
    assert dealer


@pytest.mark.parametrize("typed", ["new", "join"])
async def test_whoever_has_no_name_yet_is_told_to_give_one(people: People, typed: str) -> None:
    if typed == "join":
        await people.told(ANN, "new")
    assert "Give yourself a name first" in await people.refusal(BOB, typed, name=" ")


async def test_somebody_without_a_seat_gets_the_table_with_only_what_they_may_press(people: People) -> None:
    await people.sit_two("seats=2")
    shown = await people.ask(ZOE, "table")
    assert labels(shown.message) == [["Wait for a seat", "Rules"]]
    await people.told(ZOE, "wait")
    queued = await people.ask(ZOE, "table")
    assert labels(queued.message) == [["Rules"]]
    seated = await people.ask(ANN, "table")
    assert "Fold" in labels(seated.message)[1]


async def test_with_a_free_seat_they_may_sit_down(people: People) -> None:
    await people.sit_two()
    shown = await people.ask(ZOE, "table")
    assert labels(shown.message) == [["Sit down", "Rules"]]
