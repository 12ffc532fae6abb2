"""What a hall is told of a tournament: one message, edited in place, and news in order, each once, whoever dies."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from structlog.testing import capture_logs

from adapters import rounds
from adapters.announce import Announcer
from adapters.messages import ChoiceName, Locale, PortError, Text
from adapters.told_news import ToldNews
from adapters.wording import DOT
from bot.house import LiveHouse
from bot.telling import halls_of
from core.cardroom.event_actions import CancelEvent, ChangeStart, PauseEvent, StartEvent
from core.ids import EventId, RoomId, part_of
from core.outbox import NewsEntry, NewsOutbox, Outbox
from core.store import Store
from tests.event_house import hurried_ms
from tests.hall_stage import CHANNEL, HOST, LOBBY, SIDE, HallStage, hall_stage, names
from tests.keeper import Keeper, Naps, plain, until
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

FORBIDDEN = PortError("forbidden", retry_after=3_600)


@pytest.fixture
def stage(store: Store, raw: Raw) -> HallStage:
    return hall_stage(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


@pytest.fixture
def naps() -> Naps:
    """What is tried again after an hour is not tried again."""
    naps = Naps()
    naps.held = {3_600}
    return naps


def titles(port: Keeper, room: RoomId = LOBBY) -> list[str]:
    """What each message of a room is about, in order, as they are now."""
    shown = [port.now(one).lines[0].pieces for one in port.posts if port.rooms[one] == room]
    keys = [
        next(piece.key for piece in pieces if isinstance(piece, Text) and piece != DOT) for pieces in shown
    ]
    return [key.rpartition(".")[2] for key in keys]


async def test_a_tournament_has_one_message_from_the_first_news_to_its_end(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce()
        await stage.settled()
        assert ChoiceName.REGISTER in names(port.now("m1"))
        await stage.enter("web:ann", "web:ben")
        await stage.settled()
        assert "ann ben" in plain(port.now("m1")).replace(" · ", " ")
        await stage.do(StartEvent(by=HOST))
        await stage.play()
        await stage.settled()
    assert titles(port) == ["over", "started", "final"]
    assert not names(port.now("m1"))
    assert port.pinned == [(LOBBY, "m3")]
    assert await stage.marks() == {}


async def test_results_that_cannot_be_pinned_are_told_all_the_same(stage: HallStage, port: Keeper) -> None:
    port.no_pins = PortError("not allowed")
    with capture_logs() as logs:
        async with stage.telling(port):
            await stage.announce(2)
            await stage.do(StartEvent(by=HOST))
            await stage.play()
            await stage.settled()
    assert titles(port)[-1] == "final"
    assert [log["log_level"] for log in logs if log["event"] == "not_pinned"] == ["debug"]


async def test_a_message_that_somebody_has_deleted_is_posted_again_and_goes_on(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce(1)
        await stage.settled()
        port.deleted = {"m1"}
        await stage.enter("web:ben")
        await stage.settled()
        assert (await stage.marks())[LOBBY] == "m2"
        await stage.enter("web:cat")
        await stage.settled()
    assert list(port.posts) == ["m1", "m2"]
    assert "cat" in plain(port.now("m2"))


async def test_who_starts_anew_goes_on_with_the_same_message_and_tells_nothing_twice(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
    whispers = len(port.whispers)
    async with stage.telling(port):
        await stage.play()
        await stage.settled()
    assert titles(port) == ["over", "started", "final"]
    seats = [topic for _, topic, message in port.whispers[:whispers] if message is not None]
    assert len(seats) == 2
    again = [topic for _, topic, message in port.whispers[whispers:] if message is not None]
    assert not set(seats) & set(again)


async def test_a_hall_that_was_told_before_the_teller_died_is_not_told_again(
    store: Store, raw: Raw, port: Keeper, naps: Naps
) -> None:
    """The other hall is behind, so the news are still in the outbox."""
    stage = hall_stage(store, raw, LOBBY, SIDE)
    async with stage.telling(port, dies=True, sender="first", naps=naps):
        await stage.announce(2)
        await stage.settled()
        port.barred = {SIDE: FORBIDDEN}
        await stage.do(StartEvent(by=HOST))
        await until(lambda: titles(port) == ["level", "started"])
        await until(lambda: naps.waiting == 1)
    assert await stage.waiting() == 1
    port.barred = {}
    await stage.lose_lease()
    async with stage.telling(port):
        await stage.settled()
    assert titles(port, LOBBY) == titles(port, SIDE) == ["level", "started"]


async def test_whoever_takes_over_from_a_slow_teller_has_the_last_word(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port, dies=True, sender="slow") as first:
        await stage.announce(2)
        await stage.settled()
        port.slow.clear()
        await stage.do(StartEvent(by=HOST))
        await until(lambda: port.waiting == 1)
        await stage.lose_lease()
        async with stage.telling(port, sender="next"):
            await until(lambda: port.waiting == 2)
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            port.slow.set()
            await stage.settled()
    assert titles(port) == ["level", "started"]


async def test_a_teller_that_has_lost_its_lease_says_nothing_more(stage: HallStage, port: Keeper) -> None:
    async with stage.telling(port, sender="first"):
        await stage.announce(2)
        await stage.settled()
        port.slow.clear()
        await stage.do(StartEvent(by=HOST))
        await until(lambda: port.waiting == 1)
        await stage.club.raw.set(f"{{p{stage.partition:02}}}:news-lease:web", "another")
        port.slow.set()
        await until(lambda: len(port.posts) == 2)
        edits = port.edits
        await stage.play()
        assert (port.edits, len(port.posts)) == (edits, 2)
    assert await stage.waiting() > 1


async def test_a_hall_that_refuses_delays_only_itself(
    store: Store, raw: Raw, port: Keeper, naps: Naps
) -> None:
    stage = hall_stage(store, raw, LOBBY, SIDE)
    port.barred = {SIDE: FORBIDDEN}
    async with stage.telling(port, naps):
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await stage.play()
        await until(lambda: titles(port) == ["over", "started", "final"])
        assert titles(port, SIDE) == []
        assert len(port.whispers) >= 3
        port.barred = {}
        naps.held = set()
        naps.ring()
        await stage.settled()
    assert titles(port, SIDE)[-1] == "final"
    assert len(titles(port)) == 3


async def test_a_hall_that_is_slow_keeps_neither_others_nor_another_tournament_waiting(
    store: Store, raw: Raw, port: Keeper
) -> None:
    stage, other = hall_stage(store, raw, LOBBY, SIDE), hall_stage(store, raw, LOBBY)
    other.chance = Random("other")
    port.slow_rooms = {SIDE: asyncio.Event()}
    async with stage.telling(port):
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await stage.play()
        await other.announce()
        await until(lambda: len(titles(port)) == 4)
        assert titles(port, SIDE) == []
        port.slow_rooms[SIDE].set()
        await stage.settled()
    assert "final" in titles(port, SIDE)


async def test_a_hall_that_cannot_be_told_for_long_keeps_no_other_news_from_being_read(
    store: Store, raw: Raw, port: Keeper, naps: Naps
) -> None:
    """What is dropped for it the tournament's message will tell."""
    stage = hall_stage(store, raw, LOBBY, SIDE)
    port.barred = {SIDE: FORBIDDEN}
    async with stage.telling(port, naps):
        await stage.announce(60)
        await until(lambda: bool(port.posts) and "60" in plain(port.now("m1")))
        async with asyncio.timeout(10):
            while await stage.waiting() > 20:  # noqa: ASYNC110 - what is waited for knows of no event
                await asyncio.sleep(0.01)
        port.barred, naps.held = {}, set()
        naps.ring()
        await stage.settled()
    assert plain(port.now("m1")) == plain(port.now("m2"))


