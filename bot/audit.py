"""`riverbot audit`: adds up every chip of a whole Redis and says what differs."""

import asyncio
from contextlib import AsyncExitStack

from bot.settings import Settings
from bot.valkey import open_valkey
from core.auditing import Books, audit
from core.documents import BadDocument
from core.store import Store, connect

RIGHT, WRONG, UNREADABLE = 0, 1, 2


def audit_redis(settings: Settings) -> int:
    """Print the books of every community and a verdict; the answer is the exit code.

    0: all chips are accounted for. 1: some are not. 2: a table was written by another version, or is damaged. Raises
    ValkeyUnavailable, StoreAway, WrongPartitions or ValueError when there is nothing to read.
    """
    return asyncio.run(_audit(settings))


async def _audit(settings: Settings) -> int:
    async with AsyncExitStack() as stack:
        url = settings.redis_url
        if not url:
            embedded = await open_valkey(settings.folder)
            stack.push_async_callback(embedded.close)
            url = embedded.url
        try:
            return await report(await stack.enter_async_context(await connect(url)))
        except BadDocument as bad:
            print(f"verdict: unreadable, {bad}")
            return UNREADABLE


async def report(store: Store) -> int:
    """The same for an open store. Raises StoreAway and BadDocument."""
    communities = faults = 0
    async for books in audit(store):
        communities += 1
        faults += len(books.faults)
        print(_line(books))
        for fault in books.faults:
            print(f"FAIL  {books.community}  {fault}")
    said = f"{communities} {'community' if communities == 1 else 'communities'}"
    if faults:
        print(f"verdict: wrong, {faults} {'thing differs' if faults == 1 else 'things differ'} in {said}")
        return WRONG
    print(f"verdict: right, {said}")
    return RIGHT


def _line(books: Books) -> str:
    mark = "FAIL" if books.faults else "ok  "
    if books.issued is None:
        return f"{mark}  {books.community}  no bank: tables {books.tables:,} + pots {books.pots:,}"
    parts = {
        "wallets": books.wallets,
        "tables": books.tables,
        "pots": books.pots,
        "prize pools": books.pools,
        "on the way": books.on_the_way,
    }
    total = " + ".join(f"{name} {chips:,}" for name, chips in parts.items())
    known = f"{books.accounts} accounts, {books.entries} entries"
    return f"{mark}  {books.community}  {total} = issued {books.issued:,} ({known})"
