"""What an operator can set: every variable, its default and its meaning. `.env.example` lists the same."""

import re
from pathlib import Path
from typing import Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from adapters.messages import Locale


class Settings(BaseSettings):
    """Read from the environment, then from `.env`. A bad value is refused at the start, with the name it has."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True)

    redis_url: str = Field(default="", validation_alias="REDIS_URL")
    """`redis://`, `rediss://` or `unix://`; empty: an embedded Valkey under RIVERBOT_DATA."""
    data: Path = Field(default=Path("~/.local/share/riverbot"), validation_alias="RIVERBOT_DATA")
    """Where the embedded Valkey keeps its data."""
    web_host: str = Field(default="127.0.0.1", validation_alias="WEB_HOST")
    """0.0.0.0 lets others on the network in."""
    web_port: int = Field(default=8600, ge=0, le=65_535, validation_alias="WEB_PORT")
    """0: any free port."""
    web_origins: str = Field(default="", validation_alias="WEB_ORIGINS")
    """Pages beside the server's own that may connect, with commas between: `https://poker.example`."""
    discord_token: SecretStr = Field(default=SecretStr(""), validation_alias="DISCORD_TOKEN")
    """Of the bot, from the developer portal. Empty: no Discord."""
    discord_dev_guild: int | None = Field(default=None, validation_alias="DISCORD_DEV_GUILD")
    """The id of one server that gets the commands at once, and no other gets them."""
    discord_shard_ids: str = Field(default="", validation_alias="DISCORD_SHARD_IDS")
    """The shards of this process, with commas between: `0,1`. Empty: all of them. They need DISCORD_SHARD_COUNT."""
    discord_shard_count: int | None = Field(default=None, ge=1, validation_alias="DISCORD_SHARD_COUNT")
    """Shards of all processes together. Empty: as many as Discord recommends."""
    discord_embeds: bool = Field(default=False, validation_alias="DISCORD_EMBEDS")
    """Lay tables out as embeds instead of in components."""
    telegram_token: SecretStr = Field(default=SecretStr(""), validation_alias="TELEGRAM_TOKEN")
    """Of the bot, from BotFather. Empty: no Telegram."""
    telegram_webhook_url: str = Field(default="", validation_alias="TELEGRAM_WEBHOOK_URL")
    """Where Telegram reaches the web room's port, `https://poker.example/telegram`. Empty: the bot asks for updates."""
    telegram_webhook_secret: SecretStr = Field(
        default=SecretStr(""), validation_alias="TELEGRAM_WEBHOOK_SECRET"
    )
    """Proves that an update comes from Telegram: 1 to 256 of A-Z, a-z, 0-9, _ and -. A webhook needs one."""
    telegram_base_url: str = Field(default="https://api.telegram.org", validation_alias="TELEGRAM_BASE_URL")
    """Another Bot API server: `http://localhost:8081`."""
    proxy_url: str = Field(default="", validation_alias="PROXY_URL")
    """An HTTP proxy on the way to the chat platforms: `http://host:port`."""
    bank: bool = Field(default=True, validation_alias="BANK")
    """on: players have wallets, a bank for each server and group. off: chips are free; change it between games."""
    bank_opening: int = Field(default=20_000, ge=0, le=1_000_000, validation_alias="BANK_OPENING")
    """Chips that a new account begins with. A server or a group may choose other numbers."""
    bank_daily: int = Field(default=1_000, ge=0, le=1_000_000, validation_alias="BANK_DAILY")
    """Chips that a player can collect once in 24 hours."""
    bank_refill: int = Field(default=2_000, ge=0, le=1_000_000, validation_alias="BANK_REFILL")
    """Whoever has less than this in all can be brought up to it, once in 6 hours."""
    locale: Locale = Field(default=Locale.EN, validation_alias="RIVERBOT_LOCALE")
    """The language of a room that has chosen none: en, zh-Hant or zh-Hans."""
    log_level: str = Field(default="info", validation_alias="LOG_LEVEL")
    """debug, info, warning or error."""

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, level: str) -> str:
        if level.lower() not in ("debug", "info", "warning", "error"):
            raise ValueError("is one of debug, info, warning, error")
        return level.lower()

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        ids, count = self.shard_ids, self.discord_shard_count
        if ids is not None and (count is None or not all(0 <= number < count for number in ids)):
            raise ValueError("DISCORD_SHARD_IDS are numbers from 0 to below DISCORD_SHARD_COUNT")
        return self

    @model_validator(mode="after")
    def _webhook_is_guarded(self) -> Self:
        secret = self.telegram_webhook_secret.get_secret_value()
        if self.telegram_webhook_url and re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret) is None:
            raise ValueError(
                "TELEGRAM_WEBHOOK_URL needs a TELEGRAM_WEBHOOK_SECRET of 1 to 256 A-Z a-z 0-9 _ -"
            )
        return self

    @property
    def shard_ids(self) -> list[int] | None:
        """DISCORD_SHARD_IDS as numbers; None for all."""
        parts = [part.strip() for part in self.discord_shard_ids.split(",") if part.strip()]
        if not all(part.isascii() and part.isdecimal() for part in parts):
            raise ValueError("DISCORD_SHARD_IDS are numbers with commas between")
        return [int(part) for part in parts] or None

    @property
    def folder(self) -> Path:
        """RIVERBOT_DATA with the home folder filled in."""
        return self.data.expanduser()

    @property
    def origins(self) -> frozenset[str]:
        """WEB_ORIGINS as a set."""
        return frozenset(part.strip() for part in self.web_origins.split(",") if part.strip())
