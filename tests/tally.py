"""Rules that anyone can check, over real tables: every phrase counts one more hand. For tests of what keeps tables."""

from dataclasses import dataclass, replace

from core.actions import Action, OpenTable, SetPhrase, TimeOut
from core.cardroom.table import Table
from core.events import Event, PhraseSet, TableClosed, TableOpened, TimedOut
from core.host_actions import CloseTable
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.refusals import Reason, Refused
from core.rules import Outcome
from core.store import Store

ANN = PlayerId("web:ann")
HOME = CommunityId("web:home")
LOBBY = RoomId("web:lobby")
SECRET = "5ec2e7" * 10 + "aaaa"


@dataclass
class StandingClock:
    """A clock that stands where it is put, in ms since the epoch."""

    now: int = 1_790_000_000_000

    def __call__(self) -> int:
        return self.now


def tally(state: Table | None, action: Action, now: int) -> Outcome:
    """A phrase counts a hand, `in 50` also sets a deadline 50 ms ahead, `no` is refused; time-outs are counted."""
    if isinstance(action, OpenTable):
        told: Event = TableOpened(room=action.room, name=action.name, host=action.by, root="00" * 32)
        return Outcome(state=opened(action), events=(told,), record=None)
    if state is None:
        raise Refused(Reason.NO_TABLE)
    if isinstance(action, SetPhrase):
        words = action.phrase
        if words == "no":
            raise Refused(Reason.PHRASE_TOO_LONG, longest=2)
        ahead = now + int(words[3:]) if words.startswith("in ") else state.deadline
        after = replace(state, hand_no=state.hand_no + 1, deadline=ahead)
        told = PhraseSet(seat=SeatNo(1), phrase=words)
    elif isinstance(action, TimeOut):
        after = replace(state, issued=state.issued + 1, deadline=None)
        told = TimedOut(seat=SeatNo(1))
    elif isinstance(action, CloseTable):
        after = replace(state, closed=True, deadline=None)
        told = TableClosed(room=LOBBY, name=state.name)
    else:
        raise Refused(Reason.NO_HAND)
    return Outcome(state=after, events=(told,), record=None)


def opened(action: OpenTable) -> Table:
    """The table of an `OpenTable`, with nobody at it."""
    return Table(
        id=action.table,
        community=action.community,
        rooms=(action.room,),
        name=action.name,
        host=action.by,
        host_name=action.host_name,
        options=action.options,
        seats=(None,) * action.options.seats,
        next_secret=SECRET,
        next_root="00" * 32,
    )


def opening(store: Store, name: str = "Lobby", *, room: RoomId = LOBBY, letter: str = "k") -> OpenTable:
    """Ann opens a table in the lobby; its id is the letter six times."""
    return OpenTable(
        by=ANN,
        host_name="Ann",
        table=store.new_table_id(HOME, lambda _: letter),
        community=HOME,
        room=room,
        name=name,
        options=TableOptions(),
        chance="00" * 32,
    )


def phrase(words: str = "one more") -> SetPhrase:
    """What counts a hand."""
    return SetPhrase(by=ANN, phrase=words)


def table_key(table_id: TableId) -> str:
    """The key of a table's hash."""
    return f"{{p{table_id[:2]}}}:table:{table_id}"
