"""Who is there: the seats that have a live stream open here are told to the store now and then.

A command costs nothing by it. What the store keeps goes by itself, a while after the last stream has ended.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Coroutine, Iterator
from typing import Any, Final

from domain.kernel.viewers import Seat
from service.matches import Matches
from service.store.port import Unavailable
from service.tokens import Bearer

KEEP_MS: Final = 45_000
RENEW_MS: Final = 20_000


class Presence:
    """The seats with open streams in this process."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._open: Counter[tuple[str, Seat]] = Counter()
        self._renew_at = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @contextlib.contextmanager
    def shown(self, bearer: Bearer | None) -> Iterator[None]:
        """While a stream of a seat is open its person is there."""
        if bearer is None or bearer.role != "seat":
            yield
            return
        place = (bearer.match, bearer.actor)
        self._open[place] += 1
        if self._open[place] == 1:
            self._spawn(self._tell(place))
        try:
            yield
        finally:
            self._open[place] -= 1
            if not self._open[place]:
                del self._open[place]

    def renew(self) -> None:
        """Called often: now and then the store is told again."""
        now = self.matches.clock()
        if now >= self._renew_at:
            self._renew_at = now + RENEW_MS
            self._spawn(self._tell(*self._open))

    async def _tell(self, *places: tuple[str, Seat]) -> None:
        """One after the other, so that players come first."""
        for match, seat in places:
            with contextlib.suppress(Unavailable):
                await self.matches.store.presence.seen(match, seat, KEEP_MS)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:  # whatever asyncio sends in
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Give up what is under way: it is a hint, and nobody waits for it."""
        for task in self._tasks:
            task.cancel()
        await self.settle()

    async def settle(self) -> None:
        """Return when the store has been told."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
