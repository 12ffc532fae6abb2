"""What is kept about one person, wherever it lies: their breaks and reminders, all of it to read, and to delete.

A break and a reminder lie with what adapters keep (`core.kept`), in the person's own slot. The rest is found by going
through every bank, season and table, which takes a while: it is for the person alone, and not often.
"""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from core.auditing import every_key, place_of
from core.bank_book import LedgerEntry, fields_of, read_account
from core.banking import Bank
from core.cardroom.stats import Counts
from core.cardroom.table import Table, seat_at, seat_of, stack_at
from core.cardroom.tournament import Tournament
from core.commits import key
from core.documents import read_table
from core.ids import FORGOTTEN, CommunityId, EventId, PlayerId, TableId
from core.kept import Kept
from core.personal_events import events_of, rename_in_events, results_of, takes_part, told_of
from core.store import Store
from core.store_scripts import Script

DAY_SECONDS: Final = 86_400
AGAIN_SECONDS: Final = 60
"""Between two times that somebody has everything about them looked for."""
_BREAK, _REMIND = "break", "remind"
_AT_ONCE: Final = 100
_COUNTS: Final = tuple(each.name for each in fields(Counts))
_SUMS: Final = ("brought", "taken")
FORMER: Final = FORGOTTEN
NOBODY: Final = "—"
"""The name of somebody who was forgotten, where a table's sums have a name for everybody."""
_OTHERS: Final = ("panel:", "pad", "mydata")
"""Kept words that are of no use to their person: what a platform lets a message be edited by, and half-typed sizes."""

EXTEND = Script.of("""
-- KEYS 1 the end of a break. ARGV 1 seconds from now. Answers its end in ms, never sooner than it was.
local time = redis.call('TIME')
local ends = time[1] * 1000 + ARGV[1] * 1000
local before = tonumber(redis.call('GET', KEYS[1]) or 0)
if before >= ends then return before end
redis.call('SET', KEYS[1], string.format('%d', ends), 'PXAT', string.format('%d', ends))
return ends
""")
"""A break that can grow and not shrink, whoever asks twice at once."""

