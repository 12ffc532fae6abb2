"""`riverbot emoji`: gives the Discord application pictures of the cards, once."""

import asyncio

from bot.settings import Settings


def upload(settings: Settings) -> str:
    """Upload what is missing and say what was done. Raises ValueError when it can't be."""
    from adapters.discord.client import LoginRefused, Unreachable
    from adapters.discord.emoji_upload import upload_emoji

    token = settings.discord_token.get_secret_value()
    if not token:
        raise ValueError("DISCORD_TOKEN is not set")
    try:
        done = asyncio.run(upload_emoji(token, settings.proxy_url or None))
    except LoginRefused:
        raise ValueError("Discord does not accept DISCORD_TOKEN") from None
    except Unreachable as away:
        raise ValueError(f"Discord cannot be reached ({away})") from away
    return f"{done.new} emoji uploaded, {done.there} were there."
