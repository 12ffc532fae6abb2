"""What an operator can set: every variable, its default and its meaning. `.env.example` lists the same."""

from pathlib import Path

from pydantic import Field, field_validator
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

    @property
    def folder(self) -> Path:
        """RIVERBOT_DATA with the home folder filled in."""
        return self.data.expanduser()

    @property
    def origins(self) -> frozenset[str]:
        """WEB_ORIGINS as a set."""
        return frozenset(part.strip() for part in self.web_origins.split(",") if part.strip())
