"""The requests that the dealer makes of Telegram: post, edit, delete, answer a press, show something to one person."""

from typing import Any, Final

from telegram import InlineKeyboardMarkup, InputFile, LinkPreviewOptions, ReplyParameters
from telegram.constants import ParseMode, ReactionEmoji
from telegram.error import ChatMigrated, TelegramError
from telegram.ext import ExtBot

from adapters.messages import Attachment, Locale, Message, Picture
from adapters.telegram import keyboards, markup
from adapters.telegram.chats import Chats, Place
from adapters.telegram.limiter import ChatLimiter, Weight
from adapters.telegram.trouble import Trouble, trouble_of
from adapters.visible import cut
from core.ids import RoomId

Bot = ExtBot[Weight]
LONGEST_CAPTION: Final = 1_024
"""UTF-16 units."""
_NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)


class Wire:
    """One bot's requests. They raise `TelegramError`, and `StoreAway` where a room has to be looked up."""

    def __init__(self, bot: Bot, limiter: ChatLimiter, chats: Chats) -> None:
        """`limiter` is the bot's."""
        self.bot = bot
        self.chats = chats
        self._limiter = limiter
        self._knows_moments = True

    async def wait(self, place: Place, weight: Weight) -> float:
        """Seconds until the chat takes another request of this weight."""
        return await self._limiter.wait(place.chat, weight)

    async def place(self, room: RoomId) -> Place:
        """Where a room is by now."""
        return await self.chats.place(room)

    async def post(
        self,
        place: Place,
        message: Message,
        locale: Locale,
        weight: Weight,
        *,
        private: bool = False,
        silent: bool = False,
        reply_to: int | None = None,
        door: bool = False,
        peek: int = 0,
    ) -> int:
        """A new message; returns its id. What is `private` can be neither forwarded nor saved; `door` is the way to the
        private chat, and `peek` the person who may read an answer by a press."""

        async def send(where: Place) -> int:
            sent = await self.bot.send_message(
                where.chat,
                self._html(message, locale),
                parse_mode=ParseMode.HTML,
                message_thread_id=where.thread,
                reply_markup=self.keyboard(message, locale, door=door, private=where.chat > 0, peek=peek),
                protect_content=private,
                disable_notification=silent,
                link_preview_options=_NO_PREVIEW,
                reply_parameters=None if reply_to is None else _reply(reply_to),
                rate_limit_args=weight,
            )
            return sent.message_id

        return int(await self._sent(place, send))

    async def post_file(self, place: Place, file: Attachment) -> None:
        """A document to save."""
        document = InputFile(file.content, filename=file.name)
        await self.bot.send_document(
            place.chat, document, message_thread_id=place.thread, rate_limit_args=Weight.URGENT
        )

    async def post_picture(self, place: Place, picture: Picture, locale: Locale) -> None:
        """A picture, with the words that say the same below it."""
        caption = cut(markup.plain_line(picture.alt, locale), LONGEST_CAPTION)
        await self.bot.send_photo(
            place.chat,
            InputFile(picture.png, filename="picture.png"),
            caption=caption,
            message_thread_id=place.thread,
            rate_limit_args=Weight.URGENT,
        )

    async def edit(
        self,
        place: Place,
        message_id: int,
        message: Message,
        locale: Locale,
        weight: Weight,
        buttons: InlineKeyboardMarkup | None = None,
    ) -> None:
        """Replace a message, with its own buttons or with others."""

        async def send(where: Place) -> None:
            await self.bot.edit_message_text(
                self._html(message, locale),
                where.chat,
                message_id,
                parse_mode=ParseMode.HTML,
                reply_markup=buttons or self.keyboard(message, locale, private=where.chat > 0),
                link_preview_options=_NO_PREVIEW,
                rate_limit_args=weight,
            )

        await self._unless_same(place, send)

    async def edit_buttons(
        self, place: Place, message_id: int, buttons: InlineKeyboardMarkup | None, weight: Weight
    ) -> None:
        """Put other buttons under a message, or none."""

        async def send(where: Place) -> None:
            await self.bot.edit_message_reply_markup(
                where.chat, message_id, reply_markup=buttons, rate_limit_args=weight
            )

        await self._unless_same(place, send)

    async def react(self, place: Place, message_id: int) -> None:
        """Show by an emoji that a message was read: that is no message, and costs the chat none of its minute."""
        await self.bot.set_message_reaction(place.chat, message_id, ReactionEmoji.EYES)

    async def delete(self, place: Place, message_id: int, weight: Weight = Weight.URGENT) -> None:
        """Take a message away; one that is gone already is no error."""
        try:
            await self.bot.delete_message(place.chat, message_id, rate_limit_args=weight)
        except TelegramError as refused:
            if trouble_of(refused) is not Trouble.LOST:
                raise

    async def pin(self, place: Place, message_id: int) -> None:
        """Pin a message, ringing for nobody."""
        await self.bot.pin_chat_message(
            place.chat, message_id, disable_notification=True, rate_limit_args=Weight.USUAL
        )

    async def answer(
        self, query: str, text: str = "", *, alert: bool = False, url: str | None = None
    ) -> None:
        """Answer a press, in a box that has to be closed or in passing. No app keeps the answer."""
        await self.bot.answer_callback_query(query, text or None, show_alert=alert, url=url, cache_time=0)

    async def request(self, endpoint: str, parameters: dict[str, Any]) -> Any:
        """A method that the library does not know. Raises `EndPointNotFound` when the server does not either."""
        return await self.bot.do_api_request(endpoint, api_kwargs=parameters, rate_limit_args=Weight.URGENT)

    def keyboard(
        self,
        message: Message,
        locale: Locale,
        *,
        door: bool = False,
        private: bool = False,
        peek: int = 0,
    ) -> InlineKeyboardMarkup | None:
        """A message's own buttons, and the way to the private chat from elsewhere."""
        return keyboards.keyboard(message, locale, self.bot.username, door=door, private=private, peek=peek)

    def _html(self, message: Message, locale: Locale) -> str:
        text = markup.html_text(message, locale)
        return text if self._knows_moments else markup.without_times(text)

    async def _unless_same(self, place: Place, send: Any) -> None:
        try:
            await self._sent(place, send)
        except TelegramError as refused:
            if trouble_of(refused) is not Trouble.SAME:
                raise

    async def _sent(self, place: Place, send: Any) -> Any:
        """Send, and once more where the server turns out to be old or the group to have moved."""
        try:
            return await send(place)
        except ChatMigrated as moved:
            await self.chats.moved(place.chat, moved.new_chat_id)
            return await send(place._replace(chat=moved.new_chat_id))
        except TelegramError as refused:
            if trouble_of(refused) is not Trouble.TAG or not self._knows_moments:
                raise
            self._knows_moments = False
            return await send(place)


def _reply(message_id: int) -> ReplyParameters:
    return ReplyParameters(message_id, allow_sending_without_reply=True)
