"""Lists beside the streams: lobby, due times, names, packs, leases, what was done once.

No step here writes twice at once (no MULTI, one write for a script): on servers before Valkey 9.1.2 a
torn MULTI at the end of the file can take later, acknowledged commits with it.
"""

import secrets
from collections.abc import Callable
from typing import Final

from service.store.keys import keys_of, shared
from service.store.port import Listed
from service.store.scripts import LEASE, NEWEST, SETTLE
from service.store.shards import Shard

Pick = Callable[[bytes], Shard]

TRIMMED: Final = 1_000
"""Entries that are taken out of the lobby at a time: others are served in between."""


class RedisLobby:
    """A sorted set of `<created ms> <match>`, all of score 0, and a hash of the summaries."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._order = shared(prefix, "lobby")
        self._summaries = shared(prefix, "lobby:summary")

    async def put(self, match: str, created_ms: int, number: int, summary: bytes) -> None:
        await self._pick(self._summaries).lane.run(NEWEST, 1, self._summaries, match, number, summary)
        await self._pick(self._order).lane.ask(b"ZADD", self._order, 0, _place(created_ms, match))

    async def remove(self, match: str, created_ms: int) -> None:
        await self._pick(self._order).lane.ask(b"ZREM", self._order, _place(created_ms, match))
        await self._pick(self._summaries).lane.ask(b"HDEL", self._summaries, match)

    async def trim(self, most: int) -> None:
        """The summaries go first: an entry without one is passed over, and gone with the next try."""
        lane = self._pick(self._order).lane
        while (over := await lane.ask(b"ZCARD", self._order) - most) > 0:
            oldest = await lane.ask(b"ZRANGE", self._order, 0, min(over, TRIMMED) - 1)
            gone = [place.split(b" ", 1)[1] for place in oldest]
            await self._pick(self._summaries).lane.ask(b"HDEL", self._summaries, *gone)
            await lane.ask(b"ZREM", self._order, *oldest)

    async def page(self, limit: int, before: tuple[int, str] | None = None) -> list[Listed]:
        lane = self._pick(self._order).lane
        start = b"+" if before is None else b"(" + _place(*before)
        places = await lane.ask(b"ZRANGE", self._order, start, b"-", b"BYLEX", b"REV", b"LIMIT", 0, limit)
        if not places:
            return []
        pairs = [place.decode().split(" ", 1) for place in places]
        summaries = await self._pick(self._summaries).lane.ask(
            b"HMGET", self._summaries, *(match for _, match in pairs)
        )
        return [
            _listed(match, int(created), summary)
            for (created, match), summary in zip(pairs, summaries, strict=True)
            if summary is not None  # removed between the two questions
        ]


def _listed(match: str, created_ms: int, stored: bytes) -> Listed:
    number, _, summary = stored.partition(b" ")
    return Listed(match, created_ms, summary, int(number))


def _place(created_ms: int, match: str) -> bytes:
    """Where a match stands in the lobby: 15 digits reach beyond the year 30000."""
    return f"{created_ms:015d} {match}".encode()


class RedisDue:
    """A sorted set of matches, or of other names, by due time."""

    def __init__(self, pick: Pick, prefix: str, name: str = "due") -> None:
        self._pick = pick
        self._times = shared(prefix, name)

    async def put(self, match: str, due_ms: int) -> None:
        await self._pick(self._times).lane.ask(b"ZADD", self._times, b"LT", due_ms, match)

    async def due(self, now_ms: int, limit: int = 100) -> list[tuple[str, int]]:
        lane = self._pick(self._times).lane
        found = await lane.ask(b"ZRANGE", self._times, b"-inf", now_ms, b"BYSCORE", b"LIMIT", 0, limit, b"WITHSCORES")
        return _timed(found)

    async def settle(self, match: str, was_ms: int, next_ms: int | None) -> bool:
        later = "" if next_ms is None else next_ms
        return bool(await self._pick(self._times).lane.run(SETTLE, 1, self._times, match, was_ms, later) == 1)

    async def next_ms(self) -> int | None:
        first = _timed(await self._pick(self._times).lane.ask(b"ZRANGE", self._times, 0, 0, b"WITHSCORES"))
        return first[0][1] if first else None


def _timed(found: list[bytes]) -> list[tuple[str, int]]:
    return [(match.decode(), int(score)) for match, score in zip(found[::2], found[1::2], strict=True)]


class RedisNames:
    """A hash of names for each match."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def put(self, match: str, seat: str, name: str) -> None:
        key = keys_of(self._prefix, match).names
        await self._pick(key).lane.ask(b"HSET", key, seat, name)

    async def of(self, match: str) -> dict[str, str]:
        key = keys_of(self._prefix, match).names
        found = await self._pick(key).lane.ask(b"HGETALL", key)
        return {seat.decode(): name.decode() for seat, name in zip(found[::2], found[1::2], strict=True)}

    async def erase(self, match: str, *seats: str) -> None:
        key = keys_of(self._prefix, match).names
        if seats:
            await self._pick(key).lane.ask(b"HDEL", key, *seats)
        else:
            await self._pick(key).lane.ask(b"UNLINK", key)


class RedisPacks:
    """A key for each pack."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def put(self, pack_hash: str, data: bytes) -> None:
        key = shared(self._prefix, f"pack:{pack_hash}")
        await self._pick(key).lane.ask(b"SET", key, data, b"NX")

    async def get(self, pack_hash: str) -> bytes | None:
        key = shared(self._prefix, f"pack:{pack_hash}")
        found: bytes | None = await self._pick(key).lane.ask(b"GET", key)
        return found


class RedisLeases:
    """One hash of leases with their ends."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._leases = shared(prefix, "leases")

    async def take(self, name: str, holder: str, now_ms: int, for_ms: int) -> bool:
        taken = await self._pick(self._leases).lane.run(LEASE, 1, self._leases, name, holder, now_ms, now_ms + for_ms)
        return bool(taken == 1)

    async def release(self, name: str, holder: str) -> None:
        await self._pick(self._leases).lane.run(LEASE, 1, self._leases, name, holder, 0, 0)


class RedisOnce:
    """A key for each name, which goes by itself."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def first(self, name: str, for_ms: int) -> bool:
        """The value tells this question from another one, should it have to be sent twice."""
        asked = secrets.token_hex(8)
        key = shared(self._prefix, f"once:{name}")
        before = await self._pick(key).lane.ask(b"SET", key, asked, b"NX", b"GET", b"PX", for_ms)
        return before is None or before == asked.encode()


class RedisWaiting:
    """A sorted set of matches for each creator, by time, which goes by itself."""

    def __init__(self, pick: Pick, prefix: str) -> None:
        self._pick = pick
        self._prefix = prefix

    async def put(self, who: str, match: str, now_ms: int, for_ms: int) -> None:
        key = shared(self._prefix, f"waiting:{who}")
        lane = self._pick(key).lane
        await lane.ask(b"ZADD", key, now_ms, match)
        await lane.ask(b"PEXPIRE", key, for_ms)

    async def of(self, who: str) -> list[str]:
        key = shared(self._prefix, f"waiting:{who}")
        return [match.decode() for match in await self._pick(key).lane.ask(b"ZRANGE", key, 0, -1)]

    async def remove(self, who: str, *matches: str) -> None:
        key = shared(self._prefix, f"waiting:{who}")
        await self._pick(key).lane.ask(b"ZREM", key, *matches)
