"""REST: first answers to interactions, and what their tokens allow for fifteen minutes."""

from collections.abc import Callable

from . import payloads
from .answers import Answer, Json, Refusal, unknown_interaction, unknown_message
from .calls import Call, route
from .description import Complaint
from .interactions import Interaction, Kind, Reply
from .messages import EPHEMERAL, Message
from .writing import BadForm, create, edit, placeholder

ANSWERABLE = {
    Kind.COMMAND: {Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.MODAL},
    Kind.COMPONENT: {
        Reply.MESSAGE,
        Reply.DEFERRED_MESSAGE,
        Reply.DEFERRED_UPDATE,
        Reply.UPDATE,
        Reply.MODAL,
    },
    Kind.AUTOCOMPLETE: {Reply.CHOICES},
    Kind.MODAL_SUBMIT: {Reply.MESSAGE, Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE, Reply.UPDATE},
}


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", by_token=True)
def create_interaction_response(call: Call) -> Answer:
    interaction = call.stage.interactions.get(call.params["interaction_token"])
    if interaction is None or call.params["interaction_id"] != str(interaction.id):
        raise unknown_interaction()
    try:
        _answer(call, interaction)
    except Refusal as refusal:
        if interaction.reply is None:
            interaction.refusal = refusal
        raise
    if call.query.get("with_response") not in ("1", "true"):
        return Answer(204)
    return Answer(200, _callback_response(call, interaction))


def _answer(call: Call, interaction: Interaction) -> None:
    interaction.check_first_answer()
    reply = Reply(call.body["type"])
    updates = reply in (Reply.UPDATE, Reply.DEFERRED_UPDATE)
    if reply not in ANSWERABLE[interaction.kind] or (updates and interaction.source is None):
        words = f"{reply.name} is no answer to {interaction.kind.name}"
        raise BadForm([Complaint(("type",), "INTERACTION_RESPONSE_TYPE_INVALID", words)])
    REPLIES[reply](call, interaction, call.body.get("data") or {})
    interaction.reply, interaction.replied_at = reply, call.stage.clock.now()


def _message(call: Call, interaction: Interaction, data: Json) -> None:
    interaction.original = _create(call, interaction, data, ephemeral=_is_ephemeral(data))


def _is_ephemeral(data: Json) -> bool:
    return bool((data.get("flags") or 0) & EPHEMERAL)


def _create(call: Call, interaction: Interaction, data: Json, *, ephemeral: bool) -> Message:
    return create(
        call.stage,
        interaction.channel,
        call.stage.world.bot,
        data,
        call.files,
        only_for=interaction.user if ephemeral else None,
        interaction=interaction,
    )


def _defer(call: Call, interaction: Interaction, data: Json) -> None:
    """Of the data only the ephemeral flag counts."""
    interaction.original = placeholder(call.stage, interaction, ephemeral=_is_ephemeral(data))


def _defer_update(call: Call, interaction: Interaction, data: Json) -> None:
    interaction.original = interaction.source


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    assert interaction.source is not None
    if interaction.source.deleted:
        raise unknown_message()
    interaction.original = edit(call.stage, interaction.source, data, call.files)


def _choices(call: Call, interaction: Interaction, data: Json) -> None:
    interaction.choices = data.get("choices") or []


def _modal(call: Call, interaction: Interaction, data: Json) -> None:
    interaction.modal = data


REPLIES: dict[Reply, Callable[[Call, Interaction, Json], None]] = {
    Reply.MESSAGE: _message,
    Reply.DEFERRED_MESSAGE: _defer,
    Reply.DEFERRED_UPDATE: _defer_update,
    Reply.UPDATE: _update,
    Reply.CHOICES: _choices,
    Reply.MODAL: _modal,
}


def _callback_response(call: Call, interaction: Interaction) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.kind)}
    made: Json = {"interaction": about}
    message, reply = interaction.original, interaction.reply
    if message is not None:
        about["response_message_id"] = str(message.id)
        about["response_message_loading"] = message.loading
        about["response_message_ephemeral"] = message.ephemeral
        if reply in (Reply.MESSAGE, Reply.UPDATE):
            made["resource"] = {"type": int(reply), "message": payloads.message(message, call.stage.world)}
    return made


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", by_token=True)
def create_followup(call: Call) -> Answer:
    """The first one after a deferral takes the place of "is thinking", and is as public as that was."""
    interaction = call.interaction()
    original = interaction.original
    if original is not None and original.loading:
        made = edit(call.stage, original, call.body, call.files)
    else:
        made = _create(call, interaction, call.body, ephemeral=_is_ephemeral(call.body))
    interaction.followups.append(made)
    return Answer(200, payloads.message(made, call.stage.world))


def _original(call: Call) -> Message:
    found = call.interaction().original
    if found is None or found.deleted:
        raise unknown_message()
    return found


def _by_id(call: Call) -> Message:
    """A message of this interaction: its response, a follow-up, or the message whose component was used."""
    interaction, wanted = call.interaction(), call.params["message_id"]
    for found in (interaction.original, interaction.source, *interaction.followups):
        if found is not None and str(found.id) == wanted and not found.deleted:
            return found
    raise unknown_message()


def _shown(call: Call, message: Message) -> Answer:
    return Answer(200, payloads.message(message, call.stage.world))


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", by_token=True)
def get_original(call: Call) -> Answer:
    return _shown(call, _original(call))


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", by_token=True)
def update_original(call: Call) -> Answer:
    return _shown(call, edit(call.stage, _original(call), call.body, call.files))


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", by_token=True)
def delete_original(call: Call) -> Answer:
    call.stage.delete_message(_original(call), by_bot=True)
    return Answer(204)


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", by_token=True)
def get_followup(call: Call) -> Answer:
    return _shown(call, _by_id(call))


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", by_token=True)
def update_followup(call: Call) -> Answer:
    return _shown(call, edit(call.stage, _by_id(call), call.body, call.files))


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", by_token=True)
def delete_followup(call: Call) -> Answer:
    call.stage.delete_message(_by_id(call), by_bot=True)
    return Answer(204)
