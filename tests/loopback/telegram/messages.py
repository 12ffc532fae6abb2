"""A message of the loopback Telegram: what it holds, who sees it, and what a reader finds in it."""

from dataclasses import dataclass, field

from .world import Account, Chat, ChatKind, Json


def utf16(text: str) -> int:
    """Length in UTF-16 code units, as Telegram counts."""
    return len(text.encode("utf-16-le")) // 2


@dataclass(frozen=True, slots=True)
class Upload:
    """A photo or document as it was sent: `data` is empty if only its id was given."""

    file_id: str
    filename: str
    data: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Button:
    """One inline button; `style` is danger, success, primary or None."""

    label: str
    data: str | None = None
    url: str | None = None
    style: str | None = None
    copies: str | None = None
    disabled: bool = False


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Message:
    """`text` is the text or caption without markup, `entities` its markup; `versions` the keyboards it had before.

    An ephemeral message has id 0, an `ephemeral_id`, and one person whom it is `only_for`.
    """

    id: int
    chat: Chat
    author: Account
    sent: float
    text: str = ""
    entities: list[Json] = field(default_factory=list)
    keyboard: list[list[Json]] = field(default_factory=list)
    photo: Upload | None = None
    document: Upload | None = None
    thread: int | None = None
    reply_to: "Message | None" = None
    only_for: Account | None = None
    ephemeral_id: int = 0
    replaces: "Message | None" = None
    protected: bool = False
    silent: bool = False
    service: Json = field(default_factory=dict)
    sender_chat: Chat | None = None
    edited: float | None = None
    edits: int = 0
    versions: list[list[list[Json]]] = field(default_factory=list)
    deleted: bool = False
    reactions: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Message {self.id or self.ephemeral_id} by {self.author.first_name}: {self.text[:200]!r}>"

    @property
    def ephemeral(self) -> bool:
        return self.only_for is not None

    @property
    def private(self) -> bool:
        return self.chat.kind is ChatKind.PRIVATE

    @property
    def public(self) -> bool:
        return not self.ephemeral and not self.private

    @property
    def pinned(self) -> bool:
        return self in self.chat.pinned

    @property
    def rows(self) -> list[list[Button]]:
        return [[_button(item) for item in row] for row in self.keyboard]

    @property
    def buttons(self) -> list[Button]:
        return [button for row in self.rows for button in row]

    def button(self, label: str) -> Button:
        """The first button whose label holds the text; LookupError names those there are."""
        for button in self.buttons:
            if label in button.label:
                return button
        raise LookupError(f"no button {label!r} among {[button.label for button in self.buttons]}")

    def marked(self, kind: str) -> list[str]:
        """The words that carry an entity such as "bold", "code" or "text_mention"."""
        raw = self.text.encode("utf-16-le")
        spans = [
            (e["offset"] * 2, (e["offset"] + e["length"]) * 2) for e in self.entities if e["type"] == kind
        ]
        return [raw[start:end].decode("utf-16-le") for start, end in spans]

    def visible_to(self, account: Account) -> bool:
        """Whether a person with the chat open would read it now."""
        if self.deleted or (self.only_for is not None and self.only_for is not account):
            return False
        return account in self.chat.people


def _button(item: Json) -> Button:
    return Button(
        label=item["text"],
        data=item.get("callback_data"),
        url=item.get("url"),
        style=item.get("style"),
        copies=(item.get("copy_text") or {}).get("text"),
        disabled="disabled" in item,
    )
