"""Telegram: groups, forum topics and private chats, through python-telegram-bot."""

import os

# Times in answers come as `timedelta`, as they always will from the library's next major version on.
os.environ.setdefault("PTB_TIMEDELTA", "true")
