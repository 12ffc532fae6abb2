"""How fast a full table can play on Telegram without drawing a single flood refusal.

Twelve hands here; ``PACE_HANDS=50 python -m pytest tests/test_telegram_pace.py -o log_cli=true`` plays an evening.
"""

import asyncio
import logging
import os
from statistics import median

from core.poker.hand import Stage
from tests.jumping_loop import jumping, let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]

HANDS = int(os.environ.get("PACE_HANDS", "12"))
GLANCE = 0.01
"""Seconds between two looks at the screen."""
CLOSED = (2, 6)
"""Who has no private chat."""


@on_jumping_loop
async def test_nine_players_tap_as_fast_as_they_can_and_no_limit_is_ever_hit(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [
            room.person(f"P{number}", started=number not in CLOSED, admin=not number) for number in range(9)
        ]
        waits = await _hands(room, people, HANDS)
        in_private = [seconds for user, seconds in waits if user.started]
        by_the_group = [seconds for user, seconds in waits if not user.started]
        assert len(waits) > 10 * HANDS
        assert max(in_private) <= 1.0 + GLANCE
        assert median(in_private) < 0.2
        assert len(by_the_group) >= HANDS
        assert max(by_the_group) <= 3.5


async def _hands(room: Evening, people: list[User], count: int) -> list[tuple[User, float]]:
    """So many hands at full speed; returns who acted when, in seconds since the action before."""
    await room.open(people[0], "pause=600 seats=9")
    for user in people:
        await room.sit(user)
    await let_pass(60)
    waits: list[tuple[User, float]] = []
    begun = jumping().time()
    for number in range(1, count + 1):
        await (room.start(people[0]) if number == 1 else room.deal())
        await _play(room, waits)
        assert (await room.table()).hand_no == number
        await let_pass(5)
    seconds = jumping().time() - begun
    journal = room.server.journal
    told = f"{count} hands, {len(waits)} actions in {seconds:.0f} s; busiest minute {journal.busiest(room.group)};"
    for where, started in (("in private", True), ("by the group's message", False)):
        some = [seconds for user, seconds in waits if user.started is started]
        told += f" {where} {median(some):.3f} s at the median, {max(some):.2f} s at most;"
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
            await let_pass(GLANCE if user.started else 0.1)
    return message


async def _play(room: Evening, waits: list[tuple[User, float]]) -> None:
    """One hand by people who act the moment that they can; `waits` get the seconds since the action before."""
    loop, before = jumping(), jumping().time()
    first = True
    while (user := await room.actor()) is not None:
        table = await room.table()
        stamp = await room.stamp()
        message = await _shown(room, user, stamp)
        if not first:
            waits.append((user, loop.time() - before))
        first = False
        assert table.hand is not None
        assert table.hand.stage is Stage.BETTING
        press = await room.press(user, *_choice(table.turn.hand_no, table.turn.action_no), where=message)
        assert not press.answer
        before = loop.time()


def _choice(hand_no: int, action_no: int) -> tuple[str, ...]:
    """All but three fold, in every tenth hand all but one play on; so everybody comes to play."""
    folds = action_no == 2 if hand_no % 10 == 1 else action_no < 6
    return ("fold", "check") if folds else ("check", "call")
