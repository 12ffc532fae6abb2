"""One REST call as a route's function sees it, and the table of routes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .answers import (
    Answer,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_message,
    unknown_webhook,
)
from .interactions import Interaction
from .messages import Message
from .permissions import may
from .stage import Stage
from .world import Channel
from .writing import Files


@dataclass(frozen=True, slots=True)
class Call:
    """The parsed request: path parameters, query, body (of a form: its payload_json) and files by index."""

    stage: Stage
    params: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files

    def channel(self) -> Channel:
        """The channel in the path: 10003 if there is none, 50001 if the bot can't see it."""
        found = self.stage.world.channels.get(_number(self.params["channel_id"]))
        if found is None:
            raise unknown_channel()
        if found.guild is not None and found.guild.id not in self.stage.world.guilds:
            raise missing_access()
        return self.require(found)

    def require(self, channel: Channel, *names: str) -> Channel:
        """50001 if the bot can't see the channel, 50013 if it lacks one of the named permissions there."""
        if not may(channel, self.stage.world.bot, "view_channel"):
            raise missing_access()
        if not may(channel, self.stage.world.bot, *names):
            raise missing_permissions()
        return channel

    def message(self, channel: Channel) -> Message:
        """The message in the path. Ephemeral ones aren't there for these routes: 10008."""
        found = channel.messages.get(_number(self.params["message_id"]))
        if found is None or found.ephemeral:
            raise unknown_message()
        return found

    def interaction(self) -> Interaction:
        """The interaction whose token is in the path: 10015 if there is none."""
        found = self.stage.interactions.get(self.params["webhook_token"])
        if found is None or self.params["webhook_id"] != str(self.stage.world.application_id):
            raise unknown_webhook()
        found.check_token()
        return found


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0


Function = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    method: str
    template: str  # as the official description spells it
    function: Function
    by_token: bool  # whether the path's token is the proof of identity

    @property
    def name(self) -> str:
        return f"{self.method} {self.template}"


ROUTES: list[Route] = []


def route(method: str, template: str, *, by_token: bool = False) -> Callable[[Function], Function]:
    """Enter a function in the table."""

    def enter(function: Function) -> Function:
        ROUTES.append(Route(method, template, function, by_token))
        return function

    return enter
