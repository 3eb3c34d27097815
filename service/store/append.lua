-- Append one commit: all checks, then exactly one XADD, then PUBLISH.
-- One write makes it atomic on disk too: a script with several was seen to lose acknowledged data
-- after a torn tail.
-- KEYS  stream, archive marker
-- ARGV  expected number, hash before, channel, then the fields: c, id, k, …, h, …, [x, …,] d, …, d, …
local marker = redis.call('GET', KEYS[2])
if marker then
  return {'CLOSED', string.match(marker, '^%a+')}
end
local expected = tonumber(ARGV[1])
local head, fields = 0, nil
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then
  head, fields = tonumber(string.match(last[1], '^%d+')), last[2]
  if fields[2] == ARGV[5] then
    return {'DUP', head, fields[6]}
  end
end
if expected > head then
  return {'BEHIND', head}
end
if expected < head then
  local id = string.format('%.0f-0', expected + 1)
  local taken = redis.call('XRANGE', KEYS[1], id, id)[1]
  if taken and taken[2][2] == ARGV[5] then
    return {'DUP', expected + 1, taken[2][6]}
  end
  return {'CONFLICT', head}
end
if fields and fields[7] == 'x' then
  return {'CLOSED', 'closed'}
end
if fields and fields[6] ~= ARGV[2] then
  return {'FORKED', head}
end
local number = string.format('%.0f', head + 1)
redis.call('XADD', KEYS[1], number .. '-0', unpack(ARGV, 4))
redis.call('PUBLISH', ARGV[3], number)
return {'OK', head + 1}
