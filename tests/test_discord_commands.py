"""The `/poker` and `/tourney` commands on Discord: what is offered, in which language, and what is answered to whom."""

import asyncio
import json
import tomllib
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from adapters.discord import arrivals
from adapters.discord.emoji import NAMES
from adapters.discord.emoji_upload import upload_emoji
from adapters.discord.permissions import invite_link
from adapters.menu import COMMANDS, Command
from adapters.menu_entries import TOURNEY, Kind
from adapters.messages import Locale, Reply, Request
from bot.verify import SOUND, verify_file
from core.ids import PlayerId
from core.kept import Kept
from core.options import AnteRule
from tests.discord_evening import PATIENCE, Evening, bot_running, evening
from tests.loopback.discord import DiscordServer, Interaction, Message, User

pytest_plugins = ["tests.redis_server"]

SUBCOMMAND_GROUP = 2
FILE = 13
MOST_OPTIONS = 25
"""That Discord takes at each level, and choices of an argument."""

SYNC = "PUT /applications/{application_id}/commands"
SYNC_GUILD = "PUT /applications/{application_id}/guilds/{guild_id}/commands"


@pytest.fixture
async def room(redis_url: str) -> AsyncIterator[Evening]:
    async with evening(redis_url) as opened:
        yield opened


async def seated(room: Evening, **options: Any) -> tuple[User, User]:
    """Ann, who reads Chinese, is host; Bob sits with her; the first hand is dealt."""
    ann, bob = room.person("ann", nick="Ann", locale="zh-TW"), room.person("bob")
    await room.open(ann, **options)
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    return ann, bob


async def actor(room: Evening) -> User:
    user = await room.actor()
    assert user is not None
    return user


def entries(server: DiscordServer) -> dict[str, Any]:
    """What stands right under `/poker`: commands and groups of them."""
    poker, _ = server.commands[None]
    return {option["name"]: option for option in poker["options"]}


def subcommands(server: DiscordServer) -> dict[str, Any]:
    """Every command by its path after `/poker`, those of tournaments with the `tourney` in front."""
    _, tourney = server.commands[None]
    found: dict[str, Any] = {f"tourney {inner['name']}": inner for inner in tourney["options"]}
    for name, option in entries(server).items():
        if option["type"] == SUBCOMMAND_GROUP:
            found |= {f"{name} {inner['name']}": inner for inner in option["options"]}
        else:
            found[name] = option
    return found


def path(command: Command) -> str:
    return f"{command.group} {command.name}".strip()


async def test_every_command_of_the_list_is_offered_with_its_names_in_both_chinese_scripts(
    room: Evening,
) -> None:
    offered = subcommands(room.server)
    assert set(offered) == {path(command) for command in COMMANDS} | {"settings", "standings"}
    for command in (*offered.values(), *entries(room.server).values()):
        assert set(command["name_localizations"]) == {"zh-TW", "zh-CN"}
        assert set(command["description_localizations"]) == {"zh-TW", "zh-CN"}
    assert offered["new"]["name_localizations"] == {"zh-TW": "開桌", "zh-CN": "开桌"}
    for command in COMMANDS:
        options = {option["name"]: option for option in offered[path(command)]["options"]}
        fields = [one for one in command.arguments if not one.typed or one.name == "event"]
        more = {"more"} if command.name == "create" else set()
        if any(argument.kind is Kind.PLAYER for argument in fields):
            more = {"entrant" if command.group == TOURNEY else "seat"}
        assert set(options) == {argument.name for argument in fields} | more
        for argument in fields:
            option = options[argument.name]
            assert set(option["name_localizations"]) == {"zh-TW", "zh-CN"}
            assert [choice["value"] for choice in option.get("choices", [])] == list(argument.choices)
            assert option.get("min_value") == argument.minimum


async def test_moves_stand_in_a_group_because_discord_takes_few_commands_in_a_row(room: Evening) -> None:
    there = entries(room.server)
    assert {inner["name"] for inner in there["move"]["options"]} == {
        command.name for command in COMMANDS if command.group == "move"
    }
    assert there["move"]["name_localizations"] == {"zh-TW": "行動", "zh-CN": "行动"}
    assert len(there) <= MOST_OPTIONS
    for option in (*there.values(), *subcommands(room.server).values()):
        assert len(option["options"]) <= MOST_OPTIONS
        for argument in option["options"]:
            assert len(argument.get("choices", ())) <= MOST_OPTIONS
    await seated(room)
    user, stamp = await actor(room), await room.stamp()
    await user.slash(room.place, "poker move call")
    await room.moved_from(stamp)


