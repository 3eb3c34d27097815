-- Keep a snapshot unless a newer one is there. One write.
-- KEYS  snapshot      ARGV  number, data
local kept = redis.call('HGET', KEYS[1], 'n')
if kept and tonumber(kept) > tonumber(ARGV[1]) then
  return 0
end
redis.call('HSET', KEYS[1], 'n', ARGV[1], 'd', ARGV[2])
return 1
