"""How fast a full table can play on Telegram without drawing a single flood refusal."""

import asyncio
import logging
from statistics import median

from core.poker.hand import Stage
from tests.jumping_loop import jumping, let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


HANDS = 6


@on_jumping_loop
async def test_nine_players_tap_through_fifty_hands_and_no_limit_is_ever_hit(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [room.person(f"P{number}", started=True, admin=not number) for number in range(9)]
        waits = await _hands(room, people, HANDS)
        assert max(waits) <= 1.0
        assert median(waits) < 0.2


@on_jumping_loop
async def test_players_without_a_private_chat_act_as_soon_as_the_group_is_redrawn(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [room.person(f"P{number}", started=number > 1, admin=not number) for number in range(4)]
        waits = await _hands(room, people, 6)
        assert max(waits) <= 3.5


async def _hands(room: Evening, people: list[User], count: int) -> list[float]:
    """So many hands at full speed; returns the seconds from each action to the next player's buttons."""
    await room.open(people[0], "pause=600 seats=9")
    for user in people:
        await room.sit(user)
    await let_pass(60)
    waits: list[float] = []
    begun = jumping().time()
    for number in range(1, count + 1):
        await (room.start(people[0]) if number == 1 else room.deal())
        await _play(room, waits)
        assert (await room.table()).hand_no == number
        await let_pass(5)
    seconds = jumping().time() - begun
    journal = room.server.journal
    told = f"{count} hands, {len(waits)} actions in {seconds:.0f} s; to the next buttons {median(waits):.3f} s at the"
    told += f" median, {max(waits):.2f} s at most; busiest minute {journal.busiest(room.group)}"
    logging.getLogger(__name__).info(told)
    assert not journal.refused(429)
    assert journal.busiest(room.group) < 20
    return waits


async def _shown(room: Evening, user: User, stamp: str) -> Message:
    """Where this player has their buttons now: in private, or under the table message who has no private chat."""

    def found() -> Message | None:
        where = user.reads() if user.started else room.public()
        shown = [one for one in where if any(stamp in (button.data or "") for button in one.buttons)]
        return shown[-1] if shown else None

    async with asyncio.timeout(70):
        while (message := found()) is None:
            await let_pass(0.01 if user.started else 0.1)
    return message


async def _play(room: Evening, waits: list[float]) -> None:
    """One hand by people who act the moment that they can; `waits` get the seconds since the action before."""
    loop, before = jumping(), jumping().time()
    first = True
    while (user := await room.actor()) is not None:
        table = await room.table()
        stamp = await room.stamp()
        message = await _shown(room, user, stamp)
        if not first:
            waits.append(loop.time() - before)
        first = False
        assert table.hand is not None
        assert table.hand.stage is Stage.BETTING
        press = await room.press(user, *_choice(table.turn.action_no), where=message)
        assert not press.answer
        before = loop.time()


def _choice(action_no: int) -> tuple[str, ...]:
    """Now and then somebody folds, and otherwise all go on."""
    return ("fold", "check") if action_no == 2 else ("check", "call")