def test_every_word_of_the_command_list_is_used_and_every_group_has_its_own() -> None:
    groups = {command.group for command in COMMANDS if command.group}
    names = {command.name for command in COMMANDS} | {"settings", "poker", "tourney"}
    arguments = {argument.name for command in COMMANDS for argument in command.arguments}
    arguments |= {"private", "entrant", "more"}
    for locale in Locale:
        source = files("adapters").joinpath("locales", f"slash.{locale}.toml").read_text(encoding="utf-8")
        words = tomllib.loads(source)
        assert set(words["about"]) == {
            *("poker", "tourney", "settings", "private", "dm", "panel", "entrant", "more")
        }
        assert groups - {TOURNEY} == set(words["group"])
        assert all(len(said) <= 100 for said in words["group"].values())
        if locale is not Locale.EN:
            assert set(words["group_name"]) == set(words["group"])
            assert set(words["name"]) == names
            assert set(words["argument"]) == arguments
            at_a_level = [words["name"][command.name] for command in COMMANDS if not command.group]
            at_a_level += [words["name"]["standings"]]
            at_a_level += [words["name"]["settings"], *words["group_name"].values()]
            assert len(set(at_a_level)) == len(at_a_level)


async def test_commands_are_sent_only_when_they_have_changed(room: Evening) -> None:
    assert len(room.server.journal.calls(SYNC)) == 1
    await room.restart()
    assert len(room.server.journal.calls(SYNC)) == 1
    await Kept(room.bot.store).remember("discord", "commands", "as of an older version")
    await room.restart()
    assert len(room.server.journal.calls(SYNC)) == 2


async def test_a_development_server_gets_the_commands_alone(redis_url: str) -> None:
    async with DiscordServer() as server:
        guild = server.add_guild()
        with server.pointed():
            async with bot_running(server, redis_url, settings={"DISCORD_DEV_GUILD": guild.id}):
                assert not server.journal.calls(SYNC)
                assert len(server.journal.calls(SYNC_GUILD)) == 1
                assert [command["name"] for command in server.commands[guild.id]] == ["poker", "tourney"]


def test_the_invitation_asks_for_what_is_needed_and_nothing_else() -> None:
    asked = parse_qs(urlsplit(invite_link(42, embeds=False)).query)
    needed = discord.Permissions(
        view_channel=True,
        send_messages=True,
        create_public_threads=True,
        send_messages_in_threads=True,
        read_message_history=True,
        pin_messages=True,
    )
    assert asked == {
        "client_id": ["42"],
        "scope": ["bot applications.commands"],
        "permissions": [str(needed.value)],
    }
    with_embeds = parse_qs(urlsplit(invite_link(42, embeds=True)).query)["permissions"]
    assert discord.Permissions(int(with_embeds[0])) == needed | discord.Permissions(embed_links=True)


async def test_the_operator_is_given_the_invitation(room: Evening) -> None:
    (told,) = room.bot.told
    assert invite_link(room.server.world.application_id, embeds=False) in told


async def test_options_are_read_by_name(room: Evening) -> None:
    ann = room.person("ann")
    await room.open(ann, name="Big game", blinds="100/200", ante="2 0", antes="big_blind", seats=9)
    table = await room.table()
    assert table.name == "Big game"
    options = table.options
    assert (options.big_blind, options.ante, options.ante_rule) == (200, 20, AnteRule.BIG_BLIND)
    assert options.seats == 9


async def test_bad_stakes_are_refused_to_the_asker_alone_and_open_no_thread(room: Evening) -> None:
    ann = room.person("ann", locale="zh-TW")
    refused = await ann.slash(room.channel, "poker new", {"blinds": "many"}).settled()
    assert refused.ephemeral
    assert refused.message is not None
    assert "many" in refused.message.text
    assert not [channel for channel in room.server.world.channels.values() if channel.is_thread]
    assert room.server.counts().public == 0


