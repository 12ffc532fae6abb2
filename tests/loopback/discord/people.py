"""People who use the bot: they type commands, press buttons, pick from menus, fill in modals, and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import components as parts
from . import modals, payloads
from .answers import Json
from .interactions import Interaction, Kind, Pending
from .journal import Deed
from .messages import Message, pinged
from .options import Impossible, Value, filled, named
from .permissions import may, permissions_in
from .stage import Stage
from .world import Account, Channel, ChannelKind

UPLOAD_LIMIT = 10 * 1024 * 1024  # bytes


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class User(Account):
    """A person. What a real client would not let them do raises Impossible."""

    stage: Stage

    def __repr__(self) -> str:
        return f"<User {self.username}>"

    @property
    def dm(self) -> Channel:
        """Their direct messages with the bot."""
        return self.stage.open_dm(self)

    def reads(self, channel: Channel) -> list[Message]:
        return self.stage.visible_to(self, channel)

    def say(self, channel: Channel, text: str) -> Message:
        """An ordinary message."""
        self._look_into(channel)
        message = Message(
            id=self.stage.ids.next(),
            channel=channel,
            author=self,
            created=self.stage.clock.now(),
            content=text,
        )
        message.mentions = pinged(message, None, self.stage.world.accounts)
        channel.messages[message.id] = message
        self.stage.record(Deed.CREATED, message, message.mentions)
        return message

    def slash(self, channel: Channel, command: str, options: Mapping[str, Value] | None = None) -> Pending:
        """Type a command such as "poker new", with options by name."""
        found, path = named(self.stage, channel, command)
        data = filled(self.stage, found, path, dict(options or {}))
        return self._begin(Kind.COMMAND, channel, data)

    def autocomplete(
        self,
        channel: Channel,
        command: str,
        option: str,
        typed: str,
        options: Mapping[str, Value] | None = None,
    ) -> Pending:
        """What is offered while typing in one option, the others being as given; see `choices` of the answer."""
        found, path = named(self.stage, channel, command)
        given = {**(options or {}), option: typed}
        data = filled(self.stage, found, path, given, focused=option)
        return self._begin(Kind.AUTOCOMPLETE, channel, data)

    def click(self, message: Message, custom_id: str, *, stale: bool = False) -> Pending:
        """Press a button. `stale`: one that the message has lost meanwhile, seen on a screen that lags behind."""
        item, components = self._component(message, custom_id, stale=stale)
        if item["type"] != parts.BUTTON:
            raise Impossible(f"{custom_id} is no button")
        data: Json = {"custom_id": custom_id, "component_type": parts.BUTTON, "id": item["id"]}
        return self._use(message, components, data)

    def press(self, message: Message, label: str) -> Pending:
        """Press the button whose label holds the text."""
        custom_id = message.button(label).custom_id
        if custom_id is None:
            raise Impossible(f"{label} is a link")
        return self.click(message, custom_id)

    def select(
        self, message: Message, custom_id: str, values: Sequence[str | Account], *, stale: bool = False
    ) -> Pending:
        """Pick from a menu: values of a list, or people."""
        item, components = self._component(message, custom_id, stale=stale)
        data: Json = {"custom_id": custom_id, "component_type": item["type"], "id": item["id"]}
        data |= modals.picked(item, values, message.channel)
        return self._use(message, components, data)

    def submit_modal(
        self, opened: Interaction, values: Mapping[str, modals.Filling] | None = None
    ) -> Pending:
        """Fill in the modal that the interaction was answered with: values by custom_id, the rest as it stood."""
        if opened.modal is None:
            raise Impossible(f"{opened!r} opened no modal")
        data = modals.submission(opened.modal, dict(values or {}), opened.channel)
        snapshot = payloads.message(opened.source, self.stage.world) if opened.source else None
        return self._begin(Kind.MODAL_SUBMIT, opened.channel, data, opened.source, opened, snapshot)

    def _component(self, message: Message, custom_id: str, *, stale: bool) -> tuple[Json, list[Json]]:
        if not message.visible_to(self):
            raise Impossible(f"{self!r} doesn't see {message!r}")
        versions = [message.components, *(reversed(message.versions) if stale else [])]
        for components in versions:
            item = parts.with_custom_id(components, custom_id)
            if item is not None and (stale or not item.get("disabled")):
                return item, components
        there = [item.get("custom_id") for item in parts.walk(message.components) if item.get("custom_id")]
        raise Impossible(f"{custom_id} can't be used; there are {there}")

    def _use(self, message: Message, components: list[Json], data: Json) -> Pending:
        snapshot = payloads.message(message, self.stage.world) | {"components": components}
        return self._begin(Kind.COMPONENT, message.channel, data, message, None, snapshot)

    def _look_into(self, channel: Channel) -> None:
        if channel.deleted or not may(channel, self, "view_channel"):
            raise Impossible(f"{self!r} has no access to {channel!r}")

    def _begin(
        self,
        kind: Kind,
        channel: Channel,
        data: Json,
        source: Message | None = None,
        parent: Interaction | None = None,
        snapshot: Json | None = None,
    ) -> Pending:
        self._look_into(channel)
        if channel.guild is not None and channel.guild.id not in self.stage.world.guilds:
            raise Impossible(f"the bot is not in {channel.guild!r}")
        made = Pending(self.stage, kind, self, channel, data)
        made.source, made.parent = source, parent
        made.payload = self._payload(made)
        if snapshot is not None:
            made.payload["message"] = snapshot
        self.stage.interactions[made.token] = made
        self.stage.deliver(made)
        return made

    def _payload(self, made: Interaction) -> Json:
        stage, channel = self.stage, made.channel
        payload: Json = {
            "id": str(made.id),
            "application_id": str(stage.world.application_id),
            "type": int(made.kind),
            "token": made.token,
            "version": 1,
            "data": made.data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(channel) | {"permissions": str(permissions_in(channel, self))},
            "app_permissions": str(permissions_in(channel, stage.world.bot)),
            "locale": self.locale,
            "entitlements": [],
            "authorizing_integration_owners": made.owners(),
            "context": 1 if channel.kind is ChannelKind.DM else 0,
            "attachment_size_limit": UPLOAD_LIMIT,
        }
        guild = channel.guild
        if guild is None:
            return payload | {"user": payloads.user(self)}
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": payloads.member(guild.members[self.id], channel),
        }
