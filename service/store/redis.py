"""The store on Redis Streams: the streams are the authority, all else can be made again."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialBackoff
from redis.exceptions import RedisError

from domain.kernel.commit import Entry
from service.store.append import Appender
from service.store.entries import entry_of
from service.store.index import RedisDue, RedisLeases, RedisLobby, RedisNames, RedisPacks
from service.store.keys import Keys
from service.store.port import MAX_BYTES, MAX_EVENTS, Loaded, Marker, Result, Snapshot, Unavailable
from service.store.scripts import ARCHIVE, LOAD, SNAPSHOT, UNARCHIVE
from service.store.wakeups import RedisWakeups

RAW = ("XRANGE", "XREVRANGE", "ZREVRANGEBYSCORE", "ZRANGEBYSCORE", "ZRANGE", "HGETALL", "EVALSHA", "EVAL")
READERS = 16


def client(url: str, *, connections: int = READERS) -> Redis:
    """A client that hands replies over as they are: repeated fields of a stream entry must survive."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=10,
        protocol=2,
        socket_timeout=10,
        socket_connect_timeout=5,
        retry=Retry(ExponentialBackoff(cap=0.5, base=0.02), 5),
        retry_on_error=[ConnectionError],
    )
    made = Redis(connection_pool=pool)
    for command in RAW:
        made.set_response_callback(command, _as_it_is)  # type: ignore[arg-type]  # its protocol asks for more
    return made


def _as_it_is(reply: Any, **_: Any) -> Any:  # noqa: ANN401  # any reply
    return reply


class RedisStore:
    """A store on one Redis or Valkey server, by its URL (`redis://`, `rediss://`, `unix://`)."""

    def __init__(self, url: str, prefix: str = "") -> None:
        self._client, self._writing, self._hearing = client(url), client(url, connections=1), client(url, connections=2)
        self._keys = Keys(prefix)
        self._appender = Appender(self._writing)
        self.lobby = RedisLobby(self._client, self._keys)
        self.due = RedisDue(self._client, self._keys)
        self.names = RedisNames(self._client, self._keys)
        self.packs = RedisPacks(self._client, self._keys)
        self.leases = RedisLeases(self._client, self._keys)
        self.wakeups = RedisWakeups(self._hearing, self._keys)

    async def append(self, match: str, expected: int, previous: bytes, entry: Entry) -> Result:
        """Write one commit after `expected`; see the port."""
        if entry.number != expected + 1:
            raise ValueError(f"commit {entry.number} does not follow {expected}")
        if len(entry.d) > MAX_EVENTS or sum(map(len, entry.d)) + len(entry.k) > MAX_BYTES:
            raise ValueError("the commit is too large")
        return await self._appender.append(self._keys.of(match), expected, previous, entry)

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Commits after that number, in order."""
        stream = self._keys.of(match).stream
        count = () if limit is None else ("COUNT", limit)
        reply = await _asked(self._client.execute_command("XRANGE", stream, f"{after + 1}-0", "+", *count))
        return [entry_of(row) for row in reply]

    async def head(self, match: str) -> Entry | None:
        """The last commit."""
        stream = self._keys.of(match).stream
        reply = await _asked(self._client.execute_command("XREVRANGE", stream, "+", "-", "COUNT", 1))
        return entry_of(reply[0]) if reply else None

    async def load(self, match: str) -> Loaded:
        """Snapshot, the commits after it and the marker, at one moment."""
        keys = self._keys.of(match)
        number, data, marker, rows = await _asked(LOAD(self._client, [keys.stream, keys.marker, keys.snapshot]))
        tail = [entry_of(row) for row in rows]
        if not number:
            return Loaded(None, tail, _marker(marker))
        at = int(number)
        entry = tail.pop(0) if tail and tail[0].number == at else None
        return Loaded(Snapshot(at, data, entry), tail, _marker(marker))

    async def save_snapshot(self, match: str, number: int, data: bytes) -> None:
        """Keep `data` as of commit `number`, unless a newer snapshot is there."""
        await _asked(SNAPSHOT(self._client, [self._keys.of(match).snapshot], number, data))

    async def marker(self, match: str) -> Marker | None:
        """The archive marker, if the stream was moved."""
        return _marker(await _asked(self._client.execute_command("GET", self._keys.of(match).marker)))

    async def archive(self, match: str, marker: Marker) -> bool:
        """Set the marker and delete the stream, if it still ends there."""
        keys = self._keys.of(match)
        done = await _asked(ARCHIVE(self._client, [keys.stream, keys.marker], *_head(marker)))
        if done:
            await _asked(self._client.execute_command("UNLINK", keys.stream, keys.snapshot))
        return bool(done)

    async def unarchive(self, match: str) -> bool:
        """Remove the marker, if a stream is there again that ends where it says."""
        marker = await self.marker(match)
        if marker is None:
            return False
        keys = self._keys.of(match)
        return bool(await _asked(UNARCHIVE(self._client, [keys.stream, keys.marker], *_head(marker))))

    async def matches(self) -> AsyncIterator[str]:
        """Every match that has a stream or a marker."""
        seen: set[str] = set()
        pattern = f"{self._keys.prefix}g:{{*}}:[ea]"
        async for key in self._client.scan_iter(match=pattern, count=1000):
            match = self._keys.match_of(key)
            if match not in seen:
                seen.add(match)
                yield match

    async def ping(self) -> None:
        """Return if the store answers."""
        await _asked(self._client.execute_command("PING"))

    async def close(self) -> None:
        """Finish what is under way, then close the connections."""
        await self._appender.close()
        await self.wakeups.close()
        for each in (self._client, self._writing, self._hearing):
            await each.aclose()
            await each.connection_pool.disconnect()


async def _asked(answer: Awaitable[Any]) -> Any:  # noqa: ANN401  # a reply of the server
    try:
        return await answer
    except (RedisError, OSError) as error:
        raise Unavailable(str(error)) from error


def _text(marker: Marker) -> str:
    return f"{marker.reason} {marker.number} {marker.h.hex()}"


def _head(marker: Marker) -> tuple[str, bytes, str]:
    return f"{marker.number}-0", marker.h, _text(marker)


def _marker(kept: bytes | None) -> Marker | None:
    if not kept:
        return None
    reason, number, hash_ = kept.decode().split(" ")
    return Marker("asleep" if reason == "asleep" else "archived", int(number), bytes.fromhex(hash_))
