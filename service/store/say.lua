-- Put one entry at the end of a conversation, and with it, where it takes a text back, an empty one in its place.
-- All checks, then one HSET, then PUBLISH.
-- KEYS  hash      Fields: `<conversation>` its count, `<conversation>-<n>` an entry, `k <key>` where a key's entry
--                 is, `r <author>` "<window> <entries in it>".
-- ARGV  conversation, key, author, entry, window, most in a window, most in a conversation, channel,
--       number of the entry to be emptied or '', what is left of it
local conversation, key, author = ARGV[1], 'k ' .. ARGV[2], 'r ' .. ARGV[3]
local known = redis.call('HGET', KEYS[1], key)
if known then
  return {'DUP', known, redis.call('HGET', KEYS[1], known)}
end
local window, said = string.match(redis.call('HGET', KEYS[1], author) or '', '^(%d+) (%d+)$')
said = window == ARGV[5] and tonumber(said) or 0
if said >= tonumber(ARGV[6]) then
  return {'SLOW', '', ''}
end
local count = tonumber(redis.call('HGET', KEYS[1], conversation) or 0)
if count >= tonumber(ARGV[7]) then
  return {'FULL', '', ''}
end
local number = string.format('%.0f', count + 1)
local place = conversation .. '-' .. number
local fields = {conversation, number, place, ARGV[4], key, place, author,
  ARGV[5] .. ' ' .. string.format('%.0f', said + 1)}
if ARGV[9] ~= '' then
  fields[#fields + 1] = conversation .. '-' .. ARGV[9]
  fields[#fields + 1] = ARGV[10]
end
redis.call('HSET', KEYS[1], unpack(fields))
redis.call('PUBLISH', ARGV[8], '0')
return {'OK', place, ARGV[4]}
