"""Turns what a browser sends into checked frames, and those into a `Request`.

Every frame is one JSON object with a ``kind``. Whatever else arrives is a `BadFrame`, answered and forgotten.
"""

import hashlib
import json
import re
import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from adapters.messages import ChoiceName, Locale, Request
from core.ids import PlayerId, RoomId, TableId, Turn

LONGEST_FRAME = 4_096
"""Characters; a longer frame is refused unread."""
LONGEST_NAME = 40
"""Characters of a display name at this border; a table may want it shorter."""
LONGEST_CHAT = 300
LONGEST_COMMAND = 300
ROOM_NAME = "[a-z0-9][a-z0-9-]{0,31}(?:~[1-9][0-9]{0,2})?"
"""A room of the page's address, or a part of one, where a table of a tournament is: ``friday~2``."""

RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{8,64}$")]
Number = Annotated[int, Field(ge=0, lt=2**53)]


def one_line(text: str) -> str:
    """The text without control characters and with single spaces."""
    kept = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") else letter for letter in text
    )
    return " ".join(kept.split())


class Strict(BaseModel):
    """What every frame shares: no unknown keys, nothing guessed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TurnFrame(Strict):
    """`core.ids.Turn`, as the button carried it."""

    table: Annotated[str, Field(max_length=40)]
    hand_no: Number
    action_no: Number


class Hello(Strict):
    """The first frame: the tab's secret, and where it is."""

    kind: Literal["hello"]
    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{32,128}$", repr=False)]
    name: Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(one_line)] = ""
    locale: Locale = Locale.EN
    room: Annotated[str, Field(pattern=f"^{ROOM_NAME}$")]


class Press(Strict):
    """A button of a message."""

    kind: Literal["press"]
    request: RequestId
    name: ChoiceName
    argument: Annotated[str, Field(max_length=LONGEST_COMMAND)] = ""
    turn: TurnFrame | None = None


class Command(Strict):
    """A typed ``/command with words``."""

    kind: Literal["command"]
    request: RequestId
    text: Annotated[str, Field(max_length=LONGEST_COMMAND), AfterValidator(one_line)]


class Chat(Strict):
    """Something said to the room."""

    kind: Literal["chat"]
    request: RequestId
    text: Annotated[str, Field(max_length=LONGEST_CHAT), AfterValidator(one_line), Field(min_length=1)]


class Rename(Strict):
    """The name to go by from now on."""

    kind: Literal["name"]
    name: Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(one_line), Field(min_length=1)]


class Speak(Strict):
    """The language to show everything in from now on."""

    kind: Literal["locale"]
    locale: Locale


class AskHistory(Strict):
    """The list of past hands."""

    kind: Literal["history"]


class AskRecord(Strict):
    """The published record of one past hand."""

    kind: Literal["record"]
    hand_no: Number


Frame = Hello | Press | Command | Chat | Rename | Speak | AskHistory | AskRecord
FRAMES: TypeAdapter[Frame] = TypeAdapter(Annotated[Frame, Field(discriminator="kind")])


class BadFrame(Exception):
    """Not a frame. `what` names the text ``web.error.<what>``; `request` is its request id if it has one."""

    def __init__(self, what: str, request: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.request = request


def parse(text: str) -> Frame:
    """One frame; raises `BadFrame` ``too_large``, ``bad_json`` or ``bad_frame``, never with what was sent."""
    if len(text) > LONGEST_FRAME:
        raise BadFrame("too_large")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise BadFrame("bad_json") from None
    try:
        return FRAMES.validate_python(document)
    except ValidationError:
        request = document.get("request") if isinstance(document, dict) else None
        known = isinstance(request, str) and re.fullmatch(r"[A-Za-z0-9-]{8,64}", request)
        raise BadFrame("bad_frame", request if known else None) from None


def player_of(token: str) -> PlayerId:
    """Who holds this secret. The id can be shown to anyone: it does not lead back to the secret."""
    return PlayerId("web:" + hashlib.sha256(b"riverbot web player\0" + token.encode()).hexdigest()[:20])


def room_of(name: str) -> RoomId:
    """``lobby`` as ``web:lobby``."""
    return RoomId(f"web:{name}")


def request_of(
    frame: Press | Command, *, room: RoomId, player: PlayerId, name: str, locale: Locale
) -> Request:
    """What is asked for. The request id is made the player's own, so nobody can use up another's."""
    if isinstance(frame, Press):
        command, args, turn = frame.name.value, one_line(frame.argument), _turn(frame.turn)
    else:
        word, _, args = frame.text.lstrip("/／ ").partition(" ")
        command, turn = word.casefold(), None
    return Request(
        request_id=f"{player}:{frame.request}",
        room=room,
        player=player,
        name=name,
        command=command,
        args=args,
        locale=locale,
        turn=turn,
    )


def _turn(frame: TurnFrame | None) -> Turn | None:
    if frame is None:
        return None
    return Turn(table=TableId(frame.table), hand_no=frame.hand_no, action_no=frame.action_no)
