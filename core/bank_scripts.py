"""The scripts of the bank: one request is booked at once or not at all, and nothing between is ever seen.

A bank is four keys in its community's slot. `bank:<community>` is a hash: `v` (counts what changed a wallet or a
rule), `issued`, `rule <name>`, and for each player `balance`, `opened`, `daily`, `refilled`, `hands`, `frozen`,
`sent`, `given`, `staked` and `last` (their newest entry), the player after a space. `ledger:<community>` is a stream
that is never trimmed. `tables:<community>` is a hash of the chips that went to each table, `held:<community>` a sorted
set of the transfers that are on their way, by arrival. What `pools:<community>`, a hash, holds counts as prize pools.
`names:<community>` is a hash of what people went by when they last asked for their account; it counts for nothing.
"""

from core.store_scripts import ENTER, Script

LOOK = Script.of("""
-- KEYS 1 bank, 2 held transfers, 3 request, 4 chips at tables. ARGV the fields of the bank.
-- Answers kept answer (or nil), server's time in ms, number of transfers that are due, fields, tables.
local time = redis.call('TIME')
local now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
return {
  redis.call('GET', KEYS[3]),
  now,
  redis.call('ZCOUNT', KEYS[2], '-inf', now),
  redis.call('HMGET', KEYS[1], unpack(ARGV)),
  redis.call('HKEYS', KEYS[4])
}
""")
"""What one request has to know of a bank, at one moment."""

BOOK = Script.of(
    ENTER
    + """
-- KEYS 1 bank, 2 ledger, 3 held transfers, 4 request, then the state hashes of tables.
-- ARGV 1 version of the bank, 2 answer to keep ('': none), 3 milliseconds to keep it, 4 number of tables,
--      their versions, then threes: 'set' (field, value), 'drop' (field, ''),
--      'move' (player, 'chips issued why by note'), 'hold' ('sender receiver chips', arrival).
-- Answers 1, or 0 if something has changed since: so it has if the request was booked meanwhile.
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
for i = 1, tonumber(ARGV[4]) do
  if (redis.call('HGET', KEYS[4 + i], 'v') or '0') ~= ARGV[4 + i] then return 0 end
end
redis.call('HINCRBY', KEYS[1], 'v', 1)
if ARGV[2] ~= '' then redis.call('SET', KEYS[4], ARGV[2], 'PX', ARGV[3]) end
local newest = ''
for i = 5 + ARGV[4], #ARGV, 3 do
  local what, one, two = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if what == 'set' then
    redis.call('HSET', KEYS[1], one, two)
  elseif what == 'drop' then
    redis.call('HDEL', KEYS[1], one)
  elseif what == 'move' then
    local chips, issued, why, by, note = string.match(two, '(%S+) (%S+) (%S+) (%S+) ?(.*)')
    newest = enter(KEYS[1], KEYS[2], one, tonumber(chips), tonumber(issued), why, '', '', by, note)
  elseif what == 'hold' then
    redis.call('ZADD', KEYS[3], two, newest .. ' ' .. one)
  end
end
return 1
"""
)
"""One request, if nobody was faster and none of the tables that it looked at has moved on."""

ARRIVE = Script.of(
    ENTER
    + """
-- KEYS 1 bank, 2 ledger, 3 held transfers. Answers how many arrived.
local time = redis.call('TIME')
local now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
local arrived = 0
for _, member in ipairs(redis.call('ZRANGE', KEYS[3], '-inf', now, 'BYSCORE')) do
  local sender, to, chips = string.match(member, '^%S+ (%S+) (%S+) (%S+)$')
  local frozen = redis.call('HMGET', KEYS[1], 'frozen ' .. sender, 'frozen ' .. to)
  if not frozen[1] and not frozen[2] then
    enter(KEYS[1], KEYS[2], to, tonumber(chips), 0, 'received', '', '', sender)
    redis.call('ZREM', KEYS[3], member)
    redis.call('HINCRBY', KEYS[1], 'v', 1)
    arrived = arrived + 1
  end
end
return arrived
"""
)
"""The transfers whose hold is over, unless the sender or the receiver is frozen."""

HISTORY = Script.of("""
-- KEYS 1 bank, 2 ledger. ARGV 1 player, 2 most, 3 the entry to begin with ('': the newest).
-- Answers entries, newest first: each names the player's one before it.
local id, entries = ARGV[3], {}
if id == '' then id = redis.call('HGET', KEYS[1], 'last ' .. ARGV[1]) or '' end
while id ~= '' and #entries < tonumber(ARGV[2]) do
  local entry = redis.call('XRANGE', KEYS[2], id, id)[1]
  if not entry or entry[2][2] ~= ARGV[1] then break end
  entries[#entries + 1] = entry
  id = entry[2][16]
end
return entries
""")
"""One player's part of the ledger."""

DEEDS = Script.of("""
-- KEYS 1 ledger. ARGV 1 entries to look through, 2 most, then reasons. Answers the entries of these, newest first.
local theirs, entries = {}, {}
for i = 3, #ARGV do theirs[ARGV[i]] = true end
for _, entry in ipairs(redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', ARGV[1])) do
  -- Whoever is forgotten takes the chips out of the wallet themselves: that is nobody's deed.
  local why, own = entry[2][8], entry[2][2] == entry[2][14]
  if theirs[why] and not (own and why == 'take') then entries[#entries + 1] = entry end
  if #entries == tonumber(ARGV[2]) then break end
end
return entries
""")
"""The newest of what was done at the bank by hand: by admins, or by players for one another."""

PAGE = Script.of("""
-- KEYS 1 ledger. ARGV 1 the first id, 2 the last one, 3 most. Answers entries, oldest first.
return redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[2], 'COUNT', ARGV[3])
""")
"""A part of the ledger."""

SNAPSHOT = Script.of("""
-- KEYS 1 bank, 2 ledger, 3 held transfers, 4 chips at tables, 5 prize pools, then the hashes of tables and events.
-- Answers bank, newest entry's id (or nil), held transfers, chips at tables, prize pools, and the documents.
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local documents = {}
for i = 6, #KEYS do documents[i - 5] = redis.call('HGET', KEYS[i], 'd') end
return {
  redis.call('HGETALL', KEYS[1]),
  newest and newest[1] or false,
  redis.call('ZRANGE', KEYS[3], 0, -1),
  redis.call('HGETALL', KEYS[4]),
  redis.call('HGETALL', KEYS[5]),
  documents
}
""")
"""Everything that has to add up, at one moment. The ledger is read after it, up to the newest entry of then."""
