-- Take, prolong or release a lease, kept as "<end> <holder>" in one hash. One write.
-- No key that expires by itself: its removal would be a second write in the same step.
-- KEYS  hash      ARGV  name, holder, now, end (not after now: release)
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept then
  local till, holder = string.match(kept, '^(%d+) (.*)$')
  if holder ~= ARGV[2] and tonumber(till) > tonumber(ARGV[3]) then
    return 0
  end
end
if tonumber(ARGV[4]) > tonumber(ARGV[3]) then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[4] .. ' ' .. ARGV[2])
else
  redis.call('HDEL', KEYS[1], ARGV[1])
end
return 1
