"""A player's clock does not run while our own messages about their turn are held back."""

from core.actions import Grant, StartPlay
from core.cardroom.play import MOST_HELD_MS
from core.cardroom.table import Wait
from core.options import TableOptions
from core.poker.actions import Call
from core.rules import apply
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import User
from tests.tables import Evening, person
from tests.telegram_evening import Evening as TelegramEvening
from tests.telegram_evening import evening as telegram_evening

pytest_plugins = ["tests.redis_server"]

TURN_MS = 45_000


def playing() -> Evening:
    """The first hand dealt; somebody has 45 seconds, and then a bank of 60."""
    evening = Evening(TableOptions())
    evening.sit("Ann", "Bob", "Cem")
    evening.do(StartPlay(by=person("Ann")))
    evening.deal()
    return evening


def grant(evening: Evening, ms: int) -> None:
    evening.do(Grant(turn=evening.table.turn, ms=ms))


# ---- The rules


def test_a_turn_that_was_held_back_lasts_from_when_it_is_seen() -> None:
    evening = playing()
    evening.now += 3_000
    grant(evening, 3_000)
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, TURN_MS)


def test_nobody_gets_more_than_a_whole_turn_from_here() -> None:
    evening = playing()
    evening.now += 1_000
    grant(evening, 20_000)
    assert evening.ms_left == TURN_MS


def test_the_same_time_is_made_up_for_once_and_only_what_came_on_top_again() -> None:
    evening = playing()
    evening.now += 20_000
    for ms, left in ((4_000, 29_000), (4_000, 29_000), (3_000, 29_000), (6_000, 31_000)):
        grant(evening, ms)
        assert evening.ms_left == left


def test_a_turn_is_put_back_by_half_a_minute_at_most() -> None:
    evening = playing()
    evening.now += 40_000
    grant(evening, 100_000)
    assert evening.ms_left == 5_000 + MOST_HELD_MS


def test_a_time_bank_that_was_begun_unseen_is_whole_again() -> None:
    evening = playing()
    evening.time_out()
    assert evening.table.wait is Wait.BANK
    evening.now += 5_000
    grant(evening, 20_000)
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, 20_000)
    evening.time_out()
    assert (evening.table.wait, evening.ms_left) == (Wait.BANK, 60_000)


def test_a_turn_that_has_passed_is_given_no_time_and_the_next_one_counts_anew() -> None:
    evening = playing()
    late = Grant(turn=evening.table.turn, ms=3_000)
    evening.now += 3_000
    grant(evening, 3_000)
    evening.move(Call())
    before = evening.table
    evening.now += 3_000
    assert apply(before, late, evening.now).state == before
    grant(evening, 3_000)
    assert evening.ms_left == TURN_MS


def test_between_hands_there_is_nothing_to_put_back() -> None:
    evening = Evening(TableOptions())
    evening.sit("Ann", "Bob")
    before = evening.table
    grant(evening, 3_000)
    assert evening.table == before


# ---- On Telegram


async def _closed_and_open(room: TelegramEvening) -> tuple[User, User]:
    """Ann has no private chat, Bob has; Ann has found out."""
    ann, bob = room.person("Ann", admin=True), room.person("Bob", started=True)
    await room.open(ann)
    for user in (ann, bob):
        await room.sit(user)
    await room.start(ann)
    await room.play_out()
    await let_pass(60)
    await room.deal()
    return ann, bob


async def _left(room: TelegramEvening) -> float:
    """Seconds that the player to act has."""
    table = await room.table()
    assert table.deadline is not None
    return (table.deadline - room.bot.dealer.clock_ms()) / 1_000


async def _to(room: TelegramEvening, user: User) -> None:
    """Everybody else acts, in private where they can."""
    while (actor := await room.actor()) is not user:
        assert actor is not None
        where = await room.mine(actor) if actor.started else None
        await room.go_on(actor, "check", "call", where=where)


@on_jumping_loop
async def test_who_waits_for_the_groups_message_has_a_whole_turn_when_it_comes(redis_url: str) -> None:
    async with telegram_evening(redis_url) as room:
        ann, _ = await _closed_and_open(room)
        await _to(room, ann)
        message = await room.live()
        room.server.fail(
            "editMessageText", 429, "Too Many Requests: retry after 9", retry_after=9, chat=room.group
        )
        await room.go_on(ann, "call", "check", where=message)
        await _to(room, ann)
        acted = room.server.clock.now()
        await room.live()
        held = room.server.clock.now() - acted
        assert held > 8
        assert await _left(room) > TURN_MS / 1_000 - 1


@on_jumping_loop
async def test_the_clock_of_who_sees_their_turn_in_private_is_not_put_back(redis_url: str) -> None:
    async with telegram_evening(redis_url) as room:
        _, bob = await _closed_and_open(room)
        await _to(room, bob)
        await room.live()
        table = await room.table()
        assert table.held_ms == 0
        await let_pass(10)
        assert await _left(room) < TURN_MS / 1_000 - 9


@on_jumping_loop
async def test_a_message_that_is_shown_in_time_puts_no_clock_back_however_often_it_is_drawn(
    redis_url: str,
) -> None:
    async with telegram_evening(redis_url) as room:
        ann, _ = await _closed_and_open(room)
        await _to(room, ann)
        message = await room.live()
        before = await room.table()
        cem = room.person("Cem")
        room.says(cem, "/join")
        await room.until(lambda: "Cem" in message.text)
        assert (await room.table()).deadline == before.deadline
