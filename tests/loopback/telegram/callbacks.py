"""Presses of buttons on their way to the bot and back."""

from . import payloads
from .complaints import bad_request, mistaken
from .faults import Troubled
from .messages import Message, utf16
from .presses import Pending
from .world import Account

ANSWER_LIMIT = 200  # characters
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


def press(stage: Troubled, account: Account, message: Message, data: str) -> Pending:
    """Send a press to the bot, unless the person's app still holds an answer for it."""
    now = stage.clock.now()
    made = Pending(id=str(stage.new_id() * 1_000_003), user=account, message=message, data=data, at=now)
    kept = stage.kept_answers.get((account, message, data))
    if kept is not None and now < kept.at + kept.cache_seconds:
        made.cached = True
        made.settle(kept.answer, kept.alert, kept.url, 0)
        return made
    stage.presses[made.id] = made
    made.again = lambda: _send(stage, made)
    _send(stage, made)
    return made


def _send(stage: Troubled, made: Pending) -> None:
    message, bot = made.message, stage.bot
    entry = message.chat.members.get(bot.id)
    if (entry is not None and not entry.present) or (message.chat.person or bot).blocked:
        return
    shown = payloads.inaccessible(message) if message.deleted else payloads.message(message, bot)
    body = {
        "id": made.id,
        "from": payloads.user(made.user),
        "chat_instance": str(-7_000_000_000 - message.chat.id),
        "message": shown,
        "data": made.data,
    }
    update = stage.updates.push("callback_query", body, made.user.id)
    made.update_id = update.id if update is not None else None


def live_press(stage: Troubled, query_id: object, life: float) -> Pending:
    """The press of that id if it is not older than `life` seconds. Refusal 400 otherwise."""
    found = stage.presses.get(str(query_id))
    if found is None or stage.clock.now() > found.at + life:
        raise bad_request(TOO_OLD)
    return found


def answer(
    stage: Troubled, query_id: object, text: str, *, alert: bool, url: str | None, seconds: int
) -> None:
    """answerCallbackQuery: once for a press, and soon enough."""
    found = live_press(stage, query_id, stage.press_life)
    if found.answered:
        raise bad_request(TOO_OLD)
    if utf16(text) > ANSWER_LIMIT:
        raise mistaken("text", "MESSAGE_TOO_LONG")
    found.settle(text, alert, url, seconds)
    if seconds > 0:
        stage.kept_answers[found.user, found.message, found.data] = found
    stage.pulse()