async def test_what_fits_is_offered_while_typing(room: Evening) -> None:
    ann, bob = await seated(room)
    blinds = await ann.autocomplete(room.channel, "poker new", "blinds", "50")
    assert [choice["value"] for choice in blinds.choices] == ["25/50", "50/100", "250/500", "500/1000"]
    user = await actor(room)
    sizes = await user.autocomplete(room.place, "poker raise", "amount", "")
    assert next(choice["value"] for choice in sizes.choices) == "200"
    assert [choice["value"] for choice in sizes.choices][-1] == "10000"
    other = bob if user is ann else ann
    assert not (await other.autocomplete(room.place, "poker raise", "amount", "")).choices
    chips = await ann.autocomplete(room.channel, "poker join", "chips", "")
    assert next(choice["value"] for choice in chips.choices) == "2000"


async def test_a_typed_raise_is_refused_with_the_range_and_done_when_it_is_right(room: Evening) -> None:
    await seated(room)
    user, stamp = await actor(room), await room.stamp()
    refused = await user.slash(room.place, "poker raise", {"amount": "150"}).settled()
    assert refused.ephemeral
    assert refused.message is not None
    assert "200" in refused.message.text
    assert "10,000" in refused.message.text
    assert await room.stamp() == stamp
    await user.slash(room.place, "poker raise", {"amount": "3 bb"})
    await room.moved_from(stamp)
    table = await room.table()
    assert table.hand is not None
    assert max(table.hand.round.bets) == 300


async def test_other_amount_opens_a_form_that_shows_the_range_and_outlives_a_restart(room: Evening) -> None:
    await seated(room)
    user, stamp = await actor(room), await room.stamp()
    sizes = await room.press(user, "raise")
    await room.server.until(lambda: sizes.followups)
    label = "其他金額" if user.locale == "zh-TW" else "Other amount"
    form = await user.press(sizes.followups[0], label)
    assert form.modal is not None
    assert "200" in form.modal["components"][0]["label"]
    assert "10,000" in form.modal["components"][0]["label"]
    await room.restart()
    wrong = await user.submit_modal(form, {"amount": "201.5"})
    await room.server.until(lambda: "201.5" in sizes.followups[0].text)
    assert wrong.updated
    await user.submit_modal(form, {"amount": "250"})
    await room.moved_from(stamp)
    await room.server.until(lambda: sizes.followups[0].deleted)
    table = await room.table()
    assert table.hand is not None
    assert max(table.hand.round.bets) == 250


async def test_folding_when_checking_is_free_is_asked_about_in_the_asker_s_own_message(room: Evening) -> None:
    ann, bob = await seated(room)
    await room.go_on(await actor(room), "call")
    user = await actor(room)
    asked = await room.press(user, "fold")
    await room.server.until(lambda: asked.followups)
    await user.click(asked.followups[0], room.buttons(asked.followups[0], "fold_anyway")[0])
    await room.settled()
    await room.server.until(lambda: asked.followups[0].deleted)
    assert not (bob if user is ann else ann).reads(asked.channel)[-1].ephemeral


async def test_the_panel_of_my_cards_stays_up_to_date(room: Evening) -> None:
    ann, bob = await seated(room)
    opened = await room.press(bob, "cards")
    await room.server.until(lambda: opened.followups)
    panel = opened.followups[0]
    assert panel.visible_to(bob)
    assert not panel.visible_to(ann)
    assert "Your cards" in panel.text
    await room.play_out()
    await room.server.until(lambda: "The hand is over" in panel.text)
    again = await bob.slash(room.place, "poker cards").settled()
    await room.server.until(lambda: panel.deleted)
    assert again.message is not None
    await room.deal()
    panel = again.message
    await room.server.until(lambda: "Hand #2" in panel.text)


async def _panel_goes_by(room: Evening, user: User, press: Interaction) -> None:
    """The panel is edited by the token of this press from now on."""
    async with asyncio.timeout(PATIENCE):
        while True:
            panel = await room.bot.room.private.panel_of(PlayerId(f"discord:{user.id}"), room.table_id)
            if panel is not None and panel.token == press.token:
                return


