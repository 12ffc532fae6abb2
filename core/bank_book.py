"""How a bank lies in Redis: where it is, an account's fields there and back, and what a booking writes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core.cardroom.bank import Account, BankRules
from core.cardroom.teller import Booking, Receipt
from core.commits import Argument, bank_keys, key, move_words
from core.ids import CommunityId, PlayerId, TableId

_NUMBERS = ("opened", "balance", "daily", "refilled", "hands", "staked")
_FIELDS = (*_NUMBERS, "frozen", "sent", "given")
_RULES = ("opening", "daily", "refill", "transfers", "send_most", "many_tables")
Found = Mapping[str, bytes | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One move of the ledger, as it is kept for ever."""

    id: str
    at: int
    """Milliseconds since the epoch, by the server's clock."""
    player: PlayerId
    chips: int
    """Into the wallet; negative: out of it."""
    issued: int
    """Minted; negative: burned."""
    why: str
    """A `core.cardroom.bank.Why`."""
    hand_no: int | None
    table: TableId | None
    by: PlayerId
    older: str
    """The id of the player's entry before it; empty for the first."""
    note: str = ""
    """To whom it was sent, or which rules were changed (`read_changes`); empty for all else."""


def keys_of(partition: int, community: CommunityId) -> tuple[str, str, str, str]:
    """Bank, ledger, chips at tables and held transfers of a community."""
    return (*bank_keys(partition, community), key(partition, "held", community))


def pools_key(partition: int, community: CommunityId) -> str:
    """The prize pools of a community: a hash of chips by tournament."""
    return key(partition, "pools", community)


def names_key(partition: int, community: CommunityId) -> str:
    """What people of a community went by when they last asked for their account: a hash by player."""
    return key(partition, "names", community)


def fields_of(players: Sequence[PlayerId]) -> list[str]:
    """The fields of a bank that say its version, its rules and these accounts."""
    rules = [f"rule {name}" for name in _RULES]
    return ["v", *rules, *[f"{name} {player}" for player in players for name in _FIELDS]]


def read_account(found: Found, player: PlayerId) -> Account | None:
    """A player's account; None when there is none yet."""
    if found[f"opened {player}"] is None:
        return None
    opened, balance, daily, refilled, hands, staked = (
        int(found[f"{name} {player}"] or 0) for name in _NUMBERS
    )
    return Account(
        player=player,
        balance=balance,
        opened=opened,
        daily=daily,
        refilled=refilled,
        hands=hands,
        staked=staked,
        frozen=(found[f"frozen {player}"] or b"").decode(),
        sent=_sums(found[f"sent {player}"]),
        given=_sums(found[f"given {player}"]),
    )


def read_rules(found: Found, usual: BankRules) -> BankRules:
    """The rules of a community: the usual ones, but for what its host has changed."""
    chosen = {name: int(value) for name in _RULES if (value := found[f"rule {name}"]) is not None}
    return replace(
        usual,
        opening=chosen.get("opening", usual.opening),
        daily=chosen.get("daily", usual.daily),
        refill=chosen.get("refill", usual.refill),
        transfers=bool(chosen.get("transfers", usual.transfers)),
        many_tables=bool(chosen.get("many_tables", usual.many_tables)),
        send_most=chosen.get("send_most", usual.send_most),
    )


def read_receipt(kept: bytes) -> Receipt:
    """The receipt of a request that was done before."""
    chips, balance, when = map(int, kept.split())
    return Receipt(chips=chips, balance=balance, when=when, repeated=True)


def receipt_words(receipt: Receipt) -> str:
    """A receipt as it is kept for the request."""
    return f"{receipt.chips} {receipt.balance} {receipt.when}"


def booking_words(booking: Booking) -> list[Argument]:
    """What the booking script is to write, in threes."""
    words: list[Argument] = []
    for account in booking.accounts:
        words += _account_words(account)
    if booking.rules is not None:
        for name in _RULES:
            words += ("set", f"rule {name}", int(getattr(booking.rules, name)))
    for move in booking.moves:
        words += ("move", move.player, f"{move_words(move)} {move.note}".rstrip())
    if booking.hold is not None:
        hold = booking.hold
        words += ("hold", f"{hold.sender} {hold.to} {hold.chips}", hold.arrives)
    return words


def read_entry(raw: tuple[bytes, list[bytes]]) -> LedgerEntry:
    """One entry of the ledger's stream."""
    entry_id, words = raw
    player, chips, issued, why, hand, table, by, older, *note = (word.decode() for word in words[1::2])
    return LedgerEntry(
        id=entry_id.decode(),
        at=int(entry_id.partition(b"-")[0]),
        player=PlayerId(player),
        chips=int(chips),
        issued=int(issued),
        why=why,
        hand_no=int(hand) if hand else None,
        table=TableId(table) if table else None,
        by=PlayerId(by),
        older=older,
        note="".join(note),
    )


def read_changes(note: str) -> tuple[tuple[str, int, int], ...]:
    """The rules that an entry says were changed: name, the number before and after (a switch is 0 or 1)."""
    changes = [word.split(":") for word in note.split()]
    return tuple((name, int(old), int(new)) for name, old, new in changes)


def held_by(member: bytes) -> tuple[PlayerId, PlayerId, int]:
    """Sender, receiver and chips of a transfer that is on its way."""
    _, sender, to, chips = member.decode().split()
    return PlayerId(sender), PlayerId(to), int(chips)


def _account_words(account: Account) -> list[Argument]:
    """Everything but the balance, which only moves change, hands, which only hands do, and what lies in prize pools."""
    player = account.player
    words: list[Argument] = []
    for name, value in (
        ("opened", account.opened),
        ("daily", account.daily),
        ("refilled", account.refilled),
        ("frozen", account.frozen),
        ("sent", _sum_words(account.sent)),
        ("given", _sum_words(account.given)),
    ):
        words += ("set", f"{name} {player}", value) if value else ("drop", f"{name} {player}", "")
    return words


def _sums(found: bytes | None) -> tuple[tuple[int, int], ...]:
    pairs = [pair.split(":") for pair in (found or b"").decode().split()]
    return tuple((int(at), int(chips)) for at, chips in pairs)


def _sum_words(sums: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{at}:{chips}" for at, chips in sums)
