-- Delete the stream of a match that was moved to a file, if its marker still stands: a copy of this command that
-- was sent twice must not meet a stream that has been put back since. One write.
-- KEYS  archive marker, stream, and what else goes with it      ARGV  marker
if redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 0
end
return redis.call('UNLINK', unpack(KEYS, 2))
