"""Presses of buttons, each answered once and to its person alone."""

import re
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import structlog
from telegram import CallbackQuery
from telegram import Message as Written
from telegram.error import TelegramError

from adapters.messages import ChoiceName, Message, Reply, Request, Role, Text
from adapters.telegram import meant
from adapters.telegram.callback_data import Own, Press, read
from adapters.telegram.chats import Place
from adapters.telegram.desk import Desk, Pressed, joined, note, safely
from adapters.telegram.ephemerals import Ephemerals, To
from adapters.telegram.limiter import Weight
from adapters.telegram.markup import alert_text
from adapters.telegram.pad_keys import PadKeys
from adapters.telegram.requests import Who, request_of, who_pressed
from adapters.telegram.trouble import Trouble
from adapters.telegram.whereabouts import EVENT_BUTTONS, event_of, hall_meant
from core.cardroom.table import Table, seat_of
from core.ids import PlayerId, RoomId, Turn, hall_of
from core.refusals import Reason, Refused
from core.store import StoreAway

_LONG: Final = frozenset(
    {
        *(ChoiceName.RULES, ChoiceName.HELP, ChoiceName.HISTORY, ChoiceName.OPTIONS, ChoiceName.LEARN),
        *(ChoiceName.FORGET_ME, ChoiceName.ACCOUNT, ChoiceName.TOP),
        *(
            ChoiceName.STRUCTURE,
            ChoiceName.PLAYERS,
            ChoiceName.STANDINGS,
            ChoiceName.OVERVIEW,
            ChoiceName.SEASON,
        ),
    }
)
"""Buttons whose answers are too long for a box."""
_PAGED: Final = frozenset({ChoiceName.LEARN, ChoiceName.ACCOUNT, ChoiceName.TOP})
"""Buttons that, with an argument, turn a page of the message they are under."""
_STEP: Final = re.compile(r"[+-][0-9]{1,12}")
_MOVES: Final = frozenset(
    {
        *(ChoiceName.FOLD, ChoiceName.CHECK, ChoiceName.CALL, ChoiceName.RAISE, ChoiceName.FOLD_ANYWAY),
        *(ChoiceName.SHOW, ChoiceName.MUCK, ChoiceName.RUNS, Own.PAD),
    }
)
"""What mostly needs no words, so the asker's language is looked up only when it does."""
_MOST_ASKED: Final = 4_096
_TROUBLES: Final = {Trouble.SHUT: "telegram.may_not_write", Trouble.OUT: "telegram.thrown_out"}
_log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class Presses:
    """Understands and answers them."""

    desk: Desk
    ephemerals: Ephemerals
    pad_keys: PadKeys
    _asked: OrderedDict[tuple[PlayerId, Turn], None] = field(default_factory=OrderedDict)

    async def take(self, query: CallbackQuery) -> None:
        """A press; one of a button that is not the dealer's, or under a message that is unknown, is only answered."""
        press, message = read(query.data or ""), query.message
        if press is None or message is None:
            await self.desk.say(query, "")
            return
        thread = None
        if isinstance(message, Written) and message.is_topic_message:
            thread = message.message_thread_id
        place = Place(message.chat.id, thread)
        async with self.desk.order.turn(place if place.chat < 0 else press.table or place):
            who = who_pressed(query.from_user)
            pressed, reply = await self._done(query, press, who, place, message.message_id)
        if reply.message is not None and press.name in _MOVES:
            locale = await self.desk.locale(who.player, who.locale)
            pressed = replace(pressed, who=replace(pressed.who, locale=locale))
        await self._answer(pressed, reply)

    async def _done(
        self, query: CallbackQuery, press: Press, who: Who, place: Place, message: int
    ) -> tuple[Pressed, Reply]:
        if press.name not in _MOVES:
            who = replace(who, locale=await self.desk.locale(who.player, who.locale))
        pressed = Pressed(
            query=query, press=press, who=who, place=place, message=message, room=RoomId(who.player)
        )
        try:
            room = await self._room(pressed)
        except StoreAway:
            return pressed, Reply(message=note("telegram.late"), refused=True)
        if room is None:
            return pressed, Reply(message=note("telegram.elsewhere"), refused=True)
        pressed = replace(pressed, room=room)
        try:
            request = await self._request(pressed)
        except StoreAway:
            return pressed, Reply(message=note("telegram.late"), refused=True)
        reply = await self.desk.carry_out(request)
        if not reply.refused and pressed.is_private:
            self.desk.private.beside.pressed(who.player, message)
            reply = await self._naming(pressed, reply)
        if not reply.refused and press.name in (ChoiceName.JOIN, ChoiceName.REGISTER):
            try:
                reply = Reply(message=joined(reply.message, await self.desk.seated(request)))
            except StoreAway:
                _log.info("home_not_kept")
        return pressed, reply

    async def _naming(self, pressed: Pressed, reply: Reply) -> Reply:
        """Who gives something up far from the table is told which one it was."""
        press, told = pressed.press, reply.message
        if told is None or press.table is None or press.name not in meant.GIVE_UP:
            return reply
        with suppress(Refused, StoreAway):
            table = await self.desk.house.look(press.table, 0)
            told = meant.about(pressed.room, table, told)
            told = await self.desk.chats.told_apart(told, frozenset({Role.TITLE}))
        return replace(reply, message=told)

    async def _room(self, pressed: Pressed) -> RoomId | None:
        """The room that the press is for; None for a button that was not made for this chat or person.

        An app can send any data for a button, so the table in it has to be one of the chat, or one that the person
        sits at or could sit down at. Raises StoreAway.
        """
        place, press = pressed.place, pressed.press
        here = await self.desk.chats.room(*place)
        event = event_of(press)
        if event is not None:
            return await hall_meant(self.desk, event, None if pressed.is_private else here, pressed.who)
        if press.table is None:
            return await self._home(pressed, here)
        try:
            table = await self.desk.house.look(press.table, 0)
        except Refused:
            return await self._home(pressed, here)
        if not pressed.is_private:
            return next((room for room in table.rooms if hall_of(room) == here), None)
        room = next((room for room in table.rooms if room.startswith("telegram:")), None)
        if room is None:
            # It was open in a group that it has left: whoever sits there plays on from here.
            return None if seat_of(table, pressed.who.player) is None else table.rooms[0]
        return room if await self._may_press(pressed.who, table, room) else None

    async def _home(self, pressed: Pressed, here: RoomId) -> RoomId:
        """What a button means that is of no table."""
        if not pressed.is_private:
            return here
        return await self.desk.private.home(pressed.who.player) or here

    async def _may_press(self, who: Who, table: Table, room: RoomId) -> bool:
        if seat_of(table, who.player) is not None:
            return True
        group = await self.desk.chats.place(room)
        return await self.desk.members.belongs(group.chat, who.id)

    async def _request(self, pressed: Pressed) -> Request:
        press = pressed.press
        command, args = press.name.value, press.argument
        if press.name is Own.PAD:
            command, args = ChoiceName.RAISE.value, await self.pad_keys.confirmed(pressed)
        if press.name is ChoiceName.FOLD and (pressed.who.player, press.turn) in self._asked:
            command = ChoiceName.FOLD_ANYWAY.value
        return await request_of(
            pressed.who,
            f"q{pressed.query.id}",
            pressed.room,
            pressed.place.chat,
            self.desk.members,
            command=command,
            args=args,
            turn=press.turn,
        )

    async def _answer(self, pressed: Pressed, reply: Reply) -> None:
        press, message = pressed.press, reply.message
        if reply.refused:
            await self._refuse(pressed, message)
        elif press.name is ChoiceName.CARDS and message is not None:
            await self._show_cards(pressed, message)
        elif press.name is Own.PAD or (press.name is ChoiceName.RAISE and not press.argument):
            await self.pad_keys.press(pressed, message)
        elif press.name is ChoiceName.FOLD and message is not None:
            await self._ask_once(pressed)
        elif message is not None and (press.name in _LONG or _asks_how(press, message)):
            await self._show_long(pressed, message)
        else:
            await self._done_well(pressed, message)

    async def _refuse(self, pressed: Pressed, message: Message | None) -> None:
        """In a box; what came too late in passing, and it is set right."""
        late = message is not None and _says(message, f"refused.{Reason.TOO_LATE}")
        text = "" if message is None else alert_text(message, pressed.who.locale)
        await self.desk.say(pressed.query, text, alert=not late)
        table = pressed.press.table
        if message is not None and any(
            one.name is ChoiceName.DAILY for row in message.choices for one in row
        ):
            await safely(self._with_buttons(pressed, message))
        if late and pressed.is_private and table is not None:
            await safely(self.desk.wire.edit_buttons(pressed.place, pressed.message, None, Weight.SPARE))
            await safely(self.desk.again(pressed.room, pressed.who.player, table))

    async def _with_buttons(self, pressed: Pressed, message: Message) -> None:
        """A box has no buttons for what can be done instead: they come in private."""
        await self.desk.privately(pressed.who.player, message, pressed.who.locale)

    async def _show_cards(self, pressed: Pressed, message: Message) -> None:
        """As a message that only they see, else in a box, which always works."""
        locale, query = pressed.who.locale, pressed.query
        if pressed.is_private:
            await self.desk.say(query, alert_text(message, locale), alert=True)
        elif await self._show_alone(pressed, message):
            await self.desk.say(query, "")
        else:
            await self.desk.say(query, alert_text(message, locale), alert=True)

    async def _show_alone(self, pressed: Pressed, message: Message) -> bool:
        """To them alone in the group, where the server can do that."""
        who = pressed.who
        return await self.ephemerals.show(
            pressed.place,
            To(user=who.id, query=pressed.query.id),
            pressed.message,
            message,
            who.locale,
        )

    async def _show_long(self, pressed: Pressed, message: Message) -> None:
        who, query = pressed.who, pressed.query
        press = pressed.press
        _, dot, step = press.argument.rpartition(".")
        is_file = press.name is ChoiceName.HISTORY and bool(dot) and not step.isdecimal()
        steps = not is_file and (bool(dot) or (press.name in _PAGED and bool(press.argument)))
        if steps and pressed.is_private and await self._step(pressed, message):
            return
        alone = not (steps or is_file or pressed.is_private)
        whole = message.picture is not None or (press.name in EVENT_BUTTONS and bool(message.choices))
        shown = alone and not whole and await self._show_alone(pressed, message)
        try:
            shown = shown or await self.desk.privately(who.player, message, who.locale)
        except StoreAway:
            _log.info("answer_not_private")
        shown = shown or (whole and not pressed.is_private and await self._show_whole(pressed, message))
        if shown:
            await self.desk.say(query, "")
        else:
            await self.desk.say(query, alert_text(message, who.locale), alert=True)

    async def _show_whole(self, pressed: Pressed, message: Message) -> bool:
        """To them alone in the group with the buttons that turn its pages: they have no private chat."""
        to = To(user=pressed.who.id, query=pressed.query.id)
        return await self.ephemerals.answer(pressed.place, to, message, pressed.who.locale, door=False)

    async def _step(self, pressed: Pressed, message: Message) -> bool:
        """Another step of a past hand, in the message whose button was pressed."""
        who, place = pressed.who, pressed.place
        try:
            await self.desk.wire.edit(place, pressed.message, message, who.locale, Weight.URGENT)
        except TelegramError:
            return False
        await self.desk.say(pressed.query, "")
        return True

    async def _ask_once(self, pressed: Pressed) -> None:
        """Folding when checking is free: the same button again does it (rules.md 26)."""
        turn = pressed.press.turn
        if turn is not None:
            self._asked[pressed.who.player, turn] = None
            if len(self._asked) > _MOST_ASKED:
                self._asked.popitem(last=False)
        text = alert_text(note("telegram.fold_again"), pressed.who.locale)
        await self.desk.say(pressed.query, text, alert=True)

    async def _done_well(self, pressed: Pressed, message: Message | None) -> None:
        """In passing, or in a box when there is more to read; with what keeps the table message from being drawn."""
        trouble = None if pressed.is_private else self.desk.port.trouble_in(pressed.room)
        key = None if trouble is None else _TROUBLES.get(trouble)
        shown = joined(message, None if key is None else note(key))
        text = "" if shown is None else alert_text(shown, pressed.who.locale)
        await self.desk.say(pressed.query, text, alert="\n" in text or key is not None)


def _asks_how(press: Press, message: Message) -> bool:
    """Whether the answer is a question, how to share or whether they are sure: a box has no buttons to answer by."""
    return press.name in (ChoiceName.DEAL, ChoiceName.CANCEL) and bool(message.choices)


def _says(message: Message, key: str) -> bool:
    """Whether a text is among the pieces."""
    pieces = (piece for line in message.lines for piece in line.pieces)
    return any(isinstance(piece, Text) and piece.key == key for piece in pieces)
