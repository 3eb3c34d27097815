-- The entries of conversations after a number each, oldest first. Writes nothing.
-- KEYS  hash      ARGV  most of each, then conversation, number, conversation, number …
local found = {}
for place = 2, #ARGV, 2 do
  local conversation, after = ARGV[place], tonumber(ARGV[place + 1])
  local count = tonumber(redis.call('HGET', KEYS[1], conversation) or 0)
  local entries = {}
  for number = after + 1, math.min(count, after + tonumber(ARGV[1])) do
    entries[#entries + 1] = redis.call('HGET', KEYS[1], conversation .. '-' .. string.format('%.0f', number))
  end
  found[#found + 1] = entries
end
return found
