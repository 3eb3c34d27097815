"""Hints of new commits: one subscription of the process, for the matches somebody here listens to."""

import asyncio
from collections.abc import AsyncIterator

from redis.asyncio import Redis
from redis.exceptions import RedisError

from service.store.keys import Keys

PAUSE_S = 0.2


class RedisWakeups:
    """Published numbers, merged for each match until somebody takes them."""

    def __init__(self, client: Redis, keys: Keys) -> None:
        self._keys = keys
        self._pubsub = client.pubsub()
        self._matches: set[str] = set()
        self._news: dict[str, int] = {}
        self._arrived = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    async def subscribe(self, match: str, known: int = 0) -> None:
        """Begin; the match is announced once the subscription stands."""
        self._matches.add(match)
        await self._pubsub.subscribe(self._keys.of(match).channel)
        if self._reader is None:
            self._reader = asyncio.create_task(self._read())

    async def unsubscribe(self, match: str) -> None:
        """Stop hearing of a match."""
        self._matches.discard(match)
        await self._pubsub.unsubscribe(self._keys.of(match).channel)

    async def __aiter__(self) -> AsyncIterator[tuple[str, int]]:
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            while self._news:
                yield self._news.popitem()

    async def _read(self) -> None:
        while True:
            try:
                message = await self._pubsub.get_message(timeout=None)
            except (RedisError, OSError):
                await asyncio.sleep(PAUSE_S)  # the client subscribes again by itself, and says so
                self._announce()
                continue
            if message is None:
                await asyncio.sleep(PAUSE_S)  # nothing is subscribed at the moment
            elif message["type"] in {"subscribe", "message"}:
                number = int(message["data"]) if message["type"] == "message" else 0
                self._hint(self._keys.match_of(message["channel"]), number)

    def _announce(self) -> None:
        for match in self._matches:
            self._hint(match, 0)

    def _hint(self, match: str, number: int) -> None:
        if match in self._matches:
            known = self._news.get(match)
            self._news[match] = 0 if number == 0 or known == 0 else max(number, known or 0)
            self._arrived.set()

    async def close(self) -> None:
        """Stop listening."""
        if self._reader is not None:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]  # redis-py leaves it untyped
