"""The store on Redis-protocol servers: a stream for each match, an entry for each commit."""

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, cast

from domain.kernel.commit import Entry
from service.store.company import RedisHooks, RedisPresence, RedisTalk
from service.store.entries import from_fields, to_fields
from service.store.index import RedisDue, RedisLeases, RedisLobby, RedisNames, RedisOnce, RedisPacks, RedisWaiting
from service.store.keys import keys_of, match_in
from service.store.lane import PAUSES, REPLY_S, Connect, Fence, Lane, Part, Reply
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
from service.store.scripts import APPEND, ARCHIVE, CLEAR, LOAD, SNAPSHOT, UNARCHIVE
from service.store.shards import shards_of
from service.store.wakeups import LOOK_S, RedisWakeups


class RedisStore:
    """A `Store`, of one server or of several."""

    def __init__(
        self,
        url: str,
        prefix: str = "",
        *,
        pauses: tuple[float, ...] = PAUSES,
        reply_s: float = REPLY_S,
        look_s: float = LOOK_S,
    ) -> None:
        def make(connect: Connect, fence: Fence | None) -> Lane:
            return Lane(connect, pauses, reply_s, fence)

        self._prefix = prefix
        self._shards = shards_of(url, make)
        shard = self._shards.of
        self.lobby = RedisLobby(shard, prefix)
        self.due = RedisDue(shard, prefix)
        self.names = RedisNames(shard, prefix)
        self.packs = RedisPacks(shard, prefix)
        self.leases = RedisLeases(shard, prefix)
        self.once = RedisOnce(shard, prefix)
        self.talk = RedisTalk(shard, prefix)
        self.presence = RedisPresence(shard, prefix)
        self.hooks = RedisHooks(shard, prefix)
        self.hooks_due = RedisDue(shard, prefix, "hooks:due")
        self.waiting = RedisWaiting(shard, prefix)
        self.wakeups = RedisWakeups(self._shards, prefix, look_s)

    async def append(self, match: str, expected: int, previous: bytes, entry: Entry) -> Result:
        if entry.number != expected + 1:
            raise ValueError(f"commit {entry.number} cannot follow commit {expected}")
        keys = keys_of(self._prefix, match)
        lane = self._shards.of(keys.stream).appends
        call = lane.submit_script(
            APPEND, 2, keys.stream, keys.marker, expected, previous, keys.channel, *to_fields(entry)
        )
        reply = await call.answer
        return _result(reply, entry, repeated=call.sent > 1)

    async def read(self, match: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        stream = keys_of(self._prefix, match).stream
        return entries_of(await self._shards.of(stream).lane.ask(*_range(stream, after, limit)))

    async def read_marked(
        self, match: str, after: int = 0, limit: int | None = None
    ) -> tuple[list[Entry], Marker | None]:
        """What `read` gives, and the marker, by one message to the server."""
        keys = keys_of(self._prefix, match)
        lane = self._shards.of(keys.stream).lane
        calls = lane.submit(*_range(keys.stream, after, limit)), lane.submit(b"GET", keys.marker)
        stored, marker = await asyncio.gather(*(call.answer for call in calls))
        return entries_of(stored), _marker(marker)

    async def head(self, match: str) -> Entry | None:
        stream = keys_of(self._prefix, match).stream
        stored = await self._shards.of(stream).lane.ask(b"XREVRANGE", stream, b"+", b"-", b"COUNT", 1)
        last = entries_of(stored)
        return last[0] if last else None

    async def load(self, match: str) -> Loaded:
        keys = keys_of(self._prefix, match)
        lane = self._shards.of(keys.stream).lane
        number, data, marker, stored = await lane.run(LOAD, 3, keys.stream, keys.marker, keys.snapshot)
        entries = entries_of(stored)
        if not number:
            return Loaded(None, entries, _marker(marker))
        there = bool(entries) and entries[0].number == int(number)
        snapshot = Snapshot(int(number), data, entries[0] if there else None)
        return Loaded(snapshot, entries[1:] if there else entries, _marker(marker))

    async def save_snapshot(self, match: str, number: int, data: bytes) -> None:
        key = keys_of(self._prefix, match).snapshot
        await self._shards.of(key).lane.run(SNAPSHOT, 1, key, number, data)

    async def marker(self, match: str) -> Marker | None:
        key = keys_of(self._prefix, match).marker
        return _marker(await self._shards.of(key).lane.ask(b"GET", key))

    async def archive(self, match: str, marker: Marker) -> bool:
        keys = keys_of(self._prefix, match)
        lane = self._shards.of(keys.stream).lane
        number, head, stored = as_stored(marker)
        if not await lane.run(ARCHIVE, 2, keys.stream, keys.marker, number, head, stored):
            return False
        gone = (keys.stream, keys.snapshot, keys.beside)
        await lane.run(CLEAR, 1 + len(gone), keys.marker, *gone, stored)
        return True

    async def unarchive(self, match: str) -> bool:
        keys = keys_of(self._prefix, match)
        marker = await self.marker(match)
        if marker is None:
            return False
        lane = self._shards.of(keys.stream).lane
        return bool(await lane.run(UNARCHIVE, 2, keys.stream, keys.marker, *as_stored(marker)) == 1)

    async def matches(self) -> AsyncIterator[str]:
        seen: set[str] = set()  # a scan may name a key twice
        for shard in self._shards.all():
            async for found in self._scan(shard.lane):
                for match in found - seen:
                    yield match
                seen |= found

    async def _scan(self, lane: Lane) -> AsyncIterator[set[str]]:
        pattern = _literal(self._prefix) + "g:{*}:[ea]"
        cursor = b"0"
        while True:
            cursor, keys = await lane.ask(b"SCAN", cursor, b"MATCH", pattern, b"COUNT", 1_000)
            yield {match_in(self._prefix, key) for key in keys}
            if cursor == b"0":
                return

    async def fullness(self) -> float:
        return max([_used(await shard.lane.ask(b"INFO", b"memory")) for shard in self._shards.all()])

    async def ping(self) -> None:
        for shard in self._shards.all():
            await shard.lane.ask(b"PING")

    async def close(self) -> None:
        await self.wakeups.close()
        await self._shards.close()


def _used(info: bytes) -> float:
    """The share of its memory that a server uses, from what it says of itself."""
    said = {name: value for name, _, value in (line.partition(b":") for line in info.split(b"\r\n"))}
    most = int(said.get(b"maxmemory", 0)) or int(said.get(b"total_system_memory", 0))
    return int(said[b"used_memory"]) / most if most else 0.0


def _literal(prefix: str) -> str:
    """The prefix with what a pattern would read as a sign of its own kept plain."""
    return "".join(f"\\{sign}" if sign in "*?[]^\\" else sign for sign in prefix)


def _range(stream: bytes, after: int, limit: int | None) -> tuple[Part, ...]:
    """The question for the commits after a number."""
    most: tuple[Part, ...] = () if limit is None else (b"COUNT", limit)
    return (b"XRANGE", stream, f"{after + 1}-0", b"+", *most)


def entries_of(stored: list[tuple[bytes, list[bytes]]]) -> list[Entry]:
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


def as_stored(marker: Marker) -> tuple[str, bytes, str]:
    """The id and hash of the last entry, and the marker: `<reason> <number> <hash in hex>`."""
    return f"{marker.number}-0", marker.h, f"{marker.reason} {marker.number} {marker.h.hex()}"


def _marker(stored: bytes | None) -> Marker | None:
    if not stored:
        return None
    reason, number, last_hash = stored.decode().split(" ")
    if reason not in {"archived", "asleep"}:
        raise Damaged("an archive marker is not one of this store")
    return Marker(cast(Literal["archived", "asleep"], reason), int(number), bytes.fromhex(last_hash))
