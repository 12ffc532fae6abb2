"""The scripts of tournaments: an event and its tables change together, with the pool and what is told, or not at all.

An event is two keys in its community's slot: `event:<id>`, a hash like a table's (`v`, `d`, `t`), and `over:<id>`, a
set of the tables whose hand is over and which nobody has looked at. Its deadline in `due` is `<id>|0`: the fence is
the version at the commit. `pools:<community>` holds what lies in the event's prize pool, and the bank `staked <player>`
what each player has in all pools. `hall:<room>` is a sorted set of the events that were announced in a room, and
`results:<community>` a hash of what finished ones count.
"""

from core.store_scripts import ENTER, Script

SEE = Script.of("""
-- KEYS 1 event, 2 tables whose hand is over, 3 request. ARGV 1 the version that is known ('0': none).
-- Answers the kept answer (or nil), version, document (nil if its version is known), tables.
local state = redis.call('HMGET', KEYS[1], 'v')
local document = state[1] and state[1] ~= ARGV[1] and redis.call('HGET', KEYS[1], 'd') or false
return {redis.call('GET', KEYS[3]), state[1], document, redis.call('SMEMBERS', KEYS[2])}
""")
"""An event as it is, what waits for its director, and whether a request was already done: at one moment."""

IN_HALL = Script.of("""
-- KEYS 1 events of a hall, then the events. ARGV their ids. Answers the ids of those that are still kept.
local there = {}
for i, id in ipairs(ARGV) do
  if redis.call('EXISTS', KEYS[1 + i]) == 1 then
    there[#there + 1] = id
  else
    redis.call('ZREM', KEYS[1], id)
  end
end
return there
""")
"""The events of a hall; those that have lapsed are taken out of it."""

REST = Script.of("""
-- KEYS 1 event, 2 deadlines, 3 tables whose hand is over. ARGV 1 event, 2 version, then tables that need no look.
-- Nothing is to be done at this version: its deadline is what it was. Answers 1, or 0 if something has come since.
for i = 3, #ARGV do redis.call('SREM', KEYS[3], ARGV[i]) end
local state = redis.call('HMGET', KEYS[1], 'v', 't')
if (state[1] or '0') ~= ARGV[2] or redis.call('SCARD', KEYS[3]) > 0 then return 0 end
if state[2] and state[2] ~= '' then
  redis.call('ZADD', KEYS[2], state[2], ARGV[1] .. '|0')
else
  redis.call('ZREM', KEYS[2], ARGV[1] .. '|0')
end
return 1
""")
"""A call that led to nothing."""

