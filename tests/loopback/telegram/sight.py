"""Who notices a message: whether the bot is given it, and whom it rings for."""

from .messages import Message
from .world import Account, ChatKind, World


def bot_sees(message: Message, world: World, *, privacy: bool) -> bool:
    """Whether the bot gets an update for the message: never for its own or another bot's.

    With privacy mode on it is given, of ordinary talk in groups where it is no administrator: commands for it, plain
    commands unless another bot spoke last, replies to it, and messages that mention it.
    """
    if message.author is world.bot or (message.author.is_bot and message.sender_chat is None):
        return False
    chat = message.chat
    if chat.kind is ChatKind.PRIVATE:
        return chat.person is not None and not chat.person.blocked
    entry = chat.members.get(world.bot.id)
    if entry is None or not entry.present:
        return False
    if not privacy or entry.is_admin or message.service or chat.kind is ChatKind.CHANNEL:
        return True
    return _meant_for_bot(message, world)


def _meant_for_bot(message: Message, world: World) -> bool:
    if message.reply_to is not None and message.reply_to.author is world.bot:
        return True
    name = f"@{world.bot.username}".lower()
    if any(word.lower() == name for word in message.marked("mention")):
        return True
    commands = [word.lower() for word in message.marked("bot_command") if message.text.startswith(word)]
    if not commands:
        return False
    command, _, addressed = commands[0].partition("@")
    if addressed:
        return f"@{addressed}" == name
    return message.chat.last_bot in (None, world.bot) and bool(command)


def mentioned(message: Message, world: World) -> tuple[Account, ...]:
    """Who gets a notification because the text names them: members, unless the message was sent silently."""
    if message.silent:
        return ()
    ids = [entity["user"]["id"] for entity in message.entities if entity["type"] == "text_mention"]
    named = [world.named(word) for word in message.marked("mention")]
    found = [world.accounts.get(number) for number in ids] + named
    return tuple(dict.fromkeys(a for a in found if a is not None and a in message.chat.people))
