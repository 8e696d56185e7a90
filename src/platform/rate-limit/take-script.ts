/**
 * The decision of gcra.ts as a script, so that deciding and taking are atomic. Each bucket has a
 * key and two arguments: its cost and its ceiling. The first argument is the mode: take, give back
 * or look. Returns the previous debts of the buckets. It uses the clock of Redis, so all processes
 * share one clock. A key expires when its debt is paid. The debt exceeds the ceiling only if the
 * clock went back.
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
