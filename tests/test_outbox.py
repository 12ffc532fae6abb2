"""The outbox on a real server: every commit is told, in order, by one sender at a time, whoever dies."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from core.cardroom.event_news import EventCancelled, EventCreated
from core.cardroom.table import Table
from core.commits import Change
from core.event_documents import news_document
from core.events import PhraseSet
from core.ids import RoomId, SeatNo
from core.outbox import Entry, Mark, NewsMark, NewsOutbox, Outbox, news_place
from core.store import Store
from tests.redis_faults import Raw
from tests.tally import HOME, LOBBY, SECRET, opened, opening

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
def partition(store: Store) -> int:
    return store.partition_of(HOME)


@pytest.fixture
def first(store: Store) -> Outbox:
    return Outbox(store, "web", "first")


@pytest.fixture
def second(store: Store) -> Outbox:
    return Outbox(store, "web", "second")


async def happen(store: Store, versions: range) -> Table:
    """Commits of these versions, each with its number as the phrase."""
    table = opened(opening(store))
    for version in versions:
        said = PhraseSet(seat=SeatNo(1), phrase=str(version))
        change = Change(
            request=f"r{version}",
            version=version - 1,
            before=table if version > 1 else None,
            after=table,
            events=(said,),
            record=None,
            due_in=None,
        )
        await store.commit(change)
    return table


async def taken(outbox: Outbox, partition: int) -> tuple[Entry, ...] | None:
    [entries] = await outbox.take([partition])
    return entries


def phrases(entries: tuple[Entry, ...] | None) -> list[str]:
    assert entries is not None
    return [event.phrase for entry in entries for event in entry.events if isinstance(event, PhraseSet)]


async def lose(raw: Raw, partition: int) -> None:
    """The lease ends, as it does for a sender that is dead or slow."""
    assert await raw.delete(f"{{p{partition:02}}}:lease:web") == 1


async def test_what_was_committed_is_taken_in_order(store: Store, first: Outbox, partition: int) -> None:
    table = await happen(store, range(1, 4))
    entries = await taken(first, partition)
    assert phrases(entries) == ["1", "2", "3"]
    assert entries
    assert [(entry.table_id, entry.version) for entry in entries] == [
        (table.id, number) for number in (1, 2, 3)
    ]
    assert "phrase" not in repr(entries)


async def test_what_is_not_settled_comes_again_before_what_is_new(
    store: Store, first: Outbox, partition: int
) -> None:
    await happen(store, range(1, 4))
    await taken(first, partition)
    await happen(store, range(4, 6))
    assert phrases(await taken(first, partition)) == ["1", "2", "3", "4", "5"]


async def test_what_is_settled_is_gone(store: Store, raw: Raw, first: Outbox, partition: int) -> None:
    await happen(store, range(1, 4))
    entries = await taken(first, partition)
    assert entries
    assert await first.settle(partition, entries[:2])
    assert phrases(await taken(first, partition)) == ["3"]
    assert await first.settle(partition, entries[2:])
    stream = f"{{p{partition:02}}}:out:web"
    assert (await raw.xpending(stream, "senders"))["pending"] == await raw.xlen(stream) == 0
    assert await taken(first, partition) == ()
    await happen(store, range(4, 5))
    assert phrases(await taken(first, partition)) == ["4"]


async def test_only_so_many_entries_come_at_once(store: Store, partition: int) -> None:
    await happen(store, range(1, 6))
    outbox = Outbox(store, "web", "first", most=2)
    for expected in (["1", "2"], ["3", "4"], ["5"]):
        entries = await taken(outbox, partition)
        assert phrases(entries) == phrases(await taken(outbox, partition)) == expected
        assert entries
        assert await outbox.settle(partition, entries)


async def test_a_second_sender_waits_for_the_first(
    store: Store, first: Outbox, second: Outbox, partition: int
) -> None:
    await happen(store, range(1, 2))
    assert await taken(first, partition)
    assert await taken(second, partition) is None
    assert await first.holds(partition)
    assert not await second.holds(partition)
    await second.release([partition])
    assert await taken(second, partition) is None
    await first.release([partition])
    assert phrases(await taken(second, partition)) == ["1"]


async def test_a_lease_ends_unless_it_is_used(store: Store, raw: Raw, partition: int) -> None:
    outbox, lease = Outbox(store, "web", "first", lease=9_000), f"{{p{partition:02}}}:lease:web"
    for use in (lambda: taken(outbox, partition), lambda: outbox.holds(partition)):
        await use()
        assert 8_000 < await raw.pttl(lease) <= 9_000
        await raw.pexpire(lease, 500)
    await outbox.settle(partition, [])
    assert 8_000 < await raw.pttl(lease) <= 9_000


async def test_a_sender_that_lost_its_lease_settles_nothing_and_the_next_one_sends_it(
    store: Store, raw: Raw, first: Outbox, second: Outbox, partition: int
) -> None:
    await happen(store, range(1, 4))
    entries = await taken(first, partition)
    assert entries
    assert await first.settle(partition, entries[:1])
    await lose(raw, partition)
    await happen(store, range(4, 5))
    assert phrases(await taken(second, partition)) == ["2", "3", "4"]
    assert not await first.holds(partition)
    assert not await first.settle(partition, entries[1:], {LOBBY: None})
    assert phrases(await taken(second, partition)) == ["2", "3", "4"]


async def test_two_senders_dying_in_turn_lose_nothing_and_reorder_nothing(
    store: Store, raw: Raw, partition: int
) -> None:
    sent: list[str] = []
    for round_ in range(30):
        await happen(store, range(3 * round_ + 1, 3 * round_ + 4))
        sender = Outbox(store, "web", f"sender {round_}", most=5)
        entries = await taken(sender, partition)
        assert entries
        for entry in entries[:3]:
            assert await sender.holds(partition)
            sent += phrases((entry,))
            assert await sender.settle(partition, [entry])
        await lose(raw, partition)
        assert not await sender.holds(partition)
    assert sent == [str(number) for number in range(1, 91)]


async def test_each_platform_of_a_tables_rooms_is_told_once(store: Store, partition: int) -> None:
    table = opened(opening(store))
    both = replace(table, rooms=(LOBBY, RoomId("discord:1:2"), RoomId("discord:1:3")))
    said = PhraseSet(seat=SeatNo(1), phrase="hello")
    await store.commit(
        Change(request="1", version=0, before=None, after=both, events=(said,), record=None, due_in=None)
    )
    for platform in ("web", "discord"):
        assert phrases(await taken(Outbox(store, platform, "first"), partition)) == ["hello"]
    assert await taken(Outbox(store, "telegram", "first"), partition) == ()
    gone = replace(table, closed=True)
    await store.commit(
        Change(request="2", version=1, before=both, after=gone, events=(said,), record=None, due_in=None)
    )
    for platform in ("web", "discord"):
        assert phrases(await taken(Outbox(store, platform, "first"), partition)) == ["hello", "hello"]


async def test_every_partition_is_taken_in_one_call(store: Store, first: Outbox, partition: int) -> None:
    await happen(store, range(1, 2))
    found = await first.take(range(64))
    assert [number for number, entries in enumerate(found) if entries] == [partition]


async def test_marks_tell_the_next_sender_which_message_is_live(
    store: Store, raw: Raw, first: Outbox, second: Outbox, partition: int
) -> None:
    table = await happen(store, range(1, 2))
    entries = await taken(first, partition)
    assert entries
    live = Mark(table_id=table.id, version=1, hand_no=3, message="12|34")
    assert await first.settle(partition, entries, {LOBBY: live, RoomId("web:|"): live})
    await lose(raw, partition)
    await taken(second, partition)
    assert await second.marks(partition) == {LOBBY: live, RoomId("web:|"): live}
    assert await second.settle(partition, [], {LOBBY: None})
    assert await second.marks(partition) == {RoomId("web:|"): live}


async def test_what_this_version_cannot_read_is_left_for_one_that_can(
    store: Store, raw: Raw, first: Outbox, second: Outbox, partition: int
) -> None:
    await happen(store, range(1, 2))
    stream = f"{{p{partition:02}}}:out:web"
    await raw.xadd(stream, {"t": "07kkkkkk", "v": 2, "e": f'{{"schema":2,"events":"{SECRET}"}}'})
    with capture_logs() as logs:
        assert await taken(first, partition) is None
    assert [log["event"] for log in logs] == ["outbox_unreadable"]
    assert SECRET not in repr(logs)
    assert await raw.xlen(stream) == 2
    await raw.xdel(stream, (await raw.xrange(stream))[-1][0])
    assert phrases(await taken(second, partition)) == ["1"]


async def test_tournaments_have_news_leases_and_marks_of_their_own(
    store: Store, raw: Raw, first: Outbox, partition: int
) -> None:
    news = (EventCreated(name="Cup"), EventCancelled())
    fields = {"t": "00-abcdef", "v": "7", "e": news_document(news)}
    await raw.xadd(f"{{p{partition:02}}}:news:web", fields)
    await happen(store, range(1, 2))
    assert phrases(await taken(first, partition)) == ["1"]
    other = NewsOutbox(store, "web", "other")
    [entries] = await other.take([partition])
    assert entries is not None
    assert [(one.event_id, one.version, one.news) for one in entries] == [("00-abcdef", 7, news)]
    mark = NewsMark(told=7, telling=7, items=2, shown=6, message="a|b")
    place = news_place(LOBBY, entries[0].event_id)
    assert await other.settle(partition, entries, {place: mark})
    assert await other.marks(partition) == {place: mark}
    assert await first.marks(partition) == {}
    assert await other.take([partition]) == [()]
    assert await NewsOutbox(store, "web", "third").take([partition]) == [None]
    assert phrases(await taken(first, partition)) == ["1"]