async def test_a_burst_of_registrations_is_folded_into_few_edits(stage: HallStage, port: Keeper) -> None:
    """The platform takes an edit in a thousand seconds: there is none before, and one that tells all."""
    port.pace = 1_000.0
    async with stage.telling(port):
        await stage.announce(200)
        async with asyncio.timeout(10):
            while await stage.waiting() > 1:  # noqa: ASYNC110 - what is waited for knows of no event
                await asyncio.sleep(0.01)
        assert (list(port.posts), port.edits) == (["m1"], 0)
    async with stage.telling(port):
        await stage.settled()
    assert (list(port.posts), port.edits) == (["m1"], 1)
    assert "200" in plain(port.now("m1"))


async def test_milestones_wait_for_no_edit(stage: HallStage, port: Keeper) -> None:
    port.pace = 1_000.0
    async with stage.telling(port):
        await stage.announce(2)
        await until(lambda: bool(port.posts))
        await stage.do(StartEvent(by=HOST))
        await until(lambda: len(port.posts) == 2)
        assert (titles(port)[-1], port.edits) == ("started", 0)
        await stage.play()
        await stage.settled()
        assert titles(port) == ["over", "started", "final"]
        assert port.edits == 1


async def test_a_tournament_is_told_on_every_platform_of_its_halls(store: Store, raw: Raw) -> None:
    stage = hall_stage(store, raw, LOBBY, CHANNEL)
    page, chat = Keeper(), Keeper(of="discord")
    async with stage.telling(page), stage.telling(chat):
        await stage.announce()
        await stage.enter("web:ann", "discord:7")
        await stage.do(StartEvent(by=HOST))
        await stage.play()
        await stage.settled()
        await stage.settled("discord")
    assert titles(page) == titles(chat, CHANNEL)
    assert len(titles(page)) == 3
    assert {player for player, _, _ in page.whispers} == {"web:ann"}
    assert {player for player, _, _ in chat.whispers} == {"discord:7"}


