"""An interaction from its press to its answers: the deadline, the token, and a handle that tests await."""

from collections.abc import Callable, Generator
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from .answers import Json, Refusal, already_acknowledged, token_expired, unknown_interaction, unknown_webhook
from .messages import Message
from .world import Account, Channel

if TYPE_CHECKING:
    from .stage import Stage


class Kind(IntEnum):
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Reply(IntEnum):
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class InteractionFailed(AssertionError):
    """What a person reads as "This interaction failed": no answer in time, or one that Discord refused."""


class Interaction:
    """One command, press, autocompletion or modal submission of a person, and what came back.

    Read `message`, `ephemeral`, `modal`, `choices`, `deferred`, `updated`, `edits`, `followups`, `seconds`.
    """

    def __init__(self, stage: "Stage", kind: Kind, by: Account, channel: Channel, data: Json) -> None:
        self.stage = stage
        self.id = stage.ids.next()
        self.token = f"interaction-token-{self.id}"
        self.kind = kind
        self.user = by
        self.channel = channel
        self.data = data
        self.at = stage.clock.now()
        self.source: Message | None = None  # the message whose component was used
        self.parent: Interaction | None = None  # what opened the modal that was submitted
        self.reply: Reply | None = None
        self.replied_at: float | None = None
        self.refusal: Refusal | None = None  # of the first answer
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.payload: Json = {}  # as it went out by the gateway
        self.modal: Json | None = None
        self.choices: list[Json] = []

    def __repr__(self) -> str:
        return f"<Interaction {self.kind.name} by {self.user.username}: {self.reply and self.reply.name}>"

    async def settled(self, seconds: float = 30.0) -> "Interaction":
        """Until the answer is more than "is thinking"; after a silent acknowledgement at once. InteractionFailed."""

        def done() -> bool:
            return self.reply is not None and not (self.original is not None and self.original.loading)

        return await self.until(done, seconds)

    async def until(self, done: Callable[[], bool], seconds: float = 30.0) -> "Interaction":
        try:
            await self.stage.until(lambda: done() or self.refusal is not None, seconds)
        except TimeoutError:
            raise InteractionFailed(f"{self!r} had no answer for {seconds} s") from None
        if not done() and self.refusal is not None:
            raise InteractionFailed(f"{self!r} was refused: {self.refusal}")
        return self

    @property
    def message(self) -> Message | None:
        """The response: the new message, or for an update the message that was changed."""
        return self.original

    @property
    def deferred(self) -> bool:
        return self.reply in (Reply.DEFERRED_MESSAGE, Reply.DEFERRED_UPDATE)

    @property
    def updated(self) -> bool:
        """Whether it was answered by changing the message that was pressed."""
        return self.reply in (Reply.UPDATE, Reply.DEFERRED_UPDATE)

    @property
    def ephemeral(self) -> bool:
        return self.original is not None and self.original.ephemeral

    @property
    def edits(self) -> int:
        """How often the response was edited."""
        return self.original.edits if self.original is not None else 0

    @property
    def seconds(self) -> float | None:
        """From the press to the first answer, on the server's clock."""
        return None if self.replied_at is None else self.replied_at - self.at

    def check_first_answer(self) -> None:
        """Refusal 40060 if it has an answer, 10062 if the deadline has passed."""
        if self.reply is not None:
            raise already_acknowledged()
        if self.stage.clock.now() - self.at > self.stage.deadline:
            raise unknown_interaction()

    def check_token(self) -> None:
        """Refusal 50027 after the token's life, 10015 before the first answer."""
        if self.stage.clock.now() - self.at > self.stage.token_life:
            raise token_expired()
        if self.reply is None:
            raise unknown_webhook()

    def metadata(self) -> Json:
        """`interaction_metadata` of a message that answers it."""
        from .payloads import user

        made: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": user(self.user),
            "authorizing_integration_owners": self.owners(),
        }
        if self.kind is Kind.COMPONENT and self.source is not None:
            made["interacted_message_id"] = str(self.source.id)
        if self.kind is Kind.MODAL_SUBMIT and self.parent is not None:
            made["triggering_interaction_metadata"] = self.parent.metadata()
        return made

    def owners(self) -> dict[str, str]:
        return {"0": str(self.channel.guild.id if self.channel.guild else 0)}


class Pending(Interaction):
    """The same, fresh from the person's hand: `await` it for the bot's first answer. InteractionFailed."""

    def __await__(self) -> Generator[Any, None, Interaction]:
        return self.until(lambda: self.reply is not None).__await__()
