"""Tournaments on a real server, for the tests: dealer and director as a process has them, and people who act at once.

A process may die at any commit of its director: the next one goes on.
"""

from dataclasses import dataclass, field, replace
from random import Random
from secrets import token_hex

from core.actions import Play, Temper
from core.cardroom.directing import EventOutcome
from core.cardroom.event_actions import CreateEvent, EventAction, Register, StartEvent
from core.cardroom.event_news import News
from core.cardroom.event_options import EventOptions
from core.cardroom.structure import PRESETS, Speed
from core.cardroom.table import Table, chips_at, seat_at
from core.cardroom.tournament import Stage, Tournament
from core.director import Director, EventAnswered
from core.event_commits import EventAnswer, Seen
from core.event_store import EventStore
from core.ids import EventId, PlayerId, RoomId, SeatNo, TableId, is_event
from core.options import TableOptions
from core.refusals import Refused
from core.store import StoreAway
from tests.banks import ANN, Club, now_ms
from tests.tournament_simulator import check_event, some_move

QUICK = TableOptions(seats=6, pause_seconds=0, computer_ms=0, orbit_bank_seconds=0)
TURBO = replace(PRESETS[Speed.TURBO], break_every=0)
LEASE = 1
NOWHERE = EventId("")


def hurried_ms() -> int:
    """A director whose clock is far ahead leaves nobody time to look at a board that was run out."""
    return now_ms() + 600_000


class MortalStore(EventStore):
    """Dies at some of its commits: before they are written, or before it hears of them."""

    dying: Random | None = None
    deaths = 0

    async def commit(self, seen: Seen, outcome: EventOutcome, request: str, now: int) -> EventAnswer:
        """As the store does, unless it dies."""
        dice = 1.0 if self.dying is None else self.dying.random()
        if dice < 0.15:
            self.deaths += 1
            raise StoreAway("killed before the commit")
        answer = await super().commit(seen, outcome, request, now)
        if dice < 0.3:
            self.deaths += 1
            raise StoreAway("killed after the commit")
        return answer


@dataclass(kw_only=True)
class EventHouse:
    """One event in a club."""

    club: Club
    options: EventOptions = field(default_factory=lambda: EventOptions(table=QUICK, structure=TURBO))
    id: EventId = NOWHERE
    news: list[News] = field(default_factory=list)
    hands: int = 0

    def __post_init__(self) -> None:
        self.chance = Random("house")
        self.events = MortalStore(self.club.store)
        self.partition = self.club.store.partition_of(self.club.community)
        self.director = self.new_director()

    def new_director(self) -> Director:
        """As a process that has just started has it."""
        return Director(self.events, hurried_ms, lambda: token_hex(32))

    async def announce(self, people: int = 0) -> None:
        """The host announces the event, and computers are in it."""
        self.id = self.events.new_id(self.club.community, self.chance.choice)
        action = CreateEvent(
            by=ANN,
            host_name="Ann",
            event=self.id,
            community=self.club.community,
            rooms=(RoomId("discord:5:1"), RoomId("discord:5:2")),
            name="Cup",
            options=self.options,
        )
        await self.do(action)
        for number in range(people):
            await self.do(
                Register(by=PlayerId(f"computer:{number}"), name=f"C{number}", temper=Temper.MANIAC)
            )

    async def do(self, action: EventAction, request: str = "") -> EventAnswered:
        """An action, with a request id of its own unless one is given."""
        answer = await self.director.act(self.id, action, request or token_hex(8))
        if not answer.repeated:
            self.news.extend(answer.news)
        return answer

    async def start(self) -> None:
        """The host begins."""
        await self.do(StartEvent(by=ANN))

    async def look(self) -> Tournament:
        """The event as Redis has it."""
        return await self.director.look(self.id)

    async def tables(self) -> dict[TableId, Table]:
        """Its tables as Redis has them."""
        found = {one: await self.club.store.load(one) for one in (await self.look()).tables}
        return {one: stored.table for one, stored in found.items() if stored is not None}

    async def claim(self) -> list[tuple[TableId, int]]:
        """What is due."""
        ((claimed, _),) = await self.club.store.claim_due([self.partition], LEASE)
        return claimed

    async def tick(self, name: TableId, version: int) -> None:
        """Let one deadline pass; a director that dies is followed by another one."""
        if not is_event(name):
            before = (await self.club.dealer.look(name)).hand_no
            answer = await self.club.dealer.tick(name, version, token_hex(32))
            self.hands += answer is not None and answer.table.hand_no > before
            return
        try:
            answered = await self.director.tick(self.id)
        except StoreAway:
            self.director = self.new_director()
            return
        if answered is not None:
            self.news.extend(answered.news)
            if answered.event.stage is Stage.RUNNING:
                check_event(answered.event, await self.tables())

    async def people_act(self) -> None:
        """Every person whose turn it is acts."""
        for table_id, table in (await self.tables()).items():
            hand = table.hand
            if hand is None or not hand.waiting_for:
                continue
            seat = seat_at(table, SeatNo(hand.setup.seats[hand.waiting_for[0]]))
            if seat.temper is None:
                action = Play(by=seat.player, move=some_move(table, self.chance), turn=table.turn)
                try:
                    await self.club.dealer.act(table_id, action, token_hex(8))
                except Refused:
                    continue

    async def play_on(self, people: bool = False) -> Tournament:
        """Until it is over."""
        while (event := await self.look()).stage is Stage.RUNNING:
            for name, version in await self.claim():
                await self.tick(name, version)
            if people:
                await self.people_act()
        return event


def in_play(tables: dict[TableId, Table]) -> int:
    """Tournament chips at tables."""
    return sum(chips_at(table) for table in tables.values())
