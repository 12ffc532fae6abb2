"""Where the answer to a typed command goes: to whoever typed it, and never nowhere.

In their private chat; where that is closed, in the group for them alone, if the server can do that; else before
everybody, but what is refused, or is for one person's eyes, by a press of theirs (`peeks`). A group that has had many
messages gets it when there is room: all that waits for a person in one message then, and an emoji on what they typed
says meanwhile that it was read.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import structlog
from telegram.error import TelegramError

from adapters.messages import Line, Message, Role, Text
from adapters.telegram import typed
from adapters.telegram.chats import Place, is_private
from adapters.telegram.desk import Desk, joined, note
from adapters.telegram.ephemerals import Ephemerals, To
from adapters.telegram.limiter import GROUP_GAP, MINUTE, Weight
from adapters.telegram.peeks import Peeks
from adapters.telegram.requests import Who
from core.ids import RoomId
from core.store import StoreAway

RESERVE: Final = 4
"""Answers a minute for which a busy group finds room beside its table."""
PATIENCE: Final = 45.0
"""Seconds after which an answer is of no more use."""
LOOK_AGAIN: Final = 1.0
CARDS_BY_CHAT: Final = "telegram.settings_chat"
CARDS_BY_BUTTON: Final = "telegram.settings_closed"
"""How the cards of somebody come who wants them by private chat: while that is open, and while it is not."""
_OPEN: Final = frozenset(
    {
        *typed.OWN,
        *("start", "stop", "computer", "dismiss", "language", "rules", "privacy", "help", "table", "link"),
        *("unlink", "grant", "take", "freeze", "unfreeze", "bankrules", "ledger", "learn"),
        *("pause", "resume", "kick", "keep", "unkeep", "public", "handover", "options"),
        *("new", "join", "leave", "sitout", "back", "cut"),
        *("fold", "check", "call", "raise", "allin", "runs", "show", "muck"),
        *("topup", "auto", "post", "straddle", "seven", "wait", "unwait"),
        *("away", "bomb", "reveal", "ask", "rabbit"),
        *("daily", "refill", "send", "stats", "top", "evening"),
        *("create", "overview", "register", "unregister", "checkin", "rebuy", "addon", "deal"),
        *("structure", "players", "standings", "season", "club"),
        *("begin", "hold", "cancel", "remove", "reschedule", "again", "fill"),
    }
)
"""Commands whose answers anybody may read: not those that show cards of one's own, or a balance."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What somebody is told. `number` is the message that they wrote, `own` the same where nobody else saw it; each is
    0 when it is not. `word` is the command's name."""

    who: Who
    place: Place
    number: int
    own: int
    word: str
    has_args: bool
    message: Message
    refused: bool
    alone: bool = False
    """Something in it is for their eyes only, whatever the command."""

    @property
    def is_open(self) -> bool:
        """Whether anybody may read it. What is refused is nobody else's affair (product.md 6.5)."""
        if self.refused or self.alone or (self.word == "link" and not self.has_args):
            return False
        return self.word in _OPEN


@dataclass(slots=True, kw_only=True)
class _Group:
    """What waits for room in a group: for each person the newest answer to each command."""

    waiting: dict[int, dict[str, Answer]] = field(default_factory=dict)
    reserved: deque[float] = field(default_factory=deque)
    task: asyncio.Task[None] | None = None


