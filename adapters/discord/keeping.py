"""What the Discord side wants to know again: for how long, and how an open panel is written down."""

from dataclasses import dataclass
from typing import Final

CLOSED_SECONDS: Final = 86_400
"""How long a closed direct message is not tried again."""
TOKEN_SECONDS: Final = 14 * 60
"""An interaction's token lives for 15 minutes; the last one is not relied on."""
HAND_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """A message that only one player sees; it can be edited while the token lives."""

    token: str
    message: str
    """Its id."""
    until: float
    """Seconds since the epoch."""

    def written(self) -> str:
        """For keeping."""
        return f"{self.until:.0f} {self.message} {self.token}"


def read_panel(text: str | None) -> Panel | None:
    """What `Panel.written` wrote."""
    if text is None:
        return None
    until, message, token = text.split(" ", 2)
    return Panel(token=token, message=message, until=float(until))
