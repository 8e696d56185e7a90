/**
 * The decision of gcra.ts, where it has to be one with the taking. For each bucket: a key, and as
 * arguments its cost and its ceiling; the first argument says whether to take, to give back or only
 * to look. Answers the debts
 * that the buckets had. Times are those of Redis, so that all processes have one clock. A key
 * lives as long as its debt, which is never above the ceiling unless the clock went back.
 */
export const TAKE_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local debts, fits = {}, true
for at, key in ipairs(KEYS) do
  local debt = math.max(0, (tonumber(redis.call('GET', key)) or now) - now)
  local ceiling = tonumber(ARGV[at * 2 + 1])
  if debt > ceiling then
    debt = ceiling
    redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
  end
  debts[at] = debt
  if debt + ARGV[at * 2] > ceiling then fits = false end
end
if fits and ARGV[1] == 'take' then
  for at, key in ipairs(KEYS) do
    local debt = debts[at] + ARGV[at * 2]
    redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
  end
end
if ARGV[1] == 'give' then
  for at, key in ipairs(KEYS) do
    local debt = debts[at] - ARGV[at * 2]
    if debt > 0 then
      redis.call('SET', key, string.format('%.0f', now + debt), 'PX', math.ceil(debt / 1000))
    else
      redis.call('DEL', key)
    end
  end
end
return debts
`;