@dataclass(slots=True, kw_only=True)
class Answers:
    """Gives them."""

    desk: Desk
    ephemerals: Ephemerals
    peeks: Peeks = field(init=False)
    _groups: dict[int, _Group] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Nobody has been answered yet."""
        self.peeks = Peeks(desk=self.desk, ephemerals=self.ephemerals)

    async def give(self, answer: Answer) -> None:
        """At once, or as soon as there is room."""
        try:
            alone_first = answer.word in typed.FOR_ONE and answer.place.chat < 0
            if not alone_first and await self._in_private(answer):
                return
            if answer.place.chat > 0:
                return
            if await self._has_room(answer.place):
                await self._in_group(answer, in_private_too=alone_first)
            elif not await self._in_private(answer):
                self._wait(answer)
                await self._seen(answer)
        except StoreAway:
            _log.info("answer_not_private")
            await self._seen(answer)

    async def close(self) -> None:
        """What waits is given up."""
        await self.peeks.close()
        tasks = [group.task for group in self._groups.values() if group.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _in_private(self, answer: Answer) -> bool:
        who = answer.who
        if not is_private(RoomId(who.player)):
            return False
        beside = None if not answer.message.choices else answer.refused
        if not await self.desk.privately(who.player, answer.message, who.locale, beside=beside):
            return False
        await self._settle_in(answer, only_with_buttons=True)
        return True

    async def _in_group(self, answer: Answer, *, in_private_too: bool) -> None:
        """To them alone, else in private, else before everybody; at worst they see that it was read."""
        if await self._alone(answer):
            return
        if in_private_too and await self._in_private(answer):
            return
        if not await self._publicly(answer):
            await self._seen(answer)

    async def _alone(self, answer: Answer) -> bool:
        """To them alone in the group, where the server can do that: an administrator may at any time, anybody else in
        answer to what was typed for the dealer alone."""
        who, place = answer.who, answer.place
        bot = self.desk.wire.bot.id
        if who.anonymous or not (answer.own or await self.desk.members.administers(place.chat, bot)):
            return False
        to = To(user=who.id, reply_to=answer.own)
        if answer.word in typed.FOR_ONE and not answer.refused:
            return await self._show(answer, to)
        message, door = await self._with_files(_as_it_is(answer))
        if not await self.ephemerals.answer(place, to, message, who.locale, door=door):
            return False
        if door:
            await self._settle_in(answer, only_with_buttons=False)
        return True

    async def _show(self, answer: Answer, to: To) -> bool:
        """What takes the place of the cards they were shown before."""
        who, about = answer.who, answer.own or answer.number
        if not await self.ephemerals.show(answer.place, to, about, answer.message, who.locale):
            return False
        told, lacks = await self._with_files(answer)
        if lacks:
            await self.ephemerals.show(answer.place, to, about, told, who.locale)
        return True

    async def _with_files(self, answer: Answer) -> tuple[Message, bool]:
        """Files go to the private chat. Else the answer says so, and (True) the way there had better go with it."""
        message = answer.message
        if not message.attachments and message.picture is None:
            return message, _says(message, CARDS_BY_BUTTON)
        if await self.desk.files(answer.who.player, message):
            return message, False
        key = "telegram.file_in_private" if message.attachments else "telegram.picture_in_private"
        return joined(note(key), message) or message, True

    async def _publicly(self, answer: Answer) -> bool:
        """What nobody else may read, by a press. Nobody can tell who presses for the group itself: it is told what is
        refused, without the buttons, and no secret."""
        who, shown = answer.who, _as_it_is(answer).message
        door = _says(shown, CARDS_BY_BUTTON) and not who.anonymous
        if not answer.is_open and not who.anonymous:
            await self._settle_in(answer, only_with_buttons=False)
            told, _ = await self._with_files(_as_it_is(answer))
            return await self.peeks.offer(answer.place, who, answer.number, told)
        if answer.refused:
            shown = replace(shown, choices=())
        elif not answer.is_open:
            shown = note("telegram.as_yourself")
        if door:
            await self._settle_in(answer, only_with_buttons=False)
        return await self.desk.publicly(answer.place, shown, who.locale, answer.number or None, door=door)

    async def _settle_in(self, answer: Answer, *, only_with_buttons: bool) -> None:
        """What they do in private next means the group that they asked in, for whoever has sat nowhere yet."""
        who, place, private = answer.who, answer.place, self.desk.private
        if place.chat > 0 or who.anonymous or (only_with_buttons and not answer.message.choices):
            return
        if await private.home(who.player) is None:
            await private.settle_in(who.player, await self.desk.chats.room(*place))

    async def _has_room(self, place: Place) -> bool:
        """Whether the group takes an answer: always while it is quiet, a few times a minute while it is not. Those few
        are counted here."""
        wire = self.desk.wire
        if await wire.wait(place, Weight.SPARE) <= GROUP_GAP:
            return True
        now, reserved = asyncio.get_running_loop().time(), self._group(place).reserved
        while reserved and reserved[0] <= now - MINUTE:
            reserved.popleft()
        if len(reserved) >= RESERVE or await wire.wait(place, Weight.URGENT) > 0:
            return False
        reserved.append(now)
        return True

    def _group(self, place: Place) -> _Group:
        return self._groups.setdefault(place.chat, _Group())

    def _wait(self, answer: Answer) -> None:
        group = self._group(answer.place)
        theirs = group.waiting.setdefault(answer.who.id, {})
        theirs.pop(answer.word, None)
        theirs[answer.word] = answer
        if group.task is None or group.task.done():
            group.task = asyncio.create_task(self._when_there_is_room(group))

    async def _when_there_is_room(self, group: _Group) -> None:
        """Whoever has waited longest is answered first."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while group.waiting and loop.time() < until:
            user, theirs = next(iter(group.waiting.items()))
            try:
                if await self._has_room(next(iter(theirs.values())).place):
                    del group.waiting[user]
                    await self._in_group(_together(list(theirs.values())), in_private_too=True)
                    until = loop.time() + PATIENCE
                    continue
            except StoreAway:
                _log.info("answer_not_private")
            await asyncio.sleep(LOOK_AGAIN)
        if group.waiting:
            _log.info("answers_left_out", count=len(group.waiting))
            group.waiting.clear()

    async def _seen(self, answer: Answer) -> None:
        """An emoji on what they typed; on what nobody else saw there can be none."""
        if answer.place.chat > 0 or not answer.number:
            return
        try:
            await self.desk.wire.react(answer.place, answer.number)
        except TelegramError as refused:
            _log.info("not_shown_as_read", error=type(refused).__name__)


def _together(answers: Sequence[Answer]) -> Answer:
    """Several answers to one person as one, with the buttons of the newest."""
    if len(answers) == 1:
        return answers[0]
    messages = [one.message for one in answers]
    whole = Message(
        lines=tuple(line for one in messages for line in one.lines),
        choices=messages[-1].choices,
        picture=next((one.picture for one in reversed(messages) if one.picture is not None), None),
        attachments=tuple(file for one in messages for file in one.attachments),
    )
    refused, alone = any(one.refused for one in answers), not all(one.is_open for one in answers)
    return replace(answers[-1], message=whole, refused=refused, alone=alone)


def _as_it_is(answer: Answer) -> Answer:
    """Told in the group because the private chat is closed: so no cards come that way either."""
    if answer.who.anonymous or not _says(answer.message, CARDS_BY_CHAT):
        return answer
    line = Line(role=Role.NOTE, pieces=(Text(key=CARDS_BY_BUTTON),))
    lines = (line, *(one for one in answer.message.lines if not _is(one, CARDS_BY_CHAT)))
    return replace(answer, message=replace(answer.message, lines=lines))


def _says(message: Message, key: str) -> bool:
    return any(_is(line, key) for line in message.lines)


def _is(line: Line, key: str) -> bool:
    return any(isinstance(piece, Text) and piece.key == key for piece in line.pieces)
