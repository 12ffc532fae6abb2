"""Who tells a platform what is committed there: of tables its announcer, of tournaments its halls."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from adapters.announce import Announcer
from adapters.halls import Halls
from adapters.messages import Port
from bot.house import LiveHouse
from core.event_store import EventStore
from core.ids import EventId
from core.outbox import NewsOutbox
from core.store import Store


def halls_of(
    store: Store,
    house: LiveHouse,
    port: Port,
    announcer: Announcer,
    *,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Halls:
    """The halls of a port; they are woken by this process's commits to tournaments, and so is `announcer`, since those
    change tables as well. `sleep` waits before something is tried again, in seconds."""
    partition_of = EventStore(store).partition_of
    halls = Halls(
        house.events,
        house,
        NewsOutbox(store, port.platform, secrets.token_hex(8)),
        port,
        partitions=store.partitions,
        partition_of=partition_of,
        clock_ms=house.dealer.clock_ms,
        sleep=sleep,
    )

    def wake(event_id: EventId) -> None:
        halls.wake(event_id)
        partition = partition_of(event_id)
        if partition is not None:
            announcer.wake_partition(partition)

    house.director.on_news.append(wake)
    return halls
