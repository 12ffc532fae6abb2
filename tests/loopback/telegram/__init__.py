"""A loopback Telegram: the Bot API over HTTP for tests with a real, unmodified client.

    async with TelegramServer(token="1:loopback") as server:
        group = server.add_group("Card Room")
        ann = server.add_user("Ann", group, language_code="zh-hant", started=True, admin=True)
        bob = server.add_user("Bob", group)
        ...start the bot with base_url=server.base_url, polling or webhook...
        ann.says(group, "/poker")
        table = await server.next_message(group)
        press = await bob.presses(table, "Join")          # label or callback_data; waits for the answer
        assert press.answer == "You are in seat 2" and not press.alert
        assert server.visible_to(bob, group)[-1] is table
        assert server.counts(group, since=mark).edits == 1

Every request is held against the official description and our own rules, and so is every update and answer of this
server; at the end of the block a violation that no test expected (`server.journal.expecting_violations()`) raises
ProtocolViolation. Time runs by itself and by `server.clock.advance(seconds)`. `server.until(condition)` waits for
anything to become true. Flood limits are off until `server.limits.as_in_production()` or a rule is set; what was done
is counted all the same (`server.journal.busiest(group)`).
"""

from .complaints import Complaint
from .journal import Change, Counts, Deed, Journal, ProtocolViolation, Request
from .limits import Rule
from .messages import Button, Message, Upload
from .people import Impossible, User
from .presses import Pending, Press, PressFailed
from .server import TelegramServer
from .world import Chat, ChatKind, Member, Standing, Topic

__all__ = [
    "Button",
    "Change",
    "Chat",
    "ChatKind",
    "Complaint",
    "Counts",
    "Deed",
    "Impossible",
    "Journal",
    "Member",
    "Message",
    "Pending",
    "Press",
    "PressFailed",
    "ProtocolViolation",
    "Request",
    "Rule",
    "Standing",
    "TelegramServer",
    "Topic",
    "Upload",
    "User",
]
