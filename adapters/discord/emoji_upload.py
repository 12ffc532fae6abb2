"""Uploads the pictures of the cards as the application's own emoji; what is there already is left as it is."""

from dataclasses import dataclass

import aiohttp
import discord

from adapters.discord.client import LoginRefused, Unreachable
from adapters.discord.emoji import NAMES
from adapters.discord.emoji_pictures import pictures


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploaded:
    """How many emoji are new, and how many were there."""

    new: int
    there: int


async def upload_emoji(token: str, proxy: str | None = None) -> Uploaded:
    """Upload what is missing. Raises LoginRefused or Unreachable; started again it goes on where it stopped."""
    client = discord.Client(intents=discord.Intents.none(), proxy=proxy)
    try:
        async with client:
            await client.login(token)
            known = {emoji.name for emoji in await client.fetch_application_emojis()}
            missing = {NAMES[key]: png for key, png in pictures().items() if NAMES[key] not in known}
            for name, png in missing.items():
                await client.create_application_emoji(name=name, image=png)
    except discord.LoginFailure:
        raise LoginRefused from None
    except (discord.HTTPException, aiohttp.ClientError, OSError) as away:
        raise Unreachable(type(away).__name__) from away
    return Uploaded(new=len(missing), there=len(NAMES) - len(missing))
