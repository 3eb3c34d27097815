"""What can be made again from the streams: the lobby, due times, names, packs and leases."""

from typing import cast

from redis.asyncio import Redis

from service.store.keys import Keys
from service.store.port import Listed
from service.store.scripts import LEASE, NEWEST, SETTLE


class RedisLobby:
    """A sorted set by time of creation, and a summary beside each match."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._client, self._keys = client, keys

    async def put(self, match: str, created_ms: int, number: int, summary: bytes) -> None:
        """Add a match or renew its summary."""
        await NEWEST(self._client, [self._keys.summaries], match, number, summary)
        await self._client.execute_command("ZADD", self._keys.lobby, created_ms, match)

    async def remove(self, match: str, created_ms: int) -> None:
        """Take a match off the list."""
        await self._client.execute_command("ZREM", self._keys.lobby, match)
        await self._client.execute_command("HDEL", self._keys.summaries, match)

    async def page(self, limit: int, before: tuple[int, str] | None = None) -> list[Listed]:
        """The next matches, newest first."""
        named = await self._named(limit, before)
        if not named:
            return []
        kept = await self._client.execute_command("HMGET", self._keys.summaries, *[match for match, _ in named])
        return [
            Listed(match, created, summary.partition(b" ")[2])
            for (match, created), summary in zip(named, kept, strict=True)
            if summary is not None
        ]

    async def _named(self, limit: int, before: tuple[int, str] | None) -> list[tuple[str, int]]:
        top = "+inf" if before is None else str(before[0])
        found: list[tuple[str, int]] = []
        offset = 0
        while len(found) < limit:
            reply = await self._client.execute_command(
                "ZREVRANGEBYSCORE", self._keys.lobby, top, "-inf", "WITHSCORES", "LIMIT", offset, limit + 1
            )
            rows = [(row[0].decode(), int(float(row[1]))) for row in _pairs(reply)]
            found += [row for row in rows if before is None or (row[1], row[0]) < before]
            offset += len(rows)
            if len(rows) <= limit:
                break
        return found[:limit]


def _pairs(reply: list[bytes]) -> list[tuple[bytes, bytes]]:
    return list(zip(reply[::2], reply[1::2], strict=True))


class RedisDue:
    """One time for each match that a worker must look at."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._client, self._keys = client, keys

    async def put(self, match: str, due_ms: int) -> None:
        """Note a time, unless an earlier one is there."""
        await self._client.execute_command("ZADD", self._keys.due, "LT", due_ms, match)

    async def due(self, now_ms: int, limit: int = 100) -> list[tuple[str, int]]:
        """Matches whose time has come."""
        reply = await self._client.execute_command(
            "ZRANGEBYSCORE", self._keys.due, "-inf", now_ms, "WITHSCORES", "LIMIT", 0, limit
        )
        return [(match.decode(), int(float(score))) for match, score in _pairs(reply)]

    async def settle(self, match: str, was_ms: int, next_ms: int | None) -> bool:
        """Set the next time if nobody changed it."""
        later = "" if next_ms is None else str(next_ms)
        return bool(await SETTLE(self._client, [self._keys.due], match, was_ms, later))

    async def next_ms(self) -> int | None:
        """The earliest time."""
        reply = await self._client.execute_command("ZRANGE", self._keys.due, 0, 0, "WITHSCORES")
        return int(float(reply[1])) if reply else None


class RedisNames:
    """A hash of display names beside each match."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._client, self._keys = client, keys

    async def put(self, match: str, seat: str, name: str) -> None:
        """Keep a name."""
        await self._client.execute_command("HSET", self._keys.of(match).names, seat, name)

    async def of(self, match: str) -> dict[str, str]:
        """All names in a match."""
        reply = await self._client.execute_command("HGETALL", self._keys.of(match).names)
        return {seat.decode(): name.decode() for seat, name in _pairs(reply)}

    async def erase(self, match: str, *seats: str) -> None:
        """Forget names."""
        names = self._keys.of(match).names
        if seats:
            await self._client.execute_command("HDEL", names, *seats)
        else:
            await self._client.execute_command("DEL", names)


class RedisPacks:
    """All packs in one hash; written once, never changed."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._client, self._keys = client, keys
        self._known: set[str] = set()

    async def put(self, pack_hash: str, data: bytes) -> None:
        """Keep a pack."""
        if pack_hash not in self._known:
            await self._client.execute_command("HSETNX", self._keys.packs, pack_hash, data)
            self._known.add(pack_hash)

    async def get(self, pack_hash: str) -> bytes | None:
        """A pack's text."""
        return cast(bytes | None, await self._client.execute_command("HGET", self._keys.packs, pack_hash))


class RedisLeases:
    """Leases as entries of one hash."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._client, self._keys = client, keys

    async def take(self, name: str, holder: str, now_ms: int, for_ms: int) -> bool:
        """Take or prolong a lease."""
        return bool(await LEASE(self._client, [self._keys.leases], name, holder, now_ms, now_ms + for_ms))

    async def release(self, name: str, holder: str) -> None:
        """Give a lease back."""
        await LEASE(self._client, [self._keys.leases], name, holder, 1, 0)
