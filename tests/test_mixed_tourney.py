"""One tournament in a Discord channel and a Telegram group that are linked, with people of both at the same tables."""

import asyncio

from bot.settings import Settings
from core.cardroom.table import taken
from core.cardroom.tournament import Stage
from core.ids import CommunityId, PlayerId, TableId
from tests import discord_tourney, telegram_tourney
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.mixed_evening import Mixed, mixed
from tests.test_mixed_evening import code_of

pytest_plugins = ["tests.redis_server"]

FIELD, STACK, BUY_IN = 12, 1_500, 500


class Cup:
    """The tournament as both sides see it."""

    def __init__(self, rooms: Mixed) -> None:
        self.left = discord_tourney.Tourney(room=rooms.discord)
        self.right = telegram_tourney.Tourney(room=rooms.telegram)

    async def announce(self, rooms: Mixed) -> None:
        """The rooms are linked, and six of each side enter."""
        ours = [rooms.discord.person(f"d{number}") for number in range(FIELD // 2)]
        theirs = self.right.people(FIELD // 2)
        rooms.discord.guild.owner_id, rooms.discord.place = ours[0].id, rooms.discord.channel
        code = await code_of(rooms, ours[0])
        before = len(theirs[0].reads())
        rooms.telegram.says(theirs[0], f"/link {code}")
        await rooms.telegram.until(lambda: len(theirs[0].reads()) > before)
        await self.left.create(
            ours[0], name="Cup", speed="turbo", seats=6, buyin=str(BUY_IN), max=FIELD, more="breaks=off"
        )
        self.right.id = self.left.id
        await rooms.telegram.until(lambda: self.right.find("register"))
        await asyncio.gather(
            *(self.left.press(one, "register") for one in ours),
            *(self.right.press(one, "register") for one in theirs),
        )

    async def play_hand(self, table_id: TableId, gamblers: int) -> None:
        """So many go all in, each by the buttons of their own private chat, until both rooms show the end."""
        bot, gambling = self.right.room.bot, set[PlayerId]()
        number = (await bot.look(table_id)).hand_no
        while (actor := await self._to_act(table_id)) is not None:
            shove = actor in gambling or len(gambling) < gamblers
            gambling |= {actor} if shove else set()
            if actor.startswith("discord:"):
                await self.left.act(table_id, shove=shove, privately=True)
            else:
                user = await self.right.actor(table_id)
                assert user is not None
                await self.right.act(table_id, user, shove=shove)
        await self.right.ended(table_id, number)

    async def _to_act(self, table_id: TableId) -> PlayerId | None:
        table = await self.right.room.bot.look(table_id)
        hand = table.hand
        if hand is None or not hand.waiting_for:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return seat.player


@on_jumping_loop
async def test_people_of_both_platforms_play_one_tournament(redis_url: str) -> None:
    async with mixed(redis_url, banked=True) as rooms:
        cup = Cup(rooms)
        await cup.announce(rooms)
        event = await cup.right.look()
        assert (event.stage, event.pool, len(event.rooms)) == (Stage.RUNNING, FIELD * BUY_IN, 2)
        tables = await cup.right.tables()
        assert any(
            len({seat.player.partition(":")[0] for _, seat in taken(table)}) == 2 for table in tables.values()
        )
        rounds = 0
        while not await cup.right.is_over():
            playing = await cup.right.go_on()
            rounds += bool(playing)
            if playing and rounds == 2:
                await rooms.restart()
            for table in playing:
                await cup.play_hand(table.id, gamblers=3 if len(playing) == 2 else 10)
            assert await cup.right.is_over() or await cup.right.chips() == FIELD * STACK
            await let_pass(0 if playing else 1)
        event = await cup.right.look()
        assert sum(one.prize for one in event.results) == FIELD * BUY_IN
        community = CommunityId(f"discord:{rooms.discord.guild.id}")
        bank, opening = rooms.discord.bot.house.bank, Settings(_env_file=None).bank_opening
        for one in event.results:
            account = await bank.account(community, one.player)
            assert account.balance == opening - BUY_IN + one.prize
        await rooms.telegram.until(lambda: cup.right.find("again"))
        await rooms.discord.server.until(lambda: cup.left.button("again"))
        journal = rooms.telegram.server.journal
        assert not journal.refused(429)
        assert journal.busiest(rooms.telegram.group) < 20
