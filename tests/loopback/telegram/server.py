"""The loopback Telegram as one object: it starts, has an address for a client, and gives its verdict at the end."""

from types import TracebackType
from typing import Self

from aiohttp import web

from .api import Api
from .faults import Troubled
from .menus import menu
from .people import User
from .webhook import Webhook
from .world import Account, Chat, Json


class TelegramServer(Troubled):
    """`async with TelegramServer() as server:` serves the Bot API on 127.0.0.1 until the block ends.

    Leaving the block raises ProtocolViolation if the client sent anything that Telegram refuses whatever the world is
    like, and no test expected it.
    """

    def __init__(
        self,
        *,
        token: str = "123456:loopback",  # noqa: S107  opens nothing
        username: str = "riverbot",
        privacy: bool = True,
        ephemeral: bool = True,
    ) -> None:
        super().__init__(token=token, username=username, privacy=privacy, ephemeral=ephemeral)
        self.api = Api(self)
        self.webhook = Webhook(self)
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        self.api.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, handler_cancellation=True)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[-1][1]
        self.webhook.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.webhook.close()
        assert self._runner is not None
        await self._runner.cleanup()
        if error is None:
            self.journal.verdict()

    @property
    def base_url(self) -> str:
        """For `Application.builder().base_url(...)`: the token is appended by the client."""
        return f"http://127.0.0.1:{self._port}/bot"

    @property
    def base_file_url(self) -> str:
        return f"http://127.0.0.1:{self._port}/file/bot"

    def add_user(
        self,
        name: str,
        *chats: Chat,
        language_code: str | None = "en",
        username: str | None = None,
        started: bool = False,
        admin: bool = False,
        owner: bool = False,
    ) -> User:
        """A person who is in the chats; `started`: they opened the private chat once, so the bot may write to them."""
        user = User(
            id=self.new_id(),
            first_name=name,
            username=username,
            language_code=language_code,
            started=started,
            stage=self,
        )
        self.world.accounts[user.id] = user
        for chat in chats:
            self.enter(chat, user, admin=admin, owner=owner)
        return user

    def add_bot(self, username: str, *chats: Chat) -> User:
        """Somebody else's bot: ours sees nothing of what it says."""
        other = self.add_user(username, *chats, username=username, language_code=None)
        other.is_bot = True
        return other

    def add_groups(self, count: int, people: int, *, started: bool = True) -> list[tuple[Chat, list[User]]]:
        """Many supergroups at once, each with its own people, for a bench; the bot is told nothing of them yet."""
        made = []
        for number in range(count):
            chat = self.add_group(f"Room {number}", silent=True)
            made.append(
                (chat, [self.add_user(f"P{number}.{n}", chat, started=started) for n in range(people)])
            )
        return made

    def menu(self, account: Account, chat: Chat) -> list[Json]:
        """The commands that this person's app lists in the chat."""
        return menu(self, account, chat)
