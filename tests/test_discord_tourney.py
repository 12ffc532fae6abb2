"""A tournament of eighteen people at three tables on Discord, and what goes wrong around one."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from adapters.messages import Chips, Choice, ChoiceName, Line, Message, Role
from core.cardroom.table import Table
from core.cardroom.tournament import Stage, Tournament, alive, sizes
from core.ids import CommunityId, PlayerId, RoomId
from tests.discord_evening import Evening, evening
from tests.discord_tourney import Tourney, public
from tests.loopback.discord import Channel, User

pytest_plugins = ["tests.redis_server"]

FIELD, STACK, BUY_IN = 18, 1_500, 500
LOCALES = ("en-US", "zh-TW", "zh-CN")
QUICK = {"speed": "turbo", "buyin": "500", "more": "breaks=off"}


@pytest.fixture
async def room(redis_url: str) -> AsyncIterator[Evening]:
    async with evening(redis_url, banked=True) as opened:
        yield opened


async def test_eighteen_people_play_a_tournament_at_three_tables_to_its_end(room: Evening) -> None:
    """They press what they are shown, in three languages; the bot restarts in mid-hand; tables break and balance."""
    people = [room.person(f"p{number}", locale=LOCALES[number % 3]) for number in range(FIELD)]
    room.server.permit(room.channel, "pin_messages")
    cup = Tourney(room=room)
    asked = await cup.create(people[0], name="Cup", seats=6, max=FIELD, **QUICK)
    assert asked.ephemeral
    before = await _wallets(room, people)
    await cup.enter(people)
    (first, *_), tables, rounds = cup.posts(), [3], 0
    while not await cup.is_over():
        playing = await cup.go_on()
        if not playing:
            continue
        rounds += 1
        await _check_tables(room, cup)
        tables.append(len(playing))
        if rounds == 2:
            await asyncio.gather(*(cup.act(one.id, shove=False, privately=True) for one in playing))
            await room.restart()
        if len(playing) == 1 and tables.count(1) == 1:
            await cup.call(playing[0].id)
        await asyncio.gather(*(_play(cup, one, at, rounds) for at, one in enumerate(playing)))
        assert await cup.chips() == FIELD * STACK
    assert {3, 2, 1} <= set(tables)
    event = await cup.look()
    won = {PlayerId(one.player): one.prize for one in event.results}
    assert sum(won.values()) == FIELD * BUY_IN
    paid = {one: chips - BUY_IN + won[one] for one, chips in before.items()}
    assert await _wallets(room, people) == paid
    await room.server.until(lambda: [one for one in cup.posts() if one.pinned])
    (pinned,) = [one for one in cup.posts() if one.pinned]
    assert "final results" in pinned.text
    assert cup.posts()[0] is first
    await room.server.until(lambda: not first.buttons)
    _check_budgets(room, cup)


async def _play(cup: Tourney, table: Table, at: int, rounds: int) -> None:
    """At first the first table gambles and the others wait; people press in the table message and in their own."""
    await cup.play_hand(table.id, shove=rounds > 2 or at == 0, privately=rounds % 2 == 1)


async def _check_tables(room: Evening, cup: Tourney) -> None:
    """No table has two more than another, and the newest private message of everybody links to theirs."""
    event, tables = await cup.look(), await cup.tables()
    count = sizes(event).values()
    assert max(count) - min(count) <= 1
    for number in alive(event):
        entrant = event.entrants[number]
        assert entrant.table is not None
        user = room.people[int(entrant.player.removeprefix("discord:"))]
        link = cup.place(tables[entrant.table]).mention
        await _told_link(room, user, link)


async def _told_link(room: Evening, user: User, link: str) -> None:
    await room.server.until(lambda: _last_link(user) == link)


def _check_budgets(room: Evening, cup: Tourney) -> None:
    """Two messages for each hand of a table, one mention, one thread for each table, and nothing that is refused."""
    assert all(one.public <= 2 for one in cup.counts)
    assert room.server.counts().mentions == len(cup.calls) == 1
    assert all(one.deleted for one in cup.calls)
    assert len(cup.posts()) <= 6
    threads = [one for one in room.server.world.channels.values() if one.is_thread]
    assert len(threads) == 3
    assert all(one.archived for one in threads)
    assert room.server.journal.invalid_requests == 0


def _last_link(user: User) -> str:
    links = [word for one in user.reads(user.dm) for word in one.text.split() if word.startswith("<#")]
    return links[-1] if links else ""


async def _wallets(room: Evening, people: Sequence[User]) -> dict[PlayerId, int]:
    community, bank = CommunityId(f"discord:{room.guild.id}"), room.bot.house.bank
    players = [PlayerId(f"discord:{user.id}") for user in people]
    return {one: (await bank.account(community, one)).balance for one in players}


async def begun(room: Evening, field: int = 4, seats: int = 2) -> tuple[Tourney, list[User]]:
    """A tournament at small tables whose first hands are dealt."""
    people = [room.person(f"p{number}") for number in range(field)]
    cup = Tourney(room=room)
    await cup.create(people[0], name="Cup", seats=seats, max=field, **QUICK)
    await cup.enter(people)
    await cup.go_on()
    return cup, people


def threads(room: Evening) -> list[Channel]:
    return [one for one in room.server.world.channels.values() if one.is_thread]


async def _moved(cup: Tourney, table: Table) -> Table:
    """The table, once it is open elsewhere."""
    await cup.until_table(table.id, lambda now: now.rooms != table.rooms and "~" not in now.rooms[0])
    return await cup.room.bot.look(table.id)


@pytest.mark.parametrize("what", ["deleted", "locked"])
async def test_a_table_of_a_tournament_whose_thread_is_lost_goes_on_in_another_one(
    room: Evening, what: str
) -> None:
    cup, people = await begun(room)
    table, other = (await cup.tables()).values()
    lost, before = cup.place(table), await _wallets(room, people)
    if what == "deleted":
        room.server.delete_channel(lost)
    else:
        room.server.archive(lost, locked=True)
        await room.server.until(lambda: room.bot.room.port.hidden)
        room.bot.naps.hold()
    again = await _moved(cup, table)
    assert cup.place(again) is not lost
    assert again.deal == table.deal
    await cup.shown(table.id, where=cup.place(again))
    await cup.play_hand(table.id, shove=False)
    assert await _wallets(room, people) == before
    assert cup.place(other) in threads(room)
    assert len(threads(room)) == (2 if what == "deleted" else 3)
    await cup.play_hand(other.id, shove=False)
    await cup.go_on()


async def test_without_threads_all_tables_are_in_the_channel_and_commands_mean_ones_own(
    room: Evening,
) -> None:
    room.server.forbid(room.channel, "create_public_threads")
    cup, _ = await begun(room)
    assert not threads(room)
    tables = (await cup.tables()).values()
    assert {cup.place(one) for one in tables} == {room.channel}
    for table in tables:
        user = await cup.actor(table.id)
        assert user is not None
        cards = await user.slash(room.channel, "poker cards").settled()
        assert cards.message is not None
        assert table.name in cards.message.text
        await _told_link(room, user, room.channel.mention)
        await user.slash(room.channel, "poker move fold")
        await cup.until_table(table.id, lambda now: now.hand is None)
    for table in await cup.go_on():
        await cup.play_hand(table.id, shove=False)
    assert all(one.public <= 2 * len(tables) for one in cup.counts)
    assert room.server.journal.invalid_requests == 0


@pytest.mark.parametrize("what", ["channel", "guild"])
async def test_a_tournament_whose_hall_is_no_more_is_called_off_and_everyone_has_the_buy_in_back(
    room: Evening, what: str
) -> None:
    cup, people = await begun(room)
    before = await _wallets(room, people)
    if what == "channel":
        room.server.delete_channel(room.channel)
    else:
        room.server.remove_member(room.guild, room.server.world.bot)
    await cup.until(lambda event: event.stage is Stage.CANCELLED)
    assert await _wallets(room, people) == {one: chips + BUY_IN for one, chips in before.items()}


async def test_a_tournament_that_is_only_announced_is_called_off_with_its_channel(room: Evening) -> None:
    people = [room.person(f"p{number}") for number in range(2)]
    cup = Tourney(room=room)
    await cup.create(people[0], name="Cup", max=9, **QUICK)
    before = await _wallets(room, people)
    await cup.press(people[1], "register")
    room.server.delete_channel(room.channel)
    await cup.until(lambda event: event.stage is Stage.CANCELLED)
    assert await _wallets(room, people) == before


async def test_without_permissions_no_tournament_is_announced_and_the_asker_is_told_which(
    room: Evening,
) -> None:
    ann = room.person("ann")
    room.server.forbid(room.channel, "send_messages")
    told = await ann.slash(room.channel, "tourney create", {"name": "Cup"}).settled()
    assert told.message is not None
    assert "Send Messages" in told.message.text
    assert not await room.bot.house.events.in_hall(Tourney(room=room).hall)
    assert room.server.journal.invalid_requests == 0


async def test_results_that_may_not_be_pinned_are_posted_all_the_same_and_pinning_is_not_tried(
    room: Evening,
) -> None:
    cup, _ = await begun(room, field=2)
    while not await cup.is_over():
        for table in await cup.go_on():
            await cup.play_hand(table.id, shove=True)
    await room.server.until(lambda: any("final results" in one.text for one in cup.posts()))
    assert not room.server.journal.calls("PUT /channels/{channel_id}/messages/pins/{message_id}")
    assert room.server.journal.invalid_requests == 0


async def test_standings_come_as_text_and_as_a_picture_under_either_command(room: Evening) -> None:
    _, people = await begun(room)
    for command in ("poker standings", "tourney standings"):
        told = await people[1].slash(room.channel, command).settled()
        assert told.ephemeral
        assert told.message is not None
        assert "p1" in told.message.text
        (picture,) = told.message.attachments
        assert picture.data.startswith(b"\x89PNG")


async def test_a_host_removes_somebody_by_pointing_at_them_or_by_name(room: Evening) -> None:
    ann, bob, cid = (room.person(name) for name in ("ann", "bob", "cid"))
    cup = Tourney(room=room)
    await cup.create(ann, name="Cup", max=9, **QUICK)
    before = await _wallets(room, [bob, cid])
    await cup.enter([bob, cid])
    await ann.slash(room.channel, "tourney remove", {"player": bob}).settled()
    await cup.until(lambda event: _in(event) == {f"discord:{cid.id}"})
    await ann.slash(room.channel, "tourney remove", {"entrant": "cid"}).settled()
    await cup.until(lambda event: not _in(event))
    assert await _wallets(room, [bob, cid]) == before


def _in(event: Tournament) -> set[str]:
    return {one.player for one in event.entrants if one.status.value == "registered"}


async def test_a_deal_is_voted_for_in_fields_and_made_when_all_want_it(room: Evening) -> None:
    cup, people = await begun(room, field=2)
    for user in people:
        await user.slash(room.channel, "tourney deal", {"how": "chips"}).settled()
    (table,) = (await cup.tables()).values()
    await cup.play_hand(table.id, shove=False)
    await cup.go_on()
    event = await cup.until(lambda event: event.stage is Stage.FINISHED)
    assert sum(one.prize for one in event.results) == 2 * BUY_IN


async def test_what_fits_a_tournament_is_offered_while_typing(room: Evening) -> None:
    ann = room.person("ann")
    cup = Tourney(room=room)
    await cup.create(ann, name="Friday", max=9, **QUICK)
    starts = await ann.autocomplete(room.channel, "tourney create", "starts", "20")
    assert [choice["value"] for choice in starts.choices] == ["20:00"]
    more = await ann.autocomplete(room.channel, "tourney create", "more", "stack=5000 every=w")
    assert [choice["value"] for choice in more.choices] == ["stack=5000 every=week"]
    which = await ann.autocomplete(room.channel, "tourney register", "event", "fri")
    assert [(choice["name"], choice["value"]) for choice in which.choices] == [("Friday", cup.id)]
    buy_ins = await ann.autocomplete(room.channel, "tourney create", "buyin", "50")
    assert "500" in [choice["value"] for choice in buy_ins.choices]


async def test_a_tournament_is_announced_with_what_has_a_field_and_what_has_none(room: Evening) -> None:
    ann = room.person("ann")
    cup = Tourney(room=room)
    given = {
        "name": "Big Sunday",
        "starts": "2027-01-03 20:00",
        "checkin": 10,
        "more": "stack=5000 every=week",
    }
    await cup.create(ann, **given)
    event = await cup.look()
    assert event.name == "Big Sunday"
    assert event.options.structure.stack == 5_000
    assert event.options.every.value == "week"
    assert event.options.starts_at == 1_799_006_400_000
    assert f"<t:{1_799_006_400}:f>" in cup.posts()[0].text


async def test_what_is_typed_in_a_thread_of_the_channel_is_announced_in_the_channel(room: Evening) -> None:
    ann = room.person("ann")
    await room.open(ann)
    cup = Tourney(room=room)
    assert room.place.is_thread
    await ann.slash(room.place, "tourney create", {"name": "Cup"}).settled()
    await room.server.until(lambda: any("Cup" in one.text for one in public(room.channel)))
    assert (await room.bot.house.events.in_hall(RoomId(cup.hall))) != ()


async def test_who_takes_no_direct_messages_is_told_where_they_pressed_last(room: Evening) -> None:
    ann, bob = room.person("ann"), room.person("bob", dm_open=False)
    cup = Tourney(room=room)
    await cup.create(ann, name="Cup", seats=2, max=2, **QUICK)
    await cup.enter([ann, bob])
    (table,) = await cup.go_on()
    link = cup.place(table).mention
    await room.server.until(
        lambda: [one for one in bob.reads(room.channel) if one.only_for is bob and link in one.text]
    )
    await _told_link(room, ann, link)
    assert room.server.journal.invalid_requests == 1


async def test_what_a_tournament_tells_somebody_stays_in_order_and_keeps_its_words(room: Evening) -> None:
    ann = room.person("ann")
    player, private = PlayerId(f"discord:{ann.id}"), room.bot.room.private
    for number in range(5):
        private.whisper(player, f"07-k3f9mp:{number}", _news(number))
    private.whisper(player, "07-k3f9mp:4", None)
    await room.server.until(lambda: len(ann.reads(ann.dm)) == 5 and not ann.reads(ann.dm)[-1].buttons)
    assert [one.text for one in ann.reads(ann.dm)] == [f"{number}" for number in range(5)]
    assert all(one.buttons for one in ann.reads(ann.dm)[:4])


def _news(number: int) -> Message:
    choice = Choice(name=ChoiceName.STANDINGS, label=(Chips(amount=number),), argument="07-k3f9mp")
    return Message(lines=(Line(role=Role.NOTE, pieces=(Chips(amount=number),)),), choices=((choice,),))


async def test_a_table_that_nobody_can_be_shown_is_held_for_ten_minutes_and_then_plays_on(
    room: Evening,
) -> None:
    """People have their cards and buttons in private, and no tournament is undone by a permission."""
    cup, people = await begun(room, field=2)
    (table,) = (await cup.tables()).values()
    before, unseen = await _wallets(room, people), room.bot.room.unseen
    room.server.forbid(room.channel, "view_channel")
    await room.server.until(lambda: room.bot.room.port.missing(table.rooms[0]))
    await cup.act(table.id, shove=True, privately=True)
    await room.server.until(lambda: room.bot.room.port.hidden)
    await unseen.look()
    later = unseen.now() + 601
    unseen.now = lambda: later
    for _ in range(3):
        await unseen.look()
    while await cup.act(table.id, shove=True, privately=True):
        pass
    while not await cup.is_over():
        for one in await cup.go_on(seen=False):
            while await cup.act(one.id, shove=True, privately=True):
                pass
    event = await cup.look()
    assert event.stage is Stage.FINISHED
    won = {PlayerId(one.player): one.prize for one in event.results}
    assert await _wallets(room, people) == {one: chips + won[one] for one, chips in before.items()}
    assert room.server.journal.invalid_requests <= 1  # What was on its way when the permission went.
