"""REST: channels, messages, threads, pins and direct messages."""

from . import payloads
from .answers import (
    Answer,
    Json,
    Refusal,
    closed_dm,
    missing_permissions,
    thread_archived,
    unknown_member,
)
from .calls import Call, route
from .clock import iso
from .messages import Message
from .permissions import may
from .world import Channel, ChannelKind
from .writing import create, edit

PIN_COUNT = 250


def _sending(call: Call, channel: Channel) -> None:
    """What a new message needs: an open DM, or the permissions; a thread that isn't locked wakes up."""
    if channel.kind is ChannelKind.DM:
        if not all(account.dm_open for account in channel.recipients):
            raise closed_dm()
        return
    call.require(channel, "send_messages_in_threads" if channel.is_thread else "send_messages")
    if call.body.get("embeds"):
        call.require(channel, "embed_links")
    if call.files:
        call.require(channel, "attach_files")
    if channel.archived:
        if channel.locked and not may(channel, call.stage.world.bot, "manage_threads"):
            raise thread_archived()
        call.stage.archive(channel, archived=False)


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Answer:
    return Answer(200, payloads.channel(call.channel()))


@route("PATCH", "/channels/{channel_id}")
def update_channel(call: Call) -> Answer:
    """Threads: by their owner or with manage_threads; anything in an archived thread needs it woken first."""
    channel = call.channel()
    if not channel.is_thread:
        raise missing_permissions()
    bot, body = call.stage.world.bot, call.body
    holds_power = may(channel, bot, "manage_threads")
    if not holds_power and (channel.owner_id != bot.id or channel.locked or "locked" in body):
        raise missing_permissions()
    if channel.archived and body.get("archived") is not False:
        raise thread_archived()
    channel.name = body.get("name") or channel.name
    channel.auto_archive = body.get("auto_archive_duration") or channel.auto_archive
    if body.get("rate_limit_per_user") is not None:
        channel.slowmode = body["rate_limit_per_user"]
    locked = channel.locked if body.get("locked") is None else body["locked"]
    archived = channel.archived if body.get("archived") is None else body["archived"]
    call.stage.archive(channel, archived=archived, locked=locked)
    return Answer(200, payloads.channel(channel))


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    channel = call.channel()
    if channel.kind is not ChannelKind.DM:
        if not channel.is_thread:
            raise missing_permissions()
        call.require(channel, "manage_threads")
        call.stage.delete_channel(channel)
    return Answer(200, payloads.channel(channel))


@route("POST", "/channels/{channel_id}/typing")
def trigger_typing(call: Call) -> Answer:
    call.channel()
    return Answer(204)


