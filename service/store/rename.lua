-- Make what was rebuilt beside the stream of a sleeping match, if it is whole and the marker still stands.
-- The marker is removed afterwards by a script of its own. One write.
-- KEYS  stream beside, stream, archive marker      ARGV  id of the last entry, its hash, marker, number of entries
if redis.call('GET', KEYS[3]) ~= ARGV[3] or redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[4]) then
  return 0
end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[1] or last[2][6] ~= ARGV[2] then
  return 0
end
redis.call('RENAME', KEYS[1], KEYS[2])
return 1
