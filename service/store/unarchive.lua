-- Remove an archive marker if the stream ends where the marker says. One write.
-- KEYS  stream, archive marker      ARGV  id of the last entry, its hash, marker
if redis.call('GET', KEYS[2]) ~= ARGV[3] then
  return 0
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] or last[2][6] ~= ARGV[2] then
  return 0
end
return redis.call('DEL', KEYS[2])
