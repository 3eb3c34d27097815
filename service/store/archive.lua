-- Set the archive marker if the stream still ends where the caller's copy does. One write.
-- The stream is deleted afterwards by a command of its own.
-- KEYS  stream, archive marker      ARGV  id of the last entry, its hash, marker
if redis.call('GET', KEYS[2]) == ARGV[3] then
  return 1
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] or last[2][6] ~= ARGV[2] then
  return 0
end
redis.call('SET', KEYS[2], ARGV[3])
return 1
