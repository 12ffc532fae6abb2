"""Inline keyboards: what the platform checks in them beyond the official description."""

from .complaints import mistaken
from .world import Json

LARGEST = 100  # buttons
ACTIONS = (
    "callback_data",
    "url",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)


def keyboard(params: Json) -> list[list[Json]]:
    """The rows of an inline keyboard, empty if there is none. Refusal 400 for a button that can't be."""
    rows: list[list[Json]] = (params.get("reply_markup") or {}).get("inline_keyboard") or []
    buttons = [button for row in rows for button in row]
    if len(buttons) > LARGEST:
        raise mistaken("reply_markup", f"reply markup is too long: {len(buttons)} buttons")
    for button in buttons:
        _judge(button)
    return [row for row in rows if row]


def _judge(button: Json) -> None:
    if not str(button["text"]).strip():
        raise mistaken("reply_markup", "can't parse inline keyboard button: button text must not be empty")
    actions = [name for name in ACTIONS if name in button]
    if not actions:
        words = "can't parse inline keyboard button: text buttons are unallowed in the inline keyboard"
        raise mistaken("reply_markup", words)
    if len(actions) > 1:
        raise mistaken("reply_markup", f"a button does one thing, not {' and '.join(actions)}")
    url = button.get("url")
    if url is not None and not str(url).startswith(("http://", "https://", "tg://")):
        raise mistaken("reply_markup", f"BUTTON_URL_INVALID: {url}")
