"""The coloured edge of a message: which state the table is in, for whoever sees colours; the words say it too."""

from adapters.messages import Message, Role, Text

PLAY = 0x2E9E5B
"""Green felt: somebody is to act."""
ALL_IN = 0xE8862E
"""Orange: the cards run out, or players have to choose."""
OVER = 0xE3B341
"""Gold: somebody has won."""
REFUSED = 0xD9363E
CLOSED = 0x80848E
CALM = 0x5865F2
"""Everything else: the lobby, help, a look at one's cards."""


def accent(message: Message) -> int:
    """0xRRGGBB for the message's edge."""
    roles = {line.role for line in message.lines}
    keys = {piece.key for line in message.lines for piece in line.pieces if isinstance(piece, Text)}
    if Role.REFUSAL in roles:
        return REFUSED
    if Role.ACTOR in roles:
        return PLAY
    if "table.closed" in keys:
        return CLOSED
    if "title.over" in keys:
        return OVER
    if "runs.asked" in keys or ("title.hand" in keys and Role.SEAT in roles and Role.POT in roles):
        return ALL_IN
    return CALM