RENAME = Script.of("""
-- KEYS 1 sums of a season or a table. ARGV 1 player, 2 the id to go by from now on, 3 the name to go by ('': none),
--      then names of sums.
local named = redis.call('HDEL', KEYS[1], ARGV[1] .. '|as')
if named == 1 and ARGV[3] ~= '' then redis.call('HSET', KEYS[1], ARGV[2] .. '|as', ARGV[3]) end
for i = 4, #ARGV do
  local field = ARGV[1] .. '|' .. ARGV[i]
  local amount = redis.call('HGET', KEYS[1], field)
  if amount then
    redis.call('HDEL', KEYS[1], field)
    redis.call('HSET', KEYS[1], ARGV[2] .. '|' .. ARGV[i], amount)
  end
end
return 1
""")
"""A player's sums under another id, all at once and without their name, so that they still add up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What is to be known of a person who wants to sit down."""

    break_ms: int
    """Until the end of their break; 0 when they are on none."""
    remind: int
    """Minutes at a table after which they want to be told; 0 for never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class There:
    """A table that a person is at, or a tournament that they are in, and with how much."""

    table: TableId
    """Empty for a tournament, while they are at none of its tables."""
    community: CommunityId
    name: str
    seat: int | None
    """None when they wait for one."""
    chips: int
    """At the table; of a tournament what was paid for it."""
    event: EventId | None = None


class Personal:
    """What is kept about people. Every method raises StoreAway when Redis is away."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store
        self._kept = Kept(store)

    async def standing(self, player: PlayerId) -> Standing:
        """Whether the player is on a break, and when they want to be reminded."""
        ends, remind = await self._kept.recall(player, _BREAK, _REMIND)
        left = 0 if ends is None else max(0, int(ends) - await self._now())
        return Standing(break_ms=left, remind=int(remind or 0))

    async def take_break(self, player: PlayerId, seconds: int) -> int:
        """Keep the player from playing for so long, or for as long as was asked before; answers the ms to go."""
        ends = int(await self._store.run(EXTEND, (self._key(player, _BREAK),), (seconds,)))
        return max(0, ends - await self._now())

    async def remind(self, player: PlayerId, minutes: int) -> None:
        """Remind the player after so long at a table; 0: never."""
        if minutes:
            await self._kept.remember(player, _REMIND, str(minutes))
        else:
            await self._kept.forget(player, _REMIND)

    async def may_look(self, player: PlayerId) -> bool:
        """Whether it is long enough since everything about the player was looked for; if so, it counts from now."""
        asked = self._key(player, "mydata")
        return bool(await self._store.command("SET", asked, "1", "EX", AGAIN_SECONDS, "NX"))

    async def whereabouts(self, player: PlayerId) -> tuple[There, ...]:
        """The open tables at which the player sits or waits for a seat, and the tournaments that they are in besides:
        registered, or played, until that is over."""
        at_tables = [_there(table, player) async for table in self._tables(player)]
        found = [one for one in at_tables if one is not None]
        seated = {one.event for one in found}
        async for event in events_of(self._store, player, _named(player)):
            if takes_part(event, player) and event.id not in seated:
                found.append(_entered(event, player))
        return tuple(found)

    async def everything(self, player: PlayerId) -> dict[str, Any]:
        """All that is kept about the player, as plain values for JSON. Times are in ms since the epoch."""
        return {
            "player": player,
            "language": await self._store.locale_of(player),
            "settings": await self._settings(player),
            "tables": [asdict(one) for one in await self.whereabouts(player) if one.table],
            "banks": [one async for one in self._banks(player)],
            "seasons": [one async for one in self._seasons(player)],
            "brought": [one async for one in self._brought(player)],
            "hands": [one async for one in self._hands(player)],
            "tournaments": [one async for one in told_of(self._store, player, _named(player))],
            "results": [one async for one in results_of(self._store, player, _named(player))],
        }

    async def forget(self, player: PlayerId, anonymous: PlayerId, request: str) -> None:
        """Delete what can be: settings, language and what platforms remember; chips in wallets are burned and counters
        go to the id `anonymous`, as do places in tournaments. A break stays until it ends; so do the times of claims,
        and whether an account is frozen: nothing goes out of that one. Nothing may be at a table or in a tournament
        any more."""
        async for community, account in self._accounts(player):
            if account["balance"] and not account["frozen"]:
                await Bank(self._store).take(
                    community, player, account["balance"], f"{request}:{community}", by=player, admin=True
                )
        async for name in every_key(self._store, "names"):
            await self._store.command("HDEL", name, player)
        for kind, nobody, sums in (("stats", "", _COUNTS), ("sums", NOBODY, _SUMS)):
            async for name in every_key(self._store, kind):
                await self._store.run(RENAME, (name,), (player, anonymous, nobody, *sums))
        await rename_in_events(self._store, player, _named(player), anonymous, NOBODY)
        async for what in self._kept_about(player):
            if what != _BREAK:
                await self._kept.forget(player, what)
        await self._store.command("HDEL", self._locales(player), player)

    async def _now(self) -> int:
        seconds, micros = await self._store.command("TIME")
        return int(seconds) * 1_000 + int(micros) // 1_000

    async def _settings(self, player: PlayerId) -> dict[str, str]:
        told = [what async for what in self._kept_about(player) if not what.startswith(_OTHERS)]
        values = await self._kept.recall(player, *told) if told else ()
        return {what: value for what, value in zip(told, values, strict=True) if value is not None}

    async def _kept_about(self, player: PlayerId) -> AsyncIterator[str]:
        """What adapters keep about the player, by name."""
        prefix = f"{player}:"
        async for name in every_key(self._store, "kept"):
            partition, whose = place_of(name)
            if whose.startswith(prefix) and partition == self._store.partition_of(CommunityId(player)):
                yield whose.removeprefix(prefix)

    async def _tables(self, player: PlayerId) -> AsyncIterator[Table]:
        """Open tables in whose document the player is named."""
        named = _named(player)
        async for name in every_key(self._store, "table"):
            document = await self._store.command("HGET", name, "d")
            if document is not None and named in document:
                table = read_table(document)
                if not table.closed:
                    yield table

    async def _accounts(self, player: PlayerId) -> AsyncIterator[tuple[CommunityId, dict[str, Any]]]:
        async for name in every_key(self._store, "bank"):
            wanted = fields_of((player,))
            values = await self._store.command("HMGET", name, *wanted)
            account = read_account(dict(zip(wanted, values, strict=True)), player)
            if account is not None:
                yield CommunityId(place_of(name)[1]), asdict(account)

    async def _banks(self, player: PlayerId) -> AsyncIterator[dict[str, Any]]:
        async for community, account in self._accounts(player):
            ledger: list[LedgerEntry] = []
            while page := await Bank(self._store).history(
                community, player, _AT_ONCE, ledger[-1].older if ledger else ""
            ):
                ledger += page
                if not page[-1].older:
                    break
            name = await Bank(self._store).names(community, (player,))
            yield {
                "community": community,
                "name": name.get(player, ""),
                "account": account,
                "ledger": [asdict(entry) for entry in reversed(ledger)],
            }

    async def _seasons(self, player: PlayerId) -> AsyncIterator[dict[str, Any]]:
        async for name in every_key(self._store, "stats"):
            counts = await self._sums(name, player, _COUNTS)
            if counts:
                community, _, season = place_of(name)[1].rpartition(":")
                yield {"community": community, "season": season, "counts": counts}

    async def _brought(self, player: PlayerId) -> AsyncIterator[dict[str, Any]]:
        """What the player brought to each table that is remembered, and took from it."""
        async for name in every_key(self._store, "sums"):
            sums = await self._sums(name, player, _SUMS)
            if sums:
                yield {"table": place_of(name)[1], **sums}

    async def _sums(self, name: str, player: PlayerId, sums: Sequence[str]) -> dict[str, int]:
        amounts = await self._store.command("HMGET", name, *[f"{player}|{each}" for each in sums])
        return {each: int(amount) for each, amount in zip(sums, amounts, strict=True) if amount is not None}

    async def _hands(self, player: PlayerId) -> AsyncIterator[dict[str, Any]]:
        """Which hands of which tables the player was at, by number: the records themselves are for everyone there."""
        named = _named(player)
        async for name in every_key(self._store, "hands"):
            numbers: list[int] = []
            start, page = 0, [b""]
            while page:
                page = await self._store.command("ZRANGE", name, start, start + _AT_ONCE - 1, "WITHSCORES")
                start += _AT_ONCE
                pairs = zip(page[::2], page[1::2], strict=True)
                numbers += [int(float(score)) for record, score in pairs if named in record]
            if numbers:
                yield {"table": place_of(name)[1], "numbers": numbers}

    def _key(self, player: PlayerId, what: str) -> str:
        return key(self._store.partition_of(CommunityId(player)), "kept", player, what)

    def _locales(self, player: PlayerId) -> str:
        return key(self._store.partition_of(CommunityId(player)), "locales")


def _named(player: PlayerId) -> bytes:
    """The id as it stands in a document."""
    return json.dumps(player, ensure_ascii=False).encode()


def _there(table: Table, player: PlayerId) -> There | None:
    number = seat_of(table, player)
    if number is None and not any(one.player == player for one in table.queue):
        return None
    chips = 0
    if number is not None:
        chips = stack_at(table, number) + seat_at(table, number).coming
    return There(
        table=table.id,
        community=table.community,
        name=table.name,
        seat=number,
        chips=chips,
        event=table.event,
    )


def _entered(event: Tournament, player: PlayerId) -> There:
    paid = sum(one.paid for one in event.entrants if one.player == player)
    return There(
        table=TableId(""), community=event.community, name=event.name, seat=None, chips=paid, event=event.id
    )
