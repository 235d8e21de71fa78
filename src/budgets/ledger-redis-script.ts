/** What Redis or Valkey does with a batch, in one step that nothing else gets between: the same as grant.ts, in its language. */

/** Every key of ours begins so. */
export const prefix = 'governance:budget:';

/** Names of all accounts by the end of their window, so that they can be listed without a search through the store. */
export const indexKey = 'governance:budgets';

/**
 * KEYS: the index, then one hash for each line. In a hash, `u:` and a process's name hold what it used, `h:` what it holds,
 * `t:` until when; `known` says that the ledger behind it was asked. Where a hash is not there and somebody has to be
 * asked first, nothing is done and `unknown` names those lines.
 */
export const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local batch = cjson.decode(ARGV[1])
local me = batch.process
local function whole(number) return string.format('%.0f', number) end
local unknown = {}
for at, line in ipairs(batch.lines) do
  if line.ask and redis.call('EXISTS', KEYS[at + 1]) == 0 then unknown[#unknown + 1] = whole(at - 1) end
end
if #unknown > 0 then return {'unknown', unknown} end
local totals, own = {}, {}
for at, line in ipairs(batch.lines) do
  local key = KEYS[at + 1]
  for _, part in ipairs(line.parts) do
    local field = 'u:' .. part.process
    if tonumber(redis.call('HGET', key, field) or 0) < part.used then redis.call('HSET', key, field, whole(part.used)) end
  end
  line.used = math.max(line.used, tonumber(redis.call('HGET', key, 'u:' .. me) or 0))
  local others, held, fields = 0, line.held, {}
  local all = redis.call('HGETALL', key)
  for i = 1, #all, 2 do fields[all[i]] = all[i + 1] end
  for field, value in pairs(fields) do
    local kind, process = string.sub(field, 1, 2), string.sub(field, 3)
    if process ~= me then
      if kind == 'u:' then others = others + tonumber(value) end
      if kind == 'h:' then
        if tonumber(fields['t:' .. process] or 0) > now then held = held + tonumber(value)
        else redis.call('HDEL', key, 'h:' .. process, 't:' .. process) end
      end
    end
  end
  totals[at] = {used = line.used + math.max(others, line.others or 0), held = held}
  own[at] = line.held
end
local refused = {}
for number, ask in ipairs(batch.asks) do
  local without = -1
  for index, want in ipairs(ask) do
    local total = totals[want.line + 1]
    if without < 0 and want.hard and total.used + total.held + want.amount > want.hard then without = index - 1 end
  end
  if without < 0 then
    for _, want in ipairs(ask) do
      local at = want.line + 1
      totals[at].held = totals[at].held + want.amount
      own[at] = own[at] + want.amount
    end
  end
  refused[number] = whole(without)
end
local told = {}
for at, line in ipairs(batch.lines) do
  local key = KEYS[at + 1]
  if line.used > 0 then redis.call('HSET', key, 'u:' .. me, whole(line.used)) end
  if own[at] > 0 then redis.call('HSET', key, 'h:' .. me, whole(own[at]), 't:' .. me, whole(now + batch.leaseMs))
  else redis.call('HDEL', key, 'h:' .. me, 't:' .. me) end
  if line.known then redis.call('HSET', key, 'known', '1') end
  local idle = totals[at].used == 0 and totals[at].held == 0
  local ends = math.min(line.endsAt, now + (idle and batch.leaseMs or batch.keptMs))
  if redis.call('EXISTS', key) == 1 then
    redis.call('PEXPIREAT', key, whole(ends + 1000))
    redis.call('ZADD', KEYS[1], whole(ends), line.name)
  end
  told[at] = {whole(totals[at].used), whole(totals[at].held)}
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', whole(now))
return {'taken', whole(now), refused, told}`;

/** Goes with all the rest when the store is emptied, which no connection tells of. */
export const epochKey = 'governance:budget-epoch';

/** Which emptying of the store its knowledge dates from; ARGV: the name of a new one. */
export const epochScript = `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`;

/** All accounts with what stands in their hashes. */
export const listScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local all = {}
for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], now, '+inf')) do
  all[#all + 1] = {name, redis.call('HGETALL', ARGV[1] .. name)}
end
return {string.format('%.0f', now), all}`;
