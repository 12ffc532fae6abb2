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


ENTER = """
local function enter(bank, ledger, player, chips, issued, why, hand, place, by, note)
  local older = redis.call('HGET', bank, 'last ' .. player) or ''
  local words = {'p', player, 'c', chips, 'i', issued, 'r', why, 'h', hand, 't', place, 'b', by, 'o', older}
  if note and note ~= '' then
    words[#words + 1] = 'n'
    words[#words + 1] = note
  end
  local id = redis.call('XADD', ledger, '*', unpack(words))
  redis.call('HSET', bank, 'last ' .. player, id)
  if chips ~= 0 then redis.call('HINCRBY', bank, 'balance ' .. player, chips) end
  if issued ~= 0 then redis.call('HINCRBY', bank, 'issued', issued) end
  return id
end
"""
"""One entry of a bank's ledger, and what it does to the wallet and to the chips that are issued: never one alone."""

SEATS = """
local function others(seats, player, place)
  local kept = {}
  for other in string.gmatch(redis.call('HGET', seats, player) or '', '%S+') do
    if other ~= place then kept[#kept + 1] = other end
  end
  return kept
end
local function remember(seats, player, place)
  local kept = others(seats, player, place)
  kept[#kept + 1] = place
  redis.call('HSET', seats, player, table.concat(kept, ' '))
end
local function forget(seats, player, place)
  local kept = others(seats, player, place)
  redis.call('HDEL', seats, player)
  if #kept > 0 then redis.call('HSET', seats, player, table.concat(kept, ' ')) end
end
"""
"""At which tables of its community a player sits: a field for each player, of tables with spaces between."""

