-- All that is stored of a match, at one moment. Writes nothing.
-- KEYS  stream, archive marker, snapshot
local snapshot = redis.call('HMGET', KEYS[3], 'n', 'd')
local from = snapshot[1] and snapshot[1] .. '-0' or '-'
local entries = redis.call('XRANGE', KEYS[1], from, '+')
return {snapshot[1] or '', snapshot[2] or '', redis.call('GET', KEYS[2]) or '', entries}
