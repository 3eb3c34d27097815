"""The store on one Redis-protocol server: a stream for each match, an entry for each commit."""

from collections.abc import AsyncIterator
from typing import Final, Literal, cast

from redis.asyncio.connection import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from domain.kernel.commit import Entry
from service.store.entries import from_fields, to_fields
from service.store.index import RedisDue, RedisLeases, RedisLobby, RedisNames, RedisOnce, RedisPacks
from service.store.keys import keys_of, match_in
from service.store.lane import PAUSES, REPLY_S, Connect, Lane, Reply
from service.store.port import (
    Appended,
    Behind,
    Closed,
    Conflict,
    Damaged,
    Duplicate,
    Forked,
    Loaded,
    Marker,
    Result,
    Snapshot,
)
from service.store.scripts import APPEND, ARCHIVE, LOAD, SNAPSHOT, UNARCHIVE
from service.store.wakeups import LOOK_S, RedisWakeups

READERS: Final = 2
"""Connections for all that is not an append, so that a long read holds up few others."""


def connections(url: str) -> Connect:
    """Makes connections to the server at a redis://, rediss:// or unix:// address."""
    # Repeating is the lane's business. RESP2, for plain lists as answers.
    pool = ConnectionPool.from_url(url, protocol=2, retry=Retry(NoBackoff(), 0), socket_timeout=None)
    return pool.make_connection


class RedisStore:
    """A `Store`. One connection carries all appends, a few others all the rest."""

    def __init__(
        self,
        url: str,
        prefix: str = "",
        *,
        pauses: tuple[float, ...] = PAUSES,
        reply_s: float = REPLY_S,
        look_s: float = LOOK_S,
    ) -> None:
        connect = connections(url)
        self._prefix = prefix
        self._appends = Lane(connect, pauses, reply_s)
        self._reads = tuple(Lane(connect, pauses, reply_s) for _ in range(READERS))
        self.lobby = RedisLobby(self._reader, prefix)
        self.due = RedisDue(self._reader, prefix)
        self.names = RedisNames(self._reader, prefix)
        self.packs = RedisPacks(self._reader, prefix)
        self.leases = RedisLeases(self._reader, prefix)
        self.once = RedisOnce(self._reader, prefix)
        self.wakeups = RedisWakeups(connect, self._reader, prefix, look_s)

    def _reader(self) -> Lane:
        return min(self._reads, key=_load)

    async def append(self, match: str, expected: int, previous: bytes, entry: Entry) -> Result:
        if entry.number != expected + 1:
            raise ValueError(f"commit {entry.number} cannot follow commit {expected}")
        keys = keys_of(self._prefix, match)
        fields = to_fields(entry)
        call = self._appends.submit_script(
            APPEND, 2, keys.stream, keys.marker, expected, previous, keys.channel, *fields
        )
        reply = await call.answer
        return _result(reply, entry, repeated=call.sent > 1)

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        stream = keys_of(self._prefix, match).stream
        most = () if limit is None else (b"COUNT", limit)
        return _entries(await self._reader().ask(b"XRANGE", stream, f"{after + 1}-0", b"+", *most))

    async def head(self, match: str) -> Entry | None:
        stream = keys_of(self._prefix, match).stream
        last = _entries(await self._reader().ask(b"XREVRANGE", stream, b"+", b"-", b"COUNT", 1))
        return last[0] if last else None

    async def load(self, match: str) -> Loaded:
        keys = keys_of(self._prefix, match)
        number, data, marker, stored = await self._reader().run(LOAD, 3, keys.stream, keys.marker, keys.snapshot)
        entries = _entries(stored)
        if not number:
            return Loaded(None, entries, _marker(marker))
        there = bool(entries) and entries[0].number == int(number)
        snapshot = Snapshot(int(number), data, entries[0] if there else None)
        return Loaded(snapshot, entries[1:] if there else entries, _marker(marker))

    async def save_snapshot(self, match: str, number: int, data: bytes) -> None:
        await self._reader().run(SNAPSHOT, 1, keys_of(self._prefix, match).snapshot, number, data)

    async def marker(self, match: str) -> Marker | None:
        return _marker(await self._reader().ask(b"GET", keys_of(self._prefix, match).marker))

    async def archive(self, match: str, marker: Marker) -> bool:
        keys = keys_of(self._prefix, match)
        lane = self._reader()
        if not await lane.run(ARCHIVE, 2, keys.stream, keys.marker, *_as_stored(marker)):
            return False
        await lane.ask(b"UNLINK", keys.stream, keys.snapshot)
        return True

    async def unarchive(self, match: str) -> bool:
        keys = keys_of(self._prefix, match)
        marker = await self.marker(match)
        if marker is None:
            return False
        cleared = await self._reader().run(UNARCHIVE, 2, keys.stream, keys.marker, *_as_stored(marker))
        return bool(cleared == 1)

    async def matches(self) -> AsyncIterator[str]:
        pattern = _literal(self._prefix) + "g:{*}:[ea]"
        seen: set[str] = set()  # a scan may name a key twice
        cursor = b"0"
        while True:
            cursor, keys = await self._reader().ask(b"SCAN", cursor, b"MATCH", pattern, b"COUNT", 1_000)
            found = {match_in(self._prefix, key) for key in keys} - seen
            seen |= found
            for match in found:
                yield match
            if cursor == b"0":
                return

    async def ping(self) -> None:
        await self._reader().ask(b"PING")

    async def close(self) -> None:
        await self.wakeups.close()
        for lane in (self._appends, *self._reads):
            await lane.close()


def _load(lane: Lane) -> int:
    return lane.load


def _literal(prefix: str) -> str:
    """The prefix with what a pattern would read as a sign of its own kept plain."""
    return "".join(f"\\{sign}" if sign in "*?[]^\\" else sign for sign in prefix)


def _entries(stored: list[tuple[bytes, list[bytes]]]) -> list[Entry]:
    return [from_fields(entry) for entry in stored]


def _result(reply: Reply, entry: Entry, *, repeated: bool) -> Result:
    """What the append script answered.

    After a repetition, a duplicate with the very hash of this entry is the entry itself: its first
    sending had arrived, and only the answer was lost.
    """
    answer, value = reply[0], reply[1]
    if answer == b"OK":
        return Appended(value)
    if answer == b"DUP":
        return Appended(value) if repeated and reply[2] == entry.h else Duplicate(value)
    if answer == b"CONFLICT":
        return Conflict(value)
    if answer == b"BEHIND":
        return Behind(value)
    if answer == b"FORKED":
        return Forked(value)
    return Closed(value.decode())


def _as_stored(marker: Marker) -> tuple[str, bytes, str]:
    """The id and hash of the last entry, and the marker: `<reason> <number> <hash in hex>`."""
    return f"{marker.number}-0", marker.h, f"{marker.reason} {marker.number} {marker.h.hex()}"


def _marker(stored: bytes | None) -> Marker | None:
    if not stored:
        return None
    reason, number, last_hash = stored.decode().split(" ")
    if reason not in {"archived", "asleep"}:
        raise Damaged("an archive marker is not one of this store")
    return Marker(cast(Literal["archived", "asleep"], reason), int(number), bytes.fromhex(last_hash))
