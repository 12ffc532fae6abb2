"""The house as the adapters see it: tables, records, languages and fresh chance, on one store and one dealer."""

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import Any

from adapters import render
from adapters.messages import Locale, Message
from bot.house_events import LiveEvents, new_director
from core.actions import CloseIn, Grant
from core.banking import Bank
from core.cardroom.evening import Curve, curves
from core.cardroom.table import Table
from core.commits import Keeping
from core.dates import season_of
from core.dealer import Dealer
from core.deed_log import DeedLog
from core.director import Director
from core.host_actions import CancelTable, PauseTable
from core.ids import HOUSE, CommunityId, PlayerId, RoomId, TableId, Turn, hall_of
from core.kept import Kept
from core.links import Links
from core.personal import Personal
from core.poker.exports import ExportForm, exported
from core.poker.record import HandRecord, published
from core.poker.record_steps import Step, steps
from core.seasons import Seasons
from core.sight import public_view
from core.store import Store


class LiveHouse:
    """What commands, announcers and ports ask for (`adapters.asking.House`, `adapters.announce.Tables`)."""

    def __init__(self, store: Store, dealer: Dealer, usual: Locale, director: Director | None = None) -> None:
        """`usual` is the language of whoever has chosen none; `director` the one that the clock has too."""
        self.dealer = dealer
        self.links = Links(store, Kept(store))
        self.logs = DeedLog(store)
        self.people = Personal(store)
        self.bank = Bank(store)
        self.seasons = Seasons(store)
        self.director = director or new_director(store, dealer.clock_ms)
        self.events = LiveEvents(store, self.director, self.links, dealer.clock_ms)
        self.around: Callable[[RoomId], Sequence[tuple[PlayerId, str]]] = _nobody
        """Who is in a room now, as the web's port knows it."""
        self._store = store
        self._usual = usual
        self._locales: dict[str, Locale] = {}

    async def community_of(self, room: RoomId) -> CommunityId:
        """The guild, the group or the web room, or what that is linked with. Raises StoreAway."""
        return await self.links.community_of(room)

    def new_table_id(self, community: CommunityId) -> TableId:
        """A fresh id in the community's partition."""
        return self._store.new_table_id(community, secrets.choice)

    def chance(self) -> str:
        """32 fresh random bytes, in hex."""
        return secrets.token_hex(32)

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room. Raises StoreAway."""
        return await self._store.table_in(room, community)

    def here(self, room: RoomId) -> Sequence[tuple[PlayerId, str]]:
        """Who is in a room of the web now, and by what name."""
        return self.around(room)

    async def last_table(self, room: RoomId) -> TableId | None:
        """The table that was open in a room last; None when that is long ago. Raises StoreAway."""
        return await Kept(self._store).last_table(room)

    async def last_hand(self, table: TableId) -> int:
        """The number of a table's newest finished hand; 0 when there is none yet. Raises StoreAway."""
        newest = await self._store.last_records(table, 1)
        return newest[0].hand_no if newest else 0

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer. Raises `Refused`."""
        return await self.dealer.look(table_id, at_least)

    async def pause(self, table_id: TableId, paused: bool) -> None:
        """Deal no hand after this one, or go on; nothing where it is so already. Raises `Refused`."""
        if (await self.look(table_id, 0)).paused != paused:
            action = PauseTable(by=HOUSE, paused=paused)
            await self.dealer.act(table_id, action, f"house:{secrets.token_hex(8)}")

    async def grant(self, turn: Turn, ms: int, *, unseen: bool = False) -> None:
        """Put the clock of a turn back by what it was held back in all, in milliseconds; `unseen` when nobody can be
        shown the table. Raises `Refused`."""
        request_id = f"grant:{turn.table}:{turn.hand_no}:{turn.action_no}:{ms}"
        await self.dealer.act(turn.table, Grant(turn=turn, ms=ms, unseen=unseen), request_id)

    async def lose(self, table_id: TableId, gone: Collection[RoomId]) -> None:
        """Rooms are no more: the table goes on in its others, or ends, the hand undone and everyone counted out.

        Raises `Refused`.
        """
        table = await self.look(table_id)
        if table.closed:
            return
        if set(table.rooms) <= set(gone):
            await self.dealer.act(table_id, CancelTable(by=HOUSE), f"gone:{table_id}")
            return
        for room in set(table.rooms).intersection(gone):
            await self.dealer.act(table_id, CloseIn(by=HOUSE, room=room), f"house:{secrets.token_hex(8)}")

    async def record(self, table: TableId, hand_no: int, player: PlayerId) -> dict[str, Any] | None:
        """A finished hand as it is published to this player, their own cards in it. Raises StoreAway."""
        found = await self._store.record(table, hand_no)
        return None if found is None else _published_to(found, player)

    async def steps(self, table: TableId, hand_no: int, player: PlayerId) -> tuple[Step, ...]:
        """A finished hand step by step as this player may see it; none when it is not kept. Raises StoreAway."""
        found = await self._store.record(table, hand_no)
        return () if found is None else steps(found, _seat_of(found, player))

    def season(self) -> str:
        """The season that it is now."""
        return season_of(self.dealer.clock_ms())

    async def curves(self, table: TableId) -> tuple[Curve, ...]:
        """What everybody was up or down after each hand of a table that is kept. Raises StoreAway."""
        return curves(await self._store.last_records(table, Keeping().hands))

    async def exported(
        self, table: TableId, hand_no: int, player: PlayerId, form: ExportForm
    ) -> tuple[str, bytes] | None:
        """A finished hand as a file for this player; None when it is not kept. Raises BadNotation and StoreAway."""
        found = await self._store.record(table, hand_no)
        return None if found is None else exported(found, _seat_of(found, player), form)

    async def last_records(self, room: RoomId, player: PlayerId, count: int) -> Sequence[dict[str, Any]]:
        """The newest hands of a room's table, or of the one that closed there last, newest first, as they are
        published to this player."""
        table = await self._table_in(room) or await self.last_table(room)
        if table is None:
            return ()
        return [_published_to(found, player) for found in await self._store.last_records(table, count)]

    async def record_in(self, room: RoomId, player: PlayerId, hand_no: int) -> dict[str, Any] | None:
        """One finished hand of a room's table, or of the one that closed there last."""
        table = await self._table_in(room) or await self.last_table(room)
        return None if table is None else await self.record(table, hand_no, player)

    async def table_message(self, room: RoomId) -> Message | None:
        """A room's table as everyone sees it now; None when there is none. Raises `Refused`."""
        table_id = await self._table_in(room)
        return None if table_id is None else render.table_message(public_view(await self.look(table_id)))

    async def hand_message(self, table_id: TableId, hand_no: int) -> Message | None:
        """How a finished hand ended, for everyone; None when it is no longer kept."""
        found = await self._store.record(table_id, hand_no)
        return None if found is None else render.hand_message(published(found))

    async def speak(self, who: RoomId | PlayerId, locale: Locale) -> None:
        """Use this language for a room or a player from now on. Raises StoreAway."""
        await self._store.remember_locale(who, locale.value)
        self._locales[who] = locale

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room or a player; that of a hall for its parts. Raises StoreAway."""
        who = hall_of(RoomId(who))
        known = self._locales.get(who)
        if known is None:
            found = await self._store.locale_of(who)
            known = self._locales[who] = Locale(found) if found else self._usual
        return known

    async def _table_in(self, room: RoomId) -> TableId | None:
        """Raises StoreAway."""
        return await self._store.table_in(room, await self.community_of(room))


def _nobody(_: RoomId) -> Sequence[tuple[PlayerId, str]]:
    return ()


def _published_to(record: HandRecord, player: PlayerId) -> dict[str, Any]:
    return published(record, _seat_of(record, player))


def _seat_of(record: HandRecord, player: PlayerId) -> int | None:
    """Where the player sat in that hand."""
    return next((seat.seat for seat in record.seats if seat.player == player), None)