@route("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> Answer:
    """Newest first, as everybody sees them."""
    channel = call.require(call.channel(), "read_message_history")
    shown = [one for one in channel.messages.values() if not one.ephemeral]
    if "before" in call.query:
        shown = [one for one in shown if one.id < int(call.query["before"])]
    if "after" in call.query:
        shown = [one for one in shown if one.id > int(call.query["after"])]
    newest = shown[::-1][: int(call.query.get("limit", 50))]
    return Answer(200, [payloads.message(one, call.stage.world) for one in newest])


@route("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> Answer:
    channel = call.channel()
    _sending(call, channel)
    made = create(call.stage, channel, call.stage.world.bot, call.body, call.files)
    return Answer(200, payloads.message(made, call.stage.world))


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    channel = call.require(call.channel(), "read_message_history")
    return Answer(200, payloads.message(call.message(channel), call.stage.world))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def update_message(call: Call) -> Answer:
    channel = call.channel()
    message = _own(call, channel)
    if channel.archived:
        raise thread_archived()
    if call.body.get("embeds"):
        call.require(channel, "embed_links")
    edit(call.stage, message, call.body, call.files)
    return Answer(200, payloads.message(message, call.stage.world))


def _own(call: Call, channel: Channel) -> Message:
    message = call.message(channel)
    if message.author is not call.stage.world.bot:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    return message


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    channel = call.channel()
    message = call.message(channel)
    if message.author is not call.stage.world.bot:
        if channel.kind is ChannelKind.DM:
            raise Refusal(403, 50003, "Cannot execute action on a DM channel")
        call.require(channel, "manage_messages")
    if channel.archived:
        raise thread_archived()
    call.stage.delete_message(message, by_bot=True)
    return Answer(204)


@route("GET", "/channels/{channel_id}/messages/pins")
def list_pins(call: Call) -> Answer:
    channel = call.require(call.channel(), "read_message_history")
    items: list[Json] = [
        {"pinned_at": iso(one.pinned), "message": payloads.message(one, call.stage.world)}
        for one in channel.messages.values()
        if one.pinned is not None
    ]
    return Answer(200, {"items": items[::-1], "has_more": False})


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
def create_pin(call: Call) -> Answer:
    channel = call.require(call.channel(), "pin_messages")
    message = call.message(channel)
    if sum(one.pinned is not None for one in channel.messages.values()) >= PIN_COUNT:
        raise Refusal(400, 30003, f"Maximum number of pins reached ({PIN_COUNT})")
    message.pinned = call.stage.clock.now()
    return Answer(204)


@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
def delete_pin(call: Call) -> Answer:
    channel = call.require(call.channel(), "pin_messages")
    call.message(channel).pinned = None
    return Answer(204)


@route("POST", "/channels/{channel_id}/threads")
def create_thread(call: Call) -> Answer:
    """A thread that begins with no message: private unless the body says otherwise."""
    kind = ChannelKind(call.body.get("type") or ChannelKind.PRIVATE_THREAD)
    return Answer(201, _thread(call, kind, call.stage.ids.next()))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_thread_from_message(call: Call) -> Answer:
    """A public thread under a message has the message's id."""
    message = call.message(call.channel())
    if message.id in call.stage.world.channels:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    return Answer(201, _thread(call, ChannelKind.PUBLIC_THREAD, message.id))


def _thread(call: Call, kind: ChannelKind, thread_id: int) -> Json:
    parent, stage, body = call.channel(), call.stage, call.body
    if parent.kind is not ChannelKind.TEXT or parent.guild is None:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    call.require(
        parent, "create_public_threads" if kind is ChannelKind.PUBLIC_THREAD else "create_private_threads"
    )
    now = stage.clock.now()
    thread = Channel(
        id=thread_id,
        kind=kind,
        name=body["name"],
        guild=parent.guild,
        parent=parent,
        owner_id=stage.world.bot.id,
        auto_archive=body.get("auto_archive_duration") or 1440,
        archive_changed=now,
        created=now,
        slowmode=body.get("rate_limit_per_user") or 0,
        invitable=body.get("invitable") is not False,
        thread_members={stage.world.bot.id: stage.world.bot},
    )
    stage.world.channels[thread.id] = thread
    data = payloads.channel(thread)
    stage.gateway.emit("THREAD_CREATE", data | {"newly_created": True}, parent.guild.id)
    return data | {"member": payloads.thread_member(thread, stage.world.bot)}


@route("PUT", "/channels/{channel_id}/thread-members/@me")
@route("DELETE", "/channels/{channel_id}/thread-members/@me")
def join_or_leave_thread(call: Call) -> Answer:
    """The bot needs neither here: it sees every public thread, and is in those it made."""
    call.channel()
    return Answer(204)


@route("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_thread_member(call: Call) -> Answer:
    thread = call.channel()
    account = call.stage.world.accounts.get(int(call.params["user_id"]))
    if account is None or thread.guild is None or account.id not in thread.guild.members:
        raise unknown_member()
    thread.thread_members[account.id] = account
    return Answer(204)


@route("POST", "/users/@me/channels")
def create_dm(call: Call) -> Answer:
    """Opening always works; whether the door is locked shows when a message is sent."""
    account = call.stage.world.accounts.get(int(call.body.get("recipient_id") or 0))
    if account is None or account.bot:
        raise Refusal(400, 50033, "Invalid Recipient(s)")
    return Answer(200, payloads.channel(call.stage.open_dm(account)))
