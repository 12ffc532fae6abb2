"""Running a table and looking after oneself where people are: through the real Discord and Telegram clients."""

from tests.discord_evening import evening as discord_evening
from tests.jumping_loop import on_jumping_loop
from tests.loopback.discord import Message as DiscordMessage
from tests.loopback.discord import User as DiscordUser
from tests.loopback.telegram import Message, User
from tests.telegram_evening import evening as telegram_evening

pytest_plugins = ["tests.redis_server"]


async def test_on_discord_a_host_runs_the_table_and_everybody_else_is_told_who_is_host(
    redis_url: str,
) -> None:
    async with discord_evening(redis_url) as room:
        ann, bob, cid = room.person("ann"), room.person("bob"), room.person("cid")
        await room.open(ann)
        for user in (ann, bob, cid):
            await room.sit(user)

        async def told(user: DiscordUser, name: str, **given: str | int) -> DiscordMessage:
            asked = await user.slash(room.place, f"poker {name}", given).settled()
            assert asked.message is not None
            assert asked.ephemeral
            return asked.message

        assert "Host: ann" in (await told(bob, "host pause")).text
        assert "until you say /poker host resume" in (await told(ann, "host pause")).text
        assert (await room.table()).paused
        await told(ann, "host resume")
        assert not (await room.table()).paused
        assert "seat 3" in (await told(ann, "host kick", who="cid")).text.casefold()
        assert len([seat for seat in (await room.table()).seats if seat]) == 2

        read = await told(bob, "host options")
        assert "Only the host changes anything" in read.text
        changed = await told(ann, "host options", change="rabbit=off seats=8")
        assert "Changed." in changed.text
        options = (await room.table()).options
        assert (options.rabbit, options.seats) == (False, 8)
        await ann.press(changed, "Showdown").settled()
        await room.server.until(lambda: "page 4" in changed.text)
        await ann.press(changed, "rabbit hunt → on").settled()
        await room.server.until(lambda: "Changed." in changed.text)
        assert (await room.table()).options.rabbit

        log = (await told(ann, "host log")).text
        for line in ("ann changed the rules", "sent away, from seat 3, cid", "ann paused the table"):
            assert line in log
        assert "Host: ann" in (await told(bob, "host log")).text


async def test_on_discord_one_takes_a_break_and_learns(redis_url: str) -> None:
    async with discord_evening(redis_url) as room:
        ann, bob = room.person("ann"), room.person("bob")
        await room.open(ann)
        rested = await bob.slash(room.place, "poker me break", {"span": "7d"}).settled()
        assert rested.message is not None
        assert "7 days" in rested.message.text
        refused = await bob.slash(room.place, "poker join").settled()
        assert refused.message is not None
        assert "a break that you asked for" in refused.message.text
        assert not any((await room.table()).seats)

        page = (await ann.slash(room.place, "poker me learn", {"topic": "side_pots"}).settled()).message
        assert page is not None
        assert "Main pot: 1,000 of each" in page.text
        await ann.press(page, "Hand ranks").settled()
        await room.server.until(lambda: "Royal flush" in page.text)

        kept = (await bob.slash(room.place, "poker me mydata").settled()).message
        assert kept is not None
        assert [one.filename for one in kept.attachments] == ["riverbot-data.json"]
        asked = (await bob.slash(room.place, "poker me forgetme").settled()).message
        assert asked is not None
        sure = await bob.press(asked, "Delete it all").settled()
        await room.server.until(lambda: any("It is deleted" in one.text for one in sure.followups))


@on_jumping_loop
async def test_on_telegram_a_host_runs_the_table_and_people_look_after_themselves(redis_url: str) -> None:
    async with telegram_evening(redis_url) as room:
        ann = room.person("Ann", started=True)
        bob = room.person("Bob", started=True)
        await room.open(ann)
        for user in (ann, bob):
            await room.sit(user)

        def reads(user: User, words: str) -> list[Message]:
            return [one for one in user.reads(user.private) if words in one.text]

        room.says(bob, "/pause")
        await room.until(lambda: reads(bob, "Host: Ann"))
        room.says(ann, "/pause")
        await room.until_table(lambda table: table.paused)
        room.says(ann, "/resume")
        await room.until_table(lambda table: not table.paused)
        room.says(ann, "/kick bob")
        await room.until_table(lambda table: len([seat for seat in table.seats if seat]) == 1)

        room.says(ann, "/options rabbit=off")
        await room.until_table(lambda table: not table.options.rabbit)
        await room.until(lambda: reads(ann, "Options, page 4 of 5"))
        page = reads(ann, "Options, page 4 of 5")[-1]
        await ann.presses(page, next(one for one in page.buttons if "rabbit hunt → on" in one.label))
        await room.until_table(lambda table: table.options.rabbit)
        await ann.presses(page, next(one for one in page.buttons if one.label == "Clock"))
        await room.until(lambda: "page 3 of 5" in page.text)

        room.says(ann, "/log")
        await room.until(lambda: reads(ann, "sent away, from seat 2, Bob"))

        bob.says(bob.private, "/learn odds")
        await room.until(lambda: reads(bob, "Outs are the cards"))
        lesson = reads(bob, "Outs are the cards")[-1]
        await bob.presses(lesson, next(one for one in lesson.buttons if one.label == "Positions"))
        await room.until(lambda: "BTN is the dealer button" in lesson.text)
        bob.says(bob.private, "/break 7d")
        await room.until(lambda: reads(bob, "You are on a break for 7 days"))
        room.says(bob, "/join")
        await room.until(lambda: reads(bob, "a break that you asked for"))
        bob.says(bob.private, "/mydata")
        await room.until(lambda: reads(bob, "In the file:"))
        await room.until(lambda: any(one.document for one in bob.reads(bob.private)))
