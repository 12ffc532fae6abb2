"""A small bot on the unmodified discord.py, to prove the loopback Discord with. It plays no poker.

Run as a program it reads DEMO_TOKEN and DEMO_PROXY from the environment and patches nothing.
"""

import asyncio
import os
import re
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

BLINDS = ("1/2", "2/5", "5/10")
STREETS = ("flop", "turn", "river")
Press = discord.Interaction[Any]


class SeatButton(ui.DynamicItem[ui.Button[Any]], template=r"seat:(?P<seat>\d+)"):
    """A button that knows its seat from its custom_id alone, so that it outlives the process."""

    def __init__(self, seat: int) -> None:
        super().__init__(ui.Button(label=f"Seat {seat}", custom_id=f"seat:{seat}"))
        self.seat = seat

    @classmethod
    async def from_custom_id(cls, press: Press, item: ui.Item[Any], match: re.Match[str]) -> Self:
        return cls(int(match["seat"]))

    async def callback(self, press: Press) -> Any:
        press.client.presses.append(self.seat)
        await press.response.send_message(f"{press.user.display_name} takes seat {self.seat}", ephemeral=True)


class TableView(ui.LayoutView):
    """The table as a container with text and buttons."""

    def __init__(self, words: str, seats: tuple[int, ...] = (1, 2)) -> None:
        super().__init__(timeout=None)
        row: ui.ActionRow[Any] = ui.ActionRow(*[SeatButton(seat) for seat in seats])
        link: ui.Button[Any] = ui.Button(label="Rules", url="https://example.org/rules")
        section: ui.Section[Any] = ui.Section("The rules", accessory=link)
        self.add_item(
            ui.Container(ui.TextDisplay(words), ui.Separator(), section, row, accent_colour=0x2E8B57)
        )


class CountView(ui.View):
    """A counter that is edited in place by its own button."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.count = 0

    @ui.button(label="Count", custom_id="count")
    async def add(self, press: Press, button: ui.Button[Any]) -> None:
        self.count += 1
        await press.response.edit_message(content=f"Counted {self.count}", view=self)

    @ui.select(custom_id="game", options=[discord.SelectOption(label=name) for name in ("holdem", "omaha")])
    async def choose(self, press: Press, menu: ui.Select[Any]) -> None:
        await press.response.send_message(f"Chose {menu.values[0]}", ephemeral=True)


class RaiseModal(ui.Modal, title="Raise"):
    """A typed amount, a menu, and every kind of choice that a modal has."""

    amount: ui.Label[Any] = ui.Label(
        text="Raise to", component=ui.TextInput(custom_id="amount", min_length=1, max_length=9)
    )
    pace: ui.Label[Any] = ui.Label(
        text="Pace",
        component=ui.Select(
            custom_id="pace", options=[discord.SelectOption(label=name) for name in ("slow", "fast")]
        ),
    )
    note: ui.TextDisplay[Any] = ui.TextDisplay("Totals, not additions")
    street: ui.Label[Any] = ui.Label(
        text="Street",
        component=ui.RadioGroup(
            custom_id="street", options=[discord.RadioGroupOption(label=name, value=name) for name in STREETS]
        ),
    )
    boards: ui.Label[Any] = ui.Label(
        text="Boards",
        component=ui.CheckboxGroup(
            custom_id="boards",
            required=False,
            options=[discord.CheckboxGroupOption(label=name, value=name) for name in ("one", "two")],
        ),
    )
    sure: ui.Label[Any] = ui.Label(text="Sure", component=ui.Checkbox(custom_id="sure"))

    async def on_submit(self, press: Press, /) -> None:
        filled = {
            name: getattr(self, name).component for name in ("amount", "pace", "street", "boards", "sure")
        }
        told = [filled["amount"].value, *filled["pace"].values, filled["street"].value]
        told += [*filled["boards"].values, str(filled["sure"].value)]
        await press.response.send_message(" ".join(told), ephemeral=True)


class DemoBot(commands.AutoShardedBot):
    """Guild intent only, no waiting at the start."""

    def __init__(self, *, sync: bool = True, **options: Any) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(
            command_prefix="!",
            intents=intents,
            help_command=None,
            guild_ready_timeout=0,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            **options,
        )
        self.presses: list[int] = []
        self.refusals: list[int] = []
        self.gate = asyncio.Event()
        self._sync = sync

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord's five seconds between shards are not waited for here."""

    async def setup_hook(self) -> None:
        self.tree.add_command(poker)
        self.tree.on_error = self._failed  # type: ignore[method-assign]
        self.add_dynamic_items(SeatButton)
        self.add_view(CountView())
        if self._sync:
            await self.tree.sync()

    async def _failed(self, press: Press, error: app_commands.AppCommandError) -> None:
        cause = error.__cause__ or error
        if not isinstance(cause, discord.HTTPException):
            raise error
        self.refusals.append(cause.code)


