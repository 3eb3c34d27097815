"""Group commit: one connection appends for the whole process.

While a batch is on its way the next one collects, so that many commits share one fsync. An answer
that is lost leaves the outcome unknown; the same entries are sent again, and the script tells.
"""

import asyncio
from collections import deque
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import Redis
from redis.exceptions import NoScriptError, RedisError

from domain.kernel.commit import Entry
from service.store.entries import fields_of
from service.store.keys import MatchKeys
from service.store.port import (
    Appended,
    Behind,
    Closed,
    Conflict,
    Duplicate,
    Forked,
    Result,
    Unavailable,
)
from service.store.scripts import APPEND

BATCH: Final = 256
SENDS: Final = 8
PAUSE_S: Final = 0.05


class Pending(Struct):
    """One append that somebody waits for."""

    keys: MatchKeys
    expected: int
    previous: bytes
    entry: Entry
    done: asyncio.Future[Result]
    sends: int = 0


class Appender:
    """The one writer of streams in this process."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._waiting: deque[Pending] = deque()
        self._writer: asyncio.Task[None] | None = None

    async def append(self, keys: MatchKeys, expected: int, previous: bytes, entry: Entry) -> Result:
        """Write one commit; runs to its end even if the caller is cancelled."""
        pending = Pending(keys, expected, previous, entry, asyncio.get_running_loop().create_future())
        self._waiting.append(pending)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write())
        return await asyncio.shield(pending.done)

    async def close(self) -> None:
        """Finish what waits."""
        if self._writer is not None:
            await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            try:
                replies = await self._send(batch)
            except (RedisError, OSError, TimeoutError) as error:
                await self._again(batch, error)
                continue
            unsure = [pending for pending, reply in zip(batch, replies, strict=True) if not _settle(pending, reply)]
            if unsure:
                await self._again(unsure, Unavailable("the store gave no usable answer"))

    async def _send(self, batch: list[Pending]) -> list[Any]:
        pipeline = self._client.pipeline(transaction=False)
        for pending in batch:
            pending.sends += 1
            keys = pending.keys
            pipeline.execute_command(
                "EVALSHA",
                APPEND.sha,
                2,
                keys.stream,
                keys.marker,
                pending.expected,
                pending.previous,
                keys.channel,
                *fields_of(pending.entry),
            )
        replies = await pipeline.execute(raise_on_error=False)
        if any(isinstance(reply, NoScriptError) for reply in replies):
            await self._client.execute_command("SCRIPT LOAD", APPEND.text)
        return replies

    async def _again(self, batch: list[Pending], error: Exception) -> None:
        """Send once more what may or may not be written; give up after some tries."""
        for pending in reversed(batch):
            if pending.sends >= SENDS:
                if not pending.done.done():
                    pending.done.set_exception(Unavailable(str(error)))
            else:
                self._waiting.appendleft(pending)
        await asyncio.sleep(PAUSE_S * batch[0].sends)


def _settle(pending: Pending, reply: object) -> bool:
    """Tell the one who waits; False when the reply does not say what happened."""
    if not isinstance(reply, list):
        return False
    if not pending.done.done():
        pending.done.set_result(_result(pending, reply))
    return True


def _result(pending: Pending, reply: list[Any]) -> Result:
    word, value = reply[0], reply[1]
    match word:
        case b"OK":
            return Appended(value)
        case b"DUP":
            # what we sent before and whose answer we did not get
            return Appended(value) if reply[2] == pending.entry.h else Duplicate(value)
        case b"CONFLICT":
            return Conflict(value)
        case b"BEHIND":
            return Behind(value)
        case b"FORKED":
            return Forked(value)
        case _:
            return Closed(value.decode())
