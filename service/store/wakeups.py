"""Hints of new commits: one subscribing connection for the whole process."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from service.store.keys import keys_of
from service.store.lane import Reply
from service.store.port import Unavailable
from service.store.shards import Shards

LOOK_S: Final = 2.0
"""Seconds between two looks for commits whose hint was lost."""

SILENT_LOOKS: Final = 3
"""So many looks without an answer to their PING mean that the connection is dead."""

MANY: Final = 500
"""Channels in one command."""


class RedisWakeups:
    """Pub/sub for the matches somebody listens to, and a slow look at their streams behind it."""

    def __init__(self, shards: Shards, prefix: str, look_s: float = LOOK_S) -> None:
        self._shards = shards
        self._prefix = prefix
        self._look_s = look_s
        self._known: dict[str, int] = {}
        self._by_channel: dict[bytes, str] = {}
        self._news: dict[str, int] = {}
        self._bell = asyncio.Event()
        self._connection: AbstractConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def subscribe(self, match: str, known: int = 0) -> None:
        channel = keys_of(self._prefix, match).channel
        self._known[match] = known
        self._by_channel[channel] = match
        if not self._tasks and not self._closed:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look_on())]
        await self._tell(b"SUBSCRIBE", channel)

    async def unsubscribe(self, match: str) -> None:
        channel = keys_of(self._prefix, match).channel
        self._known.pop(match, None)
        self._by_channel.pop(channel, None)
        self._news.pop(match, None)
        await self._tell(b"UNSUBSCRIBE", channel)

    async def __aiter__(self) -> AsyncIterator[tuple[str, int]]:
        while not self._closed:
            await self._bell.wait()
            while self._news:
                match = next(iter(self._news))
                yield match, self._news.pop(match)
            if not self._closed:
                self._bell.clear()

    async def look(self) -> None:
        """Announce each match whose stream went on beyond the last hint."""
        matches = list(self._known)
        many = self._shards.keys_at_once
        for start in range(0, len(matches), many):
            await self._look_at(matches[start : start + many])

    async def close(self) -> None:
        self._closed = True
        self._bell.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _announce(self, match: str, number: int) -> None:
        known = self._known.get(match)
        if known is None:
            return
        self._known[match] = max(known, number)
        told = self._news.get(match, number)
        # 0 asks for a look in any case, so no number may hide it
        self._news[match] = max(told, number) if told and number else 0
        self._bell.set()

    def _hear(self, reply: Reply) -> None:
        if not isinstance(reply, list) or reply[1] not in self._by_channel:
            return
        match = self._by_channel[reply[1]]
        if reply[0] == b"message":
            self._announce(match, int(reply[2]))
        elif reply[0] == b"subscribe":  # what was said before this moment was not heard
            self._announce(match, 0)

    async def _tell(self, *command: bytes) -> None:
        """Say something on the subscribing connection; if it is lost, the next one says it all anew."""
        connection = self._connection
        if connection is None:
            return
        try:
            await connection.send_command(*command, check_health=False)
        except (RedisError, OSError):
            self._connection = None

    async def _listen(self) -> None:
        pause = 0.0
        while True:
            connection = self._shards.all()[0].connect()  # whichever master publishes, all nodes of a cluster tell
            try:
                await connection.connect()
                self._connection = connection
                await self._subscribe_all()
                pause = 0.0
                await self._hear_all(connection)
            except (RedisError, OSError):
                await asyncio.sleep(pause)
                pause = min(1.0, pause * 2 + 0.05)
            finally:
                self._connection = None
                await connection.disconnect(nowait=True)

    async def _hear_all(self, connection: AbstractConnection) -> None:
        """Hear until the connection is lost, or as good as lost: not even an answer to a PING in time."""
        while self._connection is connection:
            reply = await connection.read_response(disable_decoding=True, timeout=SILENT_LOOKS * self._look_s)
            if reply is None:
                return
            self._hear(reply)

    async def _subscribe_all(self) -> None:
        channels = list(self._by_channel)
        for start in range(0, len(channels), MANY):
            await self._tell(b"SUBSCRIBE", *channels[start : start + MANY])

    async def _look_on(self) -> None:
        while True:
            await asyncio.sleep(self._look_s)
            await self._tell(b"PING")
            try:
                await self.look()
            except Unavailable:
                continue  # the lane has tried for a while; the next look comes

    async def _look_at(self, matches: list[str]) -> None:
        keys = [keys_of(self._prefix, match).stream for match in matches]
        seen = [f"{self._known.get(match, 0)}-0" for match in matches]
        lane = self._shards.of(keys[0]).lane
        news = await lane.ask(b"XREAD", b"COUNT", 1, b"STREAMS", *keys, *seen)
        by_key = dict(zip(keys, matches, strict=True))
        for key, _ in news or ():
            last = await lane.ask(b"XREVRANGE", key, b"+", b"-", b"COUNT", 1)
            if last:
                self._announce(by_key[key], int(last[0][0].split(b"-")[0]))
