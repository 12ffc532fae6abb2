"""Judges what the drawing half makes of a message, as Discord would: by its description and by our own rules."""

from typing import Any

import discord

from adapters.discord.embed import table_embed
from adapters.discord.layout import table_view
from adapters.discord.markup import Emoji
from adapters.messages import Locale, Message
from tests.discord_scenes import payload
from tests.loopback.discord.description import Complaint, official
from tests.loopback.discord.messages import V2
from tests.loopback.discord.rules import message_rules

Json = dict[str, Any]


def complaints(body: Json) -> list[Complaint]:
    """What is wrong with a message to be posted; without the description by our own rules alone."""
    description = official()
    found = message_rules(body)
    if description is not None:
        found += description.request("POST", "/channels/{channel_id}/messages", body)
    return found


def as_components(message: Message, locale: Locale, emoji: Emoji) -> Json:
    """The body of the message in components V2."""
    return {"components": payload(table_view(message, locale, emoji)), "flags": V2}


def as_embed(message: Message, locale: Locale, emoji: Emoji) -> Json:
    """The body of the message as an embed with buttons."""
    embed, view = table_embed(message, locale, emoji)
    return {"embeds": [embed.to_dict()], "components": [] if view is None else payload(view)}


def texts(body: Json) -> str:
    """All that is written in a message, buttons aside."""
    found = [item["content"] for item in walked(body["components"]) if item["type"] == 10]
    return "\n".join([*found, *(embed["description"] for embed in body.get("embeds", ()))])


def buttons(body: Json) -> list[Json]:
    """The buttons of a message."""
    return [item for item in walked(body["components"]) if item["type"] == discord.ComponentType.button.value]


def walked(components: list[Json]) -> list[Json]:
    """Every component, those inside others after them."""
    return [one for item in components for one in (item, *walked(item.get("components", [])))]