async def test_the_panel_goes_on_with_the_token_of_each_press_in_it(room: Evening) -> None:
    await seated(room)
    user = await actor(room)
    opened = await room.press(user, "cards")
    await room.server.until(lambda: opened.followups)
    panel = opened.followups[0]
    await _panel_goes_by(room, user, opened)
    room.server.clock.advance(13 * 60)
    before = await room.stamp()
    pressed = await room.press(user, "call", where=panel)
    await room.moved_from(before)
    await _panel_goes_by(room, user, pressed)
    room.server.clock.advance(13 * 60)
    edits = panel.edits
    await room.play_out()
    await room.server.until(lambda: panel.edits > edits)
    assert room.server.journal.invalid_requests == 0


async def test_who_prefers_the_panel_gets_no_direct_messages(room: Evening) -> None:
    ann = room.person("ann")
    bob = room.person("bob", locale="zh-CN")
    changed = await bob.slash(room.channel, "poker settings", {"private": "panel"}).settled()
    assert changed.ephemeral
    assert changed.message is not None
    assert "面板" in changed.message.text
    await room.open(ann)
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    await room.server.until(
        lambda: [m for m in bob.reads(room.place) if m.only_for is bob and "手牌" in m.text]
    )
    await room.server.until(lambda: ann.reads(ann.dm))
    assert not bob.reads(bob.dm)
    await bob.slash(room.place, "poker settings", {"private": "dm"}).settled()
    await room.play_out()
    await room.server.until(lambda: bob.reads(bob.dm))


async def test_a_language_that_was_chosen_goes_before_that_of_the_client(room: Evening) -> None:
    ann, _ = await seated(room)
    await room.server.until(lambda: ann.reads(ann.dm))
    assert "你的手牌" in ann.reads(ann.dm)[-1].text
    chosen = await ann.slash(room.place, "poker language", {"language": "en"}).settled()
    assert chosen.ephemeral
    assert chosen.message is not None
    assert "Language: English." in chosen.message.text
    rules = await ann.slash(room.place, "poker help").settled()
    assert rules.message is not None
    assert "What you can type" in rules.message.text


async def test_help_shows_commands_as_they_are_typed_on_discord(room: Evening) -> None:
    ann = room.person("ann")
    helped = await ann.slash(room.channel, "poker help").settled()
    assert helped.message is not None
    for typed in (
        "/poker new name:Friday blinds:50/100 seats:6",
        "/poker raise amount:300",
    ):
        assert f"`{typed}`" in helped.message.text
    moves = await ann.slash(room.channel, "poker help", {"command": "move"}).settled()
    assert moves.message is not None
    assert "`/poker move fold`" in moves.message.text
    assert "=" not in helped.message.text
    about = await ann.slash(room.channel, "poker help", {"command": "new"}).settled()
    assert about.message is not None
    assert "`blinds:`" in about.message.text
    assert "=" not in about.message.text


async def test_a_hand_comes_with_its_record_as_a_file_that_can_be_verified(
    room: Evening, tmp_path: Path
) -> None:
    ann, bob = await seated(room)
    none_yet = await bob.slash(room.place, "poker hand").settled()
    assert none_yet.message is not None
    assert "No hand has been finished here yet" in none_yet.message.text
    await room.play_out()
    typed = await bob.slash(room.place, "poker hand").settled()
    pressed = await room.press(ann, "hand")
    await room.server.until(lambda: pressed.followups)
    assert typed.message is not None
    for message, user in ((typed.message, bob), (pressed.followups[0], ann)):
        assert message.ephemeral
        (file,) = message.attachments
        assert file.filename == "hand-1.json"
        saved = tmp_path / str(user.id)
        saved.write_bytes(file.data)
        assert verify_file(saved) == SOUND
        own = await room.bot.house.record(room.table_id, 1, PlayerId(f"discord:{user.id}"))
        assert json.loads(file.data) == own
        assert [part for part in message.components[0]["components"] if part["type"] == FILE]


async def test_the_last_hand_can_be_looked_up_after_the_table_has_closed(room: Evening) -> None:
    ann, bob = await seated(room)
    await room.play_out()
    await ann.slash(room.place, "poker stop").settled()
    await room.until_table(lambda table: table.closed)
    assert await room.bot.table_in(room.place) is None
    for place in (room.place, room.channel):
        found = await bob.slash(place, "poker hand").settled()
        assert found.message is not None
        assert [file.filename for file in found.message.attachments] == ["hand-1.json"]
    records = await room.bot.house.last_records(room.room_id, PlayerId(f"discord:{bob.id}"), 5)
    assert [record["hand_no"] for record in records] == [1]


