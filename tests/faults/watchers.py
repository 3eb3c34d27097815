"""Whoever watches a match live, and comes back with the last id it got whenever the stream is cut."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from tests.faults.wire import Away, follow
from tests.faults.world import POLL_S

if TYPE_CHECKING:
    from tests.faults.players import Table


class Watcher:
    """One viewer's stream of one match, over all its connections: what came, in the order it came."""

    def __init__(self, table: Table, seat: str | None) -> None:
        self.table, self.seat = table, seat
        self.got: list[tuple[str, bytes]] = []
        self.connections = 0
        self._cut, self._news = asyncio.Event(), asyncio.Event()
        self.task = asyncio.create_task(self._watch())
        self.task.add_done_callback(lambda _: self._news.set())

    def cut(self) -> None:
        """Hang up; the watcher comes back by itself."""
        self._cut.set()

    async def caught_up(self, last: str) -> None:
        """Return when the event of that id has come."""
        while not (self.got and self.got[-1][0] == last) and not self.task.done():
            self._news.clear()
            await self._news.wait()

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)

    async def _watch(self) -> None:
        """Until the stream says that the match is over."""
        while True:
            self._cut.clear()
            self.connections += 1
            listening = asyncio.create_task(self._listen())
            cutting = asyncio.create_task(self._cut.wait())
            try:
                await asyncio.wait((listening, cutting), return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in (listening, cutting):
                    task.cancel()
                done, _ = await asyncio.gather(listening, cutting, return_exceptions=True)
            if done is True:
                return
            assert done in {None, False} or isinstance(done, asyncio.CancelledError), done
            await asyncio.sleep(POLL_S)

    async def _listen(self) -> bool:
        """One connection: whether the match is over."""
        table = self.table
        headers = {"Authorization": f"Bearer {table.tokens[self.seat]}"} if self.seat else {}
        if self.got:
            headers["Last-Event-ID"] = self.got[-1][0]
        with contextlib.suppress(Away):
            path = f"{table.path}/stream?after=p-0"
            if self.seat:
                path = f"{table.path}/stream?after={await self._code()}-0"
            stream = follow(table.port(), path, **headers)
            async with contextlib.aclosing(stream):
                async for id_, data in stream:
                    if id_ == "bye":
                        return b'"over"' in data
                    self.got.append((id_, data))
                    self._news.set()
        return False

    async def _code(self) -> str:
        """How this viewer's ids begin."""
        return str((await self.table.read(f"{self.table.path}/view", self.seat))["at"]).partition("-")[0]
