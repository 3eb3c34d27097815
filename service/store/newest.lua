-- Keep a value under a name unless one as of a newer commit is there. One write.
-- KEYS  hash      ARGV  name, commit number, value      Kept as "<number> <value>".
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept and tonumber(string.match(kept, '^%d+')) > tonumber(ARGV[2]) then
  return 0
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
return 1