async def test_an_amount_that_is_none_is_refused_with_the_range(room: Evening) -> None:
    await seated(room)
    user = await actor(room)
    for typed in ("1.5", "３００", "9" * 20):
        refused = await user.slash(room.place, "poker raise", {"amount": typed}).settled()
        assert refused.message is not None
        assert "200" in refused.message.text
        assert "10,000" in refused.message.text


async def test_presses_that_come_together_are_served_in_the_order_in_which_they_came(room: Evening) -> None:
    """However long Discord takes for each acknowledgement."""
    inbound = room.bot.room.client.inbound
    assert inbound is not None
    run, acknowledge = inbound.run, inbound._acknowledge
    people = [room.person(f"p{number}") for number in range(6)]
    acknowledged = [asyncio.Event() for _ in (*people, None)]
    acknowledged[-1].set()
    arrived: list[str] = []
    served: list[str] = []

    async def noted(request: Request) -> Reply:
        served.append(request.player)
        return await run(request)

    async def the_last_first(_: object, interaction: Any) -> bool:
        arrived.append(f"discord:{interaction.user.id}")
        mine = len(arrived)
        await acknowledged[mine].wait()
        done = await acknowledge(interaction)
        acknowledged[mine - 1].set()
        return done

    await room.open(people[0])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrivals, "LONGEST_WAIT", 60.0)
        patch.setattr(type(inbound), "_acknowledge", the_last_first)
        inbound.run = noted
        message = room.public()[-1]
        presses = [user.click(message, room.buttons(message, "rules")[0]) for user in people]
        for press in presses:
            await press
        await room.server.until(lambda: len(served) == len(people))
    assert served == arrived


async def test_a_command_in_the_channel_means_the_table_in_its_thread(room: Evening) -> None:
    ann, _ = await seated(room)
    assert room.place is not room.channel
    cards = await ann.slash(room.channel, "poker cards").settled()
    assert cards.ephemeral
    assert cards.message is not None
    assert "你的手牌" in cards.message.text


async def test_a_second_table_gets_a_thread_of_its_own(room: Evening) -> None:
    ann = room.person("ann")
    await room.open(ann, name="First")
    first = room.place
    await room.open(ann, name="Second")
    assert room.place is not first
    assert room.place.name == "Second"


async def test_whoever_manages_the_channel_may_close_the_table(room: Evening) -> None:
    _ann, bob = await seated(room)
    refused = await bob.slash(room.place, "poker stop").settled()
    assert refused.message is not None
    assert not (await room.table()).closing
    room.server.permit(room.channel, "manage_threads", account=bob)
    room.guild.owner_id = bob.id
    await bob.slash(room.place, "poker stop").settled()
    assert (await room.table()).closing


async def test_emoji_are_uploaded_once_and_shown_in_place_of_symbols(room: Evening) -> None:
    with room.server.pointed():
        first = await upload_emoji(room.server.token)
        again = await upload_emoji(room.server.token)
    assert (first.new, first.there) == (len(NAMES), 0)
    assert (again.new, again.there) == (0, len(NAMES))
    await room.restart()
    await seated(room)
    assert "<:rb_back:" in (await room.live()).text


async def test_embeds_stand_in_for_components(redis_url: str) -> None:
    async with evening(redis_url, settings={"DISCORD_EMBEDS": True}) as room:
        await seated(room)
        assert (await room.live()).embeds
        await room.play_out()


async def test_a_nickname_of_which_nothing_can_be_seen_gives_way_to_the_name_of_the_account(
    room: Evening,
) -> None:
    ann = room.person("ann", nick="\u200b\u200d")
    await room.open(ann)
    await room.sit(ann)
    seat = (await room.table()).seats[0]
    assert seat is not None
    assert seat.name == "ann"


async def told(user: User, room: Evening, name: str, **given: str | int) -> Message:
    """What a command in the channel is answered."""
    asked = await user.slash(room.channel, f"poker {name}", given).settled()
    assert asked.ephemeral
    assert asked.message is not None
    return asked.message