async def test_links_go_where_the_platform_has_put_the_tables(stage: HallStage, port: Keeper) -> None:
    thread = RoomId("web:thread")
    port.threads = {part_of(LOBBY, 1): thread}
    async with stage.telling(port):
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
    event = await stage.look()
    assert {room for room, _, _ in port.asked_for} == {part_of(LOBBY, 1)}
    assert {table for _, table, _ in port.asked_for} == {event.tables[0]}
    assert str(thread) in repr(port.now("m1"))
    assert str(thread) in repr(port.now("m2"))
    assert str(thread) in repr(port.whispered(event.entrants[0].player))


async def test_one_that_does_not_take_place_is_told_so_and_its_message_has_no_buttons(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce(2)
        await stage.settled()
        await stage.do(CancelEvent(by=HOST))
        await stage.settled()
    assert titles(port) == ["cancelled", "cancelled"]
    assert not names(port.now("m1"))
    assert await stage.marks() == {}


async def test_another_start_and_a_pause_are_told_in_the_hall(stage: HallStage, port: Keeper) -> None:
    starts = hurried_ms() + 3_600_000
    stage.options = replace(stage.options, starts_at=starts)
    async with stage.telling(port):
        await stage.announce(2)
        await stage.settled()
        await stage.do(ChangeStart(by=HOST, starts_at=starts + 60_000))
        await stage.settled()
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
        await stage.do(PauseEvent(by=HOST, paused=True))
        await stage.settled()
        await stage.do(PauseEvent(by=HOST, paused=False))
        await stage.settled()
    assert titles(port)[1:] == ["new_start", "started", "pause", "goes_on"]
    assert titles(port, part_of(LOBBY, 1)) == ["pause", "goes_on"]


async def test_who_plays_in_a_thread_reads_there_that_it_is_paused(store: Store, raw: Raw) -> None:
    thread = RoomId("discord:1:99")
    stage, port = hall_stage(store, raw, CHANNEL), Keeper(of="discord")
    port.threads[part_of(CHANNEL, 1)] = thread
    async with stage.telling(port):
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await stage.settled("discord")
        await stage.do(PauseEvent(by=HOST, paused=True))
        await stage.settled("discord")
    assert titles(port, thread) == ["pause"]


async def test_a_table_has_a_message_from_its_first_hand_to_its_last_and_none_beside(
    stage: HallStage, port: Keeper
) -> None:
    store = stage.club.store
    house = LiveHouse(store, stage.club.dealer, Locale.EN, stage.director)
    announcer = Announcer(
        house,
        Outbox(store, "web", "one"),
        port,
        partitions=store.partitions,
        partition_of=store.partition_of_table,
    )
    halls_of(store, house, port, announcer)
    stage.club.dealer.on_commit.append(announcer.wake)
    task = asyncio.create_task(announcer.run())
    room = part_of(LOBBY, 1)
    try:
        await stage.announce(2)
        await stage.do(StartEvent(by=HOST))
        await until(lambda: bool(port.asked_for))
        assert room not in port.rooms.values()
        await stage.play()
        await until(lambda: any("is closed." in plain(port.now(one)) for one in port.posts))
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    shown = [one for one in port.posts if port.rooms[one] == room]
    assert all("Hand #" in plain(message) for one in shown for message in port.posts[one])
    last = port.now(shown[-1])
    assert plain(last).count("is out in 2nd place of 2") == 1
    assert "out of chips" not in plain(last)
    assert "counted out" not in plain(last)
    assert plain(last).endswith("is closed.")
    assert not names(last)


async def test_a_commit_to_a_tournament_is_told_at_once_in_its_halls_and_at_its_tables(
    stage: HallStage, port: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody looks around by themselves within the hour."""
    monkeypatch.setattr(rounds, "SWEEP", 3_600.0)
    store, tables = stage.club.store, Keeper()
    house = LiveHouse(store, stage.club.dealer, Locale.EN, stage.director)
    announcer = Announcer(
        house,
        Outbox(store, "web", "one"),
        tables,
        partitions=store.partitions,
        partition_of=store.partition_of_table,
    )
    halls = halls_of(store, house, port, announcer)
    tasks = [asyncio.create_task(one.run()) for one in (announcer, halls)]
    try:
        await stage.announce(2)
        await until(lambda: bool(port.posts))
        await stage.do(StartEvent(by=HOST))
        await until(lambda: "started" in titles(port))
        await until(lambda: [room for room, _, _ in tables.asked_for] == [part_of(LOBBY, 1)])
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_news_that_come_while_those_who_tell_end_one_after_the_other_wait_for_all_of_them(
    stage: HallStage,
) -> None:
    """Else who has ended already would never tell them, and who has not would wait for that for ever."""
    told = ToldNews(NewsOutbox(stage.club.store, "web", "one"), 0, EventId("00-abcdef"))
    later = NewsEntry(id="1-0", event_id=told.event_id, version=1, news=())
    assert told.is_done()
    told.hear([later])
    assert told.is_done()
    told.ended()
    told.hear([later])
    assert not told.is_done()
    assert told.waiting == (later,)