COMMIT = Script.of(
    ENTER
    + SEATS
    + """
-- KEYS 1 state hash (version v, document d, t deadline), 2 deadlines, 3 request, 4 rooms, 5 hands,
--      6 to 5+ARGV[8] outbox streams, then, if there is anything for the bank: bank, ledger, chips at tables;
--      the table's log, if there is anything for it; what was brought and taken, likewise; the season's counters
--      come last, if there is any to count.
-- ARGV 1 version before (0: there is none), 2 version after, 3 document, 4 events, 5 table,
--      6 milliseconds to keep the answer, 7 deadline ('-' none, '=' as it is, or milliseconds from now),
--      8 number of streams, then threes: 'room' (a new room, ''), 'left' (a room given up, ''),
--      'hand' (number, record), 'later' (number, deck positions: all that was shown after the hand so far, to stand
--      below its record), 'most' (records to keep, ''), 'closed' (milliseconds to keep table, and hands),
--      'bank' (opening balance, 'hand chips-before chips-after lends': of the table; 1 to lend what is short), and
--      after it 'move' (player, 'chips issued why by'), 'played' (player, ''); 'stat' (player, 'name amount …': to
--      add) and 'peak' (the same: to keep where it is more); 'log' (deed, number of the log's key) and 'lapse'
--      (milliseconds to keep it, the same); 'joins' (player, 'key-number-of-seats key-number-of-bank many': who may sit
--      nowhere else, unless many tables are allowed: so they are here if 'many' is 1), 'sits' and 'goes' (player,
--      number of the key of seats: there is one now, or no more); 'sum' (player, 'key-number brought taken name');
--      'as' (player, name);
--      'over' (tournament to be told that a hand of its table is over, number of the set's key).
-- Answers OK version, DUP kept version document, CONFLICT version document, TAKEN table, ELSEWHERE player table,
-- SHORT player balance asked, or FROZEN player.
local kept = redis.call('GET', KEYS[3])
local state = redis.call('HMGET', KEYS[1], 'v', 't')
local version, deadline = state[1] or '0', state[2]
if kept then return {'DUP', kept, version, redis.call('HGET', KEYS[1], 'd')} end
if version ~= ARGV[1] then return {'CONFLICT', version, redis.call('HGET', KEYS[1], 'd')} end
local bank, ledger, tables = KEYS[6 + ARGV[8]], KEYS[7 + ARGV[8]], KEYS[8 + ARGV[8]]
local purses, opening, hand, had, has, lends = {}
for i = 9, #ARGV, 3 do
  local what, one, two = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  if what == 'room' then
    local other = redis.call('HGET', KEYS[4], one)
    if other and other ~= ARGV[5] then return {'TAKEN', other} end
  elseif what == 'joins' then
    local at, rules, many = string.match(two, '(%S+) (%S+) (%S+)')
    if (redis.call('HGET', KEYS[tonumber(rules)], 'rule many_tables') or many) ~= '1' then
      for other in string.gmatch(redis.call('HGET', KEYS[tonumber(at)], one) or '', '%S+') do
        if other ~= ARGV[5] then return {'ELSEWHERE', one, other} end
      end
    end
  elseif what == 'bank' then
    opening = tonumber(redis.call('HGET', bank, 'rule opening') or one)
    hand, had, has, lends = string.match(two, '(%S+) (%S+) (%S+) (%S+)')
  elseif what == 'move' then
    local chips = tonumber(string.match(two, '%S+'))
    local purse = purses[one]
    if not purse and chips ~= 0 then
      local known = redis.call('HMGET', bank, 'opened ' .. one, 'balance ' .. one, 'frozen ' .. one)
      purse = {is_new = not known[1], frozen = known[3], lent = 0}
      purse.chips = purse.is_new and opening or tonumber(known[2] or 0)
      purses[one] = purse
    end
    if chips < 0 and purse.frozen then return {'FROZEN', one} end
    if chips < 0 and purse.chips + chips < 0 then
      if lends ~= '1' then return {'SHORT', one, purse.chips, -chips} end
      purse.lent = purse.lent - purse.chips - chips
      purse.chips = 0
    elseif purse then
      purse.chips = purse.chips + chips
    end
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
  elseif what == 'later' then
    local record = redis.call('ZRANGE', KEYS[5], one, one, 'BYSCORE')[1]
    if record then
      redis.call('ZREM', KEYS[5], record)
      redis.call('ZADD', KEYS[5], one, string.match(record, '^[^\\n]*') .. '\\n' .. two)
    end
  elseif what == 'most' then
    redis.call('ZREMRANGEBYRANK', KEYS[5], 0, -1 - one)
  elseif what == 'closed' then
    redis.call('PEXPIRE', KEYS[1], one)
    redis.call('PEXPIRE', KEYS[5], two)
  elseif what == 'bank' then
    local stray = had - (redis.call('HGET', tables, ARGV[5]) or 0)
    if stray ~= 0 then enter(bank, ledger, 'house', 0, stray, 'unbanked', hand, ARGV[5], 'house') end
    redis.call('HSET', tables, ARGV[5], has)
    if has == '0' then redis.call('HDEL', tables, ARGV[5]) end
    redis.call('HINCRBY', bank, 'v', 1)
  elseif what == 'move' then
    local chips, issued, why, by = string.match(two, '(%S+) (%S+) (%S+) (%S+)')
    local purse = purses[one]
    if purse and purse.is_new then
      local time = redis.call('TIME')
      redis.call('HSET', bank, 'opened ' .. one, time[1] * 1000 + (time[2] - time[2] % 1000) / 1000)
      enter(bank, ledger, one, opening, opening, 'opening', '', '', 'house')
      purse.is_new = false
    end
    if purse and purse.lent > 0 then
      enter(bank, ledger, one, purse.lent, purse.lent, 'refill', '', '', 'house')
      purse.lent = 0
    end
    enter(bank, ledger, one, tonumber(chips), tonumber(issued), why, hand, ARGV[5], by)
  elseif what == 'played' then
    redis.call('HINCRBY', bank, 'hands ' .. one, 1)
  elseif what == 'log' then
    redis.call('XADD', KEYS[tonumber(two)], 'MAXLEN', '~', 1000, '*', 'd', one)
  elseif what == 'lapse' then
    redis.call('PEXPIRE', KEYS[tonumber(two)], one)
  elseif what == 'sits' then
    remember(KEYS[tonumber(two)], one, ARGV[5])
  elseif what == 'goes' then
    forget(KEYS[tonumber(two)], one, ARGV[5])
  elseif what == 'sum' then
    local at, brought, taken, name = string.match(two, '(%S+) (%S+) (%S+) (.*)')
    local sums = KEYS[tonumber(at)]
    redis.call('HINCRBY', sums, one .. '|brought', brought)
    redis.call('HINCRBY', sums, one .. '|taken', taken)
    redis.call('HSET', sums, one .. '|as', name)
  elseif what == 'over' then
    local time = redis.call('TIME')
    redis.call('SADD', KEYS[tonumber(two)], ARGV[5])
    redis.call('ZADD', KEYS[2], time[1] * 1000 + (time[2] - time[2] % 1000) / 1000, one .. '|0')
  elseif what == 'as' then
    redis.call('HSET', KEYS[#KEYS], one .. '|as', two)
  elseif what == 'stat' then
    for name, amount in string.gmatch(two, '(%S+) (%S+)') do
      redis.call('HINCRBY', KEYS[#KEYS], one .. '|' .. name, amount)
    end
  elseif what == 'peak' then
    for name, amount in string.gmatch(two, '(%S+) (%S+)') do
      local field = one .. '|' .. name
      local most = tonumber(redis.call('HGET', KEYS[#KEYS], field) or 0)
      if tonumber(amount) > most then redis.call('HSET', KEYS[#KEYS], field, amount) end
    end
  end
end
return {'OK', ARGV[2]}
"""
)
"""One change of one table, or nothing."""

FORGET_SEAT = Script.of(
    SEATS
    + """
-- KEYS 1 seats, 2 state hash of a table. ARGV 1 player, 2 table, 3 the version at which they were not there (0: there
-- is no such table). Answers 1 if that is its version still.
if (redis.call('HGET', KEYS[2], 'v') or '0') ~= ARGV[3] then return 0 end
forget(KEYS[1], ARGV[1], ARGV[2])
return 1
"""
)
"""A seat that was remembered and that nobody has."""

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
