"""Who is shown what in private: their own cards, when something about them is new, under a topic for each hand."""

from itertools import pairwise

import pytest

from adapters.messages import Cards, ChoiceName, Message
from adapters.whispers import Whispers
from core.actions import Leave, Sit, SitOut, TimeOut
from core.ids import PlayerId
from core.options import TableOptions
from core.poker.actions import Fold, RaiseTo
from core.side_actions import Buying, ChooseBuying, LeaveQueue, Queue
from core.store import Store
from tests.announcing import Scene, announcer, scene, telling
from tests.keeper import Keeper, plain
from tests.redis_faults import Raw
from tests.tables import Evening

pytest_plugins = ["tests.redis_server"]
ANN, BEN, CAT = (PlayerId(f"web:{name}") for name in ("ann", "ben", "cat"))


@pytest.fixture
async def table(store: Store, raw: Raw) -> Scene:
    return await scene(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


def cards(message: Message | None) -> set[str]:
    assert message is not None
    pieces = [piece for line in message.lines for piece in line.pieces if isinstance(piece, Cards)]
    return {card.value for piece in pieces for card in piece.cards}


async def test_each_player_is_shown_their_own_cards_and_nobody_elses(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.move(RaiseTo(to=300))
        await table.settled()
    dealt = await table.look()
    assert dealt.hand is not None
    holes = {}
    for number, hole in zip(dealt.hand.setup.seats, dealt.hand.dealt.holes, strict=True):
        seat = dealt.seats[number - 1]
        assert seat is not None
        holes[seat.player] = {card.value for card in hole}
    assert set(holes) == {ANN, BEN, CAT}
    for player, own in holes.items():
        shown = [cards(message) for _, message in port.whispered(player)]
        assert shown
        assert all(each == own for each in shown)


async def test_a_player_is_told_only_what_is_new_to_them(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        await table.do(SitOut(by=ANN))  # which changes nothing about the hand
        await table.settled()
        for player in (ANN, BEN, CAT):
            messages = [message for _, message in port.whispered(player)]
            assert messages
            assert all(one != other for one, other in pairwise(messages))


async def test_each_hand_has_its_topic_and_the_old_one_is_taken_away_first(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.fold_round()
        await table.settled()
        await table.tick()
        await table.settled()
    topics = [(topic, message is None) for topic, message in port.whispered(ANN)]
    first, second = f"{table.id}:1", f"{table.id}:2"
    assert {topic for topic, _ in topics} == {first, second}
    gone = topics.index((first, True))
    assert {topic for topic, _ in topics[:gone]} == {first}
    assert {topic for topic, _ in topics[gone + 1 :]} == {second}


async def test_who_leaves_loses_what_is_private(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        folder = await table.to_act()
        await table.move(Fold())
        await table.settled()
        while (await table.look()).hand is not None:
            await table.move(Fold())
        await table.do(Leave(by=folder))
        await table.settled()
    assert port.whispered(folder)[-1] == (f"{table.id}:1", None)


async def test_asking_again_shows_what_was_shown_to_the_asker_alone(table: Scene, port: Keeper) -> None:
    asked = announcer(table, port)
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
    before = len(port.whispers)
    await asked.whisper_again((await table.look()).rooms[0], ANN, table.id)
    assert port.whispers[before:] == [port.whispers[before]]
    assert port.whispers[before][0] == ANN
    assert port.whispers[before][1:] == port.whispered(ANN)[0]


async def test_who_waits_is_told_privately_of_the_seat_that_is_offered(
    store: Store, raw: Raw, port: Keeper
) -> None:
    table = await scene(store, raw, options=TableOptions(seats=2))
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.do(Queue(by=CAT, name="Cat"))
        await table.settled()
        assert port.whispered(CAT) == []
        await table.do(Leave(by=BEN))
        await table.settled()
        ((topic, message),) = port.whispered(CAT)
        assert message is not None
        assert topic == f"{table.id}:seat"
        assert names(message) == [ChoiceName.JOIN, ChoiceName.UNWAIT]
        await announcer(table, port).whisper_again((await table.look()).rooms[0], CAT, table.id)
        assert port.whispered(CAT)[1] == (topic, message)
        await table.do(LeaveQueue(by=CAT))
        await table.settled()
    assert port.whispered(CAT)[-1] == (topic, None)


async def test_who_is_away_has_one_panel_for_the_seat_however_many_hands_are_dealt(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.do(SitOut(by=CAT))
        await table.start()
        for _ in range(2):
            await table.fold_round()
            await table.tick()
        await table.settled()
        topics = {topic for topic, _ in port.whispered(CAT)}
        assert topics == {f"{table.id}:seat"}
        # One when the blinds were not yet missed, and one more for what is owed since.
        assert len(port.whispered(CAT)) <= 3


def names(message: Message) -> list[ChoiceName]:
    return [choice.name for row in message.choices for choice in row]


async def test_who_lost_the_seat_for_want_of_chips_reads_why_until_they_sit_again(port: Keeper) -> None:
    evening = Evening()
    evening.sit("Ann", "Ben", "Cat")
    for player in (ANN, BEN, CAT):
        evening.do(ChooseBuying(by=player, buying=Buying.REBUY))
    evening.start()
    evening.all_in()
    broke = next(seat.player for seat in evening.table.seats if seat is not None and not seat.stack)
    evening.now = evening.table.deadline or 0
    events = evening.do(TimeOut(chance=evening.chance(), short=(broke,)))
    whispers, topic = Whispers(port), f"{evening.table.id}:wallet"
    await whispers.show(evening.table)
    await whispers.part(evening.table, events)
    assert [player for player in (ANN, BEN, CAT) if topic in dict(port.whispered(player))] == [broke]
    last = port.whispered(broke)[-1][1]
    assert last is not None
    assert "your wallet does not hold enough" in plain(last)
    evening.do(Sit(by=broke, name="Again"))
    await whispers.show(evening.table)
    assert (topic, None) in port.whispered(broke)
