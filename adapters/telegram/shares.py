"""Who edits when, in a chat with several tables: each room in its turn, at the pace of the whole chat.

A table of its own edits at that pace anyway. Where there are more, a room that comes too early is told when its turn
is, and draws the table anew then, so that what is shown is never older than the request that shows it.
"""

from core.ids import RoomId


class Shares:
    """Turns by chat. Times are the loop's seconds."""

    def __init__(self, pace: float) -> None:
        """`pace`: seconds between two edits of one chat."""
        self._pace = pace
        self._free: dict[int, float] = {}
        """When the next turn of a chat is that nobody has been promised."""
        self._promised: dict[RoomId, float] = {}

    def wait(self, chat: int, room: RoomId, now: float) -> float:
        """Seconds until the room's turn, which is kept for it; 0 for now, and then it is taken."""
        due = self._promised.pop(room, None)
        if due is None:
            due = max(now, self._free.get(chat, now))
            self._free[chat] = due + self._pace
        if due > now:
            self._promised[room] = due
        return max(0.0, due - now)

    def went(self, chat: int, room: RoomId, now: float) -> None:
        """Something of the room went without waiting for a turn."""
        self._promised.pop(room, None)
        self._free[chat] = max(self._free.get(chat, now), now + self._pace)