DIRECT = Script.of(
    ENTER
    + """
-- KEYS 1 event, 2 deadlines, 3 request, 4 tables whose hand is over, 5 rooms, 6 bank, 7 ledger, 8 prize pools, then
--      states, hands and streams as ARGV names them.
-- ARGV 1 version before (0: there is none), 2 version after, 3 document, 4 news, 5 event, 6 ms to keep the answer,
--      7 deadline ('-' none, '=' as it is, or ms from now), 8 opening balance, 9 1 to lend what is short,
--      10 chips in the pool after it ('-': chips are free), then sixes: 'table' (id, number of its state's key, version
--      before, deadline, document), 'closed' (id, number of its state's key, of its hands' key, ms to keep the table,
--      and its hands), 'done' (id), 'tell' (id, number of the stream's key, version,
--      events, most entries to keep), 'room' (room, table),
--      'left' (room, table), 'move' (player, chips, issued, why, by), 'staked' (player, chips more or less in pools),
--      'hall' (number of the key of a hall where it is announced), 'result' (number of the results' key, document),
--      'lapse' (ms to keep the event, which is over); what is not named is ''.
-- Answers OK version, DUP kept version document, CONFLICT, SHORT player balance asked, FROZEN player, TAKEN rooms, or
-- POOL chips.
local kept = redis.call('GET', KEYS[3])
local state = redis.call('HMGET', KEYS[1], 'v', 't')
local version = state[1] or '0'
if kept then return {'DUP', kept, version, redis.call('HGET', KEYS[1], 'd')} end
if version ~= ARGV[1] then return {'CONFLICT'} end
local taken, purses, pool = {'TAKEN'}, {}, tonumber(redis.call('HGET', KEYS[8], ARGV[5]) or 0)
for i = 11, #ARGV, 6 do
  local what, one, two, three = ARGV[i], ARGV[i + 1], ARGV[i + 2], ARGV[i + 3]
  if what == 'table' then
    if (redis.call('HGET', KEYS[tonumber(two)], 'v') or '0') ~= three then return {'CONFLICT'} end
  elseif what == 'room' then
    if (redis.call('HGET', KEYS[5], one) or two) ~= two then taken[#taken + 1] = one end
  elseif what == 'move' then
    local chips = tonumber(two)
    pool = pool + tonumber(three) - chips
    local purse = purses[one]
    if not purse and chips ~= 0 then
      local known = redis.call('HMGET', KEYS[6], 'opened ' .. one, 'balance ' .. one, 'frozen ' .. one)
      purse = {is_new = not known[1], frozen = known[3], lent = 0}
      purse.chips = purse.is_new and tonumber(redis.call('HGET', KEYS[6], 'rule opening') or ARGV[8])
        or tonumber(known[2] or 0)
      purse.opening = purse.chips
      purses[one] = purse
    end
    if chips < 0 and purse.frozen then return {'FROZEN', one} end
    if chips < 0 and purse.chips + chips < 0 then
      if ARGV[9] ~= '1' then return {'SHORT', one, purse.chips, -chips} end
      purse.lent = purse.lent - purse.chips - chips
      purse.chips = 0
    elseif purse then
      purse.chips = purse.chips + chips
    end
  end
end
if #taken > 1 then return taken end
if ARGV[10] ~= '-' and pool ~= tonumber(ARGV[10]) then return {'POOL', pool} end

local time = redis.call('TIME')
local now = time[1] * 1000 + (time[2] - time[2] % 1000) / 1000
local function due_at(deadline, before)
  if deadline == '-' then return '' end
  if deadline == '=' then return before or '' end
  return now + 1 + deadline
end
local due = due_at(ARGV[7], state[2])
redis.call('HSET', KEYS[1], 'v', ARGV[2], 'd', ARGV[3], 't', due)
redis.call('SET', KEYS[3], ARGV[5] .. ' ' .. ARGV[2] .. ' ' .. ARGV[4], 'PX', ARGV[6])
for i = 11, #ARGV, 6 do
  local what, one, two, three, four, five = unpack(ARGV, i, i + 5)
  if what == 'table' then
    local place = KEYS[tonumber(two)]
    local was = redis.call('HGET', place, 't')
    local falls = due_at(four, was)
    redis.call('HSET', place, 'v', three + 1, 'd', five, 't', falls)
    if was and was ~= '' then redis.call('ZREM', KEYS[2], one .. '|' .. three) end
    if falls ~= '' then redis.call('ZADD', KEYS[2], falls, one .. '|' .. three + 1) end
  elseif what == 'closed' then
    redis.call('PEXPIRE', KEYS[tonumber(two)], four)
    redis.call('PEXPIRE', KEYS[tonumber(three)], five)
  elseif what == 'done' then
    redis.call('SREM', KEYS[4], one)
  elseif what == 'tell' then
    local stream = KEYS[tonumber(two)]
    redis.call('XADD', stream, '*', 't', one, 'v', three, 'e', four)
    if five ~= '' then redis.call('XTRIM', stream, 'MAXLEN', '~', five) end
  elseif what == 'room' then
    redis.call('HSET', KEYS[5], one, two)
  elseif what == 'left' then
    if redis.call('HGET', KEYS[5], one) == two then redis.call('HDEL', KEYS[5], one) end
  elseif what == 'staked' then
    if redis.call('HINCRBY', KEYS[6], 'staked ' .. one, two) == 0 then
      redis.call('HDEL', KEYS[6], 'staked ' .. one)
    end
  elseif what == 'hall' then
    redis.call('ZADD', KEYS[tonumber(one)], string.format('%.0f', time[1] * 1000000 + time[2]), ARGV[5])
    redis.call('ZREMRANGEBYRANK', KEYS[tonumber(one)], 0, -101)
  elseif what == 'result' then
    redis.call('HSET', KEYS[tonumber(one)], ARGV[5], two)
  elseif what == 'lapse' then
    redis.call('PEXPIRE', KEYS[1], one)
  elseif what == 'move' then
    local purse = purses[one]
    if purse and purse.is_new then
      redis.call('HSET', KEYS[6], 'opened ' .. one, now)
      enter(KEYS[6], KEYS[7], one, purse.opening, purse.opening, 'opening', '', '', 'house')
      purse.is_new = false
    end
    if purse and purse.lent > 0 then
      enter(KEYS[6], KEYS[7], one, purse.lent, purse.lent, 'refill', '', '', 'house')
      purse.lent = 0
    end
    enter(KEYS[6], KEYS[7], one, tonumber(two), tonumber(three), four, '', ARGV[5], five)
    redis.call('HINCRBY', KEYS[6], 'v', 1)
  end
end
if ARGV[10] == '0' then
  redis.call('HDEL', KEYS[8], ARGV[5])
elseif ARGV[10] ~= '-' then
  redis.call('HSET', KEYS[8], ARGV[5], ARGV[10])
end
if redis.call('SCARD', KEYS[4]) > 0 then due = now end
if due ~= '' then
  redis.call('ZADD', KEYS[2], due, ARGV[5] .. '|0')
else
  redis.call('ZREM', KEYS[2], ARGV[5] .. '|0')
end
return {'OK', ARGV[2]}
"""
)
"""One change of an event and of the tables that change with it, or nothing."""