poker = app_commands.Group(name="poker", description="Play")


@poker.command(name="new", description="Open a table")
async def new(press: Press, blinds: str) -> None:
    await press.response.send_message(view=TableView(f"# Table\nBlinds {blinds}"))


@new.autocomplete("blinds")
async def _blinds(press: Press, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=one, value=one) for one in BLINDS if one.startswith(typed)]


@poker.command(name="cards", description="Your cards")
async def cards(press: Press) -> None:
    await press.response.send_message(f"Cards of {press.user.display_name}", ephemeral=True)


@poker.command(name="language", description="Your language")
async def language(press: Press) -> None:
    await press.response.send_message(f"{press.locale.value} in {press.guild_locale}", ephemeral=True)


@poker.command(name="count", description="A counter")
async def count(press: Press) -> None:
    await press.response.send_message("Counted 0", view=CountView())


@poker.command(name="raise", description="Raise")
async def raise_(press: Press) -> None:
    await press.response.send_modal(RaiseModal())


@poker.command(name="think", description="Defer, then follow up")
async def think(press: Press) -> None:
    await press.response.defer(ephemeral=True, thinking=True)
    await press.client.gate.wait()
    await press.edit_original_response(content="Thought")
    await press.followup.send("And more", ephemeral=True)


@poker.command(name="tidy", description="Say things and take them back")
async def tidy(press: Press) -> None:
    await press.response.send_message("One")
    more = await press.followup.send("Two", wait=True)
    await more.edit(content="Two and a half")
    assert (await press.followup.fetch_message(more.id)).content == "Two and a half"
    assert (await press.original_response()).content == "One"
    await press.client.gate.wait()
    await more.delete()
    await press.delete_original_response()


@poker.command(name="late", description="Answer when the gate opens")
async def late(press: Press) -> None:
    await press.client.gate.wait()
    await press.response.send_message("Here at last")


@poker.command(name="twice", description="Answer, then answer by hand again")
async def twice(press: Press) -> None:
    await press.response.send_message("Once")
    again = press.client._connection.http
    route = discord.http.Route(
        "POST", "/interactions/{i}/{webhook_token}/callback", i=press.id, webhook_token=press.token
    )
    try:
        await again.request(route, json={"type": 5})
    except discord.HTTPException as refused:
        press.client.refusals.append(refused.code)


@poker.command(name="whisper", description="A direct message")
async def whisper(press: Press) -> None:
    await press.response.defer(ephemeral=True)
    try:
        await press.user.send("Your cards, privately", embed=discord.Embed(title="Ace"))
        await press.user.send(view=TableView("Your table", (3,)))
        told = "Sent"
    except discord.Forbidden as refused:
        told = f"Closed: {refused.code}"
    await press.edit_original_response(content=told)


@poker.command(name="thread", description="A table in a thread")
async def thread(press: Press) -> None:
    assert isinstance(press.channel, discord.TextChannel)
    await press.response.defer()
    made = await press.channel.create_thread(name="Table 1", type=discord.ChannelType.public_thread)
    await made.send(view=TableView("In the thread"))
    await press.followup.send(f"It is in {made.mention}")


async def main() -> None:
    async with DemoBot(proxy=os.environ["DEMO_PROXY"]) as bot:
        await bot.start(os.environ["DEMO_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