async def test_a_command_in_a_channel_with_several_tables_goes_to_the_one_at_which_its_asker_sits(
    room: Evening,
) -> None:
    ann, bob = room.person("ann"), room.person("bob")
    await room.open(ann, name="River")
    river, river_table = room.place, room.table_id
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    dee, eli = room.person("dee"), room.person("eli")
    await room.open(dee, name="Second")
    second, second_table = room.place, room.table_id
    assert second is not river
    room.place, room.table_id = river, river_table
    user = await actor(room)
    before = await room.stamp()
    moved = user.slash(room.channel, "poker move call")
    await room.moved_from(before)
    assert not moved.followups
    assert "Hand #1" in (await told(bob, room, "cards")).text
    for command in ("join", "cards", "table"):
        asked = await told(eli, room, command)
        assert "Which one do you mean?" in asked.text
        if command == "table":
            assert f"River <#{river.id}>" in asked.text.replace("\u2068", "").replace("\u2069", "")
            assert f"<#{second.id}>" in asked.text
        else:
            assert [button.label for button in asked.buttons] == ["River", "Second"]
    asked = await told(eli, room, "join")
    form = await eli.click(asked, room.buttons(asked, "join")[1])
    await eli.submit_modal(form, {})
    room.table_id = second_table
    await room.until_table(lambda table: any(seat for seat in table.seats))
    # What only hosts do is for the table that is theirs; the one that is left is reachable afterwards.
    await told(dee, room, "stop")
    await room.until_table(lambda table: table.closed)
    room.table_id = river_table
    assert "River" in (await told(room.person("fay"), room, "table")).text


async def test_of_two_tables_that_one_sits_at_a_command_goes_to_the_one_that_waits(room: Evening) -> None:
    ann, bob = room.person("ann"), room.person("bob")
    await room.open(ann, name="River")
    river, river_table = room.place, room.table_id
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    await room.open(bob, name="Second")
    await room.sit(bob)
    await room.sit(ann)
    room.place, room.table_id = river, river_table
    user, before = await actor(room), await room.stamp()
    moved = user.slash(room.channel, "poker move call")
    await room.moved_from(before)
    assert not moved.followups
    asked = await told(user, room, "leave")
    assert [button.label for button in asked.buttons] == ["River", "Second"]
    assert "Which one" not in (await told(user, room, "bank balance")).text


async def test_settings_without_an_option_says_how_all_is_set(room: Evening) -> None:
    _ann, bob = await seated(room)
    shown = await told(bob, room, "settings")
    for said in (
        "by direct message",
        "`/poker settings private:panel`",
        "English",
        "/poker language",
        "河畔牌桌",
    ):
        assert said in shown.text
    await told(bob, room, "settings", private="panel")
    assert "in a panel that only you see" in (await told(bob, room, "settings")).text
    asked = await told(room.person("mei", locale="zh-TW"), room, "settings")
    assert "`/撲克 設定 看牌方式:在只有我看得到的面板`" in asked.text


async def test_the_help_of_a_command_says_more_than_its_heading(room: Evening) -> None:
    ann = room.person("ann")
    assert "two cards" in (await told(ann, room, "help", command="rules")).text.casefold()
    assert "/poker me mydata" in (await told(ann, room, "help", command="privacy")).text
    assert "nothing to add" in (await told(ann, room, "help", command="leave")).text
    for word in ("settings", "設定"):
        assert "`/poker settings`" in (await told(ann, room, "help", command=word)).text
    assert "`/poker settings`" in (await told(ann, room, "help")).text


async def test_commands_are_named_in_the_language_of_whoever_reads_of_them(room: Evening) -> None:
    mei, wei = room.person("mei", locale="zh-TW"), room.person("wei", locale="zh-CN")
    assert "/撲克 開桌" in (await told(mei, room, "table")).text
    assert "/扑克 开桌" in (await told(wei, room, "table")).text
    privacy = (await told(mei, room, "privacy")).text
    assert "/撲克 我 我的資料" in privacy
    assert "/撲克 我 刪除我的資料" in privacy
    assert "`/撲克 開桌 名稱:Friday 盲注:50/100 座位數:6`" in (await told(mei, room, "help")).text
