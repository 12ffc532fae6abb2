"""Commands that people type, in a group, in a topic of it, or in their private chat."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from telegram import Message as Written

from adapters.event_asking import named_in
from adapters.menu import find
from adapters.messages import Line, Locale, Message, Reply, Request, Role, Text
from adapters.telegram import meant, typed
from adapters.telegram.answers import Answer, Answers
from adapters.telegram.chats import PLATFORM, Place
from adapters.telegram.desk import Desk, joined, note
from adapters.telegram.own_settings import own_help, settings
from adapters.telegram.requests import Who, request_of, who_wrote, without_mention
from adapters.telegram.whereabouts import AT_THE_TABLE, hall_meant, is_of_events, is_of_one_event, own_room
from core.cardroom.table import Table, seat_of
from core.ids import EventId, RoomId, TableId, is_event
from core.refusals import Refused
from core.store import StoreAway

_ANYWHERE: Final = frozenset(
    {"rules", "help", "language", "privacy", "learn", "break", "remind", "mydata", "forgetme"}
)
_ADMINISTERING: Final = frozenset(
    {
        "start",
        "stop",
        "computer",
        "dismiss",
        "language",
        "rules",
        "privacy",
        "help",
        "table",
        "link",
        "unlink",
        *("grant", "take", "freeze", "unfreeze", "bankrules", "ledger"),
        *("pause", "resume", "kick", "keep", "unkeep", "public", "handover", "options"),
        *("overview", "structure", "players", "standings", "season", "club"),
        *("begin", "hold", "cancel", "remove", "reschedule", "fill"),
    }
)
"""What an anonymous administrator may ask for."""
_FOR_ONE_ADMIN: Final = frozenset({"private", "log"})
"""What administrators are told alone: nobody knows whom of them to tell it when they write as the group."""
_TITLES: Final = frozenset({Role.TITLE})
OVERVIEW: Final = "overview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Understands and answers them."""

    desk: Desk
    answers: Answers

    async def take(self, update_id: int, message: Written) -> None:
        """A message; talk is left alone."""
        who, text = who_wrote(message), without_mention(message)
        if who is None:
            return
        private = message.chat.type == "private"
        if private and not text.startswith(("/", "／")):
            text = f"/{text}"
        asked = typed.read(text, self.desk.wire.bot.username)
        if asked is None or not (private or asked.addressed or typed.is_known(asked.word)):
            return
        place = Place(message.chat.id, message.message_thread_id if message.is_topic_message else None)
        async with self.desk.order.turn(place):
            who = replace(who, locale=await self.desk.locale(who.player, who.locale))
            if private:
                reply = await self._in_private(update_id, who, asked)
            else:
                reply = await self._in_group(update_id, who, place, asked)
        if reply.message is None:
            return
        answer = Answer(
            who=who,
            place=place,
            number=message.message_id,
            own=int(message.api_kwargs.get("ephemeral_message_id", 0)),
            word=_name_of(asked.word),
            has_args=bool(asked.args),
            message=reply.message,
            refused=reply.refused,
        )
        await self.answers.give(answer)

    async def _in_group(self, update_id: int, who: Who, place: Place, asked: typed.Typed) -> Reply:
        try:
            room = await self.desk.chats.room(*place)
            word, args = await self._meant(room, asked)
            if who.anonymous and word not in _ADMINISTERING:
                return _no("telegram.as_yourself" if word in _FOR_ONE_ADMIN else "telegram.anonymous")
            if who.anonymous and word == "link" and not args:
                return _no("telegram.as_yourself")
            if word in typed.OWN:
                return await settings(self.desk, who, asked, room)
            if word in AT_THE_TABLE and not who.anonymous:
                room = await own_room(self.desk, room, who)
            if word in ("new", "create"):
                await self._choose_language(room if word == "new" else await self.desk.port.hall(room), who)
            request = await request_of(
                who, f"{update_id}", room, place.chat, self.desk.members, command=word, args=args
            )
            if word == "link" and request.host_powers:
                await self._choose_language(await self.desk.port.hall(room), who)
            if is_of_events(word):
                request = replace(request, home=await self.desk.port.hall(room))
        except StoreAway:
            return _no("telegram.late")
        return await self._carried_out(request)

    async def _choose_language(self, room: RoomId, who: Who) -> None:
        """A room without a language gets that of whoever opens the first table or announces the first tournament, for
        good; English is also what is understood of every language that is not spoken here. Raises StoreAway."""
        if await self.desk.chosen(room) is None:
            usual = await self.desk.house.locale_of(room)
            await self.desk.house.speak(room, usual if who.locale is Locale.EN else who.locale)

    async def _meant(self, room: RoomId, asked: typed.Typed) -> tuple[str, str]:
        """Command and arguments; the lobby is the room's table, or a new one."""
        word = asked.word if asked.word in typed.OWN else _name_of(asked.word)
        if word == typed.TOURNEY or (word == OVERVIEW and not asked.args):
            hall = await self.desk.port.hall(room)
            return _of_tourney(asked.args, begun=bool(await self.desk.house.events.in_hall(hall)))
        if word != typed.LOBBY:
            return word, asked.args
        if asked.args or await self.desk.table_in(room) is None:
            return "new", asked.args
        return "table", ""

    async def _in_private(self, update_id: int, who: Who, asked: typed.Typed) -> Reply:
        try:
            await self.desk.private.opened(who.player)
            if asked.word == "start":
                return await self._started(update_id, who, asked.args)
            if asked.word == typed.SETTINGS:
                return await settings(self.desk, who, asked, await self.desk.private.home(who.player))
            word, args = _name_of(asked.word), asked.args
            if asked.word == typed.TOURNEY:
                word, args = _of_tourney(args, begun=True)
            if asked.word == typed.LOBBY or word in ("new", "create"):
                return _how_to_begin()
            room = await self.desk.private.home(who.player)
            if meant.is_about_a_table(word):
                tables = await meant.tables_of(self.desk, word, who.player)
                if len(tables) > 1 or (tables and word in meant.GIVE_UP):
                    return await self._at_one_of(f"{update_id}", who, word, args, tables)
            if is_of_events(word):
                room, args = await self._hall_of_last(who, word, args, room)
            elif room is not None:
                room = await own_room(self.desk, room, who)
            if room is None and word not in _ANYWHERE:
                return _how_to_begin()
            request = await request_of(
                who,
                f"{update_id}",
                room or RoomId(who.player),
                who.id,
                self.desk.members,
                command=word,
                args=args,
            )
        except StoreAway:
            return _no("telegram.late")
        return await self._carried_out(request)

    async def _at_one_of(
        self, update_id: str, who: Who, word: str, args: str, tables: Mapping[RoomId, Table]
    ) -> Reply:
        """At the table that is meant, which the answer names; else the question which one it is. Raises StoreAway."""
        found = meant.meant(word, who.player, tables)
        if found.room is None:
            asked = meant.which_message(word, args, found.tables)
            return Reply(message=await self.desk.chats.told_apart(asked, _TITLES))
        request = await request_of(
            who, update_id, found.room, who.id, self.desk.members, command=word, args=args
        )
        reply = await self._carried_out(request)
        if reply.message is None:
            return reply
        told = meant.about(found.room, tables[found.room], reply.message)
        return replace(reply, message=await self.desk.chats.told_apart(told, _TITLES))

    async def _hall_of_last(
        self, who: Who, word: str, args: str, home: RoomId | None
    ) -> tuple[RoomId | None, str]:
        """The hall of the tournament whose id stands in front, else of the one that they registered for last; else
        where they are at home. Whoever has left that group means that tournament: its id is put in front then. Raises
        StoreAway."""
        hall = None if home is None else await self.desk.port.hall(home)
        if not is_of_one_event(word):
            return hall, args
        named, _, _ = named_in(args)
        last = EventId(named) if named else await self.desk.house.events.last_of(who.player)
        if last is None:
            return hall, args
        there = await hall_meant(self.desk, last, None, who)
        if named or await self._is_in(there, who):
            return there, args  # Of several tournaments the hall's own rules say which one is meant.
        return there, f"{last} {args}".strip()

    async def _is_in(self, hall: RoomId | None, who: Who) -> bool:
        """Whether somebody is in the group of a hall."""
        if hall is None or not hall.startswith(f"{PLATFORM}:"):
            return False
        return await self.desk.members.belongs((await self.desk.chats.place(hall)).chat, who.id)

    async def _carried_out(self, request: Request) -> Reply:
        if request.command == "help" and request.args.lstrip("/").casefold() in typed.OWN:
            return Reply(message=own_help(request.args.lstrip("/").casefold()))
        reply = await self.desk.carry_out(request)
        if request.command in ("join", "register") and not reply.refused:
            with suppress(StoreAway):
                return Reply(message=joined(reply.message, await self.desk.seated(request)))
        return reply

    async def _started(self, update_id: int, who: Who, payload: str) -> Reply:
        """The private chat was opened, perhaps by a link under a table: then its person is seated there."""
        if not payload:
            return _how_to_begin()
        if is_event(payload):
            return await self._came_to_enter(update_id, who, EventId(payload))
        try:
            table = await self.desk.house.look(TableId(payload))
        except Refused:
            return _how_to_begin()
        room = next((room for room in table.rooms if room.startswith("telegram:")), None)
        if room is None:
            return _how_to_begin()
        place = await self.desk.chats.place(room)
        if not await self.desk.members.belongs(place.chat, who.id):
            return _no("telegram.not_a_member")
        await self.desk.private.settle_in(who.player, room)
        welcome = note("telegram.cards_come_here")
        if seat_of(table, who.player) is not None:
            await self.desk.again(room, who.player, table.id)
            return Reply(message=welcome)
        request = await request_of(who, f"{update_id}", room, place.chat, self.desk.members, command="join")
        reply = await self.desk.carry_out(request)
        return reply if reply.refused else Reply(message=joined(reply.message, welcome))

    async def _came_to_enter(self, update_id: int, who: Who, event_id: EventId) -> Reply:
        """The link under a tournament's message: it is shown with its buttons, and nobody pays by opening a chat."""
        hall = await hall_meant(self.desk, event_id, None, who)
        if hall is None:
            return _no("telegram.not_in_hall")
        await self.desk.private.settle_in(who.player, hall)
        request = await request_of(
            who, f"{update_id}", hall, who.id, self.desk.members, command=OVERVIEW, args=event_id
        )
        reply = await self.desk.carry_out(request)
        if reply.refused:
            return reply
        return Reply(message=joined(reply.message, note("telegram.cards_come_here")))


def _of_tourney(args: str, *, begun: bool) -> tuple[str, str]:
    """What follows ``/tourney``: a command of tournaments, how a new one is to be, or the name of one that is shown; by
    itself it shows the one that there is, or how to announce one."""
    first, _, rest = args.partition(" ")
    if not first:
        return (OVERVIEW, "") if begun else ("help", "create")
    if named_in(args)[0]:
        return OVERVIEW, args
    word = _name_of(first.casefold())
    if is_of_events(word):
        return word, rest
    return ("create", args) if "=" in args else (OVERVIEW, args)


def _no(key: str) -> Reply:
    return Reply(message=note(key), refused=True)


def _how_to_begin() -> Reply:
    pieces = (Text(key="telegram.welcome"), Text(key="play_chips"))
    return Reply(message=Message(lines=tuple(Line(role=Role.NOTE, pieces=(piece,)) for piece in pieces)))


def _name_of(word: str) -> str:
    """The command's own name; an unknown word as it is, for the house to refuse."""
    try:
        return find(word).name
    except Refused:
        return word
