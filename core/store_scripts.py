"""The scripts that run inside Redis: everything that must happen at once or not at all.

Each script touches the keys of one partition only, so of one slot. Each checks everything before its first write,
because what a failing script has written stays written; and its first write is one that a server out of memory
refuses.
"""

from dataclasses import dataclass, field
from hashlib import sha1


@dataclass(frozen=True, slots=True)
class Script:
    """A script and the name under which the server remembers it."""

    text: str = field(repr=False)
    name: str

    @staticmethod
    def of(text: str) -> "Script":
        """The script with this text."""
        return Script(text, sha1(text.encode(), usedforsecurity=False).hexdigest())


COMMIT = Script.of("""
-- KEYS 1 state hash (v version, d document, t deadline), 2 deadlines, 3 request, 4 rooms, 5 hands,
--      6 to 5+ARGV[8] outbox streams; bank accounts will come after them.
-- ARGV 1 version before (0: there is none), 2 version after, 3 document, 4 events, 5 table,
--      6 milliseconds to keep the answer, 7 deadline ('-' none, '=' as it is, or milliseconds from now),
--      8 number of streams, then threes: 'room' (a new room, ''), 'left' (a room given up, ''),
--      'hand' (number, record), 'most' (records to keep, ''), 'closed' (milliseconds to keep table, and hands).
-- Answers OK version, DUP kept version document, CONFLICT version document, or TAKEN table.
local kept = redis.call('GET', KEYS[3])
local state = redis.call('HMGET', KEYS[1], 'v', 't')
local version, deadline = state[1] or '0', state[2]
if kept then return {'DUP', kept, version, redis.call('HGET', KEYS[1], 'd')} end
if version ~= ARGV[1] then return {'CONFLICT', version, redis.call('HGET', KEYS[1], 'd')} end
for i = 9, #ARGV, 3 do
  if ARGV[i] == 'room' then
    local other = redis.call('HGET', KEYS[4], ARGV[i + 1])
    if other and other ~= ARGV[5] then return {'TAKEN', other} end
  end
end

local due = ''
if ARGV[7] == '=' then
  due = deadline or ''
elseif ARGV[7] ~= '-' then
  local time = redis.call('TIME')
  due = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000 + 1 + ARGV[7]
end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'd', ARGV[3], 't', due)
if due ~= '' then redis.call('ZADD', KEYS[2], due, ARGV[5] .. '|' .. ARGV[2]) end
if deadline and deadline ~= '' then redis.call('ZREM', KEYS[2], ARGV[5] .. '|' .. version) end
redis.call('SET', KEYS[3], ARGV[5] .. ' ' .. ARGV[2] .. ' ' .. ARGV[4], 'PX', ARGV[6])
for i = 6, 5 + ARGV[8] do
  redis.call('XADD', KEYS[i], '*', 't', ARGV[5], 'v', ARGV[2], 'e', ARGV[4])
end
for i = 9, #ARGV, 3 do
  local what, one, two = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if what == 'room' then
    redis.call('HSET', KEYS[4], one, ARGV[5])
  elseif what == 'left' then
    redis.call('HDEL', KEYS[4], one)
  elseif what == 'hand' then
    redis.call('ZADD', KEYS[5], one, two)
  elseif what == 'most' then
    redis.call('ZREMRANGEBYRANK', KEYS[5], 0, -1 - one)
  elseif what == 'closed' then
    redis.call('PEXPIRE', KEYS[1], one)
    redis.call('PEXPIRE', KEYS[5], two)
  end
end
return {'OK', ARGV[2]}
""")
"""One change of one table, or nothing."""

RECALL = Script.of("""
-- KEYS 1 state hash, 2 request. Answers the kept answer (or nil), version, document.
local state = redis.call('HMGET', KEYS[1], 'v', 'd')
return {redis.call('GET', KEYS[2]), state[1], state[2]}
""")
"""A table as it is, and whether a request was already done: at one moment."""

CLAIM = Script.of("""
-- KEYS 1 deadlines. ARGV 1 lease in milliseconds, 2 most to claim.
-- Answers milliseconds to the next deadline (-1: there is none), then the claimed members.
local time = redis.call('TIME')
local now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
local claimed = redis.call('ZRANGE', KEYS[1], '-inf', now, 'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, member in ipairs(claimed) do redis.call('ZADD', KEYS[1], now + ARGV[1], member) end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
table.insert(claimed, 1, first[2] and math.max(0, first[2] - now) or -1)
return claimed
""")
"""The deadlines that have passed, each pushed ahead by the lease: it falls due again if its claimer dies."""

TAKE = Script.of("""
-- KEYS 1 lease, 2 stream. ARGV 1 sender, 2 lease in milliseconds, 3 group (and its only consumer), 4 most entries.
-- Answers nil when another sender holds the lease, else the entries: the unacknowledged ones, then new ones.
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return nil end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
if redis.call('EXISTS', KEYS[2]) == 0 then return {} end
local pending = redis.pcall('XAUTOCLAIM', KEYS[2], ARGV[3], ARGV[3], 0, '0-0', 'COUNT', ARGV[4])
if pending.err then
  redis.call('XGROUP', 'CREATE', KEYS[2], ARGV[3], '0')
  pending = {'0-0', {}}
end
local entries = pending[2]
if pending[1] == '0-0' and #entries < tonumber(ARGV[4]) then
  local most = ARGV[4] - #entries
  local new = redis.call('XREADGROUP', 'GROUP', ARGV[3], ARGV[3], 'COUNT', most, 'STREAMS', KEYS[2], '>')
  if new then
    for _, entry in ipairs(new[1][2]) do entries[#entries + 1] = entry end
  end
end
return entries
""")
"""The right to send, and what is to be sent."""

HOLD = Script.of("""
-- KEYS 1 lease. ARGV 1 sender, 2 lease in milliseconds. Answers 1 if the sender still holds it.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
""")
"""Whether a sender may go on, for another lease."""

SETTLE = Script.of("""
-- KEYS 1 lease, 2 stream, 3 marks. ARGV 1 sender, 2 lease in milliseconds, 3 group, 4 number of entries,
--      the entries, then pairs of room and mark ('' takes the mark away).
-- Answers 1 if the sender still held the lease, else 0.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local last = 4 + ARGV[4]
for i = last + 1, #ARGV, 2 do
  if ARGV[i + 1] == '' then
    redis.call('HDEL', KEYS[3], ARGV[i])
  else
    redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
  end
end
for i = 5, last do
  redis.call('XACK', KEYS[2], ARGV[3], ARGV[i])
  redis.call('XDEL', KEYS[2], ARGV[i])
end
return 1
""")
"""What was sent, marked, acknowledged and removed at once."""

RELEASE = Script.of("""
-- KEYS 1 lease. ARGV 1 sender.
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
""")
"""The right to send, given up early."""
