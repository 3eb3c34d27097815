-- Put one commit of an archive file back, beside the stream, unless it is there already. One write.
-- KEYS  stream beside      ARGV  number, then the fields as they were appended
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last and tonumber(string.match(last[1], '^%d+')) >= tonumber(ARGV[1]) then
  return 0
end
redis.call('XADD', KEYS[1], ARGV[1] .. '-0', unpack(ARGV, 2))
return 1
