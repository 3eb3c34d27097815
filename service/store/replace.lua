-- Put a field of a hash in the place of what the caller saw there. One write.
-- KEYS  hash      ARGV  field, value seen, new value
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept == ARGV[3] then
  return 1
end
if kept ~= ARGV[2] then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
