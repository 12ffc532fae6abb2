"""The limits of Telegram, chat by chat: who waits, who goes first, and that nobody waits for a stranger."""

import asyncio
from itertools import pairwise
from typing import Any

import pytest
from telegram.error import RetryAfter

from adapters.telegram.limiter import ChatLimiter, Weight
from adapters.telegram.outbound import PACE
from adapters.telegram.recent import Recent
from tests.jumping_loop import jumping, on_jumping_loop

GROUP, OTHER, PERSON = -100, -200, 300


class Server:
    """Takes every request at once, or as a test says."""

    def __init__(self) -> None:
        self.taken: list[tuple[float, int, str]] = []
        self.refuse: dict[int, Exception] = {}

    async def __call__(self, chat: int, what: str) -> bool:
        if chat in self.refuse:
            raise self.refuse.pop(chat)
        self.taken.append((jumping().time(), chat, what))
        return True

    def times(self, chat: int) -> list[float]:
        return [at for at, to, _ in self.taken if to == chat]


async def limiter() -> ChatLimiter:
    made = ChatLimiter()
    await made.initialize()
    await asyncio.sleep(2)
    return made


async def send(
    made: ChatLimiter,
    server: Server,
    chat: int,
    weight: Weight | None = None,
    what: str = "",
    endpoint: str = "editMessageText",
) -> Any:
    return await made.process_request(server, (chat, what), {}, endpoint, {"chat_id": chat}, weight)


def busiest(times: list[float], seconds: float) -> int:
    return max(sum(start <= at < start + seconds for at in times) for start in times)


@on_jumping_loop
async def test_a_group_is_edited_every_three_seconds_and_less_than_twenty_times_a_minute() -> None:
    made, server = await limiter(), Server()
    await asyncio.gather(*(send(made, server, GROUP) for _ in range(60)))
    times = server.times(GROUP)
    assert min(after - before for before, after in pairwise(times)) >= 3
    assert busiest(times, 60) == 19


@on_jumping_loop
async def test_the_pace_of_the_table_message_leaves_room_for_what_is_urgent() -> None:
    made, server = await limiter(), Server()
    for _ in range(40):
        await send(made, server, GROUP)
        await asyncio.sleep(PACE)
    asked = jumping().time()
    await send(made, server, GROUP, Weight.URGENT, "your turn")
    assert jumping().time() - asked < 0.1
    assert busiest(server.times(GROUP), 60) <= 19


@on_jumping_loop
async def test_any_mixture_stays_under_twenty_a_minute() -> None:
    made, server = await limiter(), Server()
    weights = [weight for _ in range(20) for weight in Weight]
    await asyncio.gather(*(send(made, server, GROUP, weight) for weight in weights))
    assert len(server.times(GROUP)) == 60
    assert busiest(server.times(GROUP), 60) <= 19


@on_jumping_loop
async def test_what_is_nice_to_have_goes_when_a_group_is_quiet() -> None:
    made, server = await limiter(), Server()
    for _ in range(9):
        await send(made, server, GROUP)
    tidy = asyncio.create_task(send(made, server, GROUP, Weight.SPARE))
    await asyncio.sleep(20)
    assert not tidy.done()
    await asyncio.sleep(20)
    assert tidy.done()


@on_jumping_loop
async def test_a_person_is_written_to_once_a_second() -> None:
    made, server = await limiter(), Server()
    await asyncio.gather(*(send(made, server, PERSON) for _ in range(5)))
    times = server.times(PERSON)
    assert all(after - before >= 1 for before, after in pairwise(times))


@on_jumping_loop
async def test_a_fresh_process_gives_every_private_chat_its_second() -> None:
    made, server = ChatLimiter(), Server()
    await made.initialize()
    begun = jumping().time()
    await send(made, server, PERSON)
    assert jumping().time() - begun >= 1


@on_jumping_loop
async def test_no_second_sees_more_than_thirty_requests_in_all() -> None:
    made, server = await limiter(), Server()
    await asyncio.gather(*(send(made, server, chat) for chat in range(1, 200)))
    times = [at for at, _, _ in server.taken]
    assert busiest(times, 1) <= 30
    assert times[-1] - times[0] < 8


@on_jumping_loop
async def test_the_weightiest_goes_first() -> None:
    made, server = await limiter(), Server()
    await send(made, server, GROUP)
    asked = [(Weight.SPARE, "tidy"), (Weight.USUAL, "edit"), (Weight.URGENT, "call")]
    await asyncio.gather(*(send(made, server, GROUP, weight, what) for weight, what in asked))
    assert [what for _, _, what in server.taken[1:]] == ["call", "edit", "tidy"]


@on_jumping_loop
async def test_being_shut_out_of_one_chat_holds_up_no_other_one() -> None:
    made, server = await limiter(), Server()
    server.refuse[GROUP] = RetryAfter(30)
    with pytest.raises(RetryAfter):
        await send(made, server, GROUP)
    begun = jumping().time()
    await asyncio.gather(send(made, server, OTHER), send(made, server, PERSON))
    assert jumping().time() - begun < 1
    assert await made.wait(GROUP, Weight.URGENT) > 28
    await send(made, server, GROUP, Weight.URGENT)
    assert jumping().time() - begun >= 29.9


@on_jumping_loop
async def test_answers_to_presses_never_wait() -> None:
    made, server = await limiter(), Server()
    waiting = [asyncio.create_task(send(made, server, GROUP)) for _ in range(30)]
    begun = jumping().time()
    for _ in range(100):
        await made.process_request(
            server, (0, "answer"), {}, "answerCallbackQuery", {"callback_query_id": "1"}, None
        )
    assert jumping().time() - begun < 0.5
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)


@on_jumping_loop
async def test_a_request_that_was_given_up_leaves_its_place_to_the_next() -> None:
    made, server = await limiter(), Server()
    hangs = asyncio.Event()

    async def hang() -> None:
        await hangs.wait()

    first = asyncio.create_task(made.process_request(hang, (), {}, "sendMessage", {"chat_id": PERSON}, None))
    second = asyncio.create_task(send(made, server, PERSON))
    third = asyncio.create_task(send(made, server, PERSON, what="third"))
    await asyncio.sleep(0.1)
    first.cancel()
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    await third
    assert [what for _, _, what in server.taken] == ["third"]


class Kept:
    """What outlives a process."""

    def __init__(self) -> None:
        self.values: dict[tuple[str, str], str] = {}

    async def remember(self, who: str, what: str, value: str, seconds: int | None = None) -> None:
        self.values[who, what] = value

    async def recall(self, who: str, *whats: str) -> tuple[str | None, ...]:
        return tuple(self.values.get((who, what)) for what in whats)

    async def forget(self, who: str, *whats: str) -> None:
        raise AssertionError("nothing is to be forgotten")


@on_jumping_loop
async def test_a_fresh_process_knows_what_a_group_was_sent_in_the_minute_before() -> None:
    kept, server = Kept(), Server()
    for _ in range(4):
        made = ChatLimiter(Recent(kept, lambda: round(jumping().time() * 1_000)))
        await made.initialize()
        assert await made.wait(OTHER, Weight.URGENT) == 0
        await asyncio.gather(*(send(made, server, GROUP, Weight.URGENT) for _ in range(8)))
        await made.shutdown()
    times = server.times(GROUP)
    assert len(times) == 32
    assert busiest(times, 60) == 19
