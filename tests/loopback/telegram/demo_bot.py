"""A small bot on the unmodified python-telegram-bot, to prove the loopback Telegram with."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler, CommandHandler, TypeHandler

from .server import TelegramServer


def table(text: str = "Join") -> InlineKeyboardMarkup:
    """A keyboard with a button of every sort."""
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(text, callback_data="join", style="success"),
                InlineKeyboardButton("Leave", callback_data="leave", style="danger"),
            ],
            [InlineKeyboardButton("Open", url="https://t.me/riverbot?start=table-7")],
        ]
    )


class DemoBot:
    """`seen` holds every update, `told` every refusal that a handler met."""

    def __init__(self, server: TelegramServer) -> None:
        self.server = server
        self.seen: list[Update] = []
        self.told: list[str] = []
        builder = ApplicationBuilder().token(server.token)
        self.app = builder.base_url(server.base_url).base_file_url(server.base_file_url).build()
        self.app.add_handler(TypeHandler(Update, self._see), group=-1)
        self.app.add_handler(CommandHandler("poker", self._poker))
        self.app.add_handler(CommandHandler("start", self._start))
        self.app.add_handler(CommandHandler("whisper", self._whisper))
        self.app.add_handler(CallbackQueryHandler(self._press))

    @property
    def bot(self) -> telegram.Bot:
        bot: telegram.Bot = self.app.bot
        return bot

    def kinds(self) -> list[str]:
        """The sorts of updates that came."""
        return [next(name for name in update.to_dict() if name != "update_id") for update in self.seen]

    async def _see(self, update: Update, _: object) -> None:
        self.seen.append(update)

    async def _poker(self, update: Update, _: object) -> None:
        message = update.effective_message
        assert message is not None
        thread = message.message_thread_id if message.is_topic_message else None
        await self.bot.send_message(
            message.chat_id, "<b>Table</b>", "HTML", message_thread_id=thread, reply_markup=table()
        )

    async def _start(self, update: Update, context: Any) -> None:
        assert update.effective_chat is not None
        await self.bot.send_message(update.effective_chat.id, f"Hello {' '.join(context.args)}")

    async def _whisper(self, update: Update, _: object) -> None:
        assert update.effective_user is not None
        try:
            await self.bot.send_message(update.effective_user.id, "As Kd", protect_content=True)
        except telegram.error.TelegramError as refused:
            self.told.append(refused.message)

    async def _press(self, update: Update, _: object) -> None:
        query = update.callback_query
        assert query is not None
        if query.data == "leave":
            await query.answer("You can't leave now", show_alert=True, cache_time=5)
            return
        await query.answer(f"{query.from_user.first_name} is in")
        await query.edit_message_text(f"In: {query.from_user.first_name}", reply_markup=table("Join too"))


@asynccontextmanager
async def polling(server: TelegramServer, **options: Any) -> AsyncIterator[DemoBot]:
    """The demo bot, polling, until the block ends."""
    demo = DemoBot(server)
    async with demo.app:
        assert demo.app.updater is not None
        await demo.app.start()
        await demo.app.updater.start_polling(poll_interval=0.0, timeout=5, **options)
        try:
            yield demo
        finally:
            server.updates.wake()
            await demo.app.updater.stop()
            await demo.app.stop()


@asynccontextmanager
async def plain(server: TelegramServer) -> AsyncIterator[telegram.Bot]:
    """Only the client, to call methods one by one."""
    async with telegram.Bot(server.token, server.base_url, server.base_file_url) as bot:
        yield bot
