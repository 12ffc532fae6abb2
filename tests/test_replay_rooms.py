"""A past hand stepped through where people are: in one message of the asker's own, on Discord and on Telegram."""

from functools import partial

from tests.discord_evening import evening as discord_evening
from tests.jumping_loop import on_jumping_loop
from tests.loopback.telegram import Message
from tests.telegram_evening import evening as telegram_evening

pytest_plugins = ["tests.redis_server"]


def _says(message: Message, words: str) -> bool:
    return words in message.text


@on_jumping_loop
async def test_on_telegram_the_steps_take_each_others_place_in_the_private_chat(redis_url: str) -> None:
    async with telegram_evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        bob = room.person("Bob", started=True)
        await room.open(ann)
        for user in (ann, bob):
            await room.sit(user)
        await room.start(ann)
        await room.play_out()

        def answers() -> list[Message]:
            return [
                one for one in bob.reads(bob.private) if "Hand #1" in one.text and room.buttons(one, "hand")
            ]

        def written() -> int:
            return len([one for one in bob.reads(bob.private) if one.text])  # the record comes as a file

        bob.says(bob.private, "/hand 1")
        await room.until(answers)
        answer, before = answers()[-1], written()
        assert answer.protected
        await bob.presses(answer, room.button(answer, "hand"))
        await room.until(lambda: "step 1 of" in answer.text)
        last = int(answer.text.partition("step 1 of ")[2].split()[0])
        for step in range(2, last + 1):
            following = next(
                one for one in room.buttons(answer, "hand") if (one.data or "").endswith(f"1.{step}")
            )
            await bob.presses(answer, following)
            await room.until(partial(_says, answer, f"step {step} of {last}"))
        assert "Pot of" in answer.text
        whole = next(one for one in room.buttons(answer, "hand") if (one.data or "").endswith("1.0"))
        await bob.presses(answer, whole)
        await room.until(lambda: "step" not in answer.text)
        assert written() == before
        assert not any("step" in one.text for one in (*room.public(), *ann.reads(ann.private)))


async def test_on_discord_the_steps_take_each_others_place_in_the_askers_own_message(redis_url: str) -> None:
    async with discord_evening(redis_url) as room:
        ann, bob = room.person("ann"), room.person("bob")
        await room.open(ann)
        await room.sit(ann)
        await room.sit(bob)
        await room.start(ann)
        await room.play_out()
        told = await bob.slash(room.place, "poker hand", {"number": 1}).settled()
        answer = told.message
        assert answer is not None
        assert told.ephemeral
        before = len(bob.reads(room.place))
        await bob.press(answer, "Step by step").settled()
        await room.server.until(lambda: "step 1 of" in answer.text)
        await bob.press(answer, "Next ▶").settled()
        await room.server.until(lambda: "step 2 of" in answer.text)
        await bob.press(answer, "◀ Back").settled()
        await room.server.until(lambda: "step 1 of" in answer.text)
        await bob.press(answer, "Whole hand").settled()
        await room.server.until(lambda: "step" not in answer.text)
        assert len(bob.reads(room.place)) == before
        assert answer not in ann.reads(room.place)
