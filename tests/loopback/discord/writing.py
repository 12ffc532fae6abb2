"""Making and editing messages out of request bodies, with the hand-written rules applied to how they would stand."""

from . import components as parts
from .answers import Json, Refusal, invalid_form
from .description import Complaint
from .interactions import Interaction
from .journal import Deed
from .messages import EPHEMERAL, LOADING, SUPPRESS_EMBEDS, V2, Attachment, Message, pinged, pings_everyone
from .rules import message_rules
from .stage import Stage
from .world import Account, Channel

Files = dict[int, tuple[str, bytes]]  # by the index in `files[n]`: name and bytes
SETTABLE = V2 | EPHEMERAL | SUPPRESS_EMBEDS | (1 << 12)


class BadForm(Refusal):
    """A body that breaks the description or a hand-written rule."""

    def __init__(self, complaints: list[Complaint]) -> None:
        refusal = invalid_form([(list(one.where), one.code, one.words) for one in complaints])
        super().__init__(refusal.status, refusal.code, refusal.message, refusal.errors)
        self.complaints = complaints
        if [one.code for one in complaints] == ["EMPTY_MESSAGE"]:
            self.code, self.message, self.errors = 50006, "Cannot send an empty message", None


def create(
    stage: Stage,
    channel: Channel,
    author: Account,
    body: Json,
    files: Files,
    *,
    only_for: Account | None = None,
    interaction: Interaction | None = None,
) -> Message:
    """A new message in the channel; BadForm if no such message may stand. With `only_for` it is ephemeral."""
    _judge(body, len(files))
    message = Message(
        id=stage.ids.next(),
        channel=channel,
        author=author,
        created=stage.clock.now(),
        flags=(body.get("flags") or 0) & SETTABLE & ~EPHEMERAL | (EPHEMERAL if only_for else 0),
        only_for=only_for,
        interaction=interaction,
        reference=_referenced(channel, body),
    )
    _fill(stage, message, body, files)
    channel.messages[message.id] = message
    stage.record(Deed.CREATED, message, _ring(stage, message, body))
    return message


def placeholder(stage: Stage, interaction: Interaction, *, ephemeral: bool) -> Message:
    """ "Riverbot is thinking": what a deferred answer shows until it is edited."""
    message = Message(
        id=stage.ids.next(),
        channel=interaction.channel,
        author=stage.world.bot,
        created=stage.clock.now(),
        flags=LOADING | (EPHEMERAL if ephemeral else 0),
        only_for=interaction.user if ephemeral else None,
        interaction=interaction,
    )
    interaction.channel.messages[message.id] = message
    return message


def edit(stage: Stage, message: Message, body: Json, files: Files) -> Message:
    """Lay the fields of the body over the message. Filling a placeholder counts as making a message, and rings."""
    flags = message.flags
    if body.get("flags") is not None:
        kept = EPHEMERAL | LOADING | V2  # V2 can be set by an edit, but never unset
        flags = (flags & kept) | (body["flags"] & (V2 | SUPPRESS_EMBEDS))
    standing: Json = {"content": message.content, "embeds": message.embeds, "components": message.components}
    given = {name: body[name] for name in standing if name in body}
    remaining = _remaining(message, body)
    _judge(standing | given | {"flags": flags}, len(remaining) + len(files))
    was_loading = message.loading
    message.flags = flags & ~LOADING
    message.attachments = remaining
    _fill(stage, message, given | {"attachments": body.get("attachments")}, files)
    rung = _ring(stage, message, body)
    if was_loading:
        stage.record(Deed.CREATED, message, rung)
    else:
        message.edited = stage.clock.now()
        message.edits += 1
        stage.record(Deed.EDITED, message)
    return message


def _judge(draft: Json, attachments: int) -> None:
    complaints = message_rules(draft, attachments)
    if complaints:
        raise BadForm(complaints)


def _referenced(channel: Channel, body: Json) -> Message | None:
    reference: Json | None = body.get("message_reference")
    if not reference:
        return None
    found = channel.messages.get(int(reference["message_id"]))
    if found is None and reference.get("fail_if_not_exists") is not False:
        raise BadForm([Complaint(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")])
    return found


def _remaining(message: Message, body: Json) -> list[Attachment]:
    """The attachments that an edit leaves: all, or those that its list names."""
    if body.get("attachments") is None:
        return list(message.attachments)
    named = {str(entry["id"]) for entry in body["attachments"]}
    return [attachment for attachment in message.attachments if str(attachment.id) in named]


def _fill(stage: Stage, message: Message, body: Json, files: Files) -> None:
    described = {str(entry["id"]): entry for entry in body.get("attachments") or []}
    for index, (name, data) in sorted(files.items()):
        entry = described.get(str(index), {})
        made = Attachment(stage.ids.next(), entry.get("filename") or name, data, entry.get("description"))
        message.attachments.append(made)
    urls = {attachment.filename: attachment.url for attachment in message.attachments}
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [parts.stored_embed(embed, urls) for embed in body["embeds"] or []]
    if "components" in body:
        if message.components:
            message.versions.append(message.components)
        message.components = parts.stored(body["components"] or [], urls)


def _ring(stage: Stage, message: Message, body: Json) -> tuple[Account, ...]:
    """Work out whom the message mentions; who hears it is up to the caller."""
    allowed = body.get("allowed_mentions")
    message.mentions = pinged(message, allowed, stage.world.accounts)
    message.mentions_everyone = pings_everyone(message, allowed)
    return message.mentions
